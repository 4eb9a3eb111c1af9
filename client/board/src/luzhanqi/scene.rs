//! The board of luzhanqi as a [`Scene`].
//!
//! The model holds the selection and the legal moves; this file only draws them.

use super::empty_board::{self, empty_board};
use super::layout::Layout;
use super::outside;
use super::path;
use crate::drawing::animation::{Motion, ease_out};
use crate::drawing::board_marks::{GHOST_ALPHA, PREMOVE_ALPHA, arrow};
use crate::drawing::scene::{
    BURST_STEPS, BattleMark, Lift, Point, Rect, Scene, Shape, Size, Target, TileFace,
};
use crate::drawing::theme::Theme;
use chuhe_rules::luzhanqi::{Move, Station, StationKind};
use ecolor::Color32;
use emath::vec2;

/// The contents of the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardModel {
    /// The tiles, each on the station where it is or will arrive.
    pub tiles: Vec<(Station, TileFace)>,
    /// The station of the selected piece.
    pub selected: Option<Station>,
    /// The empty stations to which it may move.
    pub quiet: Vec<Station>,
    /// The stations that it may attack.
    pub attacks: Vec<Station>,
    /// The stations passed by the last move.
    pub last_path: Vec<Station>,
    /// The stations that the selected piece would pass on its way to the hovered one.
    pub path: Vec<Station>,
    /// The station of the dragged tile, and where the pointer is.
    pub dragged: Option<(Station, Point)>,
    /// The tiles in motion.
    pub motions: Vec<Motion<Station, TileFace>>,
    /// The station under the pointer, if the selected piece may go there.
    pub hovered: Option<Station>,
    /// The station of the tile that the user is about to mark.
    pub marking: Option<Station>,
    /// The stations whose tiles are drawn faint, because they cannot be selected now.
    pub faint: Vec<Station>,
    /// The move that is sent as soon as it is legal.
    pub premove: Option<Move>,
}

const DOT_ALPHA: f32 = 0.85;
/// The share of a battle in which both tiles stay opaque.
const MEETING: f32 = 0.4;
/// The distance between the dots of a path, and their diameter, in pixels of the design.
const PATH_STEP: f32 = 15.0;
const PATH_DOT: f32 = 8.0;

/// The scene of a board placed by `layout`.
#[must_use]
pub fn scene(model: &BoardModel, layout: &Layout, theme: &Theme) -> Scene {
    let draw = Draw { model, layout, theme };
    let mut shapes = Vec::with_capacity(128);
    draw.last_move(&mut shapes);
    draw.tiles(&mut shapes);
    draw.premove(&mut shapes);
    draw.choice(&mut shapes);
    draw.moving(&mut shapes);
    let target = |station: Station| Target { place: station.into(), area: layout.area(station) };
    let targets = layout.stations().map(target).collect();
    Scene {
        background: empty_board(layout, theme),
        shapes,
        targets,
        panel: Some(layout.panel),
        enlarged_from: None,
        style: theme.pieces,
    }
}

struct Draw<'a> {
    model: &'a BoardModel,
    layout: &'a Layout,
    theme: &'a Theme,
}

