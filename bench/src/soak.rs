//! Many games at a steady rate for long, whether any goes wrong, and whether memory grows. Games
//! are of the usual length: they end, and others begin.

use crate::machine::Machine;
use crate::moves::{Pace, SERVER, measure, set_up};
use crate::report::{Figure, Report, Target};
use std::time::Duration;

/// The plies of a game; as it is with people.
const PLIES: usize = 100;
/// The parts into which the time is cut; memory is looked at after each.
const PARTS: usize = 10;
/// In the first parts, games of all ages and what was set up find their level.
const FINDING_LEVEL: usize = 3;
/// More than this much is growth, not noise.
const GROWTH: f64 = 1.05;

/// Plays `games` games at `rate` moves a second for `time`.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn soak(
    machine: &Machine,
    (games, rate): (usize, f64),
    time: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    let (running, mut load) = set_up(machine, SERVER, games, PLIES).await?;
    let title = format!("{games} games, {rate} moves/s for {} min", time.as_secs() / 60);
    let part = time / u32::try_from(PARTS).expect("they are few");
    let mut resident = Vec::new();
    let (mut p99, mut cpu) = (Vec::new(), Vec::new());
    for n in 0..PARTS {
        let sample = measure(&running, &mut load, SERVER.name, games, Pace::Paced(rate), part).await?;
        resident.push(running.process.resident()? as f64 / 1024.0 / 1024.0);
        machine.say(&format!(
            "soak {}/{PARTS}: {:.0} moves/s, p99 {:.0} µs, {:.1} µs CPU, {:.0} MiB",
            n + 1,
            sample.moves_per_s,
            sample.p99_us,
            sample.cpu_us,
            resident[n]
        ));
        p99.push(sample.p99_us);
        cpu.push(sample.cpu_us);
        report.samples.push(sample);
    }
    let grown = resident[PARTS - 1] / resident[FINDING_LEVEL - 1];
    report.figures.extend([
        // whatever goes wrong ends the run
        Figure::new(format!("{title}: errors"), &[0.0], "").with(Target::AtMost(0.0)),
        Figure::new(format!("{title}: p99"), &p99, "µs"),
        Figure::new(format!("{title}: CPU a move"), &cpu, "µs"),
        Figure::new(format!("{title}: resident"), &resident, "MiB"),
        Figure::new(format!("{title}: resident at the end to a third"), &[grown], "")
            .with(Target::AtMost(GROWTH)),
    ]);
    load.end()
}
