//! The threads on which the computer players think.
//!
//! They are few and have a low priority, so that people's moves never wait for them. The more
//! tasks wait, the shorter each may take. A task whose thinking panics has no result; its thread
//! goes on with the next one. An external engine may think about xiangqi in place of Chuhe's own.

use super::external_engine::ExternalEngine;
use crate::shell::operate::metrics::Metrics;
use chuhe_bot::{Task, Thinker, Thought};
use chuhe_uci::EngineConfig;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The most threads that think. One processor at least is left to the server.
const MAX_THREADS: usize = 2;
/// The memory of the searches of one thread, in MiB.
const HASH_MIB: usize = 16;
/// The longest time for one move while nobody waits.
const LONGEST: Duration = Duration::from_secs(2);
/// The shortest time for one move, however many wait.
const SHORTEST: Duration = Duration::from_millis(20);

/// The priority of the threads: the lowest of ordinary ones.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 19;

/// How long the server waits for the end of the threads when it stops.
///
/// It exceeds [`QUIT_LIMIT`], after which an engine that ignores `quit` is killed.
///
/// [`QUIT_LIMIT`]: chuhe_uci::limits::QUIT_LIMIT
const END_LIMIT: Duration = Duration::from_secs(2);

/// Runs the tasks of all computer players, in the order in which they come.
///
/// It is dropped with its tasks; [`ThinkingPool::end`] also waits for its threads.
pub(crate) struct ThinkingPool {
    shared: Arc<Shared>,
    /// Receives from each thread when its engine is ready to think; closed when all have ended.
    threads: mpsc::Receiver<()>,
    count: usize,
}

/// Where tasks are handed to the pool.
#[derive(Clone)]
pub(crate) struct Tasks(Arc<Shared>);

/// A task that was handed to the pool. Dropping it stops the task.
#[derive(Debug)]
pub(crate) struct Thinking {
    stop: Arc<AtomicBool>,
    thought: oneshot::Receiver<Result<Thought, Panicked>>,
}

/// Thinking about a task has panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panicked;

struct Job {
    task: Box<Task>,
    /// When the task was handed over.
    queued_at: Instant,
    stop: Arc<AtomicBool>,
    thought: oneshot::Sender<Result<Thought, Panicked>>,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// What stops the last job of each thread.
    running: [Arc<AtomicBool>; MAX_THREADS],
    is_closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Signalled when a job is added or the queue is closed.
    changed: Condvar,
    metrics: Arc<Metrics>,
    run: Run,
    /// The external engine that thinks about tasks of xiangqi, if there is one.
    engine: Option<EngineConfig>,
}

/// Chooses a move: [`Task::run`], except in tests.
type Run = fn(&Task, &mut Thinker, &AtomicBool, &(dyn Fn() -> Duration + Sync)) -> Thought;

impl ThinkingPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system can start none.
    pub(crate) fn start(metrics: Arc<Metrics>, engine: Option<EngineConfig>) -> io::Result<Self> {
        Self::start_with(metrics, engine, Task::run)
    }

    fn start_with(metrics: Arc<Metrics>, engine: Option<EngineConfig>, run: Run) -> io::Result<Self> {
        let (queue, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { queue, changed, metrics, run, engine });
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let (ready, threads) = mpsc::channel(MAX_THREADS);
        let started = (0..processors.saturating_sub(1).clamp(1, MAX_THREADS)).map(|n| {
            let (shared, ready) = (Arc::clone(&shared), ready.clone());
            thread::Builder::new().name("thinking".to_owned()).spawn(move || shared.run(n, &ready)).map(drop)
        });
        let count = require_one(started)?;
        Ok(Self { shared, threads, count })
    }

    /// Waits until the engine of each thread has started or failed.
    ///
    /// An engine takes seconds to start on a busy machine. No clock of a player is to run meanwhile.
    pub(crate) async fn ready(&mut self) {
        while self.count > 0 && self.threads.recv().await.is_some() {
            self.count -= 1;
        }
    }

    /// Where tasks are handed to the threads.
    pub(crate) fn tasks(&self) -> Tasks {
        Tasks(Arc::clone(&self.shared))
    }

    /// Ends the threads and their engines, and waits for that, for a limited time.
    pub(crate) async fn end(mut self) {
        self.close();
        let ended = async { while self.threads.recv().await.is_some() {} };
        if tokio::time::timeout(END_LIMIT, ended).await.is_err() {
            tracing::warn!("the engines of the computer players have not ended in time");
        }
    }

    fn close(&self) {
        let mut queue = lock(&self.shared.queue);
        queue.is_closed = true;
        for stop in queue.jobs.iter().map(|job| &job.stop).chain(&queue.running) {
            stop.store(true, Ordering::Relaxed);
        }
        queue.jobs.clear();
        if let Some(engine) = &self.shared.engine {
            engine.abandon.store(true, Ordering::Relaxed);
        }
        self.shared.changed.notify_all();
    }
}

