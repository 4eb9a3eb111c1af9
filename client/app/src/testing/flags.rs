//! Puzzles of luzhanqi.

use crate::testing::*;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::hunting::Hunting;
use chuhe_model::luzhanqi::notation;
use chuhe_model::puzzles::{FlagVerdict, flag_puzzles};
use chuhe_rules::luzhanqi::Move;

/// The index of the first puzzle with so many moves.
pub fn flag_of(moves: u8) -> usize {
    flag_puzzles().iter().position(|it| it.moves == moves).expect("there are puzzles of each length")
}

/// A client with the puzzle of luzhanqi with this index on the board.
pub fn hunting(index: usize) -> World {
    let mut world = World::new();
    world.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    world.act(PuzzleAction::ListFlags(true).into());
    world.act(PuzzleAction::Flag(index).into());
    world
}

/// A right move of the user, or a wrong one.
pub fn flag_move(hunting: &Hunting, is_right: bool) -> Move {
    let attempt = hunting.attempt();
    let right = |mv: &Move| {
        matches!(attempt.clone().try_move(*mv), FlagVerdict::Right { .. } | FlagVerdict::Solved) == is_right
    };
    attempt.position().legal_moves().into_iter().find(right).expect("there is such a move")
}

/// A move as the user types it.
pub fn typed_flag_move(hunting: &Hunting, mv: Move) -> String {
    let board = hunting.attempt().position().board();
    [mv.from, mv.to].map(|at| notation::name(board, at)).concat()
}

/// The user types a right move of the puzzle, or a wrong one.
pub fn type_flag_move(world: &mut World, is_right: bool) {
    let hunting = world.app.study().exercises.hunting().expect("a puzzle is on the screen");
    let typed = typed_flag_move(hunting, flag_move(hunting, is_right));
    world.act(Action::Edit(Field::Move, typed));
    world.act(PuzzleAction::PlayTyped.into());
}
