//! The stations of a board as tables of small numbers, for the search.

use chuhe_rules::luzhanqi::{BoardKind, Station, StationKind};
use std::sync::LazyLock;

/// The index of a station.
pub(super) type Point = u8;

/// The number of moves between two stations that are not joined.
pub(super) const FAR: u8 = 32;

/// The ways between the stations of one board.
#[derive(Debug)]
pub(super) struct Graph {
    /// The stations one step away by road.
    pub(super) roads: Vec<Vec<Point>>,
    /// The railways from a station, each in the order of its stations.
    pub(super) railways: Vec<Vec<Vec<Point>>>,
    /// The stations one step away by railway.
    pub(super) rail_steps: Vec<Vec<Point>>,
    pub(super) kinds: Vec<StationKind>,
    /// The moves from a station to each other one on an empty board, at most [`FAR`].
    pub(super) distances: Vec<Vec<u8>>,
}

impl Graph {
    /// Returns the graph of a board.
    pub(super) fn of(board: BoardKind) -> &'static Self {
        static CLASSIC: LazyLock<Graph> = LazyLock::new(|| Graph::new(BoardKind::Classic));
        static CROSS: LazyLock<Graph> = LazyLock::new(|| Graph::new(BoardKind::Cross));
        match board {
            BoardKind::Classic => &CLASSIC,
            BoardKind::Cross => &CROSS,
        }
    }

    fn new(kind: BoardKind) -> Self {
        let board = kind.board();
        let mut railways = vec![Vec::new(); Station::COUNT];
        for line in board.lines() {
            for (at, station) in line.iter().enumerate() {
                let before: Vec<Point> = line[..at].iter().rev().map(|&next| next.into()).collect();
                let after: Vec<Point> = line[at + 1..].iter().map(|&next| next.into()).collect();
                railways[station.index()].extend([before, after].into_iter().filter(|way| !way.is_empty()));
            }
        }
        let points = |stations: &[Station]| stations.iter().map(|&station| station.into()).collect();
        let mut graph = Self {
            roads: Vec::new(),
            railways,
            rail_steps: Station::all().map(|station| points(board.rail_neighbours(station))).collect(),
            kinds: Station::all().map(Station::kind).collect(),
            distances: Vec::new(),
        };
        let road = |station: Station| {
            let by_rail = board.rail_neighbours(station);
            let steps = board.neighbours(station).iter().filter(|&next| !by_rail.contains(next));
            steps.map(|&next| next.into()).collect()
        };
        graph.roads = Station::all().map(road).collect();
        graph.distances = Station::all().map(|station| graph.moves_from(station.into())).collect();
        graph
    }

    /// The number of moves from a station to all others.
    fn moves_from(&self, from: Point) -> Vec<u8> {
        let mut distances = vec![FAR; Station::COUNT];
        distances[usize::from(from)] = 0;
        let mut reached = vec![from];
        let mut moves = 0;
        while !reached.is_empty() {
            moves += 1;
            let mut next = Vec::new();
            for &point in &reached {
                let ways = self.railways[usize::from(point)].iter().flatten();
                for &to in self.roads[usize::from(point)].iter().chain(ways) {
                    if distances[usize::from(to)] == FAR {
                        distances[usize::from(to)] = moves;
                        next.push(to);
                    }
                }
            }
            reached = next;
        }
        distances
    }

    /// The stations beside one, by road or railway.
    pub(super) fn beside(&self, point: Point) -> impl Iterator<Item = Point> {
        let at = usize::from(point);
        self.roads[at].iter().chain(&self.rail_steps[at]).copied()
    }
}
