//! Tests of registered names on the screens.

use super::tests::{SIZES, click, click_widget, shown, trace, widget};
use chuhe_app::testing::World;
use chuhe_model::actions::action::{AccountAction, Action, JoinAction, SecretField};
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ClientMessage, DoorRequest, Password, Refusal, ServerMessage,
};
use chuhe_texts::Text;
use chuhe_view::Model;
use chuhe_view::account::AccountView;
use std::cell::RefCell;

fn refused_to_join(mut world: World, reason: Refusal) -> World {
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.receive(ServerMessage::Refused { request: world.last_request(), reason });
    world
}

/// A user who has been on the server under a registered name, and is asked for its password.
fn password_required() -> World {
    let mut world = World::in_lobby();
    world.act(Action::Join(JoinAction::SignOut));
    refused_to_join(world, Refusal::NameRegistered)
}

#[test]
fn who_chose_the_name_of_somebody_else_is_told_to_choose_another_and_types_it() {
    for lang in Lang::ALL {
        for reason in [Refusal::NameTaken, Refusal::NameReserved, Refusal::NameRegistered] {
            let world = RefCell::new(refused_to_join(World::new(), reason));
            let mut harness = shown(&world, lang, SIZES[0]);
            harness.run_steps(2);
            assert_eq!(trace(&harness).focus, "join.name", "{lang:?} {reason:?}");
            let another = match lang {
                Lang::En => "choose another",
                Lang::Vi => "chọn tên khác",
                Lang::Zh => "请换一个",
                Lang::ZhHant => "請換一個",
            };
            let said = chuhe_view::connection::joining(&Model::of(&world.borrow().app, world.borrow().now));
            assert!(said.is_some_and(|said| said.label.contains(another)), "{lang:?} {reason:?}");
        }
    }
}

#[test]
fn password_is_typed_where_it_is_requested_and_never_shown() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(password_required());
            let mut harness = shown(&world, lang, size);
            harness.input_mut().events.push(egui::Event::Text("opensesame".into()));
            harness.run_steps(2);
            assert_eq!(world.borrow().app.entrance().join.password, Some(Password("opensesame".into())));
            assert!(!format!("{:?}", trace(&harness)).contains("opensesame"));
            world.borrow_mut().take_sent();
            harness.press_key(egui::Key::Enter);
            harness.run_steps(2);
            world.borrow_mut().network(NetworkEvent::Connected);
            assert!(
                matches!(
                    world.borrow_mut().take_sent()[..],
                    [ClientMessage::Door(DoorRequest::Login { .. })]
                ),
                "{lang:?} {size}"
            );
            harness.run_steps(2);
            let widgets = trace(&harness).widgets;
            assert!(widgets.iter().any(|widget| widget.id == "join.cancel"), "a login can be cancelled");
        }
    }
}

#[test]
fn enter_goes_on_to_the_next_password() {
    let mut world = World::in_lobby();
    world.act(Action::Account(AccountAction::Open));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    harness.input_mut().events.push(egui::Event::Text("opensesame".into()));
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(trace(&harness).focus, "account.again");
    world.borrow_mut().take_sent();
    harness.input_mut().events.push(egui::Event::Text("opensesame".into()));
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(2);
    assert!(matches!(
        world.borrow_mut().take_sent()[..],
        [ClientMessage::Account(AccountRequest::Register { .. })]
    ));
}

#[test]
fn a_wrong_old_password_is_named_and_this_device_signs_out_alone() {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    world.act(Action::Account(AccountAction::Open));
    let account = |world: &World| AccountView::of(&Model::of(&world.app, world.now)).unwrap();
    let rows = account(&world).rows.concat();
    let here = rows.iter().find(|button| button.id == "account.sign_out.here").unwrap().press();
    world.act(Action::Account(AccountAction::AskChange(true)));
    for field in [SecretField::Old, SecretField::New, SecretField::Again] {
        world.act(Action::EditSecret(field, Password("opensesame".into())));
    }
    world.act(Action::Account(AccountAction::Change));
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::WrongPassword });
    assert_eq!(account(&world).message.unwrap().label, world.app.desk().text().old_password_wrong);
    world.act(here.unwrap());
    assert!(world.app.sessions().visit().is_none());
}

#[test]
fn a_wrong_old_password_is_typed_again_and_the_new_one_is_kept() {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    world.act(Action::Account(AccountAction::Open));
    world.act(Action::Account(AccountAction::AskChange(true)));
    for field in [SecretField::Old, SecretField::New, SecretField::Again] {
        world.act(Action::EditSecret(field, Password("opensesame".into())));
    }
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    click_widget(&mut harness, "account.again");
    click_widget(&mut harness, "account.change.yes");
    click_widget(&mut harness, "account.again");
    let request = world.borrow().last_request();
    world.borrow_mut().receive(ServerMessage::Refused { request, reason: Refusal::WrongPassword });
    harness.run_steps(3);
    assert_eq!(trace(&harness).focus, "account.old");
    let world = world.borrow();
    let account = world.app.sessions().visit().unwrap().account.dialog.as_ref().unwrap();
    assert_eq!([&account.old, &account.password, &account.again].map(|it| it.0.len()), [0, 10, 10]);
}

