//! Coming and going: connections, joining, resuming, quitting, silence, and how
//! long a name is kept.

use super::Hub;
use crate::boundary::{Address, ConnectionId};
use crate::session::{Connection, Session};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, CloseReason, Cursor, PlayerId, PlayerName, Refusal, ServerMessage, Token, limits,
};
use chuhe_rules::clock::Timestamp;

impl Hub {
    pub(super) fn connected(&mut self, connection: ConnectionId, address: Address, accepted_at: Timestamp) {
        if self.phase.is_stopped() {
            self.effects.close(connection, CloseReason::ShuttingDown);
            return;
        }
        let until = accepted_at.plus_ms(self.greeting_ms);
        self.sessions.open(connection, address, self.now, until);
        self.note_connection(address, true);
        self.effects.set_timer(Timer::Connection(connection), Some(until));
    }

    /// The connection's time is up, unless it was heard of since this was set.
    pub(super) fn connection_timeout(&mut self, connection: ConnectionId) {
        let Some(peer) = self.sessions.get(connection) else { return };
        let deadline = peer.deadline();
        if deadline > self.now {
            self.effects.set_timer(Timer::Connection(connection), Some(deadline));
            return;
        }
        let reason = match peer.session {
            Session::Greeting { .. } => CloseReason::NoGreeting,
            Session::Active(_) => CloseReason::Silent,
        };
        self.close(connection, reason);
    }

    /// Closes a connection and draws the consequences.
    pub(super) fn close(&mut self, connection: ConnectionId, reason: CloseReason) {
        let Some(session) = self.forget(connection) else { return };
        tracing::info!(%connection, ?reason, "closing");
        self.effects.close(connection, reason);
        self.went(session, false);
    }

    pub(super) fn disconnected(&mut self, connection: ConnectionId) {
        if let Some(session) = self.forget(connection) {
            tracing::debug!(%connection, "disconnected");
            self.went(session, false);
        }
    }

    fn forget(&mut self, connection: ConnectionId) -> Option<Session> {
        self.effects.set_timer(Timer::Connection(connection), None);
        self.lobby_subscribers.end(connection);
        self.remove_spectator(connection);
        let Connection { session, address, asking, .. } = self.sessions.remove(connection)?;
        self.note_connection(address, false);
        if let Some(ask) = asking {
            self.pending_queries.remove(&ask);
        }
        Some(session)
    }

    pub(super) fn join(&mut self, connection: ConnectionId, name: &str) -> Result<(), Refusal> {
        if !self.phase.is_open() {
            return Err(Refusal::ShuttingDown);
        }
        let name = PlayerName::parse(name).map_err(Refusal::Name)?;
        self.check_not_asking(connection)?;
        self.players.check_free(&name)?;
        let player = self.random.player_id();
        let token = self.random.token();
        tracing::info!(%connection, %player, %name, "joined");
        let records = self.players.add(player, name, token, connection, self.now);
        self.effects.save(records);
        self.welcome(connection, player, token, false);
        Ok(())
    }

    pub(super) fn resume(
        &mut self,
        connection: ConnectionId,
        shown: Token,
        seen: Option<Cursor>,
    ) -> Result<(), Refusal> {
        self.check_not_asking(connection)?;
        let player = self.players.by_token(shown, self.now).ok_or(Refusal::UnknownToken)?;
        tracing::info!(%connection, %player, "resumed");
        self.enter(connection, player, Some(shown), true, seen);
        Ok(())
    }

    /// Makes the connection speak for a player who is known, with a new token in
    /// the place of the one that he has shown, if any.
    pub(super) fn enter(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        shown: Option<Token>,
        resumed: bool,
        seen: Option<Cursor>,
    ) {
        let fresh = self.random.token();
        let records = self.players.issue_token(player, fresh, shown, self.now);
        self.effects.save(records);
        match self.players.connection(player) {
            Some(older) => {
                self.forget(older);
                self.effects.close(older, CloseReason::Superseded);
            }
            None => self.came_back(player),
        }
        let is_here = self.lobby.presence(player).is_some();
        if let Some(player) = self.players.get_mut(player) {
            player.connection = Some(connection);
            player.gone_at = None;
            if player.is_registered() && !is_here {
                player.joined_at = self.now;
            }
        }
        self.hold(player, None);
        self.welcome(connection, player, fresh, resumed);
        self.catch_up(connection, player, seen);
    }

