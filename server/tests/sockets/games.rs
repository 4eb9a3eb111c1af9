//! Whole games, from the greeting to the close.

use crate::client::{Client, Running};
use chuhe_hub::{Limits, Rate};
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, CloseReason, ColorChoice, DoorMessage, Event, GameFilter, GameId,
    LobbyMessage, LobbyRequest, ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, GameMove, Outcome, WinReason};
use chuhe_server::shell::server::Config;

const MATE: [&str; 5] = ["b2c2", "f9e8", "c2c6", "b7c7", "c6c9"];

#[tokio::test]
async fn game_is_played_to_checkmate_before_the_server_stops() {
    let (server, clients) = play_to_checkmate(|_| {}).await;
    server.stop().await;
    for mut client in clients {
        let closing = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown });
        assert_eq!(client.read_to_end().await, Some(closing));
    }
}

#[tokio::test]
async fn game_is_played_with_every_limit_at_its_lowest() {
    let lowest = Limits::lowest();
    let defaults = Limits::default();
    // the lowest counts in the default periods are the hardest
    let strict = Limits {
        connection_requests: Rate {
            within_ms: defaults.connection_requests.within_ms,
            ..lowest.connection_requests
        },
        connection_entries: Rate {
            within_ms: defaults.connection_entries.within_ms,
            ..lowest.connection_entries
        },
        player_challenges: Rate {
            within_ms: defaults.player_challenges.within_ms,
            ..lowest.player_challenges
        },
        address_requests: Rate { within_ms: defaults.address_requests.within_ms, ..lowest.address_requests },
        address_entries: Rate { within_ms: defaults.address_entries.within_ms, ..lowest.address_entries },
        address_challenges: Rate {
            within_ms: defaults.address_challenges.within_ms,
            ..lowest.address_challenges
        },
        ..lowest.clone()
    };
    for limits in [lowest, strict] {
        let (server, _clients) = play_to_checkmate(|config| config.limits = limits).await;
        server.stop().await;
    }
}

/// Plays a game to checkmate; returns the server and the players.
async fn play_to_checkmate(change: impl FnOnce(&mut Config)) -> (Running, [Client; 2]) {
    let server = Running::start(change).await;
    let (mut bo, mut an) = (Client::connect(server.address).await, Client::connect(server.address).await);
    play_between((&mut bo, "Bo"), (&mut an, "An")).await;
    (server, [bo, an])
}

/// Lets two clients join under these names and play a game to checkmate.
pub(crate) async fn play_between((bo, red): (&mut Client, &str), (an, black): (&mut Client, &str)) -> GameId {
    bo.join(red).await;
    an.join(black).await;
    play_to_mate(bo, an, Terms::default()).await
}

/// Lets the first of two players mate the other as red.
pub(crate) async fn play_to_mate(bo: &mut Client, an: &mut Client, terms: Terms) -> GameId {
    let terms = Terms { color: ColorChoice::Red, ..terms };
    bo.send(LobbyRequest::Challenge { opponent: an.player, terms }).await;
    let challenge = an
        .until(|message| match message {
            ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
            _ => None,
        })
        .await;
    an.send(LobbyRequest::AcceptChallenge { challenge }).await;
    let mut events = Vec::new();
    for (n, text) in MATE.iter().enumerate() {
        let game = next_events(bo, &mut events).await;
        assert_eq!(next_events(an, &mut Vec::new()).await, game);
        let mover = if n % 2 == 0 { &mut *bo } else { &mut *an };
        let mv = GameMove::Xiangqi(text.parse().expect("a move"));
        mover
            .send(
                TableRequest::Play { ply: u16::try_from(n).expect("the count is small"), mv, premove: false }
                    .at(game),
            )
            .await;
    }
    next_events(an, &mut Vec::new()).await;
    let game = next_events(bo, &mut events).await;
    assert_eq!(events.len(), 1 + MATE.len() + 1);
    let Some(Event::Ended { outcome, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(*outcome, Outcome::won(Color::Red, WinReason::Checkmate));
    game
}

/// Reads the next events and appends them to `all`; returns their game.
async fn next_events(client: &mut Client, all: &mut Vec<Event>) -> GameId {
    client
        .until(|message| match message {
            ServerMessage::Table { game, message: TableMessage::Events { events, .. } } => {
                all.extend(events);
                Some(game)
            }
            _ => None,
        })
        .await
}

#[tokio::test]
async fn shutdown_aborts_a_running_game_and_notifies_the_players() {
    let server = Running::start(|_| {}).await;
    let (mut bo, mut an) = (Client::connect(server.address).await, Client::connect(server.address).await);
    bo.join("Bo").await;
    an.join("An").await;
    bo.send(LobbyRequest::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.send(LobbyRequest::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    next_events(&mut bo, &mut Vec::new()).await;
    server.stop().await;
    let mut events = Vec::new();
    next_events(&mut bo, &mut events).await;
    assert!(matches!(events[..], [Event::Ended { outcome: Outcome::Aborted(_), .. }]), "{events:?}");
    assert!(matches!(bo.read_to_end().await, Some(ServerMessage::Door(DoorMessage::Closing { .. }))));
}

#[tokio::test]
async fn finished_game_is_found_by_a_position_of_its_opening() {
    let (server, [mut bo, _an]) = play_to_checkmate(|_| {}).await;
    let mut position = Position::start();
    position.play(MATE[0].parse().expect("a move")).expect("a legal move");
    for (opponent, count) in [("AN", 1), ("Bo", 0)] {
        let position = Some(position.fen());
        let filter = GameFilter { opponent: opponent.into(), position, ..GameFilter::default() };
        bo.send(ArchiveRequest::FindGames { filter, before: None }).await;
        let found = bo
            .until(|message| match message {
                ServerMessage::Archive(ArchiveMessage::FoundGames { games, next: None }) => Some(games.len()),
                _ => None,
            })
            .await;
        assert_eq!(found, count, "{opponent}");
    }
    server.stop().await;
}
