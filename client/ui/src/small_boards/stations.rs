//! Paints a part of a luzhanqi board from the board's data: stations, roads, rails and curves.

use super::paint;
use crate::widgets::theme::{self, DISC, DISC_EDGE, PIECE_BLACK, Theme};
use chuhe_model::drawing::characters;
use chuhe_model::drawing::scene::{Point, Rect, Size};
use chuhe_model::help::{Lattice, Marks};
use chuhe_rules::luzhanqi::{Link, LinkKind, PieceView, Station, StationKind};
use egui::{Align2, Color32, CornerRadius, Painter, Shape, Stroke, StrokeKind, vec2};

/// Paints the part of the board inside `cut`.
pub(super) fn paint(
    painter: &Painter,
    cut: Rect,
    lattice: &Lattice,
    marks: &Marks,
    labels: bool,
    theme: &Theme,
) {
    let inside = &painter.with_clip_rect(cut.intersect(painter.clip_rect()));
    paint::wood(inside, cut, theme.board.surface);
    let board = lattice.board.board();
    let (rails, roads): (Vec<&Link>, Vec<&Link>) =
        board.links().iter().partition(|link| link.kind != LinkKind::Road);
    for link in roads {
        let line = lattice.along(link.a, link.b);
        inside.line(line, Stroke::new(1.0, theme.board.lines.gamma_multiply(0.7)));
    }
    for link in rails {
        rail(inside, lattice, &lattice.along(link.a, link.b), theme);
    }
    for station in board.stations() {
        place(inside, lattice, station, labels, theme);
    }
    arrow(inside, lattice, &marks.path, theme);
    for &(station, token) in &marks.tokens {
        paint_tile(inside, lattice.at(station), lattice.cell, token);
    }
    targets(inside, lattice, marks, theme);
    paint::frame(painter, cut, theme);
}

/// Paints a railway: a dark bed with light sleepers.
fn rail(painter: &Painter, lattice: &Lattice, line: &[Point], theme: &Theme) {
    let width = lattice.part(0.11).max(2.5);
    painter.line(line.to_vec(), Stroke::new(width, theme.board.rail[0]));
    let dash = lattice.part(0.12).max(3.0);
    let light = Stroke::new(width * 0.5, theme.board.rail[1]);
    painter.extend(Shape::dashed_line(line, light, dash, dash));
}

/// Paints a station in the shape of its kind.
fn place(painter: &Painter, lattice: &Lattice, station: Station, labels: bool, theme: &Theme) {
    let at = lattice.at(station);
    let stroke = Stroke::new(if lattice.cell < 24.0 { 1.0 } else { 1.3 }, theme.board.lines);
    let [light, dark] = [theme.board.station, theme.board.surface[1].lerp_to_gamma(theme.board.lines, 0.25)];
    let mark = match station.kind() {
        StationKind::Camp => {
            painter.circle(at, lattice.part(0.37), light, stroke);
            painter.circle_stroke(
                at,
                lattice.part(0.29),
                Stroke::new(1.0, theme.board.lines.gamma_multiply(0.6)),
            );
            characters::of_camp(theme.pieces.script)
        }
        StationKind::Headquarters => {
            let rect = Rect::from_center_size(at, vec2(lattice.part(0.82), lattice.part(0.54)));
            let corners = CornerRadius { nw: 8, ne: 8, sw: 2, se: 2 };
            painter.rect(rect, corners, dark, stroke, StrokeKind::Inside);
            characters::of_headquarters(theme.pieces.script)
        }
        StationKind::Post => {
            let rect = Rect::from_center_size(at, vec2(lattice.part(0.66), lattice.part(0.42)));
            painter.rect(rect, 2, light, stroke, StrokeKind::Inside);
            "兵站"
        }
    };
    if labels && lattice.cell >= 32.0 {
        painter.text(at, Align2::CENTER_CENTER, mark, theme::plain(lattice.part(0.235)), PIECE_BLACK);
    }
}

/// Paints the path of a piece as an arrow.
fn arrow(painter: &Painter, lattice: &Lattice, path: &[Station], theme: &Theme) {
    let mut line: Vec<Point> = path.windows(2).flat_map(|pair| lattice.along(pair[0], pair[1])).collect();
    let (Some(&last), Some(&before)) = (line.last(), line.iter().rev().nth(1)) else { return };
    let ahead = (last - before).normalized();
    let tip = last - ahead * lattice.part(0.2);
    if let Some(end) = line.last_mut() {
        *end = tip - ahead * lattice.part(0.2);
    }
    let color = theme.board.marks.target;
    painter.line(line, Stroke::new(lattice.part(0.13), color));
    let aside = ahead.rot90() * lattice.part(0.2);
    let back = tip - ahead * lattice.part(0.3);
    painter.add(Shape::convex_polygon(vec![tip, back + aside, back - aside], color, Stroke::NONE));
}

fn targets(painter: &Painter, lattice: &Lattice, marks: &Marks, theme: &Theme) {
    let stroke = Stroke::new(2.4, theme.board.marks.target);
    if let Some(chosen) = marks.chosen {
        let rect = tile_rect(lattice.at(chosen), lattice.cell).expand(3.0);
        painter.rect_stroke(rect, 5, stroke, StrokeKind::Middle);
    }
    for &station in &marks.quiet {
        paint::dot(painter, lattice.at(station), lattice.part(0.27), theme.board.marks.target);
    }
    for &station in &marks.captures {
        paint::ring_in_arcs(painter, lattice.at(station), lattice.part(1.1), stroke);
    }
    for &station in &marks.crosses {
        paint::cross(painter, lattice.at(station), lattice.part(0.5), theme.board.surface[0]);
    }
}

fn tile_rect(center: Point, cell: f32) -> Rect {
    Rect::from_center_size(center, Size::new(0.88, 0.58) * cell)
}

/// Paints a tile as a viewer sees it, on a board with cells of this size.
pub(crate) fn paint_tile(painter: &Painter, center: Point, cell: f32, token: PieceView) {
    let rect = tile_rect(center, cell);
    let style = theme::current(painter.ctx()).pieces;
    let ink = style.ink(token.color());
    painter.rect_filled(rect.translate(vec2(0.0, 1.5)), 4, Color32::from_black_alpha(60));
    match token {
        PieceView::Known(piece) => {
            painter.rect(rect, 4, DISC[0], Stroke::new(1.0, DISC_EDGE), StrokeKind::Inside);
            painter.rect_stroke(rect.shrink(1.5), 3, Stroke::new(1.0, ink), StrokeKind::Inside);
            let font = theme::bold(cell * 0.37);
            let name = characters::of_strength(piece.strength, style.script);
            painter.text(center, Align2::CENTER_CENTER, name, font, ink);
        }
        PieceView::Unknown(_) => {
            painter.rect(rect, 4, ink, Stroke::new(1.0, DISC_EDGE), StrokeKind::Inside);
            let edge = Stroke::new(1.0, DISC[1].gamma_multiply(0.5));
            painter.rect_stroke(rect.shrink(3.0), 2, edge, StrokeKind::Inside);
        }
    }
}
