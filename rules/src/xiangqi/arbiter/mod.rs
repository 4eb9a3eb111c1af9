//! The arbiter: rulings on repeated positions, with their grounds, and the natural limit.
//!
//! When a position stands for the third time, the arbiter judges all moves since the first of these
//! three occurrences. `docs/repetition.md` explains the rules and names their sources.

mod attacks;
mod cycle;
mod mate_threat;
mod natural_limit;
mod ruling;

pub(super) use natural_limit::is_reached as natural_limit_is_reached;
pub use natural_limit::{COUNTED_CHECKS, NATURAL_LIMIT_PLIES};
pub use ruling::{
    Attack, Conduct, Exemption, JudgedMove, Nature, Offence, RepetitionWarning, Ruling, Verdict,
};

use super::{Bitboard, Position, RuleSet, Undo};
use crate::{Color, PerColor};
use cycle::{Step, victims_of_all};

/// How often a position must stand for the arbiter to rule.
pub const OCCURRENCES_TO_RULE: usize = 3;

/// Rules by the rule set `set` on the cycle that ended at `to_ply` in `end`.
///
/// `cycle` takes back its moves, which must lead from a position back to the same one.
pub(super) fn judge(end: &Position, cycle: &[Undo], to_ply: usize, set: RuleSet) -> Ruling {
    let steps = cycle::steps(end, cycle, set);
    let conduct = PerColor::from_fn(|color| conduct(&steps, color, set));
    Ruling {
        verdict: verdict(conduct.map(|conduct| conduct.offence)),
        from_ply: to_ply - cycle.len(),
        to_ply,
        conduct,
        moves: cycle::describe(end, cycle, &steps),
    }
}

/// The graver offender loses; equal offences are a draw.
fn verdict(offences: PerColor<Option<Offence>>) -> Verdict {
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
