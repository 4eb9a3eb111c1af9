//! Tests of the review screen without a window: opening, editing and saving records.

use super::testing::games::reading_a_game;
use super::testing::review::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, LibraryAction, RecordField, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::effect::{MachineEffect, StorageEffect, WindowEffect};
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::files::{Existing, FilesEvent, FilesRequest};
use chuhe_model::exchange::kept_review::ReviewKept;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::reviewing::RecordDialog;
use chuhe_protocol::{Event as GameEvent, RatedEnd, RatingChange, Uncounted};
use chuhe_records::formats::{Fault, Omission};
use chuhe_records::{GameResult, NodeId, tag};
use chuhe_rules::{Color, Outcome, PerColor, WinReason};

impl World {
    fn dialog(&self) -> Option<&RecordDialog> {
        self.app.study.reviewing().and_then(|reviewing| reviewing.dialog.as_ref())
    }

    fn take_files(&mut self) -> Vec<FilesRequest> {
        let request = |effect| {
            if let Effect::Storage(StorageEffect::Files(request)) = effect { Some(request) } else { None }
        };
        self.effects.drain(..).filter_map(request).collect()
    }
}

#[test]
fn the_text_on_the_clipboard_is_opened_by_a_button_and_typed_where_the_browser_refuses() {
    let mut world = World::new();
    world.review(ReviewAction::Enter);
    world.review(ReviewAction::PasteClipboard);
    assert!(world.effects.contains(&MachineEffect::ReadClipboard.into()));
    world.update(Event::Clipboard(Some(String::new())));
    assert_eq!(world.notice(), Some(&Notice::Record(RecordNotice::NothingToPaste)));
    world.update(Event::Clipboard(None));
    assert!(matches!(world.dialog(), Some(RecordDialog::Open { pastes_here: true, .. })));
    world.update(Event::Clipboard(Some("1. h2e2 h9g7".into())));
    assert_eq!(world.app.study.reviewing().unwrap().review.record.tree().ply_count(), 2);
    assert_eq!((world.dialog(), world.notice()), (None, None), "there was a text this time");
    // the user has closed the review before the browser answered
    world.review(ReviewAction::Leave);
    world.update(Event::Clipboard(Some("1. h2e2".into())));
    assert!(world.app.study.reviewing().is_none());
}

#[test]
fn a_finished_game_is_reviewed_and_saved_with_one_click_each() {
    let mut world = reading_a_game();
    world.effects.clear();
    world.review(ReviewAction::SaveTable);
    let [FilesRequest::SaveGame { path, existing: Existing::Number, .. }] = &world.take_files()[..] else {
        panic!("the game is saved")
    };
    assert!(path.starts_with("2025-11-20 云中鹤-楚河客."), "{path}");
    world.update(Event::Files(FilesEvent::GameSaved { path: "/games/x".into(), file: "x".into() }));
    assert!(matches!(world.notice(), Some(Notice::Record(RecordNotice::Saved { .. }))));
    world.review(ReviewAction::Table);
    assert_eq!(world.app.screen(), Screen::Review);
    let review = world.reviewed();
    assert_eq!((review.record.player(Color::Red), review.record.player(Color::Black)), ("云中鹤", "楚河客"));
    assert_eq!((review.record.tree().ply_count(), review.board.bottom), (3, Color::Black));
    let won = GameResult::Won { winner: Color::Red, reason: Some(WinReason::Resignation) };
    assert_eq!((review.record.tree().result(), review.record.unsaved), (won, false));
    assert_eq!(review.record.tree().ply(review.shown.node()), 3);
}

#[test]
fn the_record_of_a_rated_game_has_the_ratings_before_it() {
    let change = |before| RatingChange { before, after: 1500, games_missing: 0 };
    let changed = RatedEnd::Changed(PerColor::new(change(1512), change(1748)));
    let uncounted = RatedEnd::Uncounted(Uncounted::SamePair);
    for (end, expected) in [(changed, [Some("1512"), Some("1748")]), (uncounted, [None; 2])] {
        let mut world = World::at_board(Color::Red);
        let outcome = Outcome::won(Color::Black, WinReason::Resignation);
        world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
        world.receive_event(GameEvent::Rated(end));
        world.review(ReviewAction::Table);
        let tree = world.reviewed().record.tree();
        assert_eq!([tag::RED_ELO, tag::BLACK_ELO].map(|name| tree.tag(name)), expected);
    }
}

