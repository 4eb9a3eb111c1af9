//! One of a pair: his connection, and what he has been told, checked frame by frame against
//! what is played. It sends nothing by itself, but what brings it back when it was cut.

use crate::line::{Line, Lost};
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{
    ChallengeId, ClientMessage, CloseReason, ColorChoice, Cursor, Event, GameId, PlayerId, Request, Seq,
    ServerMessage, SessionToken, Terms, wire,
};
use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
use chuhe_rules::{Color, GameMove};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::sleep;

/// The first byte of the frames that tell who is here. They come by the million, and nothing
/// hangs on them: they are read, and no more.
const PLAYERS: u8 = 1;
const PRESENCE: u8 = 2;

/// The ping that follows a resume: its answer says that all was told before it.
const LAST: u32 = 1;

/// How long a client that is cut waits before it comes back, the first time and further ones.
const BACK_OFF_MS: [u64; 6] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/// The number of a game at the baseline: as long on the wire as the server's.
pub const BASELINE_GAME: GameId = GameId(1 << 50);

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The relay: what one sends the other receives.
    Baseline,
    /// The relay, whose sender receives it too.
    AnsweringBaseline,
    /// The server.
    Server,
}

/// The server has closed the connection, and said why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("closed: {0:?}")]
pub struct Closed(pub CloseReason);

/// One of a pair.
#[derive(Debug)]
pub struct Seat {
    line: Option<Line>,
    /// Who he is, once he has joined.
    pub player: PlayerId,
    token: SessionToken,
    /// His side in the game that he plays.
    pub color: Color,
    /// The game that he plays, once it has begun.
    pub game: Option<GameId>,
    /// The number of the next event of it.
    next: Seq,
    /// The next ply of which he is to hear, and how many that are his to hear come with it.
    pub next_ply: usize,
    ply_step: usize,
    /// Whether it is over.
    pub ended: bool,
    /// Whether the server has let him in.
    pub joined: bool,
    /// The challenge to him that is open.
    pub challenge: Option<ChallengeId>,
    /// Whether he has been told all that is told to one who comes back.
    pub told_all: bool,
}

impl Seat {
    /// One who speaks over `line`, to play `color` at first.
    #[must_use]
    pub const fn new(line: Line, subject: Subject, color: Color) -> Self {
        // at the relay one hears of the other's moves alone
        let (next_ply, ply_step) = match (subject, color) {
            (Subject::Baseline, Color::Red) => (1, 2),
            (Subject::Baseline, Color::Black) => (0, 2),
            (Subject::AnsweringBaseline | Subject::Server, _) => (0, 1),
        };
        Self {
            line: Some(line),
            player: PlayerId(0),
            token: SessionToken([0; 16]),
            color,
            game: None,
            next: 0,
            next_ply,
            ply_step,
            ended: false,
            joined: false,
            challenge: None,
            told_all: false,
        }
    }

    /// His connection.
    ///
    /// # Errors
    /// If he has none.
    pub fn line(&self) -> anyhow::Result<&Line> {
        self.line.as_ref().context("not connected")
    }

