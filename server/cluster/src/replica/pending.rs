//! A request on its way.

use crate::contract::RequestId;
use chuhe_rules::clock::Timestamp;

/// A request that is not answered yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) id: RequestId,
    pub(super) sent: Timestamp,
    pub(super) timeout_ms: u64,
}

impl Pending {
    /// When the wait for the answer ends.
    pub(super) const fn end(&self) -> Timestamp {
        self.sent.plus_ms(self.timeout_ms)
    }
}
