//! The first screen: what the user can do, and the form of the chosen entry beside it.

use super::parts::{self, CardLook, card, inside, region};
use super::view::View;
use super::{join, learn, links, local_form, notices, puzzles, status_line};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::layout::form::Form;
use chuhe_model::layout::table_layout::is_tall;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Strength;
use chuhe_rules::xiangqi::{Piece, PieceKind};
use chuhe_view::puzzles::PuzzlesView;
use chuhe_view::start::{EntryView, LocalForm, RecordsView, StartView};
use chuhe_view::status::StatusView;
use chuhe_view::{Button, Tone};
use egui::{Align, Align2, Context, CornerRadius, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

/// The widths of the entries and of the card beside them.
const ENTRIES: f32 = 300.0;
const CARD: f32 = 590.0;
/// A narrower entry has no pieces, because its hint needs their room.
const LEAST_WITH_ICON: f32 = 240.0;
/// The height of the card, if the window has room.
const HEIGHT: f32 = 500.0;
const MARGIN: f32 = 26.0;
/// The height of the name of the program.
const HEAD: f32 = 150.0;
/// The least space above it.
const TOP: f32 = 10.0;
/// The height of the status line at the bottom.
const BOTTOM: f32 = 50.0;
/// The height of the entries above the card in a tall window.
const TALL_LIST: f32 = 390.0;
const GAP: f32 = theme::SPACE + 6.0;
/// The most and the least characters of the name of a kept review on its button, and the margin beside them.
const KEPT_CHARS: usize = 28;
const LEAST_KEPT_CHARS: usize = 6;
const KEPT_MARGIN: f32 = 32.0;
/// The least width of a button that opens records.
const WAY: f32 = 150.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let window = ctx.screen_rect();
    let start = StartView::of(&view.model());
    if view.area.form.is_phone() {
        return region(ctx, "start", window, |ui| phone(view, ui, &start, actions));
    }
    region(ctx, "start", window, |ui| {
        let (list, place) = if is_tall(window.size()) { stacked(window) } else { beside(window) };
        // a long list has the room that there is
        let bottom =
            if has_long_list(view, start.chosen) { window.bottom() - BOTTOM } else { place.bottom() };
        let place = place.with_max_y(bottom.max(place.bottom()));
        title(view, ui, pos2(window.center().x, list.top() - HEAD / 2.0 - 14.0));
        card(ui, place, CardLook::Plain);
        let inner = place.shrink(if place.height() < HEIGHT { 20.0 } else { MARGIN });
        // the keyboard comes to the button that starts a game first
        inside(ui, "start.card", inner, |ui| chosen(view, ui, &start, actions));
        show_entries(view, ui, &start, list, actions);
        let corner = Rect::from_min_size(window.right_top() + vec2(-420.0, 18.0), vec2(400.0, 26.0));
        parts::from_right(ui, corner, Align::Center, |ui| links::links(view, ui, actions));
        let bottom = window.shrink2(vec2(20.0, 0.0)).with_min_y(window.bottom() - BOTTOM);
        status_line::bottom_line(view, ui, bottom, window.center().x, actions);
    });
}

/// Whether what an entry shows beside the entries scrolls where the card is low.
fn has_long_list(view: &View<'_>, chosen: StartEntry) -> bool {
    let is_list = || chosen == StartEntry::Puzzles && PuzzlesView::instead(&view.model()).is_some();
    chosen == StartEntry::Learn || is_list()
}

/// Shows the form of the chosen entry.
fn chosen(view: &View<'_>, ui: &mut Ui, start: &StartView, actions: &mut Vec<Action>) {
    let model = view.model();
    match start.chosen {
        StartEntry::Computer => local_form::show(view, ui, &LocalForm::computer(&model), actions),
        StartEntry::Two => local_form::show(view, ui, &LocalForm::two(&model), actions),
        StartEntry::Join => join::join(view, ui, actions),
        StartEntry::Host => join::host(view, ui, actions),
        StartEntry::Learn => learn::list(view, ui, actions),
        StartEntry::Puzzles => puzzles::list(view, ui, actions),
        StartEntry::Review => review(view, ui, &RecordsView::of(&model), actions),
    }
}

