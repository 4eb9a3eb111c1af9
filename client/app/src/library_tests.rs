//! Tests of the library in the app, without a disk.

use super::testing::games::reading_a_game;
use super::testing::library::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, FilterPart, LibraryAction, RecordField};
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::library::{
    EditedGame, LibraryCopy, LibraryEvent, LibraryFailure, LibraryId, LibraryRequest, NewGame, key_of_fen,
};
use chuhe_model::notices::notice::LibraryNotice;
use chuhe_protocol::{Event as GameEvent, GameFilter, GameKind, PlayerResult, RatedEnd, RatingChange};
use chuhe_records::formats::{self, Format, Omission};
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, Outcome, PerColor, WinReason};

fn kept(world: &mut World) -> Vec<NewGame> {
    let added = |request| if let LibraryRequest::Add(game) = request { Some(*game) } else { None };
    requests(world).into_iter().filter_map(added).collect()
}

fn resigned() -> GameEvent {
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    GameEvent::Ended { outcome, clocks: reading(None) }
}

#[test]
fn a_finished_game_of_the_user_is_kept_once() {
    let mut world = World::at_board(Color::Red);
    for (color, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(color, mv));
    }
    assert_eq!(kept(&mut world), []);
    world.receive_event(resigned());
    let [game] = &kept(&mut world)[..] else { panic!("one game") };
    assert_eq!(
        (game.summary.user, game.summary.result, game.summary.plies),
        (Some(Color::Red), PlayerResult::Won, 2)
    );
    assert_eq!(game.extension, "pgn");
    assert_eq!(world.app.desk.settings.experience.finished_games, 1);
    assert!(game.positions.contains(&key_of_fen(&Position::start().fen()).unwrap()));
    let reading = formats::read(&game.record, Some(Format::Pgn)).unwrap();
    assert_eq!(reading.games[0].tree.ply_count(), 2);
    world.update(Event::Tick);
    assert_eq!(kept(&mut world), []);
}

#[test]
fn a_rated_game_is_kept_with_the_ratings_before_it_once_it_is_known_how_it_counts() {
    let mut start = started(ME, OTHER);
    if let GameEvent::Started(start) = &mut start {
        start.terms.rated = true;
    }
    let mut world = World::in_lobby();
    world.receive_event(start);
    for (color, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(color, mv));
    }
    world.receive_event(resigned());
    assert_eq!(kept(&mut world), []);
    let change = |before, after| RatingChange { before, after, games_missing: 0 };
    let changes = PerColor::new(change(1512, 1520), change(1748, 1740));
    world.receive_event(GameEvent::Rated(RatedEnd::Changed(changes)));
    let [game] = &kept(&mut world)[..] else { panic!("one game") };
    let record = String::from_utf8(game.record.clone()).unwrap();
    assert!(record.contains("[RedElo \"1512\"]"), "{record}");
}

#[test]
fn a_step_back_from_the_choice_of_games_to_delete_leads_to_the_list() {
    let mut world = in_library(World::new(), 2);
    world.act(Action::from(LibraryAction::ChooseToDelete(true)));
    let shown = |world: &World| (world.app.study.library.is_open, world.app.study.library.deleting);
    world.act(Action::Back);
    assert_eq!(shown(&world), (true, None));
    world.act(Action::Back);
    assert_eq!(shown(&world), (false, None));
}

#[test]
fn a_game_that_ended_before_both_had_moved_is_not_kept() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(resigned());
    assert_eq!(kept(&mut world), []);
}

#[test]
fn a_game_fetched_from_the_server_is_kept_with_the_time_of_its_end() {
    let mut world = reading_a_game();
    let [game] = &kept(&mut world)[..] else { panic!("one game") };
    assert_eq!((game.summary.user, game.summary.result), (Some(Color::Black), PlayerResult::Lost));
    let listed = world.app.sessions.visit().unwrap().games.list.rows()[0].ended_at_ms;
    assert_eq!(game.summary.ended_at_ms, listed);
}

