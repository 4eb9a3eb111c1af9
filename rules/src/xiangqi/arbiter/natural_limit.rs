//! The natural limit (自然限着): a draw after many plies without a capture.

use crate::xiangqi::{Position, Undo};

/// The number of counted plies without a capture that makes a draw: 60 rounds.
pub const NATURAL_LIMIT_PLIES: u16 = 120;

/// The number of checks of each side that count towards the limit.
pub const COUNTED_CHECKS: u16 = 10;

/// Whether `position`, to which the moves of `undos` led, has reached the limit.
///
/// Checks before the start position are unknown; the plies of its halfmove clock all count.
#[must_use]
#[inline]
pub fn is_reached(position: &Position, undos: &[Undo]) -> bool {
    position.halfmove_clock() >= NATURAL_LIMIT_PLIES && is_reached_without_excess(position, undos)
}

/// Whether enough plies remain without the checks that do not count.
#[cold]
fn is_reached_without_excess(position: &Position, undos: &[Undo]) -> bool {
    let plies = position.halfmove_clock();
    let mut checks = [u16::from(position.in_check()), 0];
    // A side in check before its move was checked by the move before. That before the first of
    // these plies is a capture, or precedes the start position.
    let later = undos.iter().skip(1).rev().take(usize::from(plies) - 1);
    for (ply, undo) in later.enumerate() {
        checks[(ply + 1) % 2] += u16::from(undo.was_in_check());
    }
    let uncounted: u16 = checks.iter().map(|checks| checks.saturating_sub(COUNTED_CHECKS)).sum();
    plies - uncounted >= NATURAL_LIMIT_PLIES
}
