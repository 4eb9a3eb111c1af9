//! The door: connections, the accounts of their players, and queries to the outside.
//!
//! It does not know who is in the lobby or at a table: it returns what the hub does there at once, and leaves
//! what can wait until the end of the step to [`FollowUp`].

mod answering;
mod appealing;
mod entering;
mod operating;
mod passwords;
pub(crate) mod profiles;
mod registration;
mod reporting;
mod shared_changes;
mod sharing;
mod tokens;

use crate::accounts::Accounts;
use crate::actions::Action;
use crate::address::Address;
use crate::caller::Caller;
use crate::chat_log::ChatLog;
use crate::connection_id::ConnectionId;
use crate::connections::Connections;
use crate::moderation::Moderation;
use crate::queries::{PendingQuery, Purpose, Queries};
use crate::record::Query;
use crate::reports::Reports;
use crate::sanction::SanctionKind;
use crate::shared_accounts::{AccountChange, Removal, SharedAccount};
use crate::step::{FollowUp, Step};
use crate::timers::Timer;
use chuhe_protocol::{
    ChatLine, CloseReason, Cursor, HallName, PlayerId, PlayerName, Refusal, Seat, ServerMessage, SessionToken,
};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// The connections, their players' accounts, and what operators forbid.
#[derive(Debug)]
pub(crate) struct Door {
    pub(crate) moderation: Moderation,
    pub(crate) reports: Reports,
    pub(crate) connections: Connections,
    pub(crate) queries: Queries,
    pub(crate) accounts: Accounts,
    pub(crate) hall: Option<HallName>,
    pub(crate) registers_names: bool,
    /// Accounts that changed while the hub was paused, or before the answer to an own change.
    pub(crate) late_accounts: BTreeMap<PlayerId, SharedAccount>,
    /// Shared accounts that were removed while the hub was paused.
    pub(crate) late_removals: BTreeMap<PlayerId, Removal>,
}

/// What the hub does after a request at the door, or the answer to a query.
#[derive(Debug)]
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// Adds a guest, or a computer player, of this name with the connection.
    Joins(PlayerName),
    /// Gives the connection to a player, with a new token that replaces the shown one. They have seen the events
    /// before these cursors.
    Enters { player: PlayerId, shown: Option<SessionToken>, seen: Vec<Cursor> },
    /// Ends what the player seeks: a game cannot begin while their program sleeps.
    Sleeps(PlayerId),
    /// Begins the game of an invitation that has waited for the player's program to wake up.
    Wakes(PlayerId),
    /// Credits a player's clock with the network delay.
    LagMeasured { player: PlayerId, lag_ms: u16 },
}

impl Door {
    /// Sends a message that reports no stored change. While the hub is paused it does not wait
    /// for records to be stored.
    pub(crate) fn reply(&self, step: &mut Step, connection: ConnectionId, message: impl Into<ServerMessage>) {
        if step.lifecycle.is_paused() {
            step.effects.send_notice(connection, message);
        } else {
            step.effects.send(connection, message);
        }
    }

    /// Sends to a player's connection, if they have one.
    pub(crate) fn send_to(&self, step: &mut Step, player: PlayerId, message: impl Into<ServerMessage>) {
        if let Some(connection) = self.connections.of(player) {
            step.effects.send(connection, message);
        }
    }

    /// Sends a query for a request of a connection.
    ///
    /// # Errors
    /// [`Refusal::RequestPending`] if the connection waits for another query.
    pub(crate) fn query(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        purpose: Purpose,
        query: Query,
    ) -> Result<(), Refusal> {
        self.connections.check_no_query(connection)?;
        let id = self.queries.add(PendingQuery { connection, request, purpose });
        self.connections.set_query(connection, Some(id));
        step.effects.query(id, query);
        Ok(())
    }

    /// Sends the refusal if a request was not served. A served request has no response but its
    /// effects.
    pub(crate) fn refuse(
        &self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        result: Result<(), Refusal>,
    ) {
        if let Err(reason) = result {
            tracing::debug!(%connection, request, %reason, "refused");
            self.reply(step, connection, ServerMessage::Refused { request, reason });
        }
    }

    /// Counts a rate-limited action of a connection.
    ///
    /// # Errors
    /// If it is too frequent.
    pub(crate) fn admit(
        &mut self,
        step: &Step,
        connection: ConnectionId,
        action: Action,
    ) -> Result<(), Refusal> {
        let player = self.connections.player(connection);
        let of_player = player.and_then(|player| self.accounts.actions_mut(player));
        self.connections.admit(connection, action, of_player, step.now)
    }

    pub(crate) fn connected(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        address: Address,
        accepted_at: Timestamp,
    ) {
        if step.lifecycle.is_stopped() {
            step.effects.close(connection, CloseReason::ShuttingDown);
            return;
        }
        if let Some(reason) = self.ban(step, address, None) {
            tracing::info!(%connection, ?reason, "closing");
            step.effects.close(connection, reason);
            return;
        }
        let deadline = self.connections.open(connection, address, accepted_at, step.now);
        step.effects.set_timer(Timer::Connection(connection), Some(deadline));
    }

    /// Opens the connection of a computer player.
    pub(crate) fn computer_connected(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        level: u8,
        at: Timestamp,
    ) {
        self.connected(step, connection, Address::of_computer(connection.0), at);
        self.connections.set_computer_level(connection, level);
    }

