//! Vietnamese notation: `P2-5`, `M8.7`, `X1/1`.
//!
//! The letters are `Tg` (tướng), `S` (sĩ), `T` (tượng), `X` (xe), `P` (pháo), `M` (mã) and `B`
//! (binh, the pawn); `.` is forward, `/` back and `-` aside. Of two pieces on a file the front one
//! is `t` (trước) and the rear one `s` (sau), as in `Xs-2`; of three pawns the middle one is `g`
//! (giữa). Books have nothing for more: the writer puts the number of a middle pawn of four or five
//! before its letter (`2B-6`), and names the file of pawns in tandem on two files (`Bt7.1`).
//!
//! The reader also accepts `V` for the elephant, `C` for the pawn, small letters, and words with or
//! without their diacritics, as in `Pháo 2 bình 5` and `ma sau tien 7`.
//!
//! Source: the Vietnamese Wikipedia on xiangqi
//! (<https://vi.wikipedia.org/wiki/C%E1%BB%9D_t%C6%B0%E1%BB%9Bng>); books and servers agree with it.

use super::NotationError;
use super::described::{self, Direction, Standing, Step};
use chuhe_rules::xiangqi::{Move, PieceKind, Position};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const fn letters(kind: PieceKind) -> &'static str {
    ["Tg", "S", "T", "M", "X", "P", "B"][kind as usize]
}

pub(super) fn write(position: &Position, mv: Move) -> String {
    let step = Step::new(position, mv);
    let Standing { file, count, order, tandem_files, .. } = step.place;
    let letters = letters(step.piece.kind);
    let piece = match (order, count) {
        (_, 0 | 1) => format!("{letters}{file}"),
        (0, _) => format!("{letters}t"),
        (order, count) if order + 1 == count => format!("{letters}s"),
        (_, 3) => format!("{letters}g"),
        (order, _) => format!("{}{letters}", order + 1),
    };
    // the marks fit pawns on both files
    let names_file = step.piece.kind == PieceKind::Pawn && tandem_files > 1 && count > 1;
    let of_file = if names_file { file.to_string() } else { String::new() };
    let direction = match step.direction {
        Direction::Forward => '.',
        Direction::Back => '/',
        Direction::Aside => '-',
    };
    format!("{piece}{of_file}{direction}{}", step.number)
}

pub(super) fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let plain = |letter| if matches!(letter, '–' | '—' | '−') { '-' } else { letter };
    let letters: String = text.chars().filter(|letter| !letter.is_whitespace()).map(plain).collect();
    let Description { kind, selector, direction, number } =
        described(&letters).ok_or(NotationError::Malformed)?;
    described::find(position, kind, |place| selector.selects(place), direction, number)
}

/// Whether no move in WXF is written like this, so that a text without context is Vietnamese.
///
/// WXF has the letter P for pawns, which never go back, and B for elephants, which never go aside.
/// `P2.3` and `C2.1` are moves in both.
pub(super) fn has_vietnamese_letters(text: &str) -> bool {
    let first = text.chars().next().map(|letter| letter.to_ascii_lowercase());
    let is_own = |letter| matches!(letter, 'x' | 'm' | 's' | 't' | 'v' | 'b');
    first.is_some_and(is_own) || text.contains('/') || (first == Some('p') && text.contains('-'))
}

/// Whether a text is a move in Vietnamese notation and in no other, whatever the position.
pub(super) fn is_only_vietnamese(text: &str) -> bool {
    let Some(Description { selector, .. }) = described(text) else { return false };
    // with B or M it may be an elephant of WXF that goes back
    let is_elephant = text.starts_with(['B', 'b', 'M', 'm']) && text.contains('-');
    selector.mark.is_some() || (has_vietnamese_letters(text) && !is_elephant)
}

/// The parts of a move.
struct Description {
    kind: PieceKind,
    selector: Selector,
    direction: Direction,
    number: u32,
}

impl Description {
    /// Whether a king may move so, and no elephant: those leave the files 4 to 6 by two files.
    fn fits_king(&self) -> bool {
        let is_step = self.direction == Direction::Aside || self.number == 1;
        is_step && self.selector.file.is_some_and(|file| (4..=6).contains(&file))
    }
}

/// Which pieces of a kind a text means: those with this mark, if any, on this file, if any.
#[derive(Clone, Copy)]
struct Selector {
    mark: Option<Mark>,
    file: Option<u32>,
}

