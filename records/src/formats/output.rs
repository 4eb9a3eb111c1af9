//! Writing: options, and what a format cannot hold.

use super::Encoding;

/// How a game is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The encoding of a text format that allows several.
    pub encoding: Encoding,
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the format cannot hold of the games, each once.
    pub lost: Vec<Lost>,
}

/// A part of a game that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// The moves.
    Moves,
    /// The variations.
    Variations,
    /// The comments.
    Comments,
    /// The assessments of moves, such as `!?`.
    Glyphs,
    /// The circles and arrows.
    Marks,
    /// The times of the moves.
    Times,
    /// The result.
    Result,
    /// The reason of the result.
    ResultReason,
    /// The tag of this name.
    Tag(String),
    /// Characters that the encoding does not have.
    Characters,
}

/// The reason why games are not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum WriteError {
    /// The format is for another game.
    #[error("the format is for another game")]
    OtherGame,
    /// The format holds exactly one game.
    #[error("the format holds exactly one game")]
    NotACollection,
}