    /// Checks that a request to enter names this hall, or none.
    ///
    /// # Errors
    /// If the server has a single hall without a name, or the name is another hall's: the owner
    /// hands a connection to the hall that its first request names.
    pub(crate) fn check_hall(&self, wanted: Option<&HallName>) -> Result<(), Refusal> {
        match (wanted, &self.hall) {
            (None, _) => Ok(()),
            (Some(_), None) => Err(Refusal::NoSuchHall),
            (Some(wanted), Some(own)) if wanted == own => Ok(()),
            (Some(_), Some(_)) => Err(Refusal::OtherHall),
        }
    }

    /// The computer player of this name and level, if it is not connected.
    pub(crate) fn absent_computer(&self, name: &PlayerName, level: u8) -> Option<PlayerId> {
        let player = self.accounts.by_name(name)?;
        let is_it = self.accounts.get(player)?.computer_level == Some(level);
        (is_it && self.connections.of(player).is_none()).then_some(player)
    }

    /// Sets the timer of the next look at registered names.
    pub(crate) fn schedule_lapses(&self, step: &mut Step) {
        step.effects.set_timer(Timer::Lapses, self.accounts.next_lapse());
    }

    /// Records the visits of players who are here for long, and lets names lapse whose time has come.
    pub(crate) fn names_lapse(&mut self, step: &mut Step) {
        while let Some(player) = self.accounts.pop_lapsed(step.now) {
            if self.accounts.is_shared(player) {
                self.share_visit(step, player);
            } else {
                step.follow_up(FollowUp::Lapse(player));
            }
        }
        self.schedule_lapses(step);
    }

    /// Makes a registered player a guest.
    pub(crate) fn unregister(&mut self, step: &mut Step, player: PlayerId) {
        self.queries.outdate_logins(player);
        step.effects.save(self.accounts.unregister(player));
        self.schedule_lapses(step);
    }

    pub(crate) fn new_seat(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let account = self.accounts.get(player).ok_or(Refusal::NoSuchPlayer)?;
        Ok(Seat { player, name: account.name.clone() })
    }

    /// Returns the reason for which a banned address or name is turned away.
    pub(crate) fn ban(
        &self,
        step: &Step,
        address: Address,
        name: Option<&PlayerName>,
    ) -> Option<CloseReason> {
        let until = self.moderation.forbidden_until(SanctionKind::Ban, address, name, step.now)?;
        Some(CloseReason::Banned { wait_ms: until.map(|until| until.since(step.now)) })
    }

    /// Checks that a player may chat.
    ///
    /// # Errors
    /// [`Refusal::Silenced`] if the player or the address is silenced.
    pub(crate) fn check_not_silenced(
        &self,
        step: &Step,
        connection: ConnectionId,
        player: PlayerId,
    ) -> Result<(), Refusal> {
        let address = self.connections.address(connection).unwrap_or_default();
        let name = self.accounts.get(player).map(|account| &account.name);
        match self.moderation.forbidden_until(SanctionKind::Silence, address, name, step.now) {
            None => Ok(()),
            Some(until) => Err(Refusal::Silenced { wait_ms: until.map(|until| until.since(step.now)) }),
        }
    }

    /// Sends to everyone who has joined, as a notice while the hub is paused.
    pub(crate) fn send_to_joined(&self, step: &mut Step, message: impl Into<ServerMessage>) {
        let message = message.into();
        let joined: Vec<ConnectionId> = self.connections.joined().collect();
        if step.lifecycle.is_paused() {
            for connection in joined {
                step.effects.send_notice(connection, message.clone());
            }
        } else {
            step.effects.broadcast(joined, message);
        }
    }

    /// Lifts a block, if there is one.
    ///
    /// # Errors
    /// If such requests are too frequent.
    pub(crate) fn unblock(
        &mut self,
        step: &mut Step,
        Caller { connection, player, .. }: Caller,
        other: PlayerId,
    ) -> Result<(), Refusal> {
        self.admit(step, connection, Action::Preference)?;
        if let Some(record) = self.accounts.unblock(player, other) {
            step.effects.save([record]);
            self.share_change(step, player, AccountChange::Unblock(other));
        }
        self.send_preferences(step, connection, player);
        Ok(())
    }

    /// Sends a player's preferences to their connection.
    pub(crate) fn send_preferences(&self, step: &mut Step, connection: ConnectionId, player: PlayerId) {
        if let Some(message) = self.accounts.preferences_message(player) {
            step.effects.send(connection, message);
        }
    }

    /// Returns these connections without those of players who block `from`.
    pub(crate) fn without_blockers(
        &self,
        from: PlayerId,
        mut receivers: Vec<ConnectionId>,
    ) -> Vec<ConnectionId> {
        let blockers = self.accounts.blockers(from).filter_map(|blocker| self.connections.of(blocker));
        let blockers: BTreeSet<ConnectionId> = blockers.collect();
        if !blockers.is_empty() {
            receivers.retain(|connection| !blockers.contains(connection));
        }
        receivers
    }

    /// Records that a player has finished a game, so that a registered name does not lapse.
    pub(crate) fn finished_game(&mut self, step: &mut Step, player: PlayerId) {
        let record = self.accounts.finished_game(player);
        if record.is_some() {
            step.effects.save(record);
            self.share_change(step, player, AccountChange::Played);
            self.schedule_lapses(step);
        }
    }

    /// Returns the lines that the player of a connection receives.
    pub(crate) fn chat_seen_at(&self, connection: ConnectionId, log: &ChatLog) -> Vec<ChatLine> {
        let Some(player) = self.connections.player(connection) else { return Vec::new() };
        log.seen_by(player, |from| self.accounts.blocks(player, from))
    }
}
