//! One player of a pair: the connection, and the state that checks each received frame.
//!
//! Every received move must be the next one of the recording. A player sends nothing on its own
//! except to reconnect.

use crate::connection::{Connection, Lost, Transport};
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{
    AccountMessage, ChallengeId, ClientMessage, CloseReason, ColorChoice, Cursor, DoorMessage, DoorRequest,
    Event, GameId, LobbyMessage, PlayerId, Request, Seq, ServerMessage, SessionToken, TableMessage,
    TableRequest, Terms, wire,
};
use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
use chuhe_rules::{Color, GameMove};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::sleep;

/// The area and the tags of player list messages. The load receives millions and skips decoding them.
const LIST: [[u8; 2]; 5] = [[3, 0], [3, 1], [3, 12], [3, 13], [3, 14]];

/// The nonce of the ping after a resume. Its pong shows that the player has caught up.
const CAUGHT_UP_NONCE: u32 = 1;

/// The delays of successive reconnection attempts, in milliseconds.
const BACKOFF_MS: [u64; 6] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/// The game id on the baseline, as long on the wire as the server's ids.
pub const BASELINE_GAME: GameId = GameId(1 << 50);

/// The kind of a measured program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProgramKind {
    /// The relay, which sends each frame to the opponent.
    Baseline,
    /// The relay, which sends each frame to the sender too.
    EchoingBaseline,
    /// The server.
    Server,
}

/// The server closed the connection with this reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("closed: {0:?}")]
pub struct Closed(pub CloseReason);

/// The node does not serve the hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hall is at another node")]
pub struct Elsewhere;

/// The server refused a request of a player who follows the hall, because it was paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server refused a request")]
pub struct Refused;

/// One player of a pair.
#[derive(Debug)]
pub struct Player {
    connection: Option<Connection>,
    /// The player's id, once joined.
    pub id: PlayerId,
    token: SessionToken,
    /// The player's side in the current game.
    pub color: Color,
    /// The current game, once it has started.
    pub game: Option<GameId>,
    /// The sequence number of the next event.
    next: Seq,
    /// The next ply that the player should receive. It advances by `ply_step`.
    pub next_ply: usize,
    ply_step: usize,
    /// Whether the game is over.
    pub ended: bool,
    /// Whether the player has joined.
    pub joined: bool,
    /// The open challenge.
    pub challenge: Option<ChallengeId>,
    /// Whether the player has received everything that follows a resume.
    pub caught_up: bool,
    /// Whether the player follows the hall from node to node, through pauses.
    pub travels: bool,
    /// Where the hall is, as a node has said last.
    pub hall_address: Option<SocketAddr>,
}

impl Player {
    /// Makes a player on `connection` who plays `color` first.
    #[must_use]
    pub const fn new(connection: Connection, kind: ProgramKind, color: Color) -> Self {
        // the plain relay sends a player only the opponent's moves
        let (next_ply, ply_step) = match (kind, color) {
            (ProgramKind::Baseline, Color::Red) => (1, 2),
            (ProgramKind::Baseline, Color::Black) => (0, 2),
            (ProgramKind::EchoingBaseline | ProgramKind::Server, _) => (0, 1),
        };
        Self {
            connection: Some(connection),
            id: PlayerId(0),
            token: SessionToken([0; 16]),
            color,
            game: None,
            next: 0,
            next_ply,
            ply_step,
            ended: false,
            joined: false,
            challenge: None,
            caught_up: false,
            travels: false,
            hall_address: None,
        }
    }

    /// The connection.
    ///
    /// # Errors
    /// If the player is not connected.
    pub fn connection(&self) -> anyhow::Result<&Connection> {
        self.connection.as_ref().context("not connected")
    }

