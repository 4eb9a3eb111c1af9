//! Threats of mate, which count in the Chinese rules only.

use crate::Color;
use crate::xiangqi::Position;

/// Whether `by` threatens mate: if the opponent, who is to move, passed, `by` could mate.
pub(super) fn threatens_mate(position: &Position, by: Color) -> bool {
    // a side in check cannot do nothing
    let Ok(mut passed) = Position::from_board(position.board().clone(), by, 0, 1) else { return false };
    passed.legal_moves().into_iter().any(|mv| {
        let undo = passed.make(mv);
        let mates = !passed.has_legal_move();
        passed.unmake(undo);
        mates
    })
}