/// The height of the head of a phone, and of the row of entries at its bottom.
const PHONE_HEAD: f32 = 50.0;
const PHONE_ENTRIES: f32 = 66.0;
/// The height of the message with its answers above them.
const PHONE_LINE: f32 = 2.0 * theme::TOUCH + 12.0;
/// The width of the entries of a phone on its side.
const PHONE_COLUMN: f32 = 88.0;
/// The height of each of two rows of entries, and the width of each of two columns, where one would be too close for
/// fingers.
const PHONE_ROW: f32 = 52.0;
const NARROW_COLUMN: f32 = 66.0;

/// Shows the entries of a phone at the bottom, or at the left if it is on its side, and the chosen form.
fn phone(view: &View<'_>, ui: &mut Ui, start: &StartView, actions: &mut Vec<Action>) {
    let window = ui.max_rect();
    let is_upright = view.area.form == Form::Portrait;
    let count = start.entries.len().max(1);
    let is_close = if is_upright { window.width() } else { window.height() } < count as f32 * theme::TOUCH;
    let (list, rest) = if is_upright {
        let high = if is_close { 2.0 * PHONE_ROW } else { PHONE_ENTRIES };
        let (rest, list) = window.split_top_bottom_at_y(window.bottom() - high);
        (list, rest)
    } else {
        let wide = if is_close { 2.0 * NARROW_COLUMN } else { PHONE_COLUMN };
        window.split_left_right_at_x(window.left() + wide)
    };
    let (head, body) = rest.split_top_bottom_at_y(rest.top() + PHONE_HEAD);
    // what waits for an answer has a place of its own, because it must not cover the button of the form
    let line = if StatusView::of(&view.model()).is_some() { PHONE_LINE } else { 0.0 };
    let (body, line) = body.split_top_bottom_at_y(body.bottom() - line);
    parts::brand(ui, head.left_center() + vec2(14.0, 0.0), Align2::LEFT_CENTER, view.text.app_name, 34.0);
    let corner = head.shrink2(vec2(8.0, 0.0));
    parts::from_right(ui, corner, Align::Center, |ui| links::links(view, ui, actions));
    let form = body.shrink2(vec2(8.0, 0.0)).with_max_y(body.bottom() - 6.0);
    card(ui, form, CardLook::Plain);
    let inner = form.shrink2(vec2(14.0, 10.0));
    let has_button = matches!(start.chosen, StartEntry::Computer | StartEntry::Two);
    inside(ui, "start.card", inner, |ui| {
        if has_button {
            let (_, notice) = notices::split_end(view, ui.ctx(), local_form::above_button(ui.max_rect()));
            notices::place(ui.ctx(), notice, notice.center().x);
            chosen(view, ui, start, actions);
        } else {
            let (place, notice) = notices::split_end(view, ui.ctx(), ui.max_rect());
            notices::place(ui.ctx(), notice, notice.center().x);
            parts::scroll(ui, "start.form", place, false, |ui| {
                ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
                chosen(view, ui, start, actions);
            });
        }
    });
    ui.painter().rect_filled(list, 0.0, view.theme.panel);
    let lines = if is_close { 2 } else { 1 };
    let in_line = count.div_ceil(lines);
    let grid = if is_upright { [in_line, lines] } else { [lines, in_line] };
    let size = list.size() / vec2(grid[0] as f32, grid[1] as f32);
    for (index, entry) in start.entries.iter().enumerate() {
        let (column, row) = (index % grid[0], index / grid[0]);
        let place = Rect::from_min_size(list.min + vec2(column as f32, row as f32) * size, size);
        phone_entry(view, ui, entry, entry.entry == start.chosen, place, actions);
    }
    let line = line.shrink2(vec2(10.0, 2.0));
    status_line::bottom_line(view, ui, line, line.center().x, actions);
}