    /// Receives the next frame. Cancel safe.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn next_frame(&mut self) -> anyhow::Result<bytes::BytesMut> {
        self.connection.as_mut().context("not connected")?.next_frame().await
    }

    /// Sends a request.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn request(&self, message: impl Into<ClientMessage>) -> anyhow::Result<()> {
        let message = message.into();
        self.connection()?.request(0, message).await
    }

    /// Drops the connection without a closing message.
    pub fn disconnect(&mut self) {
        self.connection = None;
        (self.joined, self.caught_up) = (false, false);
    }

    /// Reconnects with back-off until the player has caught up, and returns how often it was cut.
    ///
    /// The first attempt is immediate, as in a real client.
    ///
    /// # Errors
    /// If an attempt fails for another reason than a lost connection.
    pub async fn reconnect(&mut self, server: SocketAddr, moves: &[GameMove]) -> anyhow::Result<u64> {
        let (mut cuts, mut attempts) = (0, 0);
        while let Err(error) = self.try_reconnect(server, moves).await {
            if !(error.is::<Lost>() || error.is::<Closed>()) {
                return Err(error);
            }
            if self.joined {
                attempts = 0;
            }
            self.disconnect();
            sleep(Duration::from_millis(BACKOFF_MS[attempts.min(BACKOFF_MS.len() - 1)])).await;
            (cuts, attempts) = (cuts + 1, attempts + 1);
        }
        Ok(cuts)
    }

    /// Connects, resumes, and waits until the player has caught up.
    pub(crate) async fn try_reconnect(
        &mut self,
        server: SocketAddr,
        moves: &[GameMove],
    ) -> anyhow::Result<()> {
        self.resume(server).await?;
        while !self.joined {
            let frame = self.next_frame().await?;
            self.handle_frame(&frame, moves)?;
        }
        // wait for the new token before the first request, which invalidates the old one
        self.request(DoorRequest::Ping { nonce: CAUGHT_UP_NONCE, round_trip_ms: None }).await?;
        while !self.caught_up {
            let frame = self.next_frame().await?;
            self.handle_frame(&frame, moves)?;
        }
        Ok(())
    }

    /// Connects and asks to resume the session.
    async fn resume(&mut self, server: SocketAddr) -> anyhow::Result<()> {
        let seen = self.game.map(|game| Cursor { game, next: self.next }).into_iter().collect();
        let connection = Connection::connect_and_greet(server, Transport::Tcp).await?;
        connection.request(0, DoorRequest::Resume { token: self.token, seen, hall: None }).await?;
        self.connection = Some(connection);
        Ok(())
    }

    /// Checks that a relayed frame holds the next move and is `bytes` long.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_relayed_frame(
        &mut self,
        frame: &[u8],
        moves: &[GameMove],
        bytes: usize,
    ) -> anyhow::Result<()> {
        let sent = wire::encode(&play_request(BASELINE_GAME, self.next_ply, moves))?;
        let padding = frame.strip_prefix(&sent[..]).context("the relayed move is not the next one")?;
        ensure!(
            frame.len() == bytes && padding.iter().all(|&byte| byte == 0),
            "the relayed frame has a wrong length or padding"
        );
        self.next_ply += self.ply_step;
        Ok(())
    }

    /// Applies a frame from the server and checks its moves against `moves`.
    ///
    /// # Errors
    /// If the message is unexpected or a refusal, or the server closes the connection.
    pub fn handle_frame(&mut self, frame: &[u8], moves: &[GameMove]) -> anyhow::Result<()> {
        if LIST.iter().any(|tag| frame.starts_with(tag)) {
            return Ok(());
        }
        let message = wire::decode(frame)?;
        if self.travels {
            if let ServerMessage::Door(DoorMessage::HallAddress { address, .. }) = &message {
                self.hall_address = address.as_ref().and_then(|address| address.to_string().parse().ok());
                return Ok(());
            }
            if matches!(message, ServerMessage::Door(DoorMessage::Paused | DoorMessage::Unpaused)) {
                return Ok(());
            }
            if matches!(message, ServerMessage::Refused { .. }) {
                return Err(if self.joined { Refused.into() } else { Elsewhere.into() });
            }
        }
        self.handle_message(message, moves)
    }

    fn handle_message(&mut self, message: ServerMessage, moves: &[GameMove]) -> anyhow::Result<()> {
        if let ServerMessage::Table { game, message: TableMessage::Events { first, events } } = message {
            if first == 0 {
                self.start_game(game, &events)?;
            }
            ensure!(self.game == Some(game), "received events of another game");
            ensure!(self.next == first, "received event {first} instead of {}", self.next);
            for event in &events {
                self.apply(event, moves)?;
            }
        } else if let ServerMessage::Door(DoorMessage::Joined { player, token, .. }) = message {
            (self.id, self.token, self.joined) = (player, token, true);
        } else if let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) = message {
            self.challenge = Some(challenge.id);
        } else if let ServerMessage::Door(DoorMessage::Pong { nonce }) = message {
            self.caught_up |= nonce == CAUGHT_UP_NONCE;
        } else if let ServerMessage::Door(DoorMessage::Closing { reason }) = message {
            return Err(Closed(reason).into());
        } else {
            let is_expected = matches!(
                message,
                ServerMessage::Table { message: TableMessage::Tick(_) | TableMessage::Spectators { .. }, .. }
                    | ServerMessage::Lobby(
                        LobbyMessage::ChallengeClosed { .. }
                            | LobbyMessage::Players { .. }
                            | LobbyMessage::Presence(_)
                    )
                    | ServerMessage::Account(AccountMessage::Preferences { .. })
            );
            ensure!(is_expected, "received unexpected {message:?}");
        }
        Ok(())
    }

    fn start_game(&mut self, game: GameId, events: &[Event]) -> anyhow::Result<()> {
        let Some(Event::Started(beginning)) = events.first() else {
            bail!("the first event is not the start of a game")
        };
        self.color = if beginning.seats.red.player == self.id { Color::Red } else { Color::Black };
        ensure!(beginning.seats[self.color].player == self.id, "the game belongs to other players");
        (self.game, self.next, self.next_ply, self.ended) = (Some(game), 0, 0, false);
        Ok(())
    }

    fn apply(&mut self, event: &Event, moves: &[GameMove]) -> anyhow::Result<()> {
        if let Event::Played { by, mv, .. } = event {
            let expected = (Color::ALL[self.next_ply % 2], moves.get(self.next_ply));
            ensure!(expected == (*by, Some(mv)), "received {by:?} {mv:?} as ply {}", self.next_ply);
            self.next_ply += 1;
        } else if let Event::Ended { .. } = event {
            self.ended = true;
        } else if let Event::OfferClosed { .. } | Event::TakenBack { .. } | Event::Luzhanqi { .. } = event {
            bail!("received unexpected {event:?}");
        }
        self.next += 1;
        Ok(())
    }
}

