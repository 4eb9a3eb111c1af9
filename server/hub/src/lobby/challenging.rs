//! Challenges between players: closing, declining, extending and restoring them.

use super::{Beginning, Lobby};
use crate::accounts::rating::check_ratable;
use crate::actions::Action;
use crate::caller::Caller;
use crate::challenges::{Challenged, OpenChallenge};
use crate::door::Door;
use crate::record::{ChallengeRow, Record};
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, DeclineReason, LobbyMessage, PlayerId, Refusal, Terms, ValidTerms, limits,
};

impl Lobby {
    pub(crate) fn decline_challenge(
        &mut self,
        step: &mut Step,
        door: &Door,
        by: PlayerId,
        id: ChallengeId,
        reason: DeclineReason,
    ) -> Result<(), Refusal> {
        let challenge = self.challenges.decline(by, id)?;
        self.send_challenge_closed(step, door, &challenge, ChallengeEnd::Declined(reason));
        Ok(())
    }

    pub(crate) fn cancel_challenge(
        &mut self,
        step: &mut Step,
        door: &Door,
        by: PlayerId,
        id: ChallengeId,
    ) -> Result<(), Refusal> {
        let challenge = self.challenges.cancel(by, id)?;
        self.send_challenge_closed(step, door, &challenge, ChallengeEnd::Cancelled);
        Ok(())
    }

    /// Closes every challenge by or to a player.
    pub(crate) fn close_challenges(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        how: ChallengeEnd,
    ) {
        let ids: Vec<ChallengeId> = self.challenges.of(player).map(|open| open.id).collect();
        for id in ids {
            self.close_challenge(step, door, id, how);
        }
    }

    pub(crate) fn close_challenge(
        &mut self,
        step: &mut Step,
        door: &Door,
        id: ChallengeId,
        how: ChallengeEnd,
    ) {
        if let Some(challenge) = self.challenges.close(id) {
            self.send_challenge_closed(step, door, &challenge, how);
        }
    }

    /// Deletes the record of a closed challenge, notifies both players, and counts a refusal.
    pub(crate) fn send_challenge_closed(
        &mut self,
        step: &mut Step,
        door: &Door,
        challenge: &OpenChallenge,
        how: ChallengeEnd,
    ) {
        let id = challenge.id;
        step.effects.set_timer(Timer::Challenge(id), None);
        step.effects.save([challenge.erase()]);
        self.count_refusal(step, door, challenge, how);
        for player in [challenge.from, challenge.to] {
            self.presence.closed(player, self.challenges.concern(player));
            door.send_to(step, player, LobbyMessage::ChallengeClosed { challenge: id, how });
        }
    }

    /// Makes a challenger who was declined, or who took the challenge back, wait for the next one.
    ///
    /// Quitting and beginning a game with somebody else take every challenge back.
    fn count_refusal(&mut self, step: &Step, door: &Door, challenge: &OpenChallenge, how: ChallengeEnd) {
        let (from, to) = (challenge.from, challenge.to);
        let refused = match how {
            ChallengeEnd::Declined(_) | ChallengeEnd::Cancelled => true,
            ChallengeEnd::Gone => door.connections.of(from).is_none(),
            ChallengeEnd::Busy => self.presence.is_playing(from) && self.presence.opponent(from) != Some(to),
            ChallengeEnd::Accepted(_) => return self.challenges.reset_waits(from, to, step.now),
            ChallengeEnd::Expired | ChallengeEnd::ShuttingDown => false,
        };
        if refused {
            let challenger = door.accounts.challenger(from);
            self.challenges.count_refusal(challenger, to, step.now);
        }
    }

    /// Extends an open challenge by the time for which it could not be answered, and a little more.
    pub(crate) fn extend_challenge(&mut self, step: &mut Step, id: ChallengeId, by_ms: u64) {
        let Some((record, expires_at)) = self.challenges.extend(id, by_ms) else { return };
        step.effects.save([record]);
        step.effects.set_timer(Timer::Challenge(id), Some(expires_at));
    }

    /// Closes the challenges between a player and one whom they block.
    ///
    /// The blocked player sees nothing but an ordinary decline or cancellation. Returns whether a
    /// challenge of theirs was declined, which counts as a refusal.
    pub(crate) fn close_challenges_between(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        blocked: PlayerId,
    ) -> bool {
        let between = self.challenges.of(player).filter(|open| [open.from, open.to].contains(&blocked));
        let between: Vec<(ChallengeId, bool)> = between.map(|open| (open.id, open.from == player)).collect();
        let has_declined = between.iter().any(|&(_, own)| !own);
        for (challenge, own) in between {
            let declined = ChallengeEnd::Declined(DeclineReason::Unspecified);
            self.close_challenge(step, door, challenge, if own { ChallengeEnd::Cancelled } else { declined });
        }
        has_declined
    }

    /// Opens the stored challenges again.
    ///
    /// A challenge is closed if its terms are invalid or a player is missing or in a game.
    pub(crate) fn restore_challenges(
        &mut self,
        step: &mut Step,
        door: &Door,
        challenges: Vec<(ChallengeId, u32, ChallengeRow)>,
        down_ms: u64,
    ) {
        for (id, revision, row) in challenges {
            let ChallengeRow { from, to, terms, expires_at } = row;
            match ValidTerms::parse(terms) {
                Ok(terms) if self.is_idle(door, from) && self.is_idle(door, to) => {
                    self.presence.list_concerned(&[from, to]);
                    self.challenges.insert(OpenChallenge { id, from, to, terms, expires_at, revision });
                    self.extend_challenge(step, id, down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS));
                }
                Ok(_) | Err(_) => {
                    step.effects.save([Record::Challenge { challenge: id, revision, row: None }]);
                }
            }
        }
    }

    pub(crate) fn challenge(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player: from, .. }: Caller,
        to: PlayerId,
        terms: Terms,
    ) -> Result<Option<Beginning>, Refusal> {
        door.admit(step, connection, Action::Challenge)?;
        step.lifecycle.check_open()?;
        let id = || step.random.challenge_id();
        let challenger = door.accounts.challenger(from);
        let permit = door.accounts.check_challenge(from, to);
        let permit = permit.and_then(|()| check_ratable(&door.accounts, &[from, to], &terms));
        match self.challenges.challenge((challenger, to), terms, permit, &self.presence, id, step.now)? {
            Challenged::Accepted(challenge) => Ok(Some(Beginning::Challenge(challenge))),
            Challenged::Opened(id) => {
                self.presence.list_concerned(&[from, to]);
                let Some(open) = self.challenges.get_mut(id) else { return Ok(None) };
                let record = open.write();
                let (challenge, expires_at) = (open.to_message(step.now), open.expires_at);
                step.effects.save([record]);
                step.effects.set_timer(Timer::Challenge(id), Some(expires_at));
                for player in [from, to] {
                    self.introduce_challenged(step, door, player);
                    door.send_to(step, player, LobbyMessage::ChallengeOpened(Box::new(challenge.clone())));
                }
                Ok(None)
            }
        }
    }
}
