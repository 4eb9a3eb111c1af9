//! The tabs between the players' cards: moves, legal moves and chat; and the state of the game.

use super::parts::{self, CardLook, card, inside};
use super::pictures::{self, Picture};
use super::view::View;
use super::{banner, chat, luzhanqi, move_list, steps as spectating, typed_move};
use crate::widgets::{self, theme};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Tab};
use chuhe_model::table::move_list::{LineRows, MoveRows, Row};
use chuhe_model::table::repetition::Repetition;
use chuhe_model::table::{GameState, Lead, Table};
use chuhe_view::chat::ChatView;
use chuhe_view::table::{TabView, TableView, available as available_moves, go_to};
use chuhe_view::{Button, Fact, Tone};
use egui::{Align2, Rect, Stroke, Ui, pos2, vec2};

const BAR: f32 = 46.0;

/// Shows the tabs, without the chat if that has a place of its own.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    table: &Table,
    with_chat: bool,
    actions: &mut Vec<Action>,
) {
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let Some(described) = &view.table else { return };
    let is_here = |it: &&TabView| it.tab != Tab::More && (with_chat || it.tab != Tab::Chat);
    let tabs: Vec<&TabView> = described.tabs.iter().filter(is_here).collect();
    let tab = tabs.iter().find(|it| it.tab == table.tabs.shown()).map_or(Tab::Moves, |it| it.tab);
    bar(view, ui, described, &tabs, tab, actions);
    let foot =
        Rect::from_min_max(pos2(place.left(), place.bottom() - foot_height(ui, described, table)), place.max);
    status(view, ui, described, table, foot, actions);
    let inner =
        Rect::from_min_max(place.min + vec2(20.0, BAR + 4.0), pos2(place.right() - 20.0, foot.top() - 8.0));
    contents(view, ui, visit, table, tab, inner, actions);
    if tab == Tab::Chat {
        block(view, ui, place, actions);
    }
}

/// Shows what this tab has.
pub(super) fn contents(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    table: &Table,
    tab: Tab,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let inner = repetition(view, ui, place);
    match tab {
        Tab::Moves if table.game().is_setting_up() => {
            let Some(history) = table.game().luzhanqi() else { return };
            parts::scroll(ui, "setup", inner, false, |ui| {
                let place = ui.available_rect_before_wrap().with_max_y(inner.bottom());
                let end = luzhanqi::setup(view, ui, table, history, place);
                ui.allocate_exact_size(vec2(place.width(), end - place.top()), egui::Sense::hover());
            });
        }
        Tab::Moves => {
            let list = Rect::from_min_max(inner.min - vec2(4.0, 0.0), inner.max + vec2(8.0, 0.0));
            let list = typed_move::above(view, ui.ctx(), &table.board(), ui.max_rect(), list);
            moves(view, ui, table, list, actions);
        }
        Tab::Available => match table.game().luzhanqi() {
            Some(history) => luzhanqi::losses_tab(view, ui, table, history, inner),
            None => available(view, ui, table, inner, actions),
        },
        Tab::Chat => table_chat(view, ui, visit, inner, actions),
        Tab::Spectators => spectating::spectators(view, ui, table, inner),
        // a phone shows them in its own way
        Tab::Board | Tab::More => {}
    }
}

/// Shows the ruling on a repetition, or the warning of one, and returns the room below it.
fn repetition(view: &View<'_>, ui: &Ui, place: Rect) -> Rect {
    let Some(repetition) = view.table.as_ref().and_then(|it| it.repetition.as_ref()) else { return place };
    let around = place.expand2(vec2(8.0, 0.0));
    let rest = banner::show(&view.theme, ui, around, &repetition.id, &repetition.label);
    place.with_min_y(rest.top())
}

/// Where egui keeps that the chat was opened, and its field gets the keyboard once it is drawn.
const OPENED: &str = "table.chat.opened";

