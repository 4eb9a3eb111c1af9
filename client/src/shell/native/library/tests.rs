//! Tests of the library on a disk.

use super::suite::{game, luzhanqi};
use super::*;
use chuhe_model::library::{LibraryGame, NewGame, keys_version};
use chuhe_records::formats;
use chuhe_rules::xiangqi::Position;
use rusqlite::Connection;
use tempfile::TempDir;

/// A library in a temporary folder.
struct Fixture {
    folder: TempDir,
    library: Library,
    events: Mailbox<LibraryEvent>,
}

fn fixture() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let events = Mailbox::new();
    let library = Library { folder: folder.path().into(), database: None, events: events.reporter() };
    Fixture { folder, library, events }
}

impl Fixture {
    fn events(&self) -> Vec<LibraryEvent> {
        std::iter::from_fn(|| self.events.poll()).collect()
    }

    fn add(&mut self, game: NewGame) {
        self.library.perform(LibraryRequest::Add(Box::new(game)));
        assert_eq!(self.events(), []);
    }

    fn page(&mut self, filter: GameFilter, after: Option<&LibraryGame>) -> (Vec<LibraryGame>, bool) {
        let after = after.map(|game| (game.summary.ended_at_ms, game.id));
        self.library.perform(LibraryRequest::List { number: 7, filter: Box::new(filter), after });
        match &self.events()[..] {
            [LibraryEvent::Page { number: 7, games, more }] => (games.clone(), *more),
            events => panic!("{events:?}"),
        }
    }

    /// The times at which the found games ended.
    fn found(&mut self, filter: GameFilter) -> Vec<u64> {
        self.page(filter, None).0.iter().map(|game| game.summary.ended_at_ms).collect()
    }

    fn export(&mut self, filter: GameFilter) -> LibraryEvent {
        self.library.perform(LibraryRequest::Export { filter: Box::new(filter), name: "mine".into() });
        let mut events = self.events();
        assert_eq!(events.len(), 1, "{events:?}");
        events.remove(0)
    }
}

#[test]
fn a_kept_game_survives_a_restart_and_opens() {
    let mut library = fixture();
    let kept = game(100, "An", &["h2e2"]);
    library.add(kept.clone());
    library.library.database = None;
    let (page, _) = library.page(GameFilter::default(), None);
    assert_eq!(page[0].summary, kept.summary);
    library.library.perform(LibraryRequest::Open(page[0].id));
    let (file, user) = ("楚河客-An.pgn".into(), kept.summary.user);
    let opened = LibraryEvent::Opened { game: page[0].id, file, user, record: kept.record };
    assert_eq!(library.events(), [opened]);
    library.library.perform(LibraryRequest::Open(LibraryId(99)));
    assert_eq!(library.events(), [LibraryEvent::Failed { list: None, failure: LibraryFailure::NoSuchGame }]);
}

#[test]
fn a_damaged_library_is_set_aside_and_a_new_one_begins() {
    let mut library = fixture();
    for round in 1..=2 {
        library.library.database = None;
        fs::write(library.folder.path().join(FILE), "this is no database, but long enough to look").unwrap();
        library.library.perform(LibraryRequest::Add(Box::new(game(100, "An", &[]))));
        let aside = library.folder.path().join(format!("library.damaged-{round}.db"));
        assert_eq!(library.events(), [LibraryEvent::SetAside { path: aside.display().to_string() }]);
        assert!(aside.exists());
        assert_eq!(library.found(GameFilter::default()), [100], "the game is kept in the new library");
    }
}

#[test]
fn a_row_that_cannot_be_decoded_sets_the_library_aside() {
    let mut library = fixture();
    library.add(game(100, "An", &[]));
    library.library.database = None;
    let connection = Connection::open(library.folder.path().join(FILE)).unwrap();
    connection.execute("UPDATE games SET result = 9", []).unwrap();
    drop(connection);
    let list = LibraryRequest::List { number: 1, filter: Box::default(), after: None };
    library.library.perform(list);
    let events = library.events();
    let empty = LibraryEvent::Page { number: 1, games: Vec::new(), more: false };
    assert!(matches!(events[0], LibraryEvent::SetAside { .. }), "{events:?}");
    assert_eq!(events[1..], [empty]);
}

