//! Measures how long a hall with many games takes to be served again after all of its nodes have died.

use super::nats_trio::{GLANCE, StreamState, Syncing};
use super::nodes::{Cluster, HALL};
use crate::environment::Environment;
use crate::load::Load;
use crate::moves::{PLIES, Pace, SERVER, play, shared_load};
use crate::player_pair::{Command, SharedLoad};
use crate::results::{Metric, Results, Target};
use anyhow::{Context as _, bail};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Games are played at this rate until the log begins with a snapshot, and then for a tail.
///
/// Few moves share an entry, so that there are many entries.
const RATE: f64 = 1_500.0;
/// How long each part of that play lasts.
const PART: Duration = Duration::from_secs(4);
/// How many parts there may be before that: the log is purged with the second snapshot, after 20,000 entries.
const PARTS: usize = 40;
/// The time after which the lease of a killed node has lapsed.
const LAPSE: Duration = Duration::from_secs(4);
/// How long the games go on after each restart.
const PLAYING: Duration = Duration::from_secs(2);
/// How long the hall may take to be served.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the copy of the restarted node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The copy of the node that was killed.
    Copy,
    /// The snapshot in NATS, and the log from there on.
    Snapshot,
}

/// Measures the restart of a hall with `games` games, with the copy of the node and without it.
///
/// # Errors
/// If a program does not start, or the games do not go on.
pub async fn measure(
    environment: &Environment,
    nats: &Path,
    games: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    // reading does not depend on the syncing, and entries come faster
    let mut cluster = Cluster::start(environment, nats, Syncing::Later, 1)?;
    let shared = shared_load(SERVER.kind, cluster.nodes[0].address, PLIES);
    let shared = SharedLoad { halls: &[HALL], ..shared };
    let mut load = Load::start(shared, games, environment.threads).await?;
    play_until_purge(&cluster, &mut load).await?;
    for (origin, name) in [(Origin::Copy, "its copy"), (Origin::Snapshot, "snapshot and tail")] {
        play(&mut load, Pace::FixedRate(RATE), PART).await?;
        load.run_command(Command::Disconnect).await?;
        let log = log_of(&cluster)?;
        let killed = cluster.nodes.len() - 1;
        cluster.nodes[killed].kill();
        sleep(LAPSE).await;
        let kept = (origin == Origin::Copy).then_some(killed);
        let served = serve_again(environment, &mut cluster, kept)?;
        let address = cluster.nodes[killed + 1].address;
        let back = load.run_command(Command::Reconnect(address)).await.context("reconnecting")?;
        environment.print_progress(&format!(
            "{games} games: served {served:.2?} after the start of a node from {name}, with {} entries in the \
             log; all players are back {back:.2?} later",
            log.messages
        ));
        load.play_for(PLAYING).await.context("continuing the games after a restart")?;
        let title = format!("cluster, restart with {games} games from {name}");
        let metric = |what: &str, value: f64, unit| Metric::new(format!("{title}: {what}"), &[value], unit);
        let served = metric("served after", served.as_secs_f64(), "s");
        results.metrics.extend([
            served.with_target(Target::AtMost(3.0)),
            metric("all players back after another", back.as_secs_f64(), "s"),
            metric("entries in the log", log.messages as f64, ""),
        ]);
    }
    load.stop()
}

/// How far the hall's log reaches.
fn log_of(cluster: &Cluster) -> anyhow::Result<StreamState> {
    cluster.nats.stream(&format!("CHUHE_HALL_{HALL}")).context("the log has no leader")
}

/// Plays until the log was purged, so that a node without a copy needs a snapshot.
async fn play_until_purge(cluster: &Cluster, load: &mut Load) -> anyhow::Result<()> {
    for _ in 0..PARTS {
        play(load, Pace::FixedRate(RATE), PART).await?;
        let log = log_of(cluster)?;
        if log.messages < log.last {
            return Ok(());
        }
    }
    bail!("the log was not purged")
}

/// Starts a node with the copy of another one or without any, and returns the time until it serves.
fn serve_again(
    environment: &Environment,
    cluster: &mut Cluster,
    copy_of: Option<usize>,
) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    let end = begun + PATIENCE;
    cluster.add_node(environment, copy_of)?;
    let node = cluster.nodes.len() - 1;
    let address = Some(cluster.nodes[node].address);
    // the first look may come before the node answers
    while !cluster.hall(node).is_ok_and(|hall| hall.owner == address) {
        if Instant::now() >= end {
            bail!("the hall is not served after {PATIENCE:?}");
        }
        std::thread::sleep(GLANCE);
    }
    Ok(begun.elapsed())
}
