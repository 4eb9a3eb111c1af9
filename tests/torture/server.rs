//! A server program that the test kills and restarts on the same data and port.

use super::ledger::Restart;
use crate::client::Client;
use crate::program::{Running, first_line, start};
use chuhe_protocol::greeting::VERSION;
use std::io::BufReader;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::time::{Duration, Instant};

/// A running server.
pub(super) struct Server {
    program: PathBuf,
    args: Vec<String>,
    running: Running,
    /// Kept open, because a program may fail when its output is closed.
    _output: BufReader<ChildStdout>,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts a server on the directory `data`, with these flags.
    pub(super) async fn start(program: &Path, data: &Path, flags: &[&str]) -> Self {
        let data = data.to_str().expect("text").to_owned();
        let mut args = vec!["--data".to_owned(), data, "--log".to_owned(), "error".to_owned()];
        args.extend(flags.iter().map(|&flag| flag.to_owned()));
        let listen = "127.0.0.1:0".parse().expect("an address");
        let (running, output, address) = launch(program.to_owned(), args.clone(), listen).await;
        Self { program: program.to_owned(), args, running, _output: output, address }
    }

    /// Kills the server, and restarts it after `pause`.
    pub(super) async fn restart(&mut self, pause: Duration) -> Restart {
        let kill_at = Instant::now();
        self.running.kill();
        let dead_at = Instant::now();
        tokio::time::sleep(pause).await;
        let spawn_at = Instant::now();
        let (running, output, address) = launch(self.program.clone(), self.args.clone(), self.address).await;
        assert_eq!(address, self.address);
        (self.running, self._output) = (running, output);
        let listening_at = Instant::now();
        let mut probe = Client::connect(address).await;
        assert!(probe.greet(VERSION).await.welcome);
        Restart { kill_at, dead_at, spawn_at, listening_at, serving: spawn_at.elapsed() }
    }
}

/// Starts the program, and waits until it prints its address.
async fn launch(
    program: PathBuf,
    args: Vec<String>,
    listen: SocketAddr,
) -> (Running, BufReader<ChildStdout>, SocketAddr) {
    let launched = tokio::task::spawn_blocking(move || {
        let mut command = Command::new(program);
        command.env_clear().args(["--listen", &listen.to_string()]).args(args);
        let (running, mut output) = start(&mut command);
        let line = first_line(&mut output);
        let address = line.strip_prefix("listening at ").and_then(|text| text.parse().ok());
        (running, output, address.expect("the first line names the address"))
    });
    launched.await.expect("the server starts")
}
