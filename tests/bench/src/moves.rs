//! Measures how fast moves travel between players: throughput, CPU and latency.
//!
//! The server and the baseline are measured alternately, so that noise affects both.

use crate::connection::Transport;
use crate::environment::{Environment, Rounds, RunningProgram};
use crate::load::Load;
use crate::player::ProgramKind;
use crate::player_pair::{Journey, SetupStage, SharedLoad};
use crate::recordings::record_games;
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::Context as _;
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tokio::time::sleep;

/// The recorded games. They are long, so that few end during a measurement.
const RECORDINGS: usize = 64;
pub(crate) const PLIES: usize = 1_500;
const SEED: u64 = 2026;
/// The pause after the setup, in which the program finishes its own work.
pub(crate) const REST: Duration = Duration::from_secs(1);
pub(crate) const WARM_UP: Duration = Duration::from_secs(1);

/// A program under measurement.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its name in the results.
    pub name: &'static str,
    /// Its kind.
    pub kind: ProgramKind,
    /// Its command line flags.
    pub flags: &'static [&'static str],
    /// The halls over which pairs are spread; none for a program with a single hall.
    pub halls: &'static [&'static str],
}

/// The relay of frames.
pub const BASELINE: Program =
    Program { name: "baseline", kind: ProgramKind::Baseline, flags: &[], halls: &[] };
/// The relay that also returns each frame to its sender.
pub const ECHOING: Program =
    Program { name: "echoing baseline", kind: ProgramKind::EchoingBaseline, flags: &[], halls: &[] };
/// The server with default flags.
pub const SERVER: Program = Program { name: "server", kind: ProgramKind::Server, flags: &[], halls: &[] };
/// The server that syncs every commit to disk, so that moves survive a power failure.
pub const POWER: Program = Program { name: "server, power", flags: &["--durability", "power"], ..SERVER };

/// How moves are paced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Each move as soon as the last one has arrived.
    ClosedLoop,
    /// A number of moves per second over all games.
    FixedRate(f64),
}

/// Starts a program and `games` pairs that play games of `plies` plies.
///
/// # Errors
/// If the program does not start or a pair fails.
pub async fn set_up(
    environment: &Environment,
    program: Program,
    games: usize,
    plies: usize,
) -> anyhow::Result<(RunningProgram, Load)> {
    let running = environment.start(program.kind, program.flags)?;
    let shared =
        SharedLoad { halls: program.halls, ..shared_load(program.kind, running.process.address, plies) };
    let load = Load::start(shared, games, environment.threads).await;
    Ok((running, load.with_context(|| format!("{}, {games} games", program.name))?))
}

/// The shared state of pairs that play games of `plies` plies.
#[must_use]
pub fn shared_load(kind: ProgramKind, server: SocketAddr, plies: usize) -> SharedLoad {
    let recordings = record_games(RECORDINGS, plies, SEED);
    SharedLoad {
        kind,
        server,
        transport: Transport::Tcp,
        recordings,
        halls: &[],
        stage: SetupStage::Playing,
        cuts: AtomicU64::new(0),
        journey: Journey::default(),
    }
}

/// Starts a program, warms it up and measures it under load.
///
/// # Errors
/// If the program does not start or a check of the load fails.
pub async fn measure_program(
    environment: &Environment,
    program: Program,
    games: usize,
    pace: Pace,
    time: Duration,
) -> anyhow::Result<Measurement> {
    let (running, mut load) = set_up(environment, program, games, PLIES).await?;
    sleep(REST).await;
    play(&mut load, pace, WARM_UP).await?;
    let measurement = measure_running(&running, &mut load, program.name, games, pace, time).await?;
    load.stop()?;
    Ok(measurement)
}

/// Measures a running program under its load.
///
/// # Errors
/// If the program has ended or a check of the load fails.
pub async fn measure_running(
    running: &RunningProgram,
    load: &mut Load,
    program: &'static str,
    games: usize,
    pace: Pace,
    time: Duration,
) -> anyhow::Result<Measurement> {
    let before = running.process.cpu_time()?;
    let latencies = play(load, pace, time).await?;
    let cpu = running.process.cpu_time()? - before;
    let paced = match pace {
        Pace::ClosedLoop => None,
        Pace::FixedRate(rate) => Some(rate),
    };
    Ok(Measurement {
        program,
        games,
        paced,
        moves_per_s: latencies.count() as f64 / time.as_secs_f64(),
        cpu_us: cpu.as_secs_f64() * 1e6 / latencies.count().max(1) as f64,
        p50_us: latencies.quantile_us(0.5),
        p99_us: latencies.quantile_us(0.99),
        p999_us: latencies.quantile_us(0.999),
    })
}

/// Plays for `time`, and returns the latencies.
pub(crate) async fn play(
    load: &mut Load,
    pace: Pace,
    time: Duration,
) -> anyhow::Result<crate::statistics::LatencyHistogram> {
    match pace {
        Pace::ClosedLoop => load.play_for(time).await,
        Pace::FixedRate(rate) => load.play_at_rate(rate, time).await,
    }
}

