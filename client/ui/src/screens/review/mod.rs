//! The review screen beside the board: players, moves, comment, and the buttons.

mod analysis;
mod dialogs;
mod games;
mod graph;
mod keys;
mod panel;
mod phone;
mod steps;
#[cfg(test)]
mod tests;

use super::parts::{self, region};
use super::view::View;
use super::{board_focus, links, status_line, typed_move};
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::layout::table_layout::{TableLayout, is_tall};
use chuhe_model::review::Review;
use chuhe_view::review::ReviewView;
use egui::{Align, Context, Layout, Rect, UiBuilder, Vec2, pos2, vec2};

/// The width of the links at the right of the footer.
const LINKS: f32 = 310.0;

/// The least height of the move list beside a comment.
const LEAST_LIST: f32 = 120.0;

/// The space between the parts below the board of a tall window.
const STACKED_GAP: f32 = 8.0;

/// The layout of the column beside the board.
struct Column {
    header: Rect,
    analysis: Rect,
    list: Rect,
    edits: Rect,
    /// `None` in a low window while the analysis needs the room.
    comment: Option<Rect>,
    steps: Rect,
    buttons: Rect,
}

impl Column {
    /// Lays out the column with a header and an analysis of these heights. In a tall window, the list has the room
    /// below the board.
    fn of(side: Rect, below: Option<Rect>, [header, analysis]: [f32; 2]) -> Self {
        let tall = side.height() >= 640.0;
        let gap = if tall { 12.0 } else { 8.0 };
        let strip = |bottom: f32, height: f32| {
            Rect::from_min_max(pos2(side.left(), bottom - height), pos2(side.right(), bottom))
        };
        let header = side.with_max_y(side.top() + header);
        let buttons = strip(side.bottom(), theme::HEIGHT_BUTTON);
        let steps = strip(buttons.top() - gap, theme::HEIGHT_BUTTON);
        let analysis =
            Rect::from_min_size(pos2(side.left(), header.bottom() + gap), vec2(side.width(), analysis));
        let after = if analysis.height() > 0.0 { analysis.bottom() } else { header.bottom() };
        let top_left = pos2(side.left(), after + gap);
        let Some(below) = below else {
            let comment = strip(steps.top() - gap, panel::COMMENT);
            let room = comment.top() - 2.0 * gap - panel::EDITS - top_left.y;
            let comment = (room >= LEAST_LIST).then_some(comment);
            let edits = strip(comment.unwrap_or(steps).top() - gap, panel::EDITS);
            let list = Rect::from_min_max(top_left, pos2(side.right(), edits.top() - gap));
            return Self { header, analysis, list, edits, comment, steps, buttons };
        };
        let edits = strip(steps.top() - gap, panel::EDITS);
        let comment = Rect::from_min_max(top_left, pos2(side.right(), edits.top() - gap));
        Self { header, analysis, list: below, edits, comment: Some(comment), steps, buttons }
    }
}

impl Column {
    /// The halves of what is below the board of a tall window.
    fn half(below: Rect) -> (Rect, Rect) {
        let (left, right) = below.split_left_right_at_fraction(0.5);
        (left.with_max_x(left.right() - STACKED_GAP), right.with_min_x(right.left() + STACKED_GAP))
    }

