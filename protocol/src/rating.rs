//! Ratings: which games change them, and how a game did.

use crate::{GameKind, Terms};
use chuhe_rules::clock::Speed;
use chuhe_rules::{Color, PerColor};
use serde::{Deserialize, Serialize};

/// The games of which a player has one rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RatingClass {
    /// The game, and the board where there is a choice.
    pub kind: GameKind,
    /// How much time a player has.
    pub speed: Speed,
}

impl RatingClass {
    /// Returns the class of a game on these terms.
    #[must_use]
    pub fn of(terms: &Terms) -> Self {
        Self { kind: terms.game.kind(), speed: Speed::of(terms.challenger_time) }
    }
}

/// About how strong each level of the computer is, from level 1 on, as a rating.
///
/// These are estimates that do not move, because games against computer players are not rated. `docs/engine.md` says where
/// they come from.
pub const COMPUTER_RATINGS: [u16; 10] =
    [1_025, 1_175, 1_325, 1_475, 1_625, 1_775, 1_925, 2_100, 2_300, 2_500];

/// Returns about how strong a computer player of this level is; `None` if there is no such level.
#[must_use]
pub fn computer_rating(level: u8) -> Option<u16> {
    COMPUTER_RATINGS.get(usize::from(level.checked_sub(1)?)).copied()
}

/// The rating of a player in one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShownRating {
    /// The class.
    pub class: RatingClass,
    /// The rating, rounded.
    pub rating: u16,
    /// How many more games it takes at least until the rating can be relied on; 0 if it can.
    pub games_missing: u8,
}

/// The end of a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RatedEnd {
    /// It has changed the ratings of both players in the class of its terms.
    Changed(PerColor<RatingChange>),
    /// It counts for nothing.
    Uncounted(Uncounted),
}

/// How a game has changed the rating of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RatingChange {
    /// The rating before the game, rounded.
    pub before: u16,
    /// The rating after it, rounded.
    pub after: u16,
    /// How many more games it takes at least until the rating can be relied on; 0 if it can.
    pub games_missing: u8,
}

/// Why a rated game counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Uncounted {
    /// It ended before its fourth half-move, or the server ended it.
    TooShort,
    /// The two have played as many games of this class today as count.
    SamePair,
    /// One of the two has no registered name any more.
    Unregistered,
    /// An operator has annulled it since; see [`GameCorrection`].
    Annulled,
}

/// What an operator has made of a finished rated game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCorrection {
    /// How the game counts.
    pub counts_as: CountsAs,
    /// The operator's reason, at most [`crate::limits::REPORT_CHARS`] characters; may be empty.
    pub reason: String,
}

/// How a game counts by an operator's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CountsAs {
    /// For nothing.
    Nothing,
    /// As won by this side.
    Won(Color),
    /// As a draw.
    Drawn,
}

impl CountsAs {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::Won(Color::Red), Self::Won(Color::Black), Self::Drawn];

    /// Returns the word that records have in their tag `Correction`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Nothing => "annulled",
            Self::Won(Color::Red) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
        }
    }
}
