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
use super::{board_focus, links, move_list, status_line, typed_move};
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::layout::table_layout::{TableLayout, is_tall};
use chuhe_model::review::Review;
use chuhe_view::review::ReviewView;
use egui::{Align, Context, Rect, Ui, Vec2, pos2, vec2};

/// The width of the links at the right of the footer.
const LINKS: f32 = 310.0;

/// The least height of an analysis beside a comment: below it, the comment is not shown.
const LEAST_ANALYSIS: f32 = 80.0;

/// The least height of the moves: four rows with their margins. An analysis that needs more than the rest scrolls.
const LEAST_ROWS: f32 = 4.0 * move_list::ROW + 2.0 * panel::LIST_MARGIN.y;

/// The least width of the moves beside the edits and the comment.
const LEAST_LIST: f32 = 316.0;
/// How much wider than they must be the edits are there, if the moves keep their width.
const EASE: f32 = 36.0;
/// The moves that are in sight there beside an analysis, where there is height for them.
const ROWS_BESIDE: f32 = 7.0 * move_list::ROW + move_list::HEADING + 2.0 * panel::LIST_MARGIN.y;

/// The part of the height that an analysis which needs it has above them at least.
const LEAST_OF_ANALYSIS: f32 = 0.4;

/// The space between the parts below the board of a tall window.
const STACKED_GAP: f32 = 8.0;

/// The layout of the column beside the board.
struct Column {
    header: Rect,
    analysis: Rect,
    list: Rect,
    /// `None` for who needs few things.
    edits: Option<Rect>,
    /// `None` likewise, and in a low window while the analysis needs the room.
    comment: Option<Rect>,
    steps: Rect,
    buttons: Rect,
}

/// What decides the layout of the column.
struct Needs {
    header: f32,
    analysis: f32,
    /// The heights of the analysis at which its parts end: one that scrolls ends with a whole part.
    stops: Vec<f32>,
    /// The height of what is said over the moves.
    said: f32,
    /// Whether the user edits the record and its comments.
    edits: bool,
    /// The width that the edits need beside the moves.
    edits_width: f32,
}

impl Needs {
    /// The height of the analysis where it may have this one at most.
    fn analysis_in(&self, most: f32) -> f32 {
        if most >= self.analysis {
            return self.analysis;
        }
        let whole = self.stops.iter().copied().filter(|stop| *stop <= most).fold(0.0, f32::max);
        if whole > 0.0 { whole } else { most }
    }
}

