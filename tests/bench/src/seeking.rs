//! Measures how much people who look for an opponent slow down the players of a game.

use crate::connection::{Connection, Transport};
use crate::crowd::Crowd;
use crate::environment::{Environment, Rounds};
use crate::moves::{Pace, SERVER, measure_running, ratios, set_up};
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{
    ColorChoice, DoorMessage, DoorRequest, LobbyMessage, LobbyRequest, PlayerId, PresenceChange, Reach,
    ServerMessage, Terms, limits, wire,
};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, sleep, timeout};

/// The games in which moves are measured.
const GAMES: usize = 4;
/// Their moves per second in all, far more than people make: a round has enough of them for its 99th percentile.
const RATE: f64 = 100.0;
const PLIES: usize = 1_800;
/// The pause before each measurement, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(3);
/// How often somebody who seeks changes the terms: 2,000 people do so 100 times a second.
const CHANGES: Duration = Duration::from_secs(20);
/// How long it may take until the server says that all of the crowd seek, or nobody.
const SWITCH_TIMEOUT: Duration = Duration::from_secs(60);

/// Whether the crowd seeks, and how many of it do, as the server says.
#[derive(Debug)]
struct Crowding {
    seeks: watch::Sender<bool>,
    listed: watch::Sender<usize>,
    /// How many searches were sent.
    sent: AtomicU64,
}

impl Crowding {
    /// Lets all of the crowd seek, or nobody, and waits until the server says so.
    async fn switch(&self, seeks: bool, people: usize) -> anyhow::Result<()> {
        let (expected, mut listed) = (if seeks { people } else { 0 }, self.listed.subscribe());
        self.seeks.send_replace(seeks);
        timeout(SWITCH_TIMEOUT, listed.wait_for(|listed| *listed == expected))
            .await
            .context("the crowd does not seek, or end it, in time")??;
        sleep(SETTLING).await;
        Ok(())
    }
}

/// Visits the lobby, reads all that it sends, and seeks an opponent whenever the crowd does. It never finds one: all of them
/// want the red pieces.
async fn visit(
    server: SocketAddr,
    n: usize,
    crowding: Arc<Crowding>,
    ready: mpsc::UnboundedSender<()>,
) -> anyhow::Result<()> {
    let mut connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
    connection.request(0, DoorRequest::Join { name: format!("i{n}"), hall: None }).await?;
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut switched = crowding.seeks.subscribe();
    let mut changes = interval(CHANGES);
    let (mut me, mut is_listed, mut number): (Option<PlayerId>, _, u64) = (None, false, n as u64);
    loop {
        let frame = tokio::select! {
            frame = connection.next_frame() => frame?,
            _ = heartbeat.tick(), if me.is_some() => {
                connection.request(0, DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
            // not by those who have ended it and wait until the server says so
            _ = changes.tick(), if is_listed && *crowding.seeks.borrow() => {
                number += 1;
                crowding.sent.fetch_add(1, Ordering::Relaxed);
                connection.request(0, request(number)).await?;
                continue;
            }
            switched = switched.changed(), if me.is_some() => {
                switched?;
                // spread over the interval
                let first = Instant::now() + CHANGES.mul_f64((n % 100 + 1) as f64 / 100.0);
                changes = interval_at(first, CHANGES);
                let seeks = *crowding.seeks.borrow();
                connection.request(0, if seeks { request(number) } else { LobbyRequest::EndSeek }).await?;
                continue;
            }
        };
        let message: ServerMessage = wire::decode(&frame)?;
        if matches!(message, ServerMessage::Refused { .. } | ServerMessage::Door(DoorMessage::Closing { .. }))
        {
            bail!("a visitor of the lobby received {message:?}");
        }
        if let ServerMessage::Door(DoorMessage::Joined { player, .. }) = message {
            me = Some(player);
            ready.send(())?;
        } else if let ServerMessage::Lobby(LobbyMessage::Presence(changes)) = message {
            let own = changes.iter().rev().find_map(|change| match change {
                PresenceChange::Here(player) if Some(player.id) == me => Some(player.seeking.is_some()),
                PresenceChange::Here(_) | PresenceChange::Gone(_) => None,
            });
            let was_listed = is_listed;
            is_listed = own.unwrap_or(was_listed);
            if was_listed != is_listed {
                let count =
                    |listed: &mut usize| *listed = *listed + usize::from(is_listed) - usize::from(was_listed);
                crowding.listed.send_modify(count);
            }
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
    for round in 0..rounds {
        let (running, mut load) = set_up(environment, SERVER, GAMES, PLIES).await?;
        let server = running.process.address;
        let (seeks, listed) = (watch::Sender::new(false), watch::Sender::new(0));
        let crowding = Arc::new(Crowding { seeks, listed, sent: AtomicU64::new(0) });
        let member = Arc::clone(&crowding);
        let crowd =
            Crowd::start(people, move |n, ready| visit(server, n, Arc::clone(&member), ready)).await?;
        // what a server does later than at its start must not count for one of the two only
        let order = if round % 2 == 0 { [false, true] } else { [true, false] };
        for seeks in order {
            crowding.switch(seeks, people).await?;
            let (pace, sent_before) = (Pace::FixedRate(RATE), crowding.sent.load(Ordering::Relaxed));
            let measured = measure_running(&running, &mut load, SERVER.name, GAMES, pace, time).await?;
            let sent = crowding.sent.load(Ordering::Relaxed) - sent_before;
            let expected = people as f64 * time.as_secs_f64() / CHANGES.as_secs_f64();
            ensure!(
                !seeks || sent as f64 > expected * 0.9,
                "{sent} searches were sent in place of {expected}"
            );
            if seeks { seeking.push(measured) } else { idle.push(measured) }
        }
        crowd.stop()?;
        load.stop()?;
        let last = |measurements: &[Measurement]| {
            let last = measurements.last();
            last.map(|m| format!("p50 {:.0} p99 {:.0} µs, {:.1} % of a core", m.p50_us, m.p99_us, percent(m)))
        };
        environment.print_progress(&format!(
            "{GAMES} games beside {people} people in the lobby: {}; {} while they seek",
            last(&idle).unwrap_or_default(),
            last(&seeking).unwrap_or_default()
        ));
    }
    let title = format!("{GAMES} games beside {people} people who seek");
    let values = |measurements: &[Measurement], value: fn(&Measurement) -> f64| {
        measurements.iter().map(value).collect::<Vec<_>>()
    };
    let ratio = |value: fn(&Measurement) -> f64| ratios(&seeking, &idle, value);
    results.metrics.extend([
        Metric::new(format!("{title}: CPU"), &values(&seeking, percent), "%"),
        Metric::new(format!("{title}: CPU while they are idle"), &values(&idle, percent), "%"),
        Metric::new(format!("{title}: p99"), &values(&seeking, |m| m.p99_us), "µs"),
        Metric::new(format!("{title}: p99 while they are idle"), &values(&idle, |m| m.p99_us), "µs"),
        Metric::new(format!("{title}: p50, seeking to idle"), &ratio(|m| m.p50_us), ""),
        Metric::new(format!("{title}: p99, seeking to idle"), &ratio(|m| m.p99_us), "")
            .with_target(Target::AtMost(1.2)),
    ]);
    results.measurements.extend(idle.into_iter().chain(seeking));
    Ok(())
}

/// The share of a core that the server took, in percent.
fn percent(measurement: &Measurement) -> f64 {
    measurement.cpu_us * measurement.moves_per_s / 1e4
}
