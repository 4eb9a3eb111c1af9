//! Invitations: the cards of the lobby, the QR code of a link, and the dialog of the one whose link the user has
//! followed.

use super::dialog;
use super::parts::{self, CardLook};
use super::view::View;
use crate::widgets;
use crate::widgets::line_breaking::join_parts;
use crate::widgets::qr_code::Modules;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::Fact;
use chuhe_view::challenge::TermsView;
use chuhe_view::invitation::{CodeView, FollowedView, InvitationCard};
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
/// The height of a term of the game, with the space below it.
const TERM: f32 = 30.0;
/// The height of the card's heading.
const HEADING: f32 = 30.0;

/// The height of the card of an invitation.
pub(super) fn height(view: &View<'_>, ui: &Ui, card: &InvitationCard, width: f32) -> f32 {
    let wide = width - 2.0 * MARGIN.x;
    let explained = card.explained.clone();
    let explained = ui.painter().layout(explained, theme::plain(14.0), view.theme.sub, wide).size().y;
    let count = card.buttons.len();
    let rows = count.div_ceil(grid(count, wide).0) as f32;
    let below = if card.link.is_some() {
        8.0 + theme::height(ui.ctx(), LINK) + rows * (BUTTON + GAP)
    } else {
        12.0 + BUTTON
    };
    2.0 * MARGIN.y + HEADING + explained + below
}

/// Shows the card of an invitation, with its link if it has one.
pub(super) fn card(
    view: &View<'_>,
    ui: &mut Ui,
    card: &InvitationCard,
    rect: Rect,
    actions: &mut Vec<Action>,
) {
    parts::card(ui, rect, CardLook::Wash);
    let inner = rect.shrink2(MARGIN);
    heading_of(view, ui, card, inner);
    let at = inner.min + vec2(0.0, HEADING);
    let font = theme::plain(14.0);
    let explained = parts::paragraph(ui, at, &card.explained, font.clone(), view.theme.sub, inner.width());
    let Some(link) = &card.link else {
        let response = ui.interact(explained, ui.id().with(card.id), Sense::hover());
        ui_trace::record(ui, "invitation.wait", &card.explained, &response);
        let at = pos2(inner.left(), explained.bottom() + 12.0);
        let place = Rect::from_min_size(at, vec2(inner.width() * 0.6, BUTTON));
        return actions.extend(card.buttons.iter().filter_map(|button| parts::offered_at(ui, place, button)));
    };
    let field = pos2(inner.left(), explained.bottom() + 8.0);
    let field = Rect::from_min_size(field, vec2(inner.width(), theme::height(ui.ctx(), LINK)));
    let edge = Stroke::new(1.0, view.theme.border);
    ui.painter().rect(field, theme::RADIUS_BUTTON, view.theme.surface.fill, edge, egui::StrokeKind::Inside);
    let (at, wide) = (field.left_center() + vec2(10.0, 0.0), field.width() - 20.0);
    parts::in_two_lines(ui, at, &link.label, font, view.theme.ink, wide);
    let response = ui.interact(field, ui.id().with(&link.id), Sense::click());
    ui_trace::record(ui, &link.id, &link.label, &response);
    actions.extend(link.press().filter(|_| response.on_hover_text(&link.label).clicked()));
    let (columns, size) = grid(card.buttons.len(), inner.width());
    let place = |n: usize| {
        let step = vec2((n % columns) as f32, (n / columns) as f32) * (size + egui::Vec2::splat(GAP));
        Rect::from_min_size(field.left_bottom() + vec2(0.0, GAP) + step, size)
    };
    let places: Vec<Rect> = (0..card.buttons.len()).map(place).collect();
    actions.extend(parts::offered_side_by_side(ui, &card.buttons, &places));
}

/// Shows the heading of a card, with the time that is left.
fn heading_of(view: &View<'_>, ui: &Ui, card: &InvitationCard, inner: Rect) {
    let (ink, sub) = (view.theme.ink, view.theme.sub);
    let (at, small) = (inner.right_top() + vec2(0.0, 10.0), theme::plain(theme::TEXT_SMALL));
    let left = parts::text(ui, at, Align2::RIGHT_CENTER, &card.left, small, sub, 130.0);
    let wide = left.left() - inner.left() - 8.0;
    let at = inner.min + vec2(0.0, 10.0);
    let fonts = [theme::bold(theme::TEXT_LARGE), theme::bold(theme::TEXT_SMALL)];
    parts::name(ui, at, &card.heading, fonts, ink, wide);
}

/// The columns of so many buttons, and the size of each.
fn grid(buttons: usize, width: f32) -> (usize, egui::Vec2) {
    let columns = if width >= buttons as f32 * LEAST_BUTTON { buttons } else { 2 };
    let wide = (width + GAP) / columns as f32 - GAP;
    (columns, vec2(wide, BUTTON))
}

