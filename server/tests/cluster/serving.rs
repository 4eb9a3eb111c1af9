//! Serving a hall: commits, takeover, and what happens when NATS is away.

use crate::nats_server::NatsServer;
use crate::node::{Node, Served, set};
use crate::relay::Relay;
use chuhe_server::cluster::{MemberEvent, Role};
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, KeyValue, Order, Store, StoreError, Table, Write};
use std::time::Duration;

/// Every row of a copy that is closed, and its journal 1.
fn rows(folder: &std::path::Path) -> (Vec<KeyValue>, Vec<Vec<u8>>) {
    let mut copy = Sqlite::open(folder).expect("the copy is whole");
    let scan = |table| copy.scan(table, &[], None, Order::Up, 1_000).expect("the table can be read");
    let rows = Table::ALL.into_iter().flat_map(scan).collect();
    (rows, copy.read(1, 0, 1_000).expect("the journal can be read"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_is_read_back_and_a_conflict_leaves_no_trace() {
    let Some(nats) = NatsServer::start() else { return };
    let mut node = Node::start(&nats, "a").await;
    let served = node.served().await;
    assert!(served.serving.is_certain());
    let append = Write::Append { journal: 1, n: 0, value: b"move".to_vec() };
    let (served, committed) = served.commit(vec![set(1, b"one"), append.clone()]).await;
    assert_eq!(committed, Ok(()));
    let at = node.member.status().sequence;
    let (mut served, conflict) = served.commit(vec![set(2, b"two"), append]).await;
    assert!(matches!(conflict, Err(StoreError::Conflict { .. })), "{conflict:?}");
    assert_eq!(node.member.status().sequence, at, "nothing was appended");
    assert_eq!(served.store.read(1, 0, 9), Ok(vec![b"move".to_vec()]));
    assert_eq!(served.store.get(Table::Players, &2_u64.to_be_bytes()), Ok(None));
    let (served, committed) = served.commit(vec![set(2, b"two")]).await;
    assert_eq!(committed, Ok(()));
    drop(served);
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_has_the_rows_of_the_owner_and_takes_over_when_it_resigns() {
    let Some(nats) = NatsServer::start() else { return };
    let mut owner = Node::start(&nats, "a").await;
    let mut served = owner.served().await;
    let mut standby = Node::start(&nats, "b").await;
    for n in 0..50 {
        let append = Write::Append { journal: 1, n, value: vec![7; 100] };
        let (next, committed) = served.commit(vec![set(n.into(), b"row"), append]).await;
        assert_eq!(committed, Ok(()));
        served = next;
    }
    // longer than an entry of the log
    let large: Vec<Write> = (100..103).map(|n| set(n, &[1; 1 << 20])).collect();
    let (served, committed) = served.commit(large).await;
    assert_eq!(committed, Ok(()));
    owner.member.resign();
    assert!(matches!(owner.event().await, MemberEvent::Release(_)));
    assert!(!served.serving.is_certain());
    let resigned = std::time::Instant::now();
    let (served, refused) = served.commit(vec![set(200, b"late")]).await;
    assert!(matches!(refused, Err(StoreError::Released(_))), "{refused:?}");
    let first_epoch = served.epoch;
    drop(served);
    let taken: Served = standby.served().await;
    assert!(resigned.elapsed() < Duration::from_secs(2), "handed on in {:?}", resigned.elapsed());
    assert!(taken.epoch > first_epoch);
    let (taken, committed) = taken.commit(vec![set(201, b"new")]).await;
    assert_eq!(committed, Ok(()));
    let end = standby.member.status().sequence;
    owner.wait_for(|status| status.sequence >= end).await;
    drop(taken);
    let folders = (owner.stop().await, standby.stop().await);
    // the standby stops last and writes nothing after the owner's copy is closed
    let (one, other) = (rows(folders.0.path()), rows(folders.1.path()));
    let without_place =
        |rows: &[KeyValue]| -> Vec<_> { rows.iter().filter(|row| row.key != b"place").cloned().collect() };
    assert_eq!(without_place(&one.0), without_place(&other.0));
    assert_eq!((one.1.len(), one.1), (50, other.1));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_takes_over_when_the_owner_is_lost() {
    let Some(nats) = NatsServer::start() else { return };
    let mut owner = Node::start(&nats, "a").await;
    let (served, committed) = owner.served().await.commit(vec![set(1, b"kept")]).await;
    assert_eq!(committed, Ok(()));
    let mut standby = Node::start(&nats, "b").await;
    standby.wait_for(|status| status.sequence == owner.member.status().sequence).await;
    let epoch = served.epoch;
    // the process dies: nothing is handed over
    std::mem::forget(served);
    let Node { cluster, member, events, folder } = owner;
    drop((cluster, events));
    std::mem::forget(member);
    let mut taken = standby.served().await;
    assert!(taken.epoch > epoch);
    let kept = taken.store.get(Table::Players, &1_u64.to_be_bytes()).expect("the copy can be read");
    assert_eq!(kept.map(|(_, value)| value), Some(b"kept".to_vec()));
    drop((taken, folder));
    standby.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_pauses_while_nats_is_away_and_goes_on_with_nothing_lost() {
    let Some(mut nats) = NatsServer::start() else { return };
    let mut node = Node::start(&nats, "a").await;
    let (served, committed) = node.served().await.commit(vec![set(1, b"before")]).await;
    assert_eq!(committed, Ok(()));
    let serving = served.serving.clone();
    nats.kill();
    let committing = tokio::spawn(served.commit(vec![set(2, b"meanwhile")]));
    assert!(matches!(node.event().await, MemberEvent::Pause));
    assert!(!serving.is_certain());
    assert_eq!(node.member.status().role, Role::Pauses);
    assert!(!committing.is_finished(), "nothing is acknowledged");
    nats.resume();
    let event = node.event().await;
    assert!(matches!(event, MemberEvent::Resume(_)), "{event:?}");
    let (mut served, committed) = committing.await.expect("the commit ends");
    assert_eq!(committed, Ok(()));
    for (key, value) in [(1_u64, b"before".to_vec()), (2, b"meanwhile".to_vec())] {
        let row = served.store.get(Table::Players, &key.to_be_bytes()).expect("the copy can be read");
        assert_eq!(row.map(|(_, value)| value), Some(value));
    }
    assert_eq!(served.store.commit(&[], Durability::Power), Ok(()), "without writes nothing is needed");
    drop(served);
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_was_cut_off_is_released_and_appends_nothing_more() {
    let Some(nats) = NatsServer::start() else { return };
    let relay = Relay::start(nats.port()).await;
    let mut owner = Node::start_behind(&relay, "a").await;
    let (served, committed) = owner.served().await.commit(vec![set(1, b"before")]).await;
    assert_eq!(committed, Ok(()));
    let mut standby = Node::start(&nats, "b").await;
    let at = owner.member.status().sequence;
    standby.wait_for(|status| status.sequence >= at).await;
    let serving = served.serving.clone();
    relay.freeze(true);
    let committing = tokio::spawn(served.commit(vec![set(2, b"lost")]));
    assert!(matches!(owner.event().await, MemberEvent::Pause));
    let (taken, committed) = standby.served().await.commit(vec![set(2, b"theirs")]).await;
    assert_eq!(committed, Ok(()));
    assert!(!serving.is_certain(), "never two at a time");
    relay.freeze(false);
    assert!(matches!(owner.event().await, MemberEvent::Release(_)));
    let (served, refused) = committing.await.expect("the commit ends");
    assert!(matches!(refused, Err(StoreError::Released(_))), "{refused:?}");
    drop(served);
    // its copy follows the other's entries
    let end = standby.member.status().sequence;
    owner.wait_for(|status| status.sequence >= end).await;
    drop(taken);
    standby.stop().await;
    let mut copy = Sqlite::open(owner.stop().await.path()).expect("the copy is whole");
    let row = copy.get(Table::Players, &2_u64.to_be_bytes()).expect("the copy can be read");
    assert_eq!(row.map(|(_, value)| value), Some(b"theirs".to_vec()));
}
