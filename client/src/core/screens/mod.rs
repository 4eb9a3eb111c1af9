//! Everything but the board: one function a screen, each in its own file.
//!
//! A screen is shown from what the [`App`] knows and changes nothing: what its widgets ask for
//! are [`Action`]s. Texts that are typed live in the app, so that a screen holds no state.

mod account;
#[cfg(test)]
mod account_tests;
mod challenges;
mod chat;
#[cfg(test)]
mod crowd_tests;
mod form;
mod games;
mod help;
#[cfg(test)]
mod help_tests;
#[cfg(test)]
mod hostile;
mod join;
mod layouts;
mod lobby;
mod luzhanqi;
#[cfg(test)]
mod luzhanqi_tests;
mod offer;
mod overlay;
mod parts;
mod players;
mod side;
mod steps;
mod table;
#[cfg(test)]
mod table_tests;
mod tabs;
#[cfg(test)]
mod tests;
mod trust;
#[cfg(test)]
mod watch_tests;

use super::action::{Action, Field, SecretField};
use super::app::{App, Screen};
use super::text::Text;
use super::theme::Theme;
use super::{theme, ui_trace, widgets};
use chuhe_protocol::Password;
use chuhe_rules::clock::Timestamp;

/// Shows the present screen; what its widgets ask for.
pub fn show(app: &App, ctx: &egui::Context, now: Timestamp) -> Vec<Action> {
    let before = ctx.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<Option<Screen>>(egui::Id::new("screen"));
        last.replace(app.screen())
    });
    let opened = before != Some(app.screen());
    let view = View { app, text: app.text(), theme: theme::current(ctx), now, opened };
    let mut actions = Vec::new();
    match app.screen() {
        Screen::Join => {
            ui_trace::screen(ctx, "join");
            join::show(&view, ctx, &mut actions);
        }
        Screen::Lobby => {
            ui_trace::screen(ctx, "lobby");
            lobby::show(&view, ctx, &mut actions);
        }
        Screen::Table => {
            ui_trace::screen(ctx, table::name(app));
            table::show(&view, ctx, &mut actions);
        }
    }
    layouts::show(&view, ctx, &mut actions);
    overlay::show(&view, ctx, &mut actions);
    actions
}

/// What every part of a screen is shown from.
struct View<'a> {
    app: &'a App,
    text: &'static Text,
    theme: Theme,
    now: Timestamp,
    /// Whether the screen was another one before.
    opened: bool,
}

impl View<'_> {
    /// Whole seconds until `at`, as a countdown shows them.
    fn seconds_until(&self, at: Timestamp) -> u64 {
        at.since(self.now).div_ceil(1000)
    }
}

/// A field whose text lives in the app. Whether Enter was pressed in it.
fn field(
    ui: &mut egui::Ui,
    name: &str,
    field: Field,
    text: &str,
    hint: &str,
    width: f32,
    actions: &mut Vec<Action>,
) -> bool {
    let mut edited = text.to_owned();
    let response = widgets::field(ui, name, &mut edited, hint, width);
    if edited != text {
        actions.push(Action::Edit(field, edited));
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if entered {
        response.request_focus();
    }
    entered
}

/// A field for a password that lives in the app. Whether Enter was pressed in it.
fn secret_field(
    ui: &mut egui::Ui,
    name: &str,
    field: SecretField,
    secret: &Password,
    hint: &str,
    width: f32,
    actions: &mut Vec<Action>,
) -> bool {
    let mut edited = secret.0.clone();
    let response = widgets::secret_field(ui, name, &mut edited, hint, width);
    if edited != secret.0 {
        actions.push(Action::EditSecret(field, Password(edited)));
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}
