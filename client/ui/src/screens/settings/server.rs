//! The page of the settings about other players: who may challenge, blocked players, the hosted server.

use crate::screens::server_address::address_list;
use crate::screens::view::View;
use crate::screens::{described, parts};
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::exchange::hosting::Hosting;
use chuhe_view::join::AddressesView;
use chuhe_view::{Group, Part};
use egui::{Align, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

/// The height of a blocked player in the settings.
const BLOCKED_ROW: f32 = 32.0;
/// The most blocked players that are shown without scrolling.
const BLOCKED_ROWS: usize = 5;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, rows: &[Part], actions: &mut Vec<Action>) {
    for row in rows {
        if let Part::Group(players) = row {
            blocked(view, ui, players, actions);
        } else {
            described::parts(ui, std::slice::from_ref(row), actions);
        }
    }
    if let Hosting::Running { port, addresses } = &view.app.entrance().hosting {
        parts::caption(ui, &view.text.hosting_at(*port));
        let addresses = AddressesView::hosted(&view.model(), *port, addresses);
        address_list(ui, &addresses, 4, actions);
    }
}

/// Lists the blocked players, each with the link that lifts the block.
fn blocked(view: &View<'_>, ui: &mut Ui, players: &Group, actions: &mut Vec<Action>) {
    parts::caption(ui, &players.heading);
    let row_height = theme::height(ui.ctx(), BLOCKED_ROW);
    let height = row_height * players.parts.len().min(BLOCKED_ROWS) as f32;
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    parts::scroll(ui, &players.id, place, false, |ui| {
        for player in &players.parts {
            let Part::Group(player) = player else { continue };
            let row = vec2(ui.available_width() - 10.0, row_height);
            let (row, _) = ui.allocate_exact_size(row, Sense::hover());
            let link = Rect::from_min_max(pos2(row.right() - 110.0, row.top()), row.max);
            let fonts = [theme::plain(theme::TEXT), theme::plain(14.0)];
            let wide = row.width() - link.width() - 8.0;
            parts::name(ui, row.left_center(), &player.heading, fonts, view.theme.ink, wide);
            let layout = Layout::right_to_left(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(link).layout(layout), |ui| {
                for button in player.buttons() {
                    actions.extend(parts::linked(ui, button));
                }
            });
        }
    });
}
