//! Tests of links: where they lead, the link to the place that is shown, and the way back.

use super::testing::inviting::{code, invitation};
use super::testing::watch::watching;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FormAction, InvitationAction, JoinAction, JoinField, LobbyAction,
    SettingsAction,
};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::preset::Preset;
use chuhe_model::exchange::effect::ConnectionEffect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::route::{InvalidLink, Place};
use chuhe_model::exchange::trust::{Security, Trust};
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{
    ClientMessage, Event as GameEvent, GameId, InvitationEnd, InvitationRefusal, LobbyMessage, LobbyRequest,
    Refusal, ServerMessage, TableRequest, WatchFrom,
};
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, Outcome, WinReason};

const PLAY: &str = "#/play/7k3m9qpx02ab";

fn follow(world: &mut World, link: &str) {
    world.act(Action::Follow(link.to_owned()));
}

fn connects(world: &World) -> Option<(String, u16, Security)> {
    world.effects.iter().find_map(|effect| {
        let Effect::Connection(ConnectionEffect::Connect { host, port, security }) = effect else {
            return None;
        };
        Some((host.clone(), *port, *security))
    })
}

/// Joins the server that the client is connecting to, whose lobby has one other player.
fn join(world: &mut World) {
    world.network(NetworkEvent::Connected);
    world.joined(false);
    world.effects.clear();
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(LobbyMessage::Players { players, first: true });
}

fn shown(world: &World) -> Option<String> {
    world.app.route().map(|route| route.to_string())
}

#[test]
fn a_link_to_an_invitation_shows_it_and_one_button_accepts_it() {
    let mut world = World::in_lobby();
    world.effects.clear();
    follow(&mut world, PLAY);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
    assert_eq!(shown(&world).as_deref(), Some(PLAY));
    follow(&mut world, PLAY);
    assert_eq!(world.take_sent(), [], "it is shown already");
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    world.act(Action::Invitation(InvitationAction::Accept));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code: code() })]);
    world.act(Action::Invitation(InvitationAction::Accept));
    assert_eq!(world.take_sent(), [], "the answer is on its way");
    world.receive(LobbyMessage::InvitationClosed { code: code(), how: InvitationEnd::Accepted });
    world.next = 0;
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.screen(), Screen::Table);
    assert!(world.app.sessions.visit().is_some_and(|visit| visit.invitations.followed.is_none()));
    assert_eq!(shown(&world).as_deref(), Some("#/join"));
}

#[test]
fn a_page_that_is_loaded_again_after_a_game_comes_back_to_its_table() {
    let mut before = World::at_board(Color::Red);
    let over = Outcome::won(Color::Red, WinReason::Resignation);
    before.receive_event(GameEvent::Ended { outcome: over, clocks: reading(None) });
    let route = before.app.route().unwrap().to_string();
    // the table comes before the lobby, or after it
    for is_table_first in [true, false] {
        let mut world = World::new();
        world.act(Action::FollowAgain(route.clone()));
        world.network(NetworkEvent::Connected);
        world.joined(true);
        let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
        if !is_table_first {
            world.receive(LobbyMessage::Players { players: players.clone(), first: true });
        }
        world.receive_event(started(ME, OTHER));
        world.receive_event(GameEvent::Ended { outcome: over, clocks: reading(None) });
        world.receive(LobbyMessage::Players { players, first: true });
        assert_eq!(world.app.screen(), Screen::Table);
        let leave = TableRequest::Leave.at(GAME);
        assert!(!world.take_sent().contains(&leave), "the table comes first: {is_table_first}");
        follow(&mut world, PLAY);
        assert!(world.take_sent().contains(&leave));
        assert_eq!(world.app.screen(), Screen::Lobby);
    }
}

#[test]
fn a_step_back_shows_an_invitation_again_that_was_put_off() {
    let shows = |world: &World| {
        world.app.sessions.visit().and_then(|visit| visit.invitations.followed.as_ref()).is_some()
    };
    let mut world = World::in_lobby();
    follow(&mut world, PLAY);
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    world.act(Action::Invitation(InvitationAction::Dismiss));
    assert!(!shows(&world) && shown(&world).as_deref() == Some("#/join"));
    world.take_sent();
    world.act(Action::Back);
    assert!(shows(&world) && shown(&world).as_deref() == Some(PLAY));
    let asked = [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })];
    assert_eq!(world.take_sent(), asked, "it may have ended meanwhile");
    world.act(Action::Back);
    assert!(!shows(&world) && world.app.screen() == Screen::Lobby);
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn a_followed_link_closes_the_dialog_that_is_open() {
    let mut world = World::in_lobby();
    world.act(Action::Account(AccountAction::Open));
    world.act(Action::Settings(SettingsAction::Toggle));
    follow(&mut world, PLAY);
    let visit = world.app.sessions.visit().unwrap();
    assert!(
        visit.invitations.followed.is_some()
            && visit.account.dialog.is_none()
            && !world.app.dialogs.settings_open
    );
}

