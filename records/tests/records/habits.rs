//! What writers make of games: each habit in each format is read to the same moves and names.

use crate::notation::algebraic;
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::notation::{ChineseStyle, DigitWidth, Notation, Script};
use chuhe_records::{GameResult, GameTree, NodeId, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};
use encoding_rs::{BIG5, GB18030};

/// The moves of the game, which red wins.
const MOVES: &str =
    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 c9e7 h0h6 a9b9 e2d2 f9e8 c0e2 b7b3 d2d3 h7i7";

/// How the moves are written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Chinese(ChineseStyle),
    Wxf,
    WideWxf,
    Guards,
    Vietnamese,
    Iccs,
    Uci,
    UciFromOne,
    Algebraic,
    AlgebraicFromOne,
    DhtmlXq,
    WxfFile,
    Position,
}

const fn chinese(script: Script, digits: DigitWidth) -> Form {
    Form::Chinese(ChineseStyle { script, digits })
}

const FORMS: [Form; 15] = [
    chinese(Script::Simplified, DigitWidth::Half),
    chinese(Script::Simplified, DigitWidth::Full),
    chinese(Script::Traditional, DigitWidth::Full),
    Form::Wxf,
    Form::WideWxf,
    Form::Guards,
    Form::Vietnamese,
    Form::Iccs,
    Form::Uci,
    Form::UciFromOne,
    Form::Algebraic,
    Form::AlgebraicFromOne,
    Form::DhtmlXq,
    Form::WxfFile,
    Form::Position,
];

/// A text of the game in parts, which a habit changes.
#[derive(Clone)]
struct Text {
    form: Form,
    tags: Vec<String>,
    /// Each move with the number before it, empty for black's.
    moves: Vec<(String, String)>,
    result: String,
    separator: &'static str,
}

impl Text {
    fn new(form: Form) -> Self {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for (ply, mv) in MOVES.split(' ').enumerate() {
            let mv: Move = mv.parse().unwrap();
            let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            moves.push((number, written(&position, mv, form)));
            position.play(mv).unwrap();
        }
        let tags = ["[Event \"E\"]", "[Red \"甲\"]", "[Black \"乙\"]", "[Result \"1-0\"]"];
        Self { form, tags: tags.map(str::to_owned).to_vec(), moves, result: "1-0".to_owned(), separator: " " }
    }

    fn is_pgn(&self) -> bool {
        !matches!(self.form, Form::DhtmlXq | Form::WxfFile | Form::Position)
    }

    fn render(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(|(number, mv)| format!("{number}{mv}")).collect();
        let moves = moves.join(self.separator);
        match self.form {
            Form::DhtmlXq | Form::WxfFile => {
                let mut tree = game();
                tree.set_tag(tag::EVENT, "E").unwrap();
                let format = if self.form == Form::DhtmlXq { Format::DhtmlXq } else { Format::Wxf };
                String::from_utf8(formats::write(&tree, format, &WriteOptions::default()).unwrap().bytes)
                    .unwrap()
            }
            Form::Position => format!("position startpos moves {MOVES}\n"),
            Form::Chinese(_)
            | Form::Wxf
            | Form::WideWxf
            | Form::Guards
            | Form::Vietnamese
            | Form::Iccs
            | Form::Uci
            | Form::UciFromOne
            | Form::Algebraic
            | Form::AlgebraicFromOne => format!("{}\n\n{moves} {}\n", self.tags.join("\n"), self.result),
        }
    }
}

fn written(position: &Position, mv: Move, form: Form) -> String {
    let wide = |text: String| text.chars().map(|c| char::from_u32(c as u32 + 0xfee0).unwrap()).collect();
    match form {
        Form::Chinese(style) => Notation::Chinese(style).write(position, mv),
        Form::Wxf => Notation::Wxf.write(position, mv),
        Form::WideWxf => wide(Notation::Wxf.write(position, mv)),
        Form::Guards => {
            Notation::Wxf.write(position, mv).replace('A', "G").replace('E', "M").replace('.', "=")
        }
        Form::Vietnamese => Notation::Vietnamese.write(position, mv),
        Form::Iccs => Notation::Iccs.write(position, mv),
        Form::UciFromOne => Notation::UciFromOne.write(position, mv),
        Form::Algebraic => algebraic(position, mv, 0),
        Form::AlgebraicFromOne => algebraic(position, mv, 1),
        Form::Uci | Form::DhtmlXq | Form::WxfFile | Form::Position => mv.to_string(),
    }
}

pub(crate) fn game() -> GameTree {
    let mut tree = GameTree::new(Start::xiangqi());
    let mut node = NodeId::ROOT;
    for mv in MOVES.split(' ') {
        node = tree.play(node, mv.parse::<Move>().unwrap()).unwrap();
    }
    tree.set_tag(tag::RED, "甲").unwrap();
    tree.set_tag(tag::BLACK, "乙").unwrap();
    tree.set_result(GameResult::Won { winner: Color::Red, reason: None });
    tree
}

