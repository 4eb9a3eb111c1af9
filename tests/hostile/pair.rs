//! Two clients that keep playing, and the latency of their moves.

use crate::client::Client;
use crate::long_game::long_game;
use chuhe_protocol::{
    ColorChoice, Event, GameId, LobbyMessage, LobbyRequest, ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{Color, GameMove};
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The plies of a game: more than a pair plays in all phases together.
const PLIES: usize = 2_000;

/// The moves of a game that ends only when a player ends it.
static MOVES: LazyLock<Vec<String>> = LazyLock::new(|| long_game(&[], PLIES));

/// The pause between two moves.
const PACE: Duration = Duration::from_millis(100);

pub(super) struct Pair {
    /// Red, then black.
    players: [Client; 2],
    game: GameId,
    ply: u16,
}

impl Pair {
    pub(super) async fn begin(server: SocketAddr, n: usize) -> Self {
        let mut red = Client::connect(server).await;
        red.join(&format!("red{n}")).await;
        let mut black = Client::connect(server).await;
        black.join(&format!("black{n}")).await;
        let terms = Terms {
            color: ColorChoice::Red,
            challenger_time: TimeControl::UNTIMED,
            opponent_time: TimeControl::UNTIMED,
            ..Terms::default()
        };
        red.send(LobbyRequest::Challenge { opponent: black.player, terms }).await;
        let challenge = black
            .until(|message| match message {
                ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
                _ => None,
            })
            .await;
        black.send(LobbyRequest::AcceptChallenge { challenge }).await;
        let begun = |message| match message {
            ServerMessage::Table { game, message: TableMessage::Events { first: 0, .. } } => Some(game),
            _ => None,
        };
        let game = red.until(begun).await;
        black.until(begun).await;
        Self { players: [red, black], game, ply: 0 }
    }

    /// Plays a move; returns the time until the opponent receives it.
    pub(super) async fn play(&mut self) -> Duration {
        let mover = usize::from(self.ply % 2);
        let mv = GameMove::Xiangqi(MOVES[usize::from(self.ply)].parse().expect("a move"));
        let (game, ply, by) = (self.game, self.ply, Color::ALL[mover]);
        let begun = Instant::now();
        self.players[mover].send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
        let played = |message| match message {
            ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => events
                .iter()
                .any(|event| matches!(event, Event::Played { by: b, .. } if *b == by))
                .then_some(()),
            _ => None,
        };
        self.players[1 - mover].until(played).await;
        let took = begun.elapsed();
        self.players[mover].until(played).await;
        self.ply += 1;
        took
    }

    /// Plays a move after a pause, so that the pair stays below the flood limit.
    pub(super) async fn play_paced(&mut self) -> Duration {
        tokio::time::sleep(PACE).await;
        self.play().await
    }

    /// Ends the game, and waits until both received the end.
    pub(super) async fn end(mut self) {
        let game = self.game;
        let end = match self.ply {
            0 | 1 => TableRequest::Abort.at(game),
            _ => TableRequest::Resign.at(game),
        };
        self.players[0].send(end).await;
        for player in &mut self.players {
            player
                .until(|message| match message {
                    ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
                        events.iter().any(|event| matches!(event, Event::Ended { .. })).then_some(())
                    }
                    _ => None,
                })
                .await;
        }
    }
}