#[test]
fn the_library_of_a_newer_program_is_not_changed() {
    let mut library = fixture();
    library.add(game(100, "An", &[]));
    library.library.database = None;
    let path = library.folder.path().join(FILE);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 2).unwrap();
    let before = fs::read(&path).unwrap();
    library.library.perform(LibraryRequest::Add(Box::new(game(200, "An", &[]))));
    assert_eq!(library.events(), [LibraryEvent::Failed { list: None, failure: LibraryFailure::TooNew }]);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn positions_are_computed_again_when_their_keys_have_changed() {
    let mut library = fixture();
    library.add(game(100, "An", &["h2e2"]));
    library.library.database = None;
    let connection = Connection::open(library.folder.path().join(FILE)).unwrap();
    connection.execute("UPDATE positions SET key = key + 1", []).unwrap();
    connection.execute("UPDATE keys SET version = 0", []).unwrap();
    drop(connection);
    let start = GameFilter { position: Some(Position::start().fen()), ..GameFilter::default() };
    assert_eq!(library.found(start), [100]);
    let connection = Connection::open(library.folder.path().join(FILE)).unwrap();
    let version: i64 = connection.query_row("SELECT version FROM keys", [], |row| row.get(0)).unwrap();
    assert_eq!(version, keys_version().cast_signed());
}

#[test]
fn games_of_a_range_are_exported_into_one_pgn_file() {
    let mut library = fixture();
    assert_eq!(
        library.export(GameFilter::default()),
        LibraryEvent::Failed { list: None, failure: LibraryFailure::NothingToExport }
    );
    for end in [100, 200, 300] {
        library.add(game(end, "云中鹤", &["h2e2", "h9g7"]));
    }
    library.add(luzhanqi(250));
    let range = GameFilter { ended_from_ms: Some(150), ..GameFilter::default() };
    let records = library.folder.path().join(GAMES_FOLDER);
    for name in ["mine.pgn", "mine (2).pgn"] {
        let path = records.join(name);
        let exported = LibraryEvent::Exported {
            path: path.display().to_string(),
            counts: PgnCounts { games: 2, reduced: 0, left_out: 1 },
        };
        assert_eq!(library.export(range.clone()), exported);
        let reading = formats::read(&fs::read(path).unwrap(), None).unwrap();
        assert_eq!(reading.games.len(), 2);
        assert!(reading.games.iter().all(|game| game.notes.is_empty() && game.tree.ply_count() == 2));
    }
    assert_eq!(fs::read_dir(records).unwrap().count(), 2, "a failed export leaves no file");
}

#[test]
fn the_thread_answers_requests_and_finishes_them_when_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let mut library = LibraryThread::new(Some(folder.path().join("deep")));
    library.request(LibraryRequest::Add(Box::new(game(100, "An", &[]))));
    library.request(LibraryRequest::List { number: 3, filter: Box::default(), after: None });
    library.close();
    let event = library.poll();
    assert!(
        matches!(&event, Some(LibraryEvent::Page { number: 3, games, .. }) if games.len() == 1),
        "{event:?}"
    );
    let mut nowhere = LibraryThread::new(None);
    nowhere.request(LibraryRequest::Open(LibraryId(1)));
    assert!(matches!(nowhere.poll(), Some(LibraryEvent::Failed { failure: LibraryFailure::Other(_), .. })));
}

#[test]
fn the_games_of_files_are_added_once_and_found_by_either_player() {
    let mut library = fixture();
    let path = library.folder.path().join("games.pgn");
    let game = |red: &str| {
        format!("[Red \"{red}\"]\n[Black \"Lin\"]\n[Date \"2001.02.03\"]\n\n1. h2e2 h9g7 1-0\n\n")
    };
    fs::write(&path, (0..250).map(|n| game(&format!("Player {n}"))).collect::<String>()).unwrap();
    let mut add = |path: PathBuf| {
        library.library.perform(LibraryRequest::Import(Box::new(ImportFile::of_path(path))));
        let [LibraryEvent::Imported { file, result }] = &library.events()[..] else { panic!("one answer") };
        (file.clone(), result.clone().map(|imported| (imported.taken, imported.known)))
    };
    assert_eq!(add(path.clone()), ("games.pgn".to_owned(), Ok((250, 0))));
    assert_eq!(add(path), ("games.pgn".to_owned(), Ok((0, 250))));
    let folder = library.folder.path().to_owned();
    for path in [folder.join("none.pgn"), folder] {
        library.library.perform(LibraryRequest::Import(Box::new(ImportFile::of_path(path))));
        let events = library.events();
        let [LibraryEvent::Imported { result: Err(ImportFailure::System(_)), .. }] = &events[..] else {
            panic!("{events:?}")
        };
    }
    let by = |opponent: &str| GameFilter { opponent: opponent.to_owned(), ..GameFilter::default() };
    let (found, _) = library.page(by("Player 249"), None);
    assert_eq!((found.len(), found[0].summary.user, found[0].summary.plies), (1, None, 2));
    assert_eq!(library.page(by("lin"), None).0.len(), chuhe_model::library::PAGE);
    let won = GameFilter { result: Some(chuhe_protocol::PlayerResult::Won), ..GameFilter::default() };
    assert_eq!(library.page(won, None).0, [], "the user has won none of them");
}
