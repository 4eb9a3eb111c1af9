//! External engines: how their processes start, and what their reports mean for this program.

use super::mailbox::Mailbox;
use super::worker::Worker;
use chuhe_engine::xiangqi::{Bound, Report, Score};
use chuhe_model::engines::{
    EngineCheck, EngineChecked, EngineFailure, EngineReport, EngineSetting, ExternalEngine,
};
use chuhe_rules::xiangqi::Game;
use chuhe_uci::{Engine, EngineConfig, Go, Info, Interrupt, Launch, Protocol, Ranks};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The largest score that is an evaluation, in centipawns.
const EVALUATION_LIMIT: i32 = 20_000;
/// The score of a mate in UCCI, which has no word for it; it is less by one for each ply.
const UCCI_MATE: i32 = 30_000;
/// The most plies to a mate in UCCI.
const UCCI_MATE_PLIES: i32 = 500;

/// A running engine, with what it was started with.
#[derive(Debug)]
pub(super) struct RunningEngine {
    external: ExternalEngine,
    extra: Vec<EngineSetting>,
    engine: Engine,
}

/// Starts an engine; `extra` are options that it gets if it declares them, before its own.
///
/// # Errors
/// If it cannot be used.
fn start(
    external: &ExternalEngine,
    extra: &[EngineSetting],
    abandon: &Arc<AtomicBool>,
) -> Result<Engine, EngineFailure> {
    let options = extra.iter().chain(&external.options);
    let options = options.map(|setting| (setting.name.clone(), setting.value.clone())).collect();
    let launch = Launch::new(expanded(&external.path));
    let config = EngineConfig { options, abandon: Arc::clone(abandon), ..EngineConfig::new(launch) };
    Ok(Engine::start(&config)?)
}

/// Replaces a leading `~` by the user's folder.
fn expanded(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => path.into(),
    }
}

impl RunningEngine {
    /// Takes the running engine if it was started in the same way, or starts another one.
    ///
    /// # Errors
    /// If it cannot be used.
    pub(super) fn reuse(
        running: Option<Self>,
        external: &ExternalEngine,
        extra: &[EngineSetting],
        abandon: &Arc<AtomicBool>,
    ) -> Result<Self, EngineFailure> {
        let same = |it: &Self| it.external == *external && it.extra == extra;
        if let Some(running) = running.filter(same) {
            return Ok(running);
        }
        let engine = start(external, extra, abandon)?;
        Ok(Self { external: external.clone(), extra: extra.to_vec(), engine })
    }

    /// Lets the engine forget what earlier searches found.
    pub(super) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Searches a position; returns the best move and the last report on the best line.
    ///
    /// # Errors
    /// If the engine fails. It cannot be used any more then.
    pub(super) fn search(
        &mut self,
        game: &Game,
        go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Result<(Option<chuhe_rules::xiangqi::Move>, Option<Report>), EngineFailure> {
        let protocol = self.engine.info().protocol;
        if game.ply() < 2 {
            self.forget();
        }
        let mut last = None;
        let interrupt = Interrupt { stop, ponder: None };
        let (best, _) = self.engine.search(game, go, interrupt, &mut |info| {
            if let Some(read) = report_of(info, protocol) {
                report(&read);
                if read.multi_pv == 1 && read.bound == Bound::Exact {
                    last = Some(read);
                }
            }
        })?;
        Ok((best, last))
    }
}

/// Reads a report with a score and a line; `None` if it has none.
fn report_of(info: &Info, protocol: Protocol) -> Option<Report> {
    if info.line.is_empty() {
        return None;
    }
    Some(Report {
        depth: u8::try_from(info.depth.unwrap_or(0)).unwrap_or(u8::MAX),
        selective_depth: u8::try_from(info.selective_depth.unwrap_or(0)).unwrap_or(u8::MAX),
        multi_pv: info.multi_pv.unwrap_or(1).max(1) as usize,
        score: score_of(info.score?, protocol),
        bound: match info.bound {
            chuhe_uci::Bound::Exact => Bound::Exact,
            chuhe_uci::Bound::Lower => Bound::Lower,
            chuhe_uci::Bound::Upper => Bound::Upper,
        },
        nodes: info.nodes.unwrap_or(0),
        elapsed: info.time.unwrap_or(Duration::ZERO),
        hash_permille: info.hash_permille.and_then(|full| u16::try_from(full).ok()).unwrap_or(0),
        line: info.line.clone(),
    })
}

fn score_of(score: chuhe_uci::Score, protocol: Protocol) -> Score {
    match score {
        chuhe_uci::Score::Mate(moves) => Score::Mate(moves),
        chuhe_uci::Score::Cp(centipawns) => {
            let plies = UCCI_MATE - centipawns.saturating_abs();
            if protocol == Protocol::Ucci && (0..=UCCI_MATE_PLIES).contains(&plies) {
                let moves = (plies + 1) / 2;
                return Score::Mate(if centipawns > 0 { moves } else { -moves });
            }
            // larger scores stand for wins by a ruling in this program
            Score::Cp(centipawns.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT))
        }
    }
}

