//! Tables of an evening: columns that are lined up, of which only the rows in sight are built.

use crate::screens::parts;
use crate::screens::rows::backdrop;
use crate::screens::view::View;
use crate::widgets::{self, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::evening::table::{Heading, RowView, TableView};
use egui::{Align2, Color32, Rect, Sense, Ui, pos2, vec2};

/// The height of the headings, and of a row with one line.
const HEAD: f32 = 26.0;
const ROW: f32 = 42.0;
/// The height of each further line of a row.
const LINE: f32 = 20.0;
/// The margin at both ends of a row, and the space between columns.
const MARGIN: f32 = 7.0;
const GAP: f32 = 14.0;
/// The least width of a name, and of what is to be known of it beside it.
const NAME: f32 = 128.0;
const DETAIL: f32 = 210.0;
/// The width of a result between two names.
const BETWEEN: f32 = 52.0;
/// The same beside two names below each other, which have their marks on the other side.
const BESIDE: f32 = 40.0;
/// The width of a table below which its columns stand closer.
const NARROW: f32 = 330.0;
/// The space for the dot that says who is here.
const DOT: f32 = 14.0;
/// The height of a button in a row, and of the space above and below it.
const BUTTON: f32 = theme::HEIGHT_BUTTON;
const AROUND: f32 = 8.0;

/// The columns of a table of this width.
struct Columns {
    /// The right end of the numbers.
    number: f32,
    /// Where the names begin, and how wide each is.
    names: [(f32, f32); 2],
    /// How many names a row has.
    seats: usize,
    /// Whether the names of a board are below each other.
    is_stacked: bool,
    /// Where the detail begins beside the names; below them if there is no room.
    detail: Option<(f32, f32)>,
    /// The right end and the width of each value that has a column; the others are below the name.
    values: Vec<(f32, f32)>,
    /// Where the buttons begin, and how wide each is.
    button: (f32, f32),
    /// The height of a row.
    height: f32,
}

fn wide(ui: &Ui, text: &str, size: f32) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), theme::bold(size), Color32::PLACEHOLDER).size().x
}

/// The width of a column, which its heading and its widest value need.
fn width(ui: &Ui, heading: &Heading) -> f32 {
    wide(ui, heading.label, theme::TEXT_SMALL).max(wide(ui, &heading.widest, theme::TEXT))
}

impl Columns {
    fn of(ui: &Ui, it: &TableView<'_>, place: Rect, buttons: usize) -> Self {
        let (left, mut right) = (place.left() + MARGIN, place.right() - MARGIN);
        let number = left + width(ui, &it.number);
        let first = number + GAP;
        // a narrow phone with large letters has hardly room for names
        let (around, gap) = if place.width() < NARROW { (8.0, 6.0) } else { (24.0, GAP) };
        let one = it.button.as_ref().map_or(0.0, |label| {
            (wide(ui, label, theme::TEXT) + around).max(theme::height(ui.ctx(), BUTTON))
        });
        let button = (right - (one + 6.0) * buttons as f32 + 6.0, one);
        if buttons > 0 {
            right = button.0 - gap;
        }
        let seats = it.names.len().clamp(1, 2);
        let widths: Vec<f32> = it.values.iter().map(|heading| width(ui, heading)).collect();
        // a name has its room before the last columns have theirs
        let fits = |count: usize| {
            let taken: f32 = widths.iter().take(count).map(|width| width + GAP).sum();
            right - taken - first >= NAME
        };
        let count = (0..=widths.len()).rev().find(|count| fits(*count)).unwrap_or_default();
        let mut ends = Vec::new();
        for width in widths.iter().take(count).rev() {
            ends.insert(0, (right, *width));
            right -= width + GAP;
        }
        let room = right - first;
        let is_stacked = seats == 2 && room < 2.0 * NAME + BETWEEN;
        let beside = match seats {
            2 => room - BETWEEN - DETAIL - GAP >= 2.0 * NAME,
            _ => room - DETAIL - GAP >= NAME,
        };
        let detail = beside.then(|| {
            let width = ((room - if seats == 2 { BETWEEN } else { 0.0 }) * 0.3).max(DETAIL);
            (right - width, width)
        });
        let end = detail.map_or(right, |(at, _)| at - GAP);
        let names = if seats == 2 && !is_stacked {
            let each = (end - first - BETWEEN) / 2.0;
            [(first, each), (first + each + BETWEEN, each)]
        } else {
            let room = end - first - if is_stacked { BESIDE } else { 0.0 };
            [(first, room); 2]
        };
        let lines = usize::from(is_stacked) + usize::from(detail.is_none());
        let least = if buttons > 0 { theme::height(ui.ctx(), BUTTON) + AROUND } else { ROW };
        let one = if lines > 1 { ROW - 8.0 } else { theme::height(ui.ctx(), least) };
        let height = one + lines as f32 * LINE;
        Self { number, names, seats, is_stacked, detail, values: ends, button, height }
    }
}

