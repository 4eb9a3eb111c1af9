//! Marks over the pieces of any board.

use super::scene::{Point, Shape};
use ecolor::Color32;
use emath::Vec2;

/// How much of a premoved piece is seen where it will go.
pub const GHOST_ALPHA: f32 = 0.55;
/// How much the arrow of a premove covers: the pieces below it stay readable.
pub const PREMOVE_ALPHA: f32 = 0.6;

/// The parts of an arrow, in diameters of a piece.
const SHAFT: f32 = 0.15;
const HEAD_LENGTH: f32 = 0.5;
const HEAD_WIDTH: f32 = 0.46;

/// An arrow with its tip at `to`, which begins at the edge of the piece on `from`.
///
/// `unit` is the diameter of a piece.
pub fn arrow(from: Point, to: Point, unit: f32, color: Color32) -> Shape {
    let along = (to - from).normalized();
    let side = Vec2::new(-along.y, along.x);
    let length = from.distance(to);
    let start = from + along * (unit * 0.3).min(length * 0.3);
    let neck = to - along * (unit * HEAD_LENGTH).min(length * 0.6);
    let (half, head) = (unit * SHAFT / 2.0, unit * HEAD_WIDTH / 2.0);
    let points = vec![
        start + side * half,
        neck + side * half,
        neck + side * head,
        to,
        neck - side * head,
        neck - side * half,
        start - side * half,
    ];
    Shape::Area { points, color }
}
