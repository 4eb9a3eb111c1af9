//! Connections, joining and resuming, leaving, and how long absent players stay known.

use super::Hub;
use crate::accounts::SeatState;
use crate::actions::Action;
use crate::address::Address;
use crate::boundary::{ConnectionId, SecurityEvent};
use crate::connections::Removed;
use crate::room::Departure;
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, CloseReason, Cursor, DoorMessage, HallName, InvitationEnd, LobbyMessage, PlayerId,
    PlayerName, Refusal, SessionToken, TableMessage,
};
use chuhe_rules::clock::Timestamp;

impl Hub {
    pub(super) fn connected(&mut self, connection: ConnectionId, address: Address, accepted_at: Timestamp) {
        if self.lifecycle.is_stopped() {
            self.effects.close(connection, CloseReason::ShuttingDown);
            return;
        }
        if let Some(reason) = self.ban(address, None) {
            tracing::info!(%connection, ?reason, "closing");
            self.effects.close(connection, reason);
            return;
        }
        let deadline = self.connections.open(connection, address, accepted_at, self.now);
        self.effects.set_timer(Timer::Connection(connection), Some(deadline));
    }

    /// Opens the connection of a computer player.
    pub(super) fn computer_connected(&mut self, connection: ConnectionId, level: u8, at: Timestamp) {
        self.connected(connection, Address::of_computer(connection.0), at);
        self.connections.set_computer_level(connection, level);
    }

    /// Closes a connection whose time is up, unless a request has arrived since the timer was set.
    pub(super) fn connection_timeout(&mut self, connection: ConnectionId) {
        let Some((deadline, reason)) = self.connections.deadline(connection) else { return };
        if deadline > self.now {
            self.effects.set_timer(Timer::Connection(connection), Some(deadline));
        } else {
            self.close(connection, reason);
        }
    }

    /// Closes a connection that sent a malformed frame.
    pub(super) fn broken(&mut self, connection: ConnectionId) {
        if self.connections.address(connection).is_some() {
            self.effects.report(connection, SecurityEvent::BrokenFrame);
        }
        self.close(connection, CloseReason::BrokenFrame);
    }

    /// Closes a connection; its player is absent then.
    pub(super) fn close(&mut self, connection: ConnectionId, reason: CloseReason) {
        let Some(Removed { player, is_asleep, .. }) = self.forget(connection) else { return };
        tracing::info!(%connection, ?player, ?reason, "closing");
        self.effects.close(connection, reason);
        // operators removed them, so the lobby does not name them
        let is_removed = matches!(reason, CloseReason::Kicked | CloseReason::Banned { .. });
        match player {
            Some(player) if is_removed => self.remove_visitor(player),
            Some(player) => self.record_visitor(player),
            None => {}
        }
        if let (Some(player), CloseReason::Banned { .. }) = (player, reason) {
            self.close_invitations(player, InvitationEnd::Gone);
            self.leave_place(player, InvitationEnd::Left);
        }
        let departure = if reason == CloseReason::Quit { Departure::Quit } else { departure(is_asleep) };
        self.absent(player, departure);
    }

    pub(super) fn disconnected(&mut self, connection: ConnectionId) {
        if let Some(Removed { player, is_asleep, .. }) = self.forget(connection) {
            tracing::debug!(%connection, "disconnected");
            if let Some(player) = player {
                self.record_visitor(player);
            }
            self.absent(player, departure(is_asleep));
        }
    }

    /// Removes a connection from every part, if it is open.
    fn forget(&mut self, connection: ConnectionId) -> Option<Removed> {
        self.effects.set_timer(Timer::Connection(connection), None);
        self.presence.unsubscribe(connection);
        self.previews.remove(connection);
        if let Some(game) = self.spectators.remove(connection) {
            self.watches(connection, None);
            self.broadcast_spectator_list(game);
        }
        let address = self.connections.address(connection)?;
        let removed = self.connections.remove(connection, self.now)?;
        if let Some(subject) = removed.query.and_then(|query| self.queries.abandon(query)) {
            self.cancel_login(subject, address);
        }
        Some(removed)
    }

