//! The geometry of a luzhanqi board in the window, in logical pixels.

use crate::drawing::scene::{Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{self, BoardKind, Station};
use emath::{pos2, vec2};

/// The extra width, in units, of the gap between the fronts of the classic board, and of the gaps
/// between the arms and the centre of the cross board.
const MOUNTAINS: f32 = 0.42;
const BEND: f32 = 0.2;
/// How much wider than high a unit is at most, where the board fills the screen of a phone.
const WIDEST: f32 = 2.2;
/// How much wider than high a unit of the cross board is there at least: an upright phone has height to spare, which
/// makes the stations easier to hit.
const NARROWEST: f32 = 0.7;
/// The least size of a coordinate's letters, in pixels.
const LEAST_COORDINATE: f32 = 9.0;

/// How much of the board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardPart {
    /// All of it.
    #[default]
    Whole,
    /// The half of the side at the bottom, up to the front of the opponent.
    OwnHalf,
}

/// A board placed in the window, seen from one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The wooden panel.
    pub panel: Rect,
    /// The distances between neighbouring stations, across and down, in whole pixels.
    pub unit: Size,
    /// The kind of board.
    pub kind: BoardKind,
    /// The side at the bottom.
    pub bottom: Color,
    /// The part that is shown. Stations outside it are off the panel.
    pub part: BoardPart,
}

impl Layout {
    /// The largest board that fits into `available`, centred at its top.
    #[must_use]
    pub fn fit(available: Rect, kind: BoardKind, bottom: Color) -> Self {
        Self::fit_part(available, kind, bottom, BoardPart::Whole)
    }

    /// The largest part of a board that fits into `available`, centred at its top.
    #[must_use]
    pub fn fit_part(available: Rect, kind: BoardKind, bottom: Color, part: BoardPart) -> Self {
        Self::fit_from(available, kind, bottom, part, (14.0, shape(kind)))
    }

    /// The largest part of a board that fills `available` from edge to edge, as on the screen of a phone: its
    /// tiles may be much wider than high.
    #[must_use]
    pub fn edge_to_edge(available: Rect, kind: BoardKind, bottom: Color, part: BoardPart) -> Self {
        let least = match kind {
            BoardKind::Classic => shape(kind).0,
            BoardKind::Cross => NARROWEST,
        };
        Self::fit_from(available, kind, bottom, part, (1.0, (least, WIDEST)))
    }

    /// The largest board that fits into `available`, to look at only: it may be very small.
    #[must_use]
    pub fn miniature(available: Rect, kind: BoardKind, bottom: Color) -> Self {
        Self::fit_from(available, kind, bottom, BoardPart::Whole, (1.0, shape(kind)))
    }

    /// Fits a board whose units are at least `smallest`, and `least` to `most` times as wide as high.
    fn fit_from(
        available: Rect,
        kind: BoardKind,
        bottom: Color,
        part: BoardPart,
        (smallest, (least, most)): (f32, (f32, f32)),
    ) -> Self {
        let shown = shown(kind, part);
        let margins = Margins::of(kind, part);
        let units = shown.size() + margins.left_top + margins.right_bottom;
        let down =
            (available.height() / units.y).min(available.width() / (units.x * least)).floor().max(smallest);
        let across = (available.width() / units.x).min(down * most).floor().max(smallest);
        let unit = vec2(across, down);
        let size = (units * unit).round();
        let left = (available.center().x - size.x / 2.0).round();
        let panel = Rect::from_min_size(pos2(left, available.top().round()), size);
        Self { panel, unit, kind, bottom, part }
    }

    /// The same board with larger units, from the same corner.
    #[must_use]
    pub fn enlarged(&self, factor: f32) -> Self {
        let margins = Margins::of(self.kind, self.part);
        let units = shown(self.kind, self.part).size() + margins.left_top + margins.right_bottom;
        let unit = (self.unit * factor).round();
        Self { panel: Rect::from_min_size(self.panel.min, (units * unit).round()), unit, ..*self }
    }

