//! The store of a hall that this node serves.

use super::backup::BackupWishes;
use super::copy::HallCopy;
use super::link::{Append, Command, Returned};
use chuhe_cluster::Reach;
use chuhe_store::{Durability, KeyValue, Order, Revision, Store, StoreError, Table, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use tokio::sync::mpsc::UnboundedSender;

/// The store of a hall that this node serves: its copy, whose commits go through the log.
///
/// A commit blocks until a quorum of the log has it, which takes seconds while a server of the log is
/// replaced: to the hub that is a store that hangs. It survives the loss of power of a minority of the
/// log's servers, whatever durability is asked for.
///
/// A commit fails with [`StoreError::Released`] when another node serves the hall. Dropping the store
/// hands the copy back to its [`Member`](super::Member).
#[derive(Debug)]
pub struct ClusterStore {
    /// The copy, until the store is dropped.
    copy: Option<HallCopy>,
    member: UnboundedSender<Command>,
    /// What the member wants while it makes a snapshot.
    wishes: Arc<BackupWishes>,
    /// Whether the database file is held for a snapshot.
    is_held: bool,
    /// Whether it is held for an operator's backup.
    is_backed_up: bool,
    /// Why no commit is possible any more.
    failed: Option<StoreError>,
    /// Whether the copy lacks a commit that is in the log.
    is_behind: bool,
}

impl ClusterStore {
    pub(super) const fn new(
        copy: HallCopy,
        member: UnboundedSender<Command>,
        wishes: Arc<BackupWishes>,
    ) -> Self {
        Self {
            copy: Some(copy),
            member,
            wishes,
            is_held: false,
            is_backed_up: false,
            failed: None,
            is_behind: false,
        }
    }

    /// Holds the database file for a snapshot, or lets it go, as the member wishes.
    fn serve_wishes(&mut self) {
        let Some(copy) = &mut self.copy else { return };
        if !self.is_held && !self.is_backed_up && self.wishes.take_begin() {
            let held = copy.store().begin_backup().map(|bytes| (copy.place(), bytes));
            self.is_held = held.is_ok();
            // a member that has ended makes no snapshot
            let _ = self.member.send(Command::Held(held));
        }
        if self.is_held && self.wishes.take_end() {
            self.is_held = false;
            let _ = self.member.send(Command::LetGo(copy.store().end_backup()));
        }
    }

    fn copy(&mut self) -> Result<&mut HallCopy, StoreError> {
        self.copy.as_mut().ok_or_else(|| StoreError::Failed("the store is closed".to_owned()))
    }
}

impl Store for ClusterStore {
    fn commit(&mut self, writes: &[Write], _durability: Durability) -> Result<(), StoreError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if writes.is_empty() {
            return Ok(());
        }
        self.serve_wishes();
        let member = self.member.clone();
        let committed = self.copy()?.commit(writes, &mut |payload| append(&member, payload));
        let Err((error, is_behind)) = committed else { return Ok(()) };
        if is_behind {
            self.is_behind = true;
            let why = format!("the log has a commit that the copy cannot take: {error}");
            self.failed = Some(StoreError::Failed(why.clone()));
            return Err(StoreError::Failed(why));
        }
        if matches!(error, StoreError::Released(_)) {
            self.failed = Some(error.clone());
        }
        Err(error)
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        self.copy()?.store().read(journal, from, most)
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        self.copy()?.store().get(table, key)
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        self.copy()?.store().scan(table, from, to, order, most)
    }

    fn begin_backup(&mut self) -> Result<u64, StoreError> {
        if self.is_held {
            return Err(StoreError::Unavailable("a snapshot is being made; try again".to_owned()));
        }
        let bytes = self.copy()?.store().begin_backup()?;
        self.is_backed_up = true;
        Ok(bytes)
    }

    fn end_backup(&mut self) -> Result<(), StoreError> {
        self.is_backed_up = false;
        self.copy()?.store().end_backup()
    }
}

impl Drop for ClusterStore {
    fn drop(&mut self) {
        if let Some(mut copy) = self.copy.take() {
            if self.is_held || self.is_backed_up {
                // the next one would begin anew
                let _ = copy.store().end_backup();
            }
            // a member that has ended needs no copy
            let returned = Returned { copy, is_behind: self.is_behind };
            let _ = self.member.send(Command::Return(Box::new(returned)));
        }
    }
}

/// Has an entry appended to the log, and waits until it is there.
fn append(member: &UnboundedSender<Command>, payload: Vec<u8>) -> Result<Reach, StoreError> {
    let stopped = || StoreError::Released("this node follows the hall no more".to_owned());
    let (answer, answered) = channel();
    member.send(Command::Append(Append { payload, answer })).map_err(|_| stopped())?;
    match answered.recv() {
        Ok(Ok(place)) => Ok(place),
        Ok(Err(released)) => Err(StoreError::Released(released.to_string())),
        Err(_) => Err(stopped()),
    }
}
