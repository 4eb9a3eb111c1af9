//! When what the user has done at a table is to be kept.

use chuhe_rules::clock::Timestamp;

/// When the shell is to keep what has changed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DueTables {
    /// What the settings have.
    pub(super) settings: Option<Timestamp>,
    /// What the game without a server has.
    pub(super) local: Option<Timestamp>,
}
