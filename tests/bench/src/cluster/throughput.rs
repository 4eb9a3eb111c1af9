//! Measures how fast moves travel between players of a cluster, beside a single server.
//!
//! All processes share the cores of this machine, so a move's CPU time is told apart by process.

use super::nats_trio::Syncing;
use super::nodes::{Cluster, HALL};
use crate::environment::{Environment, Rounds, RunningProgram};
use crate::load::Load;
use crate::moves::{PLIES, POWER, Pace, Program, REST, SERVER, WARM_UP, play, shared_load};
use crate::player::ProgramKind;
use crate::player_pair::SharedLoad;
use crate::process::cpu_time_of;
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::Context as _;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::time::sleep;

/// Nodes of a measured cluster: one serves the hall, the other follows its log.
const NODES: usize = 2;

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum Subject {
    Single(Program),
    Cluster(&'static str, Syncing),
}

/// A server of its own, with both durabilities, and a cluster with both ways to sync.
const SUBJECTS: [Subject; 4] = [
    Subject::Single(SERVER),
    Subject::Single(POWER),
    Subject::Cluster("cluster", Syncing::Later),
    Subject::Cluster("cluster, always", Syncing::Always),
];

/// A subject that runs.
#[derive(Debug)]
enum Running {
    Single(RunningProgram),
    Cluster {
        cluster: Cluster,
        /// The number of the node that serves the hall.
        owner: usize,
    },
}

/// The CPU times of all processes since they began.
#[derive(Clone, Copy, Debug)]
struct Times {
    serving: Duration,
    standby: Duration,
    nats: Duration,
    load: Duration,
    /// The messages and bytes in the log.
    log: (u64, u64),
}

/// What was measured of one subject at one pace.
#[derive(Clone, Debug)]
struct Sample {
    measurement: Measurement,
    /// The CPU time a move of the node that follows, in microseconds.
    standby_us: f64,
    /// The CPU time a move of the three NATS servers.
    nats_us: f64,
    /// The CPU time a move of the load.
    load_us: f64,
    /// Appends to the log per second.
    appends_per_s: f64,
    /// Bytes of the log for each move.
    log_bytes: f64,
}

impl Subject {
    const fn name(self) -> &'static str {
        match self {
            Self::Single(program) => program.name,
            Self::Cluster(name, _) => name,
        }
    }

    fn start(self, environment: &Environment, nats: &Path) -> anyhow::Result<Running> {
        match self {
            Self::Single(program) => Ok(Running::Single(environment.start(program.kind, program.flags)?)),
            Self::Cluster(_, syncing) => {
                let cluster = Cluster::start(environment, nats, syncing, NODES)?;
                let owner = cluster.wait_for_owner()?;
                Ok(Running::Cluster { cluster, owner })
            }
        }
    }
}

impl Running {
    fn address(&self) -> SocketAddr {
        match self {
            Self::Single(program) => program.process.address,
            Self::Cluster { cluster, owner } => cluster.nodes[*owner].address,
        }
    }

    const fn halls(&self) -> &'static [&'static str] {
        match self {
            Self::Single(_) => &[],
            Self::Cluster { .. } => &[HALL],
        }
    }

    fn times(&self) -> anyhow::Result<Times> {
        let load = cpu_time_of(std::process::id())?;
        let none = Duration::ZERO;
        match self {
            Self::Single(program) => {
                let serving = program.process.cpu_time()?;
                Ok(Times { serving, standby: none, nats: none, load, log: (0, 0) })
            }
            Self::Cluster { cluster, owner } => {
                let log =
                    cluster.nats.stream(&format!("CHUHE_HALL_{HALL}")).context("the log has no leader")?;
                let (serving, nats) = (cluster.nodes[*owner].cpu_time()?, cluster.nats.cpu_time()?);
                let standby = cluster.cpu_time_beside(*owner)?;
                Ok(Times { serving, standby, nats, load, log: (log.last, log.bytes) })
            }
        }
    }
}

/// Measures so many games in a closed loop.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn closed_loop(
    environment: &Environment,
    nats: &Path,
    games: usize,
    how: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let title = format!("cluster, {games} games");
    let samples = measure_rounds(environment, nats, games, &[Pace::ClosedLoop], how, results).await?;
    for (subject, paces) in SUBJECTS.iter().zip(&samples) {
        let samples: Vec<&Sample> = paces.iter().flatten().collect();
        add_metrics(results, &title, *subject, &samples, true);
    }
    let [server, power, cluster, always] = &samples[..] else { return Ok(()) };
    for (name, of, to) in [
        ("cluster to server", cluster, server),
        ("cluster to power", cluster, power),
        ("always to server", always, server),
        ("always to power", always, power),
    ] {
        let pairs = of.iter().flatten().zip(to.iter().flatten());
        let ratios = pairs.map(|(of, to)| of.measurement.moves_per_s / to.measurement.moves_per_s);
        let metric = Metric::new(format!("{title}: moves, {name}"), &ratios.collect::<Vec<_>>(), "");
        results.metrics.push(metric.with_target(Target::AtLeast(0.5)));
    }
    Ok(())
}

