//! What every kind of store of the library has in common: its codes, and what is made of a record.

use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_records::formats::{self, Format, Omission, WriteOptions};
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

    /// The record as PGN, and whether that lacks something of it; `None` for a game that PGN cannot hold.
    fn into_pgn(self) -> Option<(Vec<u8>, bool)> {
        let format = self.format()?;
        if format == Format::Pgn {
            return Some((self.record, false));
        }
        let reading = formats::read(&self.record, Some(format)).ok()?;
        let game = reading.games.into_iter().next()?;
        let written = formats::write(&game.tree, Format::Pgn, &WriteOptions::default()).ok()?;
        let is_reduced = written.omitted.iter().any(|part| *part != Omission::CommentSpace);
        Some((written.bytes, is_reduced))
    }

    /// The format of the record, if its extension is known.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        Format::from_extension(&self.extension)
    }
}

/// Whether PGN can hold games of this kind.
#[must_use]
pub const fn has_pgn(kind: GameKind) -> bool {
    matches!(kind, GameKind::Xiangqi)
}

/// What became of the games that were to be written to one PGN file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PgnCounts {
    /// The games in the file.
    pub games: usize,
    /// Those of them of which PGN cannot hold something.
    pub reduced: usize,
    /// The games that PGN cannot hold, which are not in the file.
    pub left_out: usize,
}

impl PgnCounts {
    /// Counts a game, and returns its record as PGN if it can be.
    pub fn take(&mut self, stored: StoredRecord) -> Option<Vec<u8>> {
        let Some((record, is_reduced)) = stored.into_pgn() else {
            self.left_out += 1;
            return None;
        };
        self.games += 1;
        self.reduced += usize::from(is_reduced);
        Some(record)
    }

    /// Whether there was no game at all.
    #[must_use]
    pub const fn are_none(&self) -> bool {
        self.games == 0 && self.left_out == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::GameTree;
    use chuhe_rules::xiangqi::Position;

    #[test]
    fn every_game_of_xiangqi_is_written_as_pgn_whatever_the_library_keeps_it_in() {
        let tree = GameTree::new(Position::start());
        let mut counts = PgnCounts::default();
        for format in [Format::Pgn, Format::Xqf, Format::DhtmlXq] {
            let record = formats::write(&tree, format, &WriteOptions::default()).unwrap().bytes;
            let names = PerColor::new("a".to_owned(), "b".to_owned());
            let extension = format.extension().to_owned();
            let pgn =
                counts.take(StoredRecord { names, user: None, extension, record }).expect("it is xiangqi");
            assert_eq!(formats::read(&pgn, Some(Format::Pgn)).map(|it| it.games.len()), Ok(1), "{format:?}");
        }
        assert_eq!(counts, PgnCounts { games: 3, reduced: 0, left_out: 0 });
    }
}
