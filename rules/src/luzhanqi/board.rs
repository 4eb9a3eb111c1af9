//! The two boards: their stations, links, railway lines and drawing coordinates.
//!
//! Both are built from one description of an arm and from the links between arms. A board
//! has no pieces.

use super::{Arm, Spot, Station, StationKind};
use crate::Color;
use alloc::{boxed::Box, collections::BTreeSet, vec, vec::Vec};
use once_cell::race::OnceBox;

/// Which board a game uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BoardKind {
    /// Two opposite arms, 12 × 5 stations.
    Classic,
    /// Four arms around a centre of 3 × 3 stations, played by south and north.
    Cross,
}

impl BoardKind {
    /// Both boards.
    pub const ALL: [Self; 2] = [Self::Classic, Self::Cross];

    /// The board of this kind.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::BoardKind;
    /// assert_eq!(BoardKind::Classic.board().stations().count(), 60);
    /// assert_eq!(BoardKind::Cross.board().links().len(), 288);
    /// ```
    #[must_use]
    pub fn board(self) -> &'static Board {
        static BOARDS: [OnceBox<Board>; 2] = [OnceBox::new(), OnceBox::new()];
        BOARDS[self as usize].get_or_init(|| Box::new(Board::new(self)))
    }

    /// Its arms.
    #[must_use]
    pub const fn arms(self) -> &'static [Arm] {
        match self {
            Self::Classic => &[Arm::South, Arm::North],
            Self::Cross => &Arm::ALL,
        }
    }

    /// Whether the station is on this board.
    #[must_use]
    pub const fn has(self, station: Station) -> bool {
        match (self, station.place()) {
            (Self::Cross, _) | (Self::Classic, Spot::Arm { arm: Arm::South | Arm::North, .. }) => true,
            (Self::Classic, Spot::Arm { .. } | Spot::Centre { .. }) => false,
        }
    }

    /// The width and the height in points: 5 × 12 or 17 × 17.
    #[must_use]
    pub const fn size(self) -> (u8, u8) {
        match self {
            Self::Classic => (Arm::COLUMNS, 2 * Arm::ROWS),
            Self::Cross => (17, 17),
        }
    }

    /// Where the station is drawn with south at the bottom.
    ///
    /// `None` if the station is not on this board. On the cross these are the coordinates of the
    /// original game, in which the south arm has x 7 to 11 and y 12 to 17.
    #[must_use]
    pub const fn point(self, station: Station) -> Option<Point> {
        if !self.has(station) {
            return None;
        }
        let (x, y) = match (self, station.place()) {
            (Self::Classic, Spot::Arm { arm: Arm::South, row, column }) => (column, Arm::ROWS + row),
            (Self::Classic, Spot::Arm { row, column, .. }) => {
                (Arm::COLUMNS + 1 - column, Arm::ROWS + 1 - row)
            }
            (Self::Cross, Spot::Arm { arm: Arm::South, row, column }) => (6 + column, 11 + row),
            (Self::Cross, Spot::Arm { arm: Arm::West, row, column }) => (7 - row, 6 + column),
            (Self::Cross, Spot::Arm { arm: Arm::North, row, column }) => (12 - column, 7 - row),
            (Self::Cross, Spot::Arm { arm: Arm::East, row, column }) => (11 + row, 12 - column),
            (_, Spot::Centre { row, column }) => (5 + 2 * column, 5 + 2 * row),
        };
        Some(Point { x, y })
    }

    /// Where the station is drawn for the player of `color`, with their own arm at the bottom.
    #[must_use]
    pub const fn point_for(self, color: Color, station: Station) -> Option<Point> {
        match color {
            Color::Red => self.point(station),
            Color::Black => self.point(station.turned()),
        }
    }

    /// The station drawn at this point with south at the bottom.
    #[must_use]
    pub fn station_at(self, point: Point) -> Option<Station> {
        self.board().stations().find(|&station| self.point(station) == Some(point))
    }
}

