//! PGN of xiangqi.

use crate::random::Random;
use chuhe_records::formats::{
    self, Encoding, Fault, Format, Location, MAX_GAMES, Note, NoteKind, Omission, ReadError, Reading,
    WriteError, WriteOptions,
};
use chuhe_records::notation::{Notation, NotationError};
use chuhe_records::{
    Annotation, GameResult, GameTree, Glyph, Limit, MAX_PLIES, MAX_TAGS, Mark, MarkColor, MarkShape, NodeId,
    Point, Start, Visit, tag,
};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{FenError, IllegalMove, Move, Position};
use chuhe_rules::{Color, DrawReason, WinReason};

fn read(text: &str) -> Reading {
    formats::read(text.as_bytes(), Some(Format::Pgn)).unwrap()
}

fn read_one(text: &str) -> GameTree {
    let mut reading = read(text);
    assert_eq!((reading.games.len(), reading.refused.as_slice()), (1, [].as_slice()), "{text}");
    let game = reading.games.remove(0);
    assert_eq!(game.notes, [], "{text}");
    game.tree
}

fn refused(text: &str) -> ReadError {
    formats::read(text.as_bytes(), Some(Format::Pgn)).unwrap_err()
}

fn write(tree: &GameTree, notation: Notation) -> String {
    let options = WriteOptions { notation, encoding: Encoding::Utf8 };
    let written = formats::write(tree, Format::Pgn, &options).unwrap();
    assert_eq!(written.omitted, []);
    String::from_utf8(written.bytes).unwrap()
}

/// The moves with their variations, and comments in angle brackets.
fn moves(tree: &GameTree) -> String {
    let mut words = Vec::new();
    let mut comment = |text: &str| {
        if !text.is_empty() {
            words.push(format!("<{text}>"));
        }
    };
    comment(&tree.annotation(NodeId::ROOT).comment);
    for visit in tree.walk() {
        match visit {
            Visit::Ply(node) => {
                let annotation = tree.annotation(node);
                if !annotation.before.is_empty() {
                    words.push(format!("<<{}>>", annotation.before));
                }
                words.push(tree.played(node).unwrap().xiangqi().unwrap().to_string());
                if !annotation.comment.is_empty() {
                    words.push(format!("<{}>", annotation.comment));
                }
            }
            Visit::VariationStart => words.push("(".to_owned()),
            Visit::VariationEnd => words.push(")".to_owned()),
        }
    }
    words.join(" ")
}

const GAME: &str = r#"[Game "Chinese Chess"]
[Event "全国象棋个人赛"]
[Date "2026.11.22"]
[Red "胡荣华"]
[RedTeam "上海"]
[Black "柳大华"]
[Result "1-0"]
[Own "a \"b\" \\"]
[Format "Chinese"]

{当头炮对屏风马} 1. 炮二平五 {中炮} 马8进7 $2 (1... 炮8平5 2. 马二进三 (2. 马八进七 {右马}) 马8进7)
2. 马二进三 车9平8!? 3. {the best} 车一平二 1-0
"#;

