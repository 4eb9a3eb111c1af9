//! Real processes: shell scripts that behave as engines do, or do not.

#![cfg(unix)]

use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_uci::{Engine, EngineConfig, EngineError, Go, Interrupt, Launch, Process, Protocol, Said};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// A loop that answers each command by the cases of `script`.
fn script(cases: &str) -> Launch {
    let body = format!("while read -r line; do case \"$line\" in {cases} quit) exit;; esac; done");
    Launch { path: "/bin/sh".into(), arguments: vec!["-c".into(), body] }
}

/// Cases of an engine that always plays the same move.
fn player(ok: &str, best: &str) -> String {
    format!("{ok}) echo {ok}ok;; isready) echo readyok;; go\\ depth\\ 1) echo bestmove h2e2;; go*) {best};;")
}

fn config(launch: Launch) -> EngineConfig {
    let limit = Duration::from_secs(60);
    EngineConfig {
        start_limit: limit,
        detection_limit: limit,
        move_grace: limit,
        ..EngineConfig::new(launch)
    }
}

fn search(engine: &mut Engine, go: &Go) -> Result<Option<String>, EngineError> {
    let game = Game::new(Position::start(), Rules::default());
    let interrupt = Interrupt { stop: &AtomicBool::new(false), ponder: None };
    let answer = engine.search(&game, go, interrupt, &mut |_| {});
    answer.map(|(best, _)| best.map(|mv| mv.to_string()))
}

fn start_error(config: &EngineConfig) -> EngineError {
    Engine::start(config).map(|engine| engine.info().name.clone()).expect_err("it is no engine")
}

#[test]
fn a_path_without_a_program_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("engine");
    let error = |path: &Path| start_error(&config(Launch::new(path)));
    assert!(matches!(error(&path), EngineError::NotFound(_)));
    assert!(matches!(error(Path::new("no-such-engine-anywhere")), EngineError::NotFound(_)));
    assert!(matches!(error(folder.path()), EngineError::NotExecutable(_)));
    std::fs::write(&path, "\u{1}\u{2} no program").expect("a file");
    assert!(matches!(error(&path), EngineError::NotExecutable(_)));
    assert!(matches!(error(&path.join("below")), EngineError::NotFound(_)));
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("permissions");
    assert!(matches!(error(&path), EngineError::NotAProgram(_)));
    assert_eq!(error(Path::new("/no/engine")).to_string(), "there is no program /no/engine");
}

#[test]
fn both_dialects_are_found_out() {
    for (ok, protocol) in [("uci", Protocol::Uci), ("ucci", Protocol::Ucci)] {
        // an engine of the other dialect ends at the first line
        let cases = format!(
            "{}{}",
            player(ok, "echo bestmove b0c2"),
            if ok == "ucci" { "uci) exit 3;;" } else { "" }
        );
        let mut engine = Engine::start(&config(script(&cases))).expect("it is an engine");
        assert_eq!(engine.info().protocol, protocol);
        assert_eq!(search(&mut engine, &Go::depth(9)), Ok(Some("b0c2".into())));
    }
}

#[test]
fn a_program_that_ends_is_no_engine() {
    let error = start_error(&config(Launch::new("/bin/true")));
    assert_eq!(error.to_string(), "/bin/true does not answer as an engine: it speaks neither UCI nor UCCI");
}

#[test]
fn a_silent_program_is_no_engine() {
    let launch = script("uci) ;;");
    let silent = EngineConfig { start_limit: Duration::from_millis(50), ..EngineConfig::new(launch) };
    assert!(matches!(start_error(&silent), EngineError::NotAnEngine(_)));
}

#[test]
fn crashes_and_hangs_are_told_apart() {
    let mut engine = Engine::start(&config(script(&player("uci", "exit 3")))).expect("it is an engine");
    assert!(matches!(search(&mut engine, &Go::depth(9)), Err(EngineError::Exited { .. })));
    assert!(search(&mut engine, &Go::depth(9)).is_err(), "it stays unusable");

    let hanging =
        EngineConfig { move_grace: Duration::from_millis(20), ..config(script(&player("uci", ":"))) };
    let mut engine = Engine::start(&hanging).expect("it is an engine");
    let go = Go::move_time(Duration::from_millis(10));
    assert!(matches!(search(&mut engine, &go), Err(EngineError::Hung { .. })));
}

