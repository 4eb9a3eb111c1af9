//! Notices, each in a place of its own: it covers nothing that can be pressed.
//!
//! On a desktop it is in the footer. A phone has no room for a footer, so what scrolls there is shorter while a
//! notice is shown. A dialog always leaves a place for it. The screens and the dialogs say where the place is, and the
//! notice is shown after them.

use super::view::View;
use super::{reason, running};
use crate::widgets::line_breaking::break_lines;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::status::notice;
use egui::{Align2, Area, Context, Galley, Id, LayerId, Order, Rect, Sense, pos2, vec2};
use std::sync::Arc;

/// The least height of a notice.
pub(super) const HEIGHT: f32 = 34.0;
/// The space between a notice and what is beside it on a phone.
const GAP: f32 = 4.0;
/// Above a dialog on a phone this narrow, a request of another player has no room beside its answers: its place has so
/// much more for two lines above them.
const NARROW: f32 = 300.0;
pub(super) const ABOVE_ANSWERS: f32 = 34.0;
/// The least height of a dialog below the place of a notice.
const LEAST_DIALOG: f32 = 160.0;
/// The margins beside the text, on a phone and on a desktop.
const MARGINS: [f32; 2] = [12.0, 18.0];
/// The sizes of letters of a notice that is long for its place.
const SMALLER: [f32; 3] = [theme::TEXT_SMALL, 12.0, 11.0];
/// The space above and below the text.
const PADDING: f32 = 7.0;

/// Where the notice of this frame is.
#[derive(Clone, Copy, Debug)]
struct NoticePlace {
    rect: Rect,
    /// The x of the middle of a notice that is narrower.
    middle: f32,
    /// Whether a dialog asks for it.
    is_of_dialog: bool,
}

/// What is said in this frame, in the place of the notice.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    message: String,
    /// What dismisses it. The reason why the user cannot do what they tried is over by the next click.
    dismiss: Option<Action>,
}

fn place_id() -> Id {
    Id::new("notice.place")
}

/// Whether a dialog was shown in this frame.
fn dialog_id() -> Id {
    Id::new("notice.dialog")
}

fn said_id() -> Id {
    Id::new("notice.said")
}

/// Forgets the place of the last frame, and decides what is said in this one.
///
/// While a finger or a button of the mouse is down it stays the same, so that nothing moves away from under it. A reason
/// disappears at the end of the next click, which does what it does without it.
pub(super) fn begin(view: &View<'_>, ctx: &Context) {
    let last = said(ctx);
    let is_down = ctx.input(|input| input.pointer.any_down());
    let said = if is_down { last } else { newest(view, ctx) };
    ctx.data_mut(|data| {
        data.insert_temp(place_id(), None::<NoticePlace>);
        data.insert_temp(dialog_id(), false);
        data.insert_temp(said_id(), said);
    });
}

/// The reason that the user has asked for or the notice of the app, whichever is newer.
fn newest(view: &View<'_>, ctx: &Context) -> Option<Said> {
    if let Some(message) = reason::current(ctx, view.app.desk().notices().count()) {
        return Some(Said { message, dismiss: None });
    }
    notice(&view.model()).map(|it| Said { message: it.label, dismiss: Some(it.action) })
}

/// Says where a notice of this screen is: in the middle of `rect`, or at its end on a phone, centred on `middle`.
pub(super) fn place(ctx: &Context, rect: Rect, middle: f32) {
    set_place(ctx, NoticePlace { rect, middle, is_of_dialog: false });
}

fn set_place(ctx: &Context, place: NoticePlace) {
    ctx.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<Option<NoticePlace>>(place_id());
        // the screens are below their dialogs, and may be shown after them
        if place.is_of_dialog || last.is_none_or(|last| !last.is_of_dialog) {
            *last = Some(place);
        }
    });
}

