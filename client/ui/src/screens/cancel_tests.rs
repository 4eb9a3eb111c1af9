//! Tests of Escape and Enter: they cancel and confirm what the user is asked.

use super::tests::{SIZES, in_play, on_start, shown, widget};
use chuhe_app::Screen;
use chuhe_app::exercises::PuzzleList;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{
    Action, Field, JoinAction, JoinField, LobbyAction, SettingsAction, TableAction,
};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::effect::{ConnectionEffect, Effect};
use chuhe_protocol::{ClientMessage, LobbyRequest, TableRequest};
use chuhe_rules::Color;
use egui::Key;
use egui_kittest::Harness;
use std::cell::RefCell;

/// The frames of two seconds.
const TWO_SECONDS: usize = 8;

fn press(harness: &mut Harness<'_>, key: Key) {
    harness.press_key(key);
    harness.run_steps(3);
}

#[test]
fn escape_cancels_the_question_whether_to_resign_and_then_the_review() {
    let world = RefCell::new(in_play(Color::Red));
    world.borrow_mut().act(Action::Table(TableAction::Review(Some(1))));
    world.borrow_mut().act(Action::Table(TableAction::AskGiveUp));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    press(&mut harness, Key::Escape);
    assert_eq!(
        (world.borrow().table().asked().is_some(), world.borrow().table().interaction.review()),
        (false, Some(1))
    );
    press(&mut harness, Key::Escape);
    assert_eq!(world.borrow().table().interaction.review(), None);
}

#[test]
fn escape_leads_from_a_list_of_puzzles_to_all_of_them() {
    for list in [PuzzleAction::ListEndgames(true), PuzzleAction::ListFlags(true)] {
        let mut world = on_start(World::new(), StartEntry::Puzzles);
        world.act(list.into());
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, SIZES[1]);
        press(&mut harness, Key::Escape);
        assert!(world.borrow().app.study().exercises.puzzle_list == PuzzleList::Puzzles);
    }
}

#[test]
fn escape_closes_a_dialog_and_leaves_the_table_as_it_is() {
    let world = RefCell::new(in_play(Color::Red));
    world.borrow_mut().act(Action::Table(TableAction::Review(Some(1))));
    world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    press(&mut harness, Key::Escape);
    assert!(!world.borrow().app.dialogs().settings_open);
    assert_eq!(world.borrow().table().interaction.review(), Some(1));
}

#[test]
fn a_right_click_beside_a_dialog_closes_it() {
    let world = RefCell::new(in_play(Color::Red));
    world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let (pos, button) = (egui::pos2(30.0, 30.0), egui::PointerButton::Secondary);
    for pressed in [true, false] {
        let modifiers = egui::Modifiers::NONE;
        let events = &mut harness.input_mut().events;
        events.push(egui::Event::PointerMoved(pos));
        events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(2);
    }
    assert!(!world.borrow().app.dialogs().settings_open);
}

#[test]
fn a_press_of_two_seconds_is_a_click() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let (pos, button) = (widget(&harness, "settings").rect.center(), egui::PointerButton::Primary);
    for pressed in [true, false] {
        let modifiers = egui::Modifiers::NONE;
        let events = &mut harness.input_mut().events;
        events.push(egui::Event::PointerMoved(pos));
        events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(TWO_SECONDS);
    }
    assert!(world.borrow().app.dialogs().settings_open);
}

#[test]
fn enter_resigns_when_asked_and_not_before() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    world.borrow_mut().take_sent();
    press(&mut harness, Key::Enter);
    assert_eq!(world.borrow_mut().take_sent(), []);
    world.borrow_mut().act(Action::Table(TableAction::AskGiveUp));
    press(&mut harness, Key::Enter);
    assert!(matches!(
        world.borrow_mut().take_sent()[..],
        [ClientMessage::Table { request: TableRequest::Resign, .. }]
    ));
}

#[test]
fn enter_sends_the_challenge() {
    let world = RefCell::new(World::in_lobby());
    world.borrow_mut().act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    world.borrow_mut().take_sent();
    press(&mut harness, Key::Enter);
    assert!(matches!(
        world.borrow_mut().take_sent()[..],
        [ClientMessage::Lobby(LobbyRequest::Challenge { .. })]
    ));
}

#[test]
fn enter_joins_once_without_a_focused_field() {
    let world = RefCell::new(World::new());
    world.borrow_mut().act(Action::Edit(Field::Join(JoinField::Name), "Bo".to_owned()));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    harness.ctx.memory_mut(|memory| memory.stop_text_input());
    harness.run_steps(2);
    press(&mut harness, Key::Enter);
    let joins = |world: &World| {
        world
            .effects
            .iter()
            .filter(|it| matches!(it, Effect::Connection(ConnectionEffect::Connect { .. })))
            .count()
    };
    assert_eq!(joins(&world.borrow()), 1);
    world.borrow_mut().act(Action::Join(JoinAction::Leave));
}

#[test]
fn escape_closes_the_review_screen() {
    let world = RefCell::new(reviewing(&["h2e2", "h9g7"]));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    press(&mut harness, Key::Escape);
    assert_ne!(world.borrow().app.screen(), Screen::Review);
}
