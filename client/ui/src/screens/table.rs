//! The screen at the board: the layout of its parts. The board itself is drawn below them.

use super::parts::{self, region};
use super::view::View;
use super::{
    board_focus, captured, links, luzhanqi, offer, side, status_line, steps, table_choices, table_phone,
    tabs, typed_move,
};
use crate::widgets;
use crate::widgets::{keys, theme};
use chuhe_app::App;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Tab};
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use chuhe_model::drawing::scene::Rect;
use chuhe_model::layout::table_layout::{Placed, TableLayout};
use chuhe_model::table::{Table, Viewpoint};
use chuhe_view::Choice;
use chuhe_view::table::{CANCEL, TableView};
use egui::{Align, Context, Key, Ui, pos2, vec2};

/// The space between the line at the bottom and the links beside it.
const GAP: f32 = 16.0;

/// The height of a question, where height is short: a line of text above the answers.
const QUESTION: f32 = 70.0;
/// The same where there is room: two lines of text above the answers.
const TALL_QUESTION: f32 = 74.0;
/// The same while the pieces are set up, which the tabs explain below it: nobody makes offers yet.
const LOW_SETUP: f32 = 50.0;

/// The layout of the column beside the board.
struct Column {
    opponent: Rect,
    /// What the player of the card above has captured.
    opponent_captured: Rect,
    tabs: Rect,
    /// What the player of the card below has captured.
    own_captured: Rect,
    own: Rect,
    buttons: Rect,
    offer: Rect,
}

impl Column {
    /// Lays out the column. A reader gets no questions and needs no place for them, and nothing is
    /// captured while pieces are set up.
    fn of(layout: &TableLayout, reading: bool, setting_up: bool) -> Self {
        if let Some(above) = layout.above {
            return Self::stacked(layout.side, above, reading, setting_up);
        }
        let side = layout.side;
        let tall = side.height() >= 640.0;
        let (card, offer_height) = if tall { (84.0, TALL_QUESTION) } else { (70.0, QUESTION) };
        let gap = if tall { theme::SPACE } else { 10.0 };
        let strip = |bottom: f32, height: f32| {
            Rect::from_min_max(pos2(side.left(), bottom - height), pos2(side.right(), bottom))
        };
        let opponent = Rect::from_min_size(side.min, vec2(side.width(), card));
        let offer = strip(side.bottom(), offer_height);
        let bottom = if reading { side.bottom() } else { offer.top() - gap };
        let buttons = strip(bottom, theme::HEIGHT_BUTTON);
        let own = strip(buttons.top() - gap, card);
        let between = if setting_up { gap } else { captured::HEIGHT };
        let strip_at =
            |top: f32| Rect::from_min_size(pos2(side.left(), top), vec2(side.width(), captured::HEIGHT));
        let (opponent_captured, own_captured) =
            (strip_at(opponent.bottom()), strip_at(own.top() - captured::HEIGHT));
        let top_left = pos2(side.left(), opponent.bottom() + between);
        let tabs = Rect::from_min_max(top_left, pos2(side.right(), own.top() - between));
        Self { opponent, opponent_captured, tabs, own_captured, own, buttons, offer }
    }
}

impl Column {
    /// Lays out the parts of a tall window: the opponent's card above the board, below it the user's card, the
    /// buttons beside the questions, and the tabs. Each card has the captured pieces under it.
    fn stacked(below: Rect, above: Rect, reading: bool, setting_up: bool) -> Self {
        let gap = 10.0;
        let own = below.with_max_y(below.top() + above.height());
        let between = if setting_up { gap } else { captured::HEIGHT };
        let strip = |card: Rect| Rect::from_min_size(card.left_bottom(), vec2(card.width(), between));
        let own_captured = strip(own);
        let height = match reading {
            true => theme::HEIGHT_BUTTON,
            false if setting_up => LOW_SETUP,
            false => TALL_QUESTION,
        };
        let row = Rect::from_min_size(own_captured.left_bottom(), vec2(own.width(), height));
        // the buttons stay where they are when a question appears, so that no click meets another button
        let (left, right) = row.split_left_right_at_fraction(0.5);
        let left = if reading { row } else { left.with_max_x(left.right() - gap / 2.0) };
        let buttons = Rect::from_center_size(left.center(), vec2(left.width(), theme::HEIGHT_BUTTON));
        let offer = right.with_min_x(right.left() + gap / 2.0);
        let tabs = below.with_min_y(row.bottom() + gap);
        Self { opponent: above, opponent_captured: strip(above), tabs, own_captured, own, buttons, offer }
    }
}

