//! The forms of games without a server: against the computer, and of two at this screen.

use super::notices;
use super::parts::{self, chip};
use super::view::View;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use crate::widgets::{self, ButtonKind};
use chuhe_app::local_play::LocalPlay;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{Handicap, LEVELS, LocalKind, MOVE_TIMES_MS, TIMES};
use chuhe_model::choices::preset::Preset;
use chuhe_model::engines::EngineAction;
use chuhe_model::layout::form::Form;
use chuhe_protocol::ColorChoice;
use chuhe_rules::Color;
use egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use strum::VariantArray as _;

/// The width of a row's label.
const LABEL: f32 = 66.0;
/// A form lower than this has its rows close together.
const LOW: f32 = 430.0;
/// A form lower than this has no heading.
const LOWEST: f32 = 370.0;
/// The space between the rows of a low form.
const LOW_GAP: f32 = 4.0;
/// The width of the name of the level where it stands beside the levels.
const LEVEL_NAME: f32 = 84.0;
/// The height of the button that starts a game.
const START: f32 = 46.0;

/// Shows a form with the button that starts its game at its end. On a phone its choices scroll above the button.
fn form(
    view: &View<'_>,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
    choices: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    if view.area.form.is_phone() {
        let (above, _) = notices::split_end(view, ui.ctx(), above_button(ui.max_rect()));
        parts::scroll(ui, "start.choices", above, false, |ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
            choices(ui, actions);
        });
    } else {
        choices(ui, actions);
    }
    start(view, ui, actions);
}

/// The part of the form of a phone above the button that starts a game.
pub(super) fn above_button(place: Rect) -> Rect {
    place.with_max_y(place.bottom() - START - 8.0)
}

/// Shows the choices of a game against the computer.
pub(super) fn computer(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    form(view, ui, actions, |ui, actions| computer_choices(view, ui, actions));
}

fn computer_choices(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, choice) = (&view.text.local, view.app.settings().computer);
    // a phone scrolls what it has no room for
    let is_low = ui.max_rect().height() < LOW && !view.area.form.is_phone();
    if is_low {
        ui.spacing_mut().item_spacing.y = LOW_GAP;
    }
    // the entry beside the form says the same
    if ui.max_rect().height() >= LOWEST {
        widgets::heading(ui, text.play_computer);
        ui.add_space(2.0);
    }
    games(view, ui, choice.game, actions);
    // a page starts no other program
    if choice.game == GameChoice::Xiangqi && !view.app.is_page() {
        row(view, ui, view.text.engines.engine, |ui| engines(view, ui, actions));
    }
    match choice.external().filter(|it| view.app.settings().engine(it.engine).is_some()) {
        Some(external) => row(view, ui, view.text.engines.move_time, |ui| {
            for move_ms in MOVE_TIMES_MS {
                let name = format!("start.move_time.{move_ms}");
                if chip(ui, &name, &view.text.engines.time_of(move_ms), external.move_ms == move_ms) {
                    actions.push(Action::Start(StartAction::MoveTime(move_ms)));
                }
            }
        }),
        None => row(view, ui, text.level, |ui| levels(view, ui, (choice.level(), is_low), actions)),
    }
    row(view, ui, text.side, |ui| {
        for (name, side) in [
            ("start.side.red", ColorChoice::Red),
            ("start.side.black", ColorChoice::Black),
            ("start.side.random", ColorChoice::Random),
        ] {
            if chip(ui, name, text.side_choice(side), choice.side == side) {
                actions.push(Action::Start(StartAction::Side(side)));
            }
        }
    });
    times(view, ui, choice.time, actions);
    if choice.game == GameChoice::Xiangqi {
        row(view, ui, text.handicap, |ui| {
            for &handicap in Handicap::VARIANTS {
                let name = format!("start.handicap.{}", <&str>::from(handicap));
                if chip(ui, &name, text.handicap_choice(handicap), choice.handicap == handicap) {
                    actions.push(Action::Start(StartAction::Handicap(handicap)));
                }
            }
        });
    }
}