/// Measures latency at fixed rates.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn paced(
    environment: &Environment,
    nats: &Path,
    games: usize,
    rates: &[f64],
    how: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let paces: Vec<Pace> = rates.iter().map(|rate| Pace::FixedRate(*rate)).collect();
    let samples = measure_rounds(environment, nats, games, &paces, how, results).await?;
    for (n, rate) in rates.iter().enumerate() {
        let title = format!("cluster, {games} games, {rate} moves/s");
        for (subject, rounds) in SUBJECTS.iter().zip(&samples) {
            let samples: Vec<&Sample> = rounds.iter().filter_map(|paces| paces.get(n)).collect();
            add_metrics(results, &title, *subject, &samples, false);
        }
    }
    Ok(())
}

/// Measures each subject at each pace in each round; returns the samples by subject, round and pace.
async fn measure_rounds(
    environment: &Environment,
    nats: &Path,
    games: usize,
    paces: &[Pace],
    Rounds { count: rounds, time }: Rounds,
    results: &mut Results,
) -> anyhow::Result<Vec<Vec<Vec<Sample>>>> {
    let mut samples = vec![Vec::with_capacity(rounds); SUBJECTS.len()];
    for _ in 0..rounds {
        for (n, subject) in SUBJECTS.into_iter().enumerate() {
            let measured = measure(environment, nats, subject, games, paces, time).await;
            let measured = measured.with_context(|| format!("{}, {games} games", subject.name()))?;
            results.measurements.extend(measured.iter().map(|sample| sample.measurement.clone()));
            samples[n].push(measured);
        }
    }
    Ok(samples)
}

async fn measure(
    environment: &Environment,
    nats: &Path,
    subject: Subject,
    games: usize,
    paces: &[Pace],
    time: Duration,
) -> anyhow::Result<Vec<Sample>> {
    let running = subject.start(environment, nats)?;
    let shared = shared_load(ProgramKind::Server, running.address(), PLIES);
    let shared = SharedLoad { halls: running.halls(), ..shared };
    let mut load = Load::start(shared, games, environment.threads).await?;
    let mut samples = Vec::new();
    for &pace in paces {
        sleep(REST).await;
        play(&mut load, pace, WARM_UP).await?;
        let before = running.times()?;
        let latencies = play(&mut load, pace, time).await?;
        let after = running.times()?;
        let count = latencies.count().max(1) as f64;
        let us = |of: fn(&Times) -> Duration| (of(&after) - of(&before)).as_secs_f64() * 1e6 / count;
        let sample = Sample {
            measurement: Measurement {
                program: subject.name(),
                games,
                paced: match pace {
                    Pace::ClosedLoop => None,
                    Pace::FixedRate(rate) => Some(rate),
                },
                moves_per_s: latencies.count() as f64 / time.as_secs_f64(),
                cpu_us: us(|times| times.serving),
                p50_us: latencies.quantile_us(0.5),
                p99_us: latencies.quantile_us(0.99),
                p999_us: latencies.quantile_us(0.999),
            },
            standby_us: us(|times| times.standby),
            nats_us: us(|times| times.nats),
            load_us: us(|times| times.load),
            appends_per_s: (after.log.0 - before.log.0) as f64 / time.as_secs_f64(),
            // a purge makes the log shorter
            log_bytes: after.log.1.saturating_sub(before.log.1) as f64 / count,
        };
        print_progress(environment, &sample);
        samples.push(sample);
    }
    load.stop()?;
    Ok(samples)
}

fn print_progress(environment: &Environment, sample: &Sample) {
    let Measurement { program, games, moves_per_s, cpu_us, p50_us, p99_us, .. } = &sample.measurement;
    let Sample { standby_us, nats_us, load_us, appends_per_s, log_bytes, .. } = sample;
    environment.print_progress(&format!(
        "{program} at {games} games: {moves_per_s:.0} moves/s, p50 {p50_us:.0} p99 {p99_us:.0} µs; CPU {cpu_us:.1}, \
         standby {standby_us:.1}, NATS {nats_us:.1}, load {load_us:.1} µs; {appends_per_s:.0} appends/s, {log_bytes:.0} B"
    ));
}

/// Adds the values of a subject to the table.
fn add_metrics(results: &mut Results, title: &str, subject: Subject, samples: &[&Sample], is_closed: bool) {
    let mut metric = |what: &str, value: fn(&Sample) -> f64, unit| {
        let values: Vec<f64> = samples.iter().map(|sample| value(sample)).collect();
        results.metrics.push(Metric::new(format!("{title}: {what}, {}", subject.name()), &values, unit));
    };
    if is_closed {
        metric("moves", |sample| sample.measurement.moves_per_s, "/s");
    }
    metric("p50", |sample| sample.measurement.p50_us, "µs");
    metric("p99", |sample| sample.measurement.p99_us, "µs");
    metric("CPU per move", |sample| sample.measurement.cpu_us, "µs");
    if let Subject::Cluster(..) = subject {
        metric("CPU per move of the standby", |sample| sample.standby_us, "µs");
        metric("CPU per move of NATS", |sample| sample.nats_us, "µs");
        metric("appends", |sample| sample.appends_per_s, "/s");
        metric("log per move", |sample| sample.log_bytes, "B");
    }
    metric("CPU per move of the load", |sample| sample.load_us, "µs");
}
