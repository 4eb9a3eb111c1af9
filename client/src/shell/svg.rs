//! Writes shapes as SVG in physical pixels, so that edges are sharp at every scale.

use super::svg_luzhanqi as luzhanqi;
use super::svg_parts::{BASELINE, InkCenter, Picture, document, fill, hex, stroke};
use crate::core::characters;
use crate::core::fonts::{BRUSH_FAMILY, PLAIN_FAMILY};
use crate::core::scene::{Face, Point, Rect, Shape, Size};
use crate::core::theme::{DISC, DISC_EDGE, PIECE_BLACK, PIECE_RED};
use chuhe_rules::Color as Side;
use chuhe_rules::xiangqi::Piece;
use egui::{Color32, Vec2, pos2, vec2};
use std::fmt::Write;

/// Draws the background as one picture, anchored at the window's top left corner.
pub(super) fn background(shapes: &[Shape], scale: f32) -> Picture {
    let mut bounds = Rect::NOTHING;
    for shape in shapes {
        if let Shape::Wood { rect, .. } = shape {
            bounds = bounds.union(rect.expand(SHADOW_REACH));
        }
    }
    let min = (bounds.min.to_vec2() * scale).floor();
    let size = (bounds.max.to_vec2() * scale).ceil() - min;
    let mut pen = Pen { svg: String::new(), scale, origin: min };
    for shape in shapes {
        pen.fixed(shape);
    }
    Picture { svg: document(size, &pen.svg), anchor: -min }
}

