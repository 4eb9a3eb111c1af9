//! The halls of a server in the form for joining it.

use super::parts::{self, caption};
use super::view::View;
use crate::widgets::theme;
use chuhe_model::actions::action::{Action, JoinAction};
use egui::{Align2, Ui, pos2, vec2};

/// The height of a row.
const ROW: f32 = 38.0;

/// Lists the halls of the server that the form names, if there is a choice.
pub(super) fn halls(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let form = view.app.join_form();
    let (host, port) = form.address();
    let halls = form.halls.of(&host, port);
    if halls.is_empty() {
        return;
    }
    let remembered = port.and_then(|port| view.app.settings().hall(&host, port));
    caption(ui, view.text.hall);
    for (index, hall) in halls.iter().enumerate() {
        let (row, _) = ui.allocate_exact_size(
            vec2(ui.available_width(), theme::height(ui.ctx(), ROW)),
            egui::Sense::hover(),
        );
        let count = view.text.hall_players(hall.players, hall.capacity);
        let count = if hall.has_room() { count } else { view.text.hall_full.to_owned() };
        let label = format!("{} · {count}", hall.name);
        let is_last = remembered == Some(&hall.name);
        let response = parts::clickable(ui, row, &format!("join.hall.{index}"), &label, is_last);
        let hot = response.hovered() || response.has_focus();
        if hot || is_last {
            ui.painter().rect_filled(row, theme::RADIUS_MARK, view.theme.jade_wash);
        }
        let ink = if hall.has_room() { view.theme.ink } else { view.theme.sub };
        let ink = if hot || is_last { view.theme.jade } else { ink };
        let middle = row.left() + row.width() * 0.6;
        let at = row.left_center() + vec2(10.0, 0.0);
        let name = hall.name.as_str();
        parts::text(ui, at, Align2::LEFT_CENTER, name, theme::plain(theme::TEXT), ink, middle - at.x - 8.0);
        let (at, wide) = (pos2(row.right() - 10.0, row.center().y), row.right() - 10.0 - middle);
        parts::text(ui, at, Align2::RIGHT_CENTER, &count, theme::plain(14.0), view.theme.sub, wide);
        if response.clicked() {
            actions.push(Action::Join(JoinAction::Hall(hall.name.clone())));
        }
    }
}
