//! The game as an xboard engine has it.

use chuhe_rules::xiangqi::Move;

/// What an xboard engine was told: it gets moves, not positions.
#[derive(Clone, Debug, Default)]
pub(super) struct RemoteBoard {
    /// What the engine can do.
    pub(super) features: Features,
    /// Whether the engine has a game, and its start position if it is not the usual one.
    pub(super) game: Option<Option<String>>,
    /// The moves of that game.
    pub(super) moves: Vec<Move>,
    /// Whether a depth limits its searches.
    pub(super) has_depth: bool,
}

/// The features that an xboard engine announced.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Whether it takes positions.
    pub(super) setboard: bool,
    /// Whether it needs longer than usual to begin.
    pub(super) needs_time: bool,
}
