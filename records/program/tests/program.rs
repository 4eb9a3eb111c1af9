//! The program `chuhe-records`.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Runs the program; returns its exit code, standard output and standard error.
fn run(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_chuhe-records"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

fn write(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

const GAME: &str =
    "[Red \"胡荣华\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {中炮} 马8进7 (1... 炮8平5) 2. 马二进三 1-0\n";
const ILLEGAL: &str = "[Red \"B\"]\n\n1. C2.5 H8+7\n2. H2+4 *\n";

#[test]
fn converting_keeps_what_the_format_holds_and_names_the_rest() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", GAME);
    let (code, out, error) = run(&["convert", "a.pgn", "b.pgn", "--notation", "wxf"], folder.path());
    assert_eq!((code, out.as_str(), error.as_str()), (0, "b.pgn: 1 game\n", ""));
    let written = std::fs::read_to_string(folder.path().join("b.pgn")).unwrap();
    assert!(written.contains("1. C2.5 {中炮} 1... H8+7 (1... C8.5) 2. H2+3 1-0"), "{written}");

    let (code, _, error) = run(&["convert", "a.pgn", "b.pgn"], folder.path());
    assert_eq!(code, 2);
    assert!(error.starts_with("error: b.pgn: "), "{error}");
    let (code, _, error) = run(&["convert", "a.pgn", "c.fen"], folder.path());
    assert_eq!(code, 0);
    assert_eq!(error, "left out: the moves\nleft out: the result\nleft out: the tag Red\n");
    let options = ["convert", "a.pgn", "b.pgn", "--force", "--encoding", "gb18030"];
    assert_eq!(run(&options, folder.path()).0, 0);
    assert!(std::fs::read(folder.path().join("b.pgn")).unwrap().windows(2).any(|pair| pair == b"\xc5\xda"));
}

#[test]
fn checking_names_illegal_moves_with_their_line() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", format!("{GAME}\n{ILLEGAL}"));
    write(&folder, "good.pgn", GAME);
    let (code, out, _) = run(&["check", "good.pgn", "a.pgn"], folder.path());
    assert_eq!(code, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "good.pgn: 1 game, 0 faults");
    assert!(lines[1].starts_with("a.pgn: line 9: move 3, H2+4, is illegal: "), "{out}");
    assert_eq!(lines[2], "a.pgn: 2 games, 1 fault");
    assert_eq!(run(&["check", "good.pgn"], folder.path()).0, 0);
    assert_eq!(run(&["check", "missing.pgn"], folder.path()).0, 2);
    write(&folder, "broken.pgn", "[Red\n");
    let (code, out, _) = run(&["check", "broken.pgn", "missing.pgn", "a.pgn", "good.pgn"], folder.path());
    assert_eq!(code, 2);
    assert!(out.starts_with("broken.pgn: line 1: "), "{out}");
    assert!(out.contains("\nmissing.pgn: "), "{out}");
    assert!(out.ends_with("good.pgn: 1 game, 0 faults\n"), "{out}");
}

#[test]
fn checking_rules_on_each_third_repetition() {
    let folder = TempDir::new().unwrap();
    let cycle = "f9e9 f0e0 e9f9 e0f0 ".repeat(5);
    let start = "[FEN \"5k3/9/9/9/9/9/9/9/9/3K1R3 b\"]\n\n";
    write(&folder, "a.pgn", format!("{start}{cycle}*\n"));
    let (code, out, _) = run(&["check", "a.pgn", "--notation", "wxf"], folder.path());
    assert_eq!(code, 0, "{out}");
    let expected = "a.pgn: game at line 1: move 8 repeats a position for the third time: red loses by \
        perpetual check (K6.5 R4.5 K5.6 R5.4 K6.5 R4.5 K5.6 R5.4)\na.pgn: 1 game, 0 faults\n";
    assert_eq!(out, expected);
    // red goes elsewhere and checks for ever again
    let later = format!("f9e9 f0f1 e9e8 f1e1 {}", "e8f8 e1f1 f8e8 f1e1 ".repeat(3));
    write(&folder, "a.pgn", format!("{start}{cycle}{later}*\n"));
    let (_, out, _) = run(&["check", "a.pgn"], folder.path());
    let rulings: Vec<&str> = out.lines().filter(|line| line.contains("third time: red loses by")).collect();
    assert_eq!(rulings.len(), 2, "{out}");
    assert!(rulings[0].contains("move 8 ") && rulings[1].contains("move 31 "), "{out}");
}

