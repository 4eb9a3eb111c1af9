//! The column beside the board: the players with their clocks, and the buttons.

use super::parts::{self, CardLook, card};
use super::view::View;
use super::{emblem, links};
use crate::widgets::fitting::{BUTTON_MARGIN, LEAST_MARGIN, fitting_line, least_button_width};
use crate::widgets::{theme, ui_trace};
use chuhe_app::local_play::LocalPlay;
use chuhe_model::actions::action::Action;
use chuhe_model::choices::local_choice::{Handicap, LocalKind};
use chuhe_model::table::{ClockFace, ClockLimit, Table, Viewpoint, clock_face};
use chuhe_protocol::PlayerId;
use chuhe_rules::Color;
use chuhe_view::{Button, Fact};
use egui::{Align2, Color32, Id, Rect, Sense, Ui, pos2, vec2};
use std::borrow::Cow;

/// The height below which a card has smaller letters.
const LOW: f32 = 60.0;
/// The space between a name and the rating beside it.
const BEFORE_RATING: f32 = 8.0;
/// How far the two lines of such a card are above and below its middle.
const LOW_LINES: (f32, f32) = (10.0, 10.0);

/// The width of what is below a clock, and the least width that it leaves for the name.
const CLOCK: f32 = 200.0;
const LEAST_NAME: f32 = 84.0;

/// Shows the card of a player with the clock alone; returns the room beside the clock.
pub(super) fn clock_of(view: &View<'_>, ui: &Ui, table: &Table, side: Color) -> Rect {
    let inner = card_of(view, ui, table, side);
    clock_in(view, ui, table, side, inner)
}

/// Shows the empty card of a player, and returns its inside.
fn card_of(view: &View<'_>, ui: &Ui, table: &Table, side: Color) -> Rect {
    let place = ui.max_rect();
    let to_move = table.turn() == Some(side) && !view.app.sessions().is_cut_off();
    card(ui, place, if to_move { CardLook::Accent } else { CardLook::Plain });
    place.shrink2(vec2(if place.height() < LOW { 10.0 } else { 19.0 }, 0.0))
}

/// Shows the clock of a player at the right of `place`, and returns the room beside it.
pub(super) fn clock_in(view: &View<'_>, ui: &Ui, table: &Table, side: Color, place: Rect) -> Rect {
    let game = table.game();
    let face = clock_face(table, side, view.now);
    let lag = game.lag_credit_ms(side).filter(|_| !view.app.sessions().is_cut_off());
    let credit = chuhe_view::table::interruption_credit(view.text, table, side);
    let most = (place.width() - LEAST_NAME).min(CLOCK);
    place.with_max_x(place.right() - clock(view, ui, place, &face, credit, lag, most))
}

/// Shows only the digits of a player's clock at the right of `place`, and returns the room beside them.
pub(super) fn digits_in(view: &View<'_>, ui: &Ui, table: &Table, side: Color, place: Rect) -> Rect {
    let face = clock_face(table, side, view.now);
    place.with_max_x(place.right() - clock(view, ui, place, &face, None, None, 0.0))
}

