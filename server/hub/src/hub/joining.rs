//! Connections, joining and resuming, leaving, and how long absent players stay known.

use super::Hub;
use crate::accounts::SeatState;
use crate::connection_id::ConnectionId;
use crate::connections::Removed;
use crate::door::After;
use crate::room::Departure;
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, CloseReason, Cursor, GameId, InvitationEnd, PlayerId, Refusal, SessionToken, TableMessage,
};
use std::collections::BTreeSet;

impl Hub {
    /// Closes a connection; its player is absent then.
    pub(super) fn close(&mut self, connection: ConnectionId, reason: CloseReason) {
        let Some(Removed { player, is_asleep, .. }) = self.forget(connection) else { return };
        tracing::info!(%connection, ?player, ?reason, "closing");
        self.step.effects.close(connection, reason);
        // operators removed them, so the lobby does not name them
        let is_removed = matches!(reason, CloseReason::Kicked | CloseReason::Banned { .. });
        match player {
            Some(player) if is_removed => self.lobby.remove_visitor(&self.door, player),
            Some(player) => self.lobby.record_visitor(&self.step, &self.door, player),
            None => {}
        }
        if let (Some(player), CloseReason::Banned { .. }) = (player, reason) {
            self.lobby.close_invitations(&mut self.step, &self.door, player, InvitationEnd::Gone);
            self.lobby.leave_place(&mut self.step, &self.door, player, InvitationEnd::Left);
            self.lobby.forget_seek(&mut self.step, &self.door, player);
        }
        let departure = if reason == CloseReason::Quit { Departure::Quit } else { departure(is_asleep) };
        self.absent(player, departure);
    }

    pub(super) fn disconnected(&mut self, connection: ConnectionId) {
        if let Some(Removed { player, is_asleep, .. }) = self.forget(connection) {
            tracing::debug!(%connection, "disconnected");
            if let Some(player) = player {
                self.lobby.record_visitor(&self.step, &self.door, player);
            }
            self.absent(player, departure(is_asleep));
        }
    }

    /// Removes a connection from every part, if it is open.
    fn forget(&mut self, connection: ConnectionId) -> Option<Removed> {
        self.step.effects.set_timer(Timer::Connection(connection), None);
        self.lobby.presence.unsubscribe(connection);
        self.lobby.previews.remove(connection);
        self.evenings.unfollow(connection);
        if let Some(game) = self.floor.spectators.remove(connection) {
            self.lobby.watches(&self.door, connection, None);
            self.floor.broadcast_spectator_list(&mut self.step, &self.door, game);
        }
        let address = self.door.connections.address(connection)?;
        let removed = self.door.connections.remove(connection, self.step.now)?;
        if let Some(player) = removed.player {
            self.lobby.end_seek(player);
        }
        if let Some(subject) = removed.query.and_then(|query| self.door.queries.abandon(query)) {
            self.door.end_login(&mut self.step, subject, address, false);
        }
        Some(removed)
    }

    /// Does what follows a request at the door, or the answer to a query.
    pub(super) fn after_door(&mut self, connection: ConnectionId, after: After) -> Result<(), Refusal> {
        match after {
            After::Nothing => {}
            After::Joins(name) => {
                let player = self.lobby.add_player(&mut self.step, &mut self.door, connection, name)?;
                self.floor.send_chat_history(&mut self.step, &self.door, connection, player);
            }
            After::Enters { player, shown, seen } => self.enter(connection, player, shown, &seen),
            After::Sleeps(player) => self.lobby.end_seek(player),
            After::Wakes(player) => {
                self.begin_awaited_game(player)?;
                self.evenings.touch_player(player);
            }
            After::LagMeasured { player, lag_ms } => {
                self.change_rooms_of(player, |room, color, now| room.measured_lag(color, lag_ms, now));
            }
        }
        Ok(())
    }

    /// Assigns a connection to an existing player, with a new token that replaces the shown one.
    ///
    /// It supersedes the connection that has spoken for the player so far.
    fn enter(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        shown: Option<SessionToken>,
        seen: &[Cursor],
    ) {
        if self.door.close_if_player_banned(&mut self.step, connection, player) {
            return;
        }
        let is_new_visit = self.lobby.presence.get(player).is_none();
        let is_computer = self.door.connections.computer_level(connection).is_some();
        let resumed = shown.is_some() || is_computer || !is_new_visit;
        let fresh = self.step.random.token();
        self.step.effects.save(self.door.accounts.issue_token(player, fresh, shown, self.step.now));
        let round_trip_ms = self.door.connections.round_trip_ms(player);
        match self.door.connections.of(player) {
            Some(older) => {
                self.forget(older);
                self.step.effects.close(older, CloseReason::Superseded);
            }
            // before the welcome of this connection, which receives the event with all that it has missed
            None => self.change_rooms_of(player, |room, color, now| room.came_back(color, now)),
        }
        self.door.accounts.came_back(player, is_new_visit, self.step.now);
        self.door.share_visit(&mut self.step, player);
        self.door.schedule_lapses(&mut self.step);
        self.door.accounts.cancel_release(player);
        self.step.effects.set_timer(Timer::Release(player), None);
        let who = (connection, player);
        self.lobby.welcome(&mut self.step, &mut self.door, who, round_trip_ms, fresh, resumed);
        self.floor.catch_up(&mut self.step, &self.door, connection, player, seen);
        self.door.send_reports(&mut self.step, connection, player);
        let set_aside = self.floor.rooms.take_set_aside(player, &mut self.step.effects);
        let seen = seen.iter().map(|cursor| cursor.game);
        let nameless = seen.filter(|game| self.floor.rooms.is_nameless(*game));
        let set_aside: BTreeSet<GameId> = set_aside.into_iter().chain(nameless).collect();
        for game in set_aside {
            self.step.effects.send(connection, TableMessage::SetAside.at(game));
        }
        if let Err(reason) = self.begin_awaited_game(player) {
            tracing::warn!(%player, %reason, "the game of an invitation cannot begin");
        }
        self.call_back(player);
        self.evenings.touch_player(player);
    }