/// Shows the choices of a game of two at this screen.
pub(super) fn two(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    form(view, ui, actions, |ui, actions| two_choices(view, ui, actions));
}

fn two_choices(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, choice) = (&view.text.local, view.app.settings().two);
    widgets::heading(ui, text.two_here);
    ui.add_space(2.0);
    games(view, ui, choice.game, actions);
    times(view, ui, choice.time, actions);
    if choice.game == GameChoice::Xiangqi {
        row(view, ui, text.board, |ui| {
            for (name, label, turns) in [
                ("start.board.still", text.board_still, false),
                ("start.board.turns", text.board_turns, true),
            ] {
                if chip(ui, name, label, choice.turns_board == turns) {
                    actions.push(Action::Start(StartAction::TurnBoard(turns)));
                }
            }
        });
    } else {
        widgets::small(ui, text.hidden_note);
    }
}

/// The most characters of an engine's name on a chip.
const ENGINE_CHARS: usize = 18;

/// Shows the engines to choose from, and the way to their list.
fn engines(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, settings) = (view.text.engines, view.app.settings());
    let chosen = settings.computer.engine.filter(|&id| settings.engine(id).is_some());
    if chip(ui, "start.engine.own", text.own, chosen.is_none()) {
        actions.push(Action::Start(StartAction::Engine(None)));
    }
    // one line has room for two; the list has all
    let shown = settings.engines.iter().filter(|engine| Some(engine.id) == chosen);
    let others = settings.engines.iter().filter(|engine| Some(engine.id) != chosen);
    for engine in shown.chain(others).take(2) {
        let label = parts::shortened(&engine.name, ENGINE_CHARS);
        if chip(ui, &format!("start.engine.{}", engine.id.0), &label, Some(engine.id) == chosen) {
            actions.push(Action::Start(StartAction::Engine(Some(engine.id))));
        }
    }
    if chip(ui, "start.engine.manage", text.manage, false) {
        actions.push(Action::Engines(EngineAction::Open));
    }
}

fn games(view: &View<'_>, ui: &mut Ui, chosen: GameChoice, actions: &mut Vec<Action>) {
    row(view, ui, view.text.game, |ui| {
        for &game in GameChoice::VARIANTS {
            let name = format!("start.game.{}", <&str>::from(game));
            if chip(ui, &name, view.text.game_choice(game), chosen == game) {
                actions.push(Action::Start(StartAction::Game(game)));
            }
        }
    });
}

fn times(view: &View<'_>, ui: &mut Ui, chosen: Preset, actions: &mut Vec<Action>) {
    row(view, ui, view.text.time, |ui| {
        for time in TIMES {
            let name = format!("start.time.{}", <&str>::from(time));
            if chip(ui, &name, view.text.preset(time), chosen == time) {
                actions.push(Action::Start(StartAction::Time(time)));
            }
        }
    });
}

