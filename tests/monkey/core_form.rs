//! The form of the monkey without windows: apps with real frames of egui, a real hub, and one virtual clock.

#![expect(clippy::wildcard_enum_match_arm, reason = "each part handles its own few variants")]

mod keys;
mod log;
mod machine;
mod person;
mod window;
mod world;

use self::log::{Caught, ErrorLog, catch};
use self::person::Person;
use self::window::Window;
use self::world::World;
use super::coverage::Coverage;
use super::driver::{Driver, Fault, FaultKind, Form, Impossible};
use super::judges;
use super::step::{Act, Incident, Step, User};
use crate::driven::{Page, PlayerFacts};
use chuhe_hub::ConnectionId;
use chuhe_model::drawing::scene::Size;
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::layout::table_layout::least_window;
use chuhe_protocol::Activity;
use chuhe_rules::clock::Timestamp;
use egui::PointerButton::{Primary, Secondary};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a person takes for a step, in milliseconds.
const PACE_MS: u64 = 300;
/// How long everything may take to become quiet, in milliseconds.
const QUIET_WITHIN_MS: u64 = 60_000;
/// How long nothing must have happened for quiet, in milliseconds.
const QUIET_MS: u64 = 500;
/// How long the clients and the server get before that, in milliseconds.
const SETTLE_MS: u64 = 3_000;
/// The most things that may happen at one time of the clock.
const AT_ONCE: u32 = 100_000;

/// The form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreForm;

/// An episode of it.
pub(crate) struct CoreDriver {
    world: World,
    people: Vec<Person>,
    log: ErrorLog,
    faults: Vec<Fault>,
    /// Whether a panic has left everything in any state.
    is_broken: bool,
    /// What the people have typed: not the program's fault if a font lacks it.
    typed: String,
    /// The actions in windows that have ended.
    ended_actions: BTreeMap<String, u64>,
}

impl Form for CoreForm {
    type Driver = CoreDriver;

    const STEPS: usize = 3_000;
    const SHRINK: Duration = Duration::from_secs(60);

    fn name() -> &'static str {
        "core"
    }

    fn start(&self, seed: u64, people: usize) -> CoreDriver {
        let mut driver = CoreDriver {
            world: World::new(seed),
            people: (0..people).map(|number| Person::new(number, seed)).collect(),
            log: ErrorLog::default(),
            faults: Vec::new(),
            is_broken: false,
            typed: String::new(),
            ended_actions: BTreeMap::new(),
        };
        for person in 0..people {
            let opened = driver.guarded(|driver| {
                driver.open(User::of(person), None);
                Ok(())
            });
            opened.expect("a program can be started");
        }
        driver
    }
}

impl Driver for CoreDriver {
    fn users(&self) -> Vec<User> {
        let windows = |person: usize| {
            let has_second = self.people[person].windows[1].is_some();
            (0..=usize::from(has_second)).map(move |window| User { person, window })
        };
        (0..self.people.len()).flat_map(windows).collect()
    }

    fn page(&self, user: User) -> Option<&Page> {
        let person = self.people.get(user.person).filter(|person| !person.is_asleep)?;
        person.windows[user.window].as_ref().map(|window| &window.page)
    }

    fn perform(&mut self, step: &Step) -> Result<(), Impossible> {
        if self.is_broken {
            return Err(Impossible);
        }
        self.guarded(|driver| {
            match step {
                Step::User(user, act) => driver.act(*user, act)?,
                Step::World(incident) => driver.happen(incident),
            }
            driver.advance(PACE_MS);
            driver.refresh();
            Ok(())
        })
    }

    fn settle(&mut self) -> bool {
        let settled = self.guarded(|driver| {
            // what the server gathers, such as changes of presence, is sent within that time
            driver.advance(SETTLE_MS);
            let mut quiet_ms = 0;
            for _ in 0..QUIET_WITHIN_MS / 250 {
                if quiet_ms >= QUIET_MS {
                    driver.windows_mut(|window, world| window.refresh(world));
                    return Ok(());
                }
                driver.advance(250);
                let moves = driver.windows().any(|window| window.is_animating(&driver.world));
                quiet_ms = if moves || driver.world.is_busy() { 0 } else { quiet_ms + 250 };
            }
            let moving = driver.windows().filter(|window| window.is_animating(&driver.world));
            let moving: Vec<&str> = moving.map(|window| window.page.screen.as_str()).collect();
            let what = format!("moving: {moving:?}, under way: {}", driver.world.under_way());
            driver.faults.push(Fault::new(FaultKind::Unrest, "the clients never become quiet", what));
            Err(Impossible)
        });
        settled.is_ok()
    }

