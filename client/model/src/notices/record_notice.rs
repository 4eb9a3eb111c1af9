//! What is said about opening, saving and editing records of games.

use chuhe_records::Limit;
use chuhe_records::formats::{Omission, ReadError, WriteError};

/// A notice about a record, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordNotice {
    /// It was written to this path; the format does not hold the listed parts.
    Saved {
        /// The path.
        path: String,
        /// What the format does not hold.
        omitted: Vec<Omission>,
    },
    /// A picture of the board was written to this path.
    PictureSaved(String),
    /// A file or a text is no record.
    Unreadable(ReadError),
    /// The edit would exceed this limit.
    Limit(Limit),
    /// The format cannot hold the record.
    NotWritten(WriteError),
    /// The file name is empty.
    NoName,
    /// The end of the file name shows no format.
    NoFormat,
    /// There is no text on the clipboard.
    NothingToPaste,
    /// The whole game is analysed, and no move of it is marked.
    NoMistakes,
    /// A record cannot be opened during a game of the user's own.
    DuringGame,
    /// The record has hidden formations.
    Hidden,
}