/// Shows a table below what is there; `buttons` is the most that a row has.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    it: &TableView<'_>,
    buttons: usize,
    actions: &mut Vec<Action>,
) {
    show_marked(view, ui, it, buttons, None, actions);
}

/// The same, with the marked row in sight once another one is marked.
pub(super) fn show_marked(
    view: &View<'_>,
    ui: &mut Ui,
    it: &TableView<'_>,
    buttons: usize,
    marked: Option<usize>,
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if it.rows.count == 0 {
        ui.add_space(12.0);
        parts::said(view, ui, &it.empty);
        return;
    }
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let columns = Columns::of(ui, it, head, buttons);
    headings(view, ui, it, &columns, head);
    let high = columns.height;
    let (top, seen) = (ui.cursor().top(), ui.clip_rect().y_range());
    bring_into_sight(ui, it, marked, Rect::from_min_size(pos2(head.left(), top), vec2(head.width(), high)));
    let first = (((seen.min - top) / high).max(0.0) as usize).min(it.rows.count);
    let after = (((seen.max - top) / high).ceil().max(0.0) as usize).clamp(first, it.rows.count);
    ui.add_space(first as f32 * high);
    for index in first..after {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
        let mut shown = (it.rows.row)(index);
        // where there is no room for them, the row opens what has them
        shown.buttons.truncate(buttons);
        row(view, ui, it, &columns, rect, &shown, actions);
    }
    ui.add_space((it.rows.count - after) as f32 * high);
}

/// Scrolls to the marked row once it is another one; `first` is the place of the first row.
fn bring_into_sight(ui: &Ui, it: &TableView<'_>, marked: Option<usize>, first: Rect) {
    let id = egui::Id::new((it.id, "marked"));
    let before = ui.data_mut(|data| data.get_temp::<Option<usize>>(id).flatten());
    if before == marked {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, marked));
    if let Some(at) = marked {
        let row = first.translate(vec2(0.0, at as f32 * first.height()));
        // with the rows beside it
        ui.scroll_to_rect(row.expand2(vec2(0.0, first.height())), None);
    }
}

/// Shows what stands in each column.
fn headings(view: &View<'_>, ui: &mut Ui, it: &TableView<'_>, columns: &Columns, place: Rect) {
    let (font, ink, middle) = (theme::plain(theme::TEXT_SMALL), view.theme.sub, place.center().y);
    let at = |ui: &Ui, x: f32, anchor, label: &str, wide| {
        parts::text(ui, pos2(x, middle), anchor, label, font.clone(), ink, wide)
    };
    at(ui, columns.number, Align2::RIGHT_CENTER, it.number.label, columns.number - place.left());
    // both names of a board stand in one column
    let both = columns.is_stacked.then(|| vec![it.names.join(parts::BETWEEN)]);
    let names = both.unwrap_or_else(|| it.names.iter().map(|&label| label.to_owned()).collect());
    for (label, (left, wide)) in names.iter().zip(columns.names) {
        at(ui, left, Align2::LEFT_CENTER, label, wide);
    }
    if let Some((left, wide)) = columns.detail {
        at(ui, left, Align2::LEFT_CENTER, it.details, wide);
    }
    for (index, (heading, (right, wide))) in it.values.iter().zip(&columns.values).enumerate() {
        let rect = at(ui, *right, Align2::RIGHT_CENTER, heading.label, *wide);
        if !heading.hint.is_empty() {
            parts::explained(ui, rect.expand(4.0), &format!("{}.{index}", it.id), heading.hint);
        }
    }
    let line = egui::Stroke::new(1.0, view.theme.border);
    ui.painter().hline(place.x_range(), place.bottom() - 0.5, line);
}

/// The height of the first line of a row, and of the second name of a board below it.
struct Lines {
    first: f32,
    second: f32,
    last: f32,
}