    /// Makes the connection speak for the player and tells it who is here, or, if
    /// he sits at a board, who sits there, and which challenges concern it.
    fn welcome(&mut self, connection: ConnectionId, player: PlayerId, token: Token, resumed: bool) {
        let Some(peer) = self.sessions.get_mut(connection) else { return };
        peer.session = Session::Active(player);
        // from now on its silence is what counts
        let (deadline, address) = (peer.deadline(), peer.address);
        self.effects.set_timer(Timer::Connection(connection), Some(deadline));
        self.note_home(player, address);
        self.lobby.connected(player);
        let Some(known) = self.players.get(player) else { return };
        let (name, registered) = (known.name.clone(), known.is_registered());
        self.effects.send(connection, ServerMessage::Joined { player, name, token, resumed, registered });
        if self.lobby.table(player).is_some() {
            self.introduce(connection, player);
        } else {
            self.look(connection, player);
        }
        let open: Vec<_> = self.lobby.of(player).map(|open| open.as_told(self.now)).collect();
        for challenge in open {
            self.effects.send(connection, ServerMessage::ChallengeOpened(challenge));
        }
        if !self.phase.is_open() {
            self.effects.send(connection, ServerMessage::ShuttingDown);
        }
    }

    /// The player says that he closes the program and will not come back soon.
    pub(super) fn quit(&mut self, connection: ConnectionId, player: PlayerId) {
        let Some(session) = self.forget(connection) else { return };
        tracing::info!(%connection, %player, "quits");
        self.effects.close(connection, CloseReason::Quit);
        self.went(session, true);
    }

    /// A connection is no more: its player is away or gone.
    fn went(&mut self, session: Session, quits: bool) {
        let Session::Active(id) = session else { return };
        let Some(player) = self.players.get_mut(id) else { return };
        player.connection = None;
        player.gone_at = Some(self.now);
        player.round_trip_ms = None;
        self.lobby.disconnected(id);
        self.went_away(id, quits);
        if quits && !self.plays(id) {
            self.drop_player(id);
        } else {
            self.set_hold(id);
        }
    }

    /// Lets those who are away have gone just now, as nobody could come back
    /// before; their boards must stand.
    pub(super) fn hold_all(&mut self) {
        let all: Vec<PlayerId> = self.players.all().collect();
        for id in all {
            let Some(player) = self.players.get_mut(id) else { continue };
            player.gone_at = player.gone_at.map(|_| self.now);
            self.set_hold(id);
        }
    }

    /// Sets the moment at which a player who is away loses his name, or, if it
    /// is registered, his place at the board: some time after he went, or after
    /// the end of the game that he was away from, so that he may still come back
    /// and see how it ended.
    pub(super) fn set_hold(&mut self, id: PlayerId) {
        let Some(player) = self.players.get(id) else { return };
        let until = match (player.gone_at, self.table(id)) {
            (None, _) => None,
            (Some(_), None) if player.is_registered() => None,
            (Some(gone_at), None) => Some(gone_at),
            (Some(gone_at), Some(room)) => room.ended().map(|(_, ended_at)| ended_at.max(gone_at)),
        };
        let until = until.map(|since| since.plus_ms(limits::GUEST_NAME_MS));
        self.hold(id, until);
        while self.holds.len() > limits::HELD_GUESTS {
            let Some(first) = self.holds.first() else { break };
            self.drop_player(first);
        }
    }

    fn hold(&mut self, id: PlayerId, until: Option<Timestamp>) {
        self.effects.set_timer(Timer::Hold(id), until);
        self.holds.set(id, until);
    }

    pub(super) fn hold_expired(&mut self, id: PlayerId) {
        self.drop_player(id);
    }

    /// Lets a player who is away and plays in no running game leave his board,
    /// and forgets him if his name is not registered.
    fn drop_player(&mut self, id: PlayerId) {
        // nothing that follows from his leaving is to hold his name again
        self.hold(id, None);
        let Some(player) = self.players.get_mut(id) else { return };
        player.gone_at = None;
        let stays = player.is_registered();
        self.leave_any_table(id);
        self.close_challenges(id, ChallengeEnd::Gone);
        if !stays {
            tracing::info!(player = %id, "gone for good");
            let records = self.players.remove(id);
            self.effects.save(records);
        }
    }
}
