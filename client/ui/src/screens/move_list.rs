//! The move list, the same at the table and in a review. Only the visible rows are laid out.

use super::parts;
use super::view::View;
use crate::widgets::bidi::Author;
use crate::widgets::fitting::line_by;
use crate::widgets::{theme, ui_trace};
use chuhe_model::table::Lead;
use chuhe_model::table::move_list::{MoveRows, Row};
use egui::{Align2, Galley, Id, Rect, Sense, Stroke, Ui, Vec2, pos2, vec2};
use std::fmt::Debug;
use std::sync::Arc;

/// The height of a row.
pub(super) const ROW: f32 = 33.0;
/// The width of a level of variations.
const INDENT: f32 = 18.0;
/// The width of the number of a round.
const NUMBER: f32 = 44.0;
/// The same in a list narrower than [`NARROW`].
const SHORT_NUMBER: f32 = 30.0;
/// The width below which a list saves space for its moves.
const NARROW: f32 = 300.0;
/// The width of the lead at the end of a row.
const LEAD: f32 = 42.0;
/// The least width of a list that shows the lead, by the length of its moves.
const LEAST_FOR_LEAD: f32 = 290.0;
const LEAST_FOR_LEAD_AND_LONG_MOVES: f32 = 340.0;
/// The height of the heading of the lead, and the least one of a list with it.
pub(super) const HEADING: f32 = 22.0;
const LEAST_FOR_HEADING: f32 = 5.0 * ROW;
/// The width from which a move begins further from the edge of its cell.
const LEAST_FOR_INSET: f32 = 106.0;
/// The sizes at which a move is tried until all of it fits.
const SMALLER: [f32; 4] = [15.0, 14.0, 13.0, 12.0];
/// The sizes at which a move is tried in more lines than one.
const IN_LINES: [f32; 2] = [12.0, 11.0];
/// The room of the marks beside a move, which it leaves out where it needs the room itself.
const MARKS: f32 = 24.0;
/// How far one line of a move is below another.
const LINE_STEP: f32 = 14.0;

/// A move in the list.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    /// Its notation.
    pub(super) text: String,
    /// The move as a sentence, shown when the pointer rests on it; may be empty.
    pub(super) explained: String,
    /// Its assessment, such as `!?`.
    pub(super) glyph: &'static str,
    /// Whether it captures.
    pub(super) captures: bool,
    /// Whether it gives check.
    pub(super) checks: bool,
    /// Whether it belongs to a cycle on which the arbiter rules.
    pub(super) repeats: bool,
    /// The time that the player spent on it, in milliseconds.
    pub(super) spent_ms: Option<u64>,
}

/// What a list shows of its moves.
pub(super) trait Source: MoveRows {
    /// The move.
    fn cell(&self, key: Self::Key) -> Cell;

    /// Whether the moves are long: those of luzhanqi name two stations and what fell.
    fn has_long_moves(&self) -> bool;

    /// How far red is ahead after the move.
    fn lead(&self, key: Self::Key) -> Lead;

    /// The comment before or after the move.
    fn comment(&self, key: Self::Key, before: bool) -> &str;

    /// The name of the widget of the move in this row and column.
    fn name(&self, key: Self::Key, row: usize, column: usize) -> String;
}

