//! A cluster on this machine: three NATS servers and nodes that share halls.

use super::nats_trio::{GLANCE, NatsTrio, Syncing, free_ports};
use crate::environment::Environment;
use crate::process::Process;
use anyhow::{Context as _, bail};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The hall in which the load plays.
pub const HALL: &str = "hall";
/// How long a hall may take to find a node that serves it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A node, which is killed on drop.
#[derive(Debug)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Where players reach it.
    pub address: SocketAddr,
    data: PathBuf,
    process: Option<Process>,
}

/// What a node says about the hall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HallStatus {
    /// Where players reach the node that serves it, if one does.
    pub owner: Option<SocketAddr>,
    /// The last entry of the log that the node has.
    pub applied: Option<u64>,
}

/// NATS servers and nodes. Nodes are stopped first.
#[derive(Debug)]
pub struct Cluster {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The servers that keep the logs.
    pub nats: NatsTrio,
    folder: TempDir,
    /// The program of the nodes.
    server: PathBuf,
}

impl Node {
    /// Starts a node with its data in `data`, and waits until it listens.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(
        environment: &Environment,
        nats: &NatsTrio,
        name: String,
        data: PathBuf,
    ) -> anyhow::Result<Self> {
        let port = free_ports(1)?.first().copied().context("a port")?;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let mut node = Self { name, address, data, process: None };
        node.resume(environment, nats)?;
        Ok(node)
    }

    /// Starts the process, on the port and with the data that it had before.
    ///
    /// # Errors
    /// If it does not start.
    pub fn resume(&mut self, environment: &Environment, nats: &NatsTrio) -> anyhow::Result<()> {
        let address = self.address.to_string();
        let mut command = environment.command("chuhe-server", &address, &self.data);
        command.args(["--advertise", &address, "--node", &self.name, "--hall", HALL]);
        command.args(["--cluster", &nats.urls()]);
        self.process = Some(Process::start(&mut command).with_context(|| format!("{} starts", self.name))?);
        Ok(())
    }

    /// Ends the process with SIGTERM, and waits for that.
    ///
    /// # Errors
    /// If it does not run or does not end in time.
    pub fn terminate(&mut self) -> anyhow::Result<()> {
        self.process.take().context("the node does not run")?.terminate(PATIENCE)
    }

    /// Kills the process with SIGKILL.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// The CPU time of the process.
    ///
    /// # Errors
    /// If it does not run.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        self.process.as_ref().context("the node does not run")?.cpu_time()
    }
}

impl Cluster {
    /// Starts NATS servers and `nodes` nodes, and waits until one of them serves the hall.
    ///
    /// # Errors
    /// If a program does not start, or no node serves the hall in time.
    pub fn start(
        environment: &Environment,
        nats: &Path,
        syncing: Syncing,
        nodes: usize,
    ) -> anyhow::Result<Self> {
        let nats = NatsTrio::start(nats, environment.data(), syncing)?;
        let folder = TempDir::with_prefix_in("nodes-", environment.data())?;
        let server = environment.program("chuhe-server");
        let mut cluster = Self { nodes: Vec::new(), nats, folder, server };
        for _ in 0..nodes {
            cluster.add_node(environment, None)?;
        }
        cluster.wait_for_owner()?;
        Ok(cluster)
    }

    /// Starts another node, with the data of one that was killed or without any.
    ///
    /// # Errors
    /// If it does not start.
    pub fn add_node(&mut self, environment: &Environment, data_of: Option<usize>) -> anyhow::Result<()> {
        let name = format!("node-{}", self.nodes.len());
        let data = match data_of {
            Some(killed) => self.nodes[killed].data.clone(),
            None => self.folder.path().join(&name),
        };
        std::fs::create_dir_all(&data)?;
        self.nodes.push(Node::start(environment, &self.nats, name, data)?);
        Ok(())
    }

    /// Runs a command of operators on a node, and returns what it prints.
    ///
    /// # Errors
    /// If it fails.
    pub fn control(&self, node: usize, command: &str) -> anyhow::Result<String> {
        let mut control = Command::new(&self.server);
        let ran = control.env_clear().args(["ctl", "--data"]).arg(&self.nodes[node].data).arg(command);
        let ran = ran.stdin(Stdio::null()).output()?;
        if !ran.status.success() {
            bail!("ctl {command}: {}", String::from_utf8_lossy(&ran.stderr).trim());
        }
        Ok(String::from_utf8(ran.stdout)?)
    }

    /// What a node says about the hall.
    ///
    /// # Errors
    /// If the node does not answer.
    pub fn hall(&self, node: usize) -> anyhow::Result<HallStatus> {
        Ok(parse_hall(&self.control(node, "halls")?))
    }

    /// Waits until a running node serves the hall, and returns its number.
    ///
    /// # Errors
    /// If none does in time.
    pub fn wait_for_owner(&self) -> anyhow::Result<usize> {
        let end = Instant::now() + PATIENCE;
        let running = self.nodes.iter().position(|node| node.process.is_some());
        let asked = running.context("no node runs")?;
        while Instant::now() < end {
            // a node that has just started may not answer yet
            if let Ok(HallStatus { owner: Some(address), .. }) = self.hall(asked)
                && let Some(owner) = self.nodes.iter().position(|node| node.address == address)
                && self.nodes[owner].process.is_some()
            {
                return Ok(owner);
            }
            std::thread::sleep(GLANCE);
        }
        bail!("no node serves the hall after {PATIENCE:?}");
    }

    /// The CPU time of all nodes but this one.
    ///
    /// # Errors
    /// If one has ended.
    pub fn cpu_time_beside(&self, owner: usize) -> anyhow::Result<Duration> {
        let others = self.nodes.iter().enumerate().filter(|(n, node)| *n != owner && node.process.is_some());
        others.map(|(_, node)| node.cpu_time()).sum()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.nodes.iter_mut().for_each(Node::kill);
    }
}

/// Reads the line of [`HALL`] that `ctl halls` prints.
fn parse_hall(lines: &str) -> HallStatus {
    let line = lines.lines().find(|line| line.split_whitespace().next() == Some(HALL)).unwrap_or_default();
    let value = |name: &str| line.split_whitespace().find_map(|word| word.strip_prefix(name));
    HallStatus {
        owner: value("address=").and_then(|address| address.parse().ok()),
        applied: value("applied=").and_then(|applied| applied.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_of_the_hall_is_read() {
        let lines = "halls players=1 owner=n address=127.0.0.1:1\n\
                     hall players=0 games=0 capacity=9 open owner=n-0 address=127.0.0.1:2 epoch=1 here=serves applied=77 lag=0\n";
        let owner = Some(SocketAddr::from(([127, 0, 0, 1], 2)));
        assert_eq!(parse_hall(lines), HallStatus { owner, applied: Some(77) });
        let free = "hall players=0 games=0 capacity=9 open owner=- address=- epoch=0\n";
        assert_eq!(parse_hall(free), HallStatus { owner: None, applied: None });
        assert_eq!(parse_hall(""), HallStatus { owner: None, applied: None });
    }
}
