//! Three NATS servers on loopback.

use crate::nats_server::{free_port, program};
use crate::signals;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) const SERVERS: usize = 3;
/// How long the servers may take until all are healthy.
const START: Duration = Duration::from_secs(90);

struct Server {
    port: u16,
    monitor: u16,
    process: Option<Child>,
}

/// Three servers that replicate every stream.
pub(crate) struct NatsTrio {
    program: PathBuf,
    folder: TempDir,
    servers: [Server; SERVERS],
}

impl NatsTrio {
    /// Starts the servers, and waits until all are healthy; `None` after saying that a test is skipped.
    pub(crate) fn start() -> Option<Self> {
        let program = program()?;
        let folder = tempfile::tempdir().expect("a folder");
        let servers =
            [(); SERVERS].map(|()| Server { port: free_port(), monitor: free_port(), process: None });
        let routes = [(); SERVERS].map(|()| free_port());
        let all = routes.map(|port| format!("\"nats://127.0.0.1:{port}\"")).join(", ");
        for (number, (server, route)) in servers.iter().zip(routes).enumerate() {
            let Server { port, monitor, .. } = server;
            let store = folder.path().join(format!("store-{number}"));
            let config = format!(
                "server_name: nats-{number}\nlisten: \"127.0.0.1:{port}\"\nhttp: \"127.0.0.1:{monitor}\"\n\
                 max_payload: 1MB\nauthorization {{ users: [ {{ user: chuhe, password: secret }} ] }}\n\
                 jetstream {{ store_dir: \"{}\", sync_interval: always, max_file_store: 4GB }}\n\
                 cluster {{ name: chuhe, listen: \"127.0.0.1:{route}\", routes: [{all}] }}\n",
                store.display()
            );
            fs::write(folder.path().join(format!("{number}.conf")), config).expect("it is written");
        }
        let mut trio = Self { program, folder, servers };
        for number in 0..SERVERS {
            trio.resume(number);
        }
        trio.wait_until_healthy();
        Some(trio)
    }

    /// The addresses, for nodes.
    pub(crate) fn urls(&self) -> String {
        let urls = self.servers.iter().map(|it| format!("nats://chuhe:secret@127.0.0.1:{}", it.port));
        urls.collect::<Vec<_>>().join(",")
    }

    /// Starts a server that does not run.
    pub(crate) fn resume(&mut self, number: usize) {
        let path = |what: &str| self.folder.path().join(format!("{number}.{what}"));
        let log = File::options().create(true).append(true).open(path("log")).expect("a log");
        let server = Command::new(&self.program)
            .arg("-c")
            .arg(path("conf"))
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn();
        self.servers[number].process = Some(server.expect("the server starts"));
    }

    /// Kills a server as a loss of power does.
    pub(crate) fn kill(&mut self, number: usize) {
        if let Some(mut process) = self.servers[number].process.take() {
            // it may have ended already
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    pub(crate) fn pause(&self, number: usize) {
        signals::pause(self.servers[number].process.as_ref().expect("the server runs"));
    }

    pub(crate) fn go_on(&self, number: usize) {
        signals::go_on(self.servers[number].process.as_ref().expect("the server runs"));
    }

    /// The server that leads a stream.
    pub(crate) fn leader_of(&self, stream: &str) -> Option<usize> {
        (0..SERVERS).find_map(|number| {
            let answer = self.monitor(number, "/jsz?streams=true")?;
            let answer: serde_json::Value = serde_json::from_str(&answer).ok()?;
            let streams = answer["account_details"].as_array()?.iter();
            let mut streams = streams.filter_map(|it| it["stream_detail"].as_array()).flatten();
            let stream = streams.find(|it| it["name"] == stream)?;
            stream["cluster"]["leader"].as_str()?.strip_prefix("nats-")?.parse().ok()
        })
    }

    pub(crate) fn wait_until_healthy(&self) {
        let end = Instant::now() + START;
        while !(0..SERVERS)
            .all(|number| self.monitor(number, "/healthz").is_some_and(|answer| answer.contains("\"ok\"")))
        {
            assert!(Instant::now() < end, "the NATS servers are not healthy");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Requests a page of a server's monitoring.
    fn monitor(&self, number: usize, path: &str) -> Option<String> {
        let address = (Ipv4Addr::LOCALHOST, self.servers[number].monitor).into();
        let timeout = Duration::from_secs(2);
        let mut stream = TcpStream::connect_timeout(&address, timeout).ok()?;
        stream.set_read_timeout(Some(timeout)).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer.split_once("\r\n\r\n")?.1.to_owned())
    }
}

impl Drop for NatsTrio {
    fn drop(&mut self) {
        (0..SERVERS).for_each(|number| self.kill(number));
    }
}
