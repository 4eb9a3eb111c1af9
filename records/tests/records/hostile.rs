//! Files that are made to take much time or memory, or whose parts look like other parts.

use crate::random_tree::movetext;
use chuhe_records::formats::{self, Format, MAX_NOTES, NoteKind, Reading};

fn read(text: &str, format: Format) -> Reading {
    formats::read(text.as_bytes(), Some(format)).unwrap_or_else(|error| panic!("{error}"))
}

fn moves(text: &str, format: Format) -> Vec<String> {
    read(text, format).games.iter().map(|game| movetext(&game.tree)).collect()
}

/// In quadratic time each of these takes minutes.
#[test]
fn large_files_are_read_in_linear_time() {
    const COUNT: usize = 20_000;
    let game = "1. h2e2 *\n";
    for text in [
        format!("[A {}]\n{game}", "x][".repeat(COUNT)),
        format!("[A \"x\"]{}{}\n{game}", "y\"]".repeat(COUNT), " ".repeat(COUNT)),
        format!("[A \"x\"]{}[b]{}\n{game}", " ".repeat(COUNT), "[b x]".repeat(COUNT)),
        format!("{game}{}", "和\n".repeat(COUNT)),
        format!("{game}{}", "{c} 和\n".repeat(COUNT / 2)),
        format!("{} h2e2 *\n", "1.".repeat(COUNT)),
    ] {
        let reading = read(&text, Format::Pgn);
        assert!(reading.games.iter().any(|game| movetext(&game.tree) == "h2e2"), "{}", &text[..40]);
    }
}

#[test]
fn notes_of_a_file_are_limited() {
    let position = format!("4k4/9/9/9/9/9/9/9/9/3K5 w\n{}", "x\n".repeat(100));
    let game = format!("FORMAT WXF\nSTART{{\nC2.5 h8+7\n{}}}END\n", "x\n".repeat(100));
    for (text, format) in [(position, Format::FenList), (game, Format::Wxf)] {
        let reading = read(&text.repeat(MAX_NOTES / 80), format);
        let notes: usize = reading.games.iter().map(|game| game.notes.len()).sum();
        assert!((MAX_NOTES / 2..=MAX_NOTES).contains(&notes), "{format:?}: {notes}");
    }
}

#[test]
fn text_in_brackets_among_moves_is_no_tag() {
    for line in ["[see page 3]", "[他说 “好棋”]", "[来源 某某网站]"] {
        let text = format!("[Red \"A\"]\n\n1. h2e2 h9g7\n{line}\n2. h0g2 i9h9 *\n");
        assert_eq!(moves(&text, Format::Pgn), ["h2e2 h9g7 h0g2 i9h9"], "{line}");
    }
}

#[test]
fn a_game_of_wxf_without_its_end_does_not_swallow_the_next() {
    let text = "FORMAT WXF\nSTART{\n1. C2.5 h8+7\n\nFORMAT WXF\nSTART{\n1. C2.5 h2+3\n}END\n";
    assert_eq!(moves(text, Format::Wxf), ["h2e2 h9g7", "h2e2 b9c7"]);
    let notes = &read(text, Format::Wxf).games[0].notes;
    assert_eq!(
        notes.iter().map(|note| &note.kind).collect::<Vec<_>>(),
        [&NoteKind::UnclosedField { name: "START{".to_owned() }]
    );
}

#[test]
fn a_completed_position_of_dhtmlxq_is_noted() {
    let text = "[DhtmlXQ]\n[DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 0[/DhtmlXQ_fen]\n[/DhtmlXQ]\n";
    let reading = read(text, Format::DhtmlXq);
    assert_eq!(
        reading.games[0].notes.iter().map(|note| &note.kind).collect::<Vec<_>>(),
        [&NoteKind::CompletedPosition]
    );
}
