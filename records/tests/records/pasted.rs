//! Games as people paste them: from mail, chats, tables, pages and books.

use crate::random_tree::movetext;
use chuhe_records::formats::{self, Format};
use chuhe_records::{GameResult, tag};
use chuhe_rules::Color;

/// The moves of the game in every text.
const MOVES: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5";

/// Reads a text whose format nothing but the text shows, and checks its only game.
#[track_caller]
fn read(name: &str, text: &str) -> chuhe_records::GameTree {
    let reading = formats::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(reading.format, Format::Pgn, "{name}");
    assert_eq!((reading.games.len(), reading.refused.as_slice()), (1, [].as_slice()), "{name}");
    let game = reading.games[0].clone();
    let moves = movetext(&game.tree);
    let plain = moves.split(['{', '}']).step_by(2).collect::<String>();
    assert_eq!(plain, MOVES, "{name}: {moves} {:?}", game.notes);
    assert!(!game.has_fault(), "{name}: {:?}", game.notes);
    game.tree
}

/// Writes each full move by `line`.
fn lines(line: impl Fn(usize, &str, &str) -> String) -> String {
    const MOVES: [(&str, &str); 4] =
        [("炮二平五", "马8进7"), ("马二进三", "车9平8"), ("车一平二", "马2进3"), ("兵七进一", "卒7进1")];
    (1..).zip(MOVES).map(|(number, (red, black))| line(number, red, black)).collect()
}

#[test]
fn moves_stand_in_lists_and_tables() {
    let circled = |number: usize, first: char| char::from_u32(first as u32 + number as u32 - 1).unwrap();
    for (name, text) in [
        ("a bracket", lines(|n, red, black| format!("{n}) {red} {black}\n"))),
        ("circles", lines(|n, red, black| format!("{}{red} {black} ", circled(n, '①')))),
        ("circles apart", lines(|n, red, black| format!("{} {red} {black}\n", circled(n, '①')))),
        ("brackets", lines(|n, red, black| format!("{}{red} {black} ", circled(n, '⑴')))),
        ("dots", lines(|n, red, black| format!("{}{red} {black} ", circled(n, '⒈')))),
        ("words", lines(|n, red, black| format!("第{n}回合 {red} {black}\n"))),
        ("plies", lines(|n, red, black| format!("{}. {red}\n{}. {black}\n", 2 * n - 1, 2 * n))),
        ("tabs", lines(|n, red, black| format!("{n}\t{red}\t{black}\r\n"))),
        ("a table", lines(|n, red, black| format!("| {n} | {red} | {black} |\n"))),
        ("commas", lines(|n, red, black| format!("{n},{red},{black}\n"))),
        ("bullets", lines(|_, red, black| format!("- {red} {black}\n"))),
        ("lines between", lines(|n, red, black| format!("{n}. {red} - {black}\n"))),
        ("labels", lines(|_, red, black| format!("红：{red} 黑：{black}\n"))),
        ("Chinese marks", lines(|n, red, black| format!("{n}、{red}，{black}；"))),
        ("full stops", lines(|n, red, black| format!("{n}. {red}，{black}。\n"))),
        ("commas alone", lines(|_, red, black| format!("{red}，{black}，"))),
        ("coordinates", "h2e2,h9g7,h0g2,i9h9,i0h0,b9c7,c3c4,g6g5\n".to_owned()),
        ("no spaces", lines(|n, red, black| format!("{n}.{red}{black}"))),
        ("pairs", lines(|_, red, black| format!("{red}{black}\n"))),
        ("no-break spaces", lines(|n, red, black| format!("{n}.\u{a0}{red}\u{a0}{black}\u{a0}"))),
        ("no width", lines(|n, red, black| format!("{n}. {red}\u{200b} {black} "))),
        (
            "full width",
            "１．炮二平五　马８进７　２．马二进三　车９平８　３．车一平二　马２进３　４．兵七进一　卒７进１"
                .to_owned(),
        ),
        ("mixed", "1. 炮二平五 h9g7 2. H2+3 车9平8 3. R1=2 b9c7 4. C3-C4 卒7进1\n".to_owned()),
    ] {
        read(name, &text);
    }
}

#[test]
fn times_and_names_stand_beside_moves() {
    let chat = |line: fn(usize, &str, &str) -> String| {
        lines(|n, red, black| line(2 * n, "甲", red) + &line(2 * n + 1, "乙", black))
    };
    for (name, text) in [
        ("brackets", chat(|n, who, mv| format!("[20:15:{n:02}] {who}: {mv}\n"))),
        ("lines", chat(|n, who, mv| format!("{who} 20:{n:02}\n{mv}\n"))),
        ("times", chat(|n, _, mv| format!("20:{n:02} {mv}\n"))),
        ("after moves", lines(|n, red, black| format!("{n}. {red} 00:05 {black} 01:10\n"))),
        ("in brackets", lines(|n, red, black| format!("{n}. {red} (0:05) {black} (0:10) "))),
        ("seconds", lines(|n, red, black| format!("{n}. {red} 5s {black} 12秒 "))),
        ("clocks", lines(|n, red, black| format!("{n}. {red} {{[%clk 0:10:00]}} {black} {{0:09}} "))),
    ] {
        read(name, &text);
    }
}

