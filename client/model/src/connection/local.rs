//! A server inside the client: games without a network.
//!
//! A [`LocalServer`] owns a hub. Each [`LocalTransport`] is a connection to it, so that two people can
//! play at one screen. Requests and messages are passed as values; nothing is encoded. The hub
//! is the same as that of a real server, so clocks, takebacks and offers behave the same.
//!
//! [`LocalServer::take_records`] returns what a store must keep for [`LocalServer::restore`]. Without
//! one, finished games stay in memory until the server is dropped. Names cannot be registered here,
//! because there is no store that would outlive the program.
//!
//! [`LocalServer::hold`] stops its time: while nobody looks at the game, and where the hub's limits
//! are meant for players who wait for each other.

use crate::exchange::event::{Closed, NetworkEvent};
use crate::exchange::transport::Transport;
use crate::exchange::trust::Security;
use chuhe_hub::{
    Address, Answer, ConnectionId, Hub, HubConfig, Input, JournalEntry, Limits, NameKeys, Output, Query,
    Rate, Record, ReservedNames, Restored,
};
use chuhe_protocol::{
    DoorMessage, GameId, GameSummary, PlayerId, PlayerName, Request, Seq, ServerMessage, limits,
};
use chuhe_rules::clock::Timestamp;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// How long a player may take for the first move, in milliseconds: longer than a game is left open.
const FIRST_MOVE_MS: u64 = Timestamp::DAY_MS;

/// A program that runs exchanges messages at least this often: two heartbeats, and less than the silence for which the
/// hub closes a connection.
const STANDSTILL_MS: u64 = 2 * limits::HEARTBEAT_MS;

/// A hub in this process. [`LocalServer::transport`] connects to it.
#[derive(Clone, Debug)]
pub struct LocalServer {
    state: Rc<RefCell<HubState>>,
}

/// A transport to a [`LocalServer`].
#[derive(Debug)]
pub struct LocalTransport {
    server: LocalServer,
    connection: Option<ConnectionId>,
}

#[derive(Debug)]
struct HubState {
    hub: Hub,
    now: Timestamp,
    /// When the app's clock started, in milliseconds since 1970.
    started_at_ms: u64,
    /// How long the time has stood still, in milliseconds.
    held_ms: u64,
    /// Since when it stands still.
    held_since: Option<Timestamp>,
    connections: u64,
    /// The events of each open connection that were not polled yet.
    inboxes: BTreeMap<ConnectionId, VecDeque<NetworkEvent>>,
    games: StoredGames,
    /// What no store has taken yet.
    records: Vec<Record>,
}

impl LocalServer {
    /// Creates a server whose random generator is seeded with `seed`.
    ///
    /// The app's clock starts at `started_at_ms`, in milliseconds since 1970; finished games are
    /// dated by it.
    #[must_use]
    pub fn new(seed: [u8; 32], started_at_ms: u64) -> Self {
        let state = HubState {
            hub: Hub::new(config(seed, started_at_ms)),
            now: Timestamp::default(),
            started_at_ms,
            held_ms: 0,
            held_since: None,
            connections: 0,
            inboxes: BTreeMap::new(),
            games: StoredGames::default(),
            records: Vec::new(),
        };
        Self { state: Rc::new(RefCell::new(state)) }
    }

    /// Creates a server as [`LocalServer::new`] does, whose numbers begin at the time `now`.
    ///
    /// Two servers of one program never give the same number to two games.
    #[must_use]
    pub fn starting_at(seed: [u8; 32], started_at_ms: u64, now: Timestamp) -> Self {
        let server = Self::new(seed, started_at_ms);
        {
            let mut state = server.state.borrow_mut();
            state.hub = Hub::new(config(seed, started_at_ms.saturating_add(now.as_ms())));
            state.now = now;
        }
        server
    }