impl Drop for ThinkingPool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Tasks {
    /// Hands a task to the threads.
    pub(crate) fn think(&self, task: Box<Task>) -> Thinking {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, thought) = oneshot::channel();
        let job = Job { task, queued_at: Instant::now(), stop: Arc::clone(&stop), thought: sender };
        let mut queue = lock(&self.0.queue);
        // otherwise its sender is dropped, which says that the pool has ended
        if !queue.is_closed {
            queue.jobs.push_back(job);
        }
        drop(queue);
        self.0.changed.notify_one();
        Thinking { stop, thought }
    }
}

impl Thinking {
    /// Waits for the result; `None` if the pool has ended. Cancel safe.
    pub(crate) async fn thought(&mut self) -> Option<Result<Thought, Panicked>> {
        (&mut self.thought).await.ok()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn run(&self, thread: usize, ready: &mpsc::Sender<()>) {
        lower_priority();
        let mut thinker = Thinker::new(HASH_MIB);
        let mut external = self.engine.clone().map(ExternalEngine::start);
        // fails only if the pool has been dropped
        let _ = ready.try_send(());
        while let Some((mut job, waiting)) = self.next(thread) {
            if job.stop.load(Ordering::Relaxed) {
                continue;
            }
            job.task.longest = time_for(job.task.time_limit(), job.queued_at.elapsed(), waiting);
            let began = Instant::now();
            let run = || {
                let found = external.as_mut().and_then(|engine| engine.think(&job.task, &job.stop));
                found.unwrap_or_else(|| (self.run)(&job.task, &mut thinker, &job.stop, &|| began.elapsed()))
            };
            let thought = catch_unwind(AssertUnwindSafe(run));
            self.metrics.record_thinking(began.elapsed());
            match thought {
                // its player may have gone
                Ok(thought) => _ = job.thought.send(Ok(thought)),
                Err(_) => {
                    // the panic may have left it in any state
                    thinker = Thinker::new(HASH_MIB);
                    let _ = job.thought.send(Err(Panicked));
                }
            }
        }
    }

    /// Waits for the next job of a thread; returns it with the number of jobs behind it.
    fn next(&self, thread: usize) -> Option<(Job, usize)> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                queue.running[thread] = Arc::clone(&job.stop);
                return Some((job, queue.jobs.len()));
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Returns the time for a task that has waited so long, with so many others behind it.
///
/// `limit` counts from the moment when the task was handed over: the player's clock has run since.
fn time_for(limit: Duration, waited: Duration, behind: usize) -> Duration {
    let fair = LONGEST / u32::try_from(behind + 1).unwrap_or(u32::MAX);
    limit.saturating_sub(waited).min(fair).max(SHORTEST)
}

/// Counts the starts that have succeeded, of which there must be one.
///
/// # Errors
/// The first error, if none has.
fn require_one(starts: impl Iterator<Item = io::Result<()>>) -> io::Result<usize> {
    let (mut count, mut failure) = (0, None);
    for start in starts {
        match start {
            Ok(()) => count += 1,
            Err(error) => {
                tracing::warn!(%error, "cannot start a thread for computer players");
                failure.get_or_insert(error);
            }
        }
    }
    if count > 0 { Ok(count) } else { failure.map_or(Ok(0), Err) }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    // nothing panics while it is locked
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives this thread a low priority, where the system can.
pub(super) fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS) {
        tracing::debug!(%error, "cannot lower the priority of a thread");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_bot::{Clock, Position, TaskId};
    use chuhe_rules::xiangqi;

    impl Thinking {
        /// A task of a pool that has ended.
        pub(crate) fn ended() -> Self {
            Self { stop: Arc::default(), thought: oneshot::channel().1 }
        }
    }

    fn task(id: u64) -> Box<Task> {
        let game = xiangqi::Game::new(xiangqi::Position::start(), xiangqi::Rules::default());
        let position = Position::Xiangqi(Box::new(game));
        let longest = Duration::from_secs(10);
        Box::new(Task { id: TaskId(id), position, level: 1, clock: Clock::default(), seed: id, longest })
    }

    fn pool() -> ThinkingPool {
        ThinkingPool::start(Metrics::new(false), None).expect("the threads start")
    }

    #[tokio::test]
    async fn every_task_gets_its_move() {
        let pool = pool();
        let mut thinking: Vec<Thinking> = (0..20).map(|n| pool.tasks().think(task(n))).collect();
        for thinking in &mut thinking {
            let thought = thinking.thought().await.expect("the pool runs").unwrap();
            assert!(thought.mv.is_some());
        }
    }

    #[tokio::test]
    async fn a_task_that_was_dropped_is_passed_over() {
        let pool = pool();
        let mut last = None;
        for n in 0..200 {
            // level 10 thinks for the whole time, so that the test ends only if these are not run
            let hard = Box::new(Task { level: 10, ..*task(n) });
            last = Some(pool.tasks().think(hard));
        }
        drop(last);
        let mut wanted = pool.tasks().think(task(200));
        assert!(wanted.thought().await.is_some());
    }

    #[tokio::test]
    async fn tasks_end_with_the_pool() {
        let pool = pool();
        let tasks = pool.tasks();
        let mut thinking: Vec<Thinking> = (0..50).map(|n| tasks.think(task(n))).collect();
        pool.end().await;
        for thinking in &mut thinking {
            // done before, or dropped
            let _ = thinking.thought().await;
        }
        assert_eq!(tasks.think(task(50)).thought().await, None);
    }

    #[tokio::test]
    async fn the_threads_end_while_they_think() {
        let run: Run = |_, _, stop, _| {
            while !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            Thought { mv: None, score: Some(7), resigns: false }
        };
        let pool = ThinkingPool::start_with(Metrics::new(false), None, run).unwrap();
        let mut thinking = pool.tasks().think(task(1));
        assert!(
            tokio::time::timeout(Duration::from_millis(50), thinking.thought()).await.is_err(),
            "it runs until it is stopped"
        );
        pool.end().await;
        assert!(thinking.thought().await.is_some());
    }

    #[test]
    fn time_in_the_queue_counts_against_the_limit() {
        let ms = Duration::from_millis;
        assert_eq!(time_for(ms(800), ms(0), 0), ms(800));
        assert_eq!(time_for(ms(800), ms(500), 0), ms(300));
        assert_eq!(time_for(ms(800), ms(500), 19), ms(100));
        assert_eq!(time_for(ms(800), ms(900), 0), SHORTEST);
        assert_eq!(time_for(Task::LONGEST, ms(0), 0), LONGEST);
    }

    #[test]
    fn one_thread_is_enough() {
        let failed = || Err(io::Error::from(io::ErrorKind::WouldBlock));
        assert_eq!(require_one([Ok(()), failed()].into_iter()).ok(), Some(1));
        assert_eq!(require_one([failed(), Ok(())].into_iter()).ok(), Some(1));
        assert!(require_one([failed(), failed()].into_iter()).is_err());
    }

    #[tokio::test]
    async fn threads_go_on_after_a_panic() {
        let run: Run = |task, _, _, _| {
            assert!(task.id == TaskId(9), "a test panics");
            Thought { mv: None, score: Some(7), resigns: false }
        };
        let pool = ThinkingPool::start_with(Metrics::new(false), None, run).unwrap();
        for id in 0..MAX_THREADS as u64 {
            assert_eq!(pool.tasks().think(task(id)).thought().await, Some(Err(Panicked)));
        }
        let mut thinking = pool.tasks().think(task(9));
        let thought = tokio::time::timeout(Duration::from_secs(10), thinking.thought()).await;
        assert_eq!(thought, Ok(Some(Ok(Thought { mv: None, score: Some(7), resigns: false }))));
    }

    #[cfg(unix)]
    mod scripts {
        use super::*;
        use chuhe_rules::GameMove;
        use chuhe_uci::{EngineError, Launch};

        /// A pool of threads whose engine answers a search by `best`.
        fn pool(best: &str) -> ThinkingPool {
            let body = format!(
                "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
                 go\\ depth\\ 1) echo bestmove h2e2;; go*) {best};; quit) exit;; esac; done"
            );
            let arguments = vec!["-c".to_owned(), body];
            let config = EngineConfig::new(Launch { path: "/bin/sh".into(), arguments });
            let own: Run = |_, _, _, _| Thought { mv: None, score: Some(7), resigns: false };
            ThinkingPool::start_with(Metrics::new(false), Some(config), own).unwrap()
        }

