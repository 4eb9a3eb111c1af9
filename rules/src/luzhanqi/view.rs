//! A position as one viewer sees it.

use super::occupancy::Occupancy;
use super::{Arm, Battle, BoardKind, Formation, IllegalMove, Move, PIECES, Piece, Slot, Station, Strength};
use crate::{Color, PerColor, Viewer};
use alloc::{collections::BTreeMap, vec::Vec};

/// A piece as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PieceView {
    /// A piece the viewer can identify.
    Known(Piece),
    /// A hidden piece of this side.
    Unknown(Color),
}

impl PieceView {
    /// Returns the side of the piece.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Self::Known(piece) => piece.color,
            Self::Unknown(color) => color,
        }
    }
}

/// The captured pieces of a side, as a viewer sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Losses {
    /// The number of each strength, in the order of [`Strength::ALL`], without zeros.
    Known(Vec<(Strength, usize)>),
    /// The total.
    Counted(usize),
}

/// A position as one viewer sees it: all stations, but only the viewer's own strengths.
///
/// Applying every [`EventView`](super::EventView) gives the same view at every ply as
/// [`Position::view`](super::Position::view) of the full position.
///
/// ```
/// use chuhe_rules::{Color, Viewer};
/// use chuhe_rules::luzhanqi::{Losses, Position, PieceView};
/// let position = Position::from_text("classic red 0 0 Bs11 Ms12 Fs62 mn15 fn62")?;
/// let view = position.view(Viewer::Player(Color::Red));
/// assert_eq!(view.piece_at("n15".parse()?), Some(PieceView::Unknown(Color::Black)));
/// assert_eq!(view.losses(Color::Black), Losses::Counted(23));
/// assert_eq!(view.destinations("s11".parse()?).len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct View {
    pub(super) board: BoardKind,
    pub(super) viewer: Viewer,
    pub(super) side_to_move: Color,
    pub(super) steps: u16,
    pub(super) quiet_steps: u16,
    pub(super) pieces: BTreeMap<Station, PieceView>,
    pub(super) revealed_flags: PerColor<Option<Station>>,
    pub(super) revealed: bool,
}

impl View {
    /// Returns the start position for a viewer who sees these formations; red moves first.
    pub(super) fn start(viewer: Viewer, board: BoardKind, formations: &PerColor<Option<Formation>>) -> Self {
        let set = |color: Color| {
            let piece = move |slot| match formations[color] {
                Some(formation) => PieceView::Known(Piece::new(color, formation.at(slot))),
                None => PieceView::Unknown(color),
            };
            Slot::all().map(move |slot| (slot.on(Arm::of(color)), piece(slot)))
        };
        Self {
            board,
            viewer,
            side_to_move: Color::Red,
            steps: 0,
            quiet_steps: 0,
            pieces: Color::ALL.into_iter().flat_map(set).collect(),
            revealed_flags: PerColor::splat(None),
            revealed: false,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> BoardKind {
        self.board
    }

    /// The viewer.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The number of moves by both sides.
    #[must_use]
    pub const fn steps(&self) -> u16 {
        self.steps
    }

    /// The number of moves since the last battle.
    #[must_use]
    pub const fn quiet_steps(&self) -> u16 {
        self.quiet_steps
    }

    /// Whether all pieces are revealed, because the game is over.
    #[must_use]
    pub const fn is_revealed(&self) -> bool {
        self.revealed
    }

    /// The piece on `station`.
    #[must_use]
    pub fn piece_at(&self, station: Station) -> Option<PieceView> {
        self.pieces.get(&station).copied()
    }

    /// All pieces with their stations, in order of the stations.
    pub fn pieces(&self) -> impl Iterator<Item = (Station, PieceView)> {
        self.pieces.iter().map(|(&station, &piece)| (station, piece))
    }

    /// Returns the station of `color`'s flag, if it was revealed to the opponent.
    ///
    /// It is `None` for spectators.
    #[must_use]
    pub fn revealed_flag(&self, color: Color) -> Option<Station> {
        self.revealed_flags[color]
    }

    /// Returns the captured pieces of `color`.
    ///
    /// They are listed by strength for the viewer's own side and after the game, otherwise counted.
    #[must_use]
    pub fn losses(&self, color: Color) -> Losses {
        let pieces = || self.pieces.values().filter(|piece| piece.color() == color);
        if !self.revealed && self.viewer != Viewer::Player(color) {
            return Losses::Counted(PIECES.saturating_sub(pieces().count()));
        }
        let lost = Strength::ALL.into_iter().map(|strength| {
            let left =
                pieces().filter(|&&piece| piece == PieceView::Known(Piece::new(color, strength))).count();
            (strength, strength.count_in_set().saturating_sub(left))
        });
        Losses::Known(lost.filter(|&(_, lost)| lost > 0).collect())
    }

    fn occupancy(&self) -> Occupancy {
        Occupancy::new(self.board, self.pieces().map(|(station, piece)| (station, piece.color())))
    }

    /// The piece on `station`, if it is the viewer's own.
    fn own_piece(&self, station: Station) -> Option<Piece> {
        match self.piece_at(station) {
            Some(PieceView::Known(piece)) if self.viewer == Viewer::Player(piece.color) => Some(piece),
            Some(PieceView::Known(_) | PieceView::Unknown(_)) | None => None,
        }
    }

    /// Checks whether the viewer may play `mv` now.
    ///
    /// The full position gives the same result.
    ///
    /// # Errors
    /// As [`Position::validate`](super::Position::validate), and `NotYourTurn`.
    pub fn validate(&self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.has(mv.from) || !self.board.has(mv.to) {
            return Err(IllegalMove::OffTheBoard);
        }
        if self.piece_at(mv.from).is_none() {
            return Err(IllegalMove::NoPiece);
        }
        let piece = self.own_piece(mv.from).ok_or(IllegalMove::NotYourPiece)?;
        if piece.color != self.side_to_move {
            return Err(IllegalMove::NotYourTurn);
        }
        self.occupancy().validate(piece, mv)
    }

    /// Returns the targets of the viewer's piece on `from` as if they had the move, in order.
    ///
    /// The list is empty if the viewer has no piece there.
    #[must_use]
    pub fn destinations(&self, from: Station) -> Vec<Station> {
        self.own_piece(from).map_or_else(Vec::new, |piece| self.occupancy().destinations(piece, from))
    }

    /// The moves the viewer may play now, in order of origin and target.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.viewer != Viewer::Player(self.side_to_move) {
            return Vec::new();
        }
        let own = self.pieces().filter_map(|(from, _)| Some((from, self.own_piece(from)?)));
        self.occupancy().moves(own).collect()
    }

