//! The terms of a challenge: what is to be played, and how.

use crate::limits;
use chuhe_rules::clock::{InvalidTimeControl, TimeControl};
use chuhe_rules::luzhanqi::{self, BoardKind, InvalidOptions, Options};
use chuhe_rules::xiangqi::{self, RuleSet};
use chuhe_rules::{Color, PerColor};
use serde::{Deserialize, Serialize};

/// The terms under which two players play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// The game, its rule set and its start position.
    pub game: GameTerms,
    /// The colour the challenger wants.
    pub color: ColorChoice,
    /// The challenger's time.
    pub challenger_time: TimeControl,
    /// The opponent's time; it differs where odds are given by time.
    pub opponent_time: TimeControl,
    /// Whether a move may be taken back.
    pub takeback: TakebackPolicy,
    /// Spectators are told of a move when so many plies were played after it; at
    /// most [`limits::WATCH_DELAY_PLIES`]. The server may ask for more.
    pub watch_delay_plies: u8,
}

/// A game with what is particular to it. Variants are only appended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameTerms {
    /// Xiangqi.
    Xiangqi {
        /// The rule set.
        rules: RuleSet,
        /// The start position as FEN; absent, the usual one.
        start: Option<String>,
    },
    /// Luzhanqi (两国军旗). Nothing is taken back in it.
    Luzhanqi {
        /// On which board.
        board: BoardKind,
        /// By which rules.
        options: Options,
    },
}

/// Which game it is, on which board. Variants are only appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameKind {
    /// Xiangqi.
    Xiangqi,
    /// Luzhanqi (两国军旗) on this board.
    Luzhanqi(BoardKind),
}

/// The colour a challenger wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ColorChoice {
    /// The challenger plays red and moves first.
    Red,
    /// The challenger plays black.
    Black,
    /// The server draws.
    Random,
}

/// Whether a move may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TakebackPolicy {
    /// Never.
    Off,
    /// If the opponent agrees.
    Ask,
}

/// Why terms cannot be played. Variants are only appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum InvalidTerms {
    /// A time control whose parts do not go together.
    #[error(transparent)]
    Time(InvalidTimeControl),
    /// The start position is not a legal one.
    #[error("the start position is not a legal position")]
    StartPosition,
    /// The start position is one in which the game is over.
    #[error("the start position is the end of a game")]
    StartIsOver,
    /// Spectators would be told later than [`limits::WATCH_DELAY_PLIES`].
    #[error("the delay for spectators is too long")]
    WatchDelay,
    /// In this game nothing is taken back.
    #[error("in this game nothing is taken back")]
    NoTakeback,
    /// The rules do not go together.
    #[error(transparent)]
    Options(InvalidOptions),
}

impl Default for Terms {
    /// The usual start, colours drawn, 15 minutes with 60 seconds a move,
    /// takebacks if the opponent agrees.
    fn default() -> Self {
        let time = TimeControl { game_ms: 15 * 60_000, move_ms: 60_000, ..TimeControl::UNTIMED };
        Self {
            game: GameTerms::Xiangqi { rules: RuleSet::Asian, start: None },
            color: ColorChoice::Random,
            challenger_time: time,
            opponent_time: time,
            takeback: TakebackPolicy::Ask,
            watch_delay_plies: 0,
        }
    }
}

impl GameTerms {
    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Xiangqi { .. } => GameKind::Xiangqi,
            Self::Luzhanqi { board, .. } => GameKind::Luzhanqi(*board),
        }
    }

    /// Whether a move may be taken back in this game at all.
    #[must_use]
    pub const fn has_takebacks(&self) -> bool {
        match self {
            Self::Xiangqi { .. } => true,
            Self::Luzhanqi { .. } => false,
        }
    }

    /// Whether it begins with the players' setting up their pieces.
    #[must_use]
    pub const fn has_formations(&self) -> bool {
        match self {
            Self::Xiangqi { .. } => false,
            Self::Luzhanqi { .. } => true,
        }
    }

    /// Sets the game up, or, where the players do that, makes it ready for it.
    ///
    /// # Errors
    /// If the start position is not legal or is the end of a game, or the rules
    /// do not go together.
    pub fn set_up(&self) -> Result<chuhe_rules::Game, InvalidTerms> {
        match self {
            Self::Xiangqi { rules: RuleSet::Asian, start } => {
                let position = match start {
                    None => xiangqi::Position::start(),
                    Some(fen) if fen.len() > limits::START_POSITION_BYTES => {
                        return Err(InvalidTerms::StartPosition);
                    }
                    Some(fen) => xiangqi::Position::from_fen(fen).map_err(|_| InvalidTerms::StartPosition)?,
                };
                let game = xiangqi::Game::new(position);
                if game.outcome().is_some() {
                    return Err(InvalidTerms::StartIsOver);
                }
                Ok(chuhe_rules::Game::Xiangqi(game))
            }
            Self::Luzhanqi { board, options } => {
                options.validate().map_err(InvalidTerms::Options)?;
                Ok(chuhe_rules::Game::Luzhanqi(luzhanqi::Game::new(*board, *options)))
            }
        }
    }
}

