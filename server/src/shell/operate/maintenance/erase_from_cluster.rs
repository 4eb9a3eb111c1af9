//! `chuhe-server account erase --cluster`: erases a player from a cluster.

use crate::cluster::{ClusterConfig, ClusterEraser};
use crate::store::Erased;
use anyhow::Context;
use chuhe_protocol::PlayerName;

/// Erases a player from a cluster whose nodes are stopped: from its halls and its accounts.
///
/// # Errors
/// If a node runs, nobody has the name, the player sits at a table, or NATS does not answer.
pub fn erase_from_cluster(config: &ClusterConfig, name: &PlayerName) -> anyhow::Result<Erased> {
    let folder = tempfile::tempdir().context("cannot create a folder for copies of the halls")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let cluster = ClusterEraser::connect(config).await?;
        Ok(cluster.erase(name, folder.path()).await?)
    })
}
