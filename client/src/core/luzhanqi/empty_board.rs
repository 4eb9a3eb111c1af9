//! The empty board as shapes: wood, roads, railways, stations, and mountains between the fronts.

use super::layout::Layout;
use crate::core::scene::{Face, Point, Rect, Shape};
use crate::core::theme::Theme;
use chuhe_rules::luzhanqi::{Arm, BoardKind, Link, LinkKind, Station, StationKind};
use egui::{Color32, pos2, vec2};

/// The diameter of a camp, in heights of a tile.
pub(super) const CAMP_RING: f32 = 1.22;

/// The shapes of the empty board, placed by `layout`.
#[must_use]
pub fn empty_board(layout: &Layout, theme: &Theme) -> Vec<Shape> {
    let draw = Draw { layout, theme };
    let mut shapes = vec![Shape::Wood {
        rect: layout.panel,
        radius: layout.scaled(14.0).max(10.0),
        colors: theme.wood,
        edge: theme.wood_edge,
    }];
    match layout.kind {
        BoardKind::Classic => draw.mountains(&mut shapes),
        BoardKind::Cross => draw.corners(&mut shapes),
    }
    draw.roads(&mut shapes);
    draw.railways(&mut shapes);
    for station in layout.kind.board().stations() {
        draw.station(station, &mut shapes);
    }
    shapes
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

struct Draw<'a> {
    layout: &'a Layout,
    theme: &'a Theme,
}

impl Draw<'_> {
    fn roads(&self, shapes: &mut Vec<Shape>) {
        let roads = self.layout.kind.board().links().iter().filter(|link| link.kind == LinkKind::Road);
        shapes.extend(roads.map(|link| Shape::Line {
            from: self.layout.point(link.a),
            to: self.layout.point(link.b),
            width: self.layout.scaled(1.3).max(1.0),
            color: self.theme.lines.gamma_multiply(0.75),
        }));
    }

    fn railways(&self, shapes: &mut Vec<Shape>) {
        let rail = |points, bent| Shape::Rail {
            points,
            bent,
            width: self.layout.scaled(6.4).max(4.0),
            colors: [self.theme.lines, self.light()],
        };
        for link in self.layout.kind.board().links() {
            let ends = [link.a, link.b].map(|station| self.layout.point(station));
            match link.kind {
                LinkKind::Road => {}
                LinkKind::Rail => shapes.push(rail(ends.into(), false)),
                LinkKind::Curve => {
                    shapes.push(rail(vec![ends[0], bend(self.layout, *link), ends[1]], true));
                }
            }
        }
    }

    /// The colour of stations and sleepers.
    fn light(&self) -> Color32 {
        self.theme.wood[0].lerp_to_gamma(Color32::WHITE, 0.45)
    }

    fn station(&self, station: Station, shapes: &mut Vec<Shape>) {
        let at = self.layout.point(station);
        let tile = self.layout.tile();
        let line = self.layout.scaled(1.4).max(1.0);
        match station.kind() {
            StationKind::Post => {
                let rect = Rect::from_center_size(at, (tile * vec2(0.72, 0.62)).round());
                let radius = self.layout.scaled(4.0);
                shapes.push(Shape::Wash { rect, radius, color: self.light() });
                shapes.push(Shape::Outline { rect, radius, width: line, color: self.theme.lines });
            }
            StationKind::Camp => {
                let diameter = (tile.y * CAMP_RING).round();
                shapes.push(Shape::Dot { center: at, diameter, color: self.light() });
                let ring = |diameter, width| Shape::Ring {
                    center: at,
                    diameter,
                    width,
                    color: self.theme.wood_jade,
                };
                shapes.push(ring(diameter, self.layout.scaled(2.2).max(1.4)));
                shapes.push(ring(diameter - self.layout.scaled(8.0).round(), line));
                self.name(at, ["行", "营"], self.theme.wood_jade, 0.78, shapes);
            }
            StationKind::Headquarters => {
                let rect = Rect::from_center_size(at, (tile * vec2(1.14, 1.2)).round());
                let radius = self.layout.scaled(9.0);
                let dark = self.theme.lines.lerp_to_gamma(self.theme.wood[1], 0.35);
                shapes.push(Shape::Wash { rect, radius, color: dark });
                let inner = rect.shrink(self.layout.scaled(3.2).max(2.0).round());
                let radius = self.layout.scaled(6.0);
                shapes.push(Shape::Outline { rect: inner, radius, width: line, color: self.light() });
                self.name(at, ["大", "本", "营"], self.light(), 0.86, shapes);
            }
        }
    }

    /// Draws the name of a station within a tile's width; on small boards only its last character.
    fn name<const N: usize>(
        &self,
        at: Point,
        name: [&str; N],
        color: Color32,
        part: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let tile = self.layout.tile();
        let room = tile.x.min(tile.y * 1.22 * if N == 2 { 1.0 } else { 2.0 }) * part;
        let whole = (room / N as f32).min(tile.y * 0.42);
        let (text, size) = if whole >= 11.0 {
            (name.concat(), whole)
        } else {
            (name[N - 1].to_owned(), (tile.y * 0.46).max(9.0))
        };
        shapes.push(Shape::Text { center: at, text, size, face: Face::Brush, color });
    }

    /// Draws the mountains between the fronts of the classic board, where no rail crosses.
    fn mountains(&self, shapes: &mut Vec<Shape>) {
        let fronts = Arm::ALL.map(|arm| Station::in_arm(arm, 1, 3));
        let [south, north, ..] = fronts.map(|front| front.map_or(0.0, |front| self.layout.point(front).y));
        let middle = (south + north) / 2.0;
        for column in [1.0, 3.0] {
            let foot = pos2(self.layout.at(column, 0.0).x, middle + self.layout.scaled(13.0));
            let dark = self.theme.lines.lerp_to_gamma(self.theme.wood[1], 0.35);
            let near = self.theme.lines.lerp_to_gamma(self.theme.wood[1], 0.15);
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
        let far = self.layout.at(17.0, 17.0);
        let near = self.layout.at(0.0, 0.0);
        let step = self.layout.unit * 2.4;
        let places = [
            (near + step, "两"),
            (pos2(far.x - step.x, near.y + step.y), "国"),
            (pos2(near.x + step.x, far.y - step.y), "军"),
            (far - step, "旗"),
        ];
        for (center, text) in places {
            shapes.push(Shape::Text {
                center,
                text: text.to_owned(),
                size: self.layout.unit.min_elem() * 2.6,
                face: Face::Brush,
                color: self.theme.lines.gamma_multiply(0.22),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::theme::Appearance;
    use chuhe_rules::Color;

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
}
