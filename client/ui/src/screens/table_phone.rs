//! The screen at the board of a phone: the board from edge to edge, and its parts above, below or beside it.
//!
//! The tabs are in a row. What they show has a place of its own where there is room, and otherwise slides
//! over the board.

use super::parts::{self, inside, region};
use super::pictures::{self, Picture};
use super::table_phone_state::state;
use super::view::{Layer, View};
use super::{
    board_focus, captured, emblem, layers, notices, offer, side, status_line, steps, table_choices, tabs,
};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Tab};
use chuhe_model::layout::form::{Area, Form};
use chuhe_model::layout::table_layout::{LEAST_TAB, PLAYER_BAR, TableLayout};
use chuhe_model::table::{Table, clock_face};
use chuhe_protocol::GameKind;
use chuhe_rules::Color;
use chuhe_view::status::StatusView;
use chuhe_view::table::{TabView, TableView, changes_board};
use chuhe_view::{Button, everywhere};
use egui::{Align2, Context, Id, Order, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// The space around a part, and the margin at the edges of the screen.
const GAP: f32 = 4.0;
const EDGE: f32 = 6.0;
/// The height of the line that shows the state of the game.
const STATE: f32 = 48.0;
/// How much of the screen the part takes that slides over the board.
const SHEET: f32 = 0.56;
/// The least height that it has below the bar of the opponent. Where there is less, as beside a keyboard, it covers the
/// bar.
const LEAST_SHEET: f32 = 200.0;
/// The height of its head.
const HEAD: f32 = 44.0;
/// The diameter of the piece beside a clock in it, and the size of that of luzhanqi.
const DISC: f32 = 24.0;
const TILE: Vec2 = vec2(30.0, 19.0);
/// The width of the clock in a player's bar.
const CLOCK: f32 = 100.0;
/// The space between the field of a chat and what is below it, besides the margin of its place.
const BELOW_FIELD: f32 = 6.0;
/// The least height below the board of what has a place of its own there, besides the list of moves.
const LEAST_BELOW: f32 = 220.0;
/// The least width of a row of four buttons.
const FOUR_BUTTONS: f32 = 420.0;

/// Where the parts are.
#[derive(Debug)]
struct Parts {
    opponent: Rect,
    /// The strips with the captured pieces, where there is room.
    captured: Option<[Rect; 2]>,
    own: Rect,
    state: Rect,
    buttons: Rect,
    tabs: Rect,
    /// The place for what the tabs show, if it has one.
    contents: Option<Rect>,
    /// What is too low for that, and has nothing in it.
    spare: Option<Rect>,
    /// The place over the board for it, if it has none, or while the keyboard is up.
    sheet: Rect,
    /// The place of a notice while the tabs show nothing: the own bar without the clock.
    beside_clock: Rect,
}

impl Parts {
    fn of(layout: &TableLayout, area: &Area) -> Self {
        match layout.above {
            Some(above) => Self::portrait(layout, above, area),
            None => Self::landscape(layout.side, area),
        }
    }

    /// The parts of an upright phone, the own ones below the board.
    fn portrait(layout: &TableLayout, above: Rect, area: &Area) -> Self {
        let (below, board) = (layout.side, layout.board.panel());
        let strip = board.top() - above.bottom();
        let own = below.with_min_y(below.top() + strip).with_max_y(below.top() + strip + PLAYER_BAR);
        let captured = (strip > 0.0).then(|| {
            let shrink = |rect: Rect| rect.shrink2(vec2(EDGE, 0.0));
            [above.with_min_y(above.bottom()).with_max_y(board.top()), below.with_max_y(own.top())]
                .map(shrink)
        });
        let row =
            |top: f32, height: f32| below.with_min_y(top).with_max_y(top + height).shrink2(vec2(EDGE, 0.0));
        let state = row(own.bottom(), STATE);
        let buttons = row(state.bottom() + GAP, theme::TOUCH);
        let tabs = below.with_min_y(below.bottom() - widgets::TAB_ROW);
        let room = below.with_min_y(buttons.bottom() + GAP).with_max_y(tabs.top());
        let [contents, spare] = Self::used(room);
        let bottom = tabs.top().min(area.visible.bottom());
        let top = (bottom - (area.free.height() * SHEET).round()).max(area.visible.top());
        let sheet = Self::sheet(below, above, [top, bottom]);
        let [opponent, own] = [above, own].map(|bar| bar.shrink2(vec2(EDGE, 1.0)));
        let beside_clock = own.with_max_x(own.right() - CLOCK);
        Self { opponent, captured, own, state, buttons, tabs, contents, spare, sheet, beside_clock }
    }

    /// This room if it is high enough for what the tabs show, or else as a spare one.
    fn used(room: Rect) -> [Option<Rect>; 2] {
        let is_high = room.height() >= LEAST_TAB;
        [Some(room).filter(|_| is_high), Some(room).filter(|_| !is_high && room.is_positive())]
    }

    /// The place of what slides over the board, in this column from this top to this bottom: below the bar of the
    /// opponent, whose clock and name stay in sight, if it is high enough there.
    fn sheet(column: Rect, opponent: Rect, [top, bottom]: [f32; 2]) -> Rect {
        let below = top.max(opponent.bottom());
        let top = if bottom - below >= LEAST_SHEET { below } else { top };
        column.with_min_y(top).with_max_y(bottom)
    }

    /// The parts beside the board of a phone on its side.
    fn landscape(beside: Rect, area: &Area) -> Self {
        let row = |top: f32, height: f32| beside.with_min_y(top).with_max_y(top + height);
        let opponent = row(beside.top(), PLAYER_BAR);
        let tabs = row(opponent.bottom(), widgets::TAB_ROW);
        let buttons = row(beside.bottom() - theme::TOUCH - GAP, theme::TOUCH);
        let state = row(buttons.top() - GAP - STATE, STATE);
        let own = row(state.top() - PLAYER_BAR, PLAYER_BAR);
        let room = beside.with_min_y(tabs.bottom()).with_max_y(own.top());
        let [contents, spare] = Self::used(room);
        let sheet = Self::sheet(beside, opponent, [area.visible.top(), area.visible.bottom()]);
        let narrow = |rect: Rect| rect.with_max_x(rect.right() - EDGE);
        let [opponent, own] = [opponent, own].map(|bar| narrow(bar).shrink2(vec2(0.0, 1.0)));
        let [state, buttons] = [state, buttons].map(narrow);
        let beside_clock = own.with_max_x(own.right() - CLOCK);
        Self { opponent, captured: None, own, state, buttons, tabs, contents, spare, sheet, beside_clock }
    }

    /// Whether what a player does with the record stands beside the rematch, because there is room for it.
    fn has_record_beside(&self, view: &View<'_>, table: &Table) -> bool {
        let fits = view.area.form != Form::Landscape || self.buttons.width() >= FOUR_BUTTONS;
        fits && table.game().seat().is_some()
    }

    /// The place of a question with its answers.
    fn question(&self) -> Rect {
        self.state.union(self.buttons)
    }
}

/// Shows all parts.
pub(super) fn show(
    view: &View<'_>,
    ctx: &Context,
    visit: &Visit,
    table: &Table,
    layout: &TableLayout,
    actions: &mut Vec<Action>,
) {
    let parts = Parts::of(layout, &view.area);
    let (top, bottom) = (table.bottom().opponent(), table.bottom());
    board_focus::show(view, ctx, layout.board.panel(), actions);
    region(ctx, "table.opponent", parts.opponent, |ui| side::player(view, ui, table, top));
    let Some(described) = &view.table else { return };
    let tabs = ShownTabs::of(view, described, table, &parts);
    if let Some([above, below]) = parts.captured.filter(|_| !table.game().is_setting_up()) {
        region(ctx, "table.top", above, |ui| captured::show(view, ui, table, top));
        region(ctx, "table.bottom", below, |ui| captured::show(view, ui, table, bottom));
    }
    let needs_place = tabs.is_nothing_shown() && notices::is_shown(ctx);
    let covers_answers = tabs.cover_answers(view, table);
    let is_placed = !covers_answers && answers(view, ctx, table, &parts, needs_place, actions);
    if needs_place && !is_placed {
        notice_in_own_bar(view, ctx, table, &parts);
    } else {
        region(ctx, "table.own", parts.own, |ui| side::player(view, ui, table, bottom));
    }
    if !covers_answers {
        let line = parts.question();
        region(ctx, "table.line", line, |ui| {
            status_line::bottom_line(view, ui, line, parts.state.center().x, actions);
        });
    }
    show_tabs(view, ctx, visit, table, tabs, &parts, actions);
}

/// Shows a notice in place of the name at the bottom: that of the user, who knows it. Below it is a question, how the
/// game has ended, or too little room. A long one is in a spare room, if there is one.
fn notice_in_own_bar(view: &View<'_>, ctx: &Context, table: &Table, parts: &Parts) {
    let fits = |place: &Rect| notices::fits(view, ctx, *place);
    let spare = parts.spare.filter(|spare| !fits(&parts.beside_clock) && fits(spare));
    let place = if let Some(spare) = spare {
        region(ctx, "table.own", parts.own, |ui| side::player(view, ui, table, table.bottom()));
        spare
    } else if fits(&parts.beside_clock) || has_clocks(table) {
        let name = region(ctx, "table.own", parts.own, |ui| side::clock_of(view, ui, table, table.bottom()));
        parts.own.with_max_x(name.right() - GAP)
    } else {
        // nobody waits for the clock of a game that is over
        parts.own
    };
    notices::place(ctx, place, place.center().x);
}

/// Whether clocks are running, so that they must be in sight.
fn has_clocks(table: &Table) -> bool {
    !table.game().is_over() && !table.game().viewpoint().is_reader()
}

/// Shows the question with its answers, or the state of the game and the buttons. A notice that `needs_place` may
/// take that of the state; returns whether it did.
fn answers(
    view: &View<'_>,
    ctx: &Context,
    table: &Table,
    parts: &Parts,
    needs_place: bool,
    actions: &mut Vec<Action>,
) -> bool {
    let asks = table.game().seat().is_some()
        && region(ctx, "table.offer", parts.question(), |ui| offer::stacked(view, ui, table, actions));
    if asks {
        return false;
    }
    let is_placed =
        region(ctx, "table.state", parts.state, |ui| state(view, ui, table, needs_place, actions));
    region(ctx, "table.buttons", parts.buttons, |ui| buttons(view, ui, table, parts, actions));
    is_placed
}

/// Shows the buttons of the game, and those of its record beside the rematch where there is room.
fn buttons(view: &View<'_>, ui: &mut Ui, table: &Table, parts: &Parts, actions: &mut Vec<Action>) {
    let Some(it) = view.table.as_ref().filter(|_| table.game().seat().is_some()) else {
        return steps::buttons(view, ui, actions);
    };
    let record = if parts.has_record_beside(view, table) { &it.record[..] } else { &[] };
    side::in_a_row(ui, ui.max_rect(), &[&it.buttons, record].concat(), actions);
}

/// What the tabs show, and where.
struct ShownTabs<'a> {
    tabs: &'a [TabView],
    tab: Tab,
    /// The position of the tab among them; `None` if the board has the screen for itself.
    chosen: Option<usize>,
    /// Its place; `None` if it slides over the board.
    place: Option<Rect>,
}

