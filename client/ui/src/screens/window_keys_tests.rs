//! Tests of the scale and the full screen: the keys, and what the settings say.

use super::tests::{crowded_lobby, shown};
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::event::Event;
use egui::{Key, Modifiers, Vec2, vec2};
use std::cell::RefCell;

const SIZE: Vec2 = vec2(1280.0, 820.0);

fn press(harness: &mut egui_kittest::Harness<'_>, modifiers: Modifiers, key: Key) {
    harness.press_key_modifiers(modifiers, key);
    harness.run_steps(2);
}

#[test]
fn ctrl_with_plus_minus_and_zero_changes_the_scale() {
    let world = RefCell::new(crowded_lobby());
    world.borrow_mut().update(Event::Resized(SIZE));
    let mut harness = shown(&world, Lang::En, SIZE);
    let scale = || (world.borrow().app.desk().scale(), world.borrow().app.desk().settings.look.scale);
    assert_eq!(scale(), (100, None));
    for (key, expected) in [
        (Key::Equals, 110),
        (Key::Plus, 125),
        // the window has no room for more
        (Key::Plus, 125),
        (Key::Minus, 110),
        (Key::Minus, 100),
        (Key::Minus, 90),
    ] {
        press(&mut harness, Modifiers::COMMAND, key);
        assert_eq!(scale(), (expected, Some(expected)), "{key:?}");
    }
    press(&mut harness, Modifiers::COMMAND, Key::Num0);
    assert_eq!(scale(), (100, None));
    press(&mut harness, Modifiers::NONE, Key::Minus);
    assert_eq!(scale(), (100, None), "without Ctrl it is a character");
}

#[test]
fn f11_lets_the_window_cover_the_screen_and_back() {
    let world = RefCell::new(crowded_lobby());
    let mut harness = shown(&world, Lang::En, SIZE);
    for full in [true, false] {
        press(&mut harness, Modifiers::NONE, Key::F11);
        assert_eq!(world.borrow().app.desk().settings.look.full_screen, full);
    }
}

#[test]
fn a_held_f11_changes_the_window_once() {
    let world = RefCell::new(crowded_lobby());
    let mut harness = shown(&world, Lang::En, SIZE);
    let mut hold = |seconds: f64| {
        let at = harness.ctx.input(|input| input.time) + seconds;
        harness.input_mut().time = Some(at);
        // without a release, egui marks the next press as a repetition
        let (key, modifiers) = (Key::F11, Modifiers::NONE);
        let event = egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        harness.input_mut().events.push(event);
        harness.step();
        world.borrow().app.desk().settings.look.full_screen
    };
    assert!(hold(1.0));
    for _ in 0..5 {
        assert!(hold(0.5));
    }
    assert!(!hold(1.5), "the window missed the release");
}

#[test]
fn the_board_takes_its_place_from_the_scaled_window() {
    let world = RefCell::new(crowded_lobby());
    world.borrow_mut().update(Event::Resized(vec2(2560.0, 1400.0)));
    assert_eq!(world.borrow().app.desk().scale(), 160);
}
