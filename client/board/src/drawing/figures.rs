//! The Western figures of the pieces of xiangqi, as outlines on a square of 100 by 100.

use chuhe_rules::xiangqi::PieceKind;
use emath::{Pos2, Vec2, pos2};
use std::sync::LazyLock;

/// A figure: polygons in the colour of its side, and above them polygons in that of the disc.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The silhouette.
    pub solid: Vec<Polygon>,
    /// What is cut out of it.
    pub cut: Vec<Polygon>,
}

/// A polygon that does not intersect itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// The corners.
    pub corners: Vec<Pos2>,
    /// Triangles that cover it, as indices of corners.
    pub triangles: Vec<[u32; 3]>,
}

/// The figure of this kind of piece.
#[must_use]
pub fn of_piece(kind: PieceKind) -> &'static Figure {
    static FIGURES: LazyLock<[Figure; 7]> = LazyLock::new(|| PieceKind::ALL.map(draw));
    let index = PieceKind::ALL.iter().position(|it| *it == kind);
    &FIGURES[index.expect("ALL has every kind")]
}

/// The letter of this kind of piece in Western sets.
#[must_use]
pub const fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::King => 'K',
        PieceKind::Advisor => 'A',
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        PieceKind::Rook => 'R',
        PieceKind::Cannon => 'C',
        PieceKind::Pawn => 'P',
    }
}

fn draw(kind: PieceKind) -> Figure {
    match kind {
        PieceKind::King => king(),
        PieceKind::Advisor => advisor(),
        PieceKind::Elephant => elephant(),
        PieceKind::Horse => horse(),
        PieceKind::Rook => rook(),
        PieceKind::Cannon => cannon(),
        PieceKind::Pawn => pawn(),
    }
}

/// A crown.
fn king() -> Figure {
    let crown = [(14, 32), (33, 50), (50, 20), (67, 50), (86, 32), (79, 72), (21, 72)];
    let tips = [(14, 27), (50, 14), (86, 27)].map(|(x, y)| circle(x, y, 6));
    let solid = [lines(&crown), lines(&[(21, 78), (79, 78), (79, 88), (21, 88)])];
    Figure { solid: solid.into_iter().chain(tips).collect(), cut: Vec::new() }
}

/// A mandarin with a winged hat.
fn advisor() -> Figure {
    let hat = Pen::at(33, 34)
        .curve(33, 12, 50, 12)
        .curve(67, 12, 67, 34)
        .line(95, 34)
        .line(95, 42)
        .line(5, 42)
        .line(5, 34);
    let face = Pen::at(37, 46).line(63, 46).curve(63, 64, 50, 66).curve(37, 64, 37, 46);
    let robe = Pen::at(18, 88).curve(20, 70, 40, 66).line(50, 74).line(60, 66).curve(80, 70, 82, 88);
    Figure { solid: [hat, face, robe].map(Pen::polygon).into(), cut: Vec::new() }
}

/// An elephant that walks to the left.
fn elephant() -> Figure {
    let body = Pen::at(30, 28)
        .curve(44, 16, 62, 22)
        .curve(90, 24, 90, 52)
        .line(90, 86)
        .line(75, 86)
        .line(75, 70)
        .line(58, 70)
        .line(58, 86)
        .line(43, 86)
        .line(43, 66)
        .curve(37, 66, 33, 62)
        .curve(32, 78, 22, 84)
        .curve(12, 88, 6, 78)
        .line(13, 73)
        .curve(19, 77, 20, 66)
        .curve(14, 56, 15, 46)
        .curve(16, 34, 30, 28);
    let ear = Pen::at(41, 32).curve(56, 34, 52, 52).curve(48, 58, 43, 52).curve(50, 44, 41, 32);
    Figure { solid: vec![body.polygon()], cut: vec![circle(28, 44, 3), ear.polygon()] }
}

