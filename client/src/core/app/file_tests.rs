//! Tests of files as people have them: notes on reading, encodings, and files with many games.

use super::tests::*;
use super::*;
use crate::core::actions::action::{Action, Field};
use crate::core::actions::review_action::ReviewAction;
use crate::core::exchange::files::FilesEvent;
use crate::core::review::reviewing::{RecordDialog, Reviewing};
use chuhe_records::formats::Encoding;
use chuhe_rules::Color;

/// 陳銀龍 and 黃 in Big5.
const BIG5: &[u8] =
    b"[Red \"\xb3\xaf\xbb\xc8\xc0\x73\"]\n[Black \"\xb6\xc0\"]\n\n1. \xac\xb6\xa4\x47\xa5\xad\xa4\xad \xb0\xa8\xa2\xb7\xb6\x69\xa2\xb6 *\n\n";

impl World {
    pub(crate) fn opens_bytes(&mut self, file: &str, bytes: &[u8]) {
        let path = format!("/home/{file}");
        self.update(Event::Files(FilesEvent::Game { file: file.into(), path, bytes: bytes.into() }));
    }

    fn reviewing(&self) -> &Reviewing {
        self.app.reviewing().expect("a record is open")
    }

    fn red(&self) -> &str {
        self.reviewing().review().player(Color::Red)
    }
}

/// A client that has opened a file of so many games.
pub(crate) fn with_games(count: usize) -> World {
    let mut world = World::new();
    let game = |number: usize| {
        let (red, black) = (number % 97, number % 89);
        let (year, result) = (2000 + number % 20, ["1-0", "0-1", "1/2-1/2"][number % 3]);
        format!(
            "[Event \"Cup {number}\"]\n[Date \"{year}.03.07\"]\n[Red \"R{red}\"]\n[Black \"B{black}\"]\n[Result \"{result}\"]\n\n1. h2e2 h9g7 {result}\n\n"
        )
    };
    world.opens_bytes("all.pgn", (1..=count).map(game).collect::<String>().as_bytes());
    world
}

/// A client that has opened a game in Big5 with text beside it.
pub(crate) fn with_notes() -> World {
    let mut world = World::new();
    let footer = b"==========\nhttps://example.org/\n";
    world.opens_bytes("taiwan.pgn", &[BIG5, footer].concat());
    world
}

#[test]
fn only_what_is_lost_costs_the_path_of_a_file() {
    let mut world = World::new();
    let game = "[Red \"A\"]\n[Black B]\n\n1. h2e2 h9g7 *\n==========\nhttps://example.org/\n";
    world.opens_bytes("a.pgn", game.as_bytes());
    let review = world.reviewing().review();
    assert!(review.notes().len() >= 2, "{:?}", review.notes());
    assert_eq!(review.path(), "/home/a.pgn", "nothing of the game is lost");
    world.opens_bytes("a.pgn", game.replace("h9g7", "h9h5").as_bytes());
    assert_eq!(world.reviewing().review().path(), "", "a move is lost");
}

#[test]
fn a_guessed_encoding_is_named_and_another_can_be_chosen() {
    let mut world = with_notes();
    assert_eq!(world.red(), "陳銀龍");
    let text = world.app.text().records;
    let summary = text.reading(world.reviewing()).expect("a line over the moves");
    assert!(summary.contains("Big5") && summary.contains(&text.notes_on_reading(1)), "{summary}");
    world.review(ReviewAction::AskNotes);
    world.review(ReviewAction::ReadAs(Encoding::Gb18030));
    assert_ne!(world.red(), "陳銀龍");
    let source = world.reviewing().source().expect("the choice stays");
    assert_eq!((source.encoding, source.is_guess), (Encoding::Gb18030, false));
    assert_eq!(world.reviewing().dialog(), Some(&RecordDialog::Notes), "the dialog stays");
    world.review(ReviewAction::ReadAs(Encoding::Big5));
    assert_eq!(world.red(), "陳銀龍");
}

#[test]
fn another_encoding_keeps_the_shown_game_and_the_search() {
    let mut world = World::new();
    let second = String::from_utf8_lossy(b"[Red \"x\"]\n\n1. h2e2 *\n\n").into_owned();
    world.opens_bytes("two.pgn", &[BIG5, second.as_bytes(), BIG5].concat());
    world.act(Action::Edit(Field::FileGames, "x".into()));
    world.review(ReviewAction::Game(1));
    world.review(ReviewAction::AskGames);
    world.review(ReviewAction::ReadAs(Encoding::Gb18030));
    let reviewing = world.reviewing();
    assert_eq!((reviewing.shown(), reviewing.list().filter(), world.red()), (1, "x", "x"));
    assert_eq!((reviewing.list().count(3), reviewing.dialog()), (1, Some(&RecordDialog::Games)));
}

#[test]
fn a_file_of_certain_encoding_offers_no_other() {
    let mut world = World::new();
    world.opens_bytes("a.pgn", "[Red \"红\"]\n\n1. h2e2 *\n".as_bytes());
    assert!(world.reviewing().source().is_none());
    assert_eq!(world.app.text().records.reading(world.reviewing()), None);
}

#[test]
fn the_games_of_a_large_file_are_searched() {
    let mut world = with_games(10_000);
    assert_eq!(world.reviewing().games().len(), 10_000);
    world.act(Action::Edit(Field::FileGames, "cup 9999".into()));
    let list = world.reviewing().list();
    assert_eq!((list.count(10_000), list.place(0)), (1, Some(9_998)));
    world.review(ReviewAction::Game(9_998));
    assert_eq!(world.reviewing().shown(), 9_998);
    assert_eq!(world.reviewing().games().len(), 10_000, "the list stays");
    world.act(Action::Edit(Field::FileGames, String::new()));
    assert_eq!(world.reviewing().list().count(10_000), 10_000);
}

#[test]
fn games_that_were_pasted_stay_listed() {
    let mut world = World::new();
    let game = "[Red \"a\"]\n\n1. h2e2 *\n\n";
    world.review(ReviewAction::Paste(game.repeat(3)));
    world.review(ReviewAction::Game(2));
    assert_eq!((world.reviewing().games().len(), world.reviewing().shown()), (3, 2));
}
