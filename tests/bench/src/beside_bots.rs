//! Measures how much the server's computer players slow down a game of people.

#![expect(clippy::wildcard_enum_match_arm, reason = "an opponent passes over what it does not wait for")]

use crate::connection::{Connection, Transport};
use crate::crowd::Crowd;
use crate::environment::{Environment, Rounds};
use crate::moves::{Pace, Program, SERVER, measure_running, ratios, set_up};
use crate::results::{Measurement, Metric, Results, Target};
use anyhow::{Context as _, bail};
use chuhe_protocol::{
    ChallengeEnd, ClientMessage, ColorChoice, DoorMessage, DoorRequest, Event, GameId, LobbyMessage,
    LobbyRequest, Player, PlayerId, PresenceChange, ServerMessage, TableMessage, TableRequest, Terms, limits,
    wire,
};
use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_rules::{Color, GameMove};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};

/// Moves per second of the measured game, far more than people make.
const RATE: f64 = 25.0;
const PLIES: usize = 1_800;
/// The number of computer players, one of each level, each of which plays.
pub const BOTS: usize = 10;
/// The server with as many computer players.
const WITH_BOTS: Program = Program { flags: &["--bots", "10"], ..SERVER };
/// The pause before each measurement, in which the server finishes its own work.
const SETTLING: Duration = Duration::from_secs(2);
/// The pause before another challenge. Its computer player may still be at the table of the last game.
const RETRY: Duration = Duration::from_secs(1);
/// The longest wait for one answer, after which the opponent fails.
///
/// Ten tasks that think for 2 s each may be ahead. The crowd's setup must take longer to time out,
/// so that the failure names what is missing.
const PATIENCE: Duration = Duration::from_secs(45);

/// What an opponent waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// That its computer player is listed.
    ComputerPlayer,
    /// That its challenge starts a game. After a refusal it challenges again at this time.
    Game { retry_at: Option<Instant> },
    /// A move of its computer player, or the end of the game.
    Move,
}

/// An opponent of one computer player.
struct Opponent {
    connection: Connection,
    /// The level of its computer player.
    level: u8,
    computer: Option<PlayerId>,
    game: Option<(GameId, Game)>,
    awaited: Awaited,
    /// When it fails, unless what it waits for has come.
    deadline: Instant,
    /// Sends when its computer player has moved for the first time.
    ready: Option<mpsc::UnboundedSender<()>>,
}

/// Plays the `n`th computer player, game after game, with any moves.
///
/// # Errors
/// If the connection is lost, the server sends what cannot be, or an answer does not come in time.
pub async fn play_computer(
    server: SocketAddr,
    n: usize,
    ready: mpsc::UnboundedSender<()>,
) -> anyhow::Result<()> {
    let connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
    connection.request(0, DoorRequest::Join { name: format!("o{n}"), hall: None }).await?;
    let mut opponent = Opponent {
        connection,
        level: u8::try_from(n + 1)?,
        computer: None,
        game: None,
        awaited: Awaited::ComputerPlayer,
        deadline: Instant::now() + PATIENCE,
        ready: Some(ready),
    };
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let retry_at = opponent.retry_at();
        tokio::select! {
            // a starved thread reads what has arrived before it gives up
            biased;
            frame = opponent.connection.next_frame() => opponent.receive(wire::decode(&frame?)?).await?,
            () = sleep_until(retry_at.unwrap_or(opponent.deadline)), if retry_at.is_some() => {
                opponent.challenge().await?;
            }
            _ = heartbeat.tick() => {
                opponent.send(DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await?;
            }
            () = sleep_until(opponent.deadline) => {
                bail!("the opponent of level {} waited too long for {:?}", opponent.level, opponent.awaited);
            }
        }
    }
}

impl Opponent {
    async fn send(&self, message: impl Into<ClientMessage>) -> anyhow::Result<()> {
        let message = message.into();
        self.connection.request(0, message).await
    }

    /// Waits for something else from now on.
    fn wait_for(&mut self, awaited: Awaited) {
        (self.awaited, self.deadline) = (awaited, Instant::now() + PATIENCE);
    }

    /// When it challenges again, if it was refused.
    const fn retry_at(&self) -> Option<Instant> {
        match self.awaited {
            Awaited::Game { retry_at } => retry_at,
            Awaited::ComputerPlayer | Awaited::Move => None,
        }
    }

