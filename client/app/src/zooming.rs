//! Enlarging the board with two fingers.

use super::{App, Screen};
use chuhe_model::drawing::scene::{Device, Point, Pointer, Scene};
use chuhe_model::layout::table_layout::Placed;

/// A place off every board.
const NOWHERE: Point = Point::new(-1.0e6, -1.0e6);

impl App {
    /// Whether two fingers have enlarged the board.
    #[must_use]
    pub fn is_board_enlarged(&self) -> bool {
        self.zoom.is_on()
    }

    /// Shows all of the board again. Returns whether it was enlarged.
    pub(super) fn reset_zoom(&mut self) -> bool {
        std::mem::take(&mut self.zoom).is_on()
    }

    /// Shows all of a board that has come to the screen.
    pub(super) fn settle_zoom(&mut self) {
        let board = match self.screen() {
            screen @ Screen::Table => self.sessions.table().map(|table| (screen, table.game().id().0)),
            screen @ Screen::Review => self.study.reviewing().map(|it| (screen, it.review.number.into())),
            screen @ Screen::SetUp => Some((screen, 0)),
            Screen::Join | Screen::Lobby | Screen::Cover => None,
        };
        if self.zoomed != board {
            self.zoomed = board;
            self.reset_zoom();
        }
    }

    /// Follows one finger that moves an enlarged board; returns what is left for the board.
    ///
    /// What such a finger presses is known once it is lifted: a tap presses it, a drag does not.
    fn pan_pointer(&mut self, board: &Placed, pointer: Pointer) -> Vec<Pointer> {
        if let Pointer::By(device) = pointer {
            self.by_finger = device == Device::Finger;
        } else if let Pointer::Pressed(at) = pointer
            && (self.by_finger && self.zoom.is_on() && !self.grips(board, at))
        {
            self.zoom.touch(at);
            return Vec::new();
        } else if let Pointer::Moved(to) = pointer
            && self.zoom.drag(board, to)
        {
            return Vec::new();
        } else if let Pointer::Released(_) = pointer
            && self.zoom.is_touched()
        {
            let tap = self.zoom.lift().into_iter();
            return tap.flat_map(|at| [Pointer::Pressed(at), Pointer::Released(at)]).collect();
        } else if let Pointer::Cancelled | Pointer::Pinched { .. } | Pointer::Secondary(_) = pointer {
            self.zoom.lift();
        }
        vec![pointer]
    }

    /// Whether a press here takes a piece of the shown board.
    fn grips(&self, board: &Placed, at: Point) -> bool {
        let layout = self.zoom.placed(board);
        match self.screen() {
            Screen::Table => self.sessions.table().is_some_and(|table| table.grips(at, &layout)),
            Screen::Review => self.study.reviewing().is_some_and(|it| it.review.grips(at, &layout)),
            // a press puts a piece wherever it is
            Screen::SetUp => true,
            Screen::Join | Screen::Lobby | Screen::Cover => false,
        }
    }

    /// Follows the fingers that enlarge and move the board; returns what is left for the board.
    pub(super) fn zoom_pointer(&mut self, pointer: Pointer) -> Vec<Pointer> {
        let Some(board) = self.shown_board() else { return vec![pointer] };
        let left = self.pan_pointer(&board, pointer);
        left.into_iter().filter_map(|pointer| self.pinch_pointer(&board, pointer)).collect()
    }

    /// Follows two fingers and a double tap; returns what is left for the board.
    fn pinch_pointer(&mut self, board: &Placed, pointer: Pointer) -> Option<Pointer> {
        let is_beyond = |at: Point| self.zoom.is_on() && !board.panel().contains(at);
        if let Pointer::Pinched { at, by, factor } = pointer {
            if board.panel().contains(at - by) {
                self.zoom.pinch(board, at, by, factor);
            }
            return None;
        } else if let Pointer::DoubleTapped(_) = pointer {
            self.reset_zoom();
            return None;
        }
        // the rest of an enlarged board is not shown there
        if let Pointer::Pressed(at) | Pointer::Secondary(at) = pointer {
            return (!is_beyond(at)).then_some(pointer);
        } else if let Pointer::SecondaryReleased { at, modifiers } = pointer {
            let at = if is_beyond(at) { NOWHERE } else { at };
            return Some(Pointer::SecondaryReleased { at, modifiers });
        } else if let Pointer::Released(at) = pointer {
            return Some(Pointer::Released(if is_beyond(at) { NOWHERE } else { at }));
        }
        Some(pointer)
    }

    /// The scene of a board, which may be enlarged.
    pub(super) fn zoomed_scene(&self, board: &Placed, scene: impl Fn(&Placed) -> Scene) -> Scene {
        let mut shown = scene(&self.zoom.placed(board));
        if self.zoom.is_on() {
            // one picture for all sizes: rendering it takes long
            shown.background = scene(board).background;
            shown.enlarged_from = Some(board.panel());
        }
        shown
    }
}
