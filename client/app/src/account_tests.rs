//! Tests of registered names and passwords, without a window.

use super::testing::*;
use super::*;
use chuhe_model::actions::action::{AccountAction, Action, JoinAction, SecretField};
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::effect::{ConnectionEffect, StorageEffect};
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::lobby::account::PasswordError;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ClientMessage, CloseReason, DoorMessage, DoorRequest, Password, Refusal,
    Request, ServerMessage, SessionToken, limits, wire,
};

fn secret(text: &str) -> Password {
    Password(text.into())
}

fn typed(world: &mut World, field: SecretField, text: &str) {
    world.act(Action::EditSecret(field, secret(text)));
}

fn refused(world: &mut World, reason: Refusal) {
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason });
}

fn refused_to_join(reason: Refusal) -> World {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    refused(&mut world, reason);
    world.effects.clear();
    world
}

#[test]
fn a_registered_name_needs_its_password_which_is_never_stored() {
    let mut world = refused_to_join(Refusal::NameRegistered);
    assert_eq!(world.app.entrance.join.password, Some(secret("")));
    assert_eq!(world.app.entrance.join.name, "楚河客");
    typed(&mut world, SecretField::Join, "opensesame");
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    let login = ClientMessage::Door(DoorRequest::Login {
        name: "楚河客".into(),
        password: secret("opensesame"),
        hall: None,
    });
    assert_eq!(world.take_sent(), [login]);
    world.receive(DoorMessage::Joined {
        player: ME,
        name: name("楚河客"),
        token: TOKEN,
        resumed: false,
        registered: true,
        hall: None,
    });
    assert!(world.app.sessions.visit().unwrap().account.is_registered);
    assert_eq!(world.app.entrance.join.password, None);
    assert!(!format!("{:?} {:?}", world.app, world.effects).contains("opensesame"));
    assert!(!serde_json::to_string(&world.app.desk.settings).unwrap().contains("opensesame"));
    // the connection is resumed by token, not by password
    world.effects.clear();
    world.reconnect();
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen: Vec::new(), hall: None })]
    );
}

#[test]
fn the_owner_of_a_name_that_was_reserved_later_enters_its_password() {
    let mut world = refused_to_join(Refusal::NameReserved);
    assert!(world.app.entrance.join.asks_name, "most have to choose another name");
    assert_eq!(world.app.entrance.join.password, Some(secret("")));
    typed(&mut world, SecretField::Join, "opensesame");
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    assert!(matches!(&world.take_sent()[..], [ClientMessage::Door(DoorRequest::Login { .. })]));
}

#[test]
fn a_wrong_password_is_typed_again() {
    let mut world = refused_to_join(Refusal::NameRegistered);
    typed(&mut world, SecretField::Join, "wrong");
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    refused(&mut world, Refusal::WrongPassword);
    assert_eq!(world.app.entrance.join.password, Some(secret("")));
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn a_whole_book_pasted_as_a_password_fits_into_a_request_and_is_no_password() {
    let mut world = refused_to_join(Refusal::NameRegistered);
    typed(&mut world, SecretField::Join, &"楚河".repeat(5_000));
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    let [message] = world.take_sent().try_into().unwrap();
    let ClientMessage::Door(DoorRequest::Login { password, .. }) = &message else { panic!("{message:?}") };
    assert!(password.0.len() > limits::PASSWORD_BYTES);
    assert!(wire::encode(&Request { number: 1, message }).is_ok());
}

#[test]
fn an_empty_password_field_means_no_password() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::AskPassword));
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Join { name: "楚河客".into(), hall: None })]
    );
}

#[test]
fn a_player_with_an_expired_token_needs_their_password() {
    let mut world = World::at_board(chuhe_rules::Color::Red);
    world.reconnect();
    refused(&mut world, Refusal::UnknownToken);
    refused(&mut world, Refusal::NameRegistered);
    assert_eq!(world.app.screen(), Screen::Join);
    assert_eq!(world.app.entrance.join.password, Some(secret("")));
}

#[test]
fn a_name_is_registered_once_both_passwords_agree() {
    let mut world = World::in_lobby();
    world.act(Action::Account(AccountAction::Open));
    typed(&mut world, SecretField::New, "opensesame");
    typed(&mut world, SecretField::Again, "opensesane");
    world.act(Action::Account(AccountAction::Register));
    assert_eq!(world.notice(), Some(&Notice::Password(PasswordError::Differ)));
    typed(&mut world, SecretField::Again, "opensesame");
    world.act(Action::Account(AccountAction::Register));
    let request = world.last_request();
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Account(AccountRequest::Register { password: secret("opensesame") })]
    );
    assert!(!format!("{:?}", world.app).contains("opensesame"));
    let reason = Refusal::TooManyAttempts { wait_ms: 9_000 };
    world.receive(ServerMessage::Refused { request, reason });
    let account = world.app.sessions.visit().unwrap().account.dialog.as_ref().unwrap();
    assert_eq!(account.refused, Some((reason, world.now)));
    world.receive(AccountMessage::Registered);
    assert_eq!(world.notice(), Some(&Notice::Registered));
    let visit = world.app.sessions.visit().unwrap();
    assert!(visit.account.is_registered && visit.account.dialog.is_none());
}

