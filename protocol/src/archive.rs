//! Finished games: their lists, searches and events.

use crate::{CountsAs, Event, GameCorrection, GameFilter, GameId, GameKind, PlayerResult, Seat, Seq};
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::{Color, Outcome, PerColor};
use serde::{Deserialize, Serialize};

/// A request for the player's finished games.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ArchiveRequest {
    /// Requests the player's finished games, latest first.
    ///
    /// A game that ended before both players had moved is not among them.
    ListGames {
        /// Lists only games that ended before this one of the list; absent lists from the latest.
        before: Option<GameId>,
    },
    /// Searches the player's finished games, latest first.
    ///
    /// The answer is [`ArchiveMessage::FoundGames`]. A bad filter is refused with
    /// [`crate::Refusal::Filter`].
    FindGames {
        /// What the games must match.
        filter: GameFilter,
        /// Searches only games before this one of the list, such as the `next` of an earlier answer;
        /// absent searches from the latest.
        before: Option<GameId>,
    },
    /// Requests the events of one of the player's finished games, or of one that gave a result of an evening
    /// ([`crate::EveningRequest::Games`]), as a spectator receives them.
    ///
    /// Any other game is refused with [`crate::Refusal::NoSuchGame`], and one of their own that
    /// is not over with [`crate::Refusal::GameRunning`].
    FetchGame {
        /// Which game.
        game: GameId,
        /// The sequence number of the first requested event.
        from: Seq,
    },
}

impl ArchiveRequest {
    /// The game of which it requests the events.
    #[must_use]
    pub const fn game(&self) -> Option<GameId> {
        if let Self::FetchGame { game, .. } = self { Some(*game) } else { None }
    }
}

/// A message with finished games.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ArchiveMessage {
    /// The player's finished games, latest first.
    ///
    /// The response to [`ArchiveRequest::ListGames`].
    Games {
        /// A part of the list.
        games: Vec<GameSummary>,
        /// Whether there are more.
        more: bool,
    },
    /// Some of the player's finished games that match a filter, latest first.
    ///
    /// The response to [`ArchiveRequest::FindGames`].
    FoundGames {
        /// The games, at most [`crate::limits::GAMES_PER_FRAME`]; there may be none although the
        /// search can go on.
        games: Vec<GameSummary>,
        /// Where to go on: the earliest game searched so far. Absent if all were searched.
        ///
        /// One request searches at most [`crate::limits::SEARCH_GAMES`] games of the list, and for a
        /// position reads at most [`crate::limits::SEARCH_READ_GAMES`].
        next: Option<GameId>,
    },
    /// Events of a finished game; the response to [`ArchiveRequest::FetchGame`].
    FinishedGame {
        /// Which game.
        game: GameId,
        /// The sequence number of the first event.
        first: Seq,
        /// The events.
        events: Vec<Event>,
        /// When each of them happened, in milliseconds since the game began.
        at_ms: Vec<u64>,
        /// Whether there are more.
        more: bool,
        /// What an operator has made of the game since. Its [`Event::Rated`] says what follows from that.
        correction: Option<GameCorrection>,
    },
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Which game.
    pub game: GameId,
    /// The players of both sides.
    pub seats: PerColor<Seat>,
    /// How it ended.
    pub outcome: Outcome,
    /// The number of plies at the end, without those taken back.
    pub plies: u16,
    /// When it ended, in milliseconds since the Unix epoch.
    pub ended_at_ms: u64,
    /// Which game was played.
    pub kind: GameKind,
    /// The first moves of a game of xiangqi from the usual position, without those taken back.
    pub first_moves: FirstMoves,
    /// Whether it changed the ratings of its players when it ended. A game on rated terms that counted for nothing is not
    /// rated; a later correction does not change this.
    pub rated: bool,
    /// What an operator has made of the game since, in lists of [`ArchiveMessage`].
    pub correction: Option<GameCorrection>,
}

impl GameSummary {
    /// Returns the result for the player of `color`: as the game counts, or as it was played if it counts for nothing.
    #[must_use]
    pub fn result(&self, color: Color) -> PlayerResult {
        match self.correction.as_ref().map(|correction| correction.counts_as) {
            Some(CountsAs::Won(winner)) if winner == color => PlayerResult::Won,
            Some(CountsAs::Won(_)) => PlayerResult::Lost,
            Some(CountsAs::Drawn) => PlayerResult::Drawn,
            Some(CountsAs::Nothing) | None => PlayerResult::of(self.outcome, color),
        }
    }

    /// Returns whether an operator has annulled the game.
    #[must_use]
    pub fn is_annulled(&self) -> bool {
        self.correction.as_ref().is_some_and(|correction| correction.counts_as == CountsAs::Nothing)
    }
}
