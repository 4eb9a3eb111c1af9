//! The open connections: their players, recent requests, pending queries and deadlines.

use super::actions::{Action, Actions, AddressUse};
use super::address::Address;
use super::connection_id::ConnectionId;
use super::expiring_map::ExpiringMap;
use super::lag::LagMeter;
use super::limits::Limits;
use super::record::QueryId;
use super::room::Room;
use chuhe_protocol::{CloseReason, PlayerId, Refusal, limits};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// Whether a connection belongs to a player yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectionState {
    /// No player has joined; the connection is closed at the deadline.
    Greeting {
        /// When the connection must have joined.
        deadline: Timestamp,
    },
    /// The connection belongs to a player.
    Joined(PlayerId),
}

/// A connection that was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Removed {
    /// The player it belonged to.
    pub(super) player: Option<PlayerId>,
    /// Its query that is still unanswered.
    pub(super) query: Option<QueryId>,
    /// Whether its program has gone to sleep.
    pub(super) is_asleep: bool,
}

#[derive(Debug)]
struct Connection {
    state: ConnectionState,
    last_request_at: Timestamp,
    address: Address,
    /// Its recent requests before it joined.
    actions: Actions,
    /// Its query that is not answered yet.
    query: Option<QueryId>,
    lag: LagMeter,
    /// The level of a computer player.
    computer_level: Option<u8>,
    /// Whether its program has gone to sleep.
    is_asleep: bool,
}

impl Connection {
    /// Returns when the connection is closed for not joining in time, or for silence.
    fn deadline(&self) -> Timestamp {
        match self.state {
            ConnectionState::Greeting { deadline } => deadline,
            ConnectionState::Joined(_) => self.last_request_at.plus_ms(limits::SILENCE_MS),
        }
    }
}

/// How a player is connected.
#[derive(Clone, Copy, Debug)]
struct Online {
    connection: ConnectionId,
    /// The last round trip that the client has measured.
    round_trip_ms: Option<u16>,
}

/// The open connections and the players they belong to.
#[derive(Debug)]
pub(super) struct Connections {
    limits: Limits,
    greeting_ms: u64,
    open: BTreeMap<ConnectionId, Connection>,
    online: BTreeMap<PlayerId, Online>,
    addresses: ExpiringMap<Address, AddressUse>,
}

impl Connections {
    /// Creates an empty collection of connections that must join within `greeting_ms`.
    pub(super) fn new(limits: Limits, greeting_ms: u64) -> Self {
        let (open, online, addresses) = Default::default();
        Self { limits, greeting_ms, open, online, addresses }
    }

    /// Returns every open connection, joined or not.
    pub(super) fn ids(&self) -> impl Iterator<Item = ConnectionId> {
        self.open.keys().copied()
    }

    /// Returns whether forms begin as rated.
    pub(super) const fn rated_by_default(&self) -> bool {
        self.limits.rated_by_default
    }

    /// Changes the limits, from now on.
    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Adds a connection, and returns its deadline for joining.
    pub(super) fn open(
        &mut self,
        id: ConnectionId,
        address: Address,
        accepted_at: Timestamp,
        now: Timestamp,
    ) -> Timestamp {
        let deadline = accepted_at.plus_ms(self.greeting_ms);
        let state = ConnectionState::Greeting { deadline };
        let (actions, lag) = Default::default();
        let (query, computer_level) = (None, None);
        let connection = Connection {
            state,
            last_request_at: now,
            address,
            actions,
            query,
            lag,
            computer_level,
            is_asleep: false,
        };
        self.open.insert(id, connection);
        self.at_address(address, now, |usage| usage.connections += 1);
        deadline
    }

