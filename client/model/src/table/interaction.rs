//! What the user does on the board: choosing and dragging pieces, drawing, and looking back.

use super::selection::Selection;
use crate::drawing::scene::Place;
use crate::table::drawn_marks::DrawnMarks;
use chuhe_rules::GameMove;

/// What the user does on the board. The server receives only the moves.
#[derive(Debug, Default)]
pub struct Interaction {
    pub(super) selection: Selection,
    /// The move that was sent and is not confirmed; the board shows it as played.
    pub(super) pending: Option<PendingMove>,
    /// The move to send as soon as it is legal.
    pub(super) premove: Option<GameMove>,
    /// The reviewed position, as a number of plies played; `None` for the current position.
    pub(super) review: Option<usize>,
    /// The arrows and circles that the user drew on the shown position.
    pub(super) marks: DrawnMarks,
}

/// A move that was sent and is not confirmed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PendingMove {
    pub(super) mv: GameMove,
    pub(super) ply: u16,
    pub(super) request: u32,
    /// Whether the connection was lost after sending, so that the move may not have arrived.
    pub(super) maybe_lost: bool,
}

impl Interaction {
    /// The move that is sent as soon as it is legal.
    #[must_use]
    pub const fn premove(&self) -> Option<GameMove> {
        self.premove
    }

    /// The reviewed position, as a number of plies played; `None` for the current position.
    #[must_use]
    pub const fn review(&self) -> Option<usize> {
        self.review
    }

    /// Whether a piece is selected.
    #[must_use]
    pub const fn has_selection(&self) -> bool {
        self.selection.selected.is_some()
    }

    /// The place from which the user drags a piece.
    #[must_use]
    pub fn dragged(&self) -> Option<Place> {
        self.selection.dragged().map(|(place, _)| place)
    }

    /// The number of arrows and circles that the user drew.
    #[must_use]
    pub fn drawn_marks(&self) -> usize {
        self.marks.count()
    }

    /// Records a restored connection: a pending move may not have reached the server.
    pub fn reconnected(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.maybe_lost = true;
        }
    }

    /// Ends the review if a takeback removed the reviewed position. `ply` is the number of plies on the board.
    pub(super) fn limit_review(&mut self, ply: usize) {
        self.review = self.review.filter(|&at| at < ply);
    }
}
