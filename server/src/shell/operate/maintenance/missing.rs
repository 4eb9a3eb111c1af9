//! Stands for the commands that this program was built without.

use crate::cluster_config::ClusterConfig;
use crate::missing_feature::MissingFeature;
use crate::shell::operate::export_postgres_args::ExportPostgresArgs;
use crate::store::Erased;
use chuhe_protocol::PlayerName;

/// Says that this program erases nobody from a cluster.
///
/// # Errors
/// [`MissingFeature::Cluster`].
#[cfg(not(feature = "cluster"))]
pub fn erase_from_cluster(_: &ClusterConfig, _: &PlayerName) -> anyhow::Result<Erased> {
    Err(MissingFeature::Cluster.into())
}

/// Says that this program exports no games to PostgreSQL.
///
/// # Errors
/// [`MissingFeature::Archive`].
#[cfg(not(feature = "archive"))]
pub fn export_postgres(_: &ExportPostgresArgs) -> anyhow::Result<Option<u64>> {
    Err(MissingFeature::Archive.into())
}
