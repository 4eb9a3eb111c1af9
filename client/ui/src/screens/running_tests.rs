//! Tests that the clocks of a running game are seen above every dialog, in every form and language.

use super::tests::{SIZES, find, in_play, shown, trace};
use crate::widgets::ui_trace::Widget;
use chuhe_app::testing::World;
use chuhe_model::actions::action::{Action, HelpAction, LibraryAction, LobbyAction, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::testing::reading;
use chuhe_protocol::Event as GameEvent;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome, WinReason};
use chuhe_view::Model;
use chuhe_view::running::RunningView;
use egui::{Order, Rect, Shape, Vec2, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;

/// The smallest phones, upright and on their side, and windows.
const FORMS: [Vec2; 4] = [vec2(360.0, 640.0), vec2(640.0, 360.0), SIZES[0], SIZES[1]];

/// The dialogs that cover a table.
fn dialogs() -> [Action; 4] {
    [
        Action::Settings(SettingsAction::Toggle),
        Action::Help(HelpAction::Toggle),
        Action::Help(HelpAction::ToggleKeys),
        Action::from(LibraryAction::Open),
    ]
}

fn in_form(mut world: World, size: Vec2) -> World {
    if size.x < 800.0 {
        world = world.touched(size);
    }
    world.receive_event(GameEvent::LagMeasured { color: Color::Red, lag_ms: 20 });
    world
}

/// The texts that are painted in this place.
fn texts(harness: &Harness<'_>, place: Rect) -> Vec<String> {
    fn of(shape: &Shape, place: Rect, texts: &mut Vec<String>) {
        if let Shape::Vec(shapes) = shape {
            shapes.iter().for_each(|shape| of(shape, place, texts));
        } else if let Shape::Text(text) = shape
            && place.contains_rect(text.visual_bounding_rect().shrink(2.0))
        {
            texts.push(text.galley.job.text.clone());
        }
    }
    let mut all = Vec::new();
    harness.output().shapes.iter().for_each(|it| of(&it.shape, place, &mut all));
    all
}

fn running(harness: &Harness<'_>) -> Option<Widget> {
    trace(harness).widgets.into_iter().find(|it| it.id == "running")
}

#[test]
fn both_clocks_and_whose_turn_it_is_are_seen_above_every_dialog() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| FORMS.map(|size| (lang, size))) {
        for dialog in dialogs() {
            let place = format!("{lang:?} {size} {dialog:?}");
            let world = RefCell::new(in_form(in_play(Color::Red), size));
            let mut harness = shown(&world, lang, size);
            assert_eq!(running(&harness), None, "{place}: the table shows them itself");
            world.borrow_mut().act(dialog.clone());
            harness.run_steps(4);
            let frame = trace(&harness);
            assert_eq!(frame.cut, [""; 0], "{place}");
            let strip = frame.widgets.iter().find(|it| it.id == "running").expect(&place);
            assert!(strip.whole && !strip.covered, "{place}: {strip:?}");
            assert!(Rect::from_min_size(egui::Pos2::ZERO, size).contains_rect(strip.rect), "{place}");
            let is_over = |it: &&Widget| {
                it.layer.order == Order::Foreground && it.rect.shrink(1.0).intersects(strip.rect)
            };
            assert_eq!(frame.widgets.iter().find(is_over).map(|it| &it.id), None, "{place}");
            let expected = {
                let world = world.borrow();
                let it = RunningView::of(&Model::of(&world.app, world.now)).expect("the game goes on");
                assert_eq!(it.sides.iter().filter(|side| side.is_to_move).count(), 1, "{place}");
                it.sides.map(|side| side.face.digits)
            };
            let painted = texts(&harness, strip.rect);
            assert!(expected.iter().all(|digits| painted.contains(digits)), "{place}: {painted:?}");
            // what the window says of itself does not change with the time
            let before = (strip.label.clone(), strip.rect);
            world.borrow_mut().wait(2_000);
            harness.run_steps(2);
            assert_ne!(texts(&harness, strip.rect), painted, "{place}: a clock runs");
            assert_eq!(running(&harness).map(|it| (it.label, it.rect)), Some(before), "{place}");
        }
    }
}

#[test]
fn a_dialog_does_not_move_when_the_game_below_it_ends() {
    for size in FORMS {
        let world = RefCell::new(in_form(in_play(Color::Red), size));
        world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(3);
        let close_and_clocks = |harness: &Harness<'_>| {
            let frame = trace(harness);
            let is_shown = frame.widgets.iter().any(|it| it.id == "running");
            (find(&frame, "settings.close").rect, is_shown)
        };
        let (before, _) = close_and_clocks(&harness);
        let outcome = Outcome::won(Color::Red, WinReason::Resignation);
        world.borrow_mut().receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
        harness.run_steps(3);
        assert_eq!(close_and_clocks(&harness), (before, false), "{size}");
    }
}

#[test]
fn a_request_above_a_dialog_stands_beside_or_below_the_clocks() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| FORMS.map(|size| (lang, size))) {
        let mut world = in_form(in_play(Color::Red), size);
        world.receive_event(GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw });
        world.act(Action::Settings(SettingsAction::Toggle));
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, size);
        harness.run_steps(30);
        let frame = trace(&harness);
        assert_eq!(frame.cut, [""; 0], "{lang:?} {size}");
        let strip = frame.widgets.iter().find(|it| it.id == "running").expect("the clocks are shown");
        for over in frame.widgets.iter().filter(|it| it.id.starts_with("over.")) {
            assert!(!over.rect.shrink(1.0).intersects(strip.rect), "{lang:?} {size}: {over:?}");
        }
    }
}

#[test]
fn a_dialog_in_the_lobby_shows_no_clocks() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, SIZES[0]);
    assert_eq!(running(&harness), None);
}
