//! The machines and the network between them, and what goes wrong there.

use super::client::{SimulatedClient, live};
use super::disk::{Disk, Shared};
use super::server::{HOST, serve};
use crate::simulation::conditions::{Conditions, Fault};
use crate::simulation::kind;
use crate::simulation::random::Random;
use crate::simulation::system::{START_MS, ScheduledKill};
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
/// What may be on its direction over a connection, in pieces as they were written.
const SEGMENTS: usize = 16;
/// Longer than any run.
const FOR_EVER: Duration = Duration::from_secs(1 << 30);
/// The storm is so much shorter than where nothing but the hub is simulated.
const FAULT_PHASE_DIVISOR: u64 = 6;

pub(super) struct World {
    sim: Sim<'static>,
    pub(super) disk: Disk,
    random: Random,
    pub(super) conditions: Conditions,
    people: Vec<Rc<RefCell<SimulatedClient>>>,
    /// Until when each one's line to the server is not what it should be.
    bad_until: Vec<Option<Timestamp>>,
    fault_at: Timestamp,
    /// When the server's machine starts it again.
    start_at: Option<Timestamp>,
    faults_on: bool,
    pub(super) steps: u64,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let conditions = Conditions::sample(&mut random);
        let disk = Disk::new(conditions.watch_delay_plies);
        let mut sim = Builder::new()
            .rng_seed(seed)
            .simulation_duration(FOR_EVER)
            .tick_duration(Duration::from_millis(STEP_MS))
            .min_message_latency(Duration::from_millis(conditions.latency.0))
            .max_message_latency(Duration::from_millis(conditions.latency.1))
            .tcp_capacity(SEGMENTS)
            .enable_random_order()
            .build();
        let lives = RefCell::new(Random::new(seed + 1));
        let at_server = disk.clone();
        sim.host(HOST, move || {
            let mut random = lives.borrow_mut();
            serve(at_server.clone(), &mut random)
        });
        let mut people = Vec::new();
        for number in 0..conditions.users {
            let seed = random.below(u64::MAX);
            let person = SimulatedClient::new(
                number,
                disk.clone(),
                seed,
                conditions.action_interval,
                conditions.users,
            );
            let person = Rc::new(RefCell::new(person));
            let lives = Rc::clone(&person);
            sim.host(name(number), move || live(Rc::clone(&lives)));
            people.push(person);
        }
        let bad_until = vec![None; people.len()];
        let fault_at = Timestamp::from_ms(START_MS);
        let (start_at, faults_on, steps) = (None, true, 0);
        Self { sim, disk, random, conditions, people, bad_until, fault_at, start_at, faults_on, steps }
    }

    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_ms(START_MS + u64::try_from(self.sim.elapsed().as_millis()).expect("a short time"))
    }

    /// How long things go wrong.
    pub(super) const fn fault_phase_ms(&self) -> u64 {
        self.conditions.fault_phase_ms / FAULT_PHASE_DIVISOR
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
            self.start_at = Some(now.plus_ms(self.random.below(20_000)));
        }
        for number in 0..self.people.len() {
            if self.bad_until[number].take_if(|until| *until <= now).is_some() {
                self.sim.release(name(number), HOST);
            }
        }
        if self.faults_on && self.fault_at <= now {
            self.fault_at = now.plus_ms(self.conditions.fault_interval.sample(&mut self.random));
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
        let with_machine = self.random.one_in(2);
        self.everyone(
            |sim, name| if with_machine { sim.partition(name, HOST) } else { sim.hold(name, HOST) },
        );
        self.disk.with(|kept| {
            kept.die(now);
            kept.seen.insert("Kill".into());
        });
        self.sim.crash(HOST);
        self.restore_network();
        let down_ms = self.random.weighted(&[(4, 500), (3, 5_000), (1, 40_000)]);
        self.start_at = Some(now.plus_ms(self.random.below(down_ms)));
    }

    fn restore_network(&mut self) {
        self.everyone(|sim, name| sim.release(name, HOST));
        self.bad_until.fill(None);
    }

    fn everyone(&self, act: impl Fn(&Sim<'static>, String)) {
        (0..self.people.len()).for_each(|number| act(&self.sim, name(number)));
    }

    fn fault(&mut self) {
        let now = self.now();
        let fault = self.random.weighted(&self.conditions.faults);
        self.disk.with(|kept| kept.seen.insert(kind(&fault)));
        let number = usize::try_from(self.random.below(self.people.len() as u64)).expect("few");
        match fault {
            Fault::Cut => self.people[number].borrow_mut().cut(),
            Fault::Blackhole => {
                let up = self.random.one_in(2);
                self.spoil(number, 3_000, |sim, name| {
                    if up { sim.partition_oneway(name, HOST) } else { sim.partition_oneway(HOST, name) }
                });
            }
            Fault::Delay => self.spoil(number, 15_000, |sim, name| sim.hold(name, HOST)),
            Fault::Unreachable => self.spoil(number, 40_000, |sim, name| sim.partition(name, HOST)),
            Fault::SlowReader => {
                self.people[number].borrow().pause_reading(now.plus_ms(self.random.below(40_000)))
            }
            Fault::MalformedFrame => self.people[number].borrow().send_malformed(),
            Fault::Kill => self.kill(),
            Fault::KillBeforeCommit => {
                self.disk.with(|kept| kept.scheduled_kill = Some(ScheduledKill::BeforeCommit))
            }
            Fault::KillAfterCommit => {
                self.disk.with(|kept| kept.scheduled_kill = Some(ScheduledKill::AfterCommit))
            }
            Fault::StoreStall => {
                let until = now.plus_ms(self.random.below(12_000));
                self.disk.with(|kept| kept.stalled_until = until);
            }
            Fault::Shutdown => self.disk.with(|kept| kept.stop.notify_one()),
        }
    }

    /// Something befalls the line of this one, for a while at most so long.
    fn spoil(&mut self, number: usize, most_ms: u64, act: impl FnOnce(&Sim<'static>, String)) {
        if self.bad_until[number].is_none() {
            act(&self.sim, name(number));
            self.bad_until[number] = Some(self.now().plus_ms(self.random.below(most_ms)));
        }
    }

    /// From now on nothing goes wrong any more.
    pub(super) fn clear_up(&mut self) {
        self.faults_on = false;
        let now = self.now();
        self.disk.with(|kept| (kept.scheduled_kill, kept.stalled_until) = (None, now));
        self.start_at = self.start_at.map(|_| now);
        self.restore_network();
        for person in &self.people {
            person.borrow().pause_reading(now);
        }
    }

    /// From now on people only see to it that they are joined.
    pub(super) fn end_faults(&mut self) {
        for person in &self.people {
            person.borrow_mut().settling = true;
        }
    }

    /// The games that are over, and how.
    pub(super) fn games(&self) -> BTreeSet<GameId> {
        self.disk.with(|kept| kept.model.games.keys().copied().collect())
    }

    /// Whether a game that is none of these was won or drawn.
    pub(super) fn has_ended_but(&self, known: &BTreeSet<GameId>) -> bool {
        let ends = |outcome| matches!(outcome, Some(Outcome::Won { .. } | Outcome::Drawn(_)));
        self.disk.with(|kept| {
            kept.model.games.iter().any(|(id, game)| !known.contains(id) && ends(game.outcome()))
        })
    }

    /// Whether everyone is there, and knows all of the game at his board.
    pub(super) fn is_settled(&self) -> bool {
        self.disk.with(|kept| self.people.iter().all(|person| knows_all(&person.borrow(), kept)))
    }

    /// All is quiet: everyone knows all.
    pub(super) fn check_all(&self) {
        let delivery_ms = self.conditions.latency.1 + 2 * STEP_MS;
        self.disk.with(|kept| {
            kept.check_all();
            for person in &self.people {
                person.borrow().user.check_all(&kept.model, self.now(), delivery_ms);
            }
        });
    }
}

fn knows_all(person: &SimulatedClient, kept: &Shared) -> bool {
    let Some(app) = &person.user.app else { return false };
    app.link().status() == Status::Joined
        && app.table().is_none_or(|table| {
            let record = table.game();
            let kept = kept.model.games.get(&record.id());
            table.seat().is_none()
                || kept.is_none_or(|kept| Seq::try_from(kept.entries.len()) == Ok(record.next()))
        })
}

fn name(number: usize) -> String {
    format!("p{number}")
}