/// Shows the levels as one bar, with the name of the chosen one below it, or beside it in a low form.
fn levels(view: &View<'_>, ui: &mut Ui, (chosen, is_low): (u8, bool), actions: &mut Vec<Action>) {
    let most = if view.area.form == Form::Landscape { 500.0 } else { 400.0 };
    let width = ui.available_width().min(most);
    let high = theme::height(ui.ctx(), parts::CHIP);
    // on a phone, one row would be too narrow for fingers
    let rows = if view.area.form == Form::Portrait { 2 } else { 1 };
    let extra = (high + 4.0) * (rows as f32 - 1.0) + high - parts::CHIP;
    let (bar, height) = if is_low { (width - LEVEL_NAME, parts::CHIP) } else { (width, 56.0 + extra) };
    let (place, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let columns = LEVELS.count() / rows;
    let cell = bar / columns as f32;
    for (index, level) in LEVELS.enumerate() {
        let at = place.min + vec2((index % columns) as f32 * cell, (index / columns) as f32 * (high + 4.0));
        let cell = Rect::from_min_size(at, vec2(cell - 4.0, high));
        let label = view.text.local.level_name(level);
        let response = parts::clickable(ui, cell, &format!("start.level.{level}"), label, level == chosen);
        let hot = response.hovered() || response.has_focus();
        let (fill, edge, ink) = match (level <= chosen, hot) {
            _ if level == chosen => (view.theme.jade, view.theme.jade, view.theme.on_jade),
            (_, true) => (view.theme.surface_hover, view.theme.jade, view.theme.ink),
            (true, false) => (view.theme.jade_wash, view.theme.jade_border, view.theme.jade),
            (false, false) => (view.theme.surface, view.theme.surface_border, view.theme.ink),
        };
        let radius = CornerRadius::same(theme::RADIUS_BUTTON - 1);
        ui.painter().rect(cell, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        let font = theme::plain(14.0);
        parts::text(ui, cell.center(), Align2::CENTER_CENTER, &level.to_string(), font, ink, cell.width());
        if response.on_hover_text(label).clicked() {
            actions.push(Action::Start(StartAction::Level(level)));
        }
    }
    let (at, wide) = if is_low {
        (pos2(place.left() + bar + 4.0, place.center().y), LEVEL_NAME - 4.0)
    } else {
        (place.left_bottom() - vec2(0.0, 10.0), width)
    };
    let name = view.text.local.level_name(chosen);
    parts::in_two_lines(ui, at, name, theme::plain(theme::TEXT), view.theme.jade, wide);
}

/// Shows the button that starts a game, and the one that continues the game that was left.
fn start(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let text = &view.text.local;
    let rest = ui.available_rect_before_wrap();
    let line = Rect::from_min_max(pos2(rest.left(), rest.bottom() - START), rest.max);
    let left = view.app.left_game().map(|(local, table)| {
        let who = match local.kind() {
            LocalKind::Computer { level, .. } => {
                local.external_name().map_or_else(|| text.computer(level), str::to_owned)
            }
            LocalKind::Two { .. } => text.two_here.to_owned(),
        };
        // beside the other button, a phone has no room for the number of moves
        let plies = (!view.area.form.is_phone()).then(|| view.text.plies(table.game().ply()));
        std::iter::once(who).chain(plies).collect::<Vec<_>>().join(" · ")
    });
    let Some(left) = left else {
        return button(ui, line, "start.play", text.begin, ButtonKind::Primary, StartAction::Play, actions);
    };
    let (first, second) = line.split_left_right_at_fraction(0.7);
    let first = first.with_max_x(first.right() - if view.area.form.is_phone() { 6.0 } else { 10.0 });
    if view.app.is_asked_to_replace() {
        // the second press of a double click must not drop the game
        let keep = StartAction::Show(view.app.settings().start);
        button(ui, first, "start.replace", text.replace_left, ButtonKind::Danger, StartAction::Play, actions);
        return button(ui, second, "start.keep", view.text.cancel, ButtonKind::Plain, keep, actions);
    }
    let label = format!("{} · {left}", text.continue_game);
    button(ui, first, "start.continue", &label, ButtonKind::Primary, StartAction::Continue, actions);
    button(ui, second, "start.play", text.begin_again, ButtonKind::Plain, StartAction::Play, actions);
    let response = ui.interact(second, ui.id().with("replaces"), Sense::hover());
    response.on_hover_text(text.replaces_game);
}

/// Shows a tall button that fills `rect`.
fn button(
    ui: &mut Ui,
    rect: Rect,
    name: &str,
    label: &str,
    kind: ButtonKind,
    action: StartAction,
    actions: &mut Vec<Action>,
) {
    let colors = theme::current(ui.ctx());
    let response = ui.interact(rect, ui.id().with(name), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let hot = response.hovered() || response.has_focus();
    let (fill, edge, ink) = match (kind, hot) {
        (ButtonKind::Primary, true) => (colors.jade_hover, colors.jade_hover, colors.on_jade),
        (ButtonKind::Primary, false) => (colors.jade, colors.jade, colors.on_jade),
        (ButtonKind::Plain, true) => (colors.surface_hover, colors.jade, colors.ink),
        (ButtonKind::Plain, false) => (colors.surface, colors.surface_border, colors.ink),
        (ButtonKind::Danger, true) => (colors.surface_hover, colors.red_border, colors.red),
        (ButtonKind::Danger, false) => (colors.surface, colors.red_border, colors.red),
    };
    let radius = CornerRadius::same(theme::RADIUS_BUTTON);
    ui.painter().rect(rect, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let wide = rect.width() - 16.0;
    let fits = |size: &f32| !parts::line(ui.ctx(), label, theme::bold(*size), ink, wide).elided;
    let size = [theme::TEXT_LARGE, theme::TEXT].into_iter().find(fits).unwrap_or(theme::TEXT_SMALL);
    parts::text(ui, rect.center(), Align2::CENTER_CENTER, label, theme::bold(size), ink, wide);
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, label));
    ui_trace::record(ui, name, label, &response);
    if response.clicked() {
        actions.push(Action::Start(action));
    }
}

/// Shows a label with the choices beside it.
fn row(view: &View<'_>, ui: &mut Ui, label: &str, choices: impl FnOnce(&mut Ui)) {
    if view.area.form.is_phone() {
        ui.add_space(6.0);
        return parts::choices_of(ui, (label, LABEL, parts::CHIP), choices);
    }
    ui.add_space(if ui.max_rect().height() < LOW { 0.0 } else { 8.0 });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        let (place, _) = ui.allocate_exact_size(vec2(LABEL, parts::CHIP), Sense::hover());
        let font = theme::plain(14.0);
        parts::text(ui, place.left_center(), Align2::LEFT_CENTER, label, font, view.theme.sub, LABEL);
        ui.vertical(|ui| ui.horizontal_wrapped(choices));
    });
}