#[test]
fn mail_and_pages_have_marks_around_games() {
    let moves = lines(|n, red, black| format!("{n}. {red} {black}\n"));
    let game = format!("[Red \"甲\"]\n[Black \"乙\"]\n\n{moves}1-0\n");
    let quoted = |mark: &str| game.lines().map(|line| format!("{mark}{line}\n")).collect::<String>();
    for (name, text) in [
        ("mail", format!("A wrote:\n{}", quoted("> "))),
        ("mail of mail", quoted(">> ")),
        ("a forum", format!("<div class=\"post\"><p>{}</p></div>", game.replace('\n', "<br/>\n"))),
        ("one line", format!("<p>{}</p>", game.replace('\n', "<br>"))),
        ("named quotes", format!("<pre>\n{}</pre>\n", game.replace('"', "&quot;").replace(' ', "&nbsp;"))),
        ("a block of code", format!("```\n{game}```\n")),
    ] {
        let tree = read(name, &text);
        assert_eq!((tree.tag(tag::RED), tree.tag(tag::BLACK)), (Some("甲"), Some("乙")), "{name}");
        assert_eq!(tree.result().score(), "1-0", "{name}");
    }
}

#[test]
fn titles_stand_before_games_and_results_after_them() {
    let moves = lines(|n, red, black| format!("{n}. {red} {black}\n"));
    for title in ["《橘中秘》顺炮横车破直车局", "《梅花谱》\n红方：甲\n黑方：乙", "《全国个人赛》甲 先胜 乙"]
    {
        read(title, &format!("{title}\n{moves}"));
        read(title, &format!("{title}\n\n{moves}\n"));
    }
    let red = GameResult::Won { winner: Color::Red, reason: None };
    for end in ["（红胜）", "红胜。", "黑方认输", "结果：红胜", "黑方投子认负。", "\n红胜\n"]
    {
        assert_eq!(read(end, &format!("{moves}{end}")).result(), red, "{end}");
        assert_eq!(read(end, &format!("{} {end}", moves.trim())).result(), red, "{end}");
    }
    read("a sentence", &format!("{} 红方胜定，黑方投子认负。\n", moves.trim()));
}

#[test]
fn sentences_with_moves_are_text() {
    let moves = lines(|n, red, black| format!("{n}. {red} {black}\n"));
    for text in ["改走炮二平五，马8进7，红优。", "着法：如炮二平五，则马8进7。", "共 4 回合", "a < b & c > d"]
    {
        read(text, &format!("{moves}\n{text}\n"));
        read(text, &format!("{moves}*\n\n{text}\n"));
        read(text, &format!("{text}\n\n{moves}"));
    }
}

#[test]
fn what_follows_decides_whether_a_result_is_a_remark() {
    let games = |text: &str| -> Vec<_> {
        let reading = formats::read(text.as_bytes(), Some(Format::Pgn)).unwrap();
        assert_eq!(reading.refused, [], "{text}");
        reading.games.iter().map(|game| (movetext(&game.tree), game.tree.result().score())).collect()
    };
    let one = |moves: &str, score| vec![(moves.to_owned(), score)];
    let two = |score| vec![("h2e2 h9g7".to_owned(), score), ("b2e2".to_owned(), "*")];
    // moves of the game follow
    for remark in ["和", "和\n", "和\n\n", "\n和\n\n", "和\n\n以下略\n", "\n\n和 双方均势\n\n{注}"]
    {
        let text = format!("1. h2e2 h9g7 {remark} 2. h0g2 i9h9 1-0");
        let read = games(&text);
        assert_eq!((read.len(), read[0].1), (1, "1-0"), "{text}: {read:?}");
        assert!(read[0].0.ends_with("h0g2{注} i9h9") || read[0].0.ends_with("h0g2 i9h9"), "{text}: {read:?}");
    }
    assert_eq!(games("1. h2e2 和\n\n1... h9g7 *"), one("h2e2 h9g7", "*"));
    // nothing, text or another game follows
    for end in ["和", "和\n", "和\n\n某某网站 共 2 回合\n"] {
        assert_eq!(games(&format!("1. h2e2 h9g7 {end}")), one("h2e2 h9g7", "1/2-1/2"), "{end:?}");
    }
    for between in ["和\n\n", "和\n", "和\n\n第二局\n", "和\n[Red \"A\"]\n"] {
        assert_eq!(games(&format!("1. h2e2 h9g7 {between}1. b2e2 *")), two("1/2-1/2"), "{between:?}");
    }
}
