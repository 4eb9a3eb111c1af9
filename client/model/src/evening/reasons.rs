//! Why pairings are as they are. It is computed when it is asked for, and kept until the journal changes.

use chuhe_tournaments::{
    Explanation, NoPairing, Phase, PlayerId, Proposal, Tournament, WhyNot, explain_round, next_pairing,
    why_not,
};

/// Up to so many players, the next pairing is computed without being asked for.
const QUICK_PLAYERS: usize = 60;

/// Why pairings are as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reasons {
    explained: Option<(u16, Vec<Explanation>)>,
    why_not: Option<WhyNot>,
    next: Option<Result<Proposal, NoPairing>>,
}

/// Whether an evening has so few players that answers are computed without being asked for.
pub(super) fn is_quick(tournament: &Tournament) -> bool {
    tournament.state().players.len() <= QUICK_PLAYERS
}

impl Reasons {
    /// Forgets all answers: the journal has changed.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Forgets the answer to "why not?".
    pub(super) fn forget_why_not(&mut self) {
        self.why_not = None;
    }

    /// Explains a round that counts.
    pub(super) fn explain(&mut self, tournament: &Tournament, round: u16) {
        if self.explanations(round).is_none() {
            self.explained = explain_round(tournament, round).map(|it| (round, it));
        }
    }

    /// Says why two players do not meet in a round that counts; before the first, in the next one.
    pub(super) fn compare(
        &mut self,
        tournament: &Tournament,
        round: u16,
        one: PlayerId,
        other: Option<PlayerId>,
    ) {
        if self.why_not.is_none() {
            let before = tournament.before_round(round);
            self.why_not = Some(why_not(before.as_ref().unwrap_or(tournament), one, other));
        }
    }

    /// Computes the next pairing of an evening that is not large, once nobody plays.
    pub(super) fn look_ahead(&mut self, tournament: &Tournament) {
        let state = tournament.state();
        let is_due = state.phase == Phase::Running
            && state.rounds.last().is_none_or(|round| round.running() == 0)
            && !tournament.regulations().system.is_arena();
        if is_due && is_quick(tournament) {
            self.propose(tournament);
        }
    }

    /// Computes the next pairing.
    pub(super) fn propose(&mut self, tournament: &Tournament) {
        if self.next.is_none() {
            self.next = Some(next_pairing(tournament));
        }
    }

    pub(super) fn explanations(&self, round: u16) -> Option<&[Explanation]> {
        self.explained
            .as_ref()
            .filter(|(of, _)| *of == round)
            .map(|(_, explanations)| explanations.as_slice())
    }

    pub(super) const fn why_not(&self) -> Option<&WhyNot> {
        self.why_not.as_ref()
    }

    pub(super) const fn next(&self) -> Option<&Result<Proposal, NoPairing>> {
        self.next.as_ref()
    }
}
