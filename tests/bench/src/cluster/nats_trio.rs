//! Three NATS servers on loopback that keep each stream in three copies.

use crate::process::{cpu_time_of, resident_bytes_of};
use anyhow::{Context as _, bail};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The number of servers.
pub const SERVERS: usize = 3;
/// How long the servers may take until all are healthy.
const START: Duration = Duration::from_secs(60);
/// How long a server may take to answer a request about itself.
const MONITOR_TIMEOUT: Duration = Duration::from_secs(2);
/// The interval at which a state is looked at that is waited for.
pub const GLANCE: Duration = Duration::from_millis(20);

/// When the servers sync what they acknowledge to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syncing {
    /// Before they acknowledge it.
    Always,
    /// Every two minutes, the default of NATS.
    Later,
}

/// How far a stream reaches, as its leader says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamState {
    /// The server that leads it.
    pub leader: usize,
    /// The number of its last message.
    pub last: u64,
    /// The messages that it has.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// What the servers have sent and received since they began, among each other too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages received and sent.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

#[derive(Debug)]
struct Server {
    port: u16,
    monitor: u16,
    process: Option<Child>,
}

/// Three servers, which are killed on drop.
#[derive(Debug)]
pub struct NatsTrio {
    program: PathBuf,
    folder: TempDir,
    servers: [Server; SERVERS],
}

impl NatsTrio {
    /// Starts the servers with their data in `folder`, and waits until all are healthy.
    ///
    /// # Errors
    /// If the program does not start, or the servers find no quorum in time.
    pub fn start(program: &Path, folder: &Path, syncing: Syncing) -> anyhow::Result<Self> {
        let folder = TempDir::with_prefix_in("nats-", folder)?;
        let mut ports = free_ports(SERVERS * 3)?.into_iter();
        let mut next = || ports.next().context("as many ports as asked for");
        let mut server = || anyhow::Ok(Server { port: next()?, monitor: next()?, process: None });
        let servers = [server()?, server()?, server()?];
        let routes = [next()?, next()?, next()?];
        let all = routes.map(|port| format!("\"nats://127.0.0.1:{port}\"")).join(", ");
        for (number, (server, route)) in servers.iter().zip(routes).enumerate() {
            let Server { port, monitor, .. } = server;
            let store = folder.path().join(format!("store-{number}"));
            let sync_interval = match syncing {
                Syncing::Always => ", sync_interval: always",
                Syncing::Later => "",
            };
            let config = format!(
                "server_name: nats-{number}\nlisten: \"127.0.0.1:{port}\"\nhttp: \"127.0.0.1:{monitor}\"\n\
                 max_payload: 1MB\nauthorization {{ users: [ {{ user: chuhe, password: secret }} ] }}\n\
                 jetstream {{ store_dir: \"{}\", max_file_store: 8GB{sync_interval} }}\n\
                 cluster {{ name: chuhe, listen: \"127.0.0.1:{route}\", routes: [{all}] }}\n",
                store.display()
            );
            fs::write(folder.path().join(format!("{number}.conf")), config)?;
        }
        let mut trio = Self { program: program.to_owned(), folder, servers };
        for number in 0..SERVERS {
            trio.resume(number)?;
        }
        trio.wait_until_healthy()?;
        Ok(trio)
    }

    /// The addresses with user and password, for nodes.
    #[must_use]
    pub fn urls(&self) -> String {
        let urls = self.servers.iter().map(|it| format!("nats://chuhe:secret@127.0.0.1:{}", it.port));
        urls.collect::<Vec<_>>().join(",")
    }

    /// Starts a server that does not run.
    ///
    /// # Errors
    /// If the program does not start.
    pub fn resume(&mut self, number: usize) -> anyhow::Result<()> {
        let path = |what: &str| self.folder.path().join(format!("{number}.{what}"));
        let log = File::options().create(true).append(true).open(path("log"))?;
        let server = Command::new(&self.program)
            .arg("-c")
            .arg(path("conf"))
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        self.servers[number].process = Some(server);
        Ok(())
    }

