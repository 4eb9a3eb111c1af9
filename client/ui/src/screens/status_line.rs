//! The line at the bottom of a screen: a lost connection, notices, and pending requests.

use super::challenges::has_settled;
use super::lost::Lost;
use super::notices;
use super::parts;
use super::view::View;
use crate::widgets::ButtonKind;
use crate::widgets::line_breaking::break_lines;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use chuhe_app::Screen;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, JoinAction, LobbyAction, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::OpenChallenge;
use chuhe_protocol::DeclineReason;
use egui::{Align2, Area, Id, Order, Rect, Sense, Stroke, Ui, pos2, vec2};

/// The width below which the links of a footer are under the status line.
const NARROW: f32 = 820.0;
/// How far the frame of a message with buttons reaches above half of a narrow footer.
const FRAME: f32 = 3.0;

/// Returns the places of the status line and of the links in a footer. They are the same, unless the links are
/// under the line for want of width.
pub(super) fn split_footer(place: Rect) -> (Rect, Rect) {
    let line = place.with_max_y(place.top() + place.height().min(60.0));
    if place.width() >= NARROW {
        return (line, line);
    }
    line.translate(vec2(0.0, FRAME)).split_top_bottom_at_fraction(0.5)
}

/// Shows the most urgent of these, and returns whether there was any: a lost connection, a
/// notice, a challenge to a user who does not see the lobby, or paused games.
///
/// `place` is the room of the line, and a short notice is centred on `middle`. On a phone, a notice has a place of
/// its own; see [`notices`].
pub(super) fn bottom_line(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    middle: f32,
    actions: &mut Vec<Action>,
) -> bool {
    let visiting = view.app.visit().is_some();
    let is_noticed = notices::is_shown(ui.ctx()) && !view.area.form.is_phone();
    if let Some(lost) = Lost::of(view, view.app.link()).filter(|_| visiting) {
        // a click while there is no connection is answered first
        if is_noticed {
            notices::place(ui.ctx(), place, middle);
        } else {
            connection(view, ui, &lost, place, actions);
        }
    } else if is_noticed {
        notices::place(ui.ctx(), place, middle);
    } else if let Some(lost) = lost_in_background(view) {
        connection(view, ui, &lost, place, actions);
    } else if let Some(open) = view.app.challenge_at_board() {
        challenged_meanwhile(view, ui, open, place, actions);
    } else if let Some(name) = challenger(view) {
        challenged(view, ui, name, place, actions);
    } else if view.app.visit().is_some_and(Visit::is_paused) {
        paused(view, ui, place);
    } else {
        return false;
    }
    true
}

/// The lost connection to a server in the background, with its host.
fn lost_in_background(view: &View<'_>) -> Option<Lost> {
    view.app.server_visit().filter(|_| view.app.has_background_server())?;
    let link = view.app.server_link();
    let lost = Lost::of(view, link)?;
    let host = link.server().map_or("", |server| server.host.as_str());
    let labelled = lost.messages.iter().map(|message| view.text.labelled(host, message)).collect::<Vec<_>>();
    let messages = labelled.into_iter().chain(lost.messages).chain([view.text.offline.to_owned()]).collect();
    Some(Lost { messages, ..lost })
}

/// Shows a lost connection, and returns where.
fn connection(view: &View<'_>, ui: &mut Ui, lost: &Lost, place: Rect, actions: &mut Vec<Action>) -> Rect {
    let mut chips = vec![("connection.leave", view.text.leave_server, vec![Action::Join(JoinAction::Leave)])];
    if lost.retry {
        chips.insert(0, ("connection.retry", view.app.retry_label(), vec![Action::Join(JoinAction::Retry)]));
    }
    line_with_chips(view, ui, &lost.messages, lost.inks, place, chips, actions)
}

/// Returns the name of a player who has challenged the user while another screen covers the lobby.
fn challenger<'a>(view: &View<'a>) -> Option<&'a str> {
    let visit = view.app.visit()?;
    let watches = visit.table().is_some_and(|table| table.seat().is_none());
    let away = matches!(view.app.screen(), Screen::Review | Screen::SetUp) || watches;
    let mut incoming = visit.lobby().incoming(visit.me());
    let open = incoming.find(|_| away)?;
    Some(&open.name)
}

