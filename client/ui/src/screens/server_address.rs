//! The addresses under which others reach a server.

use super::parts::{self, inside};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_view::Button;
use chuhe_view::join::AddressesView;
use egui::{Align2, Rect, Ui, pos2, vec2};

/// Lists the addresses that others can connect to, each with a button that copies it.
pub(super) fn address_list(ui: &mut Ui, shown: &AddressesView, most: usize, actions: &mut Vec<Action>) {
    widgets::small(ui, &shown.explained.label);
    for copy in shown.copies.iter().take(most) {
        address_row(ui, copy, actions);
    }
}

fn address_row(ui: &mut Ui, copy: &Button, actions: &mut Vec<Action>) {
    let (rect, _) = ui.allocate_exact_size(
        vec2(ui.available_width(), theme::height(ui.ctx(), 32.0) + 2.0),
        egui::Sense::hover(),
    );
    let button = parts::chip_width(ui, &copy.label).max(68.0);
    let wide = rect.width() - button - 8.0;
    let (at, ink) = (rect.left_center(), theme::current(ui.ctx()).ink);
    let is_long = parts::line(ui.ctx(), &copy.hint, theme::bold(theme::TEXT), ink, wide).elided;
    let font = if is_long { theme::plain(theme::TEXT_SMALL) } else { theme::bold(theme::TEXT) };
    parts::text(ui, at, Align2::LEFT_CENTER, &copy.hint, font, ink, wide);
    let place = Rect::from_min_max(pos2(rect.right() - button, rect.top() + 1.0), rect.max);
    let is_copied = inside(ui, &format!("copy.{}", copy.id), place, |ui| {
        parts::chip_of(ui, &copy.id, &copy.label, None, false, button).clicked()
    });
    actions.extend(copy.press().filter(|_| is_copied));
}
