//! A node's connection to its cluster.

use super::ClusterConfig;
use super::accounts::ClusterAccounts;
use super::bucket::Bucket;
use super::directory::Directory;
use super::error::ClusterError;
use super::names::{ACCOUNTS, CLAIMS, HALLS, LEASES, NODES, SNAPSHOTS};
use super::nats::{ADMIN_TIMEOUT, NODE_INBOX, Nats, Unknown};
use super::patience::patiently;
use super::registration::{NODE_AGE, Registration};
use super::streams::{bucket_config, ensure};
use async_nats::jetstream::context::AccountErrorKind;
use chuhe_cluster::{LEASE_MS, NODE_BYTES};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::runtime::{self, Handle, Runtime};

/// Threads of the cluster's runtime: one carries all halls of a node.
const THREADS: usize = 1;

/// After how many entries of a log a snapshot is stored.
const SNAPSHOT_EVERY: u64 = 10_000;

/// The connection of this node to its cluster. Clones share it.
#[derive(Clone, Debug)]
pub struct Cluster(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    config: ClusterConfig,
    parts: Parts,
    /// After how many entries of a log a snapshot is stored.
    snapshot_every: AtomicU64,
    runtime: OwnRuntime,
}

/// What lives in the cluster's runtime.
#[derive(Debug)]
struct Parts {
    nats: Nats,
    leases: Bucket,
    snapshots: Bucket,
    accounts: ClusterAccounts,
    directory: Directory,
    registration: Registration,
}

/// A runtime in threads of its own. Dropping it does not wait, so it may happen anywhere.
#[derive(Debug)]
struct OwnRuntime(Option<Runtime>);

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Cluster {
    /// Connects to NATS, checks the servers, makes the buckets that are missing, and registers the
    /// node's name.
    ///
    /// What the cluster does then runs in a thread of its own. A node that was killed may have to
    /// wait 10 seconds for its own name.
    ///
    /// # Errors
    /// [`ClusterError`], as its variants say. Nothing of another program is changed.
    pub async fn connect(config: ClusterConfig) -> Result<Self, ClusterError> {
        check(&config)?;
        let thread = |error: std::io::Error| ClusterError::Thread(error.to_string());
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("cluster")
            .enable_all()
            .build()
            .map_err(thread)?;
        let runtime = OwnRuntime(Some(runtime));
        let handle = runtime.0.as_ref().map(Runtime::handle).cloned().ok_or_else(stopped)?;
        let connecting = handle.spawn(Parts::connect(config.clone()));
        let parts = connecting.await.map_err(|_| stopped())??;
        Ok(Self(Arc::new(Shared { config, parts, snapshot_every: AtomicU64::new(SNAPSHOT_EVERY), runtime })))
    }

    /// The name of this node.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.0.config.node
    }

    /// Whether NATS can be reached now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.0.parts.nats.is_connected()
    }

    /// What this node knows of the others.
    #[must_use]
    pub fn directory(&self) -> &Directory {
        &self.0.parts.directory
    }

    /// The registered accounts of the cluster.
    #[must_use]
    pub fn accounts(&self) -> &ClusterAccounts {
        &self.0.parts.accounts
    }

    /// Sets after how many entries of a log a snapshot of its hall is stored, for members that start later.
    ///
    /// 10,000 unless set: about 20 MB of log, which a standby replays in two seconds.
    pub fn set_snapshot_every(&self, entries: u64) {
        self.0.snapshot_every.store(entries, Ordering::Relaxed);
    }

    /// Gives the node's name up. Stop every [`Member`](super::Member) before.
    pub async fn leave(self) {
        let shared = Arc::clone(&self.0);
        // a cluster that cannot be reached lets the name lapse
        let _ = self.run(async move { shared.parts.registration.end().await }).await;
    }

    /// Runs a future in the cluster's runtime.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ClusterError> {
        self.handle()?.spawn(future).await.map_err(|_| stopped())
    }

    fn handle(&self) -> Result<Handle, ClusterError> {
        self.0.runtime.0.as_ref().map(Runtime::handle).cloned().ok_or_else(stopped)
    }

    pub(super) fn nats(&self) -> &Nats {
        &self.0.parts.nats
    }

    pub(super) fn leases(&self) -> &Bucket {
        &self.0.parts.leases
    }

    pub(super) fn snapshots(&self) -> &Bucket {
        &self.0.parts.snapshots
    }

    pub(super) fn snapshot_every(&self) -> u64 {
        self.0.snapshot_every.load(Ordering::Relaxed)
    }

    pub(super) fn replicas(&self) -> usize {
        self.0.config.replicas
    }
}