    /// Lays out the parts below the board of a tall window: the list beside the analysis.
    fn stacked(below: Rect, [header, analysis]: [f32; 2]) -> Self {
        let gap = STACKED_GAP;
        let (left, right) = Self::half(below);
        let header = left.with_max_y(left.top() + header);
        let edits = left.with_min_y(left.bottom() - panel::EDITS);
        let list =
            Rect::from_min_max(header.left_bottom() + vec2(0.0, gap), edits.right_top() - vec2(0.0, gap));
        let buttons = right.with_min_y(right.bottom() - theme::HEIGHT_BUTTON);
        let steps = buttons.translate(vec2(0.0, -theme::HEIGHT_BUTTON - gap));
        let analysis = right.with_max_y(right.top() + analysis);
        let top = if analysis.height() > 0.0 { analysis.bottom() + gap } else { right.top() };
        let comment = right.with_min_y(top).with_max_y(steps.top() - gap);
        let comment = (comment.height() >= panel::COMMENT).then_some(comment);
        Self { header, analysis, list, edits, comment, steps, buttons }
    }
}

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let (Some(reviewing), Some(it)) = (view.app.study().reviewing(), ReviewView::of(&view.model())) else {
        return;
    };
    let review = &reviewing.review;
    let layout = TableLayout::of(view.area, review.record.board_of(), review.board.bottom);
    let board = layout.board.panel();
    let has_dialog = reviewing.dialog.is_some();
    if !has_dialog {
        board_focus::show(view, ctx, board, actions);
    }
    if view.area.form.is_phone() {
        phone::show(view, ctx, (&it, review), &layout, actions);
    } else {
        arranged(view, ctx, (&it, review), &layout, actions);
    }
    dialog(view, ctx, actions);
    if !has_dialog && !view.is_covered() {
        keys::read(view, ctx, &it, board, actions);
    }
}

/// Shows the parts of a desktop.
fn arranged(
    view: &View<'_>,
    ctx: &Context,
    (it, review): (&ReviewView, &Review),
    layout: &TableLayout,
    actions: &mut Vec<Action>,
) {
    let window = view.area.free.size();
    let heights =
        |column: Vec2| [panel::header_height(view, ctx, it, column), analysis::height(view, it, review)];
    let column = if is_tall(window) {
        let half = Column::half(layout.side).0;
        Column::stacked(layout.side, heights(vec2(half.width(), 0.0)))
    } else {
        Column::of(layout.side, layout.tabs_below, heights(layout.side.size()))
    };
    region(ctx, "review.header", column.header, |ui| panel::header(view, ui, it, actions));
    if let Some(analysed) = &it.analysis {
        let it = (analysed, review);
        region(ctx, "review.analysis", column.analysis, |ui| analysis::show(view, ui, it, actions));
    }
    let mut list = column.list;
    if it.is_simple {
        // the moves have the room of what is not shown
        let others = [Some(column.edits), column.comment].into_iter().flatten();
        list = others.filter(|other| other.x_range() == list.x_range()).fold(list, Rect::union);
    }
    region(ctx, "review.list", list, |ui| panel::list(view, ui, (it, review), actions));
    if !it.is_simple {
        region(ctx, "review.edits", column.edits, |ui| panel::edits(view, ui, &it.edits, actions));
    }
    if let Some(comment) = column.comment.filter(|_| !it.is_simple) {
        region(ctx, "review.comment", comment, |ui| panel::comment(ui, (it, review), actions));
    }
    region(ctx, "review.steps", column.steps, |ui| steps::show(view, ui, &it.steps, actions));
    region(ctx, "review.buttons", column.buttons, |ui| panel::buttons(ui, &it.files, actions));
    region(ctx, "review.footer", layout.footer, |ui| {
        footer(view, ui, (it, layout.board.panel()), actions);
    });
    if it.typed.is_some() && view.app.study().reviewing().is_some_and(|reviewing| reviewing.dialog.is_none())
    {
        typed_move::show(view, ctx, (review, it.typed.as_ref()), column.list, actions);
    }
}

/// Shows the open dialog of the review screen; returns whether there is one.
pub(super) fn dialog(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) -> bool {
    dialogs::show(view, ctx, actions)
}

fn footer(view: &View<'_>, ui: &mut egui::Ui, (it, board): (&ReviewView, Rect), actions: &mut Vec<Action>) {
    let (line, right) = status_line::split_footer(ui.max_rect());
    let left = if line == right { line.with_max_x(line.right() - LINKS) } else { line };
    if !status_line::bottom_line(view, ui, left, board.center().x, actions) {
        let font = theme::plain(theme::TEXT_SMALL);
        let (text, ink) = (&it.edits.unmark.hint, view.theme.sub);
        let galley = parts::wrapped(ui, text, font, ink, left.width());
        let at = left.left_center() - vec2(0.0, galley.size().y / 2.0);
        ui.painter().galley(at.round(), galley, ink);
    }
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        links::links(view, ui, actions);
        for link in [&it.flip, &it.library] {
            actions.extend(parts::linked(ui, link));
        }
    });
}
