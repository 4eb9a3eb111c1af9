//! A list of what can be clicked now, for a test that drives the window from outside.
//!
//! Off unless [`start`] was called for the frame; then each widget of `widgets`
//! adds itself. Places are in logical pixels: the shell turns them into those of
//! the window and writes the file.

use egui::{Context, Id, Rect, Response, Ui};

/// One widget that can be clicked or typed into.
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// Its name, the same in every language.
    pub id: String,
    /// What it says to the user.
    pub label: String,
    /// The part of it that shows.
    pub rect: Rect,
    /// Whether it reacts.
    pub enabled: bool,
}

/// What can be clicked on one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UiTrace {
    /// The name of the screen.
    pub screen: String,
    /// Its widgets, in the order they were made.
    pub widgets: Vec<Widget>,
}

#[derive(Clone, Default)]
struct Recording(Option<UiTrace>);

fn id() -> Id {
    Id::new("ui_trace")
}

/// Begins to record. Call it before the screens of a frame are shown.
pub fn start(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id(), Recording(Some(UiTrace::default()))));
}

/// Ends the recording and gives what it holds; `None` when it was not started.
#[must_use]
pub fn take(ctx: &Context) -> Option<UiTrace> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Recording>(id()).0.take())
}

/// Says which screen this is.
pub fn screen(ctx: &Context, name: &str) {
    with(ctx, |trace| name.clone_into(&mut trace.screen));
}

/// Adds a widget. Those that are scrolled out of sight are left out, and those of a dialog that
/// is only being measured: it will appear elsewhere.
pub fn record(ui: &Ui, name: &str, label: &str, response: &Response) {
    let rect = response.rect.intersect(ui.clip_rect());
    if !rect.is_positive() || ui.is_sizing_pass() {
        return;
    }
    with(ui.ctx(), |trace| {
        trace.widgets.push(Widget {
            id: name.to_owned(),
            label: label.to_owned(),
            rect,
            enabled: response.enabled(),
        });
    });
}

fn with(ctx: &Context, change: impl FnOnce(&mut UiTrace)) {
    ctx.data_mut(|data| {
        if let Some(trace) = &mut data.get_temp_mut_or_default::<Recording>(id()).0 {
            change(trace);
        }
    });
}
