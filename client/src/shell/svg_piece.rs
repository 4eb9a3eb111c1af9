//! Writes the pieces of xiangqi as SVG.

use super::lettering::{Font, Lettering};
use super::svg_parts::{BASELINE, InkCenter, Picture, document, hex, soft_shadow};
use chuhe_model::drawing::characters;
use chuhe_model::drawing::figures::{self, Polygon};
use chuhe_model::drawing::theme::{DISC, DISC_EDGE, PieceStyle, Rings};
use chuhe_rules::xiangqi::Piece;
use egui::{Rect, Vec2, pos2, vec2};
use std::fmt::Write;

/// Draws a xiangqi piece: a disc lit from the upper left, with a ring and a character.
pub(super) fn disc(
    piece: Piece,
    style: &PieceStyle,
    diameter: f32,
    lifted: bool,
    ink: &mut impl InkCenter,
) -> Picture {
    let unit = diameter / 58.0 * if lifted { 1.06 } else { 1.0 };
    let (drop, blur, shade) = if lifted { (6.5, 4.6, 0.40) } else { (2.2, 1.8, 0.42) };
    let half = ((30.0 + drop + 3.0 * blur) * unit).ceil();
    let color = hex(style.ink(piece.color));
    let [light, middle, far] = DISC.map(hex);
    let edge = hex(DISC_EDGE);
    let mut body = String::new();
    let _ = write!(
        body,
        r##"<defs><radialGradient id="p" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="{light}"/><stop offset=".65" stop-color="{middle}"/><stop offset="1" stop-color="{far}"/></radialGradient><linearGradient id="b" x1=".2" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".85"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#7a5322" stop-opacity=".42"/></linearGradient></defs>"##,
    );
    let disc = Rect::from_center_size(Vec2::splat(half).to_pos2(), Vec2::splat(2.0 * 29.6 * unit));
    soft_shadow(&mut body, disc.translate(vec2(0.0, drop * unit)), 29.6 * unit, blur * unit, shade);
    let _ = write!(
        body,
        r##"<circle cx="{half}" cy="{half}" r="{}" fill="url(#p)" stroke="{edge}" stroke-width="{}"/><circle cx="{half}" cy="{half}" r="{}" fill="none" stroke="url(#b)" stroke-width="{}"/>"##,
        29.0 * unit,
        1.2 * unit,
        27.6 * unit,
        1.5 * unit,
    );
    let rings: &[(f32, f32)] = match style.side(piece.color).rings {
        Rings::One => &[(24.5, 1.6)],
        Rings::Broad => &[(24.2, 3.2)],
        Rings::Two => &[(25.2, 1.3), (22.2, 1.3)],
    };
    for (radius, width) in rings {
        let _ = write!(
            body,
            r#"<circle cx="{half}" cy="{half}" r="{}" fill="none" stroke="{color}" stroke-width="{}"/>"#,
            radius * unit,
            width * unit,
        );
    }
    match characters::on_piece(piece, style.set) {
        Some(character) => {
            let size = 33.5 * unit;
            let at = Vec2::splat(half) - ink.ink_center(character) * size;
            let line = Lettering::of(Font::BrushBold, character.encode_utf8(&mut [0; 4]));
            line.write(&mut body, at.to_pos2(), Vec2::splat(size), &format!(r#"fill="{color}""#));
        }
        None => figure(&mut body, piece, half, unit, &color),
    }
    Picture { svg: document(Vec2::splat(2.0 * half), &body), anchor: Vec2::splat(half) }
}

/// The side of a figure, and how far it is moved to the upper left, where the letter leaves room.
const FIGURE: f32 = 33.0;
const FIGURE_SHIFT: f32 = 1.8;
/// The size of the letter and its distance from the centre.
const LETTER: f32 = 11.0;
const LETTER_PLACE: f32 = 12.4;

/// Draws a Western figure with its letter in the lower right corner.
fn figure(body: &mut String, piece: Piece, half: f32, unit: f32, color: &str) {
    let figure = figures::of_piece(piece.kind);
    let middle = half - FIGURE_SHIFT * unit;
    let layers = [(&figure.solid, color.to_owned()), (&figure.cut, hex(DISC[1]))];
    for (polygons, paint) in layers {
        let path: String = polygons.iter().map(|it| outline(it, middle, FIGURE * unit / 100.0)).collect();
        let _ = write!(
            body,
            r#"<path d="{path}" fill="{paint}" stroke="{paint}" stroke-width="{}" stroke-linejoin="round"/>"#,
            0.5 * unit,
        );
    }
    let (at, size) = (half + LETTER_PLACE * unit, LETTER * unit);
    let line = Lettering::of(Font::Plain, figures::letter(piece.kind).encode_utf8(&mut [0; 4]));
    let paint = format!(
        r#"fill="{color}" stroke="{}" stroke-width="{}" paint-order="stroke""#,
        hex(DISC[1]),
        3.0 * unit * line.units(size),
    );
    line.write(body, pos2(at, at + size * BASELINE), Vec2::splat(size), &paint);
}

/// Writes a polygon of a figure around `middle`.
fn outline(polygon: &Polygon, middle: f32, unit: f32) -> String {
    let mut path = String::new();
    for (index, corner) in polygon.corners.iter().enumerate() {
        let at = (*corner - pos2(50.0, 50.0)) * unit + Vec2::splat(middle);
        let _ = write!(path, "{}{:.2} {:.2}", if index == 0 { 'M' } else { 'L' }, at.x, at.y);
    }
    path.push('Z');
    path
}
