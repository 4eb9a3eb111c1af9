//! CBR and CBL.

use crate::random::Random;
use crate::random_tree::{check_lost_characters, check_round_trip, movetext};
use chuhe_records::formats::{
    self, Encoding, Fault, Format, Location, NoteKind, Omission, ReadGame, WriteError, WriteOptions,
};
use chuhe_records::{GameResult, GameTree, NodeId, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{IllegalMove, Position};

/// The board of the start position, from black's back rank.
const BOARD: [[u8; 9]; 10] = [
    [0x21, 0x22, 0x23, 0x24, 0x25, 0x24, 0x23, 0x22, 0x21],
    [0; 9],
    [0, 0x26, 0, 0, 0, 0, 0, 0x26, 0],
    [0x27, 0, 0x27, 0, 0x27, 0, 0x27, 0, 0x27],
    [0; 9],
    [0; 9],
    [0x17, 0, 0x17, 0, 0x17, 0, 0x17, 0, 0x17],
    [0, 0x16, 0, 0, 0, 0, 0, 0x16, 0],
    [0; 9],
    [0x11, 0x12, 0x13, 0x14, 0x15, 0x14, 0x13, 0x12, 0x11],
];

/// Flags, origin, target and comment.
type Record = (u8, u8, u8, &'static str);

/// The end of a line, an alternative to come, a comment.
const END: u8 = 1;
const ALTERNATIVE: u8 = 2;
const COMMENT: u8 = 4;

const RECORDS: [Record; 8] = [
    (COMMENT, 0, 0, "说明\r\n二"),
    (COMMENT, 70, 67, "中炮"),
    (ALTERNATIVE, 7, 24, ""),
    (END, 88, 69, ""),
    (ALTERNATIVE | COMMENT, 25, 22, "顺炮"),
    (END | ALTERNATIVE, 88, 69, ""),
    (END, 82, 65, ""),
    (END, 1, 20, ""),
];

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A game made by hand, byte for byte from the documented layout.
fn game(title: &str, records: &[Record]) -> Vec<u8> {
    // the program does not clear what it does not use, so only the ends of the texts are zero
    let mut bytes = vec![0xcd; 2_214];
    bytes[..20].copy_from_slice(b"CCBridge Record\0\0\0\0\x02");
    let long = (564..=756).step_by(64).chain((884..=1_204).step_by(64)).chain((1_300..=1_428).step_by(64));
    let texts = [52, 180, 308, 820, 852, 1_268, 1_492, 2_044, 2_080].into_iter();
    for offset in texts.chain(long).chain((1_524..=1_844).step_by(64)) {
        bytes[offset..][..2].fill(0);
    }
    for (offset, text) in [(180, title), (1076, "红方"), (884, "2026.11.22")] {
        let text = utf16(&format!("{text}\0"));
        bytes[offset..][..text.len()].copy_from_slice(&text);
    }
    bytes[2040] = 0;
    bytes[2076] = 2;
    bytes[2112] = 1;
    bytes[2116..2118].copy_from_slice(&[3, 0]);
    bytes[2120..2210].copy_from_slice(BOARD.as_flattened());
    for &(flags, from, to, comment) in records {
        bytes.extend([flags, 0xcd, from, to]);
        if !comment.is_empty() {
            let comment = utf16(comment);
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend(comment);
        }
    }
    bytes
}

fn library(slots: u32, games: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0; 66_624 + 276 * slots as usize];
    bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
    bytes[60..64].copy_from_slice(&slots.to_le_bytes());
    let first = bytes.len();
    for game in games {
        bytes.extend_from_slice(game);
        bytes.resize(first + (bytes.len() - first).next_multiple_of(4_096), 0xcd);
    }
    bytes
}

fn read_one(bytes: &[u8]) -> ReadGame {
    let mut reading = formats::read(bytes, None).unwrap();
    assert_eq!((reading.format, reading.games.len()), (Format::Cbr, 1));
    reading.games.remove(0)
}

#[test]
fn a_game_is_read_with_variations_and_comments() {
    let game = read_one(&game("第一局", &RECORDS));
    assert_eq!(game.notes, []);
    assert_eq!(movetext(&game.tree), "{说明\n二} h2e2{中炮} h9g7 ( h7e7{顺炮} h0g2 ( b0c2 ) ) ( b9c7 ) h0g2");
    let start = Position::start();
    let start = Position::from_board(start.board().clone(), Color::Red, 0, 3).unwrap();
    assert_eq!(game.tree.start(), &start.into());
    let tags: Vec<(&str, &str)> = game.tree.tags().iter().collect();
    assert_eq!(tags, [(tag::TITLE, "第一局"), (tag::DATE, "2026.11.22"), (tag::RED, "红方")]);
    assert_eq!(game.tree.result(), GameResult::Won { winner: Color::Black, reason: None });
}

#[test]
fn a_game_without_a_record_of_the_start_begins_with_its_move() {
    let records = [(COMMENT, 70, 67, "中炮"), (0, 7, 24, ""), (END, 88, 69, "")];
    assert_eq!(movetext(&read_one(&game("", &records)).tree), "h2e2{中炮} h9g7 h0g2");
    assert_eq!(movetext(&read_one(&game("", &[(END, 0, 0, "")])).tree), "");
}

#[test]
fn every_game_of_a_library_is_read() {
    let long: Vec<Record> = RECORDS[..1]
        .iter()
        .copied()
        .chain(
            [(0, 82, 65, ""), (0, 1, 20, ""), (0, 65, 82, ""), (0, 20, 1, "")]
                .into_iter()
                .cycle()
                .take(1_200),
        )
        .chain([(END, 82, 65, "")])
        .collect();
    let damaged = game("", &RECORDS[..3]);
    for slots in [1, 128, 140] {
        let games = [game("a", &RECORDS), game("b", &long), damaged.clone(), game("c", &RECORDS)];
        let bytes = library(slots, &games);
        let reading = formats::read(&bytes, None).unwrap();
        let titles: Vec<Option<&str>> = reading.games.iter().map(|game| game.tree.tag(tag::TITLE)).collect();
        assert_eq!((reading.format, reading.encoding), (Format::Cbl, Encoding::Utf16));
        assert_eq!(titles, [Some("a"), Some("b"), Some("c")]);
        assert_eq!(reading.games[1].tree.ply_count(), 1_201);
        assert_eq!(reading.games[0].at, Location::Offset(66_624 + 276 * slots as usize));
        // what fills its slot is no legal move
        assert_eq!(reading.refused.len(), 1);
    }
    assert_eq!(formats::read(&library(3, &[]), None).unwrap_err().fault, Fault::NoGame);
    let truncated = &library(3, &[])[..66_700];
    assert_eq!(formats::read(truncated, None).unwrap_err().fault, Fault::Truncated);
}

#[test]
fn random_games_are_the_same_after_writing_and_reading() {
    let mut random = Random::new(17);
    for _ in 0..300 {
        let (start, moves) = (random.start(), random.below(60));
        let start =
            Position::from_board(start.board().clone(), start.side_to_move(), 0, start.fullmove_number())
                .unwrap();
        let mut tree = random.tree_from(start, moves);
        // in the order of the fields
        for name in [tag::TITLE, "class", tag::EVENT, tag::RED, tag::BLACK, "judge", tag::AUTHOR, "endtype"] {
            if random.below(3) == 0 {
                let value: String = random.text(3).chars().take(15).collect();
                tree.set_tag(name, &value).unwrap();
            }
        }
        check_round_trip(&tree, Format::Cbr, &WriteOptions::default());
    }
}

#[test]
fn a_fault_is_named_with_its_offset() {
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = game("", &RECORDS);
        change(&mut bytes);
        let error = formats::read(&bytes, None).unwrap_err();
        (error.at, error.fault)
    };
    let at = Location::Offset;
    assert_eq!(fault(&|bytes| bytes[19] = 3), (at(19), Fault::Version(3)));
    assert_eq!(fault(&|bytes| bytes[2_120] = 0x31), (at(2_120), Fault::Malformed));
    assert_eq!(fault(&|bytes| bytes[2_120] = 0x18), (at(2_120), Fault::Malformed));
    assert_eq!(fault(&|bytes| bytes.truncate(2_000)), (at(2_000), Fault::Truncated));
    // the length of the first comment
    assert_eq!(fault(&|bytes| bytes[2_221] = 0xff), (at(game("", &RECORDS).len()), Fault::Truncated));
}