    /// Records that a connection is that of a computer player of this level.
    pub(super) fn set_computer_level(&mut self, id: ConnectionId, level: u8) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.computer_level = Some(level);
        }
    }

    /// Records whether the program of a connection has gone to sleep.
    pub(super) fn set_asleep(&mut self, id: ConnectionId, is_asleep: bool) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.is_asleep = is_asleep;
        }
    }

    /// Whether a player is connected, and their program not asleep, as those of phones are behind another one.
    pub(super) fn is_awake(&self, player: PlayerId) -> bool {
        self.of(player).and_then(|id| self.open.get(&id)).is_some_and(|connection| !connection.is_asleep)
    }

    /// Returns the level of the computer player that a connection was opened for.
    pub(super) fn computer_level(&self, id: ConnectionId) -> Option<u8> {
        self.open.get(&id)?.computer_level
    }

    /// Assigns a connection to a player, and returns its deadline for the next request.
    ///
    /// `round_trip_ms` is that of the player's earlier connection, used until the next measurement.
    pub(super) fn join(
        &mut self,
        id: ConnectionId,
        player: PlayerId,
        round_trip_ms: Option<u16>,
    ) -> Option<Timestamp> {
        let connection = self.open.get_mut(&id)?;
        connection.state = ConnectionState::Joined(player);
        self.online.insert(player, Online { connection: id, round_trip_ms });
        Some(connection.deadline())
    }

    /// Removes a connection, if it is open.
    pub(super) fn remove(&mut self, id: ConnectionId, now: Timestamp) -> Option<Removed> {
        let Connection { state, address, query, is_asleep, .. } = self.open.remove(&id)?;
        self.at_address(address, now, |usage| {
            usage.connections = usage.connections.saturating_sub(1);
        });
        let player = match state {
            ConnectionState::Greeting { .. } => None,
            ConnectionState::Joined(player) => Some(player),
        };
        if let Some(player) = player {
            self.online.remove(&player);
        }
        Some(Removed { player, query, is_asleep })
    }

    /// Removes every connection of a stopping hub, and returns them in order.
    ///
    /// Players stay online, because a shutdown does not count as an absence.
    pub(super) fn remove_all(&mut self) -> Vec<ConnectionId> {
        std::mem::take(&mut self.open).into_keys().collect()
    }

    /// Extends every deadline by `ms`, in which nothing was read from any connection.
    pub(super) fn excuse(&mut self, ms: u64) {
        for connection in self.open.values_mut() {
            connection.last_request_at = connection.last_request_at.plus_ms(ms);
            connection.lag.abandon();
            if let ConnectionState::Greeting { deadline } = &mut connection.state {
                *deadline = deadline.plus_ms(ms);
            }
        }
    }

    /// Records that a request has arrived, and returns the state of its connection.
    pub(super) fn record_request(&mut self, id: ConnectionId, now: Timestamp) -> Option<ConnectionState> {
        let connection = self.open.get_mut(&id)?;
        connection.last_request_at = now;
        Some(connection.state)
    }

    /// Returns the deadline of a connection, and the reason for closing it then.
    pub(super) fn deadline(&self, id: ConnectionId) -> Option<(Timestamp, CloseReason)> {
        let connection = self.open.get(&id)?;
        let reason = match connection.state {
            ConnectionState::Greeting { .. } => CloseReason::NoGreeting,
            ConnectionState::Joined(_) => CloseReason::Silent,
        };
        Some((connection.deadline(), reason))
    }

    /// Extends the time that a connection has to join by at least `wait_ms` from now.
    pub(super) fn extend_greeting(&mut self, id: ConnectionId, wait_ms: u64, now: Timestamp) {
        let until = now.plus_ms(wait_ms).plus_ms(self.greeting_ms);
        if let Some(Connection { state: ConnectionState::Greeting { deadline }, .. }) = self.open.get_mut(&id)
        {
            *deadline = until.max(*deadline);
        }
    }

    /// Returns the address of an open connection.
    pub(super) fn address(&self, id: ConnectionId) -> Option<Address> {
        self.open.get(&id).map(|connection| connection.address)
    }

    /// Returns the player that a connection belongs to.
    pub(super) fn player(&self, id: ConnectionId) -> Option<PlayerId> {
        match self.open.get(&id)?.state {
            ConnectionState::Greeting { .. } => None,
            ConnectionState::Joined(player) => Some(player),
        }
    }

    /// Returns the connection of a player.
    pub(super) fn of(&self, player: PlayerId) -> Option<ConnectionId> {
        self.online.get(&player).map(|online| online.connection)
    }

    /// Returns the connections of the players at a table, red first.
    pub(super) fn at_table(&self, room: &Room) -> impl Iterator<Item = ConnectionId> {
        let present = Color::ALL.into_iter().filter(|&color| room.is_present(color));
        present.filter_map(|color| self.of(room.player(color)))
    }

    /// Returns the connections that have joined, in order.
    pub(super) fn joined(&self) -> impl Iterator<Item = ConnectionId> {
        self.open
            .iter()
            .filter(|(_, connection)| matches!(connection.state, ConnectionState::Joined(_)))
            .map(|(&id, _)| id)
    }

    /// Returns the last round trip that a player's client has measured.
    pub(super) fn round_trip_ms(&self, player: PlayerId) -> Option<u16> {
        self.online.get(&player).and_then(|online| online.round_trip_ms)
    }

    /// Stores a round trip that the client of a joined connection has measured, if it has.
    pub(super) fn set_round_trip_ms(&mut self, id: ConnectionId, round_trip_ms: Option<u16>) {
        let player = self.player(id);
        if let Some(online) = player.and_then(|player| self.online.get_mut(&player)) {
            online.round_trip_ms = round_trip_ms.or(online.round_trip_ms);
        }
    }

    /// Records that a pong is sent to a connection.
    pub(super) fn record_pong(&mut self, id: ConnectionId, nonce: u32, now: Timestamp) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.lag.pong_sent(nonce, now);
        }
    }

    /// Records the answer of a connection to its last pong, and returns its network delay, in
    /// milliseconds.
    pub(super) fn record_echo(&mut self, id: ConnectionId, nonce: u32, now: Timestamp) -> Option<u16> {
        self.open.get_mut(&id)?.lag.pong_answered(nonce, now)
    }

    /// Returns the query that a connection waits for.
    pub(super) fn query(&self, id: ConnectionId) -> Option<QueryId> {
        self.open.get(&id).and_then(|connection| connection.query)
    }

    /// Checks that a connection waits for no query.
    ///
    /// # Errors
    /// If it waits for one.
    pub(super) fn check_no_query(&self, id: ConnectionId) -> Result<(), Refusal> {
        if self.query(id).is_some() { Err(Refusal::RequestPending) } else { Ok(()) }
    }

    /// Sets the query that a connection waits for, and returns whether the connection is open.
    pub(super) fn set_query(&mut self, id: ConnectionId, query: Option<QueryId>) -> bool {
        let Some(connection) = self.open.get_mut(&id) else { return false };
        connection.query = query;
        true
    }

    /// Counts a request, and returns whether its connection exceeds the flood limit.
    ///
    /// If the connections of an address together exceed its limit, only those that have used half
    /// of their own limit count as flooding.
    pub(super) fn is_flooding(&mut self, id: ConnectionId, now: Timestamp) -> bool {
        let Some(connection) = self.open.get_mut(&id) else { return false };
        let address = connection.address;
        let rate = Action::Request.own_rate(&self.limits);
        let own = connection.actions.bucket(Action::Request);
        if own.admit(rate, now).is_err() {
            return true;
        }
        let sends_much = own.is_half_full(rate, now);
        let address_rate = Action::Request.address_rate(&self.limits);
        let of_address = self
            .at_address(address, now, |usage| usage.actions.bucket(Action::Request).admit(address_rate, now));
        of_address.is_err() && sends_much
    }

    /// Counts an action of a connection, or of the player it belongs to.
    ///
    /// `of_player` holds the player's recent actions, which outlast their connections.
    ///
    /// # Errors
    /// If the action is too frequent, with how long the client must wait. A refused action does not
    /// count.
    pub(super) fn admit(
        &mut self,
        id: ConnectionId,
        action: Action,
        of_player: Option<&mut Actions>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let Some(connection) = self.open.get_mut(&id) else { return Ok(()) };
        let address = connection.address;
        let refusal = |wait_ms| action.refusal(wait_ms);
        let own = of_player.unwrap_or(&mut connection.actions).bucket(action);
        let mut counted = *own;
        counted.admit(action.own_rate(&self.limits), now).map_err(refusal)?;
        let limits = &self.limits;
        let rate = action.address_rate(limits);
        self.addresses
            .change(address, now, limits.idle_addresses, |usage| {
                let admitted = usage.actions.bucket(action).admit(rate, now);
                (admitted, usage.idle_at(limits))
            })
            .map_err(refusal)?;
        *own = counted;
        Ok(())
    }

    /// Counts an action of a client without a connection of its own.
    ///
    /// # Errors
    /// If the action is too frequent from this address, with how long the client must wait.
    pub(super) fn admit_address(
        &mut self,
        address: Address,
        action: Action,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let rate = action.address_rate(&self.limits);
        let admitted = self.at_address(address, now, |usage| usage.actions.bucket(action).admit(rate, now));
        admitted.map_err(|wait_ms| action.refusal(wait_ms))
    }

    fn at_address<T>(
        &mut self,
        address: Address,
        now: Timestamp,
        change: impl FnOnce(&mut AddressUse) -> T,
    ) -> T {
        let limits = &self.limits;
        self.addresses.change(address, now, limits.idle_addresses, |usage| {
            let result = change(usage);
            (result, usage.idle_at(limits))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::Rate;

    const ONE: ConnectionId = ConnectionId(1);
    const OTHER: ConnectionId = ConnectionId(2);
    const BO: PlayerId = PlayerId(7);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn opened(ids: &[ConnectionId]) -> Connections {
        let mut connections = Connections::new(Limits::default(), 100);
        for &id in ids {
            assert_eq!(connections.open(id, Address(1), at(0), at(0)), at(100));
        }
        connections
    }

    #[test]
    fn a_connection_has_time_to_join_and_is_then_closed_for_silence() {
        let mut connections = opened(&[ONE]);
        assert_eq!(connections.deadline(ONE), Some((at(100), CloseReason::NoGreeting)));
        assert_eq!(
            connections.record_request(ONE, at(50)),
            Some(ConnectionState::Greeting { deadline: at(100) })
        );
        let silent = at(50 + limits::SILENCE_MS);
        assert_eq!(connections.join(ONE, BO, None), Some(silent));
        assert_eq!(connections.deadline(ONE), Some((silent, CloseReason::Silent)));
        assert_eq!(connections.record_request(ONE, at(60)), Some(ConnectionState::Joined(BO)));
        assert_eq!(connections.record_request(OTHER, at(60)), None);
    }

    #[test]
    fn a_player_is_online_while_their_connection_is_open() {
        let mut connections = opened(&[ONE, OTHER]);
        connections.join(OTHER, BO, Some(30));
        assert_eq!((connections.of(BO), connections.player(OTHER)), (Some(OTHER), Some(BO)));
        assert_eq!(connections.round_trip_ms(BO), Some(30));
        assert_eq!(connections.joined().collect::<Vec<_>>(), [OTHER]);
        connections.set_query(OTHER, Some(QueryId(5)));
        let removed = connections.remove(OTHER, at(1));
        assert_eq!(removed, Some(Removed { player: Some(BO), query: Some(QueryId(5)), is_asleep: false }));
        assert_eq!((connections.of(BO), connections.round_trip_ms(BO)), (None, None));
        assert_eq!(connections.remove(OTHER, at(1)), None);
        assert_eq!(connections.remove_all(), [ONE]);
    }

    #[test]
    fn an_action_that_the_address_limit_refuses_does_not_count_for_the_player() {
        let limits = Limits {
            player_lines: Rate::new(2, 1_000),
            address_lines: Rate::new(1, 1_000),
            ..Limits::default()
        };
        let mut connections = Connections::new(limits, 100);
        connections.open(ONE, Address(1), at(0), at(0));
        let mut actions = Actions::default();
        let mut chat = |now| connections.admit(ONE, Action::Line, Some(&mut actions), at(now)).err();
        assert_eq!(chat(0), None);
        assert_eq!(chat(0), Some(Refusal::ChatTooFast { wait_ms: 1_000 }));
        assert_eq!(chat(1_000), None, "the refused line was not counted");
    }
}
