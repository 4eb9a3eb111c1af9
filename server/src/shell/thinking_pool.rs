//! The threads on which the computer players think.
//!
//! They are few and have a low priority, so that people's moves never wait for them. The more
//! tasks wait, the shorter each may take.

use super::metrics::Metrics;
use chuhe_bot::{Task, Thinker, Thought};
use std::collections::VecDeque;
use std::io;
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
    thought: oneshot::Receiver<Thought>,
}

struct Job {
    task: Box<Task>,
    stop: Arc<AtomicBool>,
    thought: oneshot::Sender<Thought>,
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
}

impl ThinkingPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system can start none.
    pub(super) fn start(metrics: Arc<Metrics>) -> io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), metrics });
        let processors = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..processors.saturating_sub(1).clamp(1, MAX_THREADS) {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("thinking".to_owned()).spawn(move || shared.run())?;
        }
        Ok(Self(shared))
    }

    /// Hands a task to the threads.
    pub(super) fn think(&self, task: Box<Task>) -> Thinking {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, thought) = oneshot::channel();
        lock(&self.0.queue).jobs.push_back(Job { task, stop: Arc::clone(&stop), thought: sender });
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
        self.0.changed.notify_all();
    }
}

impl Thinking {
    /// Waits for the result; `None` if the pool has ended. Cancel safe.
    pub(super) async fn thought(&mut self) -> Option<Thought> {
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
        while let Some((mut job, waiting)) = self.next() {
            if job.stop.load(Ordering::Relaxed) {
                continue;
            }
            let fair = LONGEST / u32::try_from(waiting + 1).unwrap_or(u32::MAX);
            job.task.longest = fair.max(SHORTEST);
            let began = Instant::now();
            let thought = job.task.run(&mut thinker, &job.stop, &|| began.elapsed());
            self.metrics.record_thinking(began.elapsed());
            // its player may have gone
            let _ = job.thought.send(thought);
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

    fn task(id: u64) -> Box<Task> {
        let game = xiangqi::Game::new(xiangqi::Position::start(), xiangqi::Rules::default());
        let position = Position::Xiangqi(Box::new(game));
        let longest = Duration::from_secs(10);
        Box::new(Task { id: TaskId(id), position, level: 1, clock: Clock::default(), seed: id, longest })
    }

    fn pool() -> ThinkingPool {
        ThinkingPool::start(Metrics::new(false)).expect("the threads start")
    }

    #[tokio::test]
    async fn every_task_gets_its_move() {
        let pool = pool();
        let mut thinking: Vec<Thinking> = (0..20).map(|n| pool.think(task(n))).collect();
        for thinking in &mut thinking {
            let thought = thinking.thought().await.expect("the pool runs");
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
}
