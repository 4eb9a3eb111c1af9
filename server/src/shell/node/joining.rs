//! Joins a cluster, and serves as a node of it.

use super::cluster_node::Node;
use super::cluster_node::accounts::NodeAccounts;
use super::hall_router::HallRouter;
pub(crate) use crate::cluster::Cluster;
use crate::cluster::{ClusterConfig, ClusterError, patiently};
use crate::halls::HallConfig;
use crate::shell::hall::clock::Clock;
use crate::shell::hall::persistence::Data;
use crate::shell::net::accept::Listener;
use crate::shell::operate::config::Config;
use crate::shell::operate::metrics::Metrics;
use crate::shell::server_error::ServerError;
use crate::shell::serving::SharedParts;
use std::future::{Future, ready};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a node that starts waits for the directory of its cluster.
const DIRECTORY_TIMEOUT: Duration = Duration::from_secs(5);

impl<L: Listener> SharedParts<L> {
    /// Serves the halls of a cluster that this node has.
    pub(crate) async fn run_node(
        self,
        cluster: Cluster,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let (to_node, requests) = mpsc::unbounded_channel();
        let accounts = NodeAccounts::start(cluster.accounts(), self.reconfigure.subscribe());
        let metrics = Metrics::of_server(self.ops.is_some());
        let router = Arc::new(HallRouter::of_several(metrics, Some(to_node), Some(accounts.shared())));
        let (config, live) = (self.config.clone(), self.reconfigure.subscribe());
        let node = Node::new((cluster, accounts), config, live, Arc::clone(&router), requests);
        let serving = self.serve_halls(router, Clock::start(), String::new(), node.run(shutdown, now), ready);
        serving.await.end().await;
        Ok(())
    }
}

/// Joins a cluster, which has at least the configured halls then.
pub(crate) async fn join_cluster(config: &Config, cluster: ClusterConfig) -> Result<Cluster, ServerError> {
    let invalid = |why: &str| ClusterError::Config(why.to_owned());
    let Data::Directory(data) = &config.data else {
        return Err(invalid("a node keeps copies of its halls on disk: name a directory with --data").into());
    };
    if config.halls.is_empty() {
        return Err(invalid("a cluster has named halls: name at least one with --hall").into());
    }
    // operators' commands come by a socket there
    std::fs::create_dir_all(data)?;
    let cluster = Cluster::connect(cluster).await?;
    for hall in &config.halls {
        patiently(|| cluster.directory().open_hall(&hall.name, hall.capacity)).await?;
    }
    // players who come back to a hall are not to lose their seats because the directory arrives later
    let mut changes = cluster.directory().changes();
    let is_known = |hall: &HallConfig| cluster.directory().hall(&hall.name).is_some();
    let has_arrived = || cluster.directory().has_all_halls() && config.halls.iter().all(is_known);
    let arrived = async { while !has_arrived() && changes.changed().await.is_ok() {} };
    if tokio::time::timeout(DIRECTORY_TIMEOUT, arrived).await.is_err() {
        tracing::warn!("the directory of the cluster arrives late");
    }
    Ok(cluster)
}