#[test]
fn a_truncated_file_is_refused() {
    let bytes = game("", &RECORDS);
    for end in 16..bytes.len() {
        assert_eq!(formats::read(&bytes[..end], None).unwrap_err().fault, Fault::Truncated, "{end}");
    }
}

#[test]
fn a_game_is_read_up_to_a_faulty_move() {
    let mut records = RECORDS;
    records[2].2 = 25;
    let game = read_one(&game("", &records));
    let rule = IllegalPlay::Xiangqi(IllegalMove::OwnPieceThere);
    assert_eq!(game.notes[0].kind, NoteKind::IllegalMove { ply: 2, text: "h9h7".to_owned(), rule });
    assert_eq!(movetext(&game.tree), "{说明\n二} h2e2{中炮} h7e7{顺炮} ( b9c7 ) h0g2 ( b0c2 )");
}

#[test]
fn what_the_format_cannot_hold_is_named() {
    let mut tree = GameTree::new(Start::xiangqi());
    tree.set_tag(tag::RED, &"红".repeat(40)).unwrap();
    tree.set_tag(tag::ECCO, "B10").unwrap();
    tree.set_tag("kind", "实战开局").unwrap();
    tree.set_comment(NodeId::ROOT, "𠮷").unwrap();
    let written = formats::write(&tree, Format::Cbr, &WriteOptions::default()).unwrap();
    let tags = [tag::ECCO, "kind"].map(|name| Omission::Tag(name.to_owned()));
    assert_eq!(written.omitted, [[Omission::LongText].as_slice(), &tags].concat());
    assert_eq!(written.bytes.len(), 4_096);
    let read = read_one(&written.bytes).tree;
    assert_eq!((read.tag(tag::RED), movetext(&read)), (Some("红".repeat(31).as_str()), "{𠮷}".to_owned()));
    let library = formats::write(&tree, Format::Cbl, &WriteOptions::default());
    assert_eq!(library, Err(WriteError::ReadOnly));
}