/// The head of a horse.
fn horse() -> Figure {
    let head = Pen::at(27, 88)
        .line(78, 88)
        .line(78, 80)
        .curve(76, 64, 76, 48)
        .curve(74, 22, 51, 17)
        .line(46, 7)
        .line(41, 18)
        .curve(35, 20, 31, 29)
        .line(18, 50)
        .curve(14, 58, 21, 63)
        .line(28, 64)
        .curve(33, 58, 41, 56)
        .curve(47, 55, 52, 48)
        .curve(53, 60, 42, 68)
        .curve(32, 75, 32, 80)
        .line(27, 80);
    let mane =
        Pen::at(58, 26).curve(70, 34, 69, 52).line(69, 74).line(65, 74).line(65, 52).curve(66, 36, 58, 26);
    Figure { solid: vec![head.polygon()], cut: vec![circle(40, 33, 4), mane.polygon()] }
}

/// A tower, as the chariot of Western chess.
fn rook() -> Figure {
    let tower = [
        (24, 13),
        (36, 13),
        (36, 22),
        (44, 22),
        (44, 13),
        (56, 13),
        (56, 22),
        (64, 22),
        (64, 13),
        (76, 13),
        (76, 32),
        (67, 40),
        (67, 68),
        (75, 77),
        (80, 77),
        (80, 88),
        (20, 88),
        (20, 77),
        (25, 77),
        (33, 68),
        (33, 40),
        (24, 32),
    ];
    let joint = lines(&[(36, 41), (64, 41), (64, 45), (36, 45)]);
    Figure { solid: vec![lines(&tower)], cut: vec![joint] }
}

/// A gun on a wheel.
fn cannon() -> Figure {
    let barrel =
        Pen::at(24, 9).line(30, 14).line(29, 20).line(82, 48).curve(90, 56, 83, 64).curve(77, 70, 70, 66);
    let barrel = barrel.line(19, 36).line(13, 38).line(7, 33).polygon();
    let trail = lines(&[(66, 62), (94, 80), (90, 88), (58, 74)]);
    // between the spokes
    let gaps = [(52, 63), (42, 63), (52, 73), (42, 73)].map(|(x, y)| circle(x, y, 4));
    Figure { solid: vec![barrel, trail, circle(47, 68, 21)], cut: gaps.into() }
}

/// A soldier, as in Western chess.
fn pawn() -> Figure {
    let pawn = Pen::at(50, 13)
        .curve(66, 13, 66, 29)
        .curve(66, 37, 59, 42)
        .line(65, 46)
        .line(65, 51)
        .line(58, 51)
        .curve(58, 66, 73, 76)
        .line(79, 78)
        .line(79, 88)
        .line(21, 88)
        .line(21, 78)
        .line(27, 76)
        .curve(42, 66, 42, 51)
        .line(35, 51)
        .line(35, 46)
        .line(41, 42)
        .curve(34, 37, 34, 29)
        .curve(34, 13, 50, 13);
    Figure { solid: vec![pawn.polygon()], cut: Vec::new() }
}

/// Draws an outline of lines and quadratic curves.
struct Pen(Vec<Pos2>);

impl Pen {
    fn at(x: u8, y: u8) -> Self {
        Self(vec![point(x, y)])
    }

    fn line(mut self, x: u8, y: u8) -> Self {
        self.0.push(point(x, y));
        self
    }

    /// Draws a curve, pulled to the first point, which ends at the second.
    fn curve(mut self, pull_x: u8, pull_y: u8, x: u8, y: u8) -> Self {
        const STEPS: u8 = 8;
        let from = self.0.last().copied().unwrap_or_default();
        let (pull, to) = (point(pull_x, pull_y), point(x, y));
        self.0.extend((1..=STEPS).map(|step| {
            let part = f32::from(step) / f32::from(STEPS);
            from.lerp(pull, part).lerp(pull.lerp(to, part), part)
        }));
        self
    }

    fn polygon(mut self) -> Polygon {
        if self.0.first() == self.0.last() {
            self.0.pop();
        }
        Polygon::of(self.0)
    }
}

fn point(x: u8, y: u8) -> Pos2 {
    pos2(f32::from(x), f32::from(y))
}

