//! The arbiter: rulings on repeated positions, with their grounds, and the natural limit.
//!
//! When a position stands for the third time, the arbiter judges all moves since the first of these
//! three occurrences. `docs/repetition.md` explains the rules and names their sources.

mod attacks;
mod conduct;
mod grounds;
mod mate_threat;
mod natural_limit;
mod ruling;

pub(super) use grounds::judged_moves;
pub use natural_limit::is_reached as natural_limit_is_reached;
pub use natural_limit::{COUNTED_CHECKS, NATURAL_LIMIT_PLIES};
pub use ruling::{Conduct, Exemption, JudgedMove, Nature, Offence, PieceAttack, Ruling, Verdict};

use super::{Position, RuleSet, Undo};
use crate::{Color, PerColor};
use conduct::Checks;

/// How often a position must stand for the arbiter to rule.
pub const OCCURRENCES_TO_RULE: usize = 3;

/// The verdict of [`Game::rule_on_repetition`](super::Game::rule_on_repetition) on a cycle, without
/// the conduct of the sides.
///
/// `cycle` takes back its moves, which must lead from a position back to `end`. Most cycles of a
/// search are decided by their checks alone, which takes no look at the board.
#[must_use]
pub fn verdict(end: &Position, cycle: &[Undo], set: RuleSet) -> Verdict {
    let perpetual_check = |by| conduct::checks(end, cycle, by) == Checks::Always;
    let offence = |is_offence: bool| is_offence.then_some(Offence::Check);
    let checks = PerColor::from_fn(|by| offence(perpetual_check(by)));
    // no other offence is as grave
    let is_decided = checks.red.is_some() || checks.black.is_some();
    weigh(if is_decided { checks } else { conduct::conduct(end, cycle, set).map(|conduct| conduct.offence) })
}

/// Rules by the rule set `set` on the cycle that ended at `to_ply` in `end`.
///
/// `cycle` takes back its moves, which must lead from a position back to the same one.
pub(super) fn judge(end: &Position, cycle: &[Undo], to_ply: usize, set: RuleSet) -> Ruling {
    let conduct = conduct::conduct(end, cycle, set);
    let verdict = weigh(conduct.map(|conduct| conduct.offence));
    Ruling { verdict, from_ply: to_ply - cycle.len(), to_ply, conduct }
}

/// The graver offender loses; equal offences are a draw.
fn weigh(offences: PerColor<Option<Offence>>) -> Verdict {
    let loss = |loser: Color| offences[loser].map(|offence| Verdict::Loss { loser, offence });
    let gravity = offences.map(|offence| offence.map_or(0, Offence::gravity));
    let loser = match gravity.red.cmp(&gravity.black) {
        core::cmp::Ordering::Greater => loss(Color::Red),
        core::cmp::Ordering::Less => loss(Color::Black),
        core::cmp::Ordering::Equal => None,
    };
    loser.unwrap_or(Verdict::Draw)
}
