//! The driver of the forms on real programs: each person has a machine with one or two windows, and a road
//! to one server.

use super::coverage::Coverage;
use super::driver::{Driver, Fault, FaultKind, Impossible, SERVER};
use super::pace;
use super::road::Road;
use super::run::{self, Failure};
use super::served::Served;
use super::step::{Act, Incident, NAMES, Step, User};
use crate::driven::{Page, PlayerFacts, TakenFacts};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The longest time that people do nothing.
const LONGEST_WAIT: Duration = Duration::from_secs(3);
/// How long errors of the network are expected after it was cut.
const TROUBLE: Duration = Duration::from_secs(40);
/// How long everything must stay the same to count as quiet, and how long to wait for that.
const QUIET: Duration = Duration::from_millis(2_500);
const LONGEST_SETTLING: Duration = Duration::from_secs(30);
/// How long a window must show the same after an input of which it is not known what must follow.
const STILL: Duration = Duration::from_millis(300);
/// The same after a change of size.
const STILL_SIZE: Duration = Duration::from_millis(1_200);
/// Times as long as for a frame people wait for a program to start.
const START: u32 = 3;
/// The time between two looks at a program that is to show something.
const BETWEEN_LOOKS: Duration = Duration::from_millis(40);

/// What follows from an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// The window has handled so many releases of keys and buttons.
    Releases(u32),
    /// As with [`Expected::Releases`], unless something else takes the input, such as a field of the browser.
    Perhaps(u32),
    /// Nobody knows.
    Unknown,
    /// The window has another size; the window manager and the program may change it once more.
    Size,
}

/// What a person uses: a browser, or a desktop.
pub(super) trait Machine {
    /// Its way to the server.
    fn road(&mut self) -> &mut Road;

    /// The host and the port of the server, if its client asks for them.
    fn server(&self) -> Option<[String; 2]> {
        None
    }

    /// How many times slower its processor is than that of the machine below.
    fn slowness(&self) -> u32 {
        1
    }

    /// Whether a window is open.
    fn is_open(&self, window: usize) -> bool;

    /// What a window shows; `None` while it shows nothing, or sleeps.
    fn page(&self, window: usize) -> Option<&Page>;

    /// Whether a window says that it cannot show anything.
    fn has_given_up(&self, window: usize) -> bool;

    /// What is known of a window that shows nothing.
    fn state(&self, window: usize) -> String;

    /// Opens a window that is closed, with a link.
    ///
    /// # Errors
    /// If this machine cannot do it now; so with the others.
    fn open(&mut self, window: usize, link: Option<&str>) -> Result<(), Impossible>;

    /// Loads a page again; ends a program in good order, and starts it again.
    fn reload(&mut self, window: usize) -> Result<(), Impossible>;

    /// Follows a link in an open window.
    fn follow(&mut self, window: usize, link: &str) -> Result<(), Impossible>;

    /// Closes a window.
    fn close(&mut self, window: usize) -> Result<(), Impossible>;

    /// Ends a window as a crash does.
    fn crash(&mut self, window: usize) -> Result<(), Impossible>;

    /// Puts a window to sleep.
    fn sleep(&mut self, window: usize) -> Result<(), Impossible>;

    /// Wakes a window.
    fn wake(&mut self, window: usize) -> Result<(), Impossible>;

    /// Passes input to a window. Returns what follows.
    fn input(&mut self, window: usize, act: &Act) -> Result<Expected, Impossible>;

    /// Looks at a window. Returns whether it shows something else than at the last look.
    fn look(&mut self, window: usize, is_troubled: bool, faults: &mut Vec<Fault>) -> bool;

    /// Saves a picture of a window, or of the screen with it.
    fn save_picture(&mut self, window: usize, path: &Path);

    /// What its logs say is wrong since the last call.
    fn log_faults(&mut self, is_troubled: bool) -> Vec<Fault>;
}

/// A seat in a running game.
#[derive(Clone, Debug)]
struct Seat {
    game: u64,
    side: String,
}

/// What the programs have done since it was asked for.
#[derive(Debug, Default)]
struct Tally {
    actions: BTreeMap<String, u64>,
    requests: BTreeMap<String, u64>,
    /// How often a person was back at their seat after a start.
    seats: u64,
    /// What each window has counted since its program started.
    seen: BTreeMap<User, TakenFacts>,
}

impl Tally {
    /// Adds what a window has counted since the last time.
    fn see(&mut self, user: User, now: &TakenFacts) {
        let before = self.seen.insert(user, now.clone()).unwrap_or_default();
        add_new(&mut self.actions, &before.actions, &now.actions);
        add_new(&mut self.requests, &before.requests, &now.requests);
    }
}

