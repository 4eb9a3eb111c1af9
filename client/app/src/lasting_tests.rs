//! Tests of searches that others may answer while the user is away, without a window.

use super::testing::seeking::{answer, answered, away};
use super::testing::*;
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::choices::sound::Sound;
use chuhe_model::lobby::seek_answers::SeekNews;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    AccountMessage, ClientMessage, DoorMessage, LobbyMessage, LobbyRequest, PlayerId, PresenceChange, Reach,
    Terms,
};
use chuhe_rules::Color;

const YI: PlayerId = PlayerId(4);

fn seeks(terms: Terms, lasting: bool) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::Seek { terms: vec![terms], reach: Reach::Anyone, lasting })
}

fn act(world: &mut World, action: LobbyAction) -> Vec<ClientMessage> {
    world.act(Action::Lobby(action));
    world.take_sent()
}

#[test]
fn a_registered_user_chooses_to_be_told_and_the_choice_is_kept() {
    let mut world = World::in_lobby();
    let look = |world: &mut World, choose: Option<bool>| {
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        choose.into_iter().for_each(|lasting| world.act(Action::Form(FormAction::Lasting(lasting))));
        world.act(Action::Form(FormAction::Send));
        world.take_sent()
    };
    assert_eq!(look(&mut world, Some(true)), [seeks(Terms::default(), false)], "nobody tells a guest");
    world.receive(AccountMessage::Registered);
    let rated = Terms { rated: true, ..Terms::default() };
    assert_eq!(look(&mut world, None), [seeks(rated.clone(), true)]);
    assert_eq!(look(&mut world, Some(false)), [seeks(rated.clone(), false)]);
    look(&mut world, Some(true));
    // a lost connection changes nothing
    world.reconnect();
    world.take_sent();
    world.joined(true);
    world.receive(DoorMessage::Pong { nonce: 1 });
    assert!(world.take_sent().contains(&seeks(rated, true)));
}

#[test]
fn an_answer_leads_to_a_challenge_on_its_terms() {
    let mut world = answered();
    let challenge = LobbyRequest::Challenge { opponent: OTHER, terms: Terms::default() };
    assert_eq!(act(&mut world, LobbyAction::Meet(OTHER)), [ClientMessage::Lobby(challenge)]);
    let drop = LobbyRequest::DropSeekAnswer { player: OTHER };
    assert_eq!(act(&mut world, LobbyAction::DropAnswer(OTHER)), [ClientMessage::Lobby(drop)]);
    assert_eq!(act(&mut world, LobbyAction::Meet(ME)), [], "there is no such answer");
}

#[test]
fn whoever_is_back_looks_again_or_ends_it() {
    let mut world = answered();
    let is_kept = |world: &World| world.app.sessions.visit().unwrap().lobby.kept_seek(ME).is_some();
    assert!(is_kept(&world));
    assert_eq!(act(&mut world, LobbyAction::SeekAgain), [seeks(Terms::default(), true)]);
    assert!(!is_kept(&world), "it is live again");
    assert_eq!(act(&mut world, LobbyAction::SeekAgain), []);
    assert_eq!(act(&mut world, LobbyAction::EndSeek), [ClientMessage::Lobby(LobbyRequest::EndSeek)]);
}

#[test]
fn the_user_is_told_of_an_answer_by_a_notice_a_sound_and_a_call() {
    let mut world = World::in_lobby();
    let told = |world: &mut World, message: LobbyMessage| {
        world.receive(message);
        let is_sound = std::mem::take(&mut world.sounds).contains(&Sound::Challenge);
        (is_sound, std::mem::take(&mut world.calls))
    };
    let answers = |own, here| LobbyMessage::SeekAnswers(vec![answer(YI, "Yi", own, here)]);
    let name = name("Yi");
    told(&mut world, LobbyMessage::Presence(vec![PresenceChange::Here(away(YI, "Yi"))]));
    act(&mut world, LobbyAction::TakeSeek(YI, 0));
    assert_eq!(told(&mut world, LobbyMessage::SeekAnswerKept { name }), (false, Vec::new()));
    assert_eq!(world.notice(), Some(&Notice::Seek(SeekNews::Kept("Yi".into()))));
    assert_eq!(told(&mut world, answers(true, false)), (false, Vec::new()));
    assert_eq!(told(&mut world, answers(true, true)), (true, vec!["Yi上线了".to_owned()]));
    assert_eq!(world.notice(), Some(&Notice::Seek(SeekNews::Here("Yi".into()))));
    // a game that is on is not disturbed
    world.receive_event(started(ME, OTHER));
    world.receive_event(played(Color::Red, "h2e2"));
    world.calls.clear();
    world.sounds.clear();
    let other = LobbyMessage::SeekAnswers(vec![answer(PlayerId(5), "Bo", false, true)]);
    assert_eq!(told(&mut world, other), (false, Vec::new()));
}