    fn faults(&mut self) -> Vec<Fault> {
        let mut faults = std::mem::take(&mut self.faults);
        for (at, line) in self.log.take() {
            faults.push(Fault::new(FaultKind::ErrorLog, at, line));
        }
        for person in &mut self.people {
            faults.extend(person.lost_games());
            for window in person.windows.iter_mut().flatten() {
                faults.append(&mut window.faults);
                if judges::reads_otherwise(&window.page) {
                    self.typed.push_str(&window.page.boxes);
                }
                faults.extend(judges::boxes(&window.page, &self.typed));
            }
        }
        faults
    }

    fn server_players(&mut self) -> Option<Vec<PlayerFacts>> {
        let players = self.world.players()?.into_iter();
        let facts = |player: chuhe_protocol::Player| PlayerFacts {
            name: player.name.as_str().to_owned(),
            game: match player.activity {
                Activity::Playing { game, .. } => Some(game.0),
                Activity::Idle | Activity::AtBoard { .. } => None,
            },
            connected: player.connected,
        };
        Some(players.map(facts).collect())
    }

    fn is_online(&mut self, user: User) -> bool {
        let window = self.people[user.person].windows[user.window].as_ref();
        let connection = window.filter(|window| window.is_joined()).and_then(|window| window.connection);
        self.world.has_server() && connection.is_some_and(|id| self.world.is_whole(id))
    }

    fn add_coverage(&mut self, coverage: &mut Coverage) {
        for window in self.people.iter_mut().flat_map(|person| person.windows.iter_mut().flatten()) {
            add(&mut coverage.actions, std::mem::take(&mut window.taken.actions));
        }
        add(&mut coverage.actions, std::mem::take(&mut self.ended_actions));
        add(&mut coverage.requests, std::mem::take(&mut self.world.requests));
    }
}

fn add(to: &mut BTreeMap<String, u64>, counts: BTreeMap<String, u64>) {
    for (name, count) in counts {
        *to.entry(name).or_default() += count;
    }
}

impl CoreDriver {
    /// Does something that may panic.
    fn guarded(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Impossible>) -> Result<(), Impossible> {
        let log = self.log.clone();
        let result = tracing::subscriber::with_default(log, || catch(|| work(self)));
        result.unwrap_or_else(|Caught { at, message }| {
            self.is_broken = true;
            self.faults.push(Fault::new(FaultKind::Panic, at, message));
            Ok(())
        })
    }

    fn windows(&self) -> impl Iterator<Item = &Window> {
        self.people.iter().flat_map(|person| person.windows.iter().flatten())
    }

    fn windows_mut(&mut self, mut work: impl FnMut(&mut Window, &mut World)) {
        for person in self.people.iter_mut().filter(|person| !person.is_asleep) {
            for window in person.windows.iter_mut().flatten() {
                work(window, &mut self.world);
            }
        }
    }

    fn window(&mut self, user: User) -> Result<&mut Window, Impossible> {
        let person = self.people.get_mut(user.person).filter(|person| !person.is_asleep);
        person.and_then(|person| person.windows[user.window].as_mut()).ok_or(Impossible)
    }

    /// Shows what has changed.
    fn refresh(&mut self) {
        self.windows_mut(|window, world| {
            if window.is_stale {
                window.refresh(world);
            }
        });
        for person in &mut self.people {
            person.remember_link();
        }
    }

    fn open(&mut self, user: User, link: Option<(String, bool)>) {
        let faults = self.people[user.person].open(user.window, link, &mut self.world);
        self.faults.extend(faults);
    }

    /// Lets time pass.
    fn advance(&mut self, ms: u64) {
        let end = self.world.now.plus_ms(ms);
        let mut at_once = 0;
        while let Some(next) = self.next_at().filter(|next| *next <= end) {
            at_once = if next > self.world.now { 0 } else { at_once + 1 };
            assert!(at_once < AT_ONCE, "something happens again and again without time passing");
            self.world.now = self.world.now.max(next);
            self.pump();
        }
        self.world.now = end;
    }

    fn next_at(&self) -> Option<Timestamp> {
        let awake = self.people.iter().filter(|person| !person.is_asleep);
        let windows = awake.flat_map(|person| person.windows.iter().flatten());
        windows.filter_map(Window::next_at).chain(self.world.next_at()).min()
    }

    /// Lets happen what is due now.
    fn pump(&mut self) {
        if let Some((id, event)) = self.world.step() {
            self.arrive(id, event);
        }
        self.world.tick();
        let now = self.world.now;
        self.windows_mut(|window, world| {
            if window.next_at().is_some_and(|at| at <= now) {
                window.tick(world);
            }
        });
        for person in 0..self.people.len() {
            for window in 0..2 {
                if self.people[person].windows[window].as_ref().is_some_and(|window| window.is_over) {
                    self.collect(User { person, window });
                    self.people[person].end(window, &mut self.world);
                }
            }
        }
    }

