//! Two clients and the games between them: one move is in flight at a time. What they are to
//! do they are told; how long a move took they tell.

use crate::baseline::{Introduction, PAIRED};
use crate::figures::Tally;
use crate::line::{Line, framed};
use crate::pace::{Slot, Turn};
use crate::record::Recording;
use crate::seat::{BASELINE_GAME, Seat, Subject, play, played_bytes, terms};
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{ClientMessage, limits, wire};
use chuhe_rules::Color;
use chuhe_rules::offers::OfferKind;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{interval_at, sleep, timeout};

/// Whatever is waited for longer never comes.
const PATIENCE: Duration = Duration::from_secs(120);
/// Both sides' first moves are made at once, for there is little time for them.
const OPENING_PLIES: usize = 2;

/// How far pairs are set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// Both have joined.
    Joined,
    /// Their game has begun.
    Playing,
}

/// What all pairs of a load have in common.
#[derive(Debug)]
pub struct Common {
    /// What is measured.
    pub subject: Subject,
    /// Where it listens.
    pub server: SocketAddr,
    /// What is played.
    pub recordings: Vec<Recording>,
    /// How far pairs are set up.
    pub set_up: SetUp,
    /// How often a connection was cut while they came back.
    pub cuts: AtomicU64,
}

/// What pairs are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing, but to show that they are there.
    Rest,
    /// To play as fast as they are answered, until then.
    Play(Instant),
    /// To play when moves are due, until there is another command.
    Pace,
    /// To lose their connections.
    HangUp,
    /// To connect again.
    Resume,
    /// To end.
    End,
}

/// Two clients.
#[derive(Debug)]
pub struct Pair {
    common: Arc<Common>,
    number: usize,
    /// Of the recordings.
    game: usize,
    /// The first challenges.
    seats: [Seat; 2],
    ply: usize,
    frame_bytes: usize,
    slot: Arc<Slot>,
    tally: Arc<Mutex<Tally>>,
}

impl Pair {
    /// Two who have connected, and are as far as they are to be.
    ///
    /// # Errors
    /// If anything is not as it is to be.
    pub async fn begin(
        common: Arc<Common>,
        number: usize,
        slot: Arc<Slot>,
        tally: Arc<Mutex<Tally>>,
    ) -> anyhow::Result<Self> {
        let (server, subject) = (common.server, common.subject);
        let connect = async || match subject {
            Subject::Baseline | Subject::AnsweringBaseline => Line::connect(server).await,
            Subject::Server => Line::greeted(server).await,
        };
        let seats = [
            Seat::new(connect().await?, subject, Color::Red),
            Seat::new(connect().await?, subject, Color::Black),
        ];
        let game = number % common.recordings.len();
        let frame_bytes = played_bytes(common.recordings[game][0]);
        let mut pair = Self { common, number, game, seats, ply: 0, frame_bytes, slot, tally };
        timeout(PATIENCE, pair.set_up()).await.context("nothing comes of it")??;
        Ok(pair)
    }

