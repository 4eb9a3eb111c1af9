//! What the pointer does over the board: choosing a piece, dragging it, letting it go.
//!
//! It knows places and the hand, not the rules: what it wants tried is told to the table.

use crate::core::scene::{Place, Point};

/// The pointer drags once it has moved so far from where it was pressed, in logical pixels.
const DRAG_DISTANCE: f32 = 6.0;

/// What is chosen and held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Hand {
    /// The place whose piece is chosen.
    pub(crate) selected: Option<Place>,
    /// The place under the pointer.
    pub(crate) hovered: Option<Place>,
    press: Option<Press>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    place: Place,
    at: Point,
    /// Whether the piece was chosen already, so that a click lets go of it.
    again: bool,
    dragged_to: Option<Point>,
}

/// What letting go of the button means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Release {
    /// Nothing.
    Nothing,
    /// The piece from this place was dropped here.
    Dropped {
        from: Place,
        /// Where the hand was.
        at: Point,
        /// `None` outside the board.
        on: Option<Place>,
    },
}

impl Hand {
    /// The place whose piece is in the air, and where the hand is.
    pub(crate) fn dragged(&self) -> Option<(Place, Point)> {
        self.press.and_then(|press| Some((press.place, press.dragged_to?)))
    }

    /// Chooses the piece on `place` with the button going down at `at`.
    pub(crate) fn take(&mut self, place: Place, at: Point) {
        let again = self.selected == Some(place);
        self.selected = Some(place);
        self.press = Some(Press { place, at, again, dragged_to: None });
    }

    /// The pointer moved.
    pub(crate) fn moved(&mut self, to: Point, over: Option<Place>) {
        self.hovered = over;
        if let Some(press) = &mut self.press
            && (press.dragged_to.is_some() || press.at.distance(to) > DRAG_DISTANCE)
        {
            press.dragged_to = Some(to);
        }
    }

    /// The button came up over `on`.
    pub(crate) fn released(&mut self, at: Point, on: Option<Place>) -> Release {
        let Some(press) = self.press.take() else { return Release::Nothing };
        if press.dragged_to.is_some() {
            return Release::Dropped { from: press.place, at, on };
        }
        if press.again && on == Some(press.place) {
            self.selected = None;
        }
        Release::Nothing
    }

    /// What was in the air is let go; where it was, if something was.
    pub(crate) fn cancelled(&mut self) -> Option<(Place, Point)> {
        let dragged = self.dragged();
        self.press = None;
        self.hovered = None;
        dragged
    }

    /// Chooses nothing and holds nothing.
    pub(crate) fn clear(&mut self) {
        *self = Self { hovered: self.hovered, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn square(name: &str) -> Place {
        Place::Square(name.parse().unwrap())
    }

    #[test]
    fn a_click_chooses_and_a_second_click_lets_go() {
        let mut hand = Hand::default();
        let here = pos2(10.0, 10.0);
        hand.take(square("h2"), here);
        assert_eq!(hand.released(here, Some(square("h2"))), Release::Nothing);
        assert_eq!(hand.selected, Some(square("h2")));
        hand.take(square("h2"), here);
        assert_eq!(hand.released(here, Some(square("h2"))), Release::Nothing);
        assert_eq!(hand.selected, None);
    }

    #[test]
    fn a_small_movement_is_a_click_and_a_larger_one_a_drag() {
        let mut hand = Hand::default();
        hand.take(square("h2"), pos2(10.0, 10.0));
        hand.moved(pos2(13.0, 12.0), None);
        assert_eq!(hand.dragged(), None);
        hand.moved(pos2(30.0, 10.0), Some(square("e2")));
        assert_eq!(hand.dragged(), Some((square("h2"), pos2(30.0, 10.0))));
        hand.moved(pos2(11.0, 10.0), None);
        assert_eq!(hand.dragged(), Some((square("h2"), pos2(11.0, 10.0))));
        let at = pos2(40.0, 10.0);
        let dropped = Release::Dropped { from: square("h2"), at, on: Some(square("e2")) };
        assert_eq!(hand.released(at, Some(square("e2"))), dropped);
        assert_eq!(hand.dragged(), None);
    }

    #[test]
    fn cancelling_says_where_the_piece_was() {
        let mut hand = Hand::default();
        assert_eq!(hand.cancelled(), None);
        hand.take(square("h2"), pos2(10.0, 10.0));
        hand.moved(pos2(30.0, 10.0), None);
        assert_eq!(hand.cancelled(), Some((square("h2"), pos2(30.0, 10.0))));
    }
}
