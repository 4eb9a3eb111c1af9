//! Chooses the next step from a seed and what people see.
//!
//! What leads to games, to their ends and to rematches has a greater weight, and what was seldom taken in
//! the episode as well. Each episode prefers some parts of the program.

use super::coverage::kind_of;
use super::driver::Driver;
use super::step::{Act, Incident, NAMES, Step, User};
use super::words;
use crate::driven::{Kind, Page, Widget};
use crate::simulation::random::Random;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The weights of widgets whose names begin so; the first that matches counts.
const WEIGHTS: [(&str, u64); 39] = [
    ("join.submit", 400),
    ("join.name", 60),
    ("join.", 20),
    ("start.join", 100),
    ("start.play", 120),
    ("start.continue", 80),
    // the list of engines, and what is in it
    ("start.engine.manage", 150),
    ("engines.close", 20),
    ("engines.", 120),
    ("start.", 30),
    ("lobby.leave", 8),
    ("lobby.challenge", 300),
    ("lobby.player", 200),
    ("player.challenge", 400),
    ("form.send", 600),
    ("challenge.accept", 900),
    ("challenge.decline", 60),
    ("invitation.accept", 900),
    ("offer.accept", 200),
    ("offer.", 100),
    ("setup.confirm", 500),
    ("table.rematch", 500),
    ("table.leave", 60),
    ("table.resign", 15),
    ("table.abort", 10),
    ("table.draw", 40),
    ("table.hand_over", 300),
    ("cover.", 500),
    ("resign.yes", 60),
    ("quit.yes", 20),
    ("keep.review", 200),
    ("keep.save", 80),
    ("connection.retry", 200),
    ("connection.leave", 10),
    ("claim.", 300),
    ("settings.", 25),
    ("help.", 25),
    ("move.", 4),
    ("chat.phrase", 15),
];
/// The weight of what an explorer has not tried; it falls with the square of how often they have.
const CURIOSITY: u64 = 10_000;
/// The weight of all other buttons.
const USUAL_WEIGHT: u64 = 50;
/// Parts of the program, one or two of which an episode prefers.
const PARTS: [&str; 14] = [
    "settings.",
    "help.",
    "review.",
    "library.",
    "start.",
    "form.",
    "chat.",
    "account.",
    "engines.",
    "setup.",
    "lobby.",
    "table.",
    "invitation.",
    "games.",
];
/// What whoever wants to play looks for, with weights: the first that matches a name counts.
const GOALS: [(&str, u64); 34] = [
    ("challenge.accept", 1_000),
    ("form.send", 600),
    ("invitation.accept", 600),
    ("setup.confirm", 600),
    ("cover.show", 500),
    ("table.hand_over", 300),
    ("connection.retry", 200),
    ("join.submit", 300),
    ("lobby.challenge.", 200),
    ("player.challenge", 300),
    ("lobby.rematch.", 100),
    ("lobby.invite", 20),
    ("invitation.copy", 100),
    ("lobby.tab.players", 20),
    ("offer.accept", 150),
    ("offer.decline", 20),
    ("table.rematch", 200),
    ("table.draw", 3),
    ("table.takeback", 3),
    ("claim.", 100),
    ("keep.review", 20),
    ("table.leave", 30),
    ("review.close", 100),
    ("help.close", 300),
    ("settings.close", 300),
    ("library.close", 200),
    ("account.close", 200),
    ("sheet.close", 100),
    ("player.close", 30),
    ("discard.yes", 100),
    ("quit.no", 100),
    ("resign.no", 50),
    ("setup.cancel", 100),
    ("start.join", 300),
];
/// The steps after which a person may want something else.
const MOOD_STEPS: u64 = 60;
/// Keys that people press anywhere.
const KEYS: [&str; 24] = [
    "Tab",
    "Tab",
    "Tab",
    "shift+Tab",
    "Return",
    "Return",
    "Escape",
    "Escape",
    "space",
    "Left",
    "Right",
    "Up",
    "Down",
    "ctrl+plus",
    "ctrl+minus",
    "ctrl+0",
    "ctrl+z",
    "ctrl+y",
    "ctrl+a",
    "ctrl+c",
    "F1",
    "f",
    "Prior",
    "End",
];
/// Keys with which people play at the board once it has the keyboard.
const BOARD_KEYS: [&str; 8] = ["Left", "Right", "Up", "Down", "Return", "space", "Return", "Escape"];
/// The most keys that a person presses at the board one after another.
const MOST_BOARD_KEYS: u64 = 10;
/// Sizes to which people drag windows.
const SIZES: [(i32, i32); 8] =
    [(1280, 820), (760, 600), (900, 640), (2560, 1440), (720, 1280), (400, 300), (1920, 1080), (500, 900)];
/// Waits in milliseconds, with their weights.
const WAITS: [(u64, u64); 6] = [(30, 200), (30, 1_500), (10, 6_000), (4, 20_000), (2, 70_000), (1, 400_000)];

