//! Paints small boards with egui, so that they can stand inside a text.
//!
//! The input is a [`Scene`], as for the shell's painter, which draws sharper edges and moving pieces.

use crate::widgets;
use crate::widgets::theme::{self, PIECE_RED, PieceStyle, Texture, Theme};
use chuhe_model::drawing::scene::{Face, Point, Rect, Scene, Shape, TileFace};
use egui::{Align2, Color32, Mesh, Painter, Stroke, StrokeKind, Vec2, vec2};
use std::f32::consts::TAU;

/// Paints all shapes of a scene.
pub(crate) fn scene(painter: &Painter, scene: &Scene) {
    for shape in scene.background.iter().chain(&scene.shapes) {
        paint(painter, shape, &scene.style);
    }
}

fn paint(painter: &Painter, shape: &Shape, style: &PieceStyle) {
    match *shape {
        Shape::Panel { rect, colors, edge, texture, .. } => {
            wood(painter, rect, colors);
            let width = if texture == Texture::Cloth { 4.0 } else { 1.0 };
            painter.rect_stroke(rect, 2, Stroke::new(width, edge), StrokeKind::Inside);
        }
        Shape::Line { from, to, width, color } => {
            painter.line_segment([from, to], Stroke::new(width, color));
        }
        Shape::Polyline { ref points, width, color } => {
            painter.line(points.clone(), Stroke::new(width, color));
        }
        Shape::Text { center, ref text, size, room, face, color } => {
            let font = |size: f32| match face {
                Face::Brush => theme::brush(size),
                Face::Plain => theme::plain(size),
            };
            let wide = painter.layout_no_wrap(text.clone(), font(size), color).size().x;
            let font = font(size * (room / wide.max(1.0)).min(1.0));
            painter.text(center, Align2::CENTER_CENTER, text, font, color);
        }
        Shape::Outline { rect, radius, width, color } => {
            painter.rect_stroke(rect, radius, Stroke::new(width, color), StrokeKind::Inside);
        }
        Shape::Wash { rect, radius, color } => {
            painter.rect_filled(rect, radius, color);
        }
        Shape::Glow { center, diameter, color } => glow(painter, center, diameter / 2.0, color),
        // figures have no dragged pieces
        Shape::Disc { piece, center, diameter, .. } => {
            widgets::paint_piece_of(painter, style, piece, center, diameter);
        }
        Shape::Ring { center, diameter, width, color } => {
            painter.circle_stroke(center, diameter / 2.0, Stroke::new(width.max(1.5), color));
        }
        Shape::BrokenRing { center, diameter, width, color } => {
            ring_in_arcs(painter, center, diameter, Stroke::new(width.max(1.5), color));
        }
        Shape::Dot { center, diameter, color } => dot(painter, center, diameter, color),
        Shape::Tile { face, center, size, .. } => {
            let (color, strength) = match face {
                TileFace::Up(piece) => (piece.color, Some(piece.strength)),
                TileFace::Down { color, .. } | TileFace::Ranged { color, .. } => (color, None),
            };
            widgets::paint_tile(painter, Rect::from_center_size(center, size), color, strength);
        }
        Shape::Rail { ref points, width, colors: [edge, light], .. } => {
            painter.line(points.clone(), Stroke::new(width, edge));
            painter.line(points.clone(), Stroke::new(width * 0.5, light));
        }
        Shape::Area { ref points, color } => {
            painter.add(egui::Shape::convex_polygon(points.clone(), color, Stroke::NONE));
        }
        Shape::BrokenOutline { rect, radius, width, color } => {
            painter.rect_stroke(rect, radius, Stroke::new(width, color), StrokeKind::Inside);
        }
        // figures have no moving pieces
        Shape::Burst { .. } | Shape::Outcome { .. } => {}
    }
}

/// Paints a dot where a piece may go.
pub(crate) fn dot(painter: &Painter, center: Point, diameter: f32, color: Color32) {
    painter.circle_filled(center, diameter / 2.0, color);
}

/// Paints a ring in four arcs around a piece that can be captured.
pub(crate) fn ring_in_arcs(painter: &Painter, center: Point, diameter: f32, stroke: Stroke) {
    const STEPS: u8 = 8;
    for quarter in 0..4_u8 {
        let begin = (f32::from(quarter) + 0.14) * TAU / 4.0;
        let points = (0..=STEPS).map(|step| {
            let angle = begin + f32::from(step) / f32::from(STEPS) * 0.72 * TAU / 4.0;
            center + Vec2::angled(angle) * diameter / 2.0
        });
        painter.line(points.collect(), stroke);
    }
}

/// Paints a cross where a piece may not go, with an outline in the colour of the `ground`.
pub(crate) fn cross(painter: &Painter, center: Point, size: f32, ground: Color32) {
    let arm = size / 2.0;
    for (width, color) in [(5.0, ground.gamma_multiply(0.8)), (2.4, PIECE_RED)] {
        for towards in [vec2(arm, arm), vec2(arm, -arm)] {
            painter.line_segment([center - towards, center + towards], Stroke::new(width, color));
        }
    }
}

/// Paints a sheet of wood, lit from the upper left.
pub(super) fn wood(painter: &Painter, rect: Rect, colors: [Color32; 2]) {
    let middle = colors[0].lerp_to_gamma(colors[1], 0.5);
    let mut mesh = Mesh::default();
    let corners = [
        (rect.left_top(), colors[0]),
        (rect.right_top(), middle),
        (rect.right_bottom(), colors[1]),
        (rect.left_bottom(), middle),
    ];
    for (corner, color) in corners {
        mesh.colored_vertex(corner, color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(mesh);
}

/// Paints the edge of a figure.
pub(super) fn frame(painter: &Painter, rect: Rect, theme: &Theme) {
    painter.rect_stroke(rect, 3, Stroke::new(1.0, theme.board.edge), StrokeKind::Outside);
}

fn glow(painter: &Painter, center: Point, radius: f32, color: Color32) {
    const RINGS: u8 = 8;
    for ring in 0..RINGS {
        let part = 1.0 - f32::from(ring) / f32::from(RINGS);
        painter.circle_filled(center, radius * part, color.gamma_multiply(0.11));
    }
}
