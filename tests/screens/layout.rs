//! On every screen, in every form and language, nothing is outside the window or under something else, no text is cut,
//! and no line ends within a word. The ring around what has the keyboard crosses no text.

use super::coaching::COACHING;
use super::crowded::CROWDED;
use super::evenings::EVENINGS;
use super::games::Scene;
use super::painted;
use super::stages::{STAGES, Stage};
use crate::driven::Page;
use crate::monkey::judges;
use chuhe_client::shell::taken::Taken;
use chuhe_client::shell::trace::{TableFacts, TracedFrame, line};
use chuhe_model::actions::action::{Action, ScaleChange, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::drawing::scene::Size;
use chuhe_model::exchange::event::Event;
use chuhe_model::layout::form::Form as LayoutForm;
use chuhe_ui::screens;
use chuhe_ui::widgets::theme;
use chuhe_ui::widgets::ui_trace::{self, WidgetKind};
use egui::{Context, Order, Pos2, RawInput, Rect, Shape, vec2};
use std::collections::BTreeMap;

/// A window: its size in pixels, the scale that the user chose in per cent, and what covers its edges.
struct Form {
    window: Size,
    scale: Option<u16>,
    insets: Insets,
}

const fn form(width: f32, height: f32) -> Form {
    Form { window: vec2(width, height), scale: None, insets: NO_INSETS }
}

const fn scaled(width: f32, height: f32, percent: u16) -> Form {
    Form { window: vec2(width, height), scale: Some(percent), insets: NO_INSETS }
}

const NO_INSETS: Insets = Insets { left: 0.0, right: 0.0, top: 0.0, bottom: 0.0, keyboard: 0.0 };
/// What a notch and a bar cover on a phone upright and on its side.
const UPRIGHT: Insets = Insets { top: 47.0, bottom: 34.0, ..NO_INSETS };
const ON_ITS_SIDE: Insets = Insets { left: 47.0, right: 47.0, bottom: 21.0, ..NO_INSETS };

/// Windows of every form: phones with and without a notch, desktops with smaller and larger scales, and tall windows.
const FORMS: [Form; 19] = [
    form(360.0, 640.0),
    Form { insets: UPRIGHT, ..form(360.0, 640.0) },
    form(390.0, 844.0),
    Form { insets: UPRIGHT, ..form(390.0, 844.0) },
    form(640.0, 360.0),
    Form { insets: ON_ITS_SIDE, ..form(640.0, 360.0) },
    form(667.0, 375.0),
    Form { insets: ON_ITS_SIDE, ..form(844.0, 390.0) },
    form(768.0, 1_024.0),
    form(760.0, 600.0),
    form(900.0, 640.0),
    form(1_100.0, 700.0),
    form(1_280.0, 820.0),
    scaled(1_280.0, 820.0, 80),
    scaled(1_280.0, 820.0, 125),
    scaled(1_920.0, 1_080.0, 200),
    scaled(390.0, 844.0, 125),
    form(680.0, 1_040.0),
    form(500.0, 900.0),
];
/// What others wrote, which may be longer than any room.
const WRITTEN: [&str; 2] = ["The long name of a chess club", "很长的一句话"];
/// How far the middle of the ring around the widget with the keyboard is from it.
const RING: f32 = 1.0;
/// How far the text of a field may be from what can be clicked of it.
const FIELD_MARGIN: f32 = 14.0;
/// Widgets whose ring meets words that are below them, or scrolled beside them, and moves, whose long labels leave them.
const MEETS_WORDS: [&str; 5] = ["pinyin.", "lobby.filter", "connection.leave", "tab.", "move."];
/// What egui writes beside a widget between two pixels, in debug builds alone.
const UNALIGNED: &str = "Unaligned";
/// How the names of buttons that close a dialog end.
const ENDS: [&str; 6] = [".close", ".cancel", ".no", ".done", ".dismiss", ".understood"];
/// The frames until a dialog has measured itself.
const FRAMES: usize = 4;

/// Egui for each scale, in per cent: it keeps the letters that it has drawn.
#[derive(Default)]
struct Contexts(BTreeMap<u16, Context>);

impl Contexts {
    /// Egui at this scale, which has shown nothing yet.
    fn at(&mut self, percent: u16) -> &Context {
        let ctx = self.0.entry(percent).or_insert_with(|| {
            let ctx = Context::default();
            theme::install_fonts(&ctx);
            ctx.set_pixels_per_point(f32::from(percent) / 100.0);
            // the fonts are there from the next frame on
            let _ = ctx.run(RawInput::default(), |_| {});
            ctx
        });
        ctx.memory_mut(|memory| {
            let options = std::mem::take(&mut memory.options);
            *memory = egui::Memory::default();
            memory.options = options;
        });
        ctx
    }
}

/// Adds every painted text that ends with an ellipsis for want of room.
fn elided(shape: &Shape, cut: &mut Vec<String>) {
    if let Shape::Vec(shapes) = shape {
        shapes.iter().for_each(|shape| elided(shape, cut));
    } else if let Shape::Text(text) = shape
        && text.galley.elided
    {
        cut.push(text.galley.job.text.clone());
    }
}

/// The texts that the rings of the keyboard would cross, if Tab went through the widgets of a frame.
fn crossed(widgets: &[ui_trace::Widget], texts: &[painted::Text]) -> Vec<String> {
    let mut found = Vec::new();
    let can_have_ring = |it: &&ui_trace::Widget| {
        let is_reachable = it.focusable && it.enabled && it.whole && !it.covered;
        is_reachable && !MEETS_WORDS.iter().any(|id| it.id.starts_with(id))
    };
    for widget in widgets.iter().filter(can_have_ring) {
        let ring = widget.rect.expand(RING);
        // what is scrolled is seen a little beyond its place
        let crosses = |text: &&painted::Text| {
            let ink = text.ink.shrink(1.0);
            ring.intersects(ink) && !ring.contains_rect(ink) && !text.is_cut && text.text != UNALIGNED
        };
        found.extend(
            texts
                .iter()
                .filter(crosses)
                .map(|text| format!("the ring of {} crosses {:?}", widget.id, text.text)),
        );
    }
    found
}

/// The texts that go on beyond the sides of their places. That of a field may: it is scrolled as one types.
fn gone_on(widgets: &[ui_trace::Widget], texts: &[painted::Text]) -> Vec<String> {
    let fields: Vec<Rect> =
        widgets.iter().filter(|it| it.kind == WidgetKind::Field).map(|it| it.rect).collect();
    let is_typed =
        |text: &painted::Text| fields.iter().any(|field| field.expand(FIELD_MARGIN).contains_rect(text.ink));
    texts.iter().filter(|text| text.goes_on && !is_typed(text)).map(|text| text.text.clone()).collect()
}

/// The dialog of a phone whose last button is out of sight, if there is one.
fn without_end(widgets: &[ui_trace::Widget], form: LayoutForm) -> Option<String> {
    // the candidates of the input method are over what is typed, and no dialog
    let of_dialog =
        |it: &&ui_trace::Widget| it.layer.order == Order::Foreground && !it.id.starts_with("pinyin.");
    let dialog = widgets.iter().rfind(of_dialog).map(|widget| widget.layer)?;
    let in_sight =
        |it: &ui_trace::Widget| it.layer == dialog && it.whole && ENDS.iter().any(|end| it.id.ends_with(end));
    let is_closed = form.is_phone() && !widgets.iter().any(in_sight);
    is_closed.then(|| {
        let ids: Vec<&str> =
            widgets.iter().filter(|it| it.layer == dialog).map(|it| it.id.as_str()).collect();
        format!("no button that closes the dialog with {}", ids.join(" "))
    })
}

/// Shows a stage in a window, and returns what people see of it, and what else is wrong: the texts that rings would
/// cross, and a dialog whose end is out of sight.
fn shown(contexts: &mut Contexts, stage: &Stage, scene: &Scene, window: Size) -> (Page, Vec<String>) {
    let ctx = contexts.at(scene.app().desk().scale());
    let scale = f32::from(scene.app().desk().scale()) / 100.0;
    let window = window / scale;
    let screen = Rect::from_min_size(Pos2::ZERO, window);
    let mut shapes = Vec::new();
    for _ in 0..FRAMES {
        let screen_rect = Some(screen);
        let output = ctx.run(RawInput { screen_rect, ..RawInput::default() }, |ctx| {
            theme::apply(ctx, &scene.app().desk().theme());
            if let Some(field) = stage.focus {
                chuhe_ui::widgets::focus(ctx, field);
            }
            ui_trace::start(ctx);
            // nobody uses the widgets, so they return nothing to do
            let _ = screens::show(scene.app(), ctx, scene.now());
        });
        shapes = output.shapes;
    }
    let mut cut = Vec::new();
    shapes.iter().for_each(|clipped| elided(&clipped.shape, &mut cut));
    let texts = painted::texts(&shapes, screen, None);
    let widgets = ui_trace::take(ctx).expect("the screen was shown");
    let view = scene.app().view(window, scene.now());
    let frame = TracedFrame {
        widgets: &widgets,
        scene: &view,
        window,
        scale,
        releases: 0,
        boxes: "",
        origin: None,
        is_focused: true,
    };
    let line =
        line(&frame, &TableFacts::of(scene.app(), scene.now()), &Taken::default()).expect("a frame is data");
    let mut page: Page = serde_json::from_str(&line).expect("a page can be read");
    page.cut.append(&mut cut);
    page.cut.extend(gone_on(&widgets.widgets, &texts));
    page.cut.sort();
    page.cut.dedup();
    let mut faults = crossed(&widgets.widgets, &texts);
    // egui writes so over two widgets that it takes for one
    faults.extend(
        texts
            .iter()
            .filter(|text| text.text.contains(" use of ") && text.text.contains(" ID "))
            .map(|text| text.text.clone()),
    );
    let is_own = |text: &&painted::Text| WRITTEN.iter().all(|written| !text.text.contains(written));
    let broken = texts.iter().filter(is_own).filter_map(|text| text.broken.as_ref());
    faults.extend(broken.map(|word| format!("a line ends within a word: {word}")));
    faults.extend(without_end(&widgets.widgets, scene.app().desk().area(window * scale).form));
    (page, faults)
}

#[test]
fn nothing_is_cut_covered_or_crossed_on_any_screen_in_any_form_and_language() {
    let mut found = BTreeMap::new();
    let mut count = 0;
    for lang in Lang::ALL {
        let mut contexts = Contexts::default();
        for stage in STAGES.iter().chain(CROWDED).chain(EVENINGS).chain(COACHING) {
            let mut scene = stage.build(lang);
            for form in &FORMS {
                let scale = form.scale.map_or(ScaleChange::Automatic, ScaleChange::To);
                scene.act(Action::Settings(SettingsAction::Scale(scale)));
                scene.pass(Event::Insets(form.insets));
                scene.pass(Event::Resized(form.window));
                let (page, others) = shown(&mut contexts, stage, &scene, form.window);
                count += page.widgets.len();
                let faults = judges::of_layout(&page).into_iter().map(|fault| fault.what);
                let is_own = |text: &&String| WRITTEN.iter().all(|written| !text.contains(written));
                let cut = page.cut.iter().filter(is_own).map(|text| format!("cut: {text:?}"));
                for what in faults.chain(cut).chain(others) {
                    let [width, height] = page.window;
                    let place = format!("{lang:?} {width} × {height} at {} %", scene.app().desk().scale());
                    found.entry(format!("{}: {what}", stage.name)).or_insert_with(Vec::new).push(place);
                }
            }
        }
    }
    assert!(count > STAGES.len() * FORMS.len() * Lang::ALL.len(), "{count}");
    let found: Vec<String> =
        found.into_iter().map(|(what, places)| format!("{what}\n    {}", places.join(", "))).collect();
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}
