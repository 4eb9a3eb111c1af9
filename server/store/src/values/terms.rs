//! The terms of a game, as challenges and beginnings store them.

use crate::StoreError;
use chuhe_protocol::{ColorChoice, GameKind, GameTerms, TakebackPolicy, Terms};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_rules::xiangqi::RuleSet;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct TermsV1 {
    game: GameTermsV1,
    color: ColorChoiceV1,
    challenger_time: TimeControl,
    opponent_time: TimeControl,
    takeback: TakebackPolicyV1,
    watch_delay_plies: u8,
}

#[derive(Serialize, Deserialize)]
enum GameTermsV1 {
    Xiangqi { rules: RuleSet, start: Option<String> },
    Luzhanqi { board: BoardKind, options: Options },
}

#[derive(Serialize, Deserialize)]
enum ColorChoiceV1 {
    Red,
    Black,
    Random,
}

#[derive(Serialize, Deserialize)]
enum TakebackPolicyV1 {
    Off,
    Ask,
}

#[derive(Serialize, Deserialize)]
pub(crate) enum GameKindV1 {
    Xiangqi,
    Luzhanqi(BoardKind),
}

/// The kinds of games in the order of their numbers in keys.
pub(crate) const KINDS: [GameKind; 3] =
    [GameKind::Xiangqi, GameKind::Luzhanqi(BoardKind::Classic), GameKind::Luzhanqi(BoardKind::Cross)];

impl From<&Terms> for TermsV1 {
    fn from(terms: &Terms) -> Self {
        let game = match &terms.game {
            GameTerms::Xiangqi { rules, start } => {
                GameTermsV1::Xiangqi { rules: *rules, start: start.clone() }
            }
            GameTerms::Luzhanqi { board, options } => {
                GameTermsV1::Luzhanqi { board: *board, options: *options }
            }
        };
        let color = match terms.color {
            ColorChoice::Red => ColorChoiceV1::Red,
            ColorChoice::Black => ColorChoiceV1::Black,
            ColorChoice::Random => ColorChoiceV1::Random,
        };
        let takeback = match terms.takeback {
            TakebackPolicy::Off => TakebackPolicyV1::Off,
            TakebackPolicy::Ask => TakebackPolicyV1::Ask,
        };
        Self {
            game,
            color,
            challenger_time: terms.challenger_time,
            opponent_time: terms.opponent_time,
            takeback,
            watch_delay_plies: terms.watch_delay_plies,
        }
    }
}

impl TryFrom<TermsV1> for Terms {
    type Error = StoreError;

    fn try_from(terms: TermsV1) -> Result<Self, StoreError> {
        Ok(Self {
            game: match terms.game {
                GameTermsV1::Xiangqi { rules, start } => GameTerms::Xiangqi { rules, start },
                GameTermsV1::Luzhanqi { board, options } => GameTerms::Luzhanqi { board, options },
            },
            color: match terms.color {
                ColorChoiceV1::Red => ColorChoice::Red,
                ColorChoiceV1::Black => ColorChoice::Black,
                ColorChoiceV1::Random => ColorChoice::Random,
            },
            challenger_time: terms.challenger_time,
            opponent_time: terms.opponent_time,
            takeback: match terms.takeback {
                TakebackPolicyV1::Off => TakebackPolicy::Off,
                TakebackPolicyV1::Ask => TakebackPolicy::Ask,
            },
            watch_delay_plies: terms.watch_delay_plies,
            // values of rated games have tags of their own
            rated: false,
        })
    }
}

impl From<GameKind> for GameKindV1 {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Xiangqi => Self::Xiangqi,
            GameKind::Luzhanqi(board) => Self::Luzhanqi(board),
        }
    }
}

impl From<GameKindV1> for GameKind {
    fn from(kind: GameKindV1) -> Self {
        match kind {
            GameKindV1::Xiangqi => Self::Xiangqi,
            GameKindV1::Luzhanqi(board) => Self::Luzhanqi(board),
        }
    }
}
