//! Users who search for opponents, of whom some leave their games; others play with friends by a link.

use super::random::Random;
use super::user::{UserAction, at_table, register};
use chuhe_app::App;
use chuhe_model::actions::action::{Action, FormAction, InvitationAction, LobbyAction, TableAction};
use chuhe_model::exchange::route::{Place, Route};
use chuhe_model::table::Table;
use chuhe_protocol::{DeclineReason, InvitationCode};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;

/// How a user behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// Does anything.
    Anything,
    /// Searches, and plays on.
    Searches,
    /// Searches, and leaves most games.
    Leaves,
}

/// Chooses the next action of a user with a habit, who is in the lobby or at a table.
pub(super) fn next_action(
    habit: Habit,
    app: &App,
    link: Option<InvitationCode>,
    random: &mut Random,
    now: Timestamp,
) -> Option<UserAction> {
    let Some(table) = app.sessions().table() else {
        return Some(UserAction::Use(in_lobby(app, link, random)));
    };
    let one = |action| Some(UserAction::Use(vec![Action::Table(action)]));
    if table.is_gone() || table.game().is_over() || table.game().seat().is_none() {
        return one(if random.one_in(8) {
            TableAction::Offer(OfferKind::Rematch)
        } else {
            TableAction::Leave
        });
    }
    if habit == Habit::Leaves && !random.one_in(4) {
        return match random.below(3) {
            // refused once both have moved
            0 => one(TableAction::Abort),
            1 if has_moves(table) => Some(UserAction::Close),
            _ => None,
        };
    }
    if random.one_in(6) {
        return one(TableAction::Resign);
    }
    Some(UserAction::Use(at_table(table, app, random, now)))
}

/// Whether a player who leaves abandons the game.
fn has_moves(table: &Table) -> bool {
    table.game().ply() >= 2
}

fn in_lobby(app: &App, link: Option<InvitationCode>, random: &mut Random) -> Vec<Action> {
    let Some(visit) = app.sessions().visit() else { return Vec::new() };
    if !visit.account.is_registered {
        return register();
    }
    if let Some(open) = visit.lobby.incoming(visit.me).next() {
        let decline = LobbyAction::Decline(open.challenge.id, DeclineReason::Later);
        return vec![Action::Lobby(decline)];
    }
    if let Some(code) = link.filter(|_| random.one_in(3)) {
        let follow = Action::Follow(Route::to(Place::Invitation(code)).to_string());
        return vec![follow];
    }
    if visit.invitations.followed.is_some() {
        let next = if random.one_in(3) { InvitationAction::Dismiss } else { InvitationAction::Accept };
        return vec![Action::Invitation(next)];
    }
    if visit.invitations.own.is_some() {
        return if random.one_in(20) {
            vec![Action::Invitation(InvitationAction::Withdraw)]
        } else {
            Vec::new()
        };
    }
    match random.below(10) {
        0 => vec![Action::Invitation(InvitationAction::OpenForm), Action::Form(FormAction::Send)],
        1 if visit.lobby.sought.is_some() => vec![Action::Lobby(LobbyAction::EndSeek)],
        _ if visit.lobby.sought.is_some() => Vec::new(),
        _ => vec![Action::Lobby(LobbyAction::OpenSeekForm), Action::Form(FormAction::Send)],
    }
}
