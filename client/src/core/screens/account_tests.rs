//! Registered names on the screens.

use super::tests::{SIZES, click, shown, trace, widget};
use crate::core::action::{AccountAction, Action, JoinAction, SecretField};
use crate::core::app::tests::World;
use crate::core::event::NetworkEvent;
use crate::core::lang::Lang;
use crate::core::text::Text;
use chuhe_protocol::{ClientMessage, Password, Refusal, ServerMessage};
use std::cell::RefCell;

fn asked_for_a_password() -> World {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.hear(ServerMessage::Refused { request: 1, reason: Refusal::NameRegistered });
    world
}

#[test]
fn the_password_is_typed_where_it_is_asked_for_and_shown_nowhere() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(asked_for_a_password());
            let mut harness = shown(&world, lang, size);
            harness.input_mut().events.push(egui::Event::Text("opensesame".into()));
            harness.run_steps(2);
            assert_eq!(world.borrow().app.join_form().password, Some(Password("opensesame".into())));
            assert!(!format!("{:?}", trace(&harness)).contains("opensesame"));
            world.borrow_mut().said();
            harness.press_key(egui::Key::Enter);
            harness.run_steps(2);
            world.borrow_mut().network(NetworkEvent::Connected);
            assert!(
                matches!(world.borrow_mut().said()[..], [ClientMessage::Login { .. }]),
                "{lang:?} {size}"
            );
        }
    }
}

#[test]
fn a_password_can_be_entered_unasked() {
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
fn a_wait_is_counted_down_at_the_door() {
    let mut world = asked_for_a_password();
    world.act(Action::EditSecret(SecretField::Join, Password("x".into())));
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    let reason = Refusal::TooManyAttempts { wait_ms: 9_000 };
    world.hear(ServerMessage::Refused { request: 2, reason });
    assert!(world.app.next_wakeup(world.now).is_some());
}

#[test]
fn a_name_is_registered_and_its_password_changed_by_typing_it_twice() {
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
        assert!(matches!(world.borrow_mut().said()[..], [ClientMessage::Register { .. }]));
        world.borrow_mut().hear(ServerMessage::Registered);
        world.borrow_mut().act(Action::Account(AccountAction::Open));
        harness.run_steps(3);
        click(&mut harness, Text::of(lang).change_password);
        for field in [SecretField::New, SecretField::Again, SecretField::Old] {
            assert!(!widget(&harness, "account.change.yes").enabled);
            harness.press_key(egui::Key::Enter);
            harness.run_steps(2);
            assert_eq!(world.borrow_mut().said(), [], "the button is no different");
            world.borrow_mut().act(Action::EditSecret(field, Password("battery staple".into())));
            harness.run_steps(2);
        }
        click(&mut harness, Text::of(lang).change_password);
        assert!(matches!(world.borrow_mut().said()[..], [ClientMessage::ChangePassword { .. }]));
        world.borrow_mut().hear(ServerMessage::Registered);
        world.borrow_mut().act(Action::Account(AccountAction::Open));
        harness.run_steps(3);
        click(&mut harness, Text::of(lang).sign_out_everywhere);
        assert_eq!(world.borrow_mut().said(), []);
        click(&mut harness, Text::of(lang).sign_out_yes);
        assert_eq!(world.borrow_mut().said(), [ClientMessage::SignOutEverywhere]);
    }
}
