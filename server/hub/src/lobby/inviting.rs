//! Invitations: challenges that the first player with their code accepts.
//!
//! An invitation waits for both players: whoever accepts it holds its place until the one who
//! invites is there too. Players who invite or wait sit at no table: beginning a game ends an
//! invitation, and leaves a place.

use super::{Beginning, Lobby};
use crate::accounts::rating::check_ratable;
use crate::actions::Action;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::door::Door;
use crate::invitations::OpenInvitation;
use crate::record::{InvitationRow, Record};
use crate::step::{FollowUp, Step};
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

impl Lobby {
    /// Opens an invitation.
    ///
    /// # Errors
    /// If the player sits at a table, the terms are invalid, or a limit is reached.
    pub(crate) fn invite(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player: from, .. }: Caller,
        terms: Terms,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Challenge)?;
        step.lifecycle.check_open()?;
        if self.presence.is_playing(from) {
            return Err(Refusal::YouAreBusy);
        }
        check_ratable(&door.accounts, &[from], &terms)?;
        let new = || (step.random.challenge_id(), step.random.invitation_code());
        let open = self.invitations.open(from, terms, new, step.now)?;
        let (record, code, ends_at) = (open.write(), open.code, open.ends_at());
        self.save_invitation(step, code, record, ends_at);
        self.send_invitations(step, door, connection, from);
        Ok(())
    }

    /// Sends a player their open invitations, and the one whose place they hold.
    pub(crate) fn send_invitations(
        &self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
        player: PlayerId,
    ) {
        let own =
            self.invitations.of(player).map(|open| self.describe_invitation(step, door, open, Asker::Host));
        let own = own.flatten().map(LobbyMessage::InvitationOpened);
        let held = self.invitations.held_by(player);
        let held = held.and_then(|open| self.describe_invitation(step, door, open, Asker::Guest));
        let messages: Vec<LobbyMessage> = own.chain(held.map(LobbyMessage::InvitationAccepted)).collect();
        for message in messages {
            step.effects.send(connection, message);
        }
    }

    /// Returns an invitation as it is sent now, unless its player is gone.
    fn describe_invitation(
        &self,
        step: &Step,
        door: &Door,
        open: &OpenInvitation,
        asker: Asker,
    ) -> Option<Box<Invitation>> {
        let account = door.accounts.get(open.from)?;
        let holder = open.holder().and_then(|holder| door.accounts.get(holder));
        let (accepted_by, away_ms) = match asker {
            Asker::Stranger => (None, None),
            Asker::Host => {
                (holder.map(|holder| holder.name.clone()), holder.and_then(|holder| holder.away_ms(step.now)))
            }
            Asker::Guest => (holder.map(|holder| holder.name.clone()), account.away_ms(step.now)),
        };
        Some(Box::new(Invitation {
            code: open.code,
            from: open.from,
            name: account.name.clone(),
            terms: (*open.terms).clone(),
            expires_in_ms: u32::try_from(open.ends_at().since(step.now)).unwrap_or(u32::MAX),
            web: self.invitations.web.clone(),
            port: self.invitations.port,
            accepted_by,
            away_s: away_ms.map(|ms| u32::try_from(ms / 1_000).unwrap_or(u32::MAX)),
        }))
    }

    /// Sends who invites, and the terms.
    ///
    /// # Errors
    /// If the invitation is closed, unknown or the player's own, another player holds its place, or a
    /// block stands between the two.
    pub(crate) fn find_invitation(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Challenge)?;
        let open = self.invitations.find(code, Some(player), step.now)?.clone();
        door.accounts.check_blocks(player, open.from)?;
        let found = self.describe_invitation(step, door, &open, Asker::Guest);
        let found = found.ok_or(Refusal::Invitation(InvitationRefusal::Unknown))?;
        let is_held = open.holder() == Some(player);
        let answer = if is_held { LobbyMessage::InvitationAccepted } else { LobbyMessage::InvitationFound };
        door.reply(step, connection, answer(found));
        Ok(())
    }

    /// Sends who invites, and the terms, to a client that has not joined.
    ///
    /// # Errors
    /// If the invitation is in another hall, closed or unknown, or a player holds its place.
    pub(crate) fn find_invitation_before_joining(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        connection: ConnectionId,
        code: InvitationCode,
        hall: Option<&HallName>,
    ) -> Result<(), Refusal> {
        door.check_hall(hall)?;
        door.admit(step, connection, Action::Challenge)?;
        let found = self.public_invitation(step, door, code)?;
        door.reply(step, connection, LobbyMessage::InvitationFound(found));
        Ok(())
    }

    pub(crate) fn public_invitation(
        &mut self,
        step: &Step,
        door: &Door,
        code: InvitationCode,
    ) -> Result<Box<Invitation>, Refusal> {
        let open = self.invitations.find(code, None, step.now)?.clone();
        let found = self.describe_invitation(step, door, &open, Asker::Stranger);
        found.ok_or(Refusal::Invitation(InvitationRefusal::Unknown))
    }

    pub(crate) fn send_invitation_accepted(&self, step: &mut Step, door: &Door, holder: PlayerId) {
        let held = self.invitations.held_by(holder);
        if let Some(held) = held.and_then(|open| self.describe_invitation(step, door, open, Asker::Guest)) {
            door.send_to(step, holder, LobbyMessage::InvitationAccepted(held));
        }
    }

    pub(crate) fn extend_invitation(&mut self, step: &mut Step, code: InvitationCode, down_ms: u64) {
        let by_ms = down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS);
        let Some((record, ends_at)) = self.invitations.extend(code, by_ms) else { return };
        self.save_invitation(step, code, record, ends_at);
    }

    pub(crate) fn save_invitation(
        &self,
        step: &mut Step,
        code: InvitationCode,
        record: Record,
        ends_at: Timestamp,
    ) {
        step.effects.save([record]);
        step.effects.set_timer(Timer::Invitation(code), Some(ends_at));
    }

    /// Opens the stored invitations again.
    ///
    /// An invitation is closed if its terms are invalid or its player is missing or in a running game. Its
    /// place is free if that is so of the player who holds it, or if they hold another one.
    pub(crate) fn restore_invitations(
        &mut self,
        step: &mut Step,
        door: &Door,
        invitations: Vec<(ChallengeId, u32, InvitationRow)>,
        down_ms: u64,
    ) {
        for (id, revision, InvitationRow { code, from, terms, expires_at, held }) in invitations {
            let may_hold = |holder| {
                self.is_idle(door, holder) && holder != from && self.invitations.held_by(holder).is_none()
            };
            let held = held.filter(|held| may_hold(held.by));
            match ValidTerms::parse(terms) {
                Ok(terms) if self.is_idle(door, from) => {
                    let open = OpenInvitation { id, code, from, terms, expires_at, held, revision };
                    self.invitations.insert(open);
                    self.extend_invitation(step, code, down_ms);
                }
                Ok(_) | Err(_) => step.effects.save([Record::Invitation { id, revision, row: None }]),
            }
        }
    }

    /// Closes a player's own invitation.
    ///
    /// # Errors
    /// If the player has none with this code.
    pub(crate) fn withdraw_invitation(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        if !self.invitations.is_of(code, player) {
            return Err(Refusal::Invitation(InvitationRefusal::Unknown));
        }
        self.close_invitation(step, door, code, InvitationEnd::Withdrawn);
        Ok(())
    }

    /// Leaves the wait for the player who has opened this invitation.
    ///
    /// # Errors
    /// If the player does not hold its place.
    pub(crate) fn leave_invitation(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        if self.invitations.held_by(player).is_none_or(|open| open.code != code) {
            return Err(Refusal::Invitation(InvitationRefusal::Unknown));
        }
        self.leave_place(step, door, player, InvitationEnd::Left);
        Ok(())
    }

    /// Frees the place that a player holds, if they hold one: the invitation is open again, unless it
    /// has expired meanwhile. The player receives `how`.
    pub(crate) fn leave_place(&mut self, step: &mut Step, door: &Door, player: PlayerId, how: InvitationEnd) {
        let Some(open) = self.invitations.free(player) else { return };
        let (code, from, ends_at) = (open.code, open.from, open.ends_at());
        let record = open.write();
        self.save_invitation(step, code, record, ends_at);
        door.send_to(step, player, LobbyMessage::InvitationClosed { code, how });
        step.follow_up(FollowUp::ScheduleRelease(player));
        if ends_at <= step.now {
            return self.close_invitation(step, door, code, InvitationEnd::Expired);
        }
        if let Some(connection) = door.connections.of(from) {
            self.send_invitations(step, door, connection, from);
        } else {
            step.follow_up(FollowUp::ScheduleRelease(from));
        }
    }

    /// Frees the places that one of two players holds in an invitation of the other, because
    /// `blocker` blocks `blocked`, who does not learn of it.
    pub(crate) fn leave_places_between(
        &mut self,
        step: &mut Step,
        door: &Door,
        blocker: PlayerId,
        blocked: PlayerId,
    ) {
        let holds = |lobby: &Self, holder, host| {
            lobby.invitations.held_by(holder).is_some_and(|open| open.from == host)
        };
        if holds(self, blocker, blocked) {
            self.leave_place(step, door, blocker, InvitationEnd::Left);
        }
        if holds(self, blocked, blocker) {
            self.leave_place(step, door, blocked, InvitationEnd::Withdrawn);
        }
    }

    /// Closes every invitation of a player.
    pub(crate) fn close_invitations(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        how: InvitationEnd,
    ) {
        let codes: Vec<InvitationCode> = self.invitations.of(player).map(|open| open.code).collect();
        for code in codes {
            self.close_invitation(step, door, code, how);
        }
    }

    /// Closes an invitation whose time is over.
    pub(crate) fn invitation_timeout(&mut self, step: &mut Step, door: &Door, code: InvitationCode) {
        let is_held = self.invitations.get(code).is_some_and(|open| open.held.is_some());
        let how = if is_held { InvitationEnd::Missed } else { InvitationEnd::Expired };
        self.close_invitation(step, door, code, how);
    }

    /// Closes an invitation, deletes its record, and notifies the inviting player and the one who
    /// holds its place.
    pub(crate) fn close_invitation(
        &mut self,
        step: &mut Step,
        door: &Door,
        code: InvitationCode,
        how: InvitationEnd,
    ) {
        let Some(closed) = self.invitations.close(code, how, step.now) else { return };
        step.effects.set_timer(Timer::Invitation(code), None);
        step.effects.save([closed.erase()]);
        for player in [closed.from].into_iter().chain(closed.holder()) {
            door.send_to(step, player, LobbyMessage::InvitationClosed { code, how });
            step.follow_up(FollowUp::ScheduleRelease(player));
        }
    }

    /// Extends every invitation by the time for which it could not be accepted, and a little more.
    ///
    /// Once the server is stopping, it closes them, unless the next run of the server goes on with them.
    pub(crate) fn continue_invitations(&mut self, step: &mut Step, door: &Door, down_ms: u64) {
        for code in self.invitations.codes() {
            if step.lifecycle.is_open() {
                self.extend_invitation(step, code, down_ms);
            } else if !step.lifecycle.has_later_run() {
                self.close_invitation(step, door, code, InvitationEnd::ShuttingDown);
            }
        }
    }

    /// Accepts an invitation, and leaves the place that the player held before.
    ///
    /// Returns the game that the hub begins, if the inviting player is there and awake. Otherwise the
    /// player holds the place.
    ///
    /// # Errors
    /// As [`Lobby::find_invitation`], and if the player is in a running game.
    pub(crate) fn accept_invitation(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        code: InvitationCode,
    ) -> Result<Option<Beginning>, Refusal> {
        door.admit(step, connection, Action::Challenge)?;
        step.lifecycle.check_open()?;
        let open = self.invitations.find(code, Some(player), step.now)?;
        let (from, is_held) = (open.from, open.held.is_some());
        door.accounts.check_blocks(player, from)?;
        check_ratable(&door.accounts, &[player], &open.terms)?;
        if self.presence.is_playing(player) {
            return Err(Refusal::YouAreBusy);
        }
        if !is_held {
            self.leave_place(step, door, player, InvitationEnd::Left);
            let Some(open) = self.invitations.hold(code, player, step.now) else { return Ok(None) };
            if door.connections.is_awake(from) {
                return Ok(Some(Beginning::Invitation(code)));
            }
            let (record, ends_at) = (open.write(), open.ends_at());
            self.save_invitation(step, code, record, ends_at);
            if door.connections.of(from).is_none() {
                step.follow_up(FollowUp::ScheduleRelease(from));
            }
        }
        self.send_invitation_accepted(step, door, player);
        Ok(None)
    }
}
