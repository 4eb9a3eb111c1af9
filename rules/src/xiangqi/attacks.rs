//! Attack sets of the pieces, from tables built at compile time.
//!
//! Each function takes a point and, for pieces that can be blocked, the occupied points. It
//! ignores the side to move, checks and legality. The returned sets include points of either
//! side; callers remove those of their own pieces.
//!
//! Rook and cannon use the obstruction difference of two masks on a line
//! (<https://www.chessprogramming.org/Obstruction_Difference>); horse and
//! elephant use a table indexed by their four blocking points.

use super::{Bitboard, Square};
use crate::{Color, PerColor};

/// The points of a line with a lower and with a higher index than a given point.
#[derive(Clone, Copy)]
struct Rays {
    lower: u128,
    upper: u128,
}

/// Attack sets by point and by which of its four blocking points are occupied.
type ByBlockers = [[Bitboard; 16]; Square::COUNT];

const ORTHOGONALS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The 3 × 3 palace of each side.
pub const PALACE: PerColor<Bitboard> = PerColor::new(box_of(3, 5, 0, 2), box_of(3, 5, 7, 9));

/// Each side's half of the board, up to the river.
pub const HOME: PerColor<Bitboard> = PerColor::new(box_of(0, 8, 0, 4), box_of(0, 8, 5, 9));

const fn box_of(file_low: u8, file_high: u8, rank_low: u8, rank_high: u8) -> Bitboard {
    let mut bits = 0;
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let (file, rank) = (square.file(), square.rank());
        if file_low <= file && file <= file_high && rank_low <= rank && rank <= rank_high {
            bits |= 1 << index;
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
}

/// The point `files` to the right and `ranks` up, or `None` if it is off the board.
const fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
}

/// The points of `within` that are one step away in `directions`.
const fn steps(square: Square, directions: [(i8, i8); 4], within: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = directions[direction];
        if let Some(to) = offset(square, files, ranks)
            && within.contains(to)
        {
            set = set.with(to);
        }
        direction += 1;
    }
    set
}

/// For each point of a palace, the steps inside that palace.
const fn palace_steps(directions: [(i8, i8); 4]) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        if PALACE.red.contains(square) {
            table[index] = steps(square, directions, PALACE.red);
        } else if PALACE.black.contains(square) {
            table[index] = steps(square, directions, PALACE.black);
        }
        index += 1;
    }
    table
}

static KING: [Bitboard; Square::COUNT] = palace_steps(ORTHOGONALS);
static ADVISOR: [Bitboard; Square::COUNT] = palace_steps(DIAGONALS);

/// The targets of a pawn, red's table first.
static PAWN: [[Bitboard; Square::COUNT]; 2] = [pawn_table(1, HOME.red), pawn_table(-1, HOME.black)];
/// The origins from which a pawn reaches a point, red's table first.
static PAWN_FROM: [[Bitboard; Square::COUNT]; 2] = [reversed(&PAWN[0]), reversed(&PAWN[1])];

const fn pawn_table(forward: i8, home: Bitboard) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let ahead = (0, forward);
        let directions = if home.contains(square) { [ahead; 4] } else { [ahead, ahead, (-1, 0), (1, 0)] };
        table[index] = steps(square, directions, Bitboard::ALL);
        index += 1;
    }
    table
}

const fn reversed(table: &[Bitboard; Square::COUNT]) -> [Bitboard; Square::COUNT] {
    let mut back = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while let Some(origin) = Square::from_index(from) {
        let mut to = 0;
        while let Some(target) = Square::from_index(to) {
            if table[from].contains(target) {
                back[to] = back[to].with(origin);
            }
            to += 1;
        }
        from += 1;
    }
    back
}

static HORSE: ByBlockers = horse_table(false);
static HORSE_FROM: ByBlockers = horse_table(true);
static ELEPHANT: ByBlockers = elephant_table();

