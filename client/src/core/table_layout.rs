//! The geometry of the table's screen for every game, in logical pixels.

use super::board_layout::BoardLayout;
use super::luzhanqi::{self, BoardPart};
use super::scene::{Place, Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;
use egui::{pos2, vec2};

/// The smallest window in which everything fits.
pub const MIN_WINDOW: Size = vec2(900.0, 640.0);
/// The size of the window when it first opens.
pub const FIRST_WINDOW: Size = vec2(1280.0, 820.0);

/// The board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardOf {
    /// The board of xiangqi.
    Xiangqi,
    /// A board of luzhanqi.
    Luzhanqi(BoardKind),
}

/// A board placed in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placed {
    /// The board of xiangqi.
    Xiangqi(BoardLayout),
    /// A board of luzhanqi.
    Luzhanqi(luzhanqi::Layout),
}

impl Placed {
    /// The largest board that fits into `available`.
    #[must_use]
    pub fn fit(available: Rect, board: BoardOf, bottom: Color) -> Self {
        Self::fit_part(available, board, bottom, BoardPart::Whole)
    }

    /// The largest board that fits into `available`; of luzhanqi this part.
    #[must_use]
    fn fit_part(available: Rect, board: BoardOf, bottom: Color, part: BoardPart) -> Self {
        match board {
            BoardOf::Xiangqi => Self::Xiangqi(BoardLayout::fit(available, bottom)),
            BoardOf::Luzhanqi(kind) => {
                Self::Luzhanqi(luzhanqi::Layout::fit_part(available, kind, bottom, part))
            }
        }
    }

    /// The wooden panel.
    #[must_use]
    pub const fn panel(&self) -> Rect {
        match self {
            Self::Xiangqi(layout) => layout.panel,
            Self::Luzhanqi(layout) => layout.panel,
        }
    }

    /// The same board, moved.
    fn moved(mut self, by: Size) -> Self {
        let panel = match &mut self {
            Self::Xiangqi(layout) => &mut layout.panel,
            Self::Luzhanqi(layout) => &mut layout.panel,
        };
        *panel = panel.translate(by);
        self
    }

    /// The place that the pointer hits at this point.
    #[must_use]
    pub fn place(&self, point: Point) -> Option<Place> {
        match self {
            Self::Xiangqi(layout) => layout.square(point).map(Place::Square),
            Self::Luzhanqi(layout) => layout.station(point).map(Place::Station),
        }
    }

    /// Where this place is; `None` for a place of another game.
    #[must_use]
    pub fn point(&self, place: Place) -> Option<Point> {
        match (self, place) {
            (Self::Xiangqi(layout), Place::Square(square)) => Some(layout.point(square)),
            (Self::Luzhanqi(layout), Place::Station(station)) => Some(layout.point(station)),
            (Self::Xiangqi(_), Place::Station(_)) | (Self::Luzhanqi(_), Place::Square(_)) => None,
        }
    }
}

/// The parts of the table's screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableLayout {
    /// The board.
    pub board: Placed,
    /// The column with the players' cards, the buttons and the offers.
    pub side: Rect,
    /// The tabs under the board and the column in a tall window; otherwise they are in the column.
    pub tabs_below: Option<Rect>,
    /// The line of small text at the bottom.
    pub footer: Rect,
}

/// The margins, the gap between board and column, and the minimum width of the column.
struct Measures {
    edge: Size,
    bottom: f32,
    gap: f32,
    side: f32,
}

/// The maximum width of the column. A wider one would only spread its text.
const WIDEST_SIDE: f32 = 620.0;
/// The minimum height for tabs under the board.
const TABS_BELOW: f32 = 180.0;
/// The width of the window below which the column narrows.
const WIDE: f32 = 1100.0;

impl TableLayout {
    /// Places the parts in a window of this size, seen from `bottom`.
    #[must_use]
    pub fn of(window: Size, board: BoardOf, bottom: Color) -> Self {
        Self::of_part(window, board, bottom, BoardPart::Whole)
    }

