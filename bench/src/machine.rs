//! Where the programs are, how they are started, and where what they keep is put.

use crate::process::Process;
use crate::seat::Subject;
use anyhow::Context as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What the server is told besides: all come from one machine here, and as fast as they can.
const FREEDOM: [&str; 18] = [
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

/// The programs and a place for data.
#[derive(Debug)]
pub struct Machine {
    programs: PathBuf,
    data: TempDir,
    /// The threads of the load.
    pub threads: usize,
}

/// A running program, and what is kept by it.
#[derive(Debug)]
pub struct Running {
    /// The program.
    pub process: Process,
    /// What it keeps goes with this.
    data: Option<TempDir>,
}

impl Machine {
    /// The programs beside this one; data goes below `folder`, whose disk is measured too.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(folder: &Path, threads: usize) -> anyhow::Result<Self> {
        let this = std::env::current_exe()?;
        let programs = this.parent().context("a program lies in a folder")?.to_owned();
        Ok(Self { programs, data: TempDir::with_prefix_in("data-", folder)?, threads })
    }

    /// Tells how it goes.
    pub fn say(&self, line: &str) {
        // if nobody can be told, it goes on all the same
        let _ = writeln!(io::stderr(), "{line}");
    }

    fn command(&self, program: &str, listen: &str, data: &Path) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.env_clear().args(["--listen", listen]).args(FREEDOM).arg("--data").arg(data);
        command
    }

    /// Starts what is measured; a server with these flags besides, on data of its own.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(&self, subject: Subject, flags: &[&str]) -> anyhow::Result<Running> {
        match subject {
            Subject::Baseline | Subject::AnsweringBaseline => {
                let process = Process::start(&mut Command::new(self.programs.join("chuhe-baseline")))?;
                Ok(Running { process, data: None })
            }
            Subject::Server => self.start_server("chuhe-server", flags),
        }
    }

    /// Starts a server, or another program that takes the same flags.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_server(&self, program: &str, flags: &[&str]) -> anyhow::Result<Running> {
        let data = TempDir::new_in(self.data.path())?;
        let mut command = self.command(program, "127.0.0.1:0", data.path());
        let process = Process::start(command.args(flags))?;
        Ok(Running { process, data: Some(data) })
    }

    /// Kills a server, and starts it again at the same port on the same data; returns how long
    /// it then took until it listened.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&self, running: &mut Running) -> anyhow::Result<Duration> {
        let data = running.data.as_ref().context("the relay keeps nothing")?;
        running.process.kill();
        let start = Instant::now();
        let listen = running.process.address.to_string();
        running.process = Process::start(&mut self.command("chuhe-server", &listen, data.path()))?;
        Ok(start.elapsed())
    }
}
