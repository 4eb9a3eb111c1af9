//! Joins a cluster.

pub(crate) use super::cluster_node::Node;
use super::cluster_node::accounts::pass_on;
use super::cluster_node::cluster_table::ClusterTable;
use super::hall_accounts::ServerAccounts;
pub(crate) use crate::cluster::Cluster;
use crate::cluster::{ClusterConfig, ClusterError, patiently};
use crate::halls::HallConfig;
use crate::shell::hall::persistence::Data;
use crate::shell::operate::config::Config;
use crate::shell::operate::live::LiveConfig;
use crate::shell::server_error::ServerError;
use std::time::Duration;
use tokio::sync::watch;

/// How long a node that starts waits for the directory of its cluster.
const DIRECTORY_TIMEOUT: Duration = Duration::from_secs(5);

/// Joins a cluster, which has at least the configured halls then, and shares its accounts.
pub(crate) async fn join_cluster(
    config: &Config,
    cluster: ClusterConfig,
    live: watch::Receiver<LiveConfig>,
) -> Result<(Cluster, ServerAccounts), ServerError> {
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
    let stored = cluster.accounts();
    let accounts = ServerAccounts::new(Box::new(ClusterTable::new(stored.clone())), live);
    let (shared, changes) = (accounts.shared(), stored.changes());
    // ends with the cluster
    tokio::spawn(async move { pass_on(&shared, changes).await });
    Ok((cluster, accounts))
}
