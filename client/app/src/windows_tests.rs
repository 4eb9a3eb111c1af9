//! Tests of several windows, or tabs of the page, that share the settings.

use super::testing::{ME, OTHER, TOKEN, World, name, played, reading, started};
use chuhe_model::actions::action::{Action, JoinAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_model::exchange::servers::{Playing, RecentServer, SavedSeat};
use chuhe_protocol::{
    ClientMessage, CloseReason, DoorMessage, DoorRequest, Event as GameEvent, SessionToken,
};
use chuhe_rules::{Color, Outcome, WinReason};

const NEWER: SessionToken = SessionToken([9; 16]);
const NEWEST: SessionToken = SessionToken([10; 16]);

/// What another window keeps when it has joined with the session of this one.
fn seats(world: &World, token: SessionToken) -> Vec<SavedSeat> {
    let server = world.app.sessions.link().server().expect("the client has joined").clone();
    vec![SavedSeat { server, token }]
}

fn playing(server: RecentServer) -> Playing {
    Playing { server, is_hosted: false }
}

impl World {
    /// Another window resumes the session of this one.
    fn displaced(&mut self, token: SessionToken) {
        let seats = seats(self, token);
        self.receive(DoorMessage::Closing { reason: CloseReason::Superseded });
        self.network(NetworkEvent::Closed(Closed::ByServer));
        self.update(Event::Seats(seats));
    }

    /// Connects, and returns the token with which the client resumes.
    fn resumes_with(&mut self) -> Option<SessionToken> {
        self.effects.clear();
        self.network(NetworkEvent::Connected);
        self.take_sent().into_iter().find_map(|sent| {
            if let ClientMessage::Door(DoorRequest::Resume { token, .. }) = sent { Some(token) } else { None }
        })
    }

    fn joined_with(&mut self, token: SessionToken) {
        let (player, name) = (ME, name("楚河客"));
        self.receive(DoorMessage::Joined {
            player,
            name,
            token,
            resumed: true,
            registered: false,
            hall: None,
        });
    }
}

#[test]
fn a_displaced_tab_knows_that_another_tab_plays_and_takes_the_game_over() {
    let mut world = World::at_board(Color::Red).speaks(Lang::En);
    world.app.desk.environment.surface = Surface::Page { server: PageServer::Answers };
    for token in [NEWER, NEWEST, NEWER] {
        world.displaced(token);
        assert!(world.app.sessions.plays_in_another_window());
        let superseded = OfflineReason::Closed(CloseReason::Superseded);
        assert_eq!(world.app.sessions.link().status(), Status::Off(Some(superseded)));
        world.act(Action::Join(JoinAction::Retry));
        assert_eq!(world.resumes_with(), Some(token), "the newest token, not that of this tab");
        world.joined_with(TOKEN);
        assert!(!world.app.sessions.plays_in_another_window() && world.app.sessions.link().is_joined());
        assert_eq!(world.table().game().seat(), Some(Color::Red), "at the same board");
    }
}

#[test]
fn a_user_who_joined_from_another_machine_has_no_other_window() {
    let mut world = World::at_board(Color::Red).speaks(Lang::En);
    world.receive(DoorMessage::Closing { reason: CloseReason::Superseded });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert!(world.app.sessions.is_superseded() && !world.app.sessions.plays_in_another_window());
}

#[test]
fn a_tab_that_lost_its_connection_does_not_take_the_game_from_another_by_itself() {
    let mut world = World::at_board(Color::Red);
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert!(matches!(world.app.sessions.link().status(), Status::Lost { .. }));
    let seats = seats(&world, NEWER);
    world.update(Event::Seats(seats));
    assert!(world.app.sessions.plays_in_another_window());
    world.effects.clear();
    world.wait(60_000);
    assert!(!world.connects());
    world.act(Action::Join(JoinAction::Retry));
    assert_eq!(world.resumes_with(), Some(NEWER));
}

#[test]
fn a_tab_that_is_displaced_without_a_word_does_not_take_the_game_back() {
    let mut world = World::at_board(Color::Red);
    let seats = seats(&world, NEWER);
    world.update(Event::Seats(seats));
    assert!(world.app.sessions.link().is_joined());
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert!(world.app.sessions.plays_in_another_window());
    world.effects.clear();
    world.wait(60_000);
    assert!(!world.connects());
}

#[test]
fn the_settings_that_this_window_keeps_have_the_newest_token() {
    let mut world = World::at_board(Color::Red);
    world.displaced(NEWER);
    let server = world.app.sessions.link().server().expect("the client has joined").clone();
    assert_eq!(world.app.desk.settings.servers.token(&server), Some(NEWER));
    // a start of the program in this window resumes with it too
    let again = world.app.take_seat_again().expect("the game runs");
    assert!(matches!(again, JoinAction::To { .. }));
}

#[test]
fn leaving_a_displaced_window_keeps_the_game_of_the_other_for_the_next_start() {
    let mut world = World::at_board(Color::Red);
    world.wait(10);
    world.receive(DoorMessage::Pong { nonce: 1 });
    world.displaced(NEWER);
    let stored = world.app.desk.settings.servers.playing.clone();
    world.act(Action::Join(JoinAction::Leave));
    assert_eq!(world.app.desk.settings.servers.playing, stored);
}

#[test]
fn a_phone_that_goes_to_sleep_says_so_and_again_on_a_new_connection() {
    let mut world = World::in_lobby();
    world.receive_event(started(ME, OTHER));
    world.take_sent();
    world.update(Event::Sleep(true));
    assert_eq!(world.take_sent(), [], "a desktop does not sleep behind another window");
    world.app.desk.environment.fingers = true;
    world.update(Event::Sleep(true));
    assert_eq!(world.take_sent(), [ClientMessage::Door(DoorRequest::Sleep { asleep: true })]);
    world.reconnect();
    world.take_sent();
    world.joined(true);
    assert!(world.take_sent().contains(&ClientMessage::Door(DoorRequest::Sleep { asleep: true })));
    world.update(Event::Sleep(false));
    assert_eq!(world.take_sent(), [ClientMessage::Door(DoorRequest::Sleep { asleep: false })]);
}

#[test]
fn a_new_tab_knows_where_another_plays_until_that_game_is_over_or_it_has_joined() {
    let server = RecentServer { host: "127.0.0.1".into(), port: 9899, name: "楚河客".into() };
    let mut world = World::new();
    world.app.desk.environment.surface = Surface::Page { server: PageServer::Answers };
    let plays = |server: Option<&RecentServer>| Event::PlaysElsewhere(server.cloned().map(playing));
    world.update(plays(Some(&server)));
    assert_eq!(world.app.entrance.elsewhere(), None, "it has no seat to take");
    world.update(Event::Seats(vec![SavedSeat { server: server.clone(), token: NEWER }]));
    world.update(plays(Some(&server)));
    assert_eq!(world.app.entrance.elsewhere(), Some(&server));
    // what this tab saves must not take the game of the other from the next start
    assert_eq!(world.app.desk.settings.servers.playing, Some(playing(server.clone())));
    world.update(plays(None));
    assert_eq!(world.app.entrance.elsewhere(), None);
    assert_eq!(world.app.desk.settings.servers.playing, None);
    world.update(plays(Some(&server)));
    let RecentServer { host, port, name } = server;
    world.act(Action::Join(JoinAction::To { host, port, name: Some(name), tls: false, hall: None }));
    assert_eq!(world.resumes_with(), Some(NEWER));
    world.joined_with(NEWER);
    assert_eq!(world.app.entrance.elsewhere(), None, "it plays here");
}

#[test]
fn a_new_tab_that_gives_up_taking_a_game_over_leaves_it_to_the_other() {
    let server = RecentServer { host: "127.0.0.1".into(), port: 9899, name: "楚河客".into() };
    let mut world = World::new();
    world.app.desk.environment.surface = Surface::Page { server: PageServer::Answers };
    world.update(Event::Seats(vec![SavedSeat { server: server.clone(), token: NEWER }]));
    world.update(Event::PlaysElsewhere(Some(playing(server.clone()))));
    let RecentServer { host, port, name } = server.clone();
    world.act(Action::Join(JoinAction::To { host, port, name: Some(name), tls: false, hall: None }));
    world.act(Action::Join(JoinAction::Leave));
    assert_eq!(world.app.desk.settings.servers.playing, Some(playing(server)));
}

#[test]
fn a_page_without_a_server_takes_no_game_over() {
    let server = RecentServer { host: "127.0.0.1".into(), port: 9899, name: "楚河客".into() };
    let mut world = World::new();
    world.app.desk.environment.surface = Surface::Page { server: PageServer::None };
    world.update(Event::Seats(vec![SavedSeat { server: server.clone(), token: NEWER }]));
    world.update(Event::PlaysElsewhere(Some(playing(server))));
    assert_eq!(world.app.entrance.elsewhere(), None);
}

/// Where another tab plays, under another name.
fn elsewhere() -> Playing {
    playing(RecentServer { host: "127.0.0.1".into(), port: 9899, name: "Bo".into() })
}

#[test]
fn a_tab_that_has_joined_leaves_the_game_of_another_stored() {
    let mut world = World::in_lobby();
    world.update(Event::PlaysElsewhere(Some(elsewhere())));
    world.receive(DoorMessage::Pong { nonce: 1 });
    let saves = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_)));
    assert!(!world.effects.iter().any(saves));
    assert_eq!(world.app.desk.settings.servers.playing, Some(elsewhere()));
    world.act(Action::Join(JoinAction::Leave));
    assert_eq!(world.app.desk.settings.servers.playing, Some(elsewhere()));
}