impl Terms {
    /// Checks that the terms can be played.
    ///
    /// # Errors
    /// The first [`InvalidTerms`] that applies.
    pub fn validate(&self) -> Result<(), InvalidTerms> {
        self.challenger_time.validate().map_err(InvalidTerms::Time)?;
        self.opponent_time.validate().map_err(InvalidTerms::Time)?;
        if self.watch_delay_plies > limits::WATCH_DELAY_PLIES {
            return Err(InvalidTerms::WatchDelay);
        }
        if self.takeback == TakebackPolicy::Ask && !self.game.has_takebacks() {
            return Err(InvalidTerms::NoTakeback);
        }
        self.game.set_up().map(|_| ())
    }

    /// Each side's time, if the challenger plays `challenger`.
    #[must_use]
    pub const fn times(&self, challenger: Color) -> PerColor<TimeControl> {
        match challenger {
            Color::Red => PerColor::new(self.challenger_time, self.opponent_time),
            Color::Black => PerColor::new(self.opponent_time, self.challenger_time),
        }
    }

    /// The same game as the other player would have put it: colours and times
    /// from his side. Two crossing challenges agree if each is the other's mirror.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            game: self.game.clone(),
            color: match self.color {
                ColorChoice::Red => ColorChoice::Black,
                ColorChoice::Black => ColorChoice::Red,
                ColorChoice::Random => ColorChoice::Random,
            },
            challenger_time: self.opponent_time,
            opponent_time: self.challenger_time,
            takeback: self.takeback,
            watch_delay_plies: self.watch_delay_plies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_start(fen: &str) -> Terms {
        let game = GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some(fen.into()) };
        Terms { game, ..Terms::default() }
    }

    #[test]
    fn default_terms_are_playable_and_their_own_mirror() {
        let terms = Terms::default();
        assert_eq!(terms.validate(), Ok(()));
        assert_eq!(terms.mirrored(), terms);
    }

    #[test]
    fn unplayable_terms_are_refused() {
        assert_eq!(with_start("nonsense").validate(), Err(InvalidTerms::StartPosition));
        assert_eq!(with_start(&"9/".repeat(100)).validate(), Err(InvalidTerms::StartPosition));
        // black is mated by two rooks on the top ranks
        let mated = "3k1R3/R8/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(with_start(mated).validate(), Err(InvalidTerms::StartIsOver));
        let lone_read = TimeControl { read_ms: 30_000, ..TimeControl::UNTIMED };
        let terms = Terms { opponent_time: lone_read, ..Terms::default() };
        assert_eq!(terms.validate(), Err(InvalidTerms::Time(InvalidTimeControl::ReadSecondsWithoutGameTime)));
    }

    #[test]
    fn luzhanqi_is_played_without_takebacks_and_by_rules_that_go_together() {
        let with = |options, takeback| {
            let game = GameTerms::Luzhanqi { board: BoardKind::Cross, options };
            Terms { game, takeback, ..Terms::default() }.validate()
        };
        let options = Options::default();
        assert_eq!(with(options, TakebackPolicy::Off), Ok(()));
        assert_eq!(with(options, TakebackPolicy::Ask), Err(InvalidTerms::NoTakeback));
        let endless = Options { passes_to_lose: 0, ..options };
        assert_eq!(with(endless, TakebackPolicy::Off), Err(InvalidTerms::Options(InvalidOptions::Passes)));
    }

    #[test]
    fn times_follow_the_challengers_colour() {
        let terms = Terms { opponent_time: TimeControl::UNTIMED, ..Terms::default() };
        assert!(terms.times(Color::Red).black.is_untimed());
        assert!(terms.times(Color::Black).red.is_untimed());
    }
}
