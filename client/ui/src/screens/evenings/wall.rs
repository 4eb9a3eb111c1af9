//! An evening on the wall: the whole window in large letters, which turns its pages by itself.

use super::super::invitation::draw_code;
use super::super::parts;
use super::super::view::View;
use super::boards;
use crate::widgets::qr_code::Modules;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::evening::table::RowView;
use chuhe_view::evening::{NO_RESULT, WallView};
use chuhe_view::{Button, Tone};
use egui::{Align, Align2, Key, Rect, Sense, Ui, pos2, vec2};

/// The margin around everything, of the smaller side of the window.
const MARGIN: f32 = 0.035;
/// The height of the title, of that of the window.
const TITLE: f32 = 0.075;
/// The same, of the width of the window: the line below it has to fit.
const TITLE_WIDE: f32 = 0.06;
/// The height of a row in letters of this height.
const ROW: f32 = 1.75;
/// The largest letters, of the height of the window, and the smallest, in points.
const LARGEST: f32 = 0.07;
const SMALLEST: f32 = 15.0;
/// The least width of a column of rows, in letters.
const COLUMN: f32 = 22.0;
/// The width below which the buttons are above the title, and their height with the space below them.
const NARROW: f32 = 620.0;
const CONTROLS: f32 = 52.0;
/// The height of the headings of the columns, in letters.
const HEADINGS: f32 = 1.3;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, it: &WallView<'_>, actions: &mut Vec<Action>) {
    let window = ui.max_rect();
    ui.painter().rect_filled(view.area.window, 0.0, view.theme.paper);
    let inner = window.shrink(window.size().min_elem() * MARGIN);
    let title = (inner.height() * TITLE).min(inner.width() * TITLE_WIDE).clamp(16.0, 64.0);
    // where the buttons would leave no room for the title, they are above it
    let is_narrow = inner.width() < NARROW;
    let above = if is_narrow { CONTROLS } else { 0.0 };
    let (head, body) = inner.split_top_bottom_at_y(inner.top() + title * 2.2 + above);
    let middle = head.top() + title * 0.6 + above;
    let buttons = controls(ui, it, head, actions);
    let wide = if is_narrow { head.width() } else { buttons.left() - head.left() - 20.0 };
    let at = pos2(head.left(), middle);
    let shown = parts::text(ui, at, Align2::LEFT_CENTER, &it.title, theme::bold(title), view.theme.ink, wide);
    let traced = ui.interact(shown, ui.id().with("wall.title"), Sense::hover());
    ui_trace::record(ui, "wall.title", &it.title, &traced);
    let (at, font) = (pos2(head.left(), middle + title), theme::plain(title * 0.55));
    parts::text(ui, at, Align2::LEFT_CENTER, &it.heading, font, view.theme.sub, head.width());
    let body = match &it.invite {
        Some((link, code)) => invite(view, ui, body, link, &code.label),
        None => body,
    };
    match &it.boards {
        Some(shown) => {
            boards::cards(view, ui, shown, body, actions);
            actions.extend(it.turns(1).filter(|_| !view.is_covered()).and_then(Button::press));
        }
        None => rows(view, ui, it, body, actions),
    }
    // the wall has no field, and takes the keys
    if !view.is_covered() {
        if view.pressed(ui.ctx(), Key::Escape) {
            actions.extend(it.end.press());
        } else if [Key::Space, Key::ArrowRight, Key::ArrowLeft]
            .into_iter()
            .any(|key| view.pressed(ui.ctx(), key))
        {
            actions.extend(it.next.press());
        }
    }
}

/// Shows the buttons that turn the page and end it, and returns their place.
fn controls(ui: &mut Ui, it: &WallView<'_>, head: Rect, actions: &mut Vec<Action>) -> Rect {
    let left = if head.width() < NARROW { head.left() } else { head.center().x };
    let place = head.with_min_x(left).with_max_y(head.top() + CONTROLS - 4.0);
    let shown = parts::from_right(ui, place, Align::Min, |ui| {
        for button in [&it.end, &it.next] {
            actions.extend(parts::offered_chip(ui, button));
        }
        ui.min_rect()
    });
    shown.inner
}

