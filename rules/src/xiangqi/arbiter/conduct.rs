//! What each side does throughout a cycle.
//!
//! The moves are taken back from the last one. A move that does not offend clears its side, and the
//! walk ends once both are cleared: most cycles need one move of each side.

use super::attacks::{newly_chased, rooks_pinned_by_horses};
use super::mate_threat::threatens_mate;
use super::{Conduct, Offence};
use crate::xiangqi::{Bitboard, Move, Position, RuleSet, Square, Undo};
use crate::{Color, PerColor};

/// What a side may have done with every move of a cycle, as far as it was taken back.
///
/// Both sets have the points where the pieces stand then.
#[derive(Clone, Copy, Debug)]
struct Suspicion {
    /// The pieces that each of its moves newly chases.
    victims: Bitboard,
    /// Those that were rooks pinned by a horse of the side each time; in the Asian rules only.
    pinned_rooks: Bitboard,
    /// Whether each of its moves checks, threatens mate or chases; in the Chinese rules only.
    attacks: bool,
}

/// Finds the conduct of both sides in the cycle that ended in `end`.
pub(super) fn conduct(end: &Position, cycle: &[Undo], set: RuleSet) -> PerColor<Conduct> {
    let checks = PerColor::from_fn(|by| checks(end, cycle, by));
    let is_suspect = |by: Color| match (set, checks[by]) {
        (RuleSet::Simple, _) | (_, Checks::Always) => false,
        // a check is no chase, so that a side that checks now and then is innocent
        (RuleSet::Asian, checks) => checks == Checks::Never,
        (RuleSet::Chinese, Checks::Never | Checks::Sometimes) => true,
    };
    let mut suspicions = PerColor::from_fn(|by| is_suspect(by).then(|| Suspicion::of_anything(end, by, set)));
    let mut position = end.clone();
    for (index, &undo) in cycle.iter().enumerate().rev() {
        if suspicions.red.is_none() && suspicions.black.is_none() {
            break;
        }
        let by = position.side_to_move().opponent();
        let suspicion = suspicions[by];
        let after = suspicion.map(|_| position.clone());
        position.unmake(undo);
        suspicions[by] = suspicion.zip(after).and_then(|(suspicion, after)| {
            if gives_check(cycle, index) {
                Some(suspicion.after_check())
            } else {
                suspicion.after_move(&position, &after, undo.mv(), set)
            }
        });
        if let Some(theirs) = &mut suspicions[by.opponent()] {
            theirs.follow(undo.mv().to, undo.mv().from);
        }
    }
    PerColor::from_fn(|by| match suspicions[by] {
        _ if checks[by] == Checks::Always => {
            Conduct { offence: Some(Offence::Check), victims: Bitboard::EMPTY }
        }
        None => Conduct::default(),
        Some(suspicion) => suspicion.conduct(cycle),
    })
}

/// Whether the move at `index` of the cycle gives check.
///
/// The position after the last move is the one before the first.
pub(super) fn gives_check(cycle: &[Undo], index: usize) -> bool {
    cycle[(index + 1) % cycle.len()].was_in_check()
}

/// How often a side checks in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checks {
    Never,
    Sometimes,
    Always,
}

/// Whether the opponent of `by` is in check before its moves.
pub(super) fn checks(end: &Position, cycle: &[Undo], by: Color) -> Checks {
    let first_of_opponent = usize::from(by == end.side_to_move());
    let mut was_in_check = cycle.iter().skip(first_of_opponent).step_by(2).map(Undo::was_in_check);
    let first = was_in_check.next();
    if was_in_check.any(|check| Some(check) != first) {
        return Checks::Sometimes;
    }
    if first == Some(true) { Checks::Always } else { Checks::Never }
}

impl Suspicion {
    /// Nothing is ruled out yet.
    fn of_anything(end: &Position, by: Color, set: RuleSet) -> Self {
        let pieces = end.board().color(by.opponent());
        let pinned_rooks = if set == RuleSet::Asian { pieces } else { Bitboard::EMPTY };
        Self { victims: pieces, pinned_rooks, attacks: set == RuleSet::Chinese }
    }

    /// What is left of it after a check, in the Chinese rules.
    const fn after_check(self) -> Self {
        Self { victims: Bitboard::EMPTY, ..self }
    }

    /// What is left of it after a move that does not check; `None` if the side is cleared.
    fn after_move(self, before: &Position, after: &Position, mv: Move, set: RuleSet) -> Option<Self> {
        let prey = if self.attacks { Bitboard::ALL } else { self.victims };
        let chased = newly_chased(before, after, mv, prey);
        let victims = self.victims & chased;
        let pinned_rooks = match set {
            RuleSet::Asian if (victims & self.pinned_rooks).any() => {
                victims & self.pinned_rooks & rooks_pinned_by_horses(after, before.side_to_move())
            }
            RuleSet::Asian | RuleSet::Chinese | RuleSet::Simple => Bitboard::EMPTY,
        };
        let attacks = self.attacks && (chased.any() || threatens_mate(after));
        (victims.any() || attacks).then_some(Self { victims, pinned_rooks, attacks })
    }

    /// Follows the opponent's piece from one point to another.
    fn follow(&mut self, from: Square, to: Square) {
        for pieces in [&mut self.victims, &mut self.pinned_rooks] {
            if pieces.contains(from) {
                *pieces = (*pieces - from.into()).with(to);
            }
        }
    }

    /// The offence of which it is proof, once all moves of `cycle` were taken back.
    fn conduct(mut self, cycle: &[Undo]) -> Conduct {
        // back to the points at the end, where like pieces may have exchanged their places
        for Move { from, to } in cycle.iter().map(Undo::mv) {
            self.follow(from, to);
        }
        let (offence, victims) = if self.pinned_rooks.any() {
            (Offence::PinnedRookChase, self.pinned_rooks)
        } else if self.victims.any() {
            (Offence::Chase, self.victims)
        } else {
            (Offence::Attack, Bitboard::EMPTY)
        };
        Conduct { offence: Some(offence), victims }
    }
}
