//! The page of the settings about other players: who may challenge, blocked players, the hosted server.

use super::rows::row;
use crate::screens::disabled::all_permitted;
use crate::screens::parts::{self, chip};
use crate::screens::server_address::address_list;
use crate::screens::view::{View, online};
use crate::widgets;
use crate::widgets::theme;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, PreferencesAction};
use chuhe_model::exchange::hosting::Hosting;
use chuhe_protocol::{BlockedPlayer, ChallengePolicy};
use chuhe_view::join::AddressesView;
use egui::{Align, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

/// Whether there is something to choose here: the user visits a server, or hosts one.
pub(super) fn is_useful(view: &View<'_>) -> bool {
    visit(view).is_some() || matches!(view.app.hosting(), Hosting::Running { .. })
}

pub(super) fn show(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if let Some(visit) = visit(view) {
        preferences(view, ui, visit, actions);
    }
    if let Hosting::Running { port, addresses } = view.app.hosting() {
        parts::caption(ui, &view.text.hosting_at(*port));
        let addresses = AddressesView::hosted(&view.model(), *port, addresses);
        address_list(ui, &addresses, 4, actions);
    }
}

/// The visit to a server other than the one in this program.
fn visit<'a>(view: &View<'a>) -> Option<&'a Visit> {
    view.app.visit().filter(|_| view.app.local().is_none())
}

/// Shows who may challenge the user, and the blocked players.
fn preferences(view: &View<'_>, ui: &mut Ui, visit: &Visit, actions: &mut Vec<Action>) {
    use ChallengePolicy as P;
    let preferences = visit.preferences();
    all_permitted(ui, "settings.policy", online(view), |ui| {
        row(ui, view.text.challenge_policy, |ui| {
            let choices = [
                ("settings.policy.everyone", P::Everyone),
                ("settings.policy.registered", P::Registered),
                ("settings.policy.nobody", P::Nobody),
            ];
            for (name, policy) in choices {
                if chip(ui, name, view.text.policy(policy), preferences.policy() == policy) {
                    actions.push(Action::Preferences(PreferencesAction::Policy(policy)));
                }
            }
        });
        if !preferences.blocked().is_empty() {
            blocked(view, ui, preferences.blocked(), actions);
        }
    });
}

/// The height of a blocked player in the settings.
const BLOCKED_ROW: f32 = 32.0;
/// The most blocked players that are shown without scrolling.
const BLOCKED_ROWS: usize = 5;

/// Lists the blocked players, each with the link that lifts the block.
fn blocked(view: &View<'_>, ui: &mut Ui, players: &[BlockedPlayer], actions: &mut Vec<Action>) {
    parts::caption(ui, view.text.blocked_players);
    let row_height = theme::height(ui.ctx(), BLOCKED_ROW);
    let height = row_height * players.len().min(BLOCKED_ROWS) as f32;
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    parts::scroll(ui, "settings.blocked", place, false, |ui| {
        for BlockedPlayer { player, name } in players {
            let row = vec2(ui.available_width() - 10.0, row_height);
            let (row, _) = ui.allocate_exact_size(row, Sense::hover());
            let link = Rect::from_min_max(pos2(row.right() - 110.0, row.top()), row.max);
            let fonts = [theme::plain(theme::TEXT), theme::plain(14.0)];
            let wide = row.width() - link.width() - 8.0;
            parts::name(ui, row.left_center(), name.as_str(), fonts, view.theme.ink, wide);
            let layout = Layout::right_to_left(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(link).layout(layout), |ui| {
                if widgets::link(ui, &format!("settings.unblock.{name}"), view.text.unblock).clicked() {
                    actions.push(Action::Preferences(PreferencesAction::Unblock(*player)));
                }
            });
        }
    });
}
