//! Turns pointer events over the board into moves and marks.

use super::state::Review;
use crate::drawing::scene::{Place, Point, Pointer};
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::notices::record_notice::RecordNotice;
use crate::table::Release;
use chuhe_records::{PlayError, Ply};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;

impl Review {
    /// Handles a pointer event over the board.
    pub fn pointer(&mut self, pointer: Pointer, layout: &Placed, now: Timestamp, out: &mut Outbox) {
        match pointer {
            Pointer::Moved(at) => {
                let over = layout.place(self.board.selection.hand(at));
                self.board.selection.pointer_moved(at, over);
                self.board.pen.pointer_moved(at);
            }
            Pointer::Pressed(at) => {
                self.board.pen.cancel();
                match layout.place(at) {
                    Some(place) => self.pressed(place, at, now, out),
                    None => self.board.selection.clear(),
                }
            }
            Pointer::Released(at) => {
                let over = layout.place(self.board.selection.hand(at));
                if let Release::Dropped { from, at, on } = self.board.selection.released(at, over) {
                    self.dropped(from, at, on, now, out);
                }
            }
            Pointer::Modifiers(modifiers) => self.board.pen.hold(modifiers),
            Pointer::By(device) => self.board.selection.lift = layout.lift_of(device),
            // they enlarge the board
            Pointer::DoubleTapped(_) | Pointer::Pinched { .. } => {}
            Pointer::Cancelled => {
                self.board.selection.cancel();
                self.board.pen.cancel();
            }
            Pointer::Secondary(at) => {
                let chosen = self.board.selection.take();
                if let Some(place) = layout.place(at).filter(|_| !chosen) {
                    self.board.pen.begin(place, at);
                }
            }
            Pointer::SecondaryReleased { at, modifiers } => {
                if let Some(mark) = self.board.pen.finish(layout.place(at), modifiers) {
                    self.toggle_mark(mark, out);
                }
            }
        }
    }

    /// Whether a press here takes a piece of the side to move.
    #[must_use]
    pub fn grips(&self, at: Point, layout: &Placed) -> bool {
        layout.place(at).is_some_and(|place| self.shown.has_piece_to_move(place))
    }

    /// Whether the pointer is over a piece that can move or a place where the selected one can go.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        let Some(place) = self.board.selection.hovered else { return false };
        let ply = self.board.selection.selected.and_then(|from| from.move_to(place)).map(Ply::Move);
        self.shown.has_piece_to_move(place)
            || ply.is_some_and(|ply| self.shown.replay().validate(ply).is_ok())
    }

    fn pressed(&mut self, place: Place, at: Point, now: Timestamp, out: &mut Outbox) {
        if self.shown.has_piece_to_move(place) {
            return self.board.selection.press(place, at);
        }
        match self.board.selection.selected.and_then(|from| from.move_to(place)) {
            Some(mv) => self.try_to_play(mv, None, now, out),
            None => self.board.selection.clear(),
        }
    }

    fn dropped(&mut self, from: Place, at: Point, on: Option<Place>, now: Timestamp, out: &mut Outbox) {
        match on.filter(|&on| on != from).and_then(|on| from.move_to(on)) {
            Some(mv) => self.try_to_play(mv, Some(at), now, out),
            None => self.board.selection.clear(),
        }
    }

    /// Plays a move of the user: goes to it, or adds it as a variation.
    pub fn try_to_play(&mut self, mv: GameMove, dropped_at: Option<Point>, now: Timestamp, out: &mut Outbox) {
        self.board.selection.clear();
        match self.play(Ply::Move(mv), dropped_at, now) {
            Ok(()) => {}
            Err(PlayError::Illegal(rule)) => out.notice(Notice::Illegal(rule)),
            Err(PlayError::Limit(limit)) => out.notice(Notice::Record(RecordNotice::Limit(limit))),
            Err(PlayError::Deleted) => {}
        }
    }
}