/// A point of the drawing plane, in units of the distance between stations of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// From the left, from 1.
    pub x: u8,
    /// From the top, from 1.
    pub y: u8,
}

/// The kind of a link between two stations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// 公路: a road, for one step.
    Road,
    /// 铁路: a railway, for any distance in a straight line.
    Rail,
    /// A curved railway between the fronts of two arms.
    ///
    /// It continues the railway along the side of an arm.
    Curve,
}

/// An undirected link between two stations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// The end with the lower index.
    pub a: Station,
    /// The end with the higher index.
    pub b: Station,
    /// Road, railway or curve.
    pub kind: LinkKind,
}

/// The stations of a board with their links.
#[derive(Debug)]
pub struct Board {
    kind: BoardKind,
    links: Vec<Link>,
    lines: Vec<Vec<Station>>,
    neighbours: Vec<Vec<Station>>,
    rail_neighbours: Vec<Vec<Station>>,
    /// For each station, the lines through it and its index on each.
    on_lines: Vec<Vec<(usize, usize)>>,
}

impl Board {
    fn new(kind: BoardKind) -> Self {
        let lines = rail_lines(kind);
        let mut links = rails(&lines);
        links.extend(kind.arms().iter().flat_map(|&arm| roads(arm, &links)).collect::<Vec<_>>());
        links.sort_unstable();
        let mut board = Self {
            kind,
            neighbours: vec![Vec::new(); Station::COUNT],
            rail_neighbours: vec![Vec::new(); Station::COUNT],
            on_lines: vec![Vec::new(); Station::COUNT],
            links,
            lines,
        };
        for link in &board.links {
            for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                board.neighbours[from.index()].push(to);
                if link.kind != LinkKind::Road {
                    board.rail_neighbours[from.index()].push(to);
                }
            }
        }
        for (number, line) in board.lines.iter().enumerate() {
            for (at, station) in line.iter().enumerate() {
                board.on_lines[station.index()].push((number, at));
            }
        }
        board
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Its stations in order of their index.
    pub fn stations(&self) -> impl DoubleEndedIterator<Item = Station> {
        let kind = self.kind;
        Station::all().filter(move |&station| kind.has(station))
    }

    /// All links, in the order of their ends.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The railway lines, straight or around a curve, each from end to end.
    ///
    /// All pieces except engineers stay on one line during a move.
    #[must_use]
    pub fn lines(&self) -> &[Vec<Station>] {
        &self.lines
    }

    /// The stations one step away by road or railway, in order.
    ///
    /// Empty if the station is not on this board.
    #[must_use]
    pub fn neighbours(&self, station: Station) -> &[Station] {
        &self.neighbours[station.index()]
    }

    /// The stations one step away by railway, in order.
    #[must_use]
    pub fn rail_neighbours(&self, station: Station) -> &[Station] {
        &self.rail_neighbours[station.index()]
    }

    /// Whether the station is on a railway.
    #[must_use]
    pub fn has_rail(&self, station: Station) -> bool {
        !self.rail_neighbours(station).is_empty()
    }

    /// The lines through the station, with its index on each.
    pub(super) fn lines_through(&self, station: Station) -> impl Iterator<Item = (&[Station], usize)> {
        self.on_lines[station.index()].iter().map(|&(number, at)| (self.lines[number].as_slice(), at))
    }

    /// The segment of a line from one station to the other, both included.
    ///
    /// If several lines pass through both, their segments are the same.
    pub(super) fn segment(&self, from: Station, to: Station) -> Option<Vec<Station>> {
        let (line, start) = self.lines_through(from).find(|(line, _)| line.contains(&to))?;
        let end = line.iter().position(|&station| station == to)?;
        let mut segment = line[start.min(end)..=start.max(end)].to_vec();
        if end < start {
            segment.reverse();
        }
        Some(segment)
    }
}

