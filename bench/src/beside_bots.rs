//! Measures how much the server's computer players slow down a game of people.

#![expect(clippy::wildcard_enum_match_arm, reason = "an opponent passes over what it does not wait for")]

use crate::connection::Connection;
use crate::crowd::Crowd;
use crate::environment::Environment;
use crate::moves::{Pace, Program, SERVER, measure_running, ratios, set_up};
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::{Context as _, bail};
use chuhe_protocol::{
    ClientMessage, ColorChoice, Event, GameId, PlayerId, PresenceChange, ServerMessage, Terms, limits, wire,
};
use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_rules::{Color, GameMove};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// Moves per second of the measured game, far more than people make.
const RATE: f64 = 25.0;
const PLIES: usize = 1_800;
/// The number of computer players, each of which plays.
pub const BOTS: usize = 10;
/// The server with as many computer players.
const WITH_BOTS: Program = Program { flags: &["--bots", "10"], ..SERVER };
/// The pause before each measurement, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(2);

/// An opponent of one computer player.
struct Opponent {
    connection: Connection,
    /// Which of the computer players it challenges, in the order of their numbers.
    n: usize,
    computers: BTreeMap<PlayerId, u8>,
    game: Option<(GameId, Game)>,
    ready: mpsc::UnboundedSender<()>,
}

/// Plays the `n`th computer player, game after game, with any moves.
///
/// # Errors
/// If the connection is lost, or the server sends what cannot be.
pub async fn play_computer(
    server: SocketAddr,
    n: usize,
    ready: mpsc::UnboundedSender<()>,
) -> anyhow::Result<()> {
    let connection = Connection::connect_and_greet(server).await?;
    connection.request(0, ClientMessage::Join { name: format!("o{n}"), hall: None }).await?;
    let mut opponent = Opponent { connection, n, computers: BTreeMap::new(), game: None, ready };
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let frame = tokio::select! {
            frame = opponent.connection.next_frame() => frame?,
            _ = heartbeat.tick() => {
                opponent.send(ClientMessage::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
        };
        opponent.receive(wire::decode(&frame)?).await?;
    }
}

impl Opponent {
    async fn send(&mut self, message: ClientMessage) -> anyhow::Result<()> {
        self.connection.request(0, message).await
    }

    async fn receive(&mut self, message: ServerMessage) -> anyhow::Result<()> {
        match message {
            ServerMessage::Players { players, .. } => {
                for player in players {
                    self.computers.extend(player.computer_level.map(|level| (player.id, level)));
                }
                self.challenge().await
            }
            ServerMessage::Presence(changes) => {
                let is_known = self.computers.len() == BOTS;
                for change in changes {
                    if let PresenceChange::Here(player) = change {
                        self.computers.extend(player.computer_level.map(|level| (player.id, level)));
                    }
                }
                if is_known { Ok(()) } else { self.challenge().await }
            }
            ServerMessage::Events { game, events, .. } => {
                for event in events {
                    self.follow(game, event).await?;
                }
                Ok(())
            }
            // it may still sit at the table of the last game
            ServerMessage::Refused { .. } => {
                sleep(Duration::from_secs(1)).await;
                self.challenge().await
            }
            ServerMessage::Closing { reason } => bail!("an opponent was disconnected: {reason:?}"),
            _ => Ok(()),
        }
    }

    /// Challenges its computer player once all are listed.
    async fn challenge(&mut self) -> anyhow::Result<()> {
        if self.computers.len() < BOTS || self.game.is_some() {
            return Ok(());
        }
        let opponent = self.computers.keys().nth(self.n).copied().context("there are as many opponents")?;
        let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
        self.send(ClientMessage::Challenge { opponent, terms }).await
    }

    async fn follow(&mut self, id: GameId, event: Event) -> anyhow::Result<()> {
        match event {
            Event::Started(_) => {
                self.game = Some((id, Game::new(Position::start(), Rules::default())));
                self.play_next().await
            }
            Event::Played { by, mv: GameMove::Xiangqi(mv), .. } => {
                let (_, game) = self.game.as_mut().context("a move belongs to a game")?;
                game.play(by, mv)?;
                if by == Color::Black {
                    // the computer player thinks: the measurement may begin
                    let _ = self.ready.send(());
                    self.play_next().await?;
                }
                Ok(())
            }
            Event::Ended { .. } => {
                self.game = None;
                self.send(ClientMessage::LeaveTable { game: id }).await
            }
            _ => Ok(()),
        }
    }

    /// Plays a legal move, a different one at each ply.
    async fn play_next(&mut self) -> anyhow::Result<()> {
        let Some((id, game)) = &self.game else { return Ok(()) };
        let (id, moves) = (*id, game.position().legal_moves());
        let Some(&mv) = moves.get(game.ply().wrapping_mul(7) % moves.len().max(1)) else { return Ok(()) };
        let ply = u16::try_from(game.ply())?;
        self.send(ClientMessage::Play { game: id, ply, mv: GameMove::Xiangqi(mv) }).await
    }
}

/// Measures a game beside computer players, alternately while they wait and while they all think.
///
/// # Errors
/// If the server does not start, or a check of the load or of an opponent fails.
pub async fn measure(
    environment: &Environment,
    (rounds, time): (usize, Duration),
    results: &mut Results,
) -> anyhow::Result<()> {
    let (mut waiting, mut thinking) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (running, mut load) = set_up(environment, WITH_BOTS, 1, PLIES).await?;
        sleep(SETTLING).await;
        let pace = Pace::FixedRate(RATE);
        waiting.push(measure_running(&running, &mut load, WITH_BOTS.name, 1, pace, time).await?);
        let server = running.process.address;
        let crowd = Crowd::start(BOTS, move |n, ready| play_computer(server, n, ready)).await?;
        sleep(SETTLING).await;
        thinking.push(measure_running(&running, &mut load, WITH_BOTS.name, 1, pace, time).await?);
        crowd.stop()?;
        load.stop()?;
        let last = |measurements: &[Measurement]| measurements.last().map_or(0.0, |m| m.p99_us);
        environment.print_progress(&format!(
            "one game beside computer players: p99 {:.0} µs, {:.0} µs while they think",
            last(&waiting),
            last(&thinking)
        ));
    }
    let title = format!("a game beside {BOTS} computer players that think");
    let p99 = |measurements: &[Measurement]| measurements.iter().map(|m| m.p99_us).collect::<Vec<_>>();
    results.metrics.extend([
        Metric::new(format!("{title}: p99"), &p99(&thinking), "µs"),
        Metric::new(format!("{title}: p99 while they wait"), &p99(&waiting), "µs"),
        Metric::new(
            format!("{title}: p99, thinking to waiting"),
            &ratios(&thinking, &waiting, |m| m.p99_us),
            "",
        )
        .with_target(Target::AtMost(1.2)),
    ]);
    results.measurements.extend(waiting.into_iter().chain(thinking));
    Ok(())
}
