//! The whole system under one virtual clock: users with their programs, wires,
//! a server and its disk. One thing happens at a time, and after each the parts
//! are compared with what is committed.

use super::conditions::{Conditions, MsRange};
use super::model::{Model, Recipient};
use super::network::{Direction, Network};
use super::output_checker::OutputChecker;
use super::random::Random;
use super::server::Server;
use super::user::User;
use chuhe_client::core::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_hub::{Answer, ConnectionId, Input, QueryId};
use chuhe_protocol::{Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_server::store::{Batch, Memory};
use std::collections::{BTreeMap, BTreeSet};

/// The hub is looked through once in so many steps.
const STEPS_PER_CHECK: u64 = 100;
/// When a run begins.
pub(super) const START_MS: u64 = 1_000_000;

/// Something that is to happen.
#[derive(Debug)]
pub(super) enum SimEvent {
    // at the server
    Opened { id: ConnectionId },
    ToServer { id: ConnectionId, bytes: Vec<u8> },
    Hangup { id: ConnectionId },
    // at a program
    Welcomed { id: ConnectionId },
    Failed { id: ConnectionId, how: ConnectFailure },
    ToClient { id: ConnectionId, bytes: Vec<u8> },
    Closed { id: ConnectionId, how: Closed },
    // in the server of this generation
    Commit { generation: u64 },
    Committed { generation: u64, batch: Option<Batch>, recovered: bool },
    Answered { generation: u64, id: QueryId, answer: Answer },
    // by a user, or by nobody
    UserAction { user: usize },
    Fault,
    Start,
}

/// When the server is to be killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScheduledKill {
    BeforeCommit,
    AfterCommit,
}

pub(super) struct System {
    pub(super) now: Timestamp,
    pub(super) random: Random,
    pub(super) conditions: Conditions,
    pub(super) steps: u64,
    queue: BTreeMap<(Timestamp, u64), SimEvent>,
    number: u64,
    pub(super) users: Vec<User>,
    pub(super) network: Network,
    pub(super) disk: Memory,
    pub(super) server: Option<Server>,
    pub(super) generation: u64,
    /// How late the server comes to what is due next.
    late_ms: u64,
    /// Since when nobody serves, or served before games went on.
    pub(super) down_since: Timestamp,
    pub(super) model: Model,
    pub(super) checker: OutputChecker,
    /// Who is told what over a connection.
    pub(super) recipients: BTreeMap<ConnectionId, Recipient>,
    /// Until when nothing can be committed.
    pub(super) stalled_until: Timestamp,
    /// When the writer commits next.
    pub(super) commit_at: Option<Timestamp>,
    /// When what the writer reported last is heard.
    pub(super) reported_at: Timestamp,
    pub(super) scheduled_kill: Option<ScheduledKill>,
    pub(super) settling: bool,
    /// What came about, by name.
    pub(super) seen: BTreeSet<String>,
}

impl System {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let conditions = Conditions::sample(&mut random);
        let mut system = Self {
            now: Timestamp::from_ms(START_MS),
            random,
            conditions,
            steps: 0,
            queue: BTreeMap::new(),
            number: 0,
            users: (0..conditions.users).map(User::new).collect(),
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
            commit_at: None,
            reported_at: Timestamp::default(),
            scheduled_kill: None,
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

    pub(super) fn schedule_in(&mut self, ms: u64, what: SimEvent) {
        self.schedule_at(self.now.plus_ms(ms), what);
    }

    pub(super) fn schedule_within(&mut self, span: MsRange, what: SimEvent) {
        let ms = span.sample(&mut self.random);
        self.schedule_in(ms, what);
    }

    pub(super) fn schedule_at(&mut self, at: Timestamp, what: SimEvent) {
        self.number += 1;
        self.queue.insert((at.max(self.now), self.number), what);
    }

    /// Lets time pass until then.
    pub(super) fn run_until(&mut self, end: Timestamp) {
        while self.step(end) {}
    }

    /// Lets the next thing happen, if one does by then.
    pub(super) fn step(&mut self, end: Timestamp) -> bool {
        let queued = self.queue.first_key_value().map(|((at, _), _)| *at);
        let hub = self.server.as_ref().and_then(|server| server.hub.poll_timeout());
        let hub = hub.map(|at| at.plus_ms(self.late_ms));
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
        }
        if queued.is_some_and(|at| at <= self.now) {
            let (_, what) = self.queue.pop_first().expect("it is queued");
            self.handle(what);
        } else if hub.is_some_and(|at| at <= self.now) {
            self.late_ms = self.conditions.timer_delay.sample(&mut self.random);
            self.handle_input(Input::Tick);
        } else if let Some((_, user)) = user {
            self.update_app(user, Event::Tick);
        }
        true
    }

    /// Whether nothing is on its direction.
    pub(super) fn is_idle(&self) -> bool {
        let idle = |what: &SimEvent| matches!(what, SimEvent::UserAction { .. } | SimEvent::Commit { .. });
        self.server.as_ref().is_some_and(Server::is_idle) && self.queue.values().all(idle)
    }

    fn handle(&mut self, what: SimEvent) {
        match what {
            SimEvent::Opened { id } => self.opened(id),
            SimEvent::ToServer { id, bytes } => {
                if self.network.is_delivered(id, Direction::ToServer) {
                    let request: Request = wire::decode(&bytes).expect("a program sends what can be read");
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
                let message: ServerMessage = wire::decode(&bytes).expect("a server sends what can be read");
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
            // it was to be in a generation before this one
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
