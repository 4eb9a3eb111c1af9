//! WXF, the text format of the federation.

use crate::random::Random;
use crate::random_tree::{check_round_trip, movetext};
use chuhe_records::formats::{self, Format, Location, NoteKind, Omission, WriteOptions};
use chuhe_records::{GameResult, GameTree, NodeId, tag};
use chuhe_rules::Color;

const GAME: &str = "FORMAT  WXF
RED     A ; 1200 ;;
BLACK   B ; 1240 ; Fujian
RESULT  1-0
DATE    2020-02-02 02:02:02
EVENT   E ; 10m+0s
PLACE   Hanoi
START{
 1. C2.5 h8+7   2. H2+3 r9.8
 3. R1.2 h2+3 }END
";

#[test]
fn a_game_of_a_server_is_read() {
    for text in
        [GAME.to_owned(), format!("\n{GAME}"), GAME.replace('\n', "\r\n"), format!("\u{feff}{GAME}\u{1a}")]
    {
        let reading = formats::read(text.as_bytes(), None).unwrap();
        assert_eq!((reading.format, reading.games.len(), reading.refused.len()), (Format::Wxf, 1, 0));
        let game = &reading.games[0];
        assert_eq!(movetext(&game.tree), "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
        assert_eq!(
            (&game.notes[..], game.tree.result()),
            (&[][..], GameResult::Won { winner: Color::Red, reason: None })
        );
        let tags: Vec<_> = game.tree.tags().iter().collect();
        let expected = [
            (tag::RED, "A"),
            (tag::RED_ELO, "1200"),
            (tag::BLACK, "B"),
            (tag::BLACK_ELO, "1240"),
            (tag::BLACK_TEAM, "Fujian"),
            (tag::DATE, "2020.02.02"),
            ("Time", "02:02:02"),
            (tag::EVENT, "E"),
            (tag::TIME_CONTROL, "10m+0s"),
            ("PLACE", "Hanoi"),
        ];
        assert_eq!(tags, expected);
    }
}

#[test]
fn positions_of_drawing_programs_are_read() {
    let fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r";
    let text = format!("FORMAT WXF\nGAME\nRED ;;;\nBLACK ;;;\nFEN {fen}\n\nSTART{{\n}}END\n");
    let reading = formats::read(text.as_bytes(), None).unwrap();
    assert_eq!(reading.games[0].tree, GameTree::new(chuhe_rules::xiangqi::Position::start()));
    assert_eq!(reading.games[0].notes, []);
}

#[test]
fn several_games_and_text_around_them_are_read() {
    let text = format!("from a server\n{GAME}\n=====\n{GAME}\nSent from my phone\n");
    let reading = formats::read(text.as_bytes(), Some(Format::Wxf)).unwrap();
    assert_eq!((reading.games.len(), reading.refused.len()), (2, 0));
    assert_eq!(reading.games[0].tree, reading.games[1].tree);
    let notes: Vec<_> = reading.games.iter().flat_map(|game| &game.notes).map(|note| note.at).collect();
    assert_eq!(notes, [1, 13, 25].map(Location::Line));
    assert!(reading.games.iter().all(|game| !game.has_fault()));
}

#[test]
fn damaged_games_are_read_as_far_as_they_go() {
    let check = |from: &str, to: &str, moves: &str, line| {
        let reading = formats::read(GAME.replacen(from, to, 1).as_bytes(), None).unwrap();
        let game = &reading.games[0];
        assert_eq!(
            (movetext(&game.tree).split('{').next().unwrap_or_default(), game.notes[0].at),
            (moves, Location::Line(line)),
            "{from} {to}"
        );
        assert!(game.has_fault());
        game.notes[0].kind.clone()
    };
    let all = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";
    assert_eq!(check("}END", "", all, 8), NoteKind::UnclosedField { name: "START{".to_owned() });
    assert!(matches!(check("H2+3", "H2+4", "h2e2 h9g7", 9), NoteKind::IllegalMove { ply: 3, .. }));
    let fen = GAME.replace("PLACE   Hanoi", "FEN 9/9");
    assert_eq!(formats::read(fen.as_bytes(), None).unwrap_err().at, Location::Line(7));
}

#[test]
fn random_games_are_the_same_after_writing_and_reading() {
    let mut random = Random::new(6);
    for _ in 0..100 {
        let start = random.start();
        let mut tree = GameTree::new(start);
        let mut node = NodeId::ROOT;
        for _ in 0..random.below(40) {
            let mut replay = tree.replay_at(node);
            let Some(mv) = random.choose_move(replay.xiangqi().unwrap()) else { break };
            node = replay.play(&mut tree, mv).unwrap();
        }
        for (name, value) in
            [(tag::RED, "甲"), (tag::BLACK_ELO, "1500"), (tag::DATE, "2026.11.26"), ("Own", "x y")]
        {
            if random.below(2) == 0 {
                tree.set_tag(name, value).unwrap();
            }
        }
        let text = formats::write(&tree, Format::Wxf, &WriteOptions::default()).unwrap().bytes;
        let read = formats::read(&text, None).unwrap();
        let (mut expected, mut found) = (tree.clone(), read.games[0].tree.clone());
        // the format has an order of its own for its fields
        for name in [tag::RED, tag::BLACK_ELO, tag::DATE, "Own"] {
            assert_eq!(expected.remove_tag(name), found.remove_tag(name));
        }
        assert_eq!(found, expected, "{}", String::from_utf8_lossy(&text));
        check_round_trip(&read.games[0].tree, Format::Wxf, &WriteOptions::default());
    }
}

#[test]
fn what_the_format_cannot_hold_is_named() {
    let mut tree = GameTree::new(chuhe_records::Start::xiangqi());
    let node = tree.play(NodeId::ROOT, "h2e2".parse::<chuhe_rules::xiangqi::Move>().unwrap()).unwrap();
    tree.play(NodeId::ROOT, "b2e2".parse::<chuhe_rules::xiangqi::Move>().unwrap()).unwrap();
    tree.set_comment(node, "好").unwrap();
    tree.set_tag(tag::RED, "A ; B").unwrap();
    tree.set_tag("FEN", "x").unwrap();
    tree.set_tag("a b", "x").unwrap();
    let written = formats::write(&tree, Format::Wxf, &WriteOptions::default()).unwrap();
    let tags = [tag::RED, "FEN", "a b"].map(|name| Omission::Tag(name.to_owned()));
    assert_eq!(written.omitted, [tags.as_slice(), &[Omission::Variations, Omission::Comments]].concat());
}

#[test]
fn lines_of_a_tag_are_written_as_one() {
    let mut tree = GameTree::new(chuhe_records::Start::xiangqi());
    for name in [tag::RED, "Own"] {
        tree.set_tag(name, "A\nSTART{\n\0").unwrap();
    }
    let written = formats::write(&tree, Format::Wxf, &WriteOptions::default()).unwrap();
    assert_eq!(written.omitted, [tag::RED, "Own"].map(|name| Omission::Tag(name.to_owned())));
    let read = formats::read(&written.bytes, None).unwrap();
    assert_eq!((read.games.len(), read.games[0].notes.as_slice()), (1, [].as_slice()));
    assert_eq!(read.games[0].tree.tag(tag::RED), Some("A START{ \0"));
}