/// Starts an engine to see what it is, and ends it.
fn check(external: &ExternalEngine, abandon: &Arc<AtomicBool>) -> Result<EngineReport, EngineFailure> {
    let engine = start(external, &[], abandon)?;
    let info = engine.info();
    let is_taken = |setting: &&EngineSetting| {
        let option = info.options.iter().find(|option| option.name.eq_ignore_ascii_case(&setting.name));
        option.is_some_and(|option| option.read(setting.value.as_deref()).is_ok())
    };
    let rejected = external.options.iter().filter(|setting| !is_taken(setting));
    Ok(EngineReport {
        name: info.name.clone(),
        protocol: info.protocol,
        ranks_from_one: info.ranks == Ranks::FromOne,
        options: info.options.clone(),
        rejected: rejected.map(|setting| setting.name.clone()).collect(),
    })
}

/// Checks engines, one at a time.
#[derive(Debug)]
pub(super) struct EngineChecks {
    worker: Worker<EngineCheck>,
    results: Mailbox<EngineChecked>,
}

impl EngineChecks {
    /// The calling thread is unparked when there is a result to poll.
    pub(super) fn new() -> Self {
        Self { worker: Worker::new("engine check"), results: Mailbox::new() }
    }

    /// Begins to check an engine, and ends the check that runs.
    pub(super) fn begin(&mut self, request: EngineCheck) {
        self.worker.end();
        let (number, reporter) = (request.number, self.results.reporter());
        let begun = self.worker.begin(request, move |abandon| {
            move |request: EngineCheck| {
                let result = check(&request.engine, &abandon);
                reporter.send(EngineChecked { number: request.number, result });
            }
        });
        if let Err(failure) = begun {
            self.results.send(EngineChecked { number, result: Err(failure) });
        }
    }

