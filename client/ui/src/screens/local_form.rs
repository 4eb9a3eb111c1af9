//! The forms of games without a server: against the computer, and of two at this screen.

use super::view::View;
use super::{described, notices, parts, piece_sets};
use crate::widgets::fitting::fitting_line;
use crate::widgets::{self, ButtonKind, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_view::start::{LocalForm, LocalRow, PIECE_SETS, RowShape};
use chuhe_view::table::CoverView;
use chuhe_view::{Button, Choice, Part};
use egui::{Align2, Color32, Context, CornerRadius, Key, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// The width of a row's label.
const LABEL: f32 = 66.0;
/// A form lower than this has its rows close together.
const LOW: f32 = 430.0;
/// A form lower than this has no heading.
const LOWEST: f32 = 370.0;
/// A form with more rows than this has them closer together.
const ROOMY: usize = 6;
/// The space between the rows of a low form.
const LOW_GAP: f32 = 4.0;
/// The width of the name of the level where it stands beside the levels.
const LEVEL_NAME: f32 = 84.0;
/// The width of the form over a lobby.
const IN_LOBBY: f32 = 540.0;
/// The height of the button that starts a game.
const START: f32 = 46.0;
/// A place of two such buttons that is narrower gives the second more of its width.
const NARROW: f32 = 280.0;

/// Shows a form with the button that starts its game at its end. Its choices scroll above the button if they need
/// more room than there is.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, form: &LocalForm, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let is_phone = view.area.form.is_phone();
    // the keyboard comes to the button first
    start(view, ui, &form.begin, actions);
    let above = above_button(place);
    let above = if is_phone { notices::split_end(view, ui.ctx(), above).0 } else { above };
    let is_low = place.height() < LOW && !is_phone;
    let spacing = ui.spacing().item_spacing;
    let spacing = if is_low || is_phone { vec2(spacing.x, LOW_GAP) } else { spacing };
    parts::scroll(ui, "start.choices", above, false, |ui| {
        ui.spacing_mut().item_spacing = spacing;
        choices(view, ui, form, is_low, place.height(), actions);
    });
}

/// The part of the form of a phone above the button that starts a game.
pub(super) fn above_button(place: Rect) -> Rect {
    place.with_max_y(place.bottom() - START - 8.0)
}

fn choices(
    view: &View<'_>,
    ui: &mut Ui,
    form: &LocalForm,
    is_low: bool,
    height: f32,
    actions: &mut Vec<Action>,
) {
    // the entry beside the form says the same
    if height >= LOWEST {
        widgets::heading(ui, form.heading);
        ui.add_space(2.0);
    }
    let gap = if height < LOW || form.rows.len() > ROOMY { 0.0 } else { 8.0 };
    rows(view, ui, form, is_low, gap, actions);
    if let Some(note) = &form.note {
        widgets::small(ui, &note.label);
    }
}

/// Shows the choices, with this space after each.
fn rows(view: &View<'_>, ui: &mut Ui, form: &LocalForm, is_low: bool, gap: f32, actions: &mut Vec<Action>) {
    for shown in &form.rows {
        let LocalRow { choice, shape, more } = shown;
        row(view, ui, &choice.label, gap, |ui| match (shape, more) {
            (RowShape::Scale, more) => {
                // without fingers it has room beside the name of the level
                let is_beside = !is_low && !theme::is_touch(ui.ctx());
                let (beside, below) = if is_beside { (more.as_ref(), None) } else { (None, more.as_ref()) };
                levels(view, ui, choice, beside, is_low, actions);
                actions.extend(below.and_then(|more| parts::offered_chip(ui, more)));
            }
            (RowShape::Names, Some(more)) => {
                actions.extend(few(ui, choice));
                actions.extend(parts::offered_chip(ui, more));
            }
            (_, _) => actions.extend(pieces(view, ui, shown)),
        });
    }
}

/// Shows the options of the pieces for a first game: drawn, or by their names.
pub(super) fn pieces(view: &View<'_>, ui: &mut Ui, row: &LocalRow) -> Option<Action> {
    if row.shape == RowShape::Pieces {
        piece_sets::chips(view, ui, &row.choice, &PIECE_SETS)
    } else {
        parts::chips(ui, &row.choice)
    }
}

/// Shows the pieces for a first game as a row of a form.
pub(super) fn pieces_row(view: &View<'_>, ui: &mut Ui, shown: &LocalRow, actions: &mut Vec<Action>) {
    row(view, ui, &shown.choice.label, 8.0, |ui| actions.extend(pieces(view, ui, shown)));
}

/// Shows the form of a game against the computer over a lobby, if it is open.
pub(super) fn in_lobby(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let model = view.model();
    let Some(it) = chuhe_view::start::in_lobby(&model) else { return };
    described::dialog_with(view, ctx, &it, IN_LOBBY, actions, |ui, chosen| {
        rows(view, ui, &LocalForm::computer(&model), false, 0.0, chosen);
        for part in &it.parts {
            if let Part::Fact(fact) = part {
                widgets::small(ui, &fact.label);
            }
        }
        false
    });
}

/// The most characters of an engine's name on a chip, and how many engines fit beside that of this program.
const ENGINE_CHARS: usize = 18;
const ENGINES: usize = 2;

/// Shows as many options as one line has room for; the list has all.
fn few(ui: &mut Ui, choice: &Choice) -> Option<Action> {
    let shortened =
        |option: &Button| Button { label: parts::shortened(&option.label, ENGINE_CHARS), ..option.clone() };
    let options = choice.options.iter().take(1 + ENGINES).map(shortened).collect();
    parts::chips(ui, &Choice { options, ..choice.clone() })
}

/// Shows the levels as one bar, with the name of the chosen one below it, or beside it in a low form.
fn levels(
    view: &View<'_>,
    ui: &mut Ui,
    levels: &Choice,
    beside: Option<&Button>,
    is_low: bool,
    actions: &mut Vec<Action>,
) {
    let most = if view.area.form == Form::Landscape { 500.0 } else { 400.0 };
    let width = ui.available_width().min(most);
    let high = theme::height(ui.ctx(), parts::CHIP);
    // on a phone, one row would be too narrow for fingers
    let columns_of = |rows: usize| levels.options.len().div_ceil(rows);
    let is_wide = |rows: &usize| width / columns_of(*rows) as f32 >= theme::TOUCH + 4.0;
    let least = if view.area.form == Form::Portrait { 2 } else { 1 };
    let rows = if theme::is_touch(ui.ctx()) { (least..4).find(is_wide).unwrap_or(4) } else { 1 };
    let extra = (high + 4.0) * (rows as f32 - 1.0) + high - parts::CHIP;
    let (bar, height) = if is_low { (width - LEVEL_NAME, parts::CHIP) } else { (width, 56.0 + extra) };
    let (place, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let columns = columns_of(rows);
    let chosen = levels.chosen.unwrap_or_default();
    let cell = bar / columns as f32;
    for (index, level) in levels.options.iter().enumerate() {
        let at = place.min + vec2((index % columns) as f32 * cell, (index / columns) as f32 * (high + 4.0));
        let cell = Rect::from_min_size(at, vec2(cell - 4.0, high));
        let response = parts::clickable(ui, cell, &level.id, &level.label, index == chosen);
        let hot = response.hovered() || response.has_focus();
        let jade = view.theme.jade;
        let (fill, edge, ink) = if index == chosen {
            (jade.fill, jade.fill, jade.text)
        } else if index < chosen && !hot {
            (jade.wash, jade.border, jade.fill)
        } else {
            let (fill, edge) = parts::option_look(&view.theme, false, hot);
            (fill, edge, view.theme.ink)
        };
        let radius = CornerRadius::same(theme::RADIUS_BUTTON - 1);
        ui.painter().rect(cell, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        let font = theme::plain(14.0);
        parts::text(
            ui,
            cell.center(),
            Align2::CENTER_CENTER,
            &(index + 1).to_string(),
            font,
            ink,
            cell.width(),
        );
        actions.extend(level.press().filter(|_| response.on_hover_text(&level.label).clicked()));
    }
    let (at, wide) = if is_low {
        (pos2(place.left() + bar + 4.0, place.center().y), LEVEL_NAME - 4.0)
    } else {
        (place.left_bottom() - vec2(0.0, 10.0), width)
    };
    let name = levels.options.get(chosen).map_or("", |level| &level.label);
    parts::in_two_lines(ui, at, name, theme::plain(theme::TEXT), view.theme.jade.fill, wide);
    // the names of levels leave it this place
    let link =
        Rect::from_min_max(pos2(place.left() + LEVEL_NAME, at.y - 11.0), pos2(place.right(), at.y + 11.0));
    actions.extend(beside.and_then(|beside| suggestion(view, ui, beside, link)));
}

/// Shows the suggested level as a link; returns its action if it was clicked.
fn suggestion(view: &View<'_>, ui: &mut Ui, level: &Button, link: Rect) -> Option<Action> {
    let response = parts::clickable(ui, link, &level.id, &level.label, false);
    let (font, ink) = (theme::plain(14.0), view.theme.sub);
    let words =
        parts::text(ui, link.left_center(), Align2::LEFT_CENTER, &level.label, font, ink, link.width());
    if response.hovered() || response.has_focus() {
        ui.painter().hline(words.x_range(), words.bottom() - 1.0, Stroke::new(1.0, ink));
    }
    level.press().filter(|_| response.clicked())
}

/// Shows the button that starts a game, or the two that go on with the one that was left and start another.
fn start(view: &View<'_>, ui: &mut Ui, begin: &[Button], actions: &mut Vec<Action>) {
    let rest = ui.max_rect();
    let line = Rect::from_min_max(pos2(rest.left(), rest.bottom() - START), rest.max);
    let fraction = if line.width() < NARROW { 0.62 } else { 0.7 };
    let (first, second) = line.split_left_right_at_fraction(fraction);
    let gap = if view.area.form.is_phone() { 6.0 } else { 10.0 };
    let [one, other] = begin else {
        return actions.extend(begin.first().and_then(|only| button(ui, line, 0, only)));
    };
    let first = first.with_max_x(first.right() - gap);
    let chosen = button(ui, first, 0, one);
    actions.extend(chosen.or(button(ui, second, 1, other)));
}

/// Shows what a button says: its name, and of the first one, below it, which game it goes on with.
fn say(ui: &Ui, rect: Rect, number: usize, shown: &Button, ink: Color32) {
    let wide = rect.width() - 16.0;
    let bold = theme::bold(theme::TEXT_LARGE);
    let is_whole = !fitting_line(ui.ctx(), &shown.label, bold.clone(), ink, wide).elided;
    let is_split = number == 0 && !shown.hint.is_empty() && is_whole;
    if !is_whole {
        // two lines take the room of the facts
        return parts::two_lines_centered(ui, rect.shrink2(vec2(4.0, 2.0)), &shown.label, ink);
    }
    let line = |drop: f32, words: &str, font| {
        parts::text(ui, rect.center() + vec2(0.0, drop), Align2::CENTER_CENTER, words, font, ink, wide);
    };
    line(if is_split { -9.0 } else { 0.0 }, &shown.label, bold);
    if is_split {
        let (facts, font) = (shown.hint.split(parts::BETWEEN), theme::plain(theme::TEXT_SMALL));
        let facts: Vec<String> = facts.map(str::to_owned).collect();
        let count = parts::how_many_fit(ui, &facts, parts::BETWEEN, &font, wide);
        line(11.0, &facts[..count].join(parts::BETWEEN), font);
    }
}

/// Shows a tall button that fills `rect`, and returns its action if it was clicked. The keyboard stays at its number
/// when the press of one puts another into its place.
fn button(ui: &mut Ui, rect: Rect, number: usize, shown: &Button) -> Option<Action> {
    let (name, label, kind) = (&*shown.id, shown.label.as_str(), parts::kind_of(shown.role));
    let colors = theme::current(ui.ctx());
    let response = ui.interact(rect, ui.id().with(number), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let hot = response.hovered() || response.has_focus();
    let (fill, edge, ink) = match (kind, hot) {
        (ButtonKind::Primary, true) => (colors.jade.hover, colors.jade.hover, colors.jade.text),
        (ButtonKind::Primary, false) => (colors.jade.fill, colors.jade.fill, colors.jade.text),
        (ButtonKind::Plain, true) => (colors.surface.hover, colors.jade.fill, colors.ink),
        (ButtonKind::Plain, false) => (colors.surface.fill, colors.surface.border, colors.ink),
        (ButtonKind::Danger, true) => (colors.surface.hover, colors.red_border, colors.red),
        (ButtonKind::Danger, false) => (colors.surface.fill, colors.red_border, colors.red),
    };
    let radius = CornerRadius::same(theme::RADIUS_BUTTON);
    ui.painter().rect(rect, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    say(ui, rect, number, shown, ink);
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, label));
    ui_trace::record(ui, name, label, &response);
    let response = if shown.hint.is_empty() { response } else { response.on_hover_text(&shown.hint) };
    shown.press().filter(|_| response.clicked())
}

/// Shows a label with the choices beside it.
fn row(view: &View<'_>, ui: &mut Ui, label: &str, gap: f32, choices: impl FnOnce(&mut Ui)) {
    if view.area.form.is_phone() {
        ui.add_space(6.0);
        return parts::choices_of(ui, label, LABEL, parts::CHIP, choices);
    }
    ui.add_space(gap);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        let (place, _) = ui.allocate_exact_size(vec2(LABEL, parts::CHIP), Sense::hover());
        let font = theme::plain(14.0);
        parts::text(ui, place.left_center(), Align2::LEFT_CENTER, label, font, view.theme.sub, LABEL);
        ui.vertical(|ui| ui.horizontal_wrapped(choices));
    });
}

/// Shows the cover between the turns of two people whose pieces are hidden from each other.
#[inline(never)]
pub(super) fn cover(view: &View<'_>, ctx: &egui::Context, actions: &mut Vec<Action>) {
    let Some(cover) = CoverView::of(&view.model()) else { return };
    let (window, side) = (ctx.screen_rect(), cover.side);
    parts::region(ctx, "cover", window, |ui| {
        let size = vec2(500.0_f32.min(window.width() - 60.0), 300.0);
        let place = Rect::from_center_size(window.center(), size);
        parts::card(ui, place, parts::CardLook::Plain);
        let color = if side == chuhe_rules::Color::Red { view.theme.red } else { view.theme.ink };
        let at = |y: f32| pos2(place.center().x, place.top() + y);
        let tile = Rect::from_center_size(at(66.0), vec2(88.0, 54.0));
        widgets::paint_tile(ui.painter(), tile, side, None);
        let wide = place.width() - 40.0;
        let middle = Align2::CENTER_CENTER;
        parts::text(ui, at(126.0), middle, cover.heading, theme::bold(26.0), color, wide);
        let sub = view.theme.sub;
        parts::text(
            ui,
            at(164.0),
            middle,
            &cover.player.label,
            theme::bold(theme::TEXT_NAME),
            view.theme.ink,
            wide,
        );
        parts::centered(ui, at(192.0), &cover.explained.label, theme::plain(theme::TEXT_SMALL), sub, wide);
        let line = Rect::from_center_size(at(246.0), vec2(wide, START));
        let pressed = button(ui, line, 0, &cover.show);
        let takes_keys = !view.is_covered() && !view.focused;
        let entered = takes_keys && described::is_pressed(ctx, &[Key::Enter, Key::Space]);
        // a second press on what was there before must not show one person's pieces to the other
        let settled = parts::has_settled(ui, egui::Id::new("cover.settled"), line);
        let pressed = pressed.or_else(|| cover.show.press().filter(|_| entered));
        actions.extend(pressed.filter(|_| settled));
    });
}
