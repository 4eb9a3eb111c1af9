//! Chooses the next step from a seed, what people see, and what the session has tried so far.
//!
//! Players look for what leads to games, to their ends and to rematches; explorers for what was seldom taken and
//! for what leads there; others do anything.

use super::coverage::kind_of;
use super::driver::Driver;
use super::errands::{ABSENCE, ACCOUNT, Errand, HOST, INVITATION, RECORDS, SEARCH, STRANGER};
use super::experience::Experience;
use super::forms::{Before, Forms, code_of};
use super::habits::{
    BOARD_KEYS, FAR, GAME_PLIES, GOALS, KEYS, LIST_ROWS, LIST_STEPS, LONG_WAIT_MS, MOST_BOARD_KEYS,
    MOST_SCROLLS, RESULT_KEYS, SCROLLS, SIZES, USUAL_WEIGHT, WAITS, WEIGHTS,
};
use super::learner::{Learner, kind_of_act};
use super::moods::{Mood, Moods, straightened};
use super::step::{Act, Incident, Step, User};
use super::words;
use crate::driven::{Kind, Page, Widget};
use crate::simulation::random::Random;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The weight of what nobody has tried, for an explorer.
const CURIOSITY: f64 = 100_000.0;
/// Whoever fills in a form for an errand fills in the fields that are wanted as much as this.
const WANTED: u64 = 1_000;
/// Fields whose text is not shown.
const SECRETS: [&str; 4] = ["join.password", "account.old", "account.password", "account.again"];
/// Keys, pasted texts and dropped files count for less than widgets.
const BESIDES: f64 = 0.25;

/// Chooses steps.
pub(crate) struct Chooser {
    random: Random,
    /// How many people there are.
    people: usize,
    /// What a person is about to do next.
    plans: BTreeMap<User, VecDeque<Act>>,
    learner: Learner,
    forms: Forms,
    /// The piece that each user has picked last.
    picked: BTreeMap<User, String>,
    /// Whether people play many short games: they want to play each other, and resign soon.
    is_hasty: bool,
    moods: Moods,
    is_server_down: bool,
    cut: BTreeSet<usize>,
    asleep: BTreeSet<usize>,
    /// Who has been sent the link to an invitation, and by whom.
    invited: BTreeMap<usize, usize>,
    /// The code of the tournament that somebody saw last.
    code: Option<String>,
}

impl Chooser {
    /// A chooser who knows what earlier episodes have tried.
    pub(crate) fn new(seed: u64, past: Experience) -> Self {
        let mut random = Random::new(seed);
        let is_hasty = random.one_in(5);
        Self {
            random,
            people: 0,
            plans: BTreeMap::new(),
            picked: BTreeMap::new(),
            is_hasty,
            learner: Learner::new(past),
            forms: Forms::default(),
            moods: Moods::new(is_hasty),
            is_server_down: false,
            cut: BTreeSet::new(),
            asleep: BTreeSet::new(),
            invited: BTreeMap::new(),
            code: None,
        }
    }

    /// What this episode has tried.
    pub(crate) fn into_experience(self) -> Experience {
        self.learner.into_own()
    }

    /// The next step.
    pub(crate) fn next(&mut self, driver: &impl Driver) -> Step {
        if self.is_server_down && self.random.one_in(12) {
            self.is_server_down = false;
            return Step::World(Incident::StartServer);
        }
        let users = driver.users();
        self.people = users.iter().map(|user| user.person + 1).max().unwrap_or_default();
        let waits = users.iter().filter_map(|user| driver.page(*user)).any(is_to_move);
        if self.random.one_in(if waits { 40 } else { 14 }) {
            return Step::World(Incident::Wait(self.random.weighted(&WAITS)));
        }
        // whoever waits long enough for those who are away may claim the game
        let is_away = !self.asleep.is_empty() || users.iter().any(|user| driver.page(*user).is_none());
        let can_claim = users.iter().filter_map(|user| driver.page(*user)).any(is_playing);
        if is_away && self.random.one_in(if can_claim { 20 } else { 40 }) {
            return Step::World(Incident::Wait(LONG_WAIT_MS));
        }
        if self.random.one_in(300) {
            self.is_server_down = true;
            let kills = self.random.one_in(2);
            return Step::World(if kills { Incident::KillServer } else { Incident::StopServer });
        }
        let (learner, people) = (&self.learner, self.people);
        self.moods.go_on(&mut self.random, |errand| errand.need(|aim| learner.taken(aim), people));
        let user = self.user(driver);
        let act = self.act(user, driver);
        Step::User(user, act)
    }

