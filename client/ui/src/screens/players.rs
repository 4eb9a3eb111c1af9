//! The larger card of the lobby: the players and running games, or the user's own games.

use super::parts::{self, inside};
use super::rows::{BUTTON, ROW, backdrop};
use super::view::{View, entry};
use super::{empty_lobby, games, leaderboard, previews, recent};
use crate::widgets::{theme, ui_trace};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, LobbyTab};
use chuhe_model::layout::form::Form;
use chuhe_view::lobby::{GameRow, PlayerRow, PlayersRow, PlayersView};
use chuhe_view::seek::{TakeView, Ways};
use chuhe_view::{Button, Choice, Fact, Role, Tone};
use egui::{Align, Align2, Color32, Layout, Pos2, Rect, Sense, Stroke, Ui, UiBuilder, pos2, vec2};

/// The least width of names beside the state: that of eight Chinese characters.
const LEAST_NAMES: f32 = 168.0;
/// The width of a list below which the buttons of its rows are below the texts: names of sixteen letters with a rating
/// have no room beside them and a scroll bar. A phone with larger letters has such a list.
const NARROW: f32 = 352.0;
/// The usual and the least width of the field that filters the players, beside the tabs.
const SEARCH: f32 = 220.0;
const LEAST_SEARCH: f32 = 140.0;
/// The gap below that field.
const SEARCH_GAP: f32 = 10.0;
/// The width of the field and of the ways to a game beside the list of a phone on its side, and the least width of that
/// list.
const ASIDE: f32 = 212.0;
const LEAST_LIST: f32 = 340.0;
/// The gap between the scroll bar of the list and what is beside it.
const ASIDE_GAP: f32 = 8.0;
/// How far below the middle of a row its second line is.
const STACKED: f32 = 13.0;
/// How long the button that plays a seeker is in its place before a press counts, in seconds.
const TAKE_SETTLING_S: f64 = 1.0;
/// The gap between the rows and the buttons that turn to another page.
const PAGES_GAP: f32 = 10.0;
/// The gap between the list and the button below it.
const LOCAL_GAP: f32 = 10.0;

/// Shows the chosen list below the tabs; a phone has these elsewhere.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, visit: &Visit, tabs: &Choice, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let (tabs_end, head) = if view.area.form.is_phone() {
        (f32::INFINITY, 0.0)
    } else {
        (self::tabs(view, ui, tabs, actions), 52.0)
    };
    let list = Rect::from_min_max(place.min + vec2(-14.0, head), place.max + vec2(14.0, 0.0));
    match visit.lobby.tab {
        LobbyTab::Players | LobbyTab::Chat | LobbyTab::More => {
            players(view, ui, visit, list, tabs_end, actions)
        }
        LobbyTab::Watch => previews::show(view, ui, visit, list, actions),
        LobbyTab::Games => games::show(view, ui, visit, list, tabs_end, actions),
    }
}

/// Shows the tabs of the lists, the active one underlined, and returns where they end.
fn tabs(view: &View<'_>, ui: &mut Ui, tabs: &Choice, actions: &mut Vec<Action>) -> f32 {
    let place = ui.max_rect();
    let mut left = place.left();
    let lists = LobbyTab::LISTS.len();
    // those of a phone have a place of their own here
    let shown = tabs.chosen.filter(|chosen| *chosen < lists).unwrap_or_default();
    for (index, tab) in tabs.options.iter().take(lists).enumerate() {
        let chosen = shown == index;
        let font = if chosen { theme::bold(theme::TEXT_HEADING) } else { theme::plain(theme::TEXT_LARGE) };
        let text = parts::line(ui.ctx(), &tab.label, font, view.theme.ink, 160.0);
        let rect = Rect::from_min_size(pos2(left, place.top() - 1.0), vec2(text.size().x, 40.0));
        let response = parts::clickable(ui, rect.expand2(vec2(10.0, 0.0)), &tab.id, &tab.label, chosen);
        let ink = match (chosen, response.hovered() || response.has_focus()) {
            (true, _) => view.theme.ink,
            (false, true) => view.theme.jade.fill,
            (false, false) => view.theme.sub,
        };
        let at = pos2(left, rect.center().y - text.size().y / 2.0);
        ui.painter().galley_with_override_text_color(at, text, ink);
        if chosen {
            let mark = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 4.0), rect.max);
            ui.painter().rect_filled(mark.with_max_y(mark.top() + 3.0), 2, view.theme.jade.fill);
        }
        actions.extend(tab.press().filter(|_| response.clicked() && !chosen));
        left = rect.right() + 28.0;
    }
    left - 28.0
}

