//! Tests of buttons side by side: their labels have letters of one size.

use super::tests::{flat_worlds, shown, trace};
use crate::widgets::ui_trace::{Widget, WidgetKind};
use chuhe_app::testing::World;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_model::choices::lang::Lang;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;
use egui::{Shape, Vec2, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;

const PHONES: [Vec2; 4] = [vec2(360.0, 640.0), vec2(390.0, 844.0), vec2(640.0, 360.0), vec2(844.0, 390.0)];

/// What the buttons of a game, of its record and of its questions are called.
const BUTTONS: [&str; 6] = ["table.", "setup.", "keep.", "offer.", "watch.", "question."];

/// The size of the letters of a widget's label; `None` if a picture stands for it.
fn letters(harness: &Harness<'_>, widget: &Widget) -> Option<f32> {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    harness.output().shapes.iter().rev().find_map(|clipped| {
        let Shape::Text(text) = &clipped.shape else { return None };
        let middle = text.galley.mesh_bounds.translate(text.pos.to_vec2()).center();
        let section = text.galley.job.sections.first()?;
        let is_label = widget.rect.contains(middle) && words(text.galley.text()) == words(&widget.label);
        is_label.then_some(section.format.font_id.size)
    })
}

/// The buttons of this world that stand beside one another with letters of several sizes.
fn uneven(name: &str, world: World, lang: Lang, size: Vec2) -> Vec<String> {
    let world = RefCell::new(world.touched(size));
    let harness = shown(&world, lang, size);
    let widgets = trace(&harness).widgets;
    let is_button = |it: &&Widget| {
        it.kind == WidgetKind::Button && BUTTONS.iter().any(|kind| it.id.starts_with(kind)) && !it.covered
    };
    let buttons: Vec<&Widget> = widgets.iter().filter(is_button).collect();
    let beside = |one: &Widget, other: &Widget| one.rect.y_range() == other.rect.y_range();
    let pairs =
        buttons.iter().enumerate().flat_map(|(n, one)| buttons[n + 1..].iter().map(move |it| (one, it)));
    let uneven = pairs.filter(|(one, other)| beside(one, other)).filter_map(|(one, other)| {
        let sizes = [one, other].map(|it| letters(&harness, it));
        let [Some(first), Some(second)] = sizes else { return None };
        (first != second)
            .then(|| format!("{name} {lang:?} {size}: {} has {first}, {} {second}", one.id, other.id))
    });
    uneven.collect()
}

#[test]
fn buttons_side_by_side_have_letters_of_one_size() {
    let mut found = Vec::new();
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| PHONES.map(|size| (lang, size))) {
        let cross = BoardKind::Cross;
        let games = vec![
            ("cross, set-up", FullGame::setting_up(Color::Red, cross).world),
            ("cross", FullGame::begun(Color::Red, cross).world),
            ("cross, over", FullGame::begun(Color::Red, cross).ended().world),
        ];
        for (name, world) in games.into_iter().chain(flat_worlds()) {
            found.extend(uneven(name, world, lang, size));
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