/// Shows the rows, with the move `shown` in sight, and returns the move that was clicked.
///
/// The list scrolls to `shown` when it changes; `game` tells games apart.
pub(super) fn show<S>(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    list: &S,
    game: u64,
    shown: Option<S::Key>,
) -> Option<S::Key>
where
    S: Source,
    S::Key: Debug + Send + Sync + 'static,
{
    let high = theme::height(ui.ctx(), ROW);
    let place = headed(view, ui, place, list.has_long_moves());
    let place = parts::whole_rows(place, 0.0, high, list.count());
    let now = (game, shown, place.height() as i32);
    let (seen, top) = ui.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<Option<(u64, Option<S::Key>, i32)>>(Id::new("moves.shown"));
        let seen = last.replace(now) == Some(now);
        (seen, *data.get_temp_mut_or_default::<f32>(Id::new("moves.top")))
    });
    let mut clicked = None;
    parts::inside(ui, "moves", place, |ui| {
        let area = egui::ScrollArea::vertical().id_salt("moves").auto_shrink([false, false]);
        // not the least height of egui, which may be more than there is
        let area = area.max_height(place.height()).min_scrolled_height(0.0);
        let area = if seen {
            area
        } else {
            let row = shown.and_then(|key| list.find(key)).unwrap_or(0);
            area.vertical_scroll_offset(in_sight(row, top, high, place.height()))
        };
        area.show_viewport(ui, |ui, viewport| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            ui.data_mut(|data| data.insert_temp(Id::new("moves.top"), viewport.top()));
            let all = vec2(ui.available_width(), high * list.count() as f32);
            let (area, _) = ui.allocate_exact_size(all, Sense::hover());
            let first = (viewport.top() / high).floor().max(0.0) as usize;
            let last = (viewport.bottom() / high).ceil().max(0.0) as usize;
            for index in first..last.min(list.count()) {
                let at = pos2(area.left(), area.top() + high * index as f32);
                let rect = Rect::from_min_size(at, vec2(area.width(), high));
                clicked = row(view, ui, list, index, rect, shown).or(clicked);
            }
        });
    });
    clicked
}

/// Shows above the rows what stands at their end, where there is room; returns the place of the rows.
fn headed(view: &View<'_>, ui: &mut Ui, place: Rect, has_long_moves: bool) -> Rect {
    if place.width() < least_for_lead(has_long_moves) || place.height() < LEAST_FOR_HEADING {
        return place;
    }
    let (heading, rows) = place.split_top_bottom_at_y(place.top() + HEADING);
    let (said, font) = (view.text.table.material, theme::plain(theme::TEXT_SMALL));
    // the ring of the first row reaches up to it
    let at = heading.right_center() - vec2(0.0, 3.0);
    let shown = parts::text(ui, at, Align2::RIGHT_CENTER, said, font, view.theme.sub, heading.width());
    let table = &view.text.table;
    let explained = if has_long_moves { table.material_explained } else { table.material_values };
    parts::explained(ui, shown, "moves.material", explained);
    rows
}

/// The least width of a list that shows the lead.
const fn least_for_lead(has_long_moves: bool) -> f32 {
    if has_long_moves { LEAST_FOR_LEAD_AND_LONG_MOVES } else { LEAST_FOR_LEAD }
}

/// The top of a viewport of this height, moved from `top` no further than needed to show a row of `high` and
/// its neighbours.
///
/// Without room for the neighbours it shows the row.
fn in_sight(row: usize, top: f32, high: f32, height: f32) -> f32 {
    let (above, below) = (high * row.saturating_sub(1) as f32, high * (row + 2) as f32);
    let (start, end) = (high * row as f32, high * (row + 1) as f32);
    top.max(below - height).min(above).max(end - height).min(start).max(0.0)
}

