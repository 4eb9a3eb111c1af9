//! What a file contains.

use super::encoding::Decoded;
use super::{Encoding, Fault, Format, Location, MAX_GAMES, ReadError};
use crate::GameTree;
use crate::notation::NotationError;
use chuhe_rules::game::IllegalPlay;

/// The games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The format of the file.
    pub format: Format,
    /// The encoding of its text.
    pub encoding: Encoding,
    /// Whether the encoding is a guess from the bytes: the user may know better.
    pub is_encoding_guess: bool,
    /// The games in their order.
    pub games: Vec<ReadGame>,
    /// Why other games of the file are not read.
    pub refused: Vec<ReadError>,
    /// The headings of chapters among the games of a library.
    pub headings: Vec<Heading>,
}

/// The heading of a chapter: a record of a library with a title alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The place in [`Reading::games`] of the game before which it stands.
    pub game: usize,
    /// Its text.
    pub text: String,
}

impl Reading {
    pub(super) const fn new(format: Format, encoding: Encoding) -> Self {
        Self {
            format,
            encoding,
            is_encoding_guess: false,
            games: Vec::new(),
            refused: Vec::new(),
            headings: Vec::new(),
        }
    }

    /// An empty reading of a text.
    pub(super) fn of_text(format: Format, text: &Decoded<'_>) -> Self {
        Self { is_encoding_guess: text.is_guess, ..Self::new(format, text.encoding) }
    }

    /// Whether the file has as many games as may be; the next one, which begins `at`, is then
    /// refused.
    pub(super) fn is_full(&mut self, at: Location) -> bool {
        let is_full = self.games.len() + self.refused.len() >= MAX_GAMES;
        if is_full {
            self.refused.push(ReadError::new(at, Fault::TooManyGames));
        }
        is_full
    }
}

/// A game read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// Where it begins.
    pub at: Location,
    /// The game, up to its first faulty move in each line.
    pub tree: GameTree,
    /// What was unusual in it, and what was done about it.
    pub notes: Vec<Note>,
}

impl ReadGame {
    /// Whether something of the game is lost or may be wrong.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        self.notes.iter().any(|note| note.kind.is_fault())
    }
}

/// Something unusual in a game that is read nevertheless, and what was done about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Note {
    /// Where it is.
    pub at: Location,
    /// What it is.
    pub kind: NoteKind,
    /// Whether it is about a move in a variation.
    pub in_variation: bool,
}

impl Note {
    /// A note that is about no move in a variation.
    pub(super) const fn new(at: Location, kind: NoteKind) -> Self {
        Self { at, kind, in_variation: false }
    }
}

/// What is unusual in a game that is read nevertheless.
///
/// [`NoteKind::is_fault`] tells what is lost of the game from what only stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoteKind {
    /// A move is illegal. It and the rest of its line are left out, or a comment in PGN and WXF.
    #[error("move {ply}, {text}, is illegal: {rule}")]
    IllegalMove {
        /// The ply of the move, from 1.
        ply: usize,
        /// The move as the file has it.
        text: String,
        /// The rule that forbids it.
        rule: IllegalPlay,
    },
    /// A move leaves the check in which its side was. It and the rest of its line are left out, or a comment in PGN and WXF.
    #[error("move {ply}, {text}, does not answer the check")]
    UnansweredCheck {
        /// The ply of the move, from 1.
        ply: usize,
        /// The move as the file has it.
        text: String,
    },
    /// A move cannot be read. It and the rest of its line are left out, or a comment in PGN and WXF.
    #[error("move {ply}, {text}: {reason}")]
    UnreadableMove {
        /// The ply of the move, from 1.
        ply: usize,
        /// The move as the file has it.
        text: String,
        /// Why it cannot be read.
        reason: NotationError,
    },
    /// A move is a pass, which no record holds. It and the rest of its line are left out, or a comment in PGN and WXF.
    #[error("move {ply}, {text}, is a pass, which a record cannot hold; the rest of its line is a comment")]
    Pass {
        /// The ply of the move, from 1.
        ply: usize,
        /// The move as the file has it.
        text: String,
    },
    /// A battle has another outcome than the file says. The move and all after it are left out.
    #[error("move {ply}, {text}, has another outcome than the file says")]
    OtherBattle {
        /// The ply of the move, from 1.
        ply: usize,
        /// The move as the file has it.
        text: String,
    },
    /// A variation or a comment belongs to a move that the game does not have, and is left out.
    #[error("a variation or a comment belongs to a move that the game does not have")]
    Detached,
    /// Bytes are not valid in the encoding of the file, and are replaced by U+FFFD.
    #[error("some characters are not valid {0}")]
    InvalidCharacters(Encoding),
    /// A text is no part of the game, and is kept aside.
    #[error("{text} is not part of the game")]
    Aside {
        /// The beginning of the text.
        text: String,
    },
    /// A tag lacks its quotes, or has others. It is read as if it had them.
    #[error("the tag {name} is read without its usual quotes")]
    Unquoted {
        /// The name of the tag.
        name: String,
    },
    /// A field is damaged, and is left out.
    #[error("the field {name} is damaged and is left out; the rest of the game is kept")]
    DamagedField {
        /// Its name.
        name: String,
    },
    /// The text that ends a field is missing or another one. What the field holds is kept.
    #[error("the field {name} does not end as it should; what it holds is kept")]
    UnclosedField {
        /// Its name.
        name: String,
    },
    /// A comment does not end. What follows it in the game is read as its text.
    #[error("a comment does not end; the rest of the game is read as its text")]
    UnclosedComment,
    /// A variation does not end. What follows it in the game is read as a part of it.
    #[error("a variation does not end; the rest of the game is read as a part of it")]
    UnclosedVariation,
    /// The start position lacks fields, or has impossible ones. They are read as the usual ones.
    #[error("the start position lacks fields, which are read as the usual ones")]
    CompletedPosition,
    /// The ranks of the moves are counted from 1.
    #[error("the ranks of the moves are counted from 1")]
    RanksFromOne,
}

impl NoteKind {
    /// Whether something of the game is lost or may be wrong.
    #[must_use]
    pub const fn is_fault(&self) -> bool {
        // what is not known to be harmless is a fault
        !matches!(
            self,
            Self::Aside { .. } | Self::Unquoted { .. } | Self::CompletedPosition | Self::RanksFromOne
        )
    }
}
