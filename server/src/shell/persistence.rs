//! The store as the owner of the hub sees it: what is saved goes to the writer,
//! what follows it waits until it is kept, and questions are read. It does not
//! know what waits.

use super::store_writer::{StoreReader, StoreWriter, WriterConfig, WriterEvent};
use crate::store::{
    Batch, Durability, Outbox, Sqlite, Store, StoreError, entries, games_of, restore, write_of,
};
use chuhe_hub::{Answer, Query, Record, Restored};
use chuhe_rules::clock::Timestamp;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

/// Batches of writes that are on their way to the writer at once: one that it
/// commits and one that it has at hand then. What is saved meanwhile is the next.
const IN_FLIGHT: u64 = 2;
/// The most writes that may be saved and not on their way, before the server
/// reads no further.
const COLLECTED: usize = 65_536;
/// The most that may wait for what is saved, likewise.
const WAITING: usize = 65_536;
/// How long a batch may take before it is as if it could not be kept: a disk that
/// hangs tells no error, and clocks run.
pub(super) const HANG_TIME: Duration = Duration::from_secs(2);
/// How long what is saved is waited for at the end.
pub(super) const END_TIME: Duration = Duration::from_secs(2);
/// How long the store may then take to be closed; longer than its writer tries.
const CLOSE_TIME: Duration = Duration::from_millis(2_500);

/// Where a server keeps what happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// In memory: what happened is gone with the server.
    Memory,
    /// In a directory.
    Directory(PathBuf),
}

impl Data {
    /// Opens the store; returns all that was kept in it. Nothing is written yet.
    /// It takes as long as the disk does.
    pub(super) fn open(&self) -> Result<(Box<dyn Store>, Restored), StoreError> {
        let mut store = match self {
            Self::Memory => Sqlite::in_memory()?,
            Self::Directory(directory) => Sqlite::open(directory)?,
        };
        let restored = restore(&mut store)?;
        Ok((Box::new(store), restored))
    }
}

/// What the store has to tell.
#[derive(Debug)]
pub(super) enum News {
    /// Some of what was saved is kept; that took so long.
    Kept(Duration),
    /// Nothing can be kept for now.
    Stalled(StoreError),
    /// It can again, and all that waited is.
    Recovered,
}

/// The way to the store, and what waits for it.
#[derive(Debug)]
pub(super) struct Persistence<T> {
    outbox: Outbox<T>,
    writer: StoreWriter,
    reports: mpsc::UnboundedReceiver<WriterEvent>,
    /// Since when the writer is at what it has.
    busy_since: Option<Instant>,
    stall: Option<Stall>,
}

/// Why nothing can be kept for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stall {
    /// The writer says so, and will say when it can again.
    Told,
    /// It says nothing: the store hangs, and does so until this batch is kept.
    Hang(Batch),
}

impl<T> Persistence<T> {
    /// Starts the writer of a store.
    pub(super) fn start(
        store: Box<dyn Store>,
        durability: Durability,
        now: impl Fn() -> Timestamp + Send + 'static,
    ) -> Result<Self, StoreError> {
        let settings = WriterConfig { durability, now: Box::new(now) };
        let (writer, reports) = StoreWriter::start(store, settings)
            .map_err(|error| StoreError::Unavailable(format!("no thread for it: {error}")))?;
        Ok(Self::of(writer, reports))
    }

    /// The same, where time is simulated: the writer is a task, not a thread.
    pub(super) fn start_task(
        store: Box<dyn Store>,
        durability: Durability,
        now: impl Fn() -> Timestamp + Send + 'static,
    ) -> Self {
        let (writer, reports) =
            StoreWriter::start_task(store, WriterConfig { durability, now: Box::new(now) });
        Self::of(writer, reports)
    }

    fn of(writer: StoreWriter, reports: mpsc::UnboundedReceiver<WriterEvent>) -> Self {
        Self { outbox: Outbox::default(), writer, reports, busy_since: None, stall: None }
    }

    /// Saves a record with the next batch.
    pub(super) fn save(&mut self, record: &Record) -> Result<(), StoreError> {
        self.outbox.save(write_of(record)?);
        Ok(())
    }

