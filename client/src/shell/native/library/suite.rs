//! Tests of every kind of library, on a disk and in a browser; both give the same answers.

use super::*;
use crate::shell::kept;
use crate::shell::kept::test_storage::TestStorage;
use chuhe_model::library::{EditedGame, LibraryCopy, LibraryGame, NewGame, PAGE, Summary, keys_of};
use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_records::formats::{self, WriteOptions};
use chuhe_records::{GameTree, NodeId, Start, tag};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::xiangqi::{Move, Position};
use chuhe_rules::{Color, PerColor};
use proptest::prelude::*;
use tempfile::TempDir;

/// A library, of any kind.
trait Shelf {
    /// Carries out a request. A path in the answer is only the name of its file.
    fn perform(&mut self, request: LibraryRequest) -> Vec<LibraryEvent>;

    /// Closes the library, and opens it again.
    fn reopen(&mut self);

    /// The content of every file that was exported, by name.
    fn exported(&self, name: &str) -> Option<Vec<u8>>;
}

/// A library on a disk.
struct Disk {
    folder: TempDir,
    library: Library,
    events: Mailbox<LibraryEvent>,
}

/// A library in a browser.
struct Browser {
    storage: TestStorage,
    library: kept::library::Library<TestStorage>,
    downloads: Vec<kept::files::Download>,
}

fn disk() -> Disk {
    let folder = tempfile::tempdir().unwrap();
    let events = Mailbox::new();
    let library = Library { folder: folder.path().into(), database: None, events: events.reporter() };
    Disk { folder, library, events }
}

fn browser() -> Browser {
    let storage = TestStorage::default();
    let library = kept::library::Library::new(storage.clone());
    Browser { storage, library, downloads: Vec::new() }
}

impl Shelf for Disk {
    fn perform(&mut self, request: LibraryRequest) -> Vec<LibraryEvent> {
        self.library.perform(request);
        let name = |path: String| Path::new(&path).file_name().unwrap().to_str().unwrap().to_owned();
        std::iter::from_fn(|| self.events.poll())
            .map(|event| {
                if let LibraryEvent::Exported { path, counts } = event {
                    LibraryEvent::Exported { path: name(path), counts }
                } else {
                    event
                }
            })
            .collect()
    }

    fn reopen(&mut self) {
        self.library.database = None;
    }

    fn exported(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.path().join(GAMES_FOLDER).join(name)).ok()
    }
}

impl Shelf for Browser {
    fn perform(&mut self, request: LibraryRequest) -> Vec<LibraryEvent> {
        self.downloads.extend(self.library.request(request));
        std::iter::from_fn(|| self.library.poll()).collect()
    }

    fn reopen(&mut self) {
        self.library = kept::library::Library::new(self.storage.clone());
    }

    fn exported(&self, name: &str) -> Option<Vec<u8>> {
        self.downloads.iter().find(|file| file.name == name).map(|file| file.bytes.clone())
    }
}

/// Runs a test on an empty library of each kind.
fn each(test: impl Fn(&mut dyn Shelf)) {
    test(&mut disk());
    test(&mut browser());
}

fn add(shelf: &mut dyn Shelf, game: NewGame) {
    assert_eq!(shelf.perform(LibraryRequest::Add(Box::new(game))), []);
}

fn page(shelf: &mut dyn Shelf, filter: GameFilter, after: Option<&LibraryGame>) -> (Vec<LibraryGame>, bool) {
    let after = after.map(|game| (game.summary.ended_at_ms, game.id));
    match &shelf.perform(LibraryRequest::List { number: 7, filter: Box::new(filter), after })[..] {
        [LibraryEvent::Page { number: 7, games, more }] => (games.clone(), *more),
        events => panic!("{events:?}"),
    }
}

/// The times at which the found games ended.
fn found(shelf: &mut dyn Shelf, filter: GameFilter) -> Vec<u64> {
    page(shelf, filter, None).0.iter().map(|game| game.summary.ended_at_ms).collect()
}

