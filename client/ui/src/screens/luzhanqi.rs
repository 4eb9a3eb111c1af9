//! The panels beside a luzhanqi board: the set-up, the losses, and marks for the opponent's pieces.

use super::parts::{self, inside};
use super::view::View;
use super::{captured, dialog};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::drawing::characters;
use chuhe_model::luzhanqi::{History, SeenPly, notation};
use chuhe_model::table::Table;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Losses, Strength};
use chuhe_view::table::{LossesView, readiness, set_up_hint};
use chuhe_view::{Button, Group, Tone};
use egui::{Align2, Context, Rect, Ui, pos2, vec2};

/// The space between the parts of the set-up.
const BETWEEN: f32 = 10.0;

/// Shows how to set up, and whether both players are ready.
///
/// Returns where it ends.
pub(super) fn setup(view: &View<'_>, ui: &mut Ui, table: &Table, history: &History, place: Rect) -> f32 {
    let (text, theme) = (view.text, &view.theme);
    let mut top = place.top() + 8.0;
    let hint = set_up_hint(&view.model(), table, history);
    let font = theme::plain(theme::TEXT);
    let message = parts::paragraph(ui, pos2(place.left(), top), &hint, font, theme.ink, place.width());
    top = message.bottom() + BETWEEN;
    if let Some(until) = table.game().setup_until() {
        let left = text.setup_time(view.model().seconds_until(until));
        let at = pos2(place.left(), top);
        let message = parts::paragraph(ui, at, &left, theme::plain(14.0), theme.gold.ink, place.width());
        top = message.bottom() + BETWEEN;
    }
    let size = vec2(place.width(), 30.0);
    let step = vec2(0.0, size.y + 6.0);
    // without room for two lines the players are side by side
    let fits = top + step.y + size.y <= place.bottom();
    let half = vec2((place.width() - 32.0) / 2.0, size.y);
    let (size, step) = if fits { (size, step) } else { (half, vec2(half.x + 32.0, 0.0)) };
    let end = top + step.y + size.y;
    for (index, color) in Color::ALL.into_iter().enumerate() {
        let ready = readiness(text, history, color);
        let name = &*text.called(&table.game().seats()[color].name);
        let line = Rect::from_min_size(pos2(place.left(), top) + step * index as f32, size);
        let ink = if ready.tone == Tone::Good { theme.jade.fill } else { theme.sub };
        // side by side, each player has the state below the name
        let (tile, name_at, state_font) = if fits {
            (vec2(38.0, 24.0), line.center().y, theme::bold(14.0))
        } else {
            (vec2(24.0, 15.0), line.top() + 7.0, theme::bold(12.0))
        };
        let at = Rect::from_min_size(pos2(line.left(), name_at - tile.y / 2.0), tile);
        inside(ui, &format!("setup.{color:?}"), at, |ui| widgets::tile(ui, color, None, tile));
        let state_at = if fits { line.right_center() } else { line.left_bottom() - vec2(0.0, 7.0) };
        let anchor = if fits { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        let most = if fits { 110.0 } else { line.width() };
        let state = parts::text(ui, state_at, anchor, &ready.label, state_font, ink, most);
        let response = ui.interact(state, ui.id().with(&ready.id), egui::Sense::hover());
        ui_trace::record(ui, &ready.id, &ready.label, &response);
        let left = at.right() + if fits { 12.0 } else { 6.0 };
        let right = if fits { state.left() - 10.0 } else { line.right() };
        let fonts = [theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
        parts::name(ui, pos2(left, name_at), name, fonts, theme.ink, right - left);
    }
    end
}

/// Returns the notation of a ply in the list, and the same as a sentence.
pub(super) fn ply(view: &View<'_>, table: &Table, history: &History, index: usize) -> (String, String) {
    let Some(ply) = history.plies().get(index) else { return (String::new(), String::new()) };
    let written = notation::write(history.view().board(), ply, history.strengths(index));
    let by = match ply {
        SeenPly::Moved { by, .. } | SeenPly::Passed { by } => *by,
    };
    (view.text.ply_notation(&written), view.text.ply_sentence(by, table.game().viewpoint().own(), &written))
}

/// Returns the last battle as a sentence.
fn last_battle(view: &View<'_>, table: &Table, history: &History) -> Option<String> {
    let plies = &history.plies()[..table.interaction.review().unwrap_or(history.ply()).min(history.ply())];
    let index = plies.iter().rposition(|ply| matches!(ply, SeenPly::Moved { battle: Some(_), .. }))?;
    Some(ply(view, table, history, index).1)
}

/// Shows the losses of both sides, and the counts towards a draw and towards a loss by passes.
pub(super) fn losses_tab(view: &View<'_>, ui: &mut Ui, table: &Table, history: &History, place: Rect) {
    let (text, sub) = (view.text, view.theme.sub);
    parts::scroll(ui, "war", place, false, |ui| {
        LossesView::both(&view.model(), table, history).iter().for_each(|it| losses(view, ui, it));
        ui.add_space(6.0);
        let known = history.view();
        let mut lines: Vec<String> = last_battle(view, table, history).into_iter().collect();
        if let Some(position) = known.position() {
            let of = known.options().draw_after_quiet_steps;
            lines.push(text.quiet_steps(position.quiet_steps(), of));
        }
        let of = known.options().passes_to_lose;
        let passed = Color::ALL.into_iter().filter(|&color| known.passes(color) > 0);
        lines.extend(passed.map(|color| text.passes(color, known.passes(color), of)));
        if !known.is_revealed() {
            lines.push(text.marks_hint.to_owned());
        }
        for line in lines {
            let label = egui::RichText::new(line).font(theme::plain(theme::TEXT_SMALL)).color(sub);
            ui.label(label);
            ui.add_space(4.0);
        }
    });
}

/// The size of a tile in a list.
const TILE: egui::Vec2 = vec2(44.0, 27.0);

fn losses(view: &View<'_>, ui: &mut Ui, it: &LossesView) {
    let theme = &view.theme;
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), egui::Sense::hover());
    let font = theme::plain(14.0);
    let at = line.left_center();
    parts::text(ui, at, Align2::LEFT_CENTER, it.heading, font.clone(), theme.sub, line.width() * 0.7);
    let message = view.text.lost_count(it.count());
    let at = line.right_center() - vec2(14.0, 0.0);
    parts::text(ui, at, Align2::RIGHT_CENTER, &message, theme::bold(theme::TEXT), theme.ink, 100.0);
    let Losses::Known(lost) = &it.losses else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 6.0);
        for &(strength, count) in lost {
            let size = vec2(captured::tile_width(view, ui, strength, TILE.x), TILE.y);
            let (at, response) = ui.allocate_exact_size(size, egui::Sense::hover());
            captured::paint_tile(view, ui, at, it.side, strength);
            response.on_hover_text(view.text.strength(strength));
            let number = if count > 1 { format!("×{count}") } else { String::new() };
            let (rect, _) = ui.allocate_exact_size(vec2(20.0, TILE.y), egui::Sense::hover());
            let at = rect.left_center();
            parts::text(ui, at, Align2::LEFT_CENTER, &number, font.clone(), view.theme.sub, 20.0);
        }
    });
    ui.add_space(6.0);
}