/// The height that a notice needs in a place of this width; 0 if none is shown.
fn height(view: &View<'_>, ctx: &Context, width: f32) -> f32 {
    let text = said(ctx).map(|said| galley(view, ctx, &said.message, theme::TEXT, width));
    text.map_or(0.0, |text| height_of(ctx, &text) + 2.0 * GAP)
}

/// Whether a notice is shown in this frame.
pub(super) fn is_shown(ctx: &Context) -> bool {
    said(ctx).is_some()
}

/// Takes the place of a notice from the end of what scrolls on a phone, above a lost connection; returns the rest
/// and the place.
pub(super) fn split_end(view: &View<'_>, ctx: &Context, rect: Rect) -> (Rect, Rect) {
    let line = LayerId::new(Order::Middle, Id::new("line"));
    let line = ctx.memory(|memory| memory.area_rect(line.id).filter(|_| memory.areas().is_visible(&line)));
    let rect = match line {
        Some(line) if line.intersects(rect) => rect.with_max_y(line.top().max(rect.top())),
        Some(_) | None => rect,
    };
    let height = if view.area.form.is_phone() { height(view, ctx, rect.width()) } else { 0.0 };
    rect.split_top_bottom_at_y(rect.bottom() - height.min(rect.height()))
}

/// Takes the place of a notice from the beginning of `rect` on a phone; returns the place and the rest.
pub(super) fn split_beginning(view: &View<'_>, ctx: &Context, rect: Rect) -> (Rect, Rect) {
    let height = if view.area.form.is_phone() { height(view, ctx, rect.width()) } else { 0.0 };
    rect.split_top_bottom_at_y(rect.top() + height.min(rect.height()))
}

/// The part of the window for a dialog, below the place of a notice.
///
/// That place is free whether a notice is shown or not: a dialog neither moves nor shrinks while somebody is about to
/// press in it. So is that of the clocks of a running game.
pub(super) fn room_for_dialog(view: &View<'_>, ctx: &Context, window: Rect) -> Rect {
    let is_narrow = theme::is_touch(ctx) && window.width() < NARROW;
    let above_answers = if is_narrow { ABOVE_ANSWERS } else { 0.0 };
    let height = theme::height(ctx, HEIGHT) + above_answers + 2.0 * GAP + running::height(view, ctx);
    let height = height.min(window.height() - LEAST_DIALOG).max(0.0);
    window.with_min_y(window.top() + height)
}

/// Whether a notice fits into this place.
pub(super) fn fits(view: &View<'_>, ctx: &Context, rect: Rect) -> bool {
    let text = said(ctx).map(|said| galley(view, ctx, &said.message, theme::TEXT_SMALL, rect.width()));
    text.is_none_or(|text| height_of(ctx, &text) <= rect.height())
}

/// Says that a dialog is shown, with the clocks of a running game and the notice above it. A notice of many lines lies
/// over its beginning.
pub(super) fn place_above_dialog(view: &View<'_>, ctx: &Context, window: Rect) {
    ctx.data_mut(|data| data.insert_temp(dialog_id(), true));
    running::show(view, ctx, around_dialog(view, ctx, window));
    let Some(said) = said(ctx) else { return };
    let above = above_dialog(view, ctx, window);
    let least = height_of(ctx, &galley(view, ctx, &said.message, theme::TEXT_SMALL, above.width()));
    let rect = above.with_max_y(above.bottom().max(above.top() + least));
    set_place(ctx, NoticePlace { rect, middle: window.center().x, is_of_dialog: true });
}

/// The place above the dialogs of a window.
fn around_dialog(view: &View<'_>, ctx: &Context, window: Rect) -> Rect {
    window.with_max_y(room_for_dialog(view, ctx, window).top()).shrink2(vec2(GAP, 0.0))
}

/// The place of a notice above the dialogs of a window.
fn above_dialog(view: &View<'_>, ctx: &Context, window: Rect) -> Rect {
    running::rest(view, ctx, around_dialog(view, ctx, window))
}