impl<'a> ShownTabs<'a> {
    fn of(view: &View<'_>, it: &'a TableView, table: &Table, parts: &Parts) -> Self {
        let tabs = &it.tabs;
        let is_typing = view.area.visible.bottom() < view.area.free.bottom();
        let first = if parts.contents.is_some() { Tab::Moves } else { Tab::Board };
        let tab = tabs.iter().find(|it| it.tab == table.tabs.shown()).map_or(first, |it| it.tab);
        // the last moves are enough, but a list to choose from and the lines of a chat need more room
        let needs_room = tab == Tab::Chat || tab != first && view.area.form == Form::Portrait;
        let has_room = |place: &Rect| !needs_room || place.height() >= LEAST_BELOW;
        let place = parts.contents.filter(|place| !is_typing && has_room(place));
        let chosen = tabs.iter().position(|it| it.tab == tab);
        Self { tabs, tab, chosen, place }
    }

    /// Whether they show nothing, so that the board has the screen for itself.
    const fn is_nothing_shown(&self) -> bool {
        self.chosen.is_none() && self.place.is_none()
    }

    /// Whether a tab lies over a question, over how the game has ended, or over the line at the bottom. Then it shows
    /// them itself: they must not wait until the user closes it.
    fn cover_answers(&self, view: &View<'_>, table: &Table) -> bool {
        let has_ended = table.game().is_over() && !table.game().viewpoint().is_reader();
        let is_urgent = has_ended || offer::asks(view) || StatusView::of(&view.model()).is_some();
        self.chosen.is_some() && self.place.is_none() && is_urgent
    }
}

