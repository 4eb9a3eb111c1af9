//! The card of a player: who they are, what they do, and the games with them.

use super::parts::{self, caption};
use super::view::View;
use super::{dialog, rows};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::games::FinishedRow;
use chuhe_view::player::PlayerView;
use egui::{Align2, Context, Id, Sense, Ui, pos2, vec2};

const WIDTH: f32 = 440.0;
/// The height of a game.
const GAME: f32 = 36.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(card) = PlayerView::of(&view.model()) else { return };
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        widgets::heading(ui, &card.name);
        let response = widgets::small(ui, &card.state);
        ui_trace::record(ui, "player.state", &card.state, &response);
        ui.add_space(10.0);
        games(view, ui, &card, actions);
        ui.add_space(14.0);
    };
    let response = dialog::with_end(view, ctx, "player.card", WIDTH, actions, contents, |ui, actions| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            // a press that was meant for what was here before must not begin a game
            let shown: Vec<_> = card.buttons.iter().map(|button| (&button.id, &button.hint)).collect();
            let settled = parts::row_has_settled(ui, Id::new("player.card"), Id::new(shown));
            for button in card.buttons.iter().chain([&card.close]) {
                actions.extend(parts::offered(ui, button).filter(|_| settled));
            }
        });
    });
    if dialog::closes(view, &response) {
        actions.push(card.close.action.clone());
    }
}

/// Shows the score of the games together, and the latest of them.
fn games(view: &View<'_>, ui: &mut Ui, card: &PlayerView, actions: &mut Vec<Action>) {
    caption(ui, view.text.games_together);
    let font = if card.games.is_empty() { theme::plain(theme::TEXT) } else { theme::bold(theme::TEXT) };
    let ink = if card.games.is_empty() { view.theme.sub } else { view.theme.ink };
    let wide = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(wide, 28.0), Sense::hover());
    parts::text(ui, rect.left_center(), Align2::LEFT_CENTER, &card.score, font, ink, wide);
    ui_trace::record(ui, "player.score", &card.score, &response);
    for game in &card.games {
        row(view, ui, game, actions);
    }
}

/// Shows a game; a click opens it.
fn row(view: &View<'_>, ui: &mut Ui, game: &FinishedRow, actions: &mut Vec<Action>) {
    let (rect, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::height(ui.ctx(), GAME)), Sense::hover());
    let response = parts::clickable(ui, rect, &game.open.id, &game.open.label, false);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.jade.wash);
    }
    let ink = rows::result_ink(view, game.result);
    let middle = rect.center().y;
    let (at, font) = (pos2(rect.right() - 8.0, middle), theme::bold(theme::TEXT));
    let result = view.text.result(game.result);
    let shown = parts::text(ui, at, Align2::RIGHT_CENTER, result, font, ink, rect.width() * 0.3);
    let (at, font) = (pos2(rect.left() + 8.0, middle), theme::plain(14.0));
    let wide = shown.left() - 12.0 - at.x;
    let details = rows::details(ui, &game.known, game.plies.clone(), game.date.clone(), 14.0, wide);
    parts::text(ui, at, Align2::LEFT_CENTER, &details, font, view.theme.sub, wide);
    if response.on_hover_text(&game.open.hint).clicked() {
        actions.push(game.open.action.clone());
    }
}
