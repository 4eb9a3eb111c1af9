//! The machines and the network between them, and what goes wrong there.

use super::disk::{Disk, Kept};
use super::person::{Person, live};
use super::server::{HOST, serve};
use crate::simulation::dice::Dice;
use crate::simulation::kind;
use crate::simulation::system::{Doom, START_MS};
use crate::simulation::weather::{Fault, Weather};
use chuhe_client::core::link::Status;
use chuhe_protocol::{GameId, Seq};
use chuhe_rules::Outcome;
use chuhe_rules::clock::Timestamp;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;
use turmoil::{Builder, Sim};

/// What the machines do in one step is done one machine after the other.
pub(super) const STEP_MS: u64 = 10;
/// What may be on its way over a connection, in pieces as they were written.
const SEGMENTS: usize = 16;
/// Longer than any run.
const FOR_EVER: Duration = Duration::from_secs(1 << 30);
/// The storm is so much shorter than where nothing but the hub is simulated.
const SHORTER: u64 = 6;

pub(super) struct World {
    sim: Sim<'static>,
    pub(super) disk: Disk,
    dice: Dice,
    pub(super) weather: Weather,
    people: Vec<Rc<RefCell<Person>>>,
    /// Until when each one's line to the server is not what it should be.
    bad_until: Vec<Option<Timestamp>>,
    fault_at: Timestamp,
    /// When the server's machine starts it again.
    start_at: Option<Timestamp>,
    storms: bool,
    pub(super) steps: u64,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let weather = Weather::draw(&mut dice);
        let disk = Disk::new(weather.watch_delay_plies);
        let mut sim = Builder::new()
            .rng_seed(seed)
            .simulation_duration(FOR_EVER)
            .tick_duration(Duration::from_millis(STEP_MS))
            .min_message_latency(Duration::from_millis(weather.wire.0))
            .max_message_latency(Duration::from_millis(weather.wire.1))
            .tcp_capacity(SEGMENTS)
            .enable_random_order()
            .build();
        let lives = RefCell::new(Dice::new(seed + 1));
        let at_server = disk.clone();
        sim.host(HOST, move || {
            let mut dice = lives.borrow_mut();
            serve(at_server.clone(), &mut dice)
        });
        let mut people = Vec::new();
        for number in 0..weather.users {
            let seed = dice.below(u64::MAX);
            let person = Person::new(number, disk.clone(), seed, weather.deed, weather.users);
            let person = Rc::new(RefCell::new(person));
            let lives = Rc::clone(&person);
            sim.host(name(number), move || live(Rc::clone(&lives)));
            people.push(person);
        }
        let bad_until = vec![None; people.len()];
        let fault_at = Timestamp::from_ms(START_MS);
        let (start_at, storms, steps) = (None, true, 0);
        Self { sim, disk, dice, weather, people, bad_until, fault_at, start_at, storms, steps }
    }

    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_ms(START_MS + u64::try_from(self.sim.elapsed().as_millis()).expect("a short time"))
    }

    /// How long things go wrong.
    pub(super) const fn storm_ms(&self) -> u64 {
        self.weather.storm_ms / SHORTER
    }

    /// Lets time pass until something is so.
    pub(super) fn run_until(&mut self, most_ms: u64, what: &str, mut is_so: impl FnMut(&Self) -> bool) {
        let end = self.now().plus_ms(most_ms);
        while !is_so(self) {
            assert!(self.now() < end, "in {most_ms} ms it never comes about: {what}");
            self.step();
        }
    }

    pub(super) fn run_for(&mut self, ms: u64) {
        let end = self.now().plus_ms(ms);
        while self.now() < end {
            self.step();
        }
    }

    fn step(&mut self) {
        self.steps += 1;
        if let Err(error) = self.sim.step() {
            panic!("{error}");
        }
        if let Some(wrong) = self.disk.with(|kept| kept.wrong.take()) {
            panic!("{wrong}");
        }
        let now = self.now();
        if self.start_at.take_if(|at| *at <= now).is_some() {
            self.sim.bounce(HOST);
        } else if self.disk.with(|kept| kept.dead_since.is_some()) && self.start_at.is_none() {
            self.kill();
        } else if !self.sim.is_host_running(HOST) && self.start_at.is_none() {
            self.start_at = Some(now.plus_ms(self.dice.below(20_000)));
        }
        for number in 0..self.people.len() {
            if self.bad_until[number].take_if(|until| *until <= now).is_some() {
                self.sim.release(name(number), HOST);
            }
        }
        if self.storms && self.fault_at <= now {
            self.fault_at = now.plus_ms(self.weather.fault.draw(&mut self.dice));
            self.fault();
        }
    }

    /// The server is killed: its process alone, or with its machine, which then
    /// tells nobody.
    fn kill(&mut self) {
        if !self.sim.is_host_running(HOST) && self.start_at.is_some() {
            return;
        }
        let now = self.now();
        // in which order its connections end is not in the seed; so no chance may
        // depend on it, and the network stands still meanwhile
        let with_machine = self.dice.one_in(2);
        self.everyone(
            |sim, name| if with_machine { sim.partition(name, HOST) } else { sim.hold(name, HOST) },
        );
        self.disk.with(|kept| {
            kept.die(now);
            kept.seen.insert("Kill".into());
        });
        self.sim.crash(HOST);
        self.clear_lines();
        let down_ms = self.dice.weighed(&[(4, 500), (3, 5_000), (1, 40_000)]);
        self.start_at = Some(now.plus_ms(self.dice.below(down_ms)));
    }

    fn clear_lines(&mut self) {
        self.everyone(|sim, name| sim.release(name, HOST));
        self.bad_until.fill(None);
    }

    fn everyone(&self, act: impl Fn(&Sim<'static>, String)) {
        (0..self.people.len()).for_each(|number| act(&self.sim, name(number)));
    }

    fn fault(&mut self) {
        let now = self.now();
        let fault = self.dice.weighed(&self.weather.faults);
        self.disk.with(|kept| kept.seen.insert(kind(&fault)));
        let number = usize::try_from(self.dice.below(self.people.len() as u64)).expect("few");
        match fault {
            Fault::Cut => self.people[number].borrow_mut().cut(),
            Fault::Mute => {
                let up = self.dice.one_in(2);
                self.spoil(number, 3_000, |sim, name| {
                    if up { sim.partition_oneway(name, HOST) } else { sim.partition_oneway(HOST, name) }
                });
            }
            Fault::HoldUp => self.spoil(number, 15_000, |sim, name| sim.hold(name, HOST)),
            Fault::Unreachable => self.spoil(number, 40_000, |sim, name| sim.partition(name, HOST)),
            Fault::Stalled => self.people[number].borrow().is_deaf(now.plus_ms(self.dice.below(40_000))),
            Fault::Broken => self.people[number].borrow().babble(),
            Fault::Kill => self.kill(),
            Fault::KillBeforeCommit => self.disk.with(|kept| kept.doom = Some(Doom::BeforeCommit)),
            Fault::KillAfterCommit => self.disk.with(|kept| kept.doom = Some(Doom::AfterCommit)),
            Fault::StoreStall => {
                let until = now.plus_ms(self.dice.below(12_000));
                self.disk.with(|kept| kept.stalled_until = until);
            }
            Fault::Shutdown => self.disk.with(|kept| kept.stop.notify_one()),
        }
    }

    /// Something befalls the line of this one, for a while at most so long.
    fn spoil(&mut self, number: usize, most_ms: u64, act: impl FnOnce(&Sim<'static>, String)) {
        if self.bad_until[number].is_none() {
            act(&self.sim, name(number));
            self.bad_until[number] = Some(self.now().plus_ms(self.dice.below(most_ms)));
        }
    }

    /// From now on nothing goes wrong any more.
    pub(super) fn clear_up(&mut self) {
        self.storms = false;
        let now = self.now();
        self.disk.with(|kept| (kept.doom, kept.stalled_until) = (None, now));
        self.start_at = self.start_at.map(|_| now);
        self.clear_lines();
        for person in &self.people {
            person.borrow().is_deaf(now);
        }
    }

    /// From now on people only see to it that they are joined.
    pub(super) fn calm_down(&mut self) {
        for person in &self.people {
            person.borrow_mut().calm = true;
        }
    }

    /// The games that are over, and how.
    pub(super) fn games(&self) -> BTreeSet<GameId> {
        self.disk.with(|kept| kept.truth.games.keys().copied().collect())
    }

    /// Whether a game that is none of these was won or drawn.
    pub(super) fn has_ended_but(&self, known: &BTreeSet<GameId>) -> bool {
        let ends = |outcome| matches!(outcome, Some(Outcome::Won { .. } | Outcome::Drawn(_)));
        self.disk.with(|kept| {
            kept.truth.games.iter().any(|(id, game)| !known.contains(id) && ends(game.outcome()))
        })
    }

    /// Whether everyone is there, and knows all of the game at his board.
    pub(super) fn is_settled(&self) -> bool {
        self.disk.with(|kept| self.people.iter().all(|person| knows_all(&person.borrow(), kept)))
    }

    /// All is quiet: everyone knows all.
    pub(super) fn check_all(&self) {
        let told_in_ms = self.weather.wire.1 + 2 * STEP_MS;
        self.disk.with(|kept| {
            kept.check_all();
            for person in &self.people {
                person.borrow().user.check_all(&kept.truth, self.now(), told_in_ms);
            }
        });
    }
}

fn knows_all(person: &Person, kept: &Kept) -> bool {
    let Some(app) = &person.user.app else { return false };
    app.link().status() == Status::Joined
        && app.table().is_none_or(|table| {
            let record = table.game();
            let kept = kept.truth.games.get(&record.id());
            table.seat().is_none()
                || kept.is_none_or(|kept| Seq::try_from(kept.entries.len()) == Ok(record.next()))
        })
}

fn name(number: usize) -> String {
    format!("p{number}")
}
