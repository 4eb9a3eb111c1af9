//! The thread that owns the store.
//!
//! It commits all queued writes as one transaction (a group commit), reports the commit,
//! retries while the disk is full, and answers reads between transactions.

use chuhe_rules::clock::Timestamp;
use chuhe_store::{Durability, Revision, Store, StoreError, Write, alive_at, last_alive};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tokio::runtime;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// Capacity of the queue of jobs. While it is full, writing waits.
pub const MAX_QUEUED_WRITES: usize = 4096;
/// Capacity of the queue of reads. While it is full, reading waits.
pub const MAX_QUEUED_READS: usize = 256;
/// Maximum number of jobs in one transaction.
const MAX_BATCH: usize = 1024;
/// Maximum number of reads between two transactions. Few, because on a slow disk a commit
/// that waits for reads looks like one that hangs.
const READS_BETWEEN_COMMITS: usize = 4;
/// Interval of the heartbeat: a commit that survives a power loss and stores the time.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between retries of a failed commit.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// How long a failed commit is retried after the queue of jobs is closed.
const CLOSE_RETRY_TIME: Duration = Duration::from_secs(2);

/// The configuration of a [`StoreWriter`].
pub struct WriterConfig {
    /// What every commit survives. With [`Durability::Process`], the heartbeat makes
    /// commits safe from a power loss within a second.
    pub durability: Durability,
    /// Returns the time to store with a heartbeat, since an epoch common to all runs.
    pub now: Box<dyn Fn() -> Timestamp + Send>,
}

impl fmt::Debug for WriterConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriterConfig").field("durability", &self.durability).finish_non_exhaustive()
    }
}

/// An event of the writer.
///
/// Commits are reported in the order of the jobs. A job causes at most one commit, one
/// stall and one recovery, so the unbounded channel holds few events per queued job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriterEvent {
    /// All jobs up to this ticket are committed.
    Committed {
        /// The ticket of the last job in the transaction.
        ticket: u64,
        /// Duration of the transaction.
        took: Duration,
    },
    /// A commit failed, and is being retried.
    Stalled(StoreError),
    /// The retried commit succeeded; its [`WriterEvent::Committed`] came before this.
    Recovered,
    /// The writer has stopped, and jobs not reported as committed may be lost.
    Failed(StoreError),
}

/// The writer has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the writer has stopped")]
pub struct WriterStopped;

struct Job {
    ticket: u64,
    writes: Vec<Write>,
}

type ReadRequest = Box<dyn FnOnce(&mut dyn Store) + Send>;

/// Flags and notifications to the writer, past its queues.
#[derive(Debug, Default)]
struct Control {
    has_heartbeat: AtomicBool,
    heartbeat_changed: Notify,
    /// Retries a failed commit at once.
    retry: Notify,
}

/// A handle to the writer. When it is dropped, the writer commits what is queued and stops.
#[derive(Debug)]
pub struct StoreWriter {
    jobs: mpsc::Sender<Job>,
    reader: StoreReader,
    control: Arc<Control>,
    stopped: oneshot::Receiver<Result<(), StoreError>>,
}

/// A handle for reading from the store.
#[derive(Clone)]
pub struct StoreReader(mpsc::Sender<ReadRequest>);

impl fmt::Debug for StoreReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreReader")
    }
}

