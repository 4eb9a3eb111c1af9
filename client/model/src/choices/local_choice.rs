//! The choices of the first screen, and how they become the terms of a game without a server.

use super::game_choice::GameChoice;
use super::preset::Preset;
use super::remembered_table::RememberedTable;
use crate::engines::EngineId;
use chuhe_engine::xiangqi;
use chuhe_protocol::{ColorChoice, GameKind, GameTerms, SessionToken, TakebackPolicy, Terms};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Options;
use chuhe_rules::xiangqi::RuleSet;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// An entry of the first screen, in display order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StartEntry {
    /// A game against the computer.
    #[default]
    Computer,
    /// A game of two people at this screen.
    Two,
    /// Joining a server.
    Join,
    /// Hosting a server.
    Host,
    /// Records of games.
    Review,
    /// Lessons.
    Learn,
    /// Puzzles.
    Puzzles,
}

/// The odds that the computer gives in xiangqi, in display order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Handicap {
    /// None.
    #[default]
    None,
    /// The user has made a move, and moves (让两先).
    TwoMoves,
    /// The user has made two moves, and moves (让三先).
    ThreeMoves,
    /// Its left horse (让一马).
    Horse,
    /// Both horses (让双马).
    TwoHorses,
    /// Its left rook (让一车).
    Rook,
}

impl Handicap {
    /// The start position as FEN if `giver` gives the odds; `None` for the usual one.
    #[must_use]
    pub fn start(self, giver: Color) -> Option<String> {
        let odds = match self {
            Self::None => return None,
            Self::TwoMoves => xiangqi::Handicap::TwoMoves,
            Self::ThreeMoves => xiangqi::Handicap::ThreeMoves,
            Self::Horse => xiangqi::Handicap::Horse,
            Self::TwoHorses => xiangqi::Handicap::TwoHorses,
            Self::Rook => xiangqi::Handicap::Rook,
        };
        Some(odds.start(giver).fen())
    }
}

/// The lowest and the highest level of the computer.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// The levels of the computer that explain moves of xiangqi. Who plays a higher one needs no explanation.
const COACHED: std::ops::RangeInclusive<u8> = 1..=6;

/// The times for a move of an external engine to choose from, in milliseconds.
pub const MOVE_TIMES_MS: [u32; 5] = [500, 1_000, 2_000, 5_000, 10_000];

/// The times to choose from on the first screen, in display order.
pub const TIMES: [Preset; 4] = [Preset::Untimed, Preset::Quick, Preset::Standard, Preset::Slow];

/// Who plays a game without a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalKind {
    /// The user plays the computer.
    Computer {
        /// How well it plays.
        level: u8,
        /// The odds that it gives.
        handicap: Handicap,
        /// The external engine that plays for it, if there is one.
        #[serde(default)]
        external: Option<ExternalPlayer>,
    },
    /// Two people play at this screen.
    Two {
        /// Whether the board of xiangqi turns to the side to move.
        turns_board: bool,
    },
}

impl LocalKind {
    /// Whether the computer explains moves of xiangqi to the user: at its low levels,
    /// which play no external engine.
    #[must_use]
    pub fn is_coached(&self) -> bool {
        matches!(self, Self::Computer { level, external: None, .. } if COACHED.contains(level))
    }
}

/// An external engine as a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalPlayer {
    /// The engine.
    pub engine: EngineId,
    /// The time for each of its moves, in milliseconds.
    pub move_ms: u32,
}

/// What a game without a server is resumed with, beside the records of its hub.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedLocal {
    /// Who plays it.
    pub kind: LocalKind,
    /// The tokens of the user, or of one of two people, and of the other seat.
    pub tokens: [SessionToken; 2],
    /// Whether the user had left it for the first screen or a server.
    #[serde(default)]
    pub is_left: bool,
    /// What the users did at the table, one entry a seat.
    #[serde(default)]
    pub tables: Vec<RememberedTable>,
    /// Until when its clocks had run when the program was closed or the game was left, if either was in order.
    #[serde(default)]
    pub served_until: Option<Timestamp>,
}

/// A game against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ComputerChoice {
    /// The game.
    pub game: GameChoice,
    /// How well the computer plays, in [`LEVELS`].
    pub level: u8,
    /// The user's side.
    pub side: ColorChoice,
    /// The time of both.
    pub time: Preset,
    /// The odds that the computer gives in xiangqi.
    pub handicap: Handicap,
    /// The external engine that plays xiangqi for the computer; `None` for that of this program.
    pub engine: Option<EngineId>,
    /// The time for each of its moves, in milliseconds.
    pub move_ms: u32,
}

impl Default for ComputerChoice {
    fn default() -> Self {
        Self {
            game: GameChoice::default(),
            // the settings keep the level of whoever has played
            level: *LEVELS.start(),
            side: ColorChoice::Red,
            time: Preset::Untimed,
            handicap: Handicap::default(),
            engine: None,
            move_ms: 1_000,
        }
    }
}

