//! A measured process: started, observed through `/proc`, and killed on drop.

use anyhow::{Context as _, bail};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The unit of times in `/proc/PID/stat`: `USER_HZ`, which is 100 on every supported machine.
const TICK: Duration = Duration::from_millis(10);

/// A child process, killed on drop.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The address on which it listens.
    pub address: SocketAddr,
}

impl Process {
    /// Starts a program that prints its address as the first line.
    ///
    /// # Errors
    /// If the program cannot be started or prints something else.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.with_context(|| format!("cannot run {command:?}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = (input.context("no input")?, output.context("no output")?);
        let nowhere = ([0, 0, 0, 0], 0).into();
        let mut process = Self { child, input, output: BufReader::new(output), address: nowhere };
        let line = process.read_line()?;
        let Some(address) = line.strip_prefix("listening at ") else { bail!("{command:?} printed {line:?}") };
        process.address = address.parse()?;
        Ok(process)
    }

    /// Reads the next line of its standard output.
    ///
    /// # Errors
    /// If reading fails.
    pub fn read_line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }

    /// Sends an empty line and returns the answer.
    ///
    /// # Errors
    /// If writing or reading fails.
    pub fn query(&mut self) -> anyhow::Result<String> {
        self.input.write_all(b"\n")?;
        self.read_line()
    }

    /// Kills the process with SIGKILL and reaps it.
    pub fn kill(&mut self) {
        // an error means that it has already ended
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends the process with SIGTERM, and waits for that at most `limit`.
    ///
    /// # Errors
    /// If it has not ended then.
    pub fn terminate(mut self, limit: Duration) -> anyhow::Result<()> {
        let end = Instant::now() + limit;
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        if !sent.success() {
            bail!("the signal is not sent");
        }
        while self.child.try_wait()?.is_none() {
            if Instant::now() >= end {
                bail!("the process does not end within {limit:?}");
            }
            std::thread::sleep(TICK);
        }
        Ok(())
    }

    /// Its CPU time in user and kernel mode.
    ///
    /// # Errors
    /// If the process has ended.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        cpu_time_of(self.child.id())
    }

    /// Its resident memory in bytes.
    ///
    /// # Errors
    /// If the process has ended.
    pub fn resident_bytes(&self) -> anyhow::Result<u64> {
        resident_bytes_of(self.child.id())
    }
}

/// The CPU time of a process in user and kernel mode.
///
/// # Errors
/// If there is no such process.
pub fn cpu_time_of(id: u32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    parse_cpu(&stat).context("unexpected format of /proc/PID/stat")
}

/// The resident memory of a process in bytes.
///
/// # Errors
/// If there is no such process.
pub fn resident_bytes_of(id: u32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    parse_resident(&status).context("unexpected format of /proc/PID/status")
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The connections that this machine has dropped since boot because an accept queue was full.
///
/// # Errors
/// If the kernel does not report the count.
pub fn listen_overflows() -> anyhow::Result<u64> {
    let netstat = fs::read_to_string("/proc/net/netstat")?;
    parse_netstat(&netstat, "ListenOverflows").context("unexpected format of /proc/net/netstat")
}

fn parse_cpu(stat: &str) -> Option<Duration> {
    // the name is in parentheses and may contain anything; field 3 follows it
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
    fn proc_files_are_parsed() {
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
    fn address_is_read_from_the_first_line() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo listening at 127.0.0.1:77; read line; echo it; sleep 60"]);
        let mut process = Process::start(&mut command).unwrap();
        assert_eq!(process.address.port(), 77);
        assert_eq!(process.query().unwrap(), "it");
        assert!(process.resident_bytes().unwrap() > 0);
        process.cpu_time().unwrap();
    }
}
