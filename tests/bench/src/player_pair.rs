//! Two clients and the games between them, with one move in flight at a time.
//!
//! A pair executes the commands of the load and records the latency of each move.

use crate::baseline::{Introduction, PAIRED};
use crate::connection::{Connection, Transport};
use crate::pacer::{MoveSlot, ReadyMove};
use crate::player::{BASELINE_GAME, Player, ProgramKind, play_request, played_event_bytes, terms};
use crate::recordings::Recording;
use crate::statistics::LatencyHistogram;
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{DoorRequest, HallName, LobbyRequest, TableRequest, limits, wire};
use chuhe_rules::Color;
use chuhe_rules::offers::OfferKind;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{interval_at, sleep, timeout};

/// The timeout of every wait for the server: longer than a mass reconnect takes.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);
/// The plies played during setup, because the clock for each side's first move is short.
const OPENING_PLIES: usize = 2;

/// How far each pair is set up before the load starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupStage {
    /// Both clients have joined.
    Joined,
    /// Their game has started.
    Playing,
}

/// The state that all pairs of a load share.
#[derive(Debug)]
pub struct SharedLoad {
    /// The kind of program under load.
    pub kind: ProgramKind,
    /// The address of the program.
    pub server: SocketAddr,
    /// How the connections carry frames. Players who reconnect do so over TCP.
    pub transport: Transport,
    /// The games that the pairs play.
    pub recordings: Vec<Recording>,
    /// The halls over which pairs are spread; none if the program has a single one.
    pub halls: &'static [&'static str],
    /// How far pairs are set up.
    pub stage: SetupStage,
    /// Connections cut while their players reconnected.
    pub cuts: AtomicU64,
    /// What pairs need to follow their hall.
    pub journey: Journey,
}

/// What pairs need to follow their hall among the nodes of a cluster, and what they note.
#[derive(Debug, Default)]
pub struct Journey {
    /// The nodes.
    pub nodes: Vec<SocketAddr>,
    /// When each move arrived at both players, by the number of the pair.
    pub arrivals: Mutex<Vec<(usize, Instant)>>,
}

/// A command to all pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Only send heartbeats.
    Idle,
    /// Play each move as soon as the last one has arrived, until the given time.
    Play(Instant),
    /// Play moves when they are due, until the next command.
    PlayPaced,
    /// Drop the connections.
    Disconnect,
    /// Connect again, to this address, and resume the sessions.
    Reconnect(SocketAddr),
    /// Play a move now and then, and follow the hall to other nodes, until the given time.
    Travel(Instant),
    /// Stop for good.
    Stop,
}

/// Two clients that play each other.
#[derive(Debug)]
pub struct PlayerPair {
    pub(crate) shared: Arc<SharedLoad>,
    pub(crate) number: usize,
    /// The index of the game in the recordings.
    pub(crate) game: usize,
    /// The first player sends the challenge.
    pub(crate) players: [Player; 2],
    pub(crate) ply: usize,
    frame_bytes: usize,
    slot: Arc<MoveSlot>,
    latencies: Arc<Mutex<LatencyHistogram>>,
}

impl PlayerPair {
    /// Connects two clients and sets them up.
    ///
    /// # Errors
    /// If a connection fails, a message is unexpected, or the setup times out.
    pub async fn start(
        shared: Arc<SharedLoad>,
        number: usize,
        slot: Arc<MoveSlot>,
        latencies: Arc<Mutex<LatencyHistogram>>,
    ) -> anyhow::Result<Self> {
        let (server, kind, transport) = (shared.server, shared.kind, shared.transport);
        let connect = async || match kind {
            ProgramKind::Baseline | ProgramKind::EchoingBaseline => {
                Connection::connect(server, transport).await
            }
            ProgramKind::Server => Connection::connect_and_greet(server, transport).await,
        };
        let players = [
            Player::new(connect().await?, kind, Color::Red),
            Player::new(connect().await?, kind, Color::Black),
        ];
        let game = number % shared.recordings.len();
        let frame_bytes = played_event_bytes(shared.recordings[game][0]);
        let mut pair = Self { shared, number, game, players, ply: 0, frame_bytes, slot, latencies };
        timeout(TIMEOUT, pair.set_up()).await.context("the setup timed out")??;
        Ok(pair)
    }

    async fn set_up(&mut self) -> anyhow::Result<()> {
        match self.shared.kind {
            ProgramKind::Baseline | ProgramKind::EchoingBaseline => self.introduce().await?,
            ProgramKind::Server => {
                self.join().await?;
                if self.shared.stage == SetupStage::Joined {
                    return Ok(());
                }
                self.challenge().await?;
            }
        }
        while self.ply < OPENING_PLIES {
            self.play().await?;
        }
        Ok(())
    }

