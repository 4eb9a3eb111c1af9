//! Positions with full information: all pieces, the side to move and the counters.
//!
//! A [`Position`] has no `Serialize` and its `Debug` hides the pieces. The server sends only a
//! [`View`] or an [`EventView`](super::EventView) to clients.

use super::occupancy::Occupancy;
use super::{
    Arm, Battle, BoardKind, Ending, Formation, IllegalMove, MineRule, Move, Options, Piece, PieceView,
    PositionError, Station, StationKind, Strength, View, position_text,
};
use crate::{Color, PerColor, Viewer};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt;

/// A legal position with full information.
///
/// Constructors check it, and moves preserve its legality.
///
/// ```
/// use chuhe_rules::luzhanqi::{Battle, IllegalMove, MineRule, Position};
/// let mut position = Position::from_text("classic red 0 0 Bs11 Fs62 mn15 fn62")?;
/// assert_eq!(position.validate("s11n25".parse()?), Err(IllegalMove::PathBlocked));
/// let moved = position.play("s11n15".parse()?, MineRule::Stays)?;
/// assert_eq!(moved.battle, Some(Battle::AttackerCaptured));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A view of a position can be serialised:
///
/// ```
/// use chuhe_rules::{Viewer, luzhanqi::Position};
/// fn message(_: impl serde::Serialize) {}
/// let position = Position::from_text("classic red 0 0 Bs11 Fs62 mn15 fn62")?;
/// message(position.view(Viewer::Spectator));
/// # Ok::<(), chuhe_rules::luzhanqi::PositionError>(())
/// ```
///
/// The position itself cannot:
///
/// ```compile_fail,E0277
/// use chuhe_rules::luzhanqi::Position;
/// fn message(_: impl serde::Serialize) {}
/// let position = Position::from_text("classic red 0 0 Bs11 Fs62 mn15 fn62")?;
/// message(position);
/// # Ok::<(), chuhe_rules::luzhanqi::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: BoardKind,
    pub(super) side_to_move: Color,
    pub(super) steps: u16,
    pub(super) quiet_steps: u16,
    pub(super) pieces: BTreeMap<Station, Piece>,
}

/// The effects of a move, with full information.
///
/// [`Event::seen_by`](super::Event::seen_by) decides who sees a revealed flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The move.
    pub mv: Move,
    /// The result of the battle, if the target was occupied.
    pub battle: Option<Battle>,
    /// The flag of each side whose marshal this battle captured.
    pub revealed_flags: PerColor<Option<Station>>,
}

impl Position {
    /// The start position with these formations, red to move.
    #[must_use]
    pub fn start(board: BoardKind, formations: &PerColor<Formation>) -> Self {
        let set = |color| {
            let pieces = formations[color].pieces();
            pieces.map(move |(slot, strength)| (slot.on(Arm::of(color)), Piece::new(color, strength)))
        };
        let pieces = Color::ALL.into_iter().flat_map(set).collect();
        Self { board, side_to_move: Color::Red, steps: 0, quiet_steps: 0, pieces }
    }

    /// Parses a position with full information, for tests and records.
    ///
    /// The fields are separated by single spaces: the board (`classic` or `cross`), the side to
    /// move (`red` or `black`), the steps, the quiet steps, then each piece in the order of the
    /// stations, as its letter ([`Piece::letter`]) and its station.
    ///
    /// # Errors
    /// The first error in the text, or the first rule that the position breaks.
    pub fn from_text(text: &str) -> Result<Self, PositionError> {
        position_text::read(text)
    }

