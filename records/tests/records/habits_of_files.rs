//! What programs make of the files XQF, CBR, CBL and luzhanqi: each habit is read to the same game.

use crate::habits::game;
use crate::luzhanqi::SAMPLE;
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::{GameTree, NodeId, tag};
use encoding_rs::GB18030;

/// A comment of two lines on the game.
const COMMENT: &str = "第一行\n第二行";

/// The game with a comment, and its file.
fn file(format: Format) -> (GameTree, Vec<u8>) {
    let mut tree = game();
    tree.set_comment(NodeId::ROOT, COMMENT).unwrap();
    let written = formats::write(&tree, format, &WriteOptions::default()).unwrap();
    assert!(written.omitted.is_empty(), "{:?}", written.omitted);
    (tree, written.bytes)
}

type Habit = (&'static str, fn(Vec<u8>) -> Vec<u8>);

/// Replaces the only place of some bytes.
fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = bytes.windows(old.len()).position(|part| part == old).unwrap();
    [&bytes[..at], new, &bytes[at + old.len()..]].concat()
}

fn set(mut bytes: Vec<u8>, offset: usize, new: &[u8]) -> Vec<u8> {
    bytes[offset..offset + new.len()].copy_from_slice(new);
    bytes
}

fn after(mut bytes: Vec<u8>, more: &[u8]) -> Vec<u8> {
    bytes.extend(more);
    bytes
}

/// How a format has comments: their encoding, and what is added to their length.
type Comments = (fn(&str) -> Vec<u8>, u32);

const IN_XQF: Comments = (gb18030, 767);
const IN_CBR: Comments = (utf16, 0);

/// The comment of a file with its length before it.
fn comment(text: &str, (encode, added): Comments) -> Vec<u8> {
    let bytes = encode(text);
    let length = u32::try_from(bytes.len()).unwrap() + added;
    [&length.to_le_bytes(), bytes.as_slice()].concat()
}