#[test]
fn checking_names_the_draws_by_the_rules() {
    let folder = TempDir::new().unwrap();
    for (fen, moves, expected) in [
        (
            "3k5/9/r8/9/9/9/9/8R/9/5K3 w - - 118 60",
            "i2i1 a7a6 i1i2",
            "move 2 reaches the natural limit: a draw",
        ),
        ("3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1 d9d8 e1e0", "move 1 leaves no piece that can attack: a draw"),
    ] {
        write(&folder, "a.pgn", format!("[FEN \"{fen}\"]\n\n{moves} *\n"));
        let (code, out, _) = run(&["check", "a.pgn"], folder.path());
        assert_eq!((code, out), (0, format!("a.pgn: game at line 1: {expected}\na.pgn: 1 game, 0 faults\n")));
    }
}

#[test]
fn showing_a_game_fails_if_another_is_refused() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", format!("{GAME}\n[Red\n"));
    let (code, out, error) = run(&["show", "a.pgn"], folder.path());
    assert_eq!((code, out.contains("炮二平五")), (1, true), "{out}");
    assert!(error.starts_with("a.pgn: line 6: "), "{error}");
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = TempDir::new().unwrap();
    let comment = "{\u{1b}[2J\u{9b}x\ttab}";
    write(&folder, "a.pgn", format!("[Red \"\u{7}\"]\n\n1. 炮二平五 {comment} h\u{1b}[2J *\n"));
    write(&folder, "b.ubb", "[DhtmlXQ_\u{1b}]x[/DhtmlXQ_\u{1b}][DhtmlXQ_movelist][/DhtmlXQ_movelist]");
    for arguments in [
        ["show", "a.pgn"].as_slice(),
        &["check", "a.pgn"],
        &["convert", "a.pgn", "a.fen"],
        &["convert", "b.ubb", "b.fen"],
    ] {
        let (_, out, error) = run(arguments, folder.path());
        let text = out + &error;
        assert!(text.contains('\u{fffd}'), "{arguments:?}: {text:?}");
        assert!(
            !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'),
            "{arguments:?}: {text:?}"
        );
    }
}

#[test]
fn showing_a_game_ends_with_its_last_position() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", GAME);
    let (code, out, _) = run(&["show", "a.pgn", "--notation", "iccs"], folder.path());
    assert_eq!(code, 0);
    assert!(out.contains("1. H2-E2 {中炮} 1... H9-G7 (1... H7-E7) 2. H0-G2 1-0"), "{out}");
    assert!(out.contains("\n2  . C . . C . N . .\n"), "{out}");
    assert!(
        out.ends_with("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2\n"),
        "{out}"
    );
    let (code, _, error) = run(&["show", "a.pgn", "--game", "2"], folder.path());
    assert_eq!((code, error.as_str()), (2, "error: a.pgn has 1 game\n"));
}

#[test]
fn stats_count_games_results_and_first_moves() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", format!("{GAME}\n{ILLEGAL}"));
    let (code, out, _) = run(&["stats", "a.pgn", "a.pgn"], folder.path());
    assert_eq!(code, 1);
    for line in [
        "        4 games",
        "        2 with a fault",
        "        2 won by red (50.0 %)",
        "       10 moves, from 2 to 3, median 3",
        // what cannot be read is a comment of the move before it
        "        2 moves in variations, 4 commented moves",
        "        4 begin with 炮二平五 (100.0 %)",
    ] {
        assert!(out.lines().any(|found| found == line), "{line} in\n{out}");
    }
}

#[test]
fn stats_count_one_game_and_pass_over_an_unreadable_file() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", GAME);
    let (code, out, error) = run(&["stats", "missing.pgn", "a.pgn"], folder.path());
    assert_eq!(code, 2);
    assert!(error.starts_with("error: missing.pgn: "), "{error}");
    assert!(out.starts_with("        1 game\n"), "{out}");
    assert!(out.contains("        3 moves, from 3 to 3, median 3\n"), "{out}");
    assert!(out.contains("        1 begins with 炮二平五 (100.0 %)\n"), "{out}");
}