#[test]
fn an_invitation_that_is_gone_says_why() {
    let mut world = World::in_lobby();
    world.effects.clear();
    follow(&mut world, PLAY);
    let reason = Refusal::Invitation(InvitationRefusal::Closed { how: InvitationEnd::Accepted });
    world.receive(ServerMessage::Refused { request: world.last_request(), reason });
    let followed = world
        .app
        .sessions
        .visit()
        .and_then(|visit| visit.invitations.followed.as_ref())
        .expect("it is shown");
    assert_eq!((followed.refusal(), followed.can_be_accepted()), (Some(reason), false));
    assert_eq!(world.notice(), None, "the dialog says it");
    world.act(Action::Invitation(InvitationAction::Dismiss));
    assert_eq!(shown(&world).as_deref(), Some("#/join"));
}

#[test]
fn a_whole_link_joins_its_server_first() {
    let mut world = World::new();
    follow(&mut world, &format!("https://play.example.org/{PLAY}?port=7878"));
    let tls = Security::Tls(Trust::FirstUse);
    assert_eq!(connects(&world), Some(("play.example.org".to_owned(), 7878, tls)));
    assert_eq!(shown(&world).as_deref(), Some(PLAY));
    join(&mut world);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
}

#[test]
fn the_name_is_asked_for_if_none_is_known() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    follow(&mut world, &format!("chuhe://a.org:7878/{PLAY}"));
    assert_eq!(connects(&world), Some(("a.org".to_owned(), 7878, Security::Plain)), "to ask who invites");
    assert_eq!(world.app.screen(), Screen::Join);
    world.effects.clear();
    world.act(Action::Edit(Field::Join(JoinField::Name), "楚河客".into()));
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(connects(&world), Some(("a.org".to_owned(), 7878, Security::Plain)));
    join(&mut world);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
}

#[test]
fn a_link_to_the_lobby_asks_under_which_name() {
    let mut world = World::new();
    follow(&mut world, "chuhe://a.org:7878/#/join");
    assert_eq!(connects(&world), None);
    assert_eq!((world.app.entrance.join.host.as_str(), shown(&world).as_deref()), ("a.org", Some("#/join")));
    world.act(Action::Join(JoinAction::Submit));
    assert!(connects(&world).is_some());
}

#[test]
fn a_page_that_is_loaded_again_joins_again() {
    let again = || Action::FollowAgain("#/join".to_owned());
    let mut world = World::new();
    world.act(again());
    assert!(connects(&world).is_some());
    // a user without a name gives one first
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    world.act(again());
    assert_eq!((connects(&world), world.notice()), (None, None));
}

#[test]
fn a_page_that_is_loaded_again_in_a_game_comes_back_to_it_without_a_word() {
    // not the first tab, which takes its seat again: it joins as its address says
    for (link, notice) in [
        ("#/join", None),
        ("#/join?joined", None),
        // who was about to follow a link reads that it waits
        ("#/watch/9", Some(&Notice::LinkDuringGame)),
    ] {
        let mut world = World::new();
        world.act(Action::FollowAgain(link.to_owned()));
        world.network(NetworkEvent::Connected);
        world.joined(true);
        world.receive_event(started(ME, OTHER));
        assert_eq!((world.app.screen(), world.notice()), (Screen::Table, notice), "{link}");
    }
}

#[test]
fn a_link_can_be_typed_as_an_address() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Host), format!(" http://a.org:8080/{PLAY} ")));
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(connects(&world), Some(("a.org".to_owned(), 9899, Security::Plain)));
    join(&mut world);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Host), "chuhe://a.org".into()));
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(connects(&world), Some(("a.org".to_owned(), 9899, Security::Plain)));
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Host), "https://a.org/#/nowhere".into()));
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!((connects(&world), world.notice()), (None, Some(&Notice::Link(InvalidLink::Place))));
}

#[test]
fn a_page_that_an_incomplete_link_opens_says_so_also_when_its_first_frame_is_late() {
    for (link, why) in [
        ("#/play?hall=a", InvalidLink::Damaged),
        ("#/play/7k3m", InvalidLink::Damaged),
        ("#/nowhere/7k3m9qpx02ab", InvalidLink::Place),
        ("#play/7k3m9qpx02ab", InvalidLink::NoLink),
    ] {
        let mut world = World::new();
        follow(&mut world, link);
        world.wait(15_000);
        assert_eq!((world.app.screen(), world.notice()), (Screen::Join, Some(&Notice::Link(why))), "{link}");
        world.wait(60_000);
        assert_eq!(world.notice(), None, "{link}");
    }
}