#[test]
fn a_flood_of_lines_is_no_answer() {
    let flood = "yes info string flood";
    let flooding =
        EngineConfig { move_grace: Duration::from_millis(20), ..config(script(&player("uci", flood))) };
    let mut engine = Engine::start(&flooding).expect("it is an engine");
    let go = Go::move_time(Duration::from_millis(10));
    assert!(matches!(search(&mut engine, &go), Err(EngineError::Hung { .. })));
}

#[test]
fn what_a_script_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    // the inner shell becomes a program that reads nothing and holds the pipe open
    let body = format!("sh -c 'exec 3>\"{}\"; echo open; exec sleep 100'; true", pipe.display());
    let launch = Launch { path: "/bin/sh".into(), arguments: vec!["-c".into(), body] };
    let mut process = Process::start(&launch).expect("a shell starts");
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || ended.send(std::fs::read(pipe).map_err(|error| error.kind())));
    assert_eq!(process.receive(Duration::from_secs(60)), Some(Said::Text("open".into())));
    drop(process);
    let read = end.recv_timeout(Duration::from_secs(30)).expect("the pipe closes with its last holder");
    assert_eq!(read, Ok(Vec::new()));
}

#[test]
fn an_engine_is_abandoned_while_it_starts_or_searches() {
    let silent = config(script("uci) ;;"));
    silent.abandon.store(true, Ordering::Relaxed);
    assert_eq!(start_error(&silent), EngineError::Abandoned);

    let hanging = config(script(&player("uci", ":")));
    let mut engine = Engine::start(&hanging).expect("it is an engine");
    hanging.abandon.store(true, Ordering::Relaxed);
    assert_eq!(search(&mut engine, &Go::default()), Err(EngineError::Abandoned));
}

#[test]
fn another_thread_stops_a_search() {
    let cases = player("uci", ":") + "stop) echo bestmove h2e2;;";
    let mut engine = Engine::start(&config(script(&cases))).expect("it is an engine");
    let game = Game::new(Position::start(), Rules::default());
    let stop = AtomicBool::new(true);
    let interrupt = Interrupt { stop: &stop, ponder: None };
    let (best, _) = engine.search(&game, &Go::default(), interrupt, &mut |_| {}).expect("it answers");
    assert_eq!(best.map(|mv| mv.to_string()).as_deref(), Some("h2e2"));
}

/// Whether the process with the id in this file runs.
fn runs(pid: &Path) -> bool {
    let pid = std::fs::read_to_string(pid).expect("the script has written its id");
    let kill = std::process::Command::new("kill").arg("-0").arg(pid.trim()).output();
    kill.expect("kill runs").status.success()
}

#[test]
fn an_engine_that_ignores_quit_is_killed_and_reaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let pid = folder.path().join("pid");
    let body = format!(
        "trap '' TERM HUP INT; echo $$ > '{}'; while read -r line; do case \"$line\" in {} quit) \
         while :; do sleep 100; done;; esac; done",
        pid.display(),
        player("uci", ":")
    );
    let launch = Launch { path: "/bin/sh".into(), arguments: vec!["-c".into(), body] };
    let engine = Engine::start(&config(launch)).expect("it is an engine");
    assert!(runs(&pid));
    drop(engine);
    assert!(!runs(&pid), "a process that was not reaped would still have its id");
}

#[test]
fn a_program_is_started_by_the_path_of_its_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("engine");
    std::os::unix::fs::symlink("/bin/sh", &link).expect("a link");
    let body = "echo \"$0\"; pwd".to_owned();
    let mut process = Process::start(&Launch { path: link.clone(), arguments: vec!["-c".into(), body] })
        .expect("it starts");
    let mut line = || process.receive(Duration::from_secs(60));
    assert_eq!(line(), Some(Said::Text(link.display().to_string())));
    assert_eq!(line(), Some(Said::Text(folder.path().display().to_string())));
}
