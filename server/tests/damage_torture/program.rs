//! The server's program: started on a directory, stopped, killed, and its commands.

use crate::harm::Files;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server that has said that it listens.
pub(super) struct Started {
    running: Child,
    /// Kept open, because a program may fail when its output is closed.
    _output: BufReader<ChildStdout>,
    pub(super) address: SocketAddr,
    pub(super) ops: SocketAddr,
}

impl Started {
    /// Starts a server that must start.
    pub(super) async fn expect(data: &Path) -> Self {
        Self::launch(data).await.unwrap_or_else(|refusal| panic!("whole data is refused: {refusal}"))
    }

    /// Starts a server; an error is what it has written instead of starting.
    pub(super) async fn launch(data: &Path) -> Result<Self, String> {
        let data = data.to_owned();
        let launched = tokio::task::spawn_blocking(move || launch(&data));
        launched.await.expect("the program runs")
    }

    /// Ends it as a crash does, and waits for its end.
    pub(super) fn kill(&mut self) {
        // it may have ended already
        let _ = (self.running.kill(), self.running.wait());
    }

    /// Stops it as an operator does.
    pub(super) fn stop(&mut self) {
        // the shell's built-in: minimal systems have no kill program
        let kill = format!("kill {}", self.running.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        assert!(self.running.wait().expect("it ends").success(), "it stops well");
    }

    /// Whether the program has ended although nobody has ended it.
    pub(super) fn ended_by_itself(&mut self) -> bool {
        !matches!(self.running.try_wait(), Ok(None))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program of this build.
fn server() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
    command.env_clear().stdin(Stdio::null());
    command
}

fn launch(data: &Path) -> Result<Started, String> {
    let log: PathBuf = data.join("stderr.log");
    let errors = fs::File::create(&log).expect("a file for the log");
    let mut command = server();
    command.args(["--listen", "127.0.0.1:0", "--ops", "127.0.0.1:0", "--log", "warn", "--data"]).arg(data);
    let mut running = command.stdout(Stdio::piped()).stderr(errors).spawn().expect("the program starts");
    let mut output = BufReader::new(running.stdout.take().expect("a pipe"));
    let mut address = |before: &str| {
        let mut line = String::new();
        output.read_line(&mut line).expect("the output can be read");
        line.trim().strip_prefix(before).and_then(|text| text.parse().ok())
    };
    let (listens, operates) = (address("listening at "), address("operations at "));
    if let (Some(address), Some(ops)) = (listens, operates) {
        return Ok(Started { running, _output: output, address, ops });
    }
    // it ends, so that everything is written
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("the output can be read");
    running.wait().expect("it ends");
    Err(fs::read_to_string(&log).unwrap_or_default().trim().replace('\n', " | "))
}

/// Runs a command on stored data; returns its exit code.
pub(super) fn run(command: &str, data: &Path) -> Option<i32> {
    let mut program = server();
    program.args([command, "--data"]).arg(data).stdout(Stdio::null()).stderr(Stdio::null());
    program.status().expect("the program runs").code()
}

/// The files of the database in `folder`.
pub(super) fn files_of(folder: &Path) -> Files {
    let files = fs::read_dir(folder).expect("a directory").map(|file| file.expect("a file"));
    let files = files.map(|file| (file.file_name().into_string().expect("text"), file.path()));
    let files = files.filter(|(name, _)| name.starts_with("chuhe.db"));
    files.map(|(name, path)| (name, fs::read(path).expect("a file"))).collect()
}

pub(super) fn write_files(folder: &Path, files: &Files) {
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("room");
    }
}
