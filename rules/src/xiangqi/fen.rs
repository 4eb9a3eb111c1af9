//! Strict parsing and writing of FEN.
//!
//! The FEN of xiangqi is that of chess with ten ranks of nine points; see
//! <https://www.xqbase.com/protocol/cchess_fen.htm>. The fields for castling and en passant
//! are dashes.

use super::{Bitboard, Board, Piece, PieceKind, Position, Square, attacks};
use crate::Color;
use alloc::{format, string::String};

pub(super) const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The reason why a text is not the FEN of a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FenError {
    /// The number of ranks is not ten.
    #[error("there are {found} ranks instead of 10")]
    RankCount {
        /// The number of ranks.
        found: usize,
    },
    /// The pieces and empty points of a rank do not add up to nine.
    #[error("rank {rank} does not have 9 points")]
    RankLength {
        /// The rank, 9 (the first one written) to 0.
        rank: u8,
    },
    /// A rank has two adjacent digits, instead of one digit for all the empty points.
    #[error("rank {rank} has two adjacent digits")]
    AdjacentDigits {
        /// The rank, 9 (the first one written) to 0.
        rank: u8,
    },
    /// A character of the placement is neither a piece nor a digit from 1 to 9.
    #[error("{0:?} is neither a piece nor a digit from 1 to 9")]
    UnknownLetter(char),
    /// A side has no general or more than one.
    #[error("{color} has {found} generals")]
    KingCount {
        /// The side.
        color: Color,
        /// The number of its generals.
        found: u32,
    },
    /// A side has more pieces of a kind than at the start of a game.
    #[error("there are too many {0}s")]
    TooMany(Piece),
    /// A piece stands on a point that it can never reach.
    #[error("a {piece} can never stand on {square}")]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// Two pawns of one side stand on one file, and neither has crossed the river.
    #[error("two {color} pawns on the file of {square} have not crossed the river")]
    PawnsOnOneFile {
        /// The side.
        color: Color,
        /// The point of the pawn that is further back.
        square: Square,
    },
    /// The generals face each other on an open file.
    #[error("the generals face each other")]
    GeneralsFacing,
    /// The side that is not to move is in check.
    #[error("the side not to move is in check")]
    OpponentInCheck,
    /// The side to move is not `w`, `r` or `b`.
    #[error("the side to move must be w or b")]
    InvalidSide,
    /// The third or fourth field is not a dash.
    #[error("the third and fourth field must be dashes")]
    InvalidDash,
    /// The halfmove clock is not a number up to 9999 without leading zeros.
    #[error("the halfmove clock must be a number from 0 to 9999")]
    InvalidHalfmoveClock,
    /// The fullmove number is not a number from 1 to 9999 without leading zeros.
    #[error("the fullmove number must be a number from 1 to 9999")]
    InvalidFullmoveNumber,
    /// There are neither two nor six fields, or two spaces are adjacent.
    #[error("a field is missing or empty")]
    MissingField,
    /// Text follows the sixth field.
    #[error("text follows the last field")]
    TrailingField,
}

/// Parses a FEN; see [`Position::from_fen`].
pub(super) fn read(text: &str) -> Result<Position, FenError> {
    let mut fields = text.split(' ');
    let mut field = || fields.next().filter(|field| !field.is_empty());
    let placement = field().ok_or(FenError::MissingField)?;
    let side = field().ok_or(FenError::MissingField)?;
    let board = read_placement(placement)?;
    let side = match side {
        "w" | "r" => Color::Red,
        "b" => Color::Black,
        _ => return Err(FenError::InvalidSide),
    };
    let (halfmove_clock, fullmove_number) = match text.bytes().filter(|&byte| byte == b' ').count() {
        1 => (0, 1),
        _ => {
            for _ in 0..2 {
                if field().ok_or(FenError::MissingField)? != "-" {
                    return Err(FenError::InvalidDash);
                }
            }
            let halfmove_clock = field().ok_or(FenError::MissingField)?;
            let fullmove_number = field().ok_or(FenError::MissingField)?;
            (
                read_counter(halfmove_clock).ok_or(FenError::InvalidHalfmoveClock)?,
                read_counter(fullmove_number).ok_or(FenError::InvalidFullmoveNumber)?,
            )
        }
    };
    if fields.next().is_some() {
        return Err(FenError::TrailingField);
    }
    Position::from_board(board, side, halfmove_clock, fullmove_number)
}

/// Parses a FEN as programs and people write it; see [`Position::from_loose_fen`].
pub(super) fn read_loose(text: &str) -> Result<Position, FenError> {
    let mut fields = text.split_whitespace();
    let board = read_placement(fields.next().ok_or(FenError::MissingField)?)?;
    let side = match fields.next() {
        None | Some("-") => None,
        Some("w" | "r" | "W" | "R") => Some(Color::Red),
        Some("b" | "B") => Some(Color::Black),
        Some(_) => return Err(FenError::InvalidSide),
    };
    let counter = |field: Option<&str>, least: u16| {
        let number = field.and_then(|field| field.parse().ok()).unwrap_or(least);
        number.clamp(least, Position::MAX_COUNTER)
    };
    let halfmoves = counter(fields.nth(2), 0);
    let fullmoves = counter(fields.next(), 1);
    let position = |side| Position::from_board(board.clone(), side, halfmoves, fullmoves);
    match (position(side.unwrap_or(Color::Red)), side) {
        (Err(FenError::OpponentInCheck), None) => position(Color::Black),
        (read, _) => read,
    }
}

