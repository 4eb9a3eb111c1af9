//! What people type and paste: ordinary and odd texts, files of games, links.

use super::driver::SERVER;
use super::step::{Act, NAMES};
use crate::simulation::random::Random;

/// Ordinary lines.
const ORDINARY: [&str; 8] = [
    "hello",
    "good game!",
    "see you tomorrow",
    "好棋",
    "再来一盘吧",
    "你好，请多指教",
    "Chào bạn, ván hay quá",
    "3",
];
/// Odd ones: emoji, right to left, control, combining, full width, markup, odd digits.
const ODD: [&str; 14] = [
    "😀👍🏽",
    "مرحبا بالعالم",
    "שלום",
    "\u{202e}evil",
    "a\u{0}b\u{7}c\u{1b}[31m",
    "Z͑ͫ̓ͪ̂ͫ̽a͂l̷g̸o",
    "ＡＢＣ１２３",
    "٣٤٥",
    "<b>&amp;</b>",
    "   ",
    "line one\nline two\r\nline three",
    "\u{200b}\u{feff}",
    "ǅ Straße İ",
    "𠮷野家 龘",
];
/// Moves in several notations, and what is not a move.
const MOVES: [&str; 5] = ["h2e2", "炮二平五", "C2.5", "b0c2", "zz"];
/// Numbers for fields of numbers.
const NUMBERS: [&str; 12] =
    ["1", "5", "10", "0", "-1", "0.5", "1e9", "99999999999999999999", "３", "٣", "1,5", ""];
/// A file of several games.
const SEVERAL: &str = "[Event \"One\"]\n[Result \"*\"]\n\n1. h2e2 h9g7 *\n\n[Event \"Two\"]\n[Result \"1-0\"]\n\n1. b0c2 b9c7 1-0\n";
/// Files of games, whole and damaged.
const RECORDS: [&str; 9] = [
    "[Event \"Test\"]\n[Red \"Bo\"]\n[Black \"Cy\"]\n[Result \"*\"]\n\n1. h2e2 h9g7 2. h0g2 *\n",
    SEVERAL,
    "[DhtmlXQ]\n[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]77477062796772527967[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/1R2K3R w - - 0 1",
    "1. 炮二平五 马8进7 2. 马二进三 车9平8",
    "[Event \"cut\"]\n1. h2e2 (1. b2e2 {a",
    "rnbakabnr/9/1c5c1/p1p1p1p1p w",
    "{\"not\": \"a record\"}",
];
/// Players of a tournament at wooden boards.
const PLAYERS: &str = "Wang Wei, Riverside, 1650\nLi Na\nTrần Văn, Sông Hồng, 1500\nAn\n";
/// How many players come from one club.
const CLUB: usize = 62;
/// Numbers of a plan that can be.
const PLANNED: [&str; 6] = ["1", "2", "3", "5", "7", "10"];
/// The link to an invitation that there is not.
pub(crate) const UNKNOWN: &str = "https://play.example.org/#/join/zzzzzzzzzzzz";
/// Links, whole and damaged.
const LINKS: [&str; 7] = [
    "https://play.example.org/#/lobby",
    UNKNOWN,
    "https://play.example.org/#/game/1",
    "chuhe://play.example.org:9899/",
    "https://other.example.net/#/join/abc",
    "#/settings",
    "not a link",
];

/// What somebody does to fill in a field of this name: lines come from another program.
pub(crate) fn into_field(id: &str, person: usize, random: &mut Random) -> Act {
    if id == "evening.paste" && !random.one_in(4) {
        return Act::Paste(if random.one_in(3) { club() } else { PLAYERS.to_owned() });
    }
    Act::Type(for_field(id, person, random))
}

/// The players of a whole club: more than those of whom the program answers questions before they are asked.
fn club() -> String {
    (1..=CLUB).map(|number| format!("Member {number}, Riverside, {}\n", 1_000 + 10 * number)).collect()
}

/// A text for a field of this name.
fn for_field(id: &str, person: usize, random: &mut Random) -> String {
    let pick =
        |from: &[&str], random: &mut Random| random.pick(from).expect("the list is not empty").to_owned();
    let own = NAMES[person].to_owned();
    let last = id.rsplit('.').next().unwrap_or_default();
    match last {
        // programs that answer and that do not; those of the workspace are found by name
        "path" if id == "engines.path" => {
            pick(&["chuhe-engine", "chuhe-engine", "chuhe-engine", "false", "/nowhere/engine", ""], random)
        }
        "options" if id == "engines.options" => pick(&["", "Hash=16", "Nothing=1", "Hash"], random),
        "name" if !random.one_in(8) => own,
        "host" if !random.one_in(4) => SERVER[0].to_owned(),
        // that of a hosted server may be any
        "port" if !random.one_in(4) => SERVER[1].to_owned(),
        "password" | "again" | "old" | "new" if !random.one_in(10) => "a good password".to_owned(),
        "path" if !random.one_in(4) => pick(&["one.pgn", "two.xqf", "/tmp/three.cbr", "..", ""], random),
        "fen" | "start" if !random.one_in(3) => pick(&RECORDS, random),
        "field" if !random.one_in(3) => pick(&MOVES, random),
        "filter" | "opponent" if !random.one_in(3) => pick(&NAMES, random),
        _ if id.starts_with("plan.number.") && !random.one_in(8) => pick(&PLANNED, random),
        "title" | "words" if !random.one_in(4) => pick(&ORDINARY, random),
        "appoint" if !random.one_in(4) => pick(&NAMES, random),
        "from" | "to" if !random.one_in(3) => pick(&["2025-11-01", "1.2.2026", "2025", "31.2.2026"], random),
        _ => any(id, random),
    }
}

fn any(id: &str, random: &mut Random) -> String {
    let is_number = ["form.", "plan.number."].iter().any(|it| id.starts_with(it))
        || id.contains("time")
        || id.contains("port");
    let from: &[&str] = if is_number && !random.one_in(4) { &NUMBERS } else { &ORDINARY };
    match random.below(12) {
        0..7 => random.pick(from).expect("the list is not empty").to_owned(),
        7 => String::new(),
        8 => "很长的一句话 ".repeat(40),
        9 => "W".repeat(1 + random.below(5_000) as usize),
        _ => random.pick(&ODD).expect("the list is not empty").to_owned(),
    }
}

/// What people type who have not chosen a field.
pub(crate) fn anywhere(random: &mut Random) -> String {
    let from: &[&str] = if random.one_in(4) { &ORDINARY } else { &MOVES };
    random.pick(from).expect("the list is not empty").to_owned()
}

/// Something from another program, to paste.
pub(crate) fn to_paste(random: &mut Random) -> String {
    match random.below(8) {
        0..4 => record(random),
        4..6 => link(random),
        6 => random.pick(&ODD).expect("the list is not empty").to_owned(),
        _ => "rubbish\n".repeat(1 + random.below(2_000) as usize),
    }
}

/// The text of a file of a game.
pub(crate) fn record(random: &mut Random) -> String {
    random.pick(&RECORDS).expect("the list is not empty").to_owned()
}

/// A file of a game that comes from another program.
pub(crate) fn file(random: &mut Random) -> Act {
    let text = if random.one_in(3) { SEVERAL.to_owned() } else { record(random) };
    Act::DropFile { name: "dropped.pgn".to_owned(), text }
}

/// A link.
pub(crate) fn link(random: &mut Random) -> String {
    random.pick(&LINKS).expect("the list is not empty").to_owned()
}
