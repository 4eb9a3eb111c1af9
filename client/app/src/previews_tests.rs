//! Tests of the boards in the lobby, and of an empty lobby.

use super::testing::*;
use chuhe_model::actions::action::{Action, LobbyAction, LobbyTab};
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_protocol::limits::PREVIEWED_GAMES;
use chuhe_protocol::{
    Activity, ClientMessage, DoorMessage, GameId, GameKind, LobbyMessage, LobbyRequest, Player, PlayerId,
    Preview, PreviewBoard, Refusal, ServerMessage, Visitor,
};
use chuhe_rules::xiangqi::Position;

/// A client in a lobby where this many games run, on the tab with their boards.
pub(crate) fn beside_games(games: u64) -> World {
    let mut world = World::in_lobby();
    let mut players = vec![player(ME, "楚河客")];
    for n in 0..games {
        for [id, opponent] in [[0, 1], [1, 0]].map(|pair| pair.map(|seat| PlayerId(100 + 2 * n + seat))) {
            let activity = Activity::Playing { game: GameId(50 + n), opponent, kind: GameKind::Xiangqi };
            players.push(Player { activity, ..player(id, &format!("P{n}-{}", id.0 % 2)) });
        }
    }
    world.receive(LobbyMessage::Players { players, first: true });
    world.effects.clear();
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Watch)));
    world
}

pub(crate) fn preview(game: u64) -> ServerMessage {
    let board = PreviewBoard::Xiangqi { fen: Position::start().fen(), last: None };
    ServerMessage::Lobby(LobbyMessage::Preview(Box::new(Preview {
        game: GameId(game),
        plies: 7,
        outcome: None,
        board,
        clocks: None,
    })))
}

fn chosen(world: &mut World) -> Vec<Vec<u64>> {
    let games = |message| {
        let ClientMessage::Lobby(LobbyRequest::PreviewGames { games }) = message else { return None };
        Some(games.into_iter().map(|game| game.0).collect())
    };
    world.take_sent().into_iter().filter_map(games).collect()
}

#[test]
fn the_client_asks_for_the_boards_on_the_screen_only() {
    let mut world = beside_games(8);
    assert_eq!(chosen(&mut world), [(50..50 + PREVIEWED_GAMES as u64).collect::<Vec<_>>()]);
    world.receive(preview(50));
    assert!(world.app.sessions.visit().unwrap().lobby.previews.board(GameId(50)).is_some());
    assert_eq!(chosen(&mut world), [[0; 0]; 0]);
    world.act(Action::Lobby(LobbyAction::NextBoards));
    assert_eq!(chosen(&mut world), [[56, 57]]);
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Players)));
    assert_eq!(chosen(&mut world), [[0; 0]]);
}

#[test]
fn a_refused_preview_shows_no_notice() {
    let mut world = beside_games(1);
    let request = world.last_request();
    world.take_sent();
    world.receive(ServerMessage::Refused { request, reason: Refusal::CannotWatch });
    assert_eq!(world.notice(), None);
    assert_eq!(chosen(&mut world), [[0; 0]; 0], "the client does not repeat it at once");
    assert!(world.app.next_wakeup(world.now).is_some_and(|at| at <= world.now.plus_ms(2_000)));
    world.wait(2_000);
    assert_eq!(chosen(&mut world), [[50]]);
    world.wait(2_000);
    assert_eq!(chosen(&mut world), [[0; 0]; 0]);
}

#[test]
fn a_paused_server_is_asked_for_boards_once_it_resumes() {
    let mut world = beside_games(1);
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Players)));
    world.take_sent();
    world.receive(DoorMessage::Paused);
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Watch)));
    world.wait(5_000);
    assert_eq!(chosen(&mut world), [[0; 0]; 0]);
    world.receive(DoorMessage::Unpaused);
    world.wait(5_000);
    assert_eq!(chosen(&mut world), [[50]]);
}

#[test]
fn boards_stay_while_the_connection_is_lost() {
    let mut world = beside_games(1);
    world.receive(preview(50));
    let has_board =
        |world: &World| world.app.sessions.visit().unwrap().lobby.previews.board(GameId(50)).is_some();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(100);
    assert!(has_board(&world));
    world.wait(400);
    world.network(NetworkEvent::Connected);
    world.joined(true);
    assert!(!has_board(&world), "the server sends it again");
}

#[test]
fn boards_are_chosen_again_on_a_new_connection() {
    let mut world = beside_games(1);
    assert_eq!(chosen(&mut world), [[50]]);
    world.effects.clear();
    world.reconnect();
    world.joined(true);
    assert_eq!(chosen(&mut world), [[0; 0]; 0], "the list has not arrived");
    let activity = Activity::Playing { game: GameId(50), opponent: OTHER, kind: GameKind::Xiangqi };
    let players = vec![player(ME, "楚河客"), Player { activity, ..player(OTHER, "云中鹤") }];
    world.receive(LobbyMessage::Players { players, first: true });
    assert_eq!(chosen(&mut world), [[50]]);
}

#[test]
fn an_empty_lobby_asks_once_who_was_here_last() {
    let mut world = World::in_lobby();
    world.receive(LobbyMessage::Presence(vec![chuhe_protocol::PresenceChange::Gone(OTHER)]));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::ListVisitors)]);
    let visitor = |name_of: &str, seen_ago_s| Visitor { name: name(name_of), seen_ago_s };
    world.receive(LobbyMessage::Visitors { visitors: vec![visitor("云中鹤", 1), visitor("Bo", 7_200)] });
    world.wait(60_000);
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    let seen: Vec<(&str, u64)> = lobby.visitors(world.now).collect();
    assert_eq!(seen, [("云中鹤", 61), ("Bo", 7_260)]);
    assert_eq!(
        world
            .take_sent()
            .iter()
            .filter(|sent| **sent == ClientMessage::Lobby(LobbyRequest::ListVisitors))
            .count(),
        0
    );
}