/// The place of a notice above the dialog of this frame, if there is a dialog and no notice.
pub(super) fn free_above_dialog(view: &View<'_>, ctx: &Context) -> Option<Rect> {
    let is_shown = ctx.data(|data| data.get_temp(dialog_id()).unwrap_or(false));
    (is_shown && said(ctx).is_none()).then(|| above_dialog(view, ctx, ctx.screen_rect()))
}

/// What is said in this frame.
fn said(ctx: &Context) -> Option<Said> {
    ctx.data(|data| data.get_temp(said_id())).flatten()
}

fn margin(view: &View<'_>) -> f32 {
    let [phone, desktop] = MARGINS;
    if view.area.form.is_phone() { phone } else { desktop }
}

/// Lays out a notice: in one line, or in several on a phone.
fn galley(view: &View<'_>, ctx: &Context, text: &str, size: f32, width: f32) -> Arc<Galley> {
    let (font, wide) = (theme::plain(size), width - 2.0 * margin(view));
    let line = super::parts::line(ctx, text, font.clone(), view.theme.paper, wide);
    if !line.elided || !view.area.form.is_phone() {
        return line;
    }
    let broken = break_lines(ctx, text, &font, wide);
    ctx.fonts(|fonts| fonts.layout(broken, font, view.theme.paper, wide))
}

fn height_of(ctx: &Context, text: &Galley) -> f32 {
    theme::height(ctx, HEIGHT).max(text.size().y + 2.0 * PADDING)
}

/// Shows the notice above everything, in the place of this frame; a click dismisses it.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let place: Option<NoticePlace> = ctx.data(|data| data.get_temp(place_id())).flatten();
    let (Some(place), Some(Said { message, dismiss })) = (place, said(ctx)) else { return };
    let (rect, text) = fit(view, ctx, &message, &place);
    let area = Area::new(reason::area()).order(Order::Tooltip).fixed_pos(rect.min).constrain(false);
    area.show(ctx, |ui| {
        let (rect, response) = ui.allocate_exact_size(rect.size(), Sense::click());
        // on a phone, buttons below it would shine through
        let opacity = if view.area.form.is_phone() { 1.0 } else { 0.92 };
        ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.ink.gamma_multiply(opacity));
        let at = (rect.center() - text.size() / 2.0).round();
        ui.painter().galley(at, text, view.theme.paper);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
        ui_trace::record(ui, "notice", &message, &response);
        actions.extend(dismiss.filter(|_| response.clicked()));
    });
}

/// Fits a notice into its place.
fn fit(view: &View<'_>, ctx: &Context, message: &str, place: &NoticePlace) -> (Rect, Arc<Galley>) {
    let &NoticePlace { rect, middle, .. } = place;
    let text = galley(view, ctx, message, theme::TEXT, rect.width());
    if view.area.form.is_phone() {
        let room = rect.shrink2(vec2(0.0, GAP));
        let text = if height_of(ctx, &text) > room.height() + 0.5 {
            let smaller = SMALLER.map(|size| galley(view, ctx, message, size, rect.width()));
            let [.., smallest] = &smaller;
            smaller.iter().find(|text| text.size().y <= rect.height()).unwrap_or(smallest).clone()
        } else {
            text
        };
        let height = height_of(ctx, &text).min(rect.height());
        let room = if height > room.height() { rect } else { room };
        return (Align2::CENTER_BOTTOM.align_size_within_rect(vec2(rect.width(), height), room), text);
    }
    // the width of a line that fills its place may be rounded up
    let wide = (text.size().x + 2.0 * margin(view)).min(rect.width());
    let size = vec2(wide, height_of(ctx, &text).min(rect.height()));
    let left = (middle - size.x / 2.0).clamp(rect.left(), rect.right() - size.x);
    let at = pos2(left.round(), (rect.center().y - size.y / 2.0).round());
    (Rect::from_min_size(at, size), text)
}