/// The links to the tournaments and the leaderboard beside the field that filters the players. A phone has them among
/// everything else.
struct Links {
    buttons: Vec<Button>,
    /// The room for them.
    width: f32,
}

impl Links {
    fn of(view: &View<'_>, ui: &Ui) -> Self {
        if view.area.form.is_phone() {
            return Self { buttons: Vec::new(), width: 0.0 };
        }
        let leaderboard = chuhe_view::profile::leaderboard(&view.model(), "lobby.leaderboard");
        let tournaments = chuhe_view::evening::entrance(&view.model(), "lobby.tournaments");
        let buttons = vec![tournaments, leaderboard];
        let font = theme::plain(theme::TEXT);
        let wide = |button: &Button| {
            let text = parts::line(ui.ctx(), &button.label, font.clone(), Color32::PLACEHOLDER, 200.0);
            text.size().x + 26.0
        };
        Self { width: buttons.iter().map(wide).sum(), buttons }
    }

    /// Shows the links at the left of this line, and returns the rest of it.
    fn show(&self, ui: &mut Ui, line: Rect, actions: &mut Vec<Action>) -> Rect {
        let (place, rest) = line.split_left_right_at_x(line.left() + self.width);
        let builder = UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(builder, |ui| {
            for button in &self.buttons {
                actions.extend(parts::linked(ui, button));
            }
        });
        rest
    }
}

/// Where the parts of the list of players are.
struct Places {
    /// The line of the field that filters them.
    line: Rect,
    list: Rect,
    /// The ways to a game, if they are beside the list.
    ways: Option<Rect>,
}

impl Places {
    /// Divides this room for the list, and the line with the tabs, which end at `tabs_end`. The links beside the field are
    /// `link` wide.
    fn of(view: &View<'_>, ui: &Ui, list: Rect, tabs_end: f32, link: f32) -> Self {
        let place = ui.max_rect();
        let height = theme::height(ui.ctx(), 40.0);
        if view.area.form == Form::Landscape && place.width() >= LEAST_LIST + ASIDE_GAP + ASIDE {
            // the height is for the rows
            let aside = place.with_min_x(place.right() - ASIDE);
            let (line, below) = aside.split_top_bottom_at_y(aside.top() + height);
            let ways = Some(below.with_min_y(below.top() + SEARCH_GAP));
            return Self { line, list: list.with_max_x(aside.left() - ASIDE_GAP), ways };
        }
        // beside the tabs if both fit there
        let room = place.right() - tabs_end - 28.0 - link;
        let (line, list) = if room >= LEAST_SEARCH {
            let wide = room.min(SEARCH) + link;
            (Rect::from_min_size(pos2(place.right() - wide, place.top()), vec2(wide, 40.0)), list)
        } else {
            let top = (list.top() - 2.0).max(place.top());
            let below = Rect::from_min_size(pos2(place.left(), top), vec2(place.width(), height));
            (below, list.with_min_y(below.bottom() + SEARCH_GAP))
        };
        Self { line, list, ways: None }
    }
}

