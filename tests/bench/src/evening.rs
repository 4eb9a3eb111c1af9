//! Measures how much the beginning of a round of a tournament slows down the players of other games: all its boards begin in
//! the same second.

#![expect(clippy::wildcard_enum_match_arm, reason = "an organiser passes over what they do not wait for")]

use crate::connection::{Connection, Transport};
use crate::crowd::Crowd;
use crate::environment::{Environment, RunningProgram};
use crate::load::Load;
use crate::moves::{Program, SERVER, WARM_UP, set_up};
use crate::player::play_request;
use crate::recordings::{Recording, record_games};
use crate::results::{Metric, Results, Target};
use crate::statistics::LatencyHistogram;
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{
    ClientMessage, DoorMessage, DoorRequest, EveningCode, EveningCommand, EveningMessage, EveningPlan,
    EveningRequest, Event, GameId, Pace, PlayerId, ServerMessage, TableMessage, TableRequest, TakebackPolicy,
    Terms, limits, wire,
};
use chuhe_rules::Color;
use chuhe_rules::clock::TimeControl;
use chuhe_tournaments::{self as tournaments, Regulations, SwissRules, System};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// The games in which moves are measured.
const GAMES: usize = 50;
/// Their moves per second in all, far more than people make: a second has enough of them.
const RATE: f64 = 500.0;
const PLIES: usize = 1_500;
/// The beginnings of rounds on each server, each compared with a second before it.
const STARTS: u16 = 8;
/// What is measured each time.
const WINDOW: Duration = Duration::from_secs(1);
/// When in it the round is paired.
const PAIRED_AFTER: Duration = Duration::from_millis(100);
/// The pause before each of them, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_millis(500);
/// How long it may take until all games of a round have ended.
const ROUND_TIMEOUT: Duration = Duration::from_secs(60);
/// The server without the limits that one organiser and one address have.
const EVENING: Program = Program {
    flags: &["--limit", "player-pairings=1000000", "--limit", "address-journals=1000000"],
    ..SERVER
};

