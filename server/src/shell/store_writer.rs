//! The writer: the one thread that owns the store. It commits whatever has
//! queued as one transaction and reports it, tries again while the disk is full,
//! and reads for those who ask. It decides nothing about what is kept.

use crate::store::{Durability, Revision, Store, StoreError, Write, alive_at, last_alive};
use chuhe_rules::clock::Timestamp;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tokio::runtime;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// Jobs that may wait to be written; beyond it those who write wait too.
pub const WRITES: usize = 4096;
/// Questions that may wait to be read; beyond it those who ask wait too.
pub const READS: usize = 256;
/// The most jobs in one transaction.
const BATCH: usize = 1024;
/// The most questions that are answered between two transactions: few, for on a
/// slow disk a commit that waits for them is as one that hangs.
const READS_BETWEEN: usize = 4;
/// How often everything is made safe from a loss of power, and the time kept at
/// which the server was alive.
const MARK_EVERY: Duration = Duration::from_secs(1);
/// How often it is tried again while nothing can be written.
const RETRY_EVERY: Duration = Duration::from_secs(1);
/// How long it is tried again once nobody will write any more.
const ENDING: Duration = Duration::from_secs(2);

/// How a writer is to write.
pub struct WriterConfig {
    /// What every commit outlives. If it is the process's death only, all is
    /// safe from a loss of power within a second.
    pub durability: Durability,
    /// The time to keep as the one at which the server was alive, from a moment
    /// that is the same at every start.
    pub now: Box<dyn Fn() -> Timestamp + Send>,
}

impl fmt::Debug for WriterConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriterConfig").field("durability", &self.durability).finish_non_exhaustive()
    }
}

/// What the writer tells. Reports come in the order of the jobs, and are never
/// more than these, but for one of a stall and one of a recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriterEvent {
    /// All jobs up to this ticket's are committed.
    Committed {
        /// The ticket of the last.
        ticket: u64,
        /// How long the transaction took.
        took: Duration,
    },
    /// Nothing can be written for now; it is tried again.
    Stalled(StoreError),
    /// What could not be written is, and has been reported.
    Recovered,
    /// The writer has ended, and what was not reported may be lost.
    Failed(StoreError),
}

/// The writer has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the writer has ended")]
pub struct WriterStopped;

struct Job {
    ticket: u64,
    writes: Vec<Write>,
}

type Question = Box<dyn FnOnce(&mut dyn Store) + Send>;

/// What the writer is told past its queues.
#[derive(Debug, Default)]
struct Told {
    marking: AtomicBool,
    marking_changed: Notify,
    /// Try again at once what could not be written.
    retry: Notify,
}

/// The way to a writer. It ends when this is dropped, once all is written.
#[derive(Debug)]
pub struct StoreWriter {
    jobs: mpsc::Sender<Job>,
    reader: StoreReader,
    told: Arc<Told>,
    end: oneshot::Receiver<Result<(), StoreError>>,
}

/// A way to read.
#[derive(Clone)]
pub struct StoreReader(mpsc::Sender<Question>);

impl fmt::Debug for StoreReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreReader")
    }
}

