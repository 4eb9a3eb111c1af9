//! The lobby: who is here, the challenges that stand, and the chat.

use super::parts::{self, CardLook, card, inside, region};
use super::{View, account, chat, field, form, join, overlay, widgets};
use crate::core::action::{AccountAction, Action, ChatAction, Field, LobbyAction};
use crate::core::app::Hosting;
use crate::core::lobby::OpenChallenge;
use crate::core::session::Session;
use crate::core::table::Denied;
use crate::core::theme;
use crate::core::widgets::ButtonKind;
use chuhe_protocol::{Activity, Challenge, DeclineReason, GameTerms, Player, Refusal, TakebackPolicy};
use egui::{Align, Align2, Context, Galley, Layout, Rect, Stroke, Ui, UiBuilder, pos2, vec2};
use std::sync::Arc;

const HEADER: f32 = 65.0;
/// The line at the bottom, where something is said in passing.
const BOTTOM: f32 = 42.0;
/// Wider rows only spread their text.
const WIDEST: f32 = 1560.0;
const ROW: f32 = 66.0;
/// The height of a challenge of one's own.
const OUTGOING: f32 = 64.0;
/// The chat has at least this height, however many challenges there are.
const CHAT_LEAST: f32 = 250.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(session) = view.app.session() else { return };
    let window = ctx.screen_rect();
    let edge = if window.width() >= 1100.0 { 36.0 } else { 20.0 };
    let edge = f32::max(edge, (window.width() - WIDEST) / 2.0);
    let tall = window.height() >= 740.0;
    let body = Rect::from_min_max(
        pos2(edge, HEADER + if tall { 23.0 } else { 14.0 }),
        pos2(window.right() - edge, window.bottom() - BOTTOM),
    );
    let right_width = (body.width() * 0.385).clamp(330.0, 520.0);
    let gap = if window.width() >= 1100.0 { 24.0 } else { theme::SPACE };
    let left = Rect::from_min_max(body.min, pos2(body.right() - right_width - gap, body.bottom()));
    let right = Rect::from_min_max(pos2(left.right() + gap, body.top()), body.max);
    region(ctx, "lobby", window, |ui| {
        header(view, ui, session, edge, actions);
        card(ui, left, CardLook::Plain);
        inside(ui, "lobby.players", left.shrink2(vec2(24.0, 14.0)), |ui| players(view, ui, session, actions));
        let chat_top = challenges(view, ui, session, right, actions);
        let chat_place = Rect::from_min_max(pos2(right.left(), chat_top), right.max);
        card(ui, chat_place, CardLook::Plain);
        let inner = chat_place.shrink2(vec2(20.0, 16.0));
        let at = inner.min + vec2(0.0, 2.0);
        let heading = theme::bold(theme::TEXT_NAME);
        parts::text(ui, at, Align2::LEFT_TOP, view.text.lobby_chat, heading, view.theme.ink, inner.width());
        if session.has_muted() {
            let corner = Rect::from_min_size(inner.right_top() - vec2(120.0, 0.0), vec2(124.0, 28.0));
            let builder = UiBuilder::new().max_rect(corner).layout(Layout::right_to_left(Align::Center));
            ui.scope_builder(builder, |ui| {
                if widgets::link(ui, "chat.unmute", view.text.unmute_all).clicked() {
                    actions.push(Action::Chat(ChatAction::UnmuteAll));
                }
            });
        }
        let inner = Rect::from_min_max(inner.min + vec2(0.0, 36.0), inner.max);
        let offline = (!view.app.link().is_joined()).then(|| (view.text.denied)(Denied::Offline));
        chat::show(view, ui, inner, session, session.lobby().chat(), offline, actions);
        let bottom = Rect::from_min_max(body.left_bottom(), pos2(body.right(), window.bottom()));
        overlay::bottom_line(view, ui, bottom, window.center().x, actions);
    });
    form::show(view, ctx, session, actions);
    account::show(view, ctx, session, actions);
}

