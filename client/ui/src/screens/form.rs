//! The dialog for composing a challenge.

use super::dialog;
use super::disabled::permitted;
use super::parts::{self, caption, chips};
use super::view::{View, entry};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_view::form::{FormView, StartView};
use chuhe_view::{Button, Choice, Field, Group};
use egui::{Context, Key, Ui, vec2};

const WIDTH: f32 = 560.0;
/// The width of the form of a search, which has more choices.
const SEARCH_WIDTH: f32 = 680.0;
/// The space between its parts, in the form of a search and in others.
const SPACINGS: [egui::Vec2; 2] = [vec2(8.0, 5.0), vec2(8.0, 6.0)];
/// The height of a usual time, in the form of a search and in others, and on a phone.
const PRESETS: [f32; 2] = [48.0, 54.0];
const PHONE_PRESET: f32 = 68.0;
/// The width of a row's label, and the height of the row.
const LABEL: f32 = 104.0;
const ROW: f32 = 32.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(form) = FormView::of(&view.model()) else { return };
    let which = usize::from(form.also.is_none());
    let spacing = SPACINGS[which];
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = spacing;
        widgets::heading(ui, &form.heading);
        ui.add_space(4.0);
        choice(view, ui, &form.game, actions);
        ui.add_space(4.0);
        presets(view, ui, &form.preset, PRESETS[which], actions);
        times(view, ui, &form, actions);
        for group in form.also.iter().flatten() {
            also(view, ui, group, actions);
        }
        choices(view, ui, &form, actions);
        dialog::hold_height(ui, "form");
    };
    let width = if form.also.is_some() { SEARCH_WIDTH } else { WIDTH };
    let response = dialog::with_end(view, ctx, "form", width, actions, contents, |ui, actions| {
        ui.spacing_mut().item_spacing = spacing;
        end(view, ui, &form, actions);
    });
    if dialog::closes(view, &response) {
        actions.extend(form.close.press());
    }
}

/// Shows a choice as a row of chips.
fn choice(view: &View<'_>, ui: &mut Ui, choice: &Choice, actions: &mut Vec<Action>) {
    row(view, ui, &choice.label, |ui| {
        actions.extend(chips(ui, choice));
        if !choice.note.is_empty() {
            note(view, ui, &choice.id, &choice.note);
        }
    });
}

/// Shows what to know of a choice beside its chips: in small letters, in two lines if it needs them.
fn note(view: &View<'_>, ui: &mut Ui, choice: &str, note: &str) {
    let response = if view.area.form.is_phone() {
        widgets::small(ui, note)
    } else {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
        let font = theme::plain(theme::TEXT_SMALL);
        parts::in_two_lines(ui, rect.left_center(), note, font, view.theme.sub, rect.width());
        response
    };
    ui_trace::record(ui, &format!("{choice}.note"), note, &response);
}

/// Shows a row of chips, each of which is on or off.
fn also(view: &View<'_>, ui: &mut Ui, group: &Group, actions: &mut Vec<Action>) {
    let chips = |ui: &mut Ui| {
        actions.extend(group.buttons().filter_map(|button| parts::offered_chip(ui, button)));
    };
    if view.area.form.is_phone() {
        return row(view, ui, &group.heading, chips);
    }
    row(view, ui, &group.heading, |ui| drop(ui.horizontal_wrapped(chips)));
}

fn presets(view: &View<'_>, ui: &mut Ui, presets: &Choice, height: f32, actions: &mut Vec<Action>) {
    let height = if view.area.form.is_phone() { PHONE_PRESET } else { height };
    let columns = if view.area.form == Form::Portrait { 2 } else { 3 };
    let width = (ui.available_width() - 8.0 * (columns as f32 - 1.0)) / columns as f32;
    egui::Grid::new("form.presets").spacing(vec2(8.0, 8.0)).show(ui, |ui| {
        for (index, preset) in presets.options.iter().enumerate() {
            if preset_button(view, ui, preset, presets.chosen == Some(index), vec2(width, height)) {
                actions.extend(preset.press());
            }
            if index % columns == columns - 1 {
                ui.end_row();
            }
        }
    });
    ui.add_space(4.0);
}

/// A card that is narrower has less space beside its texts.
const NARROW: f32 = 110.0;

fn preset_button(view: &View<'_>, ui: &mut Ui, preset: &Button, chosen: bool, size: egui::Vec2) -> bool {
    let card = |ui: &mut Ui| {
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        let response = parts::option_card(ui, rect, preset, chosen);
        let lift = if view.area.form.is_phone() { 18.0 } else { 10.0 };
        let (name, time) = (rect.center() - vec2(0.0, lift), rect.center() + vec2(0.0, 11.0));
        let (middle, wide) = (egui::Align2::CENTER_CENTER, size.x - if size.x < NARROW { 4.0 } else { 12.0 });
        parts::text(ui, name, middle, &preset.label, theme::bold(theme::TEXT), view.theme.ink, wide);
        parts::centered(ui, time, &preset.hint, theme::plain(theme::TEXT_SMALL), view.theme.sub, wide);
        response
    };
    match &preset.permit {
        Ok(()) => card(ui).clicked(),
        Err(_) => permitted(ui, &preset.id, preset.permit.clone(), card).clicked(),
    }
}

fn times(view: &View<'_>, ui: &mut Ui, form: &FormView, actions: &mut Vec<Action>) {
    if let Some(odds) = &form.odds {
        row(view, ui, &odds.label, |ui| {
            actions.extend(chips(ui, odds));
            ui.add_space(8.0);
            widgets::small(ui, form.no_limit);
        });
    }
    for (index, time) in form.times.iter().enumerate() {
        if index > 0 {
            caption(ui, time.whose);
        }
        time_fields(view, ui, &time.fields, &form.send, actions);
    }
    ui.add_space(4.0);
}