/// Draws a shape as a picture of its own, anchored at its center.
///
/// Returns `None` for a shape that occurs only in the background.
pub(super) fn sprite(shape: &Shape, scale: f32, ink: &mut impl InkCenter) -> Option<Picture> {
    let picture = |radius: f32, draw: &dyn Fn(f32) -> String| {
        let half = (radius * scale).ceil() + 1.0;
        Picture { svg: document(Vec2::splat(2.0 * half), &draw(half)), anchor: Vec2::splat(half) }
    };
    match shape {
        Shape::Disc { piece, diameter, lifted, .. } => Some(disc(*piece, diameter * scale, *lifted, ink)),
        Shape::Ring { diameter, width, color, .. } => Some(picture((diameter + width) / 2.0, &|half| {
            ring(half, diameter * scale / 2.0, width * scale, *color, "")
        })),
        Shape::BrokenRing { diameter, width, color, .. } => {
            Some(picture((diameter + width) / 2.0, &|half| {
                let quarter = diameter * scale * std::f32::consts::PI / 4.0;
                let (dash, gap) = (quarter * 0.62, quarter * 0.38);
                let turned = format!(
                    r#" stroke-dasharray="{dash} {gap}" stroke-dashoffset="{}" stroke-linecap="round""#,
                    dash / 2.0 + quarter / 2.0
                );
                ring(half, diameter * scale / 2.0, width * scale, *color, &turned)
            }))
        }
        Shape::Dot { diameter, color, .. } => Some(picture(diameter / 2.0, &|half| {
            format!(r#"<circle cx="{half}" cy="{half}" r="{}" {}/>"#, diameter * scale / 2.0, fill(*color))
        })),
        Shape::Glow { diameter, color, .. } => Some(picture(diameter / 2.0, &|half| glow(half, *color))),
        Shape::Outline { rect, radius, width, color } => {
            Some(rectangle(rect.size() * scale, radius * scale, Some(width * scale), *color))
        }
        Shape::Wash { rect, radius, color } => {
            Some(rectangle(rect.size() * scale, radius * scale, None, *color))
        }
        Shape::Area { points, color } => polygon(points, scale, *color),
        Shape::Tile { face, size, lift, names, .. } => {
            Some(luzhanqi::tile(*face, *names, *size * scale, *lift, ink))
        }
        Shape::Burst { diameter, step, .. } => Some(luzhanqi::burst(diameter * scale, *step)),
        Shape::Outcome { diameter, mark, .. } => Some(luzhanqi::outcome(diameter * scale, *mark)),
        Shape::BrokenOutline { rect, radius, width, color } => {
            Some(luzhanqi::broken_outline(rect.size() * scale, radius * scale, width * scale, *color))
        }
        Shape::Wood { .. }
        | Shape::Line { .. }
        | Shape::Polyline { .. }
        | Shape::Text { .. }
        | Shape::Rail { .. } => None,
    }
}

/// Draws a polygon, anchored at its first point.
fn polygon(points: &[Point], scale: f32, color: Color32) -> Option<Picture> {
    let first = *points.first()?;
    let bounds = Rect::from_points(points);
    let min = (bounds.min.to_vec2() * scale).floor() - Vec2::splat(1.0);
    let size = (bounds.max.to_vec2() * scale).ceil() + Vec2::splat(1.0) - min;
    let places: Vec<Point> = points.iter().map(|point| (point.to_vec2() * scale - min).to_pos2()).collect();
    let svg = document(size, &luzhanqi::area(&places, color));
    Some(Picture { svg, anchor: first.to_vec2() * scale - min })
}

/// Draws the window's icon: red's general, `pixels` wide.
pub(super) fn icon(pixels: u32, ink: &mut impl InkCenter) -> String {
    let general = Piece::new(Side::Red, chuhe_rules::xiangqi::PieceKind::King);
    let pixels = pixels as f32;
    let disc = disc(general, pixels * 58.0 / 68.0, false, ink);
    let inner = disc.svg.replacen("<svg ", r#"<svg overflow="visible" "#, 1);
    let shift = Vec2::splat(pixels / 2.0) - disc.anchor;
    document(
        Vec2::splat(pixels),
        &format!(r#"<g transform="translate({} {})">{inner}</g>"#, shift.x, shift.y),
    )
}

fn ring(half: f32, radius: f32, width: f32, color: Color32, more: &str) -> String {
    format!(r#"<circle cx="{half}" cy="{half}" r="{radius}" {}{more}/>"#, stroke(color, width))
}

fn glow(half: f32, color: Color32) -> String {
    let hex = hex(color);
    format!(
        r#"<defs><radialGradient id="g"><stop offset=".45" stop-color="{hex}" stop-opacity=".95"/><stop offset=".72" stop-color="{hex}" stop-opacity=".62"/><stop offset="1" stop-color="{hex}" stop-opacity="0"/></radialGradient></defs><circle cx="{half}" cy="{half}" r="{half}" fill="url(#g)"/>"#
    )
}

fn rectangle(size: Size, radius: f32, line: Option<f32>, color: Color32) -> Picture {
    let size = size.round();
    let inset = line.map_or(0.0, |width| width / 2.0);
    let paint = line.map_or_else(|| fill(color), |width| stroke(color, width));
    let body = format!(
        r#"<rect x="{inset}" y="{inset}" width="{}" height="{}" rx="{radius}" {paint}/>"#,
        size.x - 2.0 * inset,
        size.y - 2.0 * inset,
    );
    Picture { svg: document(size, &body), anchor: size / 2.0 }
}

/// Draws a xiangqi piece: a disc lit from the upper left, with a ring and a character.
fn disc(piece: Piece, diameter: f32, lifted: bool, ink: &mut impl InkCenter) -> Picture {
    let unit = diameter / 58.0 * if lifted { 1.06 } else { 1.0 };
    let (drop, blur, shade) = if lifted { (6.5, 4.6, 0.40) } else { (2.2, 1.8, 0.42) };
    let half = ((30.0 + drop + 3.0 * blur) * unit).ceil();
    let color = hex(match piece.color {
        Side::Red => PIECE_RED,
        Side::Black => PIECE_BLACK,
    });
    let [light, middle, far] = DISC.map(hex);
    let edge = hex(DISC_EDGE);
    let character = characters::of_piece(piece);
    let size = 33.5 * unit;
    let baseline = Vec2::splat(half) - ink.ink_center(character) * size;
    let mut body = String::new();
    let _ = write!(
        body,
        r##"<defs><radialGradient id="p" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="{light}"/><stop offset=".65" stop-color="{middle}"/><stop offset="1" stop-color="{far}"/></radialGradient><linearGradient id="b" x1=".2" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".85"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#7a5322" stop-opacity=".42"/></linearGradient><filter id="s" x="-60%" y="-60%" width="220%" height="220%"><feDropShadow dx="0" dy="{}" stdDeviation="{}" flood-color="#3b2a12" flood-opacity="{shade}"/></filter></defs>"##,
        drop * unit,
        blur * unit,
    );
    let _ = write!(
        body,
        r##"<circle cx="{half}" cy="{half}" r="{}" fill="url(#p)" stroke="{edge}" stroke-width="{}" filter="url(#s)"/><circle cx="{half}" cy="{half}" r="{}" fill="none" stroke="url(#b)" stroke-width="{}"/><circle cx="{half}" cy="{half}" r="{}" fill="none" stroke="{color}" stroke-width="{}"/>"##,
        29.0 * unit,
        1.2 * unit,
        27.6 * unit,
        1.5 * unit,
        24.5 * unit,
        1.6 * unit,
    );
    let _ = write!(
        body,
        r#"<text x="{}" y="{}" font-size="{size}" text-anchor="middle" fill="{color}" font-family="{BRUSH_FAMILY}" font-weight="700">{character}</text>"#,
        baseline.x, baseline.y,
    );
    Picture { svg: document(Vec2::splat(2.0 * half), &body), anchor: Vec2::splat(half) }
}

/// Width of the board's shadow, in logical pixels.
const SHADOW_REACH: f32 = 22.0;

/// Writes the shapes of the background.
struct Pen {
    svg: String,
    scale: f32,
    origin: Vec2,
}

impl Pen {
    fn fixed(&mut self, shape: &Shape) {
        match shape {
            Shape::Wood { rect, radius, colors, edge } => self.wood(*rect, *radius, *colors, *edge),
            Shape::Line { from, to, width, color } => self.line(*from, *to, *width, *color),
            Shape::Polyline { points, width, color } => self.polyline(points, *width, *color),
            Shape::Text { center, text, size, face, color } => self.text(*center, text, *size, *face, *color),
            Shape::Outline { rect, radius, width, color } => self.outline(*rect, *radius, *width, *color),
            Shape::Wash { rect, radius, color } => self.wash(*rect, *radius, *color),
            Shape::Dot { center, diameter, color } => self.circle(*center, *diameter, &fill(*color)),
            Shape::Ring { center, diameter, width, color } => {
                self.circle(*center, *diameter, &stroke(*color, width * self.scale));
            }
            Shape::Rail { points, bent, width, colors } => {
                let points: Vec<Point> = points.iter().map(|point| self.place(*point)).collect();
                self.svg.push_str(&luzhanqi::rail(&points, *bent, width * self.scale, *colors));
            }
            Shape::Area { points, color } => {
                let points: Vec<Point> = points.iter().map(|point| self.place(*point)).collect();
                self.svg.push_str(&luzhanqi::area(&points, *color));
            }
            Shape::Glow { .. }
            | Shape::Disc { .. }
            | Shape::Tile { .. }
            | Shape::Burst { .. }
            | Shape::Outcome { .. }
            | Shape::BrokenOutline { .. }
            | Shape::BrokenRing { .. } => tracing::debug!(?shape, "not a shape of the background"),
        }
    }

    /// Converts a logical point to the picture's pixels.
    fn place(&self, point: Point) -> Point {
        (point.to_vec2() * self.scale - self.origin).to_pos2()
    }

    /// Returns the width of a line in whole pixels.
    fn whole(&self, width: f32) -> f32 {
        (width * self.scale).round().max(1.0)
    }

    fn line(&mut self, from: Point, to: Point, width: f32, color: Color32) {
        let (from, to) = (self.place(from), self.place(to));
        if from.x != to.x && from.y != to.y {
            let paint = stroke(color, width * self.scale);
            let _ = write!(self.svg, r#"<path d="M{} {}L{} {}" {paint}/>"#, from.x, from.y, to.x, to.y);
            return;
        }
        let width = self.whole(width);
        let snap = |middle: f32| (middle - width / 2.0).round();
        let min = pos2(snap(from.x.min(to.x)), snap(from.y.min(to.y)));
        let max = pos2(snap(from.x.max(to.x)) + width, snap(from.y.max(to.y)) + width);
        let size = max - min;
        let paint = fill(color);
        let _ = write!(
            self.svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" {paint}/>"#,
            min.x, min.y, size.x, size.y
        );
    }

    fn polyline(&mut self, points: &[Point], width: f32, color: Color32) {
        let width = self.whole(width);
        let snap = |middle: f32| (middle - width / 2.0).round() + width / 2.0;
        let mut path = String::new();
        for (index, point) in points.iter().enumerate() {
            let point = self.place(*point);
            let _ = write!(path, "{}{} {}", if index == 0 { 'M' } else { 'L' }, snap(point.x), snap(point.y));
        }
        let paint = stroke(color, width);
        let _ = write!(self.svg, r#"<path d="{path}" stroke-linejoin="miter" {paint}/>"#);
    }

    fn outline(&mut self, rect: Rect, radius: f32, width: f32, color: Color32) {
        let width = self.whole(width);
        let (min, max) = (self.place(rect.min).round(), self.place(rect.max).round());
        let size = max - min - Vec2::splat(width);
        let paint = stroke(color, width);
        let _ = write!(
            self.svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {paint}/>"#,
            min.x + width / 2.0,
            min.y + width / 2.0,
            size.x,
            size.y,
            radius * self.scale,
        );
    }

    fn wash(&mut self, rect: Rect, radius: f32, color: Color32) {
        let (min, max) = (self.place(rect.min).round(), self.place(rect.max).round());
        let (size, radius, paint) = (max - min, radius * self.scale, fill(color));
        let _ = write!(
            self.svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{radius}" {paint}/>"#,
            min.x, min.y, size.x, size.y,
        );
    }

    fn circle(&mut self, center: Point, diameter: f32, paint: &str) {
        let (at, radius) = (self.place(center), diameter * self.scale / 2.0);
        let _ = write!(self.svg, r#"<circle cx="{}" cy="{}" r="{radius}" {paint}/>"#, at.x, at.y);
    }

    fn text(&mut self, center: Point, text: &str, size: f32, face: Face, color: Color32) {
        let at = self.place(center);
        let size = size * self.scale;
        let family = match face {
            Face::Brush => BRUSH_FAMILY,
            Face::Plain => PLAIN_FAMILY,
        };
        let y = at.y + size * BASELINE;
        let paint = fill(color);
        let _ = write!(
            self.svg,
            r#"<text x="{}" y="{y}" font-size="{size}" text-anchor="middle" font-family="{family}" {paint}>{text}</text>"#,
            at.x,
        );
    }

    fn wood(&mut self, rect: Rect, radius: f32, [from, to]: [Color32; 2], edge: Color32) {
        let (min, max) = (self.place(rect.min).round(), self.place(rect.max).round());
        let (size, radius) = (max - min, radius * self.scale);
        self.shadow(Rect::from_min_max(min, max), radius);
        let (from, to, edge) = (hex(from), hex(to), hex(edge));
        let line = 1.5 * self.scale;
        let frame = format!(
            r#"x="{}" y="{}" width="{}" height="{}" rx="{radius}""#,
            min.x + line / 2.0,
            min.y + line / 2.0,
            size.x - line,
            size.y - line
        );
        let _ = write!(
            self.svg,
            r#"<defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="{from}"/><stop offset="1" stop-color="{to}"/></linearGradient><clipPath id="c"><rect {frame}/></clipPath></defs><rect {frame} fill="url(#w)"/>"#
        );
        self.grain(min, size);
        let _ = write!(self.svg, r#"<rect {frame} fill="none" stroke="{edge}" stroke-width="{line}"/>"#);
    }

    /// Draws a soft shadow around a panel, from gradients. Blurring a picture of this size would
    /// delay the first frame.
    fn shadow(&mut self, panel: Rect, radius: f32) {
        let reach = (SHADOW_REACH - 6.0) * self.scale;
        let drop = 4.0 * self.scale;
        let inset = radius + 2.0 * self.scale;
        let inner = panel.shrink(inset).translate(vec2(0.0, drop));
        let outer = inner.expand(inset + reach);
        let mut stops = String::new();
        for step in 0..=8_u8 {
            // the shadow fades from full at the inset to none at its reach
            let part = f32::from(step) / 8.0;
            let from_edge = (part * (inset + reach) - inset) / reach;
            let shade = 0.30 * (1.0 - from_edge.clamp(0.0, 1.0)).powi(3);
            let _ =
                write!(stops, r##"<stop offset="{part}" stop-color="#3b2a12" stop-opacity="{shade:.4}"/>"##);
        }
        let side = |id: &str, x1: u8, y1: u8, x2: u8, y2: u8| {
            format!(
                r#"<linearGradient id="{id}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{stops}</linearGradient>"#
            )
        };
        let corner = |id: &str, x: u8, y: u8| {
            format!(r#"<radialGradient id="{id}" cx="{x}" cy="{y}" r="1">{stops}</radialGradient>"#)
        };
        let _ = write!(
            self.svg,
            "<defs>{}{}{}{}{}{}{}{}</defs>",
            side("n", 0, 1, 0, 0),
            side("s", 0, 0, 0, 1),
            side("e", 0, 0, 1, 0),
            side("o", 1, 0, 0, 0),
            corner("no", 1, 1),
            corner("ne", 0, 1),
            corner("so", 1, 0),
            corner("se", 0, 0),
        );
        let columns = [outer.left(), inner.left(), inner.right(), outer.right()];
        let rows = [outer.top(), inner.top(), inner.bottom(), outer.bottom()];
        let parts = [["no", "n", "ne"], ["o", "", "e"], ["so", "s", "se"]];
        for (row, ids) in parts.iter().enumerate() {
            for (column, id) in ids.iter().enumerate().filter(|(_, id)| !id.is_empty()) {
                let (x, y) = (columns[column], rows[row]);
                let (width, height) = (columns[column + 1] - x, rows[row + 1] - y);
                let _ = write!(
                    self.svg,
                    r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="url(#{id})"/>"#
                );
            }
        }
    }

    /// Draws the grain: long, slightly bent strokes, some lighter and some darker than the wood.
    ///
    /// Their positions come from a fixed seed, so the board always looks the same.
    fn grain(&mut self, min: Point, size: Vec2) {
        let mut state = 0x2545_f491_u32;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 8) as f32 / (1 << 24) as f32
        };
        self.svg.push_str(r#"<g clip-path="url(#c)" fill="none">"#);
        let strokes = 70;
        for index in 0..strokes {
            let y = min.y + size.y * (index as f32 + next()) / strokes as f32;
            let bend = |amount: f32| (amount - 0.5) * size.y * 0.035;
            let (a, b, c) = (bend(next()), bend(next()), bend(next()));
            let width = (0.6 + 3.4 * next() * next()) * self.scale;
            let (color, alpha) = if index % 3 == 0 {
                ("#fff3d6", 0.04 + 0.07 * next())
            } else {
                ("#7a4d17", 0.02 + 0.05 * next())
            };
            let third = vec2(size.x / 3.0, 0.0);
            let _ = write!(
                self.svg,
                r#"<path d="M{} {y}C{} {} {} {} {} {}" stroke="{color}" stroke-opacity="{alpha:.3}" stroke-width="{width:.2}"/>"#,
                min.x,
                min.x + third.x,
                y + a,
                min.x + 2.0 * third.x,
                y + b,
                min.x + size.x,
                y + c,
            );
        }
        self.svg.push_str("</g>");
    }
}
