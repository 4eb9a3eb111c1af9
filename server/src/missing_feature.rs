//! What a server cannot do because it was built without it.

/// A feature that this program was built without, and that its command line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingFeature {
    /// The part in a cluster.
    #[error("this program was built without clusters: {}", build_with("cluster"))]
    Cluster,
    /// The archive in PostgreSQL.
    #[error("this program was built without the archive in PostgreSQL: {}", build_with("archive"))]
    Archive,
    /// Metrics and health for operators.
    #[error("this program was built without metrics: {}", build_with("ops"))]
    Ops,
}

fn build_with(feature: &str) -> String {
    format!("build it with cargo build --release -p chuhe-server --features {feature}, or --features full")
}
