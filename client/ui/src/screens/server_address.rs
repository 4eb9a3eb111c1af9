//! The addresses of servers: those of the one hosted here, and whether a host is this machine.

use super::parts::{self, inside};
use super::view::View;
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::{Action, JoinAction};
use egui::{Rect, Ui, pos2, vec2};

/// Tests if this host is this machine, so that no traffic crosses a network.
pub(super) fn is_this_machine(host: &str) -> bool {
    ["127.0.0.1", "::1", "localhost"].contains(&host.trim())
}

/// Lists the addresses that others can connect to, each with a button that copies it.
pub(super) fn address_list(
    view: &View<'_>,
    ui: &mut Ui,
    port: u16,
    addresses: &[String],
    most: usize,
    actions: &mut Vec<Action>,
) {
    if addresses.is_empty() {
        widgets::small(ui, view.text.hosting_no_address);
        return;
    }
    widgets::small(ui, view.text.hosting_tell);
    for (index, address) in addresses.iter().take(most).enumerate() {
        address_row(view, ui, index, address, port, actions);
    }
}

/// Shows an address with a button that copies it.
pub(super) fn address_row(
    view: &View<'_>,
    ui: &mut Ui,
    index: usize,
    host: &str,
    port: u16,
    actions: &mut Vec<Action>,
) {
    let address = if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
    let (rect, _) = ui.allocate_exact_size(
        vec2(ui.available_width(), theme::height(ui.ctx(), 32.0) + 2.0),
        egui::Sense::hover(),
    );
    let button = parts::chip_width(ui, view.text.copy).max(68.0);
    let fonts = [theme::bold(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
    let wide = rect.width() - button - 8.0;
    parts::name(ui, rect.left_center(), &address, fonts, view.theme.ink, wide);
    let place = Rect::from_min_max(pos2(rect.right() - button, rect.top() + 1.0), rect.max);
    let copy = inside(ui, &format!("copy.{index}"), place, |ui| {
        parts::chip_of(ui, &format!("host.copy.{index}"), view.text.copy, None, false, button).clicked()
    });
    if copy {
        actions.push(Action::Join(JoinAction::Copy(address)));
    }
}