#[test]
fn a_link_to_a_player_opens_the_challenge_form() {
    let mut world = World::in_lobby();
    follow(&mut world, "#/challenge/%E4%BA%91%E4%B8%AD%E9%B9%A4");
    let form = world.app.sessions.visit().and_then(|visit| visit.form.as_ref());
    assert_eq!(form.and_then(|form| form.to.player()), Some(OTHER));
    follow(&mut world, "#/challenge/Nobody");
    assert_eq!(world.notice(), Some(&Notice::NotOnline("Nobody".into())));
}

#[test]
fn a_link_to_a_game_watches_it() {
    let mut world = World::in_lobby();
    world.effects.clear();
    follow(&mut world, "#/watch/7");
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::Watch { from: WatchFrom::Current } }]
    );
    let world = watching(0);
    assert_eq!(shown(&world).as_deref(), Some("#/watch/7"));
}

#[test]
fn a_link_to_a_position_opens_a_review_without_a_server() {
    let mut world = World::new();
    follow(&mut world, "#/review?fen=3k5/9/9/9/9/9/9/9/9/4K3R%20w");
    assert_eq!((world.app.screen(), connects(&world)), (Screen::Review, None));
    let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4K3R w").expect("a position");
    assert_eq!(world.app.route().map(|route| route.place), Some(Place::Review(Box::new(position))));
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn a_running_game_is_never_left_for_a_link() {
    let mut world = World::at_board(Color::Red);
    world.effects.clear();
    for link in [PLAY, "https://a.org/#/join", "#/watch/9"] {
        follow(&mut world, link);
        assert_eq!((world.app.screen(), world.notice()), (Screen::Table, Some(&Notice::LinkDuringGame)));
        assert_eq!((world.take_sent(), connects(&world)), (Vec::new(), None));
    }
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Table);
    assert!(matches!(world.notice(), Some(Notice::Denied(_))), "{:?}", world.notice());
    assert!(!matches!(world.notice(), Some(Notice::Denied(Denied::Offline))));
}

#[test]
fn a_link_leaves_a_finished_game() {
    let mut world = World::at_board(Color::Red);
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.effects.clear();
    follow(&mut world, PLAY);
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Leave }]);
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(LobbyMessage::Players { players, first: true });
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
}

#[test]
fn a_followed_invitation_is_asked_for_again_after_a_lost_connection() {
    let mut world = World::in_lobby();
    follow(&mut world, PLAY);
    world.effects.clear();
    world.reconnect();
    world.joined(true);
    assert!(
        world
            .take_sent()
            .contains(&ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None }))
    );
}

#[test]
fn back_closes_what_is_open_and_then_leaves_the_screen() {
    let mut world = watching(0);
    world.act(Action::Settings(SettingsAction::Toggle));
    world.act(Action::Back);
    assert!(!world.app.dialogs.settings_open && world.app.screen() == Screen::Table);
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert!(world.take_sent().contains(&TableRequest::Unwatch.at(GameId(GAME.0))));
    world.act(Action::Invitation(InvitationAction::OpenForm));
    world.act(Action::Back);
    assert!(world.app.sessions.visit().is_some_and(|visit| visit.form.is_none()));
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn a_link_to_a_search_opens_its_form_filled_in() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::AlsoTime(Preset::Quick)));
    world.act(Action::Form(FormAction::Send));
    world.effects.clear();
    follow(&mut world, "#/seek?games=luzhanqi_cross,xiangqi&minutes=10&increment=5");
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    let [ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })] = &sent[..] else { panic!("{sent:?}") };
    let proposed = terms.iter().map(|terms| {
        let time = terms.challenger_time;
        (GameChoice::of(terms.game.kind()), time.game_ms, time.increment_ms)
    });
    let both = [GameChoice::LuzhanqiCross, GameChoice::Xiangqi].map(|game| (game, 600_000, 5_000));
    assert_eq!(proposed.collect::<Vec<_>>(), both);
    // what is left out stays as it was
    follow(&mut world, "#/seek");
    assert!(world.app.sessions.visit().unwrap().form.is_some());
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    assert!(
        matches!(&sent[..], [ClientMessage::Lobby(LobbyRequest::Seek { terms: again, .. })] if again == terms)
    );
}
