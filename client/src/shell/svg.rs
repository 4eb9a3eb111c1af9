//! Writes shapes as SVG in physical pixels, so that edges are sharp at every scale.

use super::lettering::{Font, Lettering};
use super::svg_luzhanqi as luzhanqi;
use super::svg_parts::{BASELINE, InkCenter, Picture, document, fill, hex, stroke};
use super::svg_piece::disc;
use chuhe_model::drawing::scene::{Face, Point, Rect, Shape, Size};
use chuhe_model::drawing::theme::PieceStyle;
use chuhe_rules::Color as Side;
use chuhe_rules::xiangqi::Piece;
use egui::{Color32, Vec2, pos2};
use std::fmt::Write;

/// Draws the background as one picture, anchored at the window's top left corner.
pub(super) fn background(shapes: &[Shape], scale: f32) -> Picture {
    let mut bounds = Rect::NOTHING;
    for shape in shapes {
        if let Shape::Panel { rect, .. } = shape {
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
pub(super) fn sprite(
    shape: &Shape,
    scale: f32,
    style: &PieceStyle,
    ink: &mut impl InkCenter,
) -> Option<Picture> {
    let picture = |radius: f32, draw: &dyn Fn(f32) -> String| {
        let half = (radius * scale).ceil() + 1.0;
        Picture { svg: document(Vec2::splat(2.0 * half), &draw(half)), anchor: Vec2::splat(half) }
    };
    match shape {
        Shape::Disc { piece, diameter, lifted, .. } => {
            Some(disc(*piece, style, diameter * scale, *lifted, ink))
        }
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
            Some(luzhanqi::tile(*face, *names, style, *size * scale, *lift, ink))
        }
        Shape::Burst { diameter, step, .. } => Some(luzhanqi::burst(diameter * scale, *step)),
        Shape::Outcome { diameter, mark, .. } => {
            Some(luzhanqi::outcome(diameter * scale, *mark, style.red.ink))
        }
        Shape::BrokenOutline { rect, radius, width, color } => {
            Some(luzhanqi::broken_outline(rect.size() * scale, radius * scale, width * scale, *color))
        }
        Shape::Panel { .. }
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
    let disc = disc(general, &PieceStyle::default(), pixels * 58.0 / 68.0, false, ink);
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

/// Width of the board's shadow, in logical pixels.
pub(super) const SHADOW_REACH: f32 = 22.0;

/// Writes the shapes of the background.
pub(super) struct Pen {
    pub(super) svg: String,
    pub(super) scale: f32,
    origin: Vec2,
}

impl Pen {
    fn fixed(&mut self, shape: &Shape) {
        match shape {
            Shape::Panel { rect, radius, colors, edge, texture } => {
                self.panel(*rect, *radius, *colors, *edge, *texture);
            }
            Shape::Line { from, to, width, color } => self.line(*from, *to, *width, *color),
            Shape::Polyline { points, width, color } => self.polyline(points, *width, *color),
            Shape::Text { center, text, size, room, face, color } => {
                self.text(*center, text, *size, *room, *face, *color)
            }
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
    pub(super) fn place(&self, point: Point) -> Point {
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

    fn text(&mut self, center: Point, text: &str, size: f32, room: f32, face: Face, color: Color32) {
        let at = self.place(center);
        let font = match face {
            Face::Brush => Font::Brush,
            Face::Plain => Font::Plain,
        };
        let letters = Lettering::of(font, text);
        let size = size.min(room / letters.wide().max(0.1)) * self.scale;
        let at = at + Vec2::new(0.0, size * BASELINE);
        letters.write(&mut self.svg, at, Vec2::splat(size), &fill(color));
    }
}
