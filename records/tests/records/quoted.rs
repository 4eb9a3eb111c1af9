//! Games in the texts around them: mails, quotations, positions with moves below.

use chuhe_records::NodeId;
use chuhe_records::formats::{self, Fault, Format, Location, NoteKind, ReadGame, Reading};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

fn read(text: &str) -> Reading {
    formats::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn only(text: &str) -> ReadGame {
    let mut games = read(text).games;
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn moves(game: &ReadGame) -> String {
    let tree = &game.tree;
    let moves = tree.main_line().filter_map(|node| tree.played(node)?.xiangqi());
    moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn games_are_found_in_mails_and_quotations() {
    for text in [
        "> 1. 炮二平五 马8进7\n> 2. 马二进三 车9平8\n",
        ">> 1. 炮二平五 马8进7\n> > 2. 马二进三\n>> 车9平8\n",
        "On Tuesday Bo wrote:\n> 1. 炮二平五 马8进7\n> 2. 马二进三 车9平8\n\nNice game!\n",
        "Hello,\n\nmy game of yesterday:\n\n1. h2e2 h9g7\n2. h0g2 i9h9\n",
        "你好！\n这是昨天的对局\n1．炮二平五　马８进７\n2．马二进三　车９平８\n",
        "Look:\nFORMAT  WXF\nRED     A\nBLACK   B\nSTART{\n 1. C2.5 h8+7   2. H2+3 r9.8\n}END\n",
        "> FORMAT  WXF\n> RED     A\n> START{\n>  1. C2.5 h8+7   2. H2+3 r9.8\n> }END\n",
        "> [Red \"A\"]\n> [Black \"B\"]\n>\n> 1. C2.5 H8+7 2. H2+3 R9.8 *\n",
    ] {
        let game = only(text);
        assert_eq!(moves(&game), "h2e2 h9g7 h0g2 i9h9", "{text}");
        assert!(!game.has_fault(), "{text}: {:?}", game.notes);
    }
}

#[test]
fn moves_may_stand_between_commas() {
    for text in
        ["h2e2,h9g7,h0g2", "炮二平五，马8进7，马二进三", "1、炮二平五、马8进7、马二进三", "C2.5；H8+7；H2+3"]
    {
        assert_eq!(moves(&only(text)), "h2e2 h9g7 h0g2", "{text}");
    }
}

#[test]
fn the_text_before_a_game_is_noted_with_its_line_and_the_game_keeps_its_own() {
    let game = only("\nHello,\nmy game:\n\n1. h2e2 h9g7\n2. a0a9\n");
    let [aside, illegal] = &game.notes[..] else { panic!("{:?}", game.notes) };
    assert_eq!(aside.at, Location::Line(2));
    assert_eq!(aside.kind, NoteKind::Aside { text: "Hello,".into() });
    assert_eq!(illegal.at, Location::Line(6));
}

#[test]
fn a_position_may_have_its_name_before_it_and_its_moves_below_it() {
    let fen = format!("{START} w - - 0 1");
    for text in [
        format!("FEN: {fen}\n1. h2e2 h9g7\n2. h0g2\n"),
        format!("fen：{START}\nh2e2 h9g7 h0g2"),
        format!("FEN={START} w\n\n1. 炮二平五 马8进7 2. 马二进三 *"),
        format!("> FEN: {START} w\n> C2.5 H8+7 H2+3\n"),
        format!("Hi!\n{fen}\n1. h2e2 {{a comment\nof two lines}} h9g7 (1... b9c7) 2. h0g2 1-0\nBye\n"),
        format!("position fen {START} w - - 0 0 moves h2e2 h9g7 h0g2"),
        format!("{START}\nh3e3 h10g8 h1g3\n"),
    ] {
        let game = only(&text);
        assert_eq!(moves(&game), "h2e2 h9g7 h0g2", "{text}: {:?}", game.notes);
        let start = game.tree.xiangqi_position(NodeId::ROOT).map(|position| position.fen());
        assert_eq!(start.as_deref(), Some(&*fen), "{text}");
    }
}

#[test]
fn the_moves_below_a_position_end_at_the_next_position() {
    let other = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    let reading = read(&format!("{START} w\n1. h2e2 h9g7\n{other}\na0a9 d9d8\n{other}\n{other}\nwords\n"));
    assert_eq!(reading.format, Format::FenList);
    let games: Vec<String> = reading.games.iter().map(moves).collect();
    assert_eq!(games, ["h2e2 h9g7", "a0a9 d9d8", "", ""]);
    assert_eq!(reading.games[3].notes.len(), 1, "words beside the last position");
}

#[test]
fn faulty_moves_below_a_position_are_a_note_or_refused_and_end_nothing_else() {
    let text = format!("{START} w\n1. h2e2 ((h9g7))\n{START} w\n1. h2e2 h9h5\n");
    let reading = read(&text);
    assert_eq!(reading.refused.len(), 1);
    assert_eq!((reading.games.len(), moves(&reading.games[0])), (1, "h2e2".to_owned()));
    assert!(reading.games[0].has_fault());
}

#[test]
fn text_without_a_game_has_an_unknown_format() {
    for text in ["", "hello", "> hello", "5. Buy milk\n6. Buy tea\n", "a0a9", "FEN: none", "|", ">", "＞ ＞"]
    {
        let error = formats::read(text.as_bytes(), None).expect_err(text);
        assert_eq!(error.fault, Fault::UnknownFormat, "{text}");
    }
}