#[test]
fn the_encoding_is_said_and_can_be_named() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", encoding_rs::BIG5.encode("[Red \"陳\"]\n\n1. 炮二平五 馬８進７ *\n").0);
    let (code, out, error) = run(&["show", "a.pgn"], folder.path());
    assert_eq!((code, out.contains("[Red \"陳\"]"), error.as_str()), (0, true, "a.pgn: read as Big5\n"));
    let (_, out, error) = run(&["show", "a.pgn", "--encoding", "gb18030"], folder.path());
    assert_eq!((out.contains("[Red \"陳\"]"), error.as_str()), (false, ""));
    let convert = ["convert", "a.pgn", "b.pgn", "--from-encoding", "big5"];
    assert_eq!(run(&convert, folder.path()), (0, "b.pgn: 1 game\n".to_owned(), String::new()));
    let (code, _, error) = run(&["convert", "a.pgn", "c.pgn", "--encoding", "big5"], folder.path());
    assert_eq!((code, error.contains("Big5 is only read")), (2, true), "{error}");
}

/// Two mates of book lists: the first in two moves, the second in none.
const LIST: &str = "3k5/9/9/9/9/9/9/9/1R7/R4K3 w - - 0 1\n3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n";

#[test]
fn puzzles_are_found_in_games_and_lists_and_can_be_read() {
    let folder = TempDir::new().unwrap();
    write(&folder, "list.fen", LIST);
    let (code, out, error) = run(&["puzzles", "--book", "rooks", "list.fen"], folder.path());
    assert_eq!((code, error.as_str()), (0, "1 puzzle of 2 records\n"));
    let puzzles = chuhe_puzzles::read(&out).unwrap();
    assert_eq!(puzzles.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["rooks-001"]);
    // the title is a line, whatever the comment is
    let noted = |comment: &str| {
        let position = "[FEN \"3k5/9/9/9/9/9/9/9/1R7/R4K3 w - - 0 1\"]";
        write(&folder, "noted.pgn", format!("{position}\n\n{{{comment}}} *\n"));
        let (code, out, error) = run(&["puzzles", "--book", "rooks", "noted.pgn"], folder.path());
        assert_eq!(code, 0, "{error}");
        chuhe_puzzles::read(&out).unwrap().remove(0).title
    };
    assert_eq!(noted("\n 双车 \n错").as_deref(), Some("双车"));
    assert_eq!(noted("\u{1}"), None);
    assert_eq!(noted(&"长".repeat(100)).unwrap(), "长".repeat(33));

    // a chance that was missed
    let game = "[FEN \"4k4/4a4/4b4/3cC3R/6c2/P3P4/6P1P/2N6/4N4/3AKAB2 w - - 0 1\"]\n\n1. a4a5 e9d9 *\n";
    write(&folder, "a.pgn", game);
    write(&folder, "b.pgn", game);
    let (code, out, error) = run(&["puzzles", "a.pgn", "b.pgn"], folder.path());
    assert_eq!((code, error.as_str()), (0, "1 puzzle of 2 records\n"), "each once: {out}");
    assert_eq!(chuhe_puzzles::read(&out).unwrap()[0].plies, 3);
}

#[test]
fn puzzles_of_what_has_none_and_of_bad_files_are_told() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.pgn", GAME);
    assert_eq!(
        run(&["puzzles", "a.pgn"], folder.path()),
        (0, String::new(), "0 puzzles of 1 record\n".into())
    );
    write(&folder, "bad.pgn", ILLEGAL);
    let (code, _, error) = run(&["puzzles", "bad.pgn"], folder.path());
    assert!(code == 1 && error.starts_with("bad.pgn: has faults"), "{error}");
    let (code, out, error) = run(&["puzzles", "missing.pgn", "a.pgn"], folder.path());
    assert!(code == 2 && out.is_empty() && error.contains("missing.pgn"), "{error}");
    assert_eq!(run(&["puzzles", "--book", "A b", "a.pgn"], folder.path()).0, 2);
}
