//! The simulated system: users with their apps, a network, a server and its disk.
//!
//! All share one virtual clock and handle one event at a time.

use super::conditions::{Conditions, MsRange};
use super::model::{Model, Recipient};
use super::network::{Direction, Network};
use super::output_checker::OutputChecker;
use super::random::Random;
use super::server::Server;
use super::user::User;
use chuhe_hub::{Answer, ConnectionId, Input, QueryId};
use chuhe_model::exchange::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_protocol::{Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_store::{Batch, Memory};
use std::collections::{BTreeMap, BTreeSet};

/// Steps between two checks of the hub's invariants.
const STEPS_PER_CHECK: u64 = 100;
/// One run in so many has users who leave their games.
const LEAVERS: u64 = 10;
/// The virtual time at which a run begins, in milliseconds.
pub(super) const START_MS: u64 = 1_000_000;

/// A scheduled event.
#[derive(Debug)]
pub(super) enum SimEvent {
    // at the server
    Opened { id: ConnectionId },
    ToServer { id: ConnectionId, bytes: Vec<u8> },
    Hangup { id: ConnectionId },
    // at an app
    Welcomed { id: ConnectionId },
    Failed { id: ConnectionId, how: ConnectFailure },
    ToClient { id: ConnectionId, bytes: Vec<u8> },
    Closed { id: ConnectionId, how: Closed },
    // at the server, unless it was restarted since
    Commit { generation: u64 },
    Committed { generation: u64, batch: Option<Batch>, recovered: bool },
    Answered { generation: u64, id: QueryId, answer: Answer },
    // from users and from outside
    UserAction { user: usize },
    Fault,
    Start,
    Continued,
}

impl SimEvent {
    /// Whether the server's process handles the event.
    const fn is_at_server(&self) -> bool {
        matches!(
            self,
            Self::Opened { .. }
                | Self::ToServer { .. }
                | Self::Hangup { .. }
                | Self::Commit { .. }
                | Self::Committed { .. }
                | Self::Answered { .. }
        )
    }
}

/// When the server is killed, relative to its next commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScheduledKill {
    BeforeCommit,
    AfterCommit,
}

/// The simulated system.
pub(super) struct System {
    pub(super) now: Timestamp,
    pub(super) random: Random,
    pub(super) conditions: Conditions,
    pub(super) steps: u64,
    queue: BTreeMap<(Timestamp, u64), SimEvent>,
    /// Orders events that are due at the same time.
    number: u64,
    pub(super) users: Vec<User>,
    pub(super) network: Network,
    pub(super) disk: Memory,
    pub(super) server: Option<Server>,
    /// Counts the starts and ends of the server.
    pub(super) generation: u64,
    /// How late the server handles its next timeout.
    late_ms: u64,
    /// When the server last stopped serving.
    pub(super) down_since: Timestamp,
    pub(super) model: Model,
    pub(super) checker: OutputChecker,
    /// The recipient at the client's end of each connection.
    pub(super) recipients: BTreeMap<ConnectionId, Recipient>,
    /// When commits succeed again.
    pub(super) stalled_until: Timestamp,
    /// When the server's process was stopped, if it is, and what it handles when it continues.
    pub(super) stood_still_since: Option<Timestamp>,
    pub(super) held: Vec<SimEvent>,
    /// When the writer commits next.
    pub(super) commit_at: Option<Timestamp>,
    /// When the hub receives the report of the last commit.
    pub(super) reported_at: Timestamp,
    pub(super) scheduled_kill: Option<ScheduledKill>,
    /// Until when nobody does anything.
    pub(super) holiday_until: Timestamp,
    /// How long all holidays have lasted.
    pub(super) holidays_ms: u64,
    /// Whether the faults have ended.
    pub(super) settling: bool,
    /// The kinds of events, faults and refusals that have occurred.
    pub(super) seen: BTreeSet<String>,
}

