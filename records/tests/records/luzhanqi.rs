//! The file of luzhanqi.

use crate::generator::Random;
use chuhe_records::formats::{
    self, Fault, Format, Location, NoteKind, Omission, ReadError, ReadGame, WriteOptions,
};
use chuhe_records::notation::NotationError;
use chuhe_records::{GameResult, GameTree, LuzhanqiStart, NodeId, Ply, Start, tag};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{
    BoardKind, Formation, FormationFault, IllegalMove, InvalidOptions, MineRule, Options,
};
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};

pub(crate) const SAMPLE: &str = "luzhanqi record 2
board classic
mine stays
resign 20
draw 70
passes 5
notice 10
red 楚河客
black Bo
tag Date 2026.11.22
result black resignation
red formation
MGDDB
B.R.R
TT.CC
C.P.P
PLXLX
EFLEE
black formation
CGPDB
B.R.R
TT.CM
C.D.P
ELXLX
PFLEE
turns 4
# on the game
#
# two paragraphs
a6-a7 +
# a battle
d7-d8
b6-b5
pass
";

/// The same game as files of the first version have it.
fn version_1() -> String {
    let moves = [("record 2", "record 1"), ("a6-a7 +", "s11n15 +"), ("d7-d8", "n12n22"), ("b6-b5", "s12s22")];
    moves.into_iter().fold(SAMPLE.to_owned(), |text, (new, old)| text.replace(new, old))
}

fn read_one(text: &str) -> ReadGame {
    let mut reading = formats::read(text.as_bytes(), None).unwrap();
    assert_eq!((reading.format, reading.games.len()), (Format::Luzhanqi, 1));
    reading.games.remove(0)
}

fn write(tree: &GameTree) -> (String, Vec<Omission>) {
    let written = formats::write(tree, Format::Luzhanqi, &WriteOptions::default()).unwrap();
    (String::from_utf8(written.bytes).unwrap(), written.omitted)
}

#[test]
fn a_game_is_read_and_written_as_it_was() {
    let game = read_one(SAMPLE);
    assert_eq!(game.notes, []);
    let tree = &game.tree;
    let Start::Luzhanqi(start) = tree.start() else { panic!("a game of luzhanqi") };
    assert_eq!((start.board, start.options), (BoardKind::Classic, Options::default()));
    assert_eq!(tree.main_line().count(), 4);
    assert_eq!(tree.annotation(NodeId::ROOT).comment, "on the game\n\ntwo paragraphs");
    let tags: Vec<(&str, &str)> = tree.tags().iter().collect();
    assert_eq!(tags, [(tag::RED, "楚河客"), (tag::BLACK, "Bo"), (tag::DATE, "2026.11.22")]);
    assert_eq!(tree.result(), Outcome::won(Color::Black, WinReason::Resignation).into());
    assert_eq!(write(tree), (SAMPLE.to_owned(), vec![]));
}

#[test]
fn a_file_of_the_first_version_is_read_and_written_in_the_second() {
    let game = read_one(&version_1());
    assert_eq!((game.notes.as_slice(), &game.tree), ([].as_slice(), &read_one(SAMPLE).tree));
    assert_eq!(write(&game.tree).0, SAMPLE);
    // the moves of one version are not those of the other
    for wrong in [version_1().replace("record 1", "record 2"), SAMPLE.replace("record 2", "record 1")] {
        let game = read_one(&wrong);
        assert_eq!((game.notes.len(), game.tree.ply_count()), (1, 0), "{wrong}");
    }
}

#[test]
fn lines_may_end_as_on_windows_and_optional_lines_be_missing() {
    let text = SAMPLE.replace("notice 10\n", "").replace("tag Date 2026.11.22\n", "");
    assert_eq!(read_one(&text).tree, read_one(&text.replace('\n', "\r\n")).tree);
    assert_eq!(read_one(&text).tree.start(), read_one(SAMPLE).tree.start());
}

/// A random game with up to `plies` plies, a few of them passes.
pub(crate) fn random_game(random: &mut Random, plies: usize) -> GameTree {
    let mut formation = || Formation::random(|bound| random.below(bound as usize) as u32);
    let formations = PerColor::new(formation(), formation());
    let start = LuzhanqiStart {
        board: [BoardKind::Classic, BoardKind::Cross][random.below(2)],
        options: Options {
            mine: [MineRule::Stays, MineRule::BothCaptured][random.below(2)],
            draw_notice_steps: 1 + random.below(20) as u16,
            passes_to_lose: 1 + random.below(20) as u8,
            ..Options::default()
        },
        formations,
    };
    let mut tree = GameTree::new(start);
    let mut replay = tree.replay();
    for _ in 0..plies {
        let game = replay.luzhanqi().unwrap();
        let moves = game.position().unwrap().legal_moves();
        if game.is_over() || moves.is_empty() {
            break;
        }
        let ply = if random.below(20) == 0 { Ply::Pass } else { moves[random.below(moves.len())].into() };
        let node = replay.play(&mut tree, ply).unwrap();
        if random.below(5) == 0 {
            let text = ["炸弹", " ", "\n", "#", "pass", "s11n15 +", "a6-a7 +", ""];
            let comment: String = (0..5).map(|_| text[random.below(text.len())]).collect();
            tree.set_comment(node, &comment).unwrap();
        }
    }
    tree
}

