//! The halls of a process: their threads, the router among them, and a node's part in a cluster.

#[cfg(feature = "cluster")]
pub(crate) mod cluster_node;
pub(crate) mod hall_accounts;
pub(crate) mod hall_router;
pub(crate) mod hall_threads;
#[cfg(feature = "cluster")]
pub(crate) mod joining;
#[cfg(not(feature = "cluster"))]
#[path = "without_cluster.rs"]
pub(crate) mod joining;
