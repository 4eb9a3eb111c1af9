//! Selecting and dragging pieces: how pointer events over the board become clicks and drops.
//!
//! It handles places only. The table decides what can be selected and which drops are legal.

use crate::drawing::scene::{Place, Point, Pointer};
use crate::layout::table_layout::Placed;
use emath::vec2;

/// The distance from the press at which a drag begins, in logical pixels.
const DRAG_DISTANCE: f32 = 6.0;

/// The selected, hovered and dragged places.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Selection {
    /// The place whose piece is selected.
    pub selected: Option<Place>,
    /// The place under the pointer.
    pub hovered: Option<Place>,
    press: Option<Press>,
    /// How far above the pointer a dragged piece is, in logical pixels: more than 0 for a finger.
    pub lift: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    place: Place,
    at: Point,
    /// Whether the piece was selected before, so that a click deselects it.
    again: bool,
    dragged_to: Option<Point>,
}

/// The meaning of a button release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Release {
    /// Nothing.
    Nothing,
    /// A piece was dropped.
    Dropped {
        /// The place from which it was dragged.
        from: Place,
        /// Where the pointer was.
        at: Point,
        /// The place there; `None` outside the board.
        on: Option<Place>,
    },
}

/// What the pointer does on a board whose pieces are only moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gesture {
    /// It presses this place, at this point.
    Pressed(Place, Point),
    /// It drops a piece on another place.
    Dropped {
        /// The place from which the piece was dragged.
        from: Place,
        /// The place on which it was dropped.
        on: Place,
        /// Where the pointer was.
        at: Point,
    },
}

impl Selection {
    /// Follows a pointer event, and returns what it asks for. A press beside the board, and a drop where the piece
    /// was, clear the selection.
    pub(crate) fn follow(&mut self, pointer: Pointer, layout: &Placed) -> Option<Gesture> {
        match pointer {
            Pointer::Moved(at) => {
                let over = layout.place(self.hand(at));
                self.pointer_moved(at, over);
            }
            Pointer::Pressed(at) => match layout.place(at) {
                Some(place) => return Some(Gesture::Pressed(place, at)),
                None => self.clear(),
            },
            Pointer::Released(at) => {
                let over = layout.place(self.hand(at));
                if let Release::Dropped { from, at, on } = self.released(at, over) {
                    let on = on.filter(|&on| on != from);
                    if on.is_none() {
                        self.clear();
                    }
                    return on.map(|on| Gesture::Dropped { from, on, at });
                }
            }
            Pointer::Secondary(_) => {
                self.take();
            }
            Pointer::Cancelled => {
                self.cancel();
            }
            Pointer::By(device) => self.lift = layout.lift_of(device),
            // they enlarge the board, or are for marks
            Pointer::SecondaryReleased { .. }
            | Pointer::Modifiers(_)
            | Pointer::DoubleTapped(_)
            | Pointer::Pinched { .. } => {}
        }
        None
    }

    /// The place whose piece is dragged, and where the pointer is.
    pub(crate) fn dragged(&self) -> Option<(Place, Point)> {
        self.press.and_then(|press| Some((press.place, press.dragged_to?)))
    }

    /// Selects the piece on `place`, on which the button was pressed at `at`.
    pub(crate) fn press(&mut self, place: Place, at: Point) {
        let again = self.selected == Some(place);
        self.selected = Some(place);
        self.press = Some(Press { place, at, again, dragged_to: None });
    }

    /// Whether the pointer is a finger.
    pub(crate) fn is_finger(&self) -> bool {
        self.lift > 0.0
    }

    /// Where a piece is dragged to while the pointer is at `at`; without a drag, the place of the pointer.
    pub(crate) fn hand(&self, at: Point) -> Point {
        let drags = |press: &Press| press.dragged_to.is_some() || press.at.distance(at) > DRAG_DISTANCE;
        if self.press.as_ref().is_some_and(drags) { at - vec2(0.0, self.lift) } else { at }
    }

    /// Moves the pointer, and with it a dragged piece. `over` is the place of [`Self::hand`].
    pub(crate) fn pointer_moved(&mut self, to: Point, over: Option<Place>) {
        self.hovered = over;
        let hand = self.hand(to);
        if let Some(press) = &mut self.press
            && (press.dragged_to.is_some() || press.at.distance(to) > DRAG_DISTANCE)
        {
            press.dragged_to = Some(hand);
        }
    }

