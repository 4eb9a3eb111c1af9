//! Logs that no copy can follow: another history, and entries of another program.

use crate::nats_server::NatsServer;
use crate::node::{Node, set};
use async_nats::jetstream::{Context, new};
use chuhe_cluster::Fault;
use chuhe_server::cluster::{MemberEvent, MemberFault, Role};
use chuhe_server::store::Sqlite;
use chuhe_store::{Store as _, Table};

/// The hall's name in those of its stream and its subject, as the nodes write it.
const WORD: &str = "_e6_a5_9a_e6_b2_b3-east";

/// Appends an entry behind the back of the nodes.
async fn append(context: &Context, bytes: Vec<u8>) {
    let sent = context.publish(format!("hall.{WORD}"), bytes.into()).await.expect("it is sent");
    sent.await.expect("it is stored");
}

/// Waits until a standby stops, and returns why.
async fn fault_of(standby: &mut Node) -> MemberFault {
    loop {
        if let MemberEvent::Stop(fault) = standby.event().await {
            assert_eq!(standby.member.status().role, Role::Stopped);
            return fault;
        }
    }
}

/// A standby of a hall whose log is extended by what `bytes` makes of its last entry.
async fn after_an_entry_made_of(nats: &NatsServer, bytes: fn(Vec<u8>) -> Vec<u8>) -> MemberFault {
    let mut owner = Node::start(nats, "a").await;
    let (served, committed) = owner.served().await.commit(vec![set(1, b"kept")]).await;
    assert_eq!(committed, Ok(()));
    let end = owner.member.status().sequence;
    let mut standby = Node::start_standby(nats, "b").await;
    standby.wait_for(|status| status.sequence >= end).await;
    let context = new(nats.client().await);
    let log = context.get_stream(format!("CHUHE_HALL_{WORD}")).await.expect("the log is there");
    let last = log.cached_info().state.last_sequence;
    let entry = log.get_raw_message(last).await.expect("the last entry").payload.to_vec();
    append(&context, bytes(entry)).await;
    let fault = fault_of(&mut standby).await;
    // the node that serves finds the same with its next commit, and serves no more
    let (served, refused) = served.commit(vec![set(2, b"refused")]).await;
    assert!(refused.is_err(), "{refused:?}");
    drop(served);
    owner.stop().await;
    let mut copy = Sqlite::open(standby.stop().await.path()).expect("the copy is whole");
    let row = copy.get(Table::Players, &1_u64.to_be_bytes()).expect("the copy can be read");
    assert_eq!(row.map(|(_, value)| value), Some(b"kept".to_vec()), "what was followed stays");
    fault
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_stops_at_an_entry_of_another_history() {
    let Some(nats) = NatsServer::start() else { return };
    let fault = after_an_entry_made_of(&nats, |entry| entry).await;
    assert!(matches!(fault, MemberFault::Log(Fault::Fork(_))), "{fault:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_stops_at_an_entry_of_another_program() {
    let Some(nats) = NatsServer::start() else { return };
    let fault = after_an_entry_made_of(&nats, |_| b"no entry of ours".to_vec()).await;
    assert!(matches!(fault, MemberFault::Log(Fault::Foreign(..))), "{fault:?}");
}