    /// Restores a server from the records of an earlier one; the `bool` says whether all could be used.
    ///
    /// If the machine's clock was set back between two runs, the time of the server goes on from its last record:
    /// times never decrease, and connections made now are not long overdue.
    #[must_use]
    pub fn restore(seed: [u8; 32], started_at_ms: u64, now: Timestamp, restored: Restored) -> (Self, bool) {
        let server = Self::new(seed, started_at_ms);
        let first_id = started_at_ms.saturating_add(now.as_ms());
        let all = {
            let mut state = server.state.borrow_mut();
            state.now = now;
            let hub_time = state.hub_time(now);
            let (hub, set_aside) = Hub::restore(config(seed, first_id), hub_time, restored);
            state.started_at_ms += hub.now().since(hub_time);
            state.hub = hub;
            let hub_time = state.hub_time(now);
            state.drain(hub_time, VecDeque::new());
            set_aside.is_empty()
        };
        (server, all)
    }

    /// Takes the records since the last call, in order, for a store.
    #[must_use]
    pub fn take_records(&self) -> Vec<Record> {
        std::mem::take(&mut self.state.borrow_mut().records)
    }

    /// A transport to this server, not connected yet.
    #[must_use]
    pub fn transport(&self) -> LocalTransport {
        LocalTransport { server: self.clone(), connection: None }
    }

    /// Leaves out the time since the server ran last, if it is so long that the program did not run meanwhile. Returns
    /// since when it was left out.
    pub fn skip_standstill(&self, now: Timestamp) -> Option<Timestamp> {
        let mut state = self.state.borrow_mut();
        let last = state.now;
        let is_still = now.since(last) >= STANDSTILL_MS;
        if is_still && state.held_since.is_none() {
            state.hold(true, last);
            state.hold(false, now);
        }
        is_still.then_some(last)
    }

    /// The time of the server, up to which its clocks have run.
    #[must_use]
    pub fn served_until(&self) -> Timestamp {
        let state = self.state.borrow();
        state.hub_time(state.now)
    }

    /// Stops the time of the server, or lets it go on.
    pub fn hold(&self, held: bool, now: Timestamp) {
        self.state.borrow_mut().hold(held, now);
    }
}

/// Whether two players may have these names at once: a server lets nobody in who looks like another.
#[must_use]
pub fn tells_apart([one, other]: [&str; 2]) -> bool {
    let keys = |name| PlayerName::parse(name).map(|name| NameKeys::of(&name));
    keys(one).is_ok_and(|one| keys(other).is_ok_and(|other| !one.shares_a_key(&other)))
}

/// The configuration of the hub. Its numbers begin after `first_id`, the time of its start.
fn config(seed: [u8; 32], first_id: u64) -> HubConfig {
    HubConfig { limits: limits(), first_id, ..HubConfig::seeded(seed) }
}

/// The limits of the hub: nobody has to be protected from the user.
fn limits() -> Limits {
    Limits {
        registered_names: 0,
        connection_requests: Rate::new(1_000_000, 1_000),
        address_requests: Rate::new(1_000_000, 1_000),
        first_move_ms: FIRST_MOVE_MS,
        untimed_first_move_ms: FIRST_MOVE_MS,
        // an engine may have the name of this program, and a user that of an administrator
        reserved_names: ReservedNames::none(),
        ..Limits::default()
    }
}

impl Transport for LocalTransport {
    /// Connects to the server in this process. It needs no address and no encryption.
    fn connect(&mut self, _host: &str, _port: u16, _security: Security) {
        self.disconnect();
        self.connection = Some(self.server.state.borrow_mut().open());
    }

    fn send(&mut self, request: Request) {
        let Some(connection) = self.connection else { return };
        self.server.state.borrow_mut().handle(Input::Received(connection, request));
    }

    fn disconnect(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        self.server.state.borrow_mut().close(connection);
    }

    fn poll(&mut self) -> Option<NetworkEvent> {
        let event = self.server.state.borrow_mut().inboxes.get_mut(&self.connection?)?.pop_front();
        if matches!(event, Some(NetworkEvent::Closed(_))) {
            self.disconnect();
        }
        event
    }

    fn advance(&mut self, now: Timestamp) {
        self.server.state.borrow_mut().advance(now);
    }

