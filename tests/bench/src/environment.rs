//! Starts the measured programs and gives each a data directory.

use crate::player::ProgramKind;
use crate::process::Process;
use anyhow::Context as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Server flags that lift every limit, because all clients come from one machine at full speed.
const UNLIMITED: [&str; 18] = [
    "--log",
    "error",
    "--connections",
    "20000",
    "--address-connections",
    "20000",
    "--limit",
    "connection-requests=1000000000",
    "--limit",
    "address-requests=1000000000",
    "--limit",
    "address-entries=1000000000",
    "--limit",
    "address-challenges=1000000000",
    "--limit",
    "address-watches=1000000000",
    "--failed-greetings",
    "20000",
];

/// How often something is measured, and for how long each time.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How often.
    pub count: usize,
    /// How long.
    pub time: Duration,
}

/// The directory of the programs and the directory for their data.
#[derive(Debug)]
pub struct Environment {
    programs: PathBuf,
    data: TempDir,
    /// The number of load threads.
    pub threads: usize,
}

/// A running program and its data.
#[derive(Debug)]
pub struct RunningProgram {
    /// The process.
    pub process: Process,
    /// The data directory, deleted on drop.
    data: Option<TempDir>,
}

impl Environment {
    /// Finds the programs next to this one, and creates a data directory in `folder`.
    ///
    /// The speed of that disk is part of what is measured.
    ///
    /// # Errors
    /// If `folder` is not writable.
    pub fn new(folder: &Path, threads: usize) -> anyhow::Result<Self> {
        let this = std::env::current_exe()?;
        let programs = this.parent().context("the program has no folder")?.to_owned();
        Ok(Self { programs, data: TempDir::with_prefix_in("data-", folder)?, threads })
    }

    /// Prints a progress line to standard error.
    pub fn print_progress(&self, text: &str) {
        // the measurement does not depend on its progress lines
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// The directory of the measured data.
    #[must_use]
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// The path of one of the programs.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// A command that runs a server without limits for the load.
    #[must_use]
    pub fn command(&self, program: &str, listen: &str, data: &Path) -> Command {
        let mut command = Command::new(self.program(program));
        command.env_clear().args(["--listen", listen]).args(UNLIMITED).arg("--data").arg(data);
        command
    }

    /// Starts a program; `flags` apply to a server only, which gets a new data directory.
    ///
    /// # Errors
    /// If the program does not start.
    pub fn start(&self, kind: ProgramKind, flags: &[&str]) -> anyhow::Result<RunningProgram> {
        match kind {
            ProgramKind::Baseline | ProgramKind::EchoingBaseline => {
                let process = Process::start(&mut Command::new(self.programs.join("chuhe-baseline")))?;
                Ok(RunningProgram { process, data: None })
            }
            ProgramKind::Server => self.start_server("chuhe-server", flags),
        }
    }

    /// Starts a server or another program that takes the same flags.
    ///
    /// # Errors
    /// If the program does not start.
    pub fn start_server(&self, program: &str, flags: &[&str]) -> anyhow::Result<RunningProgram> {
        let data = TempDir::new_in(self.data.path())?;
        let mut command = self.command(program, "127.0.0.1:0", data.path());
        let process = Process::start(command.args(flags))?;
        Ok(RunningProgram { process, data: Some(data) })
    }

    /// Kills a server, restarts it on the same port and data, and returns how long that took.
    ///
    /// The time runs from the restart until the server listens.
    ///
    /// # Errors
    /// If the server does not start.
    pub fn restart(&self, running: &mut RunningProgram) -> anyhow::Result<Duration> {
        let data = running.data.as_ref().context("the baseline stores no data")?;
        running.process.kill();
        let start = Instant::now();
        let listen = running.process.address.to_string();
        running.process = Process::start(&mut self.command("chuhe-server", &listen, data.path()))?;
        Ok(start.elapsed())
    }
}