    /// Whose turn it is to do something.
    fn user(&mut self, driver: &impl Driver) -> User {
        let weight = |user: User| match driver.page(user) {
            Some(page) if is_to_move(page) => 30,
            Some(_) if user.window == 0 => 10,
            Some(_) => 4,
            // who is away stays away for a while
            None => 1,
        };
        let users: Vec<(u64, User)> = driver.users().into_iter().map(|user| (weight(user), user)).collect();
        self.random.weighted(&users)
    }

    fn act(&mut self, user: User, driver: &impl Driver) -> Act {
        let User { person, window } = user;
        if self.asleep.contains(&person) && self.random.one_in(2) {
            self.asleep.remove(&person);
            return Act::Wake;
        }
        if self.cut.contains(&person) && self.random.one_in(15) {
            self.cut.remove(&person);
            return Act::Heal;
        }
        let Some(page) = driver.page(user) else {
            self.plans.remove(&user);
            self.learner.forget(user);
            return if window == 0 { Act::Open } else { Act::OpenSecond };
        };
        self.learner.look(user, page);
        self.forms.look(person, page);
        if let Some(widget) = page.widget("evening.copy_code") {
            self.code = Some(code_of(&widget.label));
        }
        if let Some(act) = self.plans.get_mut(&user).and_then(VecDeque::pop_front) {
            if act == Act::Sleep {
                self.asleep.insert(person);
            }
            return act;
        }
        self.learner.end(user, page);
        if window == 0
            && self.random.one_in(3)
            && let Some(inviting) = self.invited.remove(&person)
        {
            return Act::OpenLinkOf(inviting);
        }
        let act = self.wish(user, page, driver);
        self.learner.begin(user, &act, page);
        act
    }

    /// What a user wants to do who sees this.
    fn wish(&mut self, user: User, page: &Page, driver: &impl Driver) -> Act {
        let is_busy = self.moods.errand(user).is_some();
        if !page.squares.is_empty() && self.random.one_in(if is_busy { 90 } else { 30 }) {
            let plan = self.keys_at_board(page.cursor.is_some());
            self.plans.insert(user, plan);
        }
        let (learner, people) = (&self.learner, self.people);
        let is_at_desk = self.forms.is_at_desk(user.person);
        let needs = |errand: &Errand| {
            let is_possible = is_at_desk || !errand.is_at_desk;
            if is_possible { errand.need(|aim| learner.taken(aim), people) } else { 0 }
        };
        let (mood, ends) = self.moods.of(user, &mut self.random, needs);
        if ends && self.random.one_in(8) {
            return self.restart();
        }
        if let Some(act) = self.errand_besides(user, page) {
            return act;
        }
        let claim =
            page.widgets.iter().find(|widget| widget.id.starts_with("claim.") && can_be_pressed(widget));
        if let Some(widget) = claim
            && self.random.one_in(3)
        {
            return self.click(user, widget, page);
        }
        let runs = matches!(mood, Mood::Runs(_)) && page.game.is_none();
        let errand = self.moods.errand(user).filter(|_| runs);
        if self.random.one_in(if runs { LIST_STEPS / 3 } else { LIST_STEPS })
            && let Some(row) = self.row_of_list(page)
            && errand.is_none_or(|errand| errand.weight(&row).is_some())
        {
            let lines = if self.random.one_in(4) { FAR } else { -FAR };
            return self.go_on(user, Act::Scroll(row, lines));
        }
        let explores = matches!(mood, Mood::Explores(_));
        let has_played = page.game.as_ref().is_some_and(|game| game.ply >= GAME_PLIES);
        let is_done = self.is_hasty && has_played && self.moods.plays(user);
        let at_board = if is_to_move(page) && !explores && !is_done { 75 } else { 12 };
        // what begins on the first screen is in no game with others
        let at_board = match errand {
            Some(errand) if errand.is_at_home && is_playing(page) => 5,
            Some(errand) => errand.at_board,
            None => at_board,
        };
        if !page.squares.is_empty()
            && self.random.below(100) < at_board
            && let Some(act) = self.on_board(user, page)
        {
            return act;
        }
        if matches!(mood, Mood::Plays | Mood::Runs(_))
            && !self.random.one_in(8)
            && let Some(widget) = self.goal(user, page, &driver.server(user.person))
        {
            return self.click(user, widget, page);
        }
        if let Mood::Explores(straightness) = mood
            && !self.random.one_in(10)
        {
            return self.explore(user, page, straightness);
        }
        match self.random.below(1_000) {
            0..60 => Act::Key(self.random.pick(&KEYS).expect("there are keys").to_owned()),
            60..68 => Act::Paste(words::to_paste(&mut self.random)),
            68..100 => {
                let scroll = self.scroll(page);
                self.go_on(user, scroll)
            }
            100..116 => self.shape(),
            116..140 => self.outside(user),
            140..146 => Act::Back,
            // most links are those that people get from each other
            146..160 => Act::OpenLinkOf(self.anybody()),
            _ => self.widget(user, page),
        }
    }

