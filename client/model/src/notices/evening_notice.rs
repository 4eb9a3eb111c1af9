//! What a user is told about tournaments, whether or not they look at one.

use chuhe_tournaments::BoardId;

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
}
