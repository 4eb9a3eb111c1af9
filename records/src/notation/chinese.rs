//! Chinese notation: 炮二平五, 前马进七.
//!
//! Of two pieces on a file the front one is 前 and the rear one 后; of three the middle one is
//! 中; of more, the middle ones are numbered from the front. Red's numbers are written as Chinese
//! numerals and black's as digits; the reader accepts either from both.

use super::NotationError;
use super::described::{self, Direction, Standing, Step};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Piece, PieceKind, Position};

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// How Chinese notation looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChineseStyle {
    /// The characters.
    pub script: Script,
    /// The width of black's digits.
    pub digits: DigitWidth,
}

/// A set of Chinese characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// Simplified, as in 马八进七.
    #[default]
    Simplified,
    /// Traditional, as in 馬八進七.
    Traditional,
}

/// The width of digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DigitWidth {
    /// Half, as in 炮8平5.
    #[default]
    Half,
    /// Full, as in 炮８平５.
    Full,
}

/// The name of `piece` in notation.
///
/// ```
/// use chuhe_records::notation::{Script, chinese_name};
/// use chuhe_rules::{Color, xiangqi::{Piece, PieceKind}};
/// let general = Piece::new(Color::Black, PieceKind::King);
/// assert_eq!(chinese_name(general, Script::Simplified), '将');
/// assert_eq!(chinese_name(general, Script::Traditional), '將');
/// ```
#[must_use]
pub const fn chinese_name(piece: Piece, script: Script) -> char {
    match (piece.kind, piece.color, script) {
        (PieceKind::King, Color::Red, Script::Simplified) => '帅',
        (PieceKind::King, Color::Red, Script::Traditional) => '帥',
        (PieceKind::King, Color::Black, Script::Simplified) => '将',
        (PieceKind::King, Color::Black, Script::Traditional) => '將',
        (PieceKind::Advisor, Color::Red, _) => '仕',
        (PieceKind::Advisor, Color::Black, _) => '士',
        (PieceKind::Elephant, Color::Red, _) => '相',
        (PieceKind::Elephant, Color::Black, _) => '象',
        (PieceKind::Horse, _, Script::Simplified) => '马',
        (PieceKind::Horse, _, Script::Traditional) => '馬',
        (PieceKind::Rook, _, Script::Simplified) => '车',
        (PieceKind::Rook, _, Script::Traditional) => '車',
        (PieceKind::Cannon, _, _) => '炮',
        (PieceKind::Pawn, Color::Red, _) => '兵',
        (PieceKind::Pawn, Color::Black, _) => '卒',
    }
}

pub(super) fn write(position: &Position, mv: Move, style: ChineseStyle) -> String {
    let step = Step::new(position, mv);
    let is_traditional = style.script == Script::Traditional;
    let name = chinese_name(step.piece, style.script);
    let number = |number: u32| match (step.piece.color, style.digits) {
        (Color::Red, _) => NUMERALS[number as usize - 1],
        (Color::Black, DigitWidth::Half) => char::from(b'0' + number as u8),
        (Color::Black, DigitWidth::Full) => char::from_u32('０' as u32 + number).unwrap_or('０'),
    };
    let (first, second) = match (step.place.order, step.place.count) {
        (_, 0 | 1) => (name, number(step.place.file)),
        (0, _) => ('前', name),
        (1, 3) => ('中', name),
        (order, count) if order + 1 == count => (if is_traditional { '後' } else { '后' }, name),
        (order, _) => (number(order + 1), name),
    };
    let direction = match step.direction {
        Direction::Forward if is_traditional => '進',
        Direction::Forward => '进',
        Direction::Back => '退',
        Direction::Aside => '平',
    };
    [first, second, direction, number(step.number)].into_iter().collect()
}

pub(super) fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mut buffer = ['\0'; 5];
    let mut length = 0;
    for letter in text.chars() {
        *buffer.get_mut(length).ok_or(NotationError::Malformed)? = letter;
        length += 1;
    }
    let [piece @ .., way, count] = &buffer[..length] else { return Err(NotationError::Malformed) };
    let (Some(direction), Some(number)) = (direction(*way), number(*count)) else {
        return Err(NotationError::Malformed);
    };
    let (kind, selector) = selected(piece).ok_or(NotationError::Malformed)?;
    described::find(position, kind, |place| selector.selects(place), direction, number)
}

/// Which pieces of a kind a text means.
#[derive(Clone, Copy)]
enum Selector {
    File(u32),
    Front,
    Middle,
    Rear,
    Number(u32),
    FrontOf(u32),
    MiddleOf(u32),
    RearOf(u32),
}

impl Selector {
    const fn selects(self, place: &Standing) -> bool {
        match self {
            Self::File(file) => place.file == file,
            Self::Front => place.count > 1 && place.order == 0,
            Self::Middle => place.is_middle(),
            Self::Rear => place.count > 1 && place.order + 1 == place.count,
            Self::Number(number) => place.has_number(number),
            Self::FrontOf(file) => place.file == file && Self::Front.selects(place),
            Self::MiddleOf(file) => place.file == file && Self::Middle.selects(place),
            Self::RearOf(file) => place.file == file && Self::Rear.selects(place),
        }
    }
}

/// The piece that the first characters of a move describe.
fn selected(text: &[char]) -> Option<(PieceKind, Selector)> {
    match *text {
        [first, second] => {
            if let (Some(kind), Some(file)) = (kind(first), number(second)) {
                return Some((kind, Selector::File(file)));
            }
            // without the pawn, as in 前七平六
            if let Some(file) = number(second) {
                return Some((PieceKind::Pawn, marked_on(first, file)?));
            }
            let kind = kind(second)?;
            let selector = match first {
                '前' => Selector::Front,
                '中' => Selector::Middle,
                '后' | '後' => Selector::Rear,
                _ => Selector::Number(number(first)?),
            };
            Some((kind, selector))
        }
        // For pawns in tandem on two files, as in 前兵七进一 or 前七兵进一.
        [first, second, third] => {
            let (kind, file) = match (kind(second), number(third)) {
                (Some(kind), Some(file)) => (kind, file),
                _ => (kind(third)?, number(second)?),
            };
            Some((kind, marked_on(first, file)?))
        }
        _ => None,
    }
}

/// The selector of 前, 中 or 后 on a file.
const fn marked_on(mark: char, file: u32) -> Option<Selector> {
    match mark {
        '前' => Some(Selector::FrontOf(file)),
        '中' => Some(Selector::MiddleOf(file)),
        '后' | '後' => Some(Selector::RearOf(file)),
        _ => None,
    }
}

const fn kind(name: char) -> Option<PieceKind> {
    Some(match name {
        '帅' | '帥' | '将' | '將' => PieceKind::King,
        '仕' | '士' => PieceKind::Advisor,
        '相' | '象' => PieceKind::Elephant,
        '马' | '馬' | '傌' => PieceKind::Horse,
        '车' | '車' | '俥' => PieceKind::Rook,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        _ => return None,
    })
}

const fn direction(way: char) -> Option<Direction> {
    match way {
        '进' | '進' => Some(Direction::Forward),
        '退' => Some(Direction::Back),
        '平' => Some(Direction::Aside),
        _ => None,
    }
}

fn number(text: char) -> Option<u32> {
    match text {
        '1'..='9' => Some(text as u32 - '0' as u32),
        '１'..='９' => Some(text as u32 - '０' as u32),
        _ => (1..).zip(NUMERALS).find(|&(_, numeral)| numeral == text).map(|(number, _)| number),
    }
}
