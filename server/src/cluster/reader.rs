//! Reads the halls of a cluster without serving them, for the archive.

use super::ClusterConfig;
use super::bucket::{Bucket, Value};
use super::copy::{Entry, HallCopy};
use super::directory::HallEntry;
use super::error::ClusterError;
use super::fetching::fetch_copy;
use super::log::HallLog;
use super::member::report::MemberFault;
use super::names::{HALLS, LEASES, SNAPSHOTS};
use super::nats::{Nats, READER_INBOX, Unknown};
use super::snapshots::SnapshotStore;
use crate::serving::MemberClock;
use crate::store::Sqlite;
use chuhe_cluster::{Answer, Config, Fault, Hash, Output, Reach, Replica, Request, RequestId, Sequence};
use chuhe_protocol::HallName;
use chuhe_store::{StoreError, Write};
use futures_util::TryStreamExt as _;
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The pause after a read that found nothing new. It may be long, because nobody waits for the archive.
const IDLE: Duration = Duration::from_secs(1);
/// The timeout of listing the halls.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection to a cluster that only reads. It registers no node, takes no lease and appends nothing.
#[derive(Clone, Debug)]
pub struct ClusterReader {
    nats: Nats,
    leases: Bucket,
    halls: Bucket,
    snapshots: Bucket,
    replicas: usize,
}

/// A reader that follows the log of a hall into a copy.
#[derive(Debug)]
pub struct HallReader {
    log: HallLog,
    snapshots: SnapshotStore,
    folder: PathBuf,
    clock: MemberClock,
    replica: Replica,
    /// The copy; `None` after it was lost.
    copy: Option<Box<HallCopy>>,
    /// The next request, which was not sent yet.
    request: Option<(RequestId, Request)>,
    /// When the log may be read again.
    read_at: Instant,
    /// An entry that the log must have: its sequence and hash.
    expected: Option<(Sequence, Hash)>,
}

/// What one step of a [`HallReader`] did.
#[derive(Debug)]
pub enum Progress {
    /// It applied entries to the copy. These are their writes.
    Applied(Vec<Write>),
    /// It replaced the copy by a snapshot.
    Replaced,
    /// The copy has the whole log.
    Current,
}

impl ClusterReader {
    /// Connects to NATS and checks the server. The name and address of the node in `config` are not
    /// registered; the name is that of the connection.
    ///
    /// # Errors
    /// [`ClusterError`], as its variants say.
    pub async fn connect(config: &ClusterConfig) -> Result<Self, ClusterError> {
        let nats = Nats::connect(config, READER_INBOX).await?;
        let failed = |Unknown(why)| ClusterError::Failed { what: "open a bucket", why };
        // this sends nothing: a missing bucket shows when it is read
        let open = async |name| Bucket::new(&nats, name).await.map_err(failed);
        let (leases, halls, snapshots) = (open(LEASES).await?, open(HALLS).await?, open(SNAPSHOTS).await?);
        Ok(Self { leases, halls, snapshots, replicas: config.replicas, nats })
    }

    /// Returns the names of all halls.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer, or no node has made the directory yet.
    pub async fn halls(&self) -> Result<Vec<HallName>, ClusterError> {
        let failed = |Unknown(why)| ClusterError::Failed { what: "list the halls", why };
        let listing = async {
            let unknown = |error: &dyn std::fmt::Display| Unknown(error.to_string());
            let store = self.nats.context.get_key_value(HALLS).await.map_err(|error| unknown(&error))?;
            let keys = store.keys().await.map_err(|error| unknown(&error))?;
            keys.try_collect::<Vec<String>>().await.map_err(|error| unknown(&error))
        };
        let mut halls = Vec::new();
        for key in self.nats.limited(LIST_TIMEOUT, listing).await.map_err(failed)? {
            let Some(Value { bytes: Some(bytes), .. }) = self.halls.get(&key).await.map_err(failed)? else {
                continue;
            };
            match serde_json::from_slice::<HallEntry>(&bytes) {
                Ok(hall) => halls.push(hall.name),
                Err(error) => tracing::warn!(%error, key, "an entry of the directory cannot be read"),
            }
        }
        halls.sort_unstable();
        Ok(halls)
    }

    /// Follows the log of a hall into a copy in `folder`, which is created if it is missing.
    ///
    /// # Errors
    /// [`ClusterError::Copy`] if the copy cannot be used, as when another program uses it.
    pub async fn follow(&self, hall: &HallName, folder: PathBuf) -> Result<HallReader, ClusterError> {
        let log = HallLog::new(&self.nats, self.leases.clone(), hall).await;
        let log = log.map_err(|Unknown(why)| ClusterError::Failed { what: "open the log", why })?;
        let snapshots = SnapshotStore::new(&self.nats, self.snapshots.clone(), hall.clone(), self.replicas);
        let path = folder.clone();
        let opened = tokio::task::spawn_blocking(move || HallCopy::open_or_remake(&path)).await;
        let opened = opened.map_err(|error| ClusterError::Thread(error.to_string()))?;
        let copy = opened.map_err(|error| ClusterError::Copy { hall: hall.to_string(), error })?;
        let clock = MemberClock::start();
        Ok(HallReader {
            log,
            snapshots,
            folder,
            clock,
            replica: new_replica(copy.place(), clock),
            copy: Some(Box::new(copy)),
            request: None,
            read_at: Instant::now(),
            expected: None,
        })
    }
}

