//! Measures how much spectators slow down the players of their game.

use crate::connection::{Connection, Transport};
use crate::crowd::Crowd;
use crate::environment::{Environment, Rounds, RunningProgram};
use crate::load::Load;
use crate::moves::{Pace, SERVER, measure_running, ratios, set_up};
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::{bail, ensure};
use chuhe_protocol::{
    Activity, DoorMessage, DoorRequest, GameId, LobbyMessage, LobbyRequest, PageRequest, Seq, ServerMessage,
    TableMessage, TableRequest, WatchFrom, limits, wire,
};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// Moves per second, far more than people make.
const RATE: f64 = 25.0;
const PLIES: usize = 1_800;
/// The pause before each measurement, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(2);

/// Watches the only game, and checks that every event arrives.
async fn watch(
    server: SocketAddr,
    n: usize,
    ready: mpsc::UnboundedSender<()>,
    received: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
    connection.request(0, DoorRequest::Join { name: format!("w{n}"), hall: None }).await?;
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut watched, mut next): (Option<GameId>, Option<Seq>) = (None, None);
    let mut asked = false;
    loop {
        let frame = tokio::select! {
            frame = connection.next_frame() => frame?,
            _ = heartbeat.tick(), if watched.is_some() => {
                connection.request(0, DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
        };
        let message: ServerMessage = wire::decode(&frame)?;
        if let ServerMessage::Lobby(LobbyMessage::Players { players, .. }) = &message
            && watched.is_none()
        {
            let playing = players.iter().find_map(|player| match player.activity {
                Activity::Playing { game, .. } => Some(game),
                Activity::Idle | Activity::AtBoard { .. } => None,
            });
            if let Some(game) = playing {
                watched = Some(game);
                connection.request(0, TableRequest::Watch { from: WatchFrom::Start }.at(game)).await?;
            } else if !std::mem::replace(&mut asked, true) {
                // in a crowded lobby the game is not on the first page
                let games = PageRequest { games: true, ..PageRequest::default() };
                connection.request(0, LobbyRequest::ListPlayers(games)).await?;
            }
        } else if let ServerMessage::Table { message: TableMessage::Watching { .. }, .. } = message {
            let _ = ready.send(());
        } else if let ServerMessage::Table { message: TableMessage::Events { first, events }, .. } = &message
        {
            ensure!(
                next.is_none_or(|next| next == *first),
                "a spectator received event {first} out of order"
            );
            next = Some(first + Seq::try_from(events.len())?);
            received.fetch_add(events.len() as u64, Ordering::Relaxed);
        } else if let ServerMessage::Refused { .. } | ServerMessage::Door(DoorMessage::Closing { .. }) =
            message
        {
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
    Rounds { count: rounds, time }: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (running, mut load) = set_up(environment, SERVER, 1, PLIES).await?;
        sleep(SETTLING).await;
        without.push(one_game(environment, &running, &mut load, time).await?);
        let server = running.process.address;
        let received = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&received);
        let member = move |n, ready| watch(server, n, ready, Arc::clone(&counter));
        let crowd = Crowd::start(spectators, member).await?;
        sleep(SETTLING).await;
        with.push(one_game(environment, &running, &mut load, time).await?);
        crowd.stop()?;
        let received = received.load(Ordering::Relaxed);
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
