//! Tests of keeping the record under review.

use super::testing::keeping::*;
use super::testing::review::reviewing;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, RecordField};
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::effect::{ConnectionEffect, WindowEffect};
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::{ConnectFailure, NetworkEvent};
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};
use chuhe_model::review::reviewing::RecordDialog;
use chuhe_rules::Color;

impl World {
    fn comments(&mut self, text: &str) {
        self.act(Action::Edit(Field::Record(RecordField::Comment), text.into()));
    }
}

#[test]
fn a_review_is_kept_soon_after_a_change_and_deleted_when_it_closes() {
    let mut world = reviewing(&["h2e2", "h9g7"]);
    assert!(world.kept_review(true).is_some());
    world.comments("好棋");
    assert_eq!(world.take_kept(), []);
    assert!(world.app.next_wakeup(world.now).is_some_and(|at| at <= world.now.plus_ms(1_000)));
    world.wait(1_000);
    let [KeepReview { text: Some(text), .. }] = &world.take_kept()[..] else { panic!("it is kept") };
    assert!(text.contains("好棋"), "{text}");
    world.wait(60_000);
    assert_eq!(world.take_kept(), [], "nothing has changed");
    world.review(ReviewAction::Leave);
    world.review(ReviewAction::Discard);
    assert!(matches!(&world.take_kept()[..], [KeepReview { text: None, .. }]));
}

#[test]
fn a_page_that_is_left_keeps_what_was_just_typed() {
    let mut world = reviewing(&["h2e2"]);
    world.comments("好");
    world.update(Event::Leaving);
    let [request] = &world.take_kept()[..] else { panic!("it is kept at once") };
    assert!(world.app.loses_something(), "the shell has not answered");
    world.update(Event::ReviewKept(ReviewKept { number: request.number, is_kept: true }));
    assert!(!world.app.loses_something());
    world.comments("好棋");
    assert!(world.app.loses_something());
    world.kept_review(false);
    assert!(world.app.loses_something(), "the storage is full");
}

#[test]
fn a_reloaded_page_shows_the_review_at_the_same_place() {
    let mut before = reviewing(&["h2e2", "h9g7", "h0g2"]);
    before.review(ReviewAction::Step(Step::Back));
    before.review(ReviewAction::Flip);
    before.comments("好棋");
    let text = before.kept_review(true).unwrap();
    let mut world = started_with(&text, true);
    // the address of the page is that of the position
    let route = before.app.route().unwrap().to_string();
    world.act(Action::FollowAgain(route));
    assert_eq!(world.app.screen(), Screen::Review);
    let review = &world.app.study.reviewing().unwrap().review;
    assert_eq!(review.record.tree(), before.app.study.reviewing().unwrap().review.record.tree());
    let shown = (review.record.tree().ply(review.shown.node()), review.board.bottom, review.record.unsaved);
    assert_eq!(shown, (2, Color::Black, true));
    assert_eq!(world.app.study.reviewing().unwrap().dialog, None);
    world.review(ReviewAction::Leave);
    assert!(matches!(world.app.study.reviewing().unwrap().dialog, Some(RecordDialog::Discard(_))));
}

#[test]
fn a_reloaded_page_in_a_review_comes_back_to_the_server_behind_it() {
    for is_joined in [true, false] {
        let mut before = if is_joined { World::in_lobby() } else { World::new() };
        before.opens("h2e2");
        let text = before.kept_review(true).unwrap();
        let route = before.app.route().unwrap().to_string();
        let mut world = started_with(&text, true);
        world.act(Action::FollowAgain(route));
        let connects =
            |effect: &Effect| matches!(effect, Effect::Connection(ConnectionEffect::Connect { .. }));
        assert_eq!((world.app.screen(), world.effects.iter().any(connects)), (Screen::Review, is_joined));
        if is_joined {
            world.network(NetworkEvent::Connected);
            world.joined(true);
            assert_eq!(world.app.screen(), Screen::Review);
            world.review(ReviewAction::Leave);
            assert_eq!(world.app.screen(), Screen::Lobby);
        }
    }
}

