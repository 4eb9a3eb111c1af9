//! The user's actions with the cursor on the board.

/// A direction on the screen, whichever side is at the bottom of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// What the user does with the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorAction {
    /// Show it: the board has the keyboard.
    Show,
    /// Hide it, and let go what it points at.
    Hide,
    /// Hide it, because the mouse is pressed on the board.
    UseMouse,
    /// Move it to the next place in a direction.
    Move(Direction),
    /// Pick the piece under it, or drop the picked one.
    Press,
    /// Let go what was picked.
    LetGo,
}