/// Returns the name of the screen, which depends on the viewpoint.
pub(super) fn name(app: &App) -> &'static str {
    match app.sessions().table().map(|table| table.game().viewpoint()) {
        Some(Viewpoint::Player(_)) | None => "table",
        Some(Viewpoint::Spectator) => "watch",
        Some(Viewpoint::Reader(_)) => "reader",
    }
}

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(visit) = view.app.sessions().visit() else { return };
    let Some(table) = visit.table() else { return };
    let layout = table.layout(view.area);
    if view.area.form.is_phone() {
        table_phone::show(view, ctx, visit, table, &layout, actions);
    } else {
        arranged(view, ctx, visit, table, &layout, actions);
    }
    let Some(it) = &view.table else { return };
    if let (Placed::Luzhanqi(board), Some(marks), Some((station, _))) =
        (&layout.board, &it.marks, table.game().play().marking())
    {
        luzhanqi::marks(view, ctx, marks, board.panel, board.area(station), actions);
    }
    if !view.is_covered() {
        keys(view, ctx, it, table, actions);
    }
}

/// Shows the parts of a desktop.
fn arranged(
    view: &View<'_>,
    ctx: &Context,
    visit: &Visit,
    table: &Table,
    layout: &TableLayout,
    actions: &mut Vec<Action>,
) {
    let reading = table.game().viewpoint().is_reader();
    let setting_up = table.game().is_setting_up();
    let column = Column::of(layout, reading, setting_up);
    let (top, bottom) = (table.bottom().opponent(), table.bottom());
    board_focus::show(view, ctx, layout.board.panel(), actions);
    region(ctx, "table.opponent", column.opponent, |ui| side::player(view, ui, table, top));
    region(ctx, "table.own", column.own, |ui| side::player(view, ui, table, bottom));
    if !setting_up {
        region(ctx, "table.top", column.opponent_captured, |ui| captured::show(view, ui, table, top));
        region(ctx, "table.bottom", column.own_captured, |ui| captured::show(view, ui, table, bottom));
    }
    let below = layout.tabs_below;
    region(ctx, "table.tabs", column.tabs, |ui| tabs::show(view, ui, visit, table, below.is_none(), actions));
    if let Some(place) = below {
        region(ctx, "table.chat", place, |ui| tabs::chat_below(view, ui, visit, actions));
    }
    if table.game().seat().is_some() {
        region(ctx, "table.buttons", column.buttons, |ui| side::buttons(view, ui, actions));
        region(ctx, "table.offer", column.offer, |ui| offer::show(view, ui, table, actions));
    } else {
        region(ctx, "table.buttons", column.buttons, |ui| steps::buttons(view, ui, actions));
        if !reading {
            region(ctx, "table.offer", column.offer, |ui| steps::broadcast_state(view, ui, actions));
        }
    }
    region(ctx, "table.footer", layout.footer, |ui| {
        footer(view, ui, visit, layout.board.panel(), actions);
    });
    // letters are no move while the chat is in the place of the list
    let chats = table.tabs.shown() == Tab::Chat && layout.tabs_below.is_none() && table.typed.is_empty();
    if !view.is_covered() && !chats {
        let typed = view.table.as_ref().and_then(|it| it.typed.as_ref());
        typed_move::show(view, ctx, &table.board(), typed, column.tabs, actions);
    }
}

