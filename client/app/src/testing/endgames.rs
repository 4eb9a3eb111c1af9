//! Endgames against the engine.

use crate::testing::*;
use chuhe_engine::xiangqi::{Control, Limits, Options, Searcher};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::puzzles::{Goal, endgames};
use chuhe_rules::xiangqi::{Game, Move};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The positions that the user's own search visits for a move.
const NODES: u64 = 20_000;

/// The index of the first endgame with this goal.
pub fn endgame(goal: Goal) -> usize {
    endgames().iter().position(|it| it.goal == goal).expect("there are endgames of both goals")
}

/// A client with the endgame with this index on the board.
pub fn playing(index: usize) -> World {
    let mut world = World::new();
    world.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    world.act(PuzzleAction::ListEndgames(true).into());
    world.act(PuzzleAction::Endgame(index).into());
    world
}

/// The user types a move of the exercise.
pub fn type_move(world: &mut World, mv: Move) {
    world.act(Action::Edit(Field::Move, mv.to_string()));
    world.act(PuzzleAction::PlayTyped.into());
}

/// A good move of the side to move.
pub fn good_move(game: &Game) -> Move {
    let mut searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
    let (stop, limits) = (AtomicBool::new(false), Limits { nodes: Some(NODES), ..Limits::default() });
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    searcher.search(game, &limits, &control, &mut |_| {}).best.expect("the game is not over")
}
