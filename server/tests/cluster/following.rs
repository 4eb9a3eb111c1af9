//! Following the log: a new copy, and one that was closed for a while.

use crate::nats_server::NatsServer;
use crate::node::{Node, set};

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_follows_from_where_it_was_closed() {
    let Some(nats) = NatsServer::start() else { return };
    let mut owner = Node::start(&nats, "a").await;
    let (served, _) = owner.served().await.commit(vec![set(1, b"one")]).await;
    let standby = Node::start_standby(&nats, "b").await;
    standby.wait_for(|status| status.sequence == owner.member.status().sequence).await;
    let closed_at = standby.member.status().sequence;
    let folder = standby.stop().await;
    let (served, committed) = served.commit(vec![set(2, b"two")]).await;
    assert_eq!(committed, Ok(()));
    let standby = Node::start_in(&nats, "b", folder, false).await;
    assert!(standby.member.status().sequence >= closed_at);
    standby.wait_for(|status| status.sequence == owner.member.status().sequence).await;
    standby.stop().await;
    drop(served);
    owner.stop().await;
}