/// Shows the chat below the board in a tall window.
pub(super) fn chat_below(view: &View<'_>, ui: &mut Ui, visit: &Visit, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let at = place.min + vec2(20.0, BAR / 2.0 + 2.0);
    let heading = theme::bold(16.0);
    parts::text(ui, at, Align2::LEFT_CENTER, view.text.chat, heading, view.theme.ink, 200.0);
    block(view, ui, place, actions);
    let inner = Rect::from_min_max(place.min + vec2(20.0, BAR), place.max - vec2(20.0, 16.0));
    table_chat(view, ui, visit, inner, actions);
}

fn table_chat(view: &View<'_>, ui: &mut Ui, visit: &Visit, place: Rect, actions: &mut Vec<Action>) {
    chat::show(view, ui, place, visit, &ChatView::of(&view.model(), visit), actions);
    if ui.data_mut(|data| data.remove_temp::<()>(egui::Id::new(OPENED))).is_some() {
        widgets::focus(ui.ctx(), "chat.text");
    }
}

fn bar(
    view: &View<'_>,
    ui: &mut Ui,
    table: &TableView,
    tabs: &[&TabView],
    tab: Tab,
    actions: &mut Vec<Action>,
) {
    let place = ui.max_rect();
    let labels: Vec<(&str, &str)> = tabs.iter().map(|it| (&*it.show.id, it.show.label.as_str())).collect();
    let chosen = tabs.iter().position(|it| it.tab == tab).unwrap_or_default();
    let news = tabs.iter().position(|it| it.has_news);
    let top = Rect::from_min_size(place.min, vec2(place.width(), BAR));
    // the link that blocks the opponent is beside the tabs
    let link = if tab == Tab::Chat && table.block.is_some() {
        let blocks = [view.text.block, view.text.unblock];
        let wide =
            |label| parts::line(ui.ctx(), label, theme::plain(theme::TEXT_SMALL), view.theme.sub, 200.0);
        blocks.map(wide).iter().map(|label| label.size().x).fold(0.0, f32::max) + 20.0
    } else {
        0.0
    };
    let row = top.shrink2(vec2(1.0, 0.0));
    let mark = if view.app.sessions().is_cut_off() { view.theme.sub } else { view.theme.jade.fill };
    let indent = theme::SPACE_CARD;
    let clicked =
        inside(ui, "tabs", row, |ui| widgets::tab_bar(ui, &labels, chosen, mark, indent, link, news));
    if let Some(clicked) = clicked.map(|index| tabs[index]) {
        if clicked.tab == Tab::Chat {
            ui.data_mut(|data| data.insert_temp(egui::Id::new(OPENED), ()));
        }
        actions.push(clicked.show.action.clone());
    }
}

/// Shows the link that blocks the opponent, or lifts the block.
fn block(view: &View<'_>, ui: &mut Ui, place: Rect, actions: &mut Vec<Action>) {
    let Some(block) = view.table.as_ref().and_then(|table| table.block.as_ref()) else { return };
    let at = Rect::from_min_size(pos2(place.right() - 112.0, place.top() + 11.0), vec2(100.0, 24.0));
    let builder =
        egui::UiBuilder::new().max_rect(at).layout(egui::Layout::right_to_left(egui::Align::Center));
    ui.scope_builder(builder, |ui| actions.extend(parts::linked(ui, block)));
}

/// Shows the moves played, one round in each row.
fn moves(view: &View<'_>, ui: &mut Ui, table: &Table, place: Rect, actions: &mut Vec<Action>) {
    let game = table.game();
    let last = game.ply();
    if last == 0 {
        let (at, font) = (place.min + vec2(4.0, 12.0), theme::plain(14.0));
        parts::text(ui, at, Align2::LEFT_TOP, view.text.no_moves_yet, font, view.theme.sub, 400.0);
        return;
    }
    let line = LineRows {
        first: game.situation().first,
        number: game.xiangqi().map_or(1, |game| usize::from(game.start().fullmove_number())),
        plies: last,
    };
    let shown = table.interaction.review().unwrap_or(last);
    let list = Played { view, table, game, line, repetition: game.repetition() };
    actions.extend(move_list::show(view, ui, place, &list, game.id().0, Some(shown)).map(go_to));
}

