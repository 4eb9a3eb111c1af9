//! The dialog for composing a challenge.

use super::dialog;
use super::disabled::permitted;
use super::parts::{self, caption, chip};
use super::view::{View, field};
use crate::widgets::theme;
use crate::widgets::{self, ButtonKind};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Field, FormAction, TimePart};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::actions::time_fields::TimeText;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::preset::Preset;
use chuhe_model::layout::form::Form;
use chuhe_model::lobby::challenge::ChallengeForm;
use chuhe_protocol::{ColorChoice, GameKind, TakebackPolicy};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use egui::{Context, Key, Ui, vec2};
use strum::VariantArray as _;

const WIDTH: f32 = 560.0;
/// The space between its parts.
const SPACING: egui::Vec2 = vec2(8.0, 6.0);
/// The width of a row's label, and the height of the row.
const LABEL: f32 = 104.0;
const ROW: f32 = 32.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, visit: &Visit, actions: &mut Vec<Action>) {
    let Some(form) = visit.form() else { return };
    let opponent = form.opponent.and_then(|opponent| visit.lobby().player(opponent));
    let name = opponent.map_or("", |player| player.name.as_str());
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = SPACING;
        let heading = match form.opponent {
            Some(_) => view.text.challenge_to(name),
            None => view.text.invitation.heading.to_owned(),
        };
        widgets::heading(ui, &heading);
        ui.add_space(4.0);
        games(view, ui, form, actions);
        presets(view, ui, form, actions);
        times(view, ui, form, actions);
        choices(view, ui, form, actions);
    };
    let response = dialog::with_end(view, ctx, ("form", WIDTH), actions, contents, |ui, actions| {
        ui.spacing_mut().item_spacing = SPACING;
        end(view, ui, form, actions);
    });
    if dialog::closes(view, &response) {
        actions.push(Action::Form(FormAction::Close));
    }
}

fn games(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    row(view, ui, view.text.game, |ui| {
        for &game in GameChoice::VARIANTS {
            let name = format!("form.{}", <&str>::from(game));
            if chip(ui, &name, view.text.game_choice(game), form.game == game) {
                actions.push(Action::Form(FormAction::Game(game)));
            }
        }
    });
    ui.add_space(4.0);
}

fn presets(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    let chosen = form.preset();
    let columns = if view.area.form == Form::Portrait { 2 } else { 3 };
    let width = (ui.available_width() - 8.0 * (columns as f32 - 1.0)) / columns as f32;
    egui::Grid::new("form.presets").spacing(vec2(8.0, 8.0)).show(ui, |ui| {
        for (index, preset) in Preset::ALL.into_iter().enumerate() {
            if preset_button(view, ui, index, preset, chosen == Some(preset), width) {
                actions.push(Action::Form(FormAction::Preset(index)));
            }
            if index % columns == columns - 1 {
                ui.end_row();
            }
        }
    });
    ui.add_space(4.0);
}

fn preset_button(
    view: &View<'_>,
    ui: &mut Ui,
    index: usize,
    preset: Preset,
    chosen: bool,
    width: f32,
) -> bool {
    let height = if view.area.form.is_phone() { 68.0 } else { 54.0 };
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
    let label = view.text.preset(preset);
    let response = parts::clickable(ui, rect, &format!("form.preset.{index}"), label, chosen);
    let hot = response.hovered() || response.has_focus();
    let (fill, edge) = match (chosen, hot) {
        (true, _) => (view.theme.jade_wash, egui::Stroke::new(2.0, view.theme.jade)),
        (false, true) => (view.theme.surface_hover, egui::Stroke::new(1.0, view.theme.jade)),
        (false, false) => (view.theme.surface, egui::Stroke::new(1.0, view.theme.surface_border)),
    };
    ui.painter().rect(rect, theme::RADIUS_BUTTON, fill, edge, egui::StrokeKind::Inside);
    let middle = egui::Align2::CENTER_CENTER;
    let lift = if view.area.form.is_phone() { 18.0 } else { 11.0 };
    let (name, time) = (rect.center() - vec2(0.0, lift), rect.center() + vec2(0.0, 12.0));
    parts::text(ui, name, middle, label, theme::bold(theme::TEXT), view.theme.ink, width - 12.0);
    let detail = view.text.time_short(preset.control());
    if preset != Preset::Untimed {
        parts::centered(ui, time, &detail, theme::plain(theme::TEXT_SMALL), view.theme.sub, width - 12.0);
    } else {
        parts::text(
            ui,
            time,
            middle,
            view.text.nothing,
            theme::plain(theme::TEXT_SMALL),
            view.theme.sub,
            width,
        );
    }
    response.clicked()
}