impl HallReader {
    /// The place of the last entry in the copy.
    #[must_use]
    pub fn place(&self) -> Reach {
        self.copy.as_ref().map(|copy| copy.place()).unwrap_or_default()
    }

    /// Sets an entry that the log must have: reading another one at its place is a fault.
    pub fn expect(&mut self, place: Reach) {
        self.expected = Some((place.sequence, place.hash));
    }

    /// Runs `read` on the copy, in a blocking thread.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the copy was lost, or `read` panics.
    pub async fn with_store<T: Send + 'static>(
        &mut self,
        read: impl FnOnce(&mut Sqlite) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        self.with_copy(move |copy| read(copy.store())).await
    }

    async fn with_copy<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut HallCopy) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let lost = || StoreError::Failed("the copy of the hall is lost".to_owned());
        let mut copy = self.copy.take().ok_or_else(lost)?;
        let working = tokio::task::spawn_blocking(move || {
            let result = work(&mut copy);
            (copy, result)
        });
        let (copy, result) = working.await.map_err(|_| lost())?;
        self.copy = Some(copy);
        Ok(result)
    }

    /// Follows the log by one step. Waits while NATS cannot be reached.
    ///
    /// # Errors
    /// [`MemberFault`] if the hall cannot be followed any more.
    pub async fn next(&mut self) -> Result<Progress, MemberFault> {
        loop {
            let entries = match self.take_outputs() {
                Ok(entries) => entries,
                Err(behind @ Fault::Behind { .. }) => return self.begin_anew(behind).await,
                Err(fault) => return Err(fault.into()),
            };
            if !entries.is_empty() {
                let writes = self.with_copy(move |copy| copy.apply(&entries)).await??;
                return Ok(Progress::Applied(writes));
            }
            if self.answer_request().await {
                return Ok(Progress::Current);
            }
        }
    }

    /// Returns the entries that are to be applied.
    fn take_outputs(&mut self) -> Result<Vec<Entry>, Fault> {
        let mut entries = Vec::new();
        while let Some(output) = self.replica.poll() {
            match output {
                Output::Apply { place, payload } => {
                    if self.expected.is_some_and(|(at, hash)| at == place.sequence && hash != place.hash) {
                        return Err(Fault::Fork(place.sequence));
                    }
                    entries.push((place, payload));
                }
                // this replica claims nothing, so the lease does not matter
                Output::Request(id, Request::ReadLease) => {
                    self.replica.answer(id, Answer::Lease(None), self.clock.now());
                }
                Output::Request(id, request) => self.request = Some((id, request)),
                Output::Stop(fault) => return Err(fault),
                // only a replica that claims the hall returns these
                Output::Serve(_)
                | Output::Pause
                | Output::Resume(_)
                | Output::Committed
                | Output::Release(_) => {}
            }
        }
        Ok(entries)
    }

    /// Carries out the request that is due, or waits for the next one.
    ///
    /// Returns whether the copy has the whole log.
    async fn answer_request(&mut self) -> bool {
        let Some((id, request)) = self.request.take() else {
            if let Some(at) = self.replica.poll_timeout() {
                sleep_until(Instant::from_std(self.clock.instant(at))).await;
            }
            self.replica.handle_timeout(self.clock.now());
            return false;
        };
        sleep_until(self.read_at).await;
        let answer = self.log.answer(request).await;
        let place = self.replica.place().sequence;
        let is_current = matches!(&answer, Answer::Entries(read) if read.last == place);
        if is_current {
            self.read_at = Instant::now() + IDLE;
        }
        self.replica.answer(id, answer, self.clock.now());
        is_current
    }

    /// Replaces the copy by a snapshot, because the log begins after the copy's last entry.
    async fn begin_anew(&mut self, behind: Fault) -> Result<Progress, MemberFault> {
        tracing::info!(%behind, "the copy is made again");
        let before = self.copy.take();
        // closing it blocks; a panic there is written already
        let _ = tokio::task::spawn_blocking(move || drop(before)).await;
        let copy = fetch_copy(&self.snapshots, &self.folder).await?;
        self.replica = new_replica(copy.place(), self.clock);
        (self.copy, self.request) = (Some(copy), None);
        Ok(Progress::Replaced)
    }
}

/// Creates a replica that follows the log and never claims the hall.
fn new_replica(place: Reach, clock: MemberClock) -> Replica {
    let config =
        Config { node: "archive".to_owned(), process: super::names::random(), claims: false, delay_ms: 0 };
    Replica::new(config, place, clock.now())
}