    /// The place of this station; the middle of the board for a station of another board.
    #[must_use]
    pub fn point(&self, station: Station) -> Point {
        match self.kind.point_for(self.bottom, station) {
            Some(at) => self.at(units_from_left(self.kind, at), units_from_top(self.kind, at)),
            None => self.panel.center(),
        }
    }

    /// The point that is this many units to the right of and below the top left station of the board.
    #[must_use]
    pub fn at(&self, across: f32, down: f32) -> Point {
        let origin = self.panel.min + (self.unit * Margins::of(self.kind, self.part).left_top).round();
        let first = shown(self.kind, self.part).min.to_vec2();
        (origin + (vec2(across, down) - first) * self.unit).round()
    }

    /// The stations that are shown.
    pub fn stations(&self) -> impl Iterator<Item = Station> {
        let layout = *self;
        self.kind.board().stations().filter(move |&station| layout.shows(station))
    }

    /// Whether this station is in the part that is shown.
    #[must_use]
    pub fn shows(&self, station: Station) -> bool {
        self.panel.contains(self.point(station))
    }

    /// The station within half a unit of `point`.
    #[must_use]
    pub fn station(&self, point: Point) -> Option<Station> {
        self.stations().find(|&station| self.area(station).contains(point))
    }

    /// The area in which the pointer hits this station.
    #[must_use]
    pub fn area(&self, station: Station) -> Rect {
        Rect::from_center_size(self.point(station), self.unit - Size::splat(0.5))
    }

    /// The size of a tile.
    #[must_use]
    pub fn tile(&self) -> Size {
        // on the cross board a tile covers its station, so that nothing shows around its name
        let part = match self.kind {
            BoardKind::Classic => vec2(0.86, 0.78),
            BoardKind::Cross => vec2(0.94, 0.93),
        };
        (self.unit * part).round()
    }

    /// The distance from the middle of a tile at the left or at the bottom to the middle of its coordinate,
    /// which is half way to the edge of the wood.
    #[must_use]
    pub fn to_coordinate(&self) -> Size {
        let Margins { left_top, right_bottom } = Margins::of(self.kind, self.part);
        let margin = self.unit * vec2(left_top.x, right_bottom.y);
        (margin.round() + self.tile() / 2.0) / 2.0
    }

    /// The size of a coordinate's letters.
    #[must_use]
    pub fn coordinate(&self) -> f32 {
        (self.unit.min_elem() * 0.3).clamp(LEAST_COORDINATE, 15.0)
    }

    /// Scales a length from the design, in which rows are 52 pixels apart.
    #[must_use]
    pub fn scaled(&self, length: f32) -> f32 {
        length * self.unit.y / 52.0
    }
}

/// The margins from the outermost stations to the edges of the wood, in units: half a tile, and a coordinate at
/// the left and at the bottom.
struct Margins {
    left_top: Size,
    right_bottom: Size,
}

impl Margins {
    const fn of(kind: BoardKind, part: BoardPart) -> Self {
        let [left_top, right_bottom] = match (kind, part) {
            (BoardKind::Classic, _) => [vec2(0.86, 0.8), vec2(0.86, 0.8)],
            // its tiles nearly fill their units, so the coordinates take room that the other sides do not need
            (BoardKind::Cross, BoardPart::Whole) => [vec2(1.06, 0.64), vec2(0.66, 0.96)],
            // a sign of a move outside it can be at each of the other sides
            (BoardKind::Cross, BoardPart::OwnHalf) => [vec2(0.86, 0.8), vec2(0.86, 0.96)],
        };
        Self { left_top, right_bottom }
    }
}

/// How much wider than high a unit is, at least and at most.
///
/// Two characters need width, but where width is short, high tiles read better than small ones.
const fn shape(kind: BoardKind) -> (f32, f32) {
    match kind {
        BoardKind::Classic => (1.2, 1.62),
        BoardKind::Cross => (0.9, 1.16),
    }
}