    /// Passes an event of the network to the window whose connection it is.
    fn arrive(&mut self, id: ConnectionId, event: NetworkEvent) {
        for person in &mut self.people {
            for (number, slot) in person.windows.iter_mut().enumerate() {
                let Some(window) = slot.as_mut().filter(|window| window.connection == Some(id)) else {
                    continue;
                };
                if person.is_asleep {
                    return person.backlog.push((number, event));
                }
                if matches!(event, NetworkEvent::Closed(_) | NetworkEvent::ConnectFailed(_)) {
                    window.connection = None;
                }
                return window.update(Event::Network(event), &mut self.world);
            }
        }
    }

    /// Keeps what a window has found before it ends.
    fn collect(&mut self, user: User) {
        if let Some(window) = &mut self.people[user.person].windows[user.window] {
            self.faults.append(&mut window.faults);
            add(&mut self.ended_actions, std::mem::take(&mut window.taken.actions));
        }
    }
}

impl CoreDriver {
    fn happen(&mut self, incident: &Incident) {
        match incident {
            Incident::KillServer => self.world.kill_server(),
            Incident::StopServer => self.world.stop_server(),
            Incident::StartServer => self.world.start_server(),
            Incident::Wait(ms) => self.advance(*ms),
            // the loop of the episode does it
            Incident::Compare => {}
        }
    }

    fn act(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        if user.person >= self.people.len() {
            return Err(Impossible);
        }
        match act {
            Act::Click(_)
            | Act::ClickSquare(_)
            | Act::SecondaryClickSquare(_)
            | Act::Drag { .. }
            | Act::SecondaryDrag { .. }
            | Act::Scroll(..) => self.point(user, act),
            Act::Type(_) | Act::Paste(_) | Act::Key(_) => self.write(user, act),
            Act::Resize(..) | Act::Rotate => self.resize(user, act),
            Act::DropFile { .. } | Act::OpenLink(_) | Act::OpenLinkOf(_) => self.bring(user, act),
            Act::Back => self.go_back(user),
            Act::OpenSecond | Act::Reload | Act::Close | Act::Crash | Act::Open => self.run(user, act),
            Act::Cut | Act::Heal | Act::Sleep | Act::Wake | Act::SetClock(_) => self.befall(user.person, act),
        }
    }

    /// Uses the mouse or a finger.
    fn point(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        let page = self.page(user).ok_or(Impossible)?;
        let widget = |id: &str| {
            let widget = page.widgets.iter().rev().find(|widget| widget.id == id).ok_or(Impossible)?;
            Ok([widget.x + widget.w / 2, widget.y + widget.h / 2])
        };
        let square = |name: &str| page.squares.get(name).copied().ok_or(Impossible);
        let (from, to, button) = match act {
            Act::Click(id) => (widget(id)?, widget(id)?, Primary),
            Act::ClickSquare(at) => (square(at)?, square(at)?, Primary),
            Act::SecondaryClickSquare(at) => (square(at)?, square(at)?, Secondary),
            Act::Drag { from, to } => (square(from)?, square(to)?, Primary),
            Act::SecondaryDrag { from, to } => (square(from)?, square(to)?, Secondary),
            Act::Scroll(id, lines) => {
                let (at, lines) = (widget(id)?, *lines);
                return self.with_window(user, |window, world| window.scroll(at, lines, world));
            }
            _ => return Err(Impossible),
        };
        self.with_window(user, |window, world| window.drag(from, to, button, world))
    }

    fn with_window(
        &mut self,
        user: User,
        work: impl FnOnce(&mut Window, &mut World),
    ) -> Result<(), Impossible> {
        self.window(user)?;
        let window = self.people[user.person].windows[user.window].as_mut().ok_or(Impossible)?;
        work(window, &mut self.world);
        Ok(())
    }

    /// Uses the keyboard.
    fn write(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        let clipboard = self.window(user)?.clipboard.clone();
        let frames = match act {
            Act::Type(text) => {
                self.typed.push_str(text);
                self::keys::typing(text)
            }
            Act::Paste(text) => {
                self.typed.push_str(text);
                vec![vec![egui::Event::Paste(text.clone())]]
            }
            Act::Key(keys) => vec![self::keys::events(keys, &clipboard).ok_or(Impossible)?],
            _ => return Err(Impossible),
        };
        self.with_window(user, |window, world| {
            for events in frames {
                window.keys(events, world);
            }
        })
    }

