//! What follows a faulty move, and what is no record of xiangqi at all.

use crate::random_tree::movetext;
use chuhe_records::formats::{self, Fault, Format, WriteOptions};
use chuhe_records::{GameTree, NodeId};

fn only_tree(text: &str) -> GameTree {
    let reading = formats::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((reading.games.len(), reading.refused.as_slice()), (1, [].as_slice()), "{text}");
    assert!(reading.games[0].has_fault(), "{text}");
    reading.games[0].tree.clone()
}

/// The comment after the last move of the main line.
fn last_comment(tree: &GameTree) -> String {
    let last = tree.line_from(NodeId::ROOT).last().unwrap_or(NodeId::ROOT);
    tree.annotation(last).comment.clone()
}

const TAGS: &str = "[Red \"A\"]\n[Black \"B\"]\n\n";

#[test]
fn what_follows_a_faulty_move_is_kept_as_a_comment() {
    for (moves, read, kept) in [
        ("1. 炮二平五 马8进7 2. 车八进九 炮5平6 1-0", "h2e2 h9g7", "2. 车八进九 炮5平6"),
        (
            "1. h2e2 h9g7 {good} 2. hello $1 {a b} y (2. h0g2 i9h9) 3. x *",
            "h2e2 h9g7",
            "good\n2. hello $1 (a b) y ( 2. h0g2 i9h9 ) 3. x",
        ),
        (
            "1. h2e2 h?g7 2. h0g2 (2. b0c2 (2. g3g4)) 3. i0i1 *",
            "h2e2",
            "h?g7 2. h0g2 ( 2. b0c2 ( 2. g3g4 ) ) 3. i0i1",
        ),
        ("1. h2e3 h9g7 *", "", "1. h2e3 h9g7"),
    ] {
        let tree = only_tree(&format!("{TAGS}{moves}"));
        assert_eq!(
            (last_comment(&tree).as_str(), tree.line_from(NodeId::ROOT).count()),
            (kept, read.split_whitespace().count()),
            "{moves}"
        );
        // what is written has it too, and is read without a fault
        let written = formats::write(&tree, Format::Pgn, &WriteOptions::default()).unwrap();
        let again = formats::read(&written.bytes, None).unwrap();
        assert!(!again.games[0].has_fault(), "{:?}", again.games[0].notes);
        assert_eq!(
            (movetext(&again.games[0].tree), last_comment(&again.games[0].tree)),
            (movetext(&tree), kept.to_owned())
        );
    }
}

#[test]
fn a_variation_keeps_what_follows_its_faulty_move() {
    let tree = only_tree(&format!("{TAGS}1. h2e2 (1. b2e2 h9g7 2. 车八进九 x) 1... h9g7 *"));
    let comments: Vec<_> = tree
        .children(NodeId::ROOT)
        .map(|child| tree.annotation(tree.line_from(child).last().unwrap_or(child)).comment.clone())
        .collect();
    assert_eq!(comments, ["", "2. 车八进九 x"]);
}

#[test]
fn a_long_rest_is_cut_and_refuses_no_game() {
    let rest = "hello ".repeat(100_000);
    let tree = only_tree(&format!("{TAGS}1. h2e2 h?g7 {rest} *"));
    assert_eq!(tree.ply_count(), 1);
    let kept = last_comment(&tree);
    assert!(kept.starts_with("h?g7 hello hello") && kept.len() < 20_000, "{}", kept.len());
}

#[test]
fn nothing_is_kept_after_the_first_word_without_room() {
    for (rest, kept) in [
        (format!("hello {{{}}} hello", "x".repeat(20_000)), "h?g7 hello …".to_owned()),
        (format!("{{{}}} hello", "x".repeat(16_000)), format!("h?g7 ({}) hello", "x".repeat(16_000))),
    ] {
        let tree = only_tree(&format!("{TAGS}1. h2e2 h?g7 {rest} *"));
        assert_eq!(last_comment(&tree), kept);
    }
}

#[test]
fn a_clock_in_what_is_left_out_is_that_of_no_move() {
    let tree = only_tree(&format!("{TAGS}1. h2e2 {{[%clk 0:20:00]}} h?g7 {{[%clk 0:10:00]}} *"));
    let clocks: Vec<_> = tree.line_from(NodeId::ROOT).map(|node| tree.annotation(node).clock_ms).collect();
    assert_eq!(clocks, [Some(1_200_000)]);
    assert_eq!(last_comment(&tree), "h?g7 ([%clk 0:10:00])");
    let written = formats::write(&tree, Format::Pgn, &WriteOptions::default()).unwrap();
    let again = formats::read(&written.bytes, None).unwrap();
    let tree = &again.games[0].tree;
    let again: Vec<_> = tree.line_from(NodeId::ROOT).map(|node| tree.annotation(node).clock_ms).collect();
    assert_eq!(again, clocks);
}

#[test]
fn games_of_western_chess_are_refused_as_such() {
    let chess_tags = "[Event \"Chess\"]\n[White \"Kasparov\"]\n[Black \"Karpov\"]\n\n";
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let with_position = format!("{chess_tags}[FEN \"{position}\"]\n\n1. e4 *").replace("\n\n[", "\n[");
    for text in [
        format!("{chess_tags}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"),
        format!("{chess_tags}1. d4 d5 1/2-1/2"),
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6".to_owned(),
        "1. d4 d5 2. c4 e6".to_owned(),
        "e4 e5 Nf3 O-O".to_owned(),
        position.to_owned(),
        with_position,
    ] {
        for hint in [None, Some(Format::Pgn)] {
            let fault = formats::read(text.as_bytes(), hint).map_err(|error| error.fault);
            assert_eq!(fault.err(), Some(Fault::WesternChess), "{text}");
        }
    }
}

#[test]
fn a_game_of_xiangqi_in_a_similar_notation_is_read() {
    for (text, moves) in [
        ("[White \"A\"]\n[Variant \"Xiangqi\"]\n\n1. Che3 Hg8 2. Hg3 Rh10 *", "h2e2 h9g7 h0g2 i9h9"),
        ("[Red \"A\"]\n\n1. e4 e5 2. Nf3 *", "e3e4 e6e5"),
        ("1. e4 e5 *", "e3e4 e6e5"),
        ("1. h2e2 h9g7 2. e2e9 *", "h2e2 h9g7"),
        ("1. C2.5 H8+7 2. N2+3 *", "h2e2 h9g7"),
    ] {
        let reading = formats::read(text.as_bytes(), Some(Format::Pgn)).unwrap();
        assert!(movetext(&reading.games[0].tree).starts_with(moves), "{text}");
    }
}

#[test]
fn random_bytes_are_no_game() {
    for seed in 1_u64..=60 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .take(4_000)
        .collect();
        let read = formats::read(&bytes, Some(Format::Pgn));
        assert!(read.is_err(), "seed {seed}: {:?}", read.map(|reading| reading.games));
    }
}
