//! What a node knows of the lease of a hall.

use super::pending::Pending;
use crate::contract::{RequestId, Revision};
use chuhe_rules::clock::Timestamp;

/// How long a lease holds after it was taken or renewed, by the clock of whoever keeps it, in
/// milliseconds. Its key must expire after this time.
pub const LEASE_MS: u64 = 3_000;

/// What a node knows of the lease.
#[derive(Debug)]
pub(super) struct Lease {
    /// The revision of the key that this process wrote last.
    pub(super) own: Option<Revision>,
    /// Until when the lease is certainly this node's.
    pub(super) certain_until: Timestamp,
    /// Whether the key must be read before it is renewed: the last request for it was not granted.
    pub(super) is_doubtful: bool,
    pub(super) pending: Option<(Pending, Asked)>,
    /// When to ask next.
    pub(super) ask_at: Timestamp,
    /// Since when nobody holds it.
    pub(super) free_since: Option<Timestamp>,
    /// How often another node may have held it since this one did.
    pub(super) gap: u64,
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Look,
    /// To hold it, new or again.
    Hold,
    Drop,
}

impl Lease {
    pub(super) const fn new(now: Timestamp) -> Self {
        Self {
            own: None,
            certain_until: now,
            is_doubtful: false,
            pending: None,
            ask_at: now,
            free_since: None,
            gap: 0,
        }
    }

    /// Counts the times in which another node may have held the lease.
    pub(super) const fn gap(&self) -> u64 {
        self.gap
    }

    /// Whether this process may hold the lease: it does, or has asked for it.
    pub(super) const fn may_be_own(&self) -> bool {
        self.own.is_some() || matches!(self.pending, Some((_, Asked::Hold | Asked::Drop)))
    }

    /// Whether this node certainly holds the lease.
    pub(super) fn is_certain(&self, now: Timestamp) -> bool {
        self.own.is_some() && now < self.certain_until
    }

    /// Whether nobody held the lease when it was looked at last.
    pub(super) const fn is_free(&self) -> bool {
        self.free_since.is_some()
    }

    pub(super) fn is_pending(&self, id: RequestId) -> bool {
        self.pending.is_some_and(|(pending, _)| pending.id == id)
    }

    /// When to ask again, at the latest.
    pub(super) const fn timeout(&self) -> Timestamp {
        match self.pending {
            Some((pending, _)) => pending.end(),
            None => self.ask_at,
        }
    }

    /// When the lease may have lapsed.
    pub(super) const fn lapse(&self) -> Timestamp {
        self.certain_until
    }

    /// Relies on the lease no more, and is to give it up as soon as no request is on its way.
    pub(super) const fn let_go(&mut self, now: Timestamp) {
        (self.certain_until, self.ask_at) = (now, now);
    }
}