/// The moves of the game at the table.
struct Played<'a> {
    view: &'a View<'a>,
    table: &'a Table,
    game: &'a GameState,
    line: LineRows,
    repetition: Option<Repetition>,
}

impl MoveRows for Played<'_> {
    type Key = usize;

    fn count(&self) -> usize {
        self.line.count()
    }

    fn row(&self, index: usize) -> Row<usize> {
        self.line.row(index)
    }

    fn find(&self, ply: usize) -> Option<usize> {
        self.line.find(ply)
    }
}

impl move_list::Source for Played<'_> {
    fn cell(&self, ply: usize) -> move_list::Cell {
        let (game, index) = (self.game, ply - 1);
        let spent_ms = game.spent_ms(ply);
        match game.luzhanqi() {
            Some(history) => {
                let (text, explained) = luzhanqi::ply(self.view, self.table, history, index);
                move_list::Cell { text, explained, spent_ms, ..move_list::Cell::default() }
            }
            None => {
                let Some(played) = game.play().notations().get(index) else {
                    return move_list::Cell::default();
                };
                move_list::Cell {
                    text: played.text(self.view.app.desk().notation()).to_owned(),
                    glyph: "",
                    explained: String::new(),
                    captures: played.captures,
                    checks: played.checks,
                    repeats: self.repetition.as_ref().is_some_and(|it| it.holds(ply)),
                    spent_ms,
                }
            }
        }
    }

    fn has_long_moves(&self) -> bool {
        self.game.luzhanqi().is_some()
    }

    fn lead(&self, ply: usize) -> Lead {
        self.table.game().play().red_lead_after(ply)
    }

    fn comment(&self, _: usize, _: bool) -> &str {
        ""
    }

    fn name(&self, ply: usize, _: usize, _: usize) -> String {
        format!("move.{ply}")
    }
}

/// Shows the user's legal moves.
fn available(view: &View<'_>, ui: &mut Ui, table: &Table, place: Rect, actions: &mut Vec<Action>) {
    let moves = available_moves(&view.model(), table);
    let hint = if moves.is_empty() { view.text.not_your_turn_list } else { view.text.click_twice };
    let hint = if table.game().is_over() { view.text.nothing } else { hint };
    let at = place.min + vec2(0.0, 8.0);
    let small = theme::plain(theme::TEXT_SMALL);
    let hint = parts::paragraph(ui, at, hint, small, view.theme.sub, place.width());
    let list = Rect::from_min_max(pos2(place.left(), hint.bottom() + 10.0), place.max + vec2(8.0, 0.0));
    parts::scroll(ui, "available", list, false, |ui| {
        ui.spacing_mut().interact_size.y = parts::CHIP;
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        ui.horizontal_wrapped(|ui| {
            for it in &moves {
                let (choose, ink) = (&it.choose, it.takes.then_some(view.theme.red));
                let chip = parts::chip_of(ui, &choose.id, &choose.label, ink, choose.is_chosen(), 88.0);
                actions.extend(chip.clicked().then(|| choose.action.clone()));
            }
        });
    });
}

fn foot_height(ui: &Ui, described: &TableView, table: &Table) -> f32 {
    let record = if is_record_apart(ui, described, ui.max_rect().width()) { RECORD } else { 0.0 };
    if table.game().is_over() { OUTCOME + record } else { 39.0 }
}

/// The height of how the game ended, in two lines, and of the buttons for the record below it.
const OUTCOME: f32 = 76.0;
const RECORD: f32 = 46.0;

/// Whether the buttons for the record are below how the game ended, because beside them it would be cut.
fn is_record_apart(ui: &Ui, described: &TableView, width: f32) -> bool {
    let wide = width - 40.0 - KEEPSAKES;
    let is_cut = |outcome: &Fact| !fits_as_title(ui, &outcome.label, wide);
    !described.record.is_empty() && described.standing.outcome.as_ref().is_some_and(is_cut)
}