#[test]
fn a_proposed_name_never_replaces_another_game_of_the_same_day() {
    let mut world = reading_a_game();
    world.review(ReviewAction::Table);
    world.review(ReviewAction::AskSave);
    world.effects.clear();
    world.review(ReviewAction::Save { replace: false });
    let files = world.take_files();
    assert!(matches!(&files[..], [FilesRequest::SaveGame { existing: Existing::Number, .. }]), "{files:?}");
}

#[test]
fn a_pasted_game_is_saved_as_pgn_unless_that_would_lose_something_which_is_said() {
    let proposed = |text: &str| {
        let mut world = World::new();
        world.review(ReviewAction::Paste(text.into()));
        world.review(ReviewAction::AskSave);
        let Some(RecordDialog::Save { path, spared, .. }) = world.dialog() else {
            panic!("the dialog is open")
        };
        (path.rsplit('.').next().unwrap().to_owned(), spared.clone())
    };
    let spaced = "[Event \"x\"]\n\n1. h2e2 { a  comment\n\nof two lines } h9g7 *";
    assert_eq!(proposed(spaced), ("pgn".to_owned(), vec![]));
    let tagged =
        "[DhtmlXQ][DhtmlXQ_event]x\ny[/DhtmlXQ_event][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
    assert_eq!(proposed(tagged), ("ubb".to_owned(), vec![Omission::Tag(tag::EVENT.to_owned())]));
}

#[test]
fn a_record_with_an_illegal_move_is_shown_up_to_it() {
    let world = reviewing_fault();
    assert_eq!(world.reviewed().record.tree().ply_count(), 2);
    assert_eq!(world.reviewed().notes.len(), 1);
}

#[test]
fn what_is_no_record_is_refused_with_its_reason() {
    let mut world = World::new();
    world.review(ReviewAction::Paste("hello".into()));
    let Some(Notice::Record(RecordNotice::Unreadable(error))) = world.notice() else { panic!("a notice") };
    assert_eq!(error.fault, Fault::UnknownFormat);
    assert_eq!(world.app.screen(), Screen::Join);
    world.review(ReviewAction::Paste(" \n".into()));
    assert_eq!(world.notice(), Some(&Notice::Record(RecordNotice::NothingToPaste)));
}

#[test]
fn a_file_is_written_back_in_its_encoding() {
    let mut world = World::new();
    // 红 in GB 18030
    let file = b"[Game \"Chinese Chess\"]\n[Red \"\xba\xec\"]\n\n1. h2e2 *\n".to_vec();
    let path = "/home/a.pgn".to_owned();
    world.update(Event::Files(FilesEvent::Game { file: "a.pgn".into(), path, bytes: file }));
    assert_eq!(world.reviewed().record.player(Color::Red), "红");
    world.review(ReviewAction::AskSave);
    world.effects.clear();
    world.review(ReviewAction::Save { replace: true });
    let [FilesRequest::SaveGame { bytes, .. }] = &world.take_files()[..] else { panic!("the file is saved") };
    assert!(bytes.windows(2).any(|pair| pair == b"\xba\xec"), "{}", String::from_utf8_lossy(bytes));
}

