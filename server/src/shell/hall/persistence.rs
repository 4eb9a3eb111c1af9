//! The hub task's interface to the store.
//!
//! Records go to the [`StoreWriter`] in batches. What follows a record waits in an
//! [`Outbox`] until the record is committed.

use super::damage_report::DamageReport;
use super::search_pool::SearchPool;
use super::store_writer::{StoreReader, StoreWriter, WriterConfig, WriterEvent};
use crate::halls::hall_directory;
use crate::serving::Serving;
use crate::shell::operate::log_limits::{self, Noise};
use crate::shell::operate::metrics::Metrics;
use crate::store::{Erased, Opened, Sqlite, erase_pending};
use chuhe_hub::{Answer, Query, Record, Restored};
use chuhe_protocol::{HallName, PlayerId};
use chuhe_rules::clock::Timestamp;
use chuhe_store::{
    Batch, Durability, Outbox, Store, StoreError, Write, correction_of, entries, erased_players, games_of,
    has_listed, restore, write_of,
};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

/// Number of batches at the writer at once: one that it commits and one that it starts
/// next. Records saved meanwhile form the batch after that.
const MAX_IN_FLIGHT: u64 = 2;
/// Maximum number of collected writes, before the hub's task stops reading requests.
const MAX_COLLECTED: usize = 65_536;
/// Maximum number of waiting actions, likewise.
const MAX_WAITING: usize = 65_536;
/// Duration of a commit from which the store counts as stalled: a disk that hangs returns
/// no error, and nobody receives the moves that wait for it.
///
/// The pause counts from the beginning of the commit, and no time of it is charged to a player. Only a
/// flag that falls before the pause begins has fallen.
pub(crate) const HANG_TIMEOUT: Duration = Duration::from_secs(1);
/// How long committed actions wait before it is checked again whether this node serves the hall.
const SERVING_CHECK: Duration = Duration::from_millis(20);
/// How long a stop waits for the commit of what was saved before it.
pub(crate) const STOP_TIMEOUT: Duration = Duration::from_secs(2);
/// How long closing the store may take; longer than the writer retries a commit.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(2_500);

/// Where a server stores players and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// In memory. Everything is lost when the server stops.
    Memory,
    /// In a directory on disk.
    Directory(PathBuf),
}

impl Data {
    /// Returns the directory of the data, unless it is in memory.
    #[cfg(unix)]
    pub(crate) const fn directory(&self) -> Option<&PathBuf> {
        match self {
            Self::Memory => None,
            Self::Directory(data) => Some(data),
        }
    }

    /// Returns where a hall stores its players and games.
    pub(crate) fn of_hall(&self, name: &HallName) -> Self {
        match self {
            Self::Memory => Self::Memory,
            Self::Directory(data) => Self::Directory(hall_directory(data, name)),
        }
    }

    /// Opens the store and reads its contents. Only a repair or a migration writes.
    ///
    /// Blocks on the disk.
    pub(crate) fn open(&self) -> Result<OpenedData, StoreError> {
        let (mut store, damage) = match self {
            Self::Memory => (Sqlite::in_memory()?, DamageReport::default()),
            Self::Directory(directory) => {
                let Opened { mut store, problems, kept } = Sqlite::open_or_repair(directory)?;
                let damage = DamageReport::new(&problems, kept);
                let erased = erased_players(&mut store)?;
                if !erased.is_empty() {
                    drop(store);
                    erase(directory, &erased);
                    store = Sqlite::open(directory)?;
                }
                (store, damage)
            }
        };
        let restored = restore(&mut store)?;
        Ok(OpenedData { store: Box::new(store), restored, damage })
    }
}

/// Erases the games' names of players whose accounts an operator erased while the server ran.
///
/// If that is not possible now, the next start tries again.
fn erase(directory: &Path, players: &[PlayerId]) {
    match erase_pending(directory, players) {
        Ok(Some(Erased { deleted, changed })) => {
            tracing::info!(deleted, changed, "erased players are gone from the data");
        }
        Ok(None) => {
            tracing::info!("erased players sit at tables; a later start takes their names out of the data");
        }
        Err(error) => {
            tracing::error!(%error, "erased players are still named in finished games; the next start tries again");
        }
    }
}