/// The least size of the QR code.
const LEAST_CODE: f32 = 120.0;
/// The height of the heading above it.
const CODE_HEADING: f32 = 38.0;
/// The height of all that is around it.
const AROUND_CODE: f32 = 170.0;

/// Shows the link as a QR code, for a friend beside the user.
pub(super) fn code(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(shown) = CodeView::of(&view.model()) else { return };
    let link = &shown.link.label;
    let Some(modules) = Modules::of(link) else { return };
    let end = |ui: &mut Ui, actions: &mut Vec<Action>| actions.extend(parts::offered(ui, &shown.close));
    let contents = |ui: &mut Ui, _: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        let (room, top) = (dialog::room(view, ctx), ui.cursor().top());
        // a phone on its side has no room for it
        if room.y - AROUND_CODE >= LEAST_CODE {
            widgets::heading(ui, shown.heading);
            ui.add_space(8.0);
        }
        let least = AROUND_CODE - CODE_HEADING + ui.cursor().top() - top;
        let side = CODE.min(room.x - 48.0).min(room.y - least).max(LEAST_CODE);
        draw_code(ui, &modules, side, link);
        ui.add_space(8.0);
        widgets::small(ui, &shown.explained.label);
        ui.add_space(10.0);
    };
    let response = dialog::with_end(view, ctx, "invitation.qr", CODE + 48.0, actions, contents, end);
    if dialog::closes(view, &response) {
        actions.extend(shown.close.press());
    }
}

/// Draws a QR code, dark on light in every theme, as cameras expect it.
pub(super) fn draw_code(ui: &mut Ui, modules: &Modules, side: f32, link: &str) {
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
pub(super) fn dialog(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(followed) = FollowedView::in_lobby(&view.model()) else { return };
    let contents = |ui: &mut Ui, _: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        words(view, ui, &followed, f32::INFINITY);
        if let Some(away) = &followed.away {
            ui.add_space(10.0);
            let shown = egui::RichText::new(&away.label).font(theme::plain(14.0)).color(view.theme.sub);
            let response = ui.add(egui::Label::new(shown).wrap());
            ui_trace::record(ui, &away.id, &away.label, &response);
        }
        followed.refusal.iter().for_each(|why| refusal(view, ui, why));
        ui.add_space(14.0);
    };
    let end = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.horizontal(|ui| {
            if let Some(accept) = &followed.accept {
                let entered = !view.is_covered() && view.pressed(ui.ctx(), egui::Key::Enter);
                let clicked = parts::offered_of(ui, accept, 150.0);
                actions.extend(clicked.or_else(|| accept.press().filter(|_| entered)));
            }
            actions.extend(parts::offered(ui, &followed.dismiss));
        });
    };
    let response = dialog::with_end(view, ctx, "invitation", WIDTH, actions, contents, end);
    if dialog::closes(view, &response) {
        actions.extend(followed.dismiss.press());
    }
}

/// Says who invites, and to what: in one sentence where a line for each term is higher than the room.
pub(super) fn words(view: &View<'_>, ui: &mut Ui, followed: &FollowedView, room: f32) {
    let top = ui.cursor().top();
    widgets::heading(ui, &followed.heading);
    let left = top + room - ui.cursor().top();
    if let Some(shown) = &followed.terms {
        let is_low = left < 8.0 + TERM * shown.lines.len() as f32;
        ui.add_space(if is_low { 0.0 } else { 8.0 });
        if is_low {
            let (font, width) = (theme::plain(theme::TEXT), ui.available_width());
            let broken = join_parts(ui.ctx(), &shown.summary, &font, width);
            ui.label(egui::RichText::new(broken).font(font).color(view.theme.ink));
        } else {
            terms(view, ui, shown);
        }
    }
}

/// Says why an invitation cannot be accepted.
pub(super) fn refusal(view: &View<'_>, ui: &mut Ui, why: &Fact) {
    let shown = egui::RichText::new(&why.label).font(theme::plain(theme::TEXT)).color(view.theme.red);
    let response = ui.label(shown);
    ui_trace::record(ui, &why.id, &why.label, &response);
}

/// Shows the game and the terms, each with its label.
fn terms(view: &View<'_>, ui: &mut Ui, terms: &TermsView) {
    egui::Grid::new("invitation.terms").num_columns(2).min_row_height(0.0).spacing(vec2(16.0, 8.0)).show(
        ui,
        |ui| {
            for (label, message) in &terms.lines {
                ui.label(egui::RichText::new(*label).font(theme::plain(14.0)).color(view.theme.sub));
                let message =
                    egui::RichText::new(message).font(theme::plain(theme::TEXT)).color(view.theme.ink);
                ui.add(egui::Label::new(message).wrap());
                ui.end_row();
            }
        },
    );
}
