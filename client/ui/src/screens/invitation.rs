//! Invitations: the button that begins one, the card with the link to the user's own, and the dialog
//! of the one whose link the user has followed.

use super::dialog;
use super::disabled::permitted;
use super::parts::{self, CardLook, card};
use super::view::{View, online};
use crate::widgets::qr_code::Modules;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use crate::widgets::{self, ButtonKind};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, InvitationAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_protocol::Refusal;
use egui::{Align2, Context, Rect, Sense, Stroke, Ui, pos2, vec2};

/// The width of the dialog.
const WIDTH: f32 = 440.0;
/// The height of the field with the link.
const LINK: f32 = 36.0;
/// The margins of the card.
const MARGIN: egui::Vec2 = vec2(20.0, 16.0);
/// The gap between buttons, and their height.
const GAP: f32 = 10.0;
const BUTTON: f32 = 38.0;
/// The least width of a button in one row with the others.
const LEAST_BUTTON: f32 = 132.0;
/// The size of the QR code.
const CODE: f32 = 300.0;
/// The height of the card's heading.
const HEADING: f32 = 30.0;

/// Shows the button that opens the form of an invitation, `width` wide.
pub(super) fn button(view: &View<'_>, ui: &mut Ui, width: f32, actions: &mut Vec<Action>) {
    let permit = view.app.may_invite().map_err(|denied| view.text.denied(denied));
    let label = view.text.invitation.heading;
    let button = |ui: &mut Ui| widgets::button_filling(ui, "lobby.invite", label, ButtonKind::Plain, width);
    let button = permitted(ui, "lobby.invite", permit, button);
    if button.on_hover_text(view.text.invitation.hint).clicked() {
        actions.push(InvitationAction::OpenForm.into());
    }
}

/// The time that an invitation is open, in minutes, and at the end in seconds.
pub(crate) fn time_left(view: &View<'_>, open: &OpenInvitation) -> String {
    match view.seconds_until(open.expires_at) {
        seconds @ 0..=99 => view.text.seconds_left(seconds),
        seconds => view.text.invitation.minutes_left(seconds.div_ceil(60)),
    }
}

/// The two who wait for one another: for the player who invites, or for the one who has accepted.
pub(super) struct Wait<'a> {
    open: &'a OpenInvitation,
    /// The other player.
    name: &'a str,
    heading: String,
    /// The name, the label and the action of the button that ends the wait.
    end: (&'static str, &'static str, InvitationAction),
}

impl<'a> Wait<'a> {
    /// The wait of the user, for the player whose invitation they have accepted, or for the one who has
    /// accepted theirs.
    pub(super) fn of(view: &View<'_>, visit: &'a Visit) -> Vec<Self> {
        let text = &view.text.invitation;
        let own = visit.invitation().and_then(|open| {
            let name = open.invitation.accepted_by.as_ref()?.as_str();
            let end = ("invitation.withdraw", text.withdraw, InvitationAction::Withdraw);
            Some(Self { open, name, heading: text.accepted_by(name), end })
        });
        let awaited = visit.awaited().map(|open| {
            let name = open.invitation.name.as_str();
            let end = ("invitation.leave", text.leave, InvitationAction::Leave);
            Self { open, name, heading: text.waiting(name), end }
        });
        own.into_iter().chain(awaited).collect()
    }

    /// When the other player was there, and what happens once both are.
    pub(super) fn explained(&self, view: &View<'_>) -> String {
        let text = &view.text.invitation;
        let seen = self.open.away_s(view.now).map(|seconds| view.text.seen_ago(seconds));
        match seen {
            Some(ago) => format!("{}\n{}", text.seen(self.name, &ago), text.both),
            None => text.both.to_owned(),
        }
    }

    /// The height of the card.
    pub(super) fn height(&self, view: &View<'_>, ui: &Ui, width: f32) -> f32 {
        let wide = width - 2.0 * MARGIN.x;
        let explained =
            ui.painter().layout(self.explained(view), theme::plain(14.0), view.theme.sub, wide).size().y;
        2.0 * MARGIN.y + HEADING + explained + 12.0 + 38.0
    }

