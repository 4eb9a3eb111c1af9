//! The dialog with the list of external engines, and the form that describes one.

use super::dialog;
use super::disabled::permitted;
use super::parts;
use super::view::{View, field};
use crate::widgets::theme;
use crate::widgets::ui_trace;
use crate::widgets::{self, ButtonKind};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::engines::engine_form::{Check, EngineForm, default_of};
use chuhe_model::engines::{EngineAction, EngineFailure, EngineReport, MAX_ENGINES};
use chuhe_uci::Protocol;
use egui::{Align, Align2, Context, Layout, RichText, Sense, Ui, UiBuilder, pos2, vec2};

const WIDTH: f32 = 540.0;
/// The width of the labels of the fields.
const LABEL: f32 = 76.0;
/// The height of an engine in the list.
const ROW: f32 = 40.0;
/// The most engines without scrolling, in a low window and in others.
const ROWS: [usize; 2] = [2, 4];
/// The height of the list of declared options, in a low window and in others.
const DECLARED: [f32; 2] = [64.0, 108.0];
/// A window lower than this is low.
const LOW: f32 = 720.0;
/// The most characters of a value on a chip.
const VALUE_CHARS: usize = 24;

pub(super) fn show(view: &View<'_>, ctx: &Context, form: &EngineForm, actions: &mut Vec<Action>) {
    let mut chosen = Vec::new();
    let response = dialog::show(view, ctx, "engines.dialog", WIDTH, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        widgets::heading(ui, view.text.engines.title);
        widgets::small(ui, view.text.engines.explained);
        list(view, ui, form, &mut chosen);
        let is_full = is_full(view, form);
        if is_full {
            ui.label(RichText::new(view.text.engines.full).color(view.theme.red));
        } else {
            fields(view, ui, form, &mut chosen);
        }
        ui.add_space(2.0);
        buttons(view, ui, form, is_full, &mut chosen);
    });
    if chosen.is_empty() && dialog::closes(view, &response) {
        chosen.push(Action::Engines(EngineAction::Close));
    }
    actions.append(&mut chosen);
}

/// Returns 0 in a low window, and 1 in others.
fn tall(ui: &Ui) -> usize {
    usize::from(ui.ctx().screen_rect().height() >= LOW)
}

/// Lists the engines, each with the links to change and to remove it.
fn list(view: &View<'_>, ui: &mut Ui, form: &EngineForm, chosen: &mut Vec<Action>) {
    let engines = &view.app.settings().engines;
    if engines.is_empty() {
        return;
    }
    let text = view.text.engines;
    let (wide, height) = (ui.available_width(), theme::height(ui.ctx(), ROW));
    let size = vec2(wide, height * engines.len().min(ROWS[tall(ui)]) as f32);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    parts::scroll(ui, "engines.list", place, false, |ui| {
        for engine in engines {
            let (row, _) = ui.allocate_exact_size(vec2(wide - 10.0, height), Sense::hover());
            if form.edited() == Some(engine.id) {
                ui.painter().rect_filled(row, theme::RADIUS_MARK, view.theme.jade_wash);
            }
            let links = row.with_min_x(row.right() - 130.0).shrink2(vec2(8.0, 0.0));
            let layout = Layout::right_to_left(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(links).layout(layout), |ui| {
                ui.spacing_mut().item_spacing.x = 14.0;
                let id = engine.id;
                for (name, label, action) in [
                    (format!("engines.remove.{}", id.0), text.remove, EngineAction::Remove(id)),
                    (format!("engines.edit.{}", id.0), text.edit, EngineAction::Edit(id)),
                ] {
                    if widgets::link(ui, &name, label).clicked() {
                        chosen.push(Action::Engines(action));
                    }
                }
            });
            let wide = links.left() - row.left() - 16.0;
            let at = |y: f32| pos2(row.left() + 8.0, row.center().y + y);
            let (name, path) = (theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL));
            parts::text(ui, at(-9.0), Align2::LEFT_CENTER, &engine.name, name, view.theme.ink, wide);
            parts::text(ui, at(10.0), Align2::LEFT_CENTER, &engine.path, path, view.theme.sub, wide);
        }
    });
}

/// Returns whether the list is full, so that no engine can be added.
fn is_full(view: &View<'_>, form: &EngineForm) -> bool {
    form.edited().is_none() && view.app.settings().engines.len() >= MAX_ENGINES
}

/// Asks for the path and the options of an engine, and shows what came of its check.
fn fields(view: &View<'_>, ui: &mut Ui, form: &EngineForm, chosen: &mut Vec<Action>) {
    let text = view.text.engines;
    let is_phone = view.area.form.is_phone();
    let wide = ui.available_width() - if is_phone { 0.0 } else { LABEL + 8.0 };
    let mut entered = false;
    for (label, name, kind, content, hint) in [
        (text.path, "engines.path", Field::EnginePath, form.path(), text.path_hint),
        (text.options, "engines.options", Field::EngineOptions, form.options(), text.options_hint),
    ] {
        if is_phone {
            parts::caption(ui, label);
            entered |= field(ui, name, kind, content, hint, wide, chosen);
            continue;
        }
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(vec2(LABEL, theme::HEIGHT_BUTTON), Sense::hover());
            let font = theme::plain(14.0);
            parts::text(ui, place.left_center(), Align2::LEFT_CENTER, label, font, view.theme.sub, LABEL);
            entered |= field(ui, name, kind, content, hint, wide, chosen);
        });
    }
    if entered && is_ready(view, form).is_ok() {
        chosen.push(Action::Engines(EngineAction::Check));
    }
    match form.check() {
        Check::None => {}
        Check::Running(_) => said(ui, text.checking, view.theme.sub),
        Check::Failed(failure) => said(ui, &message(view, form.path(), failure), view.theme.red),
        Check::Done(report) => found(view, ui, form, report, chosen),
    }
}