#[test]
fn unsaved_changes_are_discarded_only_after_a_question() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    world.review(ReviewAction::Leave);
    assert!(matches!(world.dialog(), Some(RecordDialog::Discard(_))));
    world.review(ReviewAction::CloseDialog);
    assert_eq!((world.app.screen(), world.dialog()), (Screen::Review, None));
    world.opens("h2e2 h9g7");
    assert_eq!(world.reviewed().record.tree().ply_count(), 1);
    world.review(ReviewAction::Discard);
    assert_eq!((world.reviewed().record.tree().ply_count(), world.dialog()), (2, None));
    world.review(ReviewAction::Leave);
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn an_existing_file_is_replaced_only_after_a_question() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    world.review(ReviewAction::AskSave);
    world.act(Action::Edit(Field::Record(RecordField::Path), "my.pgn".into()));
    world.review(ReviewAction::Save { replace: false });
    let asked = |world: &mut World| match &world.take_files()[..] {
        [FilesRequest::SaveGame { path, existing, .. }] => (path.clone(), *existing),
        other => panic!("one request: {other:?}"),
    };
    assert_eq!(asked(&mut world), ("my.pgn".into(), Existing::Refuse));
    world.update(Event::Files(FilesEvent::GameExists));
    assert!(matches!(world.dialog(), Some(RecordDialog::Save { exists: true, .. })));
    world.review(ReviewAction::Save { replace: true });
    assert_eq!(asked(&mut world), ("my.pgn".into(), Existing::Replace));
    world.update(Event::Files(FilesEvent::GameSaved { path: "/g/my.pgn".into(), file: "my.pgn".into() }));
    assert_eq!(
        (world.dialog(), world.reviewed().record.unsaved, &*world.reviewed().file.name),
        (None, false, "my.pgn")
    );
    world.review(ReviewAction::AskSave);
    world.act(Action::Edit(Field::Record(RecordField::Path), "my.unknown".into()));
    world.review(ReviewAction::Save { replace: false });
    assert_eq!(world.notice(), Some(&Notice::Record(RecordNotice::NoFormat)));
    for empty in ["", " ", ".pgn", "games/"] {
        world.act(Action::Edit(Field::Record(RecordField::Path), empty.into()));
        world.review(ReviewAction::Save { replace: false });
        assert_eq!(world.notice(), Some(&Notice::Record(RecordNotice::NoName)), "{empty:?}");
    }
}

#[test]
fn a_record_is_unsaved_if_undone_edits_leave_it_as_no_file_has_it() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(RecordField::Comment.into(), "好棋".into()));
    assert!(world.reviewed().record.unsaved);
    world.review(ReviewAction::Undo);
    assert!(!world.reviewed().record.unsaved, "it is as it was opened");
    world.review(ReviewAction::Redo);
    assert!(world.reviewed().record.unsaved);
    world.review(ReviewAction::AskSave);
    world.review(ReviewAction::Save { replace: false });
    world.update(Event::Files(FilesEvent::GameSaved { path: "/g/my.pgn".into(), file: "my.pgn".into() }));
    assert!(!world.reviewed().record.unsaved);
    world.review(ReviewAction::Undo);
    assert!(world.reviewed().record.unsaved, "the file has the comment");
    world.review(ReviewAction::Redo);
    assert!(!world.reviewed().record.unsaved);
}

#[test]
fn what_would_replace_a_changed_record_follows_once_that_is_saved() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    world.review(ReviewAction::Paste("h2e2 h9g7".into()));
    world.review(ReviewAction::AskSave);
    world.act(Action::Edit(Field::Record(RecordField::Path), "my.pgn".into()));
    world.review(ReviewAction::Save { replace: false });
    assert_eq!(world.reviewed().record.tree().ply_count(), 1);
    world.update(Event::Files(FilesEvent::GameSaved { path: "/g/my.pgn".into(), file: "my.pgn".into() }));
    assert_eq!((world.reviewed().record.tree().ply_count(), world.dialog()), (2, None));
}

#[test]
fn a_game_of_the_user_is_never_hidden_by_a_record() {
    let mut world = World::at_board(Color::Red);
    world.opens("h2e2");
    assert_eq!(world.app.screen(), Screen::Table);
    assert_eq!(world.notice(), Some(&Notice::Record(RecordNotice::DuringGame)));
    let mut world = World::in_lobby();
    world.opens("h2e2");
    assert_eq!(world.app.screen(), Screen::Review);
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.screen(), Screen::Table);
    world.press(TableAction::Abort);
    let aborted = Outcome::Aborted(chuhe_rules::AbortReason::Requested(Color::Red));
    world.receive_event(GameEvent::Ended { outcome: aborted, clocks: reading(None) });
    assert_eq!(world.app.screen(), Screen::Table, "the result is not covered");
    world.press(TableAction::Leave);
    assert_eq!(world.app.screen(), Screen::Review);
}

