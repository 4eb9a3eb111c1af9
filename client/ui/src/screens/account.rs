//! The account dialog: registering the name, changing its password, and signing out other devices.

use super::dialog;
use super::disabled::permitted;
use super::parts::{self, caption};
use super::refusals::remaining_refusal;
use super::server_address::is_this_machine;
use super::view::{View, online, secret_field};
use crate::widgets;
use crate::widgets::theme;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{AccountAction, Action, SecretField};
use chuhe_model::lobby::account::Account;
use chuhe_protocol::{Password, Refusal};
use egui::{Color32, Context, Ui};

const WIDTH: f32 = 380.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, visit: &Visit, actions: &mut Vec<Action>) {
    let Some(account) = visit.account() else { return };
    let response = dialog::show(view, ctx, "account.dialog", WIDTH, |ui| {
        widgets::heading(ui, visit.name().as_str());
        if visit.is_registered() {
            registered(view, ui, account, actions);
        } else {
            register(view, ui, account, actions);
        }
    });
    if dialog::closes(view, &response) {
        actions.push(Action::Account(AccountAction::Close));
    }
}

fn close(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if widgets::button(ui, "account.close", view.text.close).clicked() {
        actions.push(Action::Account(AccountAction::Close));
    }
}

fn register(view: &View<'_>, ui: &mut Ui, account: &Account, actions: &mut Vec<Action>) {
    widgets::small(ui, view.text.register_explained);
    let fields = [
        ("account.password", view.text.password, SecretField::New, &account.password),
        ("account.again", view.text.password_again, SecretField::Again, &account.again),
    ];
    let entered = secrets(view, ui, account, &fields, actions);
    ui.horizontal_wrapped(|ui| {
        let permit = may_set(view, account);
        let entered = permit.is_ok() && entered;
        let button = |ui: &mut Ui| widgets::primary_button(ui, "account.register", view.text.register);
        if permitted(ui, "account.register", permit, button).clicked() || entered {
            actions.push(Action::Account(AccountAction::Register));
        }
        close(view, ui, actions);
    });
}

fn change(view: &View<'_>, ui: &mut Ui, account: &Account, actions: &mut Vec<Action>) {
    widgets::small(ui, view.text.change_explained);
    let fields = [
        ("account.old", view.text.old_password, SecretField::Old, &account.old),
        ("account.password", view.text.new_password, SecretField::New, &account.password),
        ("account.again", view.text.password_again, SecretField::Again, &account.again),
    ];
    let entered = secrets(view, ui, account, &fields, actions);
    ui.horizontal_wrapped(|ui| {
        let has_old = !account.old.0.is_empty();
        let old = if has_old { Ok(()) } else { Err(view.text.old_password_missing.to_owned()) };
        let permit = old.and_then(|()| may_set(view, account));
        let entered = permit.is_ok() && entered;
        let button =
            |ui: &mut Ui| widgets::primary_button(ui, "account.change.yes", view.text.change_password);
        if permitted(ui, "account.change.yes", permit, button).clicked() || entered {
            actions.push(Action::Account(AccountAction::Change));
        }
        if widgets::button(ui, "account.change.no", view.text.cancel).clicked() {
            actions.push(Action::Account(AccountAction::AskChange(false)));
        }
    });
}

/// Shows password fields with the error below them, and returns whether Enter was pressed.
fn secrets(
    view: &View<'_>,
    ui: &mut Ui,
    account: &Account,
    fields: &[(&'static str, &str, SecretField, &Password)],
    actions: &mut Vec<Action>,
) -> bool {
    ui.add_space(4.0);
    let first = fields.first().filter(|(.., secret)| secret.0.is_empty());
    if let Some(&(name, ..)) = first
        && ui.memory(|memory| memory.focused().is_none())
    {
        widgets::focus(ui.ctx(), name);
    }
    let mut entered = false;
    for &(name, label, field, secret) in fields {
        caption(ui, label);
        let hint = if field == SecretField::New { view.text.password_hint } else { "" };
        entered |= secret_field(ui, name, field, secret, hint, ui.available_width(), actions);
    }
    let wrong =
        account.error().map(|error| view.text.password_error(error)).or_else(|| refused(view, account));
    let wrong = wrong.map(|wrong| (wrong, view.theme.red));
    let unencrypted = || (view.text.not_encrypted.to_owned(), view.theme.gold_ink);
    message_line(ui, wrong.or_else(|| is_unencrypted(view).then(unencrypted)));
    entered
}

/// Whether a request can be sent; the error says why not.
fn may_send(view: &View<'_>, account: &Account) -> Result<(), String> {
    online(view)?;
    if account.pending.is_none() { Ok(()) } else { Err(view.text.refusal(Refusal::RequestPending)) }
}

/// Whether the new password can be sent; the error says why not.
fn may_set(view: &View<'_>, account: &Account) -> Result<(), String> {
    may_send(view, account)?;
    account.password().map(|_| ()).map_err(|error| view.text.password_error(error))
}

fn registered(view: &View<'_>, ui: &mut Ui, account: &Account, actions: &mut Vec<Action>) {
    ui.label(egui::RichText::new(view.text.registered).color(view.theme.jade));
    if account.changing_password {
        return change(view, ui, account, actions);
    }
    widgets::small(ui, view.text.registered_explained);
    ui.add_space(8.0);
    if account.asked_to_sign_out {
        ui.label(view.text.sign_out_explained);
    }
    message_line(ui, refused(view, account).map(|refused| (refused, view.theme.red)));
    ui.horizontal(|ui| {
        if account.asked_to_sign_out {
            if widgets::danger_button(ui, "account.sign_out.yes", view.text.sign_out_yes).clicked() {
                actions.push(Action::Account(AccountAction::SignOut));
            }
            if widgets::button(ui, "account.sign_out.no", view.text.cancel).clicked() {
                actions.push(Action::Account(AccountAction::AskSignOut(false)));
            }
            return;
        }
        let label = view.text.sign_out_everywhere;
        let button = |ui: &mut Ui| widgets::danger_button(ui, "account.sign_out", label);
        if permitted(ui, "account.sign_out", may_send(view, account), button).clicked() {
            actions.push(Action::Account(AccountAction::AskSignOut(true)));
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if widgets::button(ui, "account.change", view.text.change_password).clicked() {
            actions.push(Action::Account(AccountAction::AskChange(true)));
        }
        close(view, ui, actions);
    });
}

/// Tests if the connection to the server is unencrypted.
fn is_unencrypted(view: &View<'_>) -> bool {
    let link = view.app.link();
    link.certificate().is_none() && link.server().is_some_and(|server| !is_this_machine(&server.host))
}

/// Shows a message in a colour; its line stays empty when there is no message.
fn message_line(ui: &mut Ui, wrong: Option<(String, Color32)>) {
    let (wrong, ink) = wrong.unwrap_or((String::new(), Color32::PLACEHOLDER));
    parts::message_line(ui, &wrong, theme::plain(14.0), ink, 22.0);
}

fn refused(view: &View<'_>, account: &Account) -> Option<String> {
    let (reason, since) = account.refused?;
    remaining_refusal(view, reason, since)
}