/// Shows the row of tabs and what the chosen one has.
fn show_tabs(
    view: &View<'_>,
    ctx: &Context,
    visit: &Visit,
    table: &Table,
    shown: ShownTabs<'_>,
    parts: &Parts,
    actions: &mut Vec<Action>,
) {
    let covers_answers = shown.cover_answers(view, table);
    let ShownTabs { tabs: shown, tab, chosen, place } = shown;
    let Some(described) = &view.table else { return };
    let labels: Vec<(&str, &str)> = shown.iter().map(|it| (&*it.show.id, it.show.label.as_str())).collect();
    let mark = if view.app.sessions().is_cut_off() { view.theme.sub } else { view.theme.jade.fill };
    let news = shown.iter().position(|it| it.has_news);
    let tapped = region(ctx, "table.tabs", parts.tabs, |ui| {
        ui.painter().rect_filled(parts.tabs, 0.0, view.theme.panel);
        widgets::tab_row(ui, parts.tabs, &labels, chosen, mark, news)
    });
    if let Some(index) = tapped {
        // the tab that is over the board closes
        let is_open = chosen == Some(index) && place.is_none();
        let button = if is_open { &described.close_tab } else { &shown[index].show };
        actions.push(button.action.clone());
    }
    let first = shown.iter().position(|it| it.tab == Tab::Moves);
    match (place, chosen) {
        (Some(place), _) => {
            // a step back returns to the moves first, wherever the other tab is shown
            if chosen != first {
                layers::sheet_is_shown(ctx);
                if view.closes(Layer::Sheet) {
                    actions.push(described.close_tab.action.clone());
                }
            }
            let inner = place.shrink2(vec2(14.0, 2.0));
            let inner = beside_notice(view, ctx, inner, tab);
            region(ctx, "table.contents", inner, |ui| contents(view, ui, visit, table, tab, parts, actions));
        }
        (None, Some(index)) => {
            let (title, close) = (labels[index].1, &described.close_tab);
            // the row of the rematch has no room for them, and what is over the board covers the way to *More*
            let is_record_apart = covers_answers && tab != Tab::More && !parts.has_record_beside(view, table);
            let record = if is_record_apart { &described.record[..] } else { &[] };
            sheet(view, ctx, parts, &Head { title, buttons: record, close }, actions, |ui, actions| {
                let mut room = ui.max_rect();
                if covers_answers {
                    let (above, below) = room.split_top_bottom_at_y(room.top() + parts.question().height());
                    room = below.with_min_y(below.top() + GAP);
                    urgent(view, ui, table, above, parts, actions);
                }
                let inner = beside_notice(view, ui.ctx(), room, tab);
                let before = actions.len();
                inside(ui, "beside", inner, |ui| contents(view, ui, visit, table, tab, parts, actions));
                if actions[before..].iter().any(|action| tab == Tab::Available || changes_board(action)) {
                    actions.push(described.close_tab.action.clone());
                }
            });
        }
        (None, None) => {}
    }
}