/// Shows an entry of a phone: its pieces above a short name.
fn phone_entry(
    view: &View<'_>,
    ui: &mut Ui,
    shown: &EntryView,
    chosen: bool,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let response = parts::clickable(ui, place, &shown.show.id, &shown.show.label, chosen);
    if chosen {
        ui.painter().rect_filled(place.shrink(2.0), theme::RADIUS_BUTTON, view.theme.jade.wash);
    }
    let icon = Rect::from_center_size(place.center() - vec2(0.0, 11.0), vec2(52.0, 34.0));
    paint_icon(ui.painter(), shown.entry, icon, 0.72);
    // apart from the next entry, where they are low
    let at = pos2(place.center().x, place.center().y + (place.height() / 2.0 - 14.0).min(20.0));
    let font = if chosen { theme::bold(theme::TEXT_SMALL) } else { theme::plain(theme::TEXT_SMALL) };
    let is_marked = shown.tone == Tone::Good;
    let ink = if chosen || is_marked { view.theme.jade.fill } else { view.theme.ink };
    parts::text(ui, at, Align2::CENTER_CENTER, shown.short, font, ink, place.width() - 4.0);
    actions.extend(shown.show.press().filter(|_| response.clicked()));
}

/// The places of the entries and of the card beside them.
fn beside(window: Rect) -> (Rect, Rect) {
    let room = window.height() - TOP - HEAD - BOTTOM;
    let height = HEIGHT.min(room);
    let top = TOP + (room - height) * 0.5 + HEAD;
    let room = window.width() - 40.0 - GAP;
    let entries = ENTRIES.min(room * 0.3);
    let wide = CARD.min(room - entries);
    let left = window.center().x - (entries + GAP + wide) / 2.0;
    let list = Rect::from_min_size(pos2(left, top), vec2(entries, height));
    (list, Rect::from_min_size(list.right_top() + vec2(GAP, 0.0), vec2(wide, height)))
}

/// The places of the entries and of the card below them, in a tall window.
fn stacked(window: Rect) -> (Rect, Rect) {
    let room = window.height() - TOP - HEAD - BOTTOM - TALL_LIST - GAP;
    let height = HEIGHT.min(room);
    let top = TOP + (room - height) * 0.4 + HEAD;
    let wide = CARD.min(window.width() - 40.0);
    let left = window.center().x - wide / 2.0;
    let list = Rect::from_min_size(pos2(left, top), vec2(wide, TALL_LIST));
    (list, Rect::from_min_size(list.left_bottom() + vec2(0.0, GAP), vec2(wide, height)))
}

/// Shows the name of the program between the two generals.
fn title(view: &View<'_>, ui: &mut Ui, center: egui::Pos2) {
    let name = parts::brand(ui, center - vec2(0.0, 14.0), Align2::CENTER_CENTER, view.text.app_name, 82.0);
    for (side, color) in [(-1.0, Color::Red), (1.0, Color::Black)] {
        let at = name.center() + vec2(side * (name.width() / 2.0 + 58.0), 2.0);
        let place = Rect::from_center_size(at, vec2(56.0, 56.0));
        let salt = if color == Color::Red { "red" } else { "black" };
        inside(ui, salt, place, |ui| widgets::piece(ui, Piece::new(color, PieceKind::King), 56.0));
    }
    let at = pos2(center.x, name.bottom() + 14.0);
    let font = theme::plain(theme::TEXT);
    parts::text(ui, at, Align2::CENTER_CENTER, view.text.tagline, font, view.theme.sub, 600.0);
}

fn show_entries(view: &View<'_>, ui: &mut Ui, start: &StartView, list: Rect, actions: &mut Vec<Action>) {
    let count = start.entries.len().max(1) as f32;
    let gap = if list.height() < HEIGHT { 8.0 } else { 11.0 };
    let height = (list.height() - gap * (count - 1.0)) / count;
    let mut top = list.top();
    for entry in &start.entries {
        let place = Rect::from_min_size(pos2(list.left(), top), vec2(list.width(), height));
        show_entry(view, ui, entry, entry.entry == start.chosen, place, actions);
        top += height + gap;
    }
}

