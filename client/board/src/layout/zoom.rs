//! A board that two fingers enlarge: how much, and which part of it is shown.

use super::table_layout::Placed;
use crate::drawing::scene::{Point, Size};
use emath::vec2;

/// The most that a board is enlarged.
const MOST: f32 = 2.5;
/// Steps of the size: each renders the pieces anew.
const STEPS: f32 = 8.0;

/// How much a board is enlarged, and which part of it is shown in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoom {
    factor: f32,
    /// What is in the middle of its place, in parts of the board's width and height.
    center: Size,
    /// The finger that moves the enlarged board, if it does not hold a piece.
    finger: Finger,
}

/// A finger on an enlarged board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Finger {
    /// There is none, or it holds a piece.
    #[default]
    Elsewhere,
    /// It was put down here, and may become a tap or move the board.
    Down(Point),
    /// It moves the board, and was last here.
    Moves(Point),
}

impl Default for Zoom {
    fn default() -> Self {
        Self { factor: 1.0, center: vec2(0.5, 0.5), finger: Finger::Elsewhere }
    }
}

impl Zoom {
    /// Whether the board is enlarged.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.step() > 1.0
    }

    fn step(&self) -> f32 {
        (self.factor * STEPS).round() / STEPS
    }

    /// The enlarged board in the place of this one. It always fills the place.
    #[must_use]
    pub fn placed(&self, board: &Placed) -> Placed {
        if !self.is_on() {
            return *board;
        }
        let enlarged = board.enlarged(self.step());
        let place = board.panel();
        let size = enlarged.panel().size();
        let min = place.center() - self.center * size;
        let min = min.max(place.max - size).min(place.min).round();
        enlarged.moved(min - place.min)
    }

    /// Follows two fingers whose middle moved by `by` to `at`, and that are `factor` times as far apart as before.
    /// What is between them stays there.
    pub fn pinch(&mut self, board: &Placed, at: Point, by: Size, factor: f32) {
        let before = self.placed(board).panel();
        let held = (at - by - before.min) / before.size();
        self.factor = (self.factor * factor).clamp(1.0, MOST);
        let size = board.enlarged(self.step()).panel().size();
        let min = at - held * size;
        self.center = (board.panel().center() - min) / size;
        // where the edge of the board stopped it
        let shown = self.placed(board).panel();
        self.center = (board.panel().center() - shown.min) / shown.size();
    }
}

impl Zoom {
    /// A finger was put down here, on no piece that it can drag.
    pub const fn touch(&mut self, at: Point) {
        self.finger = Finger::Down(at);
    }

    /// The finger moved. Returns whether it moves the board.
    pub fn drag(&mut self, board: &Placed, to: Point) -> bool {
        let from = match self.finger {
            Finger::Elsewhere => return false,
            Finger::Down(at) | Finger::Moves(at) => at,
        };
        self.finger = Finger::Moves(to);
        self.pinch(board, to, to - from, 1.0);
        true
    }

    /// The finger was lifted. Returns where it had been put down, if it has not moved since: that was a tap.
    pub fn lift(&mut self) -> Option<Point> {
        match std::mem::take(&mut self.finger) {
            Finger::Down(at) => Some(at),
            Finger::Elsewhere | Finger::Moves(_) => None,
        }
    }

    /// Whether a finger is on the board that holds no piece.
    #[must_use]
    pub fn is_touched(&self) -> bool {
        self.finger != Finger::Elsewhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::scene::{Place, Rect};
    use crate::layout::table_layout::BoardOf;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;
    use emath::pos2;

    const BOARDS: [BoardOf; 3] =
        [BoardOf::Xiangqi, BoardOf::Luzhanqi(BoardKind::Classic), BoardOf::Luzhanqi(BoardKind::Cross)];

    fn board(of: BoardOf) -> Placed {
        Placed::fit(Rect::from_min_size(pos2(0.0, 50.0), vec2(360.0, 400.0)), of, Color::Red)
    }

    #[test]
    fn what_is_between_the_fingers_stays_there() {
        for of in BOARDS {
            let board = board(of);
            let mut zoom = Zoom::default();
            let at = board.panel().center() + vec2(40.0, -60.0);
            let place = board.places_near(at, 400.0)[0];
            let before = board.point(place).unwrap();
            zoom.pinch(&board, before, Size::ZERO, 2.0);
            let enlarged = zoom.placed(&board);
            assert!(zoom.is_on() && enlarged.panel().width() > 1.9 * board.panel().width(), "{of:?}");
            let point = enlarged.point(place).unwrap();
            assert!(point.distance(before) <= 8.0, "{of:?}: {before} {point}");
            assert_eq!(enlarged.place(point), Some(place), "points are hit where they are");
            zoom.pinch(&board, before + vec2(10.0, 5.0), vec2(10.0, 5.0), 1.0);
            let moved = zoom.placed(&board).point(place).unwrap();
            assert!((moved - point - vec2(10.0, 5.0)).length() <= 2.0, "{of:?}: {point} {moved}");
        }
    }

    #[test]
    fn an_enlarged_board_fills_its_place_and_returns_to_it() {
        for of in BOARDS {
            let board = board(of);
            let mut zoom = Zoom::default();
            for (at, by, factor) in [
                (pos2(10.0, 60.0), vec2(0.0, 0.0), 1.7),
                (pos2(300.0, 300.0), vec2(500.0, -900.0), 9.0),
                (pos2(10.0, 400.0), vec2(-700.0, 800.0), 0.7),
            ] {
                zoom.pinch(&board, at, by, factor);
                let panel = zoom.placed(&board).panel();
                assert!(panel.expand(0.5).contains_rect(board.panel()), "{of:?}: {panel}");
                assert!(panel.width() <= (MOST + 0.05) * board.panel().width(), "{of:?}: {panel}");
            }
            zoom.pinch(&board, pos2(100.0, 100.0), Size::ZERO, 0.1);
            assert_eq!((zoom.is_on(), zoom.placed(&board)), (false, board), "{of:?}");
        }
    }

    #[test]
    fn every_point_of_an_enlarged_board_can_be_brought_into_its_place_and_hit() {
        for of in BOARDS {
            let board = board(of);
            for place in board.places_near(board.panel().center(), 1_000.0) {
                let mut zoom = Zoom::default();
                let at = board.point(place).unwrap();
                zoom.pinch(&board, at, Size::ZERO, MOST);
                let enlarged = zoom.placed(&board);
                let shown = enlarged.point(place).unwrap();
                assert!(board.panel().contains(shown), "{of:?} {place}: {shown}");
                assert_eq!(enlarged.place(shown), Some(place));
                assert!(matches!((of, place), (BoardOf::Xiangqi, Place::Square(_)) | (_, Place::Station(_))));
            }
        }
    }
}