impl StoreWriter {
    /// Starts a writer in a thread of its own. Its events must be received.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(
        store: Box<dyn Store>,
        config: WriterConfig,
    ) -> io::Result<(Self, mpsc::UnboundedReceiver<WriterEvent>)> {
        let (writer, task, events) = Self::new(store, config);
        let runtime = runtime::Builder::new_current_thread().enable_time().build()?;
        thread::Builder::new().name("store".to_owned()).spawn(move || runtime.block_on(task.run()))?;
        Ok((writer, events))
    }

    /// Starts a writer as a task of the current runtime, for simulated time.
    ///
    /// The store must not block for long.
    #[must_use]
    pub fn start_task(
        store: Box<dyn Store>,
        config: WriterConfig,
    ) -> (Self, mpsc::UnboundedReceiver<WriterEvent>) {
        let (writer, task, events) = Self::new(store, config);
        tokio::spawn(task.run());
        (writer, events)
    }

    fn new(
        store: Box<dyn Store>,
        config: WriterConfig,
    ) -> (Self, WriterTask, mpsc::UnboundedReceiver<WriterEvent>) {
        let (jobs, queued) = mpsc::channel(MAX_QUEUED_WRITES);
        let (reads, queued_reads) = mpsc::channel(MAX_QUEUED_READS);
        // bounded by the number of jobs, as long as the sender of jobs receives the events
        let (events, received_events) = mpsc::unbounded_channel();
        let (stopped_sender, stopped) = oneshot::channel();
        let control = Arc::new(Control::default());
        let state = WriterState {
            store,
            config,
            control: Arc::clone(&control),
            events: Events(events),
            reads: queued_reads,
            is_closing: false,
            heartbeat: 0,
            is_at_risk: false,
            heartbeat_at: Instant::now(),
        };
        let writer = Self { jobs, reader: StoreReader(reads), control, stopped };
        (writer, WriterTask { state, jobs: queued, stopped: stopped_sender }, received_events)
    }

    /// Queues a job: `writes` are committed in one transaction, after earlier jobs or with
    /// them.
    ///
    /// Waits while [`MAX_QUEUED_WRITES`] jobs are queued. Tickets must increase.
    ///
    /// # Errors
    /// If the writer has stopped; [`WriterEvent::Failed`] has the reason.
    pub async fn write(&self, ticket: u64, writes: Vec<Write>) -> Result<(), WriterStopped> {
        self.jobs.send(Job { ticket, writes }).await.map_err(|_| WriterStopped)
    }

    /// Returns a handle for reading, which may outlive this one.
    #[must_use]
    pub fn reader(&self) -> StoreReader {
        self.reader.clone()
    }

    /// Returns the number of queued jobs.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Sets whether the time is stored every second even if no job is queued.
    ///
    /// Needed while games run: a restart computes the downtime from it. While off, the
    /// time is stored only with jobs, the first time in the first job's transaction.
    pub fn set_heartbeat(&self, on: bool) {
        if self.control.has_heartbeat.swap(on, Ordering::Relaxed) != on {
            self.control.heartbeat_changed.notify_one();
        }
    }

    /// Commits everything, safe from a power loss, and closes the store.
    ///
    /// # Errors
    /// The error that stopped the writer.
    pub async fn close(self) -> Result<(), StoreError> {
        let Self { jobs, reader: _, control, stopped } = self;
        drop(jobs);
        control.retry.notify_one();
        stopped.await.unwrap_or_else(|_| Err(panicked()))
    }
}

impl StoreReader {
    /// Runs a read on the store and returns its result.
    ///
    /// The read sees everything that was reported as committed, and perhaps more.
    ///
    /// # Errors
    /// If the writer has stopped.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> T + Send + 'static,
    ) -> Result<T, WriterStopped> {
        let (sender, result) = oneshot::channel();
        // the receiver may have been dropped
        let request: ReadRequest = Box::new(move |store| drop(sender.send(read(store))));
        self.0.send(request).await.map_err(|_| WriterStopped)?;
        result.await.map_err(|_| WriterStopped)
    }
}

fn panicked() -> StoreError {
    StoreError::Failed("the writer panicked".to_owned())
}

/// Sender of the writer's events. If the writer panics, its drop reports that.
struct Events(mpsc::UnboundedSender<WriterEvent>);

impl Events {
    fn send(&self, event: WriterEvent) {
        // fails only if the server has stopped before its writer
        let _ = self.0.send(event);
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        if thread::panicking() {
            self.send(WriterEvent::Failed(panicked()));
        }
    }
}

/// The writer's task: its state, its queue of jobs, and the notification of its end.
struct WriterTask {
    state: WriterState,
    jobs: mpsc::Receiver<Job>,
    stopped: oneshot::Sender<Result<(), StoreError>>,
}

impl WriterTask {
    async fn run(self) {
        let Self { mut state, mut jobs, stopped } = self;
        let result = state.serve(&mut jobs).await;
        if let Err(error) = &result {
            state.events.send(WriterEvent::Failed(error.clone()));
        }
        // closes the store before reporting that it is closed
        drop((state, jobs));
        let _ = stopped.send(result);
    }
}

struct WriterState {
    store: Box<dyn Store>,
    config: WriterConfig,
    control: Arc<Control>,
    events: Events,
    reads: mpsc::Receiver<ReadRequest>,
    /// Whether the queue of jobs is closed and empty.
    is_closing: bool,
    /// Revision of the stored heartbeat.
    heartbeat: Revision,
    /// Whether a power loss would lose committed writes.
    is_at_risk: bool,
    /// When the next heartbeat is due.
    heartbeat_at: Instant,
}

