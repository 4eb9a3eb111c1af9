//! Perft: counts the leaves of the game tree, the usual test of a move generator.

use super::Position;

/// Counts the sequences of `depth` legal moves from `position`.
///
/// The position is the same afterwards. See <https://www.chessprogramming.org/Perft>.
///
/// ```
/// use chuhe_rules::xiangqi::{Position, perft};
/// assert_eq!(perft(&mut Position::start(), 2), 1_920);
/// ```
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut leaves = 0;
            for mv in &position.legal_moves() {
                let undo = position.make(mv);
                leaves += perft(position, depth - 1);
                position.unmake(undo);
            }
            leaves
        }
    }
}
