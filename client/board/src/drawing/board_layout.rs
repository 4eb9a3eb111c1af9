//! The geometry of the xiangqi board in the window, in logical pixels.

use super::scene::{Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Square;
use emath::{pos2, vec2};

/// Cells between the outermost lines.
const COLUMNS: f32 = 8.0;
const ROWS: f32 = 9.0;
/// The margins from the outermost line to the edge of the wood, in cells: at the sides, and at the
/// top and bottom, where the numerals are.
const MARGIN: Size = vec2(52.0 / 66.0, 58.0 / 66.0);
/// The least margin at the sides, in cells: half a piece and a gap.
const LEAST_EDGE: f32 = 0.5;
/// The most margin at the sides of a board that is as wide as the screen, in cells.
const MOST_EDGE: f32 = 0.9;
/// The least room for the numerals beyond the pieces, in logical pixels.
pub const NUMERALS: f32 = 11.0;
/// The lines and the margins, in cells.
const PANEL: Size = vec2(COLUMNS + 2.0 * MARGIN.x, ROWS + 2.0 * MARGIN.y);

const SMALLEST_CELL: f32 = 24.0;
const LARGEST_CELL: f32 = 140.0;
/// The diameter of a piece, in cells.
const DISC: f32 = 0.88;

/// A board placed in the window, seen from one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLayout {
    /// The wooden panel.
    pub panel: Rect,
    /// The distance between two lines, in whole pixels.
    pub cell: f32,
    /// The side at the bottom.
    pub bottom: Color,
    /// The margins from the outermost line to the edge of the wood, in cells.
    margin: Size,
}

impl BoardLayout {
    /// The largest board that fits into `available`, centred at its top.
    #[must_use]
    pub fn fit(available: Rect, bottom: Color) -> Self {
        Self::fit_from(available, bottom, SMALLEST_CELL)
    }

    /// The largest board that fits into `available`, to look at only: it may be very small.
    #[must_use]
    pub fn miniature(available: Rect, bottom: Color) -> Self {
        Self::fit_from(available, bottom, 1.0)
    }

    /// The largest board that fills `available` from edge to edge, as on the screen of a phone.
    ///
    /// Its numerals are small unless there is room for larger ones.
    #[must_use]
    pub fn edge_to_edge(available: Rect, bottom: Color) -> Self {
        let wide = available.width() / (COLUMNS + 2.0 * LEAST_EDGE);
        // a height of whole cells has room for them, however it is rounded
        let high = (available.height() - 2.0 * NUMERALS) / (ROWS + DISC) + 0.001;
        let cell = wide.min(high).floor().clamp(SMALLEST_CELL, LARGEST_CELL);
        let room = (available.size() / cell - vec2(COLUMNS, ROWS)) / 2.0;
        let margin = vec2(
            room.x.clamp(LEAST_EDGE, MOST_EDGE),
            // whole pixels, so that it is the same at both ends
            if room.y >= MARGIN.y { MARGIN.y } else { ((DISC / 2.0 * cell).floor() + NUMERALS) / cell },
        );
        let size = ((vec2(COLUMNS, ROWS) + 2.0 * margin) * cell).round();
        let left = (available.center().x - size.x / 2.0).round();
        let panel = Rect::from_min_size(pos2(left, available.top().round()), size);
        Self { panel, cell, bottom, margin }
    }

    /// The height of a board of this width from edge to edge, with small numerals and with larger ones.
    #[must_use]
    pub fn edge_heights(width: f32) -> [f32; 2] {
        let cell = (width / (COLUMNS + 2.0 * LEAST_EDGE)).floor();
        [(ROWS + DISC) * cell + 2.0 * NUMERALS, PANEL.y * cell].map(f32::ceil)
    }

    /// The height between the pieces and the edge of the wood, where the numerals are.
    #[must_use]
    pub fn beyond_pieces(&self) -> f32 {
        self.grid().top() - self.disc() / 2.0 - self.panel.top()
    }

    fn fit_from(available: Rect, bottom: Color, smallest: f32) -> Self {
        let cell = (available.width() / PANEL.x).min(available.height() / PANEL.y);
        let cell = cell.floor().clamp(smallest, LARGEST_CELL);
        let left = (available.center().x - (PANEL.x * cell).round() / 2.0).round();
        Self::placed(pos2(left, available.top().round()), cell, bottom)
    }

    /// A board with this cell and the top left corner of its panel.
    #[must_use]
    pub fn placed(corner: Point, cell: f32, bottom: Color) -> Self {
        Self { panel: Rect::from_min_size(corner, (PANEL * cell).round()), cell, bottom, margin: MARGIN }
    }

    /// The same board with larger cells, from the same corner.
    #[must_use]
    pub fn enlarged(&self, factor: f32) -> Self {
        let cell = (self.cell * factor).round();
        let size = ((vec2(COLUMNS, ROWS) + 2.0 * self.margin) * cell).round();
        Self { panel: Rect::from_min_size(self.panel.min, size), cell, ..*self }
    }