/// Shows the line at the bottom, a question, or how the game has ended, at the top of a tab that lies over their place.
fn urgent(
    view: &View<'_>,
    ui: &mut Ui,
    table: &Table,
    place: Rect,
    parts: &Parts,
    actions: &mut Vec<Action>,
) {
    let line = |ui: &mut Ui| status_line::bottom_line(view, ui, place, place.center().x, actions);
    if inside(ui, "line", place, line)
        || inside(ui, "offer", place, |ui| offer::stacked(view, ui, table, actions))
    {
        return;
    }
    let (line, row) = place.split_top_bottom_at_y(place.bottom() - theme::TOUCH);
    inside(ui, "state", line, |ui| state(view, ui, table, false, actions));
    inside(ui, "buttons", row, |ui| buttons(view, ui, table, parts, actions));
}

/// Places a notice at the end of what a tab shows, and returns the rest. The field of a chat stays at the end.
fn beside_notice(view: &View<'_>, ctx: &Context, contents: Rect, tab: Tab) -> Rect {
    let (notice, rest) = if tab == Tab::Chat {
        let contents = contents.with_max_y(contents.bottom() - BELOW_FIELD);
        notices::split_beginning(view, ctx, contents)
    } else {
        let (rest, notice) = notices::split_end(view, ctx, contents);
        (notice, rest)
    };
    notices::place(ctx, notice, notice.center().x);
    rest
}

/// The head of what slides over the board.
struct Head<'a> {
    title: &'a str,
    buttons: &'a [Button],
    /// Closes it.
    close: &'a Button,
}