/// Whether the described engine can be checked; the error says why not.
fn is_ready(view: &View<'_>, form: &EngineForm) -> Result<(), String> {
    let text = view.text.engines;
    if matches!(form.check(), Check::Running(_)) {
        Err(text.checking.to_owned())
    } else if form.path().trim().is_empty() {
        Err(text.path_missing.to_owned())
    } else {
        Ok(())
    }
}

/// Shows the buttons of the dialog in one row.
fn buttons(view: &View<'_>, ui: &mut Ui, form: &EngineForm, is_full: bool, chosen: &mut Vec<Action>) {
    let text = view.text.engines;
    let is_new = form.edited().is_none();
    let close = |ui: &mut Ui| {
        widgets::button_of(ui, "engines.close", view.text.close, ButtonKind::Plain, 96.0).clicked()
    };
    ui.horizontal_wrapped(|ui| {
        let label = if is_new { text.add } else { text.save };
        if !is_full {
            let add = |ui: &mut Ui| widgets::button_of(ui, "engines.check", label, ButtonKind::Primary, 96.0);
            if permitted(ui, "engines.check", is_ready(view, form), add).clicked() {
                chosen.push(Action::Engines(EngineAction::Check));
            }
        }
        if !is_full && widgets::button(ui, "engines.choose", view.text.records.choose_file).clicked() {
            chosen.push(Action::Engines(EngineAction::Choose));
        }
        if !is_new && widgets::button(ui, "engines.new", text.new).clicked() {
            chosen.push(Action::Engines(EngineAction::New));
        }
        // the row of a phone has no room between them
        let closes = if view.area.form.is_phone() {
            close(ui)
        } else {
            ui.with_layout(Layout::right_to_left(Align::Center), close).inner
        };
        if closes {
            chosen.push(Action::Engines(EngineAction::Close));
        }
    });
}

/// Returns the line about a failure. Before an engine has answered, its path is its name.
fn message(view: &View<'_>, path: &str, failure: &EngineFailure) -> String {
    view.text.engines.failure(path.trim(), failure)
}

fn said(ui: &mut Ui, message: &str, color: egui::Color32) {
    let label = ui.label(RichText::new(message).color(color));
    ui_trace::record(ui, "engines.said", message, &label);
}

/// Shows what the engine says about itself, and the options that can be set.
fn found(view: &View<'_>, ui: &mut Ui, form: &EngineForm, report: &EngineReport, chosen: &mut Vec<Action>) {
    let text = view.text.engines;
    let protocol = match report.protocol {
        Protocol::Uci => "UCI",
        Protocol::Ucci => "UCCI",
        Protocol::Xboard => "xboard",
    };
    said(ui, &text.found(&report.name, protocol, report.ranks_from_one), view.theme.jade);
    if !report.rejected.is_empty() {
        let names = report.rejected.join(view.text.list_comma);
        let rejected = view.text.labelled(text.rejected, &names);
        let label = ui.label(RichText::new(&rejected).color(view.theme.red));
        ui_trace::record(ui, "engines.rejected", &rejected, &label);
    }
    if form.declared().next().is_none() {
        return;
    }
    widgets::small(ui, text.declared);
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), DECLARED[tall(ui)]), Sense::hover());
    parts::scroll(ui, "engines.declared", place, false, |ui| {
        ui.set_max_width(place.width() - 12.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for (index, option) in form.declared() {
                let value = default_of(option).map_or_else(String::new, |value| format!("={value}"));
                let label = format!("{}{}", option.name, parts::shortened(&value, VALUE_CHARS));
                if parts::chip(ui, &format!("engines.option.{index}"), &label, false) {
                    chosen.push(Action::Engines(EngineAction::AddOption(index)));
                }
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SIZES, click, shown, trace, widget};
    use super::*;
    use chuhe_app::testing::engine::{adding_an_engine, with_failed_engine, with_many_engines};
    use chuhe_model::choices::lang::Lang;
    use chuhe_texts::Text;
    use std::cell::RefCell;

    #[test]
    fn the_dialog_fits_at_every_size_in_every_language() {
        for lang in Lang::ALL {
            for size in SIZES {
                for world in [adding_an_engine(), with_many_engines()] {
                    let world = RefCell::new(world);
                    let harness = shown(&world, lang, size);
                    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.max(vec2(900.0, 640.0)));
                    let mut widgets = trace(&harness).widgets;
                    widgets.retain(|widget| widget.id.starts_with("engines."));
                    assert!(widgets.iter().any(|widget| widget.id == "engines.close"), "{widgets:?}");
                    for widget in widgets {
                        assert!(window.contains_rect(widget.rect), "{lang:?} {size}: {widget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_failure_is_said_at_the_table_in_one_line_with_two_ways_on() {
        for lang in Lang::ALL {
            let world = RefCell::new(with_failed_engine());
            let mut harness = shown(&world, lang, SIZES[0]);
            assert!(widget(&harness, "engine.retry").enabled);
            click(&mut harness, Text::of(lang).engines.use_own);
            assert!(world.borrow().app.local().is_some_and(|local| local.failure().is_none()));
        }
    }
}
