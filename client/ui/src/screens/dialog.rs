//! Dialogs: their frame, their place, and what closes them.

use super::notices;
use super::view::{Layer, View};
use crate::widgets::theme::{self, Theme};
use egui::{
    Align2, Color32, Context, Id, LayerId, ModalResponse, Order, Painter, ScrollArea, Stroke, Ui, Vec2, vec2,
};

/// Returns the frame of dialogs.
pub(super) fn frame(theme: &Theme) -> egui::Frame {
    egui::Frame::new()
        .fill(theme.panel)
        .stroke(Stroke::new(1.0, theme.border))
        .corner_radius(theme::RADIUS_CARD)
        .inner_margin(egui::Margin::same(MARGIN))
        .shadow(egui::Shadow { offset: [0, 10], blur: 36, spread: 0, color: Color32::from_black_alpha(60) })
}

/// The margin in a dialog.
const MARGIN: i8 = 24;
/// The least distance of a dialog from the edges, and the margin in it on a phone.
const PHONE_EDGE: f32 = 6.0;
const PHONE_MARGIN: f32 = 14.0;
/// The space before the end of a dialog that does not scroll, with a line in its middle.
const BEFORE_END: f32 = 8.0;

/// How dark a dialog makes what is below it, of 255.
const DIMMING: u8 = 100;

/// Shows a dialog over everything, `width` wide, whose contents give what scrolls in them a place of its own.
///
/// On a phone it is as wide as the screen at most, and scrolls if it is higher. One with buttons below texts is shown by
/// [`with_end`], which keeps them in sight.
pub(super) fn show<R>(
    view: &View<'_>,
    ctx: &Context,
    name: &str,
    width: f32,
    contents: impl FnOnce(&mut Ui) -> R,
) -> ModalResponse<R> {
    let frame = frame(&view.theme);
    if !view.area.form.is_phone() {
        return modal(view, ctx, name, frame, |ui| {
            ui.set_width(width);
            contents(ui)
        });
    }
    let room = room(view, ctx);
    let frame = frame.inner_margin(PHONE_MARGIN as i8);
    modal(view, ctx, name, frame, |ui| {
        let width = width.min(room.x);
        ui.set_width(width);
        // egui gives a dialog less height than the screen has
        ui.set_max_height(room.y);
        let area = ScrollArea::vertical().id_salt(name).max_height(room.y).min_scrolled_height(room.y);
        area.auto_shrink([false, true])
            .show(ui, |ui| {
                ui.set_width(width);
                contents(ui)
            })
            .inner
    })
}

/// Shows a dialog whose end, with its buttons, is always in sight: only the rest of it scrolls.
pub(super) fn with_end<A>(
    view: &View<'_>,
    ctx: &Context,
    name: &str,
    width: f32,
    actions: &mut A,
    contents: impl FnOnce(&mut Ui, &mut A),
    end: impl FnOnce(&mut Ui, &mut A),
) -> ModalResponse<()> {
    let look = Look { frame: frame(&view.theme), width };
    framed_with_end(view, ctx, name, look, actions, contents, end)
}

/// A frame of its own, and the width in it.
pub(super) struct Look {
    pub(super) frame: egui::Frame,
    pub(super) width: f32,
}