/// Shows a part that slides over the board, with a heading, these buttons, and one that closes it. It has the clocks that
/// it covers.
fn sheet(
    view: &View<'_>,
    ctx: &Context,
    parts: &Parts,
    &Head { title, buttons, close }: &Head<'_>,
    actions: &mut Vec<Action>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let rect = parts.sheet;
    let area = egui::Area::new(Id::new("table.sheet")).order(Order::Middle).fixed_pos(rect.min);
    area.constrain(false).show(ctx, |ui| {
        // a tap on it must not reach what it covers
        ui.allocate_exact_size(rect.size(), Sense::CLICK | Sense::DRAG);
        let round = egui::CornerRadius { nw: theme::RADIUS_CARD, ne: theme::RADIUS_CARD, sw: 0, se: 0 };
        let stroke = Stroke::new(1.0, view.theme.border);
        ui.painter().rect(rect, round, view.theme.panel, stroke, StrokeKind::Inside);
        let head = rect.with_max_y(rect.top() + HEAD);
        let cross =
            Rect::from_min_max(pos2(head.right() - HEAD - GAP, head.top()), head.max - vec2(GAP, 0.0));
        let room = head.with_min_x(head.left() + 14.0).with_max_x(cross.left() - GAP);
        let (room, clocks) = covered_clocks(view, ui, parts, room);
        let room = in_head(ui, buttons, room, actions);
        let (at, font, wide) = (room.left_center(), theme::bold(theme::TEXT_LARGE), room.width() - GAP);
        // two clocks matter more than what the user has just opened
        if clocks < 2 || !parts::line(ctx, title, font.clone(), view.theme.ink, wide).elided {
            parts::text(ui, at, Align2::LEFT_CENTER, title, font, view.theme.ink, wide);
        }
        let tapped = pictures::bare(view, ui, cross, Picture::Close, &close.id, &close.label);
        layers::sheet_is_shown(ctx);
        if tapped || view.closes(Layer::Sheet) {
            actions.push(close.action.clone());
        }
        let inner = Rect::from_min_max(pos2(rect.left(), head.bottom()), rect.max).shrink2(vec2(14.0, 2.0));
        inside(ui, "contents", inner, |ui| contents(ui, actions));
    });
}

/// Shows buttons at the right of the head of what slides over the board; returns the room beside them.
fn in_head(ui: &mut Ui, buttons: &[Button], head: Rect, actions: &mut Vec<Action>) -> Rect {
    let settled = buttons.is_empty() || parts::has_settled(ui, Id::new("sheet.buttons"), head);
    let mut right = head.right();
    for (button, width) in buttons.iter().zip(side::widths(ui, buttons)).rev() {
        let place = head.with_min_x(right - width).with_max_x(right);
        actions.extend(parts::offered_at(ui, place, button).filter(|_| settled));
        right = place.left() - GAP;
    }
    head.with_max_x(right)
}

/// Shows the clocks of the bars that what slides over the board, or the keyboard, covers in its head, that of the bottom
/// at the right; returns the room beside them, and how many there are.
fn covered_clocks(view: &View<'_>, ui: &mut Ui, parts: &Parts, head: Rect) -> (Rect, usize) {
    let Some(table) = view.app.sessions().table().filter(|table| has_clocks(table)) else { return (head, 0) };
    let bottom = table.bottom();
    let is_covered =
        |bar: Rect| parts.sheet.intersects(bar) || !view.area.visible.expand(0.5).contains_rect(bar);
    let bars = [("sheet.clock", bottom, parts.own), ("sheet.clock.top", bottom.opponent(), parts.opponent)];
    let digits = |side| clock_face(table, side, view.now).digits;
    // an untimed side has none
    let is_missed = |&(_, side, bar): &(&str, Color, Rect)| is_covered(bar) && !digits(side).is_empty();
    let covered: Vec<_> = bars.into_iter().filter(is_missed).collect();
    let mut room = head;
    for (name, side, _) in &covered {
        let beside = if let [_] = covered[..] {
            side::clock_in(view, ui, table, *side, room)
        } else {
            // their pieces tell two clocks apart
            let beside = side::digits_in(view, ui, table, *side, room);
            let kind = table.game().terms().game.kind();
            let width = if kind == GameKind::Xiangqi { DISC } else { TILE.x };
            let piece = beside.with_min_x(beside.right() - GAP - width);
            emblem::show(ui, name, kind, *side, piece, DISC, TILE);
            beside.with_max_x(piece.left() - 2.0 * GAP)
        };
        let clock = room.with_min_x(beside.right());
        ui_trace::record(ui, name, &digits(*side), &ui.interact(clock, ui.id().with(name), Sense::hover()));
        room = beside;
    }
    (room, covered.len())
}

