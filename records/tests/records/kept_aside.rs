//! What stands beside the games in texts that people copy from pages, mail and other programs.

use crate::random_tree::movetext;
use chuhe_records::formats::{self, Format, Location, NoteKind, Reading};
use chuhe_records::{GameResult, tag};
use chuhe_rules::Color;

fn read(text: &str) -> Reading {
    formats::read(text.as_bytes(), Some(Format::Pgn)).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The moves of the only game, and the lines and kinds of its notes.
#[track_caller]
fn only_game(text: &str) -> (String, Vec<(Location, NoteKind)>) {
    let reading = read(text);
    assert_eq!((reading.games.len(), reading.refused.as_slice()), (1, [].as_slice()), "{text}");
    let game = &reading.games[0];
    (movetext(&game.tree), game.notes.iter().map(|note| (note.at, note.kind.clone())).collect())
}

fn aside(line: usize, text: &str) -> (Location, NoteKind) {
    (Location::Line(line), NoteKind::Aside { text: text.to_owned() })
}

const TAGS: &str = "[Red \"A\"]\n[Black \"B\"]\n\n";

#[test]
fn text_after_a_game_is_noted_and_is_no_game() {
    for (footer, noted) in [
        ("==========\n欢迎访问某某网站\nhttps://example.org/\n", "=========="),
        ("\u{1a}", "\u{1a}"),
        ("--\nSent from my phone, on 2020 12 24\n", "--"),
        ("(c) 2020 某某网站\n", "(c) 2020 某某网站"),
        ("共 2 回合\n", "共 2 回合"),
        ("[广告]\n", "[广告]"),
    ] {
        for end in [" 1-0\n", " 1-0", "\n"] {
            let text = format!(
                "{TAGS}1. 炮二平五 马8进7 2. 马二进三{end}{}{footer}",
                if end == " 1-0" { "\n" } else { "" }
            );
            let (moves, notes) = only_game(&text);
            assert_eq!(moves, "h2e2 h9g7 h0g2", "{text}");
            assert_eq!(notes.first(), Some(&aside(5, noted)), "{text}");
            assert!(notes.iter().all(|(_, kind)| !kind.is_fault()), "{text}: {notes:?}");
        }
    }
    let (moves, notes) = only_game(&format!("{TAGS}1. h2e2 h9g7 *\u{1a}"));
    assert_eq!((moves.as_str(), notes), ("h2e2 h9g7", vec![aside(4, "\u{1a}")]));
}

#[test]
fn text_before_and_between_games_is_noted() {
    let games = format!("; 棋谱来自某站\n某某整理\n{TAGS}1. h2e2 1-0\n=====\n第二局\n\n{TAGS}1. b2e2 *\n");
    let reading = read(&games);
    let games: Vec<_> = reading.games.iter().map(|game| movetext(&game.tree)).collect();
    assert_eq!((games, reading.refused), (vec!["h2e2".to_owned(), "b2e2".to_owned()], vec![]));
    let notes: Vec<_> = reading.games[0].notes.iter().map(|note| (note.at, note.kind.clone())).collect();
    assert_eq!(notes, [aside(1, "; 棋谱来自某站\n某某整理"), aside(7, "=====")]);
    assert_eq!(Format::detect("% made by x\n; a\nsome text\n[Event “E”]\n".as_bytes()), Some(Format::Pgn));
}

#[test]
fn numbers_tell_text_from_damaged_moves() {
    let check = |moves: &str, expected: &str, note: (Location, NoteKind)| {
        assert_eq!(only_game(&format!("{TAGS}{moves}")), (expected.to_owned(), vec![note]), "{moves}");
    };
    check("中炮 1. h2e2 h9g7 *", "h2e2 h9g7", aside(4, "中炮"));
    check("1. 红先 h2e2 h9g7 2. h0g2 *", "h2e2 h9g7 h0g2", aside(4, "红先"));
    check("1. h2e2 （好棋） h9g7 2. h0g2 *", "h2e2 h9g7 h0g2", aside(4, "（好棋）"));
    check("1. h2e2 h9g7 [0:10] 2. h0g2 *", "h2e2 h9g7 h0g2", aside(4, "[0:10]"));
    check("1. h2e2 h9g7\n黑方应着正确\n2. h0g2 *", "h2e2 h9g7 h0g2", aside(5, "黑方应着正确"));
    check("1. h2e2 (好棋) h9g7 2. h0g2 *", "h2e2 h9g7 h0g2", aside(4, "好棋"));
    let damaged = |line, ply, text: &str| {
        let reason = chuhe_records::notation::NotationError::Malformed;
        (Location::Line(line), NoteKind::UnreadableMove { ply, text: text.to_owned(), reason })
    };
    check("1. h2e2 h?g7 2. h0g2 *", "h2e2{h?g7 2. h0g2}", damaged(4, 2, "h?g7"));
    check(
        "1. h2e2 h9g7 2. 马?进三 i9h9 3. i0h0 *",
        "h2e2 h9g7{2. 马?进三 i9h9 3. i0h0}",
        damaged(4, 3, "马?进三"),
    );
    check("h2e2 h?g7 h0g2 *", "h2e2{h?g7 h0g2}", damaged(4, 2, "h?g7"));
}

#[test]
fn stray_brackets_do_not_refuse_a_game() {
    for (moves, note) in [
        ("1. h2e2\n) h9g7 2. h0g2 *", aside(5, ")")),
        ("1. h2e2 好棋) h9g7 2. h0g2 *", aside(4, "好棋")),
        ("1. h2e2 h9g7 :) 2. h0g2 *", aside(4, ":")),
    ] {
        let (read, notes) = only_game(&format!("{TAGS}{moves}"));
        assert_eq!(read, "h2e2 h9g7 h0g2", "{moves}");
        assert_eq!(notes, [note], "{moves}");
    }
    // a word at the end of a variation is still told from a damaged move
    assert_eq!(only_game("1. h2e2 h9g7 (1... 好棋) 2. h0g2 *").1, [aside(1, "好棋")]);
    for rest in ["h9g7) 2. h0g2) *", "h9g7 (2. h0g2 *", "h9g7 (2. h0g2 (3. x) 1-0"] {
        let reading = read(&format!("{TAGS}1. h2e2 h?g7 2. {rest}\n\n{TAGS}1. b2e2 *\n"));
        let games: Vec<_> = reading.games.iter().map(|game| movetext(&game.tree)).collect();
        assert_eq!((games.len(), reading.refused.len()), (2, 0), "{rest}");
        // what follows the faulty move is its comment
        assert!(games[0].starts_with("h2e2{h?g7 2. h9g7") && games[1] == "b2e2", "{games:?}");
        let reason = chuhe_records::notation::NotationError::Malformed;
        let note = NoteKind::UnreadableMove { ply: 2, text: "h?g7".to_owned(), reason };
        assert!(
            reading.games[0].notes.iter().all(|found| found.kind == note),
            "{:?}",
            reading.games[0].notes
        );
    }
}

#[test]
fn a_pass_ends_its_line_and_is_named() {
    for pass in ["--", "Z0", "@@@@", "--?!"] {
        let note = |ply| (Location::Line(4), NoteKind::Pass { ply, text: pass.to_owned() });
        let text = format!("{TAGS}1. h2e2 h9g7 (1... {pass} 2. e2e6) 2. h0g2 i9h9 *");
        let moves = format!("h2e2{{1... {pass} 2. e2e6}} h9g7 h0g2 i9h9");
        assert_eq!(only_game(&text), (moves, vec![note(2)]), "{pass}");
        let text = format!("{TAGS}1. h2e2 {pass} 2. e2e6 {pass} 3. e6e5 *");
        let moves = format!("h2e2{{{pass} 2. e2e6 {pass} 3. e6e5}}");
        assert_eq!(only_game(&text), (moves, vec![note(2)]), "{pass}");
    }
}

#[test]
fn a_result_word_ends_a_game_for_the_search_of_its_notation_too() {
    let from_one = (Location::Line(3), NoteKind::RanksFromOne);
    // the first moves are legal with both numbers of ranks, and the last one with one
    let fen = "[FEN \"3k5/8r/8r/9/9/9/R8/R8/9/4K4 w - - 0 1\"]\n\n";
    for (word, note) in
        [("", None), ("和棋 {注} ", Some(aside(3, "和棋"))), ("红胜 好 ", Some(aside(3, "红胜")))]
    {
        let (moves, notes) = only_game(&format!("{fen}1. a3b3 i8h8 {word}2. a4a5 *"));
        assert_eq!(moves.replace("{注}", ""), "a2b2 i7h7 a3a4", "{word}");
        assert!(notes.contains(&from_one) && note.is_none_or(|note| notes.contains(&note)), "{notes:?}");
    }
    // a result before the moves is a remark, also if a comment stands between
    let (moves, notes) = only_game("红胜 {注} 1. h2e2 h9g7 *");
    assert_eq!((moves.as_str(), notes), ("{注} h2e2 h9g7", vec![aside(1, "红胜")]));
}

#[test]
fn dots_stand_apart_from_their_number() {
    for moves in [
        "1. 炮二平五 {注} 1. ………… 马8进7 2. 马二进三",
        "1. 炮二平五 {注} 1. ... 马8进7 2. 马二进三",
        "1.炮二平五{注}1.……马8进7 2.马二进三",
        "1. 炮二平五 {注} ... 马8进7 2. 马二进三",
        "1．炮二平五 {注} １．。。。 马８进７ ２．马二进三",
        "1、炮二平五 {注} 1、······ 马8进7 2、马二进三",
        "1 炮二平五 {注} 1 … 马8进7 2 马二进三",
    ] {
        assert_eq!(
            only_game(&format!("{TAGS}{moves} *")),
            ("h2e2{注} h9g7 h0g2".to_owned(), vec![]),
            "{moves}"
        );
    }
    let fen = "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1\"]\n\n";
    for dots in ["1. ...", "1. …………", "1...", "1.", "...", "1. . . ."] {
        for moves in ["h9g7 2. h0g2", "H8+7 2. H2+3", "马8进7 2. 马二进三", "M8.7 2. M2.3"] {
            assert_eq!(
                only_game(&format!("{fen}{dots} {moves} *")),
                ("h9g7 h0g2".to_owned(), vec![]),
                "{dots} {moves}"
            );
        }
    }
}

#[test]
fn tags_have_any_quotes_and_share_lines() {
    let tags = |text: &str| {
        let reading = read(text);
        assert_eq!((reading.games.len(), reading.refused.len()), (1, 0), "{text}");
        let game = &reading.games[0];
        assert_eq!(movetext(&game.tree), "h2e2", "{text}");
        let value = |name| game.tree.tag(name).unwrap_or_default().to_owned();
        let notes = game.notes.iter().map(|note| note.kind.clone()).collect::<Vec<_>>();
        ((value(tag::RED), value(tag::BLACK)), notes)
    };
    let unquoted = |name: &str| NoteKind::Unquoted { name: name.to_owned() };
    let names = || ("甲 乙".to_owned(), "B".to_owned());
    assert_eq!(tags("[Red \"甲 乙\"] [Black \"B\"]\n\n1. h2e2 *"), (names(), vec![]));
    assert_eq!(tags("[Red \"甲 乙\"][Black \"B\"] 1. h2e2 *"), (names(), vec![]));
    assert_eq!(tags("[Red 甲 乙]\n[Black \"B\"]\n\n1. h2e2 *"), (names(), vec![unquoted("Red")]));
    for tag in ["[Red “甲 乙”]", "[Red \"甲 乙]", "[Red 甲 乙\"]", "[Red '甲 乙']", "[Red “甲 乙\"]"]
    {
        let expected = (names(), vec![unquoted("Red"), unquoted("Black")]);
        assert_eq!(tags(&format!("{tag} [Black ＂B＂]\n1. h2e2 *")), expected, "{tag}");
    }
}

#[test]
fn results_are_words_too() {
    let won = |winner| GameResult::Won { winner, reason: None };
    let (red, black, drawn) = (won(Color::Red), won(Color::Black), GameResult::Drawn(None));
    for (word, result) in [
        ("1/2", drawn),
        ("½-½", drawn),
        ("和", drawn),
        ("和棋", drawn),
        ("（和局）", drawn),
        ("红胜", red),
        ("先胜", red),
        ("紅先勝", red),
        ("1:0", red),
        ("1 - 0", red),
        ("黑胜", black),
        ("先负", black),
        ("後勝", black),
        ("0 - 1", black),
    ] {
        let in_tag = read(&format!("[Red \"A\"]\n[Result \"{}\"]\n\n1. h2e2", word.replace(' ', "")));
        assert_eq!((in_tag.games[0].tree.result(), in_tag.games[0].notes.len()), (result, 0), "{word}");
        assert_eq!(in_tag.games[0].tree.tag("Result"), None);
        let after = read(&format!("1. h2e2 h9g7 {word}\n\n1. b2e2 {word}"));
        let results: Vec<_> = after.games.iter().map(|game| (game.tree.result(), game.notes.len())).collect();
        assert_eq!((results, after.refused.len()), (vec![(result, 0); 2], 0), "{word}");
    }
    // a word between moves is a remark
    assert_eq!(
        only_game("1. h2e2 红胜 h9g7 2. h0g2 *"),
        ("h2e2 h9g7 h0g2".to_owned(), vec![aside(1, "红胜")])
    );
}

#[test]
fn ranks_from_one_are_found_by_the_first_legal_move() {
    let note = vec![(Location::Line(4), NoteKind::RanksFromOne)];
    for moves in
        ["1. h3e3 h10g8 2. h1g3 i10h10 *", "1. H3-E3 H10-G8 2. H1-G3 I10-H10 *", "1. Che3 Hg8 2. Hg3 Rh10 *"]
    {
        let read = only_game(&format!("{TAGS}{moves}"));
        assert_eq!(read, ("h2e2 h9g7 h0g2 i9h9".to_owned(), note.clone()), "{moves}");
    }
    let read = only_game(&format!("{TAGS}1. Che2 {{+0.10/7}} Hg7 {{-0.08/8 4}} 2. Hg2 Rh9 3. Rh0 g5 *"));
    assert_eq!(read.0, "h2e2{+0.10/7} h9g7{-0.08/8 4} h0g2 i9h9 i0h0 g6g5");
    // the first moves are legal with both numbers, and the third with one
    let fen = "[FEN \"3k5/9/9/9/9/9/R8/R8/9/4K4 w - - 0 1\"]\n\n";
    let (moves, notes) = only_game(&format!("{fen}1. a3b3 d10d9 2. a4a5 *"));
    assert_eq!((moves.as_str(), notes.len()), ("a2b2 d9d8 a3a4", 1));
}

#[test]
fn white_is_red_in_the_files_of_xboard() {
    let tags = |text: &str| {
        let reading = read(text);
        let tags = reading.games[0].tree.tags();
        tags.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    let moves = "\n1. Che2 Hg7 *\n";
    let xboard = format!("[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"9\"]\n[Variant \"xiangqi\"]\n{moves}");
    assert_eq!(tags(&xboard), ["Red=A", "Black=B", "RedElo=9", "Variant=xiangqi"]);
    assert_eq!(tags(&format!("[White \"A\"]\n{moves}")), ["White=A"]);
}
