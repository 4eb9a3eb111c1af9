//! Whole searches of xiangqi.

mod explained;
mod limits;
mod mate_proofs;
mod mates;
mod positions;
mod random;
mod rulings;

use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Searcher};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game at this position.
fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("the position is legal"), Rules::default())
}

/// A game at this position after these moves.
fn game_after(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().expect("the text is a move");
        game.play(game.position().side_to_move(), mv).expect("the move is legal");
    }
    game
}

/// Searches with a clock that stands still.
fn search(searcher: &mut Searcher, game: &Game, limits: &Limits) -> (Answer, Vec<Report>) {
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    let mut reports = Vec::new();
    let answer = searcher.search(game, limits, &control, &mut |report| reports.push(report.clone()));
    (answer, reports)
}

/// Searches with a new searcher.
fn answer(game: &Game, limits: &Limits) -> Answer {
    search(&mut Searcher::new(Options::default()), game, limits).0
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}
