//! Measures how much spectators slow down the players of their game.

use crate::connection::Connection;
use crate::environment::{Environment, RunningProgram};
use crate::load::Load;
use crate::moves::{Pace, SERVER, measure_running, ratios, set_up};
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{Activity, ClientMessage, GameId, Seq, ServerMessage, WatchFrom, limits, wire};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// Moves per second, far more than people make.
const RATE: f64 = 25.0;
const PLIES: usize = 1_800;
/// The timeout until all spectators watch.
const SETUP_TIMEOUT: Duration = Duration::from_secs(60);
/// The pause before each measurement, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(2);

/// A crowd of spectators on a thread of their own, until dropped.
#[derive(Debug)]
struct Spectators {
    received: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<anyhow::Result<()>>>,
}

impl Spectators {
    async fn start(server: SocketAddr, count: usize) -> anyhow::Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (ready, mut all_ready) = mpsc::unbounded_channel();
        let received = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&received);
        let thread = thread::spawn(move || {
            lower_priority();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut spectators = JoinSet::new();
                for n in 0..count {
                    spectators.spawn(watch(server, n, ready.clone(), Arc::clone(&counter)));
                }
                drop(ready);
                tokio::select! {
                    _ = stopped => Ok(()),
                    ended = spectators.join_next() => match ended {
                        Some(Ok(Err(error))) => Err(error),
                        _ => bail!("a spectator stopped"),
                    },
                }
            })
        });
        let spectators = Self { received, stop: Some(stop), thread: Some(thread) };
        let all = async {
            for _ in 0..count {
                all_ready.recv().await.context("the spectators stopped during the setup")?;
            }
            anyhow::Ok(())
        };
        match timeout(SETUP_TIMEOUT, all).await.context("the spectators timed out") {
            Ok(Ok(())) => Ok(spectators),
            Ok(Err(error)) | Err(error) => Err(spectators.stop().err().unwrap_or(error)),
        }
    }

    fn stop(mut self) -> anyhow::Result<u64> {
        drop(self.stop.take());
        let ended = self.thread.take().context("the thread was joined before")?.join();
        ended.ok().context("a spectator panicked")??;
        Ok(self.received.load(Ordering::Relaxed))
    }
}

/// Gives this thread the idle scheduling class.
///
/// Real spectators run on other machines and take no CPU from the players or the server.
fn lower_priority() {
    let id = fs::read_link("/proc/thread-self").ok();
    if let Some(id) = id.as_deref().and_then(Path::file_name) {
        // if this fails, the measured slowdown is only larger
        let _ = Command::new("chrt").args(["--idle", "--pid", "0"]).arg(id).status();
    }
}

/// Watches the only game, and checks that every event arrives.
async fn watch(
    server: SocketAddr,
    n: usize,
    ready: mpsc::UnboundedSender<()>,
    received: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut connection = Connection::connect_and_greet(server).await?;
    connection.request(0, ClientMessage::Join { name: format!("w{n}") }).await?;
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut watched, mut next): (Option<GameId>, Option<Seq>) = (None, None);
    loop {
        let frame = tokio::select! {
            frame = connection.next_frame() => frame?,
            _ = heartbeat.tick(), if watched.is_some() => {
                connection.request(0, ClientMessage::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
        };
        let message: ServerMessage = wire::decode(&frame)?;
        if let ServerMessage::Players { players, .. } = &message
            && watched.is_none()
        {
            let playing = players.iter().find_map(|player| match player.activity {
                Activity::Playing { game, .. } => Some(game),
                Activity::Idle => None,
            });
            if let Some(game) = playing {
                watched = Some(game);
                connection.request(0, ClientMessage::Watch { game, from: WatchFrom::Start }).await?;
            }
        } else if let ServerMessage::Watching { .. } = message {
            let _ = ready.send(());
        } else if let ServerMessage::Events { first, events, .. } = &message {
            ensure!(
                next.is_none_or(|next| next == *first),
                "a spectator received event {first} out of order"
            );
            next = Some(first + Seq::try_from(events.len())?);
            received.fetch_add(events.len() as u64, Ordering::Relaxed);
        } else if let ServerMessage::Refused { .. } | ServerMessage::Closing { .. } = message {
            bail!("a spectator received {message:?}");
        }
    }
}

/// Measures the players' latency alternately without and with spectators.
///
/// # Errors
/// If the server does not start, or a check of the load or of a spectator fails.
pub async fn measure(
    environment: &Environment,
    spectators: usize,
    (rounds, time): (usize, Duration),
    results: &mut Results,
) -> anyhow::Result<()> {
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (running, mut load) = set_up(environment, SERVER, 1, PLIES).await?;
        sleep(SETTLING).await;
        without.push(one_game(environment, &running, &mut load, time).await?);
        let crowd = Spectators::start(running.process.address, spectators).await?;
        sleep(SETTLING).await;
        with.push(one_game(environment, &running, &mut load, time).await?);
        let received = crowd.stop()?;
        let due = (RATE * time.as_secs_f64()) as u64 * spectators as u64;
        ensure!(received >= due, "spectators received {received} moves instead of {due}");
        load.stop()?;
    }
    let title = format!("a game with {spectators} spectators");
    let p99 = |measurements: &[Measurement]| {
        measurements.iter().map(|measurement| measurement.p99_us).collect::<Vec<_>>()
    };
    results.metrics.extend([
        Metric::new(format!("{title}: p99 of the players"), &p99(&with), "µs"),
        Metric::new(format!("{title}: the same without them"), &p99(&without), "µs"),
        Metric::new(format!("{title}: p99 with to without"), &ratios(&with, &without, |s| s.p99_us), "")
            .with_target(Target::AtMost(1.2)),
        Metric::new(format!("{title}: p50 with to without"), &ratios(&with, &without, |s| s.p50_us), ""),
    ]);
    results.measurements.extend(without.into_iter().chain(with));
    Ok(())
}

async fn one_game(
    environment: &Environment,
    running: &RunningProgram,
    load: &mut Load,
    time: Duration,
) -> anyhow::Result<Measurement> {
    let measurement = measure_running(running, load, SERVER.name, 1, Pace::FixedRate(RATE), time).await?;
    let Measurement { p50_us, p99_us, cpu_us, .. } = measurement;
    environment.print_progress(&format!(
        "one game: p50 {p50_us:.0} p99 {p99_us:.0} µs, {cpu_us:.0} µs CPU per move"
    ));
    Ok(measurement)
}