/// Shows one row of the dialog: its label, then the choices.
fn row(view: &View<'_>, ui: &mut Ui, label: &str, choices: impl FnOnce(&mut Ui)) {
    if view.area.form.is_phone() {
        return parts::choices_of(ui, label, LABEL, ROW, choices);
    }
    ui.horizontal(|ui| parts::choices_of(ui, label, LABEL, ROW, choices));
}

fn time_fields(view: &View<'_>, ui: &mut Ui, fields: &[Field; 4], send: &Button, actions: &mut Vec<Action>) {
    let columns = if view.area.form == Form::Portrait { 2 } else { fields.len() };
    let width = (ui.available_width() - 8.0 * (columns as f32 - 1.0)) / columns as f32;
    for row in fields.chunks(columns) {
        ui.horizontal(|ui| {
            for field in row {
                ui.vertical(|ui| {
                    ui.set_width(width);
                    let font = theme::plain(theme::TEXT_SMALL);
                    ui.label(egui::RichText::new(&field.label).font(font).color(view.theme.ink));
                    typed(ui, field, width, send, actions);
                });
            }
        });
    }
}

/// Shows a field, in which Enter sends the form.
fn typed(ui: &mut Ui, field: &Field, width: f32, send: &Button, actions: &mut Vec<Action>) {
    if entry(ui, field, width, actions) {
        // the form says what is wrong, and a notice would take its room
        actions.extend(send.press());
    }
}

fn choices(view: &View<'_>, ui: &mut Ui, form: &FormView, actions: &mut Vec<Action>) {
    // a search has more choices than a window of the usual size has rows, if the delay is not beside another
    let has_room = !view.area.form.is_phone() && ui.available_width() >= SEARCH_WIDTH - 20.0;
    let is_delay_beside = form.also.is_some() && has_room;
    if is_delay_beside {
        row(view, ui, &form.color.label, |ui| {
            actions.extend(chips(ui, &form.color));
            delay(view, ui, form, actions);
        });
    } else {
        choice(view, ui, &form.color, actions);
    }
    for rule in &form.rules {
        choice(view, ui, rule, actions);
    }
    if let Some(start) = &form.start {
        row(view, ui, &start.fen.label, |ui| start_and_delay(view, ui, form, start, actions));
    } else if !is_delay_beside {
        row(view, ui, &form.delay.label, |ui| {
            typed(ui, &form.delay, DELAY, &form.send, actions);
            ui.add_space(8.0);
            note(view, ui, &form.delay.id, &form.delay.hint);
        });
    }
    // as many rows whatever the games are: chips and buttons stay under the pointer when these change
    if !view.area.form.is_phone() {
        (form.rules.len()..form.most_rules).for_each(|_| row(view, ui, "", |_| ()));
    }
}

/// The width of the field of the spectator delay, and the most of its label beside something else.
const DELAY: f32 = 56.0;
const DELAY_LABEL: f32 = 160.0;

/// Shows the field of the start position, and that of the spectator delay.
fn start_and_delay(
    view: &View<'_>,
    ui: &mut Ui,
    form: &FormView,
    start: &StartView,
    actions: &mut Vec<Action>,
) {
    let set_up = parts::chip_width(ui, &start.set_up.label) + 8.0;
    let is_phone = view.area.form.is_phone();
    let beside = if is_phone { set_up + 12.0 } else { delay_label(view, ui, form) + DELAY + set_up + 28.0 };
    let width = ui.available_width() - beside;
    typed(ui, &start.fen, width, &form.send, actions);
    actions.extend(parts::offered_chip(ui, &start.set_up));
    delay(view, ui, form, actions);
}

/// The width of the label of the spectator delay in one line, or the most that it may have.
fn delay_label(view: &View<'_>, ui: &Ui, form: &FormView) -> f32 {
    let font = theme::plain(theme::TEXT_SMALL);
    parts::line(ui.ctx(), &form.delay.label, font, view.theme.sub, DELAY_LABEL).size().x
}

/// Shows the field of the spectator delay with its label, beside something else.
fn delay(view: &View<'_>, ui: &mut Ui, form: &FormView, actions: &mut Vec<Action>) {
    ui.add_space(8.0);
    let mut wide = delay_label(view, ui, form) + 4.0;
    if !view.area.form.is_phone() {
        wide = wide.min(ui.available_width() - DELAY - 2.0 * ui.spacing().item_spacing.x).max(0.0);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(wide, ROW), egui::Sense::hover());
    let font = theme::plain(theme::TEXT_SMALL);
    parts::in_two_lines(ui, rect.left_center(), &form.delay.label, font, view.theme.sub, wide);
    response.on_hover_text(&form.delay.hint);
    typed(ui, &form.delay, DELAY, &form.send, actions);
}

fn end(view: &View<'_>, ui: &mut Ui, form: &FormView, actions: &mut Vec<Action>) {
    let ink = if form.send.permit.is_err() { view.theme.red } else { view.theme.sub };
    parts::message_line(ui, &form.terms.label, theme::plain(14.0), ink, 22.0);
    ui.horizontal_wrapped(|ui| {
        let entered = !view.is_covered() && view.pressed(ui.ctx(), Key::Enter);
        let send = parts::offered_of(ui, &form.send, 150.0);
        actions.extend(send.or_else(|| form.send.press().filter(|_| entered)));
        actions.extend(form.invite.as_ref().and_then(|invite| parts::offered_of(ui, invite, 0.0)));
        actions.extend(parts::offered_of(ui, &form.close, 96.0));
    });
}
