//! The user's actions while they guess the moves of a record.

use crate::choices::guessed_sides::GuessedSides;

/// With a record whose moves the user guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuessAction {
    /// Begin to guess, from the shown position on.
    Begin,
    /// Guess the moves of these sides from here on.
    For(GuessedSides),
    /// Show the move of the game instead of a guess.
    Show,
    /// Go on to the next move.
    Next,
    /// Begin again with the first move.
    Again,
    /// Play the typed move.
    PlayTyped,
    /// Look at this guess after the end, by its place among all.
    Look(usize),
    /// Go back to the record.
    Leave,
    /// Begin to guess the moves of the game that is watched, or guess no more.
    ToggleLive,
}
