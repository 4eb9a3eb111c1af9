//! Tests of the screens without a mouse.

use super::tests::{shown, trace, widget};
use crate::core::app::review_tests::reviewing;
use crate::core::app::tests::World;
use crate::core::keys::BINDINGS;
use crate::core::lang::Lang;
use chuhe_protocol::ClientMessage;
use chuhe_rules::{Color, GameMove};
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;
use std::collections::BTreeSet;

fn key(harness: &mut Harness<'_>, key: Key) {
    let modifiers = Modifiers::NONE;
    for pressed in [true, false] {
        let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        harness.input_mut().events.push(event);
    }
    harness.run_steps(3);
}

/// Whether the last move sent is this one.
fn sent(world: &RefCell<World>, mv: &str) -> bool {
    let mv = GameMove::Xiangqi(mv.parse().unwrap());
    let sent = world.borrow_mut().take_sent();
    sent.iter().any(|message| matches!(message, ClientMessage::Play { mv: played, .. } if *played == mv))
}

fn type_text(harness: &mut Harness<'_>, text: &str) {
    for letter in text.chars() {
        harness.input_mut().events.push(Event::Text(letter.to_string()));
        harness.run_steps(2);
    }
}

#[test]
fn the_first_tab_reaches_the_board_and_its_keys_play_a_move() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    key(&mut harness, Key::Tab);
    assert!(world.borrow().app.board_cursor().is_some());
    // from the general to the cannon, and with it behind the pawn in the middle
    for pressed in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::ArrowUp, Key::ArrowUp, Key::Enter]
    {
        key(&mut harness, pressed);
    }
    assert!(world.borrow().app.holds_piece());
    for pressed in [Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft, Key::Space] {
        key(&mut harness, pressed);
    }
    assert!(sent(&world, "h2e2"));
    key(&mut harness, Key::Escape);
    assert!(world.borrow().app.board_cursor().is_none(), "Escape leaves the board");
}

#[test]
fn typing_at_the_table_opens_a_field_that_shows_the_moves() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(900.0, 640.0));
    type_text(&mut harness, "H2");
    assert_eq!(world.borrow().table().typed(), "H2");
    assert_eq!(widget(&harness, "table.move.legal").label.split_whitespace().count(), 14);
    type_text(&mut harness, "+3");
    assert_eq!(widget(&harness, "table.move.legal").label, "H2+3");
    key(&mut harness, Key::Enter);
    assert!(sent(&world, "h0g2"));
    type_text(&mut harness, "xx");
    key(&mut harness, Key::Escape);
    assert_eq!(world.borrow().table().typed(), "");
}

#[test]
fn a_question_mark_lists_every_key() {
    let world = RefCell::new(World::at_board(Color::Red));
    for lang in Lang::ALL {
        let mut harness = shown(&world, lang, vec2(1280.0, 820.0));
        type_text(&mut harness, "?");
        harness.run_steps(3);
        let rows: Vec<String> = trace(&harness)
            .widgets
            .into_iter()
            .filter(|widget| widget.id == "keys.row")
            .map(|widget| widget.label)
            .collect();
        for binding in BINDINGS {
            let is_listed = rows.iter().any(|row| {
                row.split(": ").next().is_some_and(|keys| keys.split("  ").any(|it| it == binding.written()))
            });
            assert!(is_listed, "{lang:?} {binding:?} in {rows:#?}");
        }
        key(&mut harness, Key::Escape);
        assert!(!world.borrow().app.help().keys_open);
    }
}

#[test]
fn tab_reaches_every_widget_of_the_screens() {
    for (name, world) in [
        ("lobby", World::in_lobby()),
        ("table", World::at_board(Color::Red)),
        ("review", reviewing(&["h2e2"])),
    ] {
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
        let mut reached = BTreeSet::new();
        for _ in 0..60 {
            key(&mut harness, Key::Tab);
            let focused = harness.ctx.memory(|memory| memory.focused());
            let rect = focused.and_then(|id| harness.ctx.read_response(id)).map(|response| response.rect);
            let at = rect.map(|rect| rect.center());
            let widgets = trace(&harness).widgets;
            reached.extend(
                widgets.into_iter().filter(|it| at.is_some_and(|at| it.rect.contains(at))).map(|it| it.id),
            );
        }
        for wanted in ["settings", "help"] {
            assert!(reached.contains(wanted), "{name}: {wanted} is not reached, but {reached:?}");
        }
        assert!(reached.len() >= 6, "{name}: {reached:?}");
    }
}
