//! Nodes of a test, in this process.

use crate::nats_server::NatsServer;
use crate::relay::Relay;
use chuhe_protocol::HallName;
use chuhe_server::cluster::{
    Cluster, ClusterConfig, ClusterStore, Member, MemberConfig, MemberEvent, MemberStatus, Serving,
};
use chuhe_store::{Durability, Store, StoreError, Table, Write};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) fn hall() -> HallName {
    HallName::parse("楚河-east").expect("a name")
}

pub(crate) fn config(url: String, node: &str) -> ClusterConfig {
    ClusterConfig {
        servers: vec![url],
        node: node.to_owned(),
        advertised: format!("{node}.example:7777"),
        credentials: None,
        ca: None,
        replicas: 1,
    }
}

/// A node with its part in one hall.
pub(crate) struct Node {
    pub(crate) cluster: Cluster,
    pub(crate) member: Member,
    pub(crate) events: UnboundedReceiver<MemberEvent>,
    pub(crate) folder: TempDir,
}

/// A hall that a node serves.
pub(crate) struct Served {
    pub(crate) epoch: u64,
    pub(crate) store: Box<ClusterStore>,
    pub(crate) serving: Serving,
}

impl Node {
    pub(crate) async fn start(nats: &NatsServer, name: &str) -> Self {
        Self::start_in(nats, name, tempfile::tempdir().expect("a folder"), true).await
    }

    pub(crate) async fn start_standby(nats: &NatsServer, name: &str) -> Self {
        Self::start_in(nats, name, tempfile::tempdir().expect("a folder"), false).await
    }

    /// A node that stores a snapshot after so many entries.
    pub(crate) async fn start_with_snapshots(nats: &NatsServer, name: &str, every: u64) -> Self {
        let cluster = Cluster::connect(config(nats.url(), name)).await.expect("the node connects");
        cluster.set_snapshot_every(every);
        let folder = tempfile::tempdir().expect("a folder");
        let (member, events) = Self::join(&cluster, folder.path(), true).await;
        Self { cluster, member, events, folder }
    }

    pub(crate) async fn start_in(nats: &NatsServer, name: &str, folder: TempDir, claims: bool) -> Self {
        let cluster = Cluster::connect(config(nats.url(), name)).await.expect("the node connects");
        let (member, events) = Self::join(&cluster, folder.path(), claims).await;
        Self { cluster, member, events, folder }
    }

    /// A node whose connections go through a relay.
    pub(crate) async fn start_behind(relay: &Relay, name: &str) -> Self {
        let url = format!("nats://chuhe:secret@127.0.0.1:{}", relay.port);
        Self::start_at(config(url, name)).await
    }

    /// A node that connects as configured.
    pub(crate) async fn start_at(config: ClusterConfig) -> Self {
        let cluster = Cluster::connect(config).await.expect("the node connects");
        let folder = tempfile::tempdir().expect("a folder");
        let (member, events) = Self::join(&cluster, folder.path(), true).await;
        Self { cluster, member, events, folder }
    }

    async fn join(
        cluster: &Cluster,
        folder: &Path,
        claims: bool,
    ) -> (Member, UnboundedReceiver<MemberEvent>) {
        let config = MemberConfig { hall: hall(), folder: folder.to_owned(), claims, delay_ms: 0 };
        Member::start(cluster, config).await.expect("the member starts")
    }

    pub(crate) async fn event(&mut self) -> MemberEvent {
        let event = timeout(PATIENCE, self.events.recv()).await.expect("an event comes in time");
        event.expect("the member runs")
    }

    /// Waits until it serves the hall.
    pub(crate) async fn served(&mut self) -> Served {
        match self.event().await {
            MemberEvent::Serve { epoch, store, serving } => Served { epoch: epoch.0, store, serving },
            event @ (MemberEvent::Pause
            | MemberEvent::Resume(_)
            | MemberEvent::Release(_)
            | MemberEvent::Stop(_)) => panic!("it serves, rather than {event:?}"),
        }
    }

    /// Waits until its status is as wanted.
    pub(crate) async fn wait_for(&self, wanted: impl Fn(MemberStatus) -> bool) {
        let mut status = self.member.status_changes();
        let waited = timeout(PATIENCE, status.wait_for(|status| wanted(*status))).await.map(|_| ());
        waited.unwrap_or_else(|_| panic!("the status stays {:?}", self.member.status()));
    }

    /// Stops the member and leaves the cluster. Returns the folder of the copy.
    pub(crate) async fn stop(self) -> TempDir {
        self.member.stop().await;
        self.cluster.leave().await;
        self.folder
    }
}

/// The write of a key that is set for the first time.
pub(crate) fn set(key: u64, value: &[u8]) -> Write {
    let key = key.to_be_bytes().to_vec();
    Write::Set { table: Table::Players, key, expected: 0, value: Some(value.to_vec()) }
}

impl Served {
    /// Commits in a thread, as the writer of a hall does.
    pub(crate) async fn commit(mut self, writes: Vec<Write>) -> (Self, Result<(), StoreError>) {
        let committing = tokio::task::spawn_blocking(move || {
            let result = self.store.commit(&writes, Durability::Process);
            (self, result)
        });
        timeout(PATIENCE, committing).await.expect("a commit ends in time").expect("it does not panic")
    }
}