impl Draw<'_> {
    /// The rectangle of a tile on `station`, enlarged on each side by `more` pixels of the design.
    fn tile_rect(&self, station: Station, more: f32) -> Rect {
        let more = Size::splat(2.0 * self.layout.scaled(more));
        Rect::from_center_size(self.layout.point(station), (self.layout.tile() + more).round())
    }

    fn last_move(&self, shapes: &mut Vec<Shape>) {
        let stations = &self.model.last_path;
        let gold = self.theme.board.marks.last;
        self.dots(stations, gold.gamma_multiply(0.9), shapes);
        shapes.extend(outside::sign(self.layout, stations, self.theme.board.marks.outline));
        let shown = |station: Option<&Station>| station.copied().filter(|it| self.layout.shows(*it));
        let (from, to) = (shown(stations.first()), shown(stations.last()));
        shapes.extend(to.map(|to| Shape::Wash {
            rect: self.tile_rect(to, 5.0),
            radius: self.layout.scaled(10.0),
            color: gold.gamma_multiply(0.7),
        }));
        for (station, more) in from.map(|from| (from, 0.0)).into_iter().chain(to.map(|to| (to, 5.0))) {
            shapes.push(Shape::Outline {
                rect: self.tile_rect(station, more),
                radius: self.layout.scaled(9.0),
                width: self.layout.scaled(2.5).max(1.5),
                color: self.theme.board.marks.outline,
            });
        }
    }

    /// Draws small dots along a path, but not under the tiles at its ends.
    fn dots(&self, stations: &[Station], color: Color32, shapes: &mut Vec<Shape>) {
        let line = path::line(self.layout, stations);
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return };
        let ends = [first, last].map(|end| Rect::from_center_size(end, self.layout.tile()));
        let (step, diameter) =
            (self.layout.scaled(PATH_STEP).max(9.0), self.layout.scaled(PATH_DOT).max(5.0));
        let count = (path::length(&line) / step) as usize;
        for index in 1..=count {
            let center = path::along(&line, index as f32 / (count + 1) as f32);
            if self.layout.panel.contains(center) && !ends.iter().any(|end| end.contains(center)) {
                shapes.push(Shape::Dot { center, diameter, color });
            }
        }
    }

    fn tiles(&self, shapes: &mut Vec<Shape>) {
        let arriving = |station| {
            self.motions().any(|motion| match motion {
                Motion::Glide { path, .. } => path.last() == Some(&station),
                Motion::Burst { .. } => false,
            })
        };
        for &(station, face) in &self.model.tiles {
            if arriving(station) || !self.layout.shows(station) {
                continue;
            }
            let in_hand = self.model.dragged.is_some_and(|(from, _)| from == station);
            let faint = self.model.faint.contains(&station);
            let alpha = if in_hand {
                0.35
            } else if faint {
                0.55
            } else {
                1.0
            };
            shapes.push(self.tile(face, self.layout.point(station), Lift::Lying, alpha));
        }
    }

    /// Draws the tile faintly where it will go, and an arrow to it.
    fn premove(&self, shapes: &mut Vec<Shape>) {
        let Some(Move { from, to }) = self.model.premove else { return };
        if !self.layout.shows(from) || !self.layout.shows(to) {
            return;
        }
        let tile = self.model.tiles.iter().find(|(station, _)| *station == from);
        let (start, end) = (self.layout.point(from), self.layout.point(to));
        shapes.extend(tile.map(|&(_, face)| self.tile(face, end, Lift::Lying, GHOST_ALPHA)));
        let color = self.theme.board.marks.target.gamma_multiply(PREMOVE_ALPHA);
        shapes.push(arrow(start, end, self.layout.tile().min_elem(), color));
    }

    fn choice(&self, shapes: &mut Vec<Shape>) {
        let jade = self.theme.board.marks.target;
        self.dots(&self.model.path, jade.gamma_multiply(0.9), shapes);
        let ring = |station| Shape::Outline {
            rect: self.tile_rect(station, 3.5),
            radius: self.layout.scaled(10.0),
            width: self.layout.scaled(3.5).max(2.5),
            color: jade,
        };
        shapes.extend(self.model.selected.map(ring));
        shapes.extend(self.model.marking.map(|station| Shape::Outline {
            rect: self.tile_rect(station, 3.5),
            radius: self.layout.scaled(10.0),
            width: self.layout.scaled(3.0).max(2.0),
            color: self.theme.board.marks.last,
        }));
        // around the dragged tile, which hides the mark of its target
        let target = self.model.hovered.filter(|station| {
            let marked = self.model.quiet.contains(station) || self.model.attacks.contains(station);
            marked && self.model.dragged.is_some()
        });
        shapes.extend(target.map(|station| Shape::Outline {
            rect: self.tile_rect(station, 9.0),
            radius: self.layout.scaled(13.0),
            width: self.layout.scaled(4.5).max(3.0),
            color: jade,
        }));
        let shown = |station: &&Station| self.layout.shows(**station);
        for &station in self.model.quiet.iter().filter(shown) {
            shapes.push(self.quiet_target(station));
        }
        for &station in self.model.attacks.iter().filter(shown) {
            let hovered = self.model.hovered == Some(station);
            shapes.push(Shape::BrokenOutline {
                rect: self.tile_rect(station, 3.5),
                radius: self.layout.scaled(10.0),
                width: self.layout.scaled(if hovered { 5.0 } else { 3.5 }).max(2.5),
                color: jade,
            });
        }
    }

    /// The mark of an empty station to which the selected piece may move.
    fn quiet_target(&self, station: Station) -> Shape {
        let (center, hovered) = (self.layout.point(station), self.model.hovered == Some(station));
        let tile = self.layout.tile();
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

    fn moving(&self, shapes: &mut Vec<Shape>) {
        for motion in self.motions() {
            match motion {
                Motion::Glide { piece, path, dropped_at, progress, under } => {
                    let Some(&to) = path.last() else { continue };
                    let shown = self.layout.shows(to);
                    let to = self.layout.point(to);
                    let under = under.filter(|_| shown);
                    shapes.extend(under.map(|face| self.tile(face, to, Lift::Lying, 1.0)));
                    let part = ease_out(*progress);
                    let at = match dropped_at {
                        Some(from) => *from + (to - *from) * part,
                        None => path::along(&path::line(self.layout, path), part),
                    };
                    // a piece may come from a part of the board that is not shown
                    if dropped_at.is_some() || self.layout.panel.contains(at) {
                        shapes.push(self.tile(*piece, at, Lift::Air, 1.0));
                    }
                }
                Motion::Burst { at, from, attacker, removed, progress } if self.layout.shows(*at) => {
                    self.battle((*from, *at), *attacker, removed, *progress, shapes);
                }
                Motion::Burst { .. } => {}
            }
        }
        if let Some((from, hand)) = self.model.dragged {
            let tile = self.model.tiles.iter().find(|(station, _)| *station == from);
            shapes.extend(tile.map(|&(_, face)| self.tile(face, hand, Lift::Air, 1.0)));
        }
    }

    /// Draws a battle: both tiles meet, the removed ones fade, and a mark says which were removed.
    ///
    /// A removed attacker stays back where it came from, a removed defender is pushed on.
    fn battle(
        &self,
        (from, at): (Station, Station),
        attacker: TileFace,
        removed: &[TileFace],
        progress: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let (center, tile) = (self.layout.point(at), self.layout.tile());
        // a battle that does not fade shows both tiles until it ends
        let progress = if self.theme.reduces_motion { MEETING } else { progress.clamp(0.0, 1.0) };
        let step = (progress * f32::from(BURST_STEPS)) as u8;
        shapes.push(Shape::Burst { center, diameter: tile.x * 1.5, step });
        let back = (self.layout.point(from) - center).normalized() * tile;
        let place = |face: TileFace| center + back * if face == attacker { 0.66 } else { -0.5 };
        // opaque at first, so that the user sees both pieces of the battle
        let alpha = 1.0 - ((progress - MEETING) / (1.0 - MEETING)).clamp(0.0, 1.0);
        for &face in removed {
            shapes.push(self.tile(face, place(face), Lift::Leaving, alpha));
        }
        match removed {
            [] => {}
            &[face] => shapes.push(Shape::Outcome {
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
    }

    /// The motions to draw: where the user wants no motion, only battles.
    fn motions(&self) -> impl Iterator<Item = &Motion<Station, TileFace>> {
        self.model.motions.iter().filter(|motion| match motion {
            Motion::Glide { .. } => !self.theme.reduces_motion,
            Motion::Burst { .. } => true,
        })
    }

    fn tile(&self, face: TileFace, center: Point, lift: Lift, alpha: f32) -> Shape {
        Shape::Tile { face, center, size: self.layout.tile(), lift, alpha, names: None }
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
                tiles: vec![(at("w15"), own(Strength::Major))],
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
            tiles,
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
            tiles: vec![(at("s11"), own(Strength::Major)), (at("n11"), BACK)],
            dragged: Some((at("s11"), hand)),
            ..BoardModel::default()
        };
        let (_, scene) = show(&model);
        assert_eq!(tiles(&scene).last(), Some(&(own(Strength::Major), hand, Lift::Air)));
    }
}
