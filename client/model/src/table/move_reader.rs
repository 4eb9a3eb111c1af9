//! Reads moves that the user types, in any notation, and finds the legal moves that begin like them.
//!
//! Letters and digits may be full width, and Chinese characters simplified or traditional.

use crate::actions::half_width::half_width;
use crate::choices::notation_choice::NotationChoice;
use crate::luzhanqi::notation;
use crate::notices::notice::Notice;
use chuhe_records::notation::{
    ChineseStyle, DigitWidth, Notation, NotationError, Script, begins_vietnamese, read_any, read_preferring,
};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, BoardKind, Station};
use chuhe_rules::xiangqi;

/// Reads a legal move of xiangqi, in the user's notation where a text is a move in several.
///
/// # Errors
/// The notice that says why the text is not a legal move.
pub fn xiangqi(
    position: &xiangqi::Position,
    text: &str,
    notation: NotationChoice,
) -> Result<xiangqi::Move, Notice> {
    let text = compact(text);
    let read = match notation {
        NotationChoice::Vietnamese => read_preferring(position, &text, Notation::Vietnamese),
        NotationChoice::Simplified
        | NotationChoice::Traditional
        | NotationChoice::Wxf
        | NotationChoice::Iccs => read_any(position, &text),
    };
    read.map_err(|error| match error {
        NotationError::Illegal(rule) => Notice::Illegal(IllegalPlay::Xiangqi(rule)),
        NotationError::Malformed | NotationError::NoSuchPiece | NotationError::Ambiguous => {
            Notice::Notation(error)
        }
    })
}

/// Reads a move of luzhanqi by its two stations, as in `a6a7` or `工兵 a6–a7`.
///
/// # Errors
/// The notice that says why the text is not a legal move.
pub fn luzhanqi(view: &luzhanqi::View, text: &str) -> Result<luzhanqi::Move, Notice> {
    let [from, to] = stations(view.board(), text)[..] else {
        return Err(Notice::Notation(NotationError::Malformed));
    };
    let mv = luzhanqi::Move::new(from, to);
    view.validate(mv).map_err(|rule| Notice::Illegal(IllegalPlay::Luzhanqi(rule)))?;
    Ok(mv)
}

/// Returns the stations that a text names, as in `a6`.
pub fn stations(board: BoardKind, text: &str) -> Vec<Station> {
    let text = compact(text).to_lowercase();
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_lowercase()) {
        let digits = rest[at + 1..].chars().take_while(char::is_ascii_digit).count();
        let name = &rest[at..=at + digits];
        found.extend(board.board().stations().find(|&station| notation::name(board, station) == name));
        rest = &rest[at + 1 + digits..];
    }
    found
}

/// Returns the legal moves of xiangqi that begin like `text` in some notation; all for an empty text.
pub(crate) fn xiangqi_beginning_with(
    position: &xiangqi::Position,
    text: &str,
    notation: NotationChoice,
) -> Vec<xiangqi::Move> {
    let (key, narrow) = (key(text), compact(text));
    // `C` is a pawn in Vietnamese, but the cannon of all others, for whom only the word stands for a pawn
    let is_cannon = key.starts_with('c') && !key.starts_with("ch") && notation != NotationChoice::Vietnamese;
    let begins = |mv: &xiangqi::Move| {
        keys(position, *mv).iter().any(|it| it.starts_with(&key))
            || (!is_cannon && begins_vietnamese(position, *mv, &narrow))
    };
    position.legal_moves().into_iter().filter(begins).collect()
}

/// Returns those of these moves of luzhanqi that begin like `text`; all for an empty text.
pub(crate) fn luzhanqi_beginning_with(
    board: BoardKind,
    moves: Vec<luzhanqi::Move>,
    text: &str,
) -> Vec<luzhanqi::Move> {
    let letters = |text: &str| -> String {
        compact(text).to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
    };
    let key = letters(text);
    let name = |mv: luzhanqi::Move| notation::name(board, mv.from) + &notation::name(board, mv.to);
    moves.into_iter().filter(|&mv| name(mv).starts_with(&key)).collect()
}