#[test]
fn changing_a_password_needs_the_old_one_and_the_new_one_twice() {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    world.act(Action::Account(AccountAction::Open));
    world.act(Action::Account(AccountAction::AskChange(true)));
    let type_all = |world: &mut World, again: &str| {
        typed(world, SecretField::Old, "opensesame");
        typed(world, SecretField::New, "battery staple");
        typed(world, SecretField::Again, again);
        world.act(Action::Account(AccountAction::Change));
    };
    type_all(&mut world, "battery");
    assert_eq!(world.notice(), Some(&Notice::Password(PasswordError::Differ)));
    type_all(&mut world, "battery staple");
    let request = world.last_request();
    let asked = ClientMessage::Account(AccountRequest::ChangePassword {
        old: secret("opensesame"),
        new: secret("battery staple"),
    });
    assert_eq!(world.take_sent(), std::slice::from_ref(&asked));
    world.receive(ServerMessage::Refused { request, reason: Refusal::WrongPassword });
    let account = world.app.sessions.visit().unwrap().account.dialog.as_ref().unwrap();
    assert_eq!(account.refused, Some((Refusal::WrongPassword, world.now)));
    assert_eq!(
        (&account.old, &account.password, &account.again),
        (&secret(""), &secret("battery staple"), &secret("battery staple")),
        "only what was wrong is typed again"
    );
    type_all(&mut world, "battery staple");
    assert_eq!(world.take_sent(), [asked]);
    let token = SessionToken([8; 16]);
    world.receive(AccountMessage::SignedOutEverywhere { token });
    world.receive(AccountMessage::Registered);
    assert_eq!(world.take_sent(), [], "the server has revoked every other token");
    assert_eq!(world.notice(), Some(&Notice::PasswordChanged));
    assert!(world.app.sessions.visit().unwrap().account.dialog.is_none());
    let server = world.app.sessions.link().server().cloned().unwrap();
    assert_eq!(world.app.desk.settings.servers.token(&server), Some(token));
}

#[test]
fn signing_out_on_this_device_forgets_its_session_only() {
    let mut world = World::in_lobby();
    let server = world.app.sessions.link().server().cloned().unwrap();
    assert!(world.app.desk.settings.servers.token(&server).is_some());
    world.act(Action::Account(AccountAction::Open));
    world.act(Action::Join(JoinAction::SignOut));
    assert_eq!((world.app.screen(), world.app.desk.settings.servers.token(&server)), (Screen::Join, None));
    let stores = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(settings)) if settings.servers.token(&server).is_none());
    assert!(world.effects.iter().any(stores));
    assert!(!world.take_sent().contains(&ClientMessage::Account(AccountRequest::SignOutEverywhere)));
    assert_eq!(world.notice(), Some(&Notice::SignedOut));
}

#[test]
fn signing_out_everywhere_stores_the_only_valid_token() {
    let mut world = World::in_lobby();
    world.act(Action::Account(AccountAction::Open));
    world.act(Action::Account(AccountAction::AskSignOut(true)));
    world.act(Action::Account(AccountAction::SignOut));
    assert_eq!(world.take_sent(), [ClientMessage::Account(AccountRequest::SignOutEverywhere)]);
    let token = SessionToken([8; 16]);
    world.receive(AccountMessage::SignedOutEverywhere { token });
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None })],
        "the client resumes with the new token"
    );
    let server = world.app.sessions.link().server().cloned().unwrap();
    assert_eq!(world.app.desk.settings.servers.token(&server), Some(token));
    world.effects.clear();
    world.reconnect();
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None })]
    );
}

#[test]
fn a_player_signed_out_from_another_device_returns_to_the_join_screen() {
    let mut world = World::at_board(chuhe_rules::Color::Red);
    let server = world.app.sessions.link().server().cloned().unwrap();
    world.receive(DoorMessage::Closing { reason: CloseReason::SignedOut });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert_eq!(world.app.screen(), Screen::Join);
    assert_eq!(
        world.app.sessions.link().status(),
        Status::Off(Some(OfflineReason::Closed(CloseReason::SignedOut)))
    );
    assert_eq!(world.app.desk.settings.servers.token(&server), None);
}

#[test]
fn joining_a_paused_server_is_retried() {
    let mut world = refused_to_join(Refusal::Paused);
    assert!(matches!(world.app.sessions.link().status(), Status::Lost { attempt: 1, retry_at: Some(_) }));
    world.wait(500);
    assert!(matches!(world.effects[..], [Effect::Connection(ConnectionEffect::Connect { .. })]));
}

#[test]
fn account_requests_lost_with_the_connection_can_be_repeated() {
    for registered in [false, true] {
        let mut world = World::in_lobby();
        world.act(Action::Account(AccountAction::Open));
        typed(&mut world, SecretField::New, "opensesame");
        typed(&mut world, SecretField::Again, "opensesame");
        world.act(Action::Account(AccountAction::Register));
        world.reconnect();
        let (player, token, resumed) = (ME, TOKEN, true);
        world.receive(DoorMessage::Joined {
            player,
            name: name("楚河客"),
            token,
            resumed,
            registered,
            hall: None,
        });
        let visit = world.app.sessions.visit().unwrap();
        let pending = visit.account.dialog.as_ref().map(|account| account.pending);
        assert_eq!(pending, if registered { None } else { Some(None) });
        assert_eq!(visit.account.is_registered, registered);
    }
}
