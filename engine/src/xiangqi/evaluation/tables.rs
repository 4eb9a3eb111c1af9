//! Piece-square tables for the middle game and the endgame, in centipawns.
//!
//! A piece is worth its base value and a bonus for its point; both are mixed by how many attacking
//! pieces are left. The tables are mirrored by the middle file.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Piece, PieceKind, Position, Square};

/// Base values in the middle game, in the order of [`PieceKind::ALL`].
const MIDDLE: [i16; 7] = [0, 165, 165, 400, 940, 460, 70];
/// Base values in the endgame.
const END: [i16; 7] = [0, 180, 185, 445, 1_000, 430, 90];
/// How much each kind counts towards the middle game.
const PHASE: [i16; 7] = [0, 0, 0, 3, 6, 3, 0];
/// The phase of the start position.
const FULL_PHASE: i32 = 48;
/// The number of files from the edge to the middle.
const HALF: usize = 5;

/// Bonuses by rank from the owner's back rank, and by file from the edge to the middle.
type Bonuses = [[i16; HALF]; Square::RANKS as usize];

/// Points that the kind cannot reach are zero, as are those of no special value.
const NONE: [i16; HALF] = [0; HALF];

const KING: Bonuses =
    [[0, 0, 0, 0, 12], [0, 0, 0, -18, -12], [0, 0, 0, -40, -36], NONE, NONE, NONE, NONE, NONE, NONE, NONE];

const ADVISOR: Bonuses =
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 10], [0, 0, 0, -10, 0], NONE, NONE, NONE, NONE, NONE, NONE, NONE];

const ELEPHANT: Bonuses =
    [[0, 0, 0, 0, 0], NONE, [-16, 0, 0, 0, 16], NONE, [0, 0, -6, 0, 0], NONE, NONE, NONE, NONE, NONE];

const HORSE: Bonuses = [
    [-30, -25, -15, -15, -25],
    [-18, -6, -4, -2, -45],
    [-8, 2, 16, 10, 2],
    [-2, 12, 10, 16, 12],
    [0, 18, 18, 22, 24],
    [4, 26, 24, 30, 30],
    [10, 30, 32, 40, 34],
    [8, 28, 44, 44, 26],
    [4, 20, 52, 20, -10],
    [-8, -4, 8, 6, -20],
];

const ROOK: Bonuses = [
    [-30, -4, -14, 8, -10],
    [-14, 6, 0, 10, -10],
    [-18, 4, -2, 12, 2],
    [-10, 6, 2, 12, 10],
    [0, 12, 8, 16, 18],
    [4, 14, 8, 18, 20],
    [8, 16, 14, 22, 24],
    [6, 16, 12, 22, 24],
    [10, 20, 16, 26, 34],
    [4, 10, 8, 18, 16],
];

const CANNON: Bonuses = [
    [-4, -2, 2, 6, 4],
    [-4, 0, 4, 6, 6],
    [-2, 0, 8, 6, 20],
    [-4, 0, 2, 2, 10],
    [-2, 0, 4, 4, 12],
    [-2, 0, 2, 4, 14],
    [0, 4, 4, 4, 10],
    [4, 4, 0, -4, -2],
    [6, 6, 0, -12, -12],
    [14, 12, 4, -14, -18],
];

const PAWN: Bonuses = [
    NONE,
    NONE,
    NONE,
    [-6, 0, -6, 0, 14],
    [-2, 0, 8, 0, 14],
    [22, 34, 42, 52, 54],
    [40, 62, 78, 92, 96],
    [44, 72, 98, 122, 126],
    [40, 72, 104, 136, 142],
    [-20, -10, 0, 20, 30],
];

/// The middle-game and endgame values of a piece on a point, for red.
#[derive(Clone, Copy)]
struct Pair {
    middle: i16,
    end: i16,
}

const BONUSES: [&Bonuses; 7] = [&KING, &ADVISOR, &ELEPHANT, &HORSE, &ROOK, &CANNON, &PAWN];

static VALUES: [[Pair; Square::COUNT]; 14] = {
    let mut values = [[Pair { middle: 0, end: 0 }; Square::COUNT]; 14];
    let mut kind = 0;
    while kind < 7 {
        let mut index = 0;
        while index < Square::COUNT {
            let (file, rank) = (index % 9, index / 9);
            let from_edge = if file < HALF { file } else { 8 - file };
            let bonus = BONUSES[kind][rank][from_edge];
            let (middle, end) = (MIDDLE[kind] + bonus, END[kind] + bonus);
            values[kind][index] = Pair { middle, end };
            values[kind + 7][(9 - rank) * 9 + file] = Pair { middle: -middle, end: -end };
            index += 1;
        }
        kind += 1;
    }
    values
};

/// The sums over all pieces of one position, for red.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    middle: i32,
    end: i32,
    phase: i32,
}

impl Sums {
    pub(super) fn of(position: &Position) -> Self {
        let mut sums = Self::default();
        for (square, piece) in position.board().iter() {
            sums.add(piece, square, 1);
        }
        sums
    }

    /// The sums after `mv` in `position`, whose sums these are.
    #[inline]
    pub(super) fn after(mut self, position: &Position, mv: Move) -> Self {
        if let Some(piece) = position.piece_at(mv.from) {
            self.add(piece, mv.from, -1);
            self.add(piece, mv.to, 1);
        }
        if let Some(captured) = position.piece_at(mv.to) {
            self.add(captured, mv.to, -1);
        }
        self
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square, times: i32) {
        let value = VALUES[piece.color as usize * 7 + piece.kind as usize][square.index()];
        self.middle += times * i32::from(value.middle);
        self.end += times * i32::from(value.end);
        self.phase += times * i32::from(PHASE[piece.kind as usize]);
    }

    /// The evaluation for red.
    #[inline]
    pub(super) fn score(self) -> i32 {
        let phase = self.phase.min(FULL_PHASE);
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

const _: () = assert!(Color::Red as usize == 0 && PieceKind::ALL.len() == 7);