/// Shows the status line at the bottom, or the terms of the game if it is empty.
fn footer(view: &View<'_>, ui: &mut Ui, visit: &Visit, board: Rect, actions: &mut Vec<Action>) {
    let Some(table) = visit.table() else { return };
    let (line, right) = status_line::split_footer(ui.max_rect());
    let links = parts::from_right(ui, right, Align::Center, |ui| {
        links::links(view, ui, actions);
        // without a connection, the line of its status needs the room
        let has_status = view.app.sessions().local().is_none() && !view.app.sessions().link().is_joined();
        let Some(described) = &view.table else { return };
        for choice in &described.choices {
            actions.extend(parts::linked(ui, choice));
            if let Some(it) = described.volume.as_ref().filter(|_| choice.id == "table.mute" && !has_status) {
                volume(view, ui, it, actions);
            }
        }
        // a spectator has them in a tab
        if let Some(fact) = described.spectators.as_ref().filter(|_| table.game().seat().is_some()) {
            widgets::link(ui, &fact.id, &fact.label).on_hover_text(&fact.detail);
        }
    });
    let left = if line == right { line.with_max_x(links.response.rect.left() - GAP) } else { line };
    if !status_line::bottom_line(view, ui, left, board.center().x, actions) {
        table_choices::terms(view, ui, table, left);
    }
}

/// Shows the volume of the sounds as a link with a menu of the others.
fn volume(view: &View<'_>, ui: &mut Ui, it: &Choice, actions: &mut Vec<Action>) {
    let chosen = it.chosen.map_or("", |chosen| &it.options[chosen].label);
    let link = widgets::link(ui, &it.id, &view.text.labelled(&it.label, chosen));
    let popup = egui::Id::new("volume.popup");
    if link.clicked() {
        ui.memory_mut(|memory| memory.toggle_popup(popup));
    }
    let (above, close) = (egui::AboveOrBelow::Above, egui::PopupCloseBehavior::CloseOnClick);
    egui::popup_above_or_below_widget(ui, popup, &link, above, close, |ui| {
        actions.extend(it.options.iter().filter_map(|option| parts::linked(ui, option)));
    });
}

/// Reads the keys: the arrows step through the game, Escape cancels, Enter confirms.
fn keys(view: &View<'_>, ctx: &Context, it: &TableView, table: &Table, actions: &mut Vec<Action>) {
    let pressed = |does: &KeyUse| ctx.input(|input| keys::pressed(input, KeyPlace::Table, *does));
    if pressed(&KeyUse::Cancel) && (!view.focused || table.interaction.dragged().is_some()) {
        actions.push(CANCEL);
    }
    actions.extend(it.confirm().filter(|_| view.pressed(ctx, Key::Enter)));
    if ctx.memory(|memory| memory.focused().is_some()) {
        return;
    }
    if pressed(&KeyUse::EnterBoard) {
        board_focus::take(ctx);
    }
    let all = [KeyUse::Zoom, KeyUse::StepBack, KeyUse::StepForward, KeyUse::StepFirst, KeyUse::StepLast];
    actions.extend(all.into_iter().filter(pressed).filter_map(|key| it.key(key)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::layout::table_layout::{BoardOf, FIRST_TALL};
    use chuhe_model::luzhanqi::BoardPart;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;

    #[test]
    fn both_cards_of_a_tall_window_are_as_wide_as_the_board_and_leave_room_for_the_tabs() {
        for board in
            [BoardOf::Xiangqi, BoardOf::Luzhanqi(BoardKind::Classic), BoardOf::Luzhanqi(BoardKind::Cross)]
        {
            for size in [FIRST_TALL, vec2(680.0, 1040.0), vec2(1440.0, 2560.0)] {
                let layout = TableLayout::of_part(size, board, Color::Red, BoardPart::Whole);
                for (reading, setting_up) in [(false, false), (true, false), (false, true)] {
                    let column = Column::of(&layout, reading, setting_up);
                    assert_eq!(column.own.size(), column.opponent.size(), "{board:?} {size}");
                    assert!(column.tabs.height() >= 200.0, "{board:?} {size}: {}", column.tabs);
                    let mut top = layout.board.panel().bottom();
                    for part in [column.own, column.own_captured, column.buttons, column.tabs] {
                        assert!(
                            part.top() >= top && layout.side.contains_rect(part),
                            "{board:?} {size}: {part}"
                        );
                        top = part.bottom();
                    }
                    let apart = [column.own, column.own_captured, column.buttons, column.tabs];
                    let is_free = !apart.iter().any(|part| part.shrink(0.5).intersects(column.offer));
                    assert!(reading || is_free, "{board:?} {size}: {}", column.offer);
                }
            }
        }
    }
}