/// Plays in the evening: its two moves once the round is to end, and then resigns as red.
async fn take_part(
    server: SocketAddr,
    n: usize,
    code: EveningCode,
    mut ending: watch::Receiver<bool>,
    ready: mpsc::UnboundedSender<()>,
    begun: Arc<AtomicUsize>,
) -> anyhow::Result<()> {
    let mut connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
    connection.request(0, DoorRequest::Join { name: format!("e{n}"), hall: None }).await?;
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut me, mut seat): (Option<PlayerId>, Option<Seat>) = (None, None);
    let moves = record_games(1, 2, 1).pop().context("no game is recorded")?;
    loop {
        let frame = tokio::select! {
            frame = connection.next_frame() => frame?,
            _ = heartbeat.tick(), if me.is_some() => {
                connection.request(0, DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
            changed = ending.changed() => {
                changed?;
                if let Some(request) = seat.as_mut().and_then(|seat| seat.next(*ending.borrow(), &moves)) {
                    connection.request(0, request).await?;
                }
                continue;
            }
        };
        let message: ServerMessage = wire::decode(&frame)?;
        if let ServerMessage::Door(DoorMessage::Joined { player, .. }) = message {
            me = Some(player);
            connection.request(0, EveningRequest::Follow { code }).await?;
            connection.request(0, EveningRequest::Enter { code, club: None }).await?;
        } else if let ServerMessage::Evening(EveningMessage::Opened(opened)) = &message
            && opened.part.player.is_some()
        {
            let _ = ready.send(());
        } else if let ServerMessage::Table { game, message: TableMessage::Events { events, .. } } = &message {
            for event in events {
                if let Event::Started(start) = event {
                    let mine = |color: &Color| Some(start.seats[*color].player) == me;
                    let color = Color::ALL.into_iter().find(mine).context("a game of others")?;
                    seat = Some(Seat { game: *game, color, ply: 0, asked_at: None });
                    begun.fetch_add(1, Ordering::Relaxed);
                } else if let Event::Ended { .. } = event {
                    seat = None;
                    connection.request(0, TableRequest::Leave.at(*game)).await?;
                } else if let (Event::Played { .. }, Some(seat)) = (event, &mut seat) {
                    seat.ply += 1;
                }
            }
            if let Some(request) = seat.as_mut().and_then(|seat| seat.next(*ending.borrow(), &moves)) {
                connection.request(0, request).await?;
            }
        } else if let ServerMessage::Refused { .. } | ServerMessage::Door(DoorMessage::Closing { .. }) =
            message
        {
            bail!("a player of the evening received {message:?}");
        }
    }
}

/// A player's seat in a game.
struct Seat {
    game: GameId,
    color: Color,
    ply: usize,
    /// The ply at which the last request was sent.
    asked_at: Option<usize>,
}

impl Seat {
    /// The next request of the player, if the round is to end and it is their turn.
    fn next(&mut self, ends: bool, moves: &Recording) -> Option<ClientMessage> {
        let request = match (self.color, self.ply) {
            (Color::Red, 0) | (Color::Black, 1) => play_request(self.game, self.ply, moves).message,
            (Color::Red, 2) => TableRequest::Resign.at(self.game),
            (Color::Red | Color::Black, _) => return None,
        };
        let is_new = ends && self.asked_at.replace(self.ply) != Some(self.ply);
        is_new.then_some(request)
    }
}

/// Who organises the evening.
struct Organiser {
    connection: Connection,
    code: EveningCode,
}

impl Organiser {
    /// Joins, plans the evening and follows it.
    async fn plan(server: SocketAddr) -> anyhow::Result<Self> {
        let mut connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
        connection.request(0, DoorRequest::Join { name: "Zhang".to_owned(), hall: None }).await?;
        let time = TimeControl { game_ms: 600_000, ..TimeControl::UNTIMED };
        let takeback = TakebackPolicy::Off;
        let plan = EveningPlan {
            title: "周五晚赛".to_owned(),
            regulations: Regulations::of(System::Swiss(SwissRules { rounds: STARTS, clubs_apart_rounds: 0 })),
            terms: Terms { takeback, challenger_time: time, opponent_time: time, ..Terms::default() },
            is_public: false,
            starts_at_ms: None,
            pace: Pace::ByHand,
            late_ms: 60_000,
            no_result_before_ply: 0,
        };
        connection.request(0, EveningRequest::Plan(Box::new(plan))).await?;
        loop {
            match wire::decode(&connection.next_frame().await?)? {
                ServerMessage::Evening(EveningMessage::Planned { code }) => {
                    connection.request(0, EveningRequest::Follow { code }).await?;
                    return Ok(Self { connection, code });
                }
                ServerMessage::Refused { reason, .. } => bail!("the evening is refused: {reason:?}"),
                _ => {}
            }
        }
    }

    async fn organise(&self, command: EveningCommand) -> anyhow::Result<()> {
        self.connection.request(0, EveningRequest::Organise { code: self.code, command }).await
    }

    /// Waits until so many more games have given results.
    async fn read_results(&mut self, boards: usize) -> anyhow::Result<()> {
        let mut results = 0;
        while results < boards {
            match wire::decode(&self.connection.next_frame().await?)? {
                ServerMessage::Evening(EveningMessage::Records { records, .. }) => {
                    let is_result = |record: &&tournaments::Record| {
                        matches!(record.event, tournaments::Event::Finished { .. })
                    };
                    results += records.iter().filter(is_result).count();
                }
                ServerMessage::Refused { reason, .. } => bail!("the organiser is refused: {reason:?}"),
                _ => {}
            }
        }
        self.connection.request(0, DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await
    }
}

/// Measures the latency of moves alternately in a second in which all boards of a round begin, and in one in which none does.
///
/// # Errors
/// If the server does not start, or a check of the load or of the evening fails.
pub async fn measure(
    environment: &Environment,
    boards: usize,
    rounds: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let [mut ratios, mut with_us, mut without_us] = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        let (running, mut load) = set_up(environment, EVENING, GAMES, PLIES).await?;
        let [without, with] = one_evening(&running, &mut load, boards).await?;
        load.stop()?;
        let (before, during) = (without.quantile_us(0.99), with.quantile_us(0.99));
        environment.print_progress(&format!(
            "{boards} boards: p99 {before:.0} µs before, {during:.0} µs while they begin; \
             p50 {:.0} and {:.0} µs, most {:.0} and {:.0} µs",
            without.quantile_us(0.5),
            with.quantile_us(0.5),
            without.quantile_us(1.0),
            with.quantile_us(1.0),
        ));
        ratios.push(during / before);
        with_us.push(during);
        without_us.push(before);
    }
    let title = format!("{boards} boards of an evening begin in a second");
    results.metrics.extend([
        Metric::new(format!("{title}: p99 of the players of {GAMES} other games"), &with_us, "µs"),
        Metric::new(format!("{title}: the same in the second before"), &without_us, "µs"),
        Metric::new(format!("{title}: p99 with to without"), &ratios, "").with_target(Target::AtMost(1.5)),
    ]);
    Ok(())
}

/// Plays an evening beside the load; returns the latencies of moves before rounds and at their beginnings.
async fn one_evening(
    running: &RunningProgram,
    load: &mut Load,
    boards: usize,
) -> anyhow::Result<[LatencyHistogram; 2]> {
    let server = running.process.address;
    let mut organiser = Organiser::plan(server).await?;
    let (ending, ends) = watch::channel(false);
    let begun = Arc::new(AtomicUsize::new(0));
    let (code, counter) = (organiser.code, Arc::clone(&begun));
    let member = move |n, ready| take_part(server, n, code, ends.clone(), ready, Arc::clone(&counter));
    let crowd = Crowd::start(2 * boards, member).await?;
    organiser.organise(EveningCommand::Record(tournaments::Event::Started { seed: 0 })).await?;
    load.play_at_rate(RATE, WARM_UP).await?;
    let mut latencies = [LatencyHistogram::default(), LatencyHistogram::default()];
    for start in 1..=usize::from(STARTS) {
        sleep(SETTLING).await;
        latencies[0].merge(&load.play_at_rate(RATE, WINDOW).await?);
        sleep(SETTLING).await;
        let pairs = async {
            sleep(PAIRED_AFTER).await;
            organiser.organise(EveningCommand::PairNext).await
        };
        let (played, paired) = tokio::join!(load.play_at_rate(RATE, WINDOW), pairs);
        paired?;
        latencies[1].merge(&played?);
        let seated = begun.load(Ordering::Relaxed);
        ensure!(seated == start * 2 * boards, "{seated} players were seated by the end of the second");
        ending.send_replace(true);
        timeout(ROUND_TIMEOUT, organiser.read_results(boards)).await.context("a round did not end")??;
        ending.send_replace(false);
    }
    crowd.stop()?;
    Ok(latencies)
}