/// Shows the list of marks beside the clicked piece.
pub(super) fn marks(
    view: &View<'_>,
    ctx: &Context,
    it: &Group,
    board: Rect,
    at: Rect,
    actions: &mut Vec<Action>,
) {
    let size = vec2(3.0 * 92.0 + 2.0 * 6.0 + 28.0, 4.0 * 38.0 + 3.0 * 6.0 + 74.0);
    let right = at.right() + 10.0 + size.x <= board.right();
    let left = if right { at.right() + 10.0 } else { (at.left() - 10.0 - size.x).max(board.left()) };
    let top = (at.center().y - size.y / 2.0).clamp(board.top(), (board.bottom() - size.y).max(board.top()));
    let area = egui::Area::new(egui::Id::new("marks")).fixed_pos(pos2(left, top)).order(egui::Order::Middle);
    area.show(ctx, |ui| {
        let frame = dialog::frame(&view.theme).inner_margin(egui::Margin::same(14));
        frame.show(ui, |ui| {
            ui.set_width(size.x - 28.0);
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            ui.horizontal(|ui| {
                parts::caption(ui, &it.heading);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    actions.extend(it.close().and_then(|wipe| parts::linked(ui, wipe)));
                });
            });
            let marks: Vec<_> = Strength::ALL.into_iter().zip(it.buttons()).collect();
            for row in marks.chunks(3) {
                ui.horizontal(|ui| {
                    row.iter().for_each(|(strength, set)| choice(view, ui, *strength, set, actions))
                });
            }
        });
    });
}

/// Shows one strength, with the number of pieces that have this mark.
fn choice(view: &View<'_>, ui: &mut Ui, strength: Strength, set: &Button, actions: &mut Vec<Action>) {
    let chosen = set.is_chosen();
    let (rect, _) = ui.allocate_exact_size(vec2(92.0, 38.0), egui::Sense::hover());
    let response = parts::clickable(ui, rect, &set.id, &set.label, chosen);
    let hot = response.hovered() || response.has_focus();
    let (fill, edge) = parts::option_look(&view.theme, chosen, hot);
    let stroke = egui::Stroke::new(1.0, edge);
    ui.painter().rect(rect, theme::RADIUS_BUTTON, fill, stroke, egui::StrokeKind::Inside);
    let at = rect.left_center() + vec2(11.0, 0.0);
    let (name, font) = match view.app.desk().tile_names() {
        None => (characters::of_strength(strength, view.theme.pieces.script), theme::brush(19.0)),
        Some(_) => (view.text.short_strength(strength), theme::bold(theme::TEXT_SMALL)),
    };
    parts::text(ui, at, Align2::LEFT_CENTER, name, font, view.theme.ink, 50.0);
    let at = rect.right_center() - vec2(8.0, 0.0);
    let small = theme::plain(12.0);
    parts::text(ui, at, Align2::RIGHT_CENTER, &set.hint, small, view.theme.sub, 30.0);
    actions.extend(response.on_hover_text(&set.label).clicked().then(|| set.action.clone()));
}
