//! A node's part in one hall.

pub(super) mod report;
mod runner;
mod snapshotting;

use super::connection::Cluster;
use super::copy::HallCopy;
use super::error::ClusterError;
use super::link::Command;
use super::log::HallLog;
use super::snapshots::SnapshotStore;
use super::streams::{ensure, log_config};
use chuhe_cluster::NODE_BYTES;
use chuhe_protocol::HallName;
use report::{MemberEvent, MemberStatus};
use runner::Runner;
use std::path::PathBuf;
use tokio::sync::{mpsc, oneshot, watch};
use tracing::Instrument as _;

/// What a member must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberConfig {
    /// The hall.
    pub hall: HallName,
    /// The folder of its copy. It is created if it is missing, and may be lost: the copy is made again.
    pub folder: PathBuf,
    /// Whether this node takes the hall over when nobody serves it.
    pub claims: bool,
    /// How long it leaves a free hall to others, in milliseconds: 0 for the standby that takes over first.
    pub delay_ms: u64,
}

/// A node's part in one hall, which runs until it is stopped.
#[derive(Debug)]
pub struct Member {
    hall: HallName,
    number: u16,
    commands: mpsc::UnboundedSender<Command>,
    status: watch::Receiver<MemberStatus>,
}

impl Member {
    /// Makes the hall's log if it is missing, opens the copy, and begins to follow.
    ///
    /// # Errors
    /// [`ClusterError`]: the log belongs to another program, NATS does not answer, or the folder has
    /// data that is no copy.
    pub async fn start(
        cluster: &Cluster,
        config: MemberConfig,
    ) -> Result<(Self, mpsc::UnboundedReceiver<MemberEvent>), ClusterError> {
        debug_assert!(cluster.node().len() <= NODE_BYTES, "checked when the node connected");
        let hall = config.hall.clone();
        let (commands, received) = mpsc::unbounded_channel();
        let (events, received_events) = mpsc::unbounded_channel();
        let starting = start(cluster.clone(), config, (commands.clone(), received), events);
        let (number, status) = cluster.run(starting).await??;
        Ok((Self { hall, number, commands, status }, received_events))
    }

    /// The hall.
    #[must_use]
    pub const fn hall(&self) -> &HallName {
        &self.hall
    }

    /// The number of the hall, which no other hall of the cluster has; below
    /// [`HALL_NUMBERS`](crate::cluster_config::HALL_NUMBERS).
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// How far it is.
    #[must_use]
    pub fn status(&self) -> MemberStatus {
        *self.status.borrow()
    }

    /// A receiver that changes when [`Member::status`] does.
    #[must_use]
    pub fn status_changes(&self) -> watch::Receiver<MemberStatus> {
        self.status.clone()
    }

    /// Sets whether this node takes the hall over when nobody serves it, and how long it leaves it to
    /// others before, in milliseconds.
    pub fn set_claims(&self, claims: bool, delay_ms: u64) {
        self.send(Command::SetClaims { claims, delay_ms });
    }

    /// Hands the hall on: finishes the commit that runs, and claims the hall no more until
    /// [`Member::set_claims`].
    ///
    /// [`MemberEvent::Release`] follows if it serves, and a standby takes over at once.
    pub fn resign(&self) {
        self.send(Command::Resign);
    }

    /// Hands the hall on, closes the copy, and ends. Drop the hall's store before or meanwhile.
    pub async fn stop(self) {
        let (sender, stopped) = oneshot::channel();
        self.send(Command::Stop(sender));
        // the sender is dropped
        let _ = stopped.await;
    }

    fn send(&self, command: Command) {
        // a member that has stopped does nothing
        let _ = self.commands.send(command);
    }
}

/// Starts the member's task in the cluster's runtime. Returns the number of the hall and the status.
async fn start(
    cluster: Cluster,
    config: MemberConfig,
    commands: (mpsc::UnboundedSender<Command>, mpsc::UnboundedReceiver<Command>),
    events: mpsc::UnboundedSender<MemberEvent>,
) -> Result<(u16, watch::Receiver<MemberStatus>), ClusterError> {
    let MemberConfig { hall, folder, claims, delay_ms } = config;
    let number = cluster.accounts().hall_number(&hall).await?;
    ensure(cluster.nats(), &log_config(&hall, cluster.replicas())).await?;
    let log = HallLog::new(cluster.nats(), cluster.leases().clone(), &hall).await;
    let log = log.map_err(|why| ClusterError::Failed { what: "open the log", why: why.to_string() })?;
    let snapshots =
        SnapshotStore::new(cluster.nats(), cluster.snapshots().clone(), hall.clone(), cluster.replicas());
    let snapshots = (snapshots, folder.clone(), cluster.snapshot_every());
    let opening = tokio::task::spawn_blocking(move || HallCopy::open_or_remake(&folder));
    let opened = opening.await.map_err(|error| ClusterError::Thread(error.to_string()))?;
    let copy = opened.map_err(|error| ClusterError::Copy { hall: hall.to_string(), error })?;
    let span = tracing::error_span!("hall", name = %hall);
    let (runner, status) = Runner::new(&cluster, (claims, delay_ms), log, copy, snapshots, commands, events);
    tokio::spawn(runner.run().instrument(span));
    Ok((number, status))
}
