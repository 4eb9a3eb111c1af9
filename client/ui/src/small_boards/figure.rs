//! Paints the figures of the help pages.

use super::{paint, stations};
use crate::widgets::theme::Theme;
use chuhe_model::drawing::board_scene;
use chuhe_model::drawing::scene::{Point, Rect, Shape};
use chuhe_model::help::{BoardFigure, Figure, StationFigure};
use egui::Painter;

/// Draws a board with its top left corner here. Does nothing for a table: the screen draws it.
pub(crate) fn paint(figure: &Figure, painter: &Painter, at: Point, theme: &Theme) {
    match figure {
        Figure::Board(figure) => board(figure, painter, at, theme),
        Figure::Stations(figure) => station_board(figure, painter, at, theme),
        Figure::Set | Figure::Battles => {}
    }
}

fn board(figure: &BoardFigure, painter: &Painter, at: Point, theme: &Theme) {
    let layout = figure.layout(at.round());
    let marks = figure.marks();
    let mut scene = board_scene::scene(&figure.model(&marks), &layout, theme);
    let cut = figure.cut(&layout);
    let room = cut.intersect(layout.grid());
    scene.background.retain(|shape| has_room(shape, room));
    let inside = painter.with_clip_rect(cut.intersect(painter.clip_rect()));
    paint::scene(&inside, &scene);
    for square in marks.crosses {
        paint::cross(&inside, layout.point(square), layout.scaled(24.0), theme.board.surface[0]);
    }
    paint::frame(painter, cut, theme);
}

/// Whether to draw the shape. Texts that the edge would cut and numerals outside it are not drawn.
fn has_room(shape: &Shape, room: Rect) -> bool {
    let Shape::Text { center, size, .. } = shape else { return true };
    room.shrink(size / 2.0).contains(*center)
}

fn station_board(figure: &StationFigure, painter: &Painter, at: Point, theme: &Theme) {
    let cut = Rect::from_min_size(at.round(), figure.size());
    let lattice = figure.lattice(cut.min);
    stations::paint(painter, cut, &lattice, &figure.marks(), figure.has_labels(), theme);
}
