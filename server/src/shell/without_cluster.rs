//! Stands for [`joining`](super) in a server that was built without the feature `cluster`.

use super::accept::Listener;
use super::config::Config;
use super::server_error::ServerError;
use super::serving::SharedParts;
use crate::cluster_config::ClusterConfig;
use crate::missing_feature::MissingFeature;
use std::future::Future;

/// A cluster that was joined; there is none.
#[derive(Debug)]
pub(super) enum Cluster {}

/// Says that this server cannot be a node.
pub(super) async fn join_cluster(_: &Config, _: ClusterConfig) -> Result<Cluster, ServerError> {
    Err(MissingFeature::Cluster.into())
}

impl<L: Listener> SharedParts<L> {
    /// Never runs: there is no cluster.
    pub(super) async fn run_node(
        self,
        cluster: Cluster,
        _: impl Future<Output = ()>,
        _: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        match cluster {}
    }
}