fn players(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    list: Rect,
    tabs_end: f32,
    actions: &mut Vec<Action>,
) {
    let link = Links::of(view, ui);
    let places = Places::of(view, ui, list, tabs_end, link.width);
    let at = link.show(ui, places.line, actions);
    let shown = PlayersView::of(&view.model(), visit);
    let search = at.width();
    inside(ui, "lobby.search", at, |ui| entry(ui, &shown.filter, search, actions));
    if shown.rows.is_none() {
        return;
    }
    if let Some(place) = places.ways {
        inside(ui, "lobby.local", place, |ui| empty_lobby::column(ui, &shown.ways, actions));
        return rows(view, ui, &shown, places.list, true, actions);
    }
    // beside challenges and a notice, a phone may have room for the players only
    let below = places.list.size() - vec2(28.0, row_height(places.list.width()) + LOCAL_GAP);
    let height = empty_lobby::height(ui, &shown.ways, below);
    // in the same place with nobody else and with others: they must not move when somebody comes
    let is_below = height > 0.0;
    let list =
        if is_below { above_ways(view, ui, places.list, height, &shown.ways, actions) } else { places.list };
    rows(view, ui, &shown, list, is_below, actions);
}

/// Shows the rows of the list; in an empty lobby with the ways to a game, unless these have a place of their own.
fn rows(
    view: &View<'_>,
    ui: &mut Ui,
    shown: &PlayersView<'_>,
    list: Rect,
    has_ways: bool,
    actions: &mut Vec<Action>,
) {
    let Some(rows) = &shown.rows else { return };
    let is_narrow = is_narrow(list.width());
    let high = row_height(list.width());
    if rows.count == 0 && shown.is_filtered {
        let (at, font) = (list.min + vec2(14.0, 18.0), theme::plain(theme::TEXT));
        parts::paragraph(ui, at, shown.empty, font, view.theme.sub, list.width() - 28.0);
        return;
    }
    let size = list.size();
    let list = if shown.alone.is_some() {
        list
    } else {
        parts::whole_rows(list, recent::height(shown, size), high, rows.count)
    };
    parts::scroll(ui, &list_name(shown), list, false, |ui| {
        recent::show(view, ui, shown, size, actions);
        let (top, seen) = (ui.cursor().top(), ui.clip_rect().y_range());
        let first = ((seen.min - top) / high).max(0.0) as usize;
        let after = (((seen.max - top) / high).ceil().max(0.0) as usize).min(rows.count);
        ui.add_space(first.min(rows.count) as f32 * high);
        for index in first..after {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
            let hot = response.contains_pointer();
            backdrop(view, ui, rect, hot);
            let columns = Columns::of(view, ui, shown, rect, is_narrow);
            match (rows.row)(index) {
                PlayersRow::Player(row) => player(view, ui, &row, &columns, hot, actions),
                PlayersRow::Game(row) => board(view, ui, &row, &columns, hot, actions),
            }
        }
        ui.add_space((rows.count - after) as f32 * high);
        turn(view, ui, shown, actions);
        if let Some(alone) = shown.alone.as_ref().filter(|_| !shown.is_filtered) {
            let ways = Some(&shown.ways).filter(|_| !has_ways);
            empty_lobby::show(view, ui, alone, ways, actions);
        }
    });
}

/// Whether the buttons of the rows of a list of this width are below the texts. Its rows are narrower beside a scroll bar,
/// and must not decide it.
fn is_narrow(width: f32) -> bool {
    width < NARROW
}

/// The height of a row in a list of this width.
fn row_height(width: f32) -> f32 {
    if is_narrow(width) { ROW + theme::TOUCH + 4.0 } else { ROW }
}

/// The name of the list: another page begins at its top.
fn list_name(shown: &PlayersView<'_>) -> String {
    let page = shown.pages.as_ref().filter(|pages| pages.number > 0);
    page.map_or_else(|| "lobby.list".into(), |pages| format!("lobby.list.{}", pages.number))
}