/// A store that was opened, and its contents.
#[derive(Debug)]
pub(crate) struct OpenedData {
    pub(crate) store: Box<dyn Store>,
    pub(crate) restored: Restored,
    pub(crate) damage: DamageReport,
}

/// A change in the state of the store.
#[derive(Debug)]
pub(crate) enum StoreEvent {
    /// A batch was committed, in this time.
    Committed(Duration),
    /// Nothing can be committed for now.
    Stalled {
        why: StoreError,
        /// When the store began to stall.
        since: Instant,
    },
    /// Commits succeed again, and everything that waited is committed.
    Recovered,
    /// What is committed may be sent.
    MaySend,
}

/// The connection to the store's writer, and the actions that wait for it.
#[derive(Debug)]
pub(crate) struct Persistence<T> {
    outbox: Outbox<T>,
    writer: StoreWriter,
    events: mpsc::UnboundedReceiver<WriterEvent>,
    /// When the writer started on the batch that it is committing.
    busy_since: Option<Instant>,
    stall: Option<Stall>,
    /// Whether it stalls because a commit met damage.
    is_damaged: bool,
    /// Whether nothing may be sent for now, even if it is committed.
    is_held: bool,
    /// Says whether this node of a cluster certainly serves the hall.
    serving: Option<Serving>,
}

/// How it is known that nothing can be committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stall {
    /// The writer reported it, and will report the recovery.
    Reported,
    /// The writer does not answer: the store hangs until this batch is committed.
    Hang(Batch),
}

impl<T> Persistence<T> {
    /// Starts the writer in a thread of its own.
    pub(crate) fn start(
        store: Box<dyn Store>,
        durability: Durability,
        now: impl Fn() -> Timestamp + Send + 'static,
    ) -> Result<Self, StoreError> {
        let config = WriterConfig { durability, now: Box::new(now) };
        let (writer, events) = StoreWriter::start(store, config)
            .map_err(|error| StoreError::Unavailable(format!("cannot start its thread: {error}")))?;
        Ok(Self::new(writer, events))
    }

    /// Starts the writer as a task, for simulated time.
    pub(crate) fn start_task(
        store: Box<dyn Store>,
        durability: Durability,
        now: impl Fn() -> Timestamp + Send + 'static,
    ) -> Self {
        let (writer, events) =
            StoreWriter::start_task(store, WriterConfig { durability, now: Box::new(now) });
        Self::new(writer, events)
    }

    fn new(writer: StoreWriter, events: mpsc::UnboundedReceiver<WriterEvent>) -> Self {
        Self {
            outbox: Outbox::default(),
            writer,
            events,
            busy_since: None,
            stall: None,
            is_damaged: false,
            is_held: false,
            serving: None,
        }
    }

    /// Adds a record to the next batch.
    pub(crate) fn save(&mut self, record: &Record) -> Result<(), StoreError> {
        self.outbox.save(write_of(record)?);
        Ok(())
    }

    /// Adds a write that is no record of the hub to the next batch.
    pub(crate) fn write(&mut self, write: Write) {
        self.outbox.save(write);
    }

    /// Returns `action` if nothing is uncommitted; otherwise queues it for the commit.
    pub(crate) fn push(&mut self, action: T) -> Option<T> {
        if !self.may_send() {
            self.outbox.queue(action);
            return None;
        }
        self.outbox.push(action)
    }

    /// Removes and returns the next action whose records are committed, unless actions are held.
    pub(crate) fn pop(&mut self) -> Option<T> {
        if self.may_send() { self.outbox.pop() } else { None }
    }

    /// Lets nothing be sent while this node does not certainly serve the hall.
    pub(crate) fn with_serving(self, serving: Option<Serving>) -> Self {
        Self { serving, ..self }
    }