/// A game that the user won with red, and that ended at this time, with these moves.
pub(super) fn game(ended_at_ms: u64, opponent: &str, moves: &[&str]) -> NewGame {
    let mut tree = GameTree::new(Start::xiangqi());
    let mut node = NodeId::ROOT;
    for text in moves {
        node = tree.play(node, text.parse::<Move>().unwrap()).unwrap();
    }
    tree.set_tag(tag::BLACK, opponent).unwrap();
    let record = formats::write(&tree, Format::Pgn, &WriteOptions::default()).unwrap().bytes;
    NewGame {
        origin: format!("here/{ended_at_ms}"),
        summary: Summary {
            kind: GameKind::Xiangqi,
            names: PerColor::new("楚河客".into(), opponent.into()),
            user: Some(Color::Red),
            result: PlayerResult::Won,
            plies: u16::try_from(moves.len()).unwrap(),
            ended_at_ms,
        },
        record,
        extension: "pgn".into(),
        positions: keys_of(&tree),
    }
}

pub(super) fn luzhanqi(ended_at_ms: u64) -> NewGame {
    let mut game = game(ended_at_ms, "Bo", &[]);
    game.summary.kind = GameKind::Luzhanqi(BoardKind::Cross);
    game.summary.user = Some(Color::Black);
    game.summary.result = PlayerResult::Drawn;
    (game.extension, game.positions) = ("lzq".into(), Vec::new());
    game
}

/// The record of a game.
fn record(shelf: &mut dyn Shelf, id: LibraryId) -> Option<Vec<u8>> {
    match &shelf.perform(LibraryRequest::Open(id))[..] {
        [LibraryEvent::Opened { game, record, .. }] if *game == id => Some(record.clone()),
        _ => None,
    }
}

/// Saves this comment, and the game without its last move, over a game as it was opened.
fn save(shelf: &mut dyn Shelf, copy: LibraryCopy, comment: &str) -> (LibraryCopy, bool) {
    let mut tree = GameTree::new(Start::xiangqi());
    let node = tree.play(NodeId::ROOT, "h2e2".parse::<Move>().unwrap()).unwrap();
    tree.set_comment(node, comment).unwrap();
    let edited = EditedGame::of(copy, &tree, Some(Color::Red)).unwrap();
    match &shelf.perform(LibraryRequest::Save(Box::new(edited.game)))[..] {
        [LibraryEvent::Saved { copy, is_new }] => (*copy, *is_new),
        events => panic!("{events:?}"),
    }
}

#[test]
fn a_changed_game_replaces_the_one_that_was_opened_with_all_that_is_known_of_it() {
    each(|library| {
        add(library, game(100, "An", &["h2e2", "h9g7"]));
        add(library, game(200, "Bo", &["b2e2"]));
        let opened = page(library, GameFilter::default(), None).0[1].clone();
        let bytes = record(library, opened.id).unwrap();
        let (copy, is_new) = save(library, LibraryCopy::of(opened.id, &bytes), "good");
        assert_eq!((copy.game, is_new), (opened.id, false));
        for _ in 0..2 {
            let (games, _) = page(library, GameFilter::default(), None);
            let summary = Summary { plies: 1, result: PlayerResult::Aborted, ..opened.summary.clone() };
            assert_eq!(games[1], LibraryGame { id: opened.id, summary }, "its names and its end stay");
            assert_eq!(games.len(), 2);
            let saved = record(library, opened.id).unwrap();
            assert!(copy.has(&saved) && String::from_utf8(saved).unwrap().contains("{good}"));
            let mut position = Position::start();
            for (mv, expected) in [("h2e2", vec![100]), ("h9g7", vec![])] {
                position.play(mv.parse().unwrap()).unwrap();
                let filter = GameFilter { position: Some(position.fen()), ..GameFilter::default() };
                assert_eq!(found(library, filter), expected, "{mv}");
            }
            library.reopen();
        }
    });
}

