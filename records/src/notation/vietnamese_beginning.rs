//! Beginnings of moves in Vietnamese notation, in letters or words, while a user types them.

use super::described::{Direction, Standing, Step};
use chuhe_rules::xiangqi::{Move, PieceKind, Position};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Whether a text can be the beginning of a legal move in Vietnamese: in letters, or in words with or without
/// their diacritics. Spaces and case make no difference.
///
/// A letter typed without a diacritic stands for those with it too, so that `tuong` begins the moves of the king
/// (tướng) and of the elephants (tượng).
///
/// ```
/// use chuhe_records::notation::begins_vietnamese;
/// use chuhe_rules::xiangqi::Position;
/// let (start, cannon) = (Position::start(), "h2e2".parse()?);
/// for text in ["P2", "Pháo 2 bì", "phao 2 binh 5"] {
///     assert!(begins_vietnamese(&start, cannon, text), "{text}");
/// }
/// assert!(!begins_vietnamese(&start, cannon, "Mã 2"));
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
///
/// # Panics
/// If no piece stands on the origin of `mv`.
#[must_use]
pub fn begins_vietnamese(position: &Position, mv: Move, text: &str) -> bool {
    let step = Step::new(position, mv);
    let typed = letters(text);
    let (pieces, file) = (pieces(step.piece.kind), [step.place.file.to_string()]);
    let (directions, number) = (directions(step.direction), [step.number.to_string()]);
    let file: Vec<&str> = file.iter().map(String::as_str).collect();
    let number: Vec<&str> = number.iter().map(String::as_str).collect();
    let on_file: &[&[&str]] = &[pieces, &file, directions, &number];
    if begins(&typed, on_file) {
        return true;
    }
    if step.place.count < 2 {
        return false;
    }
    let order = [(step.place.order + 1).to_string()];
    let order: Vec<&str> = order.iter().map(String::as_str).collect();
    let marks = marks(&step.place);
    [
        &[pieces, marks, directions, &number][..],
        &[pieces, marks, &file, directions, &number],
        &[&order, pieces, directions, &number],
        &[&order, pieces, &file, directions, &number],
    ]
    .into_iter()
    .any(|parts| begins(&typed, parts))
}

/// The ways to write a piece.
const fn pieces(kind: PieceKind) -> &'static [&'static str] {
    match kind {
        PieceKind::King => &["tg", "tướng"],
        PieceKind::Advisor => &["s", "sĩ", "sỹ"],
        PieceKind::Elephant => &["t", "tượng", "v", "voi"],
        PieceKind::Horse => &["m", "mã"],
        PieceKind::Rook => &["x", "xe"],
        PieceKind::Cannon => &["p", "pháo"],
        PieceKind::Pawn => &["b", "binh", "c", "chốt", "tốt"],
    }
}

/// The ways to write which of the pieces on a file moves.
const fn marks(place: &Standing) -> &'static [&'static str] {
    if place.order == 0 {
        &["t", "trước"]
    } else if place.order + 1 == place.count {
        &["s", "sau"]
    } else if place.is_middle() {
        &["g", "giữa"]
    } else {
        &[]
    }
}

/// The ways to write a direction.
const fn directions(direction: Direction) -> &'static [&'static str] {
    match direction {
        Direction::Forward => &[".", "tiến", "tấn"],
        Direction::Back => &["/", "thoái", "lui"],
        Direction::Aside => &["-", "bình"],
    }
}

/// A small letter with its diacritics.
#[derive(Debug)]
struct Letter {
    base: char,
    marks: Vec<char>,
}

impl Letter {
    /// Whether the user, who may leave out diacritics, can mean this letter.
    fn may_mean(&self, meant: &Self) -> bool {
        self.base == meant.base && self.marks.iter().all(|mark| meant.marks.contains(mark))
    }
}

/// The letters of a text without its spaces.
fn letters(text: &str) -> Vec<Letter> {
    let mut found: Vec<Letter> = Vec::new();
    for sign in text.to_lowercase().nfd().filter(|sign| !sign.is_whitespace()) {
        match (is_combining_mark(sign), found.last_mut()) {
            (true, Some(letter)) => letter.marks.push(sign),
            (true, None) => {}
            (false, _) => {
                let base = if matches!(sign, '–' | '—' | '−') { '-' } else { sign };
                found.push(Letter { base, marks: Vec::new() });
            }
        }
    }
    found
}

