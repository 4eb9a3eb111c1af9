//! The review of a record, the position that is being set up, a lesson, and a puzzle.

use super::tree::{Line, Node};
use super::{board, described};
use chuhe_model::exercise::Exercise as _;
use chuhe_model::review::Review;
use chuhe_model::table::move_list::{MoveRows as _, Row};
use chuhe_text::boards::{board_grid, lesson_grid, puzzle_grid, review_grid, xiangqi_grid};
use chuhe_view::guess::guessing;
use chuhe_view::review::{ReviewView, said, shown};
use chuhe_view::{Model as View, screen};

/// The most moves and comments of a record. Steps lead to the others.
const MOST_ROWS: usize = 200;

pub(super) fn heading(view: &View<'_>) -> String {
    ReviewView::of(view).map_or_else(String::new, |it| it.head.title)
}

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(reviewing) = view.app.study().reviewing() else { return Vec::new() };
    let Some(it) = ReviewView::of(view) else { return Vec::new() };
    let (text, review) = (view.text, &reviewing.review);
    let mut nodes = described::nodes(&it.head.parts());
    nodes.push(Node::text("review.shown", shown(view, review)));
    nodes.extend(review_grid(view.app, review).map(|grid| board::board(view, text.local.board, grid)));
    nodes.push(moves(view, review));
    nodes.extend(described::nodes(&it.parts(text)));
    nodes
}

/// The moves around the shown one with their comments.
fn moves(view: &View<'_>, review: &Review) -> Node {
    let (text, rows, tree) = (view.text, review.record.rows(), review.record.tree());
    let at = rows.find(review.shown.node()).unwrap_or_default();
    let first = at.saturating_sub(MOST_ROWS / 2);
    let mut lines = Vec::new();
    for row in (first..rows.count().min(first + MOST_ROWS)).map(|index| rows.row(index)) {
        match row {
            Row::Moves { cells, .. } => lines.extend(cells.into_iter().flatten().filter_map(|node| {
                let text = said(view, review, node)?;
                Some(Line { id: format!("{node:?}"), text, current: node == review.shown.node() })
            })),
            Row::Comment { of, before, .. } => {
                let annotation = tree.annotation(of);
                let comment = if before { &annotation.before } else { &annotation.comment };
                lines.push(Line::new(format!("{of:?}.{before}"), comment.clone()));
            }
        }
    }
    if lines.is_empty() {
        return Node::text("moves.none", text.records.no_moves);
    }
    Node::list("moves.list", text.moves, lines)
}

/// The position that is being set up.
pub(super) fn set_up(view: &View<'_>) -> Vec<Node> {
    let Some(set_up) = view.app.study().set_up() else { return Vec::new() };
    let grid = board_grid(view.app, |square| set_up.piece_at(square), set_up.bottom());
    let parts = described::nodes(&screen::shown(view));
    std::iter::once(board::board(view, view.text.local.board, grid)).chain(parts).collect()
}

/// A lesson: the board, and the parts beside it.
pub(super) fn lesson(view: &View<'_>) -> Vec<Node> {
    let Some(learning) = view.app.study().exercises.learning() else { return Vec::new() };
    let parts = described::nodes(&screen::shown(view));
    let grid = lesson_grid(view.app, learning);
    std::iter::once(board::board(view, view.text.local.board, grid)).chain(parts).collect()
}

/// A record whose moves the user guesses: the board, and the parts beside it.
pub(super) fn guess(view: &View<'_>) -> Vec<Node> {
    let Some(guessing) = guessing(view.app) else { return Vec::new() };
    let parts = described::nodes(&screen::shown(view));
    let grid = xiangqi_grid(view.app, &guessing.position(), guessing.bottom());
    std::iter::once(board::board(view, view.text.local.board, grid)).chain(parts).collect()
}

/// A puzzle: the board, and the parts beside it.
pub(super) fn puzzle(view: &View<'_>) -> Vec<Node> {
    let Some(grid) = puzzle_grid(view.app) else { return Vec::new() };
    let parts = described::nodes(&screen::shown(view));
    std::iter::once(board::board(view, view.text.local.board, grid)).chain(parts).collect()
}