    /// Returns the next result.
    pub(super) fn poll(&self) -> Option<EngineChecked> {
        self.results.poll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::xiangqi::{Position, Rules};

    fn external(path: &str) -> ExternalEngine {
        let (id, name, path) = (chuhe_model::engines::EngineId(1), path.to_owned(), path.to_owned());
        ExternalEngine { id, name, path, options: Vec::new() }
    }

    fn failure_of(external: &ExternalEngine) -> EngineFailure {
        check(external, &Arc::default()).map(|report| report.name).expect_err("it is no engine")
    }

    /// Starts an engine and lets it move in the start position.
    fn moved(external: &ExternalEngine) -> Result<(Option<String>, Option<Report>), EngineFailure> {
        let mut engine = RunningEngine::reuse(None, external, &[], &Arc::default())?;
        let game = Game::new(Position::start(), Rules::default());
        let go = Go::move_time(Duration::from_millis(50));
        let (best, last) = engine.search(&game, &go, &AtomicBool::new(false), &mut |_| {})?;
        Ok((best.map(|mv| mv.to_string()), last))
    }

    #[test]
    fn scores_are_those_of_this_program() {
        let cp = |cp, protocol| score_of(chuhe_uci::Score::Cp(cp), protocol);
        assert_eq!(cp(-45, Protocol::Uci), Score::Cp(-45));
        assert_eq!(cp(31_000, Protocol::Uci), Score::Cp(20_000));
        assert_eq!(cp(i32::MIN + 1, Protocol::Ucci), Score::Cp(-20_000));
        assert_eq!(cp(29_997, Protocol::Ucci), Score::Mate(2));
        assert_eq!(cp(-29_998, Protocol::Ucci), Score::Mate(-1));
        assert_eq!(score_of(chuhe_uci::Score::Mate(-3), Protocol::Uci), Score::Mate(-3));
    }

    #[cfg(unix)]
    mod scripts {
        use super::*;
        use std::fs;
        use std::os::unix::fs::PermissionsExt as _;
        use tempfile::TempDir;

        /// A program that answers the first commands as an engine, and a search by `best`.
        fn script(best: &str) -> (TempDir, ExternalEngine) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("engine");
            let options = "echo 'id name Script'; echo 'option name Hash type spin default 16 min 1 max 64'";
            let body = format!(
                "#!/bin/sh\nwhile read -r line; do case \"$line\" in uci) {options}; echo uciok;; \
                 isready) echo readyok;; go\\ depth\\ 1) echo bestmove h2e2;; go*) {best};; \
                 quit) exit;; esac; done\n"
            );
            fs::write(&path, body).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            let engine = external(&path.display().to_string());
            (folder, engine)
        }

        #[test]
        fn paths_without_an_engine_are_told_apart() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("engine");
            let engine = external(&path.display().to_string());
            assert_eq!(failure_of(&engine), EngineFailure::NotFound);
            fs::write(&path, "\u{1}\u{2} no program").unwrap();
            assert_eq!(failure_of(&engine), EngineFailure::NotExecutable);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            assert_eq!(failure_of(&engine), EngineFailure::NotAProgram);
            assert_eq!(
                failure_of(&external(&folder.path().display().to_string())),
                EngineFailure::NotExecutable
            );
            assert_eq!(failure_of(&external("/bin/true")), EngineFailure::NotAnEngine);
        }

        #[test]
        fn engines_that_fail_in_a_search_are_told_apart() {
            for (best, failure) in [
                ("echo bestmove hello", EngineFailure::Nonsense("hello".into())),
                ("echo bestmove a0a9", EngineFailure::IllegalMove("a0a9".into())),
                ("exit 3", EngineFailure::Ended),
            ] {
                let (_folder, engine) = script(best);
                assert_eq!(moved(&engine).map(|(best, _)| best), Err(failure));
            }
        }

        #[test]
        fn an_engine_moves_and_says_what_it_is() {
            let best = "echo info depth 7 score cp 31 pv b2e2 h9g7; echo bestmove b2e2";
            let (_folder, mut engine) = script(best);
            let (mv, last) = moved(&engine).unwrap();
            let last = last.unwrap();
            assert_eq!((mv.as_deref(), last.score, last.depth), (Some("b2e2"), Score::Cp(31), 7));
            engine.options = EngineSetting::parse_list("hash=32; Hash=999; Nothing=1");
            let report = check(&engine, &Arc::default()).unwrap();
            assert_eq!((report.name.as_str(), report.protocol), ("Script", Protocol::Uci));
            assert_eq!((report.ranks_from_one, report.options.len()), (false, 1));
            assert_eq!(report.rejected, ["Hash", "Nothing"]);
        }

        #[test]
        fn an_engine_that_gives_no_move_resigns() {
            let (_folder, engine) = script("echo bestmove '(none)'");
            assert_eq!(moved(&engine).map(|(best, _)| best), Ok(None));
        }
    }

    #[test]
    fn fairy_stockfish_moves_and_analyses() {
        let path = "/usr/games/fairy-stockfish";
        if !std::path::Path::new(path).exists() {
            use std::io::Write as _;
            let _ = writeln!(std::io::stderr(), "SKIPPED: {path} is not installed, so that it was not tried");
            return;
        }
        let (mv, last) = moved(&external(path)).unwrap();
        assert!(mv.is_some() && last.is_some_and(|last| last.depth > 0));
    }
}
