//! Saving a game of the library with what the user has added to it.

use super::import::{entry, fingerprint};
use super::request::{EditedGame, LibraryCopy, LibraryId, MAX_RECORD_BYTES, NewGame, Summary};
use chuhe_records::GameTree;
use chuhe_records::formats::{self, Format, Omission, WriteOptions};
use chuhe_rules::Color;

impl LibraryCopy {
    /// The copy of a game that has this record.
    #[must_use]
    pub fn of(game: LibraryId, record: &[u8]) -> Self {
        Self { game, record: fingerprint(record) }
    }

    /// Whether the library still has the record that was opened.
    #[must_use]
    pub fn has(&self, record: &[u8]) -> bool {
        self.record == fingerprint(record)
    }
}

/// A changed game, and what its record cannot hold.
#[derive(Debug)]
pub struct Edited {
    /// The game.
    pub game: EditedGame,
    /// What the format of its record cannot hold; other white space in comments is no loss.
    pub omitted: Vec<Omission>,
}

impl EditedGame {
    /// Writes a record, in which the user played this side, in the format that holds the most of it, which is PGN if
    /// several do; `None` if it is too large for the library.
    pub fn of(copy: LibraryCopy, tree: &GameTree, user: Option<Color>) -> Option<Edited> {
        let write = |format: Format| {
            let mut written = formats::write(tree, format, &WriteOptions::default()).ok()?;
            written.omitted.retain(|part| *part != Omission::CommentSpace);
            Some((written, format))
        };
        let written = Format::ALL.into_iter().filter_map(write);
        let written = written.filter(|(written, _)| written.bytes.len() <= MAX_RECORD_BYTES);
        // the first of several equal ones is PGN, which is what the library exports
        let (written, format) = written.min_by_key(|(written, _)| written.omitted.len())?;
        let game = entry("edited", tree, user, written.bytes, format.extension());
        Some(Edited { game: Self { copy, game }, omitted: written.omitted })
    }

    /// Decides what becomes of it, by what the library has of the game that was opened, which another window may have
    /// changed or deleted.
    #[must_use]
    pub fn placed(self, stored: Option<(&Summary, &[u8])>) -> Placed {
        let Self { copy, mut game } = self;
        let Some((opened, record)) = stored else { return Placed::New(game) };
        // the answer did not arrive before the program ended
        if record == game.record {
            return Placed::Saved;
        }
        // its end stays, and so do its names where the record has none
        game.summary.ended_at_ms = opened.ended_at_ms;
        for side in Color::ALL {
            if game.summary.names[side].is_empty() {
                game.summary.names[side].clone_from(&opened.names[side]);
            }
        }
        if copy.has(record) { Placed::Replacing(game) } else { Placed::New(game) }
    }
}

/// What becomes of a changed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// The library has it already.
    Saved,
    /// It replaces the game that was opened.
    Replacing(NewGame),
    /// It is a new game, under the first of its [`origins`] that is free.
    New(NewGame),
}

/// The origins under which a changed game may be kept as a new one, if the library has another one of the same origin.
pub fn origins(origin: &str) -> impl Iterator<Item = String> {
    let further = (2..=MAX_ORIGINS).map(move |number| format!("{origin}-{number}"));
    std::iter::once(origin.to_owned()).chain(further)
}

/// The most changed games of one origin.
const MAX_ORIGINS: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::{NodeId, Start};

    #[test]
    fn white_space_in_comments_chooses_no_other_format_than_pgn() {
        let copy = LibraryCopy::of(LibraryId(1), b"");
        for comment in ["good", "good ", " good\n\nmove "] {
            let mut tree = GameTree::new(Start::xiangqi());
            tree.set_comment(NodeId::ROOT, comment).expect("short");
            let Edited { game, omitted } = EditedGame::of(copy, &tree, None).expect("small");
            assert_eq!((game.game.extension.as_str(), omitted), ("pgn", vec![]), "{comment:?}");
        }
    }
}
