//! Joins a cluster, and serves as a node of it.

use super::Node;
use super::accounts::NodeAccounts;
use crate::cluster::{Cluster, ClusterConfig, ClusterError, patiently};
use crate::halls::HallConfig;
use crate::shell::accept::{Entrance, Listener};
use crate::shell::certificate_expiry;
use crate::shell::clock::Clock;
use crate::shell::config::Config;
use crate::shell::connection::Destination;
use crate::shell::hall_router::{HallRouter, SharedDirectory};
use crate::shell::log_limits;
use crate::shell::metrics::Metrics;
use crate::shell::ops;
use crate::shell::persistence::Data;
#[cfg(unix)]
use crate::shell::server::serve_commands;
use crate::shell::server::{Connections, SharedParts, serve_ops};
use crate::shell::server_error::ServerError;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// How long a node that starts waits for the directory of its cluster.
const DIRECTORY_TIMEOUT: Duration = Duration::from_secs(5);

impl<L: Listener> SharedParts<L> {
    /// Serves the halls of a cluster that this node has.
    pub(in crate::shell) async fn run_node(
        self,
        cluster: Cluster,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let Self { listeners, ops, config, reconfigure } = self;
        let live = || reconfigure.subscribe();
        let metrics = Metrics::of_server(ops.is_some());
        let (to_node, inbox) = mpsc::unbounded_channel();
        let accounts = NodeAccounts::start(cluster.accounts(), live());
        let router = Arc::new(HallRouter {
            directory: SharedDirectory::default(),
            metrics: Arc::clone(&metrics),
            has_stopped: watch::Sender::new(false),
            node: Some(to_node.clone()),
            accounts: Some(accounts.shared()),
        });
        let node =
            Node::new((cluster, accounts), config.clone(), live(), Arc::clone(&router), (to_node, inbox));
        let mut connections = Connections::default();
        let threads = {
            #[cfg(unix)]
            let controlling = serve_commands(&config.data, Arc::clone(&router));
            #[cfg(not(unix))]
            let controlling = std::future::pending();
            let hubs = ops::Hubs::Halls(Arc::clone(&router));
            let operating = serve_ops(ops, Arc::clone(&metrics), live(), hubs, String::new());
            let destination = Destination::Halls(Arc::clone(&router));
            let entrance = Entrance::new(Clock::start(), &config, live(), metrics, destination);
            let accepting = listeners.accept(entrance, &mut connections);
            tokio::select! {
                biased;
                () = accepting => None,
                () = operating => None,
                () = controlling => None,
                () = log_limits::report() => None,
                () = certificate_expiry::watch(live()) => None,
                threads = node.run(shutdown, now) => Some(threads),
            }
        };
        router.has_stopped.send_replace(true);
        drop(listeners);
        connections.drain().await;
        if let Some(threads) = threads {
            threads.end().await;
        }
        Ok(())
    }
}

/// Joins a cluster, which has at least the configured halls then.
pub(in crate::shell) async fn join_cluster(
    config: &Config,
    cluster: ClusterConfig,
) -> Result<Cluster, ServerError> {
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