/// Whether how the game ended fits in one line of this width.
fn fits_as_title(ui: &Ui, title: &str, width: f32) -> bool {
    !parts::line(ui.ctx(), title, theme::bold(16.0), egui::Color32::PLACEHOLDER, width).elided
}

/// Shows the state of the game in one line, or its outcome in two.
fn status(
    view: &View<'_>,
    ui: &mut Ui,
    described: &TableView,
    table: &Table,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    if let Some(outcome) = &described.standing.outcome {
        let (title, reason, ink) = (&outcome.label, &outcome.detail, outcome_ink(view, outcome));
        let fill = if outcome.tone == Tone::Good {
            view.theme.jade.wash
        } else {
            view.theme.gold.wash.gamma_multiply(0.5)
        };
        let bottom = egui::CornerRadius { sw: theme::RADIUS_CARD, se: theme::RADIUS_CARD, nw: 0, ne: 0 };
        ui.painter().rect_filled(place.shrink(1.0), bottom, fill);
        let wide = place.width() - 40.0;
        let font = theme::plain(theme::TEXT);
        let is_apart = is_record_apart(ui, described, place.width());
        // a long reason, or the way back to the end of the game, has the room below the buttons
        let is_long = parts::line(ui.ctx(), reason, font.clone(), view.theme.ink, wide - KEEPSAKES).elided;
        let has_room = !is_long && table.interaction.review().is_none();
        let middle = match (is_apart, has_room) {
            (true, _) => place.top() + OUTCOME + RECORD / 2.0 - 4.0,
            (false, true) => place.center().y,
            (false, false) => place.top() + 24.0,
        };
        let beside = keepsakes(ui, &described.record, place, middle, actions);
        let wide_title = if is_apart { wide } else { wide - beside };
        let at = pos2(place.left() + 20.0, place.top() + 25.0);
        if fits_as_title(ui, title, wide_title) {
            parts::name(ui, at, title, [theme::bold(24.0), theme::bold(16.0)], ink, wide_title);
        } else {
            parts::in_two_lines(ui, at, title, theme::bold(16.0), ink, wide_title);
        }
        let at = pos2(place.left() + 20.0, place.top() + 55.0);
        parts::in_two_lines(ui, at, reason, font, view.theme.ink, wide);
        crate::widgets::ui_trace::record(
            ui,
            "outcome",
            &format!("{title}: {reason}"),
            &ui.interact(place, ui.id().with("outcome"), egui::Sense::hover()),
        );
    }
    ui.painter().hline(place.x_range(), place.top(), Stroke::new(1.0, view.theme.border));
    if table.interaction.review().is_some() {
        reviewing(view, ui, described, table, place, actions);
    } else if !table.game().is_over() {
        let at = place.left_center() + vec2(20.0, 0.0);
        let font = theme::plain(14.0);
        let (message, ink) = state_text(view, described);
        let line = place.with_max_x(place.right() - 14.0);
        let wide = steps(view, ui, table, line, 0.0, actions).right() - STEP_GAP - at.x;
        if parts::line(ui.ctx(), message, font.clone(), ink, wide).elided {
            parts::in_two_lines(ui, at, message, font, ink, wide);
        } else {
            parts::text(ui, at, Align2::LEFT_CENTER, message, font, ink, wide);
        }
    }
}

/// The size of a step button in the line below the list.
const STEP: egui::Vec2 = vec2(38.0, 30.0);
const STEP_GAP: f32 = 6.0;
/// The space around the way back to the current position.
const LINK_GAP: f32 = 20.0;

