//! The directory: halls with their owners, and nodes.

use crate::nats_server::NatsServer;
use crate::node::{config, hall};
use chuhe_cluster::Epoch;
use chuhe_server::cluster::{Cluster, Directory, HallCounts};
use std::time::Duration;
use tokio::time::timeout;

/// Waits until a directory is as wanted.
async fn wait_for(directory: &Directory, wanted: impl Fn(&Directory) -> bool) {
    let mut changes = directory.changes();
    let waiting = async {
        while !wanted(directory) {
            changes.changed().await.expect("the directory is watched");
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("the directory changes in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_and_the_owners_of_halls_are_known_everywhere() {
    let Some(nats) = NatsServer::start() else { return };
    let one = Cluster::connect(config(nats.url(), "a")).await.expect("a connects");
    let other = Cluster::connect(config(nats.url(), "b")).await.expect("b connects");
    one.directory().announce(1, 30, true);
    let is_announced = |directory: &Directory| {
        let nodes = directory.nodes();
        nodes.len() == 2 && nodes[0].name == "a" && nodes[0].is_draining && nodes[0].players == 30
    };
    wait_for(other.directory(), is_announced).await;

    let counts = HallCounts { players: 5, games: 2 };
    one.directory().announce_hall(&hall(), Epoch(1), counts).await.expect("NATS answers");
    one.directory().open_hall(&hall(), 500).await.expect("the hall is made");
    one.directory().open_hall(&hall(), 900).await.expect("it is there already");
    wait_for(other.directory(), |directory| directory.hall(&hall()).is_some()).await;
    let entry = other.directory().hall(&hall()).expect("it is there");
    assert_eq!((entry.capacity, entry.is_open, entry.owner), (500, true, None), "nobody made it before");

    one.directory().announce_hall(&hall(), Epoch(3), counts).await.expect("NATS answers");
    let owner = |name: &str| Some((name.to_owned(), format!("{name}.example:7777")));
    wait_for(other.directory(), |directory| directory.owner_of(&hall()) == owner("a")).await;
    other.directory().announce_hall(&hall(), Epoch(4), HallCounts::default()).await.expect("NATS answers");
    one.directory().announce_hall(&hall(), Epoch(3), counts).await.expect("NATS answers");
    wait_for(one.directory(), |directory| directory.owner_of(&hall()) == owner("b")).await;
    one.directory().close_hall(&hall()).await.expect("it is closed");
    wait_for(other.directory(), |directory| !directory.halls()[0].is_open).await;
    assert_eq!(other.directory().owner_of(&hall()), owner("b"), "an older epoch changes nothing");
    one.leave().await;
    wait_for(other.directory(), |directory| directory.nodes().len() == 1).await;
    other.leave().await;
}
