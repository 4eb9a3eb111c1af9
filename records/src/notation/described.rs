//! What Chinese and WXF have in common: a piece by its place, a direction and a number.

use super::NotationError;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Bitboard, IllegalMove, Move, Piece, PieceKind, Position, Square};

/// Where a move goes, from its player's side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Aside,
}

/// The place of a piece among those of its kind and side.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// Its file, 1 to 9 from its player's right.
    pub(super) file: u32,
    /// How many of them stand on its file.
    pub(super) count: u32,
    /// How many of those are in front of it.
    pub(super) order: u32,
    /// The number of files on which several of them stand.
    pub(super) tandem_files: u32,
    /// How many of them stand on such files nearer to its player's right.
    pub(super) before: u32,
}

impl Standing {
    /// Whether it is the middle one of three or five on its file.
    pub(super) const fn is_middle(&self) -> bool {
        matches!(self.count, 3 | 5) && self.order == self.count / 2
    }

    /// Whether it has this number, from 1: on the only file with several, from the front, and
    /// else over all such files, those nearer to its player's right first.
    pub(super) const fn has_number(&self, number: u32) -> bool {
        let before = if self.tandem_files > 1 { self.before } else { 0 };
        self.count > 1 && before + self.order + 1 == number
    }

    fn new(color: Color, same: Bitboard, square: Square) -> Self {
        let on_file = |square| same & Bitboard::file_of(square);
        let file = file_number(color, square);
        let in_front = on_file(square).iter().filter(|&other| advance(color, square, other) > 0);
        let (mut tandem_files, mut before) = (0, 0);
        // Only the first piece of each file counts its file.
        for other in same {
            let others = on_file(other);
            if others.count() > 1 && others.first() == Some(other) {
                tandem_files += 1;
                if file_number(color, other) < file {
                    before += others.count();
                }
            }
        }
        Self { file, count: on_file(square).count(), order: in_front.count() as u32, tandem_files, before }
    }
}

/// The parts of a move that both notations express.
pub(super) struct Step {
    pub(super) piece: Piece,
    pub(super) place: Standing,
    pub(super) direction: Direction,
    /// The number of ranks for a move along the file, else the target file.
    pub(super) number: u32,
}

impl Step {
    pub(super) fn new(position: &Position, mv: Move) -> Self {
        let Move { from, to } = mv;
        let piece = position.piece_at(from).expect("a legal move starts from a piece");
        let color = piece.color;
        let mut same = position.board().pieces(color, piece.kind);
        // Two advisors or elephants on one file need no distinction: they have no target in common.
        if matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant) {
            same = from.into();
        }
        let advance = advance(color, from, to);
        let number = if from.file() == to.file() { advance.unsigned_abs() } else { file_number(color, to) };
        let direction = match advance {
            0 => Direction::Aside,
            1.. => Direction::Forward,
            _ => Direction::Back,
        };
        Self { piece, place: Standing::new(color, same, from), direction, number }
    }
}

/// Finds the legal move of a piece of `kind` for which `is_at` holds.
///
/// # Errors
/// `NoSuchPiece`, `Ambiguous`, or the rule that forbids the move.
pub(super) fn find(
    position: &Position,
    kind: PieceKind,
    is_at: impl Fn(&Standing) -> bool,
    direction: Direction,
    number: u32,
) -> Result<Move, NotationError> {
    let color = position.side_to_move();
    let same = position.board().pieces(color, kind);
    let (mut found, mut broken_rule) = (None, None);
    for from in same {
        if !is_at(&Standing::new(color, same, from)) {
            continue;
        }
        let tried = match target(Piece::new(color, kind), from, direction, number) {
            Some(to) => position.validate(Move::new(from, to)).map(|()| Move::new(from, to)),
            None => Err(IllegalMove::NotItsMove),
        };
        match tried {
            Ok(_) if found.is_some() => return Err(NotationError::Ambiguous),
            Ok(mv) => found = Some(mv),
            Err(rule) => broken_rule = broken_rule.or(Some(rule)),
        }
    }
    found.ok_or_else(|| broken_rule.map_or(NotationError::NoSuchPiece, NotationError::Illegal))
}

/// The target of a piece that goes from `from` in this way, if the board has it.
fn target(piece: Piece, from: Square, direction: Direction, number: u32) -> Option<Square> {
    let Piece { color, kind } = piece;
    let (file, ranks) = match kind {
        PieceKind::King | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn => match direction {
            Direction::Aside => (file_index(color, number)?, 0),
            Direction::Forward | Direction::Back => (from.file(), number),
        },
        PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse => {
            let file = file_index(color, number)?;
            let ranks = match (kind, file.abs_diff(from.file())) {
                (PieceKind::Advisor, 1) | (PieceKind::Horse, 2) => 1,
                (PieceKind::Elephant, 2) | (PieceKind::Horse, 1) => 2,
                _ => return None,
            };
            (file, ranks)
        }
    };
    let is_slanting = matches!(kind, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse);
    if (direction == Direction::Aside && is_slanting) || (ranks == 0 && file == from.file()) {
        return None;
    }
    let up = (direction == Direction::Forward) == (color == Color::Red);
    let rank = u32::from(from.rank());
    let rank = if up { rank + ranks } else { rank.checked_sub(ranks)? };
    Square::new(file, u8::try_from(rank).ok()?)
}

/// The number of the file of `square`, 1 to 9 from the right of the player of `color`.
fn file_number(color: Color, square: Square) -> u32 {
    match color {
        Color::Red => u32::from(Square::FILES - square.file()),
        Color::Black => u32::from(square.file() + 1),
    }
}

/// The file with this number from the right of the player of `color`, if it is 1 to 9.
fn file_index(color: Color, number: u32) -> Option<u8> {
    let number = u8::try_from(number).ok()?;
    let index = match color {
        Color::Red => Square::FILES.checked_sub(number),
        Color::Black => number.checked_sub(1),
    };
    index.filter(|&index| index < Square::FILES)
}

/// The number of ranks by which `to` is nearer to the opponent than `from`.
fn advance(color: Color, from: Square, to: Square) -> i32 {
    let up = i32::from(to.rank()) - i32::from(from.rank());
    match color {
        Color::Red => up,
        Color::Black => -up,
    }
}