#[test]
pub(crate) fn random_games_are_the_same_after_writing_and_reading() {
    let mut random = Random::new(18);
    let results = [
        GameResult::Unknown,
        GameResult::Drawn(None),
        GameResult::Won { winner: Color::Red, reason: None },
        Outcome::won(Color::Black, WinReason::FlagCaptured).into(),
        Outcome::won(Color::Red, WinReason::NoMovablePiece).into(),
        Outcome::Drawn(DrawReason::QuietSteps).into(),
        Outcome::Aborted(AbortReason::Absent(Color::Red)).into(),
    ];
    for _ in 0..100 {
        let plies = random.below(150);
        let mut tree = random_game(&mut random, plies);
        tree.set_result(results[random.below(results.len())]);
        tree.set_tag(tag::BLACK, "云中鹤").unwrap();
        let (text, omitted) = write(&tree);
        assert_eq!(omitted, []);
        let game = read_one(&text);
        assert_eq!((game.notes.as_slice(), &game.tree), ([].as_slice(), &tree), "{text}");
    }
}

#[test]
fn a_fault_is_named_with_its_line() {
    let options = Fault::Options(InvalidOptions::QuietSteps);
    let letter = Fault::Formation(FormationFault::UnknownLetter('Y'));
    for (from, to, line, fault) in [
        ("record 2", "record 20", 1, Fault::Malformed),
        ("board classic", "board round", 2, Fault::Malformed),
        ("mine stays", "mine  stays", 3, Fault::Malformed),
        ("draw 70", "draw 7", 7, options),
        ("notice 10", "notice x", 7, Fault::Malformed),
        ("red 楚河客", "red ", 8, Fault::Malformed),
        ("tag Date 2026.11.22", "tag Date", 10, Fault::Malformed),
        ("result black", "result blue", 11, Fault::Malformed),
        ("MGDDB", "MGDDY", 13, letter),
        ("turns 4", "turns 5", 35, Fault::Truncated),
        ("turns 4", "turns 3", 34, Fault::Malformed),
        ("pass\n", "pass", 34, Fault::Truncated),
    ] {
        let wrong = SAMPLE.replacen(from, to, 1);
        assert_ne!(wrong, SAMPLE, "{from}");
        let expected = ReadError { at: Location::Line(line), fault };
        assert_eq!(formats::read(wrong.as_bytes(), None), Err(expected), "{from} -> {to}");
    }
}

#[test]
fn a_game_is_read_up_to_a_faulty_ply() {
    let own = IllegalPlay::Luzhanqi(IllegalMove::OwnPieceThere);
    let reason = NotationError::Malformed;
    let (ply, text) = (1, "a6-a7 -".to_owned());
    for (from, to, moves, kind) in [
        ("a6-a7 +", "a6-a7 -", 0, NoteKind::OtherBattle { ply, text }),
        ("d7-d8", "d7-e7", 1, NoteKind::IllegalMove { ply: 2, text: "d7-e7".to_owned(), rule: own }),
        ("d7-d8", "d7", 1, NoteKind::UnreadableMove { ply: 2, text: "d7".to_owned(), reason }),
        ("d7-d8", "d07-d8", 1, NoteKind::UnreadableMove { ply: 2, text: "d07-d8".to_owned(), reason }),
    ] {
        let game = read_one(&SAMPLE.replacen(from, to, 1));
        let notes: Vec<NoteKind> = game.notes.into_iter().map(|note| note.kind).collect();
        assert_eq!((notes, game.tree.ply_count()), (vec![kind], moves), "{from} -> {to}");
    }
}

#[test]
fn a_truncated_file_is_refused() {
    for (end, _) in SAMPLE.char_indices().skip("luzhanqi record 2".len()) {
        assert!(formats::read(&SAMPLE.as_bytes()[..end], None).is_err(), "{end}");
    }
}

#[test]
fn what_the_format_cannot_hold_is_named() {
    let mut tree = read_one(SAMPLE).tree;
    let second = tree.main_line().nth(1).unwrap();
    let first = tree.parent(second).unwrap();
    tree.play(first, Ply::Pass).unwrap();
    tree.annotate(second, |annotation| annotation.spent_ms = Some(1)).unwrap();
    tree.set_tag("Note", "a\nb").unwrap();
    let (text, omitted) = write(&tree);
    assert_eq!(omitted, [Omission::Tag("Note".to_owned()), Omission::Variations, Omission::Times]);
    assert_eq!(text, SAMPLE);
}
