//! Stands for [`joining`](super) in a server that was built without the feature `cluster`.

use super::hall_accounts::ServerAccounts;
use super::hall_router::HallRouter;
use super::hall_threads::HallThreads;
use crate::cluster_config::ClusterConfig;
use crate::missing_feature::MissingFeature;
use crate::shell::hall::hub_message::NodeRequest;
use crate::shell::operate::config::Config;
use crate::shell::operate::live::LiveConfig;
use crate::shell::server_error::ServerError;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// A cluster that was joined; there is none.
#[derive(Debug)]
pub(crate) enum Cluster {}

/// Says that this server cannot be a node.
pub(crate) async fn join_cluster(
    _: &Config,
    _: ClusterConfig,
    _: watch::Receiver<LiveConfig>,
) -> Result<(Cluster, ServerAccounts), ServerError> {
    Err(MissingFeature::Cluster.into())
}

/// A node of a cluster; there is none.
pub(crate) enum Node {}

impl Node {
    pub(crate) fn new(
        cluster: Cluster,
        _: HallThreads,
        _: Config,
        _: watch::Receiver<LiveConfig>,
        _: Arc<HallRouter>,
        _: mpsc::UnboundedReceiver<NodeRequest>,
    ) -> Self {
        match cluster {}
    }

    pub(crate) async fn run(self, _: impl Future<Output = ()>, _: impl Future<Output = ()>) -> HallThreads {
        match self {}
    }
}