    /// Whether what is committed may be sent.
    fn may_send(&self) -> bool {
        !self.is_held && self.serving.as_ref().is_none_or(Serving::is_certain)
    }

    /// When to look again whether what is committed may be sent; `None` unless it waits for that only.
    ///
    /// An order to pause follows if the lease has lapsed. If it was renewed in time, none does.
    fn send_again_at(&self) -> Option<Instant> {
        let waits = self.serving.is_some() && !self.is_held && self.outbox.is_ready();
        waits.then(|| Instant::now() + SERVING_CHECK)
    }

    /// Sets whether actions are held although their records are committed: another node may serve
    /// the hall.
    pub(crate) const fn set_held(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    /// Removes and returns all waiting actions, committed or not.
    pub(crate) fn drain(&mut self) -> Vec<T> {
        self.outbox.take_waiting().collect()
    }

    /// Returns the amount of uncommitted work: batches in flight plus collected writes.
    pub(crate) const fn uncommitted(&self) -> usize {
        self.outbox.in_flight() as usize + self.outbox.collected()
    }

    /// Whether actions are held; see [`Persistence::set_held`].
    pub(crate) const fn is_held(&self) -> bool {
        self.is_held
    }

    /// Whether nothing can be committed or sent for now.
    pub(crate) const fn is_stalled(&self) -> bool {
        self.stall.is_some() || self.is_held
    }

    /// Whether nothing can be committed because the data is damaged.
    pub(crate) const fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Whether the hub may handle more requests.
    ///
    /// True during a stall: the hub then saves little, and must still receive inputs.
    pub(crate) fn has_room(&self) -> bool {
        self.is_stalled()
            || (self.outbox.collected() < MAX_COLLECTED && self.outbox.waiting().len() < MAX_WAITING)
    }

    /// Sends the collected writes to the writer, unless it has enough batches.
    pub(crate) async fn send_batch(&mut self) -> Result<(), StoreError> {
        if self.outbox.in_flight() >= MAX_IN_FLIGHT {
            return Ok(());
        }
        let Some((batch, writes)) = self.outbox.take_batch() else { return Ok(()) };
        if self.writer.write(batch, writes).await.is_err() {
            return Err(self.stop_reason());
        }
        self.busy_since.get_or_insert_with(Instant::now);
        Ok(())
    }

    /// Waits for the next event of the store.
    ///
    /// Cancel safe: dropping the future loses no event.
    pub(crate) async fn next_event(&mut self) -> Result<StoreEvent, StoreError> {
        loop {
            if let Some(Stall::Hang(batch)) = self.stall
                && self.outbox.is_committed(batch)
            {
                return Ok(self.recovered());
            }
            let hangs_at = self.busy_since.filter(|_| self.stall.is_none()).map(|since| since + HANG_TIMEOUT);
            let again_at = self.send_again_at();
            let event = match hangs_at.into_iter().chain(again_at).min() {
                None => self.events.recv().await,
                Some(at) => match timeout_at(at, self.events.recv()).await {
                    Ok(event) => event,
                    Err(_) if again_at == Some(at) => return Ok(StoreEvent::MaySend),
                    Err(_) => {
                        let why = StoreError::Unavailable("a commit hangs".to_owned());
                        let since = at.checked_sub(HANG_TIMEOUT).unwrap_or(at);
                        return Ok(self.stalled(Stall::Hang(self.outbox.sent()), why, since));
                    }
                },
            };
            match event {
                Some(WriterEvent::Committed { ticket, took }) => {
                    self.outbox.set_committed(ticket);
                    self.busy_since = (self.outbox.in_flight() > 0).then(Instant::now);
                    return Ok(StoreEvent::Committed(took));
                }
                Some(WriterEvent::Stalled(error)) if self.stall.is_some() => {
                    // the stall is known; from now on the writer reports the recovery
                    tracing::error!(%error, "still cannot commit");
                    self.is_damaged = matches!(error, StoreError::Damaged(_));
                    self.stall = Some(Stall::Reported);
                }
                Some(WriterEvent::Stalled(why)) => {
                    return Ok(self.stalled(Stall::Reported, why, Instant::now()));
                }
                Some(WriterEvent::Recovered) => return Ok(self.recovered()),
                Some(WriterEvent::Failed(error)) => return Err(error),
                None => return Err(StoreError::Failed("the writer has stopped".to_owned())),
            }
        }
    }

    fn stalled(&mut self, stall: Stall, why: StoreError, since: Instant) -> StoreEvent {
        tracing::error!(error = %why, "cannot commit; games are paused");
        self.is_damaged = matches!(why, StoreError::Damaged(_));
        if self.is_damaged {
            tracing::error!("what to do: start the server again, which repairs the data and keeps the files");
        }
        self.stall = Some(stall);
        StoreEvent::Stalled { why, since }
    }

    fn recovered(&mut self) -> StoreEvent {
        tracing::info!("commits succeed again");
        (self.stall, self.is_damaged) = (None, false);
        // the batch in flight gets the full timeout
        self.busy_since = self.busy_since.map(|_| Instant::now());
        StoreEvent::Recovered
    }

    /// Returns the writer's last error.
    fn stop_reason(&mut self) -> StoreError {
        let mut why = StoreError::Failed("the writer has stopped".to_owned());
        while let Ok(event) = self.events.try_recv() {
            if let WriterEvent::Failed(error) = event {
                why = error;
            }
        }
        why
    }

    /// Sets whether the time is stored every second.
    ///
    /// On while games run: after a restart the players are given back the downtime.
    pub(crate) fn set_heartbeat(&self, on: bool) {
        self.writer.set_heartbeat(on);
    }

    /// Returns a handle for reading from the store.
    pub(crate) fn reader(&self) -> StoreReader {
        self.writer.reader()
    }

    /// Commits everything and closes the store, within [`CLOSE_TIMEOUT`].
    pub(crate) async fn close(mut self) -> Result<(), StoreError> {
        if let Some((batch, writes)) = self.outbox.take_batch()
            && self.writer.write(batch, writes).await.is_err()
        {
            return Err(self.stop_reason());
        }
        let Self { mut outbox, writer, mut events, .. } = self;
        if let Ok(closed) = timeout(CLOSE_TIMEOUT, writer.close()).await {
            return closed;
        }
        while let Ok(event) = events.try_recv() {
            if let WriterEvent::Committed { ticket, took: _ } = event {
                outbox.set_committed(ticket);
            }
        }
        if outbox.in_flight() > 0 {
            return Err(StoreError::Unavailable("the last commit timed out".to_owned()));
        }
        tracing::warn!("closing the store timed out; everything is committed");
        Ok(())
    }
}

/// Answers a query about stored games.
pub(crate) async fn read(
    reader: StoreReader,
    (searches, metrics): (&SearchPool, &Metrics),
    query: Query,
) -> Answer {
    let subject = match &query {
        Query::FindGames { search, .. } => Some(("player", search.player().0)),
        Query::ReadGame { game, .. } => Some(("game", game.0)),
        Query::ListGames { player, .. } => Some(("player", player.0)),
        Query::Examine { .. }
        | Query::Pair(_)
        | Query::HashPassword { .. }
        | Query::VerifyPassword { .. }
        | Query::Accounts(_) => None,
    };
    let answer = match query {
        Query::FindGames { search, before, limit } => searches.find(&reader, *search, before, limit).await,
        query @ (Query::ListGames { .. }
        | Query::ReadGame { .. }
        | Query::Examine { .. }
        | Query::Pair(_)
        | Query::HashPassword { .. }
        | Query::VerifyPassword { .. }
        | Query::Accounts(_)) => reader.read(move |store| read_from(store, &query)).await,
    };
    match answer {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => {
            metrics.record_read_error(&error);
            if log_limits::admits(Noise::StoreReadFailed) {
                let (kind, number) = subject.unwrap_or_default();
                tracing::error!(%error, kind, number, "cannot read from the store; run chuhe-server check");
            }
            Answer::Failed
        }
        Err(_) => Answer::Failed,
    }
}

fn read_from(store: &mut dyn Store, query: &Query) -> Result<Answer, StoreError> {
    match query {
        Query::ListGames { player, before, limit } => {
            let (games, more) = games_of(store, *player, *before, *limit)?;
            Ok(Answer::Games { games, more })
        }
        Query::ReadGame { player, game, from, limit } => {
            if !has_listed(store, *player, *game)? {
                return Ok(Answer::Entries {
                    first: None,
                    entries: Vec::new(),
                    more: false,
                    correction: None,
                });
            }
            let first = entries(store, *game, 0, 1)?.pop();
            let mut entries = entries(store, *game, *from, limit.saturating_add(1))?;
            let more = entries.len() > *limit;
            entries.truncate(*limit);
            let correction = correction_of(store, *player, *game)?;
            Ok(Answer::Entries { first, entries, more, correction })
        }
        // others answer these
        Query::FindGames { .. }
        | Query::Examine { .. }
        | Query::Pair(_)
        | Query::HashPassword { .. }
        | Query::VerifyPassword { .. }
        | Query::Accounts(_) => Ok(Answer::Failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::hall::faulty_store::FaultyStore;
    use chuhe_protocol::GameId;
    use chuhe_store::Memory;

    #[test]
    fn there_is_no_room_while_too_many_actions_wait() {
        let store = Box::new(Memory::default());
        let mut persistence = Persistence::start(store, Durability::Process, Timestamp::default).unwrap();
        persistence.save(&Record::Room { game: GameId(1), revision: 0, is_open: true }).unwrap();
        for n in 0..MAX_WAITING {
            assert!(persistence.has_room());
            assert_eq!(persistence.push(n), None);
        }
        assert!(!persistence.has_room());
    }

    #[test]
    fn held_actions_wait_although_all_is_committed() {
        let store = Box::new(Memory::default());
        let mut persistence = Persistence::start(store, Durability::Process, Timestamp::default).unwrap();
        assert_eq!(persistence.push(1), Some(1));
        persistence.set_held(true);
        assert_eq!((persistence.push(2), persistence.pop()), (None, None));
        assert!(persistence.is_stalled());
        persistence.set_held(false);
        assert_eq!((persistence.push(3), persistence.pop(), persistence.pop()), (None, Some(2), Some(3)));
    }

    #[tokio::test(start_paused = true)]
    async fn hang_ends_with_the_commit_of_its_batch_even_if_more_was_saved_since() {
        let ((begun, has_begun), (go_on, gate)) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
        let store = Box::new(FaultyStore::GatedCommit(begun, gate));
        let mut persistence = Persistence::start(store, Durability::Process, Timestamp::default).unwrap();
        let (start, row) = (Instant::now(), Record::Room { game: GameId(1), revision: 0, is_open: true });
        persistence.save(&row).unwrap();
        assert_eq!(persistence.push(1), None);
        persistence.send_batch().await.unwrap();
        let Ok(StoreEvent::Stalled { why: StoreError::Unavailable(_), since }) =
            persistence.next_event().await
        else {
            panic!("the store stalls");
        };
        assert_eq!((since, start.elapsed()), (start, HANG_TIMEOUT));
        has_begun.recv().unwrap();
        persistence.save(&row).unwrap();
        assert_eq!(persistence.push(2), None);
        persistence.send_batch().await.unwrap();
        assert_eq!(persistence.pop(), None);
        go_on.send(()).unwrap();
        assert!(matches!(persistence.next_event().await, Ok(StoreEvent::Committed(_))));
        assert!(matches!(persistence.next_event().await, Ok(StoreEvent::Recovered)));
        assert_eq!((persistence.pop(), persistence.pop(), persistence.is_stalled()), (Some(1), None, false));
    }
}