/// The outermost stations of a part, in units from the top left station of the board.
fn shown(kind: BoardKind, part: BoardPart) -> Rect {
    let (first, last) = match (kind, part) {
        (BoardKind::Classic, BoardPart::Whole) => ((1, 1), (5, 12)),
        (BoardKind::Classic, BoardPart::OwnHalf) => ((1, 6), (5, 12)),
        (BoardKind::Cross, BoardPart::Whole) => ((1, 1), (17, 17)),
        (BoardKind::Cross, BoardPart::OwnHalf) => ((4, 6), (14, 17)),
    };
    let [first, last] = [first, last].map(|(x, y)| {
        let at = luzhanqi::Point { x, y };
        pos2(units_from_left(kind, at), units_from_top(kind, at))
    });
    Rect::from_min_max(first, last)
}

/// The distance of a point from the leftmost station, in units.
fn units_from_left(kind: BoardKind, at: luzhanqi::Point) -> f32 {
    match kind {
        BoardKind::Classic => f32::from(at.x) - 1.0,
        BoardKind::Cross => bent(at.x),
    }
}

/// The distance of a point from the topmost station, in units.
fn units_from_top(kind: BoardKind, at: luzhanqi::Point) -> f32 {
    match kind {
        BoardKind::Classic => f32::from(at.y) - 1.0 + if at.y > 6 { MOUNTAINS } else { 0.0 },
        BoardKind::Cross => bent(at.y),
    }
}

/// A coordinate on the cross board, with room for the bends between the arms and the centre.
fn bent(coordinate: u8) -> f32 {
    let gaps = u8::from(coordinate > 6) + u8::from(coordinate > 11);
    f32::from(coordinate) - 1.0 + f32::from(gaps) * BEND
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::luzhanqi::Arm;

    fn layouts() -> impl Iterator<Item = Layout> {
        let sizes = [(540.0, 580.0), (776.0, 710.0), (632.0, 900.0), (1900.0, 1300.0)];
        sizes.into_iter().flat_map(|(x, y)| {
            BoardKind::ALL.into_iter().flat_map(move |kind| {
                Color::ALL.map(|bottom| {
                    Layout::fit(Rect::from_min_size(pos2(30.0, 20.0), vec2(x, y)), kind, bottom)
                })
            })
        })
    }

    #[test]
    fn every_station_is_hit_at_its_place_on_the_wood() {
        for layout in layouts() {
            for station in layout.kind.board().stations() {
                let at = layout.point(station);
                assert_eq!(layout.station(at), Some(station), "{layout:?}");
                let off = vec2(0.45, -0.4) * layout.unit;
                assert_eq!(layout.station(at + off), Some(station), "{layout:?}");
                assert!(layout.panel.contains_rect(Rect::from_center_size(at, layout.tile())), "{layout:?}");
            }
            assert_eq!(layout.station(layout.panel.min), None);
        }
    }

    #[test]
    fn the_arm_of_the_bottom_side_is_below_and_no_tiles_overlap() {
        for layout in layouts() {
            let flag = |color| layout.point(Station::in_arm(Arm::of(color), 6, 2).unwrap());
            assert!(flag(layout.bottom).y > flag(layout.bottom.opponent()).y);
            let stations: Vec<Station> = layout.kind.board().stations().collect();
            let tile = |station: Station| Rect::from_center_size(layout.point(station), layout.tile());
            for (index, &a) in stations.iter().enumerate() {
                for &b in &stations[index + 1..] {
                    assert!(!tile(a).intersects(tile(b)), "{a} {b} {layout:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_fits_the_available_room() {
        for kind in BoardKind::ALL {
            for (x, y) in [(540.0, 580.0), (776.0, 710.0)] {
                let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(x, y));
                let layout = Layout::fit(room, kind, Color::Red);
                assert!(room.expand(1.0).contains_rect(layout.panel), "{kind:?} {:?}", layout.panel);
                assert!(layout.tile().x >= 24.0 && layout.tile().y >= 20.0, "{kind:?} {:?}", layout.tile());
            }
        }
    }
}
