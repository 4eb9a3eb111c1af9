//! The notation of the World Xiangqi Federation: `C2.5`, `H8+7`, `R+-2`.
//!
//! The writer uses the federation's letters K A E R H C P. Of two pieces on a file the front one
//! is `+` and the rear one `-`. The middle one of three pawns has its file (`P3.4`). Of four or
//! five, the first and last are `++` and `--`, without a letter, and those next to them `P+` and
//! `P-`. Pawns in tandem on two files have their file instead of the letter: `3+.4`, `33.4`, `3-.4`.
//!
//! The reader also accepts the letters N and B, G for the guard and M for the minister (advisor and
//! elephant), small letters, `=` for a move aside or no mark for it, `P..4` for the middle one of
//! three pawns, the marks before the letter (`+R+1`), the letters `a` to `e` in place of the file, and as in `15+1` a pawn's order from the
//! front before its file. Where three pawns stand on file 3 and two on another, `33` is the middle
//! one, as the federation has it, and not the third.

use super::NotationError;
use super::described::{self, Direction, Standing, Step};
use chuhe_rules::xiangqi::{Move, PieceKind, Position};

const fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        PieceKind::King | PieceKind::Advisor | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn => {
            kind.letter()
        }
    }
}

pub(super) fn write(position: &Position, mv: Move) -> String {
    let step = Step::new(position, mv);
    let Standing { file, count, order, tandem_files, .. } = step.place;
    let (letter, file) = (letter(step.piece.kind), digit(file));
    let from_rear = count.saturating_sub(order + 1);
    let (first, second) = match count {
        0 | 1 => (letter, file),
        4.. if order == 0 => ('+', '+'),
        4.. if from_rear == 0 => ('-', '-'),
        4.. if order == 1 => (letter, '+'),
        4.. if from_rear == 1 => (letter, '-'),
        4.. => (letter, file),
        2 | 3 => {
            let first = if step.piece.kind == PieceKind::Pawn && tandem_files > 1 { file } else { letter };
            match (order, from_rear) {
                (0, _) => (first, '+'),
                (_, 0) => (first, '-'),
                _ => (first, file),
            }
        }
    };
    let direction = match step.direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Aside => '.',
    };
    [first, second, direction, digit(step.number)].into_iter().collect()
}

fn digit(number: u32) -> char {
    char::from(b'0' + number as u8)
}

pub(super) fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let (first, second, way, count) = match *text.as_bytes() {
        [first, second, way, count] => (first, second, way, count),
        [first, second, count] if second.is_ascii_alphanumeric() => (first, second, b'.', count),
        _ => return Err(NotationError::Malformed),
    };
    let direction = match way {
        b'+' => Direction::Forward,
        b'-' => Direction::Back,
        b'.' | b'=' => Direction::Aside,
        _ => return Err(NotationError::Malformed),
    };
    let number = number(count).ok_or(NotationError::Malformed)?;
    let (kind, selector) = selected(first, second).ok_or(NotationError::Malformed)?;
    // Ministers never go aside: there this is a horse of Vietnamese.
    if first.eq_ignore_ascii_case(&b'm') && direction == Direction::Aside {
        return Err(NotationError::Malformed);
    }
    described::find(position, kind, |place| selector.selects(kind, place), direction, number)
}

/// Which pieces of a kind a text means.
#[derive(Clone, Copy)]
enum Selector {
    /// `C2`; of three or five pawns the middle one.
    File(u32),
    /// `C+`; of four or five pawns the second.
    Front,
    /// `C-`; of four or five pawns the last but one.
    Rear,
    /// `P.`: the middle one of three or five pawns.
    Middle,
    /// `++`: the first of four or five.
    Foremost,
    /// `--`: the last of four or five.
    Rearmost,
    /// `Pa` is 1: numbered over all files with several.
    Number(u32),
    /// `3+`.
    FrontOf(u32),
    /// `3-`.
    RearOf(u32),
    /// `13`: order and file; or `33`: the middle one on a file.
    OrderOnFile(u32, u32),
}

impl Selector {
    fn selects(self, kind: PieceKind, place: &Standing) -> bool {
        let Standing { file, count, order, .. } = *place;
        // Four or five pawns have two outer ones at each end.
        let outer = if count >= 4 { 1 } else { 0 };
        match self {
            Self::File(number) => {
                let has_middle = kind == PieceKind::Pawn && matches!(count, 3 | 5);
                file == number && (!has_middle || place.is_middle())
            }
            Self::Front => count > 1 && order == outer,
            Self::Rear => count > 1 && order + 1 + outer == count,
            Self::Middle => place.is_middle(),
            Self::Foremost => count >= 4 && order == 0,
            Self::Rearmost => count >= 4 && order + 1 == count,
            Self::Number(number) => place.has_number(number),
            Self::FrontOf(number) => file == number && count > 1 && order == 0,
            Self::RearOf(number) => file == number && count > 1 && order + 1 == count,
            Self::OrderOnFile(first, number) => {
                let is_federal = first == number && count == 3 && place.tandem_files > 1;
                let has_order = if is_federal { place.is_middle() } else { order + 1 == first };
                file == number && count > 1 && has_order
            }
        }
    }
}

/// The piece that the first two characters of a move describe.
fn selected(first: u8, second: u8) -> Option<(PieceKind, Selector)> {
    if let (b'+' | b'-', Some(kind)) = (first, kind_of(second)) {
        let selector = if first == b'+' { Selector::Front } else { Selector::Rear };
        return Some((kind, selector));
    }
    let kind = kind_of(first).unwrap_or(PieceKind::Pawn);
    let selector = match (first, second) {
        (b'+', b'+') => Selector::Foremost,
        (b'-', b'-') => Selector::Rearmost,
        (b'1'..=b'9', b'+') => Selector::FrontOf(number(first)?),
        (b'1'..=b'9', b'-') => Selector::RearOf(number(first)?),
        (b'1'..=b'9', b'1'..=b'9') => Selector::OrderOnFile(number(first)?, number(second)?),
        _ if kind == PieceKind::Pawn && !first.eq_ignore_ascii_case(&b'p') => return None,
        (_, b'+') => Selector::Front,
        (_, b'-') => Selector::Rear,
        (b'P' | b'p', b'.') => Selector::Middle,
        (_, b'1'..=b'9') => Selector::File(number(second)?),
        (b'P' | b'p', b'a'..=b'e' | b'A'..=b'E') => {
            Selector::Number(u32::from(second.to_ascii_lowercase() - b'a') + 1)
        }
        _ => return None,
    };
    Some((kind, selector))
}

const fn kind_of(letter: u8) -> Option<PieceKind> {
    kind_of_capital(letter.to_ascii_uppercase())
}

/// The kind of piece that a capital letter stands for, here and in the algebraic notation.
pub(super) const fn kind_of_capital(letter: u8) -> Option<PieceKind> {
    Some(match letter {
        b'K' => PieceKind::King,
        b'A' | b'G' => PieceKind::Advisor,
        b'E' | b'B' | b'M' => PieceKind::Elephant,
        b'H' | b'N' => PieceKind::Horse,
        b'R' => PieceKind::Rook,
        b'C' => PieceKind::Cannon,
        b'P' => PieceKind::Pawn,
        _ => return None,
    })
}

fn number(digit: u8) -> Option<u32> {
    matches!(digit, b'1'..=b'9').then(|| u32::from(digit - b'0'))
}
