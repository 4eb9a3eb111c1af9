//! Invitations: challenges that the first player with their code accepts.
//!
//! An invitation waits for both players: whoever accepts it holds its place until the one who
//! invites is there too. Players who invite or wait sit at no table: beginning a game ends an
//! invitation, and leaves a place.

use super::Hub;
use crate::actions::Action;
use crate::address::Address;
use crate::boundary::ConnectionId;
use crate::invitations::OpenInvitation;
use crate::timers::Timer;
use chuhe_protocol::{
    Invitation, InvitationCode, InvitationEnd, InvitationRefusal, LobbyMessage, PlayerId, Refusal,
};

impl Hub {
    /// Closes a player's own invitation.
    ///
    /// # Errors
    /// If the player has none with this code.
    pub(super) fn withdraw_invitation(
        &mut self,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        if !self.lobby.invitations.is_of(code, player) {
            return Err(Refusal::Invitation(InvitationRefusal::Unknown));
        }
        self.close_invitation(code, InvitationEnd::Withdrawn);
        Ok(())
    }

    /// Returns what everyone with the code may know of an invitation, for the card of a link in a
    /// messenger. It counts as a challenge from this address.
    ///
    /// # Errors
    /// If the address asks too often, or as [`Refusal::Invitation`] says.
    pub fn look_up_invitation(
        &mut self,
        address: Address,
        code: InvitationCode,
    ) -> Result<Box<Invitation>, Refusal> {
        self.door.connections.admit_address(address, Action::Challenge, self.step.now)?;
        self.lobby.public_invitation(&self.step, &self.door, code)
    }

    /// Accepts an invitation: its game begins if the inviting player is there and awake. Otherwise the player
    /// holds its place, and leaves the one that they held before.
    ///
    /// # Errors
    /// As [`Lobby::find_invitation`](crate::lobby::Lobby::find_invitation), and if the player sits at a table.
    pub(super) fn accept_invitation(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        self.door.admit(&self.step, connection, Action::Challenge)?;
        self.step.lifecycle.check_open()?;
        let open = self.lobby.invitations.find(code, Some(player), self.step.now)?;
        let (from, is_held) = (open.from, open.held.is_some());
        self.door.accounts.check_blocks(player, from)?;
        if self.lobby.presence.is_playing(player) {
            return Err(Refusal::YouAreBusy);
        }
        if !is_held {
            self.leave_place(player, InvitationEnd::Left);
            let Some(open) = self.lobby.invitations.hold(code, player, self.step.now) else { return Ok(()) };
            if self.door.connections.is_awake(from) {
                return self.begin_invited_game(code);
            }
            let (record, ends_at) = (open.write(), open.ends_at());
            self.lobby.save_invitation(&mut self.step, code, record, ends_at);
            if self.door.connections.of(from).is_none() {
                self.schedule_release(from);
            }
        }
        self.lobby.send_invitation_accepted(&mut self.step, &self.door, player);
        Ok(())
    }

    /// Leaves the wait for the player who has opened this invitation.
    ///
    /// # Errors
    /// If the player does not hold its place.
    pub(super) fn leave_invitation(&mut self, player: PlayerId, code: InvitationCode) -> Result<(), Refusal> {
        if self.lobby.invitations.held_by(player).is_none_or(|open| open.code != code) {
            return Err(Refusal::Invitation(InvitationRefusal::Unknown));
        }
        self.leave_place(player, InvitationEnd::Left);
        Ok(())
    }

    /// Frees the place that a player holds, if they hold one: the invitation is open again, unless it
    /// has expired meanwhile. The player receives `how`.
    pub(super) fn leave_place(&mut self, player: PlayerId, how: InvitationEnd) {
        let Some(open) = self.lobby.invitations.free(player) else { return };
        let (code, from, ends_at) = (open.code, open.from, open.ends_at());
        let record = open.write();
        self.lobby.save_invitation(&mut self.step, code, record, ends_at);
        self.door.send_to(&mut self.step, player, LobbyMessage::InvitationClosed { code, how });
        self.schedule_release(player);
        if ends_at <= self.step.now {
            return self.close_invitation(code, InvitationEnd::Expired);
        }
        if let Some(connection) = self.door.connections.of(from) {
            self.lobby.send_invitations(&mut self.step, &self.door, connection, from);
        } else {
            self.schedule_release(from);
        }
    }

