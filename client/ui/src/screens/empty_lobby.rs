//! The lobby without other people: the address to pass on, and the last visitors.

use super::parts;
use super::server_address::address_list;
use super::view::View;
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::Button;
use chuhe_view::lobby::AloneView;
use chuhe_view::seek::Ways;
use egui::{Align2, Sense, Ui, Vec2, vec2};

/// The maximum width of the rows: an address and its button belong together.
const WIDEST: f32 = 460.0;
/// How many addresses of this computer fit.
const MOST_ADDRESSES: usize = 8;
const ROW: f32 = 28.0;

/// Shows what an empty lobby says, and the ways to a game if they have no place of their own.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    alone: &AloneView,
    ways: Option<&Ways>,
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
            for way in
                ways.into_iter().flat_map(|ways| [&ways.seek, &ways.terms, &ways.invite, &ways.computer])
            {
                let width = widgets::button_width(ui, &way.label).min(room);
                actions.extend(parts::offered_filling(ui, way, width));
                ui.add_space(8.0);
            }
            ui.add_space(8.0);
            visitors(view, ui, alone);
        });
    });
}

/// The gap between two rows of buttons.
const BETWEEN: f32 = 8.0;

/// The rows of the ways to a game in this width, the most important one first.
fn rows<'a>(ui: &Ui, ways: &'a Ways, room: f32) -> Vec<Vec<&'a Button>> {
    let in_one = vec![&ways.seek, &ways.terms, &ways.computer, &ways.invite];
    let wide: f32 = in_one.iter().map(|way| widgets::button_width(ui, &way.label)).sum();
    if wide + ui.spacing().item_spacing.x * (in_one.len() - 1) as f32 <= room {
        return vec![in_one];
    }
    vec![vec![&ways.seek, &ways.computer], vec![&ways.terms, &ways.invite]]
}

/// How high as many rows of the ways to a game are as this place has room for; 0 without any.
pub(super) fn height(ui: &Ui, ways: &Ways, place: Vec2) -> f32 {
    let row = theme::height(ui.ctx(), theme::HEIGHT_BUTTON) + BETWEEN;
    let most = ((place.y + BETWEEN) / row).floor().max(0.0);
    let rows = most.min(rows(ui, ways, place.x).len() as f32);
    (rows * row - BETWEEN).max(0.0)
}

/// Shows the ways to a game side by side, as many rows as there is room for. Those of a row share its room.
pub(super) fn buttons(ui: &mut Ui, ways: &Ways, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = BETWEEN;
    for row in rows(ui, ways, ui.available_width()) {
        if ui.available_height() < theme::height(ui.ctx(), theme::HEIGHT_BUTTON) - 1.0 {
            break;
        }
        ui.horizontal(|ui| {
            let widths: Vec<f32> = row.iter().map(|way| widgets::button_width(ui, &way.label)).collect();
            let room = ui.available_width() - ui.spacing().item_spacing.x * (row.len() - 1) as f32;
            let part = (room / widths.iter().sum::<f32>()).min(1.0);
            for (way, width) in row.into_iter().zip(widths) {
                actions.extend(parts::offered_filling(ui, way, width * part));
            }
        });
    }
}

/// Shows the ways to a game one below the other, each as wide as the room.
pub(super) fn column(ui: &mut Ui, ways: &Ways, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = BETWEEN;
    for way in [&ways.seek, &ways.computer, &ways.invite] {
        actions.extend(parts::offered_filling(ui, way, ui.available_width()));
    }
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
