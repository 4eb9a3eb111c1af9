//! How a player ends a game at once.

/// How a player ends a game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivingUp {
    /// By aborting it, without a result, until both have moved.
    Abort,
    /// By resigning.
    Resign,
}