/// Shows how players enter at the right, and returns the place beside it.
fn invite(view: &View<'_>, ui: &mut Ui, body: Rect, link: &str, code: &str) -> Rect {
    let side = (body.height() * 0.7).min(body.width() * 0.36);
    // on a phone the names need the width
    let has_room = side >= 120.0 && body.width() >= NARROW * 0.9;
    let Some(modules) = Modules::of(link).filter(|_| has_room) else { return body };
    let (left, right) = body.split_left_right_at_x(body.right() - side);
    let square = Rect::from_min_size(right.min, vec2(side, side));
    parts::inside(ui, "wall.qr", square, |ui| draw_code(ui, &modules, side, link));
    let at = pos2(square.center().x, square.bottom() + 26.0);
    let size = if side < 240.0 { theme::TEXT } else { theme::TEXT_HEADING };
    parts::text(ui, at, Align2::CENTER_CENTER, code, theme::bold(size), view.theme.ink, side);
    left.with_max_x(left.right() - 24.0)
}

/// How the rows are divided among columns, and how large their letters are.
#[derive(Clone, Copy)]
struct Division {
    columns: usize,
    in_column: usize,
    letters: f32,
}

impl Division {
    /// The division with the largest letters in which all rows fit, or as many as fit in the smallest.
    fn of(count: usize, place: Rect) -> Self {
        let largest = (place.height() * LARGEST).min(place.width() / COLUMN).clamp(SMALLEST, 72.0);
        let at = |letters: f32| {
            let in_column = ((place.height() / (letters * ROW)) as usize).max(1);
            let columns = ((place.width() / (letters * COLUMN)) as usize).max(1);
            Self { columns: columns.min(count.div_ceil(in_column)).max(1), in_column, letters }
        };
        let steps = (0..).map(|step| largest - step as f32).take_while(|letters| *letters >= SMALLEST);
        let fits = |it: &Self| it.columns * it.in_column >= count;
        let found = steps.map(at).find(fits).unwrap_or_else(|| at(SMALLEST));
        // columns of about the same length
        Self { in_column: found.in_column.min(count.div_ceil(found.columns)), ..found }
    }
}

fn rows(view: &View<'_>, ui: &mut Ui, it: &WallView<'_>, body: Rect, actions: &mut Vec<Action>) {
    let count = it.table.rows.count;
    let is_free = !view.is_covered();
    if count == 0 {
        actions.extend(it.turns(1).filter(|_| is_free).and_then(Button::press));
        let (at, font) = (body.min, theme::plain(theme::TEXT_HEADING));
        parts::paragraph(ui, at, &it.table.empty.label, font, view.theme.sub, body.width());
        return;
    }
    let division = Division::of(count, body.with_min_y(body.top() + SMALLEST * HEADINGS));
    let division = Division::of(count, body.with_min_y(body.top() + division.letters * HEADINGS));
    let (heads, body) = body.split_top_bottom_at_y(body.top() + division.letters * HEADINGS);
    let shown = division.columns * division.in_column;
    // what does not fit comes after it
    let screens = count.div_ceil(shown) as u64;
    let screen = it.screen(screens);
    actions.extend(it.turns(screens).filter(|_| is_free).and_then(Button::press));
    let first = usize::try_from(screen).unwrap_or_default() * shown;
    let wide = body.width() / division.columns as f32;
    let high = division.letters * ROW;
    for column in 0..division.columns.min((count - first).div_ceil(division.in_column)) {
        let left = heads.left() + column as f32 * wide;
        let place = heads.with_min_x(left).with_max_x(left + wide - division.letters);
        headings(view, ui, it, place, division.letters);
    }
    for index in first..(first + shown).min(count) {
        let (column, down) = ((index - first) / division.in_column, (index - first) % division.in_column);
        let at = body.min + vec2(column as f32 * wide, down as f32 * high);
        let place = Rect::from_min_size(at, vec2(wide - division.letters, high));
        row(view, ui, it, &(it.table.rows.row)(index), place, division.letters);
    }
}

/// How many values have room beside a name, and how wide each is.
fn values(wide: f32, letters: f32) -> (usize, f32) {
    let width = letters * 2.6;
    (((wide * 0.5 / width) as usize).max(1), width)
}

