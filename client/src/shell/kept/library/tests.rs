//! Tests of what is a browser's own; `client/src/shell/native/library/suite.rs` has the others.

use super::super::test_storage::TestStorage;
use super::*;
use chuhe_model::library::{EditedGame, LibraryCopy};
use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_rules::Color;

fn game(n: u64, record: &[u8]) -> NewGame {
    NewGame {
        origin: format!("g{n}-1-2"),
        summary: Summary {
            kind: GameKind::Xiangqi,
            names: PerColor::new("楚河客".into(), "An \"B\"\n".into()),
            user: Some(Color::Black),
            result: PlayerResult::Drawn,
            plies: 5,
            ended_at_ms: n,
        },
        record: record.to_vec(),
        extension: "pgn".into(),
        positions: Vec::new(),
    }
}

fn perform(library: &mut Library<TestStorage>, request: LibraryRequest) -> Vec<LibraryEvent> {
    assert_eq!(library.request(request), None);
    std::iter::from_fn(|| library.poll()).collect()
}

fn add(library: &mut Library<TestStorage>, game: NewGame) -> Vec<LibraryEvent> {
    perform(library, LibraryRequest::Add(Box::new(game)))
}

/// The events of a list, without the page, and the times at which its games ended.
fn listed(library: &mut Library<TestStorage>) -> (Vec<LibraryEvent>, Vec<u64>) {
    let list = LibraryRequest::List { number: 4, filter: Box::default(), after: None };
    let mut events = perform(library, list);
    match events.pop() {
        Some(LibraryEvent::Page { number: 4, games, more: false }) => {
            (events, games.iter().map(|game| game.summary.ended_at_ms).collect())
        }
        last => panic!("{last:?} after {events:?}"),
    }
}

fn failure(failure: LibraryFailure) -> Vec<LibraryEvent> {
    vec![LibraryEvent::Failed { list: None, failure }]
}

/// A storage with the games 1 to 3.
fn three() -> TestStorage {
    let storage = TestStorage::default();
    let mut library = Library::new(storage.clone());
    for n in 1..=3 {
        assert_eq!(add(&mut library, game(n, b"record")), []);
    }
    storage
}

#[test]
fn released_texts_stay_readable() {
    let storage = TestStorage::default();
    let mut library = Library::new(storage.clone());
    add(&mut library, game(7, b"a record\nof lines"));
    add(&mut library, game(8, &[0xff, 0]));
    let texts: Vec<_> = storage.texts().into_iter().collect();
    let expected = [
        (
            "chuhe.library.1.g7-1-2",
            "{\"number\":1,\"kind\":0,\"red\":\"楚河客\",\"black\":\"An \\\"B\\\"\\n\",\"user\":1,\"result\":2,\
             \"plies\":5,\"ended_at_ms\":7,\"extension\":\"pgn\",\"base64\":false}\na record\nof lines",
        ),
        (
            "chuhe.library.1.g8-1-2",
            "{\"number\":2,\"kind\":0,\"red\":\"楚河客\",\"black\":\"An \\\"B\\\"\\n\",\"user\":1,\"result\":2,\
             \"plies\":5,\"ended_at_ms\":8,\"extension\":\"pgn\",\"base64\":true}\n/wA",
        ),
    ];
    assert_eq!(texts, expected.map(|(key, text)| (key.to_owned(), text.to_owned())));
    let mut opened = Library::new(storage);
    let events = perform(&mut opened, LibraryRequest::Open(LibraryId(2)));
    let (file, user) = ("楚河客-An \"B\"\n.pgn".into(), Some(Color::Black));
    let expected = LibraryEvent::Opened { game: LibraryId(2), file, user, record: vec![0xff, 0] };
    assert_eq!(events, [expected]);
}

#[test]
fn a_game_writes_only_itself() {
    let storage = three();
    let before = storage.written();
    let mut library = Library::new(storage.clone());
    add(&mut library, game(4, b"record"));
    assert_eq!(
        storage.written() - before,
        storage.get("chuhe.library.1.g4-1-2").map_or(0, |text| text.len())
    );
}

#[test]
fn two_pages_keep_each_game_once_and_see_those_of_the_other() {
    let storage = three();
    let mut pages = [Library::new(storage.clone()), Library::new(storage.clone())];
    for page in &mut pages {
        assert_eq!(listed(page).1, [3, 2, 1]);
    }
    add(&mut pages[0], game(4, b"record"));
    add(&mut pages[1], game(4, b"record"));
    add(&mut pages[1], game(5, b"record"));
    storage.remove("chuhe.library.1.g2-1-2");
    for page in &mut pages {
        assert_eq!(listed(page), (vec![], vec![5, 4, 3, 1]));
    }
    assert_eq!(storage.texts().len(), 4);
}

