//! Tests of profiles and leaderboards, without a window.

use super::testing::past_games::back_in_lobby;
use super::testing::profiles::{leaderboard, profile, with_leaderboard, with_profile};
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_model::lobby::profiles::{Answer, Profiles};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveMessage, ChallengePolicy, ClientMessage, LobbyMessage,
    ProfileAudience, ProfileChoice, ProfileMessage, ProfileRefusal, ProfileRequest, RatingClass, Refusal,
    ServerMessage,
};
use chuhe_rules::clock::Speed;

fn profiles(world: &World) -> &Profiles {
    &world.app.sessions.visit().unwrap().games.profiles
}

fn show(world: &mut World, player: &str) {
    world.act(ProfileAction::Show(name(player)).into());
}

fn asks(player: &str) -> [ClientMessage; 1] {
    [ProfileRequest::Show { name: player.to_owned() }.into()]
}

#[test]
fn a_profile_is_requested_and_shown_until_it_is_closed() {
    let mut world = back_in_lobby(Vec::new());
    world.take_sent();
    show(&mut world, "云中鹤");
    assert_eq!(world.take_sent(), asks("云中鹤"));
    world.receive(ProfileMessage::Profile(Box::new(profile(OTHER, "云中鹤"))));
    assert!(matches!(&profiles(&world).profile().unwrap().answer, Answer::Here(_)));
    world.act(Action::Back);
    assert_eq!(profiles(&world).profile(), None);
    assert_eq!(world.app.screen(), Screen::Lobby);
}

#[test]
fn a_profile_waits_for_other_answers_and_they_wait_for_it() {
    let mut world = back_in_lobby(Vec::new());
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    world.take_sent();
    show(&mut world, "云中鹤");
    assert_eq!(world.take_sent(), [], "the games with the player are awaited");
    world.receive(ArchiveMessage::FoundGames { games: Vec::new(), next: None });
    assert_eq!(world.take_sent(), asks("云中鹤"));
    world.act(ProfileAction::Close.into());
    show(&mut world, "An");
    assert_eq!(world.take_sent(), [], "the server answers one request at a time");
    world.receive(ProfileMessage::Profile(Box::new(profile(OTHER, "云中鹤"))));
    assert_eq!(world.take_sent(), asks("An"));
    assert!(matches!(&profiles(&world).profile().unwrap().answer, Answer::Awaited(Some(_))));
}

#[test]
fn a_refusal_is_shown_in_the_profile() {
    let mut world = back_in_lobby(Vec::new());
    show(&mut world, "An");
    let (request, reason) = (world.last_request(), Refusal::Profile(ProfileRefusal::Private));
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!(profiles(&world).profile().unwrap().answer, Answer::Refused(reason));
    assert_eq!(world.notice(), None);
}

#[test]
fn a_profile_opens_over_the_leaderboard_and_leads_back_to_it() {
    let mut world = with_leaderboard(back_in_lobby(Vec::new()), leaderboard(ME, "楚河客"));
    let request = ProfileRequest::Leaderboard { class: profiles(&world).class(), page: 0 };
    assert!(world.take_sent().contains(&request.into()));
    world.act(ProfileAction::Page(1).into());
    let of_page = ProfileRequest::Leaderboard { class: profiles(&world).class(), page: 1 };
    assert_eq!(world.take_sent(), [of_page.into()]);
    world = with_profile(world, profile(OTHER, "云中鹤"));
    assert_eq!(profiles(&world).board(), None);
    world.act(ProfileAction::Close.into());
    assert_eq!(profiles(&world).board().map(|board| board.page), Some(1));
    let class = RatingClass { speed: Speed::Slow, ..profiles(&world).class() };
    world.act(ProfileAction::Class(class).into());
    world.take_sent();
    world.act(ProfileAction::Close.into());
    world.act(ProfileAction::Leaderboard.into());
    assert_eq!(world.take_sent(), [ProfileRequest::Leaderboard { class, page: 0 }.into()], "the last class");
}

#[test]
fn what_is_open_is_requested_again_on_a_new_connection() {
    let mut world = back_in_lobby(Vec::new());
    world.act(ProfileAction::Leaderboard.into());
    show(&mut world, "An");
    world.take_sent();
    world.reconnect();
    world.joined(true);
    world.receive(LobbyMessage::Players { players: vec![player(ME, "楚河客")], first: true });
    world.receive(chuhe_protocol::DoorMessage::Pong { nonce: 1 });
    let sent = world.take_sent();
    let board = ProfileRequest::Leaderboard { class: profiles(&world).class(), page: 0 };
    assert!(sent.contains(&board.into()) && sent.contains(&asks("An")[0]), "{sent:?}");
}

#[test]
fn what_others_see_is_chosen_on_the_server() {
    let mut world = World::in_lobby();
    let profile = ProfileChoice { audience: ProfileAudience::Nobody, last_seen: true };
    world.take_sent();
    world.act(PreferencesAction::Profile(profile).into());
    assert_eq!(world.take_sent(), [AccountRequest::SetProfile { profile }.into()]);
}

#[test]
fn two_choices_before_the_server_reports_the_first_are_both_kept() {
    let mut world = World::in_lobby();
    let known = |world: &World| world.app.sessions.visit().unwrap().preferences.profile;
    world.take_sent();
    let hidden = ProfileChoice { audience: ProfileAudience::Nobody, ..known(&world) };
    world.act(PreferencesAction::Profile(hidden).into());
    // each control sends the whole choice
    let both = ProfileChoice { last_seen: !known(&world).last_seen, ..known(&world) };
    world.act(PreferencesAction::Profile(both).into());
    let sent = [hidden, both].map(|profile| AccountRequest::SetProfile { profile }.into());
    assert_eq!(world.take_sent(), sent);
    assert_eq!(known(&world).audience, ProfileAudience::Nobody);
    let profile = ProfileChoice::default();
    let (policy, blocked) = (ChallengePolicy::Everyone, Vec::new());
    world.receive(AccountMessage::Preferences { policy, blocked, profile });
    assert_eq!(known(&world), profile, "the server has the last word");
}
