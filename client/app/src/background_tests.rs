//! Tests of playing the computer while the user is in the lobby of a server.

use super::testing::background::*;
use super::testing::*;
use super::*;
use crate::testing::games::{in_list, page};
use chuhe_model::actions::action::{Action, GamesAction, JoinAction, LobbyAction, LobbyTab, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::sound::Sound;
use chuhe_model::exchange::effect::{ConnectionEffect, WindowEffect};
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::testing::summary;
use chuhe_protocol::{
    Activity, ArchiveRequest, ChallengeEnd, ChallengeId, ClientMessage, DoorMessage, DoorRequest,
    Event as GameEvent, GameId, GameKind, LobbyMessage, LobbyRequest, PlayerId, TableMessage, TableRequest,
    WatchEnd,
};
use chuhe_rules::{Color, Outcome, WinReason};

impl World {
    fn move_piece(&mut self, from: &str, to: &str) {
        self.click(from);
        self.click(to);
        self.wait(1_000);
    }

    fn plays_computer(&self) -> bool {
        self.app.sessions.local().is_some() && self.app.screen() == Screen::Table
    }
}

#[test]
fn the_user_stays_on_the_server_while_they_play_the_computer() {
    let mut world = playing_meanwhile();
    assert!(world.plays_computer());
    world.move_piece("h2", "e2");
    assert_eq!(world.table().game().ply(), 1);
    assert!(!world.effects.contains(&ConnectionEffect::Disconnect.into()));
    assert_eq!(world.take_sent(), [], "nothing of the game goes to the server");
    world.wait(15_000);
    assert!(
        matches!(world.take_sent()[..], [ClientMessage::Door(DoorRequest::Ping { .. })]),
        "the connection is kept alive"
    );
    world.receive(LobbyMessage::Players { players: vec![player(PlayerId(9), "Cy")], first: false });
    world.act(Action::Start(StartAction::Leave));
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert_eq!(world.app.sessions.visit().unwrap().lobby.counts(), [3, 0], "the list is up to date");
    world.act(Action::Start(StartAction::PlayComputer));
    assert_eq!((world.plays_computer(), world.table().game().ply()), (true, 1), "the game goes on");
}

#[test]
fn a_challenge_reaches_the_user_at_the_board_of_the_computer() {
    let mut world = playing_meanwhile();
    world.sounds.clear();
    world.calls.clear();
    challenged(&mut world, 5);
    assert_eq!(world.sounds, [Sound::Challenge]);
    assert_eq!(world.calls, ["云中鹤 向你挑战"]);
    assert_eq!(world.app.title(), "● 云中鹤 向你挑战");
    assert!(world.plays_computer());
    world.effects.clear();
    world.act(Action::Lobby(LobbyAction::Accept(ChallengeId(5))));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(5) })]
    );
    let how = ChallengeEnd::Accepted(GAME);
    world.receive(LobbyMessage::ChallengeClosed { challenge: ChallengeId(5), how });
    world.receive_event(started(ME, OTHER));
    assert!(world.app.sessions.local().is_none() && !world.app.sessions.has_background_server());
    assert_eq!((world.app.screen(), world.table().game().id()), (Screen::Table, GAME));
    world.move_piece("h2", "e2");
    assert_eq!(world.take_sent(), [play("h2e2", 0)], "moves go to the server again");
}

#[test]
fn a_declined_challenge_leaves_the_game_of_the_computer_on_the_screen() {
    let mut world = playing_meanwhile();
    challenged(&mut world, 5);
    let reason = chuhe_protocol::DeclineReason::Unspecified;
    world.effects.clear();
    world.act(Action::Lobby(LobbyAction::Decline(ChallengeId(5), reason)));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::DeclineChallenge { challenge: ChallengeId(5), reason })]
    );
    world.receive(LobbyMessage::ChallengeClosed {
        challenge: ChallengeId(5),
        how: ChallengeEnd::Declined(reason),
    });
    assert!(world.plays_computer() && world.app.sessions.challenge_at_board().is_none());
}

#[test]
fn the_game_of_the_computer_waits_while_the_user_plays_on_the_server() {
    let mut world = playing_meanwhile();
    world.move_piece("h2", "e2");
    let local = world.table().game().id();
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.sessions.left_game().map(|(_, table)| table.game().id()), Some(local));
    assert!(world.app.desk.settings.unfinished_game.is_some(), "it is on disk");
    assert_ne!(local, GAME);
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    assert_eq!(world.app.screen(), Screen::Lobby);
    world.act(Action::Start(StartAction::PlayComputer));
    assert_eq!((world.table().game().id(), world.table().game().ply()), (local, 1));
}

