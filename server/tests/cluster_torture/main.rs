//! Kills and pauses real NATS servers and nodes while one of three nodes commits to a hall.
//!
//! Three NATS servers keep each message on three disks. A node is a process of its own: this program,
//! started again as [`a_node_that_writes`]. It reports each commit when it is acknowledged. At the end
//! every node's copy must have all of them, and no node may have stopped because of a fork.
//!
//! `scripts/torture cluster` is the long form. Without a NATS server (`scripts/nats` installs it) the
//! tests say that they are skipped.

#[expect(dead_code, reason = "the tests of the sockets use the rest")]
#[path = "../sockets/client.rs"]
mod client;
#[expect(dead_code, reason = "the tests of the cluster use the rest")]
#[path = "../cluster/nats_server.rs"]
mod nats_server;
mod nats_trio;
mod players;
mod rounds;
mod signals;
mod writer;

use nats_trio::NatsTrio;
use rounds::{Fault, Rounds};

/// The rounds of the short form, in order.
const SHORT: [Fault; 5] =
    [Fault::KillNats, Fault::KillNode, Fault::KillBoth, Fault::KillAllNats, Fault::PauseNode];

#[test]
fn one_fault_of_each_kind_loses_nothing() {
    torture(&SHORT);
}

#[test]
#[ignore = "long: scripts/torture cluster"]
fn many_faults_lose_nothing() {
    torture(&many());
}

/// The rounds of the short form with players.
const SHORT_WITH_PLAYERS: [Fault; 3] = [Fault::KillNode, Fault::KillNats, Fault::KillBoth];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: scripts/torture cluster"]
async fn players_lose_no_move_when_nodes_and_servers_die() {
    players::torture(&SHORT_WITH_PLAYERS, 0xC0FFEE).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: scripts/torture cluster"]
async fn players_lose_no_move_in_many_faults() {
    players::torture(&many(), u64::from(std::process::id())).await;
}

/// A node, in a process of its own.
#[test]
#[ignore = "a process of the other tests"]
fn a_node_that_writes() {
    if std::env::var_os("TORTURE_NODE").is_some() {
        writer::run();
    }
}

fn many() -> Vec<Fault> {
    let rounds = std::env::var("TORTURE_ROUNDS").ok().map_or(100, |text| text.parse().expect("a number"));
    Fault::ALL.into_iter().cycle().take(rounds).collect()
}

fn torture(faults: &[Fault]) {
    let Some(nats) = NatsTrio::start() else { return };
    let mut rounds = Rounds::begin(nats);
    for fault in faults {
        rounds.run(*fault);
    }
    rounds.end();
}