impl StoreWriter {
    /// Starts a writer in a thread of its own. Its reports must be taken.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(
        store: Box<dyn Store>,
        settings: WriterConfig,
    ) -> io::Result<(Self, mpsc::UnboundedReceiver<WriterEvent>)> {
        let (writer, work, reports) = Self::new(store, settings);
        let runtime = runtime::Builder::new_current_thread().enable_time().build()?;
        thread::Builder::new().name("store".to_owned()).spawn(move || runtime.block_on(work.run()))?;
        Ok((writer, reports))
    }

    /// Starts a writer as a task of the runtime, where time may be simulated and
    /// a store that takes long is not to be.
    #[must_use]
    pub fn start_task(
        store: Box<dyn Store>,
        settings: WriterConfig,
    ) -> (Self, mpsc::UnboundedReceiver<WriterEvent>) {
        let (writer, work, reports) = Self::new(store, settings);
        tokio::spawn(work.run());
        (writer, reports)
    }

    fn new(
        store: Box<dyn Store>,
        settings: WriterConfig,
    ) -> (Self, Work, mpsc::UnboundedReceiver<WriterEvent>) {
        let (jobs, queued) = mpsc::channel(WRITES);
        let (reads, questions) = mpsc::channel(READS);
        // bounded by the jobs, as long as who writes them takes the reports
        let (reports, reported) = mpsc::unbounded_channel();
        let (ended, end) = oneshot::channel();
        let told = Arc::new(Told::default());
        let writing = Writing {
            store,
            settings,
            told: Arc::clone(&told),
            reports: Reports(reports),
            questions,
            nobody_writes: false,
            alive: 0,
            at_risk: false,
            mark_at: Instant::now(),
        };
        let writer = Self { jobs, reader: StoreReader(reads), told, end };
        (writer, Work { writing, jobs: queued, ended }, reported)
    }

    /// Queues `writes` to be committed at once, with those queued before them.
    /// Waits while [`WRITES`] wait. A later job has a higher ticket.
    ///
    /// # Errors
    /// If the writer has ended; a report says why.
    pub async fn write(&self, ticket: u64, writes: Vec<Write>) -> Result<(), WriterStopped> {
        self.jobs.send(Job { ticket, writes }).await.map_err(|_| WriterStopped)
    }

    /// A way to read, which may outlive this.
    #[must_use]
    pub fn reader(&self) -> StoreReader {
        self.reader.clone()
    }

    /// How many jobs wait.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Whether the time at which the server is alive is to be kept although
    /// nothing else is: as long as a clock runs of which a restart must know.
    /// Until this says so it is kept with what is written, and only then, the
    /// first time in one transaction with the first job.
    pub fn set_marking(&self, on: bool) {
        if self.told.marking.swap(on, Ordering::Relaxed) != on {
            self.told.marking_changed.notify_one();
        }
    }

    /// Has everything written, safe from a loss of power, and the store closed.
    ///
    /// # Errors
    /// What kept the writer from it.
    pub async fn close(self) -> Result<(), StoreError> {
        let Self { jobs, reader: _, told, end } = self;
        drop(jobs);
        told.retry.notify_one();
        end.await.unwrap_or_else(|_| Err(panicked()))
    }
}

impl StoreReader {
    /// Asks the store something. The answer knows what has been reported as
    /// committed, and perhaps more.
    ///
    /// # Errors
    /// If the writer has ended.
    pub async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Store) -> T + Send + 'static,
    ) -> Result<T, WriterStopped> {
        let (answer, answered) = oneshot::channel();
        // who asked may have gone
        let question: Question = Box::new(move |store| drop(answer.send(question(store))));
        self.0.send(question).await.map_err(|_| WriterStopped)?;
        answered.await.map_err(|_| WriterStopped)
    }
}

fn panicked() -> StoreError {
    StoreError::Failed("the writer panicked".to_owned())
}

/// The way out of the writer, which a panic does not pass by.
struct Reports(mpsc::UnboundedSender<WriterEvent>);

impl Reports {
    fn tell(&self, report: WriterEvent) {
        // nobody listens if the server has ended before its writer
        let _ = self.0.send(report);
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        if thread::panicking() {
            self.tell(WriterEvent::Failed(panicked()));
        }
    }
}

/// All of a writer: what it does, what for, and whom it tells when it has ended.
struct Work {
    writing: Writing,
    jobs: mpsc::Receiver<Job>,
    ended: oneshot::Sender<Result<(), StoreError>>,
}

impl Work {
    async fn run(self) {
        let Self { mut writing, mut jobs, ended } = self;
        let result = writing.serve(&mut jobs).await;
        if let Err(error) = &result {
            writing.reports.tell(WriterEvent::Failed(error.clone()));
        }
        // the store is closed before anyone hears that it is
        drop((writing, jobs));
        let _ = ended.send(result);
    }
}