#[test]
fn a_server_that_was_too_slow_for_a_reloaded_page_is_joined_behind_the_review() {
    let mut before = World::in_lobby();
    before.opens("h2e2");
    let text = before.kept_review(true).unwrap();
    let route = before.app.route().unwrap().to_string();
    let mut world = started_with(&text, true);
    world.app.desk.environment.surface = Surface::Page { server: PageServer::Answers };
    world.act(Action::FollowAgain(route));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::TimedOut));
    world.effects.clear();
    assert!(!world.connects());
    world.update(Event::PageServer(PageServer::Answers));
    assert!(world.connects(), "the page has asked whether the server is there");
    world.network(NetworkEvent::Connected);
    world.joined(true);
    assert_eq!(world.app.screen(), Screen::Review);
}

#[test]
fn a_start_offers_the_review_and_another_record_does_not_replace_its_changes_unasked() {
    let mut before = reviewing(&["h2e2", "h9g7"]);
    before.comments("好棋");
    let text = before.kept_review(true).unwrap();
    let mut world = started_with(&text, false);
    assert_eq!((world.app.screen(), world.app.desk.start_entry()), (Screen::Join, StartEntry::Review));
    assert_eq!(world.app.study.left_review_name(&world.app.desk).as_deref(), Some("game.txt"));
    world.wait(10_000);
    assert_eq!(world.take_kept(), [], "what is offered stays kept");
    world.opens("b2e2");
    assert!(matches!(world.app.study.reviewing().unwrap().dialog, Some(RecordDialog::Discard(_))));
    assert_eq!(world.app.study.reviewing().unwrap().review.record.tree().ply_count(), 2);
    world.review(ReviewAction::Discard);
    assert_eq!(world.app.study.reviewing().unwrap().review.record.tree().ply_count(), 1);
    let mut world = started_with(&text, false);
    world.review(ReviewAction::Resume);
    assert_eq!((world.app.screen(), world.app.study.keeping.left.is_none()), (Screen::Review, true));
    assert!(!world.app.loses_something(), "the shell has it");
    world.review(ReviewAction::Leave);
    world.review(ReviewAction::Discard);
    assert!(matches!(&world.take_kept()[..], [KeepReview { text: None, .. }]), "it is deleted at once");
}

#[test]
fn an_unchanged_record_gives_way_to_another() {
    let text = reviewing(&["h2e2", "h9g7"]).kept_review(true).unwrap();
    let mut world = started_with(&text, false);
    world.opens("b2e2");
    assert_eq!(world.app.study.reviewing().unwrap().dialog, None);
    assert!(world.app.study.keeping.left.is_none());
}

#[test]
fn the_window_closes_unasked_once_the_changes_are_kept() {
    let mut world = reviewing(&["h2e2"]);
    world.comments("好棋");
    world.effects.clear();
    world.update(Event::CloseRequested);
    assert!(!world.app.dialogs.asked_to_quit && !world.effects.contains(&WindowEffect::Quit.into()));
    let [request] = &world.take_kept()[..] else { panic!("it is kept first") };
    world.update(Event::ReviewKept(ReviewKept { number: request.number, is_kept: true }));
    assert!(world.effects.contains(&WindowEffect::Quit.into()));
}

#[test]
fn a_position_that_is_being_set_up_is_kept_and_an_empty_review_is_not() {
    let mut world = World::new();
    world.review(ReviewAction::Enter);
    assert_eq!(world.kept_review(true), None);
    world.review(ReviewAction::CloseDialog);
    world.act(Action::SetUp(SetUpAction::OpenForReview));
    world.act(Action::SetUp(SetUpAction::Clear));
    let text = world.kept_review(true).unwrap();
    let again = started_with(&text, true);
    assert_eq!(again.app.screen(), Screen::SetUp);
    let fen = |world: &World| world.app.study.set_up().unwrap().fen().to_owned();
    assert_eq!(fen(&again), fen(&world));
}

#[test]
fn a_review_that_ends_with_its_tab_is_there_after_a_reload_and_its_end_is_asked_for() {
    for ends_with_tab in [true, false] {
        let mut before = reviewing(&["h2e2"]);
        before.comments("好棋");
        let text = before.kept_review(!ends_with_tab).unwrap();
        let mut world = World::new();
        world.app.study.keeping.ends_with_tab = ends_with_tab;
        world.app.restore_review(&text, true, world.now).unwrap();
        assert!(world.app.study.reviewing().unwrap().review.record.unsaved);
        assert_eq!(world.app.loses_something(), ends_with_tab);
    }
}

#[test]
fn a_damaged_review_is_refused() {
    let mut world = World::new();
    assert!(world.app.restore_review("{}", true, world.now).is_err());
    assert_eq!((world.app.screen(), world.app.study.keeping.left.is_none()), (Screen::Join, true));
}