#[test]
fn a_game_that_begins_closes_the_library_and_stops_the_record() {
    let mut world = World::in_lobby();
    world.opens("h2e2 h9g7");
    world.review(ReviewAction::Play);
    world.act(Action::Library(LibraryAction::Open));
    world.receive_event(started(ME, OTHER));
    assert!(!world.app.study.library.is_open);
    assert!(!world.app.study.reviewing.as_ref().unwrap().review.shown.is_playing());
}

#[test]
fn a_file_that_was_not_read_completely_is_not_offered_for_replacement() {
    let mut world = reviewing_fault();
    assert_eq!(world.reviewed().file.path, "");
    world.review(ReviewAction::AskSave);
    let Some(RecordDialog::Save { path, .. }) = world.dialog() else { panic!("the dialog is open") };
    assert!(!path.contains("game.txt"), "{path}");
    assert_eq!(reviewing(&["h2e2"]).reviewed().file.path, "/home/game.txt");
}

#[test]
fn what_was_not_read_is_saved_as_a_comment_and_the_notes_on_the_file_end_with_it() {
    let mut world = World::new();
    world.review(ReviewAction::Paste("[Red \"A\"]\n\n1. h2e2 h9g7 2. h0h9 i9h9 1-0".into()));
    assert_eq!(world.reviewed().notes.len(), 1);
    world.review(ReviewAction::AskSave);
    world.effects.clear();
    world.review(ReviewAction::Save { replace: false });
    let [FilesRequest::SaveGame { bytes, .. }] = &world.take_files()[..] else { panic!("the file is saved") };
    let saved = String::from_utf8_lossy(bytes).replace('\n', " ");
    assert!(saved.contains("{2. h0h9 i9h9}"), "{saved}");
    world.update(Event::Files(FilesEvent::GameSaved { path: "/g/a.pgn".into(), file: "a.pgn".into() }));
    assert_eq!((world.reviewed().notes.len(), &*world.reviewed().file.name), (0, "a.pgn"));
}

#[test]
fn a_record_of_western_chess_is_refused_and_what_was_open_stays() {
    let mut world = reviewing(&["h2e2"]);
    world.review(ReviewAction::Paste("[White \"Kasparov\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0".into()));
    let Some(Notice::Record(RecordNotice::Unreadable(error))) = world.notice() else {
        panic!("it is refused")
    };
    assert_eq!(error.fault, chuhe_records::formats::Fault::WesternChess);
    assert_eq!(world.reviewed().record.tree().ply_count(), 1);
}

#[test]
fn changes_stay_unsaved_if_the_format_does_not_hold_them() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    world.review(ReviewAction::AskSave);
    world.act(Action::Edit(Field::Record(RecordField::Path), "my.fen".into()));
    world.review(ReviewAction::Save { replace: false });
    world.update(Event::Files(FilesEvent::GameSaved { path: "/g/my.fen".into(), file: "my.fen".into() }));
    assert_eq!((world.dialog(), world.reviewed().record.unsaved), (None, true));
    assert_eq!(world.reviewed().file.path, "/home/game.txt");
}

#[test]
fn the_window_closes_with_changes_that_are_not_kept_only_after_a_question() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    world.effects.clear();
    world.update(Event::CloseRequested);
    let number = world.effects.iter().find_map(|effect| {
        let Effect::Storage(StorageEffect::KeepReview(request)) = effect else { return None };
        Some(request.number)
    });
    world.update(Event::ReviewKept(ReviewKept { number: number.unwrap(), is_kept: false }));
    assert!(world.app.dialogs.asked_to_quit && !world.effects.contains(&WindowEffect::Quit.into()));
    world.act(Action::Quit(true));
    assert!(world.effects.contains(&WindowEffect::Quit.into()));
    let mut world = reviewing(&["h2e2"]);
    world.update(Event::CloseRequested);
    assert!(world.effects.contains(&WindowEffect::Quit.into()), "an unchanged record is no reason to ask");
}