/// Measures all programs in each round, and returns the measurements by program.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn measure_rounds(
    environment: &Environment,
    programs: &[Program],
    games: usize,
    pace: Pace,
    Rounds { count: rounds, time }: Rounds,
    results: &mut Results,
) -> anyhow::Result<Vec<Vec<Measurement>>> {
    let mut measurements = vec![Vec::with_capacity(rounds); programs.len()];
    for _ in 0..rounds {
        for (n, &program) in programs.iter().enumerate() {
            let measurement = measure_program(environment, program, games, pace, time).await?;
            environment.print_progress(&format!(
                "{} at {games} games: {:.0} moves/s, {:.1} µs CPU, p50 {:.0} p99 {:.0} µs",
                measurement.program,
                measurement.moves_per_s,
                measurement.cpu_us,
                measurement.p50_us,
                measurement.p99_us
            ));
            results.measurements.push(measurement.clone());
            measurements[n].push(measurement);
        }
    }
    Ok(measurements)
}

/// The ratio of a value in each round.
#[must_use]
pub fn ratios(of: &[Measurement], to: &[Measurement], what: impl Fn(&Measurement) -> f64) -> Vec<f64> {
    of.iter().zip(to).map(|(of, to)| what(of) / what(to)).collect()
}

/// Adds the values of each program to the table.
pub(crate) fn add_metrics(
    results: &mut Results,
    title: &str,
    programs: &[Program],
    measurements: &[Vec<Measurement>],
    paced: bool,
) {
    for (program, measurements) in programs.iter().zip(measurements) {
        let mut metric = |what: &str, value: fn(&Measurement) -> f64, unit| {
            let values: Vec<f64> = measurements.iter().map(value).collect();
            let name = format!("{title}: {what}, {}", program.name);
            results.metrics.push(Metric::new(name, &values, unit));
        };
        if !paced {
            metric("moves", |measurement| measurement.moves_per_s, "/s");
        }
        metric("CPU per move", |measurement| measurement.cpu_us, "µs");
        metric("p50", |measurement| measurement.p50_us, "µs");
        metric("p99", |measurement| measurement.p99_us, "µs");
        metric("p999", |measurement| measurement.p999_us, "µs");
    }
}

/// Measures all programs in a closed loop.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn closed_loop(
    environment: &Environment,
    games: usize,
    how: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let programs = [BASELINE, ECHOING, SERVER, POWER];
    let measurements = measure_rounds(environment, &programs, games, Pace::ClosedLoop, how, results).await?;
    let title = format!("{games} games");
    add_metrics(results, &title, &programs, &measurements, false);
    let [baseline, echoing, server, power] = &measurements[..] else { return Ok(()) };
    let moves = |measurement: &Measurement| measurement.moves_per_s;
    let ratio = |name: &str, values: Vec<f64>, target: Target| {
        let metric = Metric::new(format!("{title}: {name}"), &values, "");
        // the targets are set for 50 games
        if games == 50 { metric.with_target(target) } else { metric }
    };
    results.metrics.extend([
        ratio("moves, server to baseline", ratios(server, baseline, moves), Target::AtLeast(0.50)),
        ratio("moves, server to echoing baseline", ratios(server, echoing, moves), Target::AtLeast(0.75)),
        ratio(
            "CPU per move, server to baseline",
            ratios(server, baseline, |s| s.cpu_us),
            Target::AtMost(2.0),
        ),
        ratio("moves, power to baseline", ratios(power, baseline, moves), Target::AtLeast(0.20)),
    ]);
    Ok(())
}

/// Measures latency at a fixed rate.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn paced(
    environment: &Environment,
    games: usize,
    rate: f64,
    how: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let programs = [BASELINE, ECHOING, SERVER];
    let measurements =
        measure_rounds(environment, &programs, games, Pace::FixedRate(rate), how, results).await?;
    let title = format!("{games} games, {rate} moves/s");
    add_metrics(results, &title, &programs, &measurements, true);
    let [baseline, _, server] = &measurements[..] else { return Ok(()) };
    for (name, value) in
        [("p50", (|s| s.p50_us) as fn(&Measurement) -> f64), ("p99", |s| s.p99_us), ("p999", |s| s.p999_us)]
    {
        let metric =
            Metric::new(format!("{title}: {name}, server to baseline"), &ratios(server, baseline, value), "");
        let has_target = rate == 500.0 && name != "p999";
        results.metrics.push(if has_target { metric.with_target(Target::AtMost(2.0)) } else { metric });
    }
    Ok(())
}

/// Measures throughput and CPU once for each number of games.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn growth(
    environment: &Environment,
    games: &[usize],
    time: Duration,
    results: &mut Results,
) -> anyhow::Result<()> {
    let (mut server, programs, once) = (Vec::new(), [BASELINE, SERVER], Rounds { count: 1, time });
    for &games in games {
        let measurements =
            measure_rounds(environment, &programs, games, Pace::ClosedLoop, once, results).await?;
        server.extend(measurements.into_iter().nth(1).unwrap_or_default());
    }
    let spread = |value: fn(&Measurement) -> f64| {
        let values = server.iter().map(value);
        values.clone().fold(0.0, f64::max) / values.fold(f64::INFINITY, f64::min)
    };
    for (name, value) in
        [("moves", (|s| s.moves_per_s) as fn(&Measurement) -> f64), ("CPU per move", |s| s.cpu_us)]
    {
        let metric =
            Metric::new(format!("growth: {name}, most to least over the games"), &[spread(value)], "");
        results.metrics.push(metric.with_target(Target::AtMost(1.5)));
    }
    Ok(())
}
