//! The board on the screen: how much it is enlarged, and the cursor on it.

use crate::screen::Screen;
use chuhe_model::drawing::scene::{Device, Point, Pointer, Scene};
use chuhe_model::drawing::theme::Theme;
use chuhe_model::layout::table_layout::Placed;
use chuhe_model::layout::zoom::Zoom;
use chuhe_model::table::board_cursor::BoardCursor;

/// A place off every board.
const NOWHERE: Point = Point::new(-1.0e6, -1.0e6);

/// How the board is shown.
#[derive(Debug, Default)]
pub struct Pane {
    /// How much the board is enlarged, and which one: its screen, and the number of its game or record.
    pub(crate) zoom: Zoom,
    zoomed: Option<(Screen, u64)>,
    /// Whether the last pointer event was one of a finger.
    by_finger: bool,
    /// The cursor on the board, while the board has the keyboard.
    pub(crate) cursor: Option<BoardCursor>,
}

impl Pane {
    /// Whether two fingers have enlarged the board.
    #[must_use]
    pub fn is_enlarged(&self) -> bool {
        self.zoom.is_on()
    }

    /// Shows all of a board that has come to the screen: that of this number there.
    pub(crate) fn settle(&mut self, board: Option<(Screen, u64)>) {
        if self.zoomed != board {
            self.zoomed = board;
            self.reset();
        }
    }

    /// Shows all of the board again. Returns whether it was enlarged.
    pub(crate) fn reset(&mut self) -> bool {
        std::mem::take(&mut self.zoom).is_on()
    }

    /// Follows the fingers that enlarge and move the board; returns what is left for the board.
    ///
    /// `grips` says whether a press takes a piece.
    pub(crate) fn follow(&mut self, board: &Placed, pointer: Pointer, grips: bool) -> Vec<Pointer> {
        let left = self.pan(board, pointer, grips);
        left.into_iter().filter_map(|pointer| self.pinch(board, pointer)).collect()
    }

    /// Follows one finger that moves an enlarged board; returns what is left for the board.
    ///
    /// What such a finger presses is known once it is lifted: a tap presses it, a drag does not.
    fn pan(&mut self, board: &Placed, pointer: Pointer, grips: bool) -> Vec<Pointer> {
        if let Pointer::By(device) = pointer {
            self.by_finger = device == Device::Finger;
        } else if let Pointer::Pressed(at) = pointer
            && (self.by_finger && self.zoom.is_on() && !grips)
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

    /// Follows two fingers and a double tap; returns what is left for the board.
    fn pinch(&mut self, board: &Placed, pointer: Pointer) -> Option<Pointer> {
        let is_beyond = |at: Point| self.zoom.is_on() && !board.panel().contains(at);
        if let Pointer::Pinched { at, by, factor } = pointer {
            if board.panel().contains(at - by) {
                self.zoom.pinch(board, at, by, factor);
            }
            return None;
        } else if let Pointer::DoubleTapped(_) = pointer {
            self.reset();
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
    pub(crate) fn scene(&self, board: &Placed, scene: impl Fn(&Placed) -> Scene) -> Scene {
        let mut shown = scene(&self.zoom.placed(board));
        if self.zoom.is_on() {
            // one picture for all sizes: rendering it takes long
            shown.background = scene(board).background;
            shown.enlarged_from = Some(board.panel());
        }
        shown
    }

    /// The cursor on the board, while the board has the keyboard.
    #[must_use]
    pub const fn cursor(&self) -> Option<&BoardCursor> {
        self.cursor.as_ref()
    }

    /// Adds the cursor to the scene of the board.
    pub(crate) fn draw_cursor(&self, scene: &mut Scene, board: &Placed, theme: &Theme) {
        if let Some(cursor) = &self.cursor {
            cursor.draw(scene, board, theme);
        }
    }
}
