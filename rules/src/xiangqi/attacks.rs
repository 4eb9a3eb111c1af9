//! Where pieces reach, from tables made at compile time.
//!
//! Nothing here knows of sides to move, checks or legality: each function
//! answers from a point and, where the piece can be blocked, an occupancy. The
//! answers hold points of either side; the caller removes his own.
//!
//! Rook and cannon use the obstruction difference of two masks on a line
//! (<https://www.chessprogramming.org/Obstruction_Difference>); horse and
//! elephant look their four blocking points up in a table.

use super::{Bitboard, Square};
use crate::{Color, PerColor};

/// The points of a line through a point, below it and above it by index.
#[derive(Clone, Copy)]
struct Line {
    lower: u128,
    upper: u128,
}

/// By point and by which of its four blocking points are occupied.
type ByBlockers = [[Bitboard; 16]; Square::COUNT];

const ORTHOGONALS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The points each side's general and advisors may stand on or between.
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

/// The point `files` to the right and `ranks` up, if it is on the board.
const fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
}

/// The points one step away in `directions` that are in `within`.
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

/// The steps inside the palace that `square` is in.
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

/// Where a pawn goes, red's table first.
static PAWN: [[Bitboard; Square::COUNT]; 2] = [pawn_table(1, HOME.red), pawn_table(-1, HOME.black)];
/// Whence a pawn comes, red's table first.
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

/// The horse goes one step straight, then one diagonally outwards; the leg is
/// the point of the first step. Backwards that is a diagonal step, to the leg,
/// and then a straight one: `from` makes that table, blocked by the diagonals.
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

static FILE: [Line; Square::COUNT] = line_table(true);
static RANK: [Line; Square::COUNT] = line_table(false);

const fn line_table(file: bool) -> [Line; Square::COUNT] {
    let mut table = [Line { lower: 0, upper: 0 }; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let line = if file { Bitboard::file_of(square) } else { Bitboard::rank_of(square) }.bits();
        let below = (1 << index) - 1;
        table[index] = Line { lower: line & below, upper: line & !below & !(1 << index) };
        index += 1;
    }
    table
}

impl Line {
    /// The points up to and including the nearest occupied one on either side.
    #[inline]
    const fn reach(&self, occupied: u128) -> u128 {
        let lower = self.lower & occupied;
        let upper = self.upper & occupied;
        let nearest_below = 1 << (127 - (lower | 1).leading_zeros());
        // Subtracting the nearest bit below from those above borrows through every point in between.
        let difference = upper ^ upper.wrapping_sub(nearest_below);
        (self.lower | self.upper) & difference
    }
}

/// Which of the orthogonal neighbours are occupied, as a number under 16 in the
/// order of `ORTHOGONALS`. What is beyond an edge reads as anything.
#[inline]
const fn orthogonal_blockers(square: Square, occupied: Bitboard) -> usize {
    let around = (occupied.bits() << 9 >> square.index()) as usize;
    around & 1 | around >> 7 & 2 | around >> 8 & 4 | around >> 15 & 8
}

/// Which of the diagonal neighbours are occupied, likewise by `DIAGONALS`.
#[inline]
const fn diagonal_blockers(square: Square, occupied: Bitboard) -> usize {
    let around = (occupied.bits() << 10 >> square.index()) as usize;
    around & 1 | around >> 1 & 2 | around >> 16 & 4 | around >> 17 & 8
}

/// Where a general on `square` may step: inside its palace.
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Where an advisor on `square` may step: inside its palace.
#[must_use]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// Where an elephant on `square` may go on its side of the river, its eyes free.
#[must_use]
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_blockers(square, occupied)]
}

/// Where a horse on `square` may jump, its legs free.
///
/// ```
/// use chuhe_rules::xiangqi::{Bitboard, Square, attacks};
/// let (b0, b1): (Square, Square) = ("b0".parse()?, "b1".parse()?);
/// assert_eq!(attacks::horse(b0, Bitboard::EMPTY).count(), 3);
/// assert_eq!(attacks::horse(b0, b1.into()).count(), 1);
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
#[must_use]
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][orthogonal_blockers(square, occupied)]
}

/// The points from which a horse attacks `square`. It is not [`horse`] of the
/// same point: the leg stands next to the horse.
#[must_use]
#[inline]
pub fn horse_from(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_FROM[square.index()][diagonal_blockers(square, occupied)]
}

/// The points from which a horse could attack `square` were its leg free.
#[must_use]
#[inline]
pub(super) fn horse_from_unblocked(square: Square) -> Bitboard {
    HORSE_FROM[square.index()][0]
}

/// The point where a horse on `horse` that aims at `target` has its leg, if
/// they are a horse's jump apart.
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

/// Where a pawn of `color` on `square` may step.
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

/// The points a rook on `square` reaches: the free ones and the first occupied
/// one in each direction.
#[must_use]
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let index = square.index();
    Bitboard::from_bits(FILE[index].reach(occupied.bits()) | RANK[index].reach(occupied.bits()))
}

/// The occupied points a cannon on `square` takes on: the second one in each
/// direction. It moves without capture as a rook does.
#[must_use]
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    beyond(square, occupied, rook(square, occupied))
}

/// [`cannon`], for a caller who knows what a rook reaches from there.
#[must_use]
#[inline]
pub(super) fn beyond(square: Square, occupied: Bitboard, reached: Bitboard) -> Bitboard {
    let without_screens = occupied - reached;
    (rook(square, without_screens) & without_screens) - reached
}

/// The points of the file and the rank of `square`, without itself.
#[must_use]
#[inline]
pub(super) fn lines(square: Square) -> Bitboard {
    let (file, rank) = (&FILE[square.index()], &RANK[square.index()]);
    Bitboard::from_bits(file.lower | file.upper | rank.lower | rank.upper)
}

/// The points strictly between two on a file or a rank; none if they are on
/// neither.
#[must_use]
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a.index() < b.index() { (a.index(), b.index()) } else { (b.index(), a.index()) };
    Bitboard::from_bits(FILE[low].upper & FILE[high].lower | RANK[low].upper & RANK[high].lower)
}