    /// What somebody does for their errand besides clicking.
    fn errand_besides(&mut self, user: User, page: &Page) -> Option<Act> {
        self.moods.errand(user)?;
        // in the middle of a game
        for (errand, of) in [(HOST, 4), (ABSENCE, 12)] {
            if is_playing(page) && self.moods.runs(user, errand) && self.random.one_in(of) {
                return Some(self.restart());
            }
        }
        if self.moods.runs(user, STRANGER) && page.screen == "join" && self.random.one_in(4) {
            return Some(Act::OpenLink(words::UNKNOWN.to_owned()));
        }
        if self.moods.runs(user, INVITATION) && self.random.one_in(20) {
            return Some(Act::OpenLink(words::link(&mut self.random)));
        }
        if self.moods.runs(user, RECORDS) && self.random.one_in(12) {
            return Some(words::file(&mut self.random));
        }
        if page.widget("evening.results.keys").is_some() && self.random.one_in(4) {
            let count = 1 + self.random.below(4);
            let keys = (0..count).filter_map(|_| self.random.pick(&RESULT_KEYS));
            let plan = keys.map(|key| Act::Key(key.to_owned())).collect();
            self.plans.insert(user, plan);
            return Some(Act::Key(RESULT_KEYS[0].to_owned()));
        }
        // what they look for may be out of sight
        let scrolls = page.squares.is_empty() && self.random.one_in(12);
        scrolls.then(|| self.scroll(page))
    }

    /// Tries what was seldom taken, or leads to it.
    fn explore(&mut self, user: User, page: &Page, straightness: i32) -> Act {
        let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
        let widgets = page.widgets.iter().filter(|widget| can_be_pressed(widget));
        let widgets: Vec<(String, &Widget)> = widgets.map(|widget| (kind_of(&widget.id), widget)).collect();
        for (kind, _) in &widgets {
            *kinds.entry(kind.clone()).or_default() += 1;
        }
        let keys: BTreeSet<&str> = KEYS.into_iter().collect();
        let mut besides: Vec<Act> = keys.into_iter().map(|key| Act::Key(key.to_owned())).collect();
        besides.push(self.scroll(page));
        besides.push(Act::Paste(words::to_paste(&mut self.random)));
        besides.push(words::file(&mut self.random));
        besides.push(Act::OpenLink(words::link(&mut self.random)));
        besides.push(Act::Type(words::anywhere(&mut self.random)));
        besides.extend(self.mark(page));
        let of_widgets = widgets.iter().map(|(kind, _)| self.learner.worth(kind));
        let of_besides = besides.iter().map(|act| {
            let kind = kind_of_act(act, &page.screen).expect("something is learnt from all of them");
            BESIDES * self.learner.worth(&kind)
        });
        let worths: Vec<f64> = of_widgets.chain(of_besides).collect();
        let weight = |(n, worth): (usize, f64)| {
            let Some((kind, _)) = widgets.get(n) else { return (1 + (CURIOSITY * worth) as u64, n) };
            let same = kinds.get(kind).copied().unwrap_or(1) as f64;
            (self.moods.wearied(user, kind, 1 + (CURIOSITY * worth / same) as u64), n)
        };
        let weighted: Vec<(u64, usize)> =
            straightened(&worths, straightness).into_iter().enumerate().map(weight).collect();
        let chosen = self.random.weighted(&weighted);
        match widgets.get(chosen) {
            Some((_, widget)) => self.click(user, widget, page),
            None => self.go_on(user, besides.swap_remove(chosen - widgets.len())),
        }
    }

