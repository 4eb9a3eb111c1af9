//! Tests of the pinyin composer at the field of the chat.

use super::tests::{click_widget, shown, trace, widget};
use crate::widgets;
use crate::widgets::theme;
use chuhe_app::testing::World;
use chuhe_model::choices::lang::Lang;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;

fn key(harness: &mut Harness<'_>, key: Key, modifiers: Modifiers) {
    for pressed in [true, false] {
        let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        harness.input_mut().events.push(event);
    }
    harness.run_steps(2);
}

fn type_text(harness: &mut Harness<'_>, text: &str) {
    for letter in text.chars() {
        harness.input_mut().events.push(Event::Text(letter.to_string()));
        harness.run_steps(1);
    }
    harness.run_steps(2);
}

fn draft(world: &RefCell<World>) -> String {
    world.borrow().app.sessions().visit().unwrap().lobby.chat().draft().to_owned()
}

#[test]
fn pinyin_becomes_chinese_in_the_chat_field() {
    let world = RefCell::new(World::in_lobby());
    let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
    click_widget(&mut harness, "chat.text");
    type_text(&mut harness, "hi ");
    assert_eq!(draft(&world), "hi ", "letters stay letters until the composer is on");
    key(&mut harness, Key::Space, Modifiers::CTRL);
    type_text(&mut harness, "nihao");
    assert_eq!((draft(&world).as_str(), widget(&harness, "pinyin.1").label.as_str()), ("hi ", "1 你好"));
    type_text(&mut harness, "1");
    assert_eq!(draft(&world), "hi 你好");
    type_text(&mut harness, "haoqo");
    key(&mut harness, Key::Backspace, Modifiers::NONE);
    type_text(&mut harness, "i !");
    assert_eq!(draft(&world), "hi 你好好棋！");
    type_text(&mut harness, "zaijian");
    key(&mut harness, Key::Escape, Modifiers::NONE);
    assert_eq!(world.borrow().app.typing().composer().letters(), "");
    type_text(&mut harness, "zlyj");
    click_widget(&mut harness, "pinyin.1");
    assert_eq!(draft(&world), "hi 你好好棋！再来一局");
    click_widget(&mut harness, "chat.pinyin");
    type_text(&mut harness, "ok");
    assert!(draft(&world).ends_with("再来一局ok"), "{}", draft(&world));
    assert!(!world.borrow().app.desk().settings.pinyin);
}

#[test]
fn tab_leaves_the_chat_field_only_when_no_letters_wait() {
    let world = RefCell::new(World::in_lobby());
    let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
    click_widget(&mut harness, "chat.text");
    key(&mut harness, Key::Space, Modifiers::CTRL);
    type_text(&mut harness, "ni");
    let at_field =
        |harness: &Harness<'_>| harness.ctx.memory(|memory| memory.has_focus(widgets::field_id("chat.text")));
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
        key(&mut harness, Key::Tab, modifiers);
        assert!(at_field(&harness), "{modifiers:?}");
    }
    type_text(&mut harness, "hao ");
    assert_eq!(draft(&world), "你好");
    key(&mut harness, Key::Tab, Modifiers::NONE);
    assert!(!at_field(&harness));
}

#[test]
fn a_click_within_one_frame_gives_the_field_the_keyboard() {
    let world = RefCell::new(World::in_lobby());
    let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
    let (pos, button) = (widget(&harness, "chat.pinyin").rect.center(), PointerButton::Primary);
    let events = &mut harness.input_mut().events;
    events.push(Event::PointerMoved(pos));
    for pressed in [true, false] {
        events.push(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    }
    harness.run_steps(2);
    type_text(&mut harness, "nihao ");
    assert_eq!(draft(&world), "你好");
}

#[test]
fn the_switch_is_shown_where_it_helps() {
    for (lang, is_shown) in [(Lang::Zh, true), (Lang::ZhHant, true), (Lang::En, false), (Lang::Vi, false)] {
        let world = RefCell::new(World::in_lobby());
        let mut harness = shown(&world, lang, vec2(900.0, 640.0));
        let found =
            |harness: &Harness<'_>| trace(harness).widgets.iter().any(|widget| widget.id == "chat.pinyin");
        harness.run_steps(1);
        assert_eq!(found(&harness), is_shown, "{lang:?}");
    }
}

#[test]
fn the_fonts_have_the_signs_that_turn_the_page() {
    let world = RefCell::new(World::in_lobby());
    let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
    click_widget(&mut harness, "chat.text");
    key(&mut harness, Key::Space, Modifiers::CTRL);
    type_text(&mut harness, "shi=");
    let widgets = trace(&harness).widgets;
    for button in ["pinyin.before", "pinyin.after"] {
        let sign = &widgets.iter().find(|widget| widget.id == button).expect("there are three pages").label;
        assert!(harness.ctx.fonts(|fonts| fonts.has_glyphs(&theme::plain(theme::TEXT), sign)), "{sign}");
    }
}
