//! The user's actions with puzzles.

/// With puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleAction {
    /// Begin the puzzle of today.
    Daily,
    /// Begin the next puzzle.
    Next,
    /// Begin the next mistake of the user's own.
    Mend,
    /// List the endgames on the first screen, or the puzzles again.
    ListEndgames(bool),
    /// Begin an endgame, by its index.
    Endgame(usize),
    /// List the puzzles of luzhanqi on the first screen, or those of xiangqi again.
    ListFlags(bool),
    /// Begin a puzzle of luzhanqi, by its index.
    Flag(usize),
    /// Begin this puzzle again.
    Again,
    /// Give a hint: first the theme, where the puzzle has one, then the piece to move.
    Hint,
    /// Play the next right move for the user.
    Show,
    /// Play the typed move.
    PlayTyped,
    /// Go back to the first screen.
    Leave,
}