#[test]
fn the_own_profile_opens_in_place_of_the_account() {
    for size in [SIZES[0], egui::vec2(360.0, 640.0)] {
        let world = RefCell::new(World::in_lobby());
        world.borrow_mut().receive(AccountMessage::Registered);
        world.borrow_mut().act(Action::Account(AccountAction::Open));
        let mut harness = shown(&world, Lang::En, size);
        click_widget(&mut harness, "account.profile");
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        assert!(widgets.iter().any(|it| it.id == "profile.close"), "{size}");
        assert!(widgets.iter().all(|it| !it.id.starts_with("account.")), "{size}");
    }
}

#[test]
fn password_can_be_entered_without_a_request() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::new());
        let mut harness = shown(&world, lang, SIZES[0]);
        click(&mut harness, Text::of(lang).have_password);
        let widgets = trace(&harness).widgets;
        assert!(widgets.iter().any(|widget| widget.id == "join.password"));
        assert!(widgets.iter().all(|widget| widget.id != "join.have_password"));
    }
}

#[test]
fn waiting_time_after_failed_logins_counts_down_on_the_join_screen() {
    let mut world = password_required();
    world.act(Action::EditSecret(SecretField::Join, Password("x".into())));
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    let reason = Refusal::TooManyAttempts { wait_ms: 9_000 };
    world.receive(ServerMessage::Refused { request: world.last_request(), reason });
    assert!(world.app.next_wakeup(world.now).is_some());
}

#[test]
fn registering_and_changing_a_password_require_typing_it_twice() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::in_lobby());
        let mut harness = shown(&world, lang, SIZES[0]);
        click(&mut harness, "楚河客");
        assert!(!widget(&harness, "account.register").enabled);
        for field in [SecretField::New, SecretField::Again] {
            world.borrow_mut().act(Action::EditSecret(field, Password("opensesame".into())));
        }
        harness.run_steps(2);
        click(&mut harness, Text::of(lang).register);
        assert!(matches!(
            world.borrow_mut().take_sent()[..],
            [ClientMessage::Account(AccountRequest::Register { .. })]
        ));
        world.borrow_mut().receive(AccountMessage::Registered);
        world.borrow_mut().act(Action::Account(AccountAction::Open));
        harness.run_steps(3);
        click(&mut harness, Text::of(lang).change_password);
        for field in [SecretField::New, SecretField::Again, SecretField::Old] {
            assert!(!widget(&harness, "account.change.yes").enabled);
            harness.press_key(egui::Key::Enter);
            harness.run_steps(2);
            assert_eq!(world.borrow_mut().take_sent(), [], "Enter does nothing while the button is disabled");
            world.borrow_mut().act(Action::EditSecret(field, Password("battery staple".into())));
            harness.run_steps(2);
        }
        click(&mut harness, Text::of(lang).change_password);
        assert!(matches!(
            world.borrow_mut().take_sent()[..],
            [ClientMessage::Account(AccountRequest::ChangePassword { .. })]
        ));
        world.borrow_mut().receive(AccountMessage::Registered);
        world.borrow_mut().act(Action::Account(AccountAction::Open));
        harness.run_steps(3);
        click(&mut harness, Text::of(lang).sign_out_everywhere);
        assert_eq!(world.borrow_mut().take_sent(), []);
        click(&mut harness, Text::of(lang).sign_out_yes);
        assert_eq!(
            world.borrow_mut().take_sent(),
            [ClientMessage::Account(AccountRequest::SignOutEverywhere)]
        );
    }
}

#[test]
fn the_buttons_of_a_new_password_are_in_sight_on_a_low_phone() {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    world.act(Action::Account(AccountAction::Open));
    world.act(Action::Account(AccountAction::AskChange(true)));
    let world = RefCell::new(world);
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [(lang, [844.0, 390.0]), (lang, [640.0, 360.0])])
    {
        let widgets = trace(&shown(&world, lang, size.into())).widgets;
        for id in ["account.change.yes", "account.change.no"] {
            let button = widgets.iter().find(|it| it.id == id).map(|it| it.rect);
            assert!(
                button.is_some_and(|it| it.is_positive() && it.bottom() <= size[1]),
                "{id} {lang:?} {size:?}"
            );
        }
    }
}

#[test]
fn two_different_passwords_leave_the_keyboard_in_the_second_field() {
    let mut world = World::in_lobby();
    world.act(Action::Account(AccountAction::Open));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    for password in ["opensesame", "opensesami"] {
        harness.input_mut().events.push(egui::Event::Text(password.into()));
        harness.run_steps(2);
        harness.press_key(egui::Key::Enter);
        harness.run_steps(3);
    }
    assert_eq!(trace(&harness).focus, "account.again");
    assert_eq!(world.borrow_mut().take_sent(), []);
}
