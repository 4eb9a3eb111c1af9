//! The lobby without other people: the address to pass on, and the last visitors.

use super::parts;
use super::server_address::address_list;
use super::view::View;
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::Button;
use chuhe_view::lobby::AloneView;
use egui::{Align2, Sense, Ui, vec2};

/// The maximum width of the rows: an address and its button belong together.
const WIDEST: f32 = 460.0;
/// How many addresses of this computer fit.
const MOST_ADDRESSES: usize = 8;
const ROW: f32 = 28.0;

pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    alone: &AloneView,
    [computer, invite]: &[Button; 2],
    actions: &mut Vec<Action>,
) {
    ui.add_space(14.0);
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        ui.vertical(|ui| {
            ui.set_max_width((ui.available_width() - 14.0).min(WIDEST));
            let font = theme::plain(theme::TEXT);
            ui.label(egui::RichText::new(alone.message).font(font).color(view.theme.sub));
            ui.add_space(12.0);
            if let Some(addresses) = &alone.addresses {
                address_list(ui, addresses, MOST_ADDRESSES, actions);
                ui.add_space(12.0);
            }
            let room = ui.available_width();
            let wide = |ui: &Ui, button: &Button| widgets::button_width(ui, &button.label).min(room);
            let width = wide(ui, invite);
            actions.extend(parts::offered_filling(ui, invite, width));
            ui.add_space(8.0);
            let width = wide(ui, computer);
            actions.extend(parts::offered_filling(ui, computer, width));
            ui.add_space(16.0);
            visitors(view, ui, alone);
        });
    });
}

/// Shows the buttons of a game without the server and of an invitation side by side. They share what room there is.
pub(super) fn buttons(ui: &mut Ui, ways: &[Button; 2], actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let widths = ways.each_ref().map(|way| widgets::button_width(ui, &way.label));
        let room = ui.available_width() - ui.spacing().item_spacing.x;
        let part = (room / widths.iter().sum::<f32>()).min(1.0);
        for (way, width) in ways.iter().zip(widths) {
            actions.extend(parts::offered_filling(ui, way, width * part));
        }
    });
}

fn visitors(view: &View<'_>, ui: &mut Ui, alone: &AloneView) {
    if alone.visitors.is_empty() {
        return;
    }
    parts::caption(ui, alone.heading);
    for visitor in &alone.visitors {
        let (name, ago) = (&visitor.label, &visitor.detail);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        if !ui.is_rect_visible(rect) {
            continue;
        }
        let fonts = [theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
        parts::name(ui, rect.left_center(), name, fonts, view.theme.ink, rect.width() * 0.6);
        let (font, ink) = (theme::plain(14.0), view.theme.sub);
        parts::text(ui, rect.right_center(), Align2::RIGHT_CENTER, ago, font, ink, rect.width() * 0.38);
        ui_trace::record(ui, &visitor.id, &format!("{name} · {ago}"), &response);
    }
}