fn read_counter(text: &str) -> Option<u16> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&number| canonical && number <= Position::MAX_COUNTER)
}

fn read_placement(text: &str) -> Result<Board, FenError> {
    let found = text.split('/').count();
    if found != usize::from(Square::RANKS) {
        return Err(FenError::RankCount { found });
    }
    let mut board = Board::empty();
    for (rank, row) in (0..Square::RANKS).rev().zip(text.split('/')) {
        read_rank(&mut board, rank, row)?;
    }
    Ok(board)
}

fn read_rank(board: &mut Board, rank: u8, row: &str) -> Result<(), FenError> {
    let mut file = 0;
    let mut after_gap = false;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(1..=9) if after_gap => return Err(FenError::AdjacentDigits { rank }),
            Some(gap @ 1..=9) => {
                file += gap as u8;
                after_gap = true;
            }
            _ => {
                let piece = Piece::from_fen_letter(letter).ok_or(FenError::UnknownLetter(letter))?;
                let square = Square::new(file, rank).ok_or(FenError::RankLength { rank })?;
                board.set(square, Some(piece));
                file += 1;
                after_gap = false;
            }
        }
        if file > Square::FILES {
            return Err(FenError::RankLength { rank });
        }
    }
    if file == Square::FILES { Ok(()) } else { Err(FenError::RankLength { rank }) }
}

/// Checks the number of pieces of each kind, and that they stand on points they can reach.
pub(super) fn check_placement(board: &Board) -> Result<(), FenError> {
    for color in Color::ALL {
        let found = board.pieces(color, PieceKind::King).count();
        if found != 1 {
            return Err(FenError::KingCount { color, found });
        }
        for kind in PieceKind::ALL {
            let piece = Piece::new(color, kind);
            let squares = board.pieces(color, kind);
            if squares.count() > kind.count_in_set() {
                return Err(FenError::TooMany(piece));
            }
            if let Some(square) = (squares - points_of(piece)).first() {
                return Err(FenError::Misplaced { piece, square });
            }
        }
        if let Some(square) = blocked_pawn(board, color) {
            return Err(FenError::PawnsOnOneFile { color, square });
        }
    }
    Ok(())
}

/// The first of two pawns on one file that have both not crossed the river.
///
/// Until then a pawn stays on the file of its start, which it has for itself.
fn blocked_pawn(board: &Board, color: Color) -> Option<Square> {
    let uncrossed = board.pieces(color, PieceKind::Pawn) & attacks::HOME[color];
    let mut shared = uncrossed.iter().filter(|&pawn| (uncrossed & Bitboard::file_of(pawn)).count() > 1);
    match color {
        Color::Red => shared.next(),
        Color::Black => shared.last(),
    }
}

/// The points that `piece` can ever reach.
fn points_of(piece: Piece) -> Bitboard {
    let color = piece.color;
    let from_own_side = |rank: u8| match color {
        Color::Red => rank,
        Color::Black => Square::RANKS - 1 - rank,
    };
    let points_where = |stands: fn(u8, u8) -> bool| -> Bitboard {
        Square::all().filter(|square| stands(square.file(), from_own_side(square.rank()))).collect()
    };
    match piece.kind {
        PieceKind::King => attacks::PALACE[color],
        PieceKind::Advisor => points_where(|file, rank| matches!((file, rank), (3 | 5, 0 | 2) | (4, 1))),
        PieceKind::Elephant => {
            points_where(|file, rank| matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)))
        }
        PieceKind::Pawn => points_where(|file, rank| rank >= 5 || rank >= 3 && file.is_multiple_of(2)),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => Bitboard::ALL,
    }
}

/// Returns the FEN with all six fields.
pub(super) fn write(position: &Position) -> String {
    let side = match position.side_to_move() {
        Color::Red => 'w',
        Color::Black => 'b',
    };
    let placement = placement(position.board());
    format!("{placement} {side} - - {} {}", position.halfmove_clock(), position.fullmove_number())
}

/// Returns the first field of a FEN.
pub(super) fn placement(board: &Board) -> String {
    let mut text = String::new();
    for rank in (0..Square::RANKS).rev() {
        let mut gap = 0;
        for file in 0..Square::FILES {
            let piece = Square::new(file, rank).and_then(|square| board.piece_at(square));
            let Some(piece) = piece else {
                gap += 1;
                continue;
            };
            push_gap(&mut text, gap);
            gap = 0;
            text.push(piece.fen_letter());
        }
        push_gap(&mut text, gap);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn push_gap(text: &mut String, gap: u8) {
    if gap > 0 {
        text.push(char::from(b'0' + gap));
    }
}