fn challenged(view: &View<'_>, ui: &mut Ui, name: &str, place: Rect, actions: &mut Vec<Action>) {
    let steps = [
        (view.app.set_up().is_some(), Action::SetUp(SetUpAction::Discard)),
        (view.app.reviewing().is_some(), Action::Review(ReviewAction::Leave)),
        (view.app.table().is_some(), Action::Table(TableAction::Leave)),
    ];
    let steps = steps.into_iter().filter_map(|(needed, action)| needed.then_some(action)).collect();
    let chips = vec![("challenge.see", view.text.to_lobby, steps)];
    let inks = [view.theme.ink, view.theme.jade];
    line_with_chips(view, ui, &[view.text.challenge_by(name)], inks, place, chips, actions);
}

/// Shows a challenge to a user at a board, and lets them answer it.
fn challenged_meanwhile(
    view: &View<'_>,
    ui: &mut Ui,
    open: &OpenChallenge,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let (id, terms) = (open.challenge.id, &open.challenge.terms);
    // where there is little room, the seconds are left out first
    let message = [
        view.text.challenge_by(&open.name),
        view.text.game_choice(GameChoice::of(terms.game.kind())).to_owned(),
        view.text.time_short(terms.opponent_time),
        view.text.seconds_left(view.seconds_until(open.expires_at)),
    ];
    let message: Vec<String> = (1..=message.len()).rev().map(|parts| message[..parts].join(" · ")).collect();
    // a click that was meant for something else must not answer it
    let answer = |action| {
        if has_settled(ui, open.challenge.id, place) { vec![Action::Lobby(action)] } else { Vec::new() }
    };
    let accept = answer(LobbyAction::Accept(id));
    let decline = answer(LobbyAction::Decline(id, DeclineReason::Unspecified));
    let chips = vec![
        ("challenge.accept", view.text.accept, accept),
        ("challenge.decline", view.text.decline, decline),
    ];
    let inks = [view.theme.ink, view.theme.jade];
    line_with_chips(view, ui, &message, inks, place, chips, actions);
}

/// Shows a message that stays until it is resolved, with a chip for each way to resolve it, and returns where.
///
/// It is the first of these messages for which there is room, or the last one, in two lines of small letters if it
/// needs them. The colours are those of the text and of the edge.
fn line_with_chips(
    view: &View<'_>,
    ui: &mut Ui,
    messages: &[String],
    [ink, edge]: [egui::Color32; 2],
    place: Rect,
    chips: Vec<(&str, &str, Vec<Action>)>,
    actions: &mut Vec<Action>,
) -> Rect {
    let Some((longest, shortest)) = messages.first().zip(messages.last()) else { return place };
    if view.area.form.is_phone() {
        return stacked_with_chips(view, ui, longest, [ink, edge], place, chips, actions);
    }
    let (gap, margin, inset) = (6.0, 14.0, 3.0);
    let wide: f32 = chips.iter().map(|(_, label, _)| parts::chip_width(ui, label) + gap).sum();
    let behind = ui.painter().add(egui::Shape::Noop);
    let at = pos2(place.left() + margin, place.center().y);
    let room = place.width() - wide - 2.0 * margin;
    let font = theme::plain(theme::TEXT);
    let fits = |message: &&String| !parts::line(ui.ctx(), message, font.clone(), ink, room).elided;
    let message = match messages.iter().find(fits) {
        Some(message) => parts::text(ui, at, Align2::LEFT_CENTER, message, font.clone(), ink, room),
        None => parts::in_two_lines(ui, at, shortest, font, ink, room),
    };
    let mut left = message.right() + margin;
    for (name, label, steps) in chips {
        let size = vec2(parts::chip_width(ui, label), parts::CHIP);
        let chip = Rect::from_min_size(pos2(left, place.center().y - parts::CHIP / 2.0), size);
        if parts::inside(ui, name, chip, |ui| parts::chip(ui, name, label, false)) {
            actions.extend(steps);
        }
        left = chip.right() + gap;
    }
    let edge = Stroke::new(1.0, edge);
    let around = Rect::from_min_max(place.left_center(), pos2(left - gap + inset, place.center().y));
    let around = around.expand2(vec2(0.0, parts::CHIP / 2.0 + inset));
    let (radius, fill) = (theme::RADIUS_BUTTON + 1, view.theme.panel);
    ui.painter()
        .set(behind, egui::epaint::RectShape::new(around, radius, fill, edge, egui::StrokeKind::Inside));
    around
}