#[test]
fn a_game_that_another_window_has_changed_or_deleted_is_never_replaced() {
    each(|library| {
        add(library, game(100, "An", &["h2e2", "h9g7"]));
        let opened = page(library, GameFilter::default(), None).0[0].clone();
        let copy = LibraryCopy::of(opened.id, &record(library, opened.id).unwrap());
        save(library, copy, "theirs");
        let theirs = record(library, opened.id).unwrap();
        let (mine, is_new) = save(library, copy, "mine");
        assert!(is_new && mine.game != opened.id);
        assert_eq!(record(library, opened.id).unwrap(), theirs);
        assert!(mine.has(&record(library, mine.game).unwrap()));
        assert_eq!(found(library, GameFilter::default()), [100, 100], "it has the end of the game");
        // the same once more is the same game, and another game of its origin stays
        assert_eq!(save(library, copy, "mine"), (mine, true));
        let (later, is_new) = save(library, mine, "later");
        assert_eq!((later.game, is_new), (mine.game, false));
        let (again, is_new) = save(library, copy, "mine");
        assert!(is_new && again.game != mine.game);
        assert!(later.has(&record(library, later.game).unwrap()));
        library.perform(LibraryRequest::Delete(opened.id));
        let (kept, is_new) = save(library, LibraryCopy::of(opened.id, &theirs), "kept");
        assert!(is_new && kept.has(&record(library, kept.game).unwrap()));
    });
}

#[test]
fn a_game_that_is_saved_again_before_the_answer_came_is_no_new_game() {
    each(|library| {
        add(library, game(100, "An", &["h2e2", "h9g7"]));
        let opened = page(library, GameFilter::default(), None).0[0].clone();
        let copy = LibraryCopy::of(opened.id, &record(library, opened.id).unwrap());
        let first = save(library, copy, "good");
        library.reopen();
        assert_eq!(save(library, copy, "good"), first, "the program was ended in between");
        assert_eq!(found(library, GameFilter::default()), [100]);
    });
}

#[test]
fn games_are_listed_latest_first_page_by_page_and_kept_once() {
    each(|library| {
        for n in 0..120 {
            add(library, game(n / 2, "An", &[]));
            add(library, game(n / 2, "Another", &[]));
        }
        let mut ends = Vec::new();
        let mut after = None;
        loop {
            let (page, more) = page(library, GameFilter::default(), after.as_ref());
            assert!(page.len() <= PAGE);
            ends.extend(page.iter().map(|game| game.summary.ended_at_ms));
            after = page.last().cloned();
            if !more {
                break;
            }
        }
        assert_eq!(ends, (0..60).rev().collect::<Vec<_>>());
    });
}

#[test]
fn games_are_found_by_opponent_result_kind_date_and_position() {
    each(|library| {
        add(library, game(100, "云中鹤", &["h2e2", "h9g7"]));
        add(library, game(200, "Bobby", &["h2e2", "h7e7"]));
        add(library, luzhanqi(300));
        let all = GameFilter::default;
        for _ in 0..2 {
            assert_eq!(found(library, all()), [300, 200, 100]);
            assert_eq!(found(library, GameFilter { opponent: "中鶴".into(), ..all() }), [100]);
            assert_eq!(found(library, GameFilter { opponent: "bob".into(), ..all() }), [200]);
            assert_eq!(found(library, GameFilter { opponent: "楚河".into(), ..all() }), [300]);
            assert_eq!(found(library, GameFilter { result: Some(PlayerResult::Drawn), ..all() }), [300]);
            assert_eq!(found(library, GameFilter { kind: Some(GameKind::Xiangqi), ..all() }), [200, 100]);
            let dates = GameFilter { ended_from_ms: Some(100), ended_before_ms: Some(200), ..all() };
            assert_eq!(found(library, dates), [100]);
            let mut position = Position::start();
            let mut at = |mv: &str| {
                position.play(mv.parse().unwrap()).unwrap();
                GameFilter { position: Some(position.fen()), ..all() }
            };
            assert_eq!(found(library, at("h2e2")), [200, 100]);
            assert_eq!(found(library, at("h7e7")), [200]);
            assert!(found(library, at("b0c2")).is_empty());
            assert!(found(library, GameFilter { position: Some("9/9".into()), ..all() }).is_empty());
            // the positions are read again
            library.reopen();
        }
    });
}