struct Writing {
    store: Box<dyn Store>,
    settings: WriterConfig,
    told: Arc<Told>,
    reports: Reports,
    questions: mpsc::Receiver<Question>,
    nobody_writes: bool,
    /// How often the time alive was kept.
    alive: Revision,
    /// Whether a loss of power would lose something.
    at_risk: bool,
    /// When it is time to keep the time.
    mark_at: Instant,
}

impl Writing {
    async fn serve(&mut self, jobs: &mut mpsc::Receiver<Job>) -> Result<(), StoreError> {
        self.alive = last_alive(self.store.as_mut())?.map_or(0, |(revision, _)| revision);
        let mut batch = Vec::new();
        while !self.nobody_writes {
            let marks = self.at_risk || self.told.marking.load(Ordering::Relaxed);
            tokio::select! {
                biased; // the order is the same in every simulation
                count = jobs.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        self.nobody_writes = true;
                    }
                    self.commit(&mut batch, jobs).await?;
                    self.answer_some();
                }
                () = sleep_until(self.mark_at), if marks => self.commit(&mut batch, jobs).await?,
                Some(question) = self.questions.recv() => question(self.store.as_mut()),
                () = self.told.marking_changed.notified() => {}
            }
        }
        Ok(())
    }

    fn answer_some(&mut self) {
        for _ in 0..READS_BETWEEN {
            let Ok(question) = self.questions.try_recv() else { break };
            question(self.store.as_mut());
        }
    }

    /// Commits the batch, with the time if it is due, as often as it takes. The
    /// time is that of the first try: since then nothing could be kept, and a
    /// restart is to make good all of it.
    async fn commit(&mut self, batch: &mut Vec<Job>, jobs: &mpsc::Receiver<Job>) -> Result<(), StoreError> {
        let ticket = batch.last().map(|job| job.ticket);
        let mut writes: Vec<Write> = batch.drain(..).flat_map(|job| job.writes).collect();
        let of_jobs = writes.len();
        let begun_at = (self.settings.now)();
        let mut stalled: Option<Stall> = None;
        let took = loop {
            let begun = Instant::now();
            let marks = self.nobody_writes || begun >= self.mark_at;
            writes.truncate(of_jobs);
            if marks {
                writes.push(alive_at(begun_at, self.alive));
            }
            match self.store.commit(&writes, if marks { Durability::Power } else { self.settings.durability })
            {
                Ok(()) => {
                    self.committed(begun, marks, of_jobs > 0);
                    break begun.elapsed();
                }
                Err(error) if error.may_pass() => {
                    let stall = stalled.get_or_insert_with(|| {
                        self.reports.tell(WriterEvent::Stalled(error.clone()));
                        Stall::default()
                    });
                    if stall.is_hopeless(self.nobody_writes || jobs.is_closed()) {
                        return Err(error);
                    }
                    self.wait().await;
                }
                Err(error) => return Err(error),
            }
        };
        if let Some(ticket) = ticket {
            self.reports.tell(WriterEvent::Committed { ticket, took });
        }
        if stalled.is_some() {
            self.reports.tell(WriterEvent::Recovered);
        }
        Ok(())
    }

    fn committed(&mut self, at: Instant, marked: bool, something: bool) {
        if marked {
            self.alive += 1;
            self.mark_at = at + MARK_EVERY;
            self.at_risk = false;
        } else {
            self.at_risk |= something && self.settings.durability == Durability::Process;
        }
    }

    /// Waits until it is time to try again, and reads meanwhile.
    async fn wait(&mut self) {
        let at = Instant::now() + RETRY_EVERY;
        loop {
            tokio::select! {
                biased;
                () = self.told.retry.notified() => break,
                () = sleep_until(at) => break,
                Some(question) = self.questions.recv() => question(self.store.as_mut()),
            }
        }
    }
}

/// A time in which nothing can be written.
#[derive(Debug, Default)]
struct Stall {
    /// When nobody would write any more.
    ending: Option<Instant>,
}

impl Stall {
    /// Whether nobody waits for its end any longer.
    fn is_hopeless(&mut self, nobody_writes: bool) -> bool {
        if !nobody_writes {
            return false;
        }
        self.ending.get_or_insert_with(Instant::now).elapsed() >= ENDING
    }
}