#[test]
fn a_game_that_another_page_has_saved_is_read_again() {
    let storage = three();
    let mut pages = [Library::new(storage.clone()), Library::new(storage.clone())];
    for page in &mut pages {
        assert_eq!(listed(page).1, [3, 2, 1]);
    }
    let mut saved = game(2, b"longer record");
    saved.summary.result = PlayerResult::Won;
    let copy = LibraryCopy::of(LibraryId(2), b"record");
    let save = LibraryRequest::Save(Box::new(EditedGame { copy, game: saved }));
    let copy = LibraryCopy::of(LibraryId(2), b"longer record");
    assert_eq!(perform(&mut pages[0], save), [LibraryEvent::Saved { copy, is_new: false }]);
    let won = |page: &mut Library<TestStorage>| {
        let filter = Box::new(GameFilter { result: Some(PlayerResult::Won), ..GameFilter::default() });
        perform(page, LibraryRequest::List { number: 4, filter, after: None })
    };
    let expected = won(&mut pages[0]);
    assert!(matches!(&expected[..], [LibraryEvent::Page { games, .. }] if games.len() == 1), "{expected:?}");
    assert_eq!(won(&mut pages[1]), expected);
    assert_eq!(pages[1].index.bytes, pages[0].index.bytes);
    assert_eq!(listed(&mut pages[1]), (vec![], vec![3, 2, 1]));
}

#[test]
fn games_of_one_number_are_different_games() {
    let storage = TestStorage::default();
    for n in 1..=3 {
        // each page began with the number 1
        let one = TestStorage::default();
        add(&mut Library::new(one.clone()), game(n, &[b'0' + n as u8]));
        one.texts().iter().for_each(|(key, text)| storage.set(key, text).unwrap());
    }
    for _ in 0..2 {
        let mut library = Library::new(storage.clone());
        for n in 1..=3 {
            let events = perform(&mut library, LibraryRequest::Open(LibraryId(n)));
            let [LibraryEvent::Opened { record, .. }] = &events[..] else { panic!("{events:?}") };
            assert_eq!(*record, [b'0' + n as u8]);
        }
    }
}

#[test]
fn a_full_storage_is_a_failure_and_loses_no_game() {
    let storage = three();
    let mut library = Library::new(storage.clone());
    storage.set_quota(storage.size() + 20);
    assert_eq!(add(&mut library, game(4, b"record")), failure(LibraryFailure::Full));
    assert_eq!(listed(&mut library), (vec![], vec![3, 2, 1]));
    storage.lift_quota();
    assert_eq!(add(&mut library, game(4, b"record")), []);
    assert_eq!(listed(&mut Library::new(storage)), (vec![], vec![4, 3, 2, 1]));
}

#[test]
fn a_full_storage_is_emptied_without_space_and_takes_games_again() {
    let storage = three();
    storage.set_quota(storage.size());
    let mut library = Library::new(storage.clone());
    assert_eq!(add(&mut library, game(4, b"record")), failure(LibraryFailure::Full));
    let written = storage.written();
    let events = perform(&mut library, LibraryRequest::Delete(LibraryId(2)));
    assert_eq!(events, [LibraryEvent::Deleted { game: Some(LibraryId(2)), games: 1 }]);
    assert_eq!(storage.written(), written, "to delete a game writes nothing");
    assert_eq!(storage.get("chuhe.library.1.g2-1-2"), None);
    assert_eq!(add(&mut library, game(4, b"record")), []);
    assert_eq!(listed(&mut library), (vec![], vec![4, 3, 1]));
    let written = storage.written();
    let events = perform(&mut library, LibraryRequest::DeleteAll(Box::default()));
    assert_eq!(events, [LibraryEvent::Deleted { game: None, games: 3 }]);
    assert_eq!((storage.size(), storage.written()), (0, written));
}

#[test]
fn a_library_full_by_its_own_limit_takes_games_again_after_a_deletion() {
    let mut library = Library::new(TestStorage::default());
    let third = vec![b'x'; MAX_KEPT_BYTES / 3];
    for n in 1..=2 {
        assert_eq!(add(&mut library, game(n, &third)), []);
    }
    assert_eq!(add(&mut library, game(3, &third)), failure(LibraryFailure::Full));
    perform(&mut library, LibraryRequest::Delete(LibraryId(1)));
    assert_eq!(add(&mut library, game(3, &third)), []);
}

#[test]
fn the_number_of_games_is_limited_and_the_oldest_stays() {
    let storage = three();
    let text = storage.get("chuhe.library.1.g1-1-2").unwrap();
    for n in 4..=MAX_KEPT_GAMES {
        storage.set(&format!("chuhe.library.1.g{n}-1-2"), &text).unwrap();
    }
    let mut library = Library::new(storage.clone());
    assert_eq!(add(&mut library, game(9_999, b"record")), failure(LibraryFailure::Full));
    assert_eq!(add(&mut library, game(9, b"record")), [], "it is kept already");
    assert_eq!(storage.texts().len(), MAX_KEPT_GAMES);
    assert!(storage.get("chuhe.library.1.g1-1-2").is_some());
}

