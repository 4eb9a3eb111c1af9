//! The store writer: over a store with scripted answers in simulated time, and once in its own
//! thread over SQLite.

use crate::sample::{append, set};
use chuhe_rules::clock::Timestamp;
use chuhe_server::shell::hall::store_writer::{StoreWriter, WriterConfig, WriterEvent, WriterStopped};
use chuhe_server::store::Sqlite;
use chuhe_store::{
    Durability, KeyValue, Memory, Order, Revision, Store, StoreError, Table, Write, last_alive,
};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::tempdir;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep};

const NOW_MS: u64 = 1_700_000_000_000;

/// The contents, the scripted answers and the recorded calls of a [`ScriptedStore`].
#[derive(Debug, Default)]
struct Script {
    memory: Memory,
    /// The errors of the next commits; later ones succeed.
    errors: VecDeque<StoreError>,
    /// The number of writes and the durability of each attempted commit.
    commits: Vec<(usize, Durability)>,
    panics: bool,
}

/// A store with scripted answers.
#[derive(Clone, Debug, Default)]
struct ScriptedStore(Arc<Mutex<Script>>);

impl ScriptedStore {
    fn with<T>(&self, act: impl FnOnce(&mut Script) -> T) -> T {
        act(&mut self.0.lock().unwrap())
    }

    fn fail_commits(&self, errors: impl IntoIterator<Item = StoreError>) {
        self.with(|script| script.errors = errors.into_iter().collect());
    }

    fn commits(&self) -> Vec<(usize, Durability)> {
        self.with(|script| script.commits.clone())
    }

    /// Returns the number of entries in journal 1.
    fn journal_length(&self) -> usize {
        self.with(|script| script.memory.read(1, 0, 9999).unwrap().len())
    }

    fn start(&self, durability: Durability) -> (StoreWriter, UnboundedReceiver<WriterEvent>) {
        StoreWriter::start_task(Box::new(self.clone()), settings(durability))
    }
}

impl Store for ScriptedStore {
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        assert!(!self.with(|script| script.panics), "the script makes the store panic");
        self.with(|script| {
            script.commits.push((writes.len(), durability));
            script.errors.pop_front().map_or_else(|| script.memory.commit(writes, durability), Err)
        })
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        self.with(|script| script.memory.read(journal, from, most))
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        self.with(|script| script.memory.get(table, key))
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        self.with(|script| script.memory.scan(table, from, to, order, most))
    }
}

/// Returns a configuration whose clock follows the simulated time.
fn settings(durability: Durability) -> WriterConfig {
    let start = Instant::now();
    let now = move || Timestamp::from_ms(NOW_MS + u64::try_from(start.elapsed().as_millis()).unwrap());
    WriterConfig { durability, now: Box::new(now) }
}

fn last_alive_ms(store: &mut dyn Store) -> Result<Option<u64>, StoreError> {
    Ok(last_alive(store)?.map(|(_, at)| at.as_ms()))
}

/// Writes entries of journal 1; each ticket is the number of its entry.
async fn write(writer: &StoreWriter, numbers: std::ops::Range<u32>) {
    for n in numbers {
        writer.write(n.into(), vec![append(1, n, "move")]).await.unwrap();
    }
}

fn committed(ticket: u64) -> WriterEvent {
    // a commit takes no simulated time
    WriterEvent::Committed { ticket, took: Duration::ZERO }
}

#[tokio::test(start_paused = true)]
async fn queued_writes_share_one_transaction_and_one_report() {
    let store = ScriptedStore::default();
    let (writer, mut reports) = store.start(Durability::Power);
    write(&writer, 0..5).await;
    assert_eq!((writer.depth(), store.journal_length()), (5, 0), "the writer has not run yet");
    assert_eq!(reports.recv().await, Some(committed(4)));
    assert_eq!((writer.depth(), store.journal_length()), (0, 5));
    write(&writer, 5..7).await;
    assert_eq!(reports.recv().await, Some(committed(6)));
    let with_time_alive = 5 + 1;
    assert_eq!(store.commits(), [(with_time_alive, Durability::Power), (2, Durability::Power)]);
    writer.close().await.unwrap();
    assert_eq!(reports.recv().await, None);
}