impl Lines {
    /// `has_more` is whether the row has something to say beside its names.
    fn of(columns: &Columns, rect: Rect, has_more: bool) -> Self {
        let (middle, half) = (rect.center().y, LINE / 2.0);
        match (columns.is_stacked, columns.detail.is_some() || !has_more) {
            (true, false) => Self { first: middle - LINE - 2.0, second: middle, last: middle + LINE + 1.0 },
            (true, true) => Self { first: middle - half, second: middle + half, last: middle },
            (false, false) => Self { first: middle - half, second: middle, last: middle + half },
            (false, true) => Self { first: middle, second: middle, last: middle },
        }
    }
}

fn row(
    view: &View<'_>,
    ui: &mut Ui,
    it: &TableView<'_>,
    columns: &Columns,
    rect: Rect,
    row: &RowView,
    actions: &mut Vec<Action>,
) {
    let opens = row.open.as_ref().map(|open| {
        let text =
            rect.with_max_x(if row.buttons.is_empty() { rect.right() } else { columns.button.0 - 6.0 });
        (open, parts::clickable(ui, text, &open.id, &open.label, false))
    });
    let is_hot = opens.as_ref().is_some_and(|(_, response)| response.hovered() || response.has_focus());
    if row.is_own && !is_hot {
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), theme::RADIUS_BUTTON, view.theme.jade.wash);
    }
    backdrop(view, ui, rect, is_hot);
    if row.is_marked {
        let place = rect.shrink2(vec2(1.0, 3.0));
        let stroke = egui::Stroke::new(2.0, view.theme.jade.fill);
        ui.painter().rect_stroke(place, theme::RADIUS_BUTTON, stroke, egui::StrokeKind::Inside);
    }
    texts(view, ui, it, columns, rect, row);
    if let Some((open, response)) = opens {
        actions.extend(open.press().filter(|_| response.clicked()));
    } else {
        let said = row.names.join(" ");
        let response = ui.interact(rect, ui.id().with((it.id, &row.id)), Sense::hover());
        ui_trace::record(ui, &format!("{}.{}", it.id, row.id), &said, &response);
    }
    let (left, width) = columns.button;
    for (index, button) in row.buttons.iter().enumerate() {
        let at = pos2(left + index as f32 * (width + 6.0), rect.center().y - BUTTON / 2.0);
        let place = Rect::from_min_size(at, vec2(width, BUTTON));
        actions.extend(parts::offered_at(ui, place, button));
    }
}