/// As typed at half width, without spaces.
fn compact(text: &str) -> String {
    half_width(text).chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// What each way but Vietnamese to write a move begins with, in the form of [`key`].
fn keys(position: &xiangqi::Position, mv: xiangqi::Move) -> Vec<String> {
    let chinese = ChineseStyle { script: Script::Simplified, digits: DigitWidth::Half };
    let written = |notation: Notation| key(&notation.write(position, mv));
    let wxf = written(Notation::Wxf);
    // players write horses and elephants as N and B too
    let other_letters = wxf.replace('h', "n").replace('e', "b");
    let dotless = wxf.replace('.', "=");
    vec![
        written(Notation::Chinese(chinese)),
        wxf,
        other_letters,
        dotless,
        written(Notation::Uci),
        written(Notation::Iccs),
    ]
}

/// Reduces a text to one form, in which a beginning is compared.
fn key(text: &str) -> String {
    let numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let one = |letter: char| match letter {
        '帅' | '帥' | '將' => '将',
        '仕' => '士',
        '相' => '象',
        '馬' | '傌' => '马',
        '車' | '俥' => '车',
        '砲' | '包' => '炮',
        '兵' => '卒',
        '進' => '进',
        '後' => '后',
        _ => ('1'..).zip(numerals).find(|&(_, it)| it == letter).map_or(letter, |(digit, _)| digit),
    };
    compact(text).to_lowercase().chars().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::luzhanqi::History;
    use chuhe_board::testing::seen_by;
    use chuhe_rules::luzhanqi::Options;
    use chuhe_rules::xiangqi::{IllegalMove, Position};
    use chuhe_rules::{Color, Viewer};

    #[test]
    fn a_move_is_read_in_every_notation_and_width() {
        let start = Position::start();
        for text in [
            "炮二平五",
            "砲２平５",
            " 炮 2 平 5 ",
            "C2.5",
            "c2=5",
            "Ｃ２．５",
            "C2。5",
            "h2e2",
            "H2-E2",
            "Ｈ２－Ｅ２",
            "P2-5",
            "p2–5",
            "Pháo 2 bình 5",
        ] {
            for notation in NotationChoice::ALL {
                assert_eq!(xiangqi(&start, text, notation), Ok("h2e2".parse().unwrap()), "{text}");
            }
        }
        let forward = |notation| xiangqi(&start, "P2.3", notation);
        assert_eq!(forward(NotationChoice::Vietnamese), Ok("h2h5".parse().unwrap()));
        assert!(forward(NotationChoice::Wxf).is_err(), "a pawn of WXF");
        let illegal = |rule| Err(Notice::Illegal(IllegalPlay::Xiangqi(rule)));
        assert_eq!(xiangqi(&start, "車一進四", NotationChoice::Wxf), illegal(IllegalMove::PathBlocked));
        assert_eq!(
            xiangqi(&start, "hello", NotationChoice::Wxf),
            Err(Notice::Notation(NotationError::Malformed))
        );
        assert_eq!(
            xiangqi(&start, "车五进一", NotationChoice::Wxf),
            Err(Notice::Notation(NotationError::NoSuchPiece))
        );
    }

    #[test]
    fn moves_that_begin_like_a_text_are_found() {
        let start = Position::start();
        let of = |text: &str, notation| xiangqi_beginning_with(&start, text, notation);
        let found = |text: &str| of(text, NotationChoice::Simplified);
        assert_eq!(found("").len(), 44);
        for text in ["炮二平五", "砲2平５", "c2.5", "C2=5", "h2e2", "Ｈ2-e2", "P2-5"] {
            assert_eq!(found(text), ["h2e2".parse().unwrap()], "{text}");
        }
        assert_eq!(found("馬二").len(), 2);
        assert_eq!((found("H2"), found("n2+")), (found("h2"), found("马二进")));
        assert!(found("车五").is_empty());
        for text in ["Pháo 2 bình 5", "phao2binh5", "P2-5", "ＰHÁO 2 bình 5"] {
            assert_eq!(found(text), ["h2e2".parse().unwrap()], "{text}");
        }
        assert_eq!((found("Tốt 7"), found("chot7tien")), (vec!["c3c4".parse().unwrap()], found("tốt 7")));
        // a letter of two pieces is that of the user's notation
        assert_eq!(of("C7", NotationChoice::Vietnamese).len(), 1 + found("C7").len());
    }

    #[test]
    fn moves_of_luzhanqi_are_read_by_their_stations() {
        let mut history = History::new(Viewer::Player(Color::Red), BoardKind::Classic, Options::default());
        for seen in seen_by(&[], Viewer::Player(Color::Red), false) {
            history.apply(&seen).unwrap();
        }
        let view = history.view().position().unwrap();
        let mv = view.legal_moves()[0];
        let [from, to] = [mv.from, mv.to].map(|station| notation::name(BoardKind::Classic, station));
        for text in [format!("{from}{to}"), format!("{from}×{to}"), format!("工兵 {from} – {to}")] {
            assert_eq!(luzhanqi(view, &text), Ok(mv), "{text}");
        }
        assert!(luzhanqi_beginning_with(view.board(), view.legal_moves(), &from).contains(&mv));
        assert_eq!(luzhanqi_beginning_with(view.board(), view.legal_moves(), &format!("{from}-{to}")), [mv]);
        assert_eq!(luzhanqi(view, &from), Err(Notice::Notation(NotationError::Malformed)));
        assert!(matches!(luzhanqi(view, "a1a1"), Err(Notice::Illegal(_))));
    }
}
