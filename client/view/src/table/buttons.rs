//! The buttons of the game, as the user's viewpoint and its state allow them.

use super::super::{Button, Model, Role, coach, guess};
use chuhe_app::evening_table::is_of_evening;
use chuhe_app::local_play::LocalPlay;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, FilesAction, LobbyAction, TableAction};
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_model::notices::denied::Denied;
use chuhe_model::table::{GivingUp, Permits, Table, Viewpoint};
use chuhe_protocol::Refusal;
use chuhe_rules::offers::OfferKind;

pub(super) fn buttons(model: &Model<'_>, visit: &Visit, table: &Table, permits: &Permits<'_>) -> Vec<Button> {
    let leave = |label| Button::new("table.leave", label, TableAction::Leave);
    match table.game().viewpoint() {
        Viewpoint::Player(_) if table.game().is_over() || table.is_gone() => {
            of_evening(model, table, permits).unwrap_or_else(|| after(model, permits))
        }
        Viewpoint::Player(_) if table.game().is_setting_up() => setting_up(model, table, permits),
        Viewpoint::Player(_) => during(model, table, permits),
        Viewpoint::Spectator => {
            let offered =
                watch_rematch(model, visit).into_iter().chain(guess::live_button(model, visit, table));
            offered.chain([leave(model.text.unwatch)]).collect()
        }
        Viewpoint::Reader(_) => vec![leave(model.text.to_games)],
    }
}

/// The button that watches the rematch of a watched game.
fn watch_rematch(model: &Model<'_>, visit: &Visit) -> Option<Button> {
    let watch = LobbyAction::Watch(visit.rematch()?);
    let button = Button::new("watch.rematch", model.text.watch_rematch, watch);
    Some(button.role(Role::Primary).permit(model.online()))
}

/// The button that shows the tournament of a game over it.
fn to_evening(model: &Model<'_>, table: &Table) -> Option<Button> {
    let label = model.text.evening().to_tournament;
    is_of_evening(model.app.sessions(), table)
        .then(|| Button::new("table.tournament", label, EveningAction::BackToEvening))
}

/// The way back from a game of an evening, which has no rematch; `None` after any other game.
fn of_evening(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Option<Vec<Button>> {
    if !is_of_evening(model.app.sessions(), table) {
        return None;
    }
    let text = model.text;
    let back = Button::new("table.tournament", text.back_to_tournament, EveningAction::BackToEvening);
    let leave = Button::new("table.leave", text.to_lobby, TableAction::Leave);
    let permit = model.permit(permits.leave());
    Some(vec![back.role(Role::Primary).permit(permit.clone()), leave.permit(permit)])
}

fn after(model: &Model<'_>, permits: &Permits<'_>) -> Vec<Button> {
    let text = model.text;
    let to_menu = model.app.sessions().local().is_some() && !model.app.sessions().has_background_server();
    let back = if to_menu { text.local.menu } else { text.to_lobby };
    let rematch = permits.offer(OfferKind::Rematch);
    let role = if rematch.is_ok() { Role::Primary } else { Role::Plain };
    vec![
        Button::new("table.rematch", text.rematch, TableAction::Offer(OfferKind::Rematch))
            .role(role)
            .permit(model.permit(rematch)),
        Button::new("table.leave", back, TableAction::Leave).permit(model.permit(permits.leave())),
    ]
}

fn setting_up(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Button> {
    let text = model.text;
    let arrange = model.permit(permits.arrange());
    let withdraw = permits.withdraw_formation();
    let confirm = if withdraw.is_ok() {
        Button::new("setup.withdraw", text.withdraw_formation, TableAction::WithdrawFormation)
    } else {
        Button::new("setup.confirm", text.confirm_formation, TableAction::Confirm)
            .role(Role::Primary)
            .permit(model.permit(permits.confirm_formation()))
    };
    let abort = Button::new("table.abort", text.abort, TableAction::AskGiveUp)
        .role(Role::Danger)
        .permit(model.permit(permits.give_up()));
    [
        confirm,
        Button::new("setup.shuffle", text.shuffle, TableAction::Shuffle).permit(arrange.clone()),
        Button::new("setup.layouts", text.layouts, Action::Files(FilesAction::Open)).permit(arrange),
    ]
    .into_iter()
    .chain([to_evening(model, table).unwrap_or(abort)])
    .collect()
}

fn during(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Button> {
    let (text, local) = (model.text, model.app.sessions().local());
    let mut buttons = Vec::new();
    if table.game().terms().game.has_takebacks() {
        let kind = OfferKind::Takeback;
        let is_shared = local.is_some_and(LocalPlay::is_shared);
        let permit =
            if is_shared { model.app.sessions().shown().may_take_back_here() } else { permits.offer(kind) };
        let takeback = Button::new("table.takeback", text.takeback, TableAction::Offer(kind));
        buttons.push(takeback.permit(model.permit(permit)));
    }
    buttons.extend(hint(model, table));
    let (label, action) = match local {
        // the computer answers at once, and a draw that it accepts ends the game
        Some(local) if !local.is_shared() => (text.local.draw, TableAction::AskDraw),
        Some(_) => (text.local.draw, TableAction::Offer(OfferKind::Draw)),
        None => (text.draw, TableAction::Offer(OfferKind::Draw)),
    };
    let draw = Button::new("table.draw", label, action);
    buttons.push(draw.permit(model.permit(permits.offer(OfferKind::Draw))));
    let to_evening = to_evening(model, table);
    if permits.giving_up() == GivingUp::Abort && to_evening.is_some() {
        // nobody aborts such a game; who must go leaves the tournament
        buttons.extend(to_evening);
        return buttons;
    }
    let (id, label) = match permits.giving_up() {
        GivingUp::Resign => ("table.resign", text.resign),
        GivingUp::Abort => ("table.abort", text.abort),
    };
    let give_up = Button::new(id, label, TableAction::AskGiveUp).role(Role::Danger);
    buttons.push(give_up.permit(model.permit(permits.give_up())));
    buttons.extend(to_evening);
    buttons
}

/// The button that asks the computer for a move, in a game against it.
fn hint(model: &Model<'_>, table: &Table) -> Option<Button> {
    let local = model.app.sessions().local().filter(|local| !local.is_shared())?;
    let text = &model.text.local;
    let label = if local.seeks_hint() { text.hint_sought } else { text.hint };
    let refused = Denied::Refused(Refusal::Illegal(table.game().play().not_your_turn()));
    let permit = if table.is_my_turn() { Ok(()) } else { Err(refused) };
    Some(Button::new("table.hint", label, coach::hint(model)).permit(model.permit(permit)))
}