    async fn receive(&mut self, message: ServerMessage) -> anyhow::Result<()> {
        match message {
            ServerMessage::Lobby(LobbyMessage::Players { players, .. }) => {
                players.iter().for_each(|player| self.find_computer(player));
            }
            ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
                for change in &changes {
                    if let PresenceChange::Here(player) = change {
                        self.find_computer(player);
                    }
                }
            }
            ServerMessage::Table { game, message: TableMessage::Events { events, .. } } => {
                for event in events {
                    self.follow(game, event).await?;
                }
            }
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
                how: ChallengeEnd::Accepted(_), ..
            }) => {}
            ServerMessage::Refused { .. } | ServerMessage::Lobby(LobbyMessage::ChallengeClosed { .. }) => {
                self.retry_later()
            }
            ServerMessage::Door(DoorMessage::Closing { reason }) => {
                bail!("an opponent was disconnected: {reason:?}")
            }
            _ => {}
        }
        if self.awaited == Awaited::ComputerPlayer && self.computer.is_some() {
            self.wait_for(Awaited::Game { retry_at: None });
            self.challenge().await?;
        }
        Ok(())
    }

    /// Finds its computer player, which has another number after it has entered anew.
    fn find_computer(&mut self, player: &Player) {
        if player.computer_level == Some(self.level) {
            self.computer = Some(player.id);
        }
    }

    /// Schedules another challenge, without more time until the game starts.
    fn retry_later(&mut self) {
        if let Awaited::Game { retry_at } = &mut self.awaited {
            *retry_at = Some(Instant::now() + RETRY);
        }
    }

    async fn challenge(&mut self) -> anyhow::Result<()> {
        if let Awaited::Game { retry_at } = &mut self.awaited {
            *retry_at = None;
        }
        let opponent = self.computer.context("no challenge before the computer player is listed")?;
        let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
        self.send(LobbyRequest::Challenge { opponent, terms }).await
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
                    if let Some(ready) = self.ready.take() {
                        // it fails only if the crowd has stopped
                        let _ = ready.send(());
                    }
                    self.play_next().await?;
                }
                Ok(())
            }
            Event::Ended { .. } => {
                self.game = None;
                self.send(TableRequest::Leave.at(id)).await?;
                self.wait_for(Awaited::Game { retry_at: None });
                self.retry_later();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Plays a legal move, a different one at each ply.
    async fn play_next(&mut self) -> anyhow::Result<()> {
        self.wait_for(Awaited::Move);
        let Some((id, game)) = &self.game else { return Ok(()) };
        let (id, moves) = (*id, game.position().legal_moves());
        let Some(&mv) = moves.get(game.ply().wrapping_mul(7) % moves.len().max(1)) else { return Ok(()) };
        let ply = u16::try_from(game.ply())?;
        self.send(TableRequest::Play { ply, mv: GameMove::Xiangqi(mv), premove: false }.at(id)).await
    }
}

/// Measures a game beside computer players, alternately while they wait and while they all think.
///
/// # Errors
/// If the server does not start, or a check of the load or of an opponent fails.
pub async fn measure(
    environment: &Environment,
    Rounds { count: rounds, time }: Rounds,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::framed;
    use chuhe_protocol::greeting::{Answer, Hello};
    use chuhe_protocol::{Activity, ChallengeId, ChallengePolicy, Request, frame};
    use futures_util::StreamExt as _;
    use std::net::Ipv4Addr;
    use tokio::io::AsyncWriteExt as _;
    use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
    use tokio::net::{TcpListener, TcpStream};
    use tokio_util::codec::{FramedRead, LengthDelimitedCodec};

    /// A server that sends what a test wants.
    struct FakeServer {
        requests: FramedRead<OwnedReadHalf, LengthDelimitedCodec>,
        writer: OwnedWriteHalf,
    }

    impl FakeServer {
        /// Exchanges greetings, and lists a computer player of level 1.
        async fn open(stream: TcpStream) -> Self {
            let (reader, writer) = stream.into_split();
            let mut server = Self { requests: FramedRead::new(reader, frame::client_frames()), writer };
            server.requests.next().await.unwrap().unwrap();
            server.writer.write_all(&framed(&Answer::to(Hello::current()).encode())).await.unwrap();
            let player = Player {
                id: PlayerId(7),
                name: chuhe_protocol::PlayerName::parse("computer-1").unwrap(),
                activity: Activity::Idle,
                connected: true,
                joined_ago_s: 1,
                policy: ChallengePolicy::Everyone,
                computer_level: Some(1),
                registered: false,
                watching: None,
                seeking: None,
                ratings: Vec::new(),
            };
            server
                .send(&ServerMessage::Lobby(LobbyMessage::Players { players: vec![player], first: true }))
                .await;
            server
        }

        async fn send(&mut self, message: &ServerMessage) {
            self.writer.write_all(&framed(&wire::encode(message).unwrap())).await.unwrap();
        }

        /// Receives requests up to the next challenge, and returns its opponent.
        async fn next_challenge(&mut self) -> PlayerId {
            loop {
                let bytes = self.requests.next().await.unwrap().unwrap();
                let request: Request = wire::decode(&bytes).unwrap();
                if let ClientMessage::Lobby(LobbyRequest::Challenge { opponent, .. }) = request.message {
                    return opponent;
                }
            }
        }
    }

    async fn listen() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    #[tokio::test(start_paused = true)]
    async fn an_opponent_challenges_again_after_its_challenge_has_lapsed() {
        let (listener, address) = listen().await;
        let opponent = tokio::spawn(play_computer(address, 0, mpsc::unbounded_channel().0));
        let mut server = FakeServer::open(listener.accept().await.unwrap().0).await;
        for how in [ChallengeEnd::Expired, ChallengeEnd::Busy, ChallengeEnd::Gone] {
            assert_eq!(server.next_challenge().await, PlayerId(7));
            server
                .send(&ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge: ChallengeId(1), how }))
                .await;
        }
        assert_eq!(server.next_challenge().await, PlayerId(7));
        opponent.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn an_opponent_without_an_answer_fails_and_names_it() {
        let (listener, address) = listen().await;
        let opponent = tokio::spawn(play_computer(address, 0, mpsc::unbounded_channel().0));
        let mut server = FakeServer::open(listener.accept().await.unwrap().0).await;
        server.next_challenge().await;
        let error = opponent.await.unwrap().unwrap_err().to_string();
        assert!(error.contains("level 1") && error.contains("Game"), "{error}");
    }
}