fn header(view: &View<'_>, ui: &mut Ui, session: &Session, edge: f32, actions: &mut Vec<Action>) {
    let window = ui.max_rect();
    let bar = Rect::from_min_size(window.min, vec2(window.width(), HEADER));
    ui.painter().rect_filled(bar, 0.0, view.theme.panel);
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, Stroke::new(1.5, view.theme.border));
    let middle = bar.center().y;
    let brand = parts::brand(ui, pos2(edge, middle - 1.0), Align2::LEFT_CENTER, view.text.app_name, 28.0);
    let lobby = session.lobby();
    let server = view.app.link().server().map(|server| format!("{}:{} · ", server.host, server.port));
    let state = (view.text.lobby_state)(lobby.count(), lobby.games());
    let mut said = format!("{}{state}", server.unwrap_or_default());
    if lobby.is_shutting_down() {
        said = format!("{said} · {}", view.text.shutting_down);
    }
    let at = pos2(brand.right() + 14.0, middle + 1.0);
    let lock = overlay::lock(view, ui, "lobby.lock", at);
    let (at, wide) = (at + vec2(lock, 0.0), bar.width() * 0.55 - edge - lock);
    parts::text(ui, at, Align2::LEFT_CENTER, &said, theme::plain(14.0), view.theme.sub, wide);
    let right = Rect::from_min_max(pos2(bar.center().x, bar.top()), pos2(bar.right() - edge, bar.bottom()));
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        overlay::settings_link(view, ui, actions);
        own_name(view, ui, session, actions);
    });
}

/// One's own name, with a small triangle: a click opens the dialog of the name.
fn own_name(view: &View<'_>, ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let (font, ink) = (theme::bold(theme::TEXT), view.theme.ink);
    let text = parts::line(ui.ctx(), session.name().as_str(), font, ink, 260.0);
    let (rect, _) = ui.allocate_exact_size(text.size() + vec2(30.0, 10.0), egui::Sense::hover());
    let response = parts::clickable(ui, rect, "account", session.name().as_str(), false);
    let hot = response.hovered() || response.has_focus();
    let ink = if hot { view.theme.jade } else { ink };
    let at = pos2(rect.left() + 6.0, rect.center().y - text.size().y / 2.0);
    ui.painter().galley_with_override_text_color(at, text, ink);
    let tip = rect.right_center() + vec2(-12.0, 3.0);
    let triangle = vec![tip + vec2(-4.5, -4.0), tip + vec2(4.5, -4.0), tip + vec2(0.0, 2.0)];
    let sub = if hot { view.theme.jade } else { view.theme.sub };
    ui.painter().add(egui::Shape::convex_polygon(triangle, sub, Stroke::NONE));
    let known = if session.is_registered() { view.text.registered } else { view.text.not_registered };
    if response.on_hover_text(known).clicked() {
        actions.push(Action::Account(AccountAction::Open));
    }
}

fn players(view: &View<'_>, ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let search = 220.0_f32.min(place.width() * 0.5);
    let at = place.min + vec2(0.0, 19.0);
    let heading = theme::bold(20.0);
    parts::text(
        ui,
        at,
        Align2::LEFT_CENTER,
        view.text.players,
        heading,
        view.theme.ink,
        place.width() - search,
    );
    let at = Rect::from_min_size(pos2(place.right() - search, place.top()), vec2(search, 40.0));
    inside(ui, "lobby.search", at, |ui| {
        field(ui, "lobby.filter", Field::Filter, session.lobby().filter(), view.text.search, search, actions)
    });
    let list = Rect::from_min_max(place.min + vec2(-14.0, 52.0), place.max + vec2(14.0, 0.0));
    let shown = session.lobby().shown(session.me());
    if shown.is_empty() {
        let nobody = session.lobby().filter().trim().is_empty();
        let said = if nobody { view.text.nobody_here } else { view.text.nobody_found };
        let at = list.min + vec2(14.0, 18.0);
        parts::paragraph(ui, at, said, theme::plain(theme::TEXT), view.theme.sub, place.width());
        if nobody && let Hosting::Running { port, addresses } = view.app.hosting() {
            let at = Rect::from_min_max(list.min + vec2(14.0, 80.0), list.max);
            let at = at.with_max_x(at.left() + 380.0_f32.min(place.width()));
            inside(ui, "lobby.addresses", at, |ui| {
                join::address_list(view, ui, *port, addresses, 8, actions)
            });
        }
        return;
    }
    parts::scroll(ui, "lobby.list", list, false, |ui| {
        for player in shown {
            row(view, ui, session, player, actions);
        }
    });
}

