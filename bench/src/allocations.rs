//! How often a move asks for memory: counted in a server of its own, the same but for an
//! allocator that counts.

use crate::load::Load;
use crate::machine::Machine;
use crate::moves::common;
use crate::process::Process;
use crate::report::{Figure, Report};
use crate::seat::Subject;
use anyhow::Context as _;
use std::time::Duration;

const GAMES: usize = 50;
const PLIES: usize = 1_500;
const TIME: Duration = Duration::from_secs(3);

/// Counts allocations and their bytes for a move.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn allocations(machine: &Machine, report: &mut Report) -> anyhow::Result<()> {
    let mut running = machine.start_server("chuhe-counted-server", &[])?;
    let common = common(Subject::Server, &running, PLIES);
    let mut load = Load::start(common, GAMES, machine.threads).await?;
    load.play(TIME).await?;
    let before = counted(&mut running.process)?;
    let tally = load.play(TIME).await?;
    let after = counted(&mut running.process)?;
    load.end()?;
    let each: [f64; 2] = std::array::from_fn(|n| (after[n] - before[n]) as f64 / tally.count() as f64);
    machine.say(&format!("{:.1} allocations a move, {:.0} bytes", each[0], each[1]));
    report.figures.extend([
        Figure::new("allocations a move", &each[..1], ""),
        Figure::new("bytes allocated a move", &each[1..], ""),
    ]);
    Ok(())
}

fn counted(process: &mut Process) -> anyhow::Result<[u64; 2]> {
    let line = process.ask()?;
    let (times, bytes) = line.split_once(' ').with_context(|| format!("it said {line:?}"))?;
    Ok([times.parse()?, bytes.parse()?])
}