    /// The next frame.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn frame(&mut self) -> anyhow::Result<bytes::BytesMut> {
        self.line.as_mut().context("not connected")?.frame().await
    }

    /// Asks the server for something.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn say(&self, message: ClientMessage) -> anyhow::Result<()> {
        self.line()?.say(0, message).await
    }

    /// Closes the connection without a word.
    pub fn hang_up(&mut self) {
        self.line = None;
        (self.joined, self.told_all) = (false, false);
    }

    /// Comes back to his seat at once, and whenever he is cut again after a while, as a client
    /// does, until he has been told all that is told to one who comes back. Returns how often he
    /// was cut.
    ///
    /// # Errors
    /// If anything but the end of a connection keeps him from it.
    pub async fn come_back(&mut self, server: SocketAddr, moves: &[GameMove]) -> anyhow::Result<u64> {
        let (mut cuts, mut attempts) = (0, 0);
        while let Err(error) = self.try_to_come_back(server, moves).await {
            if !(error.is::<Lost>() || error.is::<Closed>()) {
                return Err(error);
            }
            if self.joined {
                attempts = 0;
            }
            self.hang_up();
            sleep(Duration::from_millis(BACK_OFF_MS[attempts.min(BACK_OFF_MS.len() - 1)])).await;
            (cuts, attempts) = (cuts + 1, attempts + 1);
        }
        Ok(cuts)
    }

    async fn try_to_come_back(&mut self, server: SocketAddr, moves: &[GameMove]) -> anyhow::Result<()> {
        self.resume(server).await?;
        while !self.joined {
            let frame = self.frame().await?;
            self.take(&frame, moves)?;
        }
        // not before the token has come by which he would come back again: whoever says anything
        // more can no longer use the one before
        self.say(ClientMessage::Ping { nonce: LAST, round_trip_ms: None }).await?;
        while !self.told_all {
            let frame = self.frame().await?;
            self.take(&frame, moves)?;
        }
        Ok(())
    }

    /// Connects anew, and asks for his seat.
    async fn resume(&mut self, server: SocketAddr) -> anyhow::Result<()> {
        let seen = self.game.map(|game| Cursor { game, next: self.next });
        let line = Line::greeted(server).await?;
        line.say(0, ClientMessage::Resume { token: self.token, seen }).await?;
        self.line = Some(line);
        Ok(())
    }

    /// Takes a frame of the relay in. It is to hold what the other sent, and be `bytes` long.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn take_relayed(&mut self, frame: &[u8], moves: &[GameMove], bytes: usize) -> anyhow::Result<()> {
        let sent = wire::encode(&play(BASELINE_GAME, self.next_ply, moves))?;
        let padding = frame.strip_prefix(&sent[..]).context("another move was relayed")?;
        ensure!(frame.len() == bytes && padding.iter().all(|&byte| byte == 0), "another frame was relayed");
        self.next_ply += self.ply_step;
        Ok(())
    }

    /// Takes a frame of the server in. Moves that it tells of are to be the next of `moves`.
    ///
    /// # Errors
    /// If it tells what cannot be, refuses something, or ends the connection.
    pub fn take(&mut self, frame: &[u8], moves: &[GameMove]) -> anyhow::Result<()> {
        if matches!(frame.first(), Some(&(PLAYERS | PRESENCE))) {
            return Ok(());
        }
        match wire::decode(frame)? {
            ServerMessage::Events { game, first, events } => {
                if first == 0 {
                    self.begin(game, &events)?;
                }
                ensure!(self.game == Some(game), "told of another game");
                ensure!(self.next == first, "told of event {first} instead of {}", self.next);
                for event in &events {
                    self.fold(event, moves)?;
                }
            }
            ServerMessage::Joined { player, token, .. } => {
                (self.player, self.token, self.joined) = (player, token, true);
            }
            ServerMessage::ChallengeOpened(challenge) => self.challenge = Some(challenge.id),
            ServerMessage::Pong { nonce } => self.told_all |= nonce == LAST,
            ServerMessage::Tick { .. }
            | ServerMessage::ChallengeClosed { .. }
            | ServerMessage::Players { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::Spectators { .. } => {}
            ServerMessage::Closing { reason } => return Err(Closed(reason).into()),
            unexpected @ (ServerMessage::Refused { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::ShuttingDown
            | ServerMessage::Registered
            | ServerMessage::SignedOutEverywhere { .. }
            | ServerMessage::Games { .. }
            | ServerMessage::FinishedGame { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::WatchEnded { .. }
            | ServerMessage::Paused
            | ServerMessage::Unpaused
            | ServerMessage::GameSetAside { .. }) => bail!("told {unexpected:?}"),
        }
        Ok(())
    }

    fn begin(&mut self, game: GameId, events: &[Event]) -> anyhow::Result<()> {
        let Some(Event::Started(beginning)) = events.first() else { bail!("a game without a beginning") };
        self.color = if beginning.seats.red.player == self.player { Color::Red } else { Color::Black };
        ensure!(beginning.seats[self.color].player == self.player, "a game of others");
        (self.game, self.next, self.next_ply, self.ended) = (Some(game), 0, 0, false);
        Ok(())
    }

    fn fold(&mut self, event: &Event, moves: &[GameMove]) -> anyhow::Result<()> {
        match event {
            Event::Played { by, mv, .. } => {
                let expected = (Color::ALL[self.next_ply % 2], moves.get(self.next_ply));
                ensure!(expected == (*by, Some(mv)), "told of {by:?} {mv:?} as ply {}", self.next_ply);
                self.next_ply += 1;
            }
            Event::Ended { .. } => self.ended = true,
            Event::Started(_)
            | Event::Offered { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. } => {}
            Event::OfferClosed { .. } | Event::TakenBack { .. } | Event::Luzhanqi { .. } => {
                bail!("told {event:?}")
            }
        }
        self.next += 1;
        Ok(())
    }
}

/// The request that plays ply `ply` of `moves`, which are played again and again.
#[must_use]
pub fn play(game: GameId, ply: usize, moves: &[GameMove]) -> Request {
    let mv = moves[ply % moves.len()];
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at the baseline plies count on, and only the bytes matter"
    )]
    Request { number: ply as u32, message: ClientMessage::Play { game, ply: ply as u16, mv } }
}

/// The terms of every game: the challenger is red, and there are clocks, which never run out.
#[must_use]
pub fn terms() -> Terms {
    let time = TimeControl { game_ms: 12 * 60 * 60_000, move_ms: 60 * 60_000, ..TimeControl::UNTIMED };
    Terms { color: ColorChoice::Red, challenger_time: time, opponent_time: time, ..Terms::default() }
}

/// How long the server's frame is that tells of a move in the midst of a game.
#[must_use]
pub fn played_bytes(mv: GameMove) -> usize {
    let mut clock = Clock::new(terms().times(Color::Red));
    clock.start_turn(Color::Red, Timestamp::from_ms(0));
    let clocks = clock.reading(Timestamp::from_ms(1));
    let events = vec![Event::Played { by: Color::Red, mv, clocks }];
    let message = ServerMessage::Events { game: BASELINE_GAME, first: 100, events };
    wire::encode(&message).expect("one event fits").len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frames_that_are_passed_over_are_the_right_ones() {
        let first = |message: &ServerMessage| wire::encode(message).unwrap()[0];
        assert_eq!(first(&ServerMessage::Players { players: Vec::new(), first: true }), PLAYERS);
        assert_eq!(first(&ServerMessage::Presence(Vec::new())), PRESENCE);
    }
}
