//! Tests of files as people have them: notes on reading, encodings, and files with many games.

use super::testing::file::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, LibraryAction, RecordField};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::engines::EngineAction;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::{Existing, FileNotice, FilePurpose, FilesEvent, FilesRequest};
use chuhe_model::library::{
    ImportContent, ImportFailure, ImportFile, Imported, LibraryEvent, LibraryRequest,
};
use chuhe_model::review::reviewing::{RecordDialog, Reviewing};
use chuhe_records::formats::Encoding;
use chuhe_rules::Color;

impl World {
    fn reviewing(&self) -> &Reviewing {
        self.app.study.reviewing().expect("a record is open")
    }

    fn red(&self) -> &str {
        self.reviewing().review.record.player(Color::Red)
    }
}

#[test]
fn only_what_is_lost_costs_the_path_of_a_file() {
    let mut world = World::new();
    let game = "[Red \"A\"]\n[Black B]\n\n1. h2e2 h9g7 *\n==========\nhttps://example.org/\n";
    world.opens_bytes("a.pgn", game.as_bytes());
    let review = &world.reviewing().review;
    assert!(review.notes.len() >= 2, "{:?}", review.notes);
    assert_eq!(review.file.path, "/home/a.pgn", "nothing of the game is lost");
    world.opens_bytes("a.pgn", game.replace("h9g7", "h9h5").as_bytes());
    assert_eq!(world.reviewing().review.file.path, "", "a move is lost");
}

#[test]
fn a_guessed_encoding_is_named_and_another_can_be_chosen() {
    let mut world = with_notes();
    assert_eq!(world.red(), "陳銀龍");
    let text = world.app.desk.text().records;
    let summary = text.reading(world.reviewing()).expect("a line over the moves");
    assert!(summary.contains("Big5") && summary.contains(&text.notes_on_reading(1)), "{summary}");
    world.review(ReviewAction::AskNotes);
    world.review(ReviewAction::ReadAs(Encoding::Gb18030));
    assert_ne!(world.red(), "陳銀龍");
    let source = world.reviewing().source().expect("the choice stays");
    assert_eq!((source.encoding, source.is_guess), (Encoding::Gb18030, false));
    assert_eq!(world.reviewing().dialog, Some(RecordDialog::Notes), "the dialog stays");
    world.review(ReviewAction::ReadAs(Encoding::Big5));
    assert_eq!(world.red(), "陳銀龍");
}

#[test]
fn another_encoding_keeps_the_shown_game_and_the_search() {
    let mut world = World::new();
    let second = String::from_utf8_lossy(b"[Red \"x\"]\n\n1. h2e2 *\n\n").into_owned();
    world.opens_bytes("two.pgn", &[BIG5, second.as_bytes(), BIG5].concat());
    world.act(Action::Edit(Field::Record(RecordField::Games), "x".into()));
    world.review(ReviewAction::Game(1));
    world.review(ReviewAction::AskGames);
    world.review(ReviewAction::ReadAs(Encoding::Gb18030));
    let reviewing = world.reviewing();
    assert_eq!((reviewing.shown(), reviewing.list().filter(), world.red()), (1, "x", "x"));
    assert_eq!((reviewing.list().count(3), &reviewing.dialog), (1, &Some(RecordDialog::Games)));
}

#[test]
fn a_file_of_certain_encoding_offers_no_other() {
    let mut world = World::new();
    world.opens_bytes("a.pgn", "[Red \"红\"]\n\n1. h2e2 *\n".as_bytes());
    assert!(world.reviewing().source().is_none());
    assert_eq!(world.app.desk.text().records.reading(world.reviewing()), None);
}

