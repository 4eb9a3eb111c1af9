//! The dialogs that can open over every screen: settings, help, quitting, a changed certificate.

use super::view::View;
use super::{described, engines, help, keys, settings, trust};
use chuhe_model::actions::action::Action;
use chuhe_view::quit;
use egui::{Context, Key};

/// The width of the question before the program closes.
const QUIT: f32 = 340.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    settings::show(view, ctx, actions);
    help::show(view, ctx, actions);
    keys::show(view, ctx, actions);
    engines::show(view, ctx, actions);
    if let Some(asked) = quit::question(&view.model()) {
        if view.pressed(ctx, Key::Enter) {
            actions.extend(asked.end.first().map(|leave| leave.action.clone()));
        }
        described::dialog(view, ctx, &asked, QUIT, actions);
    }
    trust::show(view, ctx, actions);
}
