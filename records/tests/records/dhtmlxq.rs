//! DhtmlXQ.

use crate::random::Random;
use crate::random_tree::{COMMON_TAGS, check_round_trip, movetext};
use chuhe_records::formats::{
    self, Encoding, Fault, Format, Location, Note, NoteKind, Omission, ReadGame, WriteError, WriteOptions,
};
use chuhe_records::notation::NotationError;
use chuhe_records::{GameResult, GameTree, Glyph, Limit, LuzhanqiStart, MAX_TAGS, NodeId, Start, tag};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{BoardKind, Formation, Options, Strength};
use chuhe_rules::xiangqi::{FenError, IllegalMove, Move, Position};
use chuhe_rules::{Color, PerColor, WinReason};

const START: &str = "8979695949392919097717866646260600102030405060708012720323436383";

/// A game as a site writes it, with variations of variations and comments.
fn sample() -> String {
    format!(
        "<div>\n[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_init]500,350[/DhtmlXQ_init]\n\
         [DhtmlXQ_binit]{START}[/DhtmlXQ_binit]\n[DhtmlXQ_title]第一局[/DhtmlXQ_title]\n\
         [DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[DhtmlXQ_firstnum]0[/DhtmlXQ_firstnum]\n\
         [DhtmlXQ_length]4[/DhtmlXQ_length]\n[DhtmlXQ_type]全局[/DhtmlXQ_type]\n[DhtmlXQ_other][/DhtmlXQ_other]\n\
         [DhtmlXQ_date]2021-12-00[/DhtmlXQ_date]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
         [DhtmlXQ_red]湖北 洪智[/DhtmlXQ_red]\n\
         [DhtmlXQ_move_0_2_1]7242796770628979[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_move_0_4_2]1022[/DhtmlXQ_move_0_4_2]\n\
         [DhtmlXQ_move_1_4_3]1022[/DhtmlXQ_move_1_4_3]\n[DhtmlXQ_move_0_2_4]1022[/DhtmlXQ_move_0_2_4]\n\
         [DhtmlXQ_comment0]说明||第二行[/DhtmlXQ_comment0]\n[DhtmlXQ_comment2]屏风马[/DhtmlXQ_comment2]\n\
         [DhtmlXQ_comment1_2]顺手炮\\u597d[/DhtmlXQ_comment1_2]\n[DhtmlXQ_comment3_4]跳马[/DhtmlXQ_comment3_4]\n\
         [/DhtmlXQ]</div>\n"
    )
}

fn read_one(text: &str) -> ReadGame {
    let mut reading = formats::read(text.as_bytes(), None).unwrap();
    assert_eq!((reading.format, reading.games.len()), (Format::DhtmlXq, 1));
    reading.games.remove(0)
}

#[test]
fn variations_and_comments_stand_where_their_numbers_say() {
    let game = read_one(&sample());
    assert_eq!((game.at, game.notes.as_slice()), (Location::Line(2), [].as_slice()));
    assert_eq!(
        movetext(&game.tree),
        "{说明\n第二行} h2e2 h9g7{屏风马} ( h7e7{顺手炮好} h0g2 h9g7 ( b9c7{跳马} ) i0h0 ) ( b9c7 ) h0g2 i9h9 ( b9c7 )"
    );
    let tags: Vec<(&str, &str)> = game.tree.tags().iter().collect();
    let expected =
        [(tag::TITLE, "第一局"), ("type", "全局"), (tag::DATE, "2021.12.??"), (tag::RED, "湖北 洪智")];
    assert_eq!(tags, expected);
    assert_eq!(game.tree.result(), GameResult::Won { winner: Color::Red, reason: None });
}

#[test]
fn a_file_in_gb_18030_is_read() {
    let text = sample();
    let utf8 = formats::read(text.as_bytes(), None).unwrap();
    let options = WriteOptions { encoding: Encoding::Gb18030, ..WriteOptions::default() };
    let bytes = formats::write(&utf8.games[0].tree, Format::DhtmlXq, &options).unwrap().bytes;
    assert!(std::str::from_utf8(&bytes).is_err());
    let reading = formats::read(&bytes, None).unwrap();
    assert_eq!(reading.encoding, Encoding::Gb18030);
    assert_eq!(reading.games[0].tree, utf8.games[0].tree);
}

