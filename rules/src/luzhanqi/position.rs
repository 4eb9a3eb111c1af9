//! The truth: every piece of both sides, the side to move and the counters.
//!
//! It has no `Serialize` and its `Debug` names no piece: what leaves the server
//! is made of a [`View`] or a [`EventView`](super::EventView).

use super::occupancy::Occupancy;
use super::{
    Arm, Battle, BoardKind, Ending, Formation, IllegalMove, MineRule, Move, Options, Piece, PieceView,
    PositionError, Station, StationKind, Strength, View, position_text,
};
use crate::{Color, PerColor, Viewer};
use std::collections::BTreeMap;
use std::fmt;

/// Where every piece stands. Every way to make one checks it, and moves keep it
/// legal.
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
/// A view of it can be put in a message, but the truth cannot:
///
/// ```
/// use chuhe_rules::{Viewer, luzhanqi::Position};
/// fn message(_: impl serde::Serialize) {}
/// let position = Position::from_text("classic red 0 0 Bs11 Fs62 mn15 fn62")?;
/// message(position.view(Viewer::Spectator));
/// # Ok::<(), chuhe_rules::luzhanqi::PositionError>(())
/// ```
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

/// What a move did. It is part of the truth: who may know of a flag that is
/// shown is said by [`Event::seen_by`](super::Event::seen_by).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The move.
    pub mv: Move,
    /// How the battle ended, if an enemy stood there.
    pub battle: Option<Battle>,
    /// Where the flag stands of a side whose marshal fell in it.
    pub revealed_flags: PerColor<Option<Station>>,
}

impl Position {
    /// Where play begins, red to move.
    #[must_use]
    pub fn start(board: BoardKind, formations: &PerColor<Formation>) -> Self {
        let set = |color| {
            let pieces = formations[color].pieces();
            pieces.map(move |(slot, strength)| (slot.on(Arm::of(color)), Piece::new(color, strength)))
        };
        let pieces = Color::ALL.into_iter().flat_map(set).collect();
        Self { board, side_to_move: Color::Red, steps: 0, quiet_steps: 0, pieces }
    }

    /// Reads a text, strictly. It is for tests and records, for it tells all.
    ///
    /// The fields stand one space apart: the board (`classic` or `cross`), the
    /// side to move (`red` or `black`), the steps made, those without a battle
    /// since the last one, then each piece in the order of the stations: its
    /// letter ([`Piece::letter`]) and its station.
    ///
    /// # Errors
    /// The first reason for which it is no such text or not of a legal position.
    pub fn from_text(text: &str) -> Result<Self, PositionError> {
        position_text::read(text)
    }

    /// Its text: [`Position::from_text`] gives the same position.
    #[must_use]
    pub fn text(&self) -> String {
        position_text::write(self)
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> BoardKind {
        self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// How many moves both sides have made together.
    #[must_use]
    pub const fn steps(&self) -> u16 {
        self.steps
    }

    /// How many of the last steps had no battle.
    #[must_use]
    pub const fn quiet_steps(&self) -> u16 {
        self.quiet_steps
    }

    /// What stands on the station.
    #[must_use]
    pub fn piece_at(&self, station: Station) -> Option<Piece> {
        self.pieces.get(&station).copied()
    }

    /// Every piece with its station, in the order of the stations.
    pub fn pieces(&self) -> impl Iterator<Item = (Station, Piece)> {
        self.pieces.iter().map(|(&station, &piece)| (station, piece))
    }

    /// Where a piece of this kind stands.
    fn find(&self, color: Color, strength: Strength) -> Option<Station> {
        let wanted = Piece::new(color, strength);
        self.pieces().find(|&(_, piece)| piece == wanted).map(|(station, _)| station)
    }

    /// Where the flag of `color` stands if it is shown to the other player,
    /// because the marshal has fallen.
    #[must_use]
    pub fn revealed_flag(&self, color: Color) -> Option<Station> {
        match self.find(color, Strength::Marshal) {
            Some(_) => None,
            None => self.find(color, Strength::Flag),
        }
    }

    /// Whether `color` has anything left that could ever attack.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        self.pieces().any(|(station, piece)| {
            piece.color == color && piece.strength.moves() && station.kind() != StationKind::Headquarters
        })
    }

    fn occupancy(&self) -> Occupancy {
        Occupancy::new(self.board, self.pieces().map(|(station, piece)| (station, piece.color)))
    }

    /// Says whether the side to move may play `mv`.
    ///
    /// Of several reasons the most telling one is named: first what stands on
    /// the origin and whether it moves, then what stands on the target, last the
    /// way. [`View::validate`] says the same to the mover.
    ///
    /// # Errors
    /// The rule that forbids the move. `GameOver` and `NotBegun` are a
    /// [`Game`](super::Game)'s to say.
    pub fn validate(&self, mv: Move) -> Result<(), IllegalMove> {
        self.validate_by(self.side_to_move, mv)
    }

    /// Says whether the player of `by` may play `mv`.
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

    /// All moves of the side to move, in the order of their stations.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.occupancy().moves(self.movers()).collect()
    }

    /// The pieces of the side to move.
    fn movers(&self) -> impl Iterator<Item = (Station, Piece)> {
        self.pieces().filter(|(_, piece)| piece.color == self.side_to_move)
    }

    /// The stations passed by a move, both ends included, as every viewer sees
    /// them; `None` if no way leads there.
    #[must_use]
    pub fn path(&self, mv: Move) -> Option<Vec<Station>> {
        self.occupancy().path(mv)
    }

    /// Plays `mv` for the side to move. Nothing changes if it may not.
    ///
    /// # Errors
    /// As [`Position::validate`].
    pub fn play(&mut self, mv: Move, mine: MineRule) -> Result<Moved, IllegalMove> {
        self.validate(mv)?;
        let attacker = self.pieces.remove(&mv.from).expect("a legal move has a piece");
        let defender = self.pieces.remove(&mv.to);
        let battle = defender.map(|defender| Battle::of(attacker.strength, defender.strength, mine));
        let fallen = [
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
            let fell = fallen.contains(&Some(Piece::new(color, Strength::Marshal)));
            if fell { self.find(color, Strength::Flag) } else { None }
        });
        Ok(Moved { mv, battle, revealed_flags })
    }

    /// Lets the turn pass to the other side; it is no step.
    pub const fn pass(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
    }

    /// How the game ends here by the rules, if it does. Turns that passed are a
    /// [`Game`](super::Game)'s to count.
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

    /// What `viewer` may know of it while the game runs.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let shown = PerColor::from_fn(|color| self.revealed_flag(color));
        let pieces = self.pieces().map(|(station, piece)| {
            let known = viewer == Viewer::Player(piece.color)
                || viewer != Viewer::Spectator && shown[piece.color] == Some(station);
            (station, if known { PieceView::Known(piece) } else { PieceView::Unknown(piece.color) })
        });
        View {
            board: self.board,
            viewer,
            side_to_move: self.side_to_move,
            steps: self.steps,
            quiet_steps: self.quiet_steps,
            pieces: pieces.collect(),
            revealed_flags: if viewer == Viewer::Spectator { PerColor::splat(None) } else { shown },
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
