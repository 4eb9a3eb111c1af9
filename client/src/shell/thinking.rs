//! Runs the tasks of the computer on threads, so that the window keeps its frames.
//!
//! The engine of this program and external engines have a thread each: a hint need not wait for an
//! external engine that hangs.

use super::external::RunningEngine;
use crate::core::engines::{EngineFailure, ExternalTask};
use chuhe_bot::{Position, Task, TaskId, Thinker, Thought};
use chuhe_rules::GameMove;
use chuhe_uci::Go;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

/// The memory of the search, in MiB.
const HASH_MIB: usize = 64;
/// The least time until a move is shown: the user's own move has come to rest by then.
const LEAST: Duration = Duration::from_millis(450);

/// The result of a task.
type Outcome = Result<Thought, EngineFailure>;

/// The number of a task, what would have stopped it, and its result.
type DoneTask = (TaskId, Arc<AtomicBool>, Outcome);

/// The threads that think. Each starts with its first task.
#[derive(Debug)]
pub(super) struct Thinking {
    own: Lane<Task>,
    external: Lane<ExternalTask>,
    sender: Sender<DoneTask>,
    results: Receiver<DoneTask>,
    /// What stops each task that is not done.
    stops: BTreeMap<TaskId, Arc<AtomicBool>>,
    /// Ends external engines at once.
    abandon: Arc<AtomicBool>,
    wake: Thread,
}

/// A thread and the way of tasks to it.
type Lane<T> = Option<(Sender<(T, Arc<AtomicBool>)>, JoinHandle<()>)>;

impl Thinking {
    /// The calling thread is unparked when there is a result to poll.
    pub(super) fn new() -> Self {
        let (sender, results) = mpsc::channel();
        Self {
            own: None,
            external: None,
            sender,
            results,
            stops: BTreeMap::new(),
            abandon: Arc::default(),
            wake: thread::current(),
        }
    }

    /// Begins a task, behind those begun before.
    pub(super) fn begin(&mut self, task: Task) {
        let stop = self.stop_of(task.id);
        let (results, wake) = (self.sender.clone(), self.wake.clone());
        begin(&mut self.own, (task, stop), "thinking", move |tasks| {
            let mut thinker = Thinker::new(HASH_MIB);
            run(
                &tasks,
                &results,
                &wake,
                |task: &Task| task.id,
                |task, stop, began| {
                    let think = || task.run(&mut thinker, stop, &|| began.elapsed());
                    catch_unwind(AssertUnwindSafe(think)).map_err(|_| {
                        // the panic may have left it in any state
                        thinker = Thinker::new(HASH_MIB);
                        EngineFailure::Own
                    })
                },
            );
        });
    }

    /// Begins a task with an external engine, behind those begun before.
    pub(super) fn begin_externally(&mut self, task: ExternalTask) {
        let stop = self.stop_of(task.task.id);
        let (results, wake, abandon) = (self.sender.clone(), self.wake.clone(), Arc::clone(&self.abandon));
        begin(&mut self.external, (task, stop), "external engine", move |tasks| {
            let mut running = None;
            run(
                &tasks,
                &results,
                &wake,
                |task: &ExternalTask| task.task.id,
                |task, stop, _| run_externally(task, &mut running, stop, &abandon),
            );
        });
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
            let (task, stop, outcome) = self.results.try_recv().ok()?;
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
        self.abandon.store(true, Ordering::Relaxed);
        for stop in self.stops.values() {
            stop.store(true, Ordering::Relaxed);
        }
        if let Some((tasks, thread)) = self.own.take() {
            drop(tasks);
            let _ = thread.join();
        }
        if let Some((tasks, thread)) = self.external.take() {
            drop(tasks);
            let _ = thread.join();
        }
    }
}

/// Passes a task to a thread, which it starts if it does not run.
fn begin<T: Send + 'static>(
    lane: &mut Lane<T>,
    task: (T, Arc<AtomicBool>),
    name: &str,
    run: impl FnOnce(Receiver<(T, Arc<AtomicBool>)>) + Send + 'static,
) {
    if lane.is_none() {
        let (tasks, begun) = mpsc::channel();
        match thread::Builder::new().name(name.to_owned()).spawn(move || run(begun)) {
            Ok(thread) => *lane = Some((tasks, thread)),
            Err(error) => return tracing::error!(%error, "cannot start the thread that thinks"),
        }
    }
    if let Some((tasks, _)) = lane {
        // the thread ends only with this program
        let _ = tasks.send(task);
    }
}

/// Runs tasks until there are no more.
fn run<T>(
    tasks: &Receiver<(T, Arc<AtomicBool>)>,
    results: &Sender<DoneTask>,
    wake: &Thread,
    id: impl Fn(&T) -> TaskId,
    mut think: impl FnMut(&T, &AtomicBool, Instant) -> Outcome,
) {
    for (task, stop) in tasks {
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let began = Instant::now();
        let outcome = think(&task, &stop, began);
        while began.elapsed() < LEAST && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(15));
        }
        if results.send((id(&task), stop, outcome)).is_err() {
            return;
        }
        wake.unpark();
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
    fn a_task_returns_a_move_and_a_stopped_one_nothing() {
        let mut thread = Thinking::new();
        thread.begin(task(1));
        thread.begin(task(2));
        thread.stop(TaskId(1));
        let result = loop {
            match thread.poll() {
                Some(result) => break result,
                None => thread::park_timeout(Duration::from_secs(10)),
            }
        };
        assert_eq!(result.0, TaskId(2));
        assert!(result.1.unwrap().mv.is_some());
    }
}
