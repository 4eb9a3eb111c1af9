//! Vietnamese notation.

use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::notation::{
    Notation, NotationError, is_vietnamese_list, read_any, read_in_list, read_preferring,
};
use chuhe_records::{GameTree, NodeId, Start};
use chuhe_rules::xiangqi::{IllegalMove, Move, Position};

const RED_PAWNS: &str = "4k4/9/1P5P1/1P5P1/1P7/9/9/9/9/3K5 w";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Checks how a move is written, and that each of these texts is read as it.
fn check(position: &Position, text: &str, written: &str, also: &[&str]) {
    assert_eq!(Notation::Vietnamese.write(position, mv(text)), written);
    for read in also.iter().copied().chain([written]) {
        assert_eq!(Notation::Vietnamese.read(position, read), Ok(mv(text)), "{read}");
    }
}

#[test]
fn a_move_is_a_letter_a_file_a_direction_and_a_number() {
    let start = Position::start();
    check(&start, "h2e2", "P2-5", &["p2-5", "P2–5", "Pháo 2 bình 5", "PHÁO 2 BÌNH 5"]);
    check(&start, "h0g2", "M2.3", &["Mã 2 tấn 3", "mã 2 tiến 3"]);
    check(&start, "c0e2", "T7.5", &["V7.5", "Tượng 7 tiến 5"]);
    check(&start, "d0e1", "S6.5", &["Sĩ 6 tiến 5", "sỹ 6 tiến 5"]);
    check(&start, "e0e1", "Tg5.1", &["tg5.1", "Tướng 5 tiến 1"]);
    check(&start, "g3g4", "B3.1", &["C3.1", "Tốt 3 tiến 1", "Chốt 3 tiến 1", "Binh 3 tấn 1"]);
    let mut black = Position::start();
    black.play(mv("h2e2")).unwrap();
    check(&black, "h9g7", "M8.7", &[]);
    black.play(mv("a9a8")).unwrap();
    black.play(mv("h0g2")).unwrap();
    check(&black, "a8a9", "X1/1", &["Xe 1 thoái 1", "xe 1 lui 1"]);
}

#[test]
fn pieces_on_one_file_are_front_middle_and_rear() {
    let rooks = position("3k5/9/7R1/9/9/7R1/9/9/9/4K4 w");
    check(&rooks, "h7h9", "Xt.2", &["Xe trước tiến 2"]);
    check(&rooks, "h4e4", "Xs-5", &["Xe sau bình 5"]);
    let pawns = position("4k4/2P6/2P6/2P6/9/9/9/9/9/3K5 w");
    check(&pawns, "c8b8", "Bt-8", &["Ct-8"]);
    check(&pawns, "c7b7", "Bg-8", &["Tốt giữa bình 8"]);
    check(&pawns, "c6d6", "Bs-6", &[]);
    let four = position("4k4/9/9/9/6p2/6p2/6p2/6p2/9/3K5 b");
    check(&four, "g3h3", "2B-8", &[]);
    check(&four, "g4f4", "3B-6", &[]);
    let two_files = position(RED_PAWNS);
    check(&two_files, "h7i7", "Bt2-1", &[]);
    check(&two_files, "b6c6", "Bg8-7", &["Bg-7"]);
    assert_eq!(Notation::Vietnamese.read(&two_files, "Bt.1"), Err(NotationError::Ambiguous));
    let elephants = position("3k5/9/9/9/9/2B6/9/3A5/4K4/2BA5 w");
    check(&elephants, "c4a2", "T7/9", &["Tt/9"]);
}

#[test]
fn words_need_no_diacritics_and_may_be_decomposed() {
    let start = Position::start();
    check(&start, "h2e2", "P2-5", &["phao 2 binh 5", "Pha\u{301}o 2 bi\u{300}nh 5"]);
    check(&start, "h0g2", "M2.3", &["ma 2 tien 3", "MA 2 TAN 3"]);
    check(&start, "d0e1", "S6.5", &["si 6 tien 5", "sy 6 tien 5"]);
    check(&start, "g3g4", "B3.1", &["tot 3 tien 1", "chot 3 tien 1", "binh 3 tien 1"]);
    check(&start, "i0i1", "X1.1", &["xe 1 tien 1"]);
    assert_eq!(read_any(&start, "phao 2 binh 5"), Ok(mv("h2e2")));
    let rooks = position("3k5/9/7R1/9/9/7R1/9/9/9/4K4 w");
    check(&rooks, "h7h9", "Xt.2", &["xe truoc tien 2", "xe t tien 2"]);
    check(&rooks, "h4h3", "Xs/1", &["xe sau thoai 1", "xe sau lui 1"]);
}

#[test]
fn tuong_is_the_king_or_the_elephant_as_the_move_says() {
    let start = Position::start();
    check(&start, "e0e1", "Tg5.1", &["tuong 5 tien 1", "Tu\u{31b}o\u{31b}\u{301}ng 5 tiến 1"]);
    check(&start, "c0e2", "T7.5", &["tuong 7 tien 5", "Tu\u{31b}o\u{31b}\u{323}ng 7 tiến 5"]);
    check(&start, "g0i2", "T3.1", &["tuong 3 tien 1"]);
    let center = position("3k5/9/9/9/9/9/9/4B4/4K4/9 w");
    check(&center, "e1f1", "Tg5-4", &["tuong 5 binh 4"]);
    check(&center, "e1e0", "Tg5/1", &["tuong 5 thoai 1"]);
    check(&center, "e2g0", "T5/3", &["tuong 5 thoai 3"]);
}