/// Shows one player with their clock.
pub(super) fn player(view: &View<'_>, ui: &mut Ui, table: &Table, side: Color) {
    let (game, cut_off) = (table.game(), view.app.sessions().is_cut_off());
    let height = ui.max_rect().height();
    let is_low = height < LOW;
    let inner = card_of(view, ui, table, side);
    let disc = (height * 0.56).round();
    let (kind, tile) = (game.terms().game.kind(), vec2(disc * 1.25, disc * 0.78).round());
    let at = emblem::show(ui, "disc", kind, side, inner, disc, tile);
    let room = clock_in(view, ui, table, side, inner.with_min_x(at.right()));
    let left = room.left() + if is_low { 9.0 } else { 15.0 };
    let wide = room.right() - 14.0 - left;
    let middle = room.center().y;
    let name = &*view.text.called(&game.seats()[side].name);
    let (above, below) = if is_low { LOW_LINES } else { (12.0, 14.0) };
    let (name_at, state_at) = (pos2(left, middle - above), pos2(left, middle + below));
    // the lock belongs beside the user's own ping
    let lock = if side == table.game().me() { links::lock(view, ui, "table.lock", state_at) } else { 0.0 };
    let ink = if cut_off { view.theme.sub } else { view.theme.ink };
    let large = if is_low { theme::TEXT_LARGE } else { theme::TEXT_NAME };
    let font = theme::plain(theme::TEXT_SMALL);
    let rating = chuhe_view::table::seat_rating(table, side).map(|rating| {
        let width = parts::line(ui.ctx(), &rating, font.clone(), view.theme.sub, f32::INFINITY).size().x;
        (rating, width)
    });
    let beside = rating.as_ref().map_or(0.0, |(_, width)| width + BEFORE_RATING);
    let fonts = [theme::bold(large), theme::bold(theme::TEXT)];
    let shown = parts::name(ui, name_at, name, fonts, ink, wide - beside);
    if let Some((rating, width)) = rating {
        let at = pos2(shown.right() + BEFORE_RATING, name_at.y + 1.0);
        let place =
            parts::text(ui, at, Align2::LEFT_CENTER, &rating, font.clone(), view.theme.sub, width + 1.0);
        let response = ui.interact(place, ui.id().with("rating"), Sense::hover());
        ui_trace::record(ui, &format!("table.rating.{side:?}"), &rating, &response);
    }
    let mut message = state(view, table, side);
    // if there is too little room, leave out the ping first, and keep the colour
    while parts::line(ui.ctx(), &message.join(parts::BETWEEN), font.clone(), ink, wide - lock).elided
        && message.len() > 1
    {
        message.pop();
    }
    let message = message.join(parts::BETWEEN);
    let state_at = state_at + vec2(lock, 0.0);
    let shown = parts::text(ui, state_at, Align2::LEFT_CENTER, &message, font, view.theme.sub, wide - lock);
    if let Some([_, then]) = absence(view, table, side) {
        parts::explained(ui, shown, "absence", &then);
    }
}

/// Says how much longer a player can be offline, and what the opponent can claim then.
fn absence(view: &View<'_>, table: &Table, side: Color) -> Option<[String; 2]> {
    let game = table.game();
    let left_ms = game.absence_left_ms(side).filter(|_| table.game().seat().is_some())?;
    let opponent = (table.game().seat() != Some(side)).then(|| view.text.called(&game.seats()[side].name));
    Some(view.text.absence(left_ms, opponent.as_deref()))
}

/// Lists what to show under a player's name, the most important first.
fn state(view: &View<'_>, table: &Table, side: Color) -> Vec<String> {
    let game = table.game();
    let mut message = vec![view.text.color(side).to_owned()];
    let score = chuhe_view::table::score(table, side);
    let absence_left = absence(view, table, side).map(|[left, _]| left);
    let sessions = view.app.sessions();
    let shared = sessions.shares_screen();
    let is_elsewhere = sessions.is_cut_off() && sessions.is_superseded();
    let is_offline = sessions.is_cut_off() && !is_elsewhere;
    if table.game().viewpoint().own() == Some(side) && !shared {
        message.push(view.text.you.to_owned());
        message.extend(is_offline.then(|| view.text.offline.to_owned()));
        message.extend(readiness(view, table, side));
        message.extend(absence_left);
    } else if let Some(local) = view.app.sessions().local() {
        message.extend(at_this_screen(view, local, to_move(table, side)));
        message.extend(readiness(view, table, side));
    } else if table.game().viewpoint() == Viewpoint::Reader(side.opponent()) {
        // the opponent of a replayed game has no connection state
    } else if is_elsewhere {
        // the connection of another window knows it
    } else if is_offline {
        message.push(view.text.table.state_unknown.to_owned());
    } else if game.has_left(side) {
        message.push(view.text.left.to_owned());
    } else if game.claimable_at(side).is_some() {
        message.push(view.text.away.to_owned());
    } else {
        let seat = &game.seats()[side];
        message.extend(match computer_level(view, seat.player) {
            Some(level) => view.text.level_beside(&seat.name, level),
            None => Some(view.text.online.to_owned()),
        });
        message.extend(readiness(view, table, side));
        message.extend(absence_left);
        message.extend(game.round_trip_ms(side).map(|ms| view.text.round_trip(ms)));
    }
    // whether they are there matters more, and the ping less
    score.into_iter().for_each(|score| message.insert(message.len().min(2), score));
    if table.game().seat() == Some(side)
        && view.app.sessions().local().is_none()
        && view.app.sessions().link().is_joined()
        && let Some(ms) = view.app.sessions().link().round_trip_ms()
    {
        message.push(view.text.round_trip(ms));
    }
    message
}