impl ComputerChoice {
    /// The level, whatever the settings file says.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.level.clamp(*LEVELS.start(), *LEVELS.end())
    }

    /// The odds that the computer gives in the chosen game.
    #[must_use]
    pub fn handicap(&self) -> Handicap {
        if self.game == GameChoice::Xiangqi { self.handicap } else { Handicap::None }
    }

    /// The external engine that plays the chosen game, if there is one.
    #[must_use]
    pub fn external(&self) -> Option<ExternalPlayer> {
        let engine = self.engine.filter(|_| self.game == GameChoice::Xiangqi)?;
        let [shortest, .., longest] = MOVE_TIMES_MS;
        Some(ExternalPlayer { engine, move_ms: self.move_ms.clamp(shortest, longest) })
    }

    /// The terms of a game in which the user plays `side`, as the user's challenge has them.
    #[must_use]
    pub fn terms(&self, side: Color) -> Terms {
        // the computer needs no protection from an opponent who gives up at once
        let options = Options { resign_from_step: 0, ..Options::default() };
        terms(self.game, options, self.time, side, self.handicap().start(side.opponent()))
    }
}

/// A game of two people at this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TwoChoice {
    /// The game.
    pub game: GameChoice,
    /// The time of both.
    pub time: Preset,
    /// Whether the board of xiangqi turns to the side to move. That of luzhanqi always does.
    pub turns_board: bool,
}

impl Default for TwoChoice {
    fn default() -> Self {
        Self { game: GameChoice::default(), time: Preset::Untimed, turns_board: false }
    }
}

impl TwoChoice {
    /// The terms of a game in which the challenger plays red.
    #[must_use]
    pub fn terms(&self) -> Terms {
        terms(self.game, Options::default(), self.time, Color::Red, None)
    }
}

fn terms(game: GameChoice, options: Options, time: Preset, side: Color, start: Option<String>) -> Terms {
    let game = match game.kind() {
        GameKind::Xiangqi => GameTerms::Xiangqi { rules: RuleSet::Asian, start },
        GameKind::Luzhanqi(board) => GameTerms::Luzhanqi { board, options },
    };
    let takeback = if game.has_takebacks() { TakebackPolicy::Ask } else { TakebackPolicy::Off };
    let color = match side {
        Color::Red => ColorChoice::Red,
        Color::Black => ColorChoice::Black,
    };
    let control = time.control();
    Terms {
        game,
        color,
        challenger_time: control,
        opponent_time: control,
        takeback,
        watch_delay_plies: 0,
        rated: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::ValidTerms;
    use chuhe_rules::xiangqi::{PieceKind, Position};

    #[test]
    fn every_choice_gives_valid_terms() {
        for &game in GameChoice::VARIANTS {
            for time in TIMES {
                for &handicap in Handicap::VARIANTS {
                    let choice = ComputerChoice { game, time, handicap, ..ComputerChoice::default() };
                    for side in Color::ALL {
                        assert!(ValidTerms::parse(choice.terms(side)).is_ok(), "{choice:?}");
                    }
                }
                let choice = TwoChoice { game, time, turns_board: true };
                assert!(ValidTerms::parse(choice.terms()).is_ok(), "{choice:?}");
            }
        }
    }

    #[test]
    fn who_has_not_played_is_offered_the_lowest_level_and_who_has_keeps_theirs() {
        let kept = |settings: &str| serde_json::from_str::<ComputerChoice>(settings).unwrap().level();
        assert_eq!(["{}", r#"{"level":3}"#].map(kept), [1, 3]);
        let played = serde_json::to_value(ComputerChoice::default()).unwrap();
        assert_eq!(played["level"], 1, "a level that was played is kept, whatever is offered to others");
    }

    #[test]
    fn a_game_against_the_computer_can_be_resigned_at_once() {
        let resign_from = |terms: Terms| match terms.game {
            GameTerms::Luzhanqi { options, .. } => options.resign_from_step,
            GameTerms::Xiangqi { .. } => panic!("{terms:?}"),
        };
        let game = GameChoice::LuzhanqiCross;
        let computer = ComputerChoice { game, ..ComputerChoice::default() };
        assert_eq!(resign_from(computer.terms(Color::Red)), 0);
        assert_ne!(resign_from(TwoChoice { game, ..TwoChoice::default() }.terms()), 0);
    }

    #[test]
    fn the_computer_lacks_the_pieces_that_it_gives() {
        for giver in Color::ALL {
            for (handicap, kind, left) in [
                (Handicap::Horse, PieceKind::Horse, 1),
                (Handicap::TwoHorses, PieceKind::Horse, 0),
                (Handicap::Rook, PieceKind::Rook, 1),
            ] {
                let start = handicap.start(giver).map(|fen| Position::from_fen(&fen).unwrap()).unwrap();
                assert_eq!(start.board().pieces(giver, kind).count(), left, "{handicap:?}");
                assert_eq!(start.board().pieces(giver.opponent(), kind).count(), 2);
            }
        }
    }
}