    /// Plays with the keyboard, which the first Tab gives to the board.
    fn keys_at_board(&mut self, has_keyboard: bool) -> VecDeque<Act> {
        let first = (!has_keyboard).then(|| Act::Key("Tab".to_owned()));
        let count = 2 + self.random.below(MOST_BOARD_KEYS - 1);
        let keys = (0..count).filter_map(|_| self.random.pick(&BOARD_KEYS));
        first.into_iter().chain(keys.map(|key| Act::Key(key.to_owned()))).collect()
    }

    /// Resizes or turns the window.
    fn shape(&mut self) -> Act {
        let (width, height) = self.random.pick(&SIZES).expect("there are sizes");
        if self.random.one_in(2) { Act::Rotate } else { Act::Resize(width, height) }
    }

    fn scroll(&mut self, page: &Page) -> Act {
        let lines = self.random.pick(&SCROLLS).expect("there are ways to scroll");
        match self.random.pick(&page.widgets) {
            Some(widget) => Act::Scroll(widget.id, lines),
            None => Act::Key("Next".to_owned()),
        }
    }

    /// Goes on with what is seldom done once only: scrolling on, and Enter after a text.
    fn go_on(&mut self, user: User, act: Act) -> Act {
        let plan = match &act {
            Act::Scroll(..) => vec![act.clone(); self.random.below(MOST_SCROLLS) as usize],
            Act::Type(_) if !self.random.one_in(4) => vec![Act::Key("Return".to_owned())],
            _ => Vec::new(),
        };
        if !plan.is_empty() {
            self.plans.insert(user, plan.into());
        }
        act
    }

    /// Ends the program, and begins anew.
    fn restart(&mut self) -> Act {
        [Act::Reload, Act::Crash, Act::Close][self.random.below(3) as usize].clone()
    }

    /// One of the people.
    fn anybody(&mut self) -> usize {
        self.random.below(self.people as u64) as usize
    }

    /// Does something outside the page: with the program, the network or the machine.
    fn outside(&mut self, user: User) -> Act {
        match self.random.below(24) {
            0..7 => self.restart(),
            7..9 => Act::OpenSecond,
            9..12 => {
                self.cut.insert(user.person);
                Act::Cut
            }
            12..15 => {
                self.asleep.insert(user.person);
                Act::Sleep
            }
            15 => Act::SetClock([-86_400, -3_600, 3_600, 40_000_000][self.random.below(4) as usize]),
            16..19 => words::file(&mut self.random),
            19..21 => Act::OpenLink(words::link(&mut self.random)),
            _ => Act::OpenLinkOf(self.anybody()),
        }
    }

