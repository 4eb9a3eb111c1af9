//! Measures what one player who joins and leaves costs in a large lobby.

use crate::connection::{Connection, Transport};
use crate::environment::{Environment, RunningProgram};
use crate::load::Load;
use crate::moves::{SERVER, shared_load};
use crate::player_pair::SetupStage;
use crate::results::{Metric, Results, Target};
use chuhe_protocol::DoorRequest;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// Players who join and leave per second, so many that their cost stands out.
const RATE: u32 = 20;
/// How many do so where 5,000 are online and stay for 25 minutes each.
const USUAL_RATE: u32 = 3;
const TIME: Duration = Duration::from_secs(10);
const SETTLING: Duration = Duration::from_secs(5);

/// Measures the server's CPU time while `names` players are subscribed, and per join and leave.
///
/// # Errors
/// If the server does not start or a check of the load fails.
pub async fn measure(environment: &Environment, names: usize, results: &mut Results) -> anyhow::Result<()> {
    let running = environment.start(SERVER.kind, SERVER.flags)?;
    let mut shared = shared_load(SERVER.kind, running.process.address, 10);
    shared.stage = SetupStage::Joined;
    let load = Load::start(shared, names / 2, environment.threads).await?;
    sleep(SETTLING).await;
    let before = running.process.cpu_time()?;
    sleep(TIME).await;
    let idle = running.process.cpu_time()? - before;
    let usual = visit(&running, USUAL_RATE).await?;
    let busy = visit(&running, RATE).await?;
    let percent = |time: Duration| time.as_secs_f64() / TIME.as_secs_f64() * 100.0;
    let spent = busy.saturating_sub(idle).as_secs_f64() / f64::from(RATE * TIME.as_secs() as u32);
    environment.print_progress(&format!("{names} names: {:.2} ms of CPU per join and leave", spent * 1e3));
    results.metrics.extend([
        Metric::new(format!("{names} names: CPU per join and leave"), &[spent * 1e3], "ms"),
        Metric::new(format!("{names} names: the same per subscriber"), &[spent * 1e6 / names as f64], "µs"),
        Metric::new(format!("{names} names: CPU of the idle server"), &[percent(idle)], "%"),
    ]);
    let with_churn = |rate, time| {
        Metric::new(format!("{names} names: CPU while {rate} a second join and leave"), &[percent(time)], "%")
    };
    let usual = with_churn(USUAL_RATE, usual);
    let usual = if names == 5_000 { usual.with_target(Target::AtMost(3.0)) } else { usual };
    results.metrics.extend([usual, with_churn(RATE, busy)]);
    load.stop()
}

/// Lets players join and leave at this rate, and returns the server's CPU time meanwhile.
async fn visit(running: &RunningProgram, rate: u32) -> anyhow::Result<Duration> {
    let before = running.process.cpu_time()?;
    let (start, visits) = (Instant::now(), rate * TIME.as_secs() as u32);
    for n in 0..visits {
        sleep_until(start + n * Duration::from_secs(1) / rate).await;
        let connection = Connection::connect_and_greet(running.process.address, Transport::Tcp).await?;
        connection.request(0, DoorRequest::Join { name: format!("v{n}"), hall: None }).await?;
        connection.request(0, DoorRequest::Quit).await?;
    }
    sleep_until(start + TIME).await;
    Ok(running.process.cpu_time()? - before)
}
