//! The empty board as shapes: wood, roads, railways, stations, and mountains between the fronts.

use super::layout::{BoardPart, Layout};
use crate::drawing::characters;
use crate::drawing::scene::{Face, Point, Rect, Shape, Size};
use crate::drawing::theme::Theme;
use chuhe_records::notation::Script;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Arm, BoardKind, Link, LinkKind, Station, StationKind};
use ecolor::Color32;
use emath::{pos2, vec2};
use std::collections::BTreeMap;

/// The least size of the name of a headquarters, and of a camp, in pixels: below it, its frame stands alone.
const LEAST_NAME: f32 = 11.0;
const LEAST_CAMP_NAME: f32 = 8.0;

/// The shapes of the empty board, placed by `layout`.
#[must_use]
pub fn empty_board(layout: &Layout, theme: &Theme) -> Vec<Shape> {
    let draw = Draw { layout, theme };
    let mut shapes = vec![Shape::Panel {
        rect: layout.panel,
        radius: layout.scaled(14.0).max(10.0),
        colors: theme.board.surface,
        edge: theme.board.edge,
        texture: theme.board.texture,
    }];
    match layout.kind {
        BoardKind::Classic => draw.mountains(&mut shapes),
        BoardKind::Cross => draw.corners(&mut shapes),
    }
    draw.roads(&mut shapes);
    draw.railways(&mut shapes);
    for station in layout.stations() {
        draw.station(station, &mut shapes);
    }
    draw.coordinates(&mut shapes);
    shapes
}

/// The diameter of a camp. On the cross board a tile covers it.
#[must_use]
pub fn camp_diameter(layout: &Layout) -> f32 {
    let tile = layout.tile();
    match layout.kind {
        BoardKind::Classic => (tile.y * 1.22).round(),
        BoardKind::Cross => tile.min_elem(),
    }
}

/// The control point of the bend between two neighbouring arms.
///
/// There the straight lines of both arms would meet.
#[must_use]
pub fn bend(layout: &Layout, link: Link) -> Point {
    let (a, b) = (layout.point(link.a), layout.point(link.b));
    let corner = [pos2(a.x, b.y), pos2(b.x, a.y)];
    let middle = layout.panel.center();
    let [one, other] = corner.map(|point| point.distance_sq(middle));
    corner[usize::from(other < one)]
}

/// The last point within `rect` on the way from a point in it to another.
fn up_to_edge(from: Point, to: Point, rect: Rect) -> Point {
    let step = to - from;
    let share = |from: f32, step: f32, least: f32, most: f32| {
        let edge = if step < 0.0 { least } else { most };
        if step == 0.0 { 1.0 } else { (edge - from) / step }
    };
    let across = share(from.x, step.x, rect.left(), rect.right());
    let down = share(from.y, step.y, rect.top(), rect.bottom());
    from + step * across.min(down).clamp(0.0, 1.0)
}

struct Draw<'a> {
    layout: &'a Layout,
    theme: &'a Theme,
}

