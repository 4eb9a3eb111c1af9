//! Enlarging the board with two fingers.

use super::{App, Screen};
use chuhe_model::drawing::scene::{Device, Point, Pointer};
use chuhe_model::layout::table_layout::Placed;

impl App {
    /// Shows all of a board that has come to the screen.
    pub(super) fn settle_zoom(&mut self) {
        let board = match self.screen() {
            screen @ Screen::Table => self.sessions.table().map(|table| (screen, table.game().id().0)),
            screen @ Screen::Review => self.study.reviewing().map(|it| (screen, it.review.number.into())),
            screen @ Screen::SetUp => Some((screen, 0)),
            screen @ (Screen::Lesson | Screen::Puzzle | Screen::Guess) => Some((screen, 0)),
            Screen::Join | Screen::Lobby | Screen::Cover => None,
        };
        if self.pane.zoomed != board {
            self.pane.zoomed = board;
            self.pane.reset();
        }
    }

    /// Follows one finger that moves an enlarged board; returns what is left for the board.
    ///
    /// What such a finger presses is known once it is lifted: a tap presses it, a drag does not.
    fn pan_pointer(&mut self, board: &Placed, pointer: Pointer) -> Vec<Pointer> {
        if let Pointer::By(device) = pointer {
            self.pane.by_finger = device == Device::Finger;
        } else if let Pointer::Pressed(at) = pointer
            && (self.pane.by_finger && self.pane.zoom.is_on() && !self.grips(board, at))
        {
            self.pane.zoom.touch(at);
            return Vec::new();
        } else if let Pointer::Moved(to) = pointer
            && self.pane.zoom.drag(board, to)
        {
            return Vec::new();
        } else if let Pointer::Released(_) = pointer
            && self.pane.zoom.is_touched()
        {
            let tap = self.pane.zoom.lift().into_iter();
            return tap.flat_map(|at| [Pointer::Pressed(at), Pointer::Released(at)]).collect();
        } else if let Pointer::Cancelled | Pointer::Pinched { .. } | Pointer::Secondary(_) = pointer {
            self.pane.zoom.lift();
        }
        vec![pointer]
    }

    /// Whether a press here takes a piece of the shown board.
    fn grips(&self, board: &Placed, at: Point) -> bool {
        let layout = self.pane.zoom.placed(board);
        match self.screen() {
            Screen::Table => self.sessions.table().is_some_and(|table| table.board().grips(at, &layout)),
            Screen::Review => self.study.reviewing().is_some_and(|it| it.review.grips(at, &layout)),
            // a press puts a piece wherever it is
            Screen::SetUp => true,
            Screen::Lesson | Screen::Puzzle | Screen::Guess => {
                self.exercise().is_some_and(|it| it.grips(at, &layout))
            }
            Screen::Join | Screen::Lobby | Screen::Cover => false,
        }
    }

    /// Follows the fingers that enlarge and move the board; returns what is left for the board.
    pub(super) fn zoom_pointer(&mut self, pointer: Pointer) -> Vec<Pointer> {
        let Some(board) = self.shown_board() else { return vec![pointer] };
        let left = self.pan_pointer(&board, pointer);
        left.into_iter().filter_map(|pointer| self.pane.pinch(&board, pointer)).collect()
    }
}