#[test]
fn a_lost_server_reconnects_in_the_background_without_a_notice() {
    let mut world = playing_meanwhile();
    challenged(&mut world, 5);
    world.sounds.clear();
    world.effects.clear();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert!(
        world.plays_computer() && !world.app.sessions.is_cut_off() && world.app.sessions.link().is_joined()
    );
    assert!(!world.app.sessions.server_link().is_joined());
    world.move_piece("h2", "e2");
    assert!(world.connects());
    world.network(NetworkEvent::Connected);
    world.joined(true);
    challenged(&mut world, 5);
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert!(world.app.sessions.server_link().is_joined() && world.plays_computer());
    assert_eq!(world.notice(), None);
    assert!(!world.sounds.contains(&Sound::Challenge), "the same challenge sounds once");
    assert_eq!(world.table().game().ply(), 1);
}

#[test]
fn a_game_that_is_over_gives_the_lobby_back() {
    let mut world = playing_meanwhile();
    world.press(TableAction::Abort);
    assert!(world.table().game().is_over());
    world.press(TableAction::Leave);
    assert_eq!((world.app.screen(), world.app.sessions.left_game().is_none()), (Screen::Lobby, true));
    assert!(world.app.sessions.link().is_joined());
}

#[test]
fn the_boards_of_the_lobby_end_while_the_user_plays_the_computer() {
    let mut world = World::in_lobby();
    let mut busy = player(PlayerId(9), "Cy");
    let (game, kind) = (GameId(3), GameKind::Xiangqi);
    busy.activity = Activity::Playing { game, opponent: PlayerId(8), kind };
    world.receive(LobbyMessage::Players { players: vec![busy], first: false });
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Watch)));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::PreviewGames { games: vec![game] })]);
    world.wait(2_000);
    world.effects.clear();
    world.act(Action::Start(StartAction::PlayComputer));
    world.wait(2_000);
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::PreviewGames { games: Vec::new() })]);
}

#[test]
fn closing_the_window_leaves_the_server_in_the_background() {
    let mut world = playing_meanwhile();
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&WindowEffect::Quit.into()));
    assert_eq!(world.take_sent(), [ClientMessage::Door(DoorRequest::Quit)]);
}

#[test]
fn a_user_who_leaves_the_server_at_the_board_comes_back_to_the_first_screen() {
    let mut world = playing_meanwhile();
    world.act(Action::Join(JoinAction::Leave));
    assert!(world.plays_computer());
    world.leave_after("h2e2");
    assert_eq!((world.app.screen(), world.app.sessions.left_game().is_some()), (Screen::Join, true));
}

#[test]
fn a_game_of_the_list_that_arrives_late_leaves_the_game_of_the_computer_on_the_screen() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    world.act(Action::Start(StartAction::PlayComputer));
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let events = vec![started(OTHER, ME), GameEvent::Ended { outcome, clocks: reading(None) }];
    world.receive(page(0, events, false));
    assert!(world.plays_computer());
    world.act(Action::Start(StartAction::Leave));
    assert_eq!(world.app.screen(), Screen::Lobby);
    world.effects.clear();
    world.act(Action::Games(GamesAction::Open(GAME)));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GAME, from: 0 })],
        "it opens again"
    );
}

#[test]
fn a_request_to_watch_is_taken_back_by_a_user_who_plays_the_computer() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Watch(GAME)));
    world.effects.clear();
    world.act(Action::Start(StartAction::PlayComputer));
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Unwatch }]);
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(GAME));
    let events = vec![started(OTHER, PlayerId(3))];
    world.receive(TableMessage::Snapshot { next: 1, events, first: true, last: true }.at(GAME));
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Left }.at(GAME));
    assert!(world.plays_computer());
    world.act(Action::Start(StartAction::Leave));
    assert_eq!(world.app.screen(), Screen::Lobby);
    world.act(Action::Lobby(LobbyAction::Watch(GAME)));
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(GAME));
    assert_eq!(world.app.sessions.visit().unwrap().watch.game.map(|watch| watch.game), Some(GAME));
}
