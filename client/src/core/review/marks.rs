//! Circles and arrows on the board.

use crate::core::board_marks::arrow;
use crate::core::scene::{Place, Point, Shape};
use crate::core::table_layout::Placed;
use crate::core::theme::{self, Theme};
use chuhe_records::{self as records, Mark, MarkColor, MarkShape};
use egui::{Color32, Modifiers};

/// How much of the board shows through a mark.
const ALPHA: f32 = 0.82;

/// The colour in which the user draws while these keys are held.
pub(super) const fn color_of(modifiers: Modifiers) -> MarkColor {
    match (modifiers.shift || modifiers.ctrl, modifiers.alt) {
        (false, false) => MarkColor::Green,
        (true, false) => MarkColor::Red,
        (false, true) => MarkColor::Blue,
        (true, true) => MarkColor::Yellow,
    }
}

/// The place of the board as records name it.
pub(super) const fn point_of(place: Place) -> records::Point {
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
        MarkColor::Green => theme.wood_jade,
        MarkColor::Red => theme::PIECE_RED,
        MarkColor::Yellow => Color32::from_rgb(0xc9, 0x8a, 0x12),
        MarkColor::Blue => Color32::from_rgb(0x23, 0x5f, 0xa8),
    };
    color.gamma_multiply(ALPHA)
}

/// The diameter of a piece on this board.
fn disc(placed: &Placed) -> f32 {
    match placed {
        Placed::Xiangqi(layout) => layout.disc(),
        Placed::Luzhanqi(layout) => layout.tile().min_elem(),
    }
}

/// The shape of a mark; `None` for one of another board.
pub(super) fn shape(mark: Mark, placed: &Placed, theme: &Theme) -> Option<Shape> {
    let color = ink(mark.color, theme);
    match mark.shape {
        MarkShape::Circle(at) => Some(circle(placed.point(place_of(at))?, placed, color)),
        MarkShape::Arrow(from, to) => {
            let (from, to) = (placed.point(place_of(from))?, placed.point(place_of(to))?);
            Some(arrow(from, to, disc(placed), color))
        }
    }
}

/// The mark that the user is drawing from a place to the pointer.
pub(super) fn sketch(from: Place, to: Point, placed: &Placed, theme: &Theme) -> Option<Shape> {
    let color = ink(MarkColor::Green, theme).gamma_multiply(0.6);
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
