//! Where the board stands in the window and where each of its points is.
//!
//! Pure geometry in logical pixels: nothing is drawn here.

use super::scene::{Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Square;
use egui::{pos2, vec2};

/// The smallest window everything fits in.
pub const MIN_WINDOW: Size = vec2(900.0, 640.0);
/// The window as it first opens.
pub const FIRST_WINDOW: Size = vec2(1280.0, 820.0);

/// Cells between the outermost lines.
const COLUMNS: f32 = 8.0;
const ROWS: f32 = 9.0;
/// From the outermost line to the edge of the wood, in cells: at the sides, and above and below
/// where the numerals are.
const MARGIN_SIDE: f32 = 52.0 / 66.0;
const MARGIN_END: f32 = 58.0 / 66.0;
/// The whole panel, in cells.
const PANEL: Size = vec2(COLUMNS + 2.0 * MARGIN_SIDE, ROWS + 2.0 * MARGIN_END);

const SMALLEST_CELL: f32 = 24.0;
const LARGEST_CELL: f32 = 140.0;
/// The diameter of a piece, in cells.
const DISC: f32 = 0.88;

/// A board placed in the window, seen from one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLayout {
    /// The wooden panel.
    pub panel: Rect,
    /// The distance between two lines, a whole number.
    pub cell: f32,
    /// The side at the bottom.
    pub bottom: Color,
}

impl BoardLayout {
    /// The largest board that fits into `available`, at its top and in the middle of its width.
    #[must_use]
    pub fn fit(available: Rect, bottom: Color) -> Self {
        let cell = (available.width() / PANEL.x).min(available.height() / PANEL.y);
        let cell = cell.floor().clamp(SMALLEST_CELL, LARGEST_CELL);
        let left = (available.center().x - (PANEL.x * cell).round() / 2.0).round();
        Self::placed(pos2(left, available.top().round()), cell, bottom)
    }

    /// A board of this cell, with the top left corner of its panel here.
    #[must_use]
    pub fn placed(corner: Point, cell: f32, bottom: Color) -> Self {
        Self { panel: Rect::from_min_size(corner, (PANEL * cell).round()), cell, bottom }
    }

    /// Where this point of the board is.
    #[must_use]
    pub fn point(&self, square: Square) -> Point {
        let (column, row) = self.column_row(square);
        self.intersection(f32::from(column), f32::from(row))
    }

    /// The point of the board nearest to `point`, if it is within half a cell.
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

    /// The cell-sized area round a point of the board.
    #[must_use]
    pub fn area(&self, square: Square) -> Rect {
        Rect::from_center_size(self.point(square), Size::splat(self.cell))
    }

    /// The place of column `column` and row `row`, counted in cells from the top left intersection.
    #[must_use]
    pub fn intersection(&self, column: f32, row: f32) -> Point {
        self.grid().min + vec2(column, row) * self.cell
    }

    /// The outermost lines.
    #[must_use]
    pub fn grid(&self) -> Rect {
        let margin = (vec2(MARGIN_SIDE, MARGIN_END) * self.cell).round();
        Rect::from_min_size(self.panel.min + margin, vec2(COLUMNS, ROWS) * self.cell)
    }

    /// The diameter of a piece.
    #[must_use]
    pub fn disc(&self) -> f32 {
        (self.cell * DISC).round()
    }

    /// This length of the drawing at 66 pixels a cell, at the board's own size.
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

/// Where the parts of the table's screen go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableLayout {
    /// The board.
    pub board: BoardLayout,
    /// The column with the players' cards, the buttons and the offers.
    pub side: Rect,
    /// Where the tabs go in a tall window: under the board and the column, and not in it.
    pub tabs_below: Option<Rect>,
    /// The line of small text at the bottom.
    pub footer: Rect,
}

/// The window's edge, the gap between board and column, and the least column, by the window's width.
struct Measures {
    edge: Size,
    bottom: f32,
    gap: f32,
    side: f32,
}

/// A column wider than this only spreads its text.
const WIDEST_SIDE: f32 = 620.0;
/// Tabs under the board need this much height.
const TABS_BELOW: f32 = 180.0;
/// Below this width the column narrows.
const WIDE: f32 = 1100.0;

