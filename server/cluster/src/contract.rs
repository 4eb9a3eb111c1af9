//! What a replica requests of the log and of the lease, and the answers.
//!
//! NATS JetStream keeps this contract: a stream is the log, a key with an age limit is the lease. Any
//! system does that has a log with compare-and-append and a key with compare-and-set that expires.

use crate::entry::{EntryId, Sequence};

/// The number of a request. An answer to an older request is ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// The revision of the lease's key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

/// Who holds a lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The node's name.
    pub node: String,
    /// The random number of its process.
    pub process: u64,
}

/// A lease that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Who.
    pub by: Holder,
    /// The revision of its key.
    pub revision: Revision,
}

/// What a replica requests. The first two go to the log, the others to the lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Append an entry to the log, whose last entry must be at `expected`.
    ///
    /// Of two appends with the same identity the log keeps one.
    Append {
        /// Where the log must end.
        expected: Sequence,
        /// The identity, for the detection of duplicates.
        id: EntryId,
        /// The entry.
        bytes: Vec<u8>,
    },
    /// Read entries from a place on, in order, from the log's leader.
    ///
    /// The answer may wait for an entry, for less than half of [`Request::TIMEOUT_MS`].
    Read {
        /// The first place to read.
        from: Sequence,
    },
    /// Read who holds the lease.
    ReadLease,
    /// Take the lease, which nobody may hold.
    CreateLease(Holder),
    /// Hold the lease for its full time again, if its key still has this revision.
    RenewLease(Held),
    /// Give the lease up, if its key still has this revision.
    DropLease(Revision),
}

impl Request {
    /// How long a replica waits for an answer, in milliseconds, before it sends the next request.
    pub const TIMEOUT_MS: u64 = 1_000;
    /// How long it waits for entries when no answer came in the time before, in milliseconds.
    ///
    /// An acknowledgement of an append is of use as late as this too, so whoever carries requests out
    /// gives up no earlier.
    pub const LONGEST_TIMEOUT_MS: u64 = 4_000;
}

/// Entries of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Where the log begins: entries before it were purged.
    pub first: Sequence,
    /// Where the log ends.
    pub last: Sequence,
    /// The entries from the requested place on, as many as fit into an answer.
    pub entries: Vec<(Sequence, Vec<u8>)>,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The entry is in the log, at this place, now or since an earlier attempt.
    Appended(Sequence),
    /// The log did not end at the expected place.
    ///
    /// That may be because of an entry that is not committed and may yet vanish.
    WrongSequence,
    /// What the log has.
    Entries(Read),
    /// Who holds the lease.
    Lease(Option<Held>),
    /// The lease is held, and its key has this revision.
    Granted(Revision),
    /// Somebody holds the lease, or its key has another revision.
    Refused,
    /// There is no answer. Whether the request had its effect, or will have it, is unknown.
    Failed,
}
