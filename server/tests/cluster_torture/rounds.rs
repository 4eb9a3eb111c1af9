//! The faults, one after another, and what must hold.

use crate::nats_trio::{NatsTrio, SERVERS};
use crate::signals;
use crate::writer::{HALL, say};
use chuhe_server::store::Sqlite;
use chuhe_store::{Store as _, Table};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const NODES: usize = 3;
/// How long a pause and a missing quorum last.
const LONG: Duration = Duration::from_secs(10);
/// How long after a fault an acknowledgement may still be of the time before it.
const IN_FLIGHT: Duration = Duration::from_millis(300);
/// How long play may take to go on before the run fails.
const PATIENCE: Duration = Duration::from_secs(90);

/// What goes wrong in a round. Nodes are the one that serves, NATS servers those that lead its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    KillNode,
    PauseNode,
    KillNats,
    PauseNats,
    KillBoth,
    NoQuorum,
    KillAllNats,
}

impl Fault {
    pub(crate) const ALL: [Self; 7] = [
        Self::KillNode,
        Self::KillNats,
        Self::PauseNode,
        Self::NoQuorum,
        Self::KillBoth,
        Self::PauseNats,
        Self::KillAllNats,
    ];
}

/// A line that a node has said.
struct Said {
    node: usize,
    /// The number of the process among those of its node.
    start: usize,
    at: Instant,
    line: String,
}

struct Node {
    folder: TempDir,
    process: Option<(Child, ChildStdin)>,
    starts: usize,
    is_ready: bool,
    /// The last entry that it has.
    sequence: u64,
}

/// The cluster under test, and what was observed.
pub(crate) struct Rounds {
    nats: NatsTrio,
    nodes: Vec<Node>,
    sender: Sender<Said>,
    said: Receiver<Said>,
    begun: Instant,
    owner: Option<usize>,
    acknowledged: Vec<(Instant, u64)>,
    /// How long it took until commits were acknowledged again.
    interruptions: BTreeMap<Fault, Vec<Duration>>,
}

impl Rounds {
    /// Starts the nodes, and waits until one of them commits.
    pub(crate) fn begin(nats: NatsTrio) -> Self {
        let (sender, said) = mpsc::channel();
        let nodes = (0..NODES).map(|_| Node {
            folder: tempfile::tempdir().expect("a folder"),
            process: None,
            starts: 0,
            is_ready: false,
            sequence: 0,
        });
        let mut rounds = Self {
            nats,
            nodes: nodes.collect(),
            sender,
            said,
            begun: Instant::now(),
            owner: None,
            acknowledged: Vec::new(),
            interruptions: BTreeMap::new(),
        };
        (0..NODES).for_each(|node| rounds.start(node));
        rounds.settle();
        rounds
    }