/// Shows the page of the list and what turns to another, if there are several.
fn turn(view: &View<'_>, ui: &mut Ui, shown: &PlayersView<'_>, actions: &mut Vec<Action>) {
    if let Some(pages) = &shown.pages {
        ui.add_space(PAGES_GAP);
        ui.horizontal_wrapped(|ui| leaderboard::turn(view, ui, &pages.label, &pages.turn, actions));
    }
}

/// Shows the ways to a game, of this height, below the list, and returns the place above them.
fn above_ways(
    view: &View<'_>,
    ui: &mut Ui,
    list: Rect,
    height: f32,
    ways: &Ways,
    actions: &mut Vec<Action>,
) -> Rect {
    let (above, below) = list.split_top_bottom_at_y(list.bottom() - height);
    inside(ui, "lobby.local", below.shrink2(vec2(14.0, 0.0)), |ui| {
        empty_lobby::buttons(ui, ways, actions);
    });
    // the line parts the buttons from the rows, of which the list cuts one while it is scrolled
    let line = above.bottom() - LOCAL_GAP;
    let inner = list.shrink2(vec2(14.0, 0.0));
    ui.painter().hline(inner.x_range(), line - 0.5, egui::Stroke::new(1.0, view.theme.border));
    above.with_max_y(line)
}

/// The layout of a row: the names, the state, a detail, and the button.
struct Columns {
    left: f32,
    names: f32,
    doing: f32,
    detail: f32,
    button: Rect,
    /// The middle of the texts.
    middle: f32,
    /// The part of the row beside or above the button.
    texts: Rect,
    /// Whether the state and the detail are below the names, for want of width beside them.
    is_stacked: bool,
}

impl Columns {
    fn of(view: &View<'_>, ui: &Ui, shown: &PlayersView<'_>, rect: Rect, is_narrow: bool) -> Self {
        let inner = rect.shrink2(vec2(14.0, 0.0));
        let left = inner.left() + 38.0;
        let font = theme::plain(theme::TEXT);
        let wide = |text| parts::line(ui.ctx(), text, font.clone(), view.theme.ink, f32::INFINITY).size().x;
        let doing = shown.states.map(wide).into_iter().fold(0.0, f32::max) + 18.0;
        // a narrow list has room for names above the button
        let texts = if is_narrow { rect.with_max_y(rect.top() + ROW) } else { rect };
        let middle = texts.center().y;
        let (button_middle, room) = if is_narrow {
            (rect.bottom() - theme::TOUCH / 2.0 - 4.0, inner.right() - left)
        } else {
            (middle, inner.right() - BUTTON - 20.0 - left)
        };
        let button =
            Rect::from_min_size(pos2(inner.right() - BUTTON, button_middle - 19.0), vec2(BUTTON, 38.0));
        let beside = room - doing;
        let is_stacked = beside * 0.58 < LEAST_NAMES;
        let (names, detail) = if is_stacked { (room, room) } else { (beside * 0.58, beside * 0.42) };
        Self { left, names, doing, detail, button, middle, texts, is_stacked }
    }

    /// The place of the link to a player, whose name is here in this row: with what is below the name.
    fn link(&self, ui: &Ui, name: Rect) -> Rect {
        if self.is_stacked {
            let wide = name.with_min_x(self.left).with_max_x(self.left + self.names);
            Rect::from_x_y_ranges(wide.expand(4.0).x_range(), self.texts.shrink(2.0).y_range())
        } else {
            parts::finger_room(ui, name.expand2(vec2(4.0, 6.0)))
        }
    }

