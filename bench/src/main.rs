//! The program `chuhe-bench`: measures, tells how it goes on standard error, prints the table,
//! and leaves it with its plots in a folder. Its exit code says whether anything went wrong,
//! not whether the targets are met: those hang on the machine.

use anyhow::Context as _;
use chuhe_bench::machine::Machine;
use chuhe_bench::plot::{Series, plot};
use chuhe_bench::report::{Report, Sample};
use chuhe_bench::{allocations, lobby, masses, moves, soak, watched};
use clap::{Parser, ValueEnum};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The games whose moves are counted as fast as they are answered.
const CLOSED_LOOP_GAMES: [usize; 3] = [50, 500, 5_000];
/// The games over which moves and CPU are to be flat.
const GROWTH_GAMES: [usize; 7] = [10, 30, 100, 300, 1_000, 3_000, 10_000];
/// Descriptors that are not for connections.
const SPARE_DESCRIPTORS: u64 = 200;

/// Measures Chuhe's server against a relay of the same frames.
#[derive(Debug, Parser)]
#[command(name = "chuhe-bench", version)]
struct Args {
    /// What is measured; nothing said, all but the soak, in about 27 minutes
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Where the table, the JSON and the plots go
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
    /// How often the programs are measured in turn
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Minutes of the soak
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Threads of the load
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Part {
    /// A little of the most, in about 3
    Quick,
    /// 50 games, as fast as they are answered
    Fifty,
    /// 50, 500 and 5,000 games, as fast as they are answered
    Closed,
    /// 500 moves a second in 50 games, 5,000 in 5,000
    Paced,
    /// The memory of 10,000 connections
    Memory,
    /// 10,000 come back at once, and to a server that was killed
    Returning,
    /// A game that 1,000 watch
    Watched,
    /// Moves and CPU against the number of games
    Growth,
    /// What a lobby of 10,000 costs
    Lobby,
    /// How often a move asks for memory
    Allocations,
    /// 5,000 games at 5,000 moves a second
    Soak,
}

/// What is measured where nothing less is asked for.
const ALL: [Part; 8] = [
    Part::Closed,
    Part::Paced,
    Part::Memory,
    Part::Returning,
    Part::Watched,
    Part::Growth,
    Part::Lobby,
    Part::Allocations,
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let descriptors = rlimit::increase_nofile_limit(u64::MAX)?;
    fs::create_dir_all(&args.out).with_context(|| format!("{}", args.out.display()))?;
    let machine = Machine::new(&args.out, args.threads.max(1))?;
    let mut report = Report::default();
    let mut failed = false;
    for part in if args.parts.is_empty() { ALL.to_vec() } else { args.parts.clone() } {
        if let Err(error) = measure(part, &args, &machine, descriptors, &mut report).await {
            machine.say(&format!("{part:?} FAILED: {error:#}"));
            failed = true;
        }
        // what is measured is not lost with what comes after
        leave(&args.out, &report)?;
    }
    let missed = report.missed();
    write!(io::stdout(), "{}", report.table())?;
    writeln!(io::stdout(), "{missed} targets are not met; all is in {}", args.out.display())?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn measure(
    part: Part,
    args: &Args,
    machine: &Machine,
    descriptors: u64,
    report: &mut Report,
) -> anyhow::Result<()> {
    let time = Duration::from_secs(args.seconds);
    let how = (args.rounds, time);
    let most = usize::try_from(descriptors.saturating_sub(SPARE_DESCRIPTORS) / 2).unwrap_or(usize::MAX);
    match part {
        Part::Quick => {
            let how = (3, Duration::from_secs(3));
            moves::closed_loop(machine, 50, how, report).await?;
            moves::paced(machine, 50, 500.0, how, report).await?;
            masses::memory(machine, 2_000, report).await?;
            masses::returning(machine, 500, report).await?;
            allocations::allocations(machine, report).await?;
        }
        Part::Fifty => moves::closed_loop(machine, 50, how, report).await?,
        Part::Closed => {
            for games in CLOSED_LOOP_GAMES {
                moves::closed_loop(machine, games.min(most), how, report).await?;
            }
        }
        Part::Paced => {
            let longer = (args.rounds, time * 2);
            moves::paced(machine, 50, 500.0, longer, report).await?;
            moves::paced(machine, 5_000.min(most), 5_000.0, how, report).await?;
        }
        Part::Memory => masses::memory(machine, 10_000.min(most * 2), report).await?,
        Part::Returning => masses::returning(machine, 5_000.min(most), report).await?,
        Part::Watched => watched::watched(machine, 1_000, (5, Duration::from_secs(20)), report).await?,
        Part::Growth => {
            moves::growth(machine, &GROWTH_GAMES.map(|games| games.min(most)), time, report).await?
        }
        Part::Lobby => {
            for names in [1_000, 10_000] {
                lobby::lobby(machine, names, report).await?;
            }
        }
        Part::Allocations => allocations::allocations(machine, report).await?,
        Part::Soak => {
            let time = Duration::from_secs(60 * args.minutes);
            soak::soak(machine, (5_000.min(most), 5_000.0), time, report).await?;
        }
    }
    Ok(())
}

/// Leaves in `folder` what is known so far.
fn leave(folder: &Path, report: &Report) -> anyhow::Result<()> {
    fs::write(folder.join("bench.txt"), report.table())?;
    fs::write(folder.join("bench.json"), serde_json::to_vec_pretty(report)?)?;
    for (file, title, label, value) in [
        ("moves.svg", "Closed loop", "moves in a second", (|s| s.moves_per_s) as fn(&Sample) -> f64),
        ("cpu.svg", "CPU of the program for a move", "microseconds", |s| s.cpu_us),
        ("latency.svg", "From one player to the other, 99 of 100", "microseconds", |s| s.p99_us),
    ] {
        let svg = plot(title, "games", label, &series(&report.samples, value));
        fs::write(folder.join(file), svg)?;
    }
    Ok(())
}

/// The closed loops' samples, a line for each program.
fn series(samples: &[Sample], value: fn(&Sample) -> f64) -> Vec<Series> {
    let closed: Vec<&Sample> = samples.iter().filter(|sample| sample.paced.is_none()).collect();
    let mut names: Vec<&str> = closed.iter().map(|sample| sample.program).collect();
    names.sort_unstable();
    names.dedup();
    let of = |name: &str| {
        let own: Vec<&&Sample> = closed.iter().filter(|sample| sample.program == name).collect();
        let mut games: Vec<usize> = own.iter().map(|sample| sample.games).collect();
        games.sort_unstable();
        games.dedup();
        let at = |games: usize| {
            let values: Vec<f64> = own.iter().filter(|s| s.games == games).map(|s| value(s)).collect();
            (games as f64, chuhe_bench::figures::median(&values))
        };
        Series { name: name.to_owned(), points: games.into_iter().map(at).collect() }
    };
    names.into_iter().map(of).collect()
}
