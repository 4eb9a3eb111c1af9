//! The program itself: its flags, its output, its exit code.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).env_clear();
    // a test may override it
    command.env("CHUHE_DATA", ":memory:");
    command
}

/// Starts a server; returns its process and address.
pub(crate) fn listening(args: &[&str]) -> (Child, String) {
    start(&mut program(args))
}

fn start(program: &mut Command) -> (Child, String) {
    let mut child = program.spawn().expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.as_mut().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let address =
        line.trim().strip_prefix("listening at ").expect("the first line has the address").to_owned();
    (child, address)
}

/// Starts a server with TLS; returns its process and the fingerprint that it prints.
fn listening_over_tls(data: &str) -> (Child, String) {
    let mut child =
        program(&["--listen", "127.0.0.1:0", "--tls", "--data", data]).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    assert!(line().starts_with("listening at "));
    let fingerprint =
        line().strip_prefix("fingerprint ").expect("the second line has the fingerprint").to_owned();
    (child, fingerprint)
}

#[test]
fn certificate_survives_a_restart_unless_data_is_in_memory() {
    let data = tempfile::tempdir().expect("a directory");
    let data = data.path().to_str().expect("text");
    let print = |data: &str| {
        let (child, fingerprint) = listening_over_tls(data);
        assert_eq!(end(child, "-TERM").0, Some(0));
        assert!(fingerprint.parse::<chuhe_protocol::Fingerprint>().is_ok(), "{fingerprint}");
        fingerprint
    };
    assert_eq!(print(data), print(data));
    assert_ne!(print(":memory:"), print(":memory:"));
}

pub(crate) fn signal(child: &Child, signal: &str) {
    // the shell's built-in: minimal systems have no kill program
    let kill = format!("kill {signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
}

/// Sends a signal; returns the exit code and the log.
pub(crate) fn end(mut child: Child, signal: &str) -> (Option<i32>, String) {
    self::signal(&child, signal);
    let mut log = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut log).expect("text");
    (child.wait().expect("it ends").code(), log)
}

/// Kills a server as soon as it has logged each of these words; returns the log up to there. It writes its log behind what it
/// answers, so that an answer says nothing about the log.
pub(crate) fn kill_once_logged(mut child: Child, mut words: Vec<&str>) -> String {
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut log = String::new();
    while !words.is_empty() {
        let line = lines.next().unwrap_or_else(|| panic!("{words:?} is not logged: {log}")).expect("text");
        words.retain(|word| !line.contains(word));
        log.push_str(&line);
        log.push('\n');
    }
    signal(&child, "-KILL");
    child.wait().expect("it ends");
    log
}

#[test]
fn actual_port_is_printed_and_signals_stop_the_program_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let (child, address) = listening(&["0"]);
        let port: u16 = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        assert_ne!(port, 0);
        assert_eq!(end(child, signal).0, Some(0));
    }
}

#[test]
fn log_is_json_if_requested() {
    let (child, _) = listening(&["--listen", "127.0.0.1:0", "--log-json"]);
    let (_, log) = end(child, "-TERM");
    assert!(is_json(&log), "{log}");
    for (value, expected) in [("1", true), ("true", true), ("0", false), ("false", false), ("", false)] {
        let (child, _) = start(program(&["--listen", "127.0.0.1:0"]).env("CHUHE_LOG_JSON", value));
        let (_, log) = end(child, "-TERM");
        assert!(!log.is_empty(), "{value:?}");
        assert_eq!(is_json(&log), expected, "{value:?}: {log}");
    }
}

fn is_json(log: &str) -> bool {
    !log.is_empty() && log.lines().all(|line| line.starts_with('{') && line.ends_with('}'))
}