#[tokio::test(start_paused = true)]
async fn every_second_a_commit_survives_a_loss_of_power() {
    let store = ScriptedStore::default();
    let (writer, _reports) = store.start(Durability::Process);
    let start = Instant::now();
    for n in 0..50 {
        write(&writer, n..n + 1).await;
        sleep(Duration::from_millis(100)).await;
    }
    let power = |commits: &[(usize, Durability)]| {
        commits.iter().filter(|(_, durability)| *durability == Durability::Power).count()
    };
    assert_eq!(store.commits().len(), 50, "the time alive is stored in the same commits");
    assert_eq!(power(&store.commits()), 5);
    // one more commit makes the last writes durable, then the writer is idle
    sleep(Duration::from_secs(60)).await;
    assert_eq!((store.commits().len(), power(&store.commits())), (51, 6));
    // while a clock runs in some game, the time alive is stored even without writes
    writer.set_heartbeat(true);
    let until = start.elapsed() + Duration::from_secs(10);
    sleep(Duration::from_secs(10)).await;
    assert!((60..=62).contains(&store.commits().len()), "{}", store.commits().len());
    let alive = store.with(|script| last_alive_ms(&mut script.memory)).unwrap().unwrap();
    let latest = NOW_MS + u64::try_from(until.as_millis()).unwrap();
    assert!((latest - 1000..=latest).contains(&alive), "{alive} is not within a second of {latest}");
    writer.set_heartbeat(false);
    sleep(Duration::from_secs(1)).await;
    let before = store.commits().len();
    sleep(Duration::from_secs(60)).await;
    assert_eq!(store.commits().len(), before);
    assert_eq!(store.journal_length(), 50);
}

#[tokio::test(start_paused = true)]
async fn the_time_alive_stays_after_a_start_until_the_first_write() {
    let store = ScriptedStore::default();
    let (writer, _reports) = store.start(Durability::Process);
    writer.close().await.unwrap();
    let ended = store.with(|script| last_alive_ms(&mut script.memory)).unwrap();
    assert_eq!(ended, Some(NOW_MS));
    sleep(Duration::from_secs(100)).await;
    let (writer, _reports) = store.start(Durability::Process);
    sleep(Duration::from_secs(100)).await;
    assert_eq!(store.with(|script| last_alive_ms(&mut script.memory)).unwrap(), ended);
    write(&writer, 0..1).await;
    sleep(Duration::from_millis(1)).await;
    assert_eq!(store.with(|script| last_alive_ms(&mut script.memory)).unwrap(), Some(NOW_MS + 100_000));
}

#[tokio::test(start_paused = true)]
async fn a_full_disk_is_reported_once_and_retried_every_second() {
    let store = ScriptedStore::default();
    store.fail_commits([StoreError::Full, StoreError::Unavailable("gone".to_owned()), StoreError::Full]);
    let (writer, mut reports) = store.start(Durability::Process);
    let start = Instant::now();
    write(&writer, 0..3).await;
    assert_eq!(reports.recv().await, Some(WriterEvent::Stalled(StoreError::Full)));
    // reads are served meanwhile, and writes wait
    let read = writer.reader().read(|store| store.read(1, 0, 9)).await.unwrap();
    assert_eq!(read, Ok(vec![]));
    write(&writer, 3..5).await;
    assert_eq!(reports.recv().await, Some(committed(2)));
    assert_eq!(start.elapsed().as_secs(), 3);
    assert_eq!(reports.recv().await, Some(WriterEvent::Recovered));
    assert_eq!(reports.recv().await, Some(committed(4)));
    assert_eq!(store.journal_length(), 5);
    let alive = store.with(|script| last_alive_ms(&mut script.memory)).unwrap().unwrap();
    assert_eq!(alive, NOW_MS, "the time alive is that of the first failure: nobody could move since");
}