#[test]
fn tags_moves_variations_and_comments_are_read() {
    let tree = read_one(GAME);
    let tags: Vec<(&str, &str)> = tree.tags().iter().collect();
    assert_eq!(
        tags,
        [
            (tag::EVENT, "全国象棋个人赛"),
            (tag::DATE, "2026.11.22"),
            (tag::RED, "胡荣华"),
            (tag::RED_TEAM, "上海"),
            (tag::BLACK, "柳大华"),
            ("Own", r#"a "b" \"#),
        ]
    );
    assert_eq!(tree.result(), GameResult::Won { winner: Color::Red, reason: None });
    assert_eq!(
        moves(&tree),
        "<当头炮对屏风马> h2e2 <中炮> h9g7 ( h7e7 h0g2 ( b0c2 <右马> ) h9g7 ) h0g2 i9h9 <<the best>> i0h0"
    );
    let line: Vec<NodeId> = tree.main_line().collect();
    assert_eq!(tree.annotation(line[1]).glyphs, [Glyph::MISTAKE]);
    assert_eq!(tree.annotation(line[3]).glyphs, [Glyph::INTERESTING]);
}

#[test]
fn every_notation_is_read_and_written() {
    let tree = read_one(GAME);
    for notation in
        [Notation::SIMPLIFIED, Notation::TRADITIONAL, Notation::Wxf, Notation::Vietnamese, Notation::Iccs]
    {
        let text = write(&tree, notation);
        assert_eq!(read_one(&text), tree, "{text}");
    }
    for list in
        ["C2.5 H8+7", "1.H2-E2 H9-G7", "1. h2e2 h9g7", "炮二平五 馬８進７", "1.炮二平五+ 1...马8进7# *"]
    {
        assert_eq!(moves(&read_one(list)), "h2e2 h9g7", "{list}");
        assert_eq!(Format::detect(list.as_bytes()), Some(Format::Pgn), "{list}");
    }
}

#[test]
fn a_long_list_of_moves_is_recognised_wherever_its_characters_end() {
    // These bytes are valid in GB 18030 too, wherever they end between two pairs.
    let moves = "1. 炮二平五 馬８進７ ".repeat(60);
    for spaces in 0..6 {
        let text = " ".repeat(spaces) + &moves;
        assert_eq!(Format::detect(text.as_bytes()), Some(Format::Pgn), "{spaces}");
    }
}

#[test]
fn a_written_game_looks_like_this() {
    let text = write(&read_one(GAME), Notation::SIMPLIFIED);
    let expected = r#"[Game "Chinese Chess"]
[Event "全国象棋个人赛"]
[Date "2026.11.22"]
[Red "胡荣华"]
[RedTeam "上海"]
[Black "柳大华"]
[Own "a \"b\" \\"]
[Result "1-0"]
[Format "Chinese"]

{当头炮对屏风马} 1. 炮二平五 {中炮} 1... 马8进7 $2 (1... 炮8平5 2. 马二进三 (2.
马八进七 {右马}) 2... 马8进7) 2. 马二进三 车9平8 $5 3. {the best} 车一平二 1-0
"#;
    assert_eq!(text, expected);
}

#[test]
fn a_comment_with_another_format_is_a_comment() {
    let text = "[Red \"A\"]\n\n1. h2e2 {[DhtmlXQ_binit]} *\n";
    assert_eq!(Format::detect(text.as_bytes()), Some(Format::Pgn));
    assert_eq!(Format::detect(b"some text\n[DhtmlXQ]\n"), Some(Format::DhtmlXq));
}

#[test]
fn gb18030_and_utf_16_are_read_and_gb18030_is_written() {
    let tree = read_one(GAME);
    let options = WriteOptions { notation: Notation::SIMPLIFIED, encoding: Encoding::Gb18030 };
    let written = formats::write(&tree, Format::Pgn, &options).unwrap();
    assert_eq!(written.omitted, []);
    let reading = formats::read(&written.bytes, None).unwrap();
    assert_eq!((reading.format, reading.encoding), (Format::Pgn, Encoding::Gb18030));
    assert_eq!(reading.games[0].tree, tree);
    let utf16: Vec<u8> = std::iter::once(0xfeff)
        .chain(write(&tree, Notation::Wxf).encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let reading = formats::read(&utf16, Some(Format::Pgn)).unwrap();
    assert_eq!((reading.encoding, &reading.games[0].tree), (Encoding::Utf16, &tree));
}

#[test]
fn invalid_bytes_are_replaced_and_noted() {
    let mut bytes = b"[Red \"A\xff\xff\"]\n\n1. h2e2 *\n\n".to_vec();
    bytes.extend(b"[Red \"B\"]\n\n1. h2e2 *\n");
    let reading = formats::read(&bytes, None).unwrap();
    let notes: Vec<&[Note]> = reading.games.iter().map(|game| game.notes.as_slice()).collect();
    let kind = NoteKind::InvalidCharacters(Encoding::Gb18030);
    assert_eq!(
        notes,
        [[Note { at: Location::Line(1), kind, in_variation: false }].as_slice(), [].as_slice()]
    );
}

#[test]
fn a_file_has_several_games() {
    let reading = read("1. h2e2 1-0 [Red \"B\"]\n\n1. b2e2 *\n\n[Red \"C\"]\n[Result \"0-1\"]\n\n1. c3c4\n");
    let games: Vec<(Location, String, &str)> =
        reading.games.iter().map(|game| (game.at, moves(&game.tree), game.tree.result().score())).collect();
    assert_eq!(
        games,
        [
            (Location::Line(1), "h2e2".to_owned(), "1-0"),
            (Location::Line(1), "b2e2".to_owned(), "*"),
            (Location::Line(5), "c3c4".to_owned(), "0-1"),
        ]
    );
    let trees: Vec<GameTree> = reading.games.into_iter().map(|game| game.tree).collect();
    let written = formats::write_all(&trees, Format::Pgn, &WriteOptions::default()).unwrap();
    let again = formats::read(&written.bytes, None).unwrap().games.into_iter().map(|game| game.tree);
    assert_eq!(again.collect::<Vec<_>>(), trees);
}

#[test]
fn a_game_is_read_up_to_its_illegal_move() {
    let mut reading = read("1. h2e2 h9g7\n2. h0f1 i9h9 (2... x) (2... y) 2... h9i9 1-0\n");
    let game = reading.games.remove(0);
    let read = "h2e2 h9g7 <2. h0f1 i9h9 ( 2... x ) ( 2... y ) 2... h9i9>";
    assert_eq!((moves(&game.tree).as_str(), game.tree.result().score()), (read, "1-0"));
    let rule = IllegalPlay::Xiangqi(IllegalMove::HorseLegBlocked);
    let kind = NoteKind::IllegalMove { ply: 3, text: "h0f1".to_owned(), rule };
    assert_eq!(game.notes, [Note { at: Location::Line(2), kind, in_variation: false }]);
    assert!(game.notes[0].to_string().starts_with("line 2: move 3, h0f1, is illegal: "), "{}", game.notes[0]);
}

#[test]
fn a_note_says_whether_a_move_walks_into_check_or_stays_in_one() {
    let kind = |fen: &str, mv: &str| {
        let mut reading = read(&format!("[FEN \"{fen} b - - 0 1\"]\n\n1... {mv} *\n"));
        reading.games.remove(0).notes.remove(0).kind
    };
    let text = |text: &str| text.to_owned();
    let stays = kind("4k4/9/9/9/9/p8/9/9/4R4/3K5", "a4a3");
    assert_eq!(stays, NoteKind::UnansweredCheck { ply: 1, text: text("a4a3") });
    let other = kind("4k4/9/9/9/9/p8/9/9/4R4/3K5", "a4a6");
    let NoteKind::IllegalMove { rule: IllegalPlay::Xiangqi(rule), .. } = other else { panic!("{other:?}") };
    assert_ne!(rule, IllegalMove::GeneralInCheck, "a pawn goes back in no position");
    let rule = IllegalPlay::Xiangqi(IllegalMove::GeneralInCheck);
    let walks = kind("4k4/9/9/9/9/p8/9/9/3R5/5K3", "e9d9");
    assert_eq!(walks, NoteKind::IllegalMove { ply: 1, text: text("e9d9"), rule });
}

#[test]
fn a_note_says_that_its_move_is_in_a_variation() {
    for (text, in_variation) in [
        ("1. h2e2 h9g7 2. h0f1 *", false),
        ("1. h2e2 h9g7 (1... h9f8) 2. h0g2 *", true),
        ("1. h2e2 h9g7 (1... b9c7 2. h0f1) 2. h0g2 *", true),
        ("1. h2e2 (1. b2e2 h9g7) h9f8 *", false),
    ] {
        let notes = read(text).games.remove(0).notes;
        assert_eq!(notes.iter().map(|note| note.in_variation).collect::<Vec<_>>(), [in_variation], "{text}");
    }
}

#[test]
fn alternatives_to_a_faulty_move_are_read() {
    let mut reading = read("1. h2e2 红先 (1... h9g7 2. h0g2 (2. 马九进一) i9h9) (1... b9c7) i9h9 *");
    let game = reading.games.remove(0);
    assert_eq!(moves(&game.tree), "h2e2 <红先\ni9h9> h9g7 <2. 马九进一> ( b9c7 ) h0g2 i9h9");
    let kinds: Vec<NoteKind> = game.notes.into_iter().map(|note| note.kind).collect();
    let unreadable =
        |ply, text: &str, reason| NoteKind::UnreadableMove { ply, text: text.to_owned(), reason };
    assert_eq!(
        kinds,
        [
            unreadable(2, "红先", NotationError::Malformed),
            unreadable(3, "马九进一", NotationError::NoSuchPiece)
        ]
    );
}

#[test]
fn a_game_that_breaks_off_in_a_comment_or_variation_is_kept() {
    for (moves, kind) in [
        ("1. h2e2 h9g7 {x", NoteKind::UnclosedComment),
        ("1. h2e2 {x", NoteKind::UnclosedComment),
        ("1. h2e2 (1. b2e2 h9g7", NoteKind::UnclosedVariation),
        ("1. h2e2 (1. b2e2 h9g7 (1. .. b9c7", NoteKind::UnclosedVariation),
    ] {
        let text = format!("[Red \"A\"]\n\n{moves}\n\n[Red \"B\"]\n\n1. h2e2 {{y\n\n[%clk 1]}} *\n");
        let reading = read(&text);
        assert_eq!(reading.refused, [], "{moves}");
        let [one, other] = &reading.games[..] else { panic!("{moves}: {reading:?}") };
        assert_eq!(one.notes, [Note { at: Location::Line(3), kind, in_variation: false }], "{moves}");
        assert_eq!(one.tree.main_line().count(), if moves.contains("h2e2 h9g7") { 2 } else { 1 }, "{moves}");
        assert_eq!(other.tree.tag(tag::RED), Some("B"), "{moves}");
    }
}

#[test]
fn faults_refuse_a_game_and_the_next_one_is_read() {
    let check = |moves: &str, line, fault| {
        let text = format!("[Red \"A\"]\n\n{moves}\n\n[Red \"B\"]\n\n1. h2e2 *\n");
        let reading = read(&text);
        assert_eq!(reading.refused, [ReadError { at: Location::Line(line), fault }], "{moves}");
        assert_eq!(reading.games.len(), 1, "{moves}");
        assert_eq!(reading.games[0].tree.tag(tag::RED), Some("B"), "{moves}");
    };
    check("(h2e2)", 3, Fault::VariationWithoutMove);
    check("1. h2e2 ((b2e2))", 3, Fault::VariationWithoutMove);
    check("[x\n[Own \"1\"]", 3, Fault::InvalidTag);
    check(
        "[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]\n\n1. h2e2",
        3,
        Fault::Start(FenError::KingCount { color: Color::Black, found: 0 }),
    );
    assert_eq!(refused("[Red\n"), ReadError { at: Location::Line(1), fault: Fault::InvalidTag });
    assert_eq!(refused("1-0 *").fault, Fault::NoGame);
}

#[test]
fn a_start_position_is_kept() {
    let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4K4/4R4 b - - 7 30").unwrap();
    let mut tree = GameTree::new(position);
    let first = tree.play(NodeId::ROOT, "d9d8".parse::<Move>().unwrap()).unwrap();
    tree.play(first, "e0d0".parse::<Move>().unwrap()).unwrap();
    let text = write(&tree, Notation::SIMPLIFIED);
    assert!(text.contains("[FEN \"3k5/9/9/9/9/9/9/9/4K4/4R4 b - - 7 30\"]"), "{text}");
    assert!(text.contains("30... 将4进1 31. 车五平六 *"), "{text}");
    assert_eq!(read_one(&text), tree);
}

#[test]
fn an_ambiguous_move_is_written_in_iccs() {
    let position = Position::from_fen("5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w").unwrap();
    let mut tree = GameTree::new(position);
    tree.play(NodeId::ROOT, "d7d8".parse::<Move>().unwrap()).unwrap();
    let text = write(&tree, Notation::SIMPLIFIED);
    assert!(text.contains("1. D7-D8 *"), "{text}");
    assert_eq!(read_one(&text), tree);
}

#[test]
fn results_marks_and_times_are_kept() {
    let mut tree = GameTree::new(Start::xiangqi());
    let node = tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
    let point = |text: &str| Point::Xiangqi(text.parse().unwrap());
    let marks = vec![
        Mark { color: MarkColor::Green, shape: MarkShape::Circle(point("e2")) },
        Mark { color: MarkColor::Blue, shape: MarkShape::Arrow(point("e2"), point("e6")) },
    ];
    let annotation = Annotation {
        before: "a } brace".into(),
        comment: "two } braces }\nin two lines".into(),
        glyphs: vec![Glyph::GOOD, Glyph(22)],
        marks,
        spent_ms: Some(1_500),
        clock_ms: Some(3_600_000),
    };
    tree.set_annotation(node, annotation).unwrap();
    for result in [
        GameResult::Drawn(Some(DrawReason::Repetition)),
        GameResult::Won { winner: Color::Black, reason: Some(WinReason::Resignation) },
        GameResult::Won { winner: Color::Black, reason: None },
        GameResult::Unknown,
    ] {
        tree.set_result(result);
        let text = write(&tree, Notation::Wxf);
        assert_eq!(read_one(&text), tree, "{text}");
    }
    tree.set_tag("a b", "x").unwrap();
    tree.set_tag("c", "x\ny").unwrap();
    let written = formats::write(&tree, Format::Pgn, &WriteOptions::default()).unwrap();
    assert_eq!(written.omitted, [Omission::Tag("a b".into()), Omission::Tag("c".into())]);
    assert_eq!(formats::write_all(&[], Format::Pgn, &WriteOptions::default()).unwrap().bytes, b"");
    let _: WriteError = WriteError::OtherGame;
}

#[test]
fn comments_with_outer_white_space_are_named_on_writing() {
    let omitted = |comment: &str, before: &str| {
        let mut tree = GameTree::new(Start::xiangqi());
        let node = tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
        tree.annotate(node, |annotation| {
            annotation.comment = comment.into();
            annotation.before = before.into();
        })
        .unwrap();
        let written = formats::write(&tree, Format::Pgn, &WriteOptions::default()).unwrap();
        let read = read_one(std::str::from_utf8(&written.bytes).unwrap());
        assert_eq!(read == tree, written.omitted.is_empty(), "{comment:?}, {before:?}");
        written.omitted
    };
    for comment in ["", "a  b", "a\nb", "a}\nb"] {
        assert_eq!(omitted(comment, comment), []);
    }
    for comment in [" a", "a ", "a\n", " ", "a\r\nb", "a}\n b", "a}\n\nb", "a}\n"] {
        assert_eq!(omitted(comment, ""), [Omission::CommentSpace], "{comment:?}");
        assert_eq!(omitted("", comment), [Omission::CommentSpace], "{comment:?}");
    }
    assert_eq!(omitted("[%clk 0:10:00]", ""), [Omission::CommentSpace]);
}

#[test]
fn what_is_said_about_the_start_is_kept() {
    let mut tree = GameTree::new(Start::xiangqi());
    tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
    tree.annotate(NodeId::ROOT, |annotation| {
        annotation.glyphs = vec![Glyph(13)];
        annotation.comment = "even".into();
        annotation.clock_ms = Some(60_000);
    })
    .unwrap();
    assert_eq!(read_one(&write(&tree, Notation::Wxf)), tree);
}

#[test]
fn a_game_with_as_many_tags_as_may_be_is_read_as_it_is_written() {
    let mut tree = GameTree::new(Position::from_fen("4k4/9/9/9/9/9/9/9/4A4/4K4 b").unwrap());
    tree.set_result(GameResult::Drawn(Some(DrawReason::Repetition)));
    for number in 0..MAX_TAGS {
        tree.set_tag(&format!("T{number}"), "x").unwrap();
    }
    let text = write(&tree, Notation::Wxf);
    assert_eq!(read_one(&text), tree);
    assert_eq!(refused(&format!("[One \"x\"]\n{text}")).fault, Fault::Limit(Limit::Tags));
}

#[test]
fn a_command_that_is_typed_into_a_comment_stays_text() {
    for (typed, kept) in [
        ("a [%clk 0:01:00] b", "a [ %clk 0:01:00] b"),
        ("[%csl Ge2][%eval 1]", "[ %csl Ge2][%eval 1]"),
        ("[%x\n[%clk 0:01:00] }", "[%x\n[ %clk 0:01:00] }"),
        ("[%emt 0:00:01", "[%emt 0:00:01"),
    ] {
        for clock_ms in [None, Some(5_000)] {
            let mut tree = GameTree::new(Start::xiangqi());
            let node = tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
            let mut annotation = Annotation { comment: typed.into(), clock_ms, ..Annotation::EMPTY };
            tree.set_annotation(node, annotation.clone()).unwrap();
            annotation.comment = kept.into();
            let written = formats::write(&tree, Format::Pgn, &WriteOptions::default()).unwrap();
            assert_eq!(written.omitted.contains(&Omission::CommentSpace), typed != kept);
            let text = String::from_utf8(written.bytes).unwrap();
            assert_eq!(read_one(&text).annotation(node), &annotation);
        }
    }
}

#[test]
fn hostile_files_are_read_in_bounds() {
    let nested = "h2e2 ".to_owned() + &"(h2e2 ".repeat(MAX_PLIES + 1);
    assert_eq!(refused(&nested).fault, Fault::NestedTooDeep);
    let bomb = "h2e2 ".to_owned() + &"(b2e2 {x} h9g7) ".repeat(20_000);
    let tree = read_one(&bomb);
    assert_eq!(tree.ply_count(), 3);
    let skipped = "h2e2 x y ".to_owned() + &"(".repeat(MAX_PLIES + 1);
    assert_eq!(refused(&skipped).fault, Fault::NestedTooDeep);
    let faulty = "h2e2 ".to_owned() + &"(a0a5) ".repeat(20_000);
    assert_eq!(refused(&faulty).fault, Fault::TooManyNotes);
    let comments = "h2e2 ".to_owned() + &"{0123456789} ".repeat(10_000);
    assert!(matches!(refused(&comments).fault, Fault::Limit(_)));
    let tags: String = (0..2_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    assert!(matches!(refused(&tags).fault, Fault::Limit(_)));
    let games = read(&"a0a1 * ".repeat(MAX_GAMES + 2));
    assert_eq!((games.games.len(), games.refused[0].fault), (MAX_GAMES, Fault::TooManyGames));
}

/// A game with random variations, comments and glyphs.
fn random_tree(random: &mut Random) -> GameTree {
    let mut tree = GameTree::new(if random.below(2) == 0 { Position::start() } else { random.position() });
    let texts = ["好棋", "a\nb", "\"}\"; x", "[%unknown 1]", "(1. h2e2)", "$1 [Red \"x\"]", "50% {", "\\"];
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.below(60) {
        // Mostly at the end of the last line, so that there are long ones.
        let from = if random.below(4) == 0 { random.below(nodes.len()) } else { nodes.len() - 1 };
        let mut replay = tree.replay_at(nodes[from]);
        let Some(mv) = random.choose_move(replay.xiangqi().unwrap()) else { continue };
        let node = replay.play(&mut tree, mv).unwrap();
        nodes.push(node);
        let mut text = || if random.below(4) == 0 { texts[random.below(texts.len())] } else { "" }.to_owned();
        let (before, comment) = (text(), text());
        let glyphs = if random.below(5) == 0 { vec![Glyph(random.below(140) as u8 + 1)] } else { Vec::new() };
        tree.set_annotation(node, Annotation { before, comment, glyphs, ..Annotation::EMPTY }).unwrap();
    }
    for name in [tag::RED, tag::BLACK, "Own"] {
        let text = texts[random.below(texts.len())].replace('\n', " ");
        tree.set_tag(name, &text).unwrap();
    }
    tree
}

#[test]
fn random_games_with_variations_are_read_as_they_are_written() {
    let mut random = Random::new(21);
    for _ in 0..500 {
        let tree = random_tree(&mut random);
        for notation in [Notation::SIMPLIFIED, Notation::Wxf, Notation::Vietnamese, Notation::Iccs] {
            let text = write(&tree, notation);
            assert_eq!(read_one(&text), tree, "{text}");
        }
    }
}
