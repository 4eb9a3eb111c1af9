//! Computer players in the lobby of a real server.

use crate::client::{Client, Running};
use crate::ops::metric;
use chuhe_protocol::{
    ChallengeEnd, ColorChoice, Event, GameId, GameTerms, LobbyMessage, LobbyRequest, Player, PlayerId,
    PresenceChange, ServerMessage, TableMessage, TableRequest, TakebackPolicy, Terms,
};
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_rules::{Color, GameMove};
use std::collections::BTreeMap;

/// Waits until as many computer players are listed; returns them by level.
async fn computers(client: &mut Client, count: usize) -> BTreeMap<u8, PlayerId> {
    let mut found = BTreeMap::new();
    let mut add = |player: Player| {
        if let Some(level) = player.computer_level {
            found.insert(level, player.id);
        }
        (found.len() == count).then(|| found.clone())
    };
    client
        .until(|message| match message {
            ServerMessage::Lobby(LobbyMessage::Players { players, .. }) => {
                players.into_iter().find_map(&mut add)
            }
            ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
                changes.into_iter().find_map(|change| match change {
                    PresenceChange::Here(player) => add(player),
                    PresenceChange::Gone(_) => None,
                })
            }
            _ => None,
        })
        .await
}

async fn challenge(client: &mut Client, opponent: PlayerId, terms: Terms) -> GameId {
    client.send(LobbyRequest::Challenge { opponent, terms }).await;
    client
        .until(|message| match message {
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
                how: ChallengeEnd::Accepted(game), ..
            }) => Some(game),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn computer_players_accept_challenges_and_move() {
    let server = Running::start(|config| {
        config.bots = 2;
        config.ops = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    let computers = computers(&mut bo, 2).await;
    assert_eq!(computers.keys().copied().collect::<Vec<_>>(), [3, 8], "the levels are spread");
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    let game = challenge(&mut bo, computers[&3], terms).await;
    let mv = GameMove::Xiangqi("h2e2".parse().expect("a move"));
    bo.send(TableRequest::Play { ply: 0, mv, premove: false }.at(game)).await;
    let answered = |message: ServerMessage| match message {
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
            events.into_iter().find(|event| matches!(event, Event::Played { by: Color::Black, .. }))
        }
        _ => None,
    };
    bo.until(answered).await;
    let ops = server.ops.expect("an address");
    assert!(metric(ops, "chuhe_thinking_seconds_count").await >= 1.0);
    bo.send(TableRequest::Resign.at(game)).await;
    bo.send(TableRequest::Leave.at(game)).await;
    // the computer player leaves with its opponent, and is free again
    bo.until(|message| match message {
        ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
            changes.into_iter().find(|change| match change {
                PresenceChange::Here(player) => {
                    player.id == computers[&3] && player.activity == chuhe_protocol::Activity::Idle
                }
                PresenceChange::Gone(_) => false,
            })
        }
        _ => None,
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn a_computer_player_sets_up_luzhanqi() {
    let server = Running::start(|config| config.bots = 1).await;
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    let computers = computers(&mut bo, 1).await;
    let game = GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() };
    let terms = Terms { game, takeback: TakebackPolicy::Off, ..Terms::default() };
    challenge(&mut bo, computers[&6], terms).await;
    bo.until(|message| match message {
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
            events.into_iter().find_map(|event| match event {
                Event::Luzhanqi { seen, .. } => {
                    matches!(*seen, chuhe_rules::luzhanqi::EventView::Confirmed { .. }).then_some(())
                }
                _ => None,
            })
        }
        _ => None,
    })
    .await;
    server.stop().await;
}