fn texts(view: &View<'_>, ui: &mut Ui, it: &TableView<'_>, columns: &Columns, rect: Rect, row: &RowView) {
    let known = known(it, columns, row);
    let lines = Lines::of(columns, rect, !known.is_empty());
    let (ink, sub) = (view.theme.ink, view.theme.sub);
    let at = pos2(columns.number, lines.first);
    let room = columns.number - rect.left();
    parts::text(ui, at, Align2::RIGHT_CENTER, &row.number, theme::bold(theme::TEXT), sub, room);
    let fonts = || [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    for (index, (name, (left, wide))) in row.names.iter().zip(columns.names).enumerate() {
        let y = if columns.is_stacked && index == 1 { lines.second } else { lines.first };
        if let Some(is_here) = row.is_here {
            let ink = if is_here { view.theme.jade.fill } else { view.theme.border };
            ui.painter().circle_filled(pos2(left + 4.0, y), 4.0, ink);
        }
        let dot = if it.has_presence { DOT } else { 0.0 };
        // red and black are told apart by more than their order
        let mark = if row.names.len() == 2 {
            let ink = if index == 0 { view.theme.red } else { ink };
            ui.painter().circle_filled(pos2(left + 4.0, y), 4.5, ink);
            DOT
        } else {
            0.0
        };
        let before = dot.max(mark);
        parts::name(ui, pos2(left + before, y), name, fonts(), ink, wide - before - 4.0);
    }
    if columns.seats == 2 {
        let ((left, wide), bold) = (columns.names[0], theme::bold(theme::TEXT));
        let y = if columns.is_stacked { f32::midpoint(lines.first, lines.second) } else { lines.first };
        // away from the mark of a second name on the same line
        let (middle, room) = if columns.is_stacked {
            (BESIDE / 2.0, BESIDE - 4.0)
        } else {
            (BETWEEN / 2.0 - 3.0, BETWEEN - 14.0)
        };
        let at = pos2(left + wide + middle, y);
        parts::text(ui, at, Align2::CENTER_CENTER, &row.between, bold, ink, room);
    }
    for (value, (right, wide)) in row.values.iter().zip(&columns.values) {
        let at = pos2(*right, lines.first);
        parts::text(ui, at, Align2::RIGHT_CENTER, value, theme::bold(theme::TEXT), ink, wide + GAP - 2.0);
    }
    if known.is_empty() {
        return;
    }
    let (left, wide) = columns.detail.unwrap_or_else(|| {
        let end = if row.buttons.is_empty() { rect.right() - MARGIN } else { columns.button.0 - GAP };
        (columns.names[0].0, end - columns.names[0].0)
    });
    let (at, font) = (pos2(left, lines.last), theme::plain(theme::TEXT_SMALL));
    let ink = parts::ink(&view.theme, row.tone);
    parts::facts(ui, &format!("{}.{}", it.id, row.id), at, &known, font, ink, wide);
}

/// What is to be known of a row beside its names, with the values that have no column.
fn known(it: &TableView<'_>, columns: &Columns, row: &RowView) -> Vec<String> {
    let left_out = it.values.iter().zip(&row.values).skip(columns.values.len());
    let left_out = left_out.filter(|(_, value)| !value.is_empty());
    let said = left_out.map(|(heading, value)| match heading.label {
        "" => value.clone(),
        label => format!("{label} {value}"),
    });
    row.details.iter().cloned().chain(said).collect()
}

/// Shows a table whose rows are sentences of any length: each is as high as its lines, and only those in sight are built.
pub(super) fn sentences(view: &View<'_>, ui: &mut Ui, it: &TableView<'_>, actions: &mut Vec<Action>) {
    if it.rows.count == 0 {
        parts::said(view, ui, &it.empty);
        return;
    }
    let width = ui.available_width();
    let id = egui::Id::new((it.id, "heights", width as i32));
    // the rows are the newest first: the heights are kept from the oldest on
    let mut heights: Vec<f32> = ui.data_mut(|data| data.get_temp(id).unwrap_or_default());
    heights.resize(it.rows.count, ROW);
    let (mut top, seen) = (ui.cursor().top(), ui.clip_rect().y_range());
    let (mut above, mut below) = (0.0, 0.0);
    for index in 0..it.rows.count {
        let kept = it.rows.count - 1 - index;
        let high = heights[kept];
        if top + high < seen.min {
            above += high;
        } else if top > seen.max {
            below += high;
        } else {
            ui.add_space(std::mem::take(&mut above));
            heights[kept] = sentence(view, ui, it, &(it.rows.row)(index), actions);
        }
        top += high;
    }
    ui.add_space(above + below);
    ui.data_mut(|data| data.insert_temp(id, heights));
}

/// Shows a row that is a sentence, and returns its height.
fn sentence(
    view: &View<'_>,
    ui: &mut Ui,
    it: &TableView<'_>,
    row: &RowView,
    actions: &mut Vec<Action>,
) -> f32 {
    let left = MARGIN + width(ui, &it.number) + GAP;
    let button = it.button.as_ref().map_or(0.0, |label| widgets::button_width(ui, label) + GAP);
    let wide = ui.available_width() - left - MARGIN - button;
    let said = row.names.first().map_or("", String::as_str);
    let said = row.details.iter().map(String::as_str).chain([said]).collect::<Vec<_>>().join(parts::BETWEEN);
    let ink = if row.tone == chuhe_view::Tone::Remark { view.theme.sub } else { view.theme.ink };
    let text = parts::wrapped(ui, &said, theme::plain(theme::TEXT), ink, wide);
    let least = if row.buttons.is_empty() { 34.0 } else { theme::height(ui.ctx(), BUTTON) + AROUND };
    let high = (text.size().y + 14.0).max(least);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
    backdrop(view, ui, rect, false);
    let at = pos2(rect.left() + MARGIN, rect.center().y);
    parts::text(
        ui,
        at,
        Align2::LEFT_CENTER,
        &row.number,
        theme::plain(theme::TEXT_SMALL),
        view.theme.sub,
        left - MARGIN - 4.0,
    );
    let at = pos2(rect.left() + left, rect.center().y - text.size().y / 2.0);
    ui.painter().galley(at.round(), text, ink);
    ui_trace::record(ui, &format!("{}.{}", it.id, row.id), &said, &response);
    if let Some(undo) = row.buttons.first() {
        let width = button - GAP;
        let at = pos2(rect.right() - MARGIN - width, rect.center().y - BUTTON / 2.0);
        actions.extend(parts::offered_at(ui, Rect::from_min_size(at, vec2(width, BUTTON)), undo));
    }
    high
}
