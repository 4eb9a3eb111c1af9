//! Runs the tasks of the computer on a thread of its own, so that the window keeps its frames.

use chuhe_bot::{Task, TaskId, Thinker, Thought};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

/// The memory of the search, in MiB.
const HASH_MIB: usize = 64;
/// The least time until a move is shown: the user's own move has come to rest by then.
const LEAST: Duration = Duration::from_millis(450);

/// A task, and what stops it.
type BegunTask = (Task, Arc<AtomicBool>);

/// The number of a task, what would have stopped it, and its result.
type DoneTask = (TaskId, Arc<AtomicBool>, Thought);

/// The thread that thinks. It starts with the first task.
#[derive(Debug)]
pub(super) struct ThinkingThread {
    tasks: Option<(Sender<BegunTask>, JoinHandle<()>)>,
    sender: Sender<DoneTask>,
    results: Receiver<DoneTask>,
    /// What stops each task that is not done.
    stops: BTreeMap<TaskId, Arc<AtomicBool>>,
    wake: Thread,
}

impl ThinkingThread {
    /// The calling thread is unparked when there is a result to poll.
    pub(super) fn new() -> Self {
        let (sender, results) = mpsc::channel();
        Self { tasks: None, sender, results, stops: BTreeMap::new(), wake: thread::current() }
    }

    /// Begins a task, behind those begun before.
    pub(super) fn begin(&mut self, task: Task) {
        if self.tasks.is_none() {
            let (tasks, begun) = mpsc::channel();
            let (results, wake) = (self.sender.clone(), self.wake.clone());
            let run = move || run(&begun, &results, &wake);
            match thread::Builder::new().name("thinking".to_owned()).spawn(run) {
                Ok(thread) => self.tasks = Some((tasks, thread)),
                Err(error) => return tracing::error!(%error, "cannot start the thread that thinks"),
            }
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.stops.insert(task.id, Arc::clone(&stop));
        if let Some((tasks, _)) = &self.tasks {
            // an error means that the thread has panicked, which the log says
            let _ = tasks.send((task, stop));
        }
    }

    /// Stops a task: its result is not returned.
    pub(super) fn stop(&mut self, task: TaskId) {
        if let Some(stop) = self.stops.remove(&task) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the next result.
    pub(super) fn poll(&mut self) -> Option<(TaskId, Thought)> {
        loop {
            let (task, stop, thought) = self.results.try_recv().ok()?;
            // a later game uses the same numbers
            if self.stops.get(&task).is_some_and(|current| Arc::ptr_eq(current, &stop)) {
                self.stops.remove(&task);
                return Some((task, thought));
            }
        }
    }
}

impl Drop for ThinkingThread {
    fn drop(&mut self) {
        for stop in self.stops.values() {
            stop.store(true, Ordering::Relaxed);
        }
        if let Some((tasks, thread)) = self.tasks.take() {
            drop(tasks);
            let _ = thread.join();
        }
    }
}

fn run(tasks: &Receiver<BegunTask>, results: &Sender<DoneTask>, wake: &Thread) {
    let mut thinker = Thinker::new(HASH_MIB);
    for (task, stop) in tasks {
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let began = Instant::now();
        let thought = task.run(&mut thinker, &stop, &|| began.elapsed());
        while began.elapsed() < LEAST && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(15));
        }
        if results.send((task.id, stop, thought)).is_err() {
            return;
        }
        wake.unpark();
    }
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
        let mut thread = ThinkingThread::new();
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
        assert!(result.1.mv.is_some());
    }
}