    /// Checks that a request to enter names this hall, or none.
    ///
    /// # Errors
    /// If the server has a single hall without a name, or the name is another hall's: the owner
    /// hands a connection to the hall that its first request names.
    pub(super) fn check_hall(&self, wanted: Option<&HallName>) -> Result<(), Refusal> {
        match (wanted, &self.hall) {
            (None, _) => Ok(()),
            (Some(_), None) => Err(Refusal::NoSuchHall),
            (Some(wanted), Some(own)) if wanted == own => Ok(()),
            (Some(_), Some(_)) => Err(Refusal::OtherHall),
        }
    }

    pub(super) fn join(
        &mut self,
        connection: ConnectionId,
        request: u32,
        name: &str,
        hall: Option<&HallName>,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Entry)?;
        self.check_hall(hall)?;
        self.lifecycle.check_open()?;
        let name = PlayerName::parse(name).map_err(Refusal::Name)?;
        self.connections.check_no_query(connection)?;
        if self.close_if_banned(connection, Some(&name)) {
            return Ok(());
        }
        let computer_level = self.connections.computer_level(connection);
        if let Some(level) = computer_level
            && let Some(player) = self.absent_computer(&name, level)
        {
            tracing::info!(%connection, %player, "a computer player is back");
            self.enter(connection, player, None, true, None);
            return Ok(());
        }
        self.accounts.check_free(&name)?;
        if self.shares_accounts {
            return self.join_if_unregistered(connection, request, name);
        }
        self.add_player(connection, name)
    }

    /// Adds a guest, or a computer player, with the connection.
    ///
    /// # Errors
    /// If the name is not free.
    pub(super) fn add_player(&mut self, connection: ConnectionId, name: PlayerName) -> Result<(), Refusal> {
        self.accounts.check_free(&name)?;
        let computer_level = self.connections.computer_level(connection);
        let player = self.random.player_id();
        let token = self.random.token();
        tracing::info!(%connection, %player, %name, "joined");
        let records = self.accounts.add(player, name, token, computer_level, self.now);
        self.effects.save(records);
        self.welcome(connection, player, None, token, false);
        Ok(())
    }

    /// The computer player of this name and level, if it is not connected.
    fn absent_computer(&self, name: &PlayerName, level: u8) -> Option<PlayerId> {
        let player = self.accounts.by_name(name)?;
        let is_it = self.accounts.get(player)?.computer_level == Some(level);
        (is_it && self.connections.of(player).is_none()).then_some(player)
    }

    pub(super) fn resume(
        &mut self,
        connection: ConnectionId,
        shown: SessionToken,
        seen: Option<Cursor>,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Entry)?;
        self.connections.check_no_query(connection)?;
        let Some(player) = self.accounts.by_token(shown, self.now) else {
            self.effects.report(connection, SecurityEvent::UnknownToken);
            return Err(Refusal::UnknownToken);
        };
        tracing::info!(%connection, %player, "resumed");
        self.enter(connection, player, Some(shown), true, seen);
        Ok(())
    }

    /// Assigns a connection to an existing player, with a new token that replaces the shown one.
    ///
    /// It supersedes the connection that has spoken for the player so far.
    pub(super) fn enter(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        shown: Option<SessionToken>,
        resumed: bool,
        seen: Option<Cursor>,
    ) {
        let name = self.accounts.get(player).map(|account| account.name.clone());
        if self.close_if_banned(connection, name.as_ref()) {
            return;
        }
        let fresh = self.random.token();
        let records = self.accounts.issue_token(player, fresh, shown, self.now);
        self.effects.save(records);
        let round_trip_ms = self.connections.round_trip_ms(player);
        match self.connections.of(player) {
            Some(older) => {
                self.forget(older);
                self.effects.close(older, CloseReason::Superseded);
            }
            // before the welcome of this connection, which receives the event with all that it has missed
            None => self.change_room_of(player, |room, color, now| room.came_back(color, now)),
        }
        let is_new_visit = self.presence.get(player).is_none();
        self.accounts.came_back(player, is_new_visit, self.now);
        self.share_visit(player);
        self.schedule_lapses();
        self.accounts.cancel_release(player);
        self.effects.set_timer(Timer::Release(player), None);
        self.welcome(connection, player, round_trip_ms, fresh, resumed);
        self.catch_up(connection, player, seen);
        self.send_chat_history(connection, player);
        let nameless = seen.map(|cursor| cursor.game).filter(|game| self.rooms.is_nameless(*game));
        for game in self.rooms.take_set_aside(player, &mut self.effects).into_iter().chain(nameless) {
            self.effects.send(connection, TableMessage::SetAside.at(game));
        }
        if let Err(reason) = self.begin_awaited_game(player) {
            tracing::warn!(%player, %reason, "the game of an invitation cannot begin");
        }
    }

    /// Assigns a connection to a player, and sends it the initial state.
    ///
    /// That is the list of players, or, at a table, the opponent; and the player's open challenges.
    fn welcome(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        round_trip_ms: Option<u16>,
        token: SessionToken,
        resumed: bool,
    ) {
        let Some(deadline) = self.connections.join(connection, player, round_trip_ms) else { return };
        self.effects.set_timer(Timer::Connection(connection), Some(deadline));
        if let Some(address) = self.connections.address(connection) {
            self.accounts.add_address(player, address);
        }
        self.presence.connect(player);
        let Some(account) = self.accounts.get(player) else { return };
        let (name, registered) = (account.name.clone(), account.is_registered());
        let hall = self.hall.clone();
        self.effects.send(connection, DoorMessage::Joined { player, name, token, resumed, registered, hall });
        if !self.accounts.has_usual_preferences(player) {
            self.send_preferences(connection, player);
        }
        if self.presence.table(player).is_some() {
            self.introduce(connection, player);
        } else {
            self.subscribe(connection, player);
        }
        for open in self.challenges.of(player) {
            self.effects.send(connection, LobbyMessage::ChallengeOpened(Box::new(open.to_message(self.now))));
        }
        self.send_invitations(connection, player);
        if !self.lifecycle.is_open() {
            self.effects.send(connection, DoorMessage::ShuttingDown);
        }
    }

    /// Handles that a player, if the connection had one, is absent from now on.
    fn absent(&mut self, player: Option<PlayerId>, departure: Departure) {
        let Some(player) = player else { return };
        self.accounts.went_away(player, self.now);
        self.presence.disconnect(player, self.challenges.concern(player));
        self.went_away(player, departure);
        if departure == Departure::Quit && !self.plays(player) {
            self.release(player);
        } else {
            self.schedule_release(player);
        }
    }

    /// Counts every absence from now on, as no player could come back before.
    ///
    /// The tables must be restored before.
    pub(super) fn restart_absences(&mut self) {
        let all: Vec<PlayerId> = self.accounts.ids().collect();
        for player in all {
            self.accounts.restart_absence(player, self.now);
            self.schedule_release(player);
        }
    }

    /// Schedules when an absent player loses their name, or, if it is registered, their seat.
    ///
    /// A player who invites, or waits for one who does, keeps the name until that ends.
    pub(super) fn schedule_release(&mut self, player: PlayerId) {
        let seat = match self.table(player).map(|room| room.ended()) {
            None => SeatState::None,
            Some(None) => SeatState::Playing,
            Some(Some((_, ended_at))) => SeatState::Over(ended_at),
        };
        let at = self.accounts.schedule_release(player, seat, self.invitations.waits_until(player));
        self.effects.set_timer(Timer::Release(player), at);
        while let Some(first) = self.accounts.surplus_release() {
            self.release(first);
        }
    }

    /// Lets an absent player who plays no running game leave their table, and removes a guest.
    pub(super) fn release(&mut self, player: PlayerId) {
        self.effects.set_timer(Timer::Release(player), None);
        let Some(stays) = self.accounts.begin_release(player) else { return };
        if let Some(game) = self.presence.table(player) {
            let left = self.leave_table(player, game);
            debug_assert_eq!(left, Ok(()), "only a player whose game is over is removed");
        }
        self.close_challenges(player, ChallengeEnd::Gone);
        self.close_invitations(player, InvitationEnd::Gone);
        self.leave_place(player, InvitationEnd::Left);
        if !stays {
            tracing::info!(%player, "gone for good");
            let records = self.accounts.remove(player);
            self.effects.save(records);
        }
    }
}

/// How a player leaves a connection that is lost.
const fn departure(is_asleep: bool) -> Departure {
    if is_asleep { Departure::Asleep } else { Departure::Lost }
}
