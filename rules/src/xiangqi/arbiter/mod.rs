//! The arbiter: rulings on repeated positions, with their grounds, and the natural limit.
//!
//! When a position stands for the third time, the arbiter judges all moves since the first of these
//! three occurrences. `docs/repetition.md` explains the rules and names their sources.

mod attacks;
mod cycle;
mod mate_threat;
mod natural_limit;
mod ruling;

pub use natural_limit::is_reached as natural_limit_is_reached;
pub use natural_limit::{COUNTED_CHECKS, NATURAL_LIMIT_PLIES};
pub use ruling::{
    Attack, Conduct, Exemption, JudgedMove, Nature, Offence, RepetitionWarning, Ruling, Verdict,
};

use super::{Bitboard, Position, RuleSet, Undo};
use crate::{Color, PerColor};
use cycle::{Step, victims_of_all};

/// How often a position must stand for the arbiter to rule.
pub const OCCURRENCES_TO_RULE: usize = 3;

/// The verdict of [`Game::rule_on_repetition`](super::Game::rule_on_repetition) on a cycle, without
/// its grounds.
///
/// `cycle` takes back its moves, which must lead from a position back to `end`. Most cycles of a
/// search are decided by their checks alone, which takes no look at the board.
#[must_use]
pub fn verdict(end: &Position, cycle: &[Undo], set: RuleSet) -> Verdict {
    let mut always_checks = PerColor::splat(true);
    let mut never_checks = PerColor::splat(true);
    let mut by = end.side_to_move().opponent();
    let mut check = end.in_check();
    for undo in cycle.iter().rev() {
        always_checks[by] &= check;
        never_checks[by] &= !check;
        check = undo.was_in_check();
        by = by.opponent();
    }
    match (always_checks.red, always_checks.black) {
        (true, true) => return Verdict::Draw,
        (true, false) => return Verdict::Loss { loser: Color::Red, offence: Offence::Check },
        (false, true) => return Verdict::Loss { loser: Color::Black, offence: Offence::Check },
        (false, false) => {}
    }
    // in the Asian rules a check is no chase, so that a side that checks now and then is innocent
    let is_idle = match set {
        RuleSet::Simple => true,
        RuleSet::Asian => !never_checks.red && !never_checks.black,
        RuleSet::Chinese => false,
    };
    if is_idle {
        return Verdict::Draw;
    }
    let steps = cycle::steps(end, cycle, set);
    weigh(PerColor::from_fn(|color| conduct(&steps, color, set).offence))
}

/// Rules by the rule set `set` on the cycle that ended at `to_ply` in `end`.
///
/// `cycle` takes back its moves, which must lead from a position back to the same one.
pub(super) fn judge(end: &Position, cycle: &[Undo], to_ply: usize, set: RuleSet) -> Ruling {
    let steps = cycle::steps(end, cycle, set);
    let conduct = PerColor::from_fn(|color| conduct(&steps, color, set));
    Ruling {
        verdict: weigh(conduct.map(|conduct| conduct.offence)),
        from_ply: to_ply - cycle.len(),
        to_ply,
        conduct,
        moves: cycle::describe(end, cycle, &steps),
    }
}

/// The graver offender loses; equal offences are a draw.
fn weigh(offences: PerColor<Option<Offence>>) -> Verdict {
    let loss = |loser: Color| offences[loser].map(|offence| Verdict::Loss { loser, offence });
    let gravity = offences.map(|offence| offence.map_or(0, Offence::gravity));
    let loser = match gravity.red.cmp(&gravity.black) {
        std::cmp::Ordering::Greater => loss(Color::Red),
        std::cmp::Ordering::Less => loss(Color::Black),
        std::cmp::Ordering::Equal => None,
    };
    loser.unwrap_or(Verdict::Draw)
}

/// What `color` did throughout the cycle.
fn conduct(steps: &[Step], color: Color, set: RuleSet) -> Conduct {
    let all = |does: fn(&Step) -> bool| steps.iter().filter(|step| step.by == color).all(does);
    let by = |offence, victims| Conduct { offence: Some(offence), victims };
    if all(|step| step.check) {
        return by(Offence::Check, Bitboard::EMPTY);
    }
    match set {
        RuleSet::Simple => Conduct::default(),
        RuleSet::Asian => {
            let victims = victims_of_all(steps, color, |step| step.pinned_rooks);
            if victims.any() {
                return by(Offence::PinnedRookChase, victims);
            }
            let victims = victims_of_all(steps, color, |step| step.chased);
            if victims.any() { by(Offence::Chase, victims) } else { Conduct::default() }
        }
        RuleSet::Chinese => {
            let victims = victims_of_all(steps, color, |step| step.chased);
            if victims.any() {
                by(Offence::Chase, victims)
            } else if all(|step| step.check || step.mate_threat || step.chased.any()) {
                by(Offence::Attack, Bitboard::EMPTY)
            } else {
                Conduct::default()
            }
        }
    }
}
