//! Legal positions: a board, the side to move and the counters.

use super::{Bitboard, Board, FenError, IllegalMove, Move, Piece, PieceKind, Square, attacks, fen, zobrist};
use crate::{Color, PerColor};
use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

/// A legal position. Constructors check it, and moves preserve its legality.
///
/// It has no history; a [`Game`](super::Game) records the earlier positions. As text it is its FEN. Its hash is that
/// of its [key](Position::key), which the counters are no part of.
///
/// ```
/// use chuhe_rules::xiangqi::{IllegalMove, Position};
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().len(), 44);
/// position.play("h2e2".parse()?)?;
/// assert_eq!(position.play("h9f8".parse()?), Err(IllegalMove::HorseLegBlocked));
/// assert_eq!(position.to_string().parse(), Ok(position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    kings: PerColor<Square>,
    side_to_move: Color,
    key: u64,
    checkers: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// The state that [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    mv: Move,
    captured: Option<Piece>,
    key: u64,
    checkers: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Undo {
    /// The move.
    #[must_use]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The captured piece.
    #[must_use]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }

    /// Whether the mover was in check before the move.
    #[must_use]
    pub const fn was_in_check(&self) -> bool {
        self.checkers.any()
    }
}

impl Position {
    /// The maximum of [`Position::halfmove_clock`] and [`Position::fullmove_number`].
    ///
    /// The counters saturate there.
    pub const MAX_COUNTER: u16 = 9_999;

    /// The start position, red to move.
    #[must_use]
    pub fn start() -> Self {
        Self::from_fen(fen::START).expect("the start position is legal")
    }