/// Shows such a dialog in a frame of its own.
pub(super) fn framed_with_end<A>(
    view: &View<'_>,
    ctx: &Context,
    name: &str,
    look: Look,
    actions: &mut A,
    contents: impl FnOnce(&mut Ui, &mut A),
    end: impl FnOnce(&mut Ui, &mut A),
) -> ModalResponse<()> {
    let (Look { frame, width }, room, id) = (look, room(view, ctx), Id::new((name, "end")));
    let is_phone = view.area.form.is_phone();
    let frame = if is_phone { frame.inner_margin(PHONE_MARGIN as i8) } else { frame };
    // as high as in the last frame
    let end_height: f32 = ctx.data(|data| data.get_temp(id)).unwrap_or_default();
    modal(view, ctx, name, frame, |ui| {
        let (width, spacing) = (width.min(room.x), ui.spacing().item_spacing);
        ui.set_width(width);
        ui.set_max_height(room.y);
        let gap = if is_phone { BEFORE_END } else { spacing.y };
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = (room.y - end_height - gap).max(theme::TOUCH);
        let area = ScrollArea::vertical().id_salt(name).max_height(height).min_scrolled_height(height);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(width);
            if !is_phone {
                ui.spacing_mut().item_spacing = spacing;
            }
            contents(ui, actions);
        });
        if is_phone {
            let line = ui.cursor().top() + gap / 2.0;
            ui.painter().hline(ui.max_rect().x_range(), line, Stroke::new(1.0, view.theme.border));
        }
        ui.add_space(gap);
        // a row that wraps must not touch the one above it
        ui.spacing_mut().item_spacing = spacing;
        let shown = ui.scope(|ui| end(ui, actions)).response.rect.height();
        ui.data_mut(|data| data.insert_temp(id, shown));
    })
}

/// Makes what is shown as high as it has been since the dialog was opened: what stands below it does not move up when
/// there is less to show.
pub(super) fn hold_height(ui: &mut Ui, name: &str) {
    if ui.is_sizing_pass() {
        return;
    }
    let id = Id::new((name, "height"));
    let (frame, window) = (ui.ctx().cumulative_pass_nr(), ui.ctx().screen_rect());
    let height = ui.min_rect().height();
    let most = ui.data_mut(|data| {
        let (most, last, shown_in) = data.get_temp_mut_or(id, (height, frame, window));
        // it was closed meanwhile, or the window has another size
        if frame > *last + 1 || *shown_in != window {
            *most = height;
        }
        (*most, *last, *shown_in) = (most.max(height), frame, window);
        *most
    });
    ui.add_space(most - height);
}

/// Shows a dialog as high and wide as its contents, below the place of a notice if it is not too high for that.
pub(super) fn modal<R>(
    view: &View<'_>,
    ctx: &Context,
    name: &str,
    frame: egui::Frame,
    contents: impl FnOnce(&mut Ui) -> R,
) -> ModalResponse<R> {
    let window = ctx.screen_rect();
    let (id, place) = (Id::new(name), notices::room_for_dialog(view, ctx, window).top() - window.top());
    notices::place_above_dialog(view, ctx, window);
    // egui dims only where the dialog may be, which would leave the place of a notch bright
    let below = Painter::new(ctx.clone(), LayerId::new(Order::Foreground, id), view.area.window);
    below.rect_filled(view.area.window, 0.0, Color32::from_black_alpha(DIMMING));
    // in the middle of what is below the notice; egui keeps one that is too high for that in the window
    let middle = egui::Modal::default_area(id).anchor(Align2::CENTER_CENTER, vec2(0.0, place / 2.0));
    egui::Modal::new(id).area(middle).frame(frame).backdrop_color(Color32::TRANSPARENT).show(ctx, contents)
}

/// The room in a dialog.
pub(super) fn room(view: &View<'_>, ctx: &Context) -> Vec2 {
    let room = notices::room_for_dialog(view, ctx, view.area.visible);
    let margin = if view.area.form.is_phone() { PHONE_MARGIN } else { f32::from(MARGIN) };
    (room.size() - Vec2::splat(2.0 * (PHONE_EDGE + margin))).max(Vec2::splat(100.0))
}

/// Whether the user closes a dialog: by Escape, by a step back, or by a click beside it.
pub(super) fn closes<T>(view: &View<'_>, dialog: &ModalResponse<T>) -> bool {
    let beside = &dialog.backdrop_response;
    beside.clicked() || dialog.is_top_modal && (view.closes(Layer::Dialog) || beside.secondary_clicked())
}
