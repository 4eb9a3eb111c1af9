//! Chinese notation and WXF.

use crate::random::Random;
use chuhe_records::notation;
use chuhe_rules::xiangqi::{Bitboard, PieceKind, Position};
use std::collections::BTreeSet;

fn check(fen: &str, mv: &str, chinese: &str, wxf: &str) {
    let position = Position::from_fen(fen).unwrap();
    let mv = mv.parse().unwrap();
    assert_eq!(position.validate(mv), Ok(()), "{mv} in {fen}");
    assert_eq!(notation::chinese(&position, mv), chinese, "{mv} in {fen}");
    assert_eq!(notation::wxf(&position, mv), wxf, "{mv} in {fen}");
}

#[test]
fn every_piece_has_a_name() {
    let red = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w";
    check(red, "b2e2", "炮八平五", "C8.5");
    check(red, "b0c2", "马八进七", "N8+7");
    check(red, "a0a2", "车九进二", "R9+2");
    check(red, "c0e2", "相七进五", "B7+5");
    check(red, "d0e1", "仕六进五", "A6+5");
    check(red, "e0e1", "帅五进一", "K5+1");
    check(red, "c4c5", "兵七进一", "P7+1");
    check(red, "g2h0", "马三退二", "N3-2");
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
    check(black, "b7e7", "炮2平5", "C2.5");
    check(black, "h9g7", "马8进7", "N8+7");
    check(black, "i9i8", "车9进1", "R9+1");
    check(black, "g9e7", "象7进5", "B7+5");
    check(black, "f9e8", "士6进5", "A6+5");
    check(black, "e9e8", "将5进1", "K5+1");
    check(black, "g6g5", "卒7进1", "P7+1");
    check(black, "h7h8", "炮8退1", "C8-1");
}

#[test]
fn two_pieces_on_a_file_are_front_and_rear() {
    let red = "3k5/9/7R1/9/9/7R1/9/9/9/4K4 w";
    check(red, "h7h9", "前车进二", "R++2");
    check(red, "h4e4", "后车平五", "R-.5");
    let black = "3k5/9/7n1/9/9/9/7n1/9/9/4K4 b";
    check(black, "h3g1", "前马进7", "N++7");
    check(black, "h7f8", "后马退6", "N--6");
}

#[test]
fn advisors_and_elephants_need_no_distinction() {
    let fen = "3k5/9/9/9/9/2B6/9/3A5/4K4/2BA5 w";
    check(fen, "c4a2", "相七退九", "B7-9");
    check(fen, "c0a2", "相七进九", "B7+9");
}

#[test]
fn pawns_on_one_file_are_numbered_from_the_front() {
    let three = "4k4/2P6/2P6/2P6/9/9/9/9/9/3K5 w";
    check(three, "c8b8", "前兵平八", "P+.8");
    check(three, "c7b7", "中兵平八", "P7.8");
    check(three, "c6d6", "后兵平六", "P-.6");
    let four = "4k4/9/9/9/6p2/6p2/6p2/6p2/9/3K5 b";
    check(four, "g2h2", "前卒平8", "Pa.8");
    check(four, "g3h3", "2卒平8", "Pb.8");
    check(four, "g4f4", "3卒平6", "Pc.6");
}

#[test]
fn pawns_in_tandem_on_two_files_have_letters() {
    let fen = "4k4/9/1P5P1/1P5P1/1P7/9/9/9/9/3K5 w";
    check(fen, "h7i7", "前兵平一", "Pa.1");
    check(fen, "h6g6", "后兵平三", "Pb.3");
    check(fen, "b7a7", "前兵平九", "Pc.9");
    check(fen, "b6c6", "中兵平七", "Pd.7");
    check(fen, "b5a5", "后兵平九", "Pe.9");
}

/// The number of files on which the side to move has pawns in tandem.
fn files_with_tandem_pawns(position: &Position) -> usize {
    let pawns = position.board().pieces(position.side_to_move(), PieceKind::Pawn);
    let in_tandem = pawns.iter().filter(|&pawn| (pawns & Bitboard::file_of(pawn)).count() > 1);
    let files: BTreeSet<u8> = in_tandem.map(|pawn| pawn.file()).collect();
    files.len()
}

#[test]
fn notation_is_unique_among_the_legal_moves() {
    let mut random = Random::new(6);
    for _ in 0..5_000 {
        let position = random.position();
        let moves = position.legal_moves();
        let wxf: BTreeSet<String> = moves.iter().map(|&mv| notation::wxf(&position, mv)).collect();
        assert_eq!(wxf.len(), moves.len(), "{position:?}");
        // Chinese notation is ambiguous there.
        if files_with_tandem_pawns(&position) < 2 {
            let chinese: BTreeSet<String> =
                moves.iter().map(|&mv| notation::chinese(&position, mv)).collect();
            assert_eq!(chinese.len(), moves.len(), "{position:?}");
        }
    }
}
