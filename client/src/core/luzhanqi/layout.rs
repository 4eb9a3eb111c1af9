//! The geometry of a luzhanqi board in the window, in logical pixels.

use crate::core::scene::{Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{self, BoardKind, Station};
use egui::{pos2, vec2};

/// The extra width, in units, of the gap between the fronts of the classic board, and of the gaps
/// between the arms and the centre of the cross board.
const MOUNTAINS: f32 = 0.42;
const BEND: f32 = 0.5;
/// The margin from the outermost stations to the edge of the wood, in units.
const MARGIN: f32 = 0.72;
/// The size of a tile, in units.
const TILE: Size = vec2(0.86, 0.75);

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
}

impl Layout {
    /// The largest board that fits into `available`, centred at its top.
    #[must_use]
    pub fn fit(available: Rect, kind: BoardKind, bottom: Color) -> Self {
        let units = board_size(kind) + Size::splat(2.0 * MARGIN);
        // tiles are wider than high, where there is room
        let (least, most) = match kind {
            BoardKind::Classic => (1.2, 1.62),
            BoardKind::Cross => (1.0, 1.14),
        };
        let down =
            (available.height() / units.y).min(available.width() / (units.x * least)).floor().max(14.0);
        let across = (available.width() / units.x).min(down * most).floor().max(14.0);
        let unit = vec2(across, down);
        let size = (units * unit).round();
        let left = (available.center().x - size.x / 2.0).round();
        let panel = Rect::from_min_size(pos2(left, available.top().round()), size);
        Self { panel, unit, kind, bottom }
    }

    /// The place of this station; the middle of the board for a station of another board.
    #[must_use]
    pub fn point(&self, station: Station) -> Point {
        match self.kind.point_for(self.bottom, station) {
            Some(at) => self.at(units_from_left(self.kind, at), units_from_top(self.kind, at)),
            None => self.panel.center(),
        }
    }

    /// The point that is this many units to the right of and below the top left station.
    #[must_use]
    pub fn at(&self, across: f32, down: f32) -> Point {
        let origin = self.panel.min + (self.unit * MARGIN).round();
        (origin + vec2(across, down) * self.unit).round()
    }

    /// The station within half a unit of `point`.
    #[must_use]
    pub fn station(&self, point: Point) -> Option<Station> {
        self.kind.board().stations().find(|&station| self.area(station).contains(point))
    }

    /// The area in which the pointer hits this station.
    #[must_use]
    pub fn area(&self, station: Station) -> Rect {
        Rect::from_center_size(self.point(station), self.unit - Size::splat(0.5))
    }

    /// The size of a tile.
    #[must_use]
    pub fn tile(&self) -> Size {
        (self.unit * TILE).round()
    }

    /// Scales a length from the design, in which rows are 52 pixels apart.
    #[must_use]
    pub fn scaled(&self, length: f32) -> f32 {
        length * self.unit.y / 52.0
    }
}

/// The size of the board from the outermost stations on, in units.
fn board_size(kind: BoardKind) -> Size {
    match kind {
        BoardKind::Classic => vec2(4.0, 11.0 + MOUNTAINS),
        BoardKind::Cross => Size::splat(16.0 + 2.0 * BEND),
    }
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
