//! Runs many games at a steady rate for a long time, and fails on any error or memory growth.
//!
//! Games have the usual length, so they end and others start.

use crate::environment::Environment;
use crate::moves::{Pace, SERVER, measure_running, set_up};
use crate::results::{Metric, Results, Target};
use std::time::Duration;

/// The plies of a game, as between people.
const PLIES: usize = 100;
/// The parts of the run. Memory is measured after each.
const PARTS: usize = 10;
/// The parts after which memory is steady: by then games of all ages are running.
const WARM_UP_PARTS: usize = 3;
/// The largest ratio of memory that still counts as noise.
const MAX_GROWTH: f64 = 1.05;

/// Plays `games` games at `rate` moves per second for `time`.
///
/// # Errors
/// If the server does not start or a check of the load fails.
pub async fn measure(
    environment: &Environment,
    games: usize,
    rate: f64,
    time: Duration,
    results: &mut Results,
) -> anyhow::Result<()> {
    let (running, mut load) = set_up(environment, SERVER, games, PLIES).await?;
    let title = format!("{games} games, {rate} moves/s for {} min", time.as_secs() / 60);
    let part = time / u32::try_from(PARTS).expect("ten fits into 32 bits");
    let mut resident = Vec::new();
    let (mut p99, mut cpu) = (Vec::new(), Vec::new());
    for n in 0..PARTS {
        let measurement =
            measure_running(&running, &mut load, SERVER.name, games, Pace::FixedRate(rate), part).await?;
        resident.push(running.process.resident_bytes()? as f64 / 1024.0 / 1024.0);
        environment.print_progress(&format!(
            "soak {}/{PARTS}: {:.0} moves/s, p99 {:.0} µs, {:.1} µs CPU, {:.0} MiB",
            n + 1,
            measurement.moves_per_s,
            measurement.p99_us,
            measurement.cpu_us,
            resident[n]
        ));
        p99.push(measurement.p99_us);
        cpu.push(measurement.cpu_us);
        results.measurements.push(measurement);
    }
    let growth = resident[PARTS - 1] / resident[WARM_UP_PARTS - 1];
    results.metrics.extend([
        // any error ends the run earlier
        Metric::new(format!("{title}: errors"), &[0.0], "").with_target(Target::AtMost(0.0)),
        Metric::new(format!("{title}: p99"), &p99, "µs"),
        Metric::new(format!("{title}: CPU per move"), &cpu, "µs"),
        Metric::new(format!("{title}: resident"), &resident, "MiB"),
        Metric::new(format!("{title}: resident, last part to third"), &[growth], "")
            .with_target(Target::AtMost(MAX_GROWTH)),
    ]);
    load.stop()
}