    /// Kills a server with SIGKILL.
    pub fn kill(&mut self, number: usize) {
        if let Some(mut process) = self.servers[number].process.take() {
            // an error means that it has already ended
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Waits until every server is healthy.
    ///
    /// # Errors
    /// If they are not in time.
    pub fn wait_until_healthy(&self) -> anyhow::Result<()> {
        let end = Instant::now() + START;
        let is_healthy = |number| self.monitor(number, "/healthz").is_some_and(|it| it["status"] == "ok");
        while !(0..SERVERS).all(is_healthy) {
            if Instant::now() >= end {
                bail!("the NATS servers are not healthy after {START:?}");
            }
            std::thread::sleep(GLANCE);
        }
        Ok(())
    }

    /// How far a stream reaches; `None` if it is missing or has no leader.
    #[must_use]
    pub fn stream(&self, name: &str) -> Option<StreamState> {
        (0..SERVERS).find_map(|number| {
            let found = self.monitor(number, "/jsz?streams=true")?;
            let mut streams = found["account_details"]
                .as_array()?
                .iter()
                .filter_map(|account| account["stream_detail"].as_array())
                .flatten();
            let stream = streams.find(|it| it["name"] == name)?;
            let leader = stream["cluster"]["leader"].as_str()?;
            // the others may be a moment behind
            (leader == format!("nats-{number}")).then_some(())?;
            let state = &stream["state"];
            Some(StreamState {
                leader: number,
                last: state["last_seq"].as_u64()?,
                messages: state["messages"].as_u64()?,
                bytes: state["bytes"].as_u64()?,
            })
        })
    }

    /// The CPU time of all servers.
    ///
    /// # Errors
    /// If one has ended.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        self.ids().map(cpu_time_of).sum()
    }

    /// The resident memory of each server in bytes.
    ///
    /// # Errors
    /// If one has ended.
    pub fn resident_bytes(&self) -> anyhow::Result<Vec<u64>> {
        self.ids().map(resident_bytes_of).collect()
    }

    /// What the servers have sent and received.
    ///
    /// # Errors
    /// If one does not answer.
    pub fn traffic(&self) -> anyhow::Result<Traffic> {
        let mut traffic = Traffic::default();
        for number in 0..SERVERS {
            let found = self.monitor(number, "/varz").context("a NATS server does not answer")?;
            let count = |name: &str| found[name].as_u64().unwrap_or_default();
            traffic.messages += count("in_msgs") + count("out_msgs");
            traffic.bytes += count("in_bytes") + count("out_bytes");
        }
        Ok(traffic)
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        self.servers.iter().filter_map(|server| server.process.as_ref()).map(Child::id)
    }

    /// Requests a page of a server's monitoring.
    fn monitor(&self, number: usize, path: &str) -> Option<Value> {
        let address = (Ipv4Addr::LOCALHOST, self.servers[number].monitor).into();
        let mut stream = TcpStream::connect_timeout(&address, MONITOR_TIMEOUT).ok()?;
        stream.set_read_timeout(Some(MONITOR_TIMEOUT)).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }
}

impl Drop for NatsTrio {
    fn drop(&mut self) {
        (0..SERVERS).for_each(|number| self.kill(number));
    }
}

/// Ports on which nobody listens now.
///
/// # Errors
/// If there are not so many.
pub fn free_ports(count: usize) -> anyhow::Result<Vec<u16>> {
    let listeners = (0..count).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    let listeners: Vec<TcpListener> = listeners.collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.port())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn free_ports_differ() {
        let ports = free_ports(20).unwrap();
        assert_eq!(ports.iter().collect::<BTreeSet<_>>().len(), 20);
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = NatsTrio::start(Path::new("/no/nats-server"), folder.path(), Syncing::Always);
        assert!(error.unwrap_err().to_string().contains("/no/nats-server"));
    }
}
