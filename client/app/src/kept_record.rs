//! What the app knows of the review that the shell keeps.

use chuhe_model::review::kept::{KeptReview, WrittenRecord};
use chuhe_records::NodeId;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// The record under review as the shell keeps it.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    /// What the last request was to keep; `None` after a deletion.
    pub(super) requested: Option<Stamp>,
    /// The number of the last request.
    pub(super) number: u32,
    /// Whether the shell has yet to answer it.
    pub(super) is_waiting: bool,
    /// The record that the shell keeps.
    pub(super) kept: Option<Edition>,
    /// When the next request is due.
    pub(super) due: Option<Timestamp>,
    /// The record as it was written last; `None` if it is too large.
    pub(super) written: Option<(Edition, Option<WrittenRecord>)>,
    /// The review that an earlier run of the program kept, until the user opens a record.
    pub(super) left: Option<KeptReview>,
    /// Whether the window closes once the shell has answered.
    pub(super) closes: bool,
}

/// A record, and how often it has changed.
pub(super) type Edition = (u32, u32);

/// What is kept, in short: the text changes with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stamp {
    pub(super) edition: Edition,
    pub(super) is_unsaved: bool,
    pub(super) path: String,
    pub(super) node: NodeId,
    pub(super) bottom: Color,
    pub(super) findings: u32,
    pub(super) set_up: Option<(String, Color)>,
}