/// Shows a row; returns the move in it that was clicked.
fn row<S: Source>(
    view: &View<'_>,
    ui: &mut Ui,
    list: &S,
    index: usize,
    rect: Rect,
    shown: Option<S::Key>,
) -> Option<S::Key> {
    let middle = rect.center().y;
    let sub = view.theme.sub;
    match list.row(index) {
        Row::Comment { depth, of, before } => {
            let rect = indented(view, ui, rect, depth);
            let (at, font) = (pos2(rect.left() + NUMBER + 10.0, middle), theme::plain(14.0));
            let text = list.comment(of, before).replace(['\r', '\n'], " ");
            let room = Rect::from_min_max(pos2(at.x, rect.top()), rect.max - vec2(10.0, 0.0));
            let written = line_by(ui.ctx(), &text, Author::Person, font, view.theme.jade.fill, room.width());
            ui.painter().galley(at - vec2(0.0, written.size().y / 2.0), written, view.theme.jade.fill);
            let response = parts::clickable(ui, room, &format!("comment.{index}"), &text, false);
            response.clicked().then_some(of)
        }
        Row::Moves { depth, number, cells } => {
            let rect = indented(view, ui, rect, depth);
            let (inset, width) = if rect.width() < NARROW { (6.0, SHORT_NUMBER) } else { (12.0, NUMBER) };
            let at = pos2(rect.left() + inset, middle);
            let number = format!("{number}.");
            parts::text(ui, at, Align2::LEFT_CENTER, &number, theme::plain(14.0), sub, width);
            let start = rect.left() + width + inset - 2.0;
            let last = cells.iter().flatten().next_back();
            let end = if rect.width() < least_for_lead(list.has_long_moves()) {
                rect.right()
            } else {
                lead(view, ui, rect, index, last.map(|&key| list.lead(key)))
            };
            let half = (end - start) / 2.0;
            // long moves differ less in size if none is large
            let is_large = depth == 0 && !list.has_long_moves();
            let usual = if is_large { theme::TEXT_LARGE } else { theme::TEXT };
            let mut clicked = None;
            for (column, key) in cells.into_iter().enumerate() {
                let left = start + half * column as f32;
                if let Some(key) = key {
                    let place = Rect::from_min_size(
                        pos2(left, rect.top() + if theme::is_touch(ui.ctx()) { 0.0 } else { 2.0 }),
                        vec2(half - 8.0, rect.height() - if theme::is_touch(ui.ctx()) { 0.0 } else { 4.0 }),
                    );
                    let name = list.name(key, index, column);
                    let marks = (shown == Some(key), depth, usual, list.has_long_moves());
                    if cell(view, ui, place, &name, &list.cell(key), marks) {
                        clicked = Some(key);
                    }
                } else if column == 0 && cells[1].is_some() {
                    let (at, font) = (pos2(left + 12.0, middle), theme::plain(14.0));
                    parts::text(ui, at, Align2::LEFT_CENTER, "…", font, sub, half);
                }
            }
            clicked
        }
    }
}

/// Marks the depth of a variation with a line at its left, and returns the rest of the row.
fn indented(view: &View<'_>, ui: &Ui, rect: Rect, depth: u8) -> Rect {
    for level in 0..depth {
        let x = rect.left() + 18.0 + INDENT * f32::from(level);
        ui.painter().vline(x, rect.y_range(), egui::Stroke::new(1.5, view.theme.border));
    }
    rect.with_min_x(rect.left() + INDENT * f32::from(depth))
}

/// Shows which side is ahead at the end of a row and how far; returns where the moves end.
fn lead(view: &View<'_>, ui: &mut Ui, row: Rect, index: usize, lead: Option<Lead>) -> f32 {
    let place = row.with_min_x(row.right() - LEAD);
    let (label, explained) = match lead.and_then(Lead::of_red) {
        Some((side, lead)) => {
            let at = place.left_center() + vec2(5.0, 0.5);
            ui.painter().circle(at, 4.0, view.theme.pieces.ink(side), Stroke::new(1.2, view.theme.sub));
            (lead.to_string(), view.text.table.side_is_ahead(view.text.color(side), &lead.to_string()))
        }
        None => ("=".to_owned(), view.text.table.sides_are_level.to_owned()),
    };
    let (at, font) = (place.left_center() + vec2(12.0, 0.0), theme::plain(theme::TEXT_SMALL));
    parts::text(ui, at, Align2::LEFT_CENTER, &label, font, view.theme.sub, LEAD - 12.0);
    let response = ui.interact(place, ui.id().with(("lead", index)), Sense::hover());
    ui_trace::record(ui, &format!("lead.{index}"), &explained, &response);
    response.on_hover_text(explained);
    place.left()
}

