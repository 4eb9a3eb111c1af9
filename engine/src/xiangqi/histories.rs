//! What earlier parts of the search say about moves: the statistics for move ordering, and the
//! corrections of the evaluation.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Piece, PieceKind, Position, Square};

/// The largest magnitude of a history.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
/// The largest magnitude of a stored correction.
const CORRECTION_LIMIT: i32 = 16_384;
/// The number of slots of a table of corrections, for each side to move.
const CORRECTION_SLOTS: usize = 16_384;
/// Stored corrections per centipawn.
const CORRECTION_GRAIN: i32 = 128;

const PIECES: usize = 14;
const TARGETS: usize = PIECES * Square::COUNT;

/// A piece and the point to which it moves, as an index.
pub(super) type PieceTo = usize;

/// Stands for no move, or a pass.
pub(super) const NO_PIECE_TO: PieceTo = TARGETS;

/// The index of `piece` moving to `to`.
#[inline]
pub(super) fn piece_to(piece: Piece, to: Square) -> PieceTo {
    (piece.color as usize * 7 + piece.kind as usize) * Square::COUNT + to.index()
}

/// The statistics of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    quiets: Vec<i16>,
    captures: Vec<i16>,
    /// By an earlier move of the path, then by the move.
    continuations: Vec<i16>,
    counters: Vec<Option<Move>>,
    pawn_corrections: Vec<i16>,
    piece_corrections: Vec<i16>,
}

/// The earlier moves that continuation histories are indexed by: one, two and four plies back.
pub(super) type Context = [PieceTo; 3];

/// Moves a history towards the limit, the less the nearer it is.
#[inline]
fn update(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            quiets: vec![0; 2 * Square::COUNT * Square::COUNT],
            captures: vec![0; TARGETS * PieceKind::ALL.len()],
            continuations: vec![0; (TARGETS + 1) * TARGETS],
            counters: vec![None; TARGETS + 1],
            pawn_corrections: vec![0; 2 * CORRECTION_SLOTS],
            piece_corrections: vec![0; 2 * CORRECTION_SLOTS],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.quiets.fill(0);
        self.captures.fill(0);
        self.continuations.fill(0);
        self.counters.fill(None);
        self.pawn_corrections.fill(0);
        self.piece_corrections.fill(0);
    }

    #[inline]
    fn quiet_index(color: Color, mv: Move) -> usize {
        (color as usize * Square::COUNT + mv.from.index()) * Square::COUNT + mv.to.index()
    }

    #[inline]
    fn capture_index(piece: PieceTo, victim: PieceKind) -> usize {
        piece * PieceKind::ALL.len() + victim as usize
    }

    /// How often `mv` of `piece` was best, compared with how often it was not.
    #[inline]
    pub(super) fn quiet(&self, piece: Piece, mv: Move, context: Context) -> i32 {
        let target = piece_to(piece, mv.to);
        let after = |index: usize| i32::from(self.continuations[context[index] * TARGETS + target]);
        i32::from(self.quiets[Self::quiet_index(piece.color, mv)]) + after(0) + after(1) + after(2) / 2
    }

    /// As [`Histories::quiet`], of a capture.
    #[inline]
    pub(super) fn capture(&self, piece: Piece, mv: Move, victim: PieceKind) -> i32 {
        i32::from(self.captures[Self::capture_index(piece_to(piece, mv.to), victim)])
    }

    /// The quiet move that refuted the move `previous` before.
    #[inline]
    pub(super) fn counter(&self, previous: PieceTo) -> Option<Move> {
        self.counters[previous]
    }

    pub(super) fn set_counter(&mut self, previous: PieceTo, mv: Move) {
        self.counters[previous] = Some(mv);
    }

    pub(super) fn update_quiet(&mut self, piece: Piece, mv: Move, context: Context, bonus: i32) {
        update(&mut self.quiets[Self::quiet_index(piece.color, mv)], bonus);
        let target = piece_to(piece, mv.to);
        for earlier in context {
            update(&mut self.continuations[earlier * TARGETS + target], bonus);
        }
    }

    pub(super) fn update_capture(&mut self, piece: Piece, mv: Move, victim: PieceKind, bonus: i32) {
        update(&mut self.captures[Self::capture_index(piece_to(piece, mv.to), victim)], bonus);
    }

    fn correction_slots(position: &Position) -> (usize, usize) {
        let board = position.board();
        let side = position.side_to_move() as usize * CORRECTION_SLOTS;
        let pawns = board.kind(PieceKind::Pawn).bits();
        let red = board.color(Color::Red).bits();
        let pieces =
            (board.kind(PieceKind::Rook).bits() | board.kind(PieceKind::Horse).bits()) ^ red.rotate_left(31);
        (side + hash(pawns, pawns & red), side + hash(pieces, board.kind(PieceKind::Cannon).bits()))
    }

    /// The mean error of evaluations in positions like this one, in centipawns.
    #[inline]
    pub(super) fn correction(&self, position: &Position) -> i32 {
        let (pawns, pieces) = Self::correction_slots(position);
        let sum = i32::from(self.pawn_corrections[pawns]) + i32::from(self.piece_corrections[pieces]);
        sum / (2 * CORRECTION_GRAIN)
    }

    /// Records that a search of `depth` found a score `error` centipawns above the evaluation.
    pub(super) fn update_correction(&mut self, position: &Position, error: i32, depth: i32) {
        let (pawns, pieces) = Self::correction_slots(position);
        let weight = (depth + 1).min(16);
        let target = (error * CORRECTION_GRAIN).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        for value in [&mut self.pawn_corrections[pawns], &mut self.piece_corrections[pieces]] {
            *value = ((i32::from(*value) * (256 - weight) + target * weight) / 256) as i16;
        }
    }
}

/// A slot for two sets of points.
#[inline]
fn hash(a: u128, b: u128) -> usize {
    let fold = |bits: u128| bits as u64 ^ ((bits >> 64) as u64).rotate_left(21);
    let mixed = fold(a).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ fold(b).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
}

const _: () = assert!(1 << (64 - 50) == CORRECTION_SLOTS);
