//! Seeking an opponent.

use super::lasting::check_may_last;
use super::near::{check_may_take, points_between};
use super::{Beginning, Lobby};
use crate::accounts::fair_play;
use crate::accounts::rating::check_ratable;
use crate::actions::Action;
use crate::caller::Caller;
use crate::door::Door;
use crate::seeks::{self, Mismatch, OpenSeek};
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{PlayerId, Reach, Refusal, SeekRefusal, Terms};
use chuhe_rules::clock::Timestamp;

/// How many seeks that reach further are compared with all others in one step: after a pause all of them are due.
const WIDENED_A_STEP: usize = 16;

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
        reach: Reach,
        lasting: bool,
    ) -> Result<Option<Beginning>, Refusal> {
        self.check_may_seek(step, door, caller)?;
        let seek = seeks::checked(terms, reach, step.now)?;
        if lasting {
            check_may_last(&self.presence, door, caller.player)?;
        }
        for terms in seek.terms() {
            check_ratable(&door.accounts, &[caller.player], terms)?;
        }
        if let Some(beginning) = self.meeting(door, caller.player, &seek, step.now) {
            return Ok(Some(beginning));
        }
        self.presence.seeks.open(caller.player, seek.clone())?;
        if lasting {
            self.keep_seek(step, door, caller.player, &seek);
        } else {
            self.end_lasting_seek(step, door, caller.player);
        }
        self.schedule_widening(step);
        self.presence.record_change(caller.player);
        Ok(None)
    }

    /// Returns the game that begins because a seek reaches further by now, if one does; call it until there is none.
    pub(crate) fn widen_seek(&mut self, step: &mut Step, door: &Door) -> Option<Beginning> {
        let mut widened = 0;
        let mut beginning = None;
        while widened < WIDENED_A_STEP && beginning.is_none() {
            let Some(player) = self.presence.seeks.pop_widened(step.now) else { break };
            beginning = self.seek_again(door, player, step.now);
            widened += 1;
        }
        self.schedule_widening(step);
        beginning
    }

    /// Sets the timer of the next seek that reaches further. It may fire for one that has ended.
    pub(crate) fn schedule_widening(&self, step: &mut Step) {
        // those that are left of a step have another one of their own
        let soonest = step.now.plus_ms(1);
        let next = self.presence.seeks.next_widening().map(|at| at.max(soonest));
        step.effects.set_timer(Timer::Seeks, next);
    }

    /// Ends the seek of a player, if there is one; a lasting one goes on without them.
    pub(crate) fn end_seek(&mut self, player: PlayerId) {
        if self.presence.seeks.end(player) {
            self.presence.record_change(player);
        }
    }

    /// Returns the game that begins with somebody who seeks these terms; keeps the answer if they are away.
    ///
    /// # Errors
    /// If the requester plays, or the two may not play each other, these terms are not sought, or the requester's
    /// rating is out of reach.
    pub(crate) fn take_seek(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        caller: Caller,
        seeker: PlayerId,
        terms: &Terms,
    ) -> Result<Option<Beginning>, Refusal> {
        self.check_may_seek(step, door, caller)?;
        if seeker == caller.player {
            return Err(Refusal::ChallengeSelf);
        }
        let Ok((mut terms, reach)) = self.presence.seeks.find(seeker, terms) else {
            return self.answer_seek(step, door, caller, seeker, terms).map(|()| None);
        };
        check_may_take(door, [caller.player, seeker], &terms, reach)?;
        if check_ratable(&door.accounts, &[caller.player, seeker], &terms).is_err() {
            terms = terms.unrated();
        }
        Ok(Some(Beginning::Seek { seeker, opponent: caller.player, terms }))
    }

    /// Returns the game that begins because a player who seeks may play somebody else who does.
    pub(crate) fn seek_again(&self, door: &Door, player: PlayerId, now: Timestamp) -> Option<Beginning> {
        self.meeting(door, player, self.presence.seeks.of(player)?, now)
    }

    fn check_may_seek(&self, step: &Step, door: &mut Door, caller: Caller) -> Result<(), Refusal> {
        door.admit(step, caller.connection, Action::Challenge)?;
        step.lifecycle.check_open()?;
        if self.presence.is_playing(caller.player) {
            return Err(Refusal::YouAreBusy);
        }
        if !door.connections.is_awake(caller.player) {
            return Err(Refusal::Seek(SeekRefusal::Asleep));
        }
        fair_play::check_may_search(&door.accounts, caller.player, step.now)
    }

    fn meeting(&self, door: &Door, player: PlayerId, seek: &OpenSeek, now: Timestamp) -> Option<Beginning> {
        let mismatch = |other, terms: &Terms| {
            door.accounts.check_meeting(player, other).ok()?;
            let is_again = self.presence.recent_games.is_again([player, other]);
            Some(Mismatch { is_again, points: points_between(door, [player, other], terms) })
        };
        let are_few = self.presence.are_few();
        let by_now = |seek: &OpenSeek| if are_few { Reach::Anyone } else { seek.reaches(now) };
        let (seeker, terms) = self.presence.seeks.meeting(player, seek, by_now, mismatch)?;
        Some(Beginning::Seek { seeker, opponent: player, terms })
    }
}
