//! Measures the directory of a large cluster: many halls, which many nodes watch.
//!
//! The halls are made up, so nobody plays in them. The nodes are connections to the cluster as a
//! server has one, all in this process.

use super::nats_trio::{NatsTrio, Syncing, Traffic};
use crate::environment::Environment;
use crate::process::{cpu_time_of, resident_bytes_of};
use crate::results::{Metric, Results};
use anyhow::{Context as _, bail};
use chuhe_protocol::HallName;
use chuhe_server::cluster::{Cluster, ClusterConfig, DEFAULT_REPLICAS, Directory, HallCounts};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The number of players from which a hall is full.
const CAPACITY: u32 = 5_000;
/// The epoch in which the made-up halls are served.
const EPOCH: chuhe_cluster::Epoch = chuhe_cluster::Epoch(1);
/// Entries that are made and changed, one after another.
const CHANGES: usize = 50;
/// How long traffic and processor time are counted.
const COUNTED: Duration = Duration::from_secs(10);
/// How long all nodes may take to know something.
const PATIENCE: Duration = Duration::from_secs(120);
/// Halls that are made at the same time.
const AT_ONCE: usize = 32;
/// The interval at which the directories are looked at.
const GLANCE: Duration = Duration::from_micros(200);

/// The directories of all nodes.
struct Watchers(Vec<Cluster>);

/// What all processes have used so far.
struct Usage {
    at: Instant,
    traffic: Traffic,
    nats: Duration,
    nodes: Duration,
}

/// Measures a directory with `halls` halls and `nodes` nodes.
///
/// # Errors
/// If NATS does not start, or an entry does not reach every node in time.
pub async fn measure(
    environment: &Environment,
    nats: &Path,
    halls: usize,
    nodes: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let nats = NatsTrio::start(nats, environment.data(), Syncing::Always)?;
    let title = format!("directory, {halls} halls, {nodes} nodes");
    let mut add = |what: &str, values: &[f64], unit: &'static str| {
        let metric = Metric::new(format!("{title}: {what}"), values, unit);
        environment.print_progress(&format!("{}: {:.3} {unit}", metric.name, metric.measured));
        results.metrics.push(metric);
    };
    let first = Watchers(vec![connect(&nats, 0).await?]);
    let begun = Instant::now();
    open_all(first.directory(), halls).await?;
    add("time to make all halls", &[begun.elapsed().as_secs_f64()], "s");
    let before = resident_bytes_of(std::process::id())?;
    let watchers = first.joined_by(&nats, nodes - 1).await?;
    watchers.wait_for(|directory| directory.halls().len() == halls).await?;
    let memory = resident_bytes_of(std::process::id())?.saturating_sub(before);
    add("memory of a node's directory", &[mib(memory) / (nodes - 1).max(1) as f64], "MiB");
    let resident: Vec<f64> = nats.resident_bytes()?.into_iter().map(mib).collect();
    add("memory of a NATS server", &resident, "MiB");
    let (made, changed) = watchers.measure_changes(halls).await?;
    for (what, times) in [("a new hall", made), ("a changed hall", changed)] {
        add(&format!("{what} is known everywhere, median"), &times, "ms");
        let worst = times.iter().copied().fold(0.0, f64::max);
        add(&format!("{what} is known everywhere, worst of {CHANGES}"), &[worst], "ms");
    }
    let before = Usage::now(&nats)?;
    sleep(COUNTED).await;
    Usage::now(&nats)?.add_since(&before, "at rest", nodes, &mut add);
    let before = Usage::now(&nats)?;
    let changes = watchers.change_all(halls, COUNTED).await?;
    let after = Usage::now(&nats)?;
    after.add_since(&before, "each hall changes each second", nodes, &mut add);
    add("changes while each hall changes", &[changes as f64 / COUNTED.as_secs_f64()], "/s");
    Ok(())
}

impl Watchers {
    fn directory(&self) -> &Directory {
        self.0[0].directory()
    }

    /// Adds nodes, one after another.
    async fn joined_by(mut self, nats: &NatsTrio, count: usize) -> anyhow::Result<Self> {
        for _ in 0..count {
            self.0.push(connect(nats, self.0.len()).await?);
        }
        Ok(self)
    }