fn times(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    row(view, ui, if form.odds { view.text.your_time } else { view.text.both_times }, |ui| {
        for (name, label, odds) in
            [("form.same", view.text.same_times, false), ("form.different", view.text.different_times, true)]
        {
            if chip(ui, name, label, form.odds == odds) && form.odds != odds {
                actions.push(Action::Form(FormAction::Odds(odds)));
            }
        }
        ui.add_space(8.0);
        widgets::small(ui, view.text.no_limit_hint);
    });
    time_fields(view, ui, "form.time", &form.own, Field::OwnTime, actions);
    if form.odds {
        caption(ui, view.text.opponents_time);
        time_fields(view, ui, "form.odds", &form.opponents, Field::OpponentTime, actions);
    }
    ui.add_space(4.0);
}

/// Shows one row of the dialog: its label, then the choices.
fn row(view: &View<'_>, ui: &mut Ui, label: &str, choices: impl FnOnce(&mut Ui)) {
    if view.area.form.is_phone() {
        return parts::choices_of(ui, (label, LABEL, ROW), choices);
    }
    ui.horizontal(|ui| parts::choices_of(ui, (label, LABEL, ROW), choices));
}

fn time_fields(
    view: &View<'_>,
    ui: &mut Ui,
    name: &str,
    text: &TimeText,
    field_of: impl Fn(TimePart) -> Field,
    actions: &mut Vec<Action>,
) {
    let columns = if view.area.form == Form::Portrait { 2 } else { TimePart::ALL.len() };
    let width = (ui.available_width() - 8.0 * (columns as f32 - 1.0)) / columns as f32;
    let mut row_of = |ui: &mut Ui, row: &[TimePart]| {
        for &part in row {
            let (salt, unit) = match part {
                TimePart::GameMinutes => ("game", view.text.minutes),
                TimePart::MoveSeconds => ("move", view.text.seconds),
                TimePart::IncrementSeconds => ("increment", view.text.seconds),
                TimePart::ReadSeconds => ("read", view.text.seconds),
            };
            ui.vertical(|ui| {
                ui.set_width(width);
                let label = format!("{} ({unit})", view.text.time_part(part));
                ui.label(
                    egui::RichText::new(label).font(theme::plain(theme::TEXT_SMALL)).color(view.theme.ink),
                );
                if field(ui, &format!("{name}.{salt}"), field_of(part), text.part(part), "0", width, actions)
                {
                    actions.push(Action::Form(FormAction::Send));
                }
            });
        }
    };
    for row in TimePart::ALL.chunks(columns) {
        ui.horizontal(|ui| row_of(ui, row));
    }
}

fn choices(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    row(view, ui, view.text.colors, |ui| {
        let choices = [
            ("form.random", ColorChoice::Random),
            ("form.red", ColorChoice::Red),
            ("form.black", ColorChoice::Black),
        ];
        for (name, color) in choices {
            if chip(ui, name, view.text.color_choice(color), form.color == color) {
                actions.push(Action::Form(FormAction::Color(color)));
            }
        }
    });
    match form.game.kind() {
        GameKind::Xiangqi => xiangqi_choices(view, ui, form, actions),
        GameKind::Luzhanqi(_) => luzhanqi_choices(view, ui, form, actions),
    }
}

fn luzhanqi_choices(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    row(view, ui, view.text.mines, |ui| {
        for (name, rule) in [("form.mine.stays", MineRule::Stays), ("form.mine.goes", MineRule::BothCaptured)]
        {
            if chip(ui, name, view.text.mine_rule(rule), form.mine == rule) {
                actions.push(Action::Form(FormAction::Mine(rule)));
            }
        }
    });
    row(view, ui, view.text.watch_delay, |ui| delay(view, ui, form, actions));
    // as many rows as for xiangqi: the chips stay under the pointer when the game changes
    if !view.area.form.is_phone() {
        row(view, ui, "", |_| ());
    }
}