fn row(view: &View<'_>, ui: &mut Ui, session: &Session, player: &Player, actions: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let hot = response.contains_pointer();
    let wash = rect.shrink2(vec2(0.0, 2.0));
    if hot {
        ui.painter().rect_filled(wash, theme::RADIUS_BUTTON, view.theme.jade_wash);
    }
    let inner = rect.shrink2(vec2(14.0, 0.0));
    ui.painter().hline(inner.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, view.theme.border));
    let free = player.activity == Activity::Idle;
    let (dot, ink, doing) = match (player.connected, free) {
        (false, _) => (view.theme.hint, view.theme.sub, view.text.offline),
        (true, true) => (view.theme.jade, view.theme.jade, view.text.idle),
        (true, false) => (view.theme.gold, view.theme.gold_ink, view.text.playing),
    };
    let middle = rect.center().y;
    ui.painter().circle_filled(pos2(inner.left() + 14.0, middle), 6.0, dot);
    let button = 100.0;
    let left = inner.left() + 38.0;
    let states = [view.text.idle, view.text.playing, view.text.offline];
    let wide = |text| parts::line(ui.ctx(), text, theme::plain(theme::TEXT), ink, f32::INFINITY).size().x;
    let doing_width = states.map(wide).into_iter().fold(0.0, f32::max) + 18.0;
    let texts = inner.right() - button - 20.0 - left - doing_width;
    let (name_width, detail_width) = (texts * 0.58, texts * 0.42);
    let name = player.name.as_str();
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    parts::name(ui, pos2(left, middle), name, fonts, view.theme.ink, name_width - 12.0);
    let at = pos2(left + name_width, middle);
    parts::text(ui, at, Align2::LEFT_CENTER, doing, theme::plain(theme::TEXT), ink, doing_width);
    let (at, said) = (at + vec2(doing_width, 0.0), detail(view, session, player));
    parts::text(ui, at, Align2::LEFT_CENTER, &said, theme::plain(14.0), view.theme.sub, detail_width);
    let place = Rect::from_min_size(pos2(inner.right() - button, middle - 19.0), vec2(button, 38.0));
    let kind = if hot && free { ButtonKind::Primary } else { ButtonKind::Plain };
    let permit = may_challenge(view, session, player).map_err(|denied| (view.text.denied)(denied));
    let id = format!("lobby.challenge.{name}");
    if parts::button_at(ui, place, &id, view.text.challenge, kind, permit) {
        actions.push(Action::Lobby(LobbyAction::Challenge(player.id)));
    }
}

fn may_challenge(view: &View<'_>, session: &Session, player: &Player) -> Result<(), Denied> {
    let challenged = session.lobby().outgoing(session.me()).any(|open| open.challenge.to == player.id);
    if !view.app.link().is_joined() {
        Err(Denied::Offline)
    } else if session.lobby().is_shutting_down() {
        Err(Denied::Refused(Refusal::ShuttingDown))
    } else if player.activity != Activity::Idle {
        Err(Denied::Refused(Refusal::OpponentBusy))
    } else if challenged {
        Err(Denied::Refused(Refusal::ChallengeStands))
    } else {
        Ok(())
    }
}

fn detail(view: &View<'_>, session: &Session, player: &Player) -> String {
    match player.activity {
        Activity::Playing { opponent, .. } => {
            let opponent = if opponent == session.me() {
                Some(view.text.you)
            } else {
                session.lobby().player(opponent).map(|player| player.name.as_str())
            };
            opponent.map_or_else(String::new, |name| (view.text.against)(name))
        }
        Activity::Idle => (view.text.here_for)(session.lobby().here_for_s(player.id, view.now)),
    }
}

/// The challenges, one below the other, scrolling where they are too many; where they end.
fn challenges(
    view: &View<'_>,
    ui: &mut Ui,
    session: &Session,
    place: Rect,
    actions: &mut Vec<Action>,
) -> f32 {
    let outgoing: Vec<_> = session.lobby().outgoing(session.me()).collect();
    let incoming: Vec<_> = session.lobby().incoming(session.me()).collect();
    if outgoing.is_empty() && incoming.is_empty() {
        return place.top();
    }
    let compact = incoming.len() > 1 || place.height() < 600.0;
    let cards = |ui: &Ui, width| -> Vec<Incoming<'_>> {
        incoming.iter().map(|open| Incoming::of(view, ui, open, width, compact)).collect()
    };
    let heights = |cards: &[Incoming<'_>]| -> f32 {
        let heights = outgoing.iter().map(|_| OUTGOING).chain(cards.iter().map(Incoming::height));
        heights.map(|height| height + theme::SPACE).sum()
    };
    let most = place.height() - CHAT_LEAST;
    let (mut width, mut shown) = (place.width(), cards(ui, place.width()));
    let mut height = heights(&shown);
    if height > most {
        // the bar needs its room only where there is one
        width -= 12.0;
        (shown, height) = (cards(ui, width), most);
    }
    let place = Rect::from_min_size(place.min, vec2(place.width(), height));
    parts::scroll(ui, "lobby.challenges", place, false, |ui| {
        for card in shown {
            let (rect, _) = ui.allocate_exact_size(vec2(width, card.height()), egui::Sense::hover());
            card.show(view, ui, rect, actions);
            ui.add_space(theme::SPACE);
        }
        for open in outgoing {
            let (rect, _) = ui.allocate_exact_size(vec2(width, OUTGOING), egui::Sense::hover());
            outgoing_card(view, ui, open, rect, actions);
            ui.add_space(theme::SPACE);
        }
    });
    place.bottom()
}

