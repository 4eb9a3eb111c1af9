//! A real server that is killed, stopped and started while people use it.

use super::driver::{Fault, FaultKind, Impossible};
use crate::driven::PlayerFacts;
use crate::program::{Running, first_line, server, start};
use chuhe_server::shell::operate::control::{ControlClient, ControlRequest, ControlResponse};
use chuhe_server::shell::operate::operator_request::{Listing, OperatorRequest};
use std::fs::{self, File, OpenOptions};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use tempfile::TempDir;

/// A server with its data.
pub(super) struct Served {
    program: PathBuf,
    folder: TempDir,
    /// The folder of the page, if it serves one.
    page: Option<PathBuf>,
    /// Its output stays open, because a program may fail when it is closed.
    running: Option<(Running, BufReader<ChildStdout>)>,
    /// The address for native clients, and that of the page.
    addresses: [String; 2],
    log: Log,
}

/// A log file, as far as it was read.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    read: usize,
}

impl Served {
    /// Starts a server without data; with the page in this folder, if there is one.
    pub(super) fn start(page: Option<PathBuf>) -> Self {
        Self::of(server(), page)
    }

    fn of(program: PathBuf, page: Option<PathBuf>) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let log = Log::of(folder.path().join("server.log"));
        let addresses = ["127.0.0.1:0".to_owned(), "127.0.0.1:0".to_owned()];
        let mut served = Self { program, folder, page, running: None, addresses, log };
        served.restart().expect("it does not run");
        served
    }

    /// A folder for data.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The address for native clients.
    pub(super) fn tcp(&self) -> &str {
        &self.addresses[0]
    }

    /// The address of the page.
    #[cfg(feature = "web")]
    pub(super) fn web(&self) -> &str {
        &self.addresses[1]
    }

    /// Whether it runs.
    pub(super) const fn is_up(&self) -> bool {
        self.running.is_some()
    }

    /// Kills the server.
    pub(super) fn kill(&mut self) -> Result<(), Impossible> {
        self.running.take().map(drop).ok_or(Impossible)
    }

    /// Stops the server in good order.
    pub(super) fn stop(&mut self) -> Result<(), Impossible> {
        let (mut running, _output) = self.running.take().ok_or(Impossible)?;
        running.terminate();
        Ok(())
    }

    /// Starts the server on the same ports with the same data.
    ///
    /// # Panics
    /// If it does not say where it listens: people would use the program without it, and nothing would be wrong.
    pub(super) fn restart(&mut self) -> Result<(), Impossible> {
        if self.is_up() {
            return Err(Impossible);
        }
        let [tcp, web] = &self.addresses;
        let mut server = Command::new(&self.program);
        server.args(["--listen", tcp, "--log", "warn"]).arg("--data").arg(self.folder.path().join("data"));
        if let Some(page) = &self.page {
            server.args(["--web", web]).arg("--web-root").arg(page);
        }
        // the page of the tests has the name of a setting of the server, which needs `--web`
        server.env_remove("CHUHE_WEB_ROOT").stderr(self.log.open());
        let (running, mut output) = start(&mut server);
        let mut address = || {
            let line = first_line(&mut output);
            assert!(!line.is_empty(), "the server does not start: {}", self.log.last_line());
            let word = line.rsplit(' ').next().unwrap_or_default();
            word.trim_start_matches("http://").trim_end_matches('/').to_owned()
        };
        let tcp = address();
        let web = if self.page.is_some() { address() } else { String::new() };
        self.addresses = [tcp, web];
        self.running = Some((running, output));
        Ok(())
    }

    /// The players that it knows; `None` if it does not run.
    pub(super) fn players(&self) -> Option<Vec<PlayerFacts>> {
        let running = self.running_games()?;
        let line = |line: &String| {
            // the name may have spaces
            let (rest, game) = line.rsplit_once(" game=")?;
            let (rest, connection) = rest.rsplit_once(" connection=")?;
            let (_, name) = rest.rsplit_once(' ')?.0.split_once(' ')?;
            // the lobby has only games that go on
            let game = game.parse().ok().filter(|game| running.contains(game));
            Some(PlayerFacts { name: name.to_owned(), game, connected: connection != "-" })
        };
        let lines = self.list(Listing::Players)?;
        Some(lines.iter().map(|text| line(text).unwrap_or_else(|| panic!("{text}"))).collect())
    }

    /// Whether a game goes on; `None` if the server does not run.
    pub(super) fn runs_game(&self, game: u64) -> Option<bool> {
        Some(self.running_games()?.contains(&game))
    }

    fn running_games(&self) -> Option<Vec<u64>> {
        let number = |line: &String| line.strip_suffix(" running")?.split(' ').next()?.parse().ok();
        Some(self.list(Listing::Games)?.iter().filter_map(number).collect())
    }

    /// What it lists for operators; `None` if it does not run.
    fn list(&self, what: Listing) -> Option<Vec<String>> {
        let data = self.folder.path().join("data");
        let mut control = ControlClient::connect(&data).expect("the socket is this user's")?;
        let request = ControlRequest::Operate(OperatorRequest::List { what });
        match control.request(&request) {
            Ok(ControlResponse::Lines(lines)) => Some(lines),
            other => panic!("the server lists nothing: {other:?}"),
        }
    }

    /// What its log says is wrong since the last call.
    pub(super) fn faults(&mut self) -> Vec<Fault> {
        self.log.faults("server")
    }
}

impl Log {
    pub(super) const fn of(path: PathBuf) -> Self {
        Self { path, read: 0 }
    }

    /// The file, for a program that writes to its end.
    pub(super) fn open(&self) -> File {
        let file = OpenOptions::new().append(true).create(true).open(&self.path);
        file.expect("the log file can be opened")
    }

    /// Its last line.
    pub(super) fn last_line(&self) -> String {
        let text = fs::read(&self.path).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().next_back().unwrap_or_default().to_owned()
    }

    /// The panics and errors since the last call.
    pub(super) fn faults(&mut self, program: &str) -> Vec<Fault> {
        let text = fs::read(&self.path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text[self.read.min(text.len())..]).into_owned();
        self.read += text.len();
        let lines: Vec<&str> = text.lines().collect();
        let fault = |(index, line): (usize, &&str)| {
            let kind = if line.contains("panicked at") {
                FaultKind::Panic
            } else if line.contains("ERROR") {
                FaultKind::ErrorLog
            } else {
                return None;
            };
            // the message of a panic follows in the next line
            let what = lines[index..lines.len().min(index + 2)].join("\n");
            Some(Fault::new(kind, format!("{program}: {}", without_numbers(line)), what))
        };
        lines.iter().enumerate().filter_map(fault).collect()
    }
}

/// A line without its numbers, which differ from run to run.
pub(super) fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for letter in line.chars() {
        let shown = if letter.is_ascii_digit() { '0' } else { letter };
        if shown != '0' || !text.ends_with('0') {
            text.push(shown);
        }
    }
    text
}

#[test]
#[should_panic(expected = "the server does not start: ")]
fn a_server_that_does_not_start_is_noticed() {
    drop(Served::of("false".into(), None));
}