#[test]
fn an_error_is_that_of_the_preferred_notation() {
    let start = Position::start();
    let preferring = |text| read_preferring(&start, text, Notation::Vietnamese);
    assert_eq!(preferring("P2.8"), Notation::Vietnamese.read(&start, "P2.8"));
    assert!(matches!(preferring("P2.8"), Err(NotationError::Illegal(_))));
    assert_eq!(preferring("P3.1"), Err(NotationError::NoSuchPiece), "no cannon stands on file 3");
    assert_eq!(preferring("hello"), Err(NotationError::Malformed));
    let blocked = Err(NotationError::Illegal(IllegalMove::PathBlocked));
    assert_eq!(preferring("R1+4"), blocked, "the text is malformed in Vietnamese");
}

#[test]
fn a_faulty_move_of_a_list_is_no_move_of_another_notation() {
    let start = Position::start();
    let read = |text, notation| read_in_list(&start, text, Some(notation));
    assert!(read("B5.1", Notation::Wxf).is_err(), "an elephant of WXF");
    assert_eq!(read("B5.1", Notation::Vietnamese), Ok(mv("e3e4")));
    assert_eq!(read("C2.5", Notation::Vietnamese), Err(NotationError::NoSuchPiece));
    assert_eq!(read("C2.5", Notation::Wxf), Ok(mv("h2e2")));
    for text in ["h2e2", "H2-E2", "炮二平五"] {
        assert_eq!(read(text, Notation::Wxf), Ok(mv("h2e2")), "{text}");
        assert_eq!(read(text, Notation::Vietnamese), Ok(mv("h2e2")), "{text}");
    }
}

#[test]
fn faulty_moves_are_refused() {
    let start = Position::start();
    for text in ["", "P", "P2", "P2-", "P2+5", "P0-5", "P-5", "P2-55", "Y2-5", "h2e2"] {
        assert_eq!(Notation::Vietnamese.read(&start, text), Err(NotationError::Malformed), "{text}");
    }
    let illegal = Err(NotationError::Illegal(IllegalMove::PathBlocked));
    assert_eq!(Notation::Vietnamese.read(&start, "X1.4"), illegal);
    assert_eq!(Notation::Vietnamese.read(&start, "X5.1"), Err(NotationError::NoSuchPiece));
}

#[test]
fn a_text_that_is_a_move_in_wxf_is_read_as_such_unless_vietnamese_is_preferred() {
    let start = Position::start();
    for text in ["P2-5", "p2-5", "P2–5", "Pháo 2 bình 5"] {
        assert_eq!(read_any(&start, text), Ok(mv("h2e2")), "{text}");
    }
    assert_eq!(read_any(&start, "B3.1"), Ok(mv("g3g4")));
    assert_eq!(read_any(&start, "B3+5"), Ok(mv("g0e2")), "an elephant of WXF");
    assert_eq!(read_any(&start, "C2.1"), Ok(mv("h2i2")), "a cannon of WXF");
    let preferring = |text| read_preferring(&start, text, Notation::Vietnamese);
    assert!(read_any(&start, "P2.3").is_err());
    assert_eq!(preferring("P2.3"), Ok(mv("h2h5")));
    assert_eq!(preferring("C2.5"), Ok(mv("h2e2")), "no pawn goes five steps");
    assert_eq!(preferring("炮二平五"), Ok(mv("h2e2")));
}

#[test]
fn a_list_is_vietnamese_if_one_move_can_be_nothing_else() {
    for moves in [["P2-5", "M8.7"], ["P2.3", "X1/1"], ["C2.1", "Tg5.1"], ["C2.1", "Pt.1"]] {
        assert!(is_vietnamese_list(moves), "{moves:?}");
    }
    for moves in [["C2.5", "H8+7"], ["P2.3", "B7-9"], ["h2e2", "b0-c2"], ["炮二平五", "马8进7"]] {
        assert!(!is_vietnamese_list(moves), "{moves:?}");
    }
}

#[test]
fn the_tag_of_a_file_decides_between_wxf_and_vietnamese() {
    let mut tree = GameTree::new(Start::xiangqi());
    let first = tree.play(NodeId::ROOT, mv("h2h5")).unwrap();
    tree.play(first, mv("h9g7")).unwrap();
    let options = WriteOptions { notation: Notation::Vietnamese, ..WriteOptions::default() };
    let written = formats::write(&tree, Format::Pgn, &options).unwrap().bytes;
    let text = String::from_utf8(written).unwrap();
    assert!(text.contains("[Format \"Vietnamese\"]") && text.contains("1. P2.3 M8.7"), "{text}");
    let read = |text: &str| formats::read(text.as_bytes(), Some(Format::Pgn)).unwrap().games.remove(0);
    assert_eq!(read(&text).tree, tree);
    let untagged = text.replace("[Format \"Vietnamese\"]", "");
    assert_eq!(read(&untagged).tree, tree, "M8.7 is Vietnamese");
    let wxf = text.replace("[Format \"Vietnamese\"]", "[Format \"WXF\"]");
    assert!(!read(&wxf).notes.is_empty(), "P2.3 is an illegal move of a pawn in WXF");
    for (format, moves) in [("WXF", "1. B5.1 H8+7"), ("wxf", "1. B3.1"), ("Vietnamese", "1. C2.5 M8.7")] {
        let game = read(&format!("[Format \"{format}\"]\n\n{moves}\n"));
        assert_eq!((game.tree.ply_count(), game.notes.len()), (0, 1), "{format} {moves}");
    }
}
