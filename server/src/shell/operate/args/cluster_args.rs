//! The flags of a node of a cluster.

use crate::cluster_config::{ClusterConfig, DEFAULT_REPLICAS};
use chuhe_protocol::NodeAddress;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;

/// How to be a node of a cluster.
#[derive(Clone, Debug, clap::Args)]
pub struct ClusterArgs {
    /// Be a node of the cluster that these NATS servers keep, as nats://HOST:PORT. The nodes share
    /// the halls; --hall names those that are always open. Needs --node and --advertise
    #[arg(long, value_name = "URL", env = "CHUHE_CLUSTER", value_delimiter = ',')]
    #[arg(requires = "node", requires = "advertise")]
    pub cluster: Vec<String>,
    /// The name of this node, unlike that of any other of the cluster
    #[arg(long, value_name = "NAME", requires = "cluster", env = "CHUHE_NODE")]
    pub node: Option<String>,
    /// Where players reach this node
    #[arg(long, value_name = "HOST:PORT", requires = "cluster", env = "CHUHE_ADVERTISE")]
    pub advertise: Option<NodeAddress>,
    /// File with what this node shows to NATS: a credentials file, the seed of an nkey, or
    /// USER:PASSWORD
    #[arg(long, value_name = "FILE", requires = "cluster", env = "CHUHE_CLUSTER_CREDENTIALS")]
    pub cluster_credentials: Option<PathBuf>,
    /// PEM file with the authorities that sign the certificates of the NATS servers
    #[arg(long, value_name = "FILE", requires = "cluster", env = "CHUHE_CLUSTER_CA")]
    pub cluster_ca: Option<PathBuf>,
    /// Replicas of each log that this node creates
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_REPLICAS, env = "CHUHE_REPLICAS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=5))]
    pub replicas: usize,
}

impl ClusterArgs {
    /// Returns how to be a node of a cluster; `None` unless `--cluster` is given.
    #[must_use]
    pub fn config(&self) -> Option<ClusterConfig> {
        let (node, advertise) = self.node.as_ref().zip(self.advertise.as_ref())?;
        (!self.cluster.is_empty()).then(|| ClusterConfig {
            servers: self.cluster.clone(),
            node: node.clone(),
            advertised: advertise.to_string(),
            credentials: self.cluster_credentials.clone(),
            ca: self.cluster_ca.clone(),
            replicas: self.replicas,
        })
    }
}
