//! Lists the widgets of a frame, for tests that drive the window from outside.
//!
//! Recording is off unless [`start`] was called for the frame. Rectangles are in logical pixels;
//! the shell converts them to pixels of the window and writes the file.

use super::{double_press, tab_order};
use egui::{Context, Id, LayerId, Rect, Response, Ui};

/// What a widget is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidgetKind {
    /// It is clicked.
    Button,
    /// It is one of several choices, or a box to tick.
    Choice,
    /// It is typed into.
    Field,
    /// It is only read.
    Text,
}

/// A widget that can be clicked, typed into or read.
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// Its name, which is the same in every language.
    pub id: String,
    /// What it is for.
    pub kind: WidgetKind,
    /// Its text on the screen.
    pub label: String,
    /// Its visible part.
    pub rect: Rect,
    /// Whether that is all of it: no list cuts it.
    pub whole: bool,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether it is one of several choices, and the chosen one.
    pub chosen: bool,
    /// Whether Tab can give it the keyboard.
    pub focusable: bool,
    /// The layer in which it is: that of the screen, of a dialog or of a menu.
    pub layer: LayerId,
    /// Whether a dialog or a menu is over its middle.
    pub covered: bool,
    /// What it says when a user tries it while it is disabled; empty if nothing.
    pub why: String,
}

/// The widgets of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UiTrace {
    /// The name of the screen.
    pub screen: String,
    /// The name of the widget with the keyboard, or egui's number of one that is not in the list.
    pub focus: String,
    /// The ring around it.
    pub ring: Option<Rect>,
    /// Its widgets, in drawing order.
    pub widgets: Vec<Widget>,
    /// Texts for which there is too little room, so that they end with an ellipsis.
    pub cut: Vec<String>,
    /// Places whose buttons take no clicks yet.
    settling: Vec<Rect>,
    /// The name of the widget that gets the keyboard.
    wanted: Option<String>,
}

#[derive(Clone, Default)]
struct Recording(Option<UiTrace>);

fn id() -> Id {
    Id::new("ui_trace")
}

/// Starts recording. Call it before the screens of a frame are shown.
pub fn start(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id(), Recording(Some(UiTrace::default()))));
}

/// Gives the keyboard to the widget with this name, in a frame that is recorded.
pub fn give_focus(ctx: &Context, name: String) {
    with(ctx, |trace| trace.wanted = Some(name));
}

/// Stops recording and returns the trace; `None` if recording was not started.
#[must_use]
pub fn take(ctx: &Context) -> Option<UiTrace> {
    let mut trace = ctx.data_mut(|data| data.get_temp_mut_or_default::<Recording>(id()).0.take())?;
    if trace.focus.is_empty()
        && let Some(focused) = ctx.memory(|memory| memory.focused())
    {
        trace.focus = focused.short_debug_format();
    }
    let settling = std::mem::take(&mut trace.settling);
    for widget in &mut trace.widgets {
        let is_awaited = double_press::is_awaited(ctx, &widget.id, widget.rect.center());
        if is_awaited {
            ctx.request_repaint();
        }
        widget.enabled &= !is_awaited && !settling.iter().any(|place| place.contains(widget.rect.center()));
        let top = ctx.layer_id_at(widget.rect.center());
        widget.covered = top.is_some_and(|top| top.order > widget.layer.order);
    }
    Some(trace)
}

/// Sets the name of the screen.
pub fn screen(ctx: &Context, name: &str) {
    with(ctx, |trace| name.clone_into(&mut trace.screen));
}

/// Sets the name of the part with the keyboard that is no widget.
pub fn focus(ctx: &Context, name: &str) {
    with(ctx, |trace| name.clone_into(&mut trace.focus));
}

/// Sets the ring around the widget with the keyboard.
pub fn ring(ctx: &Context, ring: Rect) {
    with(ctx, |trace| trace.ring = Some(ring));
}

/// Adds a widget, unless it is scrolled out of view.
///
/// Widgets of a sizing pass are left out too: their dialog will appear elsewhere.
pub fn record(ui: &Ui, name: &str, label: &str, response: &Response) {
    let kind = if response.sense.senses_click() { WidgetKind::Button } else { WidgetKind::Text };
    record_kind(ui, name, kind, label, false, response);
}

/// Adds a widget that is one of several choices, as [`record`] does.
pub fn record_choice(ui: &Ui, name: &str, label: &str, chosen: bool, response: &Response) {
    record_kind(ui, name, WidgetKind::Choice, label, chosen, response);
}

/// Adds a field for text, as [`record`] does.
pub fn record_field(ui: &Ui, name: &str, label: &str, response: &Response) {
    record_kind(ui, name, WidgetKind::Field, label, false, response);
}

fn record_kind(ui: &Ui, name: &str, kind: WidgetKind, label: &str, chosen: bool, response: &Response) {
    if ui.is_sizing_pass() {
        return;
    }
    tab_order::add(response);
    double_press::note(name, response);
    let rect = response.rect.intersect(ui.clip_rect());
    if !rect.is_positive() {
        return;
    }
    let has_focus = response.has_focus();
    let mut is_wanted = false;
    with(ui.ctx(), |trace| {
        is_wanted = trace.wanted.as_deref() == Some(name);
        if has_focus {
            name.clone_into(&mut trace.focus);
        }
        trace.widgets.push(Widget {
            id: name.to_owned(),
            kind,
            label: label.to_owned(),
            rect,
            whole: rect == response.rect,
            enabled: response.enabled(),
            chosen,
            focusable: response.sense.is_focusable(),
            layer: ui.layer_id(),
            covered: false,
            why: String::new(),
        });
    });
    if is_wanted {
        response.request_focus();
    }
}

/// The buttons of a place have only just appeared, and take no clicks yet: they are not enabled.
pub fn record_settling(ui: &Ui, place: Rect) {
    with(ui.ctx(), |trace| trace.settling.push(place));
}

/// The disabled widgets in this place say why they are disabled.
pub fn record_why(ui: &Ui, place: Rect, why: &str) {
    let layer = ui.layer_id();
    with(ui.ctx(), |trace| {
        let disabled =
            |it: &&mut Widget| !it.enabled && it.layer == layer && place.contains(it.rect.center());
        for widget in trace.widgets.iter_mut().filter(disabled) {
            why.clone_into(&mut widget.why);
        }
    });
}

/// Adds a text that is not shown whole, unless it is scrolled out of view.
pub fn record_cut(ui: &Ui, text: &str, rect: Rect) {
    if !ui.is_sizing_pass() && ui.clip_rect().intersects(rect) {
        with(ui.ctx(), |trace| trace.cut.push(text.to_owned()));
    }
}

fn with(ctx: &Context, change: impl FnOnce(&mut UiTrace)) {
    ctx.data_mut(|data| {
        if let Some(trace) = &mut data.get_temp_mut_or_default::<Recording>(id()).0 {
            change(trace);
        }
    });
}
