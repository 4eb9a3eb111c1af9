//! The screen on which the user sets up a position: the palette, the side to move, and the fault.

use super::parts::{self, CardLook, card, inside, region};
use super::view::View;
use super::{board_focus, described, links, notices, status_line};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_model::layout::table_layout::{BoardOf, TableLayout};
use chuhe_view::Tone;
use chuhe_view::set_up::{PieceTool, SetUpView, question};
use egui::{Align, Align2, Context, Rect, Sense, Stroke, Ui, pos2, vec2};

/// The width of the question whether to discard the position.
const QUESTION: f32 = 340.0;
/// The width of the links at the right of the footer.
const LINKS: f32 = 240.0;
const PADDING: f32 = 18.0;
/// The height of a row of pieces.
const PIECES: f32 = 74.0;
/// On a phone: the margin around the parts, and the height of the panel, which scrolls.
const PHONE_MARGIN: f32 = 6.0;
const PHONE_PANEL: f32 = 500.0;

#[inline(never)]
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let (Some(set_up), Some(it)) = (view.app.study().set_up(), SetUpView::of(&view.model())) else { return };
    let layout = TableLayout::of(view.area, BoardOf::Xiangqi, set_up.bottom());
    let side = layout.side;
    let is_phone = view.area.form.is_phone();
    let side = if is_phone { side.shrink(PHONE_MARGIN) } else { side };
    let height = if is_phone { theme::TOUCH } else { theme::HEIGHT_BUTTON };
    let buttons = Rect::from_min_max(pos2(side.left(), side.bottom() - height), side.max);
    let panel = side.with_max_y((buttons.top() - theme::SPACE).min(side.top() + 500.0));
    if view.app.study().reviewing().is_none_or(|reviewing| reviewing.dialog.is_none()) {
        board_focus::show(view, ctx, layout.board.panel(), actions);
    }
    region(ctx, "setup.buttons", buttons, |ui| end(ui, &it, actions));
    if is_phone {
        let panel = side.with_max_y(buttons.top() - PHONE_MARGIN);
        let (panel, line) = status_line::split_end(view, ctx, panel);
        let (panel, notice) = notices::split_end(view, ctx, panel);
        notices::place(ctx, notice, notice.center().x);
        region(ctx, "setup.panel", panel, |ui| {
            parts::scroll(ui, "setup.scroll", panel, false, |ui| {
                let more = 2.0 * PIECES * (rows_of_pieces(view) - 1) as f32;
                let size = vec2(panel.width(), PHONE_PANEL + more);
                let (place, _) = ui.allocate_exact_size(size, Sense::hover());
                inside(ui, "setup.all", place, |ui| self::panel(view, ui, &it, actions));
            });
        });
        region(ctx, "setup.line", line, |ui| {
            status_line::bottom_line(view, ui, line, line.center().x, actions);
        });
    } else {
        region(ctx, "setup.panel", panel, |ui| self::panel(view, ui, &it, actions));
        region(ctx, "setup.footer", layout.footer, |ui| {
            footer(view, ui, layout.board.panel(), actions);
        });
    }
    // the questions whether to discard the record that the position replaces, and the position
    let mut dialog = super::review::dialog(view, ctx, actions);
    if let Some(question) = question(&view.model()) {
        described::dialog(view, ctx, &question, QUESTION, actions);
        dialog = true;
    }
    // egui takes the focus from a field on Escape before this runs
    let typed = ctx.memory(|memory| memory.had_focus_last_frame(widgets::field_id("setup.fen")));
    let typed = typed || view.app.pane().cursor().is_some();
    if !typed && !dialog && !view.is_covered() && ctx.input(|input| input.key_pressed(egui::Key::Escape)) {
        actions.push(it.cancel.action.clone());
    }
}