    /// Parses a FEN strictly; see [`FenError`] for the errors.
    ///
    /// The fields are the placement, the side to move, two dashes, the halfmove clock and the
    /// fullmove number, separated by single spaces. The last four may be omitted together and
    /// default to `- - 0 1`. Aliases are `r` for red's side, E for elephants and H for horses.
    ///
    /// ```
    /// use chuhe_rules::xiangqi::{FenError, Position};
    /// let position = Position::from_fen("4k4/9/9/9/9/9/9/9/4A4/4K4 r")?;
    /// assert_eq!(position.fen(), "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1");
    /// let facing = Position::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w");
    /// assert_eq!(facing, Err(FenError::GeneralsFacing));
    /// # Ok::<(), FenError>(())
    /// ```
    ///
    /// # Errors
    /// The first error in the text, or the first rule that the position breaks.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        fen::read(text)
    }

    /// Parses a FEN as programs and people write it, also without its later fields.
    ///
    /// Without a side red is to move, or black if red would give check. The fields of chess that xiangqi
    /// lacks may hold anything, and impossible counters are read as the nearest possible ones. What
    /// follows the sixth field is ignored.
    ///
    /// ```
    /// use chuhe_rules::xiangqi::Position;
    /// for text in ["4k4/9/9/9/9/9/9/9/9/3K5", "4k4/9/9/9/9/9/9/9/9/3K5  w KQkq - 0 0"] {
    ///     let position = Position::from_loose_fen(text)?;
    ///     assert_eq!(position.fen(), "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
    /// }
    /// # Ok::<(), chuhe_rules::xiangqi::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The first error in the placement or the side, or the first rule that the position breaks.
    pub fn from_loose_fen(text: &str) -> Result<Self, FenError> {
        fen::read_loose(text)
    }

    /// Returns its FEN with all six fields, which [`Position::from_fen`] reads back.
    #[must_use]
    pub fn fen(&self) -> String {
        fen::write(self)
    }

    /// Creates a position from its parts, if it is legal.
    ///
    /// # Errors
    /// The first error in the placement or the counters.
    pub fn from_board(
        board: Board,
        side_to_move: Color,
        halfmove_clock: u16,
        fullmove_number: u16,
    ) -> Result<Self, FenError> {
        fen::check_placement(&board)?;
        let kings = PerColor::from_fn(|color| {
            let king = board.pieces(color, PieceKind::King);
            king.first().expect("a checked placement has a general of each side")
        });
        if halfmove_clock > Self::MAX_COUNTER {
            return Err(FenError::InvalidHalfmoveClock);
        }
        if fullmove_number == 0 || fullmove_number > Self::MAX_COUNTER {
            return Err(FenError::InvalidFullmoveNumber);
        }
        let mut position = Self {
            board,
            kings,
            side_to_move,
            key: 0,
            checkers: Bitboard::EMPTY,
            halfmove_clock,
            fullmove_number,
        };
        if position.generals_face(position.board.occupied()) {
            return Err(FenError::GeneralsFacing);
        }
        if position.compute_checkers(side_to_move.opponent()).any() {
            return Err(FenError::OpponentInCheck);
        }
        position.key = position.compute_key();
        position.checkers = position.compute_checkers(side_to_move);
        Ok(position)
    }

    /// The placement of the pieces.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on `square`.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The point of the general of `color`.
    #[must_use]
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    /// The pieces that give check to the side to move.
    ///
    /// The opponent's general is never among them, because the generals may not face each other.
    #[must_use]
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The number of plies since the last capture, up to [`Position::MAX_COUNTER`].
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the current full move, from 1; it increases after black's move.
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Whether either side has a rook, horse, cannon or pawn left.
    #[must_use]
    #[inline(always)]
    pub fn has_any_attackers(&self) -> bool {
        let attackers = PieceKind::ALL.into_iter().filter(|kind| kind.is_attacker());
        attackers.fold(Bitboard::EMPTY, |set, kind| set | self.board.kind(kind)).any()
    }

    /// Whether `color` has a rook, horse, cannon or pawn left.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        let guards = PieceKind::ALL.into_iter().filter(|kind| !kind.is_attacker());
        let guards = guards.fold(Bitboard::EMPTY, |set, kind| set | self.board.kind(kind));
        (self.board.color(color) - guards).any()
    }

    /// The Zobrist key of the board and the side to move, without the counters.
    ///
    /// Each move updates it incrementally.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key after `mv`, which is not made. It lets a search fetch what it stores there in time.
    ///
    /// ```
    /// use chuhe_rules::xiangqi::{Move, Position};
    /// let mut position = Position::start();
    /// let mv: Move = "h2e2".parse()?;
    /// let key = position.key_after(mv);
    /// position.play(mv)?;
    /// assert_eq!(position.key(), key);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let number = |square, at| self.piece_at(square).map_or(0, |piece| zobrist::piece_on(piece, at));
        let moved = number(mv.from, mv.from) ^ number(mv.from, mv.to);
        self.key ^ moved ^ number(mv.to, mv.to) ^ zobrist::black_to_move()
    }

    /// Computes [`Position::key`] from scratch.
    #[must_use]
    pub fn compute_key(&self) -> u64 {
        let side = if self.side_to_move == Color::Black { zobrist::black_to_move() } else { 0 };
        self.board.iter().fold(side, |key, (square, piece)| key ^ zobrist::piece_on(piece, square))
    }

    /// Plays `mv`, or changes nothing if it is illegal.
    ///
    /// # Errors
    /// As [`Position::validate`].
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        self.validate(mv)?;
        Ok(self.make(mv))
    }

    /// Plays a move that must be legal, such as one of [`Position::legal_moves`].
    ///
    /// # Panics
    /// If the origin is empty. Any other illegal move corrupts the position; with debug assertions
    /// it panics, too.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        debug_assert_eq!(self.validate(mv), Ok(()), "{mv} in {self:?}");
        let (key, checkers) = (self.key, self.checkers);
        let (halfmove_clock, fullmove_number) = (self.halfmove_clock, self.fullmove_number);

        let mover = self.side_to_move;
        let piece = self.board.set(mv.from, None).expect("a move starts from a piece");
        let captured = self.board.set(mv.to, Some(piece));
        self.key ^=
            zobrist::piece_on(piece, mv.from) ^ zobrist::piece_on(piece, mv.to) ^ zobrist::black_to_move();
        if let Some(captured) = captured {
            self.key ^= zobrist::piece_on(captured, mv.to);
        }
        if piece.kind == PieceKind::King {
            self.kings[mover] = mv.to;
        }
        self.halfmove_clock = if captured.is_some() { 0 } else { Self::MAX_COUNTER.min(halfmove_clock + 1) };
        if mover == Color::Black {
            self.fullmove_number = Self::MAX_COUNTER.min(fullmove_number + 1);
        }
        self.side_to_move = mover.opponent();
        self.checkers = self.compute_checkers(self.side_to_move);
        Undo { mv, captured, key, checkers, halfmove_clock, fullmove_number }
    }

    /// Takes back the last move, for which [`Position::make`] or [`Position::play`] returned `undo`.
    ///
    /// # Panics
    /// If the target of the move is empty, because it was not the last one.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        let mover = self.side_to_move.opponent();
        let piece = self.board.set(undo.mv.to, undo.captured).expect("the last move ended on its target");
        self.board.set(undo.mv.from, Some(piece));
        if piece.kind == PieceKind::King {
            self.kings[mover] = undo.mv.from;
        }
        self.side_to_move = mover;
        self.key = undo.key;
        self.checkers = undo.checkers;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
    }

    /// Passes the turn, as the null move of a search does. The rules of xiangqi know no pass.
    ///
    /// [`Position::unmake`] takes it back. The counters stay as they are, and [`Undo::mv`] is a move
    /// of the general to its own point.
    ///
    /// ```
    /// use chuhe_rules::{Color, xiangqi::Position};
    /// let mut position = Position::start();
    /// let undo = position.pass();
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// position.unmake(undo);
    /// assert_eq!(position, Position::start());
    /// ```
    ///
    /// # Panics
    /// With debug assertions, if the side to move is in check: it would leave its general en prise.
    #[inline]
    pub fn pass(&mut self) -> Undo {
        debug_assert!(!self.in_check(), "a pass in check: {self:?}");
        let (halfmove_clock, fullmove_number) = (self.halfmove_clock, self.fullmove_number);
        let king = self.kings[self.side_to_move];
        let undo = Undo {
            mv: Move::new(king, king),
            captured: None,
            key: self.key,
            checkers: self.checkers,
            halfmove_clock,
            fullmove_number,
        };
        self.side_to_move = self.side_to_move.opponent();
        self.key ^= zobrist::black_to_move();
        // the general of the side that was not to move is never attacked
        self.checkers = Bitboard::EMPTY;
        undo
    }

    /// Whether the generals face each other when exactly the points `occupied` block.
    #[inline]
    fn generals_face(&self, occupied: Bitboard) -> bool {
        let (red, black) = (self.kings.red, self.kings.black);
        red.file() == black.file() && (attacks::between(red, black) & occupied).is_empty()
    }

    #[inline]
    fn compute_checkers(&self, color: Color) -> Bitboard {
        self.board.fighters_attacking(self.kings[color], color.opponent(), self.board.occupied())
    }
}

/// As [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

/// As [`Position::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

/// Equal positions have equal keys, which is all that is hashed.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
