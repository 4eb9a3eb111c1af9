//! What a file contains.

use super::{Encoding, Format, Location, ReadError};
use crate::GameTree;
use chuhe_rules::game::IllegalPlay;

/// The games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The format of the file.
    pub format: Format,
    /// The encoding of its text.
    pub encoding: Encoding,
    /// The games in their order.
    pub games: Vec<ReadGame>,
    /// Why other games of the file are not read.
    pub refused: Vec<ReadError>,
}

/// A game read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// Where it begins.
    pub at: Location,
    /// The game, up to its first faulty move in each line.
    pub tree: GameTree,
    /// What was wrong with it.
    pub notes: Vec<Note>,
}

/// Something wrong with a game that is read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Note {
    /// Where it is.
    pub at: Location,
    /// What it is.
    pub kind: NoteKind,
}

/// What is wrong with a game that is read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoteKind {
    /// A move is illegal. It and the rest of its line are left out.
    #[error("move {ply}, {text}, is illegal: {rule}")]
    IllegalMove {
        /// The ply of the move, from 1.
        ply: usize,
        /// The move as the file has it.
        text: String,
        /// The rule that forbids it.
        rule: IllegalPlay,
    },
    /// A move is not one from a point of the board to another. It and the rest of its line are
    /// left out.
    #[error("move {ply}, {text}, is not a move")]
    NotAMove {
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
}
