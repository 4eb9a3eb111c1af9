//! Boards as tables of words.

use super::tree::{Node, Row};
use chuhe_text::boards::{Cell, Grid};
use chuhe_view::Model as View;

/// The board with this caption.
pub(super) fn board(view: &View<'_>, caption: &str, grid: Grid) -> Node {
    let words = |cell: Option<Cell>| cell.map_or_else(String::new, |cell| cell.words(view.text));
    let rows = grid.rows.into_iter().map(|row| {
        let cells = row.cells.into_iter().map(words).collect();
        Row { name: row.name, cells }
    });
    Node::board("board", caption, grid.columns, rows.collect())
}