    /// Frees the places that one of two players holds in an invitation of the other, because
    /// `blocker` blocks `blocked`, who does not learn of it.
    pub(super) fn leave_places_between(&mut self, blocker: PlayerId, blocked: PlayerId) {
        let holds = |hub: &Self, holder, host| {
            hub.lobby.invitations.held_by(holder).is_some_and(|open| open.from == host)
        };
        if holds(self, blocker, blocked) {
            self.leave_place(blocker, InvitationEnd::Left);
        }
        if holds(self, blocked, blocker) {
            self.leave_place(blocked, InvitationEnd::Withdrawn);
        }
    }

    /// Begins the game of an invitation that this player has opened or accepted, if both are there.
    pub(super) fn begin_awaited_game(&mut self, player: PlayerId) -> Result<(), Refusal> {
        if !self.step.lifecycle.is_open() {
            return Ok(());
        }
        let is_here = |player| self.door.connections.is_awake(player);
        let concerned = self.lobby.invitations.of(player).chain(self.lobby.invitations.held_by(player));
        let is_ready = |open: &&OpenInvitation| is_here(open.from) && open.holder().is_some_and(is_here);
        let ready = concerned.filter(is_ready).map(|open| open.code).next();
        ready.map_or(Ok(()), |code| self.begin_invited_game(code))
    }

    /// Begins the game between the player who has opened an invitation and the one who holds its place.
    fn begin_invited_game(&mut self, code: InvitationCode) -> Result<(), Refusal> {
        let Some(open) = self.lobby.invitations.get(code) else { return Ok(()) };
        let (from, terms) = (open.from, open.terms.clone());
        let Some(guest) = open.holder() else { return Ok(()) };
        if self.door.accounts.check_blocks(guest, from).is_err() {
            // another hub of a shared account has stored the block
            self.leave_place(guest, InvitationEnd::Withdrawn);
            return Ok(());
        }
        let game = self.open_room(from, guest, &terms)?;
        self.close_invitation(code, InvitationEnd::Accepted);
        self.lobby.challenges.reset_waits(from, guest, self.step.now);
        self.open_table(game);
        Ok(())
    }

    /// Closes every invitation of a player.
    pub(super) fn close_invitations(&mut self, player: PlayerId, how: InvitationEnd) {
        let codes: Vec<InvitationCode> = self.lobby.invitations.of(player).map(|open| open.code).collect();
        for code in codes {
            self.close_invitation(code, how);
        }
    }

    /// Closes an invitation whose time is over.
    pub(super) fn invitation_timeout(&mut self, code: InvitationCode) {
        let is_held = self.lobby.invitations.get(code).is_some_and(|open| open.held.is_some());
        self.close_invitation(code, if is_held { InvitationEnd::Missed } else { InvitationEnd::Expired });
    }

    /// Closes an invitation, deletes its record, and notifies the inviting player and the one who
    /// holds its place.
    pub(super) fn close_invitation(&mut self, code: InvitationCode, how: InvitationEnd) {
        let Some(closed) = self.lobby.invitations.close(code, how, self.step.now) else { return };
        self.step.effects.set_timer(Timer::Invitation(code), None);
        self.step.effects.save([closed.erase()]);
        for player in [closed.from].into_iter().chain(closed.holder()) {
            self.door.send_to(&mut self.step, player, LobbyMessage::InvitationClosed { code, how });
            self.schedule_release(player);
        }
    }

    /// Extends every invitation by the time for which it could not be accepted, and a little more.
    ///
    /// Once the server is stopping, it closes them, unless the next run of the server goes on with them.
    pub(super) fn continue_invitations(&mut self, down_ms: u64) {
        for code in self.lobby.invitations.codes() {
            if self.step.lifecycle.is_open() {
                self.lobby.extend_invitation(&mut self.step, code, down_ms);
            } else if !self.step.lifecycle.has_later_run() {
                self.close_invitation(code, InvitationEnd::ShuttingDown);
            }
        }
    }
}