        #[tokio::test]
        async fn an_external_engine_thinks() {
            let pool = pool("echo info depth 3 score cp -21 pv b0c2; echo bestmove b0c2");
            let thought = pool.tasks().think(task(1)).thought().await.unwrap().unwrap();
            let mv = GameMove::Xiangqi("b0c2".parse().unwrap());
            assert_eq!(thought, Thought { mv: Some(mv), score: Some(-21), resigns: false });
        }

        #[tokio::test]
        async fn an_engine_that_ignores_quit_ends_with_the_pool() {
            let folder = tempfile::tempdir().unwrap();
            let pid = folder.path().join("pid");
            let mut pool = pool(&format!("trap '' TERM; echo $$ >> '{}'; exec sleep 100", pid.display()));
            pool.ready().await;
            let tasks = pool.tasks();
            let _thinking: Vec<Thinking> = (0..4).map(|n| tasks.think(task(n))).collect();
            while !std::fs::read_to_string(&pid).is_ok_and(|pids| pids.ends_with('\n')) {
                tokio::task::yield_now().await;
            }
            pool.end().await;
            for pid in std::fs::read_to_string(&pid).unwrap().split_whitespace() {
                let kill = std::process::Command::new("kill").arg("-0").arg(pid).output().unwrap();
                assert!(!kill.status.success(), "the engine {pid} still runs");
            }
        }

        #[tokio::test]
        async fn the_own_engine_plays_on_when_the_external_one_fails() {
            for best in ["exit 3", "echo bestmove hello", "echo bestmove a0a9"] {
                let pool = pool(best);
                for id in 0..3 {
                    let thought = pool.tasks().think(task(id)).thought().await.unwrap().unwrap();
                    assert_eq!(thought.score, Some(7), "{best}");
                }
            }
            let nowhere = EngineConfig::new(Launch::new("/no/engine"));
            assert!(matches!(chuhe_uci::Engine::start(&nowhere), Err(EngineError::NotFound(_))));
            let own: Run = |_, _, _, _| Thought { mv: None, score: Some(7), resigns: false };
            let pool = ThinkingPool::start_with(Metrics::new(false), Some(nowhere), own).unwrap();
            assert!(pool.tasks().think(task(1)).thought().await.is_some_and(|thought| thought.is_ok()));
        }
    }
}
