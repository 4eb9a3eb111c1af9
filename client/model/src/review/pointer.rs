//! Turns pointer events over the board into moves and marks.

use super::state::Review;
use crate::drawing::scene::{Place, Point, Pointer};
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::notices::record_notice::RecordNotice;
use crate::table::{Release, move_between};
use chuhe_records::{PlayError, Ply};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;

impl Review {
    /// Handles a pointer event over the board.
    pub fn pointer(&mut self, pointer: Pointer, layout: &Placed, now: Timestamp, out: &mut Outbox) {
        match pointer {
            Pointer::Moved(at) => {
                let over = layout.place(self.selection.hand(at));
                self.selection.pointer_moved(at, over);
                self.pen.pointer_moved(at);
            }
            Pointer::Pressed(at) => {
                self.pen.cancel();
                match layout.place(at) {
                    Some(place) => self.pressed(place, at, now, out),
                    None => self.selection.clear(),
                }
            }
            Pointer::Released(at) => {
                let over = layout.place(self.selection.hand(at));
                if let Release::Dropped { from, at, on } = self.selection.released(at, over) {
                    self.dropped(from, at, on, now, out);
                }
            }
            Pointer::Modifiers(modifiers) => self.pen.hold(modifiers),
            Pointer::By(device) => self.selection.lift = layout.lift_of(device),
            // they enlarge the board
            Pointer::DoubleTapped(_) | Pointer::Pinched { .. } => {}
            Pointer::Cancelled => {
                self.selection.cancel();
                self.pen.cancel();
            }
            Pointer::Secondary(at) => {
                let chosen = self.selection.take();
                if let Some(place) = layout.place(at).filter(|_| !chosen) {
                    self.pen.begin(place, at);
                }
            }
            Pointer::SecondaryReleased { at, modifiers } => {
                if let Some(mark) = self.pen.finish(layout.place(at), modifiers) {
                    self.toggle_mark(mark, out);
                }
            }
        }
    }

    /// Whether a press here takes a piece of the side to move.
    #[must_use]
    pub fn grips(&self, at: Point, layout: &Placed) -> bool {
        let turn = self.replay.side_to_move();
        turn.is_some() && layout.place(at).is_some_and(|place| self.color_at(place) == turn)
    }

    /// Whether a piece is selected.
    pub const fn has_selection(&self) -> bool {
        self.selection.selected.is_some()
    }

    /// Cancels a drag, a mark being drawn, or the choice of a piece. Returns whether there was one.
    pub fn cancel(&mut self) -> bool {
        self.pen.cancel() | self.selection.take()
    }

    fn pressed(&mut self, place: Place, at: Point, now: Timestamp, out: &mut Outbox) {
        let turn = self.replay.side_to_move();
        if turn.is_some() && self.color_at(place) == turn {
            return self.selection.press(place, at);
        }
        match self.selection.selected.and_then(|from| move_between(from, place)) {
            Some(mv) => self.try_to_play(mv, None, now, out),
            None => self.selection.clear(),
        }
    }

    fn dropped(&mut self, from: Place, at: Point, on: Option<Place>, now: Timestamp, out: &mut Outbox) {
        match on.filter(|&on| on != from).and_then(|on| move_between(from, on)) {
            Some(mv) => self.try_to_play(mv, Some(at), now, out),
            None => self.selection.clear(),
        }
    }

    /// Plays a move of the user: goes to it, or adds it as a variation.
    pub fn try_to_play(&mut self, mv: GameMove, dropped_at: Option<Point>, now: Timestamp, out: &mut Outbox) {
        self.selection.clear();
        match self.play(Ply::Move(mv), dropped_at, now) {
            Ok(()) => {}
            Err(PlayError::Illegal(rule)) => out.notice(Notice::Illegal(rule)),
            Err(PlayError::Limit(limit)) => out.notice(Notice::Record(RecordNotice::Limit(limit))),
            Err(PlayError::Deleted) => {}
        }
    }
}
