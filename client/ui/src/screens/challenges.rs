//! The open challenges in the lobby: cards with their terms and the buttons that answer them.

use super::disabled::permitted;
use super::invitation;
use super::parts::{self, CardLook, card, inside};
use super::view::View;
use crate::widgets::line_breaking::join_parts;
use crate::widgets::{self, theme};
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_protocol::ChallengeId;
use chuhe_view::Button;
use chuhe_view::challenge::IncomingView;
use chuhe_view::lobby::LobbyView;
use chuhe_view::outgoing::OutgoingView;
use egui::{Align2, FontId, Galley, Rect, Ui, pos2, vec2};
use std::sync::Arc;

/// The height of the card of a challenge that the user sent.
const OUTGOING: f32 = 64.0;
/// The height of the line in which it says more.
const NOTE: f32 = 28.0;
/// The minimum height of the chat below the challenges.
const CHAT_LEAST: f32 = 250.0;

/// Shows the challenges in a column that scrolls, and returns its lower edge.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    lobby: &LobbyView,
    place: Rect,
    actions: &mut Vec<Action>,
) -> f32 {
    let LobbyView { outgoing, incoming, invitations, .. } = lobby;
    if outgoing.is_empty() && incoming.is_empty() && invitations.is_empty() {
        return place.top();
    }
    let compact = incoming.len() > 1 || place.height() < 600.0;
    let cards = |ui: &Ui, width| -> Vec<Incoming<'_>> {
        incoming.iter().map(|open| Incoming::of(view, ui, open, width, compact)).collect()
    };
    let heights = |ui: &Ui, width, cards: &[Incoming<'_>]| -> f32 {
        let heights = outgoing
            .iter()
            .map(|open| outgoing_height(open, width))
            .chain(cards.iter().map(Incoming::height));
        let invitations = invitations.iter().map(|card| invitation::height(view, ui, card, width));
        heights.chain(invitations).map(|height| height + theme::SPACE).sum()
    };
    // a phone has the chat in a tab, and on its side the challenges beside the list where there is width for both
    let kept = match view.area.form {
        Form::Wide => CHAT_LEAST,
        Form::Landscape if are_beside(view.area.visible.width()) => 0.0,
        Form::Portrait | Form::Landscape => place.height() * 0.4,
    };
    let most = place.height() - kept;
    let (mut width, mut shown) = (place.width(), cards(ui, place.width()));
    let (mut height, mut below) = (heights(ui, width, &shown), 0.0);
    if height > most {
        // leave room for the scroll bar, and for a distance to what is below a card that is cut
        width -= 12.0;
        (shown, height, below) = (cards(ui, width), most - theme::SPACE, theme::SPACE);
    }
    let place = Rect::from_min_size(place.min, vec2(place.width(), height));
    parts::scroll(ui, "lobby.challenges", place, false, |ui| {
        for card in shown {
            let (rect, _) = ui.allocate_exact_size(vec2(width, card.height()), egui::Sense::hover());
            card.show(view, ui, rect, actions);
            ui.add_space(theme::SPACE);
        }
        for card in invitations {
            let height = invitation::height(view, ui, card, width);
            let (rect, _) = ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
            invitation::card(view, ui, card, rect, actions);
            ui.add_space(theme::SPACE);
        }
        for open in outgoing {
            let (rect, _) =
                ui.allocate_exact_size(vec2(width, outgoing_height(open, width)), egui::Sense::hover());
            outgoing_card(view, ui, open, rect, actions);
            ui.add_space(theme::SPACE);
        }
    });
    place.bottom() + below
}

/// The least width of a phone on its side that has the challenges beside the list.
const LEAST_FOR_BOTH: f32 = 540.0;

/// Whether a phone on its side that is so wide has the challenges beside the list.
pub(super) fn are_beside(width: f32) -> bool {
    width >= LEAST_FOR_BOTH
}

/// A card that is narrower has its button below the texts.
const NARROW: f32 = 280.0;

/// Whether the buttons of such a card of this width are below the text: two of them are, and one of a narrow card.
fn has_buttons_below(open: &OutgoingView, width: f32) -> bool {
    open.go_on.is_some() || width < NARROW
}

/// The height of such a card.
fn outgoing_height(open: &OutgoingView, width: f32) -> f32 {
    texts_height(open) + if has_buttons_below(open, width) { 46.0 } else { 0.0 }
}

/// The height of its texts.
fn texts_height(open: &OutgoingView) -> f32 {
    OUTGOING + if open.note.is_some() { NOTE } else { 0.0 }
}