/// Returns the level of a computer player of the server, as the lobby lists it.
pub(super) fn computer_level(view: &View<'_>, player: PlayerId) -> Option<u8> {
    view.app.sessions().visit()?.lobby.computer_level(player)
}

/// Lists what to show about a player of a game without a server.
fn at_this_screen(view: &View<'_>, local: &LocalPlay, to_move: bool) -> Vec<String> {
    let text = &view.text.local;
    let LocalKind::Computer { level, handicap, external } = local.kind() else { return Vec::new() };
    let own = format!("{} {}", text.level_of(level), text.level_name(level));
    let given = (handicap != Handicap::None)
        .then(|| view.text.labelled(text.handicap, text.handicap_choice(handicap)));
    let name = external.map_or(own, |external| view.text.engines.time_per_move(external.move_ms));
    let thinks = (to_move && local.failure().is_none()).then(|| text.computer_thinks.to_owned());
    std::iter::once(name).chain(thinks).chain(given).collect()
}

fn to_move(table: &Table, side: Color) -> bool {
    table.turn() == Some(side) && !table.game().is_over()
}

/// Returns whether a player is ready, during the set-up.
fn readiness(view: &View<'_>, table: &Table, side: Color) -> Option<String> {
    let history = table.game().luzhanqi().filter(|_| table.game().is_setting_up())?;
    Some(chuhe_view::table::readiness(view.text, history, side).label)
}

/// The colour of the digits of a clock.
pub(super) fn digits_ink(view: &View<'_>, face: &ClockFace) -> Color32 {
    match (face.low, face.running) {
        _ if view.app.sessions().is_cut_off() => view.theme.sub,
        (true, _) => view.theme.red,
        (false, true) => view.theme.jade.fill,
        (false, false) => view.theme.ink,
    }
}