/// Makes the request that plays ply `ply` of `moves`, repeated cyclically.
#[must_use]
pub fn play_request(game: GameId, ply: usize, moves: &[GameMove]) -> Request {
    let mv = moves[ply % moves.len()];
    #[expect(
        clippy::cast_possible_truncation,
        reason = "on the baseline the ply number may wrap, because only the length matters"
    )]
    Request {
        number: ply as u32,
        message: TableRequest::Play { ply: ply as u16, mv, premove: false }.at(game),
    }
}

/// The terms of every game: the challenger plays red, with clocks too long to run out.
#[must_use]
pub fn terms() -> Terms {
    let time = TimeControl { game_ms: 12 * 60 * 60_000, move_ms: 60 * 60_000, ..TimeControl::UNTIMED };
    Terms { color: ColorChoice::Red, challenger_time: time, opponent_time: time, ..Terms::default() }
}

/// The length of the server's frame for a move in the middle of a game.
#[must_use]
pub fn played_event_bytes(mv: GameMove) -> usize {
    let mut clock = Clock::new(terms().times(Color::Red));
    clock.start_turn(Color::Red, Timestamp::from_ms(0));
    let clocks = clock.reading(Timestamp::from_ms(1));
    let events = vec![Event::Played { by: Color::Red, mv, clocks }];
    let message = TableMessage::Events { first: 100, events }.at(BASELINE_GAME);
    wire::encode(&message).expect("a message of one event fits into a frame").len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_frames_are_player_lists() {
        let messages = [
            LobbyMessage::Players { players: Vec::new(), first: true },
            LobbyMessage::Presence(Vec::new()),
            LobbyMessage::Page { skipped: 0, matching: 0 },
            LobbyMessage::PageChanges(Vec::new()),
            LobbyMessage::Totals { online: 0, away: 0, games: 0 },
        ];
        for (message, tag) in messages.into_iter().zip(LIST) {
            assert!(wire::encode(&ServerMessage::Lobby(message)).unwrap().starts_with(&tag));
        }
    }
}