    /// Waits until every directory has something, and returns how long that took.
    async fn wait_for(&self, knows: impl Fn(&Directory) -> bool) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        for cluster in &self.0 {
            while !knows(cluster.directory()) {
                if begun.elapsed() > PATIENCE {
                    bail!("a node does not know of a change after {PATIENCE:?}");
                }
                sleep(GLANCE).await;
            }
        }
        Ok(begun.elapsed())
    }

    /// Makes and changes halls one after another; returns after how many milliseconds all nodes knew.
    ///
    /// The time begins when the node that changes the hall sends the change.
    async fn measure_changes(&self, halls: usize) -> anyhow::Result<(Vec<f64>, Vec<f64>)> {
        let (mut made, mut changed) = (Vec::new(), Vec::new());
        for n in 0..CHANGES {
            let name = hall_name(halls + n)?;
            let begun = Instant::now();
            self.directory().open_hall(&name, CAPACITY).await?;
            self.wait_for(|directory| directory.hall(&name).is_some()).await?;
            made.push(begun.elapsed().as_secs_f64() * 1e3);
            let players = u32::try_from(n + 1)?;
            let begun = Instant::now();
            self.directory().announce_hall(&name, EPOCH, HallCounts { players, games: 0 }).await?;
            let is_known = |directory: &Directory| {
                directory.hall(&name).is_some_and(|hall| hall.counts.players == players)
            };
            self.wait_for(is_known).await?;
            changed.push(begun.elapsed().as_secs_f64() * 1e3);
        }
        Ok((made, changed))
    }

    /// Each node announces other counts of its share of the halls each second; returns the changes.
    async fn change_all(&self, halls: usize, time: Duration) -> anyhow::Result<usize> {
        let end = Instant::now() + time;
        let mut nodes = JoinSet::new();
        for (node, cluster) in self.0.iter().enumerate() {
            let (directory, count) = (cluster.directory().clone(), self.0.len());
            nodes.spawn(async move {
                let mut changes = 0;
                for second in 1.. {
                    let next = Instant::now() + Duration::from_secs(1);
                    for hall in (node..halls).step_by(count) {
                        let counts = HallCounts { players: second, games: 0 };
                        directory.announce_hall(&hall_name(hall)?, EPOCH, counts).await?;
                        if Instant::now() >= end {
                            return Ok(changes);
                        }
                        changes += 1;
                    }
                    sleep(next.saturating_duration_since(Instant::now())).await;
                }
                anyhow::Ok(changes)
            });
        }
        let mut changes = 0;
        while let Some(ended) = nodes.join_next().await {
            changes += ended??;
        }
        Ok(changes)
    }
}

impl Usage {
    fn now(nats: &NatsTrio) -> anyhow::Result<Self> {
        let (traffic, used) = (nats.traffic()?, nats.cpu_time()?);
        Ok(Self { at: Instant::now(), traffic, nats: used, nodes: cpu_time_of(std::process::id())? })
    }

    /// Adds what was used since `before` to the table.
    fn add_since(
        &self,
        before: &Self,
        when: &str,
        nodes: usize,
        add: &mut impl FnMut(&str, &[f64], &'static str),
    ) {
        let seconds = (self.at - before.at).as_secs_f64();
        let messages = (self.traffic.messages - before.traffic.messages) as f64 / seconds;
        let bytes = (self.traffic.bytes - before.traffic.bytes) as f64 / seconds;
        let share = |used: Duration, before: Duration| (used - before).as_secs_f64() / seconds * 100.0;
        add(&format!("{when}: messages through NATS"), &[messages], "/s");
        add(&format!("{when}: bytes through NATS"), &[bytes / 1e6], "MB/s");
        add(&format!("{when}: CPU of three NATS servers"), &[share(self.nats, before.nats)], "%");
        let of_node = share(self.nodes, before.nodes) / nodes as f64;
        add(&format!("{when}: CPU of a node's directory"), &[of_node], "%");
    }
}

async fn connect(nats: &NatsTrio, number: usize) -> anyhow::Result<Cluster> {
    let config = ClusterConfig {
        servers: nats.urls().split(',').map(str::to_owned).collect(),
        node: format!("node-{number}"),
        advertised: format!("127.0.0.1:{}", 10_000 + number),
        credentials: None,
        ca: None,
        replicas: DEFAULT_REPLICAS,
    };
    Cluster::connect(config).await.with_context(|| format!("node {number} connects"))
}

fn hall_name(number: usize) -> anyhow::Result<HallName> {
    Ok(HallName::parse(&format!("hall-{number:04}"))?)
}

async fn open_all(directory: &Directory, halls: usize) -> anyhow::Result<()> {
    let mut opening = JoinSet::new();
    for n in 0..halls {
        if opening.len() >= AT_ONCE
            && let Some(opened) = opening.join_next().await
        {
            opened??;
        }
        let (directory, name) = (directory.clone(), hall_name(n)?);
        opening.spawn(async move { directory.open_hall(&name, CAPACITY).await });
    }
    while let Some(opened) = opening.join_next().await {
        opened??;
    }
    Ok(())
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}
