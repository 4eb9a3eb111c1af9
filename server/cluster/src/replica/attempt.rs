//! An entry that a node appends to the log.

use crate::contract::{Request, RequestId};
use crate::entry::{Body, EntryId, Sequence};

/// An entry that is to be in the log.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) id: EntryId,
    pub(super) expected: Sequence,
    pub(super) bytes: Vec<u8>,
    pub(super) body: Body,
    /// The gap of the lease after which it was begun.
    pub(super) gap: u64,
    /// Whether the log was said to end elsewhere, so that it must be read.
    pub(super) is_doubtful: bool,
    /// The first request that it may have sent.
    pub(super) first_request: RequestId,
}

impl Attempt {
    /// The request that this attempt needs next.
    pub(super) fn request(&self) -> Request {
        if self.is_doubtful {
            return Request::Read { from: self.expected.next() };
        }
        Request::Append { expected: self.expected, id: self.id, bytes: self.bytes.clone() }
    }
}
