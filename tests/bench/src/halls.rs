//! Measures how the throughput of a server grows with its halls.

use crate::environment::{Environment, Rounds};
use crate::moves::{Pace, Program, SERVER, add_metrics, measure_rounds, ratios};
use crate::results::{Metric, Results};

/// A server with one named hall, which has a thread beside the one that accepts connections.
const ONE_HALL: Program = Program { name: "1 hall", flags: &["--hall", "a"], halls: &["a"], ..SERVER };
/// A server with two halls, over which the pairs are spread evenly.
const TWO_HALLS: Program =
    Program { name: "2 halls", flags: &["--hall", "a", "--hall", "b"], halls: &["a", "b"], ..SERVER };

/// Measures a server without halls, with one and with two in a closed loop.
///
/// The load uses the same cores, so the ratio stays below 2 on a machine with few of them.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn measure(
    environment: &Environment,
    games: usize,
    how: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let programs = [SERVER, ONE_HALL, TWO_HALLS];
    let measurements = measure_rounds(environment, &programs, games, Pace::ClosedLoop, how, results).await?;
    let title = format!("halls, {games} games");
    add_metrics(results, &title, &programs, &measurements, false);
    let [server, one, two] = &measurements[..] else { return Ok(()) };
    for (name, of, to) in [("2 halls to 1", two, one), ("1 hall to none", one, server)] {
        let moves = ratios(of, to, |measurement| measurement.moves_per_s);
        results.metrics.push(Metric::new(format!("{title}: moves, {name}"), &moves, ""));
        let cpu = ratios(of, to, |measurement| measurement.cpu_us);
        results.metrics.push(Metric::new(format!("{title}: CPU per move, {name}"), &cpu, ""));
    }
    Ok(())
}