impl Draw<'_> {
    fn roads(&self, shapes: &mut Vec<Shape>) {
        let roads = self.layout.kind.board().links().iter().filter(|link| link.kind == LinkKind::Road);
        shapes.extend(roads.filter_map(|link| self.ends(*link)).map(|[from, to]| Shape::Line {
            from,
            to,
            width: self.layout.scaled(1.3).max(1.0),
            color: self.theme.board.lines.gamma_multiply(0.75),
        }));
    }

    fn railways(&self, shapes: &mut Vec<Shape>) {
        let rail = |points, bent| Shape::Rail {
            points,
            bent,
            width: self.layout.scaled(6.4).max(4.0),
            colors: self.theme.board.rail,
        };
        for link in self.layout.kind.board().links() {
            let Some([from, to]) = self.ends(*link) else { continue };
            match link.kind {
                LinkKind::Road => {}
                LinkKind::Rail => shapes.push(rail(vec![from, to], false)),
                LinkKind::Curve => shapes.push(rail(vec![from, bend(self.layout, *link), to], true)),
            }
        }
    }

    /// The ends of a link, the second cut off at the edge of the wood; `None` if neither is shown.
    fn ends(&self, link: Link) -> Option<[Point; 2]> {
        let [a, b] = [link.a, link.b].map(|station| self.layout.point(station));
        let wood = self.layout.panel.shrink(1.0);
        match (self.layout.shows(link.a), self.layout.shows(link.b)) {
            (true, true) => Some([a, b]),
            (true, false) => Some([a, up_to_edge(a, b, wood)]),
            (false, true) => Some([b, up_to_edge(b, a, wood)]),
            (false, false) => None,
        }
    }

    /// The colour of stations and sleepers.
    fn light(&self) -> Color32 {
        self.theme.board.station
    }

    fn station(&self, station: Station, shapes: &mut Vec<Shape>) {
        let at = self.layout.point(station);
        let tile = self.layout.tile();
        let line = self.layout.scaled(1.4).max(1.0);
        // the cross board has two arms in which nobody sets up: no names there
        let is_named = Color::ALL.iter().any(|&color| station.arm() == Some(Arm::of(color)));
        match station.kind() {
            StationKind::Post => {
                let rect = Rect::from_center_size(at, (tile * vec2(0.72, 0.62)).round());
                let radius = self.layout.scaled(4.0);
                shapes.push(Shape::Wash { rect, radius, color: self.light() });
                shapes.push(Shape::Outline { rect, radius, width: line, color: self.theme.board.lines });
            }
            StationKind::Camp => {
                let diameter = camp_diameter(self.layout);
                shapes.push(Shape::Dot { center: at, diameter, color: self.light() });
                let ring = |diameter, width| Shape::Ring {
                    center: at,
                    diameter,
                    width,
                    color: self.theme.board.camp,
                };
                if !is_named {
                    shapes.push(Shape::Ring {
                        center: at,
                        diameter: diameter - line,
                        width: line,
                        color: self.theme.board.lines,
                    });
                    return;
                }
                let width = self.layout.scaled(2.2).max(1.4);
                shapes.push(ring(diameter - width, width));
                let size = (diameter * 0.37).min(tile.y * 0.42);
                // its circle alone is plainer than letters that nobody can read
                if size >= LEAST_CAMP_NAME {
                    // the circle within the ring is less wide above and below its middle
                    let room = ((diameter - 2.0 * width).powi(2) - size.powi(2)).max(0.0).sqrt();
                    let name = characters::of_camp(self.script());
                    self.name(at, name, size, room, self.theme.board.camp, shapes);
                }
            }
            StationKind::Headquarters => {
                let rect = Rect::from_center_size(at, (tile * self.headquarters()).round());
                let dark = self.theme.board.headquarters;
                shapes.push(Shape::Wash { rect, radius: self.layout.scaled(8.0), color: dark });
                let size = (rect.width() * 0.27).min(tile.y * 0.42);
                if !is_named {
                    return;
                }
                let inner = rect.shrink(self.layout.scaled(3.2).max(2.0).round());
                let radius = self.layout.scaled(5.0);
                shapes.push(Shape::Outline { rect: inner, radius, width: line, color: self.light() });
                // its frame alone is plainer than letters that nobody can read, and than a sign like a piece
                if size >= LEAST_NAME {
                    let (name, room) =
                        (characters::of_headquarters(self.script()), inner.width() - 2.0 * line);
                    self.name(at, name, size, room, self.light(), shapes);
                }
            }
        }
    }

    /// The size of a headquarters, in tiles. On the cross board a tile covers it.
    const fn headquarters(&self) -> Size {
        match self.layout.kind {
            BoardKind::Classic => vec2(1.12, 1.2),
            BoardKind::Cross => vec2(0.98, 0.98),
        }
    }

    const fn script(&self) -> Script {
        self.theme.pieces.script
    }

    /// Writes a name in letters of at most this size, into this width.
    fn name(&self, center: Point, text: &str, size: f32, room: f32, color: Color32, shapes: &mut Vec<Shape>) {
        shapes.push(Shape::Text { center, text: text.to_owned(), size, room, face: Face::Brush, color });
    }

    /// Writes the letter of each column below it, and the number of each row at its left.
    fn coordinates(&self, shapes: &mut Vec<Shape>) {
        let layout = self.layout;
        let mut columns: BTreeMap<u8, (u8, Station)> = BTreeMap::new();
        let mut rows: BTreeMap<u8, (u8, Station)> = BTreeMap::new();
        for station in layout.stations() {
            let Some(at) = layout.kind.point_for(layout.bottom, station) else { continue };
            let lowest = columns.entry(at.x).or_insert((at.y, station));
            *lowest = (*lowest).max((at.y, station));
            let leftmost = rows.entry(at.y).or_insert((at.x, station));
            *leftmost = (*leftmost).min((at.x, station));
        }
        let (size, away) = (layout.coordinate(), layout.to_coordinate());
        let mut write = |center, text| {
            shapes.push(Shape::Text {
                center,
                text,
                size,
                room: f32::INFINITY,
                face: Face::Plain,
                color: self.theme.board.numerals,
            });
        };
        for (_, station) in columns.into_values() {
            let Some((column, _)) = layout.kind.coordinates(station) else { continue };
            // centred as a capital is, while most of these letters are lower and some go below the line
            write(layout.point(station) + vec2(0.0, away.y - 0.1 * size), column.to_string());
        }
        for (x, station) in rows.into_values() {
            let Some((_, row)) = layout.kind.coordinates(station) else { continue };
            // a link to a station that is not shown passes there
            let up = if layout.part == BoardPart::OwnHalf && x > 1 && x < 7 { size * 0.8 } else { 0.0 };
            write(layout.point(station) + vec2(-away.x, -up), row.to_string());
        }
    }

    /// Draws the mountains between the fronts of the classic board, where no rail crosses.
    fn mountains(&self, shapes: &mut Vec<Shape>) {
        let fronts = Arm::ALL.map(|arm| Station::in_arm(arm, 1, 3));
        let [south, north, ..] = fronts.map(|front| front.map_or(0.0, |front| self.layout.point(front).y));
        let middle = (south + north) / 2.0;
        for column in [1.0, 3.0] {
            let foot = pos2(self.layout.at(column, 0.0).x, middle + self.layout.scaled(13.0));
            let dark = self.theme.board.headquarters;
            let near = dark.lerp_to_gamma(self.theme.board.lines, 0.35);
            let peak = |left: f32, height: f32, right: f32| -> Vec<Point> {
                let at = |x: f32, y: f32| foot + vec2(self.layout.scaled(x), -self.layout.scaled(y));
                vec![at(left, 0.0), at((left + right) / 2.0, height), at(right, 0.0)]
            };
            shapes.push(Shape::Area { points: peak(-30.0, 22.0, 12.0), color: dark });
            shapes.push(Shape::Area { points: peak(-6.0, 18.0, 30.0), color: dark });
            shapes.push(Shape::Area { points: peak(-18.0, 29.0, 20.0), color: near });
            let snow = |x: f32, y: f32| foot + vec2(self.layout.scaled(x), -self.layout.scaled(y));
            shapes.push(Shape::Area {
                points: vec![
                    snow(1.0, 29.0),
                    snow(-3.6, 22.0),
                    snow(0.0, 23.6),
                    snow(2.6, 21.4),
                    snow(6.0, 22.4),
                ],
                color: self.light(),
            });
        }
    }

    /// Draws the name of the game in the corners of the cross board.
    fn corners(&self, shapes: &mut Vec<Shape>) {
        if self.layout.part != BoardPart::Whole {
            return;
        }
        // in the middle of the corners, in units from the top left station
        let (near, far) = (2.35, 14.05);
        let places = [(near, near), (far, near), (near, far), (far, far)];
        for ((across, down), text) in places.into_iter().zip(characters::of_cross_board(self.script())) {
            let center = self.layout.at(across, down);
            shapes.push(Shape::Text {
                center,
                text: text.to_owned(),
                size: self.layout.unit.min_elem() * 2.6,
                room: f32::INFINITY,
                face: Face::Brush,
                color: self.theme.board.lines.gamma_multiply(0.22),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::theme::Appearance;

    /// The width of the dark edge of the wood with some wood inside it, in pixels.
    const EDGE_OF_WOOD: f32 = 3.0;

    fn board(kind: BoardKind, bottom: Color) -> (Layout, Vec<Shape>) {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(776.0, 710.0));
        let layout = Layout::fit(room, kind, bottom);
        (layout, empty_board(&layout, &Theme::of(Appearance::Light)))
    }

    #[test]
    fn every_link_is_drawn_by_its_kind() {
        for (kind, roads, straight, bent) in [(BoardKind::Classic, 98, 35, 0), (BoardKind::Cross, 196, 88, 4)]
        {
            let (_, shapes) = board(kind, Color::Red);
            let count = |wanted: fn(&Shape) -> bool| shapes.iter().filter(|shape| wanted(shape)).count();
            assert_eq!(count(|shape| matches!(shape, Shape::Line { .. })), roads, "{kind:?}");
            assert_eq!(count(|shape| matches!(shape, Shape::Rail { bent: false, .. })), straight, "{kind:?}");
            assert_eq!(count(|shape| matches!(shape, Shape::Rail { bent: true, .. })), bent, "{kind:?}");
        }
    }

    #[test]
    fn every_row_and_column_has_its_coordinate_on_the_wood() {
        // the rooms for the board in windows of 900 × 640, 1280 × 820 and 2560 × 1400
        let rooms = [vec2(526.0, 582.0), vec2(776.0, 710.0), vec2(1500.0, 1290.0)];
        let boards = [(BoardKind::Classic, 5, 12), (BoardKind::Cross, 17, 17)];
        let cases = boards.into_iter().flat_map(|board| rooms.map(|room| (board, room)));
        for ((kind, columns, rows), room) in cases {
            for bottom in Color::ALL {
                let layout = Layout::fit(Rect::from_min_size(Point::ZERO, room), kind, bottom);
                let shapes = empty_board(&layout, &Theme::of(Appearance::Light));
                let at = |wanted: &str| {
                    let place = shapes.iter().find_map(|shape| {
                        if let Shape::Text { text, center, .. } = shape {
                            (text == wanted).then_some(*center)
                        } else {
                            None
                        }
                    });
                    place.unwrap_or_else(|| panic!("{wanted} is missing"))
                };
                let tile = |station| Rect::from_center_size(layout.point(station), layout.tile());
                let names = (b'a'..b'a' + columns).map(|letter| char::from(letter).to_string());
                for name in names.chain((1..=rows).map(|row| row.to_string())) {
                    // as wide as digits, and from the top of an f to the foot of a g around a centred capital
                    let em = layout.coordinate();
                    let half = vec2(0.28 * name.len() as f32, 0.4) * em;
                    let foot = if name.starts_with(char::is_alphabetic) { 0.58 * em } else { half.y };
                    let letters = Rect::from_min_max(at(&name) - half, at(&name) + vec2(half.x, foot));
                    let wood = layout.panel.shrink(EDGE_OF_WOOD);
                    assert!(wood.contains_rect(letters), "{kind:?} {room} {name}: {letters} {wood}");
                    assert!(!layout.stations().any(|station| tile(station).intersects(letters)), "{name}");
                }
                let flag = Station::in_arm(Arm::South, 6, 2).unwrap();
                let (column, row) = kind.coordinates(flag).unwrap();
                assert_eq!(at(&column.to_string()).x, layout.point(flag).x);
                assert_eq!(at(&row.to_string()).y, layout.point(flag).y);
            }
        }
    }

    #[test]
    fn names_are_in_the_characters_of_the_theme() {
        let theme = Theme::of(Appearance::Light).written_in(Script::Traditional);
        for (kind, names) in
            [(BoardKind::Classic, &["行營", "大本營"][..]), (BoardKind::Cross, &["兩", "國", "軍", "旗"])]
        {
            let (layout, simplified) = board(kind, Color::Red);
            let traditional = empty_board(&layout, &theme);
            let has = |shapes: &[Shape], name: &str| {
                shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == name))
            };
            for name in names {
                assert!(has(&traditional, name), "{name}");
                assert!(*name == "旗" || !has(&simplified, name), "{name}");
            }
        }
    }

    #[test]
    fn only_arms_with_a_formation_name_their_camps_and_mark_their_headquarters() {
        let theme = Theme::of(Appearance::Light);
        for kind in BoardKind::ALL {
            let (layout, shapes) = board(kind, Color::Red);
            let camps = shapes.iter().filter_map(|shape| {
                let Shape::Text { text, center, .. } = shape else { return None };
                (text == "行营").then_some(*center)
            });
            let own = layout.stations().filter(|station| {
                station.kind() == StationKind::Camp && matches!(station.arm(), Some(Arm::South | Arm::North))
            });
            let own: Vec<Point> = own.map(|station| layout.point(station)).collect();
            assert_eq!((camps.collect::<Vec<_>>(), own.len()), (own, 10), "{kind:?}");
            let rings = shapes
                .iter()
                .filter(|shape| matches!(shape, Shape::Ring { color, .. } if *color == theme.board.camp));
            assert_eq!(rings.count(), 10, "{kind:?}");
        }
        let (_, cross) = board(BoardKind::Cross, Color::Red);
        let light = theme.board.station;
        let frames =
            cross.iter().filter(|shape| matches!(shape, Shape::Outline { color, .. } if *color == light));
        assert_eq!(frames.count(), 4, "a frame for each headquarters");
        let areas =
            cross.iter().filter(|shape| matches!(shape, Shape::Area { color, .. } if *color == light));
        assert_eq!(areas.count(), 0, "nothing that looks like a flag");
    }

    #[test]
    fn the_name_of_a_camp_stays_in_its_circle_and_is_left_out_where_it_is_too_small() {
        for (room, kind, is_named) in [
            (vec2(776.0, 710.0), BoardKind::Cross, true),
            (vec2(360.0, 430.0), BoardKind::Classic, true),
            (vec2(360.0, 430.0), BoardKind::Cross, false),
        ] {
            let room = Rect::from_min_size(pos2(0.0, 0.0), room);
            let layout = Layout::edge_to_edge(room, kind, Color::Red, BoardPart::Whole);
            let shapes = empty_board(&layout, &Theme::of(Appearance::Light));
            let rooms = shapes.iter().filter_map(|shape| {
                let Shape::Text { text, room, .. } = shape else { return None };
                (text == "行营").then_some(*room)
            });
            let rooms: Vec<f32> = rooms.collect();
            assert_eq!(rooms.len(), if is_named { 10 } else { 0 }, "{kind:?} in {room}");
            assert!(rooms.iter().all(|room| *room < camp_diameter(&layout) - 2.0), "{rooms:?}");
        }
    }

    #[test]
    fn bends_bulge_towards_the_centre() {
        for bottom in Color::ALL {
            let (layout, shapes) = board(BoardKind::Cross, bottom);
            let middle = layout.panel.center();
            for shape in &shapes {
                let Shape::Rail { points, bent: true, .. } = shape else { continue };
                let [a, pull, b] = points[..] else { panic!("three points: {points:?}") };
                assert!(
                    pull.distance(middle) < a.distance(middle) && pull.distance(middle) < b.distance(middle)
                );
                assert!(pull.x == a.x || pull.x == b.x);
            }
        }
    }

    #[test]
    fn a_tile_covers_its_station_on_the_cross_board() {
        let (layout, shapes) = board(BoardKind::Cross, Color::Red);
        let tile = |station| Rect::from_center_size(layout.point(station), layout.tile());
        let tiles: Vec<Rect> = layout.stations().map(tile).collect();
        let covered = |rect: Rect| tiles.iter().any(|tile| tile.expand(0.5).contains_rect(rect));
        for shape in &shapes[1..] {
            if let Shape::Wash { rect, .. } | Shape::Outline { rect, .. } = shape {
                assert!(covered(*rect), "{rect}");
            }
            if let Shape::Dot { center, diameter, .. } | Shape::Ring { center, diameter, .. } = shape {
                assert!(covered(Rect::from_center_size(*center, Size::splat(*diameter))), "{shape:?}");
            }
        }
    }

    #[test]
    fn own_half_is_larger_and_ends_at_the_front_of_the_opponent() {
        let room = Rect::from_min_size(pos2(20.0, 18.0), vec2(526.0, 582.0));
        for kind in BoardKind::ALL {
            for bottom in Color::ALL {
                let whole = Layout::fit(room, kind, bottom);
                let half = Layout::fit_part(room, kind, bottom, BoardPart::OwnHalf);
                assert!(half.tile().min_elem() > 1.25 * whole.tile().min_elem(), "{kind:?}");
                let shown: Vec<Station> = half.stations().collect();
                for column in 1..=5 {
                    for row in 1..=6 {
                        let own = Station::in_arm(Arm::of(bottom), row, column).unwrap();
                        assert!(shown.contains(&own), "{own}");
                        let other = Station::in_arm(Arm::of(bottom.opponent()), row, column).unwrap();
                        assert_eq!(shown.contains(&other), row == 1, "{other}");
                    }
                }
                for shape in empty_board(&half, &Theme::of(Appearance::Light)) {
                    if let Shape::Line { from, to, .. } = shape {
                        assert!(half.panel.contains(from) && half.panel.contains(to), "{from} {to}");
                    }
                }
            }
        }
    }
}