#[test]
fn the_last_deletion_is_undone() {
    each(|library| {
        for n in 1..=3 {
            add(library, game(n, "An", &["h2e2"]));
        }
        let mut position = Position::start();
        position.play("h2e2".parse().unwrap()).unwrap();
        let here = || GameFilter { position: Some(position.fen()), ..GameFilter::default() };
        let second = page(library, GameFilter::default(), None).0[1].id;
        library.perform(LibraryRequest::Delete(second));
        assert_eq!(found(library, here()), [3, 1]);
        assert_eq!(library.perform(LibraryRequest::Undelete), [LibraryEvent::Undeleted { games: 1 }]);
        assert_eq!(
            (found(library, here()), found(library, GameFilter::default())),
            (vec![3, 2, 1], vec![3, 2, 1])
        );
        assert_eq!(library.perform(LibraryRequest::Undelete), [LibraryEvent::Undeleted { games: 0 }]);
        library.perform(LibraryRequest::DeleteAll(Box::default()));
        // one has come again meanwhile
        add(library, game(1, "An", &["h2e2"]));
        assert_eq!(library.perform(LibraryRequest::Undelete), [LibraryEvent::Undeleted { games: 2 }]);
        library.reopen();
        assert_eq!(found(library, here()), [3, 2, 1]);
    });
}

#[test]
fn games_are_deleted_one_by_one_and_all_that_match() {
    each(|library| {
        for n in 1..=4 {
            add(library, game(n, if n == 4 { "Bobby" } else { "An" }, &["h2e2"]));
        }
        let second = page(library, GameFilter::default(), None).0[2].id;
        for games in [1, 0] {
            let events = library.perform(LibraryRequest::Delete(second));
            assert_eq!(events, [LibraryEvent::Deleted { game: Some(second), games }]);
        }
        library.reopen();
        assert_eq!(found(library, GameFilter::default()), [4, 3, 1]);
        let mut position = Position::start();
        position.play("h2e2".parse().unwrap()).unwrap();
        let here = GameFilter { position: Some(position.fen()), ..GameFilter::default() };
        assert_eq!(found(library, here), [4, 3, 1], "its positions are gone, too");
        let an = GameFilter { opponent: "An".into(), ..GameFilter::default() };
        let events = library.perform(LibraryRequest::DeleteAll(Box::new(an)));
        assert_eq!(events, [LibraryEvent::Deleted { game: None, games: 2 }]);
        assert_eq!(found(library, GameFilter::default()), [4]);
        // the same game may come again
        add(library, game(1, "An", &[]));
        assert_eq!(found(library, GameFilter::default()), [4, 1]);
    });
}

/// A request, or that the library is opened again.
#[derive(Clone, Debug)]
enum Step {
    Add(Box<NewGame>),
    /// After the game at this place of the last page.
    List {
        filter: Box<GameFilter>,
        after: Option<usize>,
    },
    /// The game at this place of the last page.
    Open(usize),
    Export(Box<GameFilter>),
    /// The game at this place of the last page.
    Delete(usize),
    DeleteAll(Box<GameFilter>),
    Undelete,
    Reopen,
}

/// A time; some are later than a library can store.
fn time() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 0..6_u64, 1 => Just(u64::MAX), 1 => Just(u64::MAX / 2), 1 => Just(u64::MAX / 2 - 1)]
}

fn new_game() -> impl Strategy<Value = NewGame> {
    let lines: [&[&str]; 4] = [&[], &["h2e2"], &["h2e2", "h9g7"], &["b2e2", "h9g7", "b0c2"]];
    let (line, opponent) = (0..lines.len(), 0..4_usize);
    (0..40_u32, time(), line, opponent, 0..3_usize, 0..4_usize, any::<bool>()).prop_map(
        move |(origin, end, line, opponent, kind, result, is_red)| {
            let opponent = ["An", "云中鹤", "Bobby", "雲中鶴\n\"{"][opponent];
            let mut new = game(end, opponent, lines[line]);
            new.origin = format!("g{origin}-1-2");
            new.summary.result =
                [PlayerResult::Won, PlayerResult::Lost, PlayerResult::Drawn, PlayerResult::Aborted][result];
            if !is_red {
                new.summary.user = Some(Color::Black);
            }
            if kind > 0 {
                new.summary.kind = GameKind::Luzhanqi(BoardKind::ALL[kind - 1]);
                (new.extension, new.positions) = ("lzq".into(), Vec::new());
                // no text
                new.record = vec![0xff, 0, b'\n', origin as u8];
            }
            new
        },
    )
}

