//! How fast moves go from one player to the other: the server beside the baseline, in turn.

use crate::load::Load;
use crate::machine::{Machine, Running};
use crate::pair::{Common, SetUp};
use crate::record::record;
use crate::report::{Figure, Report, Sample, Target};
use crate::seat::Subject;
use anyhow::Context as _;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tokio::time::sleep;

/// What games are played; long ones, so that few end while they are measured.
const RECORDINGS: usize = 64;
const PLIES: usize = 1_500;
const SEED: u64 = 2026;
/// Before anything is measured: what setting up has left behind is done then.
const REST: Duration = Duration::from_secs(1);
const WARM_UP: Duration = Duration::from_secs(1);

/// A program under measurement.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub subject: Subject,
    /// Its flags.
    pub flags: &'static [&'static str],
}

/// The relay.
pub const BASELINE: Program = Program { name: "baseline", subject: Subject::Baseline, flags: &[] };
/// The relay that answers.
pub const ANSWERING: Program =
    Program { name: "answering baseline", subject: Subject::AnsweringBaseline, flags: &[] };
/// The server as it is usually run.
pub const SERVER: Program = Program { name: "server", subject: Subject::Server, flags: &[] };
/// The server whose moves outlive a loss of power.
pub const POWER: Program =
    Program { name: "server, power", subject: Subject::Server, flags: &["--durability", "power"] };

/// How moves are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// As fast as they are answered.
    Closed,
    /// So many in a second, over all games.
    Paced(f64),
}

/// Starts a program and so many pairs that play.
///
/// # Errors
/// If it does not start, or anything is not as it is to be.
pub async fn set_up(
    machine: &Machine,
    program: Program,
    games: usize,
    plies: usize,
) -> anyhow::Result<(Running, Load)> {
    let running = machine.start(program.subject, program.flags)?;
    let load = Load::start(common(program.subject, &running, plies), games, machine.threads).await;
    Ok((running, load.with_context(|| format!("{}, {games} games", program.name))?))
}

/// Pairs that play games of so many plies.
#[must_use]
pub fn common(subject: Subject, running: &Running, plies: usize) -> Common {
    let recordings = record(RECORDINGS, plies, SEED);
    Common {
        subject,
        server: running.process.address,
        recordings,
        set_up: SetUp::Playing,
        cuts: AtomicU64::new(0),
    }
}

/// Measures a program under a load.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn sample(
    machine: &Machine,
    program: Program,
    games: usize,
    pace: Pace,
    time: Duration,
) -> anyhow::Result<Sample> {
    let (running, mut load) = set_up(machine, program, games, PLIES).await?;
    sleep(REST).await;
    play(&mut load, pace, WARM_UP).await?;
    let sample = measure(&running, &mut load, program.name, games, pace, time).await?;
    load.end()?;
    Ok(sample)
}

/// Measures what is set up.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn measure(
    running: &Running,
    load: &mut Load,
    program: &'static str,
    games: usize,
    pace: Pace,
    time: Duration,
) -> anyhow::Result<Sample> {
    let before = running.process.cpu()?;
    let tally = play(load, pace, time).await?;
    let cpu = running.process.cpu()? - before;
    let paced = match pace {
        Pace::Closed => None,
        Pace::Paced(rate) => Some(rate),
    };
    Ok(Sample {
        program,
        games,
        paced,
        moves_per_s: tally.count() as f64 / time.as_secs_f64(),
        cpu_us: cpu.as_secs_f64() * 1e6 / tally.count().max(1) as f64,
        p50_us: tally.micros_at(0.5),
        p99_us: tally.micros_at(0.99),
        p999_us: tally.micros_at(0.999),
    })
}

async fn play(load: &mut Load, pace: Pace, time: Duration) -> anyhow::Result<crate::figures::Tally> {
    match pace {
        Pace::Closed => load.play(time).await,
        Pace::Paced(rate) => load.pace(rate, time).await,
    }
}

/// Each round's samples of each program, one program after another in each round.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn rounds(
    machine: &Machine,
    programs: &[Program],
    games: usize,
    pace: Pace,
    (rounds, time): (usize, Duration),
    report: &mut Report,
) -> anyhow::Result<Vec<Vec<Sample>>> {
    let mut samples = vec![Vec::with_capacity(rounds); programs.len()];
    for _ in 0..rounds {
        for (n, &program) in programs.iter().enumerate() {
            let sample = sample(machine, program, games, pace, time).await?;
            machine.say(&format!(
                "{} at {games} games: {:.0} moves/s, {:.1} µs CPU, p50 {:.0} p99 {:.0} µs",
                sample.program, sample.moves_per_s, sample.cpu_us, sample.p50_us, sample.p99_us
            ));
            report.samples.push(sample.clone());
            samples[n].push(sample);
        }
    }
    Ok(samples)
}