impl WriterState {
    async fn serve(&mut self, jobs: &mut mpsc::Receiver<Job>) -> Result<(), StoreError> {
        self.heartbeat = last_alive(self.store.as_mut())?.map_or(0, |(revision, _)| revision);
        let mut batch = Vec::new();
        while !self.is_closing {
            let has_heartbeat = self.is_at_risk || self.control.has_heartbeat.load(Ordering::Relaxed);
            tokio::select! {
                biased; // the simulation needs a fixed order
                count = jobs.recv_many(&mut batch, MAX_BATCH) => {
                    if count == 0 {
                        self.is_closing = true;
                    }
                    self.commit(&mut batch, jobs).await?;
                    self.answer_reads();
                }
                () = sleep_until(self.heartbeat_at), if has_heartbeat => self.commit(&mut batch, jobs).await?,
                Some(read) = self.reads.recv() => read(self.store.as_mut()),
                () = self.control.heartbeat_changed.notified() => {}
            }
        }
        Ok(())
    }

    fn answer_reads(&mut self) {
        for _ in 0..READS_BETWEEN_COMMITS {
            let Ok(read) = self.reads.try_recv() else { break };
            read(self.store.as_mut());
        }
    }

    /// Commits the batch, with a heartbeat if one is due, and retries until it succeeds.
    ///
    /// The heartbeat's time is that of the first attempt: nothing was committed since, and
    /// after a restart all of that time is given back to the players.
    async fn commit(&mut self, batch: &mut Vec<Job>, jobs: &mpsc::Receiver<Job>) -> Result<(), StoreError> {
        let ticket = batch.last().map(|job| job.ticket);
        let mut writes: Vec<Write> = batch.drain(..).flat_map(|job| job.writes).collect();
        let job_writes = writes.len();
        let begun_at = (self.config.now)();
        let mut stalled: Option<Stall> = None;
        let took = loop {
            let begun = Instant::now();
            let with_heartbeat = self.is_closing || begun >= self.heartbeat_at;
            writes.truncate(job_writes);
            if with_heartbeat {
                writes.push(alive_at(begun_at, self.heartbeat));
            }
            let durability = if with_heartbeat { Durability::Power } else { self.config.durability };
            match self.store.commit(&writes, durability) {
                Ok(()) => {
                    self.record_commit(begun, with_heartbeat, job_writes > 0);
                    break begun.elapsed();
                }
                Err(error) if error.pauses() => {
                    let stall = stalled.get_or_insert_with(|| {
                        self.events.send(WriterEvent::Stalled(error.clone()));
                        Stall::default()
                    });
                    if stall.is_over(self.is_closing || jobs.is_closed()) {
                        return Err(error);
                    }
                    self.wait_for_retry().await;
                }
                Err(error) => return Err(error),
            }
        };
        if let Some(ticket) = ticket {
            self.events.send(WriterEvent::Committed { ticket, took });
        }
        if stalled.is_some() {
            self.events.send(WriterEvent::Recovered);
        }
        Ok(())
    }

    fn record_commit(&mut self, at: Instant, with_heartbeat: bool, with_jobs: bool) {
        if with_heartbeat {
            self.heartbeat += 1;
            self.heartbeat_at = at + HEARTBEAT_INTERVAL;
            self.is_at_risk = false;
        } else {
            self.is_at_risk |= with_jobs && self.config.durability == Durability::Process;
        }
    }

    /// Waits until the next retry is due, and answers reads meanwhile.
    async fn wait_for_retry(&mut self) {
        let at = Instant::now() + RETRY_INTERVAL;
        loop {
            tokio::select! {
                biased;
                () = self.control.retry.notified() => break,
                () = sleep_until(at) => break,
                Some(read) = self.reads.recv() => read(self.store.as_mut()),
            }
        }
    }
}

/// A commit that is being retried.
#[derive(Debug, Default)]
struct Stall {
    /// When the queue of jobs was found closed.
    closed_at: Option<Instant>,
}

impl Stall {
    /// Whether to stop retrying: after the queue has been closed for [`CLOSE_RETRY_TIME`].
    fn is_over(&mut self, is_closed: bool) -> bool {
        if !is_closed {
            return false;
        }
        self.closed_at.get_or_insert_with(Instant::now).elapsed() >= CLOSE_RETRY_TIME
    }
}
