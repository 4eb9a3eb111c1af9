//! The simulated machines, the network between them, and the faults.

use super::client::{SimulatedClient, run};
use super::disk::{Disk, Shared};
use super::server::{HOST, serve};
use crate::simulation::conditions::{Conditions, Fault};
use crate::simulation::kind;
use crate::simulation::random::Random;
use crate::simulation::system::{START_MS, ScheduledKill};
use chuhe_model::connection::link::Status;
use chuhe_protocol::{GameId, Seq};
use chuhe_rules::Outcome;
use chuhe_rules::clock::Timestamp;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;
use turmoil::{Builder, Sim};

/// The length of a step; in each step the machines run one after the other.
pub(super) const STEP_MS: u64 = 10;
/// How many writes may be in flight on a connection.
const SEGMENTS: usize = 16;
/// A time limit that is longer than any run.
const NO_LIMIT: Duration = Duration::from_secs(1 << 30);
/// How many times shorter the fault phase is than in the simulation of the hub, which is faster.
const FAULT_PHASE_DIVISOR: u64 = 6;

/// All machines of a run.
pub(super) struct World {
    sim: Sim<'static>,
    pub(super) disk: Disk,
    random: Random,
    pub(super) conditions: Conditions,
    clients: Vec<Rc<RefCell<SimulatedClient>>>,
    /// When the network between each client and the server is repaired.
    impaired_until: Vec<Option<Timestamp>>,
    fault_at: Timestamp,
    /// When the server's machine restarts it.
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
            .simulation_duration(NO_LIMIT)
            .tick_duration(Duration::from_millis(STEP_MS))
            .min_message_latency(Duration::from_millis(conditions.latency.0))
            .max_message_latency(Duration::from_millis(conditions.latency.1))
            .tcp_capacity(SEGMENTS)
            .enable_random_order()
            .build();
        let server_random = RefCell::new(Random::new(seed + 1));
        let at_server = disk.clone();
        sim.host(HOST, move || {
            let mut random = server_random.borrow_mut();
            serve(at_server.clone(), &mut random)
        });
        let mut clients = Vec::new();
        for number in 0..conditions.users {
            let seed = random.below(u64::MAX);
            let client = SimulatedClient::new(
                number,
                disk.clone(),
                seed,
                conditions.action_interval,
                conditions.users,
            );
            let client = Rc::new(RefCell::new(client));
            let running = Rc::clone(&client);
            sim.host(name(number), move || run(Rc::clone(&running)));
            clients.push(client);
        }
        let impaired_until = vec![None; clients.len()];
        let fault_at = Timestamp::from_ms(START_MS);
        let (start_at, faults_on, steps) = (None, true, 0);
        Self { sim, disk, random, conditions, clients, impaired_until, fault_at, start_at, faults_on, steps }
    }

    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_ms(
            START_MS
                + u64::try_from(self.sim.elapsed().as_millis())
                    .expect("a run is short enough for u64 milliseconds"),
        )
    }

    /// Returns how long faults are injected.
    pub(super) const fn fault_phase_ms(&self) -> u64 {
        self.conditions.fault_phase_ms / FAULT_PHASE_DIVISOR
    }

    /// Runs until a condition holds; panics after `most_ms`.
    pub(super) fn run_until(&mut self, most_ms: u64, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let end = self.now().plus_ms(most_ms);
        while !holds(self) {
            assert!(self.now() < end, "timeout after {most_ms} ms: {what}");
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
        if let Some(failure) = self.disk.with(|shared| shared.failure.take()) {
            panic!("{failure}");
        }
        let now = self.now();
        if self.start_at.take_if(|at| *at <= now).is_some() {
            self.sim.bounce(HOST);
        } else if self.disk.with(|shared| shared.dead_since.is_some()) && self.start_at.is_none() {
            self.kill();
        } else if !self.sim.is_host_running(HOST) && self.start_at.is_none() {
            self.start_at = Some(now.plus_ms(self.random.below(20_000)));
        }
        for number in 0..self.clients.len() {
            if self.impaired_until[number].take_if(|until| *until <= now).is_some() {
                self.sim.release(name(number), HOST);
            }
        }
        if self.faults_on && self.fault_at <= now {
            self.fault_at = now.plus_ms(self.conditions.fault_interval.sample(&mut self.random));
            self.inject_fault();
        }
    }

    /// Kills the server's process, or its whole machine, which then resets no connection.
    fn kill(&mut self) {
        if !self.sim.is_host_running(HOST) && self.start_at.is_some() {
            return;
        }
        let now = self.now();
        // the seed does not determine the order in which its connections end, so no random choice may
        // depend on that order, and the network is held meanwhile
        let with_machine = self.random.one_in(2);
        self.for_each_client(
            |sim, name| if with_machine { sim.partition(name, HOST) } else { sim.hold(name, HOST) },
        );
        self.disk.with(|shared| {
            shared.kill_server(now);
            shared.seen.insert("Kill".into());
        });
        self.sim.crash(HOST);
        self.restore_network();
        let down_ms = self.random.weighted(&[(4, 500), (3, 5_000), (1, 40_000)]);
        self.start_at = Some(now.plus_ms(self.random.below(down_ms)));
    }

    fn restore_network(&mut self) {
        self.for_each_client(|sim, name| sim.release(name, HOST));
        self.impaired_until.fill(None);
    }

    /// Runs `act` for the machine of each client.
    fn for_each_client(&self, act: impl Fn(&Sim<'static>, String)) {
        (0..self.clients.len()).for_each(|number| act(&self.sim, name(number)));
    }

    /// Injects a random fault.
    fn inject_fault(&mut self) {
        let now = self.now();
        let fault = self.random.weighted(&self.conditions.faults);
        self.disk.with(|shared| shared.seen.insert(kind(&fault)));
        let number =
            usize::try_from(self.random.below(self.clients.len() as u64)).expect("a run has few clients");
        match fault {
            Fault::Cut => self.clients[number].borrow_mut().cut(),
            Fault::Blackhole => {
                let up = self.random.one_in(2);
                self.impair(number, 3_000, |sim, name| {
                    if up { sim.partition_oneway(name, HOST) } else { sim.partition_oneway(HOST, name) }
                });
            }
            Fault::Delay => self.impair(number, 15_000, |sim, name| sim.hold(name, HOST)),
            Fault::Unreachable => self.impair(number, 40_000, |sim, name| sim.partition(name, HOST)),
            Fault::SlowReader => {
                self.clients[number].borrow().pause_reading(now.plus_ms(self.random.below(40_000)))
            }
            Fault::MalformedFrame => self.clients[number].borrow().send_malformed(),
            Fault::Kill => self.kill(),
            Fault::KillBeforeCommit => {
                self.disk.with(|shared| shared.scheduled_kill = Some(ScheduledKill::BeforeCommit))
            }
            Fault::KillAfterCommit => {
                self.disk.with(|shared| shared.scheduled_kill = Some(ScheduledKill::AfterCommit))
            }
            Fault::StoreStall => {
                let until = now.plus_ms(self.random.below(12_000));
                self.disk.with(|shared| shared.stalled_until = until);
            }
            Fault::Shutdown => self.disk.with(|shared| shared.stop.notify_one()),
            // a host of the simulated network cannot be stopped without its clock, and these runs have no holidays
            Fault::Standstill | Fault::Holiday => {}
        }
    }

    /// Impairs the network of a client for a random time of at most `most_ms`.
    fn impair(&mut self, number: usize, most_ms: u64, act: impl FnOnce(&Sim<'static>, String)) {
        if self.impaired_until[number].is_none() {
            act(&self.sim, name(number));
            self.impaired_until[number] = Some(self.now().plus_ms(self.random.below(most_ms)));
        }
    }

    /// Ends all faults; none is injected from now on.
    pub(super) fn end_faults(&mut self) {
        self.faults_on = false;
        let now = self.now();
        self.disk.with(|shared| (shared.scheduled_kill, shared.stalled_until) = (None, now));
        self.start_at = self.start_at.map(|_| now);
        self.restore_network();
        for client in &self.clients {
            client.borrow().pause_reading(now);
        }
    }

    /// Makes users only rejoin from now on.
    pub(super) fn stop_users(&mut self) {
        for client in &self.clients {
            client.borrow_mut().settling = true;
        }
    }

    /// Returns all games that have started.
    pub(super) fn games(&self) -> BTreeSet<GameId> {
        self.disk.with(|shared| shared.model.games.keys().copied().collect())
    }

    /// Tests if a game other than these was won or drawn.
    pub(super) fn has_new_result(&self, known: &BTreeSet<GameId>) -> bool {
        let ends = |outcome| matches!(outcome, Some(Outcome::Won { .. } | Outcome::Drawn(_)));
        self.disk.with(|shared| {
            shared.model.games.iter().any(|(id, game)| !known.contains(id) && ends(game.outcome()))
        })
    }

    /// Tests if every client is joined and has all events of its game.
    pub(super) fn is_settled(&self) -> bool {
        self.disk.with(|shared| self.clients.iter().all(|client| is_up_to_date(&client.borrow(), shared)))
    }

    /// Checks everything, once the system is idle.
    pub(super) fn check_all(&self) {
        let delivery_ms = self.conditions.latency.1 + 2 * STEP_MS;
        self.disk.with(|shared| {
            shared.check_all();
            for client in &self.clients {
                client.borrow().user.check_all(&shared.model, self.now(), delivery_ms);
            }
        });
    }
}

/// Tests if a client is joined and has all events of its game.
fn is_up_to_date(client: &SimulatedClient, shared: &Shared) -> bool {
    let Some(app) = &client.user.app else { return false };
    app.sessions().link().status() == Status::Joined
        && app.sessions().table().is_none_or(|table| {
            let record = table.game();
            let model = shared.model.games.get(&record.id());
            table.game().seat().is_none()
                || model.is_none_or(|model| Seq::try_from(model.entries.len()) == Ok(record.next()))
        })
}

fn name(number: usize) -> String {
    format!("p{number}")
}
