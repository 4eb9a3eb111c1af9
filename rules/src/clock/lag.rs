//! The credit for network delay, and the quota from which it is taken.

/// The maximum credit for network delay in one turn, in milliseconds.
pub const LAG_CREDIT_MS: u16 = 500;
/// The maximum credit that a side can use in a row, in milliseconds.
///
/// A client that delays its answers on purpose gains no more than this, and
/// [`LAG_REFILL_MS`] for each turn.
pub const LAG_QUOTA_MS: u16 = 3_000;
/// How much of the quota each turn of a side refills, in milliseconds.
pub const LAG_REFILL_MS: u16 = 100;

/// The network delay of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lag {
    /// The delay from the server to the player and back.
    pub(super) lag_ms: u16,
    /// How much credit is left.
    pub(super) quota_ms: u16,
}

impl Lag {
    /// No delay, and a full quota.
    pub(super) const NONE: Self = Self { lag_ms: 0, quota_ms: LAG_QUOTA_MS };

    /// The credit of a turn that starts now.
    pub(super) fn credit_ms(self) -> u16 {
        self.lag_ms.min(self.quota_ms).min(LAG_CREDIT_MS)
    }

    /// Takes the used credit from the quota and refills it.
    pub(super) fn end_turn(&mut self, used_ms: u16) {
        self.quota_ms = LAG_QUOTA_MS.min(self.quota_ms.saturating_sub(used_ms) + LAG_REFILL_MS);
    }
}
