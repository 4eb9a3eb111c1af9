//! Reads records of games in each format, and moves in each notation.
//!
//! What is read is legal and within the limits, and PGN of it is read back the same.

use chuhe_records::formats::{self, Encoding, Format, ReadOptions, Reading, WriteError, WriteOptions};
use chuhe_records::notation::{Notation, is_move, read_any, read_in_list};
use chuhe_records::{GameTree, Visit};
use chuhe_rules::xiangqi::Position;

/// The most games of a file that are examined.
const GAMES: usize = 5;

/// Reads `data` as a file of `format`, unless its content shows another one.
pub fn run(format: Format, data: &[u8]) {
    if let Ok(reading) = formats::read(data, Some(format)) {
        check(&reading);
    }
}

/// Reads the bytes after the first one as a text in the encoding that the first one chooses, or in that which the bytes show.
pub fn run_encoding(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let encoding = Encoding::ALL.get(usize::from(choice) % (Encoding::ALL.len() + 1)).copied();
    let options = ReadOptions { hint: Some(Format::Pgn), encoding };
    let Ok(reading) = formats::read_with(bytes, options) else { return };
    if let Some(encoding) =
        encoding.filter(|_| !matches!(reading.format, Format::Xqf | Format::Cbr | Format::Cbl))
    {
        assert_eq!((reading.encoding, reading.is_encoding_guess), (encoding, false));
    }
    check(&reading);
}

fn check(reading: &Reading) {
    assert!(!reading.games.is_empty());
    for game in reading.games.iter().take(GAMES) {
        check_legal(&game.tree);
        for format in Format::ALL {
            check_written(&game.tree, format);
        }
        check_pgn(&game.tree);
    }
}

/// Plays every ply of the tree.
fn check_legal(tree: &GameTree) {
    let mut replay = tree.replay();
    let mut plies = 0;
    for visit in tree.walk() {
        if let Visit::Ply(node) = visit {
            replay.go_to(tree, node);
            plies += 1;
        }
    }
    assert_eq!(plies, tree.ply_count());
}

/// Writes the tree in `format`; what is written can be read.
fn check_written(tree: &GameTree, format: Format) {
    match formats::write(tree, format, &WriteOptions::default()) {
        Ok(written) => {
            let read = formats::read(&written.bytes, Some(format));
            let reading = read.unwrap_or_else(|error| panic!("{format:?}: {error}"));
            assert_eq!(reading.games.len(), 1, "{format:?}");
            assert_eq!(reading.games[0].notes, [], "{format:?}");
        }
        Err(WriteError::OtherGame | WriteError::NotACollection | WriteError::ReadOnly) => {}
    }
}

/// Writes PGN twice: a game that PGN has held once stays the same.
fn check_pgn(tree: &GameTree) {
    let mut tree = tree.clone();
    let notations = [Notation::Iccs, Notation::Wxf, Notation::Vietnamese, Notation::SIMPLIFIED];
    for (pass, notation) in notations.into_iter().enumerate() {
        let options = WriteOptions { notation, encoding: Encoding::Utf8 };
        let Ok(written) = formats::write(&tree, Format::Pgn, &options) else { return };
        let mut reading = formats::read(&written.bytes, Some(Format::Pgn)).expect("written PGN can be read");
        let again = reading.games.remove(0).tree;
        assert!(pass == 0 || again == tree, "{}", String::from_utf8_lossy(&written.bytes));
        tree = again;
    }
}

/// Reads a line with a FEN, and every other line as a move of that position.
pub fn run_notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.lines();
    let Some(Ok(position)) = lines.next().map(Position::from_fen) else { return };
    for line in lines {
        for list in [Notation::UciFromOne, Notation::Vietnamese, Notation::Wxf] {
            if let Ok(mv) = read_in_list(&position, line, Some(list)) {
                assert_eq!(position.validate(mv), Ok(()), "{line}");
            }
        }
        let Ok(mv) = read_any(&position, line) else { continue };
        assert_eq!(position.validate(mv), Ok(()), "{line}");
        assert!(is_move(line), "{line}");
        for notation in
            [Notation::Wxf, Notation::Vietnamese, Notation::Iccs, Notation::Uci, Notation::UciFromOne]
        {
            let written = notation.write(&position, mv);
            assert_eq!(notation.read(&position, &written), Ok(mv), "{line} is written {written}");
        }
    }
}
