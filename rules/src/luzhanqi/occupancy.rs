//! The occupied stations and the open paths, all of it public.
//!
//! The legal moves of a piece depend on these and on its own strength, never on the strength of
//! another piece. So [`Position`](super::Position) and [`View`](super::View) agree about a move.

use super::{Board, BoardKind, IllegalMove, Move, Piece, Station, StationKind, Strength};
use crate::Color;
use alloc::{collections::VecDeque, vec, vec::Vec};

impl BoardKind {
    /// Checks whether `piece` could play `mv` if it stood alone on this board.
    ///
    /// A premove must pass this check: other pieces may still leave its path.
    ///
    /// ```
    /// use chuhe_rules::Color;
    /// use chuhe_rules::luzhanqi::{BoardKind, IllegalMove, Piece, Strength};
    /// let mine = Piece::new(Color::Red, Strength::Mine);
    /// let mv = "s52s42".parse()?;
    /// assert_eq!(BoardKind::Classic.validate_alone(mine, mv), Err(IllegalMove::NeverMoves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The rule that forbids the move in every position.
    pub fn validate_alone(self, piece: Piece, mv: Move) -> Result<(), IllegalMove> {
        if !self.has(mv.from) || !self.has(mv.to) {
            return Err(IllegalMove::OffTheBoard);
        }
        Occupancy::new(self, core::iter::empty()).validate(piece, mv)
    }
}

/// Whose piece stands on each station of a board.
pub(super) struct Occupancy {
    board: &'static Board,
    occupants: [Option<Color>; Station::COUNT],
}

impl Occupancy {
    pub(super) fn new(kind: BoardKind, pieces: impl Iterator<Item = (Station, Color)>) -> Self {
        let mut occupants = [None; Station::COUNT];
        for (station, color) in pieces {
            occupants[station.index()] = Some(color);
        }
        Self { board: kind.board(), occupants }
    }

    fn occupant(&self, station: Station) -> Option<Color> {
        self.occupants[station.index()]
    }

    /// Checks whether `piece`, which stands on the origin and has the move, may play `mv`.
    pub(super) fn validate(&self, piece: Piece, mv: Move) -> Result<(), IllegalMove> {
        self.may_leave(piece, mv.from)?;
        match self.occupant(mv.to) {
            Some(color) if color == piece.color => return Err(IllegalMove::OwnPieceThere),
            Some(_) if mv.to.kind() == StationKind::Camp => return Err(IllegalMove::CampOccupied),
            Some(_) | None => {}
        }
        let engineer = piece.strength == Strength::Engineer;
        if self.plain_path(mv).is_some() || engineer && self.turning_path(mv).is_some() {
            return Ok(());
        }
        Err(self.refusal(engineer, mv))
    }

    fn may_leave(&self, piece: Piece, from: Station) -> Result<(), IllegalMove> {
        if !piece.strength.moves() {
            return Err(IllegalMove::NeverMoves);
        }
        if from.kind() == StationKind::Headquarters {
            return Err(IllegalMove::InHeadquarters);
        }
        Ok(())
    }

    /// Returns the rule that forbids a move without a path.
    fn refusal(&self, engineer: bool, mv: Move) -> IllegalMove {
        if self.board.segment(mv.from, mv.to).is_some() {
            return IllegalMove::PathBlocked;
        }
        match (self.board.has_rail(mv.from) && self.board.has_rail(mv.to), engineer) {
            (true, true) => IllegalMove::PathBlocked,
            (true, false) => IllegalMove::OnlyEngineersTurn,
            (false, _) => IllegalMove::NoPath,
        }
    }

    /// Returns the stations a move passes, both ends included.
    ///
    /// It prefers a path open to any piece to one open to engineers only, so the path reveals no
    /// more about the piece than the move does.
    pub(super) fn path(&self, mv: Move) -> Option<Vec<Station>> {
        self.plain_path(mv).or_else(|| self.turning_path(mv))
    }

    /// The path open to any piece: one step, or along a railway line.
    fn plain_path(&self, mv: Move) -> Option<Vec<Station>> {
        if self.board.neighbours(mv.from).contains(&mv.to) {
            return Some(vec![mv.from, mv.to]);
        }
        if mv.from == mv.to {
            return None;
        }
        let segment = self.board.segment(mv.from, mv.to)?;
        let (_, between) = segment.split_last()?;
        let free = between.iter().skip(1).all(|&station| self.occupant(station).is_none());
        free.then_some(segment)
    }

    /// The shortest path by rail over empty stations.
    ///
    /// The search visits stations in order, so every viewer gets the same one of equal paths.
    fn turning_path(&self, mv: Move) -> Option<Vec<Station>> {
        let came_from = self.search(mv.from);
        came_from[mv.to.index()]?;
        let mut path = vec![mv.to];
        let mut last = mv.to;
        while last != mv.from {
            last = came_from[last.index()]?;
            path.push(last);
        }
        path.reverse();
        Some(path)
    }

    /// Maps each station that an engineer on `from` reaches by rail to the one before it.
    fn search(&self, from: Station) -> [Option<Station>; Station::COUNT] {
        let mut came_from = [None; Station::COUNT];
        let mut queue = VecDeque::from([from]);
        while let Some(station) = queue.pop_front() {
            for &next in self.board.rail_neighbours(station) {
                if next == from || came_from[next.index()].is_some() {
                    continue;
                }
                came_from[next.index()] = Some(station);
                if self.occupant(next).is_none() {
                    queue.push_back(next);
                }
            }
        }
        came_from
    }

    /// The legal targets of `piece` on `from`, in order of the stations.
    pub(super) fn destinations(&self, piece: Piece, from: Station) -> Vec<Station> {
        if self.may_leave(piece, from).is_err() {
            return Vec::new();
        }
        let mut reached = [false; Station::COUNT];
        for &station in self.board.neighbours(from) {
            reached[station.index()] = true;
        }
        if piece.strength == Strength::Engineer {
            for (reached, came_from) in reached.iter_mut().zip(self.search(from)) {
                *reached |= came_from.is_some();
            }
        }
        for (line, at) in self.board.lines_through(from) {
            self.mark_reached(&mut reached, line[..at].iter().rev());
            self.mark_reached(&mut reached, line[at + 1..].iter());
        }
        let may_enter = |station: Station| match self.occupant(station) {
            Some(color) => color != piece.color && station.kind() != StationKind::Camp,
            None => true,
        };
        let stations = self.board.stations();
        stations.filter(|&station| reached[station.index()] && may_enter(station)).collect()
    }

    /// The legal moves of these pieces, in order of the pieces and then of the targets.
    pub(super) fn moves(&self, pieces: impl Iterator<Item = (Station, Piece)>) -> impl Iterator<Item = Move> {
        pieces.flat_map(|(from, piece)| {
            self.destinations(piece, from).into_iter().map(move |to| Move::new(from, to))
        })
    }

    /// Marks the stations along a line up to the first occupied one.
    fn mark_reached<'a>(
        &self,
        reached: &mut [bool; Station::COUNT],
        along: impl Iterator<Item = &'a Station>,
    ) {
        for station in along {
            reached[station.index()] = true;
            if self.occupant(*station).is_some() {
                break;
            }
        }
    }
}