#[test]
fn positions_and_moves_are_copied() {
    let mut world = reviewing(&["h2e2", "h9g7"]);
    let copied = |world: &mut World, action| {
        world.effects.clear();
        world.review(action);
        world.effects.iter().find_map(|effect| {
            if let Effect::Window(WindowEffect::CopyText(text)) = effect { Some(text.clone()) } else { None }
        })
    };
    let fen = copied(&mut world, ReviewAction::CopyFen).unwrap();
    assert!(fen.starts_with("rnbakab1r/9/1c4nc1/"), "{fen}");
    let moves = copied(&mut world, ReviewAction::CopyMoves);
    assert_eq!(moves.as_deref(), Some("1. 炮二平五 马８进７"));
    world.effects.clear();
    world.review(ReviewAction::SavePicture);
    let [FilesRequest::SavePicture { name, .. }] = &world.take_files()[..] else { panic!("a picture") };
    assert_eq!(name, "xiangqi");
    // what was copied can be pasted
    world.review(ReviewAction::Paste(fen));
    assert_eq!(world.reviewed().shown.node(), NodeId::ROOT);
    assert_eq!(world.reviewed().record.tree().ply_count(), 0);
    // moves from another position than the usual one bring it along
    world.review(ReviewAction::Paste("3k5/9/9/9/9/9/9/9/9/R3K4 w moves a0a9 d9d8".into()));
    let moves = copied(&mut world, ReviewAction::CopyMoves).unwrap();
    assert_eq!(moves, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\n1. 车九进九 将４进１");
    world.review(ReviewAction::Paste("1. h2e2".into()));
    world.review(ReviewAction::Paste(moves));
    assert_eq!(world.reviewed().record.tree().ply_count(), 2);
}

#[test]
fn the_first_screen_leads_to_an_empty_review_that_asks_for_a_file() {
    let mut world = World::new();
    world.review(ReviewAction::Enter);
    assert_eq!(world.app.screen(), Screen::Review);
    assert!(matches!(world.dialog(), Some(RecordDialog::Open { .. })));
    world.act(Action::Edit(Field::Record(RecordField::Path), " ~/games/a.pgn ".into()));
    world.review(ReviewAction::Open);
    assert_eq!(world.take_files(), [FilesRequest::OpenGame { path: "~/games/a.pgn".into() }]);
    world.opens("h2e2");
    assert_eq!((world.dialog(), world.reviewed().record.tree().ply_count()), (None, 1));
}

#[test]
fn a_page_lets_the_browser_ask_for_the_file() {
    let mut world = World::new();
    let surface = Surface::Page { server: PageServer::None };
    world.app = App::new(Environment { surface, ..Environment::default() }, Settings::default());
    world.review(ReviewAction::Enter);
    world.review(ReviewAction::Open);
    assert_eq!(world.take_files(), [FilesRequest::OpenGame { path: "".into() }]);
}

#[test]
fn games_that_cannot_be_read_or_listed_are_counted() {
    let mut world = World::new();
    let good = "[Red \"a\"]\n\n1. C2.5 H8+7 *\n\n";
    let bad = "[Red \"b\"]\n[FEN \"nonsense\"]\n\n1. C2.5 *\n\n";
    let text = format!("{good}{bad}{good}{bad}");
    let event =
        FilesEvent::Game { file: "all.pgn".into(), path: "/home/all.pgn".into(), bytes: text.into_bytes() };
    world.update(Event::Files(event));
    let reviewing = world.app.study.reviewing().unwrap();
    let missing = *reviewing.missing().expect("two games are missing");
    assert_eq!((reviewing.games().len(), missing.refused.map(|(count, _)| count)), (2, Some(2)));
    let message = chuhe_texts::Text::of(Lang::En).records.missing(&missing);
    assert!(message.starts_with("2 games cannot be read; the first, line "), "{message}");
    world.review(ReviewAction::Game(1));
    assert_eq!(world.app.study.reviewing().unwrap().missing(), Some(&missing), "the list stays the same");
    let listed = chuhe_model::review::reviewing::Missing { refused: None, unlisted: 3 };
    for lang in Lang::ALL {
        assert!(chuhe_texts::Text::of(lang).records.missing(&listed).contains('3'));
    }
}

#[test]
fn a_pasted_line_is_a_record_or_a_path() {
    use chuhe_model::review::is_record;
    for line in ["h2e2 h9g7", "炮二平五 马8进7", "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1"] {
        assert!(is_record(line), "{line}");
    }
    for line in ["game.pgn", "/home/a/棋谱.xqf", "~/games/a b.pgn", "a0a9", ""] {
        assert!(!is_record(line), "{line}");
    }
}
