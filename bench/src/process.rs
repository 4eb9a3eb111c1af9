//! The programs that are measured: started, watched through `/proc`, and ended with this one.

use anyhow::{Context as _, bail};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The unit of the times in `/proc/PID/stat`: what Linux tells programs is in hundredths of
/// a second on every machine that this runs on.
const TICK: Duration = Duration::from_millis(10);

/// A program that runs until this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Process {
    /// Starts a program whose first line says where it listens.
    ///
    /// # Errors
    /// If it cannot be started, or says something else.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.with_context(|| format!("cannot run {command:?}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = (input.context("no input")?, output.context("no output")?);
        let nowhere = ([0, 0, 0, 0], 0).into();
        let mut process = Self { child, input, output: BufReader::new(output), address: nowhere };
        let line = process.line()?;
        let Some(address) = line.strip_prefix("listening at ") else { bail!("{command:?} said {line:?}") };
        process.address = address.parse()?;
        Ok(process)
    }

    /// The next line that it says.
    ///
    /// # Errors
    /// If it says no more.
    pub fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }

    /// Sends it an empty line, and returns what it answers.
    ///
    /// # Errors
    /// If it does not.
    pub fn ask(&mut self) -> anyhow::Result<String> {
        self.input.write_all(b"\n")?;
        self.line()
    }

    /// Ends it with SIGKILL, and waits until it is no more.
    pub fn kill(&mut self) {
        // it may have ended by itself, and then there is nothing to do
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// How long it has used a core, in its own code and in the system's.
    ///
    /// # Errors
    /// If it is no more.
    pub fn cpu(&self) -> anyhow::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        parse_cpu(&stat).context("an odd /proc/PID/stat")
    }

    /// The memory that it holds, in bytes.
    ///
    /// # Errors
    /// If it is no more.
    pub fn resident(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        parse_resident(&status).context("an odd /proc/PID/status")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How many connections this machine has lost since it was started because a listener's queue
/// was full.
///
/// # Errors
/// If the system does not tell.
pub fn listen_overflows() -> anyhow::Result<u64> {
    let netstat = fs::read_to_string("/proc/net/netstat")?;
    parse_netstat(&netstat, "ListenOverflows").context("an odd /proc/net/netstat")
}

fn parse_cpu(stat: &str) -> Option<Duration> {
    // the name is in brackets and may hold anything; then come the third field and on
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(|field| field.parse::<u32>().ok());
    Some(TICK * (times.next()?? + times.next()??))
}

fn parse_resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

fn parse_netstat(netstat: &str, name: &str) -> Option<u64> {
    let mut lines = netstat.lines().filter(|line| line.starts_with("TcpExt:"));
    let (names, values) = (lines.next()?, lines.next()?);
    let mut columns = names.split_whitespace().zip(values.split_whitespace());
    columns.find(|(column, _)| *column == name)?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let stat = "77 (an odd) name) S 1 77 77 0 -1 4194560 1 2 3 4 150 25 6 7 20 0 4 0 99 1 2";
        assert_eq!(parse_cpu(stat), Some(Duration::from_millis(1750)));
        assert_eq!(parse_cpu("77 (name) S 1"), None);
        let status = "Name:\tx\nVmRSS:\t    1024 kB\nRssAnon:\t 7 kB\n";
        assert_eq!(parse_resident(status), Some(1024 * 1024));
        let netstat = "TcpExt: A ListenOverflows B\nTcpExt: 1 22 3\nIpExt: C\nIpExt: 4\n";
        assert_eq!(parse_netstat(netstat, "ListenOverflows"), Some(22));
        assert_eq!(parse_netstat(netstat, "C"), None);
    }

    #[test]
    fn a_program_is_told_by_its_first_line() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo listening at 127.0.0.1:77; read line; echo it; sleep 60"]);
        let mut process = Process::start(&mut command).unwrap();
        assert_eq!(process.address.port(), 77);
        assert_eq!(process.ask().unwrap(), "it");
        assert!(process.resident().unwrap() > 0);
        process.cpu().unwrap();
    }
}
