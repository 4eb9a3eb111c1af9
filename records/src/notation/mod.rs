//! Move notation for people: Chinese (炮二平五) and WXF (`C2.5`).
//!
//! Both give the piece with its file, counted from its player's right, then the direction,
//! forward (进, `+`), back (退, `-`) or aside (平, `.`), and the number of ranks or the target
//! file. Pieces of a kind on one file are distinguished by their order from the front.
//!
//! Two advisors or elephants on one file need no distinction, because they have no target
//! in common. This module writes notation but does not parse it.
//!
//! Sources: the notation of the Asian Xiangqi Federation
//! (<http://www.wxf.org/xq/computer/wxf_notation.html>), with the letters a to e that
//! programs use for pawns without a shorter mark.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Bitboard, Move, Piece, PieceKind, Position, Square};

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Returns `mv`, a legal move of `position`, in Chinese notation.
///
/// Characters are simplified; red uses Chinese numerals and black digits. Of two pieces on a
/// file the front one is 前 and the rear one 后; of three the middle one is 中; of more, the
/// middle ones are numbered from the front. As usual, tandem pawns on two files are ambiguous.
///
/// ```
/// use chuhe_records::notation;
/// use chuhe_rules::xiangqi::Position;
/// let position = Position::start();
/// assert_eq!(notation::chinese(&position, "h2e2".parse()?), "炮二平五");
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
///
/// # Panics
/// If no piece stands on the origin of `mv`.
#[must_use]
pub fn chinese(position: &Position, mv: Move) -> String {
    let step = Step::new(position, mv);
    let name = chinese_name(step.piece);
    let number = |number| chinese_number(step.piece.color, number);
    let (first, second) = match (step.order, step.tandem.count()) {
        (_, 0 | 1) => (name, number(step.file)),
        (0, _) => ('前', name),
        (1, 3) => ('中', name),
        (order, count) if order + 1 == count => ('后', name),
        (order, _) => (number(order + 1), name),
    };
    let direction = match step.direction {
        Direction::Forward => '进',
        Direction::Back => '退',
        Direction::Aside => '平',
    };
    [first, second, direction, number(step.number)].into_iter().collect()
}

/// Returns `mv`, a legal move of `position`, in WXF notation with the letters of FEN.
///
/// Of two pieces on a file the front one is `+` and the rear one `-`; the middle one of three
/// pawns has its file number. Four or five pawns on a file, and tandem pawns on two files, have
/// letters from `a`: the lower file first, and on a file the front pawn first.
///
/// ```
/// use chuhe_records::notation;
/// use chuhe_rules::xiangqi::Position;
/// let position = Position::start();
/// assert_eq!(notation::wxf(&position, "h2e2".parse()?), "C2.5");
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
///
/// # Panics
/// If no piece stands on the origin of `mv`.
#[must_use]
pub fn wxf(position: &Position, mv: Move) -> String {
    let step = Step::new(position, mv);
    let count = step.tandem.count();
    let mark = match step.order {
        _ if count < 2 => digit(step.file),
        _ if count > 3 || step.pawns_before.is_some_and(|pawns| pawns.on_other_files) => {
            let before = step.pawns_before.map_or(0, |pawns| pawns.count) + step.order;
            char::from(b'a' + before as u8)
        }
        0 => '+',
        order if order + 1 == count => '-',
        _ => digit(step.file),
    };
    let direction = match step.direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Aside => '.',
    };
    [step.piece.kind.letter(), mark, direction, digit(step.number)].into_iter().collect()
}

