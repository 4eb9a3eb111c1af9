//! Runs the tasks of the computer on threads, so that the window keeps its frames.
//!
//! The engine of this program and external engines have a thread each: a hint need not wait for an
//! external engine that hangs.

use super::external::RunningEngine;
use super::mailbox::{Mailbox, Reporter};
use super::worker::Worker;
use chuhe_bot::{Position, Task, TaskId, Thinker, Thought};
use chuhe_model::engines::{EngineFailure, ExternalTask};
use chuhe_rules::GameMove;
use chuhe_uci::Go;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The memory of the search, in MiB.
const HASH_MIB: usize = 64;
/// The least time until a move is shown: the user's own move has come to rest by then.
const LEAST: Duration = Duration::from_millis(450);

/// The result of a task.
type Outcome = Result<Thought, EngineFailure>;

/// The number of a task, what would have stopped it, and its result.
type DoneTask = (TaskId, Arc<AtomicBool>, Outcome);

/// The threads that think.
#[derive(Debug)]
pub(super) struct Thinking {
    own: Worker<Begun<Task>>,
    external: Worker<Begun<ExternalTask>>,
    results: Mailbox<DoneTask>,
    /// What stops each task that is not done.
    stops: BTreeMap<TaskId, Arc<AtomicBool>>,
}

/// A task, and what stops it.
type Begun<T> = (T, Arc<AtomicBool>);

impl Thinking {
    /// The calling thread is unparked when there is a result to poll.
    pub(super) fn new() -> Self {
        Self {
            own: Worker::new("thinking"),
            external: Worker::new("external engine"),
            results: Mailbox::new(),
            stops: BTreeMap::new(),
        }
    }

    /// Begins a task, behind those begun before.
    pub(super) fn begin(&mut self, task: Task) {
        let (id, stop) = (task.id, self.stop_of(task.id));
        let report = self.results.reporter();
        let begun = self.own.begin((task, Arc::clone(&stop)), move |_| {
            let mut thinker = Thinker::new(HASH_MIB);
            move |(task, stop): Begun<Task>| {
                report.run(task.id, stop, |stop, began| {
                    let think = || task.run(&mut thinker, stop, &|| began.elapsed());
                    catch_unwind(AssertUnwindSafe(think)).map_err(|_| {
                        // the panic may have left it in any state
                        thinker = Thinker::new(HASH_MIB);
                        EngineFailure::Own
                    })
                });
            }
        });
        self.report_failure(id, stop, begun);
    }

    /// Begins a task with an external engine, behind those begun before.
    pub(super) fn begin_externally(&mut self, task: ExternalTask) {
        let (id, stop) = (task.task.id, self.stop_of(task.task.id));
        let report = self.results.reporter();
        let begun = self.external.begin((task, Arc::clone(&stop)), move |abandon| {
            let mut running = None;
            move |(task, stop): Begun<ExternalTask>| {
                report.run(task.task.id, stop, |stop, _| run_externally(&task, &mut running, stop, &abandon));
            }
        });
        self.report_failure(id, stop, begun);
    }

    /// Returns a task that could not begin as one that has failed.
    fn report_failure(&self, id: TaskId, stop: Arc<AtomicBool>, begun: Result<(), EngineFailure>) {
        if let Err(failure) = begun {
            self.results.send((id, stop, Err(failure)));
        }
    }

    /// Ends the threads and the external engine, which frees their memory.
    ///
    /// Does not wait for that. No task that is not done has a result.
    pub(super) fn end(&mut self) {
        for stop in std::mem::take(&mut self.stops).into_values() {
            stop.store(true, Ordering::Relaxed);
        }
        self.own.end();
        self.external.end();
    }

    fn stop_of(&mut self, task: TaskId) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        self.stops.insert(task, Arc::clone(&stop));
        stop
    }

    /// Stops a task: its result is not returned.
    pub(super) fn stop(&mut self, task: TaskId) {
        if let Some(stop) = self.stops.remove(&task) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the next result.
    pub(super) fn poll(&mut self) -> Option<(TaskId, Outcome)> {
        loop {
            let (task, stop, outcome) = self.results.poll()?;
            // a later game uses the same numbers
            if self.stops.get(&task).is_some_and(|current| Arc::ptr_eq(current, &stop)) {
                self.stops.remove(&task);
                return Some((task, outcome));
            }
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        // both at once, before either is waited for
        self.end();
    }
}

impl Reporter<DoneTask> {
    /// Runs a task unless it has been stopped, and sends its result, not before the least time.
    fn run(&self, id: TaskId, stop: Arc<AtomicBool>, think: impl FnOnce(&AtomicBool, Instant) -> Outcome) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let began = Instant::now();
        let outcome = think(&stop, began);
        while began.elapsed() < LEAST && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(15));
        }
        self.send((id, stop, outcome));
    }
}

/// Runs a task with an external engine, which stays for the next one unless it fails.
fn run_externally(
    task: &ExternalTask,
    running: &mut Option<RunningEngine>,
    stop: &AtomicBool,
    abandon: &Arc<AtomicBool>,
) -> Outcome {
    let Position::Xiangqi(game) = &task.task.position else { return Err(EngineFailure::OtherGame) };
    let mut engine = RunningEngine::reuse(running.take(), &task.engine, &[], abandon)?;
    let go = Go::move_time(task.task.time_limit());
    let (best, last) = engine.search(game, &go, stop, &mut |_| {})?;
    *running = Some(engine);
    Ok(Thought {
        mv: best.map(GameMove::Xiangqi),
        score: last.map(|last| last.score.centipawns()),
        resigns: best.is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_bot::{Clock, Position};
    use chuhe_rules::xiangqi::{self, Game, Rules};

    fn task(id: u64) -> Task {
        let game = Game::new(xiangqi::Position::start(), Rules::default());
        let (id, clock) = (TaskId(id), Clock::default());
        let position = Position::Xiangqi(Box::new(game));
        Task { id, position, level: 1, clock, seed: 1, longest: Duration::from_millis(100) }
    }

    #[test]
    fn a_task_without_a_thread_fails() {
        let mut thread = Thinking::new();
        thread.own = Worker::without_threads("thinking");
        thread.begin(task(1));
        assert_eq!(thread.poll(), Some((TaskId(1), Err(EngineFailure::NoThread))));
    }

    #[test]
    fn tasks_begin_again_after_the_end_of_the_threads() {
        let mut thread = Thinking::new();
        thread.begin(task(1));
        thread.end();
        thread.begin(task(1));
        assert!(next(&mut thread).1.unwrap().mv.is_some());
        assert_eq!(thread.poll(), None);
    }

    /// The next result, which wakes this thread.
    fn next(thread: &mut Thinking) -> (TaskId, Outcome) {
        loop {
            match thread.poll() {
                Some(result) => return result,
                None => thread::park_timeout(Duration::from_secs(10)),
            }
        }
    }

    #[test]
    fn a_task_returns_a_move_and_a_stopped_one_nothing() {
        let mut thread = Thinking::new();
        thread.begin(task(1));
        thread.begin(task(2));
        thread.stop(TaskId(1));
        let result = next(&mut thread);
        assert_eq!(result.0, TaskId(2));
        assert!(result.1.unwrap().mv.is_some());
    }
}