#[test]
fn the_bytes_of_all_games_are_limited() {
    let storage = TestStorage::default();
    let mut library = Library::new(storage.clone());
    let third = vec![b'x'; MAX_KEPT_BYTES / 3];
    for n in 1..=2 {
        assert_eq!(add(&mut library, game(n, &third)), []);
    }
    assert_eq!(add(&mut library, game(3, &third)), failure(LibraryFailure::Full));
    assert_eq!(add(&mut library, game(3, b"record")), [], "a smaller one fits");
    // as much as before, counted from the texts
    let mut library = Library::new(storage.clone());
    assert_eq!(add(&mut library, game(4, &third)), failure(LibraryFailure::Full));
    storage.remove("chuhe.library.1.g1-1-2");
    assert_eq!(add(&mut library, game(4, &third)), []);
}

#[test]
fn games_that_cannot_be_read_are_set_aside_alone() {
    let storage = three();
    let intact = storage.get("chuhe.library.1.g2-1-2").unwrap();
    let damages = [
        "no header".to_owned(),
        "{\n".to_owned(),
        intact.replace("\"kind\":0", "\"kind\":9"),
        intact.replace("\"user\":1", "\"user\":3"),
        intact.replace("\"result\":2", "\"result\":-1"),
        intact.replace("\"number\":2", "\"number\":0"),
        intact.replace("\"base64\":false", "\"base64\":true").replace("record", "!"),
    ];
    for (n, damage) in (1..).zip(&damages) {
        storage.set("chuhe.library.1.g2-1-2", damage).unwrap();
        let mut library = Library::new(storage.clone());
        let event = LibraryEvent::GamesSetAside { games: 1 };
        assert_eq!(listed(&mut library), (vec![event], vec![3, 1]), "{damage}");
        assert_eq!(listed(&mut library), (vec![], vec![3, 1]));
        let aside = format!("chuhe.set-aside.library-{n}.g2-1-2");
        assert_eq!(storage.get(&aside).as_ref(), Some(damage));
    }
}

#[test]
fn a_game_that_cannot_be_set_aside_stays_and_is_reported_once() {
    let storage = three();
    for n in 1..=MAX_SET_ASIDE {
        storage.set(&format!("chuhe.set-aside.library-{n}.x"), "").unwrap();
    }
    storage.set("chuhe.library.1.g2-1-2", "damaged").unwrap();
    let mut library = Library::new(storage.clone());
    let event = LibraryEvent::GamesSetAside { games: 1 };
    assert_eq!(listed(&mut library), (vec![event], vec![3, 1]));
    assert_eq!(listed(&mut library), (vec![], vec![3, 1]));
    assert_eq!(add(&mut library, game(2, b"record")), []);
    assert_eq!(storage.get("chuhe.library.1.g2-1-2").as_deref(), Some("damaged"));
}

#[test]
fn the_library_of_a_newer_program_is_not_changed() {
    let storage = three();
    storage.set("chuhe.library.2.g9-1-2", "newer").unwrap();
    let before = storage.texts();
    let mut library = Library::new(storage.clone());
    let failed = |list| [LibraryEvent::Failed { list, failure: LibraryFailure::TooNew }];
    assert_eq!(add(&mut library, game(4, b"record")), failed(None));
    let list = LibraryRequest::List { number: 4, filter: Box::default(), after: None };
    assert_eq!(perform(&mut library, list), failed(Some(4)));
    assert_eq!(storage.texts(), before);
}

#[test]
fn an_export_needs_a_valid_name() {
    let mut library = Library::new(three());
    let export = |name: &str| LibraryRequest::Export { filter: Box::default(), name: name.into() };
    assert_eq!(
        perform(&mut library, export("../x")),
        failure(LibraryFailure::Other(Failure::BadName.to_string()))
    );
    let file = library.request(export("mine")).expect("a file");
    assert_eq!((file.name.as_str(), file.bytes.as_slice()), ("mine.pgn", &b"record\nrecord\nrecord\n"[..]));
    let exported = LibraryEvent::Exported {
        path: "mine.pgn".into(),
        counts: PgnCounts { games: 3, ..PgnCounts::default() },
    };
    assert_eq!(library.poll(), Some(exported));
}

#[test]
fn the_games_of_a_file_are_added_to_a_browser_up_to_its_limit() {
    let storage = TestStorage::default();
    let mut library = Library::new(storage);
    let mut add = |games: usize| {
        let game = |n: usize| format!("[Red \"Player {n}\"]\n\n1. h2e2 h9g7 *\n\n");
        let bytes = (0..games).map(game).collect::<String>().into_bytes();
        let file = ImportFile { name: "all.pgn".into(), content: ImportContent::Bytes(bytes) };
        let mut events = perform(&mut library, LibraryRequest::Import(Box::new(file)));
        match events.pop() {
            Some(LibraryEvent::Imported { result, .. }) => result.map(|it| (it.taken, it.known)),
            event => panic!("{event:?}"),
        }
    };
    assert_eq!(add(3), Ok((3, 0)));
    assert_eq!(add(4), Ok((1, 3)));
    assert_eq!(add(MAX_KEPT_GAMES + 1), Err(ImportFailure::Library(LibraryFailure::Full)));
}
