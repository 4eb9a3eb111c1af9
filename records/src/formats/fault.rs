//! The faults of files, with their places.

use crate::Limit;
use chuhe_rules::luzhanqi::{FormationFault, InvalidOptions};
use chuhe_rules::xiangqi::{FenError, Square};
use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// A line of a text, from 1.
    Line(usize),
    /// A byte of a binary file, from 0.
    Offset(usize),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Offset(offset) => write!(f, "offset {offset}"),
        }
    }
}

/// The reason why a file or one of its games is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct ReadError {
    /// Where the fault is.
    pub at: Location,
    /// What it is.
    pub fault: Fault,
}

impl ReadError {
    pub(super) const fn new(at: Location, fault: Fault) -> Self {
        Self { at, fault }
    }
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// The file has more bytes than [`MAX_FILE_BYTES`](super::MAX_FILE_BYTES).
    #[error("the file is larger than {} MiB", super::MAX_FILE_BYTES >> 20)]
    TooLarge,
    /// Neither the content nor the name shows the format.
    #[error("the file has no known format")]
    UnknownFormat,
    /// The game or the position is one of Western chess.
    #[error("this is a record of Western chess, not of xiangqi")]
    WesternChess,
    /// The file has no game.
    #[error("the file has no game")]
    NoGame,
    /// The file has more games than [`MAX_GAMES`](super::MAX_GAMES).
    #[error("the file has more than {} games", super::MAX_GAMES)]
    TooManyGames,
    /// A file in PGN or WXF has more faults than [`MAX_NOTES`](super::MAX_NOTES).
    #[error("the file has more than {} faults", super::MAX_NOTES)]
    TooManyNotes,
    /// A tag is not `[Name "value"]`.
    #[error("a tag is a name and a value in quotes, in brackets")]
    InvalidTag,
    /// A variation begins where no move can be replaced.
    #[error("a variation begins before the first move")]
    VariationWithoutMove,
    /// Variations are nested deeper than [`MAX_PLIES`](crate::MAX_PLIES).
    #[error("variations are nested too deep")]
    NestedTooDeep,
    /// The start position is not legal.
    #[error("the start position is not legal: {0}")]
    Start(FenError),
    /// A formation of luzhanqi is not legal.
    #[error("the formation is not legal: {0}")]
    Formation(FormationFault),
    /// The rules of luzhanqi that the file names are not possible.
    #[error(transparent)]
    Options(InvalidOptions),
    /// Two pieces of the start position stand on one point.
    #[error("two pieces stand on {0}")]
    TwoPieces(Square),
    /// The file or a part of it ends too early.
    #[error("the file ends too early")]
    Truncated,
    /// The version of the format is not known.
    #[error("version {0} of this format is not known")]
    Version(u8),
    /// The checksum is wrong.
    #[error("the checksum is wrong, so the file is damaged")]
    Checksum,
    /// The text or the bytes are not what the format has here.
    #[error("this is not valid in this format")]
    Malformed,
    /// The game exceeds a limit.
    #[error(transparent)]
    Limit(Limit),
}

impl From<FenError> for Fault {
    fn from(error: FenError) -> Self {
        Self::Start(error)
    }
}

impl From<Limit> for Fault {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}
