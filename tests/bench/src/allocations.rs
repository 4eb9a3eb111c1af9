//! Measures allocations per move, in a server with a counting allocator.

use crate::environment::Environment;
use crate::load::Load;
use crate::moves::shared_load;
use crate::player::ProgramKind;
use crate::process::Process;
use crate::results::{Metric, Results};
use anyhow::Context as _;
use std::time::Duration;

const GAMES: usize = 50;
const PLIES: usize = 1_500;
const TIME: Duration = Duration::from_secs(3);

/// Measures allocations and allocated bytes per move.
///
/// # Errors
/// If the server does not start or a check of the load fails.
pub async fn measure(environment: &Environment, results: &mut Results) -> anyhow::Result<()> {
    let mut running = environment.start_server("chuhe-counted-server", &[])?;
    let shared = shared_load(ProgramKind::Server, running.process.address, PLIES);
    let mut load = Load::start(shared, GAMES, environment.threads).await?;
    load.play_for(TIME).await?;
    let before = read_counters(&mut running.process)?;
    let latencies = load.play_for(TIME).await?;
    let after = read_counters(&mut running.process)?;
    load.stop()?;
    let per_move: [f64; 2] =
        std::array::from_fn(|n| (after[n] - before[n]) as f64 / latencies.count() as f64);
    environment.print_progress(&format!("{:.1} allocations per move, {:.0} bytes", per_move[0], per_move[1]));
    results.metrics.extend([
        Metric::new("allocations per move", &per_move[..1], ""),
        Metric::new("bytes allocated per move", &per_move[1..], ""),
    ]);
    Ok(())
}

fn read_counters(process: &mut Process) -> anyhow::Result<[u64; 2]> {
    let line = process.query()?;
    let (times, bytes) = line.split_once(' ').with_context(|| format!("unexpected answer {line:?}"))?;
    Ok([times.parse()?, bytes.parse()?])
}
