//! The solver of mates, against brute force and on known problems.

use super::mates::MATES;
use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Move, Piece, PieceKind, Position, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

const NODES: u64 = 2_000_000;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("the position is legal")
}

/// Whether the attacker mates within so many plies, found without a table or an order of moves.
fn brute(position: &Position, class: MateMoves, attacks: bool, plies: u8) -> bool {
    let moves = position.legal_moves();
    if !attacks && moves.is_empty() {
        return true;
    }
    if plies == 0 {
        return false;
    }
    let after = |mv: Move| {
        let mut after = position.clone();
        after.make(mv);
        brute(&after, class, !attacks, plies - 1)
    };
    let is_tried = |mv: &Move| class == MateMoves::All || position.gives_check(*mv);
    if attacks { moves.into_iter().filter(is_tried).any(after) } else { moves.into_iter().all(after) }
}

/// The shortest mate by brute force, and the moves that keep it.
fn brute_proof(position: &Position, class: MateMoves, attacks: bool, most: u8) -> MateProof {
    let least = u8::from(attacks);
    let Some(plies) = (least..=most).step_by(2).find(|&plies| brute(position, class, attacks, plies)) else {
        return MateProof::NoMateWithin(most);
    };
    let keeps = |mv: &Move| {
        let mut after = position.clone();
        after.make(*mv);
        if attacks {
            (class == MateMoves::All || position.gives_check(*mv)) && brute(&after, class, false, plies - 1)
        } else {
            plies < 3 || !brute(&after, class, true, plies - 3)
        }
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().filter(keeps).collect();
    moves.sort_unstable();
    MateProof::Mate { plies, moves }
}

/// A random position with few pieces: the generals, three to five attackers of red, and a few of black.
fn sparse(random: &mut ChaCha8Rng) -> Option<Position> {
    let mut below = |bound: u32| random.next_u32() % bound;
    let mut board = Board::empty();
    let palace = |at: u32, base: u8| Square::new(3 + (at % 3) as u8, base + (at / 3) as u8);
    board.set(palace(below(9), 0)?, Some(Piece::new(Color::Red, PieceKind::King)));
    board.set(palace(below(9), 7)?, Some(Piece::new(Color::Black, PieceKind::King)));
    let kinds = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];
    for color in Color::ALL {
        let count = if color == Color::Red { 3 + below(3) } else { below(3) };
        for _ in 0..count {
            let kind = kinds[below(4) as usize];
            // close to the general of the opponent, where a pawn of either side may stand
            let (file, rank) = (1 + below(7) as u8, below(5) as u8);
            let rank = if color == Color::Red { 9 - rank } else { rank };
            let square = Square::new(file, rank)?;
            if board.piece_at(square).is_none() {
                board.set(square, Some(Piece::new(color, kind)));
            }
        }
    }
    Position::from_board(board, Color::Red, 0, 1).ok()
}

#[test]
fn proofs_equal_brute_force_on_random_sparse_positions() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut lengths = [0; 6];
    for number in 0..3_000 {
        let Some(position) = sparse(&mut random) else { continue };
        // brute force over all moves takes long
        let classes = [(MateMoves::Checks, 5), (MateMoves::All, 3)];
        for (class, most) in classes.into_iter().take(if number % 10 == 0 { 2 } else { 1 }) {
            let proof = MateSolver::new(class).attack(&position, most, NODES);
            assert_eq!(proof, brute_proof(&position, class, true, most), "{class:?} in {position}");
            let MateProof::Mate { plies, moves } = proof else { continue };
            lengths[usize::from(plies)] += 1;
            let mut after = position.clone();
            after.make(moves[0]);
            let proof = MateSolver::new(class).defend(&after, most - 1, NODES);
            assert_eq!(proof, brute_proof(&after, class, false, most - 1), "{class:?} in {after}");
        }
    }
    assert!(lengths[1] > 50 && lengths[3] > 20 && lengths[5] > 5, "too few mates: {lengths:?}");
}

#[test]
fn what_a_solver_learned_changes_no_later_proof() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut solvers = [MateMoves::All, MateMoves::Checks].map(MateSolver::new);
    for position in std::iter::repeat_with(|| sparse(&mut random)).flatten().take(150) {
        for solver in &mut solvers {
            let fresh = MateSolver::new(solver.class()).attack(&position, 5, NODES);
            assert_eq!(solver.attack(&position, 5, NODES), fresh, "{:?} in {position}", solver.class());
            // the same position with the other side as the attacker
            if let MateProof::Mate { moves, .. } = fresh {
                let mut after = position.clone();
                after.make(moves[0]);
                let fresh = MateSolver::new(solver.class()).attack(&after, 3, NODES);
                assert_eq!(solver.attack(&after, 3, NODES), fresh, "{:?} in {after}", solver.class());
            }
        }
    }
}

#[test]
fn mates_of_known_problems_are_proved_with_their_only_first_move() {
    for (moves, fen, first) in MATES {
        let mut solver = MateSolver::new(MateMoves::Checks);
        let proof = solver.attack(&position(fen), 19, NODES);
        let first = first.parse().expect("a move");
        assert_eq!(proof, MateProof::Mate { plies: 2 * moves - 1, moves: vec![first] }, "{fen}");
    }
}

#[test]
fn a_side_without_a_move_has_lost_without_a_check_too() {
    let stalemate = position("3k5/9/8R/9/9/9/9/9/4R4/5K3 w");
    let MateProof::Mate { plies: 1, moves } = MateSolver::new(MateMoves::All).attack(&stalemate, 1, NODES)
    else {
        panic!("it is a mate in one");
    };
    assert!(moves.contains(&"i7i8".parse().expect("a move")), "{moves:?}");
}

#[test]
fn a_mated_side_is_mated_in_no_plies() {
    let mated = position("3k4R/8R/9/9/9/9/9/9/9/5K3 b");
    let proof = MateSolver::new(MateMoves::Checks).defend(&mated, 4, NODES);
    assert_eq!(proof, MateProof::Mate { plies: 0, moves: Vec::new() });
}

#[test]
fn a_spent_budget_proves_nothing() {
    let (_, fen, _) = MATES[16];
    let mut solver = MateSolver::new(MateMoves::Checks);
    assert_eq!(solver.attack(&position(fen), 19, 50), MateProof::OutOfBudget);
    assert!(solver.nodes() <= 50);
    // what was learned on the way is sound
    assert!(matches!(solver.attack(&position(fen), 19, NODES), MateProof::Mate { plies: 15, .. }));
}