    async fn introduce(&mut self) -> anyhow::Result<()> {
        let bytes = u16::try_from(self.frame_bytes)?;
        let echoes = self.shared.kind == ProgramKind::EchoingBaseline;
        let introduction = Introduction { pair: self.number as u64, bytes, echoes };
        for player in &self.players {
            let connection = player.connection()?;
            connection.send_frame(&connection.transport().framed(&introduction.encode())).await?;
        }
        for player in &mut self.players {
            ensure!(player.next_frame().await? == PAIRED, "not paired");
            player.game = Some(BASELINE_GAME);
        }
        Ok(())
    }

    async fn join(&mut self) -> anyhow::Result<()> {
        let halls = self.shared.halls;
        let hall = halls.get(self.number % halls.len().max(1));
        let hall = hall.map(|name| HallName::parse(name)).transpose()?;
        for n in 0..2 {
            // two loads may share a server
            let load = match self.shared.transport {
                Transport::Tcp => "",
                Transport::WebSocket => "w",
            };
            let (name, hall) = (format!("{load}{}-{n}", self.number), hall.clone());
            self.players[n].request(DoorRequest::Join { name, hall }).await?;
        }
        self.read_both_until(|player| player.joined).await
    }

    async fn challenge(&mut self) -> anyhow::Result<()> {
        let opponent = self.players[1].id;
        self.players[0].request(LobbyRequest::Challenge { opponent, terms: terms() }).await?;
        self.read_until(1, |player| player.challenge.is_some()).await?;
        let challenge = self.players[1].challenge.context("the pair has none")?;
        self.players[1].request(LobbyRequest::AcceptChallenge { challenge }).await?;
        self.read_both_until(|player| player.game.is_some()).await
    }

    /// Executes commands until [`Command::Stop`], and calls `on_done` after each.
    ///
    /// # Errors
    /// If a connection fails, a message is unexpected, or a wait times out.
    pub async fn run(
        mut self,
        mut commands: watch::Receiver<Command>,
        on_done: impl Fn(),
    ) -> anyhow::Result<()> {
        loop {
            let command = *commands.borrow_and_update();
            match command {
                Command::Idle => {}
                Command::Play(until) => {
                    let playing = self.play_until(until);
                    timeout(until.saturating_duration_since(Instant::now()) + TIMEOUT, playing)
                        .await
                        .context("a move did not arrive in time")??;
                }
                Command::PlayPaced => {
                    self.slot.submit(self.next_move()?)?;
                    on_done();
                    self.play_when_due(&mut commands).await?;
                    continue;
                }
                Command::Disconnect => self.players.iter_mut().for_each(Player::disconnect),
                Command::Reconnect(server) => {
                    timeout(TIMEOUT, self.reconnect(server)).await.context("reconnecting timed out")??
                }
                Command::Travel(until) => self.travel_until(until).await?,
                Command::Stop => return Ok(()),
            }
            on_done();
            self.idle(&mut commands).await?;
        }
    }

    /// Reads messages and sends heartbeats until the next command.
    async fn idle(&mut self, commands: &mut watch::Receiver<Command>) -> anyhow::Result<()> {
        if self.players[0].connection().is_err() {
            return Ok(commands.changed().await?);
        }
        tokio::select! {
            changed = commands.changed() => Ok(changed?),
            read = self.read_both_until(|_| false) => read,
        }
    }

    /// Reads messages and sends heartbeats until both players meet `condition`.
    pub(crate) async fn read_both_until(
        &mut self,
        condition: impl Fn(&Player) -> bool,
    ) -> anyhow::Result<()> {
        let heartbeat = Duration::from_millis(limits::HEARTBEAT_MS);
        let mut heartbeat = interval_at(tokio::time::Instant::now() + heartbeat, heartbeat);
        while !self.players.iter().all(&condition) {
            let [one, other] = &mut self.players;
            let (n, frame) = tokio::select! {
                frame = one.next_frame() => (0, frame?),
                frame = other.next_frame() => (1, frame?),
                _ = heartbeat.tick() => {
                    self.ping().await?;
                    continue;
                }
            };
            self.handle_frame(n, &frame)?;
        }
        Ok(())
    }

    async fn ping(&self) -> anyhow::Result<()> {
        if self.shared.kind == ProgramKind::Server {
            // a client may not ping before it has joined: any request after a resume ends the old token
            for player in self.players.iter().filter(|player| player.joined) {
                player.request(DoorRequest::Ping { nonce: 0, round_trip_ms: None }).await?;
            }
        }
        Ok(())
    }

