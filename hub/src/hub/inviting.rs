//! Invitations: challenges that the first player with their code accepts.

use super::Hub;
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::invitations::OpenInvitation;
use crate::record::{InvitationRow, Record};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeId, InvitationCode, InvitationEnd, InvitationRefusal, PlayerId, Refusal, ServerMessage, Terms,
    ValidTerms, limits,
};

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
        if self.presence.table(from).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        let new = || (self.random.challenge_id(), self.random.invitation_code());
        let open = self.invitations.open(from, terms, new, self.now)?;
        let (record, code, expires_at) = (open.write(), open.code, open.expires_at);
        self.effects.save([record]);
        self.effects.set_timer(Timer::Invitation(code), Some(expires_at));
        self.send_invitations(connection, from);
        Ok(())
    }

    /// Sends a player their open invitations.
    pub(super) fn send_invitations(&mut self, connection: ConnectionId, player: PlayerId) {
        let Some(account) = self.accounts.get(player) else { return };
        for open in self.invitations.of(player) {
            let invitation = self.invitations.to_message(open, account.name.clone(), self.now);
            self.effects.send(connection, ServerMessage::InvitationOpened(Box::new(invitation)));
        }
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
    /// If the invitation is closed, unknown or the player's own, or a block stands between the two.
    pub(super) fn find_invitation(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Challenge)?;
        let open = self.invitations.find(code, player, self.now)?.clone();
        self.accounts.check_blocks(player, open.from)?;
        let account = self.accounts.get(open.from).ok_or(Refusal::Invitation(InvitationRefusal::Unknown))?;
        let invitation = self.invitations.to_message(&open, account.name.clone(), self.now);
        self.reply(connection, ServerMessage::InvitationFound(Box::new(invitation)));
        Ok(())
    }

    /// Accepts an invitation: its game begins.
    ///
    /// # Errors
    /// As [`Hub::find_invitation`], and if the player sits at a table or the inviting player is away.
    pub(super) fn accept_invitation(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        code: InvitationCode,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Challenge)?;
        self.lifecycle.check_open()?;
        let OpenInvitation { from, terms, .. } = self.invitations.find(code, player, self.now)?.clone();
        self.accounts.check_blocks(player, from)?;
        if self.presence.table(player).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        if self.connections.of(from).is_none() {
            return Err(Refusal::ChallengerAway);
        }
        let game = self.open_room(from, player, &terms)?;
        self.close_invitation(code, InvitationEnd::Accepted);
        self.send_to(player, ServerMessage::InvitationClosed { code, how: InvitationEnd::Accepted });
        self.challenges.reset_waits(from, player, self.now);
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

    /// Closes an invitation, deletes its record and notifies the inviting player.
    pub(super) fn close_invitation(&mut self, code: InvitationCode, how: InvitationEnd) {
        let Some(closed) = self.invitations.close(code, how, self.now) else { return };
        self.effects.set_timer(Timer::Invitation(code), None);
        self.effects.save([closed.erase()]);
        self.send_to(closed.from, ServerMessage::InvitationClosed { code, how });
    }

    /// Extends every invitation by the time for which it could not be accepted, and a little more;
    /// closes all of them once the server is stopping.
    pub(super) fn continue_invitations(&mut self, down_ms: u64) {
        for code in self.invitations.codes() {
            if self.lifecycle.is_open() {
                self.extend_invitation(code, down_ms);
            } else {
                self.close_invitation(code, InvitationEnd::ShuttingDown);
            }
        }
    }

    fn extend_invitation(&mut self, code: InvitationCode, down_ms: u64) {
        let by_ms = down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS);
        let Some((record, expires_at)) = self.invitations.extend(code, by_ms) else { return };
        self.effects.save([record]);
        self.effects.set_timer(Timer::Invitation(code), Some(expires_at));
    }

    /// Opens the stored invitations again.
    ///
    /// An invitation is closed if its terms are invalid or its player is missing or sits at a table.
    pub(super) fn restore_invitations(
        &mut self,
        invitations: Vec<(ChallengeId, u32, InvitationRow)>,
        down_ms: u64,
    ) {
        for (id, revision, InvitationRow { code, from, terms, expires_at }) in invitations {
            let idle = self.accounts.contains(from) && self.presence.table(from).is_none();
            match ValidTerms::parse(terms) {
                Ok(terms) if idle => {
                    self.invitations.insert(OpenInvitation { id, code, from, terms, expires_at, revision });
                    self.extend_invitation(code, down_ms);
                }
                Ok(_) | Err(_) => self.effects.save([Record::Invitation { id, revision, row: None }]),
            }
        }
    }
}
