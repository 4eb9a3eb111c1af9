//! A node of a cluster: its halls are logs of NATS JetStream, and their stores are copies of these.
//!
//! The pure half is the crate [`chuhe_cluster`]: who serves a hall, what is appended when. This
//! module carries it out. A server without `--cluster` runs none of it.
//!
//! # Parts
//!
//! - [`Cluster`] is the connection of this node. It has a runtime in a thread of its own, so that a
//!   busy hub delays no lease.
//! - [`Member`] is this node's part in one hall. It runs a [`chuhe_cluster::Replica`], and reports what
//!   the hall has to do as [`MemberEvent`]s.
//! - [`ClusterStore`] is the store of a hall that this node serves. A commit is appended to the log,
//!   waits for the quorum, and is applied to the copy then. Reads go to the copy.
//! - [`Serving`] says whether this node certainly serves a hall now. What rests on that leaves only
//!   while it does.
//! - [`ClusterReader`] follows halls without serving them, for the archive.
//! - [`ClusterAccounts`] is the registered accounts, which all halls share.
//! - [`Directory`] is what all nodes know of each other: the halls with their owners, and the nodes.
//!
//! # What lies in NATS
//!
//! | what | where | kept |
//! |---|---|---|
//! | the log of a hall | stream `CHUHE_HALL_<hall>`, subject `hall.<hall>` | until a snapshot has it |
//! | leases of halls | bucket `chuhe_leases`, a key for each hall | [`chuhe_cluster::LEASE_MS`] |
//! | nodes | bucket `chuhe_nodes`, a key for each node | 10 seconds |
//! | halls and pointers to snapshots | buckets `chuhe_halls` and `chuhe_snapshots` | for ever |
//! | registered accounts | bucket `chuhe_accounts`, a key for each player | for ever |
//! | owners of names, numbers of halls | bucket `chuhe_claims` | for ever |
//! | snapshots of a hall | object bucket `chuhe_<hall>` | the last two |
//!
//! Letters, digits and `-` stand for themselves in `<hall>`, other bytes are `_` and two hexadecimal
//! digits.

mod accounts;
mod backup;
mod bucket;
mod claims;
mod connection;
mod copy;
mod directory;
mod erasing;
mod error;
mod fetching;
mod image;
mod link;
mod log;
mod member;
mod names;
mod nats;
mod parts;
mod patience;
mod reader;
mod registration;
mod removal;
mod snapshots;
mod store;
mod streams;
mod version;

pub use crate::cluster_config::{ClusterConfig, DEFAULT_REPLICAS};
pub use crate::serving::Serving;
pub use accounts::{ACCOUNT_BYTES, AccountNews, AccountSet, ClusterAccounts, StoredAccount};
pub use connection::Cluster;
pub use directory::{Directory, HallCounts, HallEntry, NodeEntry};
pub use erasing::{ClusterEraseError, ClusterEraser};
pub use error::ClusterError;
pub use member::report::{MemberEvent, MemberFault, MemberStatus, Role};
pub use member::{Member, MemberConfig};
pub use patience::patiently;
pub use reader::{ClusterReader, HallReader, Progress};
pub use store::ClusterStore;
pub use version::Version;
