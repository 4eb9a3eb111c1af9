//! Profiles of registered players, and the leaderboards.

use crate::{Completion, FairPlay, GameKind, PlayerId, PlayerName, PlayerResult, RatingClass, ShownRating};
use chuhe_rules::Color;
use chuhe_rules::openings::FirstMoves;
use serde::{Deserialize, Serialize};

/// A request for a profile or a leaderboard.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ProfileRequest {
    /// Requests the profile of a registered player, who need not be online.
    ///
    /// The answer is [`ProfileMessage::Profile`], or [`crate::Refusal::Profile`].
    Show {
        /// The player's name, or one that looks like it, at most [`crate::limits::NAME_BYTES`] long.
        name: String,
    },
    /// Requests a page of the leaderboard of a class.
    ///
    /// The answer is [`ProfileMessage::Leaderboard`].
    Leaderboard {
        /// The class.
        class: RatingClass,
        /// Which page, counted from 0. After the last one, the last is sent.
        page: u32,
    },
}

/// A message with a profile or a leaderboard.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ProfileMessage {
    /// A profile; the response to [`ProfileRequest::Show`].
    Profile(Box<Profile>),
    /// A page of a leaderboard; the response to [`ProfileRequest::Leaderboard`].
    Leaderboard(Box<Leaderboard>),
    /// What counts against the receiver: after a game that changes it, and after joining if there is anything.
    FairPlay(Box<FairPlay>),
}

/// What others see of a registered player, and the player's games with whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// When they were last connected, in milliseconds since the Unix epoch; absent unless they have chosen to show it.
    pub last_seen_ms: Option<u64>,
    /// Their ratings, in the order of the classes, each class once.
    pub ratings: Vec<RatingRecord>,
    /// Their games of each kind, rated or not, in the order of the kinds.
    ///
    /// They are those of their last [`crate::limits::PROFILE_GAMES`] finished games that have a result.
    pub games: Vec<KindTally>,
    /// Their games with whoever asks, among the same ones, from the view of whoever asks.
    pub together: Tally,
    /// The openings of xiangqi that they played most among the same ones, first as red, then as black, each side's
    /// most played one first.
    ///
    /// A side has at most [`crate::limits::PLAYED_OPENINGS`].
    pub openings: Vec<PlayedOpening>,
    /// Whether they have finished more games than those that are counted.
    pub more_games: bool,
    /// How many of the last counted games they have finished; absent if these are too few.
    pub completion: Option<Completion>,
}

/// What a profile shows of one rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingRecord {
    /// The rating, with its class.
    pub rating: ShownRating,
    /// The rated games.
    pub games: Tally,
    /// The ratings after the last games, the latest at the end; at most [`crate::limits::RATING_POINTS`].
    pub curve: Vec<RatingPoint>,
    /// The wins against the opponents with the highest ratings, the best first; at most [`crate::limits::BEST_WINS`].
    ///
    /// Opponents without a registered name any more are left out.
    pub best_wins: Vec<BestWin>,
}

/// The rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RatingPoint {
    /// The day of the game by UTC, in days since the Unix epoch.
    pub day: u32,
    /// The rating after it, rounded.
    pub rating: u16,
}

/// A win in a rated game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestWin {
    /// The opponent's name.
    pub opponent: PlayerName,
    /// The opponent's rating before the game, rounded.
    pub rating: u16,
    /// The day of the game by UTC, in days since the Unix epoch.
    pub day: u32,
}

/// The results of games of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KindTally {
    /// Which game.
    pub kind: GameKind,
    /// The results.
    pub games: Tally,
}

/// The results of games with one opening.
///
/// Games have one opening if both are mirror images, or have one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedOpening {
    /// The player's side: red chooses the first move, black the reply.
    pub color: Color,
    /// The first moves of the latest of the games.
    pub first_moves: FirstMoves,
    /// The results.
    pub games: Tally,
}

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// How many games these are.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Counts a game, unless it has no result.
    pub const fn add(&mut self, result: PlayerResult) {
        match result {
            PlayerResult::Won => self.won += 1,
            PlayerResult::Drawn => self.drawn += 1,
            PlayerResult::Lost => self.lost += 1,
            PlayerResult::Aborted => {}
        }
    }
}

/// A page of the leaderboard of a class.
///
/// Those who are listed come first, the highest rating at the top. Then come the players who lack games, those
/// who lack fewest first. Players who show their profile to nobody are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// The class.
    pub class: RatingClass,
    /// Which page it is, counted from 0.
    pub page: u32,
    /// How many pages there are, at least 1.
    pub pages: u32,
    /// The players, at most [`crate::limits::LEADERBOARD_ROWS`].
    pub rows: Vec<LeaderboardRow>,
    /// The row of whoever asks, on whichever page it is.
    pub own: Option<LeaderboardRow>,
}

/// A player of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderboardRow {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// Their rating, rounded.
    pub rating: u16,
    /// How many rated games of the class they have played.
    pub games: u32,
    /// Where they stand.
    pub place: Place,
}

/// Where a player stands on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// They are listed at this place, counted from 1. Players with the same rating share one.
    Listed(u32),
    /// They are not listed yet.
    Missing {
        /// How many more rated games it takes at least.
        games: u8,
        /// Against how many other opponents, whom they have not met in a rated game for 90 days.
        opponents: u8,
    },
}

/// What others see of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProfileChoice {
    /// To whom the profile is shown.
    pub audience: ProfileAudience,
    /// Whether the profile says when the player was last connected.
    pub last_seen: bool,
}

/// To whom a profile is shown, besides its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ProfileAudience {
    /// Everyone.
    Everyone,
    /// Players with a registered name.
    #[default]
    Registered,
    /// Nobody. The leaderboards leave the player out, too.
    Nobody,
}

/// Why a profile is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum ProfileRefusal {
    /// Nobody has this name here, or it was erased.
    #[error("nobody has this name")]
    Unknown,
    /// The player has no registered name, so they have no profile.
    #[error("the player has no registered name")]
    Unregistered,
    /// The player does not show their profile to the requester.
    #[error("the player does not show their profile")]
    Private,
}