/// Adds the counts beyond those before, or all if the program has started again and counts anew.
fn add_new(to: &mut BTreeMap<String, u64>, before: &BTreeMap<String, u64>, now: &BTreeMap<String, u64>) {
    let is_anew = before.iter().any(|(name, count)| now.get(name).is_none_or(|now| now < count));
    for (name, count) in now {
        let before = if is_anew { 0 } else { before.get(name).copied().unwrap_or_default() };
        if *count > before {
            *to.entry(name.clone()).or_default() += count - before;
        }
    }
}

/// The machines of an episode, and their server.
pub(super) struct Real<M> {
    served: Served,
    people: Vec<M>,
    /// The links to invitations that people saw last.
    links: Vec<Option<String>>,
    /// The seats that people had when a window of theirs ended, and have again when they open one.
    seats: Vec<Option<Seat>>,
    taken: Tally,
    faults: Vec<Fault>,
    /// Until when errors of the network are expected.
    troubled: Option<Instant>,
}

impl<M: Machine> Real<M> {
    /// The first window of each person opens.
    pub(super) fn new(served: Served, people: Vec<M>) -> Self {
        let (links, seats) = (vec![None; people.len()], vec![None; people.len()]);
        let (taken, faults, troubled) = (Tally::default(), Vec::new(), None);
        let mut real = Self { served, people, links, seats, taken, faults, troubled };
        for person in 0..real.people.len() {
            real.open(User::of(person), None).expect("a window can be opened");
        }
        real
    }

    /// Opens a window, and waits until it shows something.
    fn open(&mut self, user: User, link: Option<&str>) -> Result<(), Impossible> {
        let person = &mut self.people[user.person];
        if person.is_open(user.window) {
            return Err(Impossible);
        }
        person.open(user.window, link)?;
        let seat = self.seats[user.person].take();
        self.await_start(user);
        self.await_seat(user, seat);
        Ok(())
    }

    fn world(&mut self, incident: &Incident) -> Result<(), Impossible> {
        match incident {
            Incident::KillServer => self.served.kill()?,
            Incident::StopServer => self.served.stop()?,
            Incident::StartServer => self.served.restart()?,
            // not by a driver
            Incident::Compare => return Err(Impossible),
            // people look at the screen for a while
            Incident::Wait(ms) => {
                thread::sleep(Duration::from_millis(*ms).min(LONGEST_WAIT));
                return Ok(());
            }
        }
        self.troubled = Some(Instant::now() + TROUBLE);
        Ok(())
    }

    fn set_road(&mut self, person: usize, is_open: bool) -> Result<(), Impossible> {
        let road = self.people[person].road();
        if road.is_open() == is_open {
            return Err(Impossible);
        }
        if is_open {
            road.heal()
        } else {
            road.cut()
        }
        self.troubled = Some(Instant::now() + TROUBLE);
        Ok(())
    }

    fn act(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        let window = user.window;
        let person = &mut self.people[user.person];
        match act {
            Act::Open => return self.open(user, None),
            Act::OpenSecond => return self.open(User { window: 1, ..user }, None),
            Act::OpenLink(link) if !person.is_open(window) => return self.open(user, Some(link)),
            Act::OpenLinkOf(other) => {
                let link = self.links.get(*other).cloned().flatten().ok_or(Impossible)?;
                return self.act(user, &Act::OpenLink(link));
            }
            Act::Cut | Act::Heal => return self.set_road(user.person, *act == Act::Heal),
            _ => {}
        }
        let seat = self.seat(user);
        let person = &mut self.people[user.person];
        if *act == Act::Reload {
            person.reload(window)?;
            self.await_start(user);
            self.await_seat(user, seat);
            return Ok(());
        }
        let mut expected = Expected::Unknown;
        match act {
            Act::OpenLink(link) => person.follow(window, link)?,
            Act::Close => person.close(window)?,
            Act::Crash => person.crash(window)?,
            Act::Sleep => person.sleep(window)?,
            Act::Wake => person.wake(window)?,
            _ => expected = person.input(window, act)?,
        }
        self.await_effect(user, expected, act);
        if matches!(act, Act::Close | Act::Crash) && !self.people[user.person].is_open(window) {
            self.seats[user.person] = seat;
        }
        Ok(())
    }

    /// The seat of a person in a running game on the server, if their only window is at it.
    fn seat(&mut self, user: User) -> Option<Seat> {
        let has_another = self.people[user.person].is_open(1 - user.window);
        if has_another || self.is_troubled() || !self.is_online(user) {
            return None;
        }
        let game = self.page(user)?.game.as_ref().filter(|game| game.result.is_none())?;
        Some(Seat { game: game.number, side: game.seat.clone()? })
    }