    fn start(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        let mut child = Command::new(std::env::current_exe().expect("a test knows its own path"))
            .args(["a_node_that_writes", "--exact", "--ignored", "--nocapture"])
            .env("TORTURE_NATS", self.nats.urls())
            .env("TORTURE_NODE", format!("node-{number}"))
            .env("TORTURE_FOLDER", node.folder.path())
            .env("TORTURE_DELAY", (number * 300).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a node starts");
        let input = child.stdin.take().expect("the input is piped");
        let output = BufReader::new(child.stdout.take().expect("the output is piped"));
        node.starts += 1;
        node.is_ready = false;
        node.process = Some((child, input));
        let (sender, start) = (self.sender.clone(), node.starts);
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let said = Said { node: number, start, at: Instant::now(), line };
                if sender.send(said).is_err() {
                    return;
                }
            }
        });
    }

    fn kill_node(&mut self, number: usize) {
        if let Some((mut process, _)) = self.nodes[number].process.take() {
            // it may have ended already
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Takes what the nodes say until a time.
    fn listen_until(&mut self, until: Instant) {
        loop {
            match self.said.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(said) => self.take(&said),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn take(&mut self, said: &Said) {
        let (word, rest) = said.line.split_once(' ').unwrap_or((&said.line, ""));
        let is_current = self.nodes[said.node].starts == said.start;
        match word {
            "ack" => self.acknowledged.push((said.at, rest.parse().expect("a key"))),
            "ready" if is_current => self.nodes[said.node].is_ready = true,
            "serve" if is_current => self.owner = Some(said.node),
            "at" if is_current => {
                let sequence = rest.split_once(' ').expect("two numbers").0;
                self.nodes[said.node].sequence = sequence.parse().expect("a sequence");
            }
            "stop" => panic!("node {} stops: {rest}", said.node),
            _ => {}
        }
    }

    /// Waits until something holds.
    fn wait_for(&mut self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            assert!(Instant::now() < end, "{what} within {PATIENCE:?}");
            self.listen_until(Instant::now() + Duration::from_millis(20));
        }
    }

    /// Waits until every NATS server and every node is there, and commits are acknowledged.
    fn settle(&mut self) {
        self.nats.wait_until_healthy();
        self.wait_for("every node is ready", |it| it.nodes.iter().all(|node| node.is_ready));
        let since = Instant::now();
        self.wait_for("commits go on", |it| it.acknowledged.last().is_some_and(|(at, _)| *at > since));
        self.listen_until(Instant::now() + Duration::from_secs(1));
    }

    /// Carries a round out.
    pub(crate) fn run(&mut self, fault: Fault) {
        let owner = self.owner.expect("a node serves");
        let leader = self.nats.leader_of(&format!("CHUHE_HALL_{HALL}")).unwrap_or(0);
        let begun = Instant::now();
        let mut counts_from = begun;
        match fault {
            Fault::KillNode => self.kill_node(owner),
            Fault::KillNats => self.nats.kill(leader),
            Fault::KillBoth => {
                self.kill_node(owner);
                self.nats.kill(leader);
            }
            Fault::PauseNode => signals::pause(&self.nodes[owner].process.as_ref().expect("it runs").0),
            Fault::PauseNats => self.nats.pause(leader),
            Fault::NoQuorum => {
                let (one, other) = (leader, (leader + 1) % SERVERS);
                self.nats.kill(one);
                self.nats.kill(other);
                self.listen_until(begun + LONG);
                counts_from = Instant::now();
                self.nats.resume(one);
                self.nats.resume(other);
            }
            Fault::KillAllNats => {
                (0..SERVERS).for_each(|number| self.nats.kill(number));
                counts_from = Instant::now();
                (0..SERVERS).for_each(|number| self.nats.resume(number));
            }
        }
        let is_on =
            move |it: &Self| it.acknowledged.last().is_some_and(|(at, _)| *at > counts_from + IN_FLIGHT);
        self.wait_for("commits go on", is_on);
        let gap = self.longest_gap(counts_from);
        self.interruptions.entry(fault).or_default().push(gap);
        say(&format!("{:>6.1} s  {fault:?}: {gap:.1?}", self.begun.elapsed().as_secs_f64()));
        match fault {
            Fault::KillNode => self.start(owner),
            Fault::KillNats => self.nats.resume(leader),
            Fault::KillBoth => {
                self.nats.resume(leader);
                self.start(owner);
            }
            Fault::PauseNode => {
                self.listen_until(begun + LONG);
                signals::go_on(&self.nodes[owner].process.as_ref().expect("it runs").0);
            }
            Fault::PauseNats => {
                self.listen_until(begun + LONG);
                self.nats.go_on(leader);
            }
            Fault::NoQuorum | Fault::KillAllNats => {}
        }
        self.settle();
    }

    /// The longest time without an acknowledgement since then.
    fn longest_gap(&self, since: Instant) -> Duration {
        let later = self.acknowledged.iter().map(|(at, _)| *at).filter(|at| *at > since);
        let (gap, _) = later.fold((Duration::ZERO, since), |(gap, last), at| (gap.max(at - last), at));
        gap
    }

    /// Ends the nodes, and compares their copies with what was acknowledged.
    pub(crate) fn end(mut self) {
        for node in &mut self.nodes {
            let (_, input) = node.process.as_mut().expect("it runs");
            writeln!(input, "quiet").expect("it reads");
        }
        // a report may be of the time before
        self.listen_until(Instant::now() + Duration::from_secs(1));
        self.wait_for("the copies are equally long", |it| {
            it.nodes.iter().all(|node| node.sequence == it.nodes[0].sequence)
        });
        for node in &mut self.nodes {
            let (mut process, input) = node.process.take().expect("it runs");
            drop(input);
            assert!(process.wait().expect("it ends").success(), "a node fails");
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let mut copy = Sqlite::open(node.folder.path()).expect("the copy is whole");
            for (_, key) in &self.acknowledged {
                let row = copy.get(Table::Players, &key.to_be_bytes()).expect("the copy can be read");
                assert!(row.is_some(), "node {number} lacks {key}, which was acknowledged");
            }
        }
        say(&format!("{} commits acknowledged, 0 lost, 0 forks", self.acknowledged.len()));
        for (fault, gaps) in &mut self.interruptions {
            gaps.sort_unstable();
            let (median, worst) = (gaps[gaps.len() / 2], gaps[gaps.len() - 1]);
            say(&format!("{fault:?}: {} rounds, median {median:.1?}, worst {worst:.1?}", gaps.len()));
        }
    }
}

impl Drop for Rounds {
    fn drop(&mut self) {
        (0..NODES).for_each(|node| self.kill_node(node));
    }
}
