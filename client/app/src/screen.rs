//! The screens.

/// The screen being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The first screen: starting a game here, joining or hosting a server.
    Join,
    /// The lobby of a server.
    Lobby,
    /// A table with its board.
    Table,
    /// The tournaments of a server.
    Evenings,
    /// A record of a game.
    Review,
    /// A position that is being set up.
    SetUp,
    /// A lesson.
    Lesson,
    /// A puzzle.
    Puzzle,
    /// A record whose moves the user guesses.
    Guess,
    /// Nothing of the game, while the other person at this screen sits down.
    Cover,
}

impl Screen {
    /// Whether it has a board, whose parts do not scroll.
    #[must_use]
    pub const fn has_board(self) -> bool {
        !matches!(self, Self::Join | Self::Lobby | Self::Evenings | Self::Cover)
    }
}
