//! Notation: Chinese, WXF, ICCS and UCI.

use crate::random::Random;
use chuhe_records::notation::{
    ChineseStyle, DigitWidth, Notation, NotationError, Script, read_any, read_in_list,
};
use chuhe_rules::xiangqi::{Bitboard, IllegalMove, Move, PieceKind, Position, Square};
use std::collections::BTreeSet;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Checks that a move is written so in Chinese and WXF, and read from both.
fn check(fen: &str, mv: &str, chinese: &str, wxf: &str) {
    let position = position(fen);
    let mv: Move = mv.parse().unwrap();
    assert_eq!(position.validate(mv), Ok(()), "{mv} in {fen}");
    assert_eq!(Notation::SIMPLIFIED.write(&position, mv), chinese, "{mv} in {fen}");
    assert_eq!(Notation::Wxf.write(&position, mv), wxf, "{mv} in {fen}");
    assert_eq!(read_any(&position, chinese), Ok(mv), "{chinese} in {fen}");
    assert_eq!(read_any(&position, wxf), Ok(mv), "{wxf} in {fen}");
}

/// Checks that each text is read as this move.
fn check_read(fen: &str, mv: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(read_any(&position(fen), text), Ok(mv.parse().unwrap()), "{text} in {fen}");
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

#[test]
fn every_piece_has_a_name() {
    let red = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w";
    check(red, "b2e2", "炮八平五", "C8.5");
    check(red, "b0c2", "马八进七", "H8+7");
    check(red, "a0a2", "车九进二", "R9+2");
    check(red, "c0e2", "相七进五", "E7+5");
    check(red, "d0e1", "仕六进五", "A6+5");
    check(red, "e0e1", "帅五进一", "K5+1");
    check(red, "c4c5", "兵七进一", "P7+1");
    check(red, "g2h0", "马三退二", "H3-2");
    let black = format!("{START} b");
    check(&black, "b7e7", "炮2平5", "C2.5");
    check(&black, "h9g7", "马8进7", "H8+7");
    check(&black, "i9i8", "车9进1", "R9+1");
    check(&black, "g9e7", "象7进5", "E7+5");
    check(&black, "f9e8", "士6进5", "A6+5");
    check(&black, "e9e8", "将5进1", "K5+1");
    check(&black, "g6g5", "卒7进1", "P7+1");
    check(&black, "h7h8", "炮8退1", "C8-1");
}

#[test]
fn two_pieces_on_a_file_are_front_and_rear() {
    let red = "3k5/9/7R1/9/9/7R1/9/9/9/4K4 w";
    check(red, "h7h9", "前车进二", "R++2");
    check(red, "h4e4", "后车平五", "R-.5");
    let black = "3k5/9/7n1/9/9/9/7n1/9/9/4K4 b";
    check(black, "h3g1", "前马进7", "H++7");
    check(black, "h7f8", "后马退6", "H--6");
}

#[test]
fn advisors_and_elephants_need_no_distinction() {
    let fen = "3k5/9/9/9/9/2B6/9/3A5/4K4/2BA5 w";
    check(fen, "c4a2", "相七退九", "E7-9");
    check(fen, "c0a2", "相七进九", "E7+9");
    check_read(fen, "c4a2", &["前相退九", "B+-9"]);
}

#[test]
fn three_pawns_on_a_file_have_a_middle_one() {
    let three = "4k4/2P6/2P6/2P6/9/9/9/9/9/3K5 w";
    check(three, "c8b8", "前兵平八", "P+.8");
    check(three, "c7b7", "中兵平八", "P7.8");
    check(three, "c6d6", "后兵平六", "P-.6");
}

#[test]
fn four_and_five_pawns_on_a_file_have_marks_of_their_own() {
    let four = "4k4/9/9/9/6p2/6p2/6p2/6p2/9/3K5 b";
    check(four, "g2h2", "前卒平8", "++.8");
    check(four, "g3h3", "2卒平8", "P+.8");
    check(four, "g4f4", "3卒平6", "P-.6");
    check(four, "g2g1", "前卒进1", "+++1");
    check_read(four, "g3h3", &["Pb.8", "27=8", "二卒平八"]);
    let five = "2P2k3/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w";
    check(five, "c9b9", "前兵平八", "++.8");
    check(five, "c8b8", "二兵平八", "P+.8");
    check(five, "c7b7", "三兵平八", "P7.8");
    check(five, "c6b6", "四兵平八", "P-.8");
    check(five, "c5b5", "后兵平八", "--.8");
    check_read(five, "c9b9", &["Pa.8", "17.8", "一兵平八", "1兵平8"]);
    check_read(five, "c7b7", &["Pc.8", "37.8", "中兵平八"]);
    check_read(five, "c5b5", &["Pe=8", "57.8", "五兵平八", "後兵平８", "5兵平8"]);
}

#[test]
fn pawns_in_tandem_on_two_files_name_their_file() {
    let fen = "4k4/9/1P5P1/1P5P1/1P7/9/9/9/9/3K5 w";
    check(fen, "h7i7", "前兵平一", "2+.1");
    check(fen, "h6g6", "后兵平三", "2-.3");
    check(fen, "b7a7", "前兵平九", "8+.9");
    check(fen, "b6c6", "中兵平七", "88.7");
    check(fen, "b5a5", "后兵平九", "8-.9");
    check_read(fen, "h7i7", &["Pa.1", "12=1", "一兵平一"]);
    check_read(fen, "h6g6", &["Pb=3", "22.3"]);
    check_read(fen, "b6c6", &["Pd.7", "28.7", "四兵平七"]);
    check_read(fen, "b7b8", &["8++1", "前兵八进一", "前八兵进一", "三兵进一", "18+1"]);
    let position = position(fen);
    assert_eq!(read_any(&position, "前兵进一"), Err(NotationError::Ambiguous));
    assert_eq!(read_any(&position, "P++1"), Err(NotationError::Ambiguous));
}

#[test]
fn variants_of_characters_and_letters_are_read() {
    let red = format!("{START} w");
    check_read(
        &red,
        "b0c2",
        &["马八进七", "馬八進七", "傌８进7", "H8+7", "N8+7", "n8+7", "b0c2", "B0-C2", "B0C2"],
    );
    check_read(&red, "h2e2", &["砲二平五", "包2平5", "c2=5", "C25", "H2-E2"]);
    check_read(&red, "c0e2", &["象七進五", "B7+5", "e7+5"]);
    check_read(&red, "a0a1", &["俥九進一", "車9进1"]);
    check_read(&red, "d0e1", &["士六進五"]);
    check_read(&red, "e0e1", &["帥五進一", "將5进1"]);
    let style = ChineseStyle { script: Script::Traditional, digits: DigitWidth::Full };
    let written = |fen: &str, mv: &str| Notation::Chinese(style).write(&position(fen), mv.parse().unwrap());
    assert_eq!(written(&red, "b0c2"), "馬八進七");
    assert_eq!(written(&format!("{START} b"), "h9g7"), "馬８進７");
    assert_eq!(written("3k5/9/7R1/9/9/7R1/9/9/9/4K4 w", "h4e4"), "後車平五");
}

#[test]
fn coordinates_have_ranks_from_0_or_1() {
    let position = position(&format!("{START} w"));
    let mv = "a0a1".parse().unwrap();
    assert_eq!(Notation::Iccs.write(&position, mv), "A0-A1");
    assert_eq!(Notation::Uci.write(&position, mv), "a0a1");
    assert_eq!(Notation::UciFromOne.write(&position, mv), "a1a2");
    assert_eq!(Notation::UciFromOne.read(&position, "a1a2"), Ok(mv));
    assert_eq!(Notation::UciFromOne.read(&position, "h3h10"), Ok("h2h9".parse().unwrap()));
    for text in ["a0a1", "a01a2", "a1a", "a1a11", "a+1a2", "", "a", "1a2"] {
        assert_eq!(Notation::UciFromOne.read(&position, text), Err(NotationError::Malformed), "{text}");
    }
}

#[test]
fn faulty_moves_are_refused_with_their_reason() {
    let position = position(&format!("{START} w"));
    let refused = |text: &str, error| assert_eq!(read_any(&position, text), Err(error), "{text}");
    let texts = [
        "",
        "炮",
        "炮二平",
        "炮二平十",
        "炮炮平五",
        "炮二平五五五",
        "Y2.5",
        "C2*5",
        "C0.5",
        "C2.0",
        "C2.55",
        "j2e2",
    ];
    for text in texts {
        refused(text, NotationError::Malformed);
    }
    refused("炮四平五", NotationError::NoSuchPiece);
    refused("前炮平五", NotationError::NoSuchPiece);
    refused("++.5", NotationError::NoSuchPiece);
    refused("马八进五", NotationError::Illegal(IllegalMove::NotItsMove));
    refused("马八平七", NotationError::Illegal(IllegalMove::NotItsMove));
    refused("H8+6", NotationError::Illegal(IllegalMove::HorseLegBlocked));
    refused("炮二平二", NotationError::Illegal(IllegalMove::NotItsMove));
    refused("车九退一", NotationError::Illegal(IllegalMove::NotItsMove));
    refused("R9+9", NotationError::Illegal(IllegalMove::PathBlocked));
    refused("h9g7", NotationError::Illegal(IllegalMove::NotYourPiece));
}

#[test]
fn a_description_of_two_pieces_means_the_one_that_may_move_so() {
    // The rear horse would be blocked by its leg.
    let fen = "3k5/9/7N1/9/9/7C1/7N1/9/9/4K4 w";
    check_read(fen, "h7g9", &["马二进三", "H2+3"]);
    assert_eq!(read_any(&position(fen), "马二退三"), Err(NotationError::Ambiguous));
}

/// The number of files on which the side to move has pawns in tandem.
fn files_with_tandem_pawns(position: &Position) -> usize {
    let pawns = position.board().pieces(position.side_to_move(), PieceKind::Pawn);
    let in_tandem = pawns.iter().filter(|&pawn| (pawns & Bitboard::file_of(pawn)).count() > 1);
    let files: BTreeSet<u8> = in_tandem.map(|pawn| pawn.file()).collect();
    files.len()
}

#[test]
fn every_legal_move_is_written_and_read_back() {
    let mut random = Random::new(6);
    let full = ChineseStyle { script: Script::Traditional, digits: DigitWidth::Full };
    let chinese = [Notation::SIMPLIFIED, Notation::Chinese(full)];
    for _ in 0..5_000 {
        let position = random.position();
        let moves = position.legal_moves();
        for notation in
            [Notation::Wxf, Notation::Vietnamese, Notation::Iccs, Notation::Uci, Notation::UciFromOne]
        {
            for &mv in &*moves {
                let text = notation.write(&position, mv);
                assert_eq!(notation.read(&position, &text), Ok(mv), "{text} in {position:?}");
            }
        }
        for notation in chinese {
            for &mv in &*moves {
                let text = notation.write(&position, mv);
                match notation.read(&position, &text) {
                    Ok(read) => assert_eq!(read, mv, "{text} in {position:?}"),
                    Err(error) => {
                        assert_eq!(error, NotationError::Ambiguous, "{text} in {position:?}");
                        assert!(files_with_tandem_pawns(&position) > 1, "{text} in {position:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn reading_any_text_gives_a_legal_move_or_an_error() {
    let mut random = Random::new(7);
    let letters: Vec<char> =
        "炮马車兵卒相士帅前中后二兵进退平一二三四五1２３45KAERHCPNBpabcdeXMSTgst+-.=/123456789"
            .chars()
            .collect();
    for _ in 0..20_000 {
        let position = random.position();
        let length = 2 + random.below(4);
        let text: String = (0..length).map(|_| letters[random.below(letters.len())]).collect();
        if let Ok(mv) = read_any(&position, &text) {
            assert_eq!(position.validate(mv), Ok(()), "{text} in {position:?}");
        }
    }
}

/// The move as xboard writes it, with this number for the first rank.
pub(crate) fn algebraic(position: &Position, mv: Move, first_rank: u8) -> String {
    let piece = position.piece_at(mv.from).unwrap();
    let square =
        |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + first_rank);
    let letter = match piece.kind {
        PieceKind::Pawn => String::new(),
        PieceKind::Elephant => "E".to_owned(),
        PieceKind::Horse => "H".to_owned(),
        kind @ (PieceKind::King | PieceKind::Advisor | PieceKind::Rook | PieceKind::Cannon) => {
            kind.letter().to_string()
        }
    };
    let rivals: Vec<Square> = position
        .legal_moves()
        .iter()
        .map(|rival| rival.from)
        .filter(|&from| from != mv.from && position.piece_at(from) == Some(piece))
        .filter(|&from| position.validate(Move::new(from, mv.to)).is_ok())
        .collect();
    let from = square(mv.from);
    let origin = match (
        rivals.is_empty(),
        rivals.iter().all(|rival| rival.file() != mv.from.file()),
        rivals.iter().all(|rival| rival.rank() != mv.from.rank()),
    ) {
        (true, ..) => "",
        (_, true, _) => &from[..1],
        (_, _, true) => &from[1..],
        _ => &from,
    };
    let captures = if position.piece_at(mv.to).is_some() { "x" } else { "" };
    format!("{letter}{origin}{captures}{}", square(mv.to))
}

#[test]
fn algebraic_moves_are_read_with_either_number_of_the_first_rank() {
    let mut random = Random::new(31);
    for _ in 0..200 {
        let mut position = random.position();
        for _ in 0..20 {
            let Some(mv) = random.choose_move(&position) else { break };
            assert_eq!(read_any(&position, &algebraic(&position, mv, 0)), Ok(mv), "{}", position.fen());
            let text = algebraic(&position, mv, 1);
            assert_eq!(read_in_list(&position, &text, Some(Notation::UciFromOne)), Ok(mv), "{text}");
            position.play(mv).unwrap();
        }
    }
    let start = Position::start();
    for text in ["Ch2-e2", "Ch2e2", "Che2+", "h2-e2"] {
        assert_eq!(read_any(&start, text), Ok("h2e2".parse().unwrap()), "{text}");
    }
    for text in ["Ce2", "Cie2", "Kh9", "Xe2", "Chj2", "e"] {
        assert!(read_any(&start, text).is_err(), "{text}");
    }
}

#[test]
fn guards_ministers_and_wide_letters_are_read_in_wxf() {
    let start = Position::start();
    for (text, mv) in [
        ("G4+5", "f0e1"),
        ("g6+5", "d0e1"),
        ("M3+5", "g0e2"),
        ("m7+5", "c0e2"),
        ("Ｃ２＝５", "h2e2"),
        ("Ｈ８＋７", "b0c2"),
        ("ｃ２．５", "h2e2"),
        ("Ｇ４＋５", "f0e1"),
        ("ｈ２ｅ２", "h2e2"),
        ("Ｈ２－Ｅ２", "h2e2"),
        ("Ｃｈｅ２", "h2e2"),
    ] {
        assert_eq!(read_any(&start, text), Ok(mv.parse().unwrap()), "{text}");
    }
    // M with a point is the horse of Vietnamese
    assert_eq!(read_any(&start, "M2.3"), Ok("h0g2".parse().unwrap()));
    let developed = Position::from_fen("rnbakabnr/9/9/p1p1p1p1p/9/9/P1P1P1P1P/4B4/9/RNBAKA1NR w").unwrap();
    assert_eq!(read_any(&developed, "M5-3"), Ok("e2g0".parse().unwrap()));
}

#[test]
fn the_middle_pawn_is_a_dot_and_pawns_go_without_their_name() {
    let three = Position::from_fen("3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w").unwrap();
    for text in ["P..4", "P.=4", "P..4", "中五平四", "P5.4"] {
        assert_eq!(read_any(&three, text), Ok("e7f7".parse().unwrap()), "{text}");
    }
    let two = Position::from_fen("3k5/9/2P3P2/2P3P2/9/9/9/9/9/4K4 w").unwrap();
    for (text, mv) in
        [("前七平六", "c7d7"), ("後七平六", "c6d6"), ("后３进１", "g6g7"), ("前七兵平六", "c7d7")]
    {
        let expected = if text == "后３进１" { None } else { Some(mv.parse().unwrap()) };
        assert_eq!(read_any(&two, text).ok(), expected, "{text}");
    }
    let rooks = Position::from_fen("3k5/9/9/9/9/R8/9/9/9/R3K4 w").unwrap();
    assert_eq!(read_any(&rooks, "+R+1"), Ok("a4a5".parse().unwrap()));
    assert_eq!(read_any(&rooks, "-R.8"), Ok("a0b0".parse().unwrap()));
}
