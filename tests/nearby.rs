//! A server announces itself, and a client finds it, over a network that holds nothing else.
//!
//! Multicast reaches every interface of a machine. The programs run in a network namespace of their own,
//! whose one interface is `lo` with an address like those of local networks.

use crate::program::{Running, first_line, programs, start};
use crate::text_mode::Console;
use std::io::{self, BufReader, Write};
use std::process::{ChildStdout, Command};

/// Sets up the network, and holds the namespace until the test ends.
const SET_UP: &str = "ip link set lo up && ip link set lo multicast on && \
     ip address add 192.168.77.1/24 dev lo && echo ready && exec tail -f /dev/null";

/// A network namespace, held by a program that ends when nobody reads its output.
struct Network {
    holder: Running,
    _output: BufReader<ChildStdout>,
}

impl Network {
    /// Creates a namespace; `None` if the system does not permit it.
    fn create() -> Option<Self> {
        let mut holder = Command::new("unshare");
        let (holder, mut output) = start(holder.args(["--map-root-user", "--net", "sh", "-c", SET_UP]));
        (first_line(&mut output) == "ready").then_some(Self { holder, _output: output })
    }

    /// A command that runs a program in the namespace.
    fn command(&self) -> Command {
        let mut command = Command::new("nsenter");
        command.args([
            "--target",
            &self.holder.id().to_string(),
            "--user",
            "--net",
            "--preserve-credentials",
        ]);
        command
    }
}

#[test]
fn announced_server_is_found_until_it_stops() {
    let Some(network) = Network::create() else {
        // written past the capture of the test's output, which hides what a passing test prints
        let _ =
            writeln!(io::stderr(), "SKIPPED: no network namespace can be created, so nothing is announced");
        return;
    };
    let programs = programs();
    let folder = tempfile::tempdir().expect("a folder can be created");
    let mut client = network.command();
    client.arg(programs.join("chuhe")).arg("--settings").arg(folder.path().join("Bo.json"));
    let mut client = Console::start("Bo", client.args(["--text", "--lang", "en"]));
    client.say("nearby");
    client.hear("Searching your network");

    let mut server = network.command();
    server.arg(programs.join("chuhe-server")).args(["0", "--data", ":memory:", "--log", "warn"]);
    let (server, mut output) = start(server.arg("--announce=Chess v1.2 楚河"));
    let line = first_line(&mut output);
    let (_, port) = line.rsplit_once(':').expect("an address has a port");
    client.hear(&format!("Found nearby: Chess v1.2 楚河. Type connect 192.168.77.1:{port}"));

    let signal = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(signal.expect("kill runs").success());
    // the client reads the farewell at a time of its own
    client.ask_until("nearby", "Searching your network");
}