/// The name of `piece` in notation, in simplified characters.
///
/// ```
/// use chuhe_records::notation;
/// use chuhe_rules::{Color, xiangqi::{Piece, PieceKind}};
/// assert_eq!(notation::chinese_name(Piece::new(Color::Black, PieceKind::King)), '将');
/// ```
#[must_use]
pub const fn chinese_name(piece: Piece) -> char {
    match (piece.kind, piece.color) {
        (PieceKind::King, Color::Red) => '帅',
        (PieceKind::King, Color::Black) => '将',
        (PieceKind::Advisor, Color::Red) => '仕',
        (PieceKind::Advisor, Color::Black) => '士',
        (PieceKind::Elephant, Color::Red) => '相',
        (PieceKind::Elephant, Color::Black) => '象',
        (PieceKind::Horse, _) => '马',
        (PieceKind::Rook, _) => '车',
        (PieceKind::Cannon, _) => '炮',
        (PieceKind::Pawn, Color::Red) => '兵',
        (PieceKind::Pawn, Color::Black) => '卒',
    }
}

fn chinese_number(color: Color, number: u32) -> char {
    match color {
        Color::Red => NUMERALS[number as usize - 1],
        Color::Black => digit(number),
    }
}

fn digit(number: u32) -> char {
    char::from(b'0' + number as u8)
}

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Back,
    Aside,
}

/// The tandem pawns on other files.
#[derive(Clone, Copy)]
struct PawnsBefore {
    /// How many come before this pawn's file.
    count: u32,
    /// Whether there are any.
    on_other_files: bool,
}

/// The parts of a move that both notations express.
struct Step {
    piece: Piece,
    /// The file of the origin, 1 to 9 from its player's right.
    file: u32,
    /// The pieces of the kind on that file to distinguish, including itself.
    tandem: Bitboard,
    /// How many of them are in front of it.
    order: u32,
    /// Present only for pawns.
    pawns_before: Option<PawnsBefore>,
    direction: Direction,
    /// The number of ranks for a move along the file, else the target file.
    number: u32,
}

impl Step {
    fn new(position: &Position, mv: Move) -> Self {
        let Move { from, to } = mv;
        let piece = position.piece_at(from).expect("a legal move starts from a piece");
        let color = piece.color;
        let tandem = tandem(position, piece, from);
        let in_front = tandem.iter().filter(|&other| advance(color, from, other) > 0);
        let advance = advance(color, from, to);
        let number = if from.file() == to.file() { advance.unsigned_abs() } else { file_number(color, to) };
        let direction = match advance {
            0 => Direction::Aside,
            1.. => Direction::Forward,
            _ => Direction::Back,
        };
        Self {
            piece,
            file: file_number(color, from),
            tandem,
            order: in_front.count() as u32,
            pawns_before: (piece.kind == PieceKind::Pawn).then(|| pawns_before(position, piece, from)),
            direction,
            number,
        }
    }
}

/// The pieces of the same kind and side on the file of `square`.
fn tandem(position: &Position, piece: Piece, square: Square) -> Bitboard {
    match piece.kind {
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn => {
            position.board().pieces(piece.color, piece.kind) & Bitboard::file_of(square)
        }
        PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => square.into(),
    }
}

fn pawns_before(position: &Position, pawn: Piece, square: Square) -> PawnsBefore {
    let pawns = position.board().pieces(pawn.color, PieceKind::Pawn);
    let others = pawns - Bitboard::file_of(square);
    let in_tandem = others.iter().filter(|&other| (pawns & Bitboard::file_of(other)).count() > 1);
    let before =
        in_tandem.clone().filter(|&other| file_number(pawn.color, other) < file_number(pawn.color, square));
    PawnsBefore { count: before.count() as u32, on_other_files: in_tandem.count() > 0 }
}

/// The number of the file of `square`, 1 to 9 from the right of the player of `color`.
fn file_number(color: Color, square: Square) -> u32 {
    match color {
        Color::Red => u32::from(Square::FILES - square.file()),
        Color::Black => u32::from(square.file() + 1),
    }
}

/// The number of ranks by which `to` is nearer to the opponent than `from`.
fn advance(color: Color, from: Square, to: Square) -> i32 {
    let up = i32::from(to.rank()) - i32::from(from.rank());
    match color {
        Color::Red => up,
        Color::Black => -up,
    }
}
