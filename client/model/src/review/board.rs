//! What the board of a review shows beside the position, and what the user does on it.

use super::motions::Motions;
use crate::table::Selection;
use crate::table::drawn_marks::Pen;
use chuhe_records::GameTree;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// The board of a review: the side at its bottom, the pieces in motion, and what the user does.
#[derive(Debug)]
pub struct ReviewBoard {
    /// The side at the bottom.
    pub bottom: Color,
    pub(super) selection: Selection,
    pub(super) motions: Motions,
    /// The mark that the user is drawing.
    pub(super) pen: Pen,
}

impl ReviewBoard {
    pub(super) fn of(tree: &GameTree) -> Self {
        Self {
            bottom: Color::Red,
            selection: Selection::default(),
            motions: Motions::of(tree),
            pen: Pen::default(),
        }
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.bottom = self.bottom.opponent();
        self.cancel();
    }

    /// Whether a piece is selected.
    pub const fn has_selection(&self) -> bool {
        self.selection.selected.is_some()
    }

    /// Cancels a drag, a mark being drawn, or the choice of a piece. Returns whether there was one.
    pub fn cancel(&mut self) -> bool {
        self.pen.cancel() | self.selection.take()
    }

    /// Whether something moves on the board.
    #[must_use]
    pub fn animating(&self, now: Timestamp) -> bool {
        self.motions.any(now) || self.selection.dragged().is_some() || self.pen.is_down()
    }
}
