//! Static exchange evaluation: what a series of captures on one point wins.

use chuhe_rules::xiangqi::{Bitboard, Move, PieceKind, Position};

/// The values of the kinds in exchanges, in centipawns, in the order of [`PieceKind::ALL`].
const VALUES: [i32; 7] = [10_000, 180, 180, 420, 900, 450, 90];

/// The kinds from the least valuable one, in the order in which they capture.
const ASCENDING: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

/// The value of a piece of `kind` in exchanges, in centipawns.
pub(super) const fn value(kind: PieceKind) -> i32 {
    VALUES[kind as usize]
}

/// Whether the legal move `mv` and the best captures after it win at least `threshold` centipawns.
///
/// Attackers are found anew after each capture: it moves the screens of cannons, opens lines and
/// frees the legs of horses. Pins are ignored.
pub(super) fn wins(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    let Some(mover) = position.piece_at(mv.from) else { return false };
    let mut balance = position.piece_at(mv.to).map_or(0, |victim| value(victim.kind)) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(mover.kind);
    if balance >= 0 {
        return true;
    }
    // the first capturer stands on the target, which is therefore occupied
    let mut occupied = (board.occupied() - mv.from.into()) | mv.to.into();
    let mut side = mover.color;
    loop {
        side = side.opponent();
        let attackers = board.attackers(mv.to, side, occupied);
        let Some(kind) = ASCENDING.into_iter().find(|&kind| (attackers & board.kind(kind)).any()) else {
            break;
        };
        // a general may not capture what is protected
        if kind == PieceKind::King {
            let protected = board.attackers(mv.to, side.opponent(), occupied).any();
            return (if protected { side.opponent() } else { side }) == mover.color;
        }
        let from = (attackers & board.kind(kind)).first().map_or(Bitboard::EMPTY, Bitboard::from);
        occupied = occupied - from;
        // the balance from the view of the side that has just captured
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            side = side.opponent();
            break;
        }
    }
    // the side that cannot, or need not, capture any more decides
    side != mover.color
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gain of `mv`, found with one threshold after another.
    fn gain(fen: &str, mv: &str) -> i32 {
        let position = Position::from_fen(fen).expect("the position is legal");
        let mv = mv.parse().expect("the text is a move");
        assert_eq!(position.validate(mv), Ok(()));
        (-1_000..=1_000).rev().find(|&threshold| wins(&position, mv, threshold)).expect("it loses less")
    }

    #[test]
    fn an_unprotected_piece_is_won() {
        assert_eq!(gain("5k3/9/9/9/4n4/9/9/9/9/3KR4 w", "e0e5"), 420);
    }

    #[test]
    fn a_protected_piece_costs_the_capturer() {
        assert_eq!(gain("3k5/9/9/9/9/3pp4/9/9/9/3KR4 w", "e0e4"), 90 - 900);
    }

    #[test]
    fn a_second_attacker_behind_the_first_recaptures() {
        // rook takes horse, rook takes rook, rook takes rook
        assert_eq!(gain("5k3/9/9/9/r3n4/9/9/9/4R4/3KR4 w", "e1e5"), 420);
    }

    #[test]
    fn a_cannon_loses_its_screen_when_the_screen_captures() {
        // the pawn on e4 is the cannon's screen: after it captures, the cannon protects nothing
        assert_eq!(gain("5k3/9/9/9/r3n4/4P4/9/9/4C4/3K5 w", "e4e5"), 420 - 90);
        // the other pawn captures, and the screen stays
        assert_eq!(gain("5k3/9/9/9/r3nP3/4P4/9/9/4C4/3K5 w", "f5e5"), 420);
    }

    #[test]
    fn a_general_captures_only_what_is_unprotected() {
        assert_eq!(gain("4k4/4a4/9/4R4/9/9/9/9/9/4RK3 w", "e6e8"), 180);
        assert_eq!(gain("4k4/4a4/9/4R4/9/9/9/9/9/5K3 w", "e6e8"), 180 - 900);
    }
}
