//! The board of luzhanqi as a [`Scene`].

use super::empty_board::{self, empty_board};
use super::layout::Layout;
use super::{outside, path};
use crate::drawing::animation::Motion;
use crate::drawing::board::{self, BoardStyle, Mark};
use crate::drawing::scene::{BURST_STEPS, BattleMark, Lift, Point, Rect, Scene, Shape, Size, TileFace};
use crate::drawing::theme::Theme;
use chuhe_rules::luzhanqi::{Station, StationKind};
use ecolor::Color32;
use emath::vec2;

/// The contents of the board.
pub type BoardModel = board::BoardModel<Station, TileFace>;

const DOT_ALPHA: f32 = 0.85;
/// The share of a battle in which both tiles stay opaque.
const MEETING: f32 = 0.4;
/// The distance between the dots of a path, and their diameter, in pixels of the design.
const PATH_STEP: f32 = 15.0;
const PATH_DOT: f32 = 8.0;

/// The scene of a board placed by `layout`.
#[must_use]
pub fn scene(model: &BoardModel, layout: &Layout, theme: &Theme) -> Scene {
    board::scene(model, &Tiles { layout, theme })
}

/// Tiles on stations.
struct Tiles<'a> {
    layout: &'a Layout,
    theme: &'a Theme,
}

impl BoardStyle for Tiles<'_> {
    type Place = Station;
    type Face = TileFace;

    fn theme(&self) -> &Theme {
        self.theme
    }

    fn panel(&self) -> Rect {
        self.layout.panel
    }

    fn background(&self) -> Vec<Shape> {
        empty_board(self.layout, self.theme)
    }

    fn areas(&self) -> Vec<(Station, Rect)> {
        self.layout.stations().map(|station| (station, self.layout.area(station))).collect()
    }

    fn point(&self, station: Station) -> Point {
        self.layout.point(station)
    }

    fn shows(&self, station: Station) -> bool {
        self.layout.shows(station)
    }

    fn diameter(&self) -> f32 {
        self.layout.tile().min_elem()
    }

    fn piece(&self, face: TileFace, center: Point, lift: Lift, alpha: f32) -> Shape {
        Shape::Tile { face, center, size: self.layout.tile(), lift, alpha, names: None }
    }

    fn mark(&self, station: Station, mark: Mark) -> Shape {
        let marks = &self.theme.board.marks;
        let outline = |more, (radius, width, least): (f32, f32, f32), color| Shape::Outline {
            rect: self.tile_rect(station, more),
            radius: self.layout.scaled(radius),
            width: self.layout.scaled(width).max(least),
            color,
        };
        match mark {
            Mark::Light => Shape::Wash {
                rect: self.tile_rect(station, 5.0),
                radius: self.layout.scaled(10.0),
                color: self.theme.board.marks.last.gamma_multiply(0.7),
            },
            Mark::From => outline(0.0, (9.0, 2.5, 1.5), marks.outline),
            Mark::To => outline(5.0, (9.0, 2.5, 1.5), marks.outline),
            Mark::Selected => outline(3.5, (10.0, 3.5, 2.5), marks.target),
            Mark::Marking => outline(3.5, (10.0, 3.0, 2.0), marks.last),
            Mark::Target => outline(9.0, (13.0, 4.5, 3.0), marks.target),
            Mark::Chased => outline(3.5, (10.0, 3.5, 2.5), marks.check),
            Mark::Quiet(hovered) => self.quiet_target(station, hovered),
            Mark::Capture(hovered) => Shape::BrokenOutline {
                rect: self.tile_rect(station, 3.5),
                radius: self.layout.scaled(10.0),
                width: self.layout.scaled(if hovered { 5.0 } else { 3.5 }).max(2.5),
                color: marks.target,
            },
            Mark::Ground => Shape::Wash {
                rect: self.tile_rect(station, 0.0),
                radius: self.layout.scaled(9.0),
                color: self.theme.board.station,
            },
        }
    }

    /// Small dots, but none under the tiles at the ends.
    fn dots(&self, stations: &[Station], color: Color32) -> Vec<Shape> {
        let line = path::line(self.layout, stations);
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return Vec::new() };
        let ends = [first, last].map(|end| Rect::from_center_size(end, self.layout.tile()));
        let (step, diameter) =
            (self.layout.scaled(PATH_STEP).max(9.0), self.layout.scaled(PATH_DOT).max(5.0));
        let count = (path::length(&line) / step) as usize;
        let points = (1..=count).map(|index| path::along(&line, index as f32 / (count + 1) as f32));
        let free = |at: &Point| self.layout.panel.contains(*at) && !ends.iter().any(|end| end.contains(*at));
        points.filter(free).map(|center| Shape::Dot { center, diameter, color }).collect()
    }

    fn outside(&self, stations: &[Station]) -> Vec<Shape> {
        outside::sign(self.layout, stations, self.theme.board.marks.outline)
    }

    fn along(&self, stations: &[Station], part: f32) -> Point {
        path::along(&path::line(self.layout, stations), part)
    }

    /// Both tiles meet, the removed ones fade, and a mark says which were removed.
    ///
    /// A removed attacker stays back where it came from, a removed defender is pushed on.
    fn burst(&self, motion: &Motion<Station, TileFace>) -> Vec<Shape> {
        let Motion::Burst { at, from, attacker, removed, progress } = motion else { return Vec::new() };
        if !self.layout.shows(*at) {
            return Vec::new();
        }
        let (center, tile) = (self.layout.point(*at), self.layout.tile());
        // a battle that does not fade shows both tiles until it ends
        let progress = if self.theme.reduces_motion { MEETING } else { progress.clamp(0.0, 1.0) };
        let step = (progress * f32::from(BURST_STEPS)) as u8;
        let mut shapes = vec![Shape::Burst { center, diameter: tile.x * 1.5, step }];
        let back = (self.layout.point(*from) - center).normalized() * tile;
        let place = |face: TileFace| center + back * if face == *attacker { 0.66 } else { -0.5 };
        // opaque at first, so that the user sees both pieces of the battle
        let alpha = 1.0 - ((progress - MEETING) / (1.0 - MEETING)).clamp(0.0, 1.0);
        for &face in removed {
            shapes.push(self.piece(face, place(face), Lift::Leaving, alpha));
        }
        match removed[..] {
            [] => {}
            [face] => shapes.push(Shape::Outcome {
                // at the corner, where it leaves the name of the piece visible
                center: place(face) + vec2(0.4, -0.4) * tile,
                diameter: (tile.min_elem() * 0.5).round(),
                mark: BattleMark::Falls,
            }),
            [..] => {
                let diameter = (tile.min_elem() * 0.62).round();
                shapes.push(Shape::Outcome { center, diameter, mark: BattleMark::BothFall });
            }
        }
        shapes
    }
}

