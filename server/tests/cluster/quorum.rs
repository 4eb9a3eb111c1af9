//! Three NATS servers with three replicas: one of them may be lost.

use crate::nats_server::{NatsServer, free_port};
use crate::node::{Node, config, set};
use chuhe_server::cluster::ClusterConfig;
use chuhe_store::{Store as _, Table};

/// Three servers that know each other.
fn servers() -> Option<Vec<NatsServer>> {
    let ports: Vec<u16> = (0..3).map(|_| free_port()).collect();
    let routes: Vec<String> = ports.iter().map(|port| format!("nats://127.0.0.1:{port}")).collect();
    let start = |(n, port): (usize, &u16)| {
        let name = format!("server_name: n{n}");
        let routes = routes.join(", ");
        let cluster = format!("cluster {{ name: test, listen: \"127.0.0.1:{port}\", routes: [{routes}] }}");
        NatsServer::start_with(&[&name, &cluster, "jetstream { store_dir: STORE, sync_interval: always }"])
    };
    ports.iter().enumerate().map(start).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_goes_on_when_a_server_of_three_is_killed() {
    let Some(mut servers) = servers() else { return };
    let urls = servers.iter().map(NatsServer::url).collect();
    let config = ClusterConfig { servers: urls, replicas: 3, ..config(String::new(), "a") };
    let mut node = Node::start_at(config).await;
    let (served, committed) = node.served().await.commit(vec![set(1, b"before")]).await;
    assert_eq!(committed, Ok(()));
    servers[0].kill();
    let (mut served, committed) = served.commit(vec![set(2, b"after")]).await;
    assert_eq!(committed, Ok(()));
    for key in [1_u64, 2] {
        let row = served.store.get(Table::Players, &key.to_be_bytes()).expect("the copy can be read");
        assert!(row.is_some(), "row {key}");
    }
    drop(served);
    node.stop().await;
}
