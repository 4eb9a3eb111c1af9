//! Measures how much people who look for an opponent slow down the players of a game.

use crate::connection::{Connection, Transport};
use crate::crowd::Crowd;
use crate::environment::{Environment, Rounds};
use crate::moves::{Pace, SERVER, measure_running, ratios, set_up};
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::bail;
use chuhe_protocol::{
    ColorChoice, DoorMessage, DoorRequest, LobbyMessage, LobbyRequest, PlayerId, PresenceChange, Reach,
    ServerMessage, Terms, limits, wire,
};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, sleep};

/// Moves per second, far more than people make.
const RATE: f64 = 25.0;
const PLIES: usize = 1_800;
/// The pause before each measurement, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(2);
/// How often somebody who seeks changes the terms: 2,000 people do so 100 times a second.
const CHANGES: Duration = Duration::from_secs(20);

/// What a member of the crowd does in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visit {
    /// Looks on.
    Idle,
    /// Seeks an opponent, whom it never finds: all of them want the red pieces.
    Seek,
}

/// Visits the lobby, and reads all that it sends.
async fn visit(
    server: SocketAddr,
    n: usize,
    kind: Visit,
    ready: mpsc::UnboundedSender<()>,
) -> anyhow::Result<()> {
    let mut connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
    let join =
        DoorRequest::Join { name: format!("{}{n}", if kind == Visit::Seek { 's' } else { 'i' }), hall: None };
    connection.request(0, join).await?;
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // spread over the interval
    let first = Instant::now() + CHANGES.mul_f64((n % 100) as f64 / 100.0);
    let mut changes = interval_at(first, CHANGES);
    let (mut me, mut ready, mut number): (Option<PlayerId>, _, u64) = (None, Some(ready), n as u64);
    loop {
        let frame = tokio::select! {
            frame = connection.next_frame() => frame?,
            _ = heartbeat.tick(), if me.is_some() => {
                connection.request(0, DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
            _ = changes.tick(), if me.is_some() && kind == Visit::Seek => {
                number += 1;
                connection.request(0, request(number)).await?;
                continue;
            }
        };
        let message: ServerMessage = wire::decode(&frame)?;
        if let ServerMessage::Door(DoorMessage::Joined { player, .. }) = message {
            me = Some(player);
            match kind {
                Visit::Idle => ready.take().into_iter().for_each(|ready| _ = ready.send(())),
                Visit::Seek => connection.request(0, request(number)).await?,
            }
        } else if let ServerMessage::Lobby(LobbyMessage::Presence(changes)) = &message
            && ready.is_some()
        {
            let is_listed = |change: &PresenceChange| matches!(change, PresenceChange::Here(player) if Some(player.id) == me && player.seeking.is_some());
            if changes.iter().any(is_listed) {
                ready.take().into_iter().for_each(|ready| _ = ready.send(()));
            }
        } else if let ServerMessage::Refused { .. } | ServerMessage::Door(DoorMessage::Closing { .. }) =
            message
        {
            bail!("a visitor of the lobby received {message:?}");
        }
    }
}

/// A search for an opponent, on other terms than the one before.
fn request(number: u64) -> LobbyRequest {
    let mut terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    let game_ms = (5 + 5 * (number % 4)) as u32 * 60_000;
    (terms.challenger_time.game_ms, terms.opponent_time.game_ms) = (game_ms, game_ms);
    LobbyRequest::Seek { terms: vec![terms], reach: Reach::Anyone, lasting: false }
}

/// Measures the players' latency alternately while a crowd is idle and while it seeks.
///
/// # Errors
/// If the server does not start, or a check of the load or of a visitor fails.
pub async fn measure(
    environment: &Environment,
    people: usize,
    Rounds { count: rounds, time }: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    let (mut idle, mut seeking) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (running, mut load) = set_up(environment, SERVER, 1, PLIES).await?;
        let server = running.process.address;
        for (kind, measurements) in [(Visit::Idle, &mut idle), (Visit::Seek, &mut seeking)] {
            let crowd = Crowd::start(people, move |n, ready| visit(server, n, kind, ready)).await?;
            sleep(SETTLING).await;
            let pace = Pace::FixedRate(RATE);
            measurements.push(measure_running(&running, &mut load, SERVER.name, 1, pace, time).await?);
            crowd.stop()?;
        }
        load.stop()?;
        let last = |measurements: &[Measurement]| measurements.last().map_or(0.0, |m| m.p99_us);
        environment.print_progress(&format!(
            "one game beside {people} people in the lobby: p99 {:.0} µs, {:.0} µs while they seek",
            last(&idle),
            last(&seeking)
        ));
    }
    let title = format!("a game beside {people} people who seek");
    let p99 = |measurements: &[Measurement]| measurements.iter().map(|m| m.p99_us).collect::<Vec<_>>();
    results.metrics.extend([
        Metric::new(format!("{title}: p99"), &p99(&seeking), "µs"),
        Metric::new(format!("{title}: p99 while they are idle"), &p99(&idle), "µs"),
        Metric::new(format!("{title}: p99, seeking to idle"), &ratios(&seeking, &idle, |m| m.p99_us), "")
            .with_target(Target::AtMost(1.2)),
    ]);
    results.measurements.extend(idle.into_iter().chain(seeking));
    Ok(())
}