#[test]
fn the_library_is_searched_and_listed_page_by_page() {
    let mut world = in_library(World::new(), 50);
    assert_eq!(world.app.study.library.rows().len(), 50);
    world.act(Action::Edit(Field::Library(FilterPart::Opponent), "云".into()));
    world.act(LibraryAction::More.into());
    let last = (1_763_600_000_000, LibraryId(49));
    let asked = requests(&mut world);
    let [LibraryRequest::List { number, filter, after }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!((filter.opponent.as_str(), *after), ("", Some(last)), "the list keeps its filter");
    world.update(Event::Library(LibraryEvent::Page { number: *number, games: vec![game(99)], more: false }));
    assert_eq!(world.app.study.library.rows().len(), 51);
    world.act(LibraryAction::Result(Some(PlayerResult::Drawn)).into());
    let asked = requests(&mut world);
    let [LibraryRequest::List { filter, after: None, .. }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!((filter.opponent.as_str(), filter.result), ("云", Some(PlayerResult::Drawn)));
    world.act(LibraryAction::Kind(Some(GameKind::Xiangqi)).into());
    let asked = requests(&mut world);
    let [LibraryRequest::List { filter, after: None, .. }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!((filter.kind, filter.result), (Some(GameKind::Xiangqi), Some(PlayerResult::Drawn)));
}

#[test]
fn a_game_of_the_library_opens_in_review_and_its_position_finds_others() {
    let mut world = World::at_board(Color::Red);
    for (color, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(color, mv));
    }
    world.receive_event(resigned());
    let record = kept(&mut world).remove(0).record;
    let mut world = in_library(World::new(), 1);
    world.act(LibraryAction::Review(LibraryId(0)).into());
    assert_eq!(requests(&mut world), [LibraryRequest::Open(LibraryId(0))]);
    let (file, user) = ("楚河客-云中鹤.pgn".to_owned(), Some(Color::Black));
    for (user, bottom) in [(None, Color::Red), (user, Color::Black)] {
        let (file, record) = (file.clone(), record.clone());
        world.update(Event::Library(LibraryEvent::Opened { game: LibraryId(0), file, user, record }));
        let review = world.reviewed();
        assert_eq!((review.seen.map(|seen| seen.bottom), review.board.bottom), (user, bottom));
    }
    assert_eq!((world.app.screen(), world.app.study.library.is_open), (Screen::Review, false));
    world.act(LibraryAction::Open.into());
    requests(&mut world);
    world.act(LibraryAction::Position(true).into());
    let asked = requests(&mut world);
    let [LibraryRequest::List { filter, .. }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(filter.position, world.app.study.reviewed_fen());
    assert!(filter.position.is_some());
    let before = filter.position.clone();
    world.act(Action::Review(ReviewAction::Step(Step::Last)));
    world.act(LibraryAction::Open.into());
    let asked = requests(&mut world);
    let [LibraryRequest::List { filter, .. }] = &asked[..] else { panic!("{asked:?}") };
    assert!(filter.position.is_some() && filter.position != before, "the list follows the record");
    world.act(Action::Review(ReviewAction::Leave));
    assert_eq!(world.app.study.library.form.position(), None);
}

/// Takes the game that is to be saved.
fn saved(world: &mut World) -> EditedGame {
    match &requests(world)[..] {
        [LibraryRequest::Save(game)] => (**game).clone(),
        asked => panic!("{asked:?}"),
    }
}

#[test]
fn a_changed_game_of_the_library_is_saved_there_when_the_user_asks() {
    let mut world = commented();
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    let EditedGame { copy, game } = saved(&mut world);
    assert_eq!(copy, LibraryCopy::of(LibraryId(3), b"1. h2e2 h9g7 0-1"));
    assert!(String::from_utf8(game.record.clone()).unwrap().contains("{好棋}"));
    assert_eq!((game.summary.plies, game.summary.result), (2, PlayerResult::Won), "black has won");
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    assert_eq!(requests(&mut world), [], "the first answer is still to come");
    assert!(world.reviewed().record.unsaved, "it is not saved before");
    let copy = LibraryCopy::of(LibraryId(3), &game.record);
    world.update(Event::Library(LibraryEvent::Saved { copy, is_new: false }));
    assert!(!world.reviewed().record.unsaved);
    assert_eq!(
        world.notice(),
        Some(&Notice::Library(LibraryNotice::Saved { is_new: false, omitted: vec![] }))
    );
    // the change can be undone, and this saved again
    world.act(Action::Review(ReviewAction::Undo));
    assert!(world.reviewed().record.unsaved);
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    assert_eq!(saved(&mut world).copy, copy, "what was saved is the copy from then on");
}

#[test]
fn a_game_with_a_blank_after_a_comment_is_saved_whole() {
    let mut world = commented();
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋 ".into()));
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    let EditedGame { game, .. } = saved(&mut world);
    assert_eq!(game.extension, "pgn", "the export holds the game");
    let copy = LibraryCopy::of(LibraryId(3), &game.record);
    world.update(Event::Library(LibraryEvent::Saved { copy, is_new: false }));
    assert!(!world.reviewed().record.unsaved);
}

#[test]
fn what_the_library_does_not_hold_is_said_and_stays_unsaved() {
    let mut world = commented();
    world.act(Action::Review(ReviewAction::Leave));
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    let omitted = vec![Omission::Variations];
    world.app.study.saving.as_mut().unwrap().omitted.clone_from(&omitted);
    let copy = LibraryCopy::of(LibraryId(3), &saved(&mut world).game.record);
    world.update(Event::Library(LibraryEvent::Saved { copy, is_new: false }));
    let notice = Notice::Library(LibraryNotice::Saved { is_new: false, omitted });
    assert_eq!(world.notice(), Some(&notice));
    assert!(world.reviewed().record.unsaved);
}

#[test]
fn a_game_with_a_fault_is_not_saved_over_what_is_lost_of_it() {
    for (record, is_saved) in [("1. h2e2 h9g7 0-1", true), ("1. h2e2 h9h3 0-1", false)] {
        let mut world = World::new();
        let (file, record) = ("a-b.pgn".to_owned(), record.as_bytes().to_vec());
        world.update(Event::Library(LibraryEvent::Opened { game: LibraryId(3), file, user: None, record }));
        assert_eq!(world.reviewed().file.library.is_some(), is_saved);
    }
}

#[test]
fn the_library_is_older_than_a_record_that_only_a_file_has() {
    let mut world = commented();
    world.act(Action::Review(ReviewAction::AskSave));
    let (path, file) = ("/games/x.pgn".into(), "x.pgn".into());
    world.update(Event::Files(FilesEvent::GameSaved { path, file }));
    assert!(!world.reviewed().record.unsaved && world.reviewed().library_is_older);
    requests(&mut world);
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    let copy = LibraryCopy::of(LibraryId(3), &saved(&mut world).game.record);
    world.update(Event::Library(LibraryEvent::Saved { copy, is_new: false }));
    assert!(!world.reviewed().library_is_older);
}

#[test]
fn a_game_that_is_not_saved_stays_unsaved_and_can_be_saved_later() {
    let mut world = commented();
    world.act(Action::Review(ReviewAction::Leave));
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    saved(&mut world);
    world.update(Event::Library(LibraryEvent::NotSaved(LibraryFailure::Full)));
    assert!(world.reviewed().record.unsaved, "the review stays");
    assert_eq!(world.notice(), Some(&Notice::Library(LibraryNotice::Failed(LibraryFailure::Full))));
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    let copy = LibraryCopy::of(LibraryId(8), &saved(&mut world).game.record);
    world.update(Event::Library(LibraryEvent::Saved { copy, is_new: true }));
    assert!(world.app.study.reviewing().is_none(), "the user was about to leave");
    assert_eq!(
        world.notice(),
        Some(&Notice::Library(LibraryNotice::Saved { is_new: true, omitted: vec![] }))
    );
}

#[test]
fn what_changes_while_a_game_is_saved_is_still_unsaved() {
    let mut world = commented();
    world.act(Action::Review(ReviewAction::SaveToLibrary));
    let copy = LibraryCopy::of(LibraryId(3), &saved(&mut world).game.record);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋！".into()));
    world.update(Event::Library(LibraryEvent::Saved { copy, is_new: false }));
    assert!(world.reviewed().record.unsaved);
}

#[test]
fn a_failure_of_the_library_is_reported_and_stops_nothing() {
    let mut world = World::new();
    world.act(LibraryAction::Open.into());
    let failure = LibraryFailure::Other("no disk".into());
    let asked = requests(&mut world);
    let [LibraryRequest::List { number, .. }] = &asked[..] else { panic!("{asked:?}") };
    world.update(Event::Library(LibraryEvent::Failed { list: None, failure: failure.clone() }));
    assert!(world.app.study.library.is_loading(), "another request failed");
    world.update(Event::Library(LibraryEvent::Failed { list: Some(*number), failure: failure.clone() }));
    let notice = Notice::Library(LibraryNotice::Failed(failure));
    assert_eq!(world.app.desk.notice(world.now), Some(&notice));
    assert!(!world.app.study.library.is_loading());
    world.act(LibraryAction::Export.into());
    let export = LibraryRequest::Export { filter: Box::new(GameFilter::default()), name: "chuhe".into() };
    assert!(requests(&mut world).contains(&export));
}

#[test]
fn a_game_is_deleted_after_a_question_and_leaves_the_list() {
    let mut world = in_library(World::in_lobby(), 3);
    let game = LibraryId(1);
    world.act(LibraryAction::ChooseToDelete(true).into());
    world.act(LibraryAction::Delete(LibraryId(0)).into());
    world.act(LibraryAction::Delete(game).into());
    assert_eq!(requests(&mut world), [], "only another press of the same button deletes");
    world.act(LibraryAction::Delete(game).into());
    assert_eq!(requests(&mut world), [LibraryRequest::Delete(game)]);
    world.update(Event::Library(LibraryEvent::Deleted { game: Some(game), games: 1 }));
    let ids = |world: &World| world.app.study.library.rows().iter().map(|row| row.id.0).collect::<Vec<_>>();
    assert_eq!((ids(&world), requests(&mut world)), (vec![0, 2], vec![]));
    // the list goes on with the next page once it is empty
    for game in [0, 2].map(LibraryId) {
        world.update(Event::Library(LibraryEvent::Deleted { game: Some(game), games: 1 }));
    }
    let asked = requests(&mut world);
    let [LibraryRequest::List { after: Some((_, LibraryId(2))), .. }] = &asked[..] else {
        panic!("{asked:?}")
    };
}

#[test]
fn all_games_of_the_list_are_deleted_after_a_question() {
    let mut world = in_library(World::in_lobby(), 3);
    world.act(LibraryAction::Result(Some(PlayerResult::Lost)).into());
    requests(&mut world);
    let filter = world.app.study.library.filter().clone();
    // what is typed since is not what the user sees
    world.act(Action::Edit(Field::Library(FilterPart::Opponent), "Bo".into()));
    world.act(LibraryAction::ChooseToDelete(true).into());
    world.act(LibraryAction::DeleteAll.into());
    world.act(LibraryAction::Delete(LibraryId(1)).into());
    world.act(LibraryAction::DeleteAll.into());
    assert_eq!(requests(&mut world), []);
    world.act(LibraryAction::DeleteAll.into());
    assert_eq!(requests(&mut world), [LibraryRequest::DeleteAll(Box::new(filter.clone()))]);
    world.update(Event::Library(LibraryEvent::Deleted { game: None, games: 3 }));
    assert_eq!(world.notice(), Some(&Notice::Library(LibraryNotice::Deleted(3))));
    let asked = requests(&mut world);
    let [LibraryRequest::List { filter: listed, after: None, .. }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(**listed, filter);
    assert_eq!(world.app.study.library.deleted_last, 3);
    world.act(LibraryAction::Undelete.into());
    assert_eq!(requests(&mut world), [LibraryRequest::Undelete]);
    world.update(Event::Library(LibraryEvent::Undeleted { games: 3 }));
    assert_eq!(world.notice(), Some(&Notice::Library(LibraryNotice::Undeleted(3))));
    let asked = requests(&mut world);
    assert!(matches!(&asked[..], [LibraryRequest::List { after: None, .. }]), "{asked:?}");
    assert_eq!(world.app.study.library.deleted_last, 0);
    world.act(LibraryAction::Close.into());
    assert_eq!(world.app.study.library.deleting, None);
}