fn filter() -> impl Strategy<Value = GameFilter> {
    let opponent =
        prop_oneof![3 => Just(""), 1 => Just("中鶴"), 1 => Just("bob"), 1 => Just("楚河"), 1 => Just(" ")];
    let result = prop_oneof![
        4 => Just(None),
        1 => Just(Some(PlayerResult::Won)),
        1 => Just(Some(PlayerResult::Aborted)),
    ];
    let kind = prop_oneof![
        3 => Just(None),
        1 => Just(Some(GameKind::Xiangqi)),
        1 => Just(Some(GameKind::Luzhanqi(BoardKind::Cross))),
    ];
    let mut after = Position::start();
    after.play("h2e2".parse().expect("a move")).expect("it is legal");
    let fens = [None, None, None, Some(Position::start().fen()), Some(after.fen()), Some("9/9".to_owned())];
    let time = || proptest::option::weighted(0.3, time());
    (opponent, result, kind, time(), time(), 0..fens.len()).prop_map(
        move |(opponent, result, kind, ended_from_ms, ended_before_ms, fen)| GameFilter {
            opponent: opponent.to_owned(),
            result,
            kind,
            ended_from_ms,
            ended_before_ms,
            position: fens[fen].clone(),
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let after = proptest::option::weighted(0.4, 0..PAGE);
    prop_oneof![
        20 => new_game().prop_map(|game| Step::Add(Box::new(game))),
        10 => (filter(), after).prop_map(|(filter, after)| Step::List { filter: Box::new(filter), after }),
        3 => (0..PAGE).prop_map(Step::Open),
        1 => filter().prop_map(|filter| Step::Export(Box::new(filter))),
        2 => (0..PAGE).prop_map(Step::Delete),
        1 => filter().prop_map(|filter| Step::DeleteAll(Box::new(filter))),
        2 => Just(Step::Undelete),
        1 => Just(Step::Reopen),
    ]
}

/// Carries out a step. `page` is the last page with games; the numbers of games differ between libraries.
fn take(shelf: &mut dyn Shelf, page: &mut Vec<LibraryGame>, n: usize, step: &Step) -> Vec<LibraryEvent> {
    let request = match step.clone() {
        Step::Add(game) => LibraryRequest::Add(game),
        Step::List { filter, after } => {
            let after = after.and_then(|after| page.get(after));
            let after = after.map(|game| (game.summary.ended_at_ms, game.id));
            LibraryRequest::List { number: 3, filter, after }
        }
        Step::Open(place) => LibraryRequest::Open(page.get(place).map_or(LibraryId(9_999), |game| game.id)),
        Step::Export(filter) => LibraryRequest::Export { filter, name: format!("export {n}") },
        Step::Delete(place) => {
            LibraryRequest::Delete(page.get(place).map_or(LibraryId(9_999), |game| game.id))
        }
        Step::DeleteAll(filter) => LibraryRequest::DeleteAll(filter),
        Step::Undelete => LibraryRequest::Undelete,
        Step::Reopen => {
            shelf.reopen();
            return Vec::new();
        }
    };
    let mut events = shelf.perform(request);
    for event in &mut events {
        if let LibraryEvent::Page { games, .. } = event {
            if !games.is_empty() {
                page.clone_from(games);
            }
            games.iter_mut().for_each(|game| game.id = LibraryId(0));
        }
        if let LibraryEvent::Deleted { game: Some(game), .. } = event {
            *game = LibraryId(0);
        }
        if let LibraryEvent::Opened { game, .. } = event {
            *game = LibraryId(0);
        }
    }
    events
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_disk_and_a_browser_answer_the_same(steps in proptest::collection::vec(step(), 1..80)) {
        let (mut disk, mut browser) = (disk(), browser());
        let mut pages = (Vec::new(), Vec::new());
        for (n, step) in steps.iter().enumerate() {
            let answers = (take(&mut disk, &mut pages.0, n, step), take(&mut browser, &mut pages.1, n, step));
            prop_assert_eq!(answers.0, answers.1, "step {}: {:?}", n, step);
            let file = format!("export {n}.pgn");
            prop_assert_eq!(disk.exported(&file), browser.exported(&file));
        }
    }
}