fn outgoing_card(view: &View<'_>, ui: &mut Ui, open: &OutgoingView, rect: Rect, actions: &mut Vec<Action>) {
    card(ui, rect, CardLook::Wash);
    let is_below = has_buttons_below(open, rect.width());
    let inner = rect.shrink2(vec2(if rect.width() < NARROW { 12.0 } else { 20.0 }, 0.0));
    let texts = inner.with_max_y(inner.top() + texts_height(open));
    let button = vec2(if open.go_on.is_some() { (inner.width() - 8.0) / 2.0 } else { 84.0 }, 38.0);
    let wide = if is_below { inner.width() } else { inner.width() - button.x - 12.0 };
    let first = texts.left_top() + vec2(0.0, OUTGOING / 2.0);
    let at = first - vec2(0.0, 11.0);
    let bold = theme::bold(16.0);
    let message = match &open.name {
        Some(name) => parts::text_with_name(ui, name, &bold, wide, |short| open.heading.replace(name, short)),
        None => open.heading.clone(),
    };
    parts::in_two_lines(ui, at, &message, bold, view.theme.ink, wide);
    let at = first + vec2(0.0, 12.0);
    let small = theme::plain(theme::TEXT_SMALL);
    let waiting = [&open.waiting.label, &open.waiting.detail];
    let waiting: Vec<String> = waiting.into_iter().filter(|fact| !fact.is_empty()).cloned().collect();
    let first = waiting.first().map_or("", String::as_str);
    let is_whole = !parts::line(ui.ctx(), first, small.clone(), view.theme.sub, wide).elided;
    if !is_whole && parts::fits_two_lines(ui, first, small.clone(), wide) {
        parts::in_two_lines(ui, at, first, small, view.theme.sub, wide);
    } else {
        // where not even two lines hold the terms, as many of them as fit, and all on demand
        let each = || waiting.iter().flat_map(|fact| fact.split(parts::BETWEEN)).map(str::to_owned).collect();
        let facts = if is_whole { waiting } else { each() };
        parts::facts(ui, &open.cancel.id, at, &facts, small, view.theme.sub, wide);
    }
    if let Some(note) = &open.note {
        let (at, small) = (at + vec2(0.0, NOTE - 4.0), theme::plain(theme::TEXT_SMALL));
        parts::in_two_lines(ui, at, &note.label, small, view.theme.sub, wide);
    }
    // the trace finds the button of any challenge
    let is_challenge = open.name.is_some() && !open.is_answer();
    let id = if is_challenge { "challenge.cancel".into() } else { open.cancel.id.clone() };
    let cancel = Button { id, ..open.cancel.clone() };
    let Some(go_on) = &open.go_on else {
        let place = if is_below {
            Rect::from_min_size(texts.left_bottom() - vec2(0.0, 4.0), vec2(inner.width(), button.y))
        } else {
            Rect::from_min_size(inner.right_center() - vec2(button.x, 19.0), button)
        };
        return actions.extend(parts::offered_at(ui, place, &cancel));
    };
    let place = Rect::from_min_size(texts.left_bottom() - vec2(0.0, 4.0), button);
    let places = [place, place.translate(vec2(button.x + 8.0, 0.0))];
    actions.extend(parts::offered_side_by_side(ui, &[go_on, &cancel], &places));
}

/// The card of a challenge to the user, with its text laid out.
struct Incoming<'a> {
    open: &'a IncomingView,
    compact: bool,
    label_width: f32,
    lines: Vec<(&'static str, Arc<Galley>)>,
    /// Whether the link to the reasons for declining is below the buttons, for want of width beside them.
    why_is_below: bool,
    /// Whether the buttons are for fingers.
    is_touch: bool,
}

impl<'a> Incoming<'a> {
    /// Lays out a card of this width; a compact card shows the terms as running text.
    fn of(view: &View<'_>, ui: &Ui, open: &'a IncomingView, width: f32, compact: bool) -> Self {
        let inner = width - 48.0;
        let layout =
            |message: String, size, ink, wide| ui.painter().layout(message, theme::plain(size), ink, wide);
        let why = layout(open.because.to_owned(), theme::TEXT_SMALL, view.theme.sub, inner);
        let buttons = (inner * 0.36).max(ACCEPT) + 12.0 + DECLINE + 6.0;
        let is_touch = theme::is_touch(ui.ctx());
        let why_is_below = buttons + why.size().x + 8.0 > inner;
        if compact {
            let message = join_parts(ui.ctx(), &open.terms.summary, &theme::plain(14.0), inner);
            let lines = vec![("", layout(message, 14.0, view.theme.sub, inner))];
            return Self { open, compact, label_width: 0.0, lines, why_is_below, is_touch };
        }
        let terms = &open.terms.lines;
        let wide = |label: &str| layout(label.to_owned(), 14.0, view.theme.sub, inner).size().x + 14.0;
        let label_width = terms.iter().map(|(label, _)| wide(label)).fold(62.0, f32::max);
        let layout_line =
            |message: &str| layout(message.to_owned(), theme::TEXT, view.theme.ink, inner - label_width);
        let lines = terms.iter().map(|(label, message)| (*label, layout_line(message))).collect();
        Self { open, compact, label_width, lines, why_is_below, is_touch }
    }