fn show_entry(
    view: &View<'_>,
    ui: &mut Ui,
    shown: &EntryView,
    chosen: bool,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let (title, hint) = (&shown.show.label, &shown.show.hint);
    let response = parts::clickable(ui, place, &shown.show.id, title, chosen);
    let hot = response.hovered() || response.has_focus();
    let is_marked = shown.tone == Tone::Good;
    let (fill, edge) = match (chosen, hot || is_marked) {
        (true, _) => (view.theme.jade.wash, Stroke::new(2.0, view.theme.jade.fill)),
        (false, true) => {
            let fill = if hot { view.theme.surface.hover } else { view.theme.panel };
            (fill, Stroke::new(1.0, view.theme.jade.fill))
        }
        (false, false) => (view.theme.panel, Stroke::new(1.0, view.theme.border)),
    };
    ui.painter().rect(place, CornerRadius::same(theme::RADIUS_CARD), fill, edge, StrokeKind::Inside);
    let icon = Rect::from_min_size(place.min + vec2(14.0, 0.0), vec2(52.0, place.height()));
    let has_icon = place.width() >= LEAST_WITH_ICON;
    if has_icon {
        paint_icon(ui.painter(), shown.entry, icon, 1.0);
    }
    let left = if has_icon { icon.right() + 12.0 } else { icon.left() };
    let wide = place.right() - 10.0 - left;
    let at = pos2(left, place.center().y - 12.0);
    let ink = if chosen { view.theme.jade.fill } else { view.theme.ink };
    parts::text(ui, at, Align2::LEFT_CENTER, title, theme::bold(theme::TEXT_LARGE), ink, wide);
    let at = pos2(left, place.center().y + 13.0);
    let font = theme::plain(theme::TEXT_SMALL);
    parts::text(ui, at, Align2::LEFT_CENTER, hint, font, parts::ink(&view.theme, shown.tone), wide);
    actions.extend(shown.show.press().filter(|_| response.clicked()));
}

/// Paints the pieces that stand for an entry, at this scale.
fn paint_icon(painter: &egui::Painter, entry: StartEntry, place: Rect, scale: f32) {
    let (red, black) = (Color::Red, Color::Black);
    let piece = |color, kind, dx: f32, size: f32| {
        let center = place.center() + vec2(dx * scale, 0.0);
        widgets::paint_piece(painter, Piece::new(color, kind), center, size * scale);
    };
    match entry {
        StartEntry::Computer => piece(black, PieceKind::King, 0.0, 44.0),
        StartEntry::Two => {
            piece(black, PieceKind::Pawn, 10.0, 33.0);
            piece(red, PieceKind::Pawn, -10.0, 33.0);
        }
        StartEntry::Join => piece(red, PieceKind::Horse, 0.0, 44.0),
        StartEntry::Host => piece(red, PieceKind::Rook, 0.0, 44.0),
        StartEntry::Learn => piece(red, PieceKind::Pawn, 0.0, 44.0),
        StartEntry::Puzzles => piece(red, PieceKind::Cannon, 0.0, 44.0),
        StartEntry::Review => {
            let tile = Rect::from_center_size(place.center(), vec2(48.0, 30.0) * scale);
            widgets::paint_tile(painter, tile, red, Some(Strength::Flag));
        }
    }
}

/// Shows the ways to the records.
fn review(view: &View<'_>, ui: &mut Ui, records: &RecordsView, actions: &mut Vec<Action>) {
    widgets::heading(ui, records.heading);
    ui.add_space(6.0);
    let explained = egui::RichText::new(&records.explained.label).font(theme::plain(theme::TEXT));
    ui.label(explained.color(view.theme.sub));
    ui.add_space(14.0);
    let (is_phone, wide) = (view.area.form.is_phone(), ui.available_width());
    if let Some(resume) = &records.resume {
        let label = |chars| resume.label.replacen(&resume.hint, &parts::shortened(&resume.hint, chars), 1);
        let room = ui.available_width() - KEPT_MARGIN;
        let fits = |chars: &usize| {
            !parts::line(ui.ctx(), &label(*chars), theme::plain(theme::TEXT), view.theme.ink, room).elided
        };
        let label = label((LEAST_KEPT_CHARS..=KEPT_CHARS).rev().find(fits).unwrap_or(LEAST_KEPT_CHARS));
        let resume = Button { label, ..resume.clone() };
        actions.extend(if is_phone {
            parts::offered_filling(ui, &resume, wide)
        } else {
            parts::offered_of(ui, &resume, WAY)
        });
        ui.add_space(8.0);
    }
    if is_phone {
        let ways = records.ways.iter();
        actions.extend(ways.filter_map(|way| parts::offered_filling(ui, way, wide)));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        actions.extend(records.ways.iter().filter_map(|way| parts::offered_of(ui, way, WAY)));
    });
}
