//! Where a board of luzhanqi stands in the window and where each of its stations is.
//!
//! Pure geometry in logical pixels: nothing is drawn here.

use crate::core::scene::{Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{self, BoardKind, Station};
use egui::{pos2, vec2};

/// How much wider the gap between the fronts of the classic board is than that between two rows,
/// and those between the arms of the cross and its centre, in units.
const MOUNTAINS: f32 = 0.42;
const BEND: f32 = 0.5;
/// From the outermost stations to the edge of the wood, in units.
const MARGIN: f32 = 0.72;
/// A tile, in units.
const TILE: Size = vec2(0.86, 0.75);

/// A board placed in the window, seen from one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The wooden panel.
    pub panel: Rect,
    /// The distances of neighbouring stations, across and down, whole numbers.
    pub unit: Size,
    /// Which board it is.
    pub kind: BoardKind,
    /// The side at the bottom.
    pub bottom: Color,
}

impl Layout {
    /// The largest board that fits into `available`, at its top and in the middle of its width.
    #[must_use]
    pub fn fit(available: Rect, kind: BoardKind, bottom: Color) -> Self {
        let plan = plan(kind) + Size::splat(2.0 * MARGIN);
        // tiles are wider than high, where there is room
        let (least, most) = match kind {
            BoardKind::Classic => (1.2, 1.62),
            BoardKind::Cross => (1.0, 1.14),
        };
        let down = (available.height() / plan.y).min(available.width() / (plan.x * least)).floor().max(14.0);
        let across = (available.width() / plan.x).min(down * most).floor().max(14.0);
        let unit = vec2(across, down);
        let size = (plan * unit).round();
        let left = (available.center().x - size.x / 2.0).round();
        let panel = Rect::from_min_size(pos2(left, available.top().round()), size);
        Self { panel, unit, kind, bottom }
    }

    /// Where this station is; the middle of the board for one that is not on it.
    #[must_use]
    pub fn point(&self, station: Station) -> Point {
        match self.kind.point_for(self.bottom, station) {
            Some(at) => self.at(across(self.kind, at), down(self.kind, at)),
            None => self.panel.center(),
        }
    }

    /// The place so many units right of and below the top left station.
    #[must_use]
    pub fn at(&self, across: f32, down: f32) -> Point {
        let origin = self.panel.min + (self.unit * MARGIN).round();
        (origin + vec2(across, down) * self.unit).round()
    }

    /// The station nearest to `point`, if it is within half a unit.
    #[must_use]
    pub fn station(&self, point: Point) -> Option<Station> {
        self.kind.board().stations().find(|&station| self.area(station).contains(point))
    }

    /// The area round a station in which it is pointed at.
    #[must_use]
    pub fn area(&self, station: Station) -> Rect {
        Rect::from_center_size(self.point(station), self.unit - Size::splat(0.5))
    }

    /// How large a tile is.
    #[must_use]
    pub fn tile(&self) -> Size {
        (self.unit * TILE).round()
    }

    /// This length of a drawing with 52 pixels from row to row, at the board's own size.
    #[must_use]
    pub fn scaled(&self, length: f32) -> f32 {
        length * self.unit.y / 52.0
    }
}

/// The distances between the outermost stations, in units.
fn plan(kind: BoardKind) -> Size {
    match kind {
        BoardKind::Classic => vec2(4.0, 11.0 + MOUNTAINS),
        BoardKind::Cross => Size::splat(16.0 + 2.0 * BEND),
    }
}

/// How far right of the leftmost station this point is, in units.
fn across(kind: BoardKind, at: luzhanqi::Point) -> f32 {
    match kind {
        BoardKind::Classic => f32::from(at.x) - 1.0,
        BoardKind::Cross => bent(at.x),
    }
}

/// How far below the topmost station this point is, in units.
fn down(kind: BoardKind, at: luzhanqi::Point) -> f32 {
    match kind {
        BoardKind::Classic => f32::from(at.y) - 1.0 + if at.y > 6 { MOUNTAINS } else { 0.0 },
        BoardKind::Cross => bent(at.y),
    }
}

/// The cross leaves room between its arms and its centre, so that the bends are seen.
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
    fn every_station_is_found_again_and_lies_on_the_wood() {
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
    fn ones_own_arm_is_at_the_bottom_and_no_tiles_overlap() {
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
    fn a_board_fits_where_it_is_put() {
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
