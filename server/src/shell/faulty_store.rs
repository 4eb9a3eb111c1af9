//! For tests: a store that does not do what it should, and keeps nothing.

use crate::store::{Durability, KeyValue, Order, Revision, Store, StoreError, Table, Write};
use std::sync::mpsc::{Receiver, Sender};

/// A store in trouble, until its sender goes.
#[derive(Debug)]
pub(super) enum FaultyStore {
    Full,
    ToCommit(Receiver<()>),
    /// Each commit says that it has begun, and waits for a word.
    Gated(Sender<()>, Receiver<()>),
    ToClose(Receiver<()>),
}

impl Drop for FaultyStore {
    fn drop(&mut self) {
        if let Self::ToClose(stuck) = self {
            let _ = stuck.recv();
        }
    }
}

impl Store for FaultyStore {
    fn commit(&mut self, _: &[Write], _: Durability) -> Result<(), StoreError> {
        match self {
            Self::Full => return Err(StoreError::Full),
            Self::ToCommit(stuck) => drop(stuck.recv()),
            Self::Gated(begins, go_on) => {
                // with nobody to say it, it goes on
                let _ = (begins.send(()), go_on.recv());
            }
            Self::ToClose(_) => {}
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