#[test]
fn random_games_are_the_same_after_writing_and_reading() {
    let mut random = Random::new(14);
    for _ in 0..300 {
        let moves = random.below(60);
        let mut tree = random.tree(moves);
        for name in COMMON_TAGS.into_iter().chain(["type", "X-Own", "Event2"]) {
            if random.below(3) == 0 {
                tree.set_tag(name, &random.text(5)).unwrap();
            }
        }
        tree.set_comment(NodeId::ROOT, &format!("{}\r\n{}", random.text(3), random.text(3))).unwrap();
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            check_round_trip(&tree, Format::DhtmlXq, &WriteOptions { encoding, ..WriteOptions::default() });
        }
    }
}

#[test]
fn a_field_in_a_comment_does_not_decide_the_format() {
    let mut tree = GameTree::new(Start::xiangqi());
    tree.set_comment(NodeId::ROOT, &sample()).unwrap();
    for format in Format::ALL {
        let Ok(written) = formats::write(&tree, format, &WriteOptions::default()) else { continue };
        assert_eq!(formats::read(&written.bytes, None).unwrap().format, format);
    }
    let marked = format!("\u{feff}\n{}", &sample()["<div>\n".len()..]);
    assert_eq!(Format::detect(marked.as_bytes()), Some(Format::DhtmlXq));
}

#[test]
fn several_games_make_one_file() {
    let mut random = Random::new(15);
    let trees: Vec<GameTree> = (0..5).map(|_| random.tree(10)).collect();
    let written = formats::write_all(&trees, Format::DhtmlXq, &WriteOptions::default()).unwrap();
    let reading = formats::read(&written.bytes, None).unwrap();
    let read: Vec<GameTree> = reading.games.into_iter().map(|game| game.tree).collect();
    assert_eq!(read, trees);
}

#[test]
fn the_side_to_move_is_that_of_the_first_move() {
    let placement = "99999999499999999999999999999999999999994099999999999999999946";
    let placement = format!("{placement}99");
    let text = |moves: &str| {
        format!("[DhtmlXQ_binit]{placement}[/DhtmlXQ_binit][DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]")
    };
    let side = |moves: &str| {
        let game = read_one(&text(moves));
        (game.tree.replay().side_to_move(), game.tree.ply_count(), game.notes.len())
    };
    assert_eq!(side("4647"), (Some(Color::Black), 1, 0));
    assert_eq!(side("4948"), (Some(Color::Red), 1, 0));
    assert_eq!(side(""), (Some(Color::Red), 0, 0));
}

#[test]
fn a_fault_is_named_with_its_line() {
    let fault = |from: &str, to: &str| {
        let text = sample().replacen(from, to, 1);
        assert_ne!(text, sample(), "{from}");
        let error = formats::read(text.as_bytes(), None).unwrap_err();
        (error.at, error.fault)
    };
    let at = Location::Line;
    assert_eq!(fault(START, &START[1..]), (at(5), Fault::Malformed));
    assert_eq!(fault("8979", "9879"), (at(5), Fault::Malformed));
    assert_eq!(fault("8979", "8989"), (at(5), Fault::TwoPieces("i0".parse().unwrap())));
    let king = FenError::KingCount { color: Color::Red, found: 0 };
    assert_eq!(fault("5949", "5999"), (at(5), Fault::Start(king)));
    assert_eq!(fault("83[/DhtmlXQ_binit]", ""), (at(5), Fault::Truncated));
    assert_eq!(formats::read(b"[DhtmlXQ][/DhtmlXQ]", None).unwrap_err().fault, Fault::NoGame);
}

#[test]
fn a_damaged_field_is_left_out_with_a_note() {
    let whole = read_one(&sample()).tree;
    for (from, to, line, name) in [
        ("[/DhtmlXQ_title]", "", 6, "title"),
        ("[/DhtmlXQ_title]", "[/DhtmlXQ_red]", 6, "title"),
        ("[DhtmlXQ_title]", "[DhtmlXQ_title", 6, "title第一局"),
        ("[/DhtmlXQ_binit]", "[/DhtmlXQ_binti]", 5, "binit"),
        ("DhtmlXQ_move_0_2_1", "DhtmlXQ_move_0_2", 15, "move_0_2"),
    ] {
        let reading = formats::read(sample().replacen(from, to, 1).as_bytes(), None).unwrap();
        let game = &reading.games[0];
        let name = name.to_owned();
        // the points of the pieces are kept, and nothing else is
        let is_kept = name == "binit";
        let kind = if is_kept { NoteKind::UnclosedField { name } } else { NoteKind::DamagedField { name } };
        assert_eq!(
            game.notes[0],
            Note { at: Location::Line(line), kind, in_variation: false },
            "{from} {to}: {:?}",
            game.notes
        );
        assert_eq!(game.tree.start(), whole.start());
        if !from.contains("move") {
            assert_eq!(game.tree.ply_count(), whole.ply_count(), "{from} {to}");
        }
    }
    let words = |name: &str, kind: fn(String) -> NoteKind| kind(name.to_owned()).to_string();
    assert_eq!(
        words("title", |name| NoteKind::DamagedField { name }),
        "the field title is damaged and is left out; the rest of the game is kept"
    );
    assert_eq!(
        words("binit", |name| NoteKind::UnclosedField { name }),
        "the field binit does not end as it should; what it holds is kept"
    );
    let renamed = sample().replace("_move_0_2_1]", "_move_0_x_1]");
    let reading = formats::read(renamed.as_bytes(), None).unwrap();
    assert_eq!(reading.games[0].notes[0].at, Location::Line(15));
}

