//! Why a node cannot join its cluster: one clear line each.

use super::version::Version;
use chuhe_store::StoreError;

/// Why a node cannot join its cluster, or not have a hall.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// The configuration is invalid.
    #[error("{0}")]
    Config(String),
    /// No server answers.
    #[error("no NATS server answers at {servers}: {why}")]
    Unreachable {
        /// The addresses.
        servers: String,
        /// Why.
        why: String,
    },
    /// The server refuses the credentials.
    #[error("the NATS server at {servers} refuses the credentials of this node")]
    Unauthorized {
        /// The addresses.
        servers: String,
    },
    /// The server is too old.
    #[error("{}", too_old(*found))]
    TooOld {
        /// The version of the server.
        found: Version,
    },
    /// The version of the server cannot be read.
    #[error("the NATS server says that its version is {0:?}, which this node cannot read")]
    UnknownVersion(String),
    /// The server keeps no streams.
    #[error("the NATS server keeps no streams: switch JetStream on, for the account of this node too")]
    NoJetStream,
    /// Messages as long as an entry of a log do not fit.
    #[error("the NATS server accepts messages of at most {found} bytes: set max_payload to 1MB")]
    SmallPayload {
        /// The longest message, in bytes.
        found: usize,
    },
    /// A stream is not one of Chuhe's.
    #[error("the stream {stream} belongs to another program or differs from Chuhe's: {why}")]
    ForeignStream {
        /// Its name.
        stream: String,
        /// What differs.
        why: String,
    },
    /// Another node has the name.
    #[error("another node named {0} runs: give each node a name of its own")]
    NameTaken(String),
    /// The clocks of this node and of the NATS server differ.
    #[error("the clock of this node is {} s {} that of the NATS server: synchronise both", .ahead_s.unsigned_abs(), if *.ahead_s < 0 { "behind" } else { "ahead of" })]
    Clock {
        /// How far this node's clock is ahead, in seconds.
        ahead_s: i64,
    },
    /// NATS did not do what it was asked to.
    #[error("NATS did not {what}: {why}")]
    Failed {
        /// What it was asked to do.
        what: &'static str,
        /// Why.
        why: String,
    },
    /// The copy of a hall cannot be used.
    #[error("the copy of hall {hall} cannot be used: {error}")]
    Copy {
        /// The hall.
        hall: String,
        /// Why.
        error: StoreError,
    },
    /// A thread or a runtime cannot be started.
    #[error("cannot start the cluster's thread: {0}")]
    Thread(String),
}

fn too_old(found: Version) -> String {
    let needs = "Chuhe needs 2.12.15, 2.14.5 or newer";
    let why = "older servers can lose acknowledged messages (Debian 12's 2.9.10 does)";
    format!("the NATS server has version {found}, and {needs}: {why}")
}