    /// Handles that a player, if the connection had one, is absent from now on.
    fn absent(&mut self, player: Option<PlayerId>, departure: Departure) {
        let Some(player) = player else { return };
        self.door.accounts.went_away(player, self.step.now);
        self.lobby.presence.disconnect(player, self.lobby.challenges.concern(player));
        self.lobby.announce_to_answers(&mut self.step, &self.door, player);
        self.evenings.touch_player(player);
        // while games are paused, the absence is recorded when they resume
        if !self.step.lifecycle.is_paused() {
            self.change_rooms_of(player, |room, color, now| room.went_away(color, departure, now));
            self.close_surplus_games();
        }
        let is_awaited = self.evening_holds_until(player).is_some();
        if departure == Departure::Quit && !self.lobby.plays(player) && !is_awaited {
            self.release(player);
        } else {
            self.schedule_release(player);
        }
    }

    /// Counts every absence from now on, as no player could come back before.
    ///
    /// The tables must be restored before.
    pub(super) fn restart_absences(&mut self) {
        let all: Vec<PlayerId> = self.door.accounts.ids().collect();
        for player in all {
            self.door.accounts.restart_absence(player, self.step.now);
            self.schedule_release(player);
        }
    }

    /// Schedules when an absent player loses their name, or, if it is registered, their seat.
    ///
    /// A player who invites, or waits for one who does, keeps the name until that ends, and one of an evening until its end.
    pub(super) fn schedule_release(&mut self, player: PlayerId) {
        let ends = self.floor.rooms.of(player).map(|room| room.ended().map(|(_, ended_at)| ended_at));
        let seat = match ends.collect::<Option<Vec<_>>>().map(|ends| ends.into_iter().max()) {
            None => SeatState::Playing,
            Some(None) => SeatState::None,
            Some(Some(last)) => SeatState::Over(last),
        };
        let awaited = self.lobby.invitations.waits_until(player).max(self.evening_holds_until(player));
        let at = self.door.accounts.schedule_release(player, seat, awaited);
        self.step.effects.set_timer(Timer::Release(player), at);
        while let Some(first) = self.door.accounts.surplus_release() {
            self.release(first);
        }
    }

    /// Lets an absent player who plays no running game leave their table, and removes a guest.
    pub(super) fn release(&mut self, player: PlayerId) {
        self.step.effects.set_timer(Timer::Release(player), None);
        let Some(stays) = self.door.accounts.begin_release(player) else { return };
        for game in self.floor.rooms.tables(player) {
            let left = self.floor.leave(&mut self.step, &self.door, player, game);
            debug_assert_eq!(left, Ok(()), "only a player whose game is over is removed");
            self.left_table(player, game);
        }
        self.lobby.close_challenges(&mut self.step, &self.door, player, ChallengeEnd::Gone);
        self.lobby.close_invitations(&mut self.step, &self.door, player, InvitationEnd::Gone);
        self.lobby.leave_place(&mut self.step, &self.door, player, InvitationEnd::Left);
        if !stays {
            self.lobby.forget_seek(&mut self.step, &self.door, player);
            tracing::info!(%player, "gone for good");
            self.step.effects.save(self.door.accounts.remove(player));
        }
    }

    /// Frees a registered name that was never played with, or looks at it again later if its player is here.
    pub(super) fn name_lapses(&mut self, player: PlayerId) {
        if self.door.connections.of(player).is_some() || self.lobby.presence.table(player).is_some() {
            self.door.accounts.keep_for_now(player, self.step.now);
            return self.door.schedule_lapses(&mut self.step);
        }
        let name = self.door.accounts.get(player).map_or("", |account| account.name.as_str());
        tracing::info!(%player, name, "this registered name was never played with and is free again");
        self.unregister(player);
    }

    /// Removes a registered player whose connection is closed. A player of a running game stays as a guest.
    pub(super) fn unregister(&mut self, player: PlayerId) {
        if self.lobby.plays(player) {
            self.door.unregister(&mut self.step, player);
            self.schedule_release(player);
        } else {
            self.lobby.remove_visitor(&self.door, player);
            self.door.unregister(&mut self.step, player);
            // as a guest who is gone for good
            self.release(player);
        }
    }
}

/// How a player leaves a connection that is lost.
const fn departure(is_asleep: bool) -> Departure {
    if is_asleep { Departure::Asleep } else { Departure::Lost }
}
