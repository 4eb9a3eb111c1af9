//! The turn of the side whose clock runs.

use super::Timestamp;
use crate::Color;

/// The turn of the side whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) color: Color,
    pub(super) since: Timestamp,
    /// How long after `since` the clock begins to run.
    pub(super) credit_ms: u16,
    /// The extension of this move's limit after interruptions.
    pub(super) more_ms: u64,
}

impl Turn {
    /// When the clock begins to run.
    pub(super) const fn runs_from(&self) -> Timestamp {
        self.since.plus_ms(self.credit_ms as u64)
    }

    /// How much of the credit is used if the turn ends at `now`.
    pub(super) fn used_credit_ms(&self, now: Timestamp) -> u16 {
        u16::try_from(now.since(self.since)).map_or(self.credit_ms, |used_ms| used_ms.min(self.credit_ms))
    }
}
