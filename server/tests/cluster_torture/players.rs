//! Forty players in a hall of three nodes, while nodes and NATS servers are killed and paused.
//!
//! The players are those of the torture of one server. They follow their hall from node to node, repeat
//! what was not acknowledged, and check every event that they receive against all that was received
//! before: an acknowledged move that is lost, and a game that two nodes carry on, both show as an event
//! with another content. At the end each node's copy must have every event.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

#[path = "../../../tests/torture/bot.rs"]
mod bot;
#[path = "../../../tests/torture/connection.rs"]
mod connection;
#[expect(dead_code, reason = "one server is killed in another test")]
#[path = "../../../tests/torture/ledger.rs"]
mod ledger;
#[path = "../../../tests/torture/random.rs"]
mod random;
#[path = "../../../tests/torture/table.rs"]
mod table;

use crate::nats_server::free_port;
use crate::nats_trio::{NatsTrio, SERVERS};
use crate::rounds::Fault;
use crate::signals;
use crate::writer::{HALL, say};
use bot::{Bot, Run, Shared};
use chuhe_protocol::HallName;
use chuhe_server::store::Sqlite;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

const NODES: usize = 3;
const PLAYERS: usize = 40;
const LONG: Duration = Duration::from_secs(10);
/// How long after a fault a move may still be acknowledged by the time before it.
const IN_FLIGHT: Duration = Duration::from_millis(300);
/// How long the nodes follow the log after the last move.
const FOLLOW: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(90);
/// Moves after which a round ends: everybody plays again.
const MOVES: usize = PLAYERS * 2;

/// A node, which is killed when it is dropped.
struct Node {
    name: String,
    address: SocketAddr,
    data: TempDir,
    nats: String,
    process: Option<Child>,
}

impl Node {
    fn new(number: usize, nats: &NatsTrio) -> Self {
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let data = tempfile::tempdir().expect("a folder");
        Self { name: format!("node-{number}"), address, data, nats: nats.urls(), process: None }
    }