    fn next_wakeup(&self) -> Option<Timestamp> {
        self.server.state.borrow().next_wakeup()
    }
}

impl Drop for LocalTransport {
    fn drop(&mut self) {
        self.disconnect();
    }
}

impl HubState {
    fn hub_time(&self, now: Timestamp) -> Timestamp {
        let now = self.held_since.unwrap_or(now);
        Timestamp::from_ms(now.as_ms().saturating_sub(self.held_ms)).plus_ms(self.started_at_ms)
    }

    fn hold(&mut self, held: bool, now: Timestamp) {
        self.now = self.now.max(now);
        match self.held_since {
            Some(since) if !held => {
                self.held_ms += self.now.since(since);
                self.held_since = None;
            }
            None if held => self.held_since = Some(self.now),
            Some(_) | None => {}
        }
    }

    fn open(&mut self) -> ConnectionId {
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        self.inboxes.insert(connection, VecDeque::from([NetworkEvent::Connected]));
        self.handle(Input::Connected(connection, Address::default(), self.hub_time(self.now)));
        connection
    }

    fn close(&mut self, connection: ConnectionId) {
        self.inboxes.remove(&connection);
        self.handle(Input::Disconnected(connection));
    }

    fn advance(&mut self, now: Timestamp) {
        self.now = self.now.max(now);
        if self.hub.poll_timeout().is_some_and(|at| at <= self.hub_time(self.now)) {
            self.handle(Input::Tick);
        }
    }

    fn next_wakeup(&self) -> Option<Timestamp> {
        let at = self.hub.poll_timeout().filter(|_| self.held_since.is_none())?;
        Some(Timestamp::from_ms(at.as_ms().saturating_sub(self.started_at_ms)).plus_ms(self.held_ms))
    }

    /// Passes an input to the hub, and then the answers to its queries, until none is pending.
    fn handle(&mut self, input: Input) {
        let now = self.hub_time(self.now);
        self.hub.handle(now, input);
        self.drain(now, VecDeque::new());
    }

    /// Carries out what the hub wants, and passes it the answers to its queries.
    fn drain(&mut self, now: Timestamp, mut inputs: VecDeque<Input>) {
        loop {
            while let Some(output) = self.hub.poll_output() {
                match output {
                    // a record in memory counts as stored, so later outputs need not wait
                    Output::Save(record) => {
                        self.records.push(record.clone());
                        self.games.save(record);
                    }
                    Output::Query(id, query) => {
                        inputs.push_back(Input::Answered(id, self.games.answer(&query)));
                    }
                    // only the user themselves uses this hub
                    Output::Report(..) => {}
                    Output::Notice(to, message) | Output::Send(to, message) => self.deliver(to, message),
                    Output::SendAlso { to, also, message } => {
                        self.deliver(to, message.clone());
                        self.deliver(also, message);
                    }
                    Output::Broadcast(connections, message) => {
                        for to in connections {
                            self.deliver(to, message.clone());
                        }
                    }
                    Output::Close(connection, reason) => {
                        self.deliver(connection, ServerMessage::Door(DoorMessage::Closing { reason }));
                        if let Some(inbox) = self.inboxes.get_mut(&connection) {
                            inbox.push_back(NetworkEvent::Closed(Closed::ByServer));
                        }
                    }
                    Output::Stop => {}
                }
            }
            let Some(input) = inputs.pop_front() else { return };
            self.hub.handle(now, input);
        }
    }

    fn deliver(&mut self, to: ConnectionId, message: ServerMessage) {
        if let Some(inbox) = self.inboxes.get_mut(&to) {
            inbox.push_back(NetworkEvent::Received(Box::new(message)));
        }
    }
}

/// The games played on this server, as a store would return them.
#[derive(Debug, Default)]
struct StoredGames {
    events: BTreeMap<GameId, Vec<JournalEntry>>,
    finished: BTreeMap<(PlayerId, GameId), GameSummary>,
}

