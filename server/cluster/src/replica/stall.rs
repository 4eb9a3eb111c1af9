//! Letting the lease go when the log does not answer, so that another node may try.
//!
//! A node may hold the lease and yet not reach the log. It gives the lease up after a while, and leaves
//! it to the others for a time. What it serves stays paused meanwhile and is not released: another node
//! takes the lease only if the log answers there, and if none does, the hall goes on here once the log
//! is back. While neither can be reached, as without a quorum, no time counts: the lease has lapsed
//! then, and nothing is gained by moving the hall.

use chuhe_rules::clock::Timestamp;

/// How long the holder of the lease waits for the log before it lets the lease go, in milliseconds.
///
/// Appends were seen to stall for 7 s after the death of a log's leader, and for 15.5 s after a restart
/// of the whole cluster. Those the holder waits for.
const STALL_MS: u64 = 20_000;
/// How long a node that let the lease go leaves the hall to others, in milliseconds.
///
/// They look at the lease twice a second, and wait by their rank.
const ABSTAIN_MS: u64 = 10_000;
/// How long a standby for which the log was out of reach leaves a free hall to the node that served it,
/// in milliseconds.
///
/// Without a quorum the lease lapses, and when the quorum is back the node that served is to go on
/// rather than be replaced. It notices within the time of a request and the pause after it.
const RECOVERY_MS: u64 = 2_000;

/// Whether the log makes progress for the node that holds the lease.
#[derive(Debug)]
pub(super) struct Stall {
    /// Since when this node holds the lease and waits for the log.
    since: Option<Timestamp>,
    /// Until when it leaves the lease to others.
    abstains_until: Timestamp,
    /// Whether the last request to the log failed.
    is_out_of_reach: bool,
    /// From when a standby takes a free lease.
    claims_from: Timestamp,
}

impl Stall {
    pub(super) const fn new(now: Timestamp) -> Self {
        Self { since: None, abstains_until: now, is_out_of_reach: false, claims_from: now }
    }

    /// Follows whether the node holds the lease and waits for the log. Returns whether it did for too long, and leaves
    /// the lease to others from now on.
    pub(super) fn gives_up(&mut self, waits: bool, now: Timestamp) -> bool {
        let since = *self.since.get_or_insert(now);
        let gives_up = waits && now.since(since) >= STALL_MS;
        if gives_up {
            self.abstains_until = now.plus_ms(ABSTAIN_MS);
        }
        if gives_up || !waits {
            self.since = None;
        }
        gives_up
    }

    /// When the wait for the log ends.
    pub(super) fn timeout(&self) -> Option<Timestamp> {
        self.since.map(|since| since.plus_ms(STALL_MS))
    }

    /// Whether the node leaves the lease to others.
    pub(super) fn abstains(&self, now: Timestamp) -> bool {
        now < self.abstains_until
    }

    /// Whether a standby leaves a free lease to the node that served before.
    pub(super) fn yields(&self, now: Timestamp) -> bool {
        now < self.claims_from
    }

    /// The log took an entry of this node, or had one for it.
    pub(super) const fn progressed(&mut self) {
        self.since = None;
    }

    /// The log took an entry of this node, so that it may serve.
    pub(super) const fn recovered(&mut self, now: Timestamp) {
        (self.since, self.abstains_until) = (None, now);
    }

    pub(super) const fn failed(&mut self) {
        self.is_out_of_reach = true;
    }

    /// The log was read.
    pub(super) fn reached(&mut self, now: Timestamp) {
        if std::mem::take(&mut self.is_out_of_reach) {
            self.claims_from = now.plus_ms(RECOVERY_MS);
        }
    }
}
