//! What a member reports of its hall.

use super::super::store::ClusterStore;
use crate::serving::Serving;
use chuhe_cluster::{Epoch, Fault, Released, Sequence};
use chuhe_store::StoreError;

/// What a hall has to do.
///
/// After [`MemberEvent::Serve`] come pauses and resumes in turn, then one [`MemberEvent::Release`]; then
/// it may be served again. [`MemberEvent::Stop`] is the last.
#[derive(Debug)]
pub enum MemberEvent {
    /// Open the hall with this store.
    ///
    /// Dropping the store hands the copy back, and hands the hall on if it still serves.
    Serve {
        /// The epoch in which this node serves.
        epoch: Epoch,
        /// The hall's store.
        store: Box<ClusterStore>,
        /// Says whether this node certainly serves the hall.
        serving: Serving,
    },
    /// Send nothing and pause the games, as while the store stalls: the lease may have lapsed.
    Pause,
    /// Go on.
    Resume(Epoch),
    /// Close the hall and drop its store: another node serves it, or will.
    ///
    /// Commits fail from now on, and nothing that rests on one that was not committed may leave.
    Release(Released),
    /// The hall cannot be followed here any more, and an operator must look. Logged already.
    Stop(MemberFault),
}

/// Why a node cannot follow a hall any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemberFault {
    /// The log does not continue the copy.
    #[error(transparent)]
    Log(#[from] Fault),
    /// The copy cannot be written, or an entry cannot be applied.
    #[error("the copy cannot be used: {0}")]
    Copy(#[from] StoreError),
    /// The copy needs a snapshot, and there is none that is whole.
    #[error("no snapshot of the hall can be used: {0}")]
    Snapshot(String),
}

/// What a member does at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    /// It follows the log.
    Follows,
    /// It serves the hall.
    Serves,
    /// It serves the hall, but its lease may have lapsed.
    Pauses,
    /// It has stopped: [`MemberEvent::Stop`].
    Stopped,
}

/// How far a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberStatus {
    /// What it does.
    pub role: Role,
    /// The epoch of the last entry that it has.
    pub epoch: Epoch,
    /// The last entry that it has.
    pub sequence: Sequence,
    /// The last entry of the log, when it was read last.
    pub last: Sequence,
}

impl MemberStatus {
    /// How many entries it lacked when it last read the log.
    #[must_use]
    pub const fn lag(self) -> u64 {
        self.last.0.saturating_sub(self.sequence.0)
    }
}
