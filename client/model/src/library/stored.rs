//! What every kind of store of the library has in common: its codes, and what is made of a record.

use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_records::formats::Format;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::{Color, PerColor};

/// The stored codes of the kinds of games; a code never changes.
const KINDS: [(GameKind, i64); 3] = [
    (GameKind::Xiangqi, 0),
    (GameKind::Luzhanqi(BoardKind::Classic), 1),
    (GameKind::Luzhanqi(BoardKind::Cross), 2),
];

/// The stored codes of the results; a code never changes.
const RESULTS: [(PlayerResult, i64); 4] =
    [(PlayerResult::Won, 0), (PlayerResult::Lost, 1), (PlayerResult::Drawn, 2), (PlayerResult::Aborted, 3)];

/// The code of a kind of game.
#[must_use]
pub fn code_of_kind(kind: GameKind) -> i64 {
    KINDS.iter().find(|(known, _)| *known == kind).map_or(-1, |(_, code)| *code)
}

/// The kind of game with this code.
#[must_use]
pub fn kind_of_code(code: i64) -> Option<GameKind> {
    KINDS.iter().find(|(_, known)| *known == code).map(|(kind, _)| *kind)
}

/// The code of a result.
#[must_use]
pub fn code_of_result(result: PlayerResult) -> i64 {
    RESULTS.iter().find(|(known, _)| *known == result).map_or(-1, |(_, code)| *code)
}

/// The result with this code.
#[must_use]
pub fn result_of_code(code: i64) -> Option<PlayerResult> {
    RESULTS.iter().find(|(_, known)| *known == code).map(|(result, _)| *result)
}

/// The code of a game that the user did not play.
const NO_USER: i64 = 2;

/// The code of the user's side, which is its number.
#[must_use]
pub fn code_of_user(user: Option<Color>) -> i64 {
    user.map_or(NO_USER, |side| side as i64)
}

/// The user's side with this code.
#[must_use]
pub fn user_of_code(code: i64) -> Option<Option<Color>> {
    [None, Some(Color::Red), Some(Color::Black)].into_iter().find(|&user| code_of_user(user) == code)
}

/// The record of a game, with what its file name is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The names of the players.
    pub names: PerColor<String>,
    /// The user's side, if they played it.
    pub user: Option<Color>,
    /// The extension of a file with the record, without a dot.
    pub extension: String,
    /// The record.
    pub record: Vec<u8>,
}

impl StoredRecord {
    /// The name of a file with it.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}-{}.{}", self.names.red, self.names.black, self.extension)
    }

    /// The format of the record, if its extension is known.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        Format::from_extension(&self.extension)
    }
}
