//! Stands for [`joining`](super) in a server that was built without the feature `cluster`.

use crate::cluster_config::ClusterConfig;
use crate::missing_feature::MissingFeature;
use crate::shell::net::accept::Listener;
use crate::shell::operate::config::Config;
use crate::shell::server_error::ServerError;
use crate::shell::serving::SharedParts;
use std::future::Future;

/// A cluster that was joined; there is none.
#[derive(Debug)]
pub(crate) enum Cluster {}

/// Says that this server cannot be a node.
pub(crate) async fn join_cluster(_: &Config, _: ClusterConfig) -> Result<Cluster, ServerError> {
    Err(MissingFeature::Cluster.into())
}

impl<L: Listener> SharedParts<L> {
    /// Never runs: there is no cluster.
    pub(crate) async fn run_node(
        self,
        cluster: Cluster,
        _: impl Future<Output = ()>,
        _: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        match cluster {}
    }
}