    /// Gives `what` back if it may be done at once; else it waits.
    pub(super) fn push(&mut self, what: T) -> Option<T> {
        self.outbox.push(what)
    }

    /// The next of what waits that may be done.
    pub(super) fn pop(&mut self) -> Option<T> {
        self.outbox.pop()
    }

    /// Takes all that waits, whether or not it may be done.
    pub(super) fn give_up(&mut self) -> Vec<T> {
        self.outbox.give_up().collect()
    }

    /// What was saved and is not kept: the batches on their way, and the writes
    /// that are to be the next.
    pub(super) const fn unkept(&self) -> usize {
        self.outbox.in_flight() as usize + self.outbox.collected()
    }

    /// Whether nothing can be kept for now.
    pub(super) const fn is_stalled(&self) -> bool {
        self.stall.is_some()
    }

    /// Whether more may be saved than is. While nothing can be kept it may: the
    /// hub then saves little, and must hear of it.
    pub(super) fn has_room(&self) -> bool {
        self.is_stalled() || (self.outbox.collected() < COLLECTED && self.outbox.waiting().len() < WAITING)
    }

    /// Sends what was saved on its way, if not too much is already.
    pub(super) async fn send(&mut self) -> Result<(), StoreError> {
        if self.outbox.in_flight() >= IN_FLIGHT {
            return Ok(());
        }
        let Some((batch, writes)) = self.outbox.take_batch() else { return Ok(()) };
        if self.writer.write(batch, writes).await.is_err() {
            return Err(self.why_ended());
        }
        self.busy_since.get_or_insert_with(Instant::now);
        Ok(())
    }

    /// Waits for what the store has to tell. Nothing is lost if the wait is
    /// given up.
    pub(super) async fn news(&mut self) -> Result<News, StoreError> {
        loop {
            if let Some(Stall::Hang(batch)) = self.stall
                && self.outbox.has_kept(batch)
            {
                return Ok(self.recovered());
            }
            let hangs_at = self.busy_since.filter(|_| self.stall.is_none()).map(|since| since + HANG_TIME);
            let report = match hangs_at {
                None => self.reports.recv().await,
                Some(at) => match timeout_at(at, self.reports.recv()).await {
                    Ok(report) => report,
                    Err(_) => {
                        let error = StoreError::Unavailable("it hangs".to_owned());
                        return Ok(self.stalled(Stall::Hang(self.outbox.sent()), error));
                    }
                },
            };
            match report {
                Some(WriterEvent::Committed { ticket, took }) => {
                    self.outbox.kept(ticket);
                    self.busy_since = (self.outbox.in_flight() > 0).then(Instant::now);
                    return Ok(News::Kept(took));
                }
                Some(WriterEvent::Stalled(error)) if self.stall.is_some() => {
                    // known already; from now on the writer says when it is over
                    tracing::error!(%error, "still nothing can be kept");
                    self.stall = Some(Stall::Told);
                }
                Some(WriterEvent::Stalled(error)) => return Ok(self.stalled(Stall::Told, error)),
                Some(WriterEvent::Recovered) => return Ok(self.recovered()),
                Some(WriterEvent::Failed(error)) => return Err(error),
                None => return Err(StoreError::Failed("the writer has ended".to_owned())),
            }
        }
    }

    fn stalled(&mut self, stall: Stall, error: StoreError) -> News {
        tracing::error!(%error, "nothing can be kept; games stand still");
        self.stall = Some(stall);
        News::Stalled(error)
    }

    fn recovered(&mut self) -> News {
        tracing::info!("all is kept again");
        self.stall = None;
        // it begins anew with what waits
        self.busy_since = self.busy_since.map(|_| Instant::now());
        News::Recovered
    }

    /// Why the writer has ended: the last that it told.
    fn why_ended(&mut self) -> StoreError {
        let mut why = StoreError::Failed("the writer has ended".to_owned());
        while let Ok(report) = self.reports.try_recv() {
            if let WriterEvent::Failed(error) = report {
                why = error;
            }
        }
        why
    }

