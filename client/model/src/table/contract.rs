//! The data that a table and the board on it exchange.

use super::selection::Selection;
use super::viewpoint::Viewpoint;
use crate::notices::notice::Notice;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::Lapsed;
use chuhe_rules::{Color, GameMove};

/// The events contradict each other: the client and the server disagree about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSync;

/// The state of the table that the board depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardContext {
    pub(super) viewpoint: Viewpoint,
    pub(super) selection: Selection,
    /// The reviewed position, as a number of plies played; `None` for the current position.
    pub(super) review: Option<usize>,
    /// The move that was sent and is not yet confirmed.
    pub(super) pending: Option<GameMove>,
    /// The move to send as soon as it is legal.
    pub(super) premove: Option<GameMove>,
    /// Whether the user is to move and no move is pending.
    pub(super) my_turn: bool,
    /// Whether the game goes on: it is not over, and the server still has it.
    pub(super) open: bool,
}

/// The circumstances in which the board receives an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reception {
    /// The side that the user plays.
    pub(super) seat: Option<Color>,
    /// Whether the event confirms the move that the board already shows.
    pub(super) confirmed: bool,
    /// Whether the user sees the current position, so that changes are animated.
    pub(super) animate: bool,
    pub(super) now: Timestamp,
}

/// The changes that an event made on the board, as far as they concern the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// The side that moved a piece.
    pub(super) moved: Option<Color>,
    /// Whether another turn began.
    pub(super) new_turn: bool,
    pub(super) interrupts: Interrupts,
    /// The notice to show to the user.
    pub(super) notice: Option<Notice>,
    /// The offers that the move closed.
    pub(super) lapsed: Vec<Lapsed>,
}

/// Which of the user's interactions with the board an event cancels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Interrupts {
    /// Nothing.
    #[default]
    Nothing,
    /// The selection.
    Selection,
    /// The selection, a move under way, a review, and the question about resigning.
    Everything,
}

impl Change {
    /// A change of position that the user has not seen yet.
    pub(super) fn of_position(moved: Option<Color>) -> Self {
        Self { moved, new_turn: true, interrupts: Interrupts::Everything, ..Self::default() }
    }
}

/// Whose a whole formation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftFrom {
    /// The program proposes it.
    Program,
    /// The user wants it, or had arranged it in an earlier run of the program.
    User,
}
