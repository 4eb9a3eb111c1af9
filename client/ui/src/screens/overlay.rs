//! The dialogs that can open over every screen: settings, help, quitting, a changed certificate.

use super::dialog;
use super::parts;
use super::view::View;
use super::{engines, help, keys, settings, trust};
use crate::widgets;
use chuhe_model::actions::action::Action;
use chuhe_view::quit::QuitView;
use egui::{Context, Key};

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if view.app.are_settings_open() {
        settings::show(view, ctx, actions);
    }
    help::show(view, ctx, actions);
    keys::show(view, ctx, actions);
    if let Some(form) = view.app.engine_form() {
        engines::show(view, ctx, form, actions);
    }
    if let Some(asked) = QuitView::of(&view.model()) {
        quit(view, ctx, &asked, actions);
    }
    trust::show(view, ctx, actions);
}

/// Asks for confirmation before the window closes during a game.
fn quit(view: &View<'_>, ctx: &Context, asked: &QuitView, actions: &mut Vec<Action>) {
    let answers = &asked.question.answers;
    let response = dialog::show(view, ctx, "quit.dialog", 340.0, |ui| {
        widgets::heading(ui, &asked.question.message);
        ui.add_space(4.0);
        ui.label(asked.explained);
        ui.add_space(12.0);
        ui.horizontal_wrapped(|ui| {
            for answer in answers {
                actions.extend(parts::offered(ui, answer));
            }
        });
    });
    if view.pressed(ctx, Key::Enter) {
        actions.extend(answers.first().map(|leave| leave.action.clone()));
    } else if dialog::closes(view, &response) {
        actions.extend(answers.last().map(|stay| stay.action.clone()));
    }
}