    /// Shows the state of a row and the first of the details that fits, with its name for the trace, if it has one.
    fn state(
        &self,
        view: &View<'_>,
        ui: &Ui,
        middle: f32,
        (doing, ink): (&str, Color32),
        (details, name): (&[&str], Option<&str>),
    ) {
        let last = details.last().copied().unwrap_or_default();
        let mut detail = last;
        let at = if self.is_stacked {
            let font = theme::plain(theme::TEXT_SMALL);
            let at = pos2(self.left, middle + STACKED);
            let place = parts::text(ui, at, Align2::LEFT_CENTER, doing, font.clone(), ink, self.names);
            let (at, wide) = (place.right_center(), self.names - place.width());
            let beside = |detail: &str| {
                if detail.is_empty() { String::new() } else { format!("{}{detail}", parts::BETWEEN) }
            };
            let fits = |detail: &&&str| {
                !parts::line(ui.ctx(), &beside(detail), font.clone(), view.theme.sub, wide).elided
            };
            // the state matters more than the detail
            let otherwise = if view.area.form.is_phone() { "" } else { last };
            detail = details.iter().find(fits).copied().unwrap_or(otherwise);
            parts::text(ui, at, Align2::LEFT_CENTER, &beside(detail), font, view.theme.sub, wide)
        } else {
            let at = pos2(self.left + self.names, middle);
            parts::text(ui, at, Align2::LEFT_CENTER, doing, theme::plain(theme::TEXT), ink, self.doing);
            let (at, font) = (at + vec2(self.doing, 0.0), theme::plain(14.0));
            parts::text(ui, at, Align2::LEFT_CENTER, detail, font, view.theme.sub, self.detail)
        };
        if let Some(name) = name {
            ui_trace::record(ui, name, detail, &ui.interact(at, ui.id().with(name), Sense::hover()));
        }
    }

    /// Shows the terms that a player seeks, in as many words as there is room for.
    fn terms(&self, view: &View<'_>, ui: &Ui, middle: f32, terms: &[String]) {
        let (at, font, wide) = if self.is_stacked {
            (pos2(self.left, middle + STACKED), theme::plain(theme::TEXT_SMALL), self.names)
        } else {
            (pos2(self.left + self.names, middle), theme::plain(theme::TEXT), self.doing + self.detail)
        };
        let ink = view.theme.jade.fill;
        let fits = |words: &&String| !parts::line(ui.ctx(), words, font.clone(), ink, wide).elided;
        let words = terms.iter().find(fits).or(terms.last()).map_or("", |words| words.as_str());
        parts::text(ui, at, Align2::LEFT_CENTER, words, font.clone(), ink, wide);
    }
}

/// The button of a row, which draws attention while the pointer is over the row.
fn row_button(ui: &mut Ui, columns: &Columns, button: &Button, hot: bool) -> Option<Action> {
    let role = if hot { Role::Primary } else { Role::Plain };
    parts::offered_at(ui, columns.button, &Button { role, ..button.clone() })
}