/// A habit: its name, and what it makes of a text; `None` where it does not occur.
type Habit = (&'static str, fn(Text) -> Option<Vec<u8>>);

fn pgn(text: Text, change: impl FnOnce(&mut Text)) -> Option<Vec<u8>> {
    let mut text = text;
    text.is_pgn().then(|| {
        change(&mut text);
        text.render().into_bytes()
    })
}

fn around(text: Text, before: &str, after: &str) -> Option<Vec<u8>> {
    // a line before the text hides the format of a list of positions
    let hides = text.form == Form::Position && !before.is_empty() && !before.starts_with('#');
    (!hides).then(|| format!("{before}{}{after}", text.render()).into_bytes())
}

fn tags(text: Text, change: fn(&str) -> String) -> Option<Vec<u8>> {
    pgn(text, |text| text.tags.iter_mut().for_each(|tag| *tag = change(tag)))
}

fn numbers(text: Text, change: fn(&str) -> String) -> Option<Vec<u8>> {
    pgn(text, |text| {
        text.moves.iter_mut().filter(|(number, _)| !number.is_empty()).for_each(|(number, _)| {
            *number = change(number.trim_end_matches(". "));
        });
    })
}

/// Writes dots and a comment before each of black's moves.
fn dots(text: Text, dots: &'static str) -> Option<Vec<u8>> {
    pgn(text, |text| {
        for (index, (number, _)) in text.moves.iter_mut().enumerate().filter(|(index, _)| index % 2 == 1) {
            *number = format!("{{注}} {}", dots.replace('N', &(index / 2 + 1).to_string()));
        }
    })
}

fn result(text: Text, word: &'static str) -> Option<Vec<u8>> {
    pgn(text, |text| {
        text.result = word.to_owned();
        text.tags.retain(|tag| !tag.starts_with("[Result"));
    })
}

fn result_tag(text: Text, word: &'static str) -> Option<Vec<u8>> {
    pgn(text, |text| {
        text.result = String::new();
        text.tags[3] = format!("[Result \"{word}\"]");
    })
}

fn between(text: Text, separator: &'static str) -> Option<Vec<u8>> {
    pgn(text, |text| text.separator = separator)
}

/// Writes a remark after the third move, between two numbers.
fn remark(text: Text, remark: &'static str) -> Option<Vec<u8>> {
    pgn(text, |text| text.moves[3].1.push_str(remark))
}

const HABITS: [Habit; 62] = [
    ("as it is", |text| Some(text.render().into_bytes())),
    ("a byte order mark", |text| Some(format!("\u{feff}{}", text.render()).into_bytes())),
    ("line ends of Windows", |text| Some(text.render().replace('\n', "\r\n").into_bytes())),
    ("empty lines before", |text| around(text, "\n\n", "")),
    ("empty lines after", |text| around(text, "", "\n\n\n")),
    ("Ctrl-Z", |text| around(text, "", "\u{1a}")),
    ("Ctrl-Z in a line", |text| around(text, "", "\r\n\u{1a}\r\n")),
    ("a rule", |text| around(text, "", "\n==========\n")),
    ("a site", |text| around(text, "", "\n欢迎访问某某网站\nhttps://example.org/\n")),
    ("a signature", |text| around(text, "", "\n--\nSent from my phone\n")),
    ("a copyright", |text| around(text, "", "\n(c) 2020 某某网站\n")),
    ("an advertisement", |text| around(text, "", "\n[广告]\n")),
    ("a count", |text| around(text, "", "\n共 9 回合\n")),
    ("a heading", |text| around(text, "全国象棋个人赛第一轮\n", "")),
    ("a comment before", |text| pgn(text, |text| text.tags.insert(0, "; from a page".to_owned()))),
    ("a line of a program before", |text| pgn(text, |text| text.tags.insert(0, "% made by x".to_owned()))),
    ("UTF-16", |text| Some(utf16(&text, u16::to_le_bytes))),
    ("UTF-16 of Macs", |text| Some(utf16(&text, u16::to_be_bytes))),
    ("GB 18030", |text| Some(GB18030.encode(&text.render()).0.into_owned())),
    ("Big5", |text| {
        let text = text.render();
        let (bytes, _, replaced) = BIG5.encode(&text);
        (!replaced).then(|| bytes.into_owned())
    }),
    ("HTML", |text| {
        (text.form == Form::DhtmlXq).then(|| format!("<div>{}</div>", text.render()).into_bytes())
    }),
    ("an iframe", |text| {
        let wrapped =
            text.render().replace("[DhtmlXQ]", "[DhtmlXQiFrame]").replace("[/DhtmlXQ]", "[/DhtmlXQiFrame]");
        (text.form == Form::DhtmlXq).then(|| wrapped.into_bytes())
    }),
    ("a damaged field", |text| {
        let damaged = text.render().replace("[/DhtmlXQ_event]", "[/DhtmlXQ_evnt]");
        (text.form == Form::DhtmlXq).then(|| damaged.into_bytes())
    }),
    ("breaks", |text| {
        (text.form == Form::DhtmlXq).then(|| text.render().replace("]\n", "]<br>\n").into_bytes())
    }),
    ("curly quotes", |text| tags(text, |tag| tag.replacen('"', "“", 1).replace('"', "”"))),
    ("closing quotes", |text| tags(text, |tag| tag.replace('"', "”"))),
    ("wide quotes", |text| tags(text, |tag| tag.replace('"', "＂"))),
    ("single quotes", |text| tags(text, |tag| tag.replace('"', "'"))),
    ("no quotes", |text| tags(text, |tag| tag.replace('"', ""))),
    ("no closing quote", |text| tags(text, |tag| tag.replace("\"]", "]"))),
    ("no opening quote", |text| tags(text, |tag| tag.replacen('"', "", 1))),
    ("spaces in tags", |text| tags(text, |tag| tag.replace('[', "[ ").replace(']', " ] "))),
    ("tags in one line", |text| pgn(text, |text| text.tags = vec![text.tags.join(" ")])),
    ("tags without space", |text| pgn(text, |text| text.tags = vec![text.tags.concat()])),
    ("indented tags", |text| tags(text, |tag| format!("  {tag}"))),
    ("an empty tag", |text| pgn(text, |text| text.tags.push("[Site \"\"]".to_owned()))),
    ("a tag without value", |text| pgn(text, |text| text.tags.push("[Site]".to_owned()))),
    ("numbers without space", |text| numbers(text, |number| format!("{number}."))),
    ("numbers without dot", |text| numbers(text, |number| format!("{number} "))),
    ("wide numbers", |text| {
        numbers(text, |number| {
            let wide: String = number.chars().map(|c| char::from_u32(c as u32 + 0xfee0).unwrap()).collect();
            format!("{wide}．")
        })
    }),
    ("Chinese commas", |text| numbers(text, |number| format!("{number}、"))),
    ("indented numbers", |text| numbers(text, |number| format!("\n {number:>3}. "))),
    ("no numbers", |text| pgn(text, |text| text.moves.iter_mut().for_each(|(number, _)| number.clear()))),
    ("dots at the number", |text| dots(text, "N... ")),
    ("dots apart", |text| dots(text, "N. ... ")),
    ("Chinese dots", |text| dots(text, "N. ………… ")),
    ("dots alone", |text| dots(text, "... ")),
    ("dots at the move", |text| dots(text, "N. ……")),
    ("lines", |text| between(text, "\n")),
    ("tabs", |text| between(text, "\t")),
    ("wide spaces", |text| between(text, "　")),
    ("红胜", |text| result(text, "红胜")),
    ("(红先胜)", |text| result(text, "（红先胜）")),
    ("先胜", |text| result_tag(text, "先胜")),
    ("紅勝", |text| result_tag(text, "紅勝")),
    ("1:0", |text| result(text, "1:0")),
    ("1 - 0", |text| result(text, "1 - 0")),
    ("wide brackets", |text| remark(text, " （好棋）")),
    ("remarks in brackets", |text| remark(text, " (好棋)")),
    ("times in brackets", |text| remark(text, " [0:10]")),
    ("marks apart", |text| remark(text, " !?")),
    ("wide marks", |text| remark(text, "！")),
];

fn utf16(text: &Text, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.render().encode_utf16().collect::<Vec<_>>()).flat_map(bytes).collect()
}