#[test]
fn a_window_that_saves_the_hosted_game_of_another_keeps_that_it_is_hosted() {
    let mut world = World::in_lobby();
    let hosted = Some(Playing { is_hosted: true, ..elsewhere() });
    world.update(Event::PlaysElsewhere(hosted.clone()));
    world.act(Action::Join(JoinAction::Leave));
    assert_eq!(world.app.desk.settings.servers.playing, hosted);
    // a game of this window is on the server that it has joined
    let mut world = World::in_lobby();
    world.update(Event::PlaysElsewhere(hosted));
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.desk.settings.servers.playing.as_ref().map(|it| it.is_hosted), Some(false));
}

#[test]
fn of_two_tabs_that_play_the_game_that_began_last_is_stored_and_then_the_other() {
    let mut world = World::in_lobby();
    let own = world.app.sessions.link().server().cloned().map(playing);
    world.update(Event::PlaysElsewhere(Some(elsewhere())));
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.desk.settings.servers.playing, own);
    // another game of the other tab
    world.update(Event::PlaysElsewhere(Some(elsewhere())));
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.app.desk.settings.servers.playing, Some(elsewhere()));
    // that is over, and this one is not
    world.update(Event::PlaysElsewhere(None));
    world.receive_event(played(Color::Black, "h9g7"));
    assert_eq!(world.app.desk.settings.servers.playing, own);
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(world.app.desk.settings.servers.playing, None);
}

#[test]
fn a_tab_that_takes_a_seat_whose_game_is_over_forgets_that_game() {
    let mut world = World::in_lobby();
    let own = world.app.sessions.link().server().cloned().map(playing);
    world.reconnect();
    world.update(Event::PlaysElsewhere(own));
    world.joined(true);
    // the server has sent what there is
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.app.desk.settings.servers.playing, None);
}
