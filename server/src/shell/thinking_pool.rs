//! The threads on which the computer players think.
//!
//! They are few and have a low priority, so that people's moves never wait for them. The more
//! tasks wait, the shorter each may take. A task whose thinking panics has no result; its thread
//! goes on with the next one. An external engine may think about xiangqi in place of Chuhe's own.

use super::external_engine::ExternalEngine;
use super::metrics::Metrics;
use chuhe_bot::{Task, Thinker, Thought};
use chuhe_uci::EngineConfig;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

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

/// Runs the tasks of all computer players, in the order in which they come.
pub(super) struct ThinkingPool(Arc<Shared>);

/// A task that was handed to the pool. Dropping it stops the task.
#[derive(Debug)]
pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    thought: oneshot::Receiver<Result<Thought, Panicked>>,
}

/// Thinking about a task has panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Panicked;

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
    pub(super) fn start(metrics: Arc<Metrics>, engine: Option<EngineConfig>) -> io::Result<Self> {
        Self::start_with(metrics, engine, Task::run)
    }

    fn start_with(metrics: Arc<Metrics>, engine: Option<EngineConfig>, run: Run) -> io::Result<Self> {
        let (queue, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { queue, changed, metrics, run, engine });
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let started = (0..processors.saturating_sub(1).clamp(1, MAX_THREADS)).map(|_| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("thinking".to_owned()).spawn(move || shared.run()).map(drop)
        });
        require_one(started)?;
        Ok(Self(shared))
    }

    /// Hands a task to the threads.
    pub(super) fn think(&self, task: Box<Task>) -> Thinking {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, thought) = oneshot::channel();
        let job = Job { task, queued_at: Instant::now(), stop: Arc::clone(&stop), thought: sender };
        lock(&self.0.queue).jobs.push_back(job);
        self.0.changed.notify_one();
        Thinking { stop, thought }
    }
}

impl Drop for ThinkingPool {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.queue);
        queue.is_closed = true;
        for job in queue.jobs.drain(..) {
            job.stop.store(true, Ordering::Relaxed);
        }
        if let Some(engine) = &self.0.engine {
            engine.abandon.store(true, Ordering::Relaxed);
        }
        self.0.changed.notify_all();
    }
}

impl Thinking {
    /// Waits for the result; `None` if the pool has ended. Cancel safe.
    pub(super) async fn thought(&mut self) -> Option<Result<Thought, Panicked>> {
        (&mut self.thought).await.ok()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn run(&self) {
        lower_priority();
        let mut thinker = Thinker::new(HASH_MIB);
        let mut external = self.engine.clone().map(ExternalEngine::start);
        while let Some((mut job, waiting)) = self.next() {
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

    /// Waits for the next job; returns it with the number of jobs behind it.
    fn next(&self) -> Option<(Job, usize)> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
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

/// Accepts starts of which one at least has succeeded.
///
/// # Errors
/// The first error, if none has.
fn require_one(starts: impl Iterator<Item = io::Result<()>>) -> io::Result<()> {
    let (mut has_one, mut failure) = (false, None);
    for start in starts {
        match start {
            Ok(()) => has_one = true,
            Err(error) => {
                tracing::warn!(%error, "cannot start a thread for computer players");
                failure.get_or_insert(error);
            }
        }
    }
    if has_one { Ok(()) } else { failure.map_or(Ok(()), Err) }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    // nothing panics while it is locked
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives this thread a low priority, where the system can.
fn lower_priority() {
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
        pub(in crate::shell) fn ended() -> Self {
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
        let mut thinking: Vec<Thinking> = (0..20).map(|n| pool.think(task(n))).collect();
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
            last = Some(pool.think(hard));
        }
        drop(last);
        let mut wanted = pool.think(task(200));
        assert!(wanted.thought().await.is_some());
    }

    #[tokio::test]
    async fn tasks_end_with_the_pool() {
        let pool = pool();
        let mut thinking: Vec<Thinking> = (0..50).map(|n| pool.think(task(n))).collect();
        drop(pool);
        for thinking in &mut thinking {
            // done before, or dropped
            let _ = thinking.thought().await;
        }
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
        assert!(require_one([Ok(()), failed()].into_iter()).is_ok());
        assert!(require_one([failed(), Ok(())].into_iter()).is_ok());
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
            assert_eq!(pool.think(task(id)).thought().await, Some(Err(Panicked)));
        }
        let mut thinking = pool.think(task(9));
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
            let thought = pool.think(task(1)).thought().await.unwrap().unwrap();
            let mv = GameMove::Xiangqi("b0c2".parse().unwrap());
            assert_eq!(thought, Thought { mv: Some(mv), score: Some(-21), resigns: false });
        }

        #[tokio::test]
        async fn the_own_engine_plays_on_when_the_external_one_fails() {
            for best in ["exit 3", "echo bestmove hello", "echo bestmove a0a9"] {
                let pool = pool(best);
                for id in 0..3 {
                    let thought = pool.think(task(id)).thought().await.unwrap().unwrap();
                    assert_eq!(thought.score, Some(7), "{best}");
                }
            }
            let nowhere = EngineConfig::new(Launch::new("/no/engine"));
            assert!(matches!(chuhe_uci::Engine::start(&nowhere), Err(EngineError::NotFound(_))));
            let own: Run = |_, _, _, _| Thought { mv: None, score: Some(7), resigns: false };
            let pool = ThinkingPool::start_with(Metrics::new(false), Some(nowhere), own).unwrap();
            assert!(pool.think(task(1)).thought().await.is_some_and(|thought| thought.is_ok()));
        }
    }
}