#[test]
fn every_habit_in_every_form_is_the_same_game() {
    let expected = game();
    let mut read = 0;
    let mut wrong = Vec::new();
    for form in FORMS {
        for (name, habit) in HABITS {
            let Some(bytes) = habit(Text::new(form)) else { continue };
            read += 1;
            let found = formats::read(&bytes, (form == Form::Position).then_some(Format::FenList));
            let problem = match &found {
                Err(error) => Some(error.to_string()),
                Ok(reading) => difference(&expected, reading, form, name),
            };
            wrong.extend(problem.map(|problem| format!("{name} in {form:?}: {problem}")));
        }
    }
    assert!(wrong.is_empty(), "{} of {read}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read >= 650, "{read}");
}

/// What is otherwise than expected.
fn difference(expected: &GameTree, reading: &formats::Reading, form: Form, habit: &str) -> Option<String> {
    let [game] = &reading.games[..] else { return Some(format!("{} games", reading.games.len())) };
    if let Some(refused) = reading.refused.first() {
        return Some(refused.to_string());
    }
    let plies = |tree: &GameTree| tree.main_line().filter_map(|node| tree.played(node)).collect::<Vec<_>>();
    if plies(&game.tree) != plies(expected) || game.tree.ply_count() != expected.ply_count() {
        return Some(format!("{} moves, {:?}", game.tree.ply_count(), game.notes));
    }
    let has_fault = game.has_fault() && habit != "a damaged field";
    let has_names = form == Form::Position
        || [tag::RED, tag::BLACK].iter().all(|name| game.tree.tag(name) == expected.tag(name))
            && game.tree.result() == expected.result();
    (has_fault || !has_names)
        .then(|| format!("{:?} {:?} {:?}", game.notes, game.tree.tags(), game.tree.result()))
}
