//! Runs the engine on a thread, so that the window never waits for a search.

use super::external::RunningEngine;
use super::mailbox::{self, Mailbox};
use super::worker::Worker;
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Score, Searcher};
use chuhe_model::analysis::{AnalysisEvent, AnalysisOptions, AnalysisRequest, Finding, Search};
use chuhe_model::engines::{EngineFailure, EngineSetting, ExternalEngine};
use chuhe_uci::Go;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// The most lines that wait for the window; later ones are left out.
pub(super) const WAITING_LINES: usize = 256;

/// The engine's thread, which starts with the first request.
#[derive(Debug)]
pub(super) struct AnalysisThread {
    worker: Worker<(Search, Arc<AtomicBool>)>,
    /// Ends the last search.
    stop: Arc<AtomicBool>,
    reporter: Reporter,
    events: Mailbox<AnalysisEvent>,
}

/// Returns what the thread finds to the window.
#[derive(Clone, Debug)]
struct Reporter {
    events: mailbox::Reporter<AnalysisEvent>,
    /// The number of lines among the events.
    lines: Arc<AtomicUsize>,
}

impl AnalysisThread {
    /// No search yet. The calling thread is unparked when there is an event to poll.
    pub(super) fn new() -> Self {
        let events = Mailbox::new();
        let reporter = Reporter { events: events.reporter(), lines: Arc::default() };
        Self { worker: Worker::new("analysis"), stop: Arc::default(), reporter, events }
    }

    /// Ends the last search, and begins the next one if there is one; otherwise the engine ends,
    /// which frees its memory.
    pub(super) fn request(&mut self, request: AnalysisRequest) {
        self.stop.store(true, Ordering::Relaxed);
        let AnalysisRequest::Search(search) = request else { return self.worker.end() };
        self.stop = Arc::default();
        let (number, reporter) = (search.number, self.reporter.clone());
        let begun = self.worker.begin((*search, Arc::clone(&self.stop)), move |abandon| {
            let (mut searcher, mut running) = (None, None);
            move |(search, stop): (Search, Arc<AtomicBool>)| {
                let send = |event| reporter.send(event);
                match &search.external {
                    None => perform(&mut searcher, &search, &stop, &send),
                    Some(external) => {
                        perform_externally(external, &mut running, &search, &stop, &abandon, &send);
                    }
                }
            }
        });
        if let Err(failure) = begun {
            self.reporter.send(AnalysisEvent { number, finding: Finding::Failed(failure) });
        }
    }

    /// Returns the next event.
    pub(super) fn poll(&mut self) -> Option<AnalysisEvent> {
        let event = self.events.poll()?;
        if matches!(event.finding, Finding::Line(_)) {
            self.reporter.lines.fetch_sub(1, Ordering::Relaxed);
        }
        Some(event)
    }
}

impl Drop for AnalysisThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Reporter {
    fn send(&self, event: AnalysisEvent) {
        let is_line = matches!(event.finding, Finding::Line(_));
        // an engine may write lines faster than the window reads them
        if is_line && self.lines.fetch_add(1, Ordering::Relaxed) >= WAITING_LINES {
            self.lines.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        self.events.send(event);
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
        if nodes.is_some() {
            searcher.clear();
        }
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
    stop: &AtomicBool,
    abandon: &Arc<AtomicBool>,
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
        if nodes.is_some() {
            engine.forget();
        }
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
    use chuhe_model::analysis::AnalysisOptions;
    use chuhe_rules::xiangqi::{Game, Position, Rules};
    use std::thread;
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
    }

    #[test]
    fn a_search_without_a_thread_fails() {
        let mut analysis = AnalysisThread::new();
        analysis.worker = Worker::without_threads("analysis");
        analysis.request(search(7, None));
        let failure = Finding::Failed(EngineFailure::NoThread);
        assert_eq!(analysis.poll(), Some(AnalysisEvent { number: 7, finding: failure }));
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_that_ignores_quit_ends_with_the_window() {
        use chuhe_model::engines::EngineId;
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let [path, pid] = ["engine", "pid"].map(|name| folder.path().join(name));
        let body = format!(
            "#!/bin/sh\ntrap '' TERM\nwhile read -r line; do case \"$line\" in uci) echo uciok;; \
             isready) echo readyok;; go\\ depth\\ 1) echo bestmove h2e2;; \
             go*) echo $$ > '{}'; echo info depth 1 score cp 1 pv h2e2; exec sleep 100;; esac; done\n",
            pid.display()
        );
        std::fs::write(&path, body).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = path.display().to_string();
        let external = ExternalEngine { id: EngineId(1), name: String::new(), path, options: Vec::new() };
        let mut analysis = AnalysisThread::new();
        let AnalysisRequest::Search(mut request) = search(1, None) else { unreachable!() };
        request.external = Some(external);
        analysis.request(AnalysisRequest::Search(request));
        assert!(matches!(next(&mut analysis), AnalysisEvent { number: 1, finding: Finding::Line(_) }));
        // the window closes at once after the user has stopped the analysis
        analysis.request(AnalysisRequest::Stop);
        drop(analysis);
        let pid = std::fs::read_to_string(pid).unwrap();
        let kill = std::process::Command::new("kill").arg("-0").arg(pid.trim()).output().unwrap();
        assert!(!kill.status.success(), "the engine still runs");
    }
}