    /// Plays: picks a piece of the side to move, and puts it where the board marks a place.
    fn on_board(&mut self, user: User, page: &Page) -> Option<Act> {
        let squares: Vec<&String> = page.squares.keys().collect();
        let any = |random: &mut Random| random.pick(&squares).cloned();
        // who sees hidden pieces marks what they may be, and who studies a record its places
        let is_marked = page.game.is_none() || page.pieces.values().any(|piece| *piece == '?');
        let marks = if page.game.is_none() { 6 } else { 12 };
        if self.random.one_in(if is_marked { marks } else { 25 }) {
            let (from, to) = (any(&mut self.random)?, any(&mut self.random)?);
            return match self.random.below(4) {
                0..2 => self.mark(page),
                2 => Some(Act::ClickSquare(from)),
                _ => Some(Act::Drag { from, to }),
            };
        }
        if !page.reach.is_empty() && !self.random.one_in(10) {
            let captures: Vec<&String> =
                page.reach.iter().filter(|place| page.pieces.contains_key(*place)).collect();
            let captures = self.random.pick(&captures).filter(|_| !self.random.one_in(3)).cloned();
            let to = captures.or_else(|| self.random.pick(&page.reach))?;
            if self.random.one_in(if page.game.is_none() { 4 } else { 10 })
                && let Some(from) = self.picked.get(&user)
            {
                // typed, and not clicked
                let typed = Act::Type(format!("{from}{to}"));
                self.plans.insert(user, VecDeque::from([Act::Key("Return".to_owned())]));
                return Some(typed);
            }
            return Some(Act::ClickSquare(to));
        }
        let red = page.game.as_ref().and_then(|game| game.seat.as_deref()).map(|seat| seat == "red");
        let is_xiangqi = page.squares.contains_key("e0");
        let is_own = |piece: char| match (red, is_xiangqi) {
            (Some(red), true) => piece.is_ascii_uppercase() == red,
            _ => piece != '?',
        };
        let own: Vec<&String> =
            page.pieces.iter().filter(|(_, piece)| is_own(**piece)).map(|(place, _)| place).collect();
        let from = self.random.pick(&own)?.clone();
        self.picked.insert(user, from.clone());
        Some(if self.random.one_in(12) {
            Act::Drag { from, to: any(&mut self.random)? }
        } else {
            Act::ClickSquare(from)
        })
    }

    /// A row of a long list, beside no board.
    fn row_of_list(&mut self, page: &Page) -> Option<String> {
        let mut rows: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for widget in page.widgets.iter().filter(|widget| can_be_pressed(widget)) {
            rows.entry(kind_of(&widget.id)).or_default().push(&widget.id);
        }
        let (_, rows) = rows.into_iter().find(|(_, rows)| rows.len() >= LIST_ROWS)?;
        if page.squares.is_empty() { self.random.pick(&rows).map(str::to_owned) } else { None }
    }

    /// Draws a mark on the board, where it has a place for one.
    fn mark(&mut self, page: &Page) -> Option<Act> {
        let squares: Vec<&String> = page.squares.keys().collect();
        let (from, to) = (self.random.pick(&squares)?.clone(), self.random.pick(&squares)?.clone());
        let hidden = page.pieces.iter().filter(|(_, piece)| **piece == '?').map(|(place, _)| place.clone());
        let hidden = self.random.pick(&hidden.collect::<Vec<_>>()).filter(|_| !self.random.one_in(4));
        Some(if let Some(hidden) = hidden {
            // a guess what it is
            Act::SecondaryClickSquare(hidden)
        } else if self.random.one_in(2) {
            Act::SecondaryClickSquare(from)
        } else {
            Act::SecondaryDrag { from, to }
        })
    }

    /// Clicks any widget.
    fn widget(&mut self, user: User, page: &Page) -> Act {
        let weighted: Vec<(u64, usize)> =
            page.widgets.iter().enumerate().map(|(n, widget)| (self.weight(widget), n)).collect();
        if weighted.iter().all(|(weight, _)| *weight == 0) {
            return Act::Key("Escape".to_owned());
        }
        let widget = &page.widgets[self.random.weighted(&weighted)];
        self.click(user, widget, page)
    }

