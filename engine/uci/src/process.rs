//! A child process whose lines are read and written without blocking.

use crate::error::EngineError;
use crate::limits::{MAX_LINE_BYTES, QUEUED_LINES, QUIT_LIMIT};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

/// Windows starts a program without a console window.
#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Its path, or its name if it lies in a folder of `PATH`.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Launch {
    /// A program without arguments.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), arguments: Vec::new() }
    }
}

/// What a process said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A line, without its end.
    Text(String),
    /// It ended, or closed its output; with its exit status if it is known.
    Ended(Option<String>),
}

/// A running program. Dropping it asks it to quit, then kills it.
///
/// On Unix it has a process group of its own, and what it started is killed with it: a script that
/// starts an engine must not leave the engine behind.
///
/// A thread reads its lines and another writes, so that a program that neither reads nor writes
/// blocks nobody.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Whether the system has forgotten the process, so that its id may be that of another.
    reaped: bool,
    lines: Receiver<String>,
    input: Option<Sender<String>>,
}

impl Process {
    /// Starts a program, in the folder where it lies if the path names one.
    ///
    /// # Errors
    /// If there is no such program, or it cannot be started.
    pub fn start(launch: &Launch) -> Result<Self, EngineError> {
        let mut command = Command::new(program_of(launch)?);
        command.args(&launch.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder_of(&launch.path) {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
        let mut child = command.spawn().map_err(|error| start_error(&launch.path, &error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for as pipes");
        };
        let (line_sender, lines) = mpsc::sync_channel(QUEUED_LINES);
        let (input_sender, input_lines) = mpsc::channel();
        // an error below drops the process, which ends the program
        let process = Self { child, reaped: false, lines, input: Some(input_sender) };
        let spawn = |run: Box<dyn FnOnce() + Send>| {
            let thread = thread::Builder::new().name("engine lines".to_owned()).spawn(run);
            thread.map(drop).map_err(|error| start_error(&launch.path, &error))
        };
        spawn(Box::new(move || read_lines(output, &line_sender)))?;
        spawn(Box::new(move || write_lines(input, &input_lines)))?;
        Ok(process)
    }

    /// Sends a line, which must not have an end.
    ///
    /// A process that has ended ignores it.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for a line; `None` if there is none for this long.
    pub fn receive(&mut self, timeout: Duration) -> Option<Said> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => Some(Said::Text(line)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.try_wait().ok().flatten();
                self.reaped |= status.is_some();
                Some(Said::Ended(status.map(|status| status.to_string())))
            }
        }
    }

    /// Kills the program and, on Unix, what it started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }

    /// Waits until the program closes its output, for `limit` at most.
    fn wait_for_end(&mut self, limit: Duration) {
        let until = std::time::Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(std::time::Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(_) if !left.is_zero() => {}
                Ok(_) | Err(_) => return,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        // closes the program's input after that line
        self.input = None;
        self.wait_for_end(QUIT_LIMIT);
        // even if its output is closed: the program, or one that it started, may run on
        if !self.reaped {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// The folder in which a program lies, if its path names one.
///
/// It is absolute but not canonical: on Windows a canonical path begins with `\\?\`, which many
/// engines cannot open files in.
fn folder_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    std::path::absolute(folder).ok()
}

/// The path to start: an absolute one if it names a folder, since the program starts in it.
fn program_of(launch: &Launch) -> Result<PathBuf, EngineError> {
    if folder_of(&launch.path).is_none() {
        return Ok(launch.path.clone());
    }
    let start_error = |error: io::Error| start_error(&launch.path, &error);
    // otherwise a folder that does not exist, or that cannot be entered, would be named as the fault
    if launch.path.metadata().map_err(start_error)?.is_dir() {
        return Err(EngineError::NotExecutable(name_of(&launch.path)));
    }
    std::path::absolute(&launch.path).map_err(start_error)
}

fn name_of(path: &Path) -> String {
    crate::words::quote(&path.display().to_string())
}

fn start_error(path: &Path, error: &io::Error) -> EngineError {
    /// The number of "exec format error" on Unix, for which `ErrorKind` has no stable name.
    const ENOEXEC: i32 = 8;
    let name = name_of(path);
    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) {
        EngineError::NotFound(name)
    } else if error.kind() == io::ErrorKind::PermissionDenied {
        EngineError::NotExecutable(name)
    } else if cfg!(unix) && error.raw_os_error() == Some(ENOEXEC) {
        EngineError::NotAProgram(name)
    } else {
        EngineError::CannotStart { path: name, reason: error.to_string() }
    }
}

fn read_lines(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        // one byte more than the limit shows that a line is longer; its parts are separate lines
        let read = output.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line);
        match read {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if lines.send(text).is_err() {
            return;
        }
    }
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}