    fn start(&mut self) {
        let address = self.address.to_string();
        let process = Command::new(env!("CARGO_BIN_EXE_chuhe-server"))
            .env_clear()
            .args(["--listen", &address, "--advertise", &address, "--node", &self.name])
            .args(["--hall", HALL, "--cluster", &self.nats, "--log", "error"])
            .arg("--data")
            .arg(self.data.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        self.process = Some(process.expect("the node starts"));
    }

    /// Starts the node again if it has ended, as its service does.
    fn keep_running(&mut self) {
        let has_ended = |process: &mut Child| process.try_wait().is_ok_and(|status| status.is_some());
        if self.process.as_mut().is_none_or(has_ended) {
            self.start();
        }
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // it may have ended already
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

struct Cluster {
    nats: NatsTrio,
    nodes: Vec<Node>,
    shared: Arc<Shared>,
    interruptions: BTreeMap<Fault, Vec<Duration>>,
    /// From each fault until play went on.
    outages: Vec<(Instant, Instant)>,
}

/// Plays through a cluster while these faults happen, one after another.
pub(crate) async fn torture(faults: &[Fault], seed: u64) {
    let Some(nats) = NatsTrio::start() else { return };
    let mut nodes: Vec<Node> = (0..NODES).map(|number| Node::new(number, &nats)).collect();
    nodes.iter_mut().for_each(Node::start);
    let addresses: Vec<_> = nodes.iter().map(|node| Some(node.address)).collect();
    let run = Run { number: 0, nodes: addresses.try_into().expect("three nodes"), ending: false };
    let (runs, observed_runs) = watch::channel(run);
    let shared = Shared::new(observed_runs);
    let hall = HallName::parse(HALL).expect("a name");
    let mut bots = JoinSet::new();
    for number in 0..PLAYERS {
        bots.spawn(Bot::new(Arc::clone(&shared), number, seed, Some(hall.clone())).play());
    }
    let mut cluster = Cluster { nats, nodes, shared, interruptions: BTreeMap::new(), outages: Vec::new() };
    cluster.play_on(Instant::now()).await;
    for fault in faults {
        cluster.round(*fault).await;
    }
    runs.send_replace(Run { ending: true, ..run });
    let ended = tokio::time::timeout(PATIENCE, async {
        while let Some(ended) = bots.join_next().await {
            ended.expect("no bot panics");
        }
    });
    assert!(ended.await.is_ok(), "some bots did not finish: {:#?}", cluster.shared.ledger().failures);
    cluster.follow_up().await;
    cluster.end();
}

impl Cluster {
    /// Waits until everybody plays after this time; returns when the first move was acknowledged then.
    async fn play_on(&self, since: Instant) -> Instant {
        let end = Instant::now() + PATIENCE;
        loop {
            let (first, moves) = {
                let ledger = self.shared.ledger();
                assert!(ledger.failures.is_empty(), "{:#?}", ledger.failures);
                let mut later = ledger.moves_at.iter().filter(|at| **at > since);
                (later.next().copied(), later.count())
            };
            if let Some(first) = first.filter(|_| moves >= MOVES) {
                return first;
            }
            assert!(Instant::now() < end, "play does not go on within {PATIENCE:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn round(&mut self, fault: Fault) {
        let at = self.shared.owner().expect("a node serves");
        let owner = self.nodes.iter().position(|node| node.address == at).expect("a node of this cluster");
        let leader = self.nats.leader_of(&format!("CHUHE_HALL_{HALL}")).unwrap_or(0);
        let begun = Instant::now();
        let mut counts_from = begun;
        match fault {
            Fault::KillNode => self.nodes[owner].kill(),
            Fault::KillNats => self.nats.kill(leader),
            Fault::KillBoth => {
                self.nodes[owner].kill();
                self.nats.kill(leader);
            }
            Fault::PauseNode => signals::pause(self.nodes[owner].process.as_ref().expect("it runs")),
            Fault::PauseNats => self.nats.pause(leader),
            Fault::NoQuorum => {
                let other = (leader + 1) % SERVERS;
                self.nats.kill(leader);
                self.nats.kill(other);
                sleep(LONG).await;
                counts_from = Instant::now();
                self.nats.resume(leader);
                self.nats.resume(other);
            }
            Fault::KillAllNats => {
                (0..SERVERS).for_each(|number| self.nats.kill(number));
                counts_from = Instant::now();
                (0..SERVERS).for_each(|number| self.nats.resume(number));
            }
        }
        let over = self.play_on(counts_from + IN_FLIGHT).await;
        self.outages.push((begun, over));
        let took = over - counts_from;
        self.interruptions.entry(fault).or_default().push(took);
        say(&format!("{fault:?}: {took:.1?}"));
        match fault {
            Fault::KillNode => self.nodes[owner].start(),
            Fault::KillNats => self.nats.resume(leader),
            Fault::KillBoth => {
                self.nats.resume(leader);
                self.nodes[owner].start();
            }
            Fault::PauseNode => {
                sleep((begun + LONG).saturating_duration_since(Instant::now())).await;
                signals::go_on(self.nodes[owner].process.as_ref().expect("it runs"));
            }
            Fault::PauseNats => {
                sleep((begun + LONG).saturating_duration_since(Instant::now())).await;
                self.nats.go_on(leader);
            }
            Fault::NoQuorum | Fault::KillAllNats => {}
        }
        self.nats.wait_until_healthy();
        self.nodes.iter_mut().for_each(Node::keep_running);
        self.play_on(Instant::now()).await;
    }

    /// Gives every node the time to run again and to follow the log to its end.
    ///
    /// A node that was killed may wait 10 seconds for its own name.
    async fn follow_up(&mut self) {
        let end = Instant::now() + FOLLOW;
        while Instant::now() < end {
            self.nodes.iter_mut().for_each(Node::keep_running);
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// Stops the nodes, and compares their copies with what the players received.
    fn end(mut self) {
        self.nodes.iter_mut().for_each(Node::kill);
        let mut ledger = self.shared.ledger();
        ledger.check_invariants();
        ledger.check_outages(&self.outages);
        for node in &self.nodes {
            let folder = node.data.path().join("halls").join(HALL);
            let mut copy = Sqlite::open(&folder).expect("the copy is whole");
            ledger.compare(&mut copy).expect("the copy can be read");
        }
        say(&format!(
            "{} moves acknowledged, {} events checked, {} seats resumed, {} interruptions credited, \
             {} finished games found, {} failures",
            ledger.moves,
            ledger.received,
            ledger.resumed,
            ledger.interruptions,
            ledger.listed_games,
            ledger.failures.len(),
        ));
        for (fault, gaps) in &mut self.interruptions {
            gaps.sort_unstable();
            let (median, worst) = (gaps[gaps.len() / 2], gaps[gaps.len() - 1]);
            say(&format!("{fault:?}: {} rounds, median {median:.1?}, worst {worst:.1?}", gaps.len()));
        }
        assert!(ledger.failures.is_empty(), "{:#?}", ledger.failures);
        assert!(ledger.interruptions > 0, "no credit was checked");
    }
}