#[test]
fn port_in_use_and_bad_flags_print_one_line_and_fail() {
    let (child, address) = listening(&["--listen", "127.0.0.1:0"]);
    for (args, code, expected) in [
        (vec!["--listen", &address], 1, "cannot listen at 127.0.0.1:"),
        (vec!["--nonsense"], 2, "unexpected argument '--nonsense'"),
        (vec!["70000"], 2, "70000 is not in 0..=65535"),
        (vec!["--connections", "0"], 2, "0 is not in 1..="),
        (vec!["--connections", "18446744073709551615"], 2, "18446744073709551615 is not in 1..="),
        (vec!["--limit", "send-queue-frames=1"], 2, "send-queue-frames takes a number from 128 to"),
        (vec!["--data", "Cargo.toml"], 1, "Cargo.toml is a file; --data takes a directory"),
        (vec!["--data", "Cargo.toml", "--tls"], 1, "Cargo.toml is a file; --data takes a directory"),
        (vec!["--tls-cert", "here.pem"], 2, "--tls-key"),
        (vec!["--tls-cert", "no.pem", "--tls-key", "no.pem"], 1, "cannot read no.pem: "),
        (vec!["--log", "a=b=c", "--listen", "127.0.0.1:0"], 1, "--log is not a valid filter"),
    ] {
        let output = program(&args).output().expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.starts_with("error: ") && error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[test]
fn operations_address_is_printed_and_must_be_loopback() {
    let mut child = program(&["--listen", "127.0.0.1:0", "--ops", "127.0.0.1:0"]).spawn().expect("it starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = [String::new(), String::new()];
    for line in &mut lines {
        stdout.read_line(line).expect("a line");
    }
    assert!(lines[0].starts_with("listening at 127.0.0.1:"), "{lines:?}");
    let ops = lines[1].trim().strip_prefix("operations at ").expect("the second line has the address");
    ops.parse::<std::net::SocketAddr>().expect("an address");
    assert_eq!(end(child, "-TERM").0, Some(0));
    let output = program(&["--listen", "127.0.0.1:0", "--ops", "0.0.0.0:0"]).output().expect("it starts");
    let error = String::from_utf8(output.stderr).expect("text");
    let expected = "error: cannot serve operators at 0.0.0.0:0: not a loopback address\n";
    assert_eq!((output.status.code(), error.as_str()), (Some(1), expected));
}

#[cfg(target_os = "linux")]
#[test]
fn systemd_is_notified_of_ready_and_stopping() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("notify");
    let manager = std::os::unix::net::UnixDatagram::bind(&path).expect("a socket");
    manager.set_read_timeout(Some(std::time::Duration::from_secs(30))).expect("a read timeout");
    let receive = || {
        let mut bytes = [0; 256];
        let length = manager.recv(&mut bytes).expect("a notification");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let (child, _) = start(program(&["--listen", "127.0.0.1:0"]).env("NOTIFY_SOCKET", &path));
    assert_eq!(receive(), "READY=1\n");
    assert_eq!(end(child, "-TERM").0, Some(0));
    assert_eq!(receive(), "STOPPING=1\n");
}

#[test]
fn version_and_help_are_printed() {
    let output = |flag| {
        let output = program(&[flag]).output().expect("the program starts");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(output("--version"), format!("chuhe-server {}\n", env!("CARGO_PKG_VERSION")));
    let help = output("--help");
    for expected in ["--listen <ADDR:PORT>", "luzhanqi", "send-queue-frames=1024", "At least 128."] {
        assert!(help.contains(expected), "{expected}: {help}");
    }
    for args in [&["--help"][..], &["check", "--help"], &["backup", "--help"], &["ctl", "--help"]] {
        let help = program(args).env("XDG_STATE_HOME", "/srv/state").output().expect("the program starts");
        let help = String::from_utf8(help.stdout).expect("text");
        assert!(help.contains("[default: /srv/state/chuhe-server]"), "{args:?}: {help}");
    }
}

/// Starts a server that may open 500 files; returns its log.
#[cfg(unix)]
fn log_with_few_files(flags: &str) -> String {
    let server =
        format!("ulimit -n 500; exec {} --listen 127.0.0.1:0 {flags}", env!("CARGO_BIN_EXE_chuhe-server"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &server]).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell.env_clear().env("CHUHE_DATA", ":memory:");
    let (child, _) = start(&mut shell);
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    log
}

#[cfg(unix)]
#[test]
fn low_limit_of_open_files_warns_only_if_more_connections_are_requested() {
    let warning = "the limit of open files is too low";
    assert!(!log_with_few_files("").contains(warning));
    assert!(!log_with_few_files("--connections 400").contains(warning));
    assert!(log_with_few_files("--connections 20000").contains(warning));
}
