//! Tests of the chat's lines.

use super::tests::{SIZES, in_play, pressing, shown};
use crate::widgets::fonts;
use chuhe_app::testing::{GAME, ME, OTHER, World, name, started};
use chuhe_model::actions::action::{Tab, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{ChatMessage, ChatRoom, Event};
use chuhe_rules::Color;
use chuhe_rules::offers::OfferKind;
use chuhe_texts::Text;
use egui::{FontData, FontTweak, Rect};
use std::cell::RefCell;
use std::sync::Arc;

/// Lets a font arrive with which all letters are larger.
fn enlarge_letters(ctx: &egui::Context) {
    let mut definitions = ctx.fonts(|fonts| fonts.lock().fonts.definitions().clone());
    let tweak = FontTweak { scale: 2.0, ..FontTweak::default() };
    let large = Arc::new(FontData::from_static(fonts::PLAIN).tweak(tweak));
    definitions.font_data.insert("large".to_owned(), large);
    for names in definitions.families.values_mut() {
        names.insert(0, "large".to_owned());
    }
    ctx.set_fonts(definitions);
}

#[test]
fn hebrew_is_drawn_from_right_to_left() {
    let mut world = in_play(Color::Red);
    let (room, name, text) = (ChatRoom::Table(GAME), name("Bo"), "שלום abc".to_owned());
    world.receive(ChatMessage::Line { room, from: OTHER, name, text, at_ms: 1 });
    let world = RefCell::new(pressing(world, TableAction::Tab(Tab::Chat)));
    let harness = shown(&world, Lang::En, SIZES[1]);
    let is_seen = |clipped: &egui::epaint::ClippedShape| matches!(&clipped.shape, egui::Shape::Text(text) if text.galley.text() == "abc םולש");
    assert!(harness.output().shapes.iter().any(is_seen));
}

#[test]
fn arabic_letters_join() {
    let mut world = in_play(Color::Red);
    let (room, name, text) = (ChatRoom::Table(GAME), name("Bo"), "بيدق".to_owned());
    world.receive(ChatMessage::Line { room, from: OTHER, name, text, at_ms: 1 });
    let world = RefCell::new(pressing(world, TableAction::Tab(Tab::Chat)));
    let harness = shown(&world, Lang::En, SIZES[1]);
    let is_seen = |clipped: &egui::epaint::ClippedShape| matches!(&clipped.shape, egui::Shape::Text(text) if text.galley.text() == "\u{FED5}\u{FEAA}\u{FEF4}\u{FE91}");
    assert!(harness.output().shapes.iter().any(is_seen));
}

#[test]
fn hebrew_of_a_spectator_is_drawn_from_right_to_left_after_the_prefix() {
    let mut world = in_play(Color::Red);
    let (room, name, text) = (ChatRoom::Spectators(GAME), name("Bo"), "שלום abc".to_owned());
    world.receive(ChatMessage::Line { room, from: OTHER, name, text, at_ms: 1 });
    let world = RefCell::new(pressing(world, TableAction::Tab(Tab::Chat)));
    for lang in Lang::ALL {
        let harness = shown(&world, lang, SIZES[1]);
        let texts = harness.output().shapes.iter().filter_map(|clipped| {
            let egui::Shape::Text(text) = &clipped.shape else { return None };
            Some(text.galley.text().to_owned())
        });
        let mut texts = texts.filter(|text| text.contains("םולש"));
        let line = texts.next().expect("the line is shown");
        let prefix = Text::of(lang).spectator_prefix;
        assert!(line.starts_with("abc םולש") && line.contains(prefix), "{line}");
    }
}

#[test]
fn a_hebrew_name_in_a_sentence_is_drawn_from_right_to_left() {
    let mut start = started(ME, OTHER);
    let Event::Started(beginning) = &mut start else { panic!("{start:?}") };
    beginning.seats[Color::Black].name = name("שלום");
    let mut world = World::in_lobby();
    world.receive_event(start);
    world.receive_event(Event::Offered { by: Color::Black, kind: OfferKind::Draw });
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, SIZES[1]);
    let is_seen = |clipped: &egui::epaint::ClippedShape| matches!(&clipped.shape, egui::Shape::Text(text) if text.galley.text().contains("םולש") && text.galley.text().contains("offers"));
    assert!(harness.output().shapes.iter().any(is_seen));
}

#[test]
fn a_line_is_as_high_as_its_text_once_the_font_of_an_emoji_has_arrived() {
    let mut world = in_play(Color::Red);
    for text in ["好".repeat(60), "the next line".to_owned()] {
        let (room, name) = (ChatRoom::Table(GAME), name("Bo"));
        world.receive(ChatMessage::Line { room, from: OTHER, name, text, at_ms: 1 });
    }
    let world = RefCell::new(pressing(world, TableAction::Tab(Tab::Chat)));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let places = |harness: &egui_kittest::Harness<'_>| {
        let place = |beginning: &str| {
            let mut shapes = harness.output().shapes.iter();
            let found = shapes.find_map(|clipped| {
                let egui::Shape::Text(text) = &clipped.shape else { return None };
                let is_it = text.galley.text().starts_with(beginning);
                is_it.then(|| Rect::from_min_size(text.pos, text.galley.size()))
            });
            found.unwrap_or_else(|| panic!("no {beginning}"))
        };
        [place("好"), place("the next")]
    };
    let [before, next] = places(&harness);
    assert!(before.bottom() <= next.top(), "{before} {next}");
    enlarge_letters(&harness.ctx);
    harness.run_steps(3);
    let [after, next] = places(&harness);
    assert!(after.height() > before.height(), "{before} {after}");
    assert!(after.bottom() <= next.top(), "{after} {next}");
}
