//! The first screen of a user who has followed the link to an invitation: who invites and to what, with the
//! board, a name, and one button.

use super::disabled::permitted;
use super::join;
use super::parts::{self, CardLook, card, inside, region};
use super::view::{View, field};
use super::{invitation, links, status_line};
use crate::small_boards;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use crate::widgets::{self, ButtonKind};
use chuhe_model::actions::action::{Action, Field, InvitationAction, JoinAction};
use chuhe_model::connection::link::Status;
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_model::lobby::previews::Board;
use chuhe_protocol::Refusal;
use egui::{Align2, Context, Key, Rect, Sense, Ui, vec2};

/// The height of the head with the name of the program.
const HEAD: f32 = 50.0;
/// The height of the status line at the bottom.
const BOTTOM: f32 = 50.0;
/// The largest size of the card, except on phones, where it takes all the room.
const LARGEST: egui::Vec2 = vec2(660.0, 560.0);
/// The height of the name, the buttons and the line below them.
const FORM: f32 = 150.0;
/// Its height where the fields are for fingers.
const PHONE_FORM: f32 = 176.0;
/// A board is this much higher than wide.
const HIGH: f32 = 1.1;

pub(super) fn show(view: &View<'_>, ctx: &Context, followed: &FollowedInvitation, actions: &mut Vec<Action>) {
    let window = ctx.screen_rect();
    region(ctx, "start", window, |ui| {
        let (head, rest) = window.split_top_bottom_at_y(window.top() + HEAD);
        let at = head.left_center() + vec2(14.0, 0.0);
        parts::brand(ui, at, Align2::LEFT_CENTER, view.text.app_name, 34.0);
        let corner = egui::UiBuilder::new()
            .max_rect(head.shrink2(vec2(8.0, 0.0)))
            .layout(egui::Layout::right_to_left(egui::Align::Center));
        ui.scope_builder(corner, |ui| links::links(view, ui, actions));
        let room = rest.shrink2(vec2(8.0, 0.0)).with_max_y(rest.bottom() - BOTTOM.min(rest.height() * 0.08));
        let largest = if view.area.form.is_phone() { room.size() } else { LARGEST };
        let place = Rect::from_center_size(room.center(), room.size().min(largest));
        card(ui, place, CardLook::Plain);
        let inner = place.shrink2(vec2(16.0, 14.0));
        let form_height = if view.area.form.is_phone() { PHONE_FORM } else { FORM };
        if inner.width() > inner.height() {
            let (left, right) = inner.split_left_right_at_fraction(0.46);
            board(view, ui, followed, left.with_max_x(left.right() - 12.0));
            let (above, below) = right.split_top_bottom_at_y(right.bottom() - form_height);
            inside(ui, "invited.terms", above, |ui| words(view, ui, followed));
            inside(ui, "invited.form", below, |ui| form(view, ui, followed, actions));
        } else {
            let (above, below) = inner.split_top_bottom_at_y(inner.bottom() - form_height);
            let high = (above.height() * 0.5).min(above.width() * HIGH);
            let (top, bottom) = above.split_top_bottom_at_y(above.top() + high);
            board(view, ui, followed, top);
            let bottom = bottom.with_min_y(bottom.top() + 8.0);
            inside(ui, "invited.terms", bottom, |ui| words(view, ui, followed));
            inside(ui, "invited.form", below, |ui| form(view, ui, followed, actions));
        }
        let bottom = window.shrink2(vec2(20.0, 0.0)).with_min_y(window.bottom() - BOTTOM);
        status_line::bottom_line(view, ui, bottom, window.center().x, actions);
    });
}

/// Draws the board on which the game begins.
fn board(view: &View<'_>, ui: &mut Ui, followed: &FollowedInvitation, place: Rect) {
    let Some(open) = followed.open() else { return };
    let Some(board) = Board::at_start(&open.invitation.terms) else { return };
    let wide = place.width().min(place.height() / HIGH);
    let drawn = Rect::from_center_size(place.center(), vec2(wide, wide * HIGH));
    small_boards::paint_scene(ui.painter(), &board.scene(drawn, &view.theme));
    let response = ui.interact(drawn, ui.id().with("invited.board"), Sense::hover());
    ui_trace::record(ui, "invited.board", &invitation::game_of(view, open), &response);
}

/// Shows who invites, and the terms, which scroll if they need more room.
fn words(view: &View<'_>, ui: &mut Ui, followed: &FollowedInvitation) {
    let place = ui.max_rect();
    parts::scroll(ui, "invited.words", place, false, |ui| {
        widgets::heading(ui, &invitation::heading(view, followed));
        ui.add_space(8.0);
        if let Some(open) = followed.open() {
            invitation::terms(view, ui, open);
        }
        if let Some(refusal) = followed.refusal() {
            let why = egui::RichText::new(view.text.refusal(refusal)).font(theme::plain(theme::TEXT));
            let response = ui.label(why.color(view.theme.red));
            ui_trace::record(ui, "invitation.refusal", &view.text.refusal(refusal), &response);
        }
    });
}

/// Shows the name and the buttons.
fn form(view: &View<'_>, ui: &mut Ui, followed: &FollowedInvitation, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    let mut accepted = false;
    let may = followed.can_be_accepted();
    if may {
        parts::caption(ui, view.text.name);
        let name = &view.app.join_form().name;
        accepted = field(ui, "join.name", Field::Name, name, view.text.name_hint, width, actions);
        ui.add_space(8.0);
    }
    ui.horizontal(|ui| {
        let joins = join::is_joining(&view.app.link().status());
        if may {
            let wide = (width * 0.62).min(260.0);
            let pending = || Err(view.text.refusal(Refusal::RequestPending));
            let permit = if joins { pending() } else { Ok(()) };
            let button = permitted(ui, "invitation.accept", permit, |ui| {
                widgets::button_of(
                    ui,
                    "invitation.accept",
                    view.text.invitation.play,
                    ButtonKind::Primary,
                    wide,
                )
            });
            accepted |= button.clicked();
            accepted &= !joins;
        }
        let is_unanswered = followed.open().is_none() && followed.refusal().is_none();
        if is_unanswered
            && matches!(view.app.link().status(), Status::Off(Some(_)))
            && widgets::button(ui, "invited.retry", view.text.retry_now).clicked()
        {
            actions.push(JoinAction::Retry.into());
        }
        let label = if may { view.text.invitation.later } else { view.text.close };
        if widgets::button(ui, "invitation.dismiss", label).clicked() {
            actions.push(InvitationAction::Dismiss.into());
        }
    });
    let waits = may && !view.is_covered();
    if accepted || waits && view.pressed(ui.ctx(), Key::Enter) {
        actions.push(InvitationAction::Accept.into());
    }
    join::state(view, ui);
}
