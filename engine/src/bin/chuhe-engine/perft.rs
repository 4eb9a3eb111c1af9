//! Counting the positions at a depth, until it is stopped.

use chuhe_rules::xiangqi::{Position, perft};
use std::sync::atomic::{AtomicBool, Ordering};

/// The depth to which counting takes so little time that nobody stops it.
const UNSTOPPED_DEPTH: u32 = 3;

/// Counts the positions `depth` plies ahead; `None` if it is stopped.
pub(crate) fn count(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNSTOPPED_DEPTH {
        return Some(perft(position, depth));
    }
    let mut total = 0;
    for &mv in position.legal_moves().iter() {
        let undo = position.make(mv);
        let counted = count(position, depth - 1, stop);
        position.unmake(undo);
        total += counted?;
    }
    Some(total)
}