    /// Shows the card.
    pub(super) fn card(&self, view: &View<'_>, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
        card(ui, rect, CardLook::Wash);
        let inner = rect.shrink2(MARGIN);
        heading_of(view, ui, &self.heading, self.open, inner);
        let explained = self.explained(view);
        let at = inner.min + vec2(0.0, HEADING);
        let shown = parts::paragraph(ui, at, &explained, theme::plain(14.0), view.theme.sub, inner.width());
        let (name, label, action) = self.end;
        let place =
            Rect::from_min_size(pos2(inner.left(), shown.bottom() + 12.0), vec2(inner.width() * 0.6, 38.0));
        ui_trace::record(
            ui,
            "invitation.wait",
            &explained,
            &ui.interact(shown, ui.id().with(name), Sense::hover()),
        );
        if parts::button_at(ui, place, name, label, ButtonKind::Plain, online(view)) {
            actions.push(action.into());
        }
    }
}

/// Shows the heading of a card, with the time that is left.
fn heading_of(view: &View<'_>, ui: &mut Ui, heading: &str, open: &OpenInvitation, inner: Rect) {
    let (ink, sub) = (view.theme.ink, view.theme.sub);
    let left = time_left(view, open);
    let at = inner.right_top() + vec2(0.0, 10.0);
    let left = parts::text(ui, at, Align2::RIGHT_CENTER, &left, theme::plain(theme::TEXT_SMALL), sub, 130.0);
    let wide = left.left() - inner.left() - 8.0;
    let at = inner.min + vec2(0.0, 10.0);
    parts::text(ui, at, Align2::LEFT_CENTER, heading, theme::bold(theme::TEXT_LARGE), ink, wide);
}

/// The height of the card of the user's own invitation.
pub(super) fn own_height(view: &View<'_>, ui: &Ui, width: f32) -> f32 {
    let wide = width - 2.0 * MARGIN.x;
    let explained = view.text.invitation.explained.to_owned();
    let explained = ui.painter().layout(explained, theme::plain(14.0), view.theme.sub, wide).size().y;
    let count = buttons(view).len();
    let rows = count.div_ceil(grid(count, wide).0) as f32;
    2.0 * MARGIN.y + HEADING + explained + 8.0 + LINK + rows * (BUTTON + GAP)
}

/// Shows the card of the user's own invitation, with its link.
pub(super) fn own_card(
    view: &View<'_>,
    ui: &mut Ui,
    open: &OpenInvitation,
    rect: Rect,
    actions: &mut Vec<Action>,
) {
    card(ui, rect, CardLook::Wash);
    let text = &view.text.invitation;
    let inner = rect.shrink2(MARGIN);
    let (ink, sub) = (view.theme.ink, view.theme.sub);
    heading_of(view, ui, text.open, open, inner);
    let at = inner.min + vec2(0.0, HEADING);
    let explained = parts::paragraph(ui, at, text.explained, theme::plain(14.0), sub, inner.width());
    let field = pos2(inner.left(), explained.bottom() + 8.0);
    let field = Rect::from_min_size(field, vec2(inner.width(), LINK));
    let edge = Stroke::new(1.0, view.theme.border);
    ui.painter().rect(field, theme::RADIUS_BUTTON, view.theme.surface, edge, egui::StrokeKind::Inside);
    let link = view.app.invitation_link().unwrap_or_default();
    let (at, wide) = (field.left_center() + vec2(10.0, 0.0), field.width() - 20.0);
    parts::in_two_lines(ui, at, &link, theme::plain(14.0), ink, wide);
    let response = ui.interact(field, ui.id().with("invitation.link"), Sense::click());
    ui_trace::record(ui, "invitation.link", &link, &response);
    if response.on_hover_text(&link).clicked() {
        actions.push(InvitationAction::Copy.into());
    }
    let buttons = buttons(view);
    let (columns, size) = grid(buttons.len(), inner.width());
    for (n, (name, label, kind, permit, action)) in buttons.into_iter().enumerate() {
        let step = vec2((n % columns) as f32, (n / columns) as f32) * (size + egui::Vec2::splat(GAP));
        let place = Rect::from_min_size(field.left_bottom() + vec2(0.0, GAP) + step, size);
        if parts::button_at(ui, place, name, label, kind, permit) {
            actions.push(action.into());
        }
    }
}

