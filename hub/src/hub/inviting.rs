//! Invitations: challenges that the first player with their code accepts.
//!
//! An invitation waits for both players: whoever accepts it holds its place until the one who
//! invites is there too. Players who invite or wait sit at no table: beginning a game ends an
//! invitation, and leaves a place.

use super::Hub;
use crate::actions::Action;
use crate::address::Address;
use crate::invitations::OpenInvitation;
use chuhe_protocol::{Invitation, InvitationCode, InvitationEnd, PlayerId, Refusal};

impl Hub {
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
    pub(super) fn begin_invited_game(&mut self, code: InvitationCode) -> Result<(), Refusal> {
        let Some(open) = self.lobby.invitations.get(code) else { return Ok(()) };
        let (from, terms) = (open.from, open.terms.clone());
        let Some(guest) = open.holder() else { return Ok(()) };
        if self.door.accounts.check_blocks(guest, from).is_err() {
            // another hub of a shared account has stored the block
            self.lobby.leave_place(&mut self.step, &self.door, guest, InvitationEnd::Withdrawn);
            return Ok(());
        }
        let game = self.open_room(from, guest, &terms)?;
        self.lobby.close_invitation(&mut self.step, &self.door, code, InvitationEnd::Accepted);
        self.lobby.challenges.reset_waits(from, guest, self.step.now);
        self.open_table(game);
        Ok(())
    }
}