#[test]
fn pages_have_wrappers_and_markup_around_a_game() {
    let whole = read_one(&sample()).tree;
    let fields = sample().replace("[DhtmlXQ]\n", "").replace("[/DhtmlXQ]\n", "");
    for text in [
        format!("[DhtmlXQiFrame]\n{fields}[/DhtmlXQiFrame]\n"),
        format!("[DhtmlXQHTML][DhtmlXQ]{fields}[/DhtmlXQ][/DhtmlXQHTML]"),
        format!("<html><body>\n<div id=\"a[0]\">{}</div></body></html>", sample()),
        sample().replace("]\n", "]<br />\n"),
        sample().replace("[DhtmlXQ_ver]", "[DhtmlXQver]"),
        sample().replace("89796959", "89796959<br>\n").replace("7747", "7747<br/>"),
    ] {
        let reading = formats::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!((reading.games.len(), reading.refused.len()), (1, 0), "{text}");
        assert_eq!((&reading.games[0].tree, reading.games[0].notes.len()), (&whole, 0), "{text}");
    }
}

#[test]
fn a_game_is_read_up_to_a_faulty_move() {
    let read = |from: &str, to: &str| {
        let game = read_one(&sample().replacen(from, to, 1));
        (
            game.tree.main_line().count(),
            game.notes.into_iter().map(|note| (note.at, note.kind)).collect::<Vec<_>>(),
        )
    };
    let line = Location::Line(7);
    let rule = IllegalPlay::Xiangqi(IllegalMove::HorseLegBlocked);
    let (moves, notes) = read("79678070[", "79588070[");
    assert_eq!(moves, 2);
    let illegal = NoteKind::IllegalMove { ply: 3, text: "7958".to_owned(), rule };
    assert_eq!(notes, [(line, illegal), (Location::Line(16), NoteKind::Detached)]);
    let (moves, notes) = read("79678070[", "7967807[");
    let short = NoteKind::UnreadableMove { ply: 4, text: "807".to_owned(), reason: NotationError::Malformed };
    assert_eq!((moves, notes), (3, vec![(line, short), (Location::Line(16), NoteKind::Detached)]));
}

#[test]
fn what_the_format_cannot_hold_is_named() {
    let mut tree = GameTree::new(Start::xiangqi());
    let first = tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
    tree.annotate(first, |annotation| {
        annotation.before = "a".to_owned();
        annotation.comment = "b".to_owned();
        annotation.clock_ms = Some(1);
        annotation.glyphs = vec![Glyph::GOOD];
    })
    .unwrap();
    tree.set_tag("movelist", "x").unwrap();
    let reason = Some(WinReason::Checkmate);
    tree.set_result(GameResult::Won { winner: Color::Black, reason });
    let written = formats::write(&tree, Format::DhtmlXq, &WriteOptions::default()).unwrap();
    let tag = Omission::Tag("movelist".to_owned());
    assert_eq!(
        written.omitted,
        [tag, Omission::ResultReason, Omission::CommentPlaces, Omission::Glyphs, Omission::Times]
    );
    let read = formats::read(&written.bytes, None).unwrap().games.remove(0).tree;
    assert_eq!(movetext(&read), "h2e2{a\nb}");
    assert_eq!(read.result(), GameResult::Won { winner: Color::Black, reason: None });

    let formation = Formation::nearest_legal([Strength::Captain; 25]);
    let formations = PerColor::splat(formation);
    let other = LuzhanqiStart { board: BoardKind::Classic, options: Options::default(), formations };
    let refused = formats::write(&GameTree::new(other), Format::DhtmlXq, &WriteOptions::default());
    assert_eq!(refused, Err(WriteError::OtherGame));
}

