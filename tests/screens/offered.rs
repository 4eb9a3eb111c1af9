//! Whatever a click does on any screen, the mirror for screen readers and the text mode do as well.

use super::crowded::CROWDED;
use super::evenings::EVENINGS;
use super::games::Scene;
use super::stages::STAGES;
use chuhe_client::shell::taken::name_of;
use chuhe_model::actions::action::Action;
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::Size;
use chuhe_model::exchange::event::Event;
use chuhe_text::TextMode;
use chuhe_ui::screens;
use chuhe_ui::widgets::theme;
use chuhe_ui::widgets::ui_trace::{self, Widget, WidgetKind};
use chuhe_view::{Button, Model, Part, screen};
use egui::{Context, Event as Input, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};
use std::collections::BTreeMap;

/// A desktop and a phone, which have different parts in sight.
const WINDOWS: [Size; 2] = [vec2(1_280.0, 820.0), vec2(390.0, 844.0)];
/// What clicks do that the others need no part for.
const ARRANGED: [(&str, &str); 7] = [
    ("Table.Tab", "what a tab shows is there without it"),
    ("Lobby.Tab", "what a tab shows is there without it, and the lists are a choice"),
    ("Evening.Boards", "how many boards a page has follows from the window"),
    ("Evening.Wall", "and so do the pages of the wall that have boards"),
    ("Settings.DismissNotice", "a notice is said once"),
    ("Compose.Chat", "an input method works in the field of a page and in a terminal"),
    ("Edit.Chat", "an input method works in the field of a page and in a terminal"),
];
/// Moves of a list or a graph, and their comments. The steps lead to each of them.
const MOVES: [&str; 3] = ["move.", "comment.", "analysis.graph"];
/// The frames until a dialog has measured itself, and a tap that comes too early for a new question is over.
const FRAMES: usize = 4;
/// Seconds from a frame to the next, so that taps count.
const FRAME: f64 = 1.0;

/// Something that a part does.
struct Offered {
    id: String,
    /// The index of an option.
    option: Option<usize>,
    action: Action,
}

fn add(button: &Button, id: &str, option: Option<usize>, offered: &mut Vec<Offered>) {
    let action = button.press();
    offered.extend(action.map(|action| Offered { id: id.to_owned(), option, action }));
}

/// Adds what this part and those in it do.
fn walk(part: Part, offered: &mut Vec<Offered>) {
    match part {
        Part::Button(button) => add(&button, &button.id, None, offered),
        Part::Tick(tick) => add(&tick.button, &tick.button.id, None, offered),
        Part::Question(question) => question.answers.iter().for_each(|it| add(it, &it.id, None, offered)),
        Part::Choice(choice) => {
            let options = choice.options.iter().enumerate();
            options.for_each(|(index, option)| add(option, &choice.id, Some(index), offered));
        }
        Part::Field(input) => {
            let action = input.send.as_ref().and_then(Button::press);
            offered.extend(action.map(|action| Offered { id: input.id.into(), option: None, action }));
        }
        Part::Group(group) => group.into_parts().into_iter().for_each(|part| walk(part, offered)),
        Part::Fact(_) => {}
    }
}

/// What the parts of a screen do.
fn offered(scene: &Scene) -> Vec<Offered> {
    let mut offered = Vec::new();
    screen::parts(&Model::of(scene.app(), scene.now())).into_iter().for_each(|it| walk(it, &mut offered));
    offered
}

/// What the mirror does not do at the nodes of these parts.
fn missing_in_mirror(scene: &Scene, offered: &[Offered]) -> Vec<String> {
    let does = |it: &&Offered| {
        let text = it.option.map_or_else(String::new, |index| index.to_string());
        chuhe_web::act(scene.app(), &it.id, &text, scene.now()).contains(&it.action)
    };
    offered.iter().filter(|it| !does(it)).map(|it| format!("mirror: {}", it.id)).collect()
}