impl StoredGames {
    fn save(&mut self, record: Record) {
        // only a restored hub would need the others
        if let Record::Event { game, entry, .. } = record {
            self.events.entry(game).or_default().push(entry);
        } else if let Record::PlayerGame { player, summary } = record {
            self.finished.insert((player, summary.game), summary);
        }
    }

    fn answer(&self, query: &Query) -> Answer {
        match query {
            Query::ListGames { player, before, limit } => self.list(*player, *before, *limit),
            Query::FindGames { search, before, limit } => {
                let list = self.before(search.player(), *before);
                let events = |game| self.events.get(&game).into_iter().flatten().map(|entry| &entry.event);
                let (games, next) = (**search).clone().find_among(*limit, list, events);
                Answer::Found { games, next }
            }
            Query::ReadGame { player, game, from, limit } => {
                if self.finished.contains_key(&(*player, *game)) {
                    self.read(*game, *from, *limit)
                } else {
                    Answer::Entries { first: None, entries: Vec::new(), more: false, correction: None }
                }
            }
            Query::Pair(of) => chuhe_hub::find_pairing(of),
            // there are no moderators here
            Query::Examine { .. } => Answer::NotExamined,
            // no name is registered here
            Query::HashPassword { .. } => Answer::Failed,
            Query::VerifyPassword { .. } => Answer::Verified(false),
            // the hub is on its own
            Query::Accounts(_) => Answer::Failed,
        }
    }

    /// Returns a player's finished games before this one, latest first.
    fn before(&self, player: PlayerId, before: Option<GameId>) -> impl Iterator<Item = &GameSummary> {
        let end = before.unwrap_or(GameId(u64::MAX));
        self.finished.range((player, GameId(0))..(player, end)).rev().map(|(_, summary)| summary)
    }

    fn list(&self, player: PlayerId, before: Option<GameId>, limit: usize) -> Answer {
        let mut latest_first = self.before(player, before);
        let games = latest_first.by_ref().take(limit).cloned().collect();
        Answer::Games { games, more: latest_first.next().is_some() }
    }

    fn read(&self, game: GameId, from: Seq, limit: usize) -> Answer {
        let events = self.events.get(&game).map_or(&[][..], Vec::as_slice);
        let rest = events.get(from as usize..).unwrap_or_default();
        Answer::Entries {
            first: events.first().cloned(),
            entries: rest.iter().take(limit).cloned().collect(),
            more: rest.len() > limit,
            correction: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{AccountRequest, ClientMessage, DoorRequest, Password, Refusal};

    #[test]
    fn the_time_of_a_held_server_stands_still() {
        let server = LocalServer::new([1; 32], 1_000);
        let at = Timestamp::from_ms;
        let hub_time = |now| server.state.borrow().hub_time(at(now)).as_ms();
        assert_eq!(hub_time(50), 1_050);
        server.hold(true, at(60));
        assert_eq!(hub_time(500), 1_060);
        server.hold(false, at(560));
        assert_eq!(hub_time(570), 1_070);
    }

    #[test]
    fn names_cannot_be_registered_here_and_none_is() {
        let server = LocalServer::new([1; 32], 0);
        let password = || Password("correct horse".into());
        let mut local = server.transport();
        local.connect("local", 1, Security::Plain);
        let refusal = |local: &mut LocalTransport, message| {
            local.send(Request { number: 7, message });
            let mut events = std::iter::from_fn(|| local.poll());
            events.find_map(|event| {
                let NetworkEvent::Received(message) = event else { return None };
                if let ServerMessage::Refused { request: 7, reason } = *message { Some(reason) } else { None }
            })
        };
        let login =
            ClientMessage::Door(DoorRequest::Login { name: "Bo".into(), password: password(), hall: None });
        assert_eq!(refusal(&mut local, login), Some(Refusal::WrongPassword));
        assert_eq!(refusal(&mut local, DoorRequest::Join { name: "Bo".into(), hall: None }.into()), None);
        let register = ClientMessage::Account(AccountRequest::Register { password: password() });
        assert_eq!(refusal(&mut local, register), Some(Refusal::RegistryFull));
    }
}