#[test]
fn a_truncated_file_is_refused_or_shorter() {
    let text = sample();
    let whole = read_one(&text).tree;
    let last = text.rfind("[/DhtmlXQ_comment").unwrap();
    for (end, _) in text.char_indices().filter(|&(end, _)| end <= last) {
        if let Ok(reading) = formats::read(&text.as_bytes()[..end], None) {
            let tree = &reading.games[0].tree;
            assert!(tree.ply_count() <= whole.ply_count() && tree != &whole, "{end}");
        }
    }
}

#[test]
fn hostile_variations_need_neither_stack_nor_much_time() {
    let moves: String = ["1927", "1022", "2719", "2210"].into_iter().cycle().take(8_000).collect();
    let mut text = format!("[DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]");
    // alternately near the start and near the end of the main line, and each with one of its own
    for number in 0..10_000_u32 {
        let (line, ply) = (2 * number + 1, if number % 2 == 0 { 1 } else { 7_999 });
        let below = line + 1;
        text.push_str(&format!("[DhtmlXQ_move_0_{ply}_{line}]7967[/DhtmlXQ_move_0_{ply}_{line}]"));
        text.push_str(&format!(
            "[DhtmlXQ_move_{line}_{ply}_{below}]7987[/DhtmlXQ_move_{line}_{ply}_{below}]"
        ));
    }
    let game = read_one(&text);
    assert_eq!((game.tree.ply_count(), game.tree.main_line().count()), (8_004, 8_000));
    // many fields that are not closed
    let open = "[DhtmlXQ_a]".repeat(100_000);
    assert_eq!(formats::read(open.as_bytes(), None).unwrap_err().fault, Fault::Truncated);
    let empty = "[DhtmlXQ][/DhtmlXQ]".repeat(formats::MAX_GAMES);
    assert_eq!(formats::read(empty.as_bytes(), None).unwrap_err().fault, Fault::NoGame);
    let text = format!("{empty}[DhtmlXQ][DhtmlXQ_movelist][/DhtmlXQ_movelist][/DhtmlXQ]");
    assert_eq!(formats::read(text.as_bytes(), None).unwrap_err().fault, Fault::NoGame);
    let nameless = "[DhtmlXQ_".repeat(100_000);
    assert_eq!(formats::read(nameless.as_bytes(), None).unwrap_err().fault, Fault::Truncated);
}

#[test]
fn the_position_of_the_fen_field_wins() {
    let fen = "4k4/9/9/9/9/9/9/9/4A4/4K4 b - - 3 7";
    let text = format!("[DhtmlXQ_binit]{START}[/DhtmlXQ_binit][DhtmlXQ_fen]{fen}[/DhtmlXQ_fen]");
    let game = read_one(&text);
    assert_eq!(game.tree.start(), &Position::from_fen(fen).unwrap().into());
}

#[test]
fn a_tag_with_a_very_long_name_is_left_out() {
    for (length, is_omitted) in [(254, false), (255, true)] {
        let mut tree = GameTree::new(Start::xiangqi());
        let name = "x".repeat(length);
        tree.set_tag(&name, "1").unwrap();
        let written = formats::write(&tree, Format::DhtmlXq, &WriteOptions::default()).unwrap();
        assert_eq!(written.omitted.contains(&Omission::Tag(name.clone())), is_omitted, "{length}");
        let reading = formats::read(&written.bytes, None).unwrap();
        assert_eq!(reading.games[0].tree.tag(&name).is_none(), is_omitted, "{length}");
    }
}

#[test]
fn a_field_whose_name_begins_like_that_of_a_comment_or_move_is_a_tag() {
    let mut tree = GameTree::new(Start::xiangqi());
    for name in ["commentator", "comment", "move_time"] {
        tree.set_tag(name, "Lin").unwrap();
    }
    check_round_trip(&tree, Format::DhtmlXq, &WriteOptions::default());
    tree.set_tag("comment1", "x").unwrap();
    let written = formats::write(&tree, Format::DhtmlXq, &WriteOptions::default()).unwrap();
    assert_eq!(written.omitted, [Omission::Tag("comment1".to_owned())]);
}

#[test]
fn a_game_has_a_limited_number_of_tag_fields() {
    let mut tree = GameTree::new(Start::xiangqi());
    tree.set_result(GameResult::Drawn(None));
    for number in 0..MAX_TAGS {
        tree.set_tag(&format!("t{number}"), "x").unwrap();
    }
    check_round_trip(&tree, Format::DhtmlXq, &WriteOptions::default());
    let same = "[DhtmlXQ_red]x[/DhtmlXQ_red]\n".repeat(MAX_TAGS + 2);
    let error = formats::read(sample().replace("[/DhtmlXQ]", &same).as_bytes(), None).unwrap_err();
    assert_eq!(error.fault, Fault::Limit(Limit::Tags));
}
