//! The sign of a move that leads outside the enlarged half of a board.

use super::layout::Layout;
use super::notation;
use crate::drawing::scene::{Face, Shape};
use chuhe_rules::luzhanqi::Station;
use ecolor::Color32;
use emath::Vec2;

/// The length of the pointed sign, in pixels of the design, and the least length in pixels.
const LENGTH: f32 = 9.0;
const LEAST_LENGTH: f32 = 7.0;

/// Points from the edge of the board to where a move went, or else came from, and names the station.
///
/// It is empty if both ends of the move are shown.
pub(super) fn sign(layout: &Layout, path: &[Station], color: Color32) -> Vec<Shape> {
    let ends = [path.last(), path.first()];
    let Some(&station) = ends.into_iter().flatten().find(|&&station| !layout.shows(station)) else {
        return Vec::new();
    };
    let length = layout.scaled(LENGTH).max(LEAST_LENGTH);
    let there = layout.point(station);
    let base = layout.panel.shrink(length * 1.4).clamp(there);
    let outwards = (there - base).normalized();
    let side = Vec2::new(-outwards.y, outwards.x) * length * 0.8;
    let size = layout.coordinate();
    vec![
        Shape::Area { points: vec![base + outwards * length, base + side, base - side], color },
        Shape::Text {
            center: base - outwards * size * 0.8,
            text: notation::name(layout.kind, station),
            size,
            room: f32::INFINITY,
            face: Face::Plain,
            color,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::scene::{Point, Rect};
    use crate::luzhanqi::layout::BoardPart;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;
    use emath::{pos2, vec2};

    fn shown(kind: BoardKind, part: BoardPart, path: [&str; 2]) -> (Layout, Vec<Shape>) {
        let room = Rect::from_min_size(pos2(30.0, 20.0), vec2(540.0, 580.0));
        let layout = Layout::fit_part(room, kind, Color::Red, part);
        let path = path.map(|name| name.parse().unwrap());
        (layout, sign(&layout, &path, Color32::RED))
    }

    #[test]
    fn a_move_outside_the_enlarged_half_has_a_sign_at_the_edge() {
        for (kind, path, wanted) in [
            (BoardKind::Classic, ["n12", "n22"], "d8"),
            (BoardKind::Classic, ["n22", "n12"], "d8"),
            (BoardKind::Cross, ["s11", "w55"], "b7"),
        ] {
            let (layout, shapes) = shown(kind, BoardPart::OwnHalf, path);
            let [Shape::Area { points, .. }, Shape::Text { text, center, .. }] = &shapes[..] else {
                panic!("{path:?}: {shapes:?}")
            };
            assert_eq!(text, wanted, "{path:?}");
            assert!(points.iter().chain([center]).all(|at: &Point| layout.panel.contains(*at)), "{points:?}");
            let tiles = layout.stations().map(|it| Rect::from_center_size(layout.point(it), layout.tile()));
            assert!(!tiles.into_iter().any(|tile| tile.contains(points[0])), "a tile would cover the sign");
        }
    }

    #[test]
    fn a_move_that_is_shown_has_no_sign() {
        assert_eq!(shown(BoardKind::Classic, BoardPart::Whole, ["n12", "n22"]).1, []);
        assert_eq!(shown(BoardKind::Classic, BoardPart::OwnHalf, ["s12", "s22"]).1, []);
    }
}
