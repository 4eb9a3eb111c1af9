//! What a member's task is told: by its handle, and by the store that it has lent its copy to.

use super::copy::HallCopy;
use chuhe_cluster::{Reach, Released};
use chuhe_store::StoreError;
use std::sync::mpsc;
use tokio::sync::oneshot;

/// What a member's task is to do.
#[derive(Debug)]
pub(super) enum Command {
    /// Append a part of a commit.
    Append(Append),
    /// The store is dropped, and hands its copy back.
    Return(Box<Returned>),
    /// The store holds its database file, with this place and length; or it cannot.
    Held(Result<(Reach, u64), StoreError>),
    /// The store has let the file go, which had not changed; or it had.
    LetGo(Result<(), StoreError>),
    /// See [`Member::set_claims`](super::Member::set_claims).
    SetClaims { claims: bool, delay_ms: u64 },
    /// See [`Member::resign`](super::Member::resign).
    Resign,
    /// Hand the hall on, close the copy, and end. The sender is dropped then.
    Stop(oneshot::Sender<()>),
}

/// An entry that is to be in the log.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) payload: Vec<u8>,
    /// Receives where the entry is, or why this node serves the hall no more.
    pub(super) answer: mpsc::Sender<Result<Reach, Released>>,
}

/// A copy that is handed back.
#[derive(Debug)]
pub(super) struct Returned {
    pub(super) copy: HallCopy,
    /// Whether it lacks a commit that is in the log, because it could not be written.
    pub(super) is_behind: bool,
}