    /// Places the parts, of a board of luzhanqi only this part.
    #[must_use]
    pub fn of_part(window: Size, board: BoardOf, bottom: Color, part: BoardPart) -> Self {
        let window = window.max(MIN_WINDOW);
        let measures = Measures::of(window);
        let room = vec2(
            window.x - 2.0 * measures.edge.x - measures.gap - measures.side,
            window.y - measures.edge.y - measures.bottom,
        );
        let board =
            Placed::fit_part(Rect::from_min_size(pos2(0.0, measures.edge.y), room), board, bottom, part);
        let panel = board.panel();
        let side = (window.x - 2.0 * measures.edge.x - measures.gap - panel.width()).min(WIDEST_SIDE);
        let used = panel.width() + measures.gap + side;
        let left = ((window.x - used) / 2.0).round();
        let board = board.moved(vec2(left - panel.left(), 0.0));
        let panel = board.panel();
        let below = window.y - measures.bottom - panel.bottom() - measures.gap;
        let tabs_below = (below >= TABS_BELOW).then(|| {
            let top_left = panel.left_bottom() + vec2(0.0, measures.gap);
            Rect::from_min_size(top_left, vec2(used, below))
        });
        // beside a broad, low board the column keeps its height
        let height = if tabs_below.is_some() { panel.height() } else { panel.height().max(room.y) };
        let side_left = panel.right() + measures.gap;
        let side = Rect::from_min_size(pos2(side_left, measures.edge.y), vec2(side, height));
        let bottom = tabs_below.map_or(side.bottom(), |tabs| tabs.bottom());
        let footer = Rect::from_min_max(pos2(panel.left(), bottom), pos2(side.right(), window.y));
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

    const BOARDS: [BoardOf; 3] =
        [BoardOf::Xiangqi, BoardOf::Luzhanqi(BoardKind::Classic), BoardOf::Luzhanqi(BoardKind::Cross)];

    fn sizes() -> impl Iterator<Item = Size> {
        [900, 1000, 1099, 1100, 1280, 1366, 1600, 1920, 2560, 3840]
            .into_iter()
            .flat_map(|x| [640, 700, 740, 768, 820, 1000, 1200, 1440, 2160].map(|y| vec2(x as f32, y as f32)))
    }

    #[test]
    fn the_first_window_has_cells_of_66_pixels() {
        let layout = TableLayout::of(FIRST_WINDOW, BoardOf::Xiangqi, Color::Red);
        let Placed::Xiangqi(board) = layout.board else { panic!("xiangqi: {:?}", layout.board) };
        assert_eq!(board.cell, 66.0);
        assert_eq!(board.panel, Rect::from_min_size(pos2(36.0, 34.0), vec2(632.0, 710.0)));
        assert_eq!(layout.side.right(), 1280.0 - 36.0);
        assert_eq!(layout.tabs_below, None);
    }

    #[test]
    fn the_parts_are_in_the_window_and_do_not_overlap() {
        let parts = [BoardPart::Whole, BoardPart::OwnHalf];
        let boards = BOARDS.into_iter().flat_map(|board| parts.map(|part| (board, part)));
        let all = boards.flat_map(|board| sizes().map(move |size| (size, board)));
        for (size, (board, part)) in all {
            let layout = TableLayout::of_part(size, board, Color::Red, part);
            let window = Rect::from_min_size(Point::ZERO, size);
            let mut parts = vec![layout.board.panel(), layout.side, layout.footer];
            parts.extend(layout.tabs_below);
            for (i, part) in parts.iter().enumerate() {
                assert!(part.is_positive() && window.contains_rect(*part), "{board:?} {size}: {part}");
                for other in &parts[i + 1..] {
                    let apart = !part.shrink(0.5).intersects(other.shrink(0.5));
                    assert!(apart, "{board:?} {size}: {part} {other}");
                }
            }
            assert!(layout.side.width() >= 316.0, "{board:?} {size}");
            assert!(layout.side.height() >= 500.0, "{board:?} {size}: {}", layout.side);
        }
    }

    #[test]
    fn a_tall_narrow_window_has_its_tabs_below() {
        let below = |window| TableLayout::of(window, BoardOf::Xiangqi, Color::Red).tabs_below.is_some();
        assert!(below(vec2(900.0, 1100.0)));
        assert!(!below(vec2(900.0, 640.0)));
    }
}