/// What the menu of the text mode does not do of what these parts do.
fn missing_in_text(scene: &Scene, offered: &[Offered]) -> Vec<String> {
    let mut mode = TextMode::default();
    let lines = mode.read(scene.app(), "menu", scene.now()).lines;
    let count = lines.iter().filter(|line| line.starts_with(|it: char| it.is_ascii_digit())).count();
    let does: Vec<Action> = (1..=count)
        .flat_map(|number| mode.read(scene.app(), &format!("menu {number}"), scene.now()).actions)
        .collect();
    let lacks = |it: &&Offered| !does.contains(&it.action);
    offered.iter().filter(lacks).map(|it| format!("text: {}", it.id)).collect()
}

/// A window without pixels, in which widgets are clicked.
struct Clicker {
    ctx: Context,
    time: f64,
}

impl Clicker {
    fn new() -> Self {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        // the fonts are there from the next frame on
        let _ = ctx.run(RawInput::default(), |_| {});
        Self { ctx, time: 0.0 }
    }

    /// Shows a frame with this input, and returns what it does.
    fn frame(&mut self, scene: &Scene, window: Size, events: Vec<Input>) -> Vec<Action> {
        self.time += FRAME;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, window));
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let mut actions = Vec::new();
        let _ = self.ctx.run(input, |ctx| {
            theme::apply(ctx, &scene.app().desk().theme());
            ui_trace::start(ctx);
            // a frame may have a second pass
            actions = screens::show(scene.app(), ctx, scene.now());
        });
        actions
    }

    /// What clicks on all widgets of a screen do, with their names.
    fn clicked(&mut self, scene: &Scene, window: Size) -> Vec<(String, Action)> {
        self.ctx.memory_mut(|memory| {
            let options = std::mem::take(&mut memory.options);
            *memory = egui::Memory::default();
            memory.options = options;
        });
        for _ in 0..FRAMES {
            let _ = self.frame(scene, window, Vec::new());
        }
        let settled = self.ctx.memory(Clone::clone);
        let trace = ui_trace::take(&self.ctx).expect("the screen was shown");
        let can_be_clicked = |it: &Widget| {
            let is_kind = matches!(it.kind, WidgetKind::Button | WidgetKind::Choice);
            is_kind && it.enabled && !it.covered && !MOVES.iter().any(|name| it.id.starts_with(name))
        };
        let mut found = Vec::new();
        for widget in trace.widgets.into_iter().filter(can_be_clicked) {
            self.ctx.memory_mut(|memory| memory.clone_from(&settled));
            let pos = widget.rect.center();
            let button = |pressed| {
                let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                Input::PointerButton { pos, button, pressed, modifiers }
            };
            let _ = self.frame(scene, window, vec![Input::PointerMoved(pos)]);
            let mut actions = self.frame(scene, window, vec![button(true)]);
            actions.extend(self.frame(scene, window, vec![button(false)]));
            let _ = self.frame(scene, window, vec![Input::PointerGone]);
            found.extend(actions.into_iter().map(|action| (widget.id.clone(), action)));
        }
        found
    }
}

#[test]
fn whatever_a_click_does_can_be_done_without_seeing_the_screen() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut clicker = Clicker::new();
    let mut count = 0;
    for stage in STAGES.iter().chain(CROWDED).chain(EVENINGS) {
        let mut scene = stage.build(Lang::En);
        let offered = offered(&scene);
        let mut missing = missing_in_mirror(&scene, &offered);
        missing.extend(missing_in_text(&scene, &offered));
        for window in WINDOWS {
            scene.pass(Event::Resized(window));
            for (widget, action) in clicker.clicked(&scene, window) {
                count += 1;
                let name = name_of(&action, 2);
                let is_arranged = ARRANGED.iter().any(|(arranged, _)| *arranged == name);
                if !is_arranged && !offered.iter().any(|it| it.action == action) {
                    missing.push(format!("parts: {name} of {widget}: {action:?}"));
                }
            }
        }
        for what in missing {
            found.entry(what).or_default().push(stage.name.to_owned());
        }
    }
    assert!(count > STAGES.len() * WINDOWS.len(), "{count}");
    let found: Vec<String> =
        found.into_iter().map(|(what, stages)| format!("{what}: {}", stages.join(", "))).collect();
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}
