//! Why a server does not start, or stops.

use super::net::web::files::WebRootError;
#[cfg(feature = "cluster")]
use crate::cluster::ClusterError;
use crate::halls::{InvalidHalls, InvalidLayout};
use crate::missing_feature::MissingFeature;
use chuhe_store::StoreError;
use std::io;

/// Why a server could not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// A system call failed.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The configured halls are invalid.
    #[error(transparent)]
    Halls(#[from] InvalidHalls),
    /// The server cannot be a node of its cluster.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The program was built without something that the configuration asks for.
    #[error(transparent)]
    Missing(#[from] MissingFeature),
    /// The web page cannot be served.
    #[error(transparent)]
    Web(#[from] WebRootError),
    /// The stored data belongs to other halls.
    #[error(transparent)]
    Layout(#[from] InvalidLayout),
}
