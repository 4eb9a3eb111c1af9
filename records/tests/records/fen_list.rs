//! Lists of positions.

use chuhe_records::formats::{self, Fault, Format, Location, Omission, ReadError, WriteOptions};
use chuhe_records::{GameTree, Glyph, NodeId, Start};
use chuhe_rules::xiangqi::{FenError, Move};

const LIST: &str = "# endings\n\n\
    4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1 ; the smallest\n\
    4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n\
    3k5/9/9/9/9/9/9/9/9/4K4 b\n";

#[test]
fn positions_are_read_and_faults_named_with_their_line() {
    let reading = formats::read(LIST.as_bytes(), None).unwrap();
    let games: Vec<(Location, String, &str)> = reading
        .games
        .iter()
        .map(|game| {
            let position = game.tree.xiangqi_position(NodeId::ROOT).unwrap();
            (game.at, position.fen(), game.tree.annotation(NodeId::ROOT).comment.as_str())
        })
        .collect();
    assert_eq!(
        games,
        [
            (Location::Line(3), "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1".to_owned(), "the smallest"),
            (Location::Line(5), "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1".to_owned(), ""),
        ]
    );
    let refused = ReadError { at: Location::Line(4), fault: Fault::Start(FenError::GeneralsFacing) };
    assert_eq!(reading.refused, [refused]);
    assert_eq!(refused.to_string(), "line 4: the start position is not legal: the generals face each other");
}

#[test]
fn a_list_is_written_and_read_back() {
    let trees: Vec<GameTree> =
        formats::read(LIST.as_bytes(), None).unwrap().games.into_iter().map(|game| game.tree).collect();
    let written = formats::write_all(&trees, Format::FenList, &WriteOptions::default()).unwrap();
    assert_eq!(written.omitted, []);
    let again: Vec<GameTree> =
        formats::read(&written.bytes, None).unwrap().games.into_iter().map(|game| game.tree).collect();
    assert_eq!(again, trees);
}

#[test]
fn what_a_list_cannot_hold_is_named() {
    let mut tree = GameTree::new(Start::xiangqi());
    tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
    tree.set_tag("Red", "A").unwrap();
    tree.annotate(NodeId::ROOT, |annotation| {
        annotation.glyphs = vec![Glyph(13)];
        annotation.clock_ms = Some(60_000);
    })
    .unwrap();
    let written = formats::write(&tree, Format::FenList, &WriteOptions::default()).unwrap();
    assert_eq!(
        written.omitted,
        [Omission::Moves, Omission::Glyphs, Omission::Times, Omission::Tag("Red".to_owned())]
    );
}

#[test]
fn a_file_without_a_game_is_refused() {
    let refused = |bytes: &[u8], hint| formats::read(bytes, hint).unwrap_err().fault;
    assert_eq!(refused(b"hello", None), Fault::UnknownFormat);
    assert_eq!(refused(b"# nothing\n", Some(Format::FenList)), Fault::NoGame);
    assert_eq!(refused(&vec![b'x'; formats::MAX_FILE_BYTES + 1], None), Fault::TooLarge);
}