/// Shows the cover between the turns of two people whose pieces are hidden from each other.
pub(super) fn cover(view: &View<'_>, ctx: &egui::Context, actions: &mut Vec<Action>) {
    let Some(table) = view.app.table() else { return };
    let window = ctx.screen_rect();
    let hands_over = view.app.local().is_some_and(LocalPlay::hands_over);
    let side = if hands_over { table.me().opponent() } else { table.me() };
    let name = table.game().seats()[side].name.as_str();
    let text = &view.text.local;
    parts::region(ctx, "cover", window, |ui| {
        let size = vec2(500.0_f32.min(window.width() - 60.0), 300.0);
        let place = Rect::from_center_size(window.center(), size);
        parts::card(ui, place, parts::CardLook::Plain);
        let color = if side == Color::Red { view.theme.red } else { view.theme.ink };
        let at = |y: f32| pos2(place.center().x, place.top() + y);
        let tile = Rect::from_center_size(at(66.0), vec2(88.0, 54.0));
        widgets::paint_tile(ui.painter(), tile, side, None);
        let wide = place.width() - 40.0;
        let title = text.cover_title(name, side);
        let middle = Align2::CENTER_CENTER;
        parts::text(ui, at(126.0), middle, text.hand_over, theme::bold(26.0), color, wide);
        let sub = view.theme.sub;
        parts::text(ui, at(164.0), middle, &title, theme::bold(theme::TEXT_NAME), view.theme.ink, wide);
        let explained = text.cover_explained(name);
        parts::centered(ui, at(192.0), &explained, theme::plain(theme::TEXT_SMALL), sub, wide);
        let line = Rect::from_center_size(at(246.0), vec2(wide, START));
        let label = text.sit_down(name);
        button(ui, line, "cover.show", &label, ButtonKind::Primary, StartAction::SitDown, actions);
    });
}