fn contents(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    table: &Table,
    tab: Tab,
    parts: &Parts,
    actions: &mut Vec<Action>,
) {
    let place = ui.max_rect();
    if tab == Tab::More {
        parts::scroll(ui, "more", place, false, |ui| more(view, ui, table, parts, actions));
    } else {
        tabs::contents(view, ui, visit, table, tab, place, actions);
    }
}

/// Lists everything that has no place of its own on a phone.
fn more(view: &View<'_>, ui: &mut Ui, table: &Table, parts: &Parts, actions: &mut Vec<Action>) {
    let Some(described) = &view.table else { return };
    let record = described.record.iter().filter(|_| !parts.has_record_beside(view, table));
    for button in record.chain(&described.choices) {
        actions.extend(parts::offered_row(ui, button));
    }
    if let Some(fact) = described.spectators.as_ref().filter(|_| table.game().seat().is_some()) {
        ui.add_space(theme::SPACE_SMALL);
        ui.label(view.text.labelled(&fact.label, &fact.detail));
        ui.add_space(theme::SPACE_SMALL);
    }
    let [settings, help, _] = everywhere(&view.model());
    for button in described.block.iter().chain([&help, &settings]) {
        actions.extend(parts::offered_row(ui, button));
    }
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    table_choices::terms(view, ui, table, line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::drawing::insets::Insets;
    use chuhe_model::layout::table_layout::BoardOf;
    use chuhe_model::luzhanqi::BoardPart;
    use chuhe_rules::luzhanqi::BoardKind;

    #[test]
    fn the_parts_are_in_the_screen_and_do_not_overlap() {
        for (width, height) in [(360, 640), (390, 844), (412, 915), (640, 360), (844, 390)] {
            let window = vec2(width as f32, height as f32);
            let notch = Insets { top: 20.0, bottom: 10.0, ..Insets::default() };
            for (insets, board) in [Insets::default(), notch].into_iter().flat_map(|insets| {
                let boards = [
                    BoardOf::Xiangqi,
                    BoardOf::Luzhanqi(BoardKind::Classic),
                    BoardOf::Luzhanqi(BoardKind::Cross),
                ];
                boards.map(|board| (insets, board))
            }) {
                let area = Area::of(window, &insets);
                let layout = TableLayout::of_part(area, board, Color::Red, BoardPart::Whole);
                let parts = Parts::of(&layout, &area);
                let mut all = vec![
                    layout.board.panel(),
                    parts.opponent,
                    parts.own,
                    parts.state,
                    parts.buttons,
                    parts.tabs,
                ];
                all.extend(parts.contents);
                all.extend(parts.captured.into_iter().flatten());
                for (n, part) in all.iter().enumerate() {
                    assert!(
                        area.free.contains_rect(*part) && part.is_positive(),
                        "{board:?} {window}: {part}"
                    );
                    for other in &all[n + 1..] {
                        assert!(!part.shrink(0.5).intersects(*other), "{board:?} {window}: {part} {other}");
                    }
                }
                assert!(parts.buttons.height() >= theme::TOUCH && parts.tabs.height() >= theme::TOUCH);
                assert!(parts.contents.is_none_or(|place| place.height() >= 100.0), "{window}: {parts:?}");
                assert!(
                    parts.sheet.height() >= 200.0 && area.visible.contains_rect(parts.sheet),
                    "{parts:?}"
                );
            }
        }
    }

    #[test]
    fn the_keyboard_does_not_cover_what_is_typed() {
        for (width, height, keyboard) in [(360, 640, 260), (390, 844, 336), (640, 360, 200)] {
            let window = vec2(width as f32, height as f32);
            let area = Area::of(window, &Insets { keyboard: keyboard as f32, ..Insets::default() });
            let layout = TableLayout::of_part(area, BoardOf::Xiangqi, Color::Red, BoardPart::Whole);
            let sheet = Parts::of(&layout, &area).sheet;
            assert!(area.visible.contains_rect(sheet) && sheet.height() >= 150.0, "{window}: {sheet}");
        }
    }
}