/// Whether the text can be the beginning of one way each to write these parts, in their order.
fn begins(text: &[Letter], parts: &[&[&str]]) -> bool {
    if text.is_empty() {
        return true;
    }
    let Some((part, others)) = parts.split_first() else { return false };
    part.iter().any(|word| {
        let word = letters(word);
        let same = text.iter().zip(&word).all(|(typed, meant)| typed.may_mean(meant));
        same && begins(&text[word.len().min(text.len())..], others)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn positions() -> Vec<Position> {
        let tandem =
            ["4k4/9/4P4/4P4/4P4/9/9/9/R8/R3K4 w - - 0 1", "3k5/4a4/4P4/4P4/2n6/2n2N3/5N3/9/9/4K4 b - - 0 1"];
        let tandem = tandem.map(|fen| Position::from_fen(fen).unwrap());
        std::iter::once(Position::start()).chain(tandem).collect()
    }

    #[test]
    fn every_beginning_of_a_written_move_is_one() {
        for position in positions() {
            for mv in position.legal_moves() {
                let written = Notation::Vietnamese.write(&position, mv);
                for (end, _) in written.char_indices().chain([(written.len(), ' ')]) {
                    assert!(begins_vietnamese(&position, mv, &written[..end]), "{mv} {}", &written[..end]);
                }
                assert!(!begins_vietnamese(&position, mv, &format!("{written}1")), "{mv} {written}");
            }
        }
    }

    #[test]
    fn what_is_read_in_words_begins_only_the_move_that_is_read() {
        let start = Position::start();
        for text in [
            "Pháo 2 bình 5",
            "phao 2 tan 7",
            "Mã 8 tiến 7",
            "ma 8 tien 7",
            "Tốt 7 tiến 1",
            "chot 7 tien 1",
            "C7.1",
            "Binh 7 tiến 1",
            "Xe 1 tấn 1",
            "Tượng 3 tiến 5",
            "V3.5",
            "Tướng 5 tiến 1",
            "Sĩ 4 tiến 5",
            "sy 4 tien 5",
        ] {
            let read = Notation::Vietnamese.read(&start, text);
            let moves = start.legal_moves();
            let begun: Vec<Move> =
                moves.into_iter().filter(|&mv| begins_vietnamese(&start, mv, text)).collect();
            assert_eq!(Ok(begun), read.map(|mv| vec![mv]), "{text}");
        }
    }

    #[test]
    fn diacritics_may_be_left_out_but_are_heeded() {
        let start = Position::start();
        let kinds = |text: &str| {
            let moves = start.legal_moves().into_iter().filter(|&mv| begins_vietnamese(&start, mv, text));
            let mut kinds: Vec<PieceKind> = moves.map(|mv| start.piece_at(mv.from).unwrap().kind).collect();
            kinds.dedup();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        };
        assert_eq!(kinds("tuong").len(), 2);
        assert_eq!(kinds("tương").len(), 2, "the tone is typed last");
        assert_eq!((kinds("tướng"), kinds("Tượng")), (vec![PieceKind::King], vec![PieceKind::Elephant]));
        assert_eq!((kinds("xê"), kinds("pháo 2 bịnh")), (vec![], vec![]));
    }

    #[test]
    fn marks_tell_pieces_on_one_file_apart() {
        let [_, pawns, _] = &positions()[..] else { panic!("three positions") };
        let found = |text: &str| {
            let moves = pawns.legal_moves().into_iter();
            moves
                .filter(|&mv| begins_vietnamese(pawns, mv, text))
                .map(|mv| mv.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("tốt giữa bình 4"), ["e6f6"]);
        assert_eq!(found("Xe sau bình 8"), ["a0b0"]);
        assert_eq!(
            (found("chot truoc tien 1"), found("binh sau b")),
            (vec!["e7e8".to_owned()], vec!["e5d5".to_owned(), "e5f5".to_owned()])
        );
    }
}
