//! The account dialog: registering the name, changing its password, and signing out other devices.

use super::dialog;
use super::parts::{self, caption};
use super::view::{View, entry};
use crate::widgets;
use chuhe_model::actions::action::Action;
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;
use chuhe_view::account::AccountView;
use chuhe_view::{Entry, Field};
use egui::{Context, RichText, Ui};
use std::cell::Cell;

const WIDTH: f32 = 380.0;
/// Between a field and its caption: the ring of the keyboard crosses no text.
const GAP: f32 = 6.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(account) = AccountView::of(&view.model()) else { return };
    let entered = Cell::new(false);
    let contents =
        |ui: &mut Ui, actions: &mut Vec<Action>| entered.set(contents(view, ui, &account, actions));
    let response = dialog::with_end(view, ctx, "account.dialog", WIDTH, actions, contents, |ui, actions| {
        end(view, ui, &account, entered.get(), actions);
    });
    if dialog::closes(view, &response) {
        actions.extend(account.close.press());
    }
}

/// Shows what the dialog is about with its fields; returns whether Enter was pressed in the last one.
fn contents(view: &View<'_>, ui: &mut Ui, account: &AccountView, actions: &mut Vec<Action>) -> bool {
    ui.spacing_mut().item_spacing.y = GAP;
    widgets::heading(ui, &account.name);
    if let Some(registered) = &account.registered {
        ui.label(RichText::new(&registered.label).color(view.theme.jade.fill));
    }
    widgets::small(ui, &account.explained.label);
    ui.add_space(if account.fields.is_empty() { 8.0 } else { 4.0 });
    if let Some(asked) = &account.asked {
        ui.label(&asked.label);
    }
    fields(view, ui, &account.fields, actions)
}

/// Shows the message and the buttons.
fn end(view: &View<'_>, ui: &mut Ui, account: &AccountView, entered: bool, actions: &mut Vec<Action>) {
    parts::message(view, ui, account.message.as_ref(), 22.0);
    for row in &account.rows {
        ui.horizontal_wrapped(|ui| {
            actions.extend(row.iter().filter_map(|button| parts::offered(ui, button)))
        });
    }
    let Some(first) = account.rows.first().and_then(|row| row.first()).filter(|_| entered) else { return };
    match (first.press(), account.fields.last()) {
        (None, Some(last)) => widgets::focus(ui.ctx(), &last.id),
        (press, _) => actions.extend(press),
    }
}

/// The first field, what was refused last, and the pass in which they were shown.
type Asked = (String, Option<(Refusal, Timestamp)>, u64);

/// Whether the first field is to be typed into from now on: it has just appeared, or a refusal has emptied the password
/// that was wrong. A field that took the keyboard again whenever nothing has it would keep Escape from the dialog.
fn asks_anew(view: &View<'_>, ui: &Ui, first: &str) -> bool {
    // nothing takes the keyboard while the dialog is measured
    if ui.is_sizing_pass() {
        return false;
    }
    let refused = view.app.sessions().visit().and_then(|visit| visit.account.dialog.as_ref()?.refused);
    let pass = ui.ctx().cumulative_pass_nr();
    let id = egui::Id::new("account.asked");
    let before = ui.data_mut(|data| {
        data.get_temp_mut_or_default::<Option<Asked>>(id).replace((first.to_owned(), refused, pass))
    });
    let Some((field, said, last)) = before else { return true };
    // it was closed meanwhile
    let is_new = pass > last + 1 || field != first;
    is_new || (refused.is_some() && refused != said)
}

/// Shows password fields, and returns whether Enter was pressed in one.
fn fields(view: &View<'_>, ui: &mut Ui, fields: &[Field], actions: &mut Vec<Action>) -> bool {
    let is_empty = |field: &&Field| matches!(&field.entry, Entry::Secret(_, secret) if secret.0.is_empty());
    if let Some(first) = fields.first().filter(is_empty)
        && asks_anew(view, ui, &first.id)
    {
        widgets::focus(ui.ctx(), &first.id);
    }
    let (mut entered, mut next) = (false, None);
    for (index, field) in fields.iter().enumerate() {
        caption(ui, &field.label);
        if entry(ui, field, ui.available_width(), actions) {
            // Enter goes on to what is still to be typed
            next = fields[index + 1..].iter().find(is_empty);
            entered = next.is_none();
        }
    }
    // at the end, so that the same Enter is not that of the next field
    if let Some(next) = next {
        widgets::focus(ui.ctx(), &next.id);
    }
    entered
}
