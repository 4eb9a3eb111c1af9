//! Move generation, validation and checks against the reference generator.

use crate::random::Random;
use crate::reference::ReferencePosition;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{IllegalMove, Move, Position, Square};
use std::collections::BTreeMap;

/// Compares the legal moves and the check of a position.
fn check_moves(position: &Position) {
    let reference = ReferencePosition::from_fen(&position.fen());
    let mut moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    moves.sort();
    assert_eq!(moves, reference.legal_moves(), "moves of {position:?}");
    assert_eq!(position.count_legal_moves(), moves.len(), "count of {position:?}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position:?}");
    assert_eq!(position.in_check(), reference.in_check(), "check in {position:?}");
    assert_eq!(position.key(), position.compute_key(), "key of {position:?}");
    check_what_a_search_needs(position);
}

/// Compares the captures, the quiet moves, the checks and the pass with the legal moves.
fn check_what_a_search_needs(position: &Position) {
    let (captures, quiets): (Vec<Move>, Vec<Move>) =
        position.legal_moves().into_iter().partition(|mv| position.piece_at(mv.to).is_some());
    assert_eq!(*position.legal_captures(), captures, "captures of {position:?}");
    assert_eq!(*position.legal_quiets(), quiets, "quiet moves of {position:?}");
    let mut after = position.clone();
    for mv in position.legal_moves() {
        let undo = after.make(mv);
        assert_eq!(position.gives_check(mv), after.in_check(), "{mv} in {position:?}");
        assert_eq!(position.checks().gives_check(position, mv), after.in_check(), "{mv} in {position:?}");
        after.unmake(undo);
    }
    if position.in_check() {
        return;
    }
    let undo = after.pass();
    let side = position.side_to_move().opponent();
    let passed = Position::from_board(
        position.board().clone(),
        side,
        position.halfmove_clock(),
        position.fullmove_number(),
    );
    assert_eq!(Ok(&after), passed.as_ref(), "after a pass in {position:?}");
    after.unmake(undo);
    assert_eq!(after, *position, "after a pass is taken back");
}

/// Compares the validation of every pair of points, and the moves from each point.
fn check_every_pair(position: &Position) {
    let reference = ReferencePosition::from_fen(&position.fen());
    let legal = reference.legal_moves();
    let into_check: BTreeMap<String, bool> = reference.moves_into_check().into_iter().collect();
    for from in Square::all() {
        let mut from_there = position.legal_moves_from(from).to_vec();
        from_there.sort();
        let mut valid = Vec::new();
        for to in Square::all() {
            let mv = Move::new(from, to);
            let verdict = position.validate(mv);
            let expected_legal = legal.binary_search(&mv.to_string()).is_ok();
            assert_eq!(verdict.is_ok(), expected_legal, "{mv} in {position:?}: {verdict:?}");
            let faces = match verdict {
                Err(IllegalMove::GeneralsWouldFace) => Some(true),
                Err(IllegalMove::GeneralInCheck) => Some(false),
                _ => None,
            };
            assert_eq!(faces, into_check.get(&mv.to_string()).copied(), "{mv} in {position:?}");
            if verdict.is_ok() {
                valid.push(mv);
            }
        }
        assert_eq!(from_there, valid, "moves from {from} in {position:?}");
    }
}

#[test]
fn random_games_agree_with_the_reference_generator() {
    let mut random = Random::new(1);
    for _ in 0..150 {
        let mut position = Position::start();
        for ply in 0..120 {
            check_moves(&position);
            if ply % 40 == 30 {
                check_every_pair(&position);
            }
            let Some(mv) = random.choose_move(&position) else { break };
            position.make(mv);
        }
    }
}

#[test]
fn random_positions_agree_with_the_reference_generator() {
    let mut random = Random::new(2);
    for count in 0..30_000 {
        let position = random.position();
        check_moves(&position);
        if count % 100 == 0 {
            check_every_pair(&position);
        }
    }
}

#[test]
fn attackers_are_the_pieces_that_can_capture() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let position = random.position();
        let (board, by) = (position.board(), position.side_to_move());
        let mut captures: Vec<String> = board
            .color(by.opponent())
            .iter()
            .flat_map(|to| {
                let attackers = board.attackers(to, by, board.occupied());
                attackers.iter().map(move |from| Move::new(from, to).to_string())
            })
            .collect();
        captures.sort();
        assert_eq!(
            captures,
            ReferencePosition::from_fen(&position.fen()).pseudo_legal_captures(),
            "{position:?}"
        );
    }
}

#[test]
fn unmake_restores_everything() {
    let mut random = Random::new(3);
    for _ in 0..400 {
        let mut position = random.position();
        let before = position.clone();
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            assert_eq!(before.key_after(mv), position.key(), "{mv} in {before:?}");
            let read = Position::from_fen(&position.fen()).unwrap();
            assert_eq!(read, position, "{mv} in {before:?}");
            position.unmake(undo);
            assert_eq!(position, before, "{mv} in {before:?}");
        }
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = Position::start();
    assert!(position.play("h2h9".parse().unwrap()).is_ok());
    let before = position.clone();
    assert_eq!(position.play("a0a1".parse().unwrap()), Err(IllegalMove::NotYourPiece));
    assert_eq!(position, before);
}

#[test]
fn different_positions_have_different_keys() {
    let mut random = Random::new(4);
    let mut keys = BTreeMap::new();
    for _ in 0..2_000 {
        let position = random.position();
        let fen = position.fen();
        let board_and_side: Vec<&str> = fen.split(' ').take(2).collect();
        let board_and_side = board_and_side.join(" ");
        assert_eq!(keys.entry(position.key()).or_insert_with(|| board_and_side.clone()), &board_and_side);
    }
}

#[test]
fn counters_follow_the_moves() {
    let mut position = Position::start();
    let mut check = |mv: &str, halfmove_clock, fullmove_number| {
        position.play(mv.parse().unwrap()).unwrap();
        assert_eq!(
            (position.halfmove_clock(), position.fullmove_number()),
            (halfmove_clock, fullmove_number)
        );
    };
    check("h2e2", 1, 1);
    check("h9g7", 2, 2);
    check("c3c4", 3, 2);
    check("i9h9", 4, 3);
    check("e2e6", 0, 3);
    check("a9a8", 1, 4);
}

#[test]
fn counters_saturate_at_their_maximum() {
    let fen = "3k5/9/9/9/9/9/9/9/9/4K4 b - - 9999 9999";
    let mut position = Position::from_fen(fen).unwrap();
    let undo = position.play("d9d8".parse().unwrap()).unwrap();
    assert_eq!(position.fen(), "9/3k5/9/9/9/9/9/9/9/4K4 w - - 9999 9999");
    position.unmake(undo);
    assert_eq!(position.fen(), fen);
}

#[test]
fn a_side_with_only_guards_has_no_attackers() {
    let position = Position::from_fen("3ak4/9/9/9/9/9/4P4/9/9/3K5 w").unwrap();
    assert!(position.has_attackers(Color::Red));
    assert!(!position.has_attackers(Color::Black));
}
