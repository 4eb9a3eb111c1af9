//! Seeking an opponent.

use super::{Beginning, Lobby};
use crate::actions::Action;
use crate::caller::Caller;
use crate::door::Door;
use crate::seeks;
use crate::step::Step;
use chuhe_protocol::{PlayerId, Refusal, Terms, ValidTerms};

impl Lobby {
    /// Seeks an opponent for a player, and returns the game that begins if somebody seeks fitting terms.
    ///
    /// # Errors
    /// If the player plays, the terms cannot be sought, or there are too many seeks.
    pub(crate) fn seek(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        caller: Caller,
        terms: Vec<Terms>,
    ) -> Result<Option<Beginning>, Refusal> {
        self.check_may_seek(step, door, caller)?;
        let terms = seeks::checked(terms)?;
        for terms in &terms {
            door.accounts.check_ratable(&[caller.player], terms)?;
        }
        if let Some(beginning) = self.meeting(door, caller.player, &terms) {
            return Ok(Some(beginning));
        }
        self.presence.seeks.open(caller.player, terms, step.now)?;
        self.presence.record_change(caller.player);
        Ok(None)
    }

    /// Ends the seek of a player, if there is one.
    pub(crate) fn end_seek(&mut self, player: PlayerId) {
        if self.presence.seeks.end(player) {
            self.presence.record_change(player);
        }
    }

    /// Returns the game that begins with somebody who seeks these terms.
    ///
    /// # Errors
    /// If the requester plays, or the two may not play each other, or these terms are not sought.
    pub(crate) fn take_seek(
        &self,
        step: &Step,
        door: &mut Door,
        caller: Caller,
        seeker: PlayerId,
        terms: &Terms,
    ) -> Result<Option<Beginning>, Refusal> {
        self.check_may_seek(step, door, caller)?;
        if seeker == caller.player {
            return Err(Refusal::ChallengeSelf);
        }
        let mut terms = self.presence.seeks.find(seeker, terms)?;
        door.accounts.check_meeting(caller.player, seeker)?;
        if door.accounts.check_ratable(&[caller.player, seeker], &terms).is_err() {
            terms = terms.unrated();
        }
        Ok(Some(Beginning::Seek { seeker, opponent: caller.player, terms }))
    }

    /// Returns the game that begins because a player who seeks may play somebody else who does.
    pub(crate) fn seek_again(&self, door: &Door, player: PlayerId) -> Option<Beginning> {
        self.meeting(door, player, self.presence.seeks.terms(player))
    }

    fn check_may_seek(&self, step: &Step, door: &mut Door, caller: Caller) -> Result<(), Refusal> {
        door.admit(step, caller.connection, Action::Challenge)?;
        step.lifecycle.check_open()?;
        if self.presence.is_playing(caller.player) { Err(Refusal::YouAreBusy) } else { Ok(()) }
    }

    fn meeting(&self, door: &Door, player: PlayerId, terms: &[ValidTerms]) -> Option<Beginning> {
        let may_play = |other| other != player && door.accounts.check_meeting(player, other).is_ok();
        let (seeker, terms) = self.presence.seeks.meeting(terms, may_play)?;
        Some(Beginning::Seek { seeker, opponent: player, terms })
    }
}
