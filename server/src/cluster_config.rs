//! How a node reaches its cluster.

use std::fmt;
use std::path::PathBuf;

/// Replicas of each stream, unless configured: two of three servers are a quorum.
pub const DEFAULT_REPLICAS: usize = 3;
/// The maximum number of halls of a cluster, including closed ones.
pub const HALL_NUMBERS: u16 = 1 << 10;

/// How a node reaches NATS, and its name.
#[derive(Clone, PartialEq, Eq)]
pub struct ClusterConfig {
    /// Addresses of NATS servers, as `nats://HOST:PORT` or `tls://HOST:PORT`; one is enough to find the
    /// others. One may have the user and password of all: `nats://USER:PASSWORD@HOST:PORT`.
    pub servers: Vec<String>,
    /// The name of this node, at most [`chuhe_cluster::NODE_BYTES`] bytes; no two nodes have the same.
    pub node: String,
    /// Where players reach this node, as `HOST:PORT`.
    pub advertised: String,
    /// A file with what this node authenticates with: a credentials file of NATS, the seed of an nkey,
    /// or `USER:PASSWORD`.
    pub credentials: Option<PathBuf>,
    /// A file with the certificates that sign those of the NATS servers, in PEM. Requires TLS.
    pub ca: Option<PathBuf>,
    /// Replicas of each stream that this node creates.
    pub replicas: usize,
}

/// Shows no addresses, which may have passwords.
impl fmt::Debug for ClusterConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClusterConfig({} at {})", self.node, self.advertised)
    }
}