fn gb18030(text: &str) -> Vec<u8> {
    GB18030.encode(text).0.into_owned()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Another text in place of the comment.
fn other_comment(bytes: &[u8], text: &str, comments: Comments) -> Vec<u8> {
    let written = [COMMENT, &COMMENT.replace('\n', "\r\n")].map(|text| comment(text, comments));
    let old = written.iter().find(|old| bytes.windows(old.len()).any(|part| part == old.as_slice())).unwrap();
    replaced(bytes, old, &comment(text, comments))
}

fn check(format: Format, habits: &[Habit]) {
    let (tree, bytes) = file(format);
    let mut wrong = Vec::new();
    for (name, habit) in habits {
        let found = formats::read(&habit(bytes.clone()), Some(format));
        let problem = match found {
            Err(error) => Some(error.to_string()),
            Ok(reading) if reading.format != format || reading.games.len() != 1 => {
                Some(format!("{:?}", reading.format))
            }
            Ok(reading) => {
                let game = &reading.games[0];
                (game.tree != tree || game.has_fault()).then(|| {
                    format!(
                        "{:?} {:?} {:?}",
                        game.notes,
                        game.tree.tags(),
                        game.tree.annotation(NodeId::ROOT)
                    )
                })
            }
        };
        wrong.extend(problem.map(|problem| format!("{name}: {problem}")));
    }
    assert!(wrong.is_empty(), "{format:?}:\n{}", wrong.join("\n"));
}

#[test]
fn habits_of_writers_of_xqf() {
    check(
        Format::Xqf,
        &[
            ("as it is", |bytes| bytes),
            ("zeros at the end", |bytes| after(bytes, &[0; 100])),
            ("line end at the end", |bytes| after(bytes, b"\r\n")),
            ("another record at the end", |bytes| after(bytes, &[0x18, 0x20, 0x80, 0xff])),
            ("unused bytes", |bytes| set(bytes, 66, &[0xcd; 14])),
            ("an unknown kind", |bytes| set(bytes, 64, &[9, 0])),
            ("a wrong number of records", |bytes| set(bytes, 52, &[0xff; 4])),
            ("a wrong place of the records", |bytes| set(bytes, 56, &[0; 4])),
            ("the other side", |bytes| set(bytes, 50, &[1])),
            ("an unknown side", |bytes| set(bytes, 50, &[7])),
            ("rest of a longer name", |bytes| set(bytes, 304 + 3, &[0xb1, 0xa1])),
            ("a name with zeros", |bytes| set(bytes, 304, &[15])),
            ("LF in comments", |bytes| other_comment(&bytes, COMMENT, IN_XQF)),
            ("CR LF in comments", |bytes| other_comment(&bytes, &COMMENT.replace('\n', "\r\n"), IN_XQF)),
            ("a zero after comments", |bytes| other_comment(&bytes, &format!("{COMMENT}\0"), IN_XQF)),
            ("zeros after comments", |bytes| other_comment(&bytes, &format!("{COMMENT}\0\0\0"), IN_XQF)),
        ],
    );
}

#[test]
fn habits_of_writers_of_cbr() {
    check(
        Format::Cbr,
        &[
            ("as it is", |bytes| bytes),
            ("zeros at the end", |bytes| after(bytes, &[0; 100])),
            ("a whole slot", |bytes| {
                let rest = 4_096 - bytes.len();
                after(bytes, &vec![0xcd; rest])
            }),
            ("another record at the end", |bytes| after(bytes, &[1, 0, 0, 0])),
            ("unused bytes", |bytes| set(bytes, 2_210, &[0xcd; 4])),
            ("an unknown kind", |bytes| set(bytes, 2_040, &[9])),
            ("the other side", |bytes| set(bytes, 2_112, &[2])),
            ("an unknown side", |bytes| set(bytes, 2_112, &[7])),
            ("no number of the first move", |bytes| set(bytes, 2_116, &[0, 0])),
            ("rest of a longer name", |bytes| set(bytes, 1_076 + 4, &[0x32, 0x75])),
            ("LF in comments", |bytes| other_comment(&bytes, COMMENT, IN_CBR)),
            ("CR LF in comments", |bytes| other_comment(&bytes, &COMMENT.replace('\n', "\r\n"), IN_CBR)),
            ("a zero after comments", |bytes| other_comment(&bytes, &format!("{COMMENT}\0"), IN_CBR)),
            ("zeros after comments", |bytes| other_comment(&bytes, &format!("{COMMENT}\0\0\0"), IN_CBR)),
        ],
    );
}

#[test]
fn the_last_game_of_a_library_may_fill_its_slot_or_not() {
    let (tree, game) = file(Format::Cbr);
    let mut library = vec![0; 66_624 + 276];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library[60] = 1;
    let slot = |fill: u8| {
        let mut slot = game.clone();
        slot.resize(4_096, fill);
        slot
    };
    for (name, last) in [("short", game.clone()), ("filled", slot(0)), ("of another program", slot(0xcd))] {
        let reading = formats::read(&[library.clone(), slot(0), last].concat(), None).unwrap();
        assert_eq!((reading.format, reading.refused.as_slice()), (Format::Cbl, [].as_slice()), "{name}");
        let trees: Vec<_> = reading.games.iter().map(|game| &game.tree).collect();
        assert_eq!(trees, [&tree, &tree], "{name}");
    }
}

#[test]
fn habits_of_writers_of_luzhanqi() {
    let expected = formats::read(SAMPLE.as_bytes(), None).unwrap().games.remove(0).tree;
    assert_eq!(expected.tag(tag::RED), Some("楚河客"));
    let habits: [(&str, Vec<u8>); 7] = [
        ("a byte order mark", format!("\u{feff}{SAMPLE}").into_bytes()),
        ("CR LF", SAMPLE.replace('\n', "\r\n").into_bytes()),
        ("UTF-16", utf16(&format!("\u{feff}{SAMPLE}"))),
        ("UTF-16 without mark", utf16(SAMPLE)),
        ("GB 18030", gb18030(SAMPLE)),
        ("empty lines at the end", format!("{SAMPLE}\n\n").into_bytes()),
        ("the end of a file of old systems", format!("{SAMPLE}\u{1a}").into_bytes()),
    ];
    for (name, bytes) in habits {
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let reading = formats::read(&bytes, Some(Format::Luzhanqi))
            .unwrap_or_else(|error| panic!("{name}: {error}: {shown}"));
        assert_eq!(reading.format, Format::Luzhanqi, "{name}");
        assert_eq!(reading.games[0].tree, expected, "{name}");
    }
}
