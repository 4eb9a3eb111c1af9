//! Searches finished games, a few at a time.
//!
//! The thread that writes also reads. A search asks it for one small read after another, so other
//! reads and commits come between them, and compares the games outside that thread.

use super::store_writer::{StoreReader, WriterStopped};
use chuhe_hub::{Answer, GameSearch};
use chuhe_protocol::GameId;
use chuhe_store::{ListSearch, StoreError};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Number of searches that run at the same time; others wait. A connection has one at most.
const MAX_RUNNING: usize = 4;

/// Limits how many searches run at a time.
#[derive(Clone, Debug)]
pub(crate) struct SearchPool(Arc<Semaphore>);

impl SearchPool {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MAX_RUNNING)))
    }

    /// Finds finished games before this one, at most `limit`.
    ///
    /// # Errors
    /// The outer error if the writer has stopped, the inner one if the store cannot be read.
    pub(crate) async fn find(
        &self,
        reader: &StoreReader,
        search: GameSearch,
        before: Option<GameId>,
        limit: usize,
    ) -> Result<Result<Answer, StoreError>, WriterStopped> {
        let _running = self.0.acquire().await.map_err(|_| WriterStopped)?;
        let mut search = ListSearch::new(search, before, limit);
        while let Some(read) = search.next_read() {
            match reader.read(move |store| read.execute(store)).await? {
                Ok(part) => search.add(part),
                Err(error) => return Ok(Err(error)),
            }
        }
        let (games, next) = search.finish();
        Ok(Ok(Answer::Found { games, next }))
    }
}