    fn handle_frame(&mut self, n: usize, frame: &[u8]) -> anyhow::Result<()> {
        let moves = &self.shared.recordings[self.game];
        let handled = match self.shared.kind {
            ProgramKind::Baseline | ProgramKind::EchoingBaseline => {
                self.players[n].check_relayed_frame(frame, moves, self.frame_bytes)
            }
            ProgramKind::Server => self.players[n].handle_frame(frame, moves),
        };
        handled.with_context(|| format!("pair {}, player {n}, ply {}", self.number, self.ply))
    }

    async fn read_until(&mut self, n: usize, condition: impl Fn(&Player) -> bool) -> anyhow::Result<()> {
        while !condition(&self.players[n]) {
            let frame = self.players[n].next_frame().await?;
            self.handle_frame(n, &frame)?;
        }
        Ok(())
    }

    /// The index of the player to move.
    pub(crate) fn mover(&self) -> usize {
        let turn = Color::ALL[self.ply % 2];
        if self.players[0].color == turn { 0 } else { 1 }
    }

    pub(crate) fn next_move(&self) -> anyhow::Result<ReadyMove> {
        let player = &self.players[self.mover()];
        let game = player.game.context("no game has started")?;
        let request = play_request(game, self.ply, &self.shared.recordings[self.game]);
        let connection = player.connection()?;
        Ok(ReadyMove {
            writer: Arc::clone(connection.writer()),
            frame: connection.transport().framed(&wire::encode(&request)?),
        })
    }

    /// Waits until the opponent has received the move.
    async fn wait_for_arrival(&mut self) -> anyhow::Result<()> {
        let ply = self.ply;
        self.read_until(1 - self.mover(), |player| player.next_ply > ply).await
    }

    /// Counts the move that arrived, and starts another game after the last one.
    pub(crate) async fn advance(&mut self) -> anyhow::Result<()> {
        self.ply += 1;
        let plies = self.shared.recordings[self.game].len();
        if self.shared.kind == ProgramKind::Server && self.ply == plies {
            timeout(TIMEOUT, self.play_again()).await.context("the next game did not start in time")??;
        }
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        let next = self.next_move()?;
        self.players[self.mover()].connection()?.send_frame(&next.frame).await?;
        self.wait_for_arrival().await?;
        self.advance().await
    }

    async fn play_until(&mut self, until: Instant) -> anyhow::Result<()> {
        loop {
            let next = self.next_move()?;
            let sent = Instant::now();
            self.players[self.mover()].connection()?.send_frame(&next.frame).await?;
            self.wait_for_arrival().await?;
            let now = Instant::now();
            if now >= until {
                return self.advance().await;
            }
            self.record_latency(now - sent);
            self.advance().await?;
        }
    }

    /// Plays moves when they are due, until the next command and until all due moves have arrived.
    ///
    /// The caller has submitted the first move.
    async fn play_when_due(&mut self, commands: &mut watch::Receiver<Command>) -> anyhow::Result<()> {
        let mut stopping = false;
        loop {
            tokio::select! {
                biased;
                arrived = self.wait_for_arrival() => arrived?,
                changed = commands.changed(), if !stopping => {
                    changed?;
                    stopping = true;
                    if self.slot.cancel() {
                        return Ok(());
                    }
                    continue;
                }
                () = sleep(TIMEOUT), if stopping => bail!("a move did not arrive in time"),
            }
            let due = self.slot.take_due_time().context("a move arrived that was never sent")?;
            self.record_latency(due.elapsed());
            self.advance().await?;
            self.slot.submit(self.next_move()?)?;
            if stopping && self.slot.cancel() {
                return Ok(());
            }
        }
    }

    fn record_latency(&self, took: Duration) {
        self.latencies.lock().unwrap_or_else(PoisonError::into_inner).record(took);
    }

    /// Resigns the finished recording and starts the next one by rematch.
    async fn play_again(&mut self) -> anyhow::Result<()> {
        let game = self.players[0].game.context("the pair has none")?;
        self.players[0].request(TableRequest::Resign.at(game)).await?;
        for n in 0..2 {
            self.read_until(n, |player| player.ended).await?;
        }
        for player in &self.players {
            player.request(TableRequest::Offer { kind: OfferKind::Rematch }.at(game)).await?;
        }
        for n in 0..2 {
            self.read_until(n, |player| player.game != Some(game)).await?;
        }
        (self.game, self.ply) = ((self.game + 1) % self.shared.recordings.len(), 0);
        Ok(())
    }

    /// Reconnects both clients concurrently.
    async fn reconnect(&mut self, server: SocketAddr) -> anyhow::Result<()> {
        let moves = &self.shared.recordings[self.game][..];
        let [one, other] = &mut self.players;
        let cuts = tokio::try_join!(one.reconnect(server, moves), other.reconnect(server, moves));
        let (one, other) = cuts.with_context(|| format!("pair {}", self.number))?;
        self.shared.cuts.fetch_add(one + other, Ordering::Relaxed);
        Ok(())
    }
}