    /// The place of this square.
    #[must_use]
    pub fn point(&self, square: Square) -> Point {
        let (column, row) = self.column_row(square);
        self.intersection(f32::from(column), f32::from(row))
    }

    /// The square within half a cell of `point`.
    #[must_use]
    pub fn square(&self, point: Point) -> Option<Square> {
        let offset = (point - self.grid().min) / self.cell;
        let (column, row) = (offset.x.round(), offset.y.round());
        if !(0.0..=COLUMNS).contains(&column) || !(0.0..=ROWS).contains(&row) {
            return None;
        }
        self.at(column as u8, row as u8)
    }

    /// The square in this column (0 at the left) and row (0 at the top), if there is one.
    #[must_use]
    pub fn at(&self, column: u8, row: u8) -> Option<Square> {
        match self.bottom {
            Color::Red => Square::new(column, (Square::RANKS - 1).checked_sub(row)?),
            Color::Black => Square::new((Square::FILES - 1).checked_sub(column)?, row),
        }
    }

    /// The cell-sized area in which the pointer hits this square.
    #[must_use]
    pub fn area(&self, square: Square) -> Rect {
        Rect::from_center_size(self.point(square), Size::splat(self.cell))
    }

    /// The place of column `column` and row `row`, counted in cells from the top left intersection.
    #[must_use]
    pub fn intersection(&self, column: f32, row: f32) -> Point {
        self.grid().min + vec2(column, row) * self.cell
    }

    /// The rectangle of the outermost lines.
    #[must_use]
    pub fn grid(&self) -> Rect {
        let margin = (self.margin * self.cell).round();
        Rect::from_min_size(self.panel.min + margin, vec2(COLUMNS, ROWS) * self.cell)
    }

    /// The diameter of a piece.
    #[must_use]
    pub fn disc(&self) -> f32 {
        (self.cell * DISC).round()
    }

    /// Scales a length from the design, in which a cell has 66 pixels.
    #[must_use]
    pub fn scaled(&self, length: f32) -> f32 {
        length * self.cell / 66.0
    }

    fn column_row(&self, square: Square) -> (u8, u8) {
        match self.bottom {
            Color::Red => (square.file(), Square::RANKS - 1 - square.rank()),
            Color::Black => (Square::FILES - 1 - square.file(), square.rank()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = BoardLayout> {
        let sizes = [(500.0, 580.0), (632.0, 710.0), (1400.0, 900.0), (2400.0, 2000.0)];
        let rooms = sizes.map(|(x, y)| Rect::from_min_size(pos2(20.0, 18.0), vec2(x, y)));
        let fits = [BoardLayout::fit, BoardLayout::edge_to_edge];
        let boards = move |room| fits.map(|fit| Color::ALL.map(|bottom| fit(room, bottom)));
        rooms.into_iter().flat_map(boards).flatten()
    }

    #[test]
    fn a_board_from_edge_to_edge_is_as_wide_as_the_screen() {
        for width in [360.0, 375.0, 390.0, 393.0, 412.0, 430.0, 540.0, 599.0] {
            let [low, high] = BoardLayout::edge_heights(width);
            for (height, is_large) in [(low, false), (high - 1.0, false), (high, true), (900.0, true)] {
                let room = Rect::from_min_size(pos2(0.0, 40.0), vec2(width, height));
                let board = BoardLayout::edge_to_edge(room, Color::Red);
                assert_eq!(board.panel.width(), width, "{board:?}");
                assert!(room.contains_rect(board.panel), "{room} {board:?}");
                assert_eq!(board.beyond_pieces() > 1.2 * NUMERALS, is_large, "{width} {height}");
                let pieces = Square::all()
                    .map(|square| Rect::from_center_size(board.point(square), Size::splat(board.disc())));
                assert!(pieces.into_iter().all(|piece| board.panel.contains_rect(piece)), "{board:?}");
            }
        }
    }

    #[test]
    fn every_square_is_hit_at_its_place_at_every_size() {
        for board in boards() {
            for square in Square::all() {
                let point = board.point(square);
                assert_eq!(board.square(point), Some(square), "{board:?}");
                let off = vec2(0.4, -0.45) * board.cell;
                assert_eq!(board.square(point + off), Some(square), "{board:?}");
            }
        }
    }

    #[test]
    fn the_bottom_side_is_below() {
        for board in boards() {
            let home = |color| match color {
                Color::Red => board.point("a0".parse().unwrap()),
                Color::Black => board.point("i9".parse().unwrap()),
            };
            let bottom = board.bottom;
            assert!(home(bottom).y > home(bottom.opponent()).y);
            assert!(home(bottom).x < home(bottom.opponent()).x);
        }
    }

    #[test]
    fn points_outside_the_lines_hit_no_square() {
        for board in boards() {
            assert_eq!(board.square(board.panel.min), None);
            assert_eq!(board.square(board.grid().min - Size::splat(board.cell * 0.6)), None);
            assert_eq!(board.square(pos2(f32::NAN, 0.0)), None);
        }
    }
}
