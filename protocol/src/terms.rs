//! The terms of a challenge: the game, its options, the colours and the times.

use chuhe_rules::clock::{InvalidTimeControl, TimeControl};
use chuhe_rules::luzhanqi::{BoardKind, InvalidOptions, Options};
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::{Color, PerColor};
use serde::{Deserialize, Serialize};

/// The terms of a challenge, as sent and stored.
///
/// They may be anything; [`ValidTerms`](crate::ValidTerms) are terms that passed their check.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// The game with its options.
    pub game: GameTerms,
    /// The colour the challenger asks for.
    pub color: ColorChoice,
    /// The challenger's time control.
    pub challenger_time: TimeControl,
    /// The opponent's time control; it differs from the challenger's in a game with time odds.
    pub opponent_time: TimeControl,
    /// Whether moves may be taken back.
    pub takeback: TakebackPolicy,
    /// The spectator delay in plies, at most
    /// [`limits::WATCH_DELAY_PLIES`](crate::limits::WATCH_DELAY_PLIES). A server may impose a
    /// longer one.
    pub watch_delay_plies: u8,
    /// Whether the game changes the ratings of its players.
    pub rated: bool,
}

/// A game with its options. New variants are appended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameTerms {
    /// Xiangqi.
    Xiangqi {
        /// The rule set.
        rules: RuleSet,
        /// The start position as FEN; `None` is the standard one.
        start: Option<String>,
    },
    /// Luzhanqi (两国军旗). It has no takebacks.
    Luzhanqi {
        /// The board.
        board: BoardKind,
        /// The rule options.
        options: Options,
    },
}

/// The game played, and the board where there is a choice. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameKind {
    /// Xiangqi.
    Xiangqi,
    /// Luzhanqi (两国军旗) on this board.
    Luzhanqi(BoardKind),
}

/// The colour a challenger asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ColorChoice {
    /// The challenger plays red and moves first.
    Red,
    /// The challenger plays black.
    Black,
    /// The server chooses at random.
    Random,
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TakebackPolicy {
    /// Never.
    Off,
    /// If the opponent agrees.
    Ask,
}

/// The reason why terms are invalid. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum InvalidTerms {
    /// A time control is invalid.
    #[error(transparent)]
    Time(InvalidTimeControl),
    /// The start position is not a legal position.
    #[error("the start position is not a legal position")]
    StartPosition,
    /// The game is already over in the start position.
    #[error("the game is already over in the start position")]
    StartIsOver,
    /// The spectator delay exceeds
    /// [`limits::WATCH_DELAY_PLIES`](crate::limits::WATCH_DELAY_PLIES).
    #[error("the spectator delay is too long")]
    WatchDelay,
    /// The terms allow takebacks in a game that has none.
    #[error("this game has no takebacks")]
    NoTakeback,
    /// The rule options are invalid.
    #[error(transparent)]
    Options(InvalidOptions),
    /// The terms are of a game that cannot be rated.
    #[error("the game cannot be rated: {0}")]
    Unratable(Unratable),
}

/// Why a game cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum Unratable {
    /// One of the players is a guest.
    #[error("one of the players is a guest")]
    Guest,
    /// One of the players is a computer player.
    #[error("one of the players is a computer player")]
    Computer,
    /// It has a start position.
    #[error("it has a start position")]
    StartPosition,
    /// It has time odds.
    #[error("it has time odds")]
    Odds,
    /// It is untimed.
    #[error("it is untimed")]
    Untimed,
}

impl Default for Terms {
    /// Xiangqi from the standard position with random colours, 15 minutes and 60 seconds a move,
    /// and takebacks if the opponent agrees.
    fn default() -> Self {
        let time = TimeControl { game_ms: 15 * 60_000, move_ms: 60_000, ..TimeControl::UNTIMED };
        Self {
            game: GameTerms::Xiangqi { rules: RuleSet::Asian, start: None },
            color: ColorChoice::Random,
            challenger_time: time,
            opponent_time: time,
            takeback: TakebackPolicy::Ask,
            watch_delay_plies: 0,
            rated: false,
        }
    }
}