/// Shows the buttons that step through the game to a player, at the right of a line of which the words need so much, and
/// returns the room beside them. A spectator has them in a row of their own.
fn steps(
    view: &View<'_>,
    ui: &mut Ui,
    table: &Table,
    line: Rect,
    needed: f32,
    actions: &mut Vec<Action>,
) -> Rect {
    let Some(described) = &view.table else { return line };
    let game = table.game();
    let wide = 2.0 * (STEP.x + STEP_GAP);
    // the arrow keys step as well
    if game.seat().is_none() || game.ply() == 0 || needed + wide > line.width() {
        return line;
    }
    let mut right = line.right();
    let buttons = [(Picture::Forward, &described.steps.forward), (Picture::Back, &described.steps.back)];
    for (picture, button) in buttons {
        let rect = Rect::from_center_size(pos2(right - STEP.x / 2.0, line.center().y), STEP);
        actions.extend(pictures::offered(view, ui, rect, picture, &button.id, button));
        right = rect.left() - STEP_GAP;
    }
    line.with_max_x(right)
}

/// The colour of how the game ended.
pub(super) const fn outcome_ink(view: &View<'_>, outcome: &Fact) -> egui::Color32 {
    if matches!(outcome.tone, Tone::Plain) { view.theme.ink } else { parts::ink(&view.theme, outcome.tone) }
}

/// What the state of the game says, and its colour.
pub(super) fn state_text<'a>(view: &View<'_>, table: &'a TableView) -> (&'a str, egui::Color32) {
    let tone = if view.app.sessions().is_cut_off() { Tone::Plain } else { table.standing.state.tone };
    (&table.standing.state.label, parts::ink(&view.theme, tone))
}

/// The width of the buttons that review and save the finished game, with the space around them.
const KEEPSAKES: f32 = 2.0 * (78.0 + 8.0) + 16.0;

/// Shows these buttons around `middle`, and returns their width.
fn keepsakes(ui: &mut Ui, record: &[Button], place: Rect, middle: f32, actions: &mut Vec<Action>) -> f32 {
    if record.is_empty() {
        return 0.0;
    }
    let width = 78.0;
    let right = place.right() - 16.0;
    let at = |from_right: usize| {
        let left = right - width - (width + 8.0) * from_right as f32;
        Rect::from_min_size(pos2(left, middle - 19.0), vec2(width, 38.0))
    };
    let places: Vec<Rect> = (0..record.len()).rev().map(at).collect();
    actions.extend(parts::offered_side_by_side(ui, record, &places));
    KEEPSAKES
}

/// Shows the line for a review of an earlier position.
fn reviewing(
    view: &View<'_>,
    ui: &mut Ui,
    described: &TableView,
    table: &Table,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let Some(ply) = table.interaction.review() else { return };
    let over = table.game().is_over();
    let (font, ink) = (theme::plain(14.0), view.theme.gold.ink);
    let at = place.left_center() + vec2(20.0, 0.0);
    let message = view.text.reviewing(ply, table.game().ply());
    let width = |text: &str| parts::line(ui.ctx(), text, font.clone(), ink, f32::INFINITY).size().x;
    if table.game().seat().is_none() {
        // spectators return by the step buttons
        if !over {
            parts::text(ui, at, Align2::LEFT_CENTER, &message, font.clone(), ink, place.width() - 40.0);
        }
        return;
    }
    // after the end, the buttons for the record are beside the title
    let top = place.top() + if over { 37.0 } else { 0.0 };
    let line = Rect::from_min_max(pos2(place.left(), top), pos2(place.right() - 14.0, top + 39.0));
    let current = described.steps.current.as_ref().map_or(0.0, |current| width(&current.label) + LINK_GAP);
    let needed = width(&message);
    let line = if over { line } else { steps(view, ui, table, line, current, actions) };
    // the list shows where the user is, too
    if !over && at.x + needed + LINK_GAP <= line.right() - current {
        parts::text(ui, at, Align2::LEFT_CENTER, &message, font.clone(), ink, needed + 1.0);
    }
    let builder =
        egui::UiBuilder::new().max_rect(line).layout(egui::Layout::right_to_left(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        actions.extend(described.steps.current.as_ref().and_then(|current| parts::linked(ui, current)));
    });
}