/// Shows the palette, the side to move and the FEN.
fn panel(view: &View<'_>, ui: &mut Ui, it: &SetUpView, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let inner = place.shrink(if view.area.form.is_phone() { 8.0 } else { PADDING });
    let at = pos2(inner.left(), inner.top() + 10.0);
    let heading = theme::bold(theme::TEXT_HEADING);
    parts::text(ui, at, Align2::LEFT_CENTER, it.title, heading, view.theme.ink, inner.width());
    let mut top = inner.top() + 34.0;
    for pieces in &it.pieces {
        let height = PIECES * rows_of_pieces(view) as f32;
        let row = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), height));
        palette(view, ui, pieces, row, actions);
        top = row.bottom() + 4.0;
    }
    let (at, font) = (pos2(inner.left(), top), theme::plain(theme::TEXT_SMALL));
    let hint = parts::paragraph(ui, at, it.hint, font, view.theme.sub, inner.width());
    let rest = inner.with_min_y(hint.bottom() + 12.0);
    let (flip, tools) = it.tools.split_last().map_or((None, &[][..]), |(last, others)| (Some(last), others));
    inside(ui, "setup.rest", rest, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        ui.horizontal_wrapped(|ui| {
            for button in tools {
                actions.extend(parts::offered_chip(ui, button));
            }
        });
        // which would be alone in a row of its own on a phone
        ui.horizontal_wrapped(|ui| {
            actions.extend(parts::chips(ui, &it.side));
            actions.extend(flip.and_then(|flip| parts::offered_chip(ui, flip)));
        });
        let wide = inner.width();
        parts::offered_field(ui, &it.fen, wide, actions);
        let (rect, response) = ui.allocate_exact_size(vec2(wide, 44.0), Sense::hover());
        let ink = if it.verdict.tone == Tone::Good { view.theme.jade.fill } else { view.theme.red };
        parts::paragraph(ui, rect.min, &it.verdict.label, theme::plain(theme::TEXT), ink, wide);
        ui_trace::record(ui, &it.verdict.id, &it.verdict.label, &response);
    });
}

/// Returns in how many rows the pieces of a side are: a phone on its side has too little width for one.
fn rows_of_pieces(view: &View<'_>) -> usize {
    if view.area.form == Form::Landscape { 2 } else { 1 }
}

/// Shows one side's pieces to choose from, with how many are left of each.
fn palette(view: &View<'_>, ui: &mut Ui, pieces: &[PieceTool], row: Rect, actions: &mut Vec<Action>) {
    let columns = pieces.len().div_ceil(rows_of_pieces(view));
    let step = row.width() / columns as f32;
    let diameter = (step - 8.0).min(48.0);
    for (index, PieceTool { piece, left, choose }) in pieces.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(row.left() + step * (index % columns) as f32, row.top() + PIECES * (index / columns) as f32),
            vec2(step - 2.0, PIECES),
        );
        let (chosen, label) = (choose.is_chosen(), piece.fen_letter().to_string());
        let response = parts::clickable(ui, place, &choose.id, &label, chosen);
        if chosen || response.hovered() {
            let edge = Stroke::new(if chosen { 2.0 } else { 1.0 }, view.theme.jade.fill);
            let fill = if chosen { view.theme.jade.wash } else { view.theme.panel };
            ui.painter().rect(place, theme::RADIUS_MARK, fill, edge, egui::StrokeKind::Inside);
        }
        let center = pos2(place.center().x, place.top() + 6.0 + diameter / 2.0);
        widgets::paint_piece(ui.painter(), *piece, center, diameter);
        let ink = if *left == 0 { view.theme.surface.border } else { view.theme.sub };
        let at = pos2(place.center().x, center.y + diameter / 2.0 + 12.0);
        let font = theme::plain(theme::TEXT_SMALL);
        parts::text(ui, at, Align2::CENTER_CENTER, &left.to_string(), font, ink, 30.0);
        if response.clicked() {
            actions.push(choose.action.clone());
        }
    }
}

/// Shows the buttons that use or discard the position.
fn end(ui: &mut Ui, it: &SetUpView, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let middle = place.left() + place.width() * 0.6;
    let (left, right) = place.split_left_right_at_x(middle);
    let places = [left.with_max_x(middle - 5.0), right.with_min_x(middle + 5.0)];
    actions.extend(parts::offered_side_by_side(ui, &[&it.done, &it.cancel], &places));
}

fn footer(view: &View<'_>, ui: &mut Ui, board: Rect, actions: &mut Vec<Action>) {
    let (line, right) = status_line::split_footer(ui.max_rect());
    let left = if line == right { line.with_max_x(line.right() - LINKS) } else { line };
    status_line::bottom_line(view, ui, left, board.center().x, actions);
    parts::from_right(ui, right, Align::Center, |ui| links::links(view, ui, actions));
}