fn lines(corners: &[(u8, u8)]) -> Polygon {
    Polygon::of(corners.iter().map(|&(x, y)| point(x, y)).collect())
}

fn circle(x: u8, y: u8, radius: u8) -> Polygon {
    const CORNERS: u8 = 28;
    let corner = |index: u8| {
        let turn = f32::from(index) / f32::from(CORNERS) * std::f32::consts::TAU;
        point(x, y) + Vec2::angled(turn) * f32::from(radius)
    };
    Polygon::of((0..CORNERS).map(corner).collect())
}

impl Polygon {
    fn of(corners: Vec<Pos2>) -> Self {
        let triangles = triangles(&corners);
        Self { corners, triangles }
    }
}

/// Cuts a polygon into triangles by cutting off its ears, one after the other (Meisters 1975).
fn triangles(corners: &[Pos2]) -> Vec<[u32; 3]> {
    let turn = |a: Pos2, b: Pos2, c: Pos2| (b - a).x * (c - a).y - (b - a).y * (c - a).x;
    let next = |index: usize| corners[(index + 1) % corners.len()];
    let area: f32 = (0..corners.len()).map(|i| corners[i].x * next(i).y - next(i).x * corners[i].y).sum();
    let mut left: Vec<usize> = (0..corners.len()).collect();
    if area < 0.0 {
        left.reverse();
    }
    let mut found = Vec::new();
    while left.len() >= 3 {
        let count = left.len();
        let ear = (0..count).find(|&at| {
            let [a, b, c] = [left[(at + count - 1) % count], left[at], left[(at + 1) % count]];
            let [p, q, r] = [a, b, c].map(|index| corners[index]);
            let inside = |o: Pos2| turn(p, q, o) > 0.0 && turn(q, r, o) > 0.0 && turn(r, p, o) > 0.0;
            turn(p, q, r) >= 0.0 && !left.iter().any(|&index| inside(corners[index]))
        });
        let Some(at) = ear else { break };
        let triangle = [left[(at + count - 1) % count], left[at], left[(at + 1) % count]];
        found.push(triangle.map(|index| index as u32));
        left.remove(at);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[Pos2]) -> f32 {
        let next = |index: usize| corners[(index + 1) % corners.len()];
        let twice: f32 =
            (0..corners.len()).map(|i| corners[i].x * next(i).y - next(i).x * corners[i].y).sum();
        twice.abs() / 2.0
    }

    #[test]
    fn the_triangles_of_a_figure_cover_its_polygons_once() {
        for kind in PieceKind::ALL {
            let figure = of_piece(kind);
            for polygon in figure.solid.iter().chain(&figure.cut) {
                let parts = polygon.triangles.iter();
                let covered: f32 =
                    parts.map(|corners| area(&corners.map(|index| polygon.corners[index as usize]))).sum();
                let whole = area(&polygon.corners);
                assert!((covered - whole).abs() < 0.01 * whole, "{kind:?}: {covered} of {whole}");
            }
        }
    }

    #[test]
    fn figures_stay_in_their_square_and_fill_a_part_of_it() {
        for kind in PieceKind::ALL {
            let solid = &of_piece(kind).solid;
            let corners: Vec<Pos2> = solid.iter().flat_map(|polygon| polygon.corners.clone()).collect();
            let bounds = emath::Rect::from_points(&corners);
            let square = emath::Rect::from_min_max(pos2(4.0, 4.0), pos2(96.0, 96.0));
            assert!(square.contains_rect(bounds), "{kind:?} {bounds}");
            let filled: f32 = solid.iter().map(|polygon| area(&polygon.corners)).sum();
            assert!((2000.0..6000.0).contains(&filled), "{kind:?}: {filled}");
        }
    }

    #[test]
    fn every_kind_has_a_letter_of_its_own() {
        let letters: String = PieceKind::ALL.map(letter).into_iter().collect();
        let mut sorted: Vec<char> = letters.chars().collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 7, "{letters}");
    }
}
