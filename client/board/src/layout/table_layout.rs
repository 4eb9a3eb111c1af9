//! The geometry of the table's screen for every game, in logical pixels.

use super::form::{Area, Form};
use crate::drawing::board_layout::BoardLayout;
use crate::drawing::scene::{Device, Place, Point, Rect, Size};
use crate::luzhanqi::{self, BoardPart};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::xiangqi::Square;
use emath::{pos2, vec2};

/// The smallest window in which everything fits.
pub const MIN_WINDOW: Size = vec2(900.0, 640.0);
/// The size of the window when it first opens.
pub const FIRST_WINDOW: Size = vec2(1280.0, 820.0);
/// The smallest tall window in which everything fits.
const LEAST_TALL: Size = vec2(680.0, 1040.0);
/// A tall window of the usual size.
pub const FIRST_TALL: Size = vec2(720.0, 1280.0);
/// How much higher than wide a tall window is, at least.
const TALL: f32 = 1.4;
/// The smallest screen of an upright phone in which everything fits.
pub const LEAST_PORTRAIT: Size = vec2(360.0, 640.0);
/// The smallest screen of a phone on its side in which everything fits.
pub const LEAST_LANDSCAPE: Size = vec2(640.0, 360.0);

/// Whether a window is so tall that the parts of each screen are one above the other.
#[must_use]
pub fn is_tall(window: Size) -> bool {
    window.y >= window.x * TALL
}