fn player(
    view: &View<'_>,
    ui: &mut Ui,
    row: &PlayerRow,
    columns: &Columns,
    hot: bool,
    actions: &mut Vec<Action>,
) {
    let ink = parts::ink(&view.theme, row.tone);
    let dot = if row.tone == Tone::Good { view.theme.jade.fill } else { view.theme.hint };
    let middle = columns.middle;
    let mark = pos2(columns.left - 24.0, middle);
    if row.is_computer {
        ui.painter().rect_filled(Rect::from_center_size(mark, vec2(11.0, 11.0)), 2, dot);
    } else {
        ui.painter().circle_filled(mark, 6.0, dot);
    }
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    let name_ink = if row.is_here { view.theme.ink } else { view.theme.sub };
    let line = if columns.is_stacked { middle - 11.0 } else { middle };
    let name = &row.card.label;
    // where the name has a line of its own, the estimate of a computer player is beside its level
    let is_below = columns.is_stacked && row.is_computer;
    let estimated = row.rating.as_deref().filter(|_| is_below);
    let rating = row.rating.as_ref().filter(|_| !is_below);
    let beside = if rating.is_some() { 30.0 + RATING } else { 30.0 };
    let at = parts::name(ui, pos2(columns.left, line), name, fonts, name_ink, columns.names - beside);
    let link = parts::clickable(ui, columns.link(ui, at), &row.card.id, name, false);
    actions.extend(row.card.press().filter(|_| link.clicked()));
    if link.hovered() || link.has_focus() {
        ui.painter().hline(at.x_range(), at.bottom() - 1.0, Stroke::new(1.0, view.theme.jade.fill));
    }
    if let Some(registered) = &row.registered {
        registered_mark(view, ui, registered, at.right_center() + vec2(13.0, 1.0));
    }
    if let Some(rating) = rating {
        let (place, font) = (at.right_center() + vec2(26.0, 1.0), theme::plain(theme::TEXT_SMALL));
        parts::text(ui, place, Align2::LEFT_CENTER, rating, font, view.theme.sub, RATING);
    }
    let Some(TakeView { play, terms, .. }) = &row.take else {
        let level = Some(&*row.detail).filter(|level| !level.is_empty());
        let both = level.zip(estimated).map(|(level, estimated)| [level, estimated].join(parts::BETWEEN));
        let details: Vec<&str> = both.as_deref().into_iter().chain(estimated).chain([&*row.detail]).collect();
        columns.state(view, ui, middle, (row.doing, ink), (&details, None));
        actions.extend(row_button(ui, columns, &row.challenge, hot));
        return;
    };
    columns.terms(view, ui, middle, terms);
    // a press that was meant for what was here before must not begin a game
    let id = egui::Id::new(("take", &row.card.id, terms));
    let settled = parts::has_settled_for(ui, id, columns.button, TAKE_SETTLING_S);
    actions.extend(row_button(ui, columns, play, hot).filter(|_| settled));
}

/// The width of a rating beside a name.
const RATING: f32 = 48.0;

/// Shows the sign of a registered name: a tick, which the pointer explains.
fn registered_mark(view: &View<'_>, ui: &Ui, registered: &Fact, at: Pos2) {
    let stroke = Stroke::new(1.8, view.theme.jade.fill);
    let points = [at + vec2(-4.5, 0.0), at + vec2(-1.5, 3.5), at + vec2(4.5, -4.0)];
    ui.painter().line(points.to_vec(), stroke);
    let place = Rect::from_center_size(at, vec2(16.0, 18.0));
    let response = ui.interact(place, ui.id().with(&registered.id), Sense::hover());
    ui_trace::record(ui, &registered.id, &registered.label, &response);
    response.on_hover_text(&registered.detail);
}

/// Shows a running game as one row, with the names on two lines if they do not fit on one.
fn board(
    view: &View<'_>,
    ui: &mut Ui,
    row: &GameRow,
    columns: &Columns,
    hot: bool,
    actions: &mut Vec<Action>,
) {
    let middle = columns.middle;
    let dot = if row.is_here { view.theme.gold.fill } else { view.theme.hint };
    ui.painter().circle_filled(pos2(columns.left - 24.0, middle), 6.0, dot);
    let wide = columns.names - 12.0;
    let fits = |font| !parts::line(ui.ctx(), &row.together, font, view.theme.ink, wide).elided;
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    let line = if columns.is_stacked { middle - 11.0 } else { middle };
    let mut state_at = middle;
    if let Some(font) = fonts.into_iter().find(|font| fits(font.clone())) {
        let at = pos2(columns.left, line);
        parts::text(ui, at, Align2::LEFT_CENTER, &row.together, font, view.theme.ink, wide);
    } else {
        let fonts = || [theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
        let mut top = line - 11.0 * (row.names.len() as f32 - 1.0);
        for name in &row.names {
            parts::name(ui, pos2(columns.left, top), name, fonts(), view.theme.ink, wide);
            top += 22.0;
        }
        // the third line of the row
        state_at += if columns.is_stacked { 9.0 } else { 0.0 };
    }
    let name = format!("lobby.game.{}", row.game);
    columns.state(view, ui, state_at, (row.doing, view.theme.gold.ink), (&[row.kind], Some(&name)));
    actions.extend(row_button(ui, columns, &row.watch, hot));
}
