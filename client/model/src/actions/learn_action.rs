//! The user's actions in the course.

use chuhe_lessons::Game;
use chuhe_rules::luzhanqi::Strength;

/// With the lessons of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAction {
    /// List the lessons of this game.
    List(Game),
    /// Begin the lesson of this game at this index.
    Begin(Game, usize),
    /// Begin the step again.
    Again,
    /// Go on: to the next step, the next lesson, or after the last one back to the list.
    Next,
    /// Choose this mark for the hidden piece.
    Mark(Strength),
    /// Play the typed move.
    PlayTyped,
    /// Go back to the list.
    Leave,
    /// Begin a game against the weakest computer.
    PlayComputer,
}
