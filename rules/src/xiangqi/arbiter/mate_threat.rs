//! Threats of mate, which count in the Chinese rules only.

use crate::xiangqi::Position;

/// Whether the side that moved last could mate with its next move if the opponent passed.
pub(super) fn threatens_mate(position: &Position) -> bool {
    // a side in check may not pass
    if position.in_check() {
        return false;
    }
    let mut passed = position.clone();
    passed.pass();
    passed.legal_moves().into_iter().any(|mv| {
        let undo = passed.make(mv);
        let mates = !passed.has_legal_move();
        passed.unmake(undo);
        mates
    })
}