fn outgoing_card(view: &View<'_>, ui: &mut Ui, open: &OpenChallenge, rect: Rect, actions: &mut Vec<Action>) {
    card(ui, rect, CardLook::Wash);
    let id = open.challenge.id;
    let inner = rect.shrink2(vec2(20.0, 0.0));
    let button = 84.0;
    let wide = inner.width() - button - 70.0;
    let at = inner.left_center() - vec2(0.0, 11.0);
    let said = (view.text.challenge_to)(&open.name);
    parts::text(ui, at, Align2::LEFT_CENTER, &said, theme::bold(16.0), view.theme.ink, wide);
    let at = inner.left_center() + vec2(0.0, 12.0);
    let small = theme::plain(theme::TEXT_SMALL);
    parts::text(
        ui,
        at,
        Align2::LEFT_CENTER,
        view.text.waiting_for_answer,
        small.clone(),
        view.theme.sub,
        wide,
    );
    let left = (view.text.seconds_left)(view.seconds_until(open.expires_at));
    let at = inner.right_center() - vec2(button + 12.0, 0.0);
    parts::text(ui, at, Align2::RIGHT_CENTER, &left, small, view.theme.sub, 60.0);
    let place = Rect::from_min_size(inner.right_center() - vec2(button, 19.0), vec2(button, 38.0));
    if parts::button_at(ui, place, "challenge.cancel", view.text.cancel, ButtonKind::Plain, heard(view)) {
        actions.push(Action::Lobby(LobbyAction::Cancel(id)));
    }
}

/// The terms from the challenged player's side, each with its label and whether it is understood
/// without.
fn terms(view: &View<'_>, challenge: &Challenge) -> Vec<(&'static str, String, bool)> {
    let text = view.text;
    let mirrored = challenge.terms.mirrored();
    let (mine, theirs) = (mirrored.challenger_time, mirrored.opponent_time);
    let mut lines = vec![(text.colors, (text.color_choice)(mirrored.color).to_owned(), true)];
    if mine == theirs {
        lines.push((text.time, (text.time_control)(mine), true));
    } else {
        lines.push((text.your_time, (text.time_control)(mine), false));
        lines.push((text.opponents_time, (text.time_control)(theirs), false));
    }
    let policy = mirrored.takeback;
    lines.push((text.takebacks, (text.takeback_policy)(policy).to_owned(), policy == TakebackPolicy::Off));
    let GameTerms::Xiangqi { start, .. } = &challenge.terms.game;
    if start.is_some() {
        lines.push((text.start, text.own_start.to_owned(), true));
    }
    lines
}

/// The card of a challenge to the user, its text laid out.
struct Incoming<'a> {
    open: &'a OpenChallenge,
    compact: bool,
    label_width: f32,
    lines: Vec<(&'static str, Arc<Galley>)>,
}

impl<'a> Incoming<'a> {
    /// A card so wide; a compact one says the terms in a running text.
    fn of(view: &View<'_>, ui: &Ui, open: &'a OpenChallenge, width: f32, compact: bool) -> Self {
        let inner = width - 48.0;
        let terms = terms(view, &open.challenge);
        let lay = |said: String, size, ink, wide| ui.painter().layout(said, theme::plain(size), ink, wide);
        if compact {
            let labelled = |(label, said, bare): (_, String, _)| {
                if bare { said } else { (view.text.labelled)(label, &said) }
            };
            let said: Vec<String> = terms.into_iter().map(labelled).collect();
            let lines = vec![("", lay(said.join(" · "), 14.0, view.theme.sub, inner))];
            return Self { open, compact, label_width: 0.0, lines };
        }
        let game = (view.text.game, view.text.asian_xiangqi.to_owned(), true);
        let terms: Vec<_> = std::iter::once(game).chain(terms).collect();
        let long = terms.iter().any(|(label, ..)| label.chars().count() > 4);
        let label_width = if long { 124.0 } else { 62.0 };
        let lay = |said| lay(said, theme::TEXT, view.theme.ink, inner - label_width);
        let lines = terms.into_iter().map(|(label, said, _)| (label, lay(said))).collect();
        Self { open, compact, label_width, lines }
    }

