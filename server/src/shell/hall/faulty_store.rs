//! A store for tests that fails or blocks, and stores nothing.

use chuhe_store::{Durability, KeyValue, Order, Revision, Store, StoreError, Table, Write};
use std::sync::mpsc::{Receiver, Sender};

/// A store that fails. Variants with a receiver block until its sender is dropped.
#[derive(Debug)]
pub(crate) enum FaultyStore {
    /// Every commit fails for lack of space.
    Full,
    /// Every commit meets damage.
    Damaged,
    /// Every commit blocks.
    StuckCommit(Receiver<()>),
    /// Every commit sends that it has begun, and blocks until it receives a message.
    GatedCommit(Sender<()>, Receiver<()>),
    /// Closing the store blocks.
    StuckClose(Receiver<()>),
}

impl Drop for FaultyStore {
    fn drop(&mut self) {
        if let Self::StuckClose(stuck) = self {
            let _ = stuck.recv();
        }
    }
}

impl Store for FaultyStore {
    fn commit(&mut self, _: &[Write], _: Durability) -> Result<(), StoreError> {
        match self {
            Self::Full => return Err(StoreError::Full),
            Self::Damaged => return Err(StoreError::damaged("a page")),
            Self::StuckCommit(stuck) => drop(stuck.recv()),
            Self::GatedCommit(begun, go_on) => {
                // a dropped channel lets the commit continue
                let _ = (begun.send(()), go_on.recv());
            }
            Self::StuckClose(_) => {}
        }
        Ok(())
    }

    fn read(&mut self, _: u64, _: u32, _: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        Ok(Vec::new())
    }

    fn get(&mut self, _: Table, _: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        Ok(None)
    }

    fn scan(
        &mut self,
        _: Table,
        _: &[u8],
        _: Option<&[u8]>,
        _: Order,
        _: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        Ok(Vec::new())
    }
}
