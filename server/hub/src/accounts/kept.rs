//! What an account keeps of a player's rating.

use chuhe_ratings::Standing;

/// A player's standing in one class, as it is stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) standing: Standing,
    /// How often its row was written.
    pub(super) revision: u32,
}
