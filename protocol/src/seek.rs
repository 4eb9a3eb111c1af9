//! Seeking an opponent: two players who seek fitting terms play each other at once.

use crate::{Terms, limits};
use serde::{Deserialize, Serialize};

/// What a player seeks, as the list of players shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// The terms on which the player would play, the preferred ones first, with the player as the challenger.
    ///
    /// That they are rated is a wish: the game is rated if the opponent is registered and wishes it too, or takes these
    /// terms.
    pub terms: Vec<Terms>,
    /// The seconds from the beginning of the seek to the sending of this message.
    pub since_ago_s: u32,
}

/// Why a request about a seek is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum SeekRefusal {
    /// A seek has between 1 and [`limits::SEEK_TERMS`] terms.
    #[error("a seek has between 1 and {} terms", limits::SEEK_TERMS)]
    Count,
    /// A seek cannot have a start position: that is for challenges and invitations.
    #[error("a seek cannot have a start position")]
    StartPosition,
    /// A seek cannot have time odds: that is for challenges and invitations.
    #[error("a seek cannot have time odds")]
    Odds,
    /// That player no longer seeks these terms, or one of the two blocks the other.
    #[error("that player no longer seeks these terms")]
    Gone,
    /// The hall has [`limits::SEEKS`] open seeks.
    #[error("the hall has too many open seeks")]
    Full,
}
