//! Measures the resident memory of each connection, for the server and for the baseline.

use crate::environment::Environment;
use crate::load::Load;
use crate::moves::{BASELINE, Program, SERVER, shared_load};
use crate::player_pair::SetupStage;
use crate::results::{Metric, Results, Target};
use std::time::Duration;
use tokio::time::sleep;

/// Time for the program to finish its own work after the clients have joined.
const SETTLING: Duration = Duration::from_secs(5);

/// Measures the resident memory of `connections` idle connections.
///
/// # Errors
/// If a program does not start or a check of the load fails.
pub async fn measure(
    environment: &Environment,
    connections: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let mut resident = [0.0; 2];
    for (resident, program) in resident.iter_mut().zip([BASELINE, SERVER]) {
        *resident = bytes_per_connection(environment, program, connections).await?;
        let name = format!("{connections} connections: resident per connection, {}", program.name);
        results.metrics.push(Metric::new(name, &[*resident / 1024.0], "KiB"));
    }
    let name = format!("{connections} connections: resident, server to baseline");
    let ratio = Metric::new(name, &[resident[1] / resident[0]], "");
    results.metrics.push(ratio.with_target_at_scale(Target::AtMost(2.0), connections));
    Ok(())
}

async fn bytes_per_connection(
    environment: &Environment,
    program: Program,
    connections: usize,
) -> anyhow::Result<f64> {
    let running = environment.start(program.kind, program.flags)?;
    let before = running.process.resident_bytes()?;
    let mut shared = shared_load(program.kind, running.process.address, 10);
    shared.stage = SetupStage::Joined;
    let load = Load::start(shared, connections / 2, environment.threads).await?;
    sleep(SETTLING).await;
    let bytes = running.process.resident_bytes()?.saturating_sub(before) as f64 / connections as f64;
    environment
        .print_progress(&format!("{} at {connections} connections: {bytes:.0} bytes each", program.name));
    load.stop()?;
    Ok(bytes)
}
