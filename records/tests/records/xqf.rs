//! XQF.

use crate::random::Random;
use crate::random_tree::{check_lost_characters, check_round_trip, movetext};
use chuhe_records::formats::{
    self, Fault, Format, Location, NoteKind, Omission, ReadGame, WriteError, WriteOptions,
};
use chuhe_records::notation::NotationError;
use chuhe_records::{GameResult, GameTree, Limit, NodeId, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{FenError, IllegalMove, Move, Position};

/// The points of the start position, red's pieces from their left, as file · 10 + rank.
const START: [u8; 32] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77,
    6, 26, 46, 66, 86,
];

/// A file made by hand, byte for byte from the documented layout.
struct Sample {
    version: u8,
    /// The mask and the set bits of the stream key.
    stream_bits: [u8; 5],
    /// The seeds of the points, origins and targets.
    seeds: [u8; 3],
    points: [u8; 32],
    /// Origin, target, whether the line continues, whether an alternative follows, comment in GB 18030.
    records: Vec<(u8, u8, bool, bool, &'static [u8])>,
}

/// The bytes of 中炮, 顺炮 and 马.
const CANNON: &[u8] = b"\xd6\xd0\xc5\xda";
const SAME: &[u8] = b"\xcb\xb3\xc5\xda";
const HORSE: &[u8] = b"\xc2\xed";

impl Sample {
    fn new(version: u8) -> Self {
        Self {
            version,
            stream_bits: [0x5a, 1, 0x82, 0x44, 0x7f],
            seeds: [0x33, 0xc8, 0x7e],
            points: START,
            records: vec![
                (0, 0, true, false, b"a\r\nb"),
                (72, 42, true, false, CANNON),
                (79, 67, true, true, b""),
                (70, 62, false, false, HORSE),
                (77, 47, true, true, SAME),
                (70, 62, false, true, b""),
                (10, 22, false, false, b""),
                (19, 27, false, false, b""),
            ],
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let is_masked = self.version > 10;
        let square = |seed: u8| ((u32::from(seed).pow(2) * 3 + 9) * 3 + 8) * 2 + 1;
        let f = |seed: u8| (square(seed) * 3 + 8) as u8;
        let [a, b, c] = self.seeds;
        let sum = 0_u8.wrapping_sub(a).wrapping_sub(b).wrapping_sub(c);
        let mut keys = [0; 3];
        if is_masked {
            keys[0] = f(a).wrapping_mul(a);
            keys[1] = f(b).wrapping_mul(keys[0]);
            keys[2] = f(c).wrapping_mul(keys[1]);
        }
        let mut bytes = vec![0_u8; 1024];
        bytes[..3].copy_from_slice(&[b'X', b'Q', self.version]);
        let mut stream = [0; 32];
        let mut length_key = 0;
        if is_masked {
            bytes[3] = self.stream_bits[0];
            bytes[8..12].copy_from_slice(&self.stream_bits[1..]);
            bytes[12..16].copy_from_slice(&[sum, a, b, c]);
            length_key = (i32::from(sum) * 256 + i32::from(a)) % 32_000 + 767;
            for (index, letter) in b"[(C) Copyright Mr. Dong Shiwei.]".iter().enumerate() {
                stream[index] = letter & (bytes[12 + index % 4] & bytes[3] | bytes[8 + index % 4]);
            }
        }
        for index in 0..32 {
            let place = if self.version >= 12 { (index + usize::from(keys[0]) + 1) % 32 } else { index };
            bytes[16 + index] = self.points[place].wrapping_add(keys[0]);
        }
        bytes[51] = 3;
        bytes[64] = 1;
        bytes[80..85].copy_from_slice(b"\x04\xd6\xd0\xc5\xda");
        bytes[272..281].copy_from_slice(b"\x0820261122");
        // a length beyond the field
        bytes[304..309].copy_from_slice(b"\xff\xc2\xed \0");
        for &(from, to, has_next, has_alternative, comment) in &self.records {
            let flags = match (is_masked, has_next, has_alternative) {
                (true, next, alternative) => {
                    u8::from(next) << 7 | u8::from(alternative) << 6 | u8::from(!comment.is_empty()) << 5
                }
                (false, next, alternative) => (u8::from(next) * 0xf0) | (u8::from(alternative) * 0x0f),
            };
            let mut record =
                vec![from.wrapping_add(0x18 + keys[1]), to.wrapping_add(0x20 + keys[2]), flags, 0xff];
            if !is_masked || !comment.is_empty() {
                record.extend((comment.len() as i32 + length_key).to_le_bytes());
                record.extend_from_slice(comment);
            }
            for byte in record {
                bytes.push(byte.wrapping_add(stream[bytes.len() % 32]));
            }
        }
        bytes
    }
}

fn read_one(bytes: &[u8]) -> ReadGame {
    let mut reading = formats::read(bytes, None).unwrap();
    assert_eq!((reading.format, reading.games.len()), (Format::Xqf, 1));
    reading.games.remove(0)
}

#[test]
fn files_of_every_version_are_read() {
    for version in [1, 10, 11, 12, 15, 18] {
        let game = read_one(&Sample::new(version).bytes());
        assert_eq!(game.notes, [], "{version}");
        assert_eq!(
            movetext(&game.tree),
            "{a\nb} h2e2{中炮} h9g7 ( h7e7{顺炮} h0g2 ( b0c2 ) ) ( b9c7 ) h0g2{马}",
            "{version}"
        );
        assert_eq!(game.tree.start(), &Start::xiangqi());
        let tags: Vec<(&str, &str)> = game.tree.tags().iter().collect();
        assert_eq!(
            tags,
            [(tag::TITLE, "中炮"), (tag::DATE, "2026.11.22"), (tag::RED, "马 "), ("type", "开局")]
        );
        assert_eq!(game.tree.result(), GameResult::Drawn(None));
    }
}

#[test]
fn the_first_move_decides_who_begins() {
    let mut sample = Sample::new(18);
    sample.records = vec![(0, 0, true, false, b""), (79, 67, false, false, b"")];
    let mut bytes = sample.bytes();
    assert_eq!(read_one(&bytes).tree.replay().side_to_move(), Some(Color::Black));
    sample.records = vec![(0, 0, false, false, b"")];
    bytes = sample.bytes();
    bytes[50] = 1;
    assert_eq!(read_one(&bytes).tree.replay().side_to_move(), Some(Color::Black));
}

#[test]
fn random_games_are_the_same_after_writing_and_reading() {
    const TAGS: [&str; 12] = [
        tag::TITLE,
        "TitleB",
        tag::EVENT,
        tag::DATE,
        tag::SITE,
        tag::RED,
        tag::BLACK,
        tag::TIME_CONTROL,
        "RedTime",
        "BlackTime",
        tag::ANNOTATOR,
        tag::AUTHOR,
    ];
    let mut random = Random::new(16);
    for _ in 0..300 {
        let (start, moves) = (random.start(), random.below(60));
        // the format does not hold the counters
        let start = Position::from_board(start.board().clone(), start.side_to_move(), 0, 1).unwrap();
        let mut tree = random.tree_from(start, moves);
        for name in TAGS {
            if random.below(3) == 0 {
                let value: String = random.text(2).chars().take(3).collect();
                tree.set_tag(name, &value).unwrap();
            }
        }
        check_round_trip(&tree, Format::Xqf, &WriteOptions::default());
    }
}

#[test]
fn a_fault_is_named_with_its_offset() {
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Sample::new(18).bytes();
        change(&mut bytes);
        let error = formats::read(&bytes, Some(Format::Xqf)).unwrap_err();
        (error.at, error.fault)
    };
    let at = Location::Offset;
    assert_eq!(fault(&|bytes| bytes[2] = 19), (at(2), Fault::Version(19)));
    assert_eq!(fault(&|bytes| bytes[12] ^= 1), (at(12), Fault::Checksum));
    assert_eq!(fault(&|bytes| bytes.truncate(1_000)), (at(1_000), Fault::Truncated));
    assert_eq!(fault(&|bytes| bytes.truncate(1_030)), (at(1_030), Fault::Truncated));
    let mut sample = Sample::new(18);
    sample.points[4] = 0;
    let twice = formats::read(&sample.bytes(), None).unwrap_err();
    assert_eq!((twice.at, twice.fault), (at(16), Fault::TwoPieces("a0".parse().unwrap())));
    sample.points[4] = 99;
    let king = Fault::Start(FenError::KingCount { color: Color::Red, found: 0 });
    assert_eq!(formats::read(&sample.bytes(), None).unwrap_err().fault, king);
}

#[test]
fn a_truncated_file_is_refused() {
    for version in [10, 18] {
        let bytes = Sample::new(version).bytes();
        for end in 3..bytes.len() {
            let error = formats::read(&bytes[..end], None).unwrap_err();
            assert_eq!(error.fault, Fault::Truncated, "{end}");
        }
    }
}

#[test]
fn a_game_is_read_up_to_a_faulty_move() {
    let mut sample = Sample::new(18);
    sample.records[2].1 = 68;
    let game = read_one(&sample.bytes());
    let rule = IllegalPlay::Xiangqi(IllegalMove::NotItsMove);
    let illegal = NoteKind::IllegalMove { ply: 2, text: "h9g8".to_owned(), rule };
    assert_eq!(game.notes.iter().map(|note| &note.kind).collect::<Vec<_>>(), [&illegal]);
    assert_eq!(movetext(&game.tree), "{a\nb} h2e2{中炮} h7e7{顺炮} ( b9c7 ) h0g2 ( b0c2 )");
    sample.records[2].1 = 95;
    let game = read_one(&sample.bytes());
    let outside =
        NoteKind::UnreadableMove { ply: 2, text: "7995".to_owned(), reason: NotationError::Malformed };
    assert_eq!(game.notes[0].kind, outside);
    assert_eq!(game.notes[0].at, Location::Offset(1_024 + 12 + 12));
}

#[test]
fn what_the_format_cannot_hold_is_named() {
    let mut tree = GameTree::new(Position::from_fen("4k4/9/9/9/9/9/9/9/4A4/4K4 b - - 3 7").unwrap());
    tree.set_tag(tag::RED, "一二三四五六七八").unwrap();
    tree.set_tag(tag::ROUND, "1").unwrap();
    tree.set_tag("type", "全局").unwrap();
    let written = formats::write(&tree, Format::Xqf, &WriteOptions::default()).unwrap();
    let tags = [tag::ROUND, "type"].map(|name| Omission::Tag(name.to_owned()));
    assert_eq!(written.omitted, [[Omission::Counters, Omission::LongText], tags].concat());
    let read = read_one(&written.bytes).tree;
    assert_eq!(read.tag(tag::RED), Some("一二三四五六七"));
    assert_eq!(read.replay().side_to_move(), Some(Color::Black));
    let two = formats::write_all(&[tree.clone(), tree], Format::Xqf, &WriteOptions::default());
    assert_eq!(two, Err(WriteError::NotACollection));
}

#[test]
fn hostile_variations_need_neither_stack_nor_much_time() {
    let mut sample = Sample::new(18);
    let shuffle = [(10, 22), (19, 27), (22, 10), (27, 19)];
    sample.records = vec![(0, 0, true, false, b"")];
    // each move has an alternative, and all of them are nested
    let line = shuffle.iter().cycle().take(9_999);
    sample.records.extend(line.map(|&(from, to)| (from, to, true, true, b"".as_slice())));
    sample.records.push((86, 85, false, false, b""));
    for index in (0..9_999).rev() {
        let (from, to) = if index % 2 == 0 { (83, 84) } else { (86, 85) };
        sample.records.push((from, to, false, false, b""));
    }
    let game = read_one(&sample.bytes());
    assert_eq!((game.tree.main_line().count(), game.tree.ply_count()), (10_000, 19_999));
    let mut too_long = Sample::new(18);
    too_long.records = vec![(0, 0, true, false, b"")];
    too_long.records.extend(
        shuffle.iter().cycle().take(10_001).map(|&(from, to)| (from, to, true, false, b"".as_slice())),
    );
    let error = formats::read(&too_long.bytes(), None).unwrap_err();
    assert_eq!(error.fault, Fault::Limit(Limit::Plies));
}

#[test]
fn a_move_is_written_as_the_layout_has_it() {
    let mut tree = GameTree::new(Start::xiangqi());
    tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
    let written = formats::write(&tree, Format::Xqf, &WriteOptions::default()).unwrap();
    assert_eq!(written.bytes[..3], [b'X', b'Q', 18]);
    assert_eq!(written.bytes[1_024..], [0x18, 0x20, 0x80, 0, 72 + 0x18, 42 + 0x20, 0, 0]);
}

#[test]
fn line_ends_and_zeros_that_are_lost_are_named() {
    check_lost_characters(Format::Xqf);
}