/// The station of an arm in a row and column that are in range.
fn at(arm: Arm, row: u8, column: u8) -> Station {
    Station::in_arm(arm, row, column).expect("an arm has six rows of five")
}

/// The railway along a column of an arm, from back to front.
///
/// The side columns start at row 5; the middle column has only the front row.
fn column_rail(arm: Arm, column: u8) -> Vec<Station> {
    let back = if column == 3 { 1 } else { 5 };
    (1..=back).rev().map(|row| at(arm, row, column)).collect()
}

/// Joins the rail of a column of `arm`, the stations `between`, and the rail of a column `beyond`.
fn join_rails(arm: Arm, column: u8, between: &[Station], beyond: (Arm, u8)) -> Vec<Station> {
    let mut outwards = column_rail(beyond.0, beyond.1);
    outwards.reverse();
    [column_rail(arm, column), between.to_vec(), outwards].concat()
}

/// The columns of an arm whose railways continue to the opposite arm.
const THROUGH: [u8; 3] = [1, 3, 5];

/// Returns all railway lines.
fn rail_lines(kind: BoardKind) -> Vec<Vec<Station>> {
    let mut lines: Vec<Vec<Station>> = Vec::new();
    for &arm in kind.arms() {
        for row in [1, 5] {
            lines.push((1..=Arm::COLUMNS).map(|column| at(arm, row, column)).collect());
        }
    }
    let mirrored = |column| Arm::COLUMNS + 1 - column;
    match kind {
        BoardKind::Classic => {
            let across = |column| join_rails(Arm::South, column, &[], (Arm::North, mirrored(column)));
            lines.extend(THROUGH.map(across));
        }
        BoardKind::Cross => {
            let centre = |row, column| Station::in_centre(row, column).expect("the centre is 3 × 3");
            for column in THROUGH {
                let nth = column / 2 + 1;
                let upwards = [3, 2, 1].map(|row| centre(row, nth));
                lines.push(join_rails(Arm::South, column, &upwards, (Arm::North, mirrored(column))));
                let rightwards = [1, 2, 3].map(|column| centre(nth, column));
                lines.push(join_rails(Arm::West, column, &rightwards, (Arm::East, mirrored(column))));
            }
            lines.extend(Arm::ALL.map(|arm| join_rails(arm, 1, &[], (arm.on_the_left(), Arm::COLUMNS))));
        }
    }
    lines
}

/// The links of the railways: all consecutive stations of a line.
fn rails(lines: &[Vec<Station>]) -> Vec<Link> {
    let pairs = lines.iter().flat_map(|line| line.windows(2));
    let links = pairs.map(|pair| {
        let curved = match (pair[0].arm(), pair[1].arm()) {
            (Some(one), Some(other)) => other == one.on_the_left(),
            _ => false,
        };
        let kind = if curved { LinkKind::Curve } else { LinkKind::Rail };
        Link { a: pair[0].min(pair[1]), b: pair[0].max(pair[1]), kind }
    });
    links.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The roads of an arm.
///
/// They join neighbours in a row or column without a railway, and camps diagonally.
fn roads(arm: Arm, rails: &[Link]) -> Vec<Link> {
    let mut roads = Vec::new();
    for a in Station::all().filter(|station| station.arm() == Some(arm)) {
        for b in Station::all().filter(|&station| station.arm() == Some(arm) && station > a) {
            let beside = match (a.place(), b.place()) {
                (Spot::Arm { row, column, .. }, Spot::Arm { row: other_row, column: other_column, .. }) => {
                    (row.abs_diff(other_row), column.abs_diff(other_column))
                }
                _ => continue,
            };
            let camp = a.kind() == StationKind::Camp || b.kind() == StationKind::Camp;
            let linked = matches!(beside, (0, 1) | (1, 0)) || beside == (1, 1) && camp;
            if linked && !rails.iter().any(|rail| (rail.a, rail.b) == (a, b)) {
                roads.push(Link { a, b, kind: LinkKind::Road });
            }
        }
    }
    roads
}