    /// What leads to a game with somebody else.
    fn goal<'a>(&mut self, user: User, page: &'a Page, server: &[String; 2]) -> Option<&'a Widget> {
        let has = |id: &str| page.widgets.iter().any(|widget| widget.id == id);
        // whoever wants to join has a name, and knows where the server is
        let name = self.forms.name(user.person);
        let wanted = [("join.name", &*name), ("join.host", &server[0]), ("join.port", &server[1])];
        let wrong: Vec<&str> = wanted
            .into_iter()
            .filter(|(id, text)| page.enabled(id).is_some_and(|it| !it.covered && it.label != *text))
            .map(|(id, _)| id)
            .collect();
        let errand = self.moods.errand(user);
        let is_at_home = errand.is_some_and(|errand| errand.is_at_home);
        let has_password = self.forms.has_password(user.person);
        let is_done =
            has_password && !self.forms.is_moderator(user.person) && !self.moods.runs(user, ACCOUNT);
        let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
        page.widgets.iter().for_each(|widget| *kinds.entry(kind_of(&widget.id)).or_default() += 1);
        let of_errand = |widget: &Widget| {
            let weight = errand?.weight(&widget.id)?;
            // what is so already is not looked for, and a long list is no reason to look at nothing else
            let same = kinds.get(&kind_of(&widget.id)).copied().unwrap_or(1);
            Some(if widget.chosen { 0 } else { weight.div_ceil(same) })
        };
        let goes_on = page.game.as_ref().is_some_and(|game| game.result.is_none() && !game.local);
        let weight = |widget: &Widget| match widget.id.as_str() {
            _ if !can_be_pressed(widget) => 0,
            id if wrong.contains(&id) && !is_at_home => 300,
            "join.submit" if !wrong.is_empty() => 0,
            // whoever has no password asks for no field, and empties one that is there
            "join.have_password" if !has_password => 0,
            "join.password" if !has_password => 60,
            // nothing is there for them
            "account" if is_done => 100,
            "start.join" if widget.chosen => 0,
            // a wrong choice, where the server has no certificate
            "join.tls" if widget.chosen => 100,
            "table.leave" if goes_on => 0,
            "table.resign" if self.is_hasty => 100,
            "resign.yes" if self.is_hasty => 600,
            "resign.no" if self.is_hasty => 0,
            // the challenge that was sent may be accepted
            id if id.starts_with("lobby.challenge.") && has("challenge.cancel") => 0,
            id => {
                let mut goals = GOALS.iter().filter(|(prefix, _)| id.starts_with(prefix));
                let weight =
                    of_errand(widget).unwrap_or_else(|| goals.next().map_or(0, |(_, weight)| *weight));
                self.moods.wearied(user, &kind_of(id), weight)
            }
        };
        let weighted: Vec<(u64, usize)> =
            page.widgets.iter().enumerate().map(|(n, widget)| (weight(widget), n)).collect();
        if weighted.iter().all(|(weight, _)| *weight == 0) {
            return None;
        }
        Some(&page.widgets[self.random.weighted(&weighted)])
    }

    /// Clicks a widget. Whoever clicks a field types something there, or fills in its whole form; whoever copies the
    /// link to an invitation sends it to a friend.
    fn click(&mut self, user: User, widget: &Widget, page: &Page) -> Act {
        let before = self.forms.before(user, &widget.id, page).filter(|_| !self.random.one_in(8));
        let widget = match before {
            None => widget,
            Some(Before::Fill(field)) => page.widget(field).unwrap_or(widget),
            Some(Before::Seek(within)) => return Act::Scroll(within, FAR),
        };
        self.moods.press(user, kind_of(&widget.id));
        self.forms.press(user, &widget.id);
        if widget.id == "join.submit" && page.widget("join.password").is_some() {
            self.forms.ask(user.person);
        }
        if ["invitation.copy", "evening.copy_link"].contains(&widget.id.as_str()) {
            self.invite(user);
        }
        if let Some(act) = self.click_and_more(user, widget, page) {
            return act;
        }
        if widget.kind != Kind::Field {
            return Act::Click(widget.id.clone());
        }
        let is_of_form = |other: &&Widget| {
            let area = |widget: &Widget| widget.id.split('.').next().map(str::to_owned);
            other.kind == Kind::Field && other.layer == widget.layer && area(other) == area(widget)
        };
        let form = page.widgets.iter().filter(|other| can_be_pressed(other)).filter(is_of_form);
        let form: Vec<&Widget> = match self.moods.errand(user) {
            // whoever knows what they want leaves the rest of the form as it is
            Some(errand) => {
                let is_wanted = |id: &str| errand.weight(id).is_some_and(|weight| weight >= WANTED);
                form.filter(|other| other.id == widget.id || is_wanted(&other.id)).collect()
            }
            None if self.random.one_in(2) => form.collect(),
            None => vec![widget],
        };
        let mut plan = VecDeque::new();
        for field in form {
            plan.push_back(Act::Click(field.id.clone()));
            self.forms.press(user, &field.id);
            if field.id == "join.password" && !self.forms.has_password(user.person) && !self.random.one_in(8)
            {
                plan.extend(["ctrl+a", "Delete"].map(|key| Act::Key(key.to_owned())));
                continue;
            }
            // nobody adds to a password that they do not see
            if SECRETS.contains(&field.id.as_str()) || !self.random.one_in(4) {
                plan.push_back(Act::Key("ctrl+a".to_owned()));
            }
            let known = match field.id.as_str() {
                "evenings.code" => self.code.clone(),
                "join.name" | "host.name" => Some(self.forms.name(user.person)),
                _ => None,
            };
            plan.push_back(if let Some(known) = known.filter(|_| !self.random.one_in(6)) {
                Act::Type(known)
            } else if self.random.one_in(12) {
                Act::Paste(words::to_paste(&mut self.random))
            } else {
                words::into_field(&field.id, user.person, &mut self.random)
            });
        }
        if self.random.one_in(2) {
            plan.push_back(Act::Key("Return".to_owned()));
        }
        let first = plan.pop_front().unwrap_or_else(|| Act::Click(widget.id.clone()));
        self.plans.insert(user, plan);
        first
    }

    /// Clicks a widget in circumstances that belong to it; `None` if there are none.
    fn click_and_more(&mut self, user: User, widget: &Widget, page: &Page) -> Option<Act> {
        let click = Act::Click(widget.id.clone());
        let is_told = page.widget("form.tell").is_some_and(|tell| tell.chosen);
        let acts = match widget.id.as_str() {
            // whoever will be told of an opponent goes away
            "form.send" if is_told && self.moods.runs(user, SEARCH) && self.random.one_in(2) => {
                vec![click, Act::Close]
            }
            // what takes long is stopped: the network is gone just then
            "evening.games" if self.moods.errand(user).is_some() && self.random.one_in(2) => {
                self.cut.insert(user.person);
                vec![Act::Cut, click, Act::Click("evening.games.stop".to_owned())]
            }
            _ => return None,
        };
        let mut plan = VecDeque::from(acts);
        let first = plan.pop_front();
        self.plans.insert(user, plan);
        first
    }

    /// Sends the link to the user's invitation to a friend, often in another program, for which a phone puts this one
    /// into the background.
    fn invite(&mut self, user: User) {
        let friends: Vec<usize> = (0..self.people).filter(|friend| *friend != user.person).collect();
        if let Some(friend) = self.random.pick(&friends) {
            self.invited.insert(friend, user.person);
        }
        if self.random.one_in(2) {
            self.plans.insert(user, VecDeque::from([Act::Sleep]));
        }
    }

    /// How much whoever does anything likes to press a widget.
    fn weight(&self, widget: &Widget) -> u64 {
        if widget.kind == Kind::Text {
            return 0;
        }
        let known = WEIGHTS.iter().find(|(prefix, _)| widget.id.starts_with(prefix));
        let mut weight = known.map_or(USUAL_WEIGHT, |(_, weight)| *weight);
        if widget.kind == Kind::Field {
            weight /= 2;
        }
        // what was seldom taken grows
        weight += 8 * weight / (1 + self.learner.times(&kind_of(&widget.id)));
        if can_be_pressed(widget) { weight } else { 1 + weight / 100 }
    }
}

/// Whether somebody can press a widget.
pub(super) fn can_be_pressed(widget: &Widget) -> bool {
    widget.kind != Kind::Text && widget.enabled && !widget.covered
}

/// Whether a game with others goes on.
fn is_playing(page: &Page) -> bool {
    page.game.as_ref().is_some_and(|game| !game.local && game.result.is_none())
}

/// Whether the user is to move in a game that goes on.
fn is_to_move(page: &Page) -> bool {
    page.game.as_ref().is_some_and(|game| {
        let is_own = game.turn == game.seat || game.local;
        game.result.is_none() && game.seat.is_some() && is_own && !page.squares.is_empty()
    })
}
