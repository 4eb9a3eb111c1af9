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
use crate::record::{InvitationRow, Record};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeId, HallName, Invitation, InvitationCode, InvitationEnd, InvitationRefusal, LobbyMessage,
    PlayerId, Refusal, Terms, ValidTerms, limits,
};
use chuhe_rules::clock::Timestamp;

/// Who asks for an invitation, which decides what they learn of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asker {
    /// A client that has not joined.
    Stranger,
    /// The player who invites.
    Host,
    /// Another player.
    Guest,
}

impl Hub {
    /// Opens an invitation.
    ///
    /// # Errors
    /// If the player sits at a table, the terms are invalid, or a limit is reached.
    pub(super) fn invite(
        &mut self,
        connection: ConnectionId,
        from: PlayerId,
        terms: Terms,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Challenge)?;
        self.lifecycle.check_open()?;
        if self.presence.is_playing(from) {
            return Err(Refusal::YouAreBusy);
        }
        let new = || (self.random.challenge_id(), self.random.invitation_code());
        let open = self.invitations.open(from, terms, new, self.now)?;
        let (record, code, ends_at) = (open.write(), open.code, open.ends_at());
        self.save_invitation(code, record, ends_at);
        self.send_invitations(connection, from);
        Ok(())
    }

    /// Sends a player their open invitations, and the one whose place they hold.
    pub(super) fn send_invitations(&mut self, connection: ConnectionId, player: PlayerId) {
        let own = self.invitations.of(player).map(|open| self.describe_invitation(open, Asker::Host));
        let own = own.flatten().map(LobbyMessage::InvitationOpened);
        let held = self.invitations.held_by(player);
        let held = held.and_then(|open| self.describe_invitation(open, Asker::Guest));
        let messages: Vec<LobbyMessage> = own.chain(held.map(LobbyMessage::InvitationAccepted)).collect();
        for message in messages {
            self.effects.send(connection, message);
        }
    }

    /// Returns an invitation as it is sent now, unless its player is gone.
    fn describe_invitation(&self, open: &OpenInvitation, asker: Asker) -> Option<Box<Invitation>> {
        let account = self.accounts.get(open.from)?;
        let holder = open.holder().and_then(|holder| self.accounts.get(holder));
        let (accepted_by, away_ms) = match asker {
            Asker::Stranger => (None, None),
            Asker::Host => {
                (holder.map(|holder| holder.name.clone()), holder.and_then(|holder| holder.away_ms(self.now)))
            }
            Asker::Guest => (holder.map(|holder| holder.name.clone()), account.away_ms(self.now)),
        };
        Some(Box::new(Invitation {
            code: open.code,
            from: open.from,
            name: account.name.clone(),
            terms: (*open.terms).clone(),
            expires_in_ms: u32::try_from(open.ends_at().since(self.now)).unwrap_or(u32::MAX),
            web: self.invitations.web.clone(),
            port: self.invitations.port,
            accepted_by,
            away_s: away_ms.map(|ms| u32::try_from(ms / 1_000).unwrap_or(u32::MAX)),
        }))
    }

    /// Closes a player's own invitation.
    ///
    /// # Errors
    /// If the player has none with this code.
    pub(super) fn withdraw_invitation(
        &mut self,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        if !self.invitations.is_of(code, player) {
            return Err(Refusal::Invitation(InvitationRefusal::Unknown));
        }
        self.close_invitation(code, InvitationEnd::Withdrawn);
        Ok(())
    }

    /// Sends who invites, and the terms.
    ///
    /// # Errors
    /// If the invitation is closed, unknown or the player's own, another player holds its place, or a
    /// block stands between the two.
    pub(super) fn find_invitation(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Challenge)?;
        let open = self.invitations.find(code, Some(player), self.now)?.clone();
        self.accounts.check_blocks(player, open.from)?;
        let found = self.describe_invitation(&open, Asker::Guest);
        let found = found.ok_or(Refusal::Invitation(InvitationRefusal::Unknown))?;
        let is_held = open.holder() == Some(player);
        let answer = if is_held { LobbyMessage::InvitationAccepted } else { LobbyMessage::InvitationFound };
        self.reply(connection, answer(found));
        Ok(())
    }

    /// Sends who invites, and the terms, to a client that has not joined.
    ///
    /// # Errors
    /// If the invitation is in another hall, closed or unknown, or a player holds its place.
    pub(super) fn find_invitation_before_joining(
        &mut self,
        connection: ConnectionId,
        code: InvitationCode,
        hall: Option<&HallName>,
    ) -> Result<(), Refusal> {
        self.check_hall(hall)?;
        self.admit(connection, Action::Challenge)?;
        let found = self.public_invitation(code)?;
        self.reply(connection, LobbyMessage::InvitationFound(found));
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
        self.connections.admit_address(address, Action::Challenge, self.now)?;
        self.public_invitation(code)
    }

    fn public_invitation(&mut self, code: InvitationCode) -> Result<Box<Invitation>, Refusal> {
        let open = self.invitations.find(code, None, self.now)?.clone();
        let found = self.describe_invitation(&open, Asker::Stranger);
        found.ok_or(Refusal::Invitation(InvitationRefusal::Unknown))
    }

    /// Accepts an invitation: its game begins if the inviting player is there and awake. Otherwise the player
    /// holds its place, and leaves the one that they held before.
    ///
    /// # Errors
    /// As [`Hub::find_invitation`], and if the player sits at a table.
    pub(super) fn accept_invitation(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Challenge)?;
        self.lifecycle.check_open()?;
        let open = self.invitations.find(code, Some(player), self.now)?;
        let (from, is_held) = (open.from, open.held.is_some());
        self.accounts.check_blocks(player, from)?;
        if self.presence.is_playing(player) {
            return Err(Refusal::YouAreBusy);
        }
        if !is_held {
            self.leave_place(player, InvitationEnd::Left);
            let Some(open) = self.invitations.hold(code, player, self.now) else { return Ok(()) };
            if self.connections.is_awake(from) {
                return self.begin_invited_game(code);
            }
            let (record, ends_at) = (open.write(), open.ends_at());
            self.save_invitation(code, record, ends_at);
            if self.connections.of(from).is_none() {
                self.schedule_release(from);
            }
        }
        self.send_invitation_accepted(player);
        Ok(())
    }

    fn send_invitation_accepted(&mut self, holder: PlayerId) {
        let held = self.invitations.held_by(holder);
        if let Some(held) = held.and_then(|open| self.describe_invitation(open, Asker::Guest)) {
            self.send_to(holder, LobbyMessage::InvitationAccepted(held));
        }
    }

    /// Leaves the wait for the player who has opened this invitation.
    ///
    /// # Errors
    /// If the player does not hold its place.
    pub(super) fn leave_invitation(&mut self, player: PlayerId, code: InvitationCode) -> Result<(), Refusal> {
        if self.invitations.held_by(player).is_none_or(|open| open.code != code) {
            return Err(Refusal::Invitation(InvitationRefusal::Unknown));
        }
        self.leave_place(player, InvitationEnd::Left);
        Ok(())
    }

    /// Frees the place that a player holds, if they hold one: the invitation is open again, unless it
    /// has expired meanwhile. The player receives `how`.
    pub(super) fn leave_place(&mut self, player: PlayerId, how: InvitationEnd) {
        let Some(open) = self.invitations.free(player) else { return };
        let (code, from, ends_at) = (open.code, open.from, open.ends_at());
        let record = open.write();
        self.save_invitation(code, record, ends_at);
        self.send_to(player, LobbyMessage::InvitationClosed { code, how });
        self.schedule_release(player);
        if ends_at <= self.now {
            return self.close_invitation(code, InvitationEnd::Expired);
        }
        if let Some(connection) = self.connections.of(from) {
            self.send_invitations(connection, from);
        } else {
            self.schedule_release(from);
        }
    }

    /// Frees the places that one of two players holds in an invitation of the other, because
    /// `blocker` blocks `blocked`, who does not learn of it.
    pub(super) fn leave_places_between(&mut self, blocker: PlayerId, blocked: PlayerId) {
        let holds =
            |hub: &Self, holder, host| hub.invitations.held_by(holder).is_some_and(|open| open.from == host);
        if holds(self, blocker, blocked) {
            self.leave_place(blocker, InvitationEnd::Left);
        }
        if holds(self, blocked, blocker) {
            self.leave_place(blocked, InvitationEnd::Withdrawn);
        }
    }

    /// Begins the game of an invitation that this player has opened or accepted, if both are there.
    pub(super) fn begin_awaited_game(&mut self, player: PlayerId) -> Result<(), Refusal> {
        if !self.lifecycle.is_open() {
            return Ok(());
        }
        let is_here = |player| self.connections.is_awake(player);
        let concerned = self.invitations.of(player).chain(self.invitations.held_by(player));
        let is_ready = |open: &&OpenInvitation| is_here(open.from) && open.holder().is_some_and(is_here);
        let ready = concerned.filter(is_ready).map(|open| open.code).next();
        ready.map_or(Ok(()), |code| self.begin_invited_game(code))
    }

    /// Begins the game between the player who has opened an invitation and the one who holds its place.
    fn begin_invited_game(&mut self, code: InvitationCode) -> Result<(), Refusal> {
        let Some(open) = self.invitations.get(code) else { return Ok(()) };
        let (from, terms) = (open.from, open.terms.clone());
        let Some(guest) = open.holder() else { return Ok(()) };
        if self.accounts.check_blocks(guest, from).is_err() {
            // another hub of a shared account has stored the block
            self.leave_place(guest, InvitationEnd::Withdrawn);
            return Ok(());
        }
        let game = self.open_room(from, guest, &terms)?;
        self.close_invitation(code, InvitationEnd::Accepted);
        self.challenges.reset_waits(from, guest, self.now);
        self.open_table(game);
        Ok(())
    }

    /// Closes every invitation of a player.
    pub(super) fn close_invitations(&mut self, player: PlayerId, how: InvitationEnd) {
        let codes: Vec<InvitationCode> = self.invitations.of(player).map(|open| open.code).collect();
        for code in codes {
            self.close_invitation(code, how);
        }
    }

    /// Closes an invitation whose time is over.
    pub(super) fn invitation_timeout(&mut self, code: InvitationCode) {
        let is_held = self.invitations.get(code).is_some_and(|open| open.held.is_some());
        self.close_invitation(code, if is_held { InvitationEnd::Missed } else { InvitationEnd::Expired });
    }

    /// Closes an invitation, deletes its record, and notifies the inviting player and the one who
    /// holds its place.
    pub(super) fn close_invitation(&mut self, code: InvitationCode, how: InvitationEnd) {
        let Some(closed) = self.invitations.close(code, how, self.now) else { return };
        self.effects.set_timer(Timer::Invitation(code), None);
        self.effects.save([closed.erase()]);
        for player in [closed.from].into_iter().chain(closed.holder()) {
            self.send_to(player, LobbyMessage::InvitationClosed { code, how });
            self.schedule_release(player);
        }
    }

    /// Extends every invitation by the time for which it could not be accepted, and a little more.
    ///
    /// Once the server is stopping, it closes them, unless the next run of the server goes on with them.
    pub(super) fn continue_invitations(&mut self, down_ms: u64) {
        for code in self.invitations.codes() {
            if self.lifecycle.is_open() {
                self.extend_invitation(code, down_ms);
            } else if !self.lifecycle.has_later_run() {
                self.close_invitation(code, InvitationEnd::ShuttingDown);
            }
        }
    }

    fn extend_invitation(&mut self, code: InvitationCode, down_ms: u64) {
        let by_ms = down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS);
        let Some((record, ends_at)) = self.invitations.extend(code, by_ms) else { return };
        self.save_invitation(code, record, ends_at);
    }

    fn save_invitation(&mut self, code: InvitationCode, record: Record, ends_at: Timestamp) {
        self.effects.save([record]);
        self.effects.set_timer(Timer::Invitation(code), Some(ends_at));
    }

    /// Opens the stored invitations again.
    ///
    /// An invitation is closed if its terms are invalid or its player is missing or sits at a table. Its
    /// place is free if that is so of the player who holds it, or if they hold another one.
    pub(super) fn restore_invitations(
        &mut self,
        invitations: Vec<(ChallengeId, u32, InvitationRow)>,
        down_ms: u64,
    ) {
        for (id, revision, InvitationRow { code, from, terms, expires_at, held }) in invitations {
            let is_idle = |player| self.accounts.contains(player) && !self.presence.is_playing(player);
            let may_hold =
                |holder| is_idle(holder) && holder != from && self.invitations.held_by(holder).is_none();
            let held = held.filter(|held| may_hold(held.by));
            match ValidTerms::parse(terms) {
                Ok(terms) if is_idle(from) => {
                    let open = OpenInvitation { id, code, from, terms, expires_at, held, revision };
                    self.invitations.insert(open);
                    self.extend_invitation(code, down_ms);
                }
                Ok(_) | Err(_) => self.effects.save([Record::Invitation { id, revision, row: None }]),
            }
        }
    }
}
