//! Runs the engine on a thread, so that the window never waits for a search.

use crate::core::analysis::{AnalysisEvent, AnalysisRequest, Finding, Search};
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Searcher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle, Thread};
use std::time::Instant;

/// The engine's thread, which starts with the first request.
#[derive(Debug)]
pub(super) struct AnalysisThread {
    running: Option<Running>,
    /// Ends the last search.
    stop: Arc<AtomicBool>,
    sender: Sender<AnalysisEvent>,
    events: Receiver<AnalysisEvent>,
    wake: Thread,
}

#[derive(Debug)]
struct Running {
    searches: Sender<(Search, Arc<AtomicBool>)>,
    thread: JoinHandle<()>,
}

impl AnalysisThread {
    /// No search yet. The calling thread is unparked when there is an event to poll.
    pub(super) fn new() -> Self {
        let (sender, events) = mpsc::channel();
        Self { running: None, stop: Arc::default(), sender, events, wake: thread::current() }
    }

    /// Ends the last search, and begins the next one if there is one.
    pub(super) fn request(&mut self, request: AnalysisRequest) {
        self.stop.store(true, Ordering::Relaxed);
        let AnalysisRequest::Search(search) = request else { return };
        self.stop = Arc::default();
        let running = match self.running.take() {
            Some(running) => running,
            None => match self.start() {
                Ok(running) => running,
                Err(error) => return tracing::warn!(%error, "the analysis cannot start"),
            },
        };
        // fails only if the thread panicked
        let _ = running.searches.send((*search, Arc::clone(&self.stop)));
        self.running = Some(running);
    }

    fn start(&self) -> std::io::Result<Running> {
        let (searches, queue) = mpsc::channel::<(Search, Arc<AtomicBool>)>();
        let (events, wake) = (self.sender.clone(), self.wake.clone());
        let run = move || {
            let mut searcher = Searcher::new(Options::default());
            for (search, stop) in queue {
                perform(&mut searcher, &search, &stop, &|event| {
                    // fails only when the window closes
                    let _ = events.send(event);
                    wake.unpark();
                });
            }
        };
        Ok(Running { searches, thread: thread::Builder::new().name("analysis".to_owned()).spawn(run)? })
    }

    /// Returns the next event.
    pub(super) fn poll(&mut self) -> Option<AnalysisEvent> {
        self.events.try_recv().ok()
    }

    /// Ends the search and the thread.
    pub(super) fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(Running { searches, thread }) = self.running.take() {
            drop(searches);
            let _ = thread.join();
        }
    }
}

/// Searches until it is stopped or the limit is reached. A search that is stopped has no end.
fn perform(searcher: &mut Searcher, search: &Search, stop: &AtomicBool, send: &dyn Fn(AnalysisEvent)) {
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let Search { number, ref game, nodes, options } = *search;
    searcher.set_options(Options {
        hash_mib: options.memory_mib,
        threads: options.threads,
        multi_pv: options.lines,
    });
    let started = Instant::now();
    let control = Control { stop, elapsed: &|| started.elapsed(), ponder: None };
    let limits = Limits { nodes, ..Limits::default() };
    let answer: Answer = searcher.search(game, &limits, &control, &mut |report| {
        if !stop.load(Ordering::Relaxed) {
            send(AnalysisEvent { number, finding: Finding::Line(report.clone()) });
        }
    });
    if !stop.load(Ordering::Relaxed) {
        send(AnalysisEvent { number, finding: Finding::End(answer) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::analysis::AnalysisOptions;
    use chuhe_rules::xiangqi::{Game, Position, Rules};
    use std::time::Duration;

    fn search(number: u32, nodes: Option<u64>) -> AnalysisRequest {
        let game = Game::new(Position::start(), Rules::default());
        let options = AnalysisOptions { memory_mib: 1, ..AnalysisOptions::default() };
        AnalysisRequest::Search(Box::new(Search { number, game, nodes, options }))
    }

    /// The next event, which wakes this thread.
    fn next(analysis: &mut AnalysisThread) -> AnalysisEvent {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(event) = analysis.poll() {
                return event;
            }
            assert!(Instant::now() < deadline, "no event");
            thread::park_timeout(Duration::from_secs(1));
        }
    }

    #[test]
    fn a_new_search_replaces_one_without_an_end() {
        let mut analysis = AnalysisThread::new();
        analysis.request(search(1, None));
        assert!(matches!(next(&mut analysis), AnalysisEvent { number: 1, finding: Finding::Line(_) }));
        analysis.request(search(2, Some(2_000)));
        let mut lines = 0;
        loop {
            match next(&mut analysis) {
                AnalysisEvent { number: 1, finding } => assert!(matches!(finding, Finding::Line(_))),
                AnalysisEvent { number, finding: Finding::Line(_) } => lines += usize::from(number == 2),
                AnalysisEvent { number, finding: Finding::End(answer) } => {
                    assert_eq!((number, answer.best.is_some()), (2, true));
                    break;
                }
            }
        }
        assert!(lines >= 3, "{lines} lines of three ranks");
        analysis.close();
    }
}