impl TableLayout {
    /// Places the parts in a window of this size, seen from `bottom`.
    #[must_use]
    pub fn of(window: Size, bottom: Color) -> Self {
        let window = window.max(MIN_WINDOW);
        let measures = Measures::of(window);
        let room = vec2(
            window.x - 2.0 * measures.edge.x - measures.gap - measures.side,
            window.y - measures.edge.y - measures.bottom,
        );
        let mut board = BoardLayout::fit(Rect::from_min_size(pos2(0.0, measures.edge.y), room), bottom);
        let side = (window.x - 2.0 * measures.edge.x - measures.gap - board.panel.width()).min(WIDEST_SIDE);
        let used = board.panel.width() + measures.gap + side;
        let left = ((window.x - used) / 2.0).round();
        board.panel = board.panel.translate(vec2(left - board.panel.left(), 0.0));
        let below = window.y - measures.bottom - board.panel.bottom() - measures.gap;
        let tabs_below = (below >= TABS_BELOW).then(|| {
            let top_left = board.panel.left_bottom() + vec2(0.0, measures.gap);
            Rect::from_min_size(top_left, vec2(used, below))
        });
        let side_left = board.panel.right() + measures.gap;
        let side = Rect::from_min_size(pos2(side_left, measures.edge.y), vec2(side, board.panel.height()));
        let bottom = tabs_below.map_or(board.panel.bottom(), |tabs| tabs.bottom());
        let footer = Rect::from_min_max(pos2(board.panel.left(), bottom), pos2(side.right(), window.y));
        Self { board, side, tabs_below, footer }
    }
}

impl Measures {
    fn of(window: Size) -> Self {
        let wide = window.x >= WIDE;
        let tall = window.y >= 740.0;
        Self {
            edge: vec2(if wide { 36.0 } else { 20.0 }, if tall { 34.0 } else { 18.0 }),
            bottom: if tall { 76.0 } else { 40.0 },
            gap: if wide { 32.0 } else { 18.0 },
            // a tall window has its tabs under the board, so the column may be narrow
            side: if wide && window.x > window.y { 400.0 } else { 316.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> impl Iterator<Item = Size> {
        [900, 1000, 1099, 1100, 1280, 1366, 1600, 1920, 2560, 3840]
            .into_iter()
            .flat_map(|x| [640, 700, 740, 768, 820, 1000, 1200, 1440, 2160].map(|y| vec2(x as f32, y as f32)))
    }

    #[test]
    fn the_first_window_has_the_cells_of_the_drawing() {
        let layout = TableLayout::of(FIRST_WINDOW, Color::Red);
        assert_eq!(layout.board.cell, 66.0);
        assert_eq!(layout.board.panel, Rect::from_min_size(pos2(36.0, 34.0), vec2(632.0, 710.0)));
        assert_eq!(layout.side.right(), 1280.0 - 36.0);
        assert_eq!(layout.tabs_below, None);
    }

    #[test]
    fn every_square_is_found_again_from_both_sides_at_every_size() {
        for (size, bottom) in sizes().flat_map(|size| Color::ALL.map(|color| (size, color))) {
            let board = TableLayout::of(size, bottom).board;
            for square in Square::all() {
                let point = board.point(square);
                assert_eq!(board.square(point), Some(square), "{size} {bottom:?}");
                let off = vec2(0.4, -0.45) * board.cell;
                assert_eq!(board.square(point + off), Some(square), "{size} {bottom:?}");
            }
        }
    }

    #[test]
    fn ones_own_side_is_at_the_bottom() {
        for bottom in Color::ALL {
            let board = TableLayout::of(FIRST_WINDOW, bottom).board;
            let home = |color| match color {
                Color::Red => board.point("a0".parse().unwrap()),
                Color::Black => board.point("i9".parse().unwrap()),
            };
            assert!(home(bottom).y > home(bottom.opponent()).y);
            assert!(home(bottom).x < home(bottom.opponent()).x);
        }
    }

    #[test]
    fn outside_the_lines_is_no_square() {
        let board = TableLayout::of(FIRST_WINDOW, Color::Red).board;
        assert_eq!(board.square(board.panel.min), None);
        assert_eq!(board.square(board.grid().min - Size::splat(board.cell * 0.6)), None);
        assert_eq!(board.square(pos2(f32::NAN, 0.0)), None);
    }

    #[test]
    fn the_parts_are_in_the_window_and_do_not_overlap() {
        for size in sizes() {
            let layout = TableLayout::of(size, Color::Red);
            let window = Rect::from_min_size(Point::ZERO, size);
            let mut parts = vec![layout.board.panel, layout.side, layout.footer];
            parts.extend(layout.tabs_below);
            for (i, part) in parts.iter().enumerate() {
                assert!(part.is_positive() && window.contains_rect(*part), "{size}: {part}");
                for other in &parts[i + 1..] {
                    assert!(!part.shrink(0.5).intersects(other.shrink(0.5)), "{size}: {part} {other}");
                }
            }
            assert!(layout.side.width() >= 316.0, "{size}");
        }
    }

    #[test]
    fn a_tall_narrow_window_has_its_tabs_below() {
        assert!(TableLayout::of(vec2(900.0, 1100.0), Color::Red).tabs_below.is_some());
        assert!(TableLayout::of(vec2(900.0, 640.0), Color::Red).tabs_below.is_none());
    }
}
