//! Tests of a crowded lobby, whose list the server sends in pages.

use super::testing::pages::{crowded, page};
use super::testing::*;
use chuhe_model::actions::action::{Action, Field, LobbyAction, LobbyTab};
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    Challenge, ChallengeId, ClientMessage, LobbyMessage, LobbyRequest, PageRequest, PlayerId, PresenceChange,
    Refusal, ServerMessage, Terms,
};

fn act(world: &mut World, action: LobbyAction) {
    world.act(Action::Lobby(action));
}

/// The pages that the client has asked for.
fn asked(world: &mut World) -> Vec<(bool, String, u32)> {
    let pages = |message| {
        let ClientMessage::Lobby(LobbyRequest::ListPlayers(PageRequest { games, find, page })) = message
        else {
            return None;
        };
        Some((games, find, page))
    };
    world.take_sent().into_iter().filter_map(pages).collect()
}

fn names(world: &World) -> Vec<String> {
    let rows = world.app.sessions.visit().unwrap().lobby.rows(ME, |name| name.into());
    rows.into_iter().map(|row| row.first.name.to_string()).collect()
}

#[test]
fn a_crowded_lobby_shows_a_page_and_the_numbers_of_the_whole_list() {
    let world = crowded();
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    assert_eq!(names(&world).len(), 50);
    assert_eq!((lobby.counts(), lobby.games()), ([4_990, 10], 700));
    assert!(lobby.is_complete() && !lobby.is_alone(ME));
    assert!(lobby.player(ME).is_some(), "the user stays known");
}

#[test]
fn turning_and_searching_ask_the_server_for_another_page() {
    let mut world = crowded();
    act(&mut world, LobbyAction::Page(1));
    assert_eq!(asked(&mut world), [(false, String::new(), 1)]);
    // one request at a time
    world.act(Action::Edit(Field::Filter, "p".into()));
    world.act(Action::Edit(Field::Filter, "p4".into()));
    assert_eq!(asked(&mut world), []);
    page(&mut world, 50);
    assert_eq!(asked(&mut world), [(false, "p4".to_owned(), 0)]);
    page(&mut world, 4_000);
    assert_eq!(names(&world)[0], "p4000");
    world.act(Action::Edit(Field::Filter, String::new()));
    assert_eq!(asked(&mut world), [(false, String::new(), 1)], "back to the page before");
    page(&mut world, 50);
    act(&mut world, LobbyAction::Tab(LobbyTab::Watch));
    assert_eq!(asked(&mut world), [(true, String::new(), 0)]);
}

#[test]
fn a_refused_page_is_asked_for_again_later() {
    let mut world = crowded();
    act(&mut world, LobbyAction::Page(3));
    let request = world.last_request();
    assert_eq!(asked(&mut world).len(), 1);
    world.receive(ServerMessage::Refused { request, reason: Refusal::TooManyAttempts { wait_ms: 500 } });
    assert_eq!(world.notice(), None);
    assert_eq!(asked(&mut world), []);
    assert!(world.app.next_wakeup(world.now).is_some_and(|at| at <= world.now.plus_ms(2_000)));
    world.wait(2_000);
    assert_eq!(asked(&mut world), [(false, String::new(), 3)]);
}

#[test]
fn changes_of_the_page_and_beside_it_are_told_apart() {
    let mut world = crowded();
    let [new, beside] = [PlayerId(7_001), PlayerId(7_002)];
    world.receive(LobbyMessage::PageChanges(vec![
        PresenceChange::Here(player(new, "anew")),
        PresenceChange::Gone(PlayerId(1_000)),
    ]));
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(beside, "beside"))]));
    let shown = names(&world);
    assert_eq!((shown.len(), shown[0].as_str()), (50, "anew"));
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    assert!(lobby.player(beside).is_some() && lobby.player(PlayerId(1_000)).is_none());
}

#[test]
fn the_client_follows_whom_its_challenges_and_cards_are_about() {
    let mut world = crowded();
    let challenger = PlayerId(7_000);
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(challenger, "Di"))]));
    let challenge = Challenge {
        id: ChallengeId(4),
        from: challenger,
        to: ME,
        terms: Terms::default(),
        expires_in_ms: 60_000,
    };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    let follow = |players: &[u64]| {
        let players = players.iter().copied().map(PlayerId).collect();
        ClientMessage::Lobby(LobbyRequest::FollowPlayers { players })
    };
    assert_eq!(world.take_sent(), [follow(&[7_000])]);
    act(&mut world, LobbyAction::OpenCard(PlayerId(1_020)));
    assert!(world.take_sent().contains(&follow(&[1_020, 7_000])));
    page(&mut world, 50);
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    assert!([7_000, 1_020].iter().all(|&id| lobby.player(PlayerId(id)).is_some()), "they stay known");
    assert!(lobby.player(PlayerId(1_021)).is_none());
}

#[test]
fn a_link_challenges_a_player_who_is_not_on_the_page() {
    let mut world = crowded();
    let follow = |world: &mut World| {
        world.act(Action::Follow("#/challenge/Di".into()));
        let request = world.last_request();
        let sent = world.take_sent();
        let finds = ClientMessage::Lobby(LobbyRequest::FindPlayer { name: name("Di") });
        assert_eq!(sent.iter().filter(|&message| *message == finds).count(), 1, "{sent:?}");
        request
    };
    let request = follow(&mut world);
    world.receive(ServerMessage::Refused { request, reason: Refusal::NoSuchPlayer });
    assert_eq!(world.notice(), Some(&Notice::NotOnline("Di".into())));
    follow(&mut world);
    assert!(world.app.sessions.visit().unwrap().form.is_none());
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(PlayerId(7_000), "Di"))]));
    let form = world.app.sessions.visit().unwrap().form.as_ref().expect("the form is open");
    assert_eq!(form.to.player(), Some(PlayerId(7_000)));
}

#[test]
fn a_whole_list_ends_the_pages() {
    let mut world = crowded();
    world.receive(LobbyMessage::Players {
        players: vec![player(ME, "楚河客"), player(OTHER, "云中鹤")],
        first: true,
    });
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    assert_eq!((lobby.counts(), lobby.pages.place()), ([2, 0], None));
    act(&mut world, LobbyAction::Page(3));
    assert_eq!(asked(&mut world), []);
}
