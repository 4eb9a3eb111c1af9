//! The user's own mistakes as puzzles.

use crate::testing::analysis::end;
use crate::testing::*;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_rules::xiangqi::Position;

/// A client whose user has made a mistake, which is on the board: red has lost a rook.
pub fn mending() -> World {
    let mut world = World::new();
    let mut position = Position::start();
    for mv in ["h2e2", "h9g7"] {
        position.make(mv.parse().unwrap());
    }
    world.app.desk.settings.puzzles.mistakes_mut().keep(&position, "i0i2".parse().unwrap(), None);
    world.act(PuzzleAction::Mend.into());
    world
}

/// The same after a move that is no better.
pub fn mended_badly() -> World {
    let mut world = mending();
    let best = world.searched().number;
    world.found(best, end(30, "h0g2"));
    world.act(Action::Edit(Field::Move, "a0a2".into()));
    world.act(PuzzleAction::PlayTyped.into());
    let tried = world.searched().number;
    world.found(tried, end(900, "b9c7"));
    world
}
