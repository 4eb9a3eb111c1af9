//! Snapshots: a new node begins from one, once the log before it is purged.

use crate::nats_server::NatsServer;
use crate::node::{Node, hall, set};
use async_nats::jetstream::Context;
use chuhe_server::cluster::MemberEvent;
use chuhe_store::{Store as _, Table};
use futures_util::StreamExt as _;
use std::time::Duration;
use tokio::time::interval;

fn word(name: &str) -> String {
    let encoded = name.bytes().map(|byte| {
        let is_plain = byte.is_ascii_alphanumeric() || byte == b'-';
        if is_plain { char::from(byte).to_string() } else { format!("_{byte:02x}") }
    });
    encoded.collect()
}

/// The first entry of the hall's log.
pub(crate) async fn first_entry(context: &Context) -> u64 {
    let stream = context.get_stream(format!("CHUHE_HALL_{}", word(hall().as_str()))).await;
    stream.expect("the log is there").cached_info().state.first_sequence
}

/// The number of snapshots of the hall.
async fn snapshots(context: &Context) -> usize {
    let objects = context.get_object_store(format!("chuhe_{}", word(hall().as_str()))).await;
    let list = objects.expect("there are snapshots").list().await.expect("they are listed");
    list.filter(|object| std::future::ready(object.as_ref().is_ok_and(|object| !object.deleted)))
        .count()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_node_begins_from_a_snapshot_and_the_entries_after_it() {
    let Some(nats) = NatsServer::start() else { return };
    let context = async_nats::jetstream::new(nats.client().await);
    let mut owner = Node::start_with_snapshots(&nats, "a", 5).await;
    let mut served = owner.served().await;
    // a snapshot is made while commits go on, and ten seconds lie between two
    let (mut keys, mut pace) = (0, interval(Duration::from_millis(200)));
    while first_entry(&context).await <= 1 {
        assert!(keys < 300, "the log is not purged");
        pace.tick().await;
        let (next, committed) = served.commit(vec![set(keys, b"row")]).await;
        assert_eq!(committed, Ok(()));
        (served, keys) = (next, keys + 1);
    }
    assert_eq!(snapshots(&context).await, 2, "the last two are kept");

    let mut standby = Node::start(&nats, "b").await;
    let at = owner.member.status().sequence;
    standby.wait_for(|status| status.sequence >= at).await;
    drop(served);
    assert!(matches!(owner.event().await, MemberEvent::Release(_)));
    let mut taken = standby.served().await;
    for key in 0..keys {
        let row = taken.store.get(Table::Players, &key.to_be_bytes()).expect("the copy can be read");
        assert_eq!(row.map(|(_, value)| value), Some(b"row".to_vec()), "row {key}");
    }
    drop(taken);
    owner.stop().await;
    standby.stop().await;
}
