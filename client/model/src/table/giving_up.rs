//! How a player ends a game at once.

/// How a player ends a game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivingUp {
    /// By aborting it, without a result, until both have moved.
    Abort,
    /// By resigning.
    Resign,
}

/// What the user is asked to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Ending the game in this way.
    GiveUp(GivingUp),
    /// Offering a draw, which ends the game if the opponent accepts at once.
    Draw,
}
