//! What a user is told about tournaments, whether or not they look at one.

use chuhe_tournaments::{BoardId, Outcome, Points, System};

/// That an organiser replaced a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Who plays whom in the tournament.
    pub system: System,
    /// Where.
    pub board: BoardId,
    /// The result as it counts now.
    pub outcome: Outcome,
    /// What results are worth.
    pub points: Points,
    /// The organiser's reason.
    pub why: String,
}

/// The content of a notice about a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EveningNotice {
    /// A round is paired in which the user plays.
    Called {
        /// The title of the tournament.
        title: String,
        /// The board; absent for the bye.
        board: Option<BoardId>,
        /// The opponent; absent for the bye.
        opponent: Option<String>,
        /// Whether their game has begun.
        has_begun: bool,
    },
    /// The tournament that the user followed is closed.
    Closed {
        /// Its title.
        title: String,
    },
    /// An organiser has replaced a result of the user.
    Ruled(Ruling),
    /// An organiser has paused the game at this table.
    Paused,
    /// It goes on.
    GoesOn,
    /// The games of the tournament are in a file now.
    GamesSaved {
        /// How many.
        games: usize,
        /// How many of its games the server has no record of, or cannot be written.
        missing: usize,
    },
    /// The computer players for whom the user asked have entered.
    ComputersEntered {
        /// How many.
        players: usize,
        /// Whether the user wanted more, and no more are free.
        is_short: bool,
    },
    /// The server has no record of a game of the tournament.
    NoGames,
    /// The file with players is no text.
    NoText,
    /// The system has no file chooser; a file with players can be dropped, and its text pasted.
    NoChooser,
}
