//! Tests of the recent opponents and of the card of a player, without a window.

use super::testing::past_games::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, GamesAction, LobbyAction, LobbyTab, TableAction};
use chuhe_model::lobby::past_games::Loading;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ClientMessage, ColorChoice, Event as GameEvent, GameFilter, GameId,
    LobbyMessage, LobbyRequest, Refusal, ServerMessage, Terms,
};
use chuhe_rules::{Color, Outcome, WinReason};

fn recent(world: &World) -> Vec<(u64, bool)> {
    let visit = world.app.sessions.visit().unwrap();
    let opponents = visit.games.past.opponents(ME, &visit.lobby);
    opponents.iter().map(|opponent| (opponent.last.game.0, opponent.is_online)).collect()
}

#[test]
fn a_user_who_comes_back_sees_their_recent_opponents() {
    assert_eq!(recent(&back_in_lobby(vec![summary(9), summary(3)])), [(9, true)]);
    assert_eq!(recent(&World::in_lobby()), [], "a new guest has none");
}

#[test]
fn a_finished_game_makes_its_opponent_the_latest() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    world.receive(LobbyMessage::Players { players: vec![player(OTHER, "云中鹤")], first: true });
    assert_eq!(recent(&world), [(GAME.0, true)]);
}

#[test]
fn a_rematch_is_offered_on_the_terms_of_the_game_with_the_other_colour() {
    let mut world = back_in_lobby(vec![summary(9)]);
    world.act(Action::Lobby(LobbyAction::Rematch(OTHER, GameId(9))));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GameId(9), from: 0 })]
    );
    let (events, at_ms) = (vec![started(ME, OTHER)], vec![0]);
    world.receive(ArchiveMessage::FinishedGame {
        game: GameId(9),
        first: 0,
        events,
        at_ms,
        more: true,
        correction: None,
    });
    let terms = Terms { color: ColorChoice::Black, ..Terms::default() };
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::Challenge { opponent: OTHER, terms })]);
    assert_eq!(world.app.screen(), Screen::Lobby, "the game itself is not shown");
}

#[test]
fn a_refused_rematch_is_told() {
    let mut world = back_in_lobby(vec![summary(9)]);
    world.act(Action::Lobby(LobbyAction::Rematch(OTHER, GameId(9))));
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::NoSuchGame });
    assert_eq!(world.notice(), Some(&Notice::Refused(Refusal::NoSuchGame)));
}

#[test]
fn a_refused_score_is_told_on_the_card_only() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::RequestPending });
    assert_eq!(world.notice(), None);
    assert_eq!(world.app.sessions.visit().unwrap().games.past.card().unwrap().state(), Loading::Failed);
}

#[test]
fn the_card_requests_the_games_with_its_player_and_opens_one() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    let filter = GameFilter { opponent: "云中鹤".into(), ..GameFilter::default() };
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FindGames { filter, before: None })]
    );
    world.receive(ArchiveMessage::FoundGames { games: vec![summary(9)], next: None });
    let card = world.app.sessions.visit().unwrap().games.past.card().unwrap();
    assert_eq!((card.games().len(), card.score(ME).won), (1, 1));
    world.act(Action::Games(GamesAction::Open(GameId(9))));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GameId(9), from: 0 })]
    );
    assert!(world.app.sessions.visit().unwrap().games.past.card().is_none());
}

#[test]
fn the_list_of_games_waits_for_the_answer_to_the_card() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    world.act(Action::Lobby(LobbyAction::CloseCard));
    world.take_sent();
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    assert_eq!(world.take_sent(), []);
    assert!(world.app.sessions.visit().unwrap().games.list.is_loading());
    world.receive(ArchiveMessage::FoundGames { games: vec![summary(9)], next: None });
    assert_eq!(world.take_sent(), [ClientMessage::Archive(ArchiveRequest::ListGames { before: None })]);
    world.receive(ArchiveMessage::Games { games: vec![summary(9), summary(8)], more: false });
    assert_eq!(world.app.sessions.visit().unwrap().games.list.rows().len(), 2);
}