#[test]
fn the_games_of_a_large_file_are_searched() {
    let mut world = with_games(10_000);
    assert_eq!(world.reviewing().games().len(), 10_000);
    world.act(Action::Edit(Field::Record(RecordField::Games), "cup 9999".into()));
    let list = world.reviewing().list();
    assert_eq!((list.count(10_000), list.place(0)), (1, Some(9_998)));
    world.review(ReviewAction::Game(9_998));
    assert_eq!(world.reviewing().shown(), 9_998);
    assert_eq!(world.reviewing().games().len(), 10_000, "the list stays");
    world.act(Action::Edit(Field::Record(RecordField::Games), String::new()));
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

impl World {
    fn files(&mut self) -> Vec<FilesRequest> {
        let request = |effect| {
            if let Effect::Storage(StorageEffect::Files(request)) = effect { Some(request) } else { None }
        };
        self.effects.drain(..).filter_map(request).collect()
    }

    /// The purpose for which a file is chosen.
    fn asked_for(&mut self) -> Option<FilePurpose> {
        self.files().into_iter().find_map(|request| {
            let FilesRequest::Choose { purpose, title, .. } = request else { return None };
            assert!(!title.is_empty(), "the chooser has a title");
            Some(purpose)
        })
    }

    fn chosen(&mut self, purpose: FilePurpose, paths: &[&str]) {
        let paths = paths.iter().map(Into::into).collect();
        self.update(Event::Files(FilesEvent::Chosen { purpose, paths }));
    }

    /// The names of the files that the library is asked to add.
    fn imports(&mut self) -> Vec<String> {
        let request = |effect| {
            let Effect::Storage(StorageEffect::Library(LibraryRequest::Import(file))) = effect else {
                return None;
            };
            Some(file.name)
        };
        self.effects.drain(..).filter_map(request).collect()
    }

    fn imported(&mut self, file: &str, result: Result<Imported, ImportFailure>) {
        self.update(Event::Library(LibraryEvent::Imported { file: file.into(), result }));
    }
}

#[test]
fn a_record_is_opened_with_the_file_chooser_of_the_system() {
    let mut world = World::new();
    world.review(ReviewAction::Enter);
    world.review(ReviewAction::ChooseFile);
    assert_eq!(world.asked_for(), Some(FilePurpose::OpenGame));
    world.chosen(FilePurpose::OpenGame, &[]);
    assert_eq!(world.files(), [], "the user closed the chooser");
    world.chosen(FilePurpose::OpenGame, &["/home/a b.pgn"]);
    assert_eq!(world.files(), [FilesRequest::OpenGame { path: "/home/a b.pgn".into() }]);
    world.update(Event::Files(FilesEvent::NoChooser));
    assert_eq!(world.notice(), Some(&Notice::File(FileNotice::NoChooser)));
    assert!(matches!(world.reviewing().dialog, Some(RecordDialog::Open { .. })), "a path can be typed");
}

#[test]
fn a_record_is_saved_where_the_file_chooser_says() {
    let mut world = World::new();
    world.opens("h2e2 h9g7");
    world.review(ReviewAction::AskSave);
    world.review(ReviewAction::ChooseFile);
    let requests = world.files();
    let [FilesRequest::Choose { purpose: FilePurpose::SaveGame, name, .. }] = &requests[..] else {
        panic!("{requests:?}")
    };
    assert_eq!(name, "game.txt", "the chooser has the folder by itself");
    world.chosen(FilePurpose::SaveGame, &["/home/x/my game.xqf"]);
    let requests = world.files();
    let [FilesRequest::SaveGame { path, existing, .. }] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!((path.as_str(), *existing), ("/home/x/my game.xqf", Existing::Replace));
    world.chosen(FilePurpose::SaveGame, &["/home/x.y/game"]);
    let requests = world.files();
    let [FilesRequest::SaveGame { path, existing, .. }] = &requests[..] else { panic!("{requests:?}") };
    let expected = ("/home/x.y/game.pgn", Existing::Refuse);
    assert_eq!((path.as_str(), *existing), expected, "the chooser has not asked about this name");
}

#[test]
fn the_program_of_an_engine_is_chosen() {
    let mut world = World::new();
    world.act(Action::Engines(EngineAction::Open));
    world.act(Action::Engines(EngineAction::Choose));
    assert_eq!(world.asked_for(), Some(FilePurpose::Engine));
    world.chosen(FilePurpose::Engine, &["/opt/engine"]);
    assert_eq!(world.app.engines.form().map(|form| form.path()), Some("/opt/engine"));
}

#[test]
fn files_are_added_to_the_library_one_after_another_with_progress_and_a_summary() {
    let mut world = World::new();
    world.act(LibraryAction::Open.into());
    world.act(LibraryAction::AddFiles.into());
    assert_eq!(world.asked_for(), Some(FilePurpose::AddToLibrary));
    world.chosen(FilePurpose::AddToLibrary, &["/a/1.pgn", "/a/2.xqf", "/a/3.txt"]);
    world.update(Event::Tick);
    world.update(Event::Tick);
    assert_eq!(world.imports(), ["1.pgn"], "one at a time");
    world.imported("1.pgn", Ok(Imported { taken: 9, known: 2, noted: 1, refused: (0, None) }));
    assert_eq!(world.imports(), [] as [&str; 0], "the next one in the next frame");
    assert!(world.app.next_wakeup(Timestamp::from_ms(0)).is_some());
    world.update(Event::Tick);
    assert_eq!(world.imports(), ["2.xqf"]);
    let text = world.app.desk.text();
    let lines = |world: &World| {
        text.library.import_lines(world.app.study.library.import.as_ref().expect("an import"))
    };
    assert_eq!(lines(&world)[0], text.import_progress(1, 3));
    world.act(LibraryAction::CloseSummary.into());
    assert!(world.app.study.library.import.as_ref().is_some(), "files are still to come");
    world.imported("2.xqf", Err(ImportFailure::System("no such file".into())));
    world.update(Event::Tick);
    world.effects.clear();
    world.imported("3.txt", Ok(Imported { taken: 1, ..Imported::default() }));
    let is_listed = world
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::Storage(StorageEffect::Library(LibraryRequest::List { .. }))));
    assert!(is_listed, "the list has the new games");
    let shown = lines(&world);
    assert_eq!(shown[..2], [text.import_progress(3, 3), text.import_taken(10)]);
    assert!(shown.contains(&text.import_known(2)) && shown.contains(&text.import_refused_files(1)));
    let noted = text.library.import_noted_files(world.app.study.library.import.as_ref().expect("a summary"));
    assert_eq!(noted, [text.labelled("1.pgn", &text.import_noted(1))]);
    let reasons = text.library.import_reasons(world.app.study.library.import.as_ref().expect("a summary"));
    assert!(reasons[0].contains("2.xqf") && reasons[0].contains("no such file"), "{reasons:?}");
    world.act(LibraryAction::CloseSummary.into());
    assert!(world.app.study.library.import.as_ref().is_none());
}

#[test]
fn several_dropped_files_are_for_the_library() {
    let mut world = World::new();
    let file = |name: &str| ImportFile { name: name.into(), content: ImportContent::Bytes(b"h2e2".to_vec()) };
    world.update(Event::Files(FilesEvent::Several { files: vec![file("a.pgn")], more: 1 }));
    assert!(world.app.study.library.is_open, "the progress is shown");
    world.update(Event::Tick);
    world.imported("a.pgn", Ok(Imported::default()));
    let progress = |world: &World| {
        world.app.study.library.import.as_ref().map(|import| (import.progress(), import.is_done()))
    };
    assert_eq!(progress(&world), Some(((1, 2), false)), "one is still to come");
    world.update(Event::Files(FilesEvent::Several { files: vec![file("b.pgn")], more: 0 }));
    world.update(Event::Tick);
    world.imported("b.pgn", Ok(Imported::default()));
    assert_eq!(progress(&world), Some(((2, 2), true)));
}