/// A button of the card: its name, label, look, permit and action.
type CardButton = (&'static str, &'static str, ButtonKind, Result<(), String>, InvitationAction);

/// The buttons of the card of the user's own invitation.
fn buttons(view: &View<'_>) -> Vec<CardButton> {
    let text = &view.text.invitation;
    let mut buttons = vec![
        ("invitation.copy", text.copy, ButtonKind::Primary, Ok(()), InvitationAction::Copy),
        ("invitation.code", text.code, ButtonKind::Plain, Ok(()), InvitationAction::ToggleCode),
        ("invitation.withdraw", text.withdraw, ButtonKind::Plain, online(view), InvitationAction::Withdraw),
    ];
    if view.app.shares_links() {
        let share = ("invitation.share", text.share, ButtonKind::Plain, Ok(()), InvitationAction::Share);
        buttons.insert(1, share);
    }
    buttons
}

/// The columns of so many buttons, and the size of each.
fn grid(buttons: usize, width: f32) -> (usize, egui::Vec2) {
    let columns = if width >= buttons as f32 * LEAST_BUTTON { buttons } else { 2 };
    let wide = (width + GAP) / columns as f32 - GAP;
    (columns, vec2(wide, BUTTON))
}

/// Shows the link as a QR code, for a friend beside the user.
pub(super) fn code(view: &View<'_>, ctx: &Context, visit: &Visit, actions: &mut Vec<Action>) {
    let Some(link) = view.app.invitation_link().filter(|_| visit.shows_code()) else { return };
    let Some(modules) = Modules::of(&link) else { return };
    let text = &view.text.invitation;
    let response = dialog::show(view, ctx, "invitation.qr", CODE + 48.0, |ui| {
        widgets::heading(ui, text.code);
        ui.add_space(8.0);
        let room = dialog::room(view, ctx);
        let side = CODE.min(room.x - 48.0).min(room.y - 170.0).max(120.0);
        draw_code(ui, &modules, side, &link);
        ui.add_space(8.0);
        widgets::small(ui, text.code_explained);
        ui.add_space(10.0);
        if widgets::button(ui, "invitation.qr.close", view.text.close).clicked() {
            actions.push(InvitationAction::ToggleCode.into());
        }
    });
    if dialog::closes(view, &response) {
        actions.push(InvitationAction::ToggleCode.into());
    }
}

