//! Disabled buttons: each says why nothing happens, on hover in a tooltip, and after a click or tap in the place of the
//! notice.

use super::reason;
use crate::widgets::{theme, ui_trace};
use egui::{Rect, Response, Sense, Ui, Vec2, vec2};

/// How far below a button its tooltip may reach, and how far to the right.
const TOOLTIP: Vec2 = vec2(400.0, 80.0);

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

/// Says why a widget is disabled: on hover, and for a while after a click.
pub(super) fn say_why(ui: &Ui, disabled: &Response, name: &str, why: &str) {
    if why.is_empty() {
        return;
    }
    let id = ui.id().with((name, "why"));
    // a disabled widget senses no clicks, and the keyboard passes it by
    let response = ui.interact(disabled.rect, id, Sense::CLICK);
    ui_trace::record_why(ui, disabled.rect, why);
    if response.clicked() {
        reason::say(ui, why);
    }
    // a finger that rests there would see it over the tabs, and a tap says it
    if !theme::is_touch(ui.ctx()) {
        beside_notice(response).on_hover_text(why);
    }
}

/// Keeps the tooltip of a widget off the notice.
fn beside_notice(mut response: Response) -> Response {
    let tooltip = Rect::from_min_size(response.rect.left_bottom(), TOOLTIP);
    if let Some(notice) = reason::shown_at(&response.ctx).filter(|notice| notice.intersects(tooltip)) {
        // egui shows it below this, or above it
        response.rect.max.y = response.rect.bottom().max(notice.bottom());
    }
    response
}
