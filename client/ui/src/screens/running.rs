//! The clocks of the user's running game, above every dialog: no dialog hides how much time is left.
//!
//! They take no clicks, and have a row of their own above the place of a notice. On a phone on its side, which has no
//! height for that, they stand beside it.

use super::parts::{self, CardLook};
use super::side;
use super::view::View;
use crate::widgets::{theme, ui_trace};
use chuhe_model::layout::form::Form;
use chuhe_model::table::ClockLimit;
use chuhe_view::running::{RunningSide, RunningView};
use egui::{Align2, Area, Context, Id, Order, Rect, Sense, Ui, pos2, vec2};

/// The height of the row, and its greatest width.
const ROW: f32 = 30.0;
const WIDEST: f32 = 460.0;
/// The greatest width beside the place of a notice, and its part of the window.
const BESIDE: f32 = 340.0;
const PART: f32 = 0.5;
/// The distance from the edge of the window and between the clocks, and the margin in each.
const GAP: f32 = 4.0;
const MARGIN: f32 = 8.0;
/// The radius of the dot that tells whose turn it is.
const DOT: f32 = 4.0;

/// Whether the clocks stand beside the place of a notice.
fn stand_beside(view: &View<'_>) -> bool {
    view.area.form == Form::Landscape
}

/// Whether a dialog leaves room for the clocks: the room stays when the game ends until the dialog is closed, so that
/// nothing moves away from under a press.
fn have_room(view: &View<'_>, ctx: &Context) -> bool {
    let (pass, is_running) = (ctx.cumulative_pass_nr(), RunningView::of(&view.model()).is_some());
    ctx.data_mut(|data| {
        // the pass up to which a dialog that is still open keeps the room
        let until = data.get_temp_mut_or_default::<u64>(Id::new("running.room"));
        let is_kept = is_running || *until > 0 && *until >= pass;
        *until = if is_kept { pass + 1 } else { 0 };
        is_kept
    })
}

/// How much of the window the clocks take above the place of a notice.
pub(super) fn height(view: &View<'_>, ctx: &Context) -> f32 {
    if !stand_beside(view) && have_room(view, ctx) { ROW + GAP } else { 0.0 }
}

/// What the clocks leave of the place above a dialog.
pub(super) fn rest(view: &View<'_>, ctx: &Context, above: Rect) -> Rect {
    if stand_beside(view) && have_room(view, ctx) {
        return above.with_min_x(above.left() + width_beside(above) + GAP);
    }
    above.with_min_y((above.top() + height(view, ctx)).min(above.bottom()))
}

fn width_beside(above: Rect) -> f32 {
    (above.width() * PART).min(BESIDE)
}

/// Shows the clocks in the place above a dialog, once in a frame.
pub(super) fn show(view: &View<'_>, ctx: &Context, above: Rect) {
    let Some(it) = RunningView::of(&view.model()) else { return };
    let pass = ctx.cumulative_pass_nr() + 1;
    let last = ctx.data_mut(|data| {
        std::mem::replace(data.get_temp_mut_or_default::<u64>(Id::new("running.shown")), pass)
    });
    if last == pass {
        return;
    }
    let rect = if stand_beside(view) {
        above.with_max_x(above.left() + width_beside(above)).shrink2(vec2(0.0, GAP))
    } else {
        let width = above.width().min(WIDEST);
        Rect::from_min_size(pos2(above.center().x - width / 2.0, above.top() + GAP), vec2(width, ROW))
    };
    let area = Area::new(Id::new("running")).order(Order::Tooltip).fixed_pos(rect.min).constrain(false);
    area.interactable(false).show(ctx, |ui| {
        let response = ui.allocate_rect(rect, Sense::hover());
        let width = (rect.width() - GAP) / 2.0;
        for (index, side) in it.sides.iter().enumerate() {
            let left = rect.left() + (width + GAP) * index as f32;
            clock(view, ui, side, Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height())));
        }
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &it.turn));
        // without the time: it changes in every frame
        ui_trace::record(ui, "running", &it.turn, &response);
    });
}

/// Shows a side with its clock; a dot tells that it is to move.
fn clock(view: &View<'_>, ui: &Ui, side: &RunningSide, rect: Rect) {
    parts::card(ui, rect, if side.is_to_move { CardLook::Accent } else { CardLook::Plain });
    let inner = rect.shrink2(vec2(MARGIN, 0.0));
    let (digits, font, ink) = if side.face.limit == ClockLimit::Untimed {
        (view.text.untimed, theme::plain(theme::TEXT_SMALL), view.theme.sub)
    } else {
        (&*side.face.digits, theme::bold(theme::TEXT_LARGE), side::digits_ink(view, &side.face))
    };
    let at = inner.right_center();
    let digits = parts::text(ui, at, Align2::RIGHT_CENTER, digits, font, ink, inner.width());
    let mut at = inner.left_center();
    if side.is_to_move {
        ui.painter().circle_filled(at + vec2(DOT, 0.0), DOT, view.theme.jade.fill);
        at.x += 2.0 * DOT + GAP;
    }
    let (fonts, ink) = ([theme::TEXT, theme::TEXT_SMALL].map(theme::plain), view.theme.ink);
    let wide = digits.left() - MARGIN - at.x;
    let fits = |label: &&String| !parts::line(ui.ctx(), label, fonts[1].clone(), ink, wide).elided;
    if let Some(label) = side.labels.iter().find(fits).or(side.labels.last()) {
        parts::name(ui, at, label, fonts.clone(), ink, wide);
    }
}