/// Round by round, how one is to another.
#[must_use]
pub fn ratios(of: &[Sample], to: &[Sample], what: impl Fn(&Sample) -> f64) -> Vec<f64> {
    of.iter().zip(to).map(|(of, to)| what(of) / what(to)).collect()
}

fn tell(report: &mut Report, title: &str, programs: &[Program], samples: &[Vec<Sample>], paced: bool) {
    for (program, samples) in programs.iter().zip(samples) {
        let mut figure = |what: &str, value: fn(&Sample) -> f64, unit| {
            let values: Vec<f64> = samples.iter().map(value).collect();
            let name = format!("{title}: {what}, {}", program.name);
            report.figures.push(Figure::new(name, &values, unit));
        };
        if !paced {
            figure("moves", |sample| sample.moves_per_s, "/s");
        }
        figure("CPU a move", |sample| sample.cpu_us, "µs");
        figure("p50", |sample| sample.p50_us, "µs");
        figure("p99", |sample| sample.p99_us, "µs");
        figure("p999", |sample| sample.p999_us, "µs");
    }
}

/// Closed loop: as fast as the answers come.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn closed_loop(
    machine: &Machine,
    games: usize,
    how: (usize, Duration),
    report: &mut Report,
) -> anyhow::Result<()> {
    let programs = [BASELINE, ANSWERING, SERVER, POWER];
    let samples = rounds(machine, &programs, games, Pace::Closed, how, report).await?;
    let title = format!("{games} games");
    tell(report, &title, &programs, &samples, false);
    let [baseline, answering, server, power] = &samples[..] else { return Ok(()) };
    let moves = |sample: &Sample| sample.moves_per_s;
    let ratio = |name: &str, values: Vec<f64>, target: Target| {
        let figure = Figure::new(format!("{title}: {name}"), &values, "");
        // it was said of fifty games
        if games == 50 { figure.with(target) } else { figure }
    };
    report.figures.extend([
        ratio("moves, server to baseline", ratios(server, baseline, moves), Target::AtLeast(0.50)),
        ratio("moves, server to answering baseline", ratios(server, answering, moves), Target::AtLeast(0.75)),
        ratio("CPU a move, server to baseline", ratios(server, baseline, |s| s.cpu_us), Target::AtMost(2.0)),
        ratio("moves, power to baseline", ratios(power, baseline, moves), Target::AtLeast(0.20)),
    ]);
    Ok(())
}

/// At a fixed rate.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn paced(
    machine: &Machine,
    games: usize,
    rate: f64,
    how: (usize, Duration),
    report: &mut Report,
) -> anyhow::Result<()> {
    let programs = [BASELINE, ANSWERING, SERVER];
    let samples = rounds(machine, &programs, games, Pace::Paced(rate), how, report).await?;
    let title = format!("{games} games, {rate} moves/s");
    tell(report, &title, &programs, &samples, true);
    let [baseline, _, server] = &samples[..] else { return Ok(()) };
    for (name, value) in
        [("p50", (|s| s.p50_us) as fn(&Sample) -> f64), ("p99", |s| s.p99_us), ("p999", |s| s.p999_us)]
    {
        let figure =
            Figure::new(format!("{title}: {name}, server to baseline"), &ratios(server, baseline, value), "");
        let said = rate == 500.0 && name != "p999";
        report.figures.push(if said { figure.with(Target::AtMost(2.0)) } else { figure });
    }
    Ok(())
}

/// Moves and CPU against the number of games, each measured once.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn growth(
    machine: &Machine,
    games: &[usize],
    time: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut server = Vec::new();
    for &games in games {
        let samples = rounds(machine, &[BASELINE, SERVER], games, Pace::Closed, (1, time), report).await?;
        server.extend(samples.into_iter().nth(1).unwrap_or_default());
    }
    let spread = |value: fn(&Sample) -> f64| {
        let values = server.iter().map(value);
        values.clone().fold(0.0, f64::max) / values.fold(f64::INFINITY, f64::min)
    };
    for (name, value) in [("moves", (|s| s.moves_per_s) as fn(&Sample) -> f64), ("CPU a move", |s| s.cpu_us)]
    {
        let figure =
            Figure::new(format!("growth: {name}, most to least over the games"), &[spread(value)], "");
        report.figures.push(figure.with(Target::AtMost(1.5)));
    }
    Ok(())
}