impl System {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let has_leavers = random.one_in(LEAVERS);
        let conditions =
            if has_leavers { Conditions::with_leavers(&mut random) } else { Conditions::sample(&mut random) };
        let mut system = Self {
            now: Timestamp::from_ms(START_MS),
            random,
            conditions,
            steps: 0,
            queue: BTreeMap::new(),
            number: 0,
            users: (0..conditions.users).map(|user| User::new(user, conditions.habit(user))).collect(),
            network: Network::default(),
            disk: Memory::new(),
            server: None,
            generation: 0,
            late_ms: 0,
            down_since: Timestamp::from_ms(START_MS),
            model: Model::new(),
            checker: OutputChecker::default(),
            recipients: BTreeMap::new(),
            stalled_until: Timestamp::default(),
            stood_still_since: None,
            held: Vec::new(),
            commit_at: None,
            reported_at: Timestamp::default(),
            scheduled_kill: None,
            holiday_until: Timestamp::default(),
            holidays_ms: 0,
            settling: false,
            seen: BTreeSet::new(),
        };
        system.start_server();
        for user in 0..conditions.users {
            system.schedule_within(conditions.action_interval, SimEvent::UserAction { user });
        }
        system.schedule_within(conditions.fault_interval, SimEvent::Fault);
        system
    }

    /// Schedules an event after a delay.
    pub(super) fn schedule_in(&mut self, ms: u64, what: SimEvent) {
        self.schedule_at(self.now.plus_ms(ms), what);
    }

    /// Schedules an event after a random delay.
    pub(super) fn schedule_within(&mut self, span: MsRange, what: SimEvent) {
        let ms = span.sample(&mut self.random);
        self.schedule_in(ms, what);
    }

    /// Schedules an event, but not before now.
    pub(super) fn schedule_at(&mut self, at: Timestamp, what: SimEvent) {
        self.number += 1;
        self.queue.insert((at.max(self.now), self.number), what);
    }

    /// Runs all steps until the users have had faults for this long, holidays apart.
    pub(super) fn run_faults(&mut self, phase_ms: u64) {
        let begun = self.now;
        loop {
            let end = begun.plus_ms(phase_ms + self.holidays_ms);
            if self.now >= end {
                return;
            }
            self.run_until(end);
        }
    }

    /// Runs all steps up to a time.
    pub(super) fn run_until(&mut self, end: Timestamp) {
        while self.step(end) {}
    }

    /// Handles the next event, if one is due by `end`. Returns whether one was.
    pub(super) fn step(&mut self, end: Timestamp) -> bool {
        let queued = self.queue.first_key_value().map(|((at, _), _)| *at);
        let hub = self.server.as_ref().and_then(|server| server.hub.poll_timeout());
        let hub = hub.map(|at| at.plus_ms(self.late_ms)).filter(|_| self.stood_still_since.is_none());
        let user = (0..self.users.len()).filter_map(|user| Some((self.users[user].tick_at?, user))).min();
        let next = queued.into_iter().chain(hub).chain(user.map(|(at, _)| at)).min();
        let Some(next) = next.filter(|&next| next <= end) else {
            self.now = end;
            return false;
        };
        self.now = self.now.max(next);
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_CHECK)
            && let Some(server) = &self.server
        {
            server.hub.check_invariants();
            let live = server
                .hub
                .operators()
                .players()
                .filter(|player| player.seeking.as_ref().is_some_and(|it| it.live));
            self.model.fair_play.check_searching(live.map(|player| player.id), self.now);
        }
        if queued.is_some_and(|at| at <= self.now) {
            let (_, what) = self.queue.pop_first().expect("the queue has an event");
            self.handle(what);
        } else if hub.is_some_and(|at| at <= self.now) {
            self.late_ms = self.conditions.timer_delay.sample(&mut self.random);
            self.handle_input(Input::Tick);
        } else if let Some((_, user)) = user {
            self.update_app(user, Event::Tick);
        }
        true
    }

    /// Tests if no message is in flight.
    pub(super) fn is_idle(&self) -> bool {
        // the last fault may be hours away, and does nothing then
        let idle = |what: &SimEvent| {
            matches!(what, SimEvent::UserAction { .. } | SimEvent::Commit { .. } | SimEvent::Fault)
        };
        let runs = self.stood_still_since.is_none();
        runs && self.server.as_ref().is_some_and(Server::is_idle) && self.queue.values().all(idle)
    }

    pub(super) fn handle(&mut self, what: SimEvent) {
        if self.stood_still_since.is_some() && what.is_at_server() {
            return self.held.push(what);
        }
        match what {
            SimEvent::Continued => self.continued(),
            SimEvent::Opened { id } => self.opened(id),
            SimEvent::ToServer { id, bytes } => {
                if self.network.is_delivered(id, Direction::ToServer) {
                    let request: Request = wire::decode(&bytes).expect("an app sends valid requests");
                    self.handle_input(Input::Received(id, request));
                }
            }
            SimEvent::Hangup { id } => {
                if self.network.close_at_server(id) {
                    self.handle_input(Input::Disconnected(id));
                }
            }
            SimEvent::Welcomed { id } => self.arrived(id, NetworkEvent::Connected),
            SimEvent::Failed { id, how } => {
                if let Some(user) = self.user_of(id) {
                    self.users[user].connection = None;
                    self.update_app(user, Event::Network(NetworkEvent::ConnectFailed(how)));
                }
            }
            SimEvent::ToClient { id, bytes } => {
                let message: ServerMessage = wire::decode(&bytes).expect("the hub sends valid messages");
                self.arrived(id, NetworkEvent::Received(Box::new(message)));
            }
            SimEvent::Closed { id, how } => {
                if let Some(user) = self.user_of(id) {
                    self.users[user].connection = None;
                    self.update_app(user, Event::Network(NetworkEvent::Closed(how)));
                }
            }
            SimEvent::Commit { generation } if generation == self.generation => self.commit(),
            SimEvent::Committed { generation, batch, recovered } if generation == self.generation => {
                self.committed(batch, recovered);
            }
            SimEvent::Answered { generation, id, answer } if generation == self.generation => {
                self.handle_input(Input::Answered(id, answer));
            }
            // meant for a server that has ended
            SimEvent::Commit { .. } | SimEvent::Committed { .. } | SimEvent::Answered { .. } => {}
            SimEvent::UserAction { user } => self.run_user_action(user),
            SimEvent::Fault => {
                if !self.settling {
                    self.inject_fault();
                    self.schedule_within(self.conditions.fault_interval, SimEvent::Fault);
                }
            }
            SimEvent::Start => {
                if self.server.is_none() {
                    self.start_server();
                }
            }
        }
    }
}