    fn line_height(text: &Galley) -> f32 {
        (text.size().y + 8.0).max(30.0)
    }

    fn height(&self) -> f32 {
        let lines: f32 = self.lines.iter().map(|(_, text)| Self::line_height(text)).sum();
        let fingers = if self.is_touch { theme::TOUCH - 38.0 } else { 0.0 };
        let why = if self.is_touch { theme::TOUCH } else { WHY };
        let why = if self.why_is_below { why } else { 0.0 };
        lines + fingers + why + if self.compact { 116.0 } else { 130.0 }
    }

    fn show(&self, view: &View<'_>, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
        card(ui, rect, CardLook::Accent);
        let inner = rect.shrink2(vec2(24.0, if self.compact { 18.0 } else { 20.0 }));
        let (ink, sub) = (view.theme.ink, view.theme.sub);
        let usual = if self.compact { theme::TEXT_LARGE } else { theme::TEXT_HEADING };
        let wide = inner.width() - 56.0;
        let with_name = |size: f32| {
            let (name, font) = (&self.open.name, theme::bold(size));
            (parts::text_with_name(ui, name, &font, wide, |name| view.text.challenge_by(name)), font)
        };
        let fits = |(message, font): &(String, FontId)| {
            !parts::line(ui.ctx(), message, font.clone(), ink, wide).elided
        };
        let found = [usual, theme::TEXT].map(with_name).into_iter().find(fits);
        let (message, heading) = found.unwrap_or_else(|| with_name(theme::TEXT_SMALL));
        parts::text(ui, inner.min, Align2::LEFT_TOP, &message, heading, ink, wide);
        let at = pos2(inner.right(), inner.top() + 14.0);
        parts::text(
            ui,
            at,
            Align2::RIGHT_CENTER,
            &self.open.left,
            theme::plain(theme::TEXT_SMALL),
            sub,
            56.0,
        );
        let mut top = inner.top() + if self.compact { 33.0 } else { 42.0 };
        for (label, text) in &self.lines {
            let at = pos2(inner.left(), top);
            parts::text(ui, at, Align2::LEFT_TOP, label, theme::plain(14.0), sub, self.label_width);
            ui.painter().galley(at + vec2(self.label_width, -1.0), text.clone(), ink);
            top += Self::line_height(text);
        }
        let below = if self.why_is_below { theme::height(ui.ctx(), WHY) } else { 0.0 };
        let height = theme::height(ui.ctx(), 38.0);
        let answer = Rect::from_min_max(pos2(inner.left(), inner.bottom() - height - below), inner.max);
        let settled = has_settled(ui, self.open.id, answer);
        ui.add_enabled_ui(settled, |ui| answers(ui, self.open, self.why_is_below, answer, actions));
    }
}

/// Tests if the buttons of a challenge have been in their place for a moment.
pub(super) fn has_settled(ui: &Ui, id: ChallengeId, place: Rect) -> bool {
    parts::has_settled(ui, egui::Id::new(("settled", id)), place)
}

/// The least width of the button that accepts.
const ACCEPT: f32 = 96.0;
/// The width of the button that declines.
const DECLINE: f32 = 96.0;
/// The height of the link to the reasons for declining.
const WHY: f32 = 27.0;

fn answers(ui: &mut Ui, open: &IncomingView, why_is_below: bool, place: Rect, actions: &mut Vec<Action>) {
    let height = theme::height(ui.ctx(), 38.0);
    let accept = Rect::from_min_size(place.min, vec2((place.width() * 0.36).max(ACCEPT), height));
    let decline = Rect::from_min_size(accept.right_top() + vec2(12.0, 0.0), vec2(DECLINE, height));
    let both = [&open.accept, &open.decline];
    actions.extend(parts::offered_side_by_side(ui, &both, &[accept, decline]));
    let at = if why_is_below {
        accept.left_bottom() + vec2(-4.0, 4.0)
    } else {
        decline.right_top() + vec2(6.0, 6.0)
    };
    let at = if height > 38.0 && !why_is_below { decline.right_top() + vec2(6.0, 0.0) } else { at };
    let more = Rect::from_min_size(at, vec2(place.right() - at.x, theme::height(ui.ctx(), WHY)));
    inside(ui, &format!("why.{}", open.id), more, |ui| {
        let link = |ui: &mut Ui| widgets::link(ui, "challenge.why", open.because);
        let button = permitted(ui, "challenge.why", open.decline.permit.clone(), link);
        let popup = egui::Id::new(("why", open.id));
        if button.clicked() {
            ui.memory_mut(|memory| memory.toggle_popup(popup));
        }
        let close = egui::PopupCloseBehavior::CloseOnClick;
        egui::popup_below_widget(ui, popup, &button, close, |ui| {
            ui.set_min_width(150.0);
            for reason in &open.reasons {
                actions.extend(parts::linked(ui, reason));
            }
            ui.separator();
            actions.extend(parts::linked(ui, &open.block));
        });
    });
}