/// Shows such a message on a phone: the chips below it, and both above the end of `place`.
fn stacked_with_chips(
    view: &View<'_>,
    ui: &Ui,
    message: &str,
    [ink, edge]: [egui::Color32; 2],
    place: Rect,
    chips: Vec<(&str, &str, Vec<Action>)>,
    actions: &mut Vec<Action>,
) -> Rect {
    let stacked = |(size, margin, gap): (f32, f32, f32)| {
        let wide = place.width() - 2.0 * margin;
        let text = break_lines(ui.ctx(), message, &theme::plain(size), wide);
        let text = ui.painter().layout(text, theme::plain(size), ink, wide);
        let height = (text.size().y + theme::TOUCH + gap + 2.0 * margin).max(place.height());
        (text, height, margin, gap)
    };
    // a longer message must not cover what is above a place that was meant for both
    let is_meant_for_both = place.height() >= 2.0 * theme::TOUCH;
    let loose = stacked((theme::TEXT, 10.0, theme::SPACE_SMALL));
    let is_loose = !is_meant_for_both || loose.1 <= place.height();
    let (text, height, margin, gap) = if is_loose { loose } else { stacked((theme::TEXT_SMALL, 5.0, 4.0)) };
    let rect = place.with_min_y(place.bottom() - height);
    let area = Area::new(Id::new("line")).order(Order::Middle).fixed_pos(rect.min).constrain(false);
    area.show(ui.ctx(), |ui| {
        // it takes the clicks, and the keyboard passes it by
        let (rect, _) = ui.allocate_exact_size(rect.size(), Sense::CLICK);
        let stroke = Stroke::new(1.0, edge);
        ui.painter().rect(rect, theme::RADIUS_CARD, view.theme.panel, stroke, egui::StrokeKind::Inside);
        let row = rect.shrink(margin).with_min_y(rect.bottom() - margin - theme::TOUCH);
        let above = rect.shrink(margin).with_max_y(row.top() - gap);
        ui.painter().galley((above.left_center() - vec2(0.0, text.size().y / 2.0)).round(), text, ink);
        let width = (row.width() - gap * (chips.len() as f32 - 1.0)) / chips.len() as f32;
        for (index, (name, label, steps)) in chips.into_iter().enumerate() {
            let left = row.left() + (width + gap) * index as f32;
            let at = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
            if parts::button_at(ui, at, name, label, ButtonKind::Plain, Ok(())) {
                actions.extend(steps);
            }
        }
    });
    rect
}

/// Lays out a message in one line, or in more lines if one is too short.
fn whole_lines(
    ctx: &egui::Context,
    message: &str,
    font: &egui::FontId,
    ink: egui::Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let text = parts::line(ctx, message, font.clone(), ink, width);
    if !text.elided {
        return text;
    }
    let broken = break_lines(ctx, message, font, width);
    ctx.fonts(|fonts| fonts.layout(broken, font.clone(), ink, width))
}

/// Shows that games are paused.
fn paused(view: &View<'_>, ui: &mut Ui, place: Rect) {
    let (font, ink, margin) = (theme::plain(theme::TEXT), view.theme.ink, 16.0);
    let text = whole_lines(ui.ctx(), view.text.paused, &font, ink, place.width() - 2.0 * margin);
    let size = vec2(text.size().x + 2.0 * margin, notices::HEIGHT.max(text.size().y + 12.0));
    let rect = Rect::from_min_size(pos2(place.left(), place.center().y - size.y / 2.0), size);
    ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.gold_wash);
    ui.painter().galley((rect.center() - text.size() / 2.0).round(), text, ink);
    let response = ui.interact(rect, ui.id().with("paused"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, view.text.paused));
    ui_trace::record(ui, "paused", view.text.paused, &response);
}
