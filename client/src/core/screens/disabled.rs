//! Disabled buttons: each says why nothing happens, on hover and when it is clicked or tapped.

use crate::core::drawing::ui_trace;
use crate::core::text::Text;
use egui::{Response, Sense, Ui};

/// How long the answer to a click on a disabled button stays, in seconds.
const ANSWER_S: f64 = 3.0;

/// Shows a widget that is enabled if the permit allows it, and otherwise says why it is not.
pub(super) fn permitted(
    ui: &mut Ui,
    name: &str,
    permit: Result<(), String>,
    widget: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let response = ui.add_enabled_ui(permit.is_ok(), widget).inner;
    if let Err(why) = permit {
        say_why(ui, &response, name, &why);
    }
    response
}

/// The permit of a step or an edit, which is possible in some places only: otherwise it says what it does, and that this
/// is not possible here.
pub(super) fn not_here_unless(text: &Text, possible: bool, does: &str) -> Result<(), String> {
    if possible { Ok(()) } else { Err(format!("{does}\n{}", text.console.not_here)) }
}

/// Shows several widgets that are enabled if the permit allows it, and otherwise say why they are not.
pub(super) fn all_permitted<R>(
    ui: &mut Ui,
    name: &str,
    permit: Result<(), String>,
    widgets: impl FnOnce(&mut Ui) -> R,
) -> R {
    let shown = ui.add_enabled_ui(permit.is_ok(), widgets);
    if let Err(why) = permit {
        say_why(ui, &shown.response, name, &why);
    }
    shown.inner
}

/// Shows why a widget is disabled: on hover, and for a while after a click.
pub(super) fn say_why(ui: &Ui, disabled: &Response, name: &str, why: &str) {
    let id = ui.id().with((name, "why"));
    // a disabled widget senses no clicks
    let response = ui.interact(disabled.rect, id, Sense::click());
    ui_trace::record_why(ui, disabled.rect, why);
    let now = ui.input(|input| input.time);
    if response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, now));
    }
    let clicked_at: Option<f64> = ui.data(|data| data.get_temp(id));
    if clicked_at.is_some_and(|at| now - at < ANSWER_S) {
        response.show_tooltip_text(why);
        ui.ctx().request_repaint_after_secs((ANSWER_S / 2.0) as f32);
    } else {
        response.on_hover_text(why);
    }
}