fn xiangqi_choices(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    row(view, ui, view.text.repetitions, |ui| {
        let choices = [
            ("form.rules.asian", RuleSet::Asian),
            ("form.rules.chinese", RuleSet::Chinese),
            ("form.rules.simple", RuleSet::Simple),
        ];
        for (name, rules) in choices {
            if chip(ui, name, view.text.rule_set(rules), form.rules == rules) {
                actions.push(Action::Form(FormAction::Rules(rules)));
            }
        }
    });
    row(view, ui, view.text.takebacks, |ui| {
        let choices =
            [("form.takeback.ask", TakebackPolicy::Ask), ("form.takeback.off", TakebackPolicy::Off)];
        for (name, policy) in choices {
            if chip(ui, name, view.text.takeback_policy(policy), form.takeback == policy) {
                actions.push(Action::Form(FormAction::Takeback(policy)));
            }
        }
    });
    row(view, ui, view.text.start, |ui| start_and_delay(view, ui, form, actions));
}

/// Shows the field of the spectator delay.
fn delay(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    if field(ui, "form.delay", Field::WatchDelay, &form.watch_delay, "0", 56.0, actions) {
        actions.push(Action::Form(FormAction::Send));
    }
    ui.add_space(8.0);
    widgets::small(ui, view.text.watch_delay_hint);
}

/// Shows the fields of the start position and the spectator delay.
fn start_and_delay(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    let (delay, font) = (56.0, theme::plain(theme::TEXT_SMALL));
    let label = parts::line(ui.ctx(), view.text.watch_delay_field, font, view.theme.sub, 160.0);
    let wide = label.size().x + 4.0;
    let set_up = parts::chip_width(ui, view.text.records.set_up) + 8.0;
    let beside = if view.area.form.is_phone() { set_up + 8.0 } else { wide + delay + set_up + 24.0 };
    let width = ui.available_width() - beside;
    let mut entered =
        field(ui, "form.start", Field::Start, &form.start, view.text.start_hint, width, actions);
    if chip(ui, "form.setup", view.text.records.set_up, false) {
        actions.push(Action::SetUp(SetUpAction::OpenForChallenge));
    }
    ui.add_space(8.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, ROW), egui::Sense::hover());
    ui.painter().galley(rect.left_center() - vec2(0.0, label.size().y / 2.0), label, view.theme.sub);
    response.on_hover_text(view.text.watch_delay_hint);
    entered |= field(ui, "form.delay", Field::WatchDelay, &form.watch_delay, "0", delay, actions);
    if entered {
        actions.push(Action::Form(FormAction::Send));
    }
}

fn end(view: &View<'_>, ui: &mut Ui, form: &ChallengeForm, actions: &mut Vec<Action>) {
    let terms = form.terms();
    let wrong = terms.as_ref().err().map(|&error| view.text.form_error(error));
    let (message, ink) = match (&wrong, &terms) {
        (Some(wrong), _) => (wrong.clone(), view.theme.red),
        (None, Ok(terms)) if terms.challenger_time == terms.opponent_time => {
            (view.text.time_control(terms.challenger_time), view.theme.sub)
        }
        (None, Ok(_) | Err(_)) => (String::new(), view.theme.sub),
    };
    parts::message_line(ui, &message, theme::plain(14.0), ink, 22.0);
    ui.horizontal_wrapped(|ui| {
        let label = match form.opponent {
            Some(_) => view.text.send_challenge,
            None => view.text.invitation.create,
        };
        let permit = wrong.map_or(Ok(()), Err);
        let entered = permit.is_ok() && !view.is_covered() && view.pressed(ui.ctx(), Key::Enter);
        let send = permitted(ui, "form.send", permit.clone(), |ui| {
            widgets::button_of(ui, "form.send", label, ButtonKind::Primary, 150.0)
        });
        if send.clicked() || entered {
            actions.push(Action::Form(FormAction::Send));
        }
        if form.opponent.is_some() {
            let may = || view.app.may_invite().map_err(|denied| view.text.denied(denied));
            let label = view.text.invitation.instead;
            let button = |ui: &mut Ui| widgets::button(ui, "form.invite", label);
            let invite = permitted(ui, "form.invite", permit.and_then(|()| may()), button);
            if invite.on_hover_text(view.text.invitation.hint).clicked() {
                actions.push(Action::Form(FormAction::Invite));
            }
        }
        if widgets::button_of(ui, "form.close", view.text.cancel, ButtonKind::Plain, 96.0).clicked() {
            actions.push(Action::Form(FormAction::Close));
        }
    });
}