/// Draws a QR code, dark on light in every theme, as cameras expect it.
fn draw_code(ui: &mut Ui, modules: &Modules, side: f32, link: &str) {
    let (place, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    // whole pixels, so that no module is blurred
    let scale = ui.ctx().pixels_per_point();
    let module = ((side * scale / modules.side() as f32).floor() / scale).max(1.0 / scale);
    let corner = place.center() - egui::Vec2::splat(module * modules.side() as f32 / 2.0);
    let corner = (corner.to_vec2() * scale).round() / scale;
    let square = |x: usize, y: usize, size: usize| {
        let at = corner + vec2(x as f32, y as f32) * module;
        Rect::from_min_size(at.to_pos2(), egui::Vec2::splat(module * size as f32))
    };
    ui.painter().rect_filled(square(0, 0, modules.side()), 0.0, egui::Color32::WHITE);
    for (x, y) in modules.dark() {
        ui.painter().rect_filled(square(x, y, 1), 0.0, egui::Color32::BLACK);
    }
    ui_trace::record(ui, "invitation.qr.code", link, &response);
}

/// Shows the dialog of the invitation whose link the user has followed.
pub(super) fn dialog(view: &View<'_>, ctx: &Context, visit: &Visit, actions: &mut Vec<Action>) {
    let Some(followed) = visit.followed().filter(|followed| followed.awaited().is_none()) else { return };
    let response = dialog::show(view, ctx, "invitation", WIDTH, |ui| {
        widgets::heading(ui, &heading(view, followed));
        ui.add_space(8.0);
        if let Some(open) = followed.open() {
            terms(view, ui, open);
            absence(view, ui, open);
        }
        if let Some(refusal) = followed.refusal() {
            let why = egui::RichText::new(view.text.refusal(refusal)).font(theme::plain(theme::TEXT));
            let response = ui.label(why.color(view.theme.red));
            ui_trace::record(ui, "invitation.refusal", &view.text.refusal(refusal), &response);
        }
        ui.add_space(14.0);
        answers(view, ui, followed, actions);
    });
    if dialog::closes(view, &response) {
        actions.push(InvitationAction::Dismiss.into());
    }
}

/// Says who invites, or why nobody does.
pub(super) fn heading(view: &View<'_>, followed: &FollowedInvitation) -> String {
    let text = &view.text.invitation;
    match followed.open() {
        Some(open) => text.from(open.invitation.name.as_str()),
        None if followed.refusal().is_none() => text.asking.to_owned(),
        None => text.over.to_owned(),
    }
}

/// The name of the game.
pub(super) fn game_of(view: &View<'_>, open: &OpenInvitation) -> String {
    view.text.game_choice(GameChoice::of(open.invitation.terms.game.kind())).to_owned()
}

/// Shows the game and the terms, each with its label.
pub(super) fn terms(view: &View<'_>, ui: &mut Ui, open: &OpenInvitation) {
    let (terms, game) = (&open.invitation.terms, game_of(view, open));
    let lines = std::iter::once((view.text.game, game, true)).chain(view.text.challenge_terms(terms));
    egui::Grid::new("invitation.terms").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
        for (label, message, _) in lines {
            ui.label(egui::RichText::new(label).font(theme::plain(14.0)).color(view.theme.sub));
            let message = egui::RichText::new(message).font(theme::plain(theme::TEXT)).color(view.theme.ink);
            ui.add(egui::Label::new(message).wrap());
            ui.end_row();
        }
    });
}

/// Says when the player who invites was there, if they are away.
fn absence(view: &View<'_>, ui: &mut Ui, open: &OpenInvitation) {
    let Some(message) = absence_of(view, open) else { return };
    ui.add_space(10.0);
    let shown = egui::RichText::new(&message).font(theme::plain(14.0)).color(view.theme.sub);
    let response = ui.add(egui::Label::new(shown).wrap());
    ui_trace::record(ui, "invitation.away", &message, &response);
}

/// When the player who invites was there, and what happens if the user accepts meanwhile.
fn absence_of(view: &View<'_>, open: &OpenInvitation) -> Option<String> {
    let text = &view.text.invitation;
    let ago = view.text.seen_ago(open.away_s(view.now)?);
    Some(format!("{}\n{}", text.seen(open.invitation.name.as_str(), &ago), text.both))
}

fn answers(view: &View<'_>, ui: &mut Ui, followed: &FollowedInvitation, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let pending = || Err(view.text.refusal(Refusal::RequestPending));
        let permit = if followed.can_be_accepted() { online(view) } else { pending() };
        if followed.can_be_accepted() || followed.is_waiting() && followed.open().is_some() {
            let entered = permit.is_ok() && !view.is_covered() && view.pressed(ui.ctx(), egui::Key::Enter);
            let accept = permitted(ui, "invitation.accept", permit, |ui| {
                widgets::button_of(ui, "invitation.accept", view.text.accept, ButtonKind::Primary, 150.0)
            });
            if accept.clicked() || entered {
                actions.push(InvitationAction::Accept.into());
            }
        }
        let label = if followed.can_be_accepted() { view.text.invitation.later } else { view.text.close };
        if widgets::button(ui, "invitation.dismiss", label).clicked() {
            actions.push(InvitationAction::Dismiss.into());
        }
    });
}