    fn line_height(text: &Galley) -> f32 {
        (text.size().y + 8.0).max(30.0)
    }

    fn height(&self) -> f32 {
        let lines: f32 = self.lines.iter().map(|(_, text)| Self::line_height(text)).sum();
        lines + if self.compact { 116.0 } else { 130.0 }
    }

    fn show(&self, view: &View<'_>, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
        card(ui, rect, CardLook::Accent);
        let inner = rect.shrink2(vec2(24.0, if self.compact { 18.0 } else { 20.0 }));
        let (ink, sub) = (view.theme.ink, view.theme.sub);
        let heading = theme::bold(if self.compact { theme::TEXT_LARGE } else { theme::TEXT_HEADING });
        let wide = inner.width() - 56.0;
        let said = parts::saying(ui, &self.open.name, &heading, wide, view.text.challenge_by);
        parts::text(ui, inner.min, Align2::LEFT_TOP, &said, heading, ink, wide);
        let left = (view.text.seconds_left)(view.seconds_until(self.open.expires_at));
        let at = pos2(inner.right(), inner.top() + 14.0);
        parts::text(ui, at, Align2::RIGHT_CENTER, &left, theme::plain(theme::TEXT_SMALL), sub, 56.0);
        let mut top = inner.top() + if self.compact { 33.0 } else { 42.0 };
        for (label, text) in &self.lines {
            let at = pos2(inner.left(), top);
            parts::text(ui, at, Align2::LEFT_TOP, label, theme::plain(14.0), sub, self.label_width);
            ui.painter().galley(at + vec2(self.label_width, -1.0), text.clone(), ink);
            top += Self::line_height(text);
        }
        let answer = Rect::from_min_max(pos2(inner.left(), inner.bottom() - 38.0), inner.max);
        answers(view, ui, self.open, answer, actions);
    }
}

/// Whether the server hears an answer; why not.
fn heard(view: &View<'_>) -> Result<(), String> {
    if view.app.link().is_joined() { Ok(()) } else { Err((view.text.denied)(Denied::Offline)) }
}

fn answers(view: &View<'_>, ui: &mut Ui, open: &OpenChallenge, place: Rect, actions: &mut Vec<Action>) {
    let id = open.challenge.id;
    let accept = Rect::from_min_size(place.min, vec2((place.width() * 0.36).max(96.0), 38.0));
    if parts::button_at(ui, accept, "challenge.accept", view.text.accept, ButtonKind::Primary, heard(view)) {
        actions.push(Action::Lobby(LobbyAction::Accept(id)));
    }
    let decline = Rect::from_min_size(accept.right_top() + vec2(12.0, 0.0), vec2(96.0, 38.0));
    if parts::button_at(ui, decline, "challenge.decline", view.text.decline, ButtonKind::Plain, heard(view)) {
        actions.push(Action::Lobby(LobbyAction::Decline(id, DeclineReason::Unsaid)));
    }
    let more = Rect::from_min_size(decline.right_top() + vec2(6.0, 6.0), vec2(90.0, 26.0));
    inside(ui, &format!("why.{id}"), more, |ui| {
        let link = |ui: &mut Ui| widgets::link(ui, "challenge.why", view.text.decline_because);
        let button = ui.add_enabled_ui(heard(view).is_ok(), link).inner;
        let popup = egui::Id::new(("why", id));
        if button.clicked() {
            ui.memory_mut(|memory| memory.toggle_popup(popup));
        }
        let close = egui::PopupCloseBehavior::CloseOnClick;
        egui::popup_below_widget(ui, popup, &button, close, |ui| {
            ui.set_min_width(150.0);
            for (index, reason) in REASONS.into_iter().enumerate() {
                if widgets::link(ui, &format!("challenge.why.{index}"), (view.text.decline_reason)(reason))
                    .clicked()
                {
                    actions.push(Action::Lobby(LobbyAction::Decline(id, reason)));
                }
            }
        });
    });
}

const REASONS: [DeclineReason; 5] = [
    DeclineReason::Busy,
    DeclineReason::Later,
    DeclineReason::TooFast,
    DeclineReason::TooSlow,
    DeclineReason::OtherTerms,
];
