//! Runs the engine on a thread, so that the window never waits for a search.

use super::external::RunningEngine;
use crate::core::analysis::{AnalysisEvent, AnalysisOptions, AnalysisRequest, Finding, Search};
use crate::core::engines::{EngineFailure, EngineSetting, ExternalEngine};
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Score, Searcher};
use chuhe_uci::Go;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle, Thread};
use std::time::Instant;

/// The most lines that wait for the window; later ones are left out.
pub(super) const WAITING_LINES: usize = 256;

/// The engine's thread, which starts with the first request.
#[derive(Debug)]
pub(super) struct AnalysisThread {
    running: Option<Running>,
    /// Ends the last search.
    stop: Arc<AtomicBool>,
    sender: Sender<AnalysisEvent>,
    events: Receiver<AnalysisEvent>,
    /// The number of lines among the events.
    lines: Arc<AtomicUsize>,
    wake: Thread,
}

#[derive(Debug)]
struct Running {
    searches: Sender<(Search, Arc<AtomicBool>)>,
    thread: JoinHandle<()>,
    /// Ends an external engine at once.
    abandon: Arc<AtomicBool>,
}

impl AnalysisThread {
    /// No search yet. The calling thread is unparked when there is an event to poll.
    pub(super) fn new() -> Self {
        let (sender, events) = mpsc::channel();
        let wake = thread::current();
        Self { running: None, stop: Arc::default(), sender, events, lines: Arc::default(), wake }
    }

    /// Ends the last search, and begins the next one if there is one; otherwise the memory of the
    /// engine is freed.
    pub(super) fn request(&mut self, request: AnalysisRequest) {
        self.stop.store(true, Ordering::Relaxed);
        let AnalysisRequest::Search(search) = request else {
            // the window does not wait for the end of the thread
            drop(self.running.take().map(Running::end));
            return;
        };
        self.stop = Arc::default();
        let running = match self.running.take() {
            Some(running) => running,
            None => match self.start() {
                Ok(running) => running,
                Err(error) => return tracing::warn!(%error, "the analysis cannot start"),
            },
        };
        // the thread ends only after this sender
        let _ = running.searches.send((*search, Arc::clone(&self.stop)));
        self.running = Some(running);
    }

    fn start(&self) -> std::io::Result<Running> {
        let (searches, queue) = mpsc::channel::<(Search, Arc<AtomicBool>)>();
        let (events, wake, lines) = (self.sender.clone(), self.wake.clone(), Arc::clone(&self.lines));
        let abandon = Arc::<AtomicBool>::default();
        let abandoned = Arc::clone(&abandon);
        let run = move || {
            let (mut searcher, mut running) = (None, None);
            for (search, stop) in queue {
                let send = |event: AnalysisEvent| {
                    let is_line = matches!(event.finding, Finding::Line(_));
                    // an engine may write lines faster than the window reads them
                    if is_line && lines.fetch_add(1, Ordering::Relaxed) >= WAITING_LINES {
                        lines.fetch_sub(1, Ordering::Relaxed);
                        return;
                    }
                    // fails only when the window closes
                    let _ = events.send(event);
                    wake.unpark();
                };
                match &search.external {
                    None => perform(&mut searcher, &search, &stop, &send),
                    Some(external) => {
                        perform_externally(external, &mut running, &search, (&stop, &abandoned), &send);
                    }
                }
            }
        };
        let thread = thread::Builder::new().name("analysis".to_owned()).spawn(run)?;
        Ok(Running { searches, thread, abandon })
    }

    /// Returns the next event.
    pub(super) fn poll(&mut self) -> Option<AnalysisEvent> {
        let event = self.events.try_recv().ok()?;
        if matches!(event.finding, Finding::Line(_)) {
            self.lines.fetch_sub(1, Ordering::Relaxed);
        }
        Some(event)
    }

    /// Ends the search and the thread.
    pub(super) fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(running) = self.running.take() {
            let _ = running.end().join();
        }
    }
}

impl Running {
    /// Lets the thread end after the search that was stopped.
    fn end(self) -> JoinHandle<()> {
        self.abandon.store(true, Ordering::Relaxed);
        self.thread
    }
}

/// Searches until it is stopped or the limit is reached. A search that is stopped has no end.
fn perform(
    searcher: &mut Option<Searcher>,
    search: &Search,
    stop: &AtomicBool,
    send: &dyn Fn(AnalysisEvent),
) {
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let Search { number, ref game, nodes, options, .. } = *search;
    let options = Options { hash_mib: options.memory_mib, threads: options.threads, multi_pv: options.lines };
    let started = Instant::now();
    let run = || {
        let searcher = searcher.get_or_insert_with(|| Searcher::new(Options::default()));
        searcher.set_options(options);
        let control = Control { stop, elapsed: &|| started.elapsed(), ponder: None };
        let limits = Limits { nodes, ..Limits::default() };
        searcher.search(game, &limits, &control, &mut |report| {
            if !stop.load(Ordering::Relaxed) {
                send(AnalysisEvent { number, finding: Finding::Line(report.clone()) });
            }
        })
    };
    let finding = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(answer) => Finding::End(answer),
        Err(_) => {
            // the panic may have left it in any state
            *searcher = None;
            Finding::Failed(EngineFailure::Own)
        }
    };
    if !stop.load(Ordering::Relaxed) {
        send(AnalysisEvent { number, finding });
    }
}

/// Does the same with an external engine, which stays for the next search unless it fails.
fn perform_externally(
    external: &ExternalEngine,
    running: &mut Option<RunningEngine>,
    search: &Search,
    (stop, abandon): (&AtomicBool, &Arc<AtomicBool>),
    send: &dyn Fn(AnalysisEvent),
) {
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let Search { number, ref game, nodes, options, .. } = *search;
    let go = nodes.map_or_else(Go::default, Go::nodes);
    let mut report = |report: &Report| {
        if !stop.load(Ordering::Relaxed) {
            send(AnalysisEvent { number, finding: Finding::Line(report.clone()) });
        }
    };
    let mut run = || {
        let mut engine = RunningEngine::reuse(running.take(), external, &settings_of(options), abandon)?;
        let found = engine.search(game, &go, stop, &mut report)?;
        *running = Some(engine);
        Ok(found)
    };
    let finding = match run() {
        Err(failure) => Finding::Failed(failure),
        Ok((best, last)) => Finding::End(Answer {
            best,
            ponder: None,
            // without a move the side to move has lost
            score: last.as_ref().map_or(best.map_or(Score::Mate(0), |_| Score::Cp(0)), |last| last.score),
            nodes: last.as_ref().map_or(0, |last| last.nodes),
            depth: last.map_or(0, |last| last.depth),
        }),
    };
    if !stop.load(Ordering::Relaxed) {
        send(AnalysisEvent { number, finding });
    }
}

/// The options of the analysis as engines name them; an engine ignores those that it lacks.
fn settings_of(options: AnalysisOptions) -> Vec<EngineSetting> {
    let AnalysisOptions { threads, memory_mib, lines, engine: _ } = options;
    let settings = [("Threads", threads), ("Hash", memory_mib), ("hashsize", memory_mib), ("MultiPV", lines)];
    let setting = |(name, value): (&str, usize)| EngineSetting {
        name: name.to_owned(),
        value: Some(value.to_string()),
    };
    settings.map(setting).into()
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
        AnalysisRequest::Search(Box::new(Search { number, game, nodes, options, external: None }))
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
                AnalysisEvent { finding: Finding::Failed(failure), .. } => panic!("{failure:?}"),
            }
        }
        assert!(lines >= 3, "{lines} lines of three ranks");
        analysis.close();
    }
}