/// What tells pieces on one file apart.
#[derive(Clone, Copy)]
enum Mark {
    Front,
    Middle,
    Rear,
    Number(u32),
}

impl Selector {
    fn selects(self, place: &Standing) -> bool {
        let has_mark = match self.mark {
            None => true,
            Some(Mark::Front) => place.count > 1 && place.order == 0,
            Some(Mark::Middle) => place.is_middle(),
            Some(Mark::Rear) => place.count > 1 && place.order + 1 == place.count,
            Some(Mark::Number(number)) => place.count > 1 && place.order + 1 == number,
        };
        has_mark && self.file.is_none_or(|file| place.file == file)
    }
}

/// Reads the parts of a move without spaces.
fn described(text: &str) -> Option<Description> {
    let text: String = text.to_lowercase().nfc().collect();
    let text = text.replace("tướng", "tg").replace("tượng", "v");
    let text: String = text.nfd().filter(|&letter| !is_combining_mark(letter)).collect();
    if !text.contains(KING_OR_ELEPHANT) {
        return parts(&text);
    }
    let king = parts(&text.replacen(KING_OR_ELEPHANT, "tg", 1));
    king.filter(Description::fits_king).or_else(|| parts(&text.replacen(KING_OR_ELEPHANT, "v", 1)))
}

/// Reads the parts of a move in small letters, without diacritics and without spaces.
fn parts(text: &str) -> Option<Description> {
    let (order, text) = digit(text).map_or((None, text), |(order, rest)| (Some(order), rest));
    let (kind, text) = word(text, &PIECES)?;
    let (mark, text) = match (order, word(text, &MARKS)) {
        (Some(order), _) => (Some(Mark::Number(order)), text),
        (None, Some((mark, rest))) => (Some(mark), rest),
        (None, None) => (None, text),
    };
    let (file, text) = digit(text).map_or((None, text), |(file, rest)| (Some(file), rest));
    let (direction, text) = word(text, &DIRECTIONS)?;
    let (number, text) = digit(text)?;
    let selector = Selector { mark, file };
    (text.is_empty() && (mark.is_some() || file.is_some())).then_some(Description {
        kind,
        selector,
        direction,
        number,
    })
}

/// Tướng, the king, and tượng, the elephant, without their diacritics.
const KING_OR_ELEPHANT: &str = "tuong";

/// The names of pieces without diacritics. A name stands before its own beginnings.
const PIECES: [(&str, PieceKind); 18] = [
    ("tg", PieceKind::King),
    ("tot", PieceKind::Pawn),
    ("t", PieceKind::Elephant),
    ("voi", PieceKind::Elephant),
    ("v", PieceKind::Elephant),
    ("si", PieceKind::Advisor),
    ("sy", PieceKind::Advisor),
    ("s", PieceKind::Advisor),
    ("xe", PieceKind::Rook),
    ("x", PieceKind::Rook),
    ("phao", PieceKind::Cannon),
    ("p", PieceKind::Cannon),
    ("ma", PieceKind::Horse),
    ("m", PieceKind::Horse),
    ("chot", PieceKind::Pawn),
    ("binh", PieceKind::Pawn),
    ("b", PieceKind::Pawn),
    ("c", PieceKind::Pawn),
];

const MARKS: [(&str, Mark); 6] = [
    ("truoc", Mark::Front),
    ("t", Mark::Front),
    ("giua", Mark::Middle),
    ("g", Mark::Middle),
    ("sau", Mark::Rear),
    ("s", Mark::Rear),
];

const DIRECTIONS: [(&str, Direction); 8] = [
    (".", Direction::Forward),
    ("tien", Direction::Forward),
    ("tan", Direction::Forward),
    ("/", Direction::Back),
    ("thoai", Direction::Back),
    ("lui", Direction::Back),
    ("-", Direction::Aside),
    ("binh", Direction::Aside),
];

/// Reads one of the words at the beginning of a text; returns what it means, and the rest.
fn word<'a, T: Copy>(text: &'a str, words: &[(&str, T)]) -> Option<(T, &'a str)> {
    words.iter().find_map(|&(word, meaning)| Some((meaning, text.strip_prefix(word)?)))
}

/// Reads a digit from 1 at the beginning of a text; returns it, and the rest.
fn digit(text: &str) -> Option<(u32, &str)> {
    let digit = text.chars().next()?.to_digit(10).filter(|&digit| digit > 0)?;
    Some((digit, &text[1..]))
}