    /// Ends a click or a drag with the release of the button. `on` is the place of [`Self::hand`].
    pub(crate) fn released(&mut self, at: Point, on: Option<Place>) -> Release {
        let at = self.hand(at);
        let Some(press) = self.press.take() else { return Release::Nothing };
        if press.dragged_to.is_some() {
            return Release::Dropped { from: press.place, at, on };
        }
        if press.again && on == Some(press.place) {
            self.selected = None;
        }
        Release::Nothing
    }

    /// Cancels a drag. Returns the place of the dragged piece and where the pointer was.
    pub(crate) fn cancel(&mut self) -> Option<(Place, Point)> {
        let dragged = self.dragged();
        self.press = None;
        self.hovered = None;
        dragged
    }

    /// Clears the selection and the drag. Returns whether there was one.
    pub(crate) fn take(&mut self) -> bool {
        let chosen = self.selected.is_some() || self.press.is_some();
        self.clear();
        chosen
    }

    /// Clears the selection and the drag; the hovered place stays.
    pub(crate) fn clear(&mut self) {
        *self = Self { hovered: self.hovered, lift: self.lift, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::pos2;

    fn square(name: &str) -> Place {
        Place::Square(name.parse().unwrap())
    }

    #[test]
    fn a_click_selects_and_a_second_click_deselects() {
        let mut selection = Selection::default();
        let here = pos2(10.0, 10.0);
        selection.press(square("h2"), here);
        assert_eq!(selection.released(here, Some(square("h2"))), Release::Nothing);
        assert_eq!(selection.selected, Some(square("h2")));
        selection.press(square("h2"), here);
        assert_eq!(selection.released(here, Some(square("h2"))), Release::Nothing);
        assert_eq!(selection.selected, None);
    }

    #[test]
    fn a_small_movement_is_a_click_and_a_larger_one_is_a_drag() {
        let mut selection = Selection::default();
        selection.press(square("h2"), pos2(10.0, 10.0));
        selection.pointer_moved(pos2(13.0, 12.0), None);
        assert_eq!(selection.dragged(), None);
        selection.pointer_moved(pos2(30.0, 10.0), Some(square("e2")));
        assert_eq!(selection.dragged(), Some((square("h2"), pos2(30.0, 10.0))));
        selection.pointer_moved(pos2(11.0, 10.0), None);
        assert_eq!(selection.dragged(), Some((square("h2"), pos2(11.0, 10.0))));
        let at = pos2(40.0, 10.0);
        let dropped = Release::Dropped { from: square("h2"), at, on: Some(square("e2")) };
        assert_eq!(selection.released(at, Some(square("e2"))), dropped);
        assert_eq!(selection.dragged(), None);
    }

    #[test]
    fn a_piece_is_dragged_above_a_finger_and_dropped_where_it_is_seen() {
        let mut selection = Selection { lift: 60.0, ..Selection::default() };
        let finger = pos2(100.0, 200.0);
        assert_eq!(selection.hand(finger), finger, "a tap is where the finger is");
        selection.press(square("h2"), finger);
        assert_eq!(selection.hand(pos2(102.0, 200.0)), pos2(102.0, 200.0));
        let finger = pos2(130.0, 200.0);
        assert_eq!(selection.hand(finger), pos2(130.0, 140.0));
        selection.pointer_moved(finger, Some(square("e4")));
        assert_eq!(selection.dragged(), Some((square("h2"), pos2(130.0, 140.0))));
        let dropped = Release::Dropped { from: square("h2"), at: pos2(130.0, 140.0), on: Some(square("e4")) };
        assert_eq!(selection.released(finger, Some(square("e4"))), dropped);
    }

    #[test]
    fn cancelling_a_drag_returns_where_the_piece_was() {
        let mut selection = Selection::default();
        assert_eq!(selection.cancel(), None);
        selection.press(square("h2"), pos2(10.0, 10.0));
        selection.pointer_moved(pos2(30.0, 10.0), None);
        assert_eq!(selection.cancel(), Some((square("h2"), pos2(30.0, 10.0))));
    }
}