impl Tiles<'_> {
    /// The rectangle of a tile on `station`, enlarged on each side by `more` pixels of the design.
    fn tile_rect(&self, station: Station, more: f32) -> Rect {
        let more = Size::splat(2.0 * self.layout.scaled(more));
        Rect::from_center_size(self.layout.point(station), (self.layout.tile() + more).round())
    }

    /// The mark of an empty station to which the selected piece may move.
    fn quiet_target(&self, station: Station, hovered: bool) -> Shape {
        let (center, tile) = (self.layout.point(station), self.layout.tile());
        match station.kind() {
            // a dot would hide the name of the camp
            StationKind::Camp => {
                let width = self.layout.scaled(if hovered { 9.0 } else { 6.0 }).max(3.0);
                let diameter = empty_board::camp_diameter(self.layout) - width;
                Shape::Ring { center, diameter, width, color: self.theme.board.marks.target }
            }
            StationKind::Post | StationKind::Headquarters => {
                let part = if hovered { 0.5 } else { 0.36 };
                let color = self.theme.board.marks.target.gamma_multiply(DOT_ALPHA);
                Shape::Dot { center, diameter: (tile.y * part).round(), color }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::theme::Appearance;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::{BoardKind, Piece, Strength};
    use emath::pos2;

    const BACK: TileFace = TileFace::Down { color: Color::Black, mark: None };

    fn at(name: &str) -> Station {
        name.parse().unwrap()
    }

    fn own(strength: Strength) -> TileFace {
        TileFace::Up(Piece::new(Color::Red, strength))
    }

    fn show(model: &BoardModel) -> (Layout, Scene) {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(776.0, 710.0));
        let layout = Layout::fit(room, BoardKind::Cross, Color::Red);
        (layout, scene(model, &layout, &Theme::of(Appearance::Light)))
    }

    fn tiles(scene: &Scene) -> Vec<(TileFace, Point, Lift)> {
        let tile = |shape: &Shape| {
            let Shape::Tile { face, center, lift, .. } = shape else { return None };
            Some((*face, center.round(), *lift))
        };
        scene.shapes.iter().filter_map(tile).collect()
    }

    #[test]
    fn every_station_is_one_target() {
        let (layout, scene) = show(&BoardModel::default());
        assert_eq!(scene.targets.len(), 129);
        for station in layout.kind.board().stations() {
            assert_eq!(scene.target_at(layout.point(station)), Some(station.into()));
        }
        assert!(scene.shapes.is_empty());
    }

    #[test]
    fn nothing_that_the_board_says_shines_through_a_faint_tile() {
        let (headquarters, other) = (at("s12"), at("s21"));
        let tile = own(Strength::Major);
        let model = BoardModel {
            pieces: vec![(headquarters, tile), (other, tile)],
            faint: vec![headquarters],
            ..BoardModel::default()
        };
        let (layout, scene) = show(&model);
        let [Shape::Wash { rect, color, .. }, Shape::Tile { alpha, .. }, Shape::Tile { alpha: 1.0, .. }] =
            scene.shapes[..]
        else {
            panic!("ground and two tiles: {:?}", scene.shapes)
        };
        assert!(color.is_opaque() && alpha < 1.0);
        assert_eq!(rect.center().round(), layout.point(headquarters).round());
    }

    #[test]
    fn the_defender_stands_until_the_attacker_arrives() {
        let glide = |progress| Motion::Glide {
            piece: own(Strength::Major),
            dropped_at: None,
            path: vec![at("s11"), at("w15")],
            progress,
            under: Some(BACK),
        };
        for (progress, end) in [(0.0, "s11"), (1.0, "w15")] {
            let model = BoardModel {
                pieces: vec![(at("w15"), own(Strength::Major))],
                motions: vec![glide(progress)],
                ..BoardModel::default()
            };
            let (layout, scene) = show(&model);
            let under = (BACK, layout.point(at("w15")), Lift::Lying);
            let above = (own(Strength::Major), layout.point(at(end)), Lift::Air);
            assert_eq!(tiles(&scene), [under, above]);
        }
    }

    #[test]
    fn both_tiles_of_a_battle_meet_and_a_mark_says_which_falls() {
        let (attacker, bomb) = (own(Strength::Major), own(Strength::Bomb));
        let model = |attacker, removed: Vec<TileFace>, tiles: Vec<(Station, TileFace)>| BoardModel {
            pieces: tiles,
            motions: vec![Motion::Burst { at: at("c22"), from: at("c32"), attacker, removed, progress: 0.3 }],
            ..BoardModel::default()
        };
        let outcome = |scene: &Scene| {
            let found = scene.shapes.iter().find_map(|shape| {
                if let Shape::Outcome { mark, center, .. } = shape {
                    Some((*mark, center.round()))
                } else {
                    None
                }
            });
            found.expect("the outcome is shown")
        };
        let (layout, both) = show(&model(bomb, vec![bomb, BACK], vec![]));
        let place = layout.point(at("c22"));
        assert!(tiles(&both).iter().all(|(.., lift)| *lift == Lift::Leaving));
        assert_eq!(tiles(&both).len(), 2);
        assert_eq!(outcome(&both), (BattleMark::BothFall, place));

        let (_, lost) = show(&model(attacker, vec![attacker], vec![(at("c22"), BACK)]));
        let [(BACK, stays, Lift::Lying), (fallen, back, Lift::Leaving)] = tiles(&lost)[..] else {
            panic!("two tiles: {:?}", tiles(&lost))
        };
        assert_eq!((stays, fallen), (place, attacker));
        let origin = layout.point(at("c32")) - place;
        assert!((back - place).dot(origin) > 0.0, "the attacker stays where it came from");
        let (mark, corner) = outcome(&lost);
        let fallen = Rect::from_center_size(back, layout.tile());
        assert!(mark == BattleMark::Falls && fallen.contains(corner), "{corner} on {fallen}");
        assert!(corner.distance(back) > 0.5 * layout.tile().min_elem(), "the name stays visible");

        let (_, won) = show(&model(attacker, vec![BACK], vec![(at("c22"), attacker)]));
        assert!((tiles(&won)[1].1 - place).dot(origin) < 0.0, "the defender is pushed on");
        assert!(won.shapes.iter().any(|shape| matches!(shape, Shape::Burst { step: 3, .. })));
    }

    #[test]
    fn a_path_is_dotted_round_the_bend_and_not_under_the_tiles() {
        let model = BoardModel {
            path: vec![at("s31"), at("s21"), at("s11"), at("w15"), at("w25")],
            ..BoardModel::default()
        };
        let (layout, scene) = show(&model);
        let dots: Vec<Point> = scene
            .shapes
            .iter()
            .filter_map(|shape| if let Shape::Dot { center, .. } = shape { Some(*center) } else { None })
            .collect();
        let corner = pos2(layout.point(at("s11")).x, layout.point(at("w15")).y);
        let nearest = dots.iter().map(|dot| dot.distance(corner)).fold(f32::MAX, f32::min);
        let unit = layout.unit.min_elem();
        assert!(nearest > 0.2 * unit && nearest < unit, "{nearest}");
        for end in ["s31", "w25"] {
            let tile = Rect::from_center_size(layout.point(at(end)), layout.tile());
            assert!(!dots.iter().any(|dot| tile.contains(*dot)));
        }
    }

    #[test]
    fn a_dragged_tile_is_drawn_last() {
        let hand = pos2(300.0, 300.0);
        let model = BoardModel {
            pieces: vec![(at("s11"), own(Strength::Major)), (at("n11"), BACK)],
            dragged: Some((at("s11"), hand)),
            ..BoardModel::default()
        };
        let (_, scene) = show(&model);
        assert_eq!(tiles(&scene).last(), Some(&(own(Strength::Major), hand, Lift::Air)));
    }
}
