//! Measures how long it takes until all players are back: after they all lost their connection
//! at once, and after the server was killed.

use crate::environment::{Environment, RunningProgram};
use crate::load::Load;
use crate::moves::{SERVER, set_up};
use crate::player_pair::Command;
use crate::process::listen_overflows;
use crate::results::{Metric, Results, Target};
use anyhow::Context as _;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::sleep;

/// The pause after a mass connect or disconnect, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(5);
/// How long all games run before the restart, so that the server has journals to read.
const PLAYING: Duration = Duration::from_secs(3);
/// The length of a recorded game. About half of it is played before the restart.
const PLIES: usize = 400;

/// Measures a mass reconnect of all players of `games` games, and one after a restart.
///
/// The second measurement runs even if the first fails.
///
/// # Errors
/// If the server does not start or a check of the load fails.
pub async fn measure(environment: &Environment, games: usize, results: &mut Results) -> anyhow::Result<()> {
    let reconnected = reconnect_at_once(environment, games, results).await;
    let restarted = reconnect_after_restart(environment, games, results).await;
    reconnected.and(restarted)
}

async fn reconnect_at_once(
    environment: &Environment,
    games: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let (running, mut load) = start_playing(environment, games).await?;
    let overflows = listen_overflows()?;
    load.run_command(Command::Disconnect).await?;
    sleep(SETTLING).await;
    let served =
        load.run_command(Command::Reconnect(running.process.address)).await.context("reconnecting")?;
    let players = 2 * games;
    let overflows = (listen_overflows()? - overflows) as f64;
    let cuts = load.shared().cuts.load(Ordering::Relaxed) as f64;
    environment.print_progress(&format!(
        "{players} players reconnected in {served:.2?}; {overflows} accept queue overflows, {cuts} connections cut"
    ));
    let name = |what| format!("{players} reconnect at once: {what}");
    let overflows = Metric::new(name("accept queue overflows"), &[overflows], "");
    results.metrics.extend([
        seconds(name("all served after"), served).with_target_at_scale(Target::AtMost(1.0), players),
        overflows.with_target_at_scale(Target::AtMost(0.0), players),
        Metric::new(name("connections cut meanwhile"), &[cuts], ""),
    ]);
    load.stop()
}

async fn reconnect_after_restart(
    environment: &Environment,
    games: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let (mut running, mut load) = start_playing(environment, games).await?;
    load.run_command(Command::Disconnect).await?;
    let ready = environment.restart(&mut running)?;
    let served = load
        .run_command(Command::Reconnect(running.process.address))
        .await
        .context("reconnecting after a restart")?;
    environment.print_progress(&format!(
        "{games} games: the server listens {ready:.2?} after a kill, all players are back {served:.2?} later"
    ));
    let all_back = seconds(format!("restart with {games} games: all players back after"), ready + served);
    results.metrics.extend([
        seconds(format!("restart with {games} games: listens after"), ready),
        all_back.with_target_at_scale(Target::AtMost(2.0), 2 * games),
    ]);
    // the games must continue after the restart
    load.play_for(PLAYING).await.context("continuing the games after a restart")?;
    load.stop()
}

/// Starts a server with `games` games that have been played for a while.
async fn start_playing(environment: &Environment, games: usize) -> anyhow::Result<(RunningProgram, Load)> {
    let (running, mut load) = set_up(environment, SERVER, games, PLIES).await?;
    sleep(SETTLING).await;
    load.play_for(PLAYING).await?;
    Ok((running, load))
}

fn seconds(name: String, time: Duration) -> Metric {
    Metric::new(name, &[time.as_secs_f64()], "s")
}