impl Column {
    /// Lays out the column with what it needs. In a tall window, the list has the room below the board.
    fn of(side: Rect, below: Option<Rect>, needs: &Needs) -> Self {
        let tall = side.height() >= 640.0;
        let gap = if tall { 12.0 } else { 8.0 };
        let strip = |bottom: f32, height: f32| {
            Rect::from_min_max(pos2(side.left(), bottom - height), pos2(side.right(), bottom))
        };
        let header = side.with_max_y(side.top() + needs.header);
        let buttons = strip(side.bottom(), theme::HEIGHT_BUTTON);
        let steps = strip(buttons.top() - gap, theme::HEIGHT_BUTTON);
        // the place of the edits at this bottom, and what is above them
        let edited = |bottom: f32| {
            let edits = needs.edits.then(|| strip(bottom, panel::EDITS));
            (edits, edits.map_or(bottom, |edits| edits.top() - gap))
        };
        let top = header.bottom() + gap;
        let spare = side.width() - needs.edits_width - gap - LEAST_LIST;
        if needs.edits && below.is_none() && spare >= 0.0 {
            // the buttons have more room around their labels where the moves do not need it
            let edits_width = needs.edits_width + spare.min(EASE);
            let needs = &Needs { edits_width, stops: needs.stops.clone(), ..*needs };
            let place = side.with_min_y(top).with_max_y(steps.top() - gap);
            return Self::beside(place, gap, needs, [header, steps, buttons]);
        }
        let room = edited(steps.top() - gap).1 - needs.said - gap - top;
        // a comment is as high as it likes beside the whole analysis, and low beside one that scrolls; the notes on the
        // file take their height from the moves then
        let least = needs.analysis.min(LEAST_ANALYSIS);
        let heights = [
            (panel::COMMENT, needs.analysis, LEAST_ROWS),
            (panel::LOW_COMMENT, least, LEAST_ROWS),
            (panel::LOW_COMMENT, least, LEAST_ROWS - needs.said.min(2.0 * move_list::ROW)),
        ];
        let has_place = needs.edits && below.is_none();
        let mut fitting =
            heights.into_iter().filter(|(height, beside, rows)| room - rows - height - gap >= *beside);
        let fitting = fitting.next().filter(|_| has_place);
        let (comment, rows) = fitting.map_or((None, LEAST_ROWS), |(height, _, rows)| (Some(height), rows));
        let most = room - rows - comment.map_or(0.0, |height| height + gap);
        let high = needs.analysis_in(most.max(0.0));
        let analysis = Rect::from_min_size(pos2(side.left(), top), vec2(side.width(), high));
        let after = if analysis.height() > 0.0 { analysis.bottom() } else { header.bottom() };
        let top_left = pos2(side.left(), after + gap);
        let to = |bottom: f32| Rect::from_min_max(top_left, pos2(side.right(), bottom));
        let Some(below) = below else {
            let comment = comment.map(|height| strip(steps.top() - gap, height));
            let (edits, bottom) = edited(comment.unwrap_or(steps).top() - gap);
            return Self { header, analysis, list: to(bottom), edits, comment, steps, buttons };
        };
        let (edits, bottom) = edited(steps.top() - gap);
        let comment = needs.edits.then(|| to(bottom));
        Self { header, analysis, list: below, edits, comment, steps, buttons }
    }

    /// Lays out what is between the header and the steps of a wide column: the moves have the height for themselves that
    /// the edits and the comment, which are beside them, would take.
    fn beside(place: Rect, gap: f32, needs: &Needs, [header, steps, buttons]: [Rect; 3]) -> Self {
        let most = place.height() - gap - ROWS_BESIDE - needs.said;
        let high = needs.analysis.min(most.max(place.height() * LEAST_OF_ANALYSIS));
        let (analysis, lower) = place.split_top_bottom_at_y(place.top() + high);
        let lower = if high > 0.0 { lower.with_min_y(lower.top() + gap) } else { place };
        let list = lower.with_max_x(lower.right() - needs.edits_width - gap);
        let notes = lower.with_min_x(list.right() + gap);
        let edits = notes.with_min_y(notes.bottom() - panel::EDITS_BESIDE);
        let comment = notes.with_max_y(edits.top() - gap);
        Self { header, analysis, list, edits: Some(edits), comment: Some(comment), steps, buttons }
    }

    /// The halves of what is below the board of a tall window.
    fn half(below: Rect) -> (Rect, Rect) {
        let (left, right) = below.split_left_right_at_fraction(0.5);
        (left.with_max_x(left.right() - STACKED_GAP), right.with_min_x(right.left() + STACKED_GAP))
    }

    /// Lays out the parts below the board of a tall window: the list beside the analysis.
    fn stacked(below: Rect, needs: &Needs) -> Self {
        let gap = STACKED_GAP;
        let (left, right) = Self::half(below);
        let header = left.with_max_y(left.top() + needs.header);
        let edits = needs.edits.then(|| left.with_min_y(left.bottom() - panel::EDITS));
        let bottom = edits.map_or(left.bottom(), |edits| edits.top() - gap);
        let list = left.with_min_y(header.bottom() + gap).with_max_y(bottom);
        let buttons = right.with_min_y(right.bottom() - theme::HEIGHT_BUTTON);
        let steps = buttons.translate(vec2(0.0, -theme::HEIGHT_BUTTON - gap));
        let analysis = right.with_max_y((right.top() + needs.analysis).min(steps.top() - gap));
        let top = if analysis.height() > 0.0 { analysis.bottom() + gap } else { right.top() };
        let comment = right.with_min_y(top).with_max_y(steps.top() - gap);
        let comment = (needs.edits && comment.height() >= panel::COMMENT).then_some(comment);
        Self { header, analysis, list, edits, comment, steps, buttons }
    }
}

