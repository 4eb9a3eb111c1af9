//! The stations of a part of a luzhanqi board: where they lie, and the marks on them.

use crate::drawing::scene::Point;
use chuhe_rules::luzhanqi::{BoardKind, Link, LinkKind, PieceView, Station};
use emath::{Vec2, pos2, vec2};
use std::f32::consts::TAU;

/// The marks on a board.
#[derive(Debug, Default, PartialEq)]
pub struct Marks {
    /// The pieces, and where they stand.
    pub tokens: Vec<(Station, PieceView)>,
    /// Where the chosen piece stands.
    pub chosen: Option<Station>,
    /// The empty stations that it can move to.
    pub quiet: Vec<Station>,
    /// The stations where it can attack.
    pub captures: Vec<Station>,
    /// The stations that are marked with a cross.
    pub crosses: Vec<Station>,
    /// The stations of the path that is drawn, in order.
    pub path: Vec<Station>,
}

/// The places of the stations of a board.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The board.
    pub board: BoardKind,
    /// The point with `x` and `y` 0 in the board's plane.
    pub origin: Point,
    /// The distance between two stations.
    pub cell: f32,
}

impl Lattice {
    /// The place of this station.
    #[must_use]
    pub fn at(&self, station: Station) -> Point {
        let point = self.board.point(station).expect("a test shows only stations of the board");
        self.origin + vec2(f32::from(point.x), f32::from(point.y)) * self.cell
    }

    /// The points along the link from `a` to `b`.
    #[must_use]
    pub fn along(&self, a: Station, b: Station) -> Vec<Point> {
        const STEPS: u8 = 8;
        let [from, to] = [self.at(a), self.at(b)];
        if self.kind(a, b) != Some(LinkKind::Curve) {
            return vec![from, to];
        }
        let (columns, rows) = self.board.size();
        let middle = self.origin + vec2(f32::from(columns) + 1.0, f32::from(rows) + 1.0) * self.cell / 2.0;
        // a quarter of a circle, bulging towards the middle of the board
        let corners = [pos2(from.x, to.y), pos2(to.x, from.y)];
        let [one, other] = corners.map(|corner| corner.distance(middle));
        let center = if one > other { corners[0] } else { corners[1] };
        let [begin, end] = [from, to].map(|point| (point - center).angle());
        let turn = (end - begin + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
        (0..=STEPS)
            .map(|step| center + Vec2::angled(begin + turn * f32::from(step) / f32::from(STEPS)) * self.cell)
            .collect()
    }

    fn kind(&self, a: Station, b: Station) -> Option<LinkKind> {
        let joins = |link: &&Link| (link.a, link.b) == (a.min(b), a.max(b));
        self.board.board().links().iter().find(joins).map(|link| link.kind)
    }

    /// Converts a share of a cell to pixels.
    #[must_use]
    pub const fn part(&self, part: f32) -> f32 {
        self.cell * part
    }
}
