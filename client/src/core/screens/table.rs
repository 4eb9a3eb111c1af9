//! The screen at the board: where its parts go. The board itself is drawn beneath.

use super::parts::{self, region};
use super::{View, offer, overlay, side, tabs, widgets};
use crate::core::action::{Action, TableAction};
use crate::core::app::Screen;
use crate::core::board_layout::TableLayout;
use crate::core::scene::{Point, Rect};
use crate::core::session::Session;
use crate::core::table::Table;
use crate::core::theme;
use egui::{Align, Align2, Context, Key, Layout, Ui, UiBuilder, pos2, vec2};

/// Where the parts of the column beside the board go.
struct Column {
    opponent: Rect,
    tabs: Rect,
    own: Rect,
    buttons: Rect,
    offer: Rect,
}

impl Column {
    fn of(layout: &TableLayout) -> Self {
        let side = layout.side;
        let tall = side.height() >= 640.0;
        let (card, offer_height) = if tall { (84.0, 64.0) } else { (70.0, 58.0) };
        let gap = if tall { theme::SPACE } else { 10.0 };
        let strip = |bottom: f32, height: f32| {
            Rect::from_min_max(pos2(side.left(), bottom - height), pos2(side.right(), bottom))
        };
        let opponent = Rect::from_min_size(side.min, vec2(side.width(), card));
        let offer = strip(side.bottom(), offer_height);
        let buttons = strip(offer.top() - gap, theme::HEIGHT_BUTTON);
        let own = strip(buttons.top() - gap, card);
        let top_left = pos2(side.left(), opponent.bottom() + gap);
        let tabs = Rect::from_min_max(top_left, pos2(side.right(), own.top() - gap));
        Self { opponent, tabs, own, buttons, offer }
    }
}

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(session) = view.app.session() else { return };
    let Some(table) = session.table() else { return };
    let layout = TableLayout::of(ctx.screen_rect().size(), table.bottom());
    let column = Column::of(&layout);
    let (top, bottom) = (table.bottom().opponent(), table.bottom());
    region(ctx, "table.opponent", column.opponent, |ui| side::player(view, ui, table, top));
    region(ctx, "table.own", column.own, |ui| side::player(view, ui, table, bottom));
    let below = layout.tabs_below;
    region(ctx, "table.tabs", column.tabs, |ui| {
        tabs::show(view, ui, session, table, below.is_none(), actions)
    });
    if let Some(place) = below {
        region(ctx, "table.chat", place, |ui| tabs::chat_below(view, ui, session, table, actions));
    }
    region(ctx, "table.buttons", column.buttons, |ui| side::buttons(view, ui, table, actions));
    region(ctx, "table.offer", column.offer, |ui| offer::show(view, ui, table, actions));
    region(ctx, "table.footer", layout.footer, |ui| footer(view, ui, session, table, actions));
    keys(ctx, table, actions);
}

fn footer(view: &View<'_>, ui: &mut Ui, session: &Session, table: &Table, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let line = place.with_max_y(place.top() + place.height().min(60.0));
    let links = 190.0;
    let mut parts_said = Vec::new();
    if view.app.link().is_joined()
        && let Some(server) = view.app.link().server()
    {
        parts_said.push((view.text.connected_to)(&format!("{}:{}", server.host, server.port)));
    }
    parts_said.push(view.text.asian_xiangqi.to_owned());
    let times = table.record().times();
    let own = (view.text.time_short)(times[table.me()]);
    parts_said.push(own);
    let _ = session;
    let said = parts_said.join(" · ");
    let at = pos2(place.left(), line.center().y);
    let font = theme::plain(theme::TEXT_SMALL);
    parts::text(ui, at, Align2::LEFT_CENTER, &said, font, view.theme.sub, place.width() - links);
    let right = Rect::from_min_max(pos2(line.right() - links, line.top()), line.max);
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        overlay::settings_link(view, ui, actions);
        if widgets::link(ui, "table.flip", view.text.flip).clicked() {
            actions.push(Action::Table(TableAction::Flip));
        }
    });
}

/// The arrow keys go through the game.
fn keys(ctx: &Context, table: &Table, actions: &mut Vec<Action>) {
    if ctx.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |key| ctx.input(|input| input.key_pressed(key));
    let last = table.record().ply();
    let ply = table.review().unwrap_or(last);
    let wanted = if pressed(Key::ArrowLeft) && ply > 0 {
        Some(ply - 1)
    } else if pressed(Key::ArrowRight) && ply < last {
        Some(ply + 1)
    } else if pressed(Key::Home) {
        Some(0)
    } else if pressed(Key::End) {
        Some(last)
    } else {
        None
    };
    if let Some(ply) = wanted {
        actions.push(Action::Table(TableAction::Review(Some(ply))));
    }
}

/// The middle of the lower edge of what is said in passing: under the board, or at the bottom.
pub(super) fn notice_place(view: &View<'_>, window: Rect) -> Point {
    match view.app.table() {
        Some(table) if view.app.screen() == Screen::Table => {
            let board = TableLayout::of(window.size(), table.bottom()).board;
            let bottom = (board.panel.bottom() + 52.0).min(window.bottom() - 4.0);
            pos2(board.panel.center().x, bottom)
        }
        Some(_) | None => pos2(window.center().x, window.bottom() - 24.0),
    }
}