    /// Waits until a person whose program has started again is back at their seat, unless the game has ended.
    fn await_seat(&mut self, user: User, seat: Option<Seat>) {
        let Some(seat) = seat else { return };
        let deadline = Instant::now() + self.patience(user);
        loop {
            self.look(user);
            let game = self.page(user).and_then(|page| page.game.as_ref());
            if game.is_some_and(|game| game.number == seat.game && game.seat.as_ref() == Some(&seat.side)) {
                self.taken.seats += 1;
                return;
            }
            if Instant::now() > deadline {
                if !self.is_troubled() && self.served.runs_game(seat.game) == Some(true) {
                    let state = self.people[user.person].state(user.window);
                    let what = format!("{user} had {seat:?}, which still runs; {state}");
                    self.faults.push(Fault::new(FaultKind::Lost, "the seat after a start", what));
                }
                return;
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// How long to wait for a frame of a person.
    fn patience(&self, user: User) -> Duration {
        pace::patience(self.people[user.person].slowness())
    }

    /// Waits until a window that was opened shows something, or why it cannot.
    fn await_start(&mut self, user: User) {
        let deadline = Instant::now() + self.patience(user) * START;
        loop {
            self.look(user);
            let person = &self.people[user.person];
            let is_done = person.page(user.window).is_some() || person.has_given_up(user.window);
            if is_done || !person.is_open(user.window) {
                return;
            }
            if Instant::now() > deadline {
                if !self.is_troubled() {
                    let what = format!("{user}: {}", self.people[user.person].state(user.window));
                    self.faults.push(Fault::new(FaultKind::LateFrame, "the first frame", what));
                }
                return;
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Waits until a window shows what follows from an input, and the same twice.
    fn await_effect(&mut self, user: User, expected: Expected, act: &Act) {
        let patience = self.patience(user);
        let (began, mut since) = (Instant::now(), Instant::now());
        loop {
            if self.look(user) {
                since = Instant::now();
            }
            let Some(page) = self.people[user.person].page(user.window) else { return };
            let is_there = match expected {
                Expected::Releases(wanted) if page.releases < wanted => began.elapsed() > patience,
                Expected::Perhaps(wanted) if page.releases < wanted => began.elapsed() > patience / 5,
                Expected::Releases(_) | Expected::Perhaps(_) => true,
                Expected::Unknown => since.elapsed() > STILL,
                Expected::Size => since.elapsed() > pace::slowed(STILL_SIZE),
            };
            // what Tab reaches may have the keyboard some frames later only
            let is_reached = !matches!(act, Act::Key(key) if key == "Tab") || !page.focus.is_empty();
            let is_there = is_there && (is_reached || since.elapsed() > pace::slowed(STILL));
            // a window in which something always moves shows something new each time
            if is_there && since.elapsed() > BETWEEN_LOOKS || began.elapsed() > patience {
                if matches!(expected, Expected::Releases(wanted) if page.releases < wanted) {
                    let what = format!("{user} {act}: after {patience:?} nothing has followed");
                    self.faults.push(Fault::new(FaultKind::LateFrame, "no frame after an input", what));
                }
                return;
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Looks at a window. Returns whether it shows something else than before.
    fn look(&mut self, user: User) -> bool {
        let is_troubled = self.is_troubled();
        let person = &mut self.people[user.person];
        let changed = person.look(user.window, is_troubled, &mut self.faults);
        if let Some(page) = person.page(user.window).filter(|_| changed) {
            self.taken.see(user, &page.taken);
        }
        if let Some(widget) = person.page(user.window).and_then(|page| page.widget("invitation.link")) {
            self.links[user.person] = Some(widget.label.clone());
        }
        changed
    }

    fn look_around(&mut self) {
        for user in self.users() {
            self.look(user);
        }
    }

    /// Whether errors of the network are expected.
    fn is_troubled(&mut self) -> bool {
        self.troubled.is_some_and(|until| until > Instant::now())
            || !self.served.is_up()
            || self.people.iter_mut().any(|person| !person.road().is_open())
    }

    /// What the comparison of several pages is about.
    fn facts(&self) -> Vec<String> {
        let facts = |user: User| {
            let page = self.page(user);
            let game = page.and_then(|page| page.game.as_ref());
            let game = game.map(|it| (it.number, it.ply, &it.result, &it.position, &it.chat));
            format!("{:?} {game:?} {:?}", page.map(|page| &page.screen), page.map(|page| &page.lobby))
        };
        self.users().into_iter().map(facts).collect()
    }
}

impl<M: Machine> Driver for Real<M> {
    fn users(&self) -> Vec<User> {
        let windows = |person: usize| {
            let has_second = self.people[person].is_open(1);
            (0..=usize::from(has_second)).map(move |window| User { person, window })
        };
        (0..self.people.len()).flat_map(windows).collect()
    }

    fn page(&self, user: User) -> Option<&Page> {
        self.people.get(user.person)?.page(user.window)
    }

    fn perform(&mut self, step: &Step) -> Result<(), Impossible> {
        match step {
            Step::World(incident) => self.world(incident)?,
            Step::User(user, act) if user.person < self.people.len() => self.act(*user, act)?,
            Step::User(..) => return Err(Impossible),
        }
        self.look_around();
        Ok(())
    }

    fn settle(&mut self) -> bool {
        let deadline = Instant::now() + LONGEST_SETTLING;
        let (mut facts, mut since) = (self.facts(), Instant::now());
        while Instant::now() < deadline {
            self.look_around();
            let now = self.facts();
            if now != facts {
                (facts, since) = (now, Instant::now());
            }
            if since.elapsed() > QUIET {
                return true;
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        false
    }

    fn faults(&mut self) -> Vec<Fault> {
        let is_troubled = self.is_troubled();
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(self.served.faults());
        faults.extend(self.people.iter_mut().flat_map(|person| person.log_faults(is_troubled)));
        faults
    }

    fn server_players(&mut self) -> Option<Vec<PlayerFacts>> {
        let mut players = self.served.players()?;
        // the list for operators does not say which of those who are absent the lobby shows: the clients must
        // agree on them, and the server must know them as absent; a client that is not connected shows its last list
        let users: Vec<User> = self.users().into_iter().filter(|user| self.is_online(*user)).collect();
        let pages = users.into_iter().filter_map(|user| self.page(user));
        let shown: Vec<&PlayerFacts> = pages.filter_map(|page| page.lobby.as_ref()).flatten().collect();
        players.retain(|player| player.connected || shown.iter().any(|other| other.name == player.name));
        Some(players)
    }

    fn is_online(&mut self, user: User) -> bool {
        let is_joined = self.page(user).is_some_and(|page| {
            let is_local = page.game.as_ref().is_some_and(|game| game.local);
            let is_waiting = page.widgets.iter().any(|widget| widget.id.starts_with("connection."));
            ["lobby", "table", "watch"].contains(&page.screen.as_str()) && !is_local && !is_waiting
        });
        // they may be at another server of this machine, such as one that a window has started
        let is_here = self.people[user.person].road().is_used();
        // what follows trouble may still be under way
        is_joined
            && is_here
            && self.served.is_up()
            && self.troubled.is_none_or(|until| until < Instant::now())
    }

    fn server(&self, person: usize) -> [String; 2] {
        self.people[person].server().unwrap_or_else(|| SERVER.map(str::to_owned))
    }

    fn save_pictures(&mut self, name: &str, failure: &Failure) {
        // an episode takes minutes, and the report comes after it
        let text = run::folder().join(format!("{name}.txt"));
        fs::write(text, failure.report()).expect("a report can be saved");
        for User { person, window } in self.users() {
            let path = run::folder().join(format!("{name}-{}-{window}.png", NAMES[person]));
            self.people[person].save_picture(window, &path);
        }
    }

    fn add_coverage(&mut self, coverage: &mut Coverage) {
        let Tally { actions, requests, seats, .. } = &mut self.taken;
        for _ in 0..std::mem::take(seats) {
            coverage.judge("a seat after a start");
        }
        for (from, to) in [(actions, &mut coverage.actions), (requests, &mut coverage.requests)] {
            for (name, count) in std::mem::take(from) {
                *to.entry(name).or_default() += count;
            }
        }
    }
}

#[test]
fn what_programs_do_is_counted_once_also_after_a_start() {
    let bo = User::of(0);
    let facts = |counts: &[(&str, u64)]| TakenFacts {
        actions: counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
        requests: BTreeMap::new(),
    };
    let mut tally = Tally::default();
    tally.see(bo, &facts(&[("Back", 2)]));
    tally.see(bo, &facts(&[("Back", 2), ("Help.Open", 1)]));
    assert_eq!(tally.actions, facts(&[("Back", 2), ("Help.Open", 1)]).actions);
    tally.see(bo, &facts(&[("Back", 1)]));
    assert_eq!(tally.actions, facts(&[("Back", 3), ("Help.Open", 1)]).actions);
}
