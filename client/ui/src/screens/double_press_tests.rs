//! A second press that comes too soon presses nothing that was not there at the first.

use super::tests::{click_at, in_play, on_start, shown_every, trace, widget};
use crate::widgets::double_press;
use chuhe_app::Screen;
use chuhe_app::testing::World;
use chuhe_model::actions::action::{Action, LobbyAction, LobbyTab};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::lessons::{Game, course};
use chuhe_rules::Color;
use egui::{Vec2, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;

const PHONE: Vec2 = vec2(390.0, 844.0);
/// The time between two frames, in seconds. A click takes four of them.
const FRAME_S: f32 = 0.02;

/// The names of what is at the middle of a widget after it was pressed, once what appears takes presses.
fn below(harness: &mut Harness<'_>, at: egui::Pos2) -> Vec<String> {
    harness.run_steps(40);
    let widgets = trace(harness).widgets.into_iter();
    widgets.filter(|it| it.rect.contains(at) && it.enabled && !it.covered).map(|it| it.id).collect()
}

#[test]
fn a_dialog_that_closes_lets_no_second_tap_through() {
    let tab = |world: &RefCell<World>| world.borrow().app.sessions().visit().map(|visit| visit.lobby.tab);
    let world = RefCell::new(World::in_lobby());
    world.borrow_mut().act(Action::Lobby(LobbyAction::OpenSeekForm));
    let mut harness = shown_every(&world, Lang::En, PHONE, FRAME_S);
    let at = widget(&harness, "form.close").rect.center();
    click_at(&mut harness, at);
    click_at(&mut harness, at);
    assert_eq!(tab(&world), Some(LobbyTab::Players));
    let there = below(&mut harness, at);
    assert!(there.iter().any(|id| id.starts_with("lobby.tab.")), "a tab is where the button was: {there:?}");
    click_at(&mut harness, at);
    assert_ne!(tab(&world), Some(LobbyTab::Players), "a later press counts");
}

#[test]
fn a_button_that_stays_is_pressed_as_often_as_one_likes() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown_every(&world, Lang::En, vec2(1280.0, 800.0), FRAME_S);
    let bottom = |world: &RefCell<World>| world.borrow().table().bottom();
    let at = widget(&harness, "table.flip").rect.center();
    for expected in [Color::Black, Color::Red, Color::Black] {
        click_at(&mut harness, at);
        assert_eq!(bottom(&world), expected);
    }
}

#[test]
fn a_tap_on_a_board_that_has_been_still_since_it_appeared_is_not_the_second_of_a_double_tap() {
    let world = RefCell::new(on_start(World::new(), StartEntry::Learn));
    let mut harness = shown_every(&world, Lang::En, vec2(1280.0, 800.0), FRAME_S);
    let lesson = &course(Game::Xiangqi)[0].id;
    let at = widget(&harness, &format!("learn.{lesson}")).rect.center();
    click_at(&mut harness, at);
    assert_eq!(world.borrow().app.screen(), Screen::Lesson);
    // no frame is drawn until the tap
    let pressed = harness.ctx.input(|input| input.time);
    let reaches = |later: f64| double_press::reaches_board(&harness.ctx, at, pressed + later);
    assert_eq!([0.1, 2.0].map(reaches), [false, true]);
}