impl Parts {
    async fn connect(config: ClusterConfig) -> Result<Self, ClusterError> {
        let nats = Nats::connect(&config, NODE_INBOX).await?;
        check_account(&nats).await?;
        let replicas = config.replicas;
        let leases = make(&nats, LEASES, Duration::from_millis(LEASE_MS), replicas).await?;
        let nodes = make(&nats, NODES, NODE_AGE, replicas).await?;
        let halls = make(&nats, HALLS, Duration::ZERO, replicas).await?;
        let snapshots = make(&nats, SNAPSHOTS, Duration::ZERO, replicas).await?;
        let accounts = make(&nats, ACCOUNTS, Duration::ZERO, replicas).await?;
        let claims = make(&nats, CLAIMS, Duration::ZERO, replicas).await?;
        let accounts = ClusterAccounts::open(&nats, accounts, claims).await?;
        let registration = Registration::begin(nodes, &config).await?;
        let directory = Directory::watch(&nats, halls, &config, registration.announced()).await?;
        Ok(Self { nats, leases, snapshots, accounts, directory, registration })
    }
}

fn stopped() -> ClusterError {
    ClusterError::Thread("it has stopped".to_owned())
}

/// Checks what can be checked without a connection.
fn check(config: &ClusterConfig) -> Result<(), ClusterError> {
    let invalid = |why: String| Err(ClusterError::Config(why));
    if config.servers.is_empty() {
        return invalid("no NATS server is named".to_owned());
    }
    if config.node.is_empty() || config.node.len() > NODE_BYTES {
        return invalid(format!("the name of a node has 1 to {NODE_BYTES} bytes"));
    }
    if !(1..=5).contains(&config.replicas) {
        return invalid("a stream has 1 to 5 replicas".to_owned());
    }
    Ok(())
}

/// Checks that streams are there for this node's account.
async fn check_account(nats: &Nats) -> Result<(), ClusterError> {
    let asked = tokio::time::timeout(ADMIN_TIMEOUT, nats.context.query_account()).await;
    match asked.map(|answer| answer.map_err(|error| (error.kind(), error.to_string()))) {
        // a cluster that has just started may not answer yet; making the buckets waits for it
        Ok(Ok(_)) | Err(_) | Ok(Err((AccountErrorKind::TimedOut | AccountErrorKind::Other, _))) => Ok(()),
        Ok(Err((AccountErrorKind::JetStream(error), _))) if error.code() == 503 && !is_disabled(&error) => {
            Ok(())
        }
        Ok(Err((AccountErrorKind::JetStreamUnavailable | AccountErrorKind::JetStream(_), why))) => {
            tracing::debug!(why, "no streams");
            Err(ClusterError::NoJetStream)
        }
    }
}

fn is_disabled(error: &async_nats::jetstream::Error) -> bool {
    use async_nats::jetstream::ErrorCode;
    [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT]
        .contains(&error.error_code())
}

async fn make(nats: &Nats, bucket: &str, max_age: Duration, replicas: usize) -> Result<Bucket, ClusterError> {
    ensure(nats, &bucket_config(bucket, max_age, replicas)).await?;
    let failed = |Unknown(why)| ClusterError::Failed { what: "open a bucket", why };
    patiently(|| async move { Bucket::new(nats, bucket).await.map_err(failed) }).await
}
