//! The whole system under one virtual clock: users with their programs, wires,
//! a server and its disk. One thing happens at a time, and after each the parts
//! are compared with what is committed.

use super::dice::Dice;
use super::guard::Guard;
use super::server::Server;
use super::truth::{Hearer, Truth};
use super::user::User;
use super::weather::{Span, Weather};
use super::wire::{Lines, Way};
use chuhe_client::core::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_hub::{Answer, ConnectionId, Input, QueryId};
use chuhe_protocol::{Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_server::store::{Batch, Memory};
use std::collections::{BTreeMap, BTreeSet};

/// The hub is looked through once in so many steps.
const AUDIT_STEPS: u64 = 100;
/// When a run begins.
pub(super) const START_MS: u64 = 1_000_000;

/// Something that is to happen.
#[derive(Debug)]
pub(super) enum Happening {
    // at the server
    Opened { id: ConnectionId },
    Up { id: ConnectionId, bytes: Vec<u8> },
    Hangup { id: ConnectionId },
    // at a program
    Welcomed { id: ConnectionId },
    Failed { id: ConnectionId, how: ConnectFailure },
    Down { id: ConnectionId, bytes: Vec<u8> },
    Closed { id: ConnectionId, how: Closed },
    // in the server of this life
    Commit { life: u64 },
    Committed { life: u64, batch: Option<Batch>, recovered: bool },
    Answered { life: u64, id: QueryId, answer: Answer },
    // by a user, or by nobody
    Deed { user: usize },
    Fault,
    Start,
}

/// When the server is to be killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doom {
    BeforeCommit,
    AfterCommit,
}

pub(super) struct System {
    pub(super) now: Timestamp,
    pub(super) dice: Dice,
    pub(super) weather: Weather,
    pub(super) steps: u64,
    queue: BTreeMap<(Timestamp, u64), Happening>,
    number: u64,
    pub(super) users: Vec<User>,
    pub(super) lines: Lines,
    pub(super) disk: Memory,
    pub(super) server: Option<Server>,
    pub(super) life: u64,
    /// How late the server comes to what is due next.
    late_ms: u64,
    /// Since when nobody serves, or served before games went on.
    pub(super) down_since: Timestamp,
    pub(super) truth: Truth,
    pub(super) guard: Guard,
    /// Who is told what over a connection.
    pub(super) hearers: BTreeMap<ConnectionId, Hearer>,
    /// Until when nothing can be committed.
    pub(super) stalled_until: Timestamp,
    /// When the writer commits next.
    pub(super) commit_at: Option<Timestamp>,
    /// When what the writer reported last is heard.
    pub(super) reported_at: Timestamp,
    pub(super) doom: Option<Doom>,
    pub(super) calm: bool,
    /// What came about, by name.
    pub(super) seen: BTreeSet<String>,
}

impl System {
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let weather = Weather::draw(&mut dice);
        let mut system = Self {
            now: Timestamp::from_ms(START_MS),
            dice,
            weather,
            steps: 0,
            queue: BTreeMap::new(),
            number: 0,
            users: (0..weather.users).map(User::new).collect(),
            lines: Lines::default(),
            disk: Memory::new(),
            server: None,
            life: 0,
            late_ms: 0,
            down_since: Timestamp::from_ms(START_MS),
            truth: Truth::new(),
            guard: Guard::default(),
            hearers: BTreeMap::new(),
            stalled_until: Timestamp::default(),
            commit_at: None,
            reported_at: Timestamp::default(),
            doom: None,
            calm: false,
            seen: BTreeSet::new(),
        };
        system.start_server();
        for user in 0..weather.users {
            system.within(weather.deed, Happening::Deed { user });
        }
        system.within(weather.fault, Happening::Fault);
        system
    }

    pub(super) fn later(&mut self, ms: u64, what: Happening) {
        self.at(self.now.plus_ms(ms), what);
    }

    pub(super) fn within(&mut self, span: Span, what: Happening) {
        let ms = span.draw(&mut self.dice);
        self.later(ms, what);
    }

    pub(super) fn at(&mut self, at: Timestamp, what: Happening) {
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
        if self.steps.is_multiple_of(AUDIT_STEPS)
            && let Some(server) = &self.server
        {
            server.hub.check_invariants();
        }
        if queued.is_some_and(|at| at <= self.now) {
            let (_, what) = self.queue.pop_first().expect("it is queued");
            self.happen(what);
        } else if hub.is_some_and(|at| at <= self.now) {
            self.late_ms = self.weather.late.draw(&mut self.dice);
            self.tell_hub(Input::Tick);
        } else if let Some((_, user)) = user {
            self.tell_user(user, Event::Tick);
        }
        true
    }

    /// Whether nothing is on its way.
    pub(super) fn is_quiet(&self) -> bool {
        let idle = |what: &Happening| matches!(what, Happening::Deed { .. } | Happening::Commit { .. });
        self.server.as_ref().is_some_and(Server::is_quiet) && self.queue.values().all(idle)
    }

    fn happen(&mut self, what: Happening) {
        match what {
            Happening::Opened { id } => self.opened(id),
            Happening::Up { id, bytes } => {
                if self.lines.arrives(id, Way::Up) {
                    let request: Request = wire::decode(&bytes).expect("a program sends what can be read");
                    self.tell_hub(Input::Received(id, request));
                }
            }
            Happening::Hangup { id } => {
                if self.lines.ends_at_server(id) {
                    self.tell_hub(Input::Disconnected(id));
                }
            }
            Happening::Welcomed { id } => self.arrived(id, NetworkEvent::Connected),
            Happening::Failed { id, how } => {
                if let Some(user) = self.user_of(id) {
                    self.users[user].connection = None;
                    self.tell_user(user, Event::Network(NetworkEvent::ConnectFailed(how)));
                }
            }
            Happening::Down { id, bytes } => {
                let message: ServerMessage = wire::decode(&bytes).expect("a server sends what can be read");
                self.arrived(id, NetworkEvent::Received(Box::new(message)));
            }
            Happening::Closed { id, how } => {
                if let Some(user) = self.user_of(id) {
                    self.users[user].connection = None;
                    self.tell_user(user, Event::Network(NetworkEvent::Closed(how)));
                }
            }
            Happening::Commit { life } if life == self.life => self.commit(),
            Happening::Committed { life, batch, recovered } if life == self.life => {
                self.committed(batch, recovered);
            }
            Happening::Answered { life, id, answer } if life == self.life => {
                self.tell_hub(Input::Answered(id, answer));
            }
            // it was to be in a life before this one
            Happening::Commit { .. } | Happening::Committed { .. } | Happening::Answered { .. } => {}
            Happening::Deed { user } => self.deed(user),
            Happening::Fault => {
                if !self.calm {
                    self.fault();
                    self.within(self.weather.fault, Happening::Fault);
                }
            }
            Happening::Start => {
                if self.server.is_none() {
                    self.start_server();
                }
            }
        }
    }
}