    fn resize(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        self.window(user)?;
        let person = &mut self.people[user.person];
        let size = match act {
            Act::Resize(width, height) if !person.has_fingers() => Size::new(*width as f32, *height as f32),
            Act::Rotate => Size::new(person.size().y, person.size().x),
            _ => return Err(Impossible),
        };
        // the window asks for as much as it needs
        let size = size.max(least_window(size));
        person.resize(user.window, size, &mut self.world);
        Ok(())
    }

    /// Brings a file or a link from outside.
    fn bring(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        let link = match act {
            Act::DropFile { name, text } => {
                self.typed.push_str(text);
                let (file, path, bytes) = (name.clone(), name.clone(), text.clone().into_bytes());
                let event = Event::Files(FilesEvent::Game { file, path, bytes });
                return self.with_window(user, |window, world| {
                    window.update(event, world);
                    window.refresh(world);
                });
            }
            Act::OpenLink(link) => link.clone(),
            Act::OpenLinkOf(person) => {
                self.people.get(*person).and_then(|person| person.link.clone()).ok_or(Impossible)?
            }
            _ => return Err(Impossible),
        };
        if self.people[user.person].is_asleep {
            return Err(Impossible);
        }
        if self.people[user.person].windows[user.window].is_none() {
            self.open(user, Some((link, false)));
            return Ok(());
        }
        let follow = Event::Action(chuhe_model::actions::action::Action::Follow(link));
        self.with_window(user, |window, world| window.update(follow, world))
    }

    /// Goes back by the button of a browser or a phone.
    fn go_back(&mut self, user: User) -> Result<(), Impossible> {
        self.window(user)?;
        if !self.people[user.person].has_page() {
            return Err(Impossible);
        }
        let back = Event::Action(chuhe_model::actions::action::Action::Back);
        self.with_window(user, |window, world| window.update(back, world))
    }

    /// Starts and ends the program.
    fn run(&mut self, user: User, act: &Act) -> Result<(), Impossible> {
        let User { person, window } = user;
        if self.people[person].is_asleep {
            return Err(Impossible);
        }
        let runs = self.people[person].windows[window].is_some();
        match act {
            Act::Open if !runs && window == 0 => self.open(user, None),
            Act::OpenSecond if self.people[person].windows[1].is_none() => {
                self.open(User { person, window: 1 }, None);
            }
            Act::Close if runs => {
                self.with_window(user, |window, world| window.update(Event::CloseRequested, world))?;
            }
            Act::Crash if runs => {
                self.collect(user);
                self.people[person].end(window, &mut self.world);
            }
            Act::Reload if runs => {
                let app = &self.window(user)?.app;
                let link = app.route().map(|route| (route.to_string(), true));
                self.collect(user);
                self.people[person].end(window, &mut self.world);
                self.advance(PACE_MS);
                self.open(user, link);
            }
            _ => return Err(Impossible),
        }
        Ok(())
    }

    /// Lets something happen to the machine of a person.
    fn befall(&mut self, number: usize, act: &Act) -> Result<(), Impossible> {
        let person = &mut self.people[number];
        match act {
            Act::Cut if !person.is_cut => {
                person.is_cut = true;
                let noticed = self.world.random.one_in(2);
                for window in person.windows.iter_mut().flatten() {
                    window.is_cut = true;
                    if let Some(id) = window.connection {
                        self.world.cut(id, noticed);
                    }
                }
            }
            Act::Heal if person.is_cut => {
                person.is_cut = false;
                person.windows.iter_mut().flatten().for_each(|window| window.is_cut = false);
            }
            Act::Sleep if !person.is_asleep => {
                person.announce_sleep(true, &mut self.world);
                person.is_asleep = true;
            }
            Act::Wake if person.is_asleep => {
                person.is_asleep = false;
                person.announce_sleep(false, &mut self.world);
                for (window, event) in std::mem::take(&mut person.backlog) {
                    let Some(window) = &mut person.windows[window] else { continue };
                    if matches!(event, NetworkEvent::Closed(_) | NetworkEvent::ConnectFailed(_)) {
                        window.connection = None;
                    }
                    window.update(Event::Network(event), &mut self.world);
                }
            }
            Act::SetClock(seconds) => person.clock_ms += seconds * 1_000,
            _ => return Err(Impossible),
        }
        Ok(())
    }
}

/// The seeds that run with the other tests.
const SEEDS: std::ops::Range<u64> = 1..9;
/// How long they may take.
const SHORT: std::time::Duration = std::time::Duration::from_secs(20);

/// Runs a few episodes, as far as they come in a short time.
#[test]
fn short() {
    super::session::short(&CoreForm, SEEDS, SHORT);
}

/// Runs for as long as `scripts/monkey` says.
#[test]
#[ignore = "scripts/monkey runs it"]
fn long() {
    super::session::long(&CoreForm);
}
