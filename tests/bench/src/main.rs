//! The program `chuhe-bench`: runs the measurements, and writes a table, JSON and plots.
//!
//! Progress goes to standard error. The exit code reports failed measurements but not missed
//! targets, because those depend on the machine.

use anyhow::Context as _;
use chuhe_bench::environment::{Environment, Rounds};
use chuhe_bench::plot::{Series, plot};
use chuhe_bench::results::{Measurement, Results};
use chuhe_bench::{
    allocations, beside_bots, cluster, connections_memory, evening, halls, lobby, moves, reconnecting,
    seeking, soak, spectating, web,
};
use clap::{Parser, ValueEnum};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The numbers of games of the closed-loop measurements.
const CLOSED_LOOP_GAMES: [usize; 3] = [50, 500, 5_000];
/// The numbers of games over which throughput and CPU should stay flat.
const GROWTH_GAMES: [usize; 7] = [10, 30, 100, 300, 1_000, 3_000, 10_000];
/// The moves per second of the paced measurements of a cluster.
const CLUSTER_RATES: [f64; 3] = [1_000.0, 2_500.0, 5_000.0];
/// File descriptors reserved for other uses than connections.
const SPARE_DESCRIPTORS: u64 = 200;

/// Measures Chuhe's server against a relay of the same frames
#[derive(Debug, Parser)]
#[command(name = "chuhe-bench", version)]
struct Args {
    /// The measurements to run; by default all except the soak and the cluster (about 39 minutes)
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// The folder for the table, the JSON and the plots
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
    /// Rounds, each of which measures every program once
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Duration of the soak in minutes
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Load threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The program nats-server, for a cluster
    #[arg(long, env = "CHUHE_NATS_SERVER", default_value = "nats-server")]
    nats: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Part {
    /// A short version of the main measurements (about 3 minutes)
    Quick,
    /// 50 games in a closed loop
    Fifty,
    /// 50, 500 and 5,000 games in a closed loop: each move follows the last one at once
    Closed,
    /// 500 moves per second in 50 games, and 5,000 in 5,000 games
    Paced,
    /// Memory of 10,000 connections
    Memory,
    /// 10,000 players reconnect at once, and to a restarted server
    Returning,
    /// A game with 1,000 spectators
    Watched,
    /// A game beside ten computer players that think
    Bots,
    /// A game beside 2,000 people who look for an opponent
    Seeking,
    /// Games beside an evening of which 60 boards begin at once
    Evening,
    /// Throughput and CPU by number of games
    Growth,
    /// 5,000 players over WebSockets beside 5,000 over TCP
    Web,
    /// 500 games in servers without halls, with one and with two
    Halls,
    /// The cost of joins and leaves in lobbies of 1,000, 5,000 and 10,000 players
    Lobby,
    /// Allocations per move
    Allocations,
    /// All measurements of a cluster of three NATS servers and several nodes
    Cluster,
    /// 50, 500 and 5,000 games in a cluster beside a single server
    ClusterMoves,
    /// 5,000 games in a cluster at several paces
    ClusterPaced,
    /// 50 games while nodes are drained, and nodes and NATS servers are killed
    ClusterInterruptions,
    /// A hall of 5,000 games is served again from its copy, and from a snapshot
    ClusterRestart,
    /// A directory of 1,000 halls, made up, that 100 nodes watch
    ClusterDirectory,
    /// A long run of 5,000 games at 5,000 moves per second
    Soak,
}

/// The measurements that run by default.
const DEFAULT_PARTS: [Part; 13] = [
    Part::Closed,
    Part::Paced,
    Part::Memory,
    Part::Returning,
    Part::Watched,
    Part::Bots,
    Part::Seeking,
    Part::Evening,
    Part::Growth,
    Part::Web,
    Part::Halls,
    Part::Lobby,
    Part::Allocations,
];

/// The measurements of a cluster. They need a NATS server, so they do not run by default.
const CLUSTER_PARTS: [Part; 5] = [
    Part::ClusterMoves,
    Part::ClusterPaced,
    Part::ClusterInterruptions,
    Part::ClusterRestart,
    Part::ClusterDirectory,
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let descriptors = rlimit::increase_nofile_limit(u64::MAX)?;
    fs::create_dir_all(&args.out).with_context(|| format!("{}", args.out.display()))?;
    let environment = Environment::new(&args.out, args.threads.max(1))?;
    let mut results = Results::default();
    let mut failed = false;
    for part in if args.parts.is_empty() { DEFAULT_PARTS.to_vec() } else { args.parts.clone() } {
        if let Err(error) = measure(part, &args, &environment, descriptors, &mut results).await {
            environment.print_progress(&format!("{part:?} FAILED: {error:#}"));
            failed = true;
        }
        // a later failure must not lose these results
        write_results(&args.out, &results)?;
    }
    let missed = results.missed();
    write!(io::stdout(), "{}", results.table())?;
    writeln!(io::stdout(), "{missed} targets missed; the results are in {}", args.out.display())?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn measure(
    part: Part,
    args: &Args,
    environment: &Environment,
    descriptors: u64,
    results: &mut Results,
) -> anyhow::Result<()> {
    let time = Duration::from_secs(args.seconds);
    let how = Rounds { count: args.rounds, time };
    let most = usize::try_from(descriptors.saturating_sub(SPARE_DESCRIPTORS) / 2).unwrap_or(usize::MAX);
    match part {
        Part::Quick => {
            let how = Rounds { count: 3, time: Duration::from_secs(3) };
            moves::closed_loop(environment, 50, how, results).await?;
            moves::paced(environment, 50, 500.0, how, results).await?;
            connections_memory::measure(environment, 2_000, results).await?;
            reconnecting::measure(environment, 500, results).await?;
            allocations::measure(environment, results).await?;
        }
        Part::Fifty => moves::closed_loop(environment, 50, how, results).await?,
        Part::Closed => {
            for games in CLOSED_LOOP_GAMES {
                moves::closed_loop(environment, games.min(most), how, results).await?;
            }
        }
        Part::Paced => {
            moves::paced(environment, 50, 500.0, Rounds { time: time * 2, ..how }, results).await?;
            moves::paced(environment, 5_000.min(most), 5_000.0, how, results).await?;
        }
        Part::Memory => connections_memory::measure(environment, 10_000.min(most * 2), results).await?,
        Part::Returning => reconnecting::measure(environment, 5_000.min(most), results).await?,
        Part::Watched => {
            spectating::measure(environment, 1_000, Rounds { count: 5, time: time * 4 }, results).await?;
        }
        Part::Bots => beside_bots::measure(environment, Rounds { time: time * 4, ..how }, results).await?,
        Part::Seeking => {
            let how = Rounds { time: time * 4, ..how };
            seeking::measure(environment, 2_000.min(most * 2), how, results).await?;
        }
        Part::Evening => evening::measure(environment, 60.min(most), args.rounds, results).await?,
        Part::Growth => {
            moves::growth(environment, &GROWTH_GAMES.map(|games| games.min(most)), time, results).await?
        }
        Part::Web => web::measure(environment, 2_500.min(most), how, results).await?,
        Part::Halls => halls::measure(environment, 500.min(most), how, results).await?,
        Part::Lobby => {
            for names in [1_000, 5_000, 10_000] {
                lobby::measure(environment, names, results).await?;
            }
        }
        Part::Allocations => allocations::measure(environment, results).await?,
        Part::Cluster => {
            for part in CLUSTER_PARTS {
                Box::pin(measure(part, args, environment, descriptors, results)).await?;
            }
        }
        Part::ClusterMoves
        | Part::ClusterPaced
        | Part::ClusterInterruptions
        | Part::ClusterRestart
        | Part::ClusterDirectory => {
            measure_cluster(part, args, environment, 5_000.min(most), results).await?;
        }
        Part::Soak => {
            let time = Duration::from_secs(60 * args.minutes);
            soak::measure(environment, 5_000.min(most), 5_000.0, time, results).await?;
        }
    }
    Ok(())
}

/// Measures one of [`CLUSTER_PARTS`], with at most `most` games.
async fn measure_cluster(
    part: Part,
    args: &Args,
    environment: &Environment,
    most: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let how = Rounds { count: args.rounds, time: Duration::from_secs(args.seconds) };
    let nats = &args.nats;
    if part == Part::ClusterMoves {
        for games in CLOSED_LOOP_GAMES {
            cluster::throughput::closed_loop(environment, nats, games.min(most), how, results).await?;
        }
    }
    if part == Part::ClusterPaced {
        cluster::throughput::paced(environment, nats, most, &CLUSTER_RATES, how, results).await?;
    }
    if part == Part::ClusterInterruptions {
        cluster::interruption::measure(environment, nats, 50, args.rounds, results).await?;
    }
    if part == Part::ClusterRestart {
        cluster::restart::measure(environment, nats, most, results).await?;
    }
    if part == Part::ClusterDirectory {
        cluster::directory::measure(environment, nats, 1_000, 100, results).await?;
    }
    Ok(())
}

/// Writes the results so far to `folder`.
fn write_results(folder: &Path, results: &Results) -> anyhow::Result<()> {
    fs::write(folder.join("bench.txt"), results.table())?;
    fs::write(folder.join("bench.json"), serde_json::to_vec_pretty(results)?)?;
    for (file, title, label, value) in [
        ("moves.svg", "Closed loop", "moves per second", (|s| s.moves_per_s) as fn(&Measurement) -> f64),
        ("cpu.svg", "CPU of the program per move", "microseconds", |s| s.cpu_us),
        ("latency.svg", "Latency from player to player, 99th percentile", "microseconds", |s| s.p99_us),
    ] {
        let svg = plot(title, "games", label, &series(&results.measurements, value));
        fs::write(folder.join(file), svg)?;
    }
    Ok(())
}

/// Collects the closed-loop measurements into one series per program.
fn series(measurements: &[Measurement], value: fn(&Measurement) -> f64) -> Vec<Series> {
    let closed: Vec<&Measurement> =
        measurements.iter().filter(|measurement| measurement.paced.is_none()).collect();
    let mut names: Vec<&str> = closed.iter().map(|measurement| measurement.program).collect();
    names.sort_unstable();
    names.dedup();
    let of = |name: &str| {
        let own: Vec<&&Measurement> =
            closed.iter().filter(|measurement| measurement.program == name).collect();
        let mut games: Vec<usize> = own.iter().map(|measurement| measurement.games).collect();
        games.sort_unstable();
        games.dedup();
        let at = |games: usize| {
            let values: Vec<f64> = own.iter().filter(|s| s.games == games).map(|s| value(s)).collect();
            (games as f64, chuhe_bench::statistics::median(&values))
        };
        Series { name: name.to_owned(), points: games.into_iter().map(at).collect() }
    };
    names.into_iter().map(of).collect()
}