    /// The time at which the server is alive is kept while games run: a restart
    /// must know for how long nobody could move.
    pub(super) fn set_games_run(&self, run: bool) {
        self.writer.set_marking(run);
    }

    /// A way to read.
    pub(super) fn reader(&self) -> StoreReader {
        self.writer.reader()
    }

    /// Has everything kept, and closes the store if that takes no longer than
    /// [`CLOSE_TIME`].
    pub(super) async fn close(mut self) -> Result<(), StoreError> {
        if let Some((batch, writes)) = self.outbox.take_batch()
            && self.writer.write(batch, writes).await.is_err()
        {
            return Err(self.why_ended());
        }
        let Self { mut outbox, writer, mut reports, busy_since: _, stall: _ } = self;
        if let Ok(closed) = timeout(CLOSE_TIME, writer.close()).await {
            return closed;
        }
        while let Ok(report) = reports.try_recv() {
            if let WriterEvent::Committed { ticket, took: _ } = report {
                outbox.kept(ticket);
            }
        }
        if outbox.in_flight() > 0 {
            return Err(StoreError::Unavailable("it takes too long".to_owned()));
        }
        tracing::warn!("the store is left open: to close it takes too long, and all is kept");
        Ok(())
    }
}

/// Answers a question about what is kept.
pub(super) async fn read(reader: StoreReader, ask: Query) -> Answer {
    let answer = reader.read(move |store| look_up(store, &ask)).await;
    match answer {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => {
            tracing::error!(%error, "cannot read");
            Answer::Failed
        }
        Err(_) => Answer::Failed,
    }
}

fn look_up(store: &mut dyn Store, ask: &Query) -> Result<Answer, StoreError> {
    match ask {
        Query::ListGames { player, before, most } => {
            let (games, more) = games_of(store, *player, *before, *most)?;
            Ok(Answer::Games { games, more })
        }
        Query::ReadGame { game, from, most } => {
            let first = entries(store, *game, 0, 1)?.pop();
            let mut entries = entries(store, *game, *from, most.saturating_add(1))?;
            let more = entries.len() > *most;
            entries.truncate(*most);
            Ok(Answer::Entries { first, entries, more })
        }
        Query::HashPassword { .. } | Query::VerifyPassword { .. } => Ok(Answer::Failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::faulty_store::FaultyStore;
    use crate::store::Memory;
    use chuhe_protocol::GameId;

    #[test]
    fn no_more_is_read_while_too_much_waits() {
        let store = Box::new(Memory::default());
        let mut keeper = Persistence::start(store, Durability::Process, Timestamp::default).unwrap();
        keeper.save(&Record::Room { game: GameId(1), revision: 0, stands: true }).unwrap();
        for n in 0..WAITING {
            assert!(keeper.has_room());
            assert_eq!(keeper.push(n), None);
        }
        assert!(!keeper.has_room());
    }

    #[tokio::test(start_paused = true)]
    async fn a_hang_is_over_when_what_hung_is_kept_though_more_has_come_since() {
        let ((begins, begun), (go_on, gate)) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
        let store = Box::new(FaultyStore::Gated(begins, gate));
        let mut keeper = Persistence::start(store, Durability::Process, Timestamp::default).unwrap();
        let (start, row) = (Instant::now(), Record::Room { game: GameId(1), revision: 0, stands: true });
        keeper.save(&row).unwrap();
        assert_eq!(keeper.push(1), None);
        keeper.send().await.unwrap();
        assert!(matches!(keeper.news().await, Ok(News::Stalled(StoreError::Unavailable(_)))));
        assert_eq!(start.elapsed(), HANG_TIME);
        begun.recv().unwrap();
        keeper.save(&row).unwrap();
        assert_eq!(keeper.push(2), None);
        keeper.send().await.unwrap();
        assert_eq!(keeper.pop(), None);
        go_on.send(()).unwrap();
        assert!(matches!(keeper.news().await, Ok(News::Kept(_))));
        assert!(matches!(keeper.news().await, Ok(News::Recovered)));
        assert_eq!((keeper.pop(), keeper.pop(), keeper.is_stalled()), (Some(1), None, false));
    }
}
