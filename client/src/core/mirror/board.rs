//! Boards as tables of words.

use super::tree::{Node, Row};
use crate::core::text_mode::boards::{Grid, Occupied};

/// The board with this caption.
pub(super) fn board(caption: &str, grid: Grid) -> Node {
    let words = |cell: Option<Occupied>| cell.map_or_else(String::new, |cell| cell.piece);
    let rows = grid.rows.into_iter().map(|row| {
        let cells = row.cells.into_iter().map(words).collect();
        Row { name: row.name, cells }
    });
    Node::board("board", caption, grid.columns, rows.collect())
}