/// Builds the table of targets of a horse, or, with `from`, that of its origins.
///
/// A horse makes one orthogonal step, to the leg, then a diagonal one outwards. In reverse it
/// makes a diagonal step, to the leg, then an orthogonal one.
const fn horse_table(from: bool) -> ByBlockers {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut blocked = 0;
        while blocked < 16 {
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    let (a, b) = if from { beyond_diagonal(leg) } else { beyond_orthogonal(leg) };
                    if let Some(to) = offset(square, a.0, a.1) {
                        table[index][blocked] = table[index][blocked].with(to);
                    }
                    if let Some(to) = offset(square, b.0, b.1) {
                        table[index][blocked] = table[index][blocked].with(to);
                    }
                }
                leg += 1;
            }
            blocked += 1;
        }
        index += 1;
    }
    table
}

const fn beyond_orthogonal(leg: usize) -> ((i8, i8), (i8, i8)) {
    let (x, y) = ORTHOGONALS[leg];
    if x == 0 { ((-1, 2 * y), (1, 2 * y)) } else { ((2 * x, -1), (2 * x, 1)) }
}

const fn beyond_diagonal(leg: usize) -> ((i8, i8), (i8, i8)) {
    let (x, y) = DIAGONALS[leg];
    ((2 * x, y), (x, 2 * y))
}

const fn elephant_table() -> ByBlockers {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let home = if HOME.red.contains(square) { HOME.red } else { HOME.black };
        let mut blocked = 0;
        while blocked < 16 {
            let mut eye = 0;
            while eye < 4 {
                let (x, y) = DIAGONALS[eye];
                if blocked >> eye & 1 == 0
                    && let Some(to) = offset(square, 2 * x, 2 * y)
                    && home.contains(to)
                {
                    table[index][blocked] = table[index][blocked].with(to);
                }
                eye += 1;
            }
            blocked += 1;
        }
        index += 1;
    }
    table
}

static FILE: [Rays; Square::COUNT] = line_table(true);
static RANK: [Rays; Square::COUNT] = line_table(false);

const fn line_table(file: bool) -> [Rays; Square::COUNT] {
    let mut table = [Rays { lower: 0, upper: 0 }; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let line = if file { Bitboard::file_of(square) } else { Bitboard::rank_of(square) }.bits();
        let below = (1 << index) - 1;
        table[index] = Rays { lower: line & below, upper: line & !below & !(1 << index) };
        index += 1;
    }
    table
}

impl Rays {
    /// The points up to and including the nearest occupied one on either side.
    #[inline]
    const fn reach(&self, occupied: u128) -> u128 {
        let lower = self.lower & occupied;
        let upper = self.upper & occupied;
        let nearest_below = 1 << (127 - (lower | 1).leading_zeros());
        // Subtracting the nearest bit below from those above borrows through all points in between.
        let difference = upper ^ upper.wrapping_sub(nearest_below);
        (self.lower | self.upper) & difference
    }
}

/// The occupied orthogonal neighbours as a 4-bit number, in the order of `ORTHOGONALS`.
///
/// Bits of neighbours beyond the edge are arbitrary; the tables ignore them.
#[inline]
const fn orthogonal_blockers(square: Square, occupied: Bitboard) -> usize {
    let around = (occupied.bits() << 9 >> square.index()) as usize;
    around & 1 | around >> 7 & 2 | around >> 8 & 4 | around >> 15 & 8
}

/// The occupied diagonal neighbours as a 4-bit number, in the order of `DIAGONALS`.
#[inline]
const fn diagonal_blockers(square: Square, occupied: Bitboard) -> usize {
    let around = (occupied.bits() << 10 >> square.index()) as usize;
    around & 1 | around >> 1 & 2 | around >> 16 & 4 | around >> 17 & 8
}

/// The targets of a general on `square`, inside its palace.
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The targets of an advisor on `square`, inside its palace.
#[must_use]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// The targets of an elephant on `square`, on its side of the river and past free eyes.
#[must_use]
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_blockers(square, occupied)]
}

