//! A thread that does jobs one after another, so that the window never waits for an engine.

use chuhe_model::engines::EngineFailure;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long the window waits for the end of a thread when it closes.
///
/// It exceeds [`QUIT_LIMIT`], after which an engine that ignores `quit` is killed.
///
/// [`QUIT_LIMIT`]: chuhe_uci::limits::QUIT_LIMIT
const END_LIMIT: Duration = Duration::from_secs(2);
/// How often the end of a thread is looked for.
const END_INTERVAL: Duration = Duration::from_millis(2);

/// A thread for jobs. It starts with the first job, and again with the first one after an end.
///
/// Dropping it ends the thread and waits for that, for a limited time.
#[derive(Debug)]
pub(super) struct Worker<J> {
    name: &'static str,
    running: Option<Running<J>>,
    /// Threads that end after their current job.
    ending: Vec<JoinHandle<()>>,
    /// Starts threads: [`thread::Builder::spawn`], except in tests.
    spawn: Spawn,
}

type Spawn = fn(thread::Builder, Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>;

#[derive(Debug)]
struct Running<J> {
    jobs: Sender<J>,
    thread: JoinHandle<()>,
    /// Ends an external engine at once.
    abandon: Arc<AtomicBool>,
}

impl<J: Send + 'static> Worker<J> {
    /// No thread yet; it will have this name.
    pub(super) fn new(name: &'static str) -> Self {
        let spawn: Spawn = |builder, run| builder.spawn(run);
        Self { name, running: None, ending: Vec::new(), spawn }
    }

    /// A worker whose thread never starts.
    #[cfg(test)]
    pub(super) fn without_threads(name: &'static str) -> Self {
        let spawn: Spawn = |_, _| Err(io::Error::from(io::ErrorKind::WouldBlock));
        Self { name, running: None, ending: Vec::new(), spawn }
    }

    /// Queues a job.
    ///
    /// If the thread does not run, it starts, and calls `prepare` for the function that does its
    /// jobs. Engines that this function starts end once the flag passed to `prepare` is set.
    ///
    /// # Errors
    /// [`EngineFailure::NoThread`] if the system cannot start the thread.
    pub(super) fn begin<F: FnMut(J)>(
        &mut self,
        job: J,
        prepare: impl FnOnce(Arc<AtomicBool>) -> F + Send + 'static,
    ) -> Result<(), EngineFailure> {
        let running = match self.running.take() {
            Some(running) => running,
            None => self.start(prepare).map_err(|error| {
                tracing::error!(%error, thread = self.name, "cannot start a thread");
                EngineFailure::NoThread
            })?,
        };
        // the thread ends only after this sender
        let _ = running.jobs.send(job);
        self.running = Some(running);
        Ok(())
    }

    fn start<F: FnMut(J)>(
        &mut self,
        prepare: impl FnOnce(Arc<AtomicBool>) -> F + Send + 'static,
    ) -> io::Result<Running<J>> {
        self.ending.retain(|thread| !thread.is_finished());
        let (jobs, queue) = mpsc::channel();
        let abandon = Arc::<AtomicBool>::default();
        let abandoned = Arc::clone(&abandon);
        let run = move || queue.into_iter().for_each(prepare(abandoned));
        let thread = (self.spawn)(thread::Builder::new().name(self.name.to_owned()), Box::new(run))?;
        Ok(Running { jobs, thread, abandon })
    }
}

impl<J> Worker<J> {
    /// Lets the thread end after its current job, which frees its memory. Does not wait for that.
    ///
    /// An external engine ends at once. The caller stops a search of the program's own engine.
    pub(super) fn end(&mut self) {
        if let Some(Running { jobs, thread, abandon }) = self.running.take() {
            abandon.store(true, Ordering::Relaxed);
            drop(jobs);
            self.ending.push(thread);
        }
    }

    /// Ends the thread and waits for that, for a limited time.
    pub(super) fn close(&mut self) {
        self.end();
        let until = Instant::now() + END_LIMIT;
        for thread in self.ending.drain(..) {
            while !thread.is_finished() && Instant::now() < until {
                thread::sleep(END_INTERVAL);
            }
            if thread.is_finished() {
                // a panic is in the log already
                let _ = thread.join();
            } else {
                tracing::warn!(thread = self.name, "a thread has not ended in time");
            }
        }
    }
}

impl<J> Drop for Worker<J> {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_cannot_start_is_a_failure() {
        let mut worker = Worker::without_threads("test");
        assert_eq!(worker.begin((), |_| |()| {}), Err(EngineFailure::NoThread));
    }

    #[test]
    fn jobs_run_in_order_and_the_thread_starts_again_after_an_end() {
        let (done, results) = mpsc::channel();
        let mut worker = Worker::new("test");
        for round in 0..2 {
            for job in 0..3 {
                let done = done.clone();
                worker.begin(job, move |_| move |job| done.send((round, job)).unwrap()).unwrap();
            }
            worker.end();
        }
        worker.close();
        let mut results: Vec<(i32, i32)> = results.try_iter().collect();
        results.sort_unstable();
        assert_eq!(results, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    }
}