impl GameTerms {
    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Xiangqi { .. } => GameKind::Xiangqi,
            Self::Luzhanqi { board, .. } => GameKind::Luzhanqi(*board),
        }
    }

    /// Returns whether this game allows takebacks at all.
    #[must_use]
    pub const fn has_takebacks(&self) -> bool {
        match self {
            Self::Xiangqi { .. } => true,
            Self::Luzhanqi { .. } => false,
        }
    }

    /// Returns whether the players set up their pieces before the first move.
    #[must_use]
    pub const fn has_formations(&self) -> bool {
        match self {
            Self::Xiangqi { .. } => false,
            Self::Luzhanqi { .. } => true,
        }
    }
}

impl ColorChoice {
    /// Returns the choice with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
            Self::Random => Self::Random,
        }
    }

    /// Returns whether the choice allows the challenger to play `color`.
    #[must_use]
    pub fn allows(self, color: Color) -> bool {
        match self {
            Self::Red => color == Color::Red,
            Self::Black => color == Color::Black,
            Self::Random => true,
        }
    }
}

impl Terms {
    /// Returns each side's time control if the challenger plays `challenger`.
    #[must_use]
    pub const fn times(&self, challenger: Color) -> PerColor<TimeControl> {
        match challenger {
            Color::Red => PerColor::new(self.challenger_time, self.opponent_time),
            Color::Black => PerColor::new(self.opponent_time, self.challenger_time),
        }
    }

    /// Returns the terms of the same game as the opponent would offer it.
    ///
    /// Two crossing challenges agree if the terms of one are the mirrored terms of the other.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            game: self.game.clone(),
            color: self.color.swapped(),
            challenger_time: self.opponent_time,
            opponent_time: self.challenger_time,
            takeback: self.takeback,
            watch_delay_plies: self.watch_delay_plies,
            rated: self.rated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_terms_are_their_own_mirror() {
        let terms = Terms::default();
        assert_eq!(terms.mirrored(), terms);
    }

    #[test]
    fn mirrored_terms_exchange_the_colours_and_the_times() {
        let terms =
            Terms { color: ColorChoice::Red, opponent_time: TimeControl::UNTIMED, ..Terms::default() };
        let mirrored = terms.mirrored();
        assert_eq!(mirrored.color, ColorChoice::Black);
        assert_eq!(
            (mirrored.challenger_time, mirrored.opponent_time),
            (TimeControl::UNTIMED, terms.challenger_time)
        );
        assert_eq!(mirrored.mirrored(), terms);
    }

    #[test]
    fn a_choice_allows_its_colour() {
        let allowed = |choice: ColorChoice| Color::ALL.map(|color| choice.allows(color));
        assert_eq!(allowed(ColorChoice::Red), [true, false]);
        assert_eq!(allowed(ColorChoice::Black), [false, true]);
        assert_eq!(allowed(ColorChoice::Random), [true, true]);
    }

    #[test]
    fn only_luzhanqi_has_formations_and_only_xiangqi_has_takebacks() {
        let xiangqi = Terms::default().game;
        let board = BoardKind::Cross;
        let luzhanqi = GameTerms::Luzhanqi { board, options: Options::default() };
        assert_eq!((xiangqi.kind(), luzhanqi.kind()), (GameKind::Xiangqi, GameKind::Luzhanqi(board)));
        assert_eq!((xiangqi.has_takebacks(), luzhanqi.has_takebacks()), (true, false));
        assert_eq!((xiangqi.has_formations(), luzhanqi.has_formations()), (false, true));
    }

    #[test]
    fn times_follow_the_challengers_colour() {
        let terms = Terms { opponent_time: TimeControl::UNTIMED, ..Terms::default() };
        assert!(terms.times(Color::Red).black.is_untimed());
        assert!(terms.times(Color::Black).red.is_untimed());
    }
}
