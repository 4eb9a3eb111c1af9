//! Circles and arrows that the user draws on any board with the right button.
//!
//! The review stores them in the record. The table forgets them at the next move, and sends them to
//! nobody.

use crate::drawing::board_marks::arrow;
use crate::drawing::scene::{Modifiers, Place, Point, Shape};
use crate::drawing::theme::Theme;
use crate::layout::table_layout::Placed;
use chuhe_records::{self as records, Mark, MarkColor, MarkShape};
use ecolor::Color32;

/// How much of the board shows through a mark.
const ALPHA: f32 = 0.82;

/// How much fainter a mark is while it is drawn.
const SKETCHED: f32 = 0.6;

/// The maximum number of marks on a board at the table. Nobody draws that many.
const MOST_MARKS: usize = 64;

/// The marks on a board at the table, and the one being drawn.
#[derive(Debug, Default)]
pub(super) struct DrawnMarks {
    marks: Vec<Mark>,
    /// Draws the next mark.
    pub(super) pen: Pen,
}

impl DrawnMarks {
    /// Adds a mark, or removes the same one. A mark of another colour replaces it.
    pub(super) fn toggle(&mut self, mark: Mark) {
        let had = self.marks.contains(&mark);
        self.marks.retain(|it| it.shape != mark.shape);
        if !had && self.marks.len() < MOST_MARKS {
            self.marks.push(mark);
        }
    }

    /// Removes all marks.
    pub(super) fn clear(&mut self) {
        self.marks.clear();
    }

    /// Removes all marks, and the one being drawn.
    pub(super) fn erase(&mut self) {
        self.pen.cancel();
        self.clear();
    }

    /// The number of marks.
    pub(super) const fn count(&self) -> usize {
        self.marks.len()
    }

    /// The marks as shapes, in the order in which they were drawn.
    pub(super) fn shapes(&self, placed: &Placed, theme: &Theme) -> impl Iterator<Item = Shape> {
        let drawn = self.marks.iter().filter_map(|mark| shape(*mark, placed, theme));
        drawn.chain(self.pen.shape(placed, theme))
    }
}

/// A mark that the user is drawing while the right button is down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pen {
    /// Where the mark begins, and where the pointer is.
    drawn: Option<(Place, Point)>,
    /// The keys that are held, which choose the colour.
    modifiers: Modifiers,
}

impl Pen {
    /// Begins a mark on this place.
    pub const fn begin(&mut self, place: Place, at: Point) {
        self.drawn = Some((place, at));
    }

    /// Moves the pointer.
    pub(crate) const fn pointer_moved(&mut self, to: Point) {
        if let Some((_, at)) = &mut self.drawn {
            *at = to;
        }
    }

    /// Records which keys are held from now on.
    pub const fn hold(&mut self, modifiers: Modifiers) {
        self.modifiers = modifiers;
    }

    /// Ends the mark where the button was released: a circle on one place, or an arrow between two.
    ///
    /// It returns nothing outside the board.
    pub fn finish(&mut self, on: Option<Place>, modifiers: Modifiers) -> Option<Mark> {
        let ((from, _), to) = (self.drawn.take()?, on?);
        let [start, end] = [from, to].map(point_of);
        let shape = if start == end { MarkShape::Circle(start) } else { MarkShape::Arrow(start, end) };
        Some(Mark { color: color_of(modifiers), shape })
    }

    /// Drops the mark. Returns whether there was one.
    pub const fn cancel(&mut self) -> bool {
        self.drawn.take().is_some()
    }

    /// Whether the user is drawing.
    pub const fn is_down(&self) -> bool {
        self.drawn.is_some()
    }

    /// The shape of the mark so far, in its final colour; an arrow ends at the pointer.
    pub fn shape(&self, placed: &Placed, theme: &Theme) -> Option<Shape> {
        let (from, to) = self.drawn?;
        sketch(from, to, placed, ink(color_of(self.modifiers), theme))
    }
}

/// The colour in which the user draws while these keys are held.
const fn color_of(modifiers: Modifiers) -> MarkColor {
    match (modifiers.shift || modifiers.ctrl, modifiers.alt) {
        (false, false) => MarkColor::Green,
        (true, false) => MarkColor::Red,
        (false, true) => MarkColor::Blue,
        (true, true) => MarkColor::Yellow,
    }
}

/// The place of the board as records name it.
pub(crate) const fn point_of(place: Place) -> records::Point {
    match place {
        Place::Square(square) => records::Point::Xiangqi(square),
        Place::Station(station) => records::Point::Luzhanqi(station),
    }
}

const fn place_of(point: records::Point) -> Place {
    match point {
        records::Point::Xiangqi(square) => Place::Square(square),
        records::Point::Luzhanqi(station) => Place::Station(station),
    }
}

fn ink(color: MarkColor, theme: &Theme) -> Color32 {
    let color = match color {
        MarkColor::Green => theme.board.marks.target,
        MarkColor::Red => theme.board.marks.check,
        MarkColor::Yellow => theme.board.marks.yellow,
        MarkColor::Blue => theme.board.marks.blue,
    };
    color.gamma_multiply(ALPHA)
}

/// The diameter of a piece on this board.
fn disc(placed: &Placed) -> f32 {
    placed.piece().min_elem()
}

/// The point of a place, if the board shows it.
fn shown(place: Place, placed: &Placed) -> Option<Point> {
    match (placed, place) {
        (Placed::Luzhanqi(layout), Place::Station(station)) if !layout.shows(station) => None,
        (Placed::Xiangqi(_) | Placed::Luzhanqi(_), Place::Square(_) | Place::Station(_)) => {
            placed.point(place)
        }
    }
}

/// The shape of a mark; `None` for one of another board or outside the shown part.
pub fn shape(mark: Mark, placed: &Placed, theme: &Theme) -> Option<Shape> {
    let color = ink(mark.color, theme);
    match mark.shape {
        MarkShape::Circle(at) => Some(circle(shown(place_of(at), placed)?, placed, color)),
        MarkShape::Arrow(from, to) => {
            let (from, to) = (shown(place_of(from), placed)?, shown(place_of(to), placed)?);
            Some(arrow(from, to, disc(placed), color))
        }
    }
}

/// The shape of a mark that is drawn from a place to the pointer.
fn sketch(from: Place, to: Point, placed: &Placed, color: Color32) -> Option<Shape> {
    let color = color.gamma_multiply(SKETCHED);
    let start = placed.point(from)?;
    if placed.place(to) == Some(from) {
        return Some(circle(start, placed, color));
    }
    let end = placed.place(to).and_then(|place| placed.point(place)).unwrap_or(to);
    Some(arrow(start, end, disc(placed), color))
}

fn circle(center: Point, placed: &Placed, color: Color32) -> Shape {
    let diameter = disc(placed) * 1.08;
    Shape::Ring { center, diameter, width: (diameter * 0.07).max(3.0), color }
}