#[test]
fn line_ends_and_zeros_that_are_lost_are_named() {
    check_lost_characters(Format::Cbr);
}

#[test]
fn headings_of_chapters_are_no_games() {
    let heading = |title: &str| {
        let mut bytes = game(title, &[(END, 0, 0, "")]);
        bytes[1_076..1_078].fill(0);
        bytes[2_076] = 0;
        bytes
    };
    let games =
        [heading("第一章"), game("a", &RECORDS), game("b", &RECORDS), heading("第二章"), game("c", &RECORDS)];
    let reading = formats::read(&library(8, &games), None).unwrap();
    assert_eq!((reading.games.len(), reading.refused.len()), (3, 0));
    let headings: Vec<_> =
        reading.headings.iter().map(|heading| (heading.game, heading.text.as_str())).collect();
    assert_eq!(headings, [(0, "第一章"), (2, "第二章")]);
    // alone, they are records without moves
    let alone = formats::read(&library(8, &games[..1]), None).unwrap();
    assert_eq!((alone.games.len(), alone.headings.len()), (1, 0));
    // players make a game of it
    let unplayed =
        formats::read(&library(8, &[game("d", &[(END, 0, 0, "")]), game("a", &RECORDS)]), None).unwrap();
    assert_eq!((unplayed.games.len(), unplayed.headings.len()), (2, 0));
}
