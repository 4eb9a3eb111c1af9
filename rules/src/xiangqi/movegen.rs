//! Generates the legal moves of a position.
//!
//! The generator first analyses the threats to the mover's general: pinned pieces, points that
//! would become a cannon's screen, and, in check, the moves that can answer it. It verifies
//! only the pseudo-legal moves that may expose the general; all others are legal.

use super::{Bitboard, Move, Piece, PieceKind, Position, Square, attacks};
use core::fmt;
use core::ops::{ControlFlow, Deref};

/// An upper bound of the number of legal moves in any position.
///
/// At most 34 moves of the rooks, 34 of the cannons, 16 of the horses, 15 of the pawns, 8 of
/// the elephants, 8 of the advisors and 4 of the general are 119.
const CAPACITY: usize = 120;

/// A list of moves in an array on the stack.
///
/// ```
/// use chuhe_rules::xiangqi::Position;
/// let moves = Position::start().legal_moves();
/// assert!(moves.contains(&"h2e2".parse()?));
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    const fn new() -> Self {
        let corner = Square::from_index(0).expect("0 is the index of a corner");
        Self { moves: [Move::new(corner, corner); CAPACITY], len: 0 }
    }

    #[inline]
    fn push_all(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.moves[self.len] = Move::new(from, to);
            self.len += 1;
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, CAPACITY>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Position {
    /// All legal moves, in a fixed but unspecified order, without allocation.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.legal_moves_to(|targets| targets)
    }

    /// The legal moves that capture, in the order of [`Position::legal_moves`].
    ///
    /// ```
    /// use chuhe_rules::xiangqi::Position;
    /// let captures = Position::start().legal_captures();
    /// assert_eq!(*captures, ["b2b9".parse()?, "h2h9".parse()?]);
    /// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
    /// ```
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        let theirs = self.board().color(self.side_to_move().opponent());
        self.legal_moves_to(|targets| targets & theirs)
    }

    /// The legal moves that do not capture, in the order of [`Position::legal_moves`].
    #[must_use]
    pub fn legal_quiets(&self) -> MoveList {
        let free = !self.board().occupied();
        self.legal_moves_to(|targets| targets & free)
    }

    #[inline(always)]
    fn legal_moves_to(&self, within: impl Fn(Bitboard) -> Bitboard) -> MoveList {
        let mut moves = MoveList::new();
        let _: ControlFlow<()> = self.for_each_origin(within, |from, targets| {
            moves.push_all(from, targets);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The legal moves of the piece on `from`; empty if it does not belong to the side to move.
    #[must_use]
    pub fn legal_moves_from(&self, from: Square) -> MoveList {
        let mut moves = MoveList::new();
        if let Some(piece) = self.piece_at(from).filter(|piece| piece.color == self.side_to_move()) {
            let targets = self.targets(piece, from);
            moves.push_all(from, self.filtered(piece, from, targets));
        }
        moves
    }

    /// The number of legal moves, without listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.for_each_origin(
            |targets| targets,
            |_, targets| {
                count += targets.count() as usize;
                ControlFlow::Continue(())
            },
        );
        count
    }

    /// Whether there is a legal move; without one the side to move loses.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let visited = self.for_each_origin(
            |targets| targets,
            |_, targets| {
                if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        visited.is_break()
    }

    /// Calls `visit` for each piece of the side to move with its legal targets, until it breaks.
    ///
    /// Targets outside `within` are left out. The set of targets may be empty.
    // a closure, because the compiler cannot know that all points are no restriction
    #[inline]
    fn for_each_origin(
        &self,
        within: impl Fn(Bitboard) -> Bitboard,
        mut visit: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mover = self.side_to_move();
        let own = self.board().color(mover);
        let king = self.king(mover);
        if self.in_check() {
            let answer = self.answers_to_check();
            for kind in &PieceKind::ALL[1..] {
                for from in self.board().pieces(mover, *kind) {
                    let piece = Piece::new(mover, *kind);
                    let mut targets = within(self.targets(piece, from));
                    if !answer.screens.contains(from) {
                        targets &= answer.targets;
                    }
                    visit(from, self.filtered(piece, from, targets))?;
                }
            }
        } else {
            let shield = self.shield();
            for kind in &PieceKind::ALL[1..] {
                for from in self.board().pieces(mover, *kind) {
                    let piece = Piece::new(mover, *kind);
                    let mut targets = within(self.targets(piece, from)) - shield.forbidden;
                    if shield.pinned.contains(from) {
                        targets = self.filtered(piece, from, targets);
                    }
                    visit(from, targets)?;
                }
            }
        }
        let targets = within(attacks::king(king)) - own;
        visit(king, self.filtered(Piece::new(mover, PieceKind::King), king, targets))
    }

    /// The pseudo-legal targets of `piece` on `from`, without regard to its general's safety.
    // a call for each piece costs more than the code
    #[inline(always)]
    pub(super) fn targets(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.board().occupied();
        let reached = match piece.kind {
            PieceKind::King => attacks::king(from),
            PieceKind::Advisor => attacks::advisor(from),
            PieceKind::Elephant => attacks::elephant(from, occupied),
            PieceKind::Horse => attacks::horse(from, occupied),
            PieceKind::Rook => attacks::rook(from, occupied),
            PieceKind::Cannon => {
                let free = attacks::rook(from, occupied);
                (free - occupied) | attacks::beyond(from, occupied, free)
            }
            PieceKind::Pawn => attacks::pawn(piece.color, from),
        };
        reached - self.board().color(piece.color)
    }

    /// The targets in `targets` that leave the mover's general safe.
    #[inline]
    fn filtered(&self, piece: Piece, from: Square, targets: Bitboard) -> Bitboard {
        targets.iter().filter(|&to| self.is_safe(piece, Move::new(from, to))).collect()
    }

    /// Whether the legal move `mv` gives check, itself or by uncovering another piece.
    ///
    /// ```
    /// use chuhe_rules::xiangqi::Position;
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w")?;
    /// assert!(position.gives_check("a0a9".parse()?));
    /// assert!(!position.gives_check("a0a8".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the origin is empty.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let piece = self.piece_at(mv.from).expect("a move starts from a piece");
        let king = self.king(piece.color.opponent());
        let zone = attacks::check_zone(king);
        if !zone.contains(mv.from) && !zone.contains(mv.to) {
            return false;
        }
        let occupied = self.occupied_after(mv);
        let direct = match piece.kind {
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => Bitboard::EMPTY,
            PieceKind::Horse => attacks::horse(mv.to, occupied),
            PieceKind::Rook => attacks::rook(mv.to, occupied),
            PieceKind::Cannon => attacks::cannon(mv.to, occupied),
            PieceKind::Pawn => attacks::pawn(piece.color, mv.to),
        };
        // the board still has the moved piece on its origin, which counts as captured
        direct.contains(king) || self.board().fighters_attacking(king, piece.color, occupied).any()
    }

    /// Whether the pseudo-legal move `mv` leaves the mover's general safe.
    ///
    /// It may be neither in check nor facing the other general.
    #[inline]
    pub(super) fn is_safe(&self, piece: Piece, mv: Move) -> bool {
        !self.leaves_generals_facing(piece, mv) && !self.leaves_in_check(piece, mv)
    }

    /// Whether after `mv` the two generals face each other on an open file.
    #[inline]
    pub(super) fn leaves_generals_facing(&self, piece: Piece, mv: Move) -> bool {
        let king = self.king_after(piece, mv);
        let other = self.king(piece.color.opponent());
        king.file() == other.file() && (attacks::between(king, other) & self.occupied_after(mv)).is_empty()
    }

    /// Whether after `mv` a piece of the opponent attacks the mover's general.
    #[inline]
    pub(super) fn leaves_in_check(&self, piece: Piece, mv: Move) -> bool {
        let king = self.king_after(piece, mv);
        let attackers =
            self.board().fighters_attacking(king, piece.color.opponent(), self.occupied_after(mv));
        // The board still has the piece that the move captures.
        (attackers - mv.to.into()).any()
    }

    #[inline]
    fn king_after(&self, piece: Piece, mv: Move) -> Square {
        if piece.kind == PieceKind::King { mv.to } else { self.king(piece.color) }
    }

    #[inline]
    fn occupied_after(&self, mv: Move) -> Bitboard {
        (self.board().occupied() - mv.from.into()) | mv.to.into()
    }

    /// Computes the restrictions on moves while the side to move is not in check.
    #[inline(always)]
    fn shield(&self) -> Shield {
        let mover = self.side_to_move();
        let king = self.king(mover);
        let (own, occupied) = (self.board().color(mover), self.board().occupied());
        let lines = attacks::lines(king);
        let theirs = |kind| self.board().pieces(mover.opponent(), kind);
        let mut shield = Shield { pinned: Bitboard::EMPTY, forbidden: Bitboard::EMPTY };

        let straight = theirs(PieceKind::Rook) | theirs(PieceKind::King) & Bitboard::file_of(king);
        for rook in straight & lines {
            let between = attacks::between(king, rook) & occupied;
            if between.count() == 1 {
                shield.pinned |= between & own;
            }
        }
        for cannon in theirs(PieceKind::Cannon) & lines {
            let path = attacks::between(king, cannon);
            match (path & occupied).count() {
                0 => shield.forbidden |= path,
                2 => shield.pinned |= path & own,
                _ => {}
            }
        }
        for horse in theirs(PieceKind::Horse) & attacks::horse_from_unblocked(king) {
            if let Some(leg) = attacks::horse_leg(horse, king) {
                shield.pinned |= own & leg.into();
            }
        }
        shield
    }

    /// Computes the moves that can answer the current check.
    #[inline]
    fn answers_to_check(&self) -> Answers {
        let mover = self.side_to_move();
        let king = self.king(mover);
        let occupied = self.board().occupied();
        let mut answers = Answers { targets: Bitboard::ALL, screens: Bitboard::EMPTY };
        for checker in self.checkers() {
            let path = attacks::between(king, checker);
            let kind = self.piece_at(checker).map(|piece| piece.kind);
            let mut targets = Bitboard::from_square(checker) | path;
            if kind == Some(PieceKind::Cannon) {
                answers.screens |= path & occupied;
            } else if kind == Some(PieceKind::Horse)
                && let Some(leg) = attacks::horse_leg(checker, king)
            {
                targets |= leg.into();
            }
            answers.targets &= targets;
        }
        answers
    }
}

/// Restrictions on moves of a side that is not in check.
struct Shield {
    /// Pieces of the mover whose moves may expose the general.
    ///
    /// These are the only piece in front of a rook or the other general, each of two in front of a
    /// cannon, and a piece on the leg of a horse.
    pinned: Bitboard,
    /// Points on which any piece would become the screen of a cannon.
    forbidden: Bitboard,
}

/// Necessary conditions for a move other than the general's to answer a check.
///
/// A move must satisfy one of the two, and is then verified.
struct Answers {
    /// It ends on one of these points,
    targets: Bitboard,
    /// or starts from one of these.
    screens: Bitboard,
}
