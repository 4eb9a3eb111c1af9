//! Games: turns, endings, captures and takebacks.

use chuhe_rules::xiangqi::{Game, IllegalMove, Move, Piece, PieceKind, Position, Rules};
use chuhe_rules::{Color, Outcome, RulesVersion, WinReason};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap(), Rules::default())
}

/// Plays the moves with the sides taking turns.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let by = game.turn().unwrap();
        game.play(by, mv(text)).unwrap();
    }
}

#[test]
fn sides_take_turns() {
    let mut game = Game::new(Position::start(), Rules::default());
    assert_eq!(game.validate(Color::Black, mv("h9g7")), Err(IllegalMove::NotYourTurn));
    assert_eq!(game.validate(Color::Black, mv("h2e2")), Err(IllegalMove::NotYourPiece));
    assert_eq!(game.validate(Color::Black, mv("e4e5")), Err(IllegalMove::NoPiece));
    assert_eq!(game.validate(Color::Red, mv("h9g7")), Err(IllegalMove::NotYourPiece));
    play(&mut game, "h2e2 h9g7");
    assert_eq!((game.turn(), game.ply()), (Some(Color::Red), 2));
    assert_eq!(game.moves(), [mv("h2e2"), mv("h9g7")]);
}

#[test]
fn a_checkmated_side_loses() {
    let mut game = game("3k5/8R/7R1/9/9/9/9/9/9/4K4 w");
    let played = game.play(Color::Red, mv("h7h9")).unwrap();
    let outcome = Some(Outcome::won(Color::Red, WinReason::Checkmate));
    assert_eq!((played.captured, played.check, played.outcome), (None, true, outcome));
    assert_eq!((game.outcome(), game.turn()), (outcome, None));
    assert_eq!(game.play(Color::Black, mv("d9d8")), Err(IllegalMove::GameOver));
}

#[test]
fn a_stalemated_side_loses() {
    let mut game = game("3k5/9/9/9/9/9/9/9/R8/4K4 w");
    play(&mut game, "a1a8");
    assert_eq!(game.outcome(), Some(Outcome::won(Color::Red, WinReason::Stalemate)));
}

#[test]
fn a_game_without_a_legal_first_move_is_over() {
    let game = game("3k5/R8/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(game.outcome(), Some(Outcome::won(Color::Red, WinReason::Stalemate)));
    assert_eq!(game.turn(), None);
}

#[test]
fn captures_are_listed_by_side() {
    let mut game = Game::new(Position::start(), Rules::default());
    play(&mut game, "b2b9 a9b9 h2h9 i9h9");
    let horse = Piece::new(Color::Black, PieceKind::Horse);
    let cannon = Piece::new(Color::Red, PieceKind::Cannon);
    assert_eq!(game.captured(Color::Black).collect::<Vec<_>>(), [horse, horse]);
    assert_eq!(game.captured(Color::Red).collect::<Vec<_>>(), [cannon, cannon]);
}

#[test]
fn taking_back_restores_the_earlier_position() {
    let mut game = game("3k5/8R/7R1/9/9/9/9/9/9/4K4 w");
    let before = game.clone();
    play(&mut game, "h7h9");
    assert!(game.outcome().is_some());
    game.take_back_to(1);
    assert_eq!(game.ply(), 1);
    game.take_back_to(0);
    assert_eq!(game, before);
    assert_eq!(game.turn(), Some(Color::Red));
}

#[test]
fn earlier_positions_are_reconstructed() {
    let mut game = Game::new(Position::start(), Rules::default());
    play(&mut game, "h2e2 h9g7 h0g2 i9h9 e2e6");
    let mut replayed = Position::start();
    for (ply, &mv) in game.moves().iter().enumerate() {
        assert_eq!(game.position_at(ply).as_ref(), Some(&replayed));
        replayed.make(mv);
    }
    assert_eq!(game.position_at(5).as_ref(), Some(&replayed));
    assert_eq!(game.position_at(6), None);
    assert_eq!(game.start(), &Position::start());
}

#[test]
fn occurrences_of_a_position_are_counted() {
    // in the first version of the rules, repetitions end nothing
    let rules = Rules { version: RulesVersion::V1, ..Rules::default() };
    let mut game = Game::new(Position::start(), rules);
    assert_eq!(game.history().occurrences(), 1);
    for round in 1..4 {
        play(&mut game, "a0a1 a9a8 a1a0 a8a9");
        assert_eq!(game.history().occurrences(), round + 1);
        assert_eq!(game.history().previous_occurrence(), Some(4 * round - 4));
    }
    assert_eq!(game.position().halfmove_clock(), 12);
    game.take_back_to(5);
    assert_eq!((game.history().ply(), game.history().occurrences()), (5, 2));
}