/// The smallest window of this window's shape in which everything fits.
#[must_use]
pub fn least_window(window: Size) -> Size {
    match Form::of(window) {
        Form::Portrait => LEAST_PORTRAIT,
        Form::Landscape => LEAST_LANDSCAPE,
        Form::Wide if is_tall(window) => LEAST_TALL,
        Form::Wide => MIN_WINDOW,
    }
}

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

    /// The largest board that fills `available` from edge to edge; of luzhanqi this part.
    fn edge_to_edge(available: Rect, board: BoardOf, bottom: Color, part: BoardPart) -> Self {
        match board {
            BoardOf::Xiangqi => Self::Xiangqi(BoardLayout::edge_to_edge(available, bottom)),
            BoardOf::Luzhanqi(kind) => {
                Self::Luzhanqi(luzhanqi::Layout::edge_to_edge(available, kind, bottom, part))
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

    /// The same board in a larger size, from the same corner.
    pub(super) fn enlarged(&self, factor: f32) -> Self {
        match self {
            Self::Xiangqi(layout) => Self::Xiangqi(layout.enlarged(factor)),
            Self::Luzhanqi(layout) => Self::Luzhanqi(layout.enlarged(factor)),
        }
    }

    /// The same board, moved.
    pub(super) fn moved(mut self, by: Size) -> Self {
        let panel = match &mut self {
            Self::Xiangqi(layout) => &mut layout.panel,
            Self::Luzhanqi(layout) => &mut layout.panel,
        };
        *panel = panel.translate(by);
        self
    }

    /// The size of a piece.
    #[must_use]
    pub fn piece(&self) -> Size {
        match self {
            Self::Xiangqi(layout) => Size::splat(layout.disc()),
            Self::Luzhanqi(layout) => layout.tile(),
        }
    }

    /// How far above this device a piece is that it drags: a finger hides what is below it.
    #[must_use]
    pub fn lift_of(&self, device: Device) -> f32 {
        match (device, self) {
            (Device::Mouse, _) => 0.0,
            (Device::Finger, Self::Xiangqi(layout)) => layout.cell * LIFT,
            (Device::Finger, Self::Luzhanqi(layout)) => (layout.unit.y * LIFT).max(LEAST_LIFT),
        }
    }

    /// The place that the pointer hits at this point.
    #[must_use]
    pub fn place(&self, point: Point) -> Option<Place> {
        match self {
            Self::Xiangqi(layout) => layout.square(point).map(Place::Square),
            Self::Luzhanqi(layout) => layout.station(point).map(Place::Station),
        }
    }

    /// The places within this distance of a point, the nearest first.
    #[must_use]
    pub fn places_near(&self, point: Point, within: f32) -> Vec<Place> {
        let places: Vec<Place> = match self {
            Self::Xiangqi(_) => Square::all().map(Place::Square).collect(),
            Self::Luzhanqi(layout) => layout.stations().map(Place::Station).collect(),
        };
        let distance = |place: Place| self.point(place).map(|at| (at.distance(point), place));
        let mut near: Vec<_> =
            places.into_iter().filter_map(distance).filter(|(far, _)| *far <= within).collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0));
        near.into_iter().map(|(_, place)| place).collect()
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

/// How far above a finger a dragged piece is, in cells, and at least in logical pixels.
const LIFT: f32 = 1.5;
const LEAST_LIFT: f32 = 50.0;

/// The parts of the table's screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableLayout {
    /// The board.
    pub board: Placed,
    /// The place above the board in a tall window, for the opponent's card. The pieces that the
    /// opponent has captured are between it and the board.
    pub above: Option<Rect>,
    /// The column with the players' cards, the buttons and the offers. In a tall window it is below
    /// the board, as wide as the window.
    pub side: Rect,
    /// The chat under the board and the column in a rather tall window; otherwise it is in the column.
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

/// The maximum width of the column beside a small board, and beside a large one in board widths.
/// A wider one would only spread its text.
const WIDEST_SIDE: f32 = 620.0;
const WIDEST_SIDE_PART: f32 = 0.8;
/// The minimum height for tabs under the board.
const TABS_BELOW: f32 = 180.0;
/// The width of the window below which the column narrows.
const WIDE: f32 = 1100.0;
/// In a tall window: the margins at the sides and at the top, the height of the footer, the gap
/// between parts, and the height of the card above the board.
const TALL_EDGE: Size = vec2(20.0, 18.0);
const TALL_FOOTER: f32 = 64.0;
const TALL_GAP: f32 = 12.0;
const ABOVE: f32 = 70.0;
/// The height of a strip with captured pieces. In a tall window one is between the opponent's card and
/// the board.
pub const CAPTURED: f32 = 26.0;
/// The minimum height below the board in a tall window, with and without a place above it.
const LEAST_BELOW: [f32; 2] = [380.0, 496.0];

/// The height of a player's bar on a phone.
pub const PLAYER_BAR: f32 = 48.0;
/// What the parts below the board of an upright phone need: of a game, without the contents of the tabs; of a
/// record, with them.
const LEAST_BELOW_PORTRAIT: f32 = 196.0;
const LEAST_BELOW_RECORD: f32 = 210.0;
/// The words of an exercise on an upright phone stand below its board: what they are given at most, and the height
/// that a board of luzhanqi keeps, whose tiles a finger must hit.
const MOST_BELOW_EXERCISE: f32 = 344.0;
const LEAST_EXERCISE_BOARD: f32 = 400.0;
/// The most of a small screen that the parts of a record may take beside or below its board. They scroll.
const MOST_OF_RECORD: f32 = 0.46;
/// How much higher than wide the board of a record is on an upright phone, at most: what is below it needs the room.
const SHAPE_OF_RECORD: f32 = 10.0 / 9.0;
/// The height from which the contents of the tabs have a place of their own on a phone.
pub const LEAST_TAB: f32 = 100.0;
/// The least width beside the board of a phone on its side, and the gap between them.
const LEAST_BESIDE: f32 = 264.0;
const PHONE_GAP: f32 = 8.0;

/// What a board is for, on which depends what needs a place beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// A game, with the cards of two players.
    Game,
    /// A record.
    Record,
    /// A lesson or a puzzle, with words to read.
    Exercise,
}

impl TableLayout {
    /// Places the parts of a record in this area, seen from `bottom`.
    #[must_use]
    pub fn of(area: impl Into<Area>, board: BoardOf, bottom: Color) -> Self {
        Self::arranged(area.into(), board, bottom, BoardPart::Whole, Subject::Record)
    }

    /// Places the parts of a lesson or a puzzle: on an upright phone its words have more room than a record.
    #[must_use]
    pub fn of_exercise(area: impl Into<Area>, board: BoardOf, bottom: Color) -> Self {
        Self::arranged(area.into(), board, bottom, BoardPart::Whole, Subject::Exercise)
    }

    /// Places the parts of a game with two players, of a board of luzhanqi only this part.
    #[must_use]
    pub fn of_part(area: impl Into<Area>, board: BoardOf, bottom: Color, part: BoardPart) -> Self {
        Self::arranged(area.into(), board, bottom, part, Subject::Game)
    }

    /// Places the parts as the form of the area wants it, those of a game upright with a place above the board.
    fn arranged(area: Area, board: BoardOf, bottom: Color, part: BoardPart, subject: Subject) -> Self {
        let (size, has_above) = (area.free.size(), subject == Subject::Game);
        match area.form {
            Form::Portrait => Self::portrait(area.free, board, bottom, part, subject),
            Form::Landscape => Self::landscape(area.free, board, bottom, part, has_above),
            Form::Wide if is_tall(size) => {
                Self::stacked(size, board, bottom, part, has_above).moved(area.free.min.to_vec2())
            }
            Form::Wide => Self::beside(size, board, bottom, part).moved(area.free.min.to_vec2()),
        }
    }

    /// The same parts, moved.
    fn moved(self, by: Size) -> Self {
        Self {
            board: self.board.moved(by),
            above: self.above.map(|above| above.translate(by)),
            side: self.side.translate(by),
            tabs_below: self.tabs_below.map(|tabs| tabs.translate(by)),
            footer: self.footer.translate(by),
        }
    }

    /// Places a board as wide as the screen of a phone, with everything else above and below it.
    ///
    /// What is left goes first into the captured pieces, then into the contents of the tabs, then into
    /// larger numerals.
    fn portrait(screen: Rect, board: BoardOf, bottom: Color, part: BoardPart, subject: Subject) -> Self {
        let has_above = subject == Subject::Game;
        let above = has_above.then(|| screen.with_max_y(screen.top() + PLAYER_BAR));
        let top = above.map_or(screen.top(), |above| above.bottom());
        let of_record = LEAST_BELOW_RECORD.min((screen.height() * MOST_OF_RECORD).round());
        let least_below = match subject {
            Subject::Game => LEAST_BELOW_PORTRAIT,
            Subject::Record => of_record,
            Subject::Exercise => {
                (screen.height() - LEAST_EXERCISE_BOARD).min(MOST_BELOW_EXERCISE).max(of_record)
            }
        };
        let room = screen.with_min_y(top).with_max_y(screen.bottom() - least_below);
        let [low, high] = BoardLayout::edge_heights(screen.width());
        let strips = if above.is_some() && room.height() >= low + 2.0 * CAPTURED { CAPTURED } else { 0.0 };
        let room = room.with_min_y(room.top() + strips).with_max_y(room.bottom() - strips);
        let height = match board {
            // larger tiles are worth more than a list beside them
            BoardOf::Luzhanqi(_) => room.height(),
            BoardOf::Xiangqi if room.height() >= high + LEAST_TAB => high,
            BoardOf::Xiangqi if has_above && room.height() >= low + LEAST_TAB => low,
            BoardOf::Xiangqi if has_above => room.height(),
            BoardOf::Xiangqi => room.height().min(screen.width() * SHAPE_OF_RECORD),
        };
        let room = room.with_max_y(room.top() + height);
        let board = Placed::edge_to_edge(room, board, bottom, part);
        let side = screen.with_min_y(board.panel().bottom());
        let footer = screen.with_min_y(screen.bottom());
        Self { board, above, side, tabs_below: None, footer }
    }

    /// Places a board as high as the screen of a phone, with everything else beside it.
    fn landscape(screen: Rect, board: BoardOf, bottom: Color, part: BoardPart, is_game: bool) -> Self {
        let of_record = LEAST_BESIDE.min((screen.width() * MOST_OF_RECORD).round());
        let least_beside = if is_game { LEAST_BESIDE } else { of_record };
        let room = screen.with_max_x(screen.right() - least_beside - PHONE_GAP);
        let board = Placed::edge_to_edge(room, board, bottom, part);
        let panel = board.panel();
        // at the left edge, and in the middle if it is lower than the screen
        let board = board
            .moved(vec2(screen.left() - panel.left(), ((screen.height() - panel.height()) / 2.0).round()));
        let side = screen.with_min_x(board.panel().right() + PHONE_GAP);
        let footer = side.with_min_y(side.bottom());
        Self { board, above: None, side, tabs_below: None, footer }
    }

    /// Places the parts one above the other, if wanted with a place above the board.
    fn stacked(window: Size, board: BoardOf, bottom: Color, part: BoardPart, has_above: bool) -> Self {
        let window = window.max(LEAST_TALL);
        let inner =
            Rect::from_min_max(TALL_EDGE.to_pos2(), (window - vec2(TALL_EDGE.x, TALL_FOOTER)).to_pos2());
        let above = has_above.then(|| inner.with_max_y(inner.top() + ABOVE));
        let top = above.map_or(inner.top(), |above| above.bottom() + CAPTURED);
        let least_below = LEAST_BELOW[usize::from(!has_above)];
        let room = inner.with_min_y(top).with_max_y(inner.bottom() - TALL_GAP - least_below);
        let board = Placed::fit_part(room, board, bottom, part);
        let side = inner.with_min_y(board.panel().bottom() + TALL_GAP);
        let footer = inner.with_min_y(inner.bottom()).with_max_y(window.y);
        Self { board, above, side, tabs_below: None, footer }
    }

    /// Places the column beside the board.
    fn beside(window: Size, board: BoardOf, bottom: Color, part: BoardPart) -> Self {
        let window = window.max(MIN_WINDOW);
        let measures = Measures::of(window);
        let room = vec2(
            window.x - 2.0 * measures.edge.x - measures.gap - measures.side,
            window.y - measures.edge.y - measures.bottom,
        );
        let board =
            Placed::fit_part(Rect::from_min_size(pos2(0.0, measures.edge.y), room), board, bottom, part);
        let panel = board.panel();
        let side = (window.x - 2.0 * measures.edge.x - measures.gap - panel.width())
            .min(WIDEST_SIDE.max(panel.width() * WIDEST_SIDE_PART));
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
        Self { board, above: None, side, tabs_below, footer }
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
    use crate::drawing::insets::Insets;
    use crate::layout::ui_scale::{WindowSize, percent};

    const BOARDS: [BoardOf; 3] =
        [BoardOf::Xiangqi, BoardOf::Luzhanqi(BoardKind::Classic), BoardOf::Luzhanqi(BoardKind::Cross)];

    fn sizes() -> impl Iterator<Item = Size> {
        [900, 1000, 1099, 1100, 1280, 1366, 1600, 1920, 2560, 3840]
            .into_iter()
            .flat_map(|x| [640, 700, 740, 768, 820, 1000, 1200, 1440, 2160].map(|y| vec2(x as f32, y as f32)))
            .filter(|size| !is_tall(*size))
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
    fn a_tall_window_has_everything_above_or_below_the_board() {
        let sizes = [(680, 1040), (720, 1280), (900, 1400), (1080, 1920), (1440, 2560), (760, 1064)];
        for (size, board) in sizes.into_iter().flat_map(|size| BOARDS.map(|board| (size, board))) {
            let size = vec2(size.0 as f32, size.1 as f32);
            for layout in [
                TableLayout::of(size, board, Color::Red),
                TableLayout::of_part(size, board, Color::Red, BoardPart::Whole),
                TableLayout::of_part(size, board, Color::Red, BoardPart::OwnHalf),
            ] {
                let window = Rect::from_min_size(Point::ZERO, size);
                let rows = layout.above.into_iter().chain([layout.board.panel(), layout.side, layout.footer]);
                let mut top = 0.0;
                for row in rows {
                    assert!(row.is_positive() && window.contains_rect(row), "{board:?} {size}: {row}");
                    assert!(row.top() >= top, "{board:?} {size}: {layout:?}");
                    top = row.bottom();
                }
                assert!((layout.board.panel().center().x - size.x / 2.0).abs() <= 1.0, "{board:?} {size}");
                assert!(layout.side.height() >= 300.0 && layout.side.width() >= 640.0, "{size}: {layout:?}");
                assert_eq!(layout.tabs_below, None);
            }
        }
    }

    #[test]
    fn an_upright_phone_has_a_board_as_wide_as_the_screen() {
        for (width, height) in [(360, 640), (375, 667), (390, 844), (393, 852), (412, 915), (430, 932)] {
            let window = vec2(width as f32, height as f32);
            let notched = Area::of(window, &Insets { top: 47.0, bottom: 34.0, ..Insets::default() });
            let areas = if height >= 844 { vec![window.into(), notched] } else { vec![Area::from(window)] };
            for (area, board) in areas.into_iter().flat_map(|area| BOARDS.map(|board| (area, board))) {
                for layout in [
                    TableLayout::of_part(area, board, Color::Red, BoardPart::Whole),
                    TableLayout::of(area, board, Color::Red),
                ] {
                    let panel = layout.board.panel();
                    // stations are whole pixels apart
                    let slack = if board == BoardOf::Xiangqi { 0.0 } else { 19.0 };
                    assert!(panel.width() >= window.x - slack, "{board:?} {window}: {panel}");
                    let mut top = area.free.top();
                    for part in layout.above.into_iter().chain([panel, layout.side]) {
                        assert!(
                            part.is_positive() && area.free.contains_rect(part),
                            "{board:?} {window}: {part}"
                        );
                        assert!(part.top() >= top, "{board:?} {window}: {layout:?}");
                        top = part.bottom();
                    }
                    assert!(layout.side.height() >= LEAST_BELOW_PORTRAIT, "{window}: {layout:?}");
                }
            }
        }
    }

    #[test]
    fn the_words_of_an_exercise_have_more_room_and_its_board_keeps_tiles_for_fingers() {
        for (width, height, least) in [(360, 640, 235.0), (390, 844, 320.0), (412, 915, 320.0)] {
            let window = vec2(width as f32, height as f32);
            for board in BOARDS {
                let layout = TableLayout::of_exercise(window, board, Color::Red);
                assert!(layout.side.height() >= least, "{board:?} {window}: {layout:?}");
                assert!(layout.board.panel().width() >= window.x - 19.0, "{board:?} {window}: {layout:?}");
            }
            let classic = TableLayout::of_exercise(window, BOARDS[1], Color::Red);
            let Placed::Luzhanqi(board) = classic.board else { panic!("luzhanqi: {:?}", classic.board) };
            assert!(board.unit.min_elem() >= 30.0, "{window}: {}", board.unit);
        }
        // a screen too small for both is divided as that of a record
        let low = vec2(360.0, 420.0);
        let of = [TableLayout::of_exercise, TableLayout::of].map(|of| of(low, BOARDS[1], Color::Red));
        assert_eq!(of[0], of[1]);
    }

    #[test]
    fn a_phone_on_its_side_has_a_board_as_high_as_the_screen() {
        for (width, height) in [(640, 360), (667, 375), (844, 390), (932, 430)] {
            let window = vec2(width as f32, height as f32);
            let notched = Area::of(window, &Insets { left: 47.0, bottom: 21.0, ..Insets::default() });
            let areas = if width >= 844 { vec![window.into(), notched] } else { vec![Area::from(window)] };
            for (area, board) in areas.into_iter().flat_map(|area| BOARDS.map(|board| (area, board))) {
                let layout = TableLayout::of_part(area, board, Color::Red, BoardPart::Whole);
                let (panel, side) = (layout.board.panel(), layout.side);
                assert!(panel.height() > area.free.height() - 22.0, "{board:?} {window}: {panel}");
                assert!(
                    area.free.contains_rect(panel) && area.free.contains_rect(side),
                    "{window}: {layout:?}"
                );
                assert!(panel.right() < side.left() && panel.left() == area.free.left(), "{layout:?}");
                assert!(side.width() >= LEAST_BESIDE && side.height() == area.free.height(), "{layout:?}");
            }
        }
    }

    #[test]
    fn the_board_of_a_record_has_the_most_of_a_small_screen() {
        let sizes =
            [(360, 640), (320, 568), (360, 420), (360, 380), (360, 340), (480, 440), (568, 320), (640, 360)];
        for (size, board) in sizes.into_iter().flat_map(|size| BOARDS.map(|board| (size, board))) {
            let window = vec2(size.0 as f32, size.1 as f32);
            let layout = TableLayout::of(window, board, Color::Red);
            let (panel, side) = (layout.board.panel(), layout.side);
            assert!(
                side.is_positive() && !side.shrink(0.5).intersects(panel),
                "{board:?} {window}: {layout:?}"
            );
            let free = if Form::of(window) == Form::Portrait {
                [panel.height() / window.y, panel.width() / window.x]
            } else {
                [panel.width() / window.x, panel.height() / window.y]
            };
            // stations are whole pixels apart, and a cross is as wide as high
            assert!(free[0] >= 0.48 || free[1] >= 0.93, "{board:?} {window}: {panel}");
        }
    }

    #[test]
    fn the_column_widens_with_the_board() {
        let side = |x, y| TableLayout::of(vec2(x, y), BoardOf::Xiangqi, Color::Red).side.width();
        assert!(side(1828.0, 1000.0) > 620.0 && side(2560.0, 1400.0) > 900.0);
    }

    #[test]
    fn a_rather_tall_window_has_its_chat_below() {
        let below = |window| TableLayout::of(window, BoardOf::Xiangqi, Color::Red).tabs_below.is_some();
        assert!(below(vec2(900.0, 1100.0)) && below(vec2(900.0, 1240.0)));
        assert!(!below(vec2(900.0, 640.0)));
    }

    #[test]
    fn texts_grow_nearly_as_the_board_beside_them_does() {
        let board = |window: Size, scale: u16| {
            let scale = f32::from(scale) / 100.0;
            TableLayout::of(window / scale, BoardOf::Xiangqi, Color::Red).board.panel().height() * scale
        };
        for window in [vec2(1920.0, 1080.0), vec2(1920.0, 1200.0), vec2(2560.0, 1440.0)] {
            let scale = percent(None, WindowSize { whole: window, free: window, has_board: true }, false);
            let grown = board(window, scale) / board(FIRST_WINDOW, 100);
            let text = f32::from(scale) / 100.0;
            assert!(text >= grown * 0.9, "{window}: {text} beside {grown}");
            // what they take from it is little
            assert!(board(window, scale) >= board(window, 100) * 0.9, "{window}");
        }
    }
}