/// The targets of a horse on `square`, past free legs.
///
/// ```
/// use chuhe_rules::xiangqi::{Bitboard, Square, attacks};
/// let (b0, b1): (Square, Square) = ("b0".parse()?, "b1".parse()?);
/// assert_eq!(attacks::horse(b0, Bitboard::EMPTY).count(), 3);
/// assert_eq!(attacks::horse(b0, b1.into()).count(), 1);
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
#[must_use]
#[inline(always)]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][orthogonal_blockers(square, occupied)]
}

/// The points from which a horse attacks `square`.
///
/// It differs from [`horse`] of the same point because the leg is next to the horse.
#[must_use]
#[inline]
pub fn horse_from(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_FROM[square.index()][diagonal_blockers(square, occupied)]
}

/// The points from which a horse with a free leg attacks `square`.
#[must_use]
#[inline]
pub(super) fn horse_from_unblocked(square: Square) -> Bitboard {
    HORSE_FROM[square.index()][0]
}

/// The points where a move may begin or end that checks a general on `king` or uncovers a check.
///
/// These are its lines, the points next to it where legs of horses stand, and those of the horses.
static CHECK_ZONE: [Bitboard; Square::COUNT] = {
    let mut zones = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let lines = Bitboard::file_of(square).or(Bitboard::rank_of(square));
        let legs = steps(square, DIAGONALS, Bitboard::ALL);
        zones[index] = lines.or(legs).or(HORSE_FROM_UNBLOCKED[index]);
        index += 1;
    }
    zones
};

const HORSE_FROM_UNBLOCKED: [Bitboard; Square::COUNT] = {
    let table = horse_table(true);
    let mut unblocked = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        unblocked[index] = table[index][0];
        index += 1;
    }
    unblocked
};

/// The points where every move begins or ends that gives check to a general on `king`.
#[must_use]
#[inline]
pub(super) fn check_zone(king: Square) -> Bitboard {
    CHECK_ZONE[king.index()]
}

/// The leg of a horse on `horse` that moves to `target`; `None` if it cannot reach it.
#[must_use]
pub fn horse_leg(horse: Square, target: Square) -> Option<Square> {
    let files = target.file() as i8 - horse.file() as i8;
    let ranks = target.rank() as i8 - horse.rank() as i8;
    match (files.abs(), ranks.abs()) {
        (1, 2) => offset(horse, 0, ranks / 2),
        (2, 1) => offset(horse, files / 2, 0),
        _ => None,
    }
}

/// The targets of a pawn of `color` on `square`.
#[must_use]
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square.index()]
}

/// The points from which a pawn of `color` attacks `square`.
#[must_use]
#[inline]
pub fn pawn_from(color: Color, square: Square) -> Bitboard {
    PAWN_FROM[color as usize][square.index()]
}

/// The points a rook on `square` attacks.
///
/// In each direction these are the free points and the first occupied one.
#[must_use]
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let index = square.index();
    Bitboard::from_bits(FILE[index].reach(occupied.bits()) | RANK[index].reach(occupied.bits()))
}

/// The points on which a cannon on `square` captures: the second occupied one in each direction.
///
/// Without capture it moves like a rook.
#[must_use]
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    beyond(square, occupied, rook(square, occupied))
}

/// Computes [`cannon`] from `reached`, the attack set of a rook on `square`.
#[must_use]
#[inline]
pub(super) fn beyond(square: Square, occupied: Bitboard, reached: Bitboard) -> Bitboard {
    let without_screens = occupied - reached;
    (rook(square, without_screens) & without_screens) - reached
}

/// The points of the file and the rank of `square`, without `square` itself.
#[must_use]
#[inline]
pub(super) fn lines(square: Square) -> Bitboard {
    let (file, rank) = (&FILE[square.index()], &RANK[square.index()]);
    Bitboard::from_bits(file.lower | file.upper | rank.lower | rank.upper)
}

/// The points strictly between two points; empty if they share no file or rank.
#[must_use]
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a.index() < b.index() { (a.index(), b.index()) } else { (b.index(), a.index()) };
    Bitboard::from_bits(FILE[low].upper & FILE[high].lower | RANK[low].upper & RANK[high].lower)
}