    async fn set_up(&mut self) -> anyhow::Result<()> {
        match self.common.subject {
            Subject::Baseline | Subject::AnsweringBaseline => self.introduce().await?,
            Subject::Server => {
                self.join().await?;
                if self.common.set_up == SetUp::Joined {
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
        let answers = self.common.subject == Subject::AnsweringBaseline;
        let introduction = Introduction { pair: self.number as u64, bytes, answers };
        for seat in &self.seats {
            seat.line()?.send(&framed(&introduction.encode())).await?;
        }
        for seat in &mut self.seats {
            ensure!(seat.frame().await? == PAIRED, "not paired");
            seat.game = Some(BASELINE_GAME);
        }
        Ok(())
    }

    async fn join(&mut self) -> anyhow::Result<()> {
        for n in 0..2 {
            let name = format!("{}-{n}", self.number);
            self.seats[n].say(ClientMessage::Join { name }).await?;
        }
        self.attend(|seat| seat.joined).await
    }

    async fn challenge(&mut self) -> anyhow::Result<()> {
        let opponent = self.seats[1].player;
        self.seats[0].say(ClientMessage::Challenge { opponent, terms: terms() }).await?;
        self.until(1, |seat| seat.challenge.is_some()).await?;
        let challenge = self.seats[1].challenge.context("there is one")?;
        self.seats[1].say(ClientMessage::AcceptChallenge { challenge }).await?;
        self.attend(|seat| seat.game.is_some()).await
    }

    /// Does as it is told until it is told to end; says whenever it has done something.
    ///
    /// # Errors
    /// If anything is not as it is to be.
    pub async fn live(
        mut self,
        mut commands: watch::Receiver<Command>,
        done: impl Fn(),
    ) -> anyhow::Result<()> {
        loop {
            let command = *commands.borrow_and_update();
            match command {
                Command::Rest => {}
                Command::Play(until) => {
                    let playing = self.play_until(until);
                    timeout(until.saturating_duration_since(Instant::now()) + PATIENCE, playing)
                        .await
                        .context("a move never arrives")??;
                }
                Command::Pace => {
                    self.slot.offer(self.turn()?)?;
                    done();
                    self.play_when_due(&mut commands).await?;
                    continue;
                }
                Command::HangUp => self.seats.iter_mut().for_each(Seat::hang_up),
                Command::Resume => timeout(PATIENCE, self.resume()).await.context("not served")??,
                Command::End => return Ok(()),
            }
            done();
            self.rest(&mut commands).await?;
        }
    }

    /// Reads what it is told, and shows that it is there, until there is another command.
    async fn rest(&mut self, commands: &mut watch::Receiver<Command>) -> anyhow::Result<()> {
        if self.seats[0].line().is_err() {
            return Ok(commands.changed().await?);
        }
        tokio::select! {
            changed = commands.changed() => Ok(changed?),
            attended = self.attend(|_| false) => attended,
        }
    }

    /// Reads what both are told, and shows that they are there, until that is so.
    async fn attend(&mut self, so: impl Fn(&Seat) -> bool) -> anyhow::Result<()> {
        let heartbeat = Duration::from_millis(limits::HEARTBEAT_MS);
        let mut heartbeat = interval_at(tokio::time::Instant::now() + heartbeat, heartbeat);
        while !self.seats.iter().all(&so) {
            let [one, other] = &mut self.seats;
            let (n, frame) = tokio::select! {
                frame = one.frame() => (0, frame?),
                frame = other.frame() => (1, frame?),
                _ = heartbeat.tick() => {
                    self.ping().await?;
                    continue;
                }
            };
            self.take(n, &frame)?;
        }
        Ok(())
    }

    async fn ping(&self) -> anyhow::Result<()> {
        if self.common.subject == Subject::Server {
            // not before he has joined: who says more than his token makes it void
            for seat in self.seats.iter().filter(|seat| seat.joined) {
                seat.say(ClientMessage::Ping { nonce: 0, round_trip_ms: None }).await?;
            }
        }
        Ok(())
    }

    fn take(&mut self, n: usize, frame: &[u8]) -> anyhow::Result<()> {
        let moves = &self.common.recordings[self.game];
        let taken = match self.common.subject {
            Subject::Baseline | Subject::AnsweringBaseline => {
                self.seats[n].take_relayed(frame, moves, self.frame_bytes)
            }
            Subject::Server => self.seats[n].take(frame, moves),
        };
        taken.with_context(|| format!("pair {}, seat {n}, ply {}", self.number, self.ply))
    }

    async fn until(&mut self, n: usize, condition: impl Fn(&Seat) -> bool) -> anyhow::Result<()> {
        while !condition(&self.seats[n]) {
            let frame = self.seats[n].frame().await?;
            self.take(n, &frame)?;
        }
        Ok(())
    }

    /// Whose move it is.
    fn mover(&self) -> usize {
        let turn = Color::ALL[self.ply % 2];
        if self.seats[0].color == turn { 0 } else { 1 }
    }

    fn turn(&self) -> anyhow::Result<Turn> {
        let seat = &self.seats[self.mover()];
        let game = seat.game.context("no game has begun")?;
        let request = play(game, self.ply, &self.common.recordings[self.game]);
        Ok(Turn { writer: Arc::clone(seat.line()?.writer()), frame: framed(&wire::encode(&request)?) })
    }

    /// Waits until the opponent has heard of the move that was sent.
    async fn arrival(&mut self) -> anyhow::Result<()> {
        let ply = self.ply;
        self.until(1 - self.mover(), |seat| seat.next_ply > ply).await
    }

    /// The move has arrived.
    async fn go_on(&mut self) -> anyhow::Result<()> {
        self.ply += 1;
        let recorded = self.common.recordings[self.game].len();
        if self.common.subject == Subject::Server && self.ply == recorded {
            timeout(PATIENCE, self.play_again()).await.context("no other game begins")??;
        }
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        let turn = self.turn()?;
        self.seats[self.mover()].line()?.send(&turn.frame).await?;
        self.arrival().await?;
        self.go_on().await
    }

    async fn play_until(&mut self, until: Instant) -> anyhow::Result<()> {
        loop {
            let turn = self.turn()?;
            let sent = Instant::now();
            self.seats[self.mover()].line()?.send(&turn.frame).await?;
            self.arrival().await?;
            let now = Instant::now();
            if now >= until {
                return self.go_on().await;
            }
            self.count(now - sent);
            self.go_on().await?;
        }
    }

    /// Plays on, when moves are due, from one that is offered, until there is another command
    /// and all that were due have arrived.
    async fn play_when_due(&mut self, commands: &mut watch::Receiver<Command>) -> anyhow::Result<()> {
        let mut ending = false;
        loop {
            tokio::select! {
                biased;
                arrived = self.arrival() => arrived?,
                changed = commands.changed(), if !ending => {
                    changed?;
                    ending = true;
                    if self.slot.withdraw() {
                        return Ok(());
                    }
                    continue;
                }
                () = sleep(PATIENCE), if ending => bail!("a move never arrives"),
            }
            let due = self.slot.arrived().context("a move arrived that was not sent")?;
            self.count(due.elapsed());
            self.go_on().await?;
            self.slot.offer(self.turn()?)?;
            if ending && self.slot.withdraw() {
                return Ok(());
            }
        }
    }

    fn count(&self, took: Duration) {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).add(took);
    }

    /// Ends the game, and begins the next.
    async fn play_again(&mut self) -> anyhow::Result<()> {
        let game = self.seats[0].game.context("there is one")?;
        self.seats[0].say(ClientMessage::Resign { game }).await?;
        for n in 0..2 {
            self.until(n, |seat| seat.ended).await?;
        }
        for seat in &self.seats {
            seat.say(ClientMessage::Offer { game, kind: OfferKind::Rematch }).await?;
        }
        for n in 0..2 {
            self.until(n, |seat| seat.game != Some(game)).await?;
        }
        (self.game, self.ply) = ((self.game + 1) % self.common.recordings.len(), 0);
        Ok(())
    }

    /// Both come back, each by himself.
    async fn resume(&mut self) -> anyhow::Result<()> {
        let (server, moves) = (self.common.server, &self.common.recordings[self.game][..]);
        let [one, other] = &mut self.seats;
        let cuts = tokio::try_join!(one.come_back(server, moves), other.come_back(server, moves));
        let (one, other) = cuts.with_context(|| format!("pair {}", self.number))?;
        self.common.cuts.fetch_add(one + other, Ordering::Relaxed);
        Ok(())
    }
}