    /// Returns its text, which [`Position::from_text`] reads back.
    #[must_use]
    pub fn text(&self) -> String {
        position_text::write(self)
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> BoardKind {
        self.board
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

    /// The piece on `station`.
    #[must_use]
    pub fn piece_at(&self, station: Station) -> Option<Piece> {
        self.pieces.get(&station).copied()
    }

    /// All pieces with their stations, in order of the stations.
    pub fn pieces(&self) -> impl Iterator<Item = (Station, Piece)> {
        self.pieces.iter().map(|(&station, &piece)| (station, piece))
    }

    /// The station of the first such piece.
    fn find(&self, color: Color, strength: Strength) -> Option<Station> {
        let wanted = Piece::new(color, strength);
        self.pieces().find(|&(_, piece)| piece == wanted).map(|(station, _)| station)
    }

    /// The station of the flag of `color` if it is revealed to the opponent.
    ///
    /// The capture of a side's marshal reveals its flag.
    #[must_use]
    pub fn revealed_flag(&self, color: Color) -> Option<Station> {
        match self.find(color, Strength::Marshal) {
            Some(_) => None,
            None => self.find(color, Strength::Flag),
        }
    }

    /// Whether `color` has a piece left that can ever attack.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        self.pieces().any(|(station, piece)| {
            piece.color == color && piece.strength.moves() && station.kind() != StationKind::Headquarters
        })
    }

    fn occupancy(&self) -> Occupancy {
        Occupancy::new(self.board, self.pieces().map(|(station, piece)| (station, piece.color)))
    }

    /// Checks whether the side to move may play `mv`.
    ///
    /// Of several violated rules it reports the most helpful one: first about the piece on the
    /// origin, then the target, then the path. [`View::validate`] gives the mover the same result.
    ///
    /// # Errors
    /// The rule that forbids the move. Only [`Game`](super::Game) returns `GameOver` and `NotBegun`.
    pub fn validate(&self, mv: Move) -> Result<(), IllegalMove> {
        self.validate_by(self.side_to_move, mv)
    }

    /// Checks whether the player of `by` may play `mv`.
    pub(super) fn validate_by(&self, by: Color, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.has(mv.from) || !self.board.has(mv.to) {
            return Err(IllegalMove::OffTheBoard);
        }
        match self.piece_at(mv.from) {
            None => Err(IllegalMove::NoPiece),
            Some(piece) if piece.color != by => Err(IllegalMove::NotYourPiece),
            Some(_) if by != self.side_to_move => Err(IllegalMove::NotYourTurn),
            Some(piece) => self.occupancy().validate(piece, mv),
        }
    }

    /// All legal moves of the side to move, in order of origin and target.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.occupancy().moves(self.movers()).collect()
    }

    /// The pieces of the side to move.
    fn movers(&self) -> impl Iterator<Item = (Station, Piece)> {
        self.pieces().filter(|(_, piece)| piece.color == self.side_to_move)
    }

    /// The stations a move passes, both ends included; `None` if there is no path.
    ///
    /// The path is the same for every viewer.
    #[must_use]
    pub fn path(&self, mv: Move) -> Option<Vec<Station>> {
        self.occupancy().path(mv)
    }

    /// Plays `mv` for the side to move, or changes nothing if it is illegal.
    ///
    /// # Errors
    /// As [`Position::validate`].
    pub fn play(&mut self, mv: Move, mine: MineRule) -> Result<Moved, IllegalMove> {
        self.validate(mv)?;
        let attacker = self.pieces.remove(&mv.from).expect("a legal move has a piece");
        let defender = self.pieces.remove(&mv.to);
        let battle = defender.map(|defender| Battle::of(attacker.strength, defender.strength, mine));
        let captured = [
            Some(attacker).filter(|_| battle.is_some_and(Battle::captures_attacker)),
            defender.filter(|_| battle.is_some_and(Battle::captures_defender)),
        ];
        match (battle, defender) {
            (None | Some(Battle::DefenderCaptured), _) => {
                self.pieces.insert(mv.to, attacker);
            }
            (Some(Battle::AttackerCaptured), Some(defender)) => {
                self.pieces.insert(mv.to, defender);
            }
            (Some(Battle::AttackerCaptured), None) | (Some(Battle::BothCaptured), _) => {}
        }
        self.steps = self.steps.saturating_add(1);
        self.quiet_steps = if battle.is_some() { 0 } else { self.quiet_steps.saturating_add(1) };
        self.side_to_move = self.side_to_move.opponent();
        let revealed_flags = PerColor::from_fn(|color| {
            let fell = captured.contains(&Some(Piece::new(color, Strength::Marshal)));
            if fell { self.find(color, Strength::Flag) } else { None }
        });
        Ok(Moved { mv, battle, revealed_flags })
    }

    /// Passes the turn to the other side without counting a step.
    pub const fn pass(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
    }

    /// How the game ends in this position, if it does.
    ///
    /// [`Game`](super::Game) handles endings by passed turns.
    #[must_use]
    pub fn ending(&self, options: &Options) -> Option<Ending> {
        for color in Color::ALL {
            if self.find(color, Strength::Flag).is_none() {
                return Some(Ending::FlagCaptured { winner: color.opponent() });
            }
        }
        if self.occupancy().moves(self.movers()).next().is_none() {
            return Some(Ending::NoMovablePiece { winner: self.side_to_move.opponent() });
        }
        (self.quiet_steps >= options.draw_after_quiet_steps).then_some(Ending::QuietSteps)
    }

    /// Returns the view of `viewer` during the game.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let revealed_flags = PerColor::from_fn(|color| self.revealed_flag(color));
        let pieces = self.pieces().map(|(station, piece)| {
            let known = viewer == Viewer::Player(piece.color)
                || viewer != Viewer::Spectator && revealed_flags[piece.color] == Some(station);
            (station, if known { PieceView::Known(piece) } else { PieceView::Unknown(piece.color) })
        });
        View {
            board: self.board,
            viewer,
            side_to_move: self.side_to_move,
            steps: self.steps,
            quiet_steps: self.quiet_steps,
            pieces: pieces.collect(),
            revealed_flags: if viewer == Viewer::Spectator { PerColor::splat(None) } else { revealed_flags },
            revealed: false,
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("board", &self.board)
            .field("side_to_move", &self.side_to_move)
            .field("steps", &self.steps)
            .field("quiet_steps", &self.quiet_steps)
            .finish_non_exhaustive()
    }
}
