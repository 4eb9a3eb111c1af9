//! Lists of positions.

use chuhe_records::formats::{self, Fault, Format, Location, Omission, ReadError, WriteOptions};
use chuhe_records::{GameTree, Glyph, NodeId, Start};
use chuhe_rules::xiangqi::{FenError, Move, Position};

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

/// The FENs, moves and comment of each position, and the number of its notes.
fn lines(text: &str) -> Vec<(String, String, String, usize)> {
    let reading = formats::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((reading.format, reading.refused.as_slice()), (Format::FenList, [].as_slice()), "{text}");
    let game = |game: &formats::ReadGame| {
        let tree = &game.tree;
        let moves = tree.main_line().map(|node| tree.played(node).unwrap().xiangqi().unwrap().to_string());
        let moves = moves.collect::<Vec<_>>().join(" ");
        let fen = tree.xiangqi_position(NodeId::ROOT).unwrap().fen();
        (fen, moves, tree.annotation(NodeId::ROOT).comment.clone(), game.notes.len())
    };
    reading.games.iter().map(game).collect()
}

#[test]
fn positions_of_people_and_programs_are_completed() {
    let fen = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1".to_owned();
    let placement = "4k4/9/9/9/9/9/9/9/9/3K5";
    for (rest, comment, notes) in [
        (" w - - 0 1", "", 0),
        (" w - - 0 0", "", 1),
        (" w", "", 0),
        ("", "", 1),
        (" w - -", "", 1),
        ("  w  -  -  0  1", "", 1),
        (" R - - 0 1", "", 1),
        (" w KQkq - 0 1", "", 1),
        (" w - - 0 1 第一局", "第一局", 0),
        (" ; 第一局", "第一局", 1),
    ] {
        let expected = vec![(fen.clone(), String::new(), comment.to_owned(), notes)];
        assert_eq!(lines(&format!("{placement}{rest}\n")), expected, "{rest}");
    }
    // without a side, the one that is in check is to move
    assert_eq!(lines("3k5/9/9/9/9/9/9/9/9/3RK4")[0].0, "3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1");
}

#[test]
fn commands_of_engines_are_games() {
    let start = Position::start().fen();
    let text = format!(
        "position startpos moves h2e2 h9g7\nposition fen {start} moves h2e2 h9g7\nfen {start} moves h3e3 h10g8\n\
        {start} moves C2.5 马8进7 ; 中炮\nFEN {start} moves h2e2 h2h4 h0g2\nucci\n"
    );
    let moves = "h2e2 h9g7".to_owned();
    let game =
        |moves: &str, comment: &str, notes| (start.clone(), moves.to_owned(), comment.to_owned(), notes);
    let expected = [
        game(&moves, "", 0),
        game(&moves, "", 0),
        game(&moves, "", 1),
        game(&moves, "中炮", 0),
        // an illegal move, and a line beside the positions
        game("h2e2", "", 2),
    ];
    assert_eq!(lines(&text), expected);
    let tag = formats::read(b"[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 0\"]\n\n1. d0d1 *\n", None).unwrap();
    assert_eq!(tag.games[0].notes[0].kind, formats::NoteKind::CompletedPosition);
}