#[tokio::test(start_paused = true)]
async fn repeating_the_heartbeat_setting_triggers_no_retry() {
    let store = ScriptedStore::default();
    store.fail_commits(vec![StoreError::Full; 3]);
    let (writer, mut reports) = store.start(Durability::Process);
    let start = Instant::now();
    writer.set_heartbeat(true);
    write(&writer, 0..1).await;
    assert_eq!(reports.recv().await, Some(WriterEvent::Stalled(StoreError::Full)));
    let repeating = async {
        loop {
            writer.set_heartbeat(true);
            sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        () = repeating => {}
        report = reports.recv() => assert_eq!(report, Some(committed(0))),
    }
    assert_eq!(start.elapsed().as_secs(), 3);
}

#[tokio::test(start_paused = true)]
async fn closing_gives_up_on_a_full_disk_within_seconds() {
    let store = ScriptedStore::default();
    store.fail_commits(vec![StoreError::Full; 100]);
    let (writer, mut reports) = store.start(Durability::Power);
    write(&writer, 0..1).await;
    assert_eq!(reports.recv().await, Some(WriterEvent::Stalled(StoreError::Full)));
    sleep(Duration::from_secs(20)).await;
    let start = Instant::now();
    assert_eq!(writer.close().await, Err(StoreError::Full));
    assert!((1..4).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    assert_eq!(reports.recv().await, Some(WriterEvent::Failed(StoreError::Full)));
}

#[tokio::test(start_paused = true)]
async fn a_write_from_elsewhere_stops_the_writer() {
    let store = ScriptedStore::default();
    let (writer, mut reports) = store.start(Durability::Power);
    write(&writer, 0..1).await;
    assert_eq!(reports.recv().await, Some(committed(0)));
    store.with(|script| script.memory.commit(&[append(1, 1, "another's")], Durability::Power)).unwrap();
    write(&writer, 1..2).await;
    let failed = reports.recv().await;
    assert!(matches!(failed, Some(WriterEvent::Failed(StoreError::Conflict { .. }))), "{failed:?}");
    assert_eq!(reports.recv().await, None);
    assert_eq!(writer.write(2, vec![]).await, Err(WriterStopped));
    assert_eq!(writer.reader().read(|_| ()).await, Err(WriterStopped));
    assert!(matches!(writer.close().await, Err(StoreError::Conflict { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_reported() {
    let store = ScriptedStore::default();
    let (writer, mut reports) = store.start(Durability::Power);
    store.with(|script| script.panics = true);
    write(&writer, 0..1).await;
    let failed = WriterEvent::Failed(StoreError::Failed("the writer panicked".to_owned()));
    assert_eq!(reports.recv().await, Some(failed));
    assert!(writer.close().await.is_err());
}

#[tokio::test(start_paused = true)]
async fn reads_and_queued_writes_take_turns() {
    let store = ScriptedStore::default();
    let (writer, mut reports) = store.start(Durability::Process);
    let reader = writer.reader();
    let writes = async {
        write(&writer, 0..10_000).await;
        while reports.recv().await != Some(committed(9999)) {}
    };
    let reads = async {
        let (mut first, mut longest) = (None, 0);
        for _ in 0..50 {
            let found = reader.read(|store| store.read(1, 0, usize::MAX)).await.unwrap().unwrap().len();
            assert!(found >= longest, "committed entries stay");
            longest = found;
            first.get_or_insert(found);
        }
        first.unwrap()
    };
    let ((), first) = tokio::join!(writes, reads);
    assert!(first < 10_000, "a read does not wait for all queued writes");
    writer.close().await.unwrap();
}

#[tokio::test]
async fn the_writer_thread_stores_on_disk_and_reports_a_full_one() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_page_limit(60).unwrap();
    let (writer, mut reports) = StoreWriter::start(Box::new(store), settings(Durability::Process)).unwrap();
    let value = "x".repeat(2000);
    writer.write(0, vec![append(1, 0, &value)]).await.unwrap();
    assert!(matches!(reports.recv().await, Some(WriterEvent::Committed { ticket: 0, .. })));
    let mut written = 1;
    // the disk fills
    let full = loop {
        tokio::select! {
            biased;
            report = reports.recv() => match report.unwrap() {
                WriterEvent::Committed { .. } => {}
                other @ (WriterEvent::Stalled(_) | WriterEvent::Recovered | WriterEvent::Failed(_)) => break other,
            },
            sent = writer.write(written, vec![append(1, u32::try_from(written).unwrap(), &value)]) => {
                sent.unwrap();
                written += 1;
            }
        }
    };
    assert_eq!(full, WriterEvent::Stalled(StoreError::Full));
    let stored = writer.reader().read(|store| store.read(1, 0, 9999).unwrap().len()).await.unwrap();
    assert!((1..usize::try_from(written).unwrap()).contains(&stored), "{stored} of {written}");
    assert_eq!(writer.close().await, Err(StoreError::Full));
    // the disk has room again
    let store = Sqlite::open(folder.path()).unwrap();
    let (writer, mut reports) = StoreWriter::start(Box::new(store), settings(Durability::Power)).unwrap();
    let next = u32::try_from(stored).unwrap();
    writer.write(0, vec![append(1, next, &value), set(Table::Games, "1", 0, "")]).await.unwrap();
    assert!(matches!(reports.recv().await, Some(WriterEvent::Committed { ticket: 0, .. })));
    writer.close().await.unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.read(1, 0, 9999).unwrap().len(), stored + 1);
    assert!(last_alive_ms(&mut store).unwrap().is_some_and(|alive| alive >= NOW_MS));
}
