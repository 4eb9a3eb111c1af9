//! The first screen of a user who has followed the link to an invitation: who invites and to what, with the
//! board, a name, and one button.

use super::join::focus_asked;
use super::parts::{self, CardLook, card, inside, region};
use super::view::{View, entry};
use super::{invitation, links, local_form, status_line};
use crate::small_boards;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::lobby::previews::Board;
use chuhe_view::invitation::FollowedView;
use egui::{Align, Align2, Context, Id, Key, Rect, Sense, Ui, vec2};

/// The height of the head with the name of the program.
const HEAD: f32 = 50.0;
/// The height of the status line at the bottom.
const BOTTOM: f32 = 50.0;
/// The largest size of the card, except on phones, where it takes all the room.
const LARGEST: egui::Vec2 = vec2(660.0, 560.0);
/// The least height of the name, the buttons and the line below them.
const FORM: f32 = 130.0;
/// The least height of who invites and the terms, below a board.
const WORDS: f32 = 130.0;
/// The space between the terms and the name.
const GAP: f32 = 8.0;
/// The height of the choice of the pieces.
const PIECES: f32 = 40.0;
/// A board is this much higher than wide.
const HIGH: f32 = 1.1;

/// Shows the invitation whose link the user has followed; returns whether there is one.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) -> bool {
    let Some(followed) = FollowedView::before_joining(&view.model()) else { return false };
    let followed = &followed;
    let window = ctx.screen_rect();
    region(ctx, "start", window, |ui| {
        let (head, rest) = window.split_top_bottom_at_y(window.top() + HEAD);
        let at = head.left_center() + vec2(14.0, 0.0);
        parts::brand(ui, at, Align2::LEFT_CENTER, view.text.app_name, 34.0);
        parts::from_right(ui, head.shrink2(vec2(8.0, 0.0)), Align::Center, |ui| {
            links::links(view, ui, actions);
            actions.extend(followed.learn.as_ref().and_then(|learn| parts::linked(ui, learn)));
        });
        let room = rest.shrink2(vec2(8.0, 0.0)).with_max_y(rest.bottom() - BOTTOM.min(rest.height() * 0.08));
        let largest = if view.area.form.is_phone() { room.size() } else { LARGEST };
        let place = Rect::from_center_size(room.center(), room.size().min(largest));
        card(ui, place, CardLook::Plain);
        let inner = place.shrink2(vec2(16.0, 14.0));
        // as high as in the last frame
        let form_id = ui.id().with(("invited.form", followed.password.is_some()));
        let form_height = ui.data(|data| data.get_temp(form_id)).unwrap_or(FORM);
        let (left, right) = inner.split_left_right_at_fraction(0.46);
        let is_beside = inner.width() > inner.height();
        let texts = if is_beside { right } else { inner };
        // never above the card
        let (above, below) = texts.split_top_bottom_at_y((texts.bottom() - form_height).max(texts.top()));
        let above = above.with_max_y((above.bottom() - GAP).max(above.top()));
        let (board_place, terms) = if is_beside {
            (left.with_max_x(left.right() - 12.0), above)
        } else {
            let room = (above.height() - WORDS).max(0.0);
            let high = (above.height() * 0.5).min(above.width() * HIGH).min(room);
            let (top, bottom) = above.split_top_bottom_at_y(above.top() + high);
            (top, bottom.with_min_y(bottom.top() + 8.0))
        };
        let board_place = pieces(view, ui, followed, board_place, actions);
        board(view, ui, followed, board_place);
        inside(ui, "invited.terms", terms, |ui| words(view, ui, followed));
        if form_height > below.height() {
            let spacing = ui.spacing().item_spacing;
            parts::scroll(ui, "invited.form", below, false, |ui| {
                ui.spacing_mut().item_spacing = spacing;
                form(view, ui, followed, form_id, actions);
            });
        } else {
            inside(ui, "invited.form", below, |ui| form(view, ui, followed, form_id, actions));
        }
        let bottom = window.shrink2(vec2(20.0, 0.0)).with_min_y(window.bottom() - BOTTOM);
        status_line::bottom_line(view, ui, bottom, window.center().x, actions);
    });
    true
}

/// Shows the choice of the pieces at the end of the place of the board, which shows them at once; returns the rest.
fn pieces(
    view: &View<'_>,
    ui: &mut Ui,
    followed: &FollowedView,
    place: Rect,
    actions: &mut Vec<Action>,
) -> Rect {
    let Some(pieces) = &followed.pieces else { return place };
    let high = theme::height(ui.ctx(), PIECES);
    let (above, below) = place.split_top_bottom_at_y(place.bottom() - high);
    inside(ui, "invited.pieces", below, |ui| {
        ui.horizontal(|ui| actions.extend(local_form::pieces(view, ui, pieces)));
    });
    above.with_max_y(above.bottom() - GAP)
}

/// Draws the board on which the game begins.
fn board(view: &View<'_>, ui: &mut Ui, followed: &FollowedView, place: Rect) {
    let Some(board) = followed.offered.as_ref().and_then(Board::at_start) else { return };
    let wide = place.width().min(place.height() / HIGH);
    let drawn = Rect::from_center_size(place.center(), vec2(wide, wide * HIGH));
    small_boards::paint_scene(ui.painter(), &board.scene(drawn, &view.theme));
    let response = ui.interact(drawn, ui.id().with("invited.board"), Sense::hover());
    let game = followed.terms.as_ref().and_then(|terms| terms.summary.first());
    ui_trace::record(ui, "invited.board", game.map_or("", |game| game), &response);
}

/// Shows who invites, and the terms, which scroll if they need more room.
fn words(view: &View<'_>, ui: &mut Ui, followed: &FollowedView) {
    let place = ui.max_rect();
    parts::scroll(ui, "invited.words", place, false, |ui| {
        invitation::words(view, ui, followed, place.height());
        followed.refusal.iter().for_each(|why| invitation::refusal(view, ui, why));
    });
}

/// Shows the name and the buttons.
fn form(view: &View<'_>, ui: &mut Ui, followed: &FollowedView, id: Id, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    let mut entered = !view.is_covered() && view.pressed(ui.ctx(), Key::Enter);
    for field in followed.name.iter().chain(&followed.password) {
        parts::caption(ui, &field.label);
        entered |= entry(ui, field, width, actions);
        ui.add_space(8.0);
    }
    focus_asked(view, ui, followed.name.as_ref(), followed.password.as_ref());
    ui.horizontal_wrapped(|ui| {
        if let Some(accept) = &followed.accept {
            let clicked = parts::offered_of(ui, accept, (width * 0.62).min(260.0));
            actions.extend(clicked.or_else(|| accept.press().filter(|_| entered)));
        }
        actions.extend(followed.retry.as_ref().and_then(|retry| parts::offered(ui, retry)));
        for way in &followed.instead {
            actions.extend(parts::offered(ui, way));
        }
        actions.extend(parts::offered(ui, &followed.dismiss));
    });
    parts::message(view, ui, followed.state.as_ref(), 24.0);
    let height = ui.min_rect().height();
    let before: Option<f32> = ui.data_mut(|data| {
        let before = data.get_temp(id);
        data.insert_temp(id, height);
        before
    });
    if before != Some(height) {
        ui.ctx().request_repaint();
    }
}