    /// Returns the stations that a move of either side passes, both ends included.
    ///
    /// It is `None` if no path exists, and the same for every viewer.
    #[must_use]
    pub fn path(&self, mv: Move) -> Option<Vec<Station>> {
        self.occupancy().path(mv)
    }

    /// Applies a move; returns `false` if it is impossible here.
    pub(super) fn follow_move(
        &mut self,
        mv: Move,
        battle: Option<Battle>,
        revealed_flags: PerColor<Option<Station>>,
    ) -> bool {
        let Some(attacker) = self.piece_at(mv.from) else { return false };
        let defender = self.piece_at(mv.to);
        let possible = attacker.color() == self.side_to_move
            && defender.is_some() == battle.is_some()
            && defender.is_none_or(|defender| defender.color() != self.side_to_move)
            && self.path(mv).is_some();
        if !possible {
            return false;
        }
        self.remove(mv.from);
        match battle {
            None => {
                self.pieces.insert(mv.to, attacker);
            }
            Some(Battle::DefenderCaptured) => {
                self.remove(mv.to);
                self.pieces.insert(mv.to, attacker);
            }
            Some(Battle::BothCaptured) => self.remove(mv.to),
            Some(Battle::AttackerCaptured) => {}
        }
        self.steps = self.steps.saturating_add(1);
        self.quiet_steps = if battle.is_some() { 0 } else { self.quiet_steps.saturating_add(1) };
        self.side_to_move = self.side_to_move.opponent();
        Color::ALL
            .into_iter()
            .all(|color| revealed_flags[color].is_none_or(|flag| self.show_flag(color, flag)))
    }

    fn remove(&mut self, station: Station) {
        self.pieces.remove(&station);
        for color in Color::ALL {
            if self.revealed_flags[color] == Some(station) {
                self.revealed_flags[color] = None;
            }
        }
    }

    fn show_flag(&mut self, color: Color, station: Station) -> bool {
        let flag = PieceView::Known(Piece::new(color, Strength::Flag));
        let piece = self.pieces.get_mut(&station).filter(|piece| piece.color() == color);
        let possible = piece.map(|piece| *piece = flag).is_some();
        self.revealed_flags[color] = Some(station);
        possible
    }

    /// Passes the turn.
    pub(super) const fn follow_pass(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
    }

    /// Reveals all pieces.
    pub(super) fn reveal(&mut self, pieces: &BTreeMap<Station, Piece>) {
        self.pieces = pieces.iter().map(|(&station, &piece)| (station, PieceView::Known(piece))).collect();
        self.revealed = true;
    }
}