/// Shows what stands in each column of rows.
fn headings(view: &View<'_>, ui: &Ui, it: &WallView<'_>, place: Rect, letters: f32) {
    let (font, ink, y) = (theme::plain(letters * 0.6), view.theme.sub, place.center().y);
    let said = |x: f32, anchor, label: &str, wide: f32| {
        parts::text(ui, pos2(x, y), anchor, label, font.clone(), ink, wide.max(1.0));
    };
    let left = place.left() + letters * 2.2;
    said(left - letters * 0.2, Align2::RIGHT_CENTER, it.table.number.label, letters * 2.2);
    if let [red, black] = it.table.names.as_slice() {
        let between = letters * 3.2;
        let half = (place.right() - left - between) / 2.0;
        said(left, Align2::LEFT_CENTER, red, half);
        said(left + half + between, Align2::LEFT_CENTER, black, half);
        return;
    }
    let (most, width) = values(place.right() - left, letters);
    let labelled = || it.table.values.iter().filter(|heading| !heading.label.is_empty());
    let shown = labelled().count().min(most);
    for (index, heading) in labelled().take(shown).enumerate() {
        let right = place.right() - (shown - 1 - index) as f32 * width;
        said(right, Align2::RIGHT_CENTER, heading.label, width - letters * 0.3);
    }
    let name = it.table.names.first().copied().unwrap_or_default();
    said(left, Align2::LEFT_CENTER, name, place.right() - left - shown as f32 * width);
}

fn row(view: &View<'_>, ui: &mut Ui, it: &WallView<'_>, row: &RowView, place: Rect, letters: f32) {
    let (ink, sub, middle) = (view.theme.ink, view.theme.sub, place.center().y);
    ui.painter().hline(place.x_range(), place.bottom() - 0.5, egui::Stroke::new(1.0, view.theme.border));
    let number = letters * 2.2;
    let at = pos2(place.left() + number - letters * 0.5, middle);
    parts::text(ui, at, Align2::RIGHT_CENTER, &row.number, theme::bold(letters), sub, number);
    let (left, mut right) = (place.left() + number, place.right());
    let name = |ui: &Ui, left: f32, right: f32, name: &str| {
        let fonts = [theme::plain(letters), theme::plain(letters * 0.75)];
        parts::name(ui, pos2(left, middle), name, fonts, ink, (right - left).max(1.0));
    };
    if let [red, black] = row.names.as_slice() {
        let between = letters * 3.2;
        let half = (right - left - between) / 2.0;
        name(ui, left, left + half, red);
        // who is late reads from the wall how long they have
        let (result, shown) = match (&*row.between, &row.late) {
            ("", Some(late)) => (late.as_str(), parts::ink(&view.theme, Tone::Warning)),
            ("", None) => (NO_RESULT, ink),
            (result, _) => (result, ink),
        };
        let at = pos2(left + half + between / 2.0, middle);
        parts::text(ui, at, Align2::CENTER_CENTER, result, theme::bold(letters), shown, between);
        name(ui, left + half + between, right, black);
        return;
    }
    // the points and as many tie-breaks as leave room for the name
    let (most, width) = values(right - left, letters);
    // what has no heading is a sentence, for which a wall has no room
    let values = row.values.iter().zip(&it.table.values).filter(|(_, heading)| !heading.label.is_empty());
    let values: Vec<&String> = values.map(|(value, _)| value).take(most).collect();
    for (index, value) in values.iter().copied().enumerate().rev() {
        let font = theme::bold(letters * if index == 0 { 1.0 } else { 0.8 });
        parts::text(ui, pos2(right, middle), Align2::RIGHT_CENTER, value, font, ink, width);
        right -= width;
    }
    if let (true, Some(detail)) = (values.is_empty(), row.details.first()) {
        let (at, wide) = (pos2(right, middle), right - left);
        let shown =
            parts::text(ui, at, Align2::RIGHT_CENTER, detail, theme::plain(letters * 0.7), sub, wide * 0.5);
        right = shown.left();
    }
    let said = row.names.first().map_or("", String::as_str);
    name(ui, left, right - letters * 0.4, said);
    let response = ui.interact(place, ui.id().with((it.table.id, &row.id)), Sense::hover());
    ui_trace::record(ui, &format!("wall.{}", row.id), said, &response);
}