/// Shows the clock at the right of a card, and returns its width.
///
/// `credit` is what interruptions have added, and `lag` the credit for network delay: that of each turn, and what is left, in
/// milliseconds. What is below the digits, `most` wide, leaves out the last of its facts for which there is too little room; nothing is
/// below them if that is 0.
fn clock(
    view: &View<'_>,
    ui: &Ui,
    inner: Rect,
    face: &ClockFace,
    credit: Option<Fact>,
    lag: Option<(u16, u16)>,
    most: f32,
) -> f32 {
    let middle = inner.center().y;
    let small = theme::plain(theme::TEXT_SMALL);
    if face.limit == ClockLimit::Untimed {
        let (at, message) = (pos2(inner.right(), middle), view.text.untimed);
        return parts::text(ui, at, Align2::RIGHT_CENTER, message, small, view.theme.sub, 120.0).width();
    }
    let ink = digits_ink(view, face);
    let mut below = Vec::new();
    match face.limit {
        ClockLimit::Read => below.push(view.text.in_read_time.to_owned()),
        ClockLimit::FirstMove => below.push(view.text.first_move_clock.to_owned()),
        ClockLimit::Move => {
            below.push(view.text.clock.part(chuhe_model::actions::action::TimePart::MoveSeconds).to_owned())
        }
        ClockLimit::Game | ClockLimit::Untimed => {}
    }
    below.extend(face.move_s.map(|seconds| view.text.move_time(seconds)));
    below.extend(face.read_s.map(|seconds| view.text.read_time(seconds)));
    below.extend(credit.as_ref().map(|credit| credit.label.clone()));
    below.extend(lag.map(|(lag_ms, _)| view.text.lag_credit(lag_ms)));
    if most <= 0.0 {
        below.clear();
    }
    let is_low = inner.height() < LOW;
    let (lift, drop) = if is_low { LOW_LINES } else { (11.0, 20.0) };
    let lift = if below.is_empty() { 0.0 } else { lift };
    let at = pos2(inner.right(), middle - lift);
    let digits = theme::bold(if is_low && lift > 0.0 { 24.0 } else { theme::TEXT_CLOCK });
    let large = parts::text(ui, at, Align2::RIGHT_CENTER, &face.digits, digits, ink, 200.0);
    let late = ink == view.theme.red && face.move_s.is_some_and(|left| left <= 10);
    let color = if late { view.theme.red } else { view.theme.sub };
    let at = pos2(inner.right(), middle + drop);
    let is_cut =
        |below: &[String]| fitting_line(ui.ctx(), &below.join(" · "), small.clone(), color, most).elided;
    while below.len() > 1 && is_cut(&below) {
        below.pop();
    }
    let small = parts::text(ui, at, Align2::RIGHT_CENTER, &below.join(" · "), small, color, most);
    let lag = lag.map(|(_, left_ms)| ("table.lag".into(), view.text.lag_credit_explained(left_ms)));
    let explained: Vec<(Cow<'_, str>, String)> =
        credit.map(|credit| (credit.id, credit.detail)).into_iter().chain(lag).collect();
    for (id, explained) in &explained {
        ui_trace::record(ui, id, explained, &ui.interact(small, ui.id().with(id), Sense::hover()));
    }
    if !explained.is_empty() {
        let lines: Vec<String> = explained.into_iter().map(|(_, explained)| explained).collect();
        parts::explained(ui, small, "clock", &lines.join("\n"));
    }
    large.width().max(small.width())
}

/// Shows the row of buttons during a game and after it.
pub(super) fn buttons(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if let Some(table) = &view.table {
        in_a_row(ui, ui.max_rect(), &table.buttons, actions);
    }
}

/// The widths that buttons need for their labels.
pub(super) fn widths(ui: &Ui, row: &[Button]) -> Vec<f32> {
    let label = |button: &Button| {
        parts::line(ui.ctx(), &button.label, theme::plain(theme::TEXT), Color32::PLACEHOLDER, 300.0).size().x
    };
    let least = theme::height(ui.ctx(), 0.0) + 8.0;
    row.iter().map(|button| (label(button) + 24.0).max(least)).collect()
}

/// Divides the room of a row among its buttons: equally where their labels allow it, or else by what each needs. Where the
/// room is too small for that, each gets at least what its words need.
pub(super) fn divided(ui: &Ui, row: &[Button], room: f32) -> Vec<f32> {
    let needed = widths(ui, row);
    let same = room / row.len() as f32;
    if needed.iter().all(|&width| width <= same) {
        return vec![same; row.len()];
    }
    let all: f32 = needed.iter().sum();
    if all <= room {
        return needed.iter().map(|needed| needed * room / all).collect();
    }
    let touch = theme::height(ui.ctx(), 0.0);
    let least = |(button, &needed): (&Button, &f32)| {
        least_button_width(ui.ctx(), &button.label).max(touch).min(needed)
    };
    // small letters in one line are better than two lines
    let in_one_line = |needed: &f32| {
        let label = (needed - BUTTON_MARGIN) * theme::TEXT_SMALL / theme::TEXT;
        (label.ceil() + 1.0 + LEAST_MARGIN).max(touch).min(*needed)
    };
    let in_one_line: Vec<f32> = needed.iter().map(in_one_line).collect();
    let least: Vec<f32> = if in_one_line.iter().sum::<f32>() <= room {
        in_one_line
    } else {
        row.iter().zip(&needed).map(least).collect()
    };
    let must: f32 = least.iter().sum();
    let part = ((room - must) / (all - must).max(1.0)).max(0.0);
    let shrunk = (room / must).min(1.0);
    needed.iter().zip(&least).map(|(needed, least)| least * shrunk + (needed - least) * part).collect()
}

/// Shows buttons side by side, of equal width where their labels allow it.
pub(super) fn in_a_row(ui: &mut Ui, place: Rect, row: &[Button], actions: &mut Vec<Action>) {
    let gap = if row.len() > 3 { 8.0 } else { 10.0 };
    let widths = divided(ui, row, place.width() - gap * row.len().saturating_sub(1) as f32);
    let ids = Id::new(row.iter().map(Button::identity).collect::<Vec<_>>());
    let settled = parts::row_has_settled(ui, Id::new("table.buttons"), ids);
    let mut left = place.left();
    let rect = |width| {
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        left = rect.right() + gap;
        rect
    };
    let places: Vec<Rect> = widths.into_iter().map(rect).collect();
    actions.extend(parts::offered_side_by_side(ui, row, &places).filter(|_| settled));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme::Theme;
    use chuhe_app::testing::{ME, OTHER, World, played, player, started};
    use chuhe_protocol::{Event, LobbyMessage, Player, PresenceChange};
    use chuhe_view::Model;
    use chuhe_view::table::TableView;

    #[test]
    fn a_computer_player_is_marked_at_the_table() {
        // a name of its own does not say the level
        for (name, level) in [("computer-7", None), ("computer-7", Some(7)), ("棋机7", Some(7))] {
            let mut world = World::in_lobby();
            let computer = Player { computer_level: level, ..player(OTHER, name) };
            let mut start = started(ME, OTHER);
            if let Event::Started(start) = &mut start {
                start.seats.black.name = computer.name.clone();
            }
            world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(computer)]));
            world.receive_event(start);
            let app = &world.app;
            let (text, theme) = (app.desk().text(), Theme::of(app.desk().look().appearance));
            let area = app.desk().area(egui::vec2(1280.0, 820.0));
            let view = View {
                app,
                text,
                theme,
                now: world.now,
                area,
                table: None,
                opened: false,
                focused: false,
                closing: None,
            };
            let state = state(&view, world.table(), Color::Black);
            let says_level = state.contains(&text.computer_of_level(7));
            assert_eq!(says_level, name == "棋机7", "{state:?}");
            assert_eq!(state.contains(&text.online.to_owned()), level.is_none(), "{state:?}");
        }
    }

    #[test]
    fn the_clock_of_who_moves_first_shows_the_time_left_for_it() {
        let mut world = World::at_board(Color::Red);
        let face = |world: &World, side| {
            let face = clock_face(world.table(), side, world.now);
            (face.limit, face.digits, face.running, face.low)
        };
        let first = |digits: &str, low| (ClockLimit::FirstMove, digits.to_owned(), true, low);
        assert_eq!(face(&world, Color::Red), first("0:30", false));
        let questions = TableView::of(&Model::of(&world.app, world.now)).unwrap().questions;
        assert_eq!(questions, [], "nothing else counts it down");
        world.wait(21_000);
        assert_eq!(face(&world, Color::Red), first("0:09", true));
        assert_eq!(face(&world, Color::Black).0, ClockLimit::Game);
        for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
            world.receive_event(played(by, mv));
        }
        assert_eq!(Color::ALL.map(|side| face(&world, side).0), [ClockLimit::Game; 2], "both have moved");
    }
}