/// Shows a move with its marks and its time, and returns whether it was clicked.
fn cell(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    name: &str,
    cell: &Cell,
    (shown, depth, usual, is_long): (bool, u8, f32, bool),
) -> bool {
    let mut response = parts::clickable(ui, place, name, &cell.text, shown);
    if !cell.explained.is_empty() {
        response = response.on_hover_text(&cell.explained);
    }
    if shown {
        ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.gold.wash);
    }
    if cell.repeats {
        let bar = Rect::from_min_size(place.min + vec2(0.0, 3.0), vec2(4.0, place.height() - 6.0));
        ui.painter().rect_filled(bar, 2.0, view.theme.red);
    }
    let ink = match (response.hovered() || response.has_focus(), depth) {
        (true, _) => view.theme.jade.fill,
        (false, 0) => view.theme.ink,
        (false, _) => view.theme.ink.gamma_multiply(0.86),
    };
    let middle = place.center().y;
    let small = theme::plain(theme::TEXT_SMALL);
    let time = cell.spent_ms.filter(|_| view.app.desk().settings.look.move_times);
    let time = time.map(|ms| parts::line(ui.ctx(), &time_text(ms), small.clone(), view.theme.sub, 60.0));
    let (inset, room) = room(place.width());
    let at = place.left_center() + vec2(inset, 0.0);
    let text = format!("{}{}", cell.text, cell.glyph);
    let marked = room - if cell.captures || cell.checks { MARKS } else { 0.0 };
    // a long move is in smaller letters or more lines anyway, so that it may as well leave room for its time
    let beside = time.as_ref().filter(|_| is_long).map(|time| room - time.size().x - 6.0);
    let beside = beside.map(|room| (written(ui.ctx(), &text, usual, room, room), room));
    let beside = beside.filter(|(written, _)| !written.is_cut);
    let has_time = beside.is_some();
    let (Written { lines, size, is_cut }, room) =
        beside.unwrap_or_else(|| (written(ui.ctx(), &text, usual, marked, room), room));
    if is_cut && cell.explained.is_empty() {
        response = response.on_hover_text(&text);
    }
    if lines.len() > 1 {
        paint_time(view, ui, place, time.filter(|_| has_time));
        let first = -LINE_STEP * (lines.len() - 1) as f32 / 2.0;
        for (index, line) in lines.into_iter().enumerate() {
            let at = at + vec2(0.0, first + LINE_STEP * index as f32);
            parts::text(ui, at, Align2::LEFT_CENTER, line, theme::plain(size), ink, room);
        }
        return response.clicked();
    }
    let fits = |room| !parts::line(ui.ctx(), &text, theme::plain(size), ink, room).elided;
    // the move matters more than its marks and its time
    let (has_marks, room) = if fits(marked) { (true, marked) } else { (false, room) };
    paint_time(view, ui, place, time.filter(|time| has_time || fits(room - time.size().x - 6.0)));
    let text = parts::text(ui, at, Align2::LEFT_CENTER, &text, theme::plain(size), ink, room);
    let mut left = text.right() + 6.0;
    if cell.captures && has_marks {
        let mark = parts::text(ui, pos2(left, middle), Align2::LEFT_CENTER, "×", small, view.theme.sub, 20.0);
        left = mark.right() + 5.0;
    }
    if cell.checks && has_marks {
        ui.painter().circle_filled(pos2(left + 3.0, middle + 0.5), 3.5, view.theme.red);
    }
    response.clicked()
}

/// Paints the time of a move, if there is one to show, at the right of its cell.
fn paint_time(view: &View<'_>, ui: &Ui, place: Rect, time: Option<Arc<Galley>>) {
    let Some(time) = time else { return };
    let at = pos2(place.right() - 8.0, place.center().y);
    let rect = Align2::RIGHT_CENTER.anchor_size(at, time.size());
    ui.painter().galley(rect.min.round(), time, view.theme.sub);
}