#[inline(never)]
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
        phone::show(view, ctx, &it, review, &layout, actions);
    } else {
        arranged(view, ctx, &it, review, &layout, actions);
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
    it: &ReviewView,
    review: &Review,
    layout: &TableLayout,
    actions: &mut Vec<Action>,
) {
    let window = view.area.free.size();
    let analysis_height = analysis::height(view, it, review);
    let needs = |column: Vec2| Needs {
        header: panel::header_height(view, ctx, it, column),
        analysis: analysis_height,
        stops: analysis::stops(view, it, review),
        said: panel::said_height(ctx, it, column.x),
        edits: !it.is_simple,
        edits_width: panel::edits_width(ctx, it),
    };
    let column = if is_tall(window) {
        let half = Column::half(layout.side).0;
        Column::stacked(layout.side, &needs(vec2(half.width(), 0.0)))
    } else {
        Column::of(layout.side, layout.tabs_below, &needs(layout.side.size()))
    };
    region(ctx, "review.header", column.header, |ui| panel::header(view, ui, it, actions));
    if let Some(analysed) = &it.analysis {
        region(ctx, "review.analysis", column.analysis, |ui| {
            panel::scrolled(ui, analysis_height, |ui| {
                analysis::show(view, ui, analysed, review, actions);
            });
        });
    }
    region(ctx, "review.list", column.list, |ui| panel::list(view, ui, it, review, actions));
    if let Some(edits) = column.edits {
        region(ctx, "review.edits", edits, |ui| panel::edits(view, ui, &it.edits, actions));
    }
    if let Some(comment) = column.comment {
        region(ctx, "review.comment", comment, |ui| panel::comment(ui, it, review, actions));
    }
    region(ctx, "review.steps", column.steps, |ui| steps::show(view, ui, &it.steps, actions));
    region(ctx, "review.buttons", column.buttons, |ui| panel::buttons(ui, &it.files, actions));
    region(ctx, "review.footer", layout.footer, |ui| {
        footer(view, ui, it, layout.board.panel(), actions);
    });
    if it.typed.is_some() && view.app.study().reviewing().is_some_and(|reviewing| reviewing.dialog.is_none())
    {
        typed_move::show(view, ctx, review, it.typed.as_ref(), column.list, actions);
    }
}

/// Shows the open dialog of the review screen; returns whether there is one.
pub(super) fn dialog(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) -> bool {
    dialogs::show(view, ctx, actions)
}

fn footer(view: &View<'_>, ui: &mut Ui, it: &ReviewView, board: Rect, actions: &mut Vec<Action>) {
    let (line, right) = status_line::split_footer(ui.max_rect());
    let left = if line == right { line.with_max_x(line.right() - LINKS) } else { line };
    if !status_line::bottom_line(view, ui, left, board.center().x, actions) {
        let font = theme::plain(theme::TEXT_SMALL);
        let (text, ink) = (&it.edits.unmark.hint, view.theme.sub);
        let galley = parts::wrapped(ui, text, font, ink, left.width());
        let at = left.left_center() - vec2(0.0, galley.size().y / 2.0);
        ui.painter().galley(at.round(), galley, ink);
    }
    parts::from_right(ui, right, Align::Center, |ui| {
        links::links(view, ui, actions);
        for link in [&it.flip, &it.library] {
            actions.extend(parts::linked(ui, link));
        }
    });
}