/// Chooses steps.
pub(crate) struct Chooser {
    random: Random,
    /// What a person is about to do next.
    plans: BTreeMap<User, VecDeque<Act>>,
    /// How often each kind of widget was clicked.
    taken: BTreeMap<String, u64>,
    preferred: Vec<&'static str>,
    /// Who wants to play others now, and who looks for what they have not tried.
    players: BTreeSet<User>,
    explorers: BTreeSet<User>,
    is_server_down: bool,
    cut: BTreeSet<usize>,
    asleep: BTreeSet<usize>,
}

impl Chooser {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let preferred = (0..random.below(3)).filter_map(|_| random.pick(&PARTS)).collect();
        Self {
            random,
            plans: BTreeMap::new(),
            taken: BTreeMap::new(),
            preferred,
            players: BTreeSet::new(),
            explorers: BTreeSet::new(),
            is_server_down: false,
            cut: BTreeSet::new(),
            asleep: BTreeSet::new(),
        }
    }

    /// The next step.
    pub(crate) fn next(&mut self, driver: &impl Driver) -> Step {
        if self.is_server_down && self.random.one_in(12) {
            self.is_server_down = false;
            return Step::World(Incident::StartServer);
        }
        let waits = driver.users().iter().filter_map(|user| driver.page(*user)).any(is_to_move);
        if self.random.one_in(if waits { 40 } else { 14 }) {
            return Step::World(Incident::Wait(self.random.weighted(&WAITS)));
        }
        if self.random.one_in(300) {
            self.is_server_down = true;
            let kills = self.random.one_in(2);
            return Step::World(if kills { Incident::KillServer } else { Incident::StopServer });
        }
        let user = self.user(driver);
        let act = self.act(user, driver);
        Step::User(user, act)
    }

    /// Whose turn it is to do something.
    fn user(&mut self, driver: &impl Driver) -> User {
        let weight = |user: User| match driver.page(user) {
            Some(page) if is_to_move(page) => 30,
            Some(_) if user.window == 0 => 10,
            _ => 4,
        };
        let users: Vec<(u64, User)> = driver.users().into_iter().map(|user| (weight(user), user)).collect();
        self.random.weighted(&users)
    }

    fn act(&mut self, user: User, driver: &impl Driver) -> Act {
        let User { person, window } = user;
        if self.asleep.contains(&person) && self.random.one_in(3) {
            self.asleep.remove(&person);
            return Act::Wake;
        }
        if self.cut.contains(&person) && self.random.one_in(15) {
            self.cut.remove(&person);
            return Act::Heal;
        }
        let Some(page) = driver.page(user) else {
            self.plans.remove(&user);
            return if window == 0 { Act::Open } else { Act::OpenSecond };
        };
        if let Some(act) = self.plans.get_mut(&user).and_then(VecDeque::pop_front) {
            return act;
        }
        if !page.squares.is_empty() && self.random.one_in(30) {
            let plan = self.keys_at_board(page.cursor.is_some());
            self.plans.insert(user, plan);
        }
        let moves = is_to_move(page) && !self.explorers.contains(&user);
        let at_board = if moves { 75 } else { 12 };
        if !page.squares.is_empty()
            && self.random.below(100) < at_board
            && let Some(act) = self.on_board(page)
        {
            return act;
        }
        if self.random.one_in(MOOD_STEPS) || !self.plans.contains_key(&user) {
            self.plans.entry(user).or_default();
            self.players.remove(&user);
            self.explorers.remove(&user);
            match self.random.below(8) {
                0..5 => self.players.insert(user),
                5..7 => self.explorers.insert(user),
                _ => false,
            };
        }
        if self.players.contains(&user)
            && !self.random.one_in(8)
            && let Some(widget) = self.goal(user, page)
        {
            return self.click(user, widget);
        }
        match self.random.below(1_000) {
            0..60 => Act::Key(self.random.pick(&KEYS).expect("there are keys").to_owned()),
            60..68 => Act::Paste(words::to_paste(&mut self.random)),
            68..80 => self.scroll(page),
            80..96 => self.shape(),
            96..120 => self.outside(user, driver.users().len()),
            120..126 => Act::Back,
            // most links are those that people get from each other
            126..140 => Act::OpenLinkOf(self.random.below(NAMES.len() as u64) as usize),
            _ => self.widget(user, page),
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
        let lines = self.random.below(11) as i32 - 5;
        match self.random.pick(&page.widgets) {
            Some(widget) => Act::Scroll(widget.id, lines),
            None => Act::Key("Next".to_owned()),
        }
    }

    /// Does something outside the page: with the program, the network or the machine.
    fn outside(&mut self, user: User, users: usize) -> Act {
        match self.random.below(24) {
            0..3 => Act::Reload,
            3..5 => Act::Crash,
            5..7 => Act::Close,
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
            16..19 => {
                let text = words::record(&mut self.random);
                Act::DropFile { name: "dropped.pgn".to_owned(), text }
            }
            19..21 => Act::OpenLink(words::link(&mut self.random)),
            _ => Act::OpenLinkOf(self.random.below(users as u64) as usize),
        }
    }

    /// Plays: picks a piece of the side to move, and puts it where the board marks a place.
    fn on_board(&mut self, page: &Page) -> Option<Act> {
        let squares: Vec<&String> = page.squares.keys().collect();
        let any = |random: &mut Random| random.pick(&squares).cloned();
        if self.random.one_in(25) {
            let (from, to) = (any(&mut self.random)?, any(&mut self.random)?);
            return Some(match self.random.below(4) {
                0 => Act::SecondaryClickSquare(from),
                1 => Act::SecondaryDrag { from, to },
                2 => Act::ClickSquare(from),
                _ => Act::Drag { from, to },
            });
        }
        if !page.reach.is_empty() && !self.random.one_in(10) {
            let captures: Vec<&String> =
                page.reach.iter().filter(|place| page.pieces.contains_key(*place)).collect();
            let captures = self.random.pick(&captures).filter(|_| !self.random.one_in(3)).cloned();
            return captures.or_else(|| self.random.pick(&page.reach)).map(Act::ClickSquare);
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
        Some(if self.random.one_in(12) {
            Act::Drag { from, to: any(&mut self.random)? }
        } else {
            Act::ClickSquare(from)
        })
    }

    /// Clicks any widget.
    fn widget(&mut self, user: User, page: &Page) -> Act {
        let weighted: Vec<(u64, usize)> =
            page.widgets.iter().enumerate().map(|(n, widget)| (self.weight(user, widget), n)).collect();
        if weighted.iter().all(|(weight, _)| *weight == 0) {
            return Act::Key("Escape".to_owned());
        }
        let widget = &page.widgets[self.random.weighted(&weighted)];
        self.click(user, widget)
    }

    /// What leads to a game with somebody else.
    fn goal<'a>(&mut self, user: User, page: &'a Page) -> Option<&'a Widget> {
        let has = |id: &str| page.widgets.iter().any(|widget| widget.id == id);
        let name = page.widgets.iter().find(|widget| widget.id == "join.name" && !widget.covered);
        let is_named = name.is_none_or(|widget| widget.label == NAMES[user.person]);
        let goes_on = page.game.as_ref().is_some_and(|game| game.result.is_none() && !game.local);
        let weight = |widget: &Widget| match widget.id.as_str() {
            _ if !widget.enabled || widget.covered || widget.kind == Kind::Text => 0,
            "join.name" if !is_named => 300,
            "join.submit" if !is_named => 0,
            "start.join" if widget.chosen => 0,
            "table.leave" if goes_on => 0,
            // the challenge that was sent may be accepted
            id if id.starts_with("lobby.challenge.") && has("challenge.cancel") => 0,
            id => GOALS.iter().find(|(prefix, _)| id.starts_with(prefix)).map_or(0, |(_, weight)| *weight),
        };
        let weighted: Vec<(u64, usize)> =
            page.widgets.iter().enumerate().map(|(n, widget)| (weight(widget), n)).collect();
        if weighted.iter().all(|(weight, _)| *weight == 0) {
            return None;
        }
        Some(&page.widgets[self.random.weighted(&weighted)])
    }

    /// Clicks a widget. Whoever clicks a field types something there.
    fn click(&mut self, user: User, widget: &Widget) -> Act {
        *self.taken.entry(kind_of(&widget.id)).or_default() += 1;
        if widget.kind == Kind::Field {
            let mut plan = VecDeque::new();
            if !self.random.one_in(4) {
                plan.push_back(Act::Key("ctrl+a".to_owned()));
            }
            if self.random.one_in(12) {
                plan.push_back(Act::Paste(words::to_paste(&mut self.random)));
            } else {
                plan.push_back(Act::Type(words::for_field(&widget.id, user.person, &mut self.random)));
            }
            if self.random.one_in(2) {
                plan.push_back(Act::Key("Return".to_owned()));
            }
            self.plans.insert(user, plan);
        }
        Act::Click(widget.id.clone())
    }

    fn weight(&self, user: User, widget: &Widget) -> u64 {
        if widget.kind == Kind::Text {
            return 0;
        }
        let taken = self.taken.get(&kind_of(&widget.id)).copied().unwrap_or(0);
        if self.explorers.contains(&user) {
            return if widget.enabled && !widget.covered { 1 + CURIOSITY / (1 + taken * taken) } else { 0 };
        }
        let known = WEIGHTS.iter().find(|(prefix, _)| widget.id.starts_with(prefix));
        let mut weight = known.map_or(USUAL_WEIGHT, |(_, weight)| *weight);
        if widget.kind == Kind::Field {
            weight /= 2;
        }
        if self.preferred.iter().any(|part| widget.id.starts_with(part)) {
            weight *= 4;
        }
        // what was seldom taken grows
        weight += 8 * weight / (1 + taken);
        if !widget.enabled || widget.covered { 1 + weight / 100 } else { weight }
    }
}

/// Whether the user is to move in a game that goes on.
fn is_to_move(page: &Page) -> bool {
    page.game.as_ref().is_some_and(|game| {
        let is_own = game.turn == game.seat || game.local;
        game.result.is_none() && game.seat.is_some() && is_own && !page.squares.is_empty()
    })
}