/// How far a move begins from the left of a cell this wide, and the room for it.
pub(super) const fn room(width: f32) -> (f32, f32) {
    let inset = if width - 20.0 > LEAST_FOR_INSET { 12.0 } else { 6.0 };
    (inset, width - inset - 8.0)
}

/// A move as its cell shows it.
pub(super) struct Written<'a> {
    /// One line or more.
    lines: Vec<&'a str>,
    /// The size of its letters.
    size: f32,
    /// Whether a part of it is cut off.
    pub(super) is_cut: bool,
}

/// Writes a move in this much room: as large as it fits into one line, else in more lines, for which there may be more room.
pub(super) fn written<'a>(
    ctx: &egui::Context,
    text: &'a str,
    usual: f32,
    in_one: f32,
    in_lines: f32,
) -> Written<'a> {
    let ink = egui::Color32::PLACEHOLDER;
    let fits = |text: &str, size, room| !parts::line(ctx, text, theme::plain(size), ink, room).elided;
    if let Some(size) = [usual].into_iter().chain(SMALLER).find(|size| fits(text, *size, in_one)) {
        return Written { lines: vec![text], size, is_cut: false };
    }
    // a row for fingers has room for a third line
    let most = if theme::is_touch(ctx) { 3 } else { 2 };
    for (size, most) in IN_LINES.into_iter().map(|size| (size, 2)).chain([(IN_LINES[1], most)]) {
        let lines = broken(text, |line| fits(line, size, in_lines));
        if let Some(lines) = lines.filter(|lines| lines.len() <= most) {
            return Written { lines, size, is_cut: false };
        }
    }
    Written { lines: vec![text], size: SMALLER[3], is_cut: true }
}

/// Breaks a move into lines, with as much as possible in each; `None` if a part that stays together does not fit.
fn broken(text: &str, fits: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while !fits(rest) {
        let (end, next) = breaks(rest).filter(|(end, _)| fits(&rest[..*end])).last()?;
        lines.push(&rest[..end]);
        rest = &rest[next..];
    }
    lines.push(rest);
    Some(lines)
}

/// Where a line of a move may end and the next one begin: between its words, and between the piece and its way in a move
/// in Chinese, such as 马8进7, which has no words.
fn breaks(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_han = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    let is_move = [0, 2].iter().all(|&at| text.chars().nth(at).is_some_and(is_han));
    let way = text.char_indices().nth(2).filter(|_| is_move).map(|(at, _)| (at, at));
    way.into_iter().chain(text.match_indices(' ').map(|(at, _)| (at, at + 1)))
}

/// The time spent on a move, in minutes and seconds, which reads the same in every language.
fn time_text(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds / 60 {
        minutes @ 0..60 => format!("{minutes}:{:02}", seconds % 60),
        minutes => format!("{}:{:02}:{:02}", minutes / 60, minutes % 60, seconds % 60),
    }
}

#[test]
fn a_move_breaks_between_its_words_or_before_its_way() {
    let within = |most: usize| move |line: &str| line.chars().count() <= most;
    assert_eq!(broken("炮二平五", within(2)), Some(vec!["炮二", "平五"]));
    assert_eq!(broken("炮二平五", within(3)), Some(vec!["炮二", "平五"]));
    assert_eq!(broken("炮二平五!?", within(4)), Some(vec!["炮二", "平五!?"]));
    assert_eq!(broken("炮二平五", within(1)), None);
    assert_eq!(broken("马8进7", within(3)), Some(vec!["马8", "进7"]));
    assert_eq!(broken("pháo 2 bình 5", within(6)), Some(vec!["pháo 2", "bình 5"]));
    assert_eq!(broken("C2.5", within(2)), None, "letters have no place to break");
}
