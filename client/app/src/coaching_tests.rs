//! Tests of the coach in a game against the computer, without an engine.

use super::testing::analysis::*;
use super::testing::coaching::*;
use super::testing::local::*;
use super::testing::*;
use crate::coaching::{arrow, coach};
use chuhe_bot::Thought;
use chuhe_model::actions::action::TableAction;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::analysis::{AnalysisAction, AnalysisRequest};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::ComputerChoice;
use chuhe_model::coaching::{CoachAction, Danger, Fault, Found, Threat, Topic};
use chuhe_model::exchange::computer_results::{ComputerResult, ComputerResults};
use chuhe_model::exchange::event::Event;
use chuhe_protocol::PlayerResult;
use chuhe_rules::GameMove;
use chuhe_rules::offers::OfferKind;

impl World {
    fn topic(&self) -> Option<Topic> {
        coach(&self.app.sessions).and_then(|coach| coach.topic())
    }
}

#[test]
fn a_costly_move_is_remarked_on_and_explained_on_the_board() {
    let mut world = after_a_blunder();
    world.advise(30, "h2e2 a9a8");
    assert_eq!(world.topic(), None, "the position after the move is searched, too");
    world.advise(700, "g7h5");
    assert_eq!(world.topic(), Some(Topic::Cost));
    assert_eq!(arrow(&world.app.sessions), None);
    world.ask_coach(CoachAction::LastMove);
    assert_eq!(world.table().interaction.review(), Some(5), "the board shows where the horse takes");
    assert_eq!(arrow(&world.app.sessions), Some("g7h5".parse().unwrap()));
    world.press(TableAction::Review(None));
    assert_eq!(arrow(&world.app.sessions), None, "it belongs to that position only");
    world.ask_coach(CoachAction::LastMove);
    world.ask_coach(CoachAction::Close);
    assert_eq!((world.topic(), world.table().interaction.review()), (None, None));
}

#[test]
fn a_takeback_ends_what_was_said_about_the_move() {
    let mut world = explained();
    world.press(TableAction::Offer(OfferKind::Takeback));
    assert_eq!((world.table().game().ply(), world.topic()), (4, None));
    assert_eq!(world.table().interaction.review(), None);
}

#[test]
fn a_threat_is_shown_by_an_arrow_on_the_board() {
    let mut world = asked_for_a_hint();
    assert_eq!(world.topic(), Some(Topic::Hints));
    world.ask_coach(CoachAction::Threat);
    world.advise(700, "g7h5");
    let danger = coach(&world.app.sessions).unwrap().danger();
    assert!(matches!(danger, Found::Known(Danger::Threat(Threat::Wins { .. }))), "{danger:?}");
    assert_eq!(arrow(&world.app.sessions), Some("g7h5".parse().unwrap()));
    world.ask_coach(CoachAction::Move);
    assert_eq!(world.topic(), None);
    assert!(world.app.sessions.local().unwrap().seeks_hint());
}

#[test]
fn a_recommended_move_is_forgotten_once_something_else_is_asked() {
    let mut world = asked_for_a_hint();
    world.ask_coach(CoachAction::Move);
    let task = world.task();
    let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
    world.update(Event::Thought(task.id, Ok(Thought { mv: Some(mv), score: None, resigns: false })));
    assert_eq!(world.app.sessions.recommended(), Some(mv));
    world.ask_coach(CoachAction::Ask);
    world.ask_coach(CoachAction::Close);
    assert_eq!(world.app.sessions.recommended(), None);
}

#[test]
fn high_levels_and_luzhanqi_have_no_coach() {
    let mut world = against_computer(ComputerChoice { level: 7, ..ComputerChoice::default() });
    world.exchange_moves("h2e2", "a9a8");
    assert!(coach(&world.app.sessions).is_none());
    assert_eq!(world.requests(), []);
    let game = GameChoice::LuzhanqiClassic;
    let world = against_computer(ComputerChoice { game, level: 1, ..ComputerChoice::default() });
    assert!(coach(&world.app.sessions).is_none());
}

#[test]
fn the_search_ends_when_the_user_moves() {
    let mut world = after_a_blunder();
    world.coached();
    world.press(TableAction::Play(GameMove::Xiangqi("b2e2".parse().unwrap())));
    assert!(world.requests().contains(&AnalysisRequest::Stop));
}

#[test]
fn the_result_of_a_game_against_a_level_is_kept() {
    let mut world = after_a_blunder();
    world.press(TableAction::AskGiveUp);
    world.press(TableAction::Resign);
    let mut expected = ComputerResults::default();
    expected.add(ComputerResult { level: 1, result: PlayerResult::Lost });
    assert_eq!(world.app.desk.settings.experience.computer_results, expected);
}

#[test]
fn a_game_with_help_says_nothing_about_the_level() {
    let mut advised = asked_for_a_hint();
    advised.ask_coach(CoachAction::Move);
    let mut taken_back = explained();
    taken_back.press(TableAction::Offer(OfferKind::Takeback));
    for mut world in [advised, taken_back] {
        world.press(TableAction::AskGiveUp);
        world.press(TableAction::Resign);
        assert!(world.table().game().is_over());
        let kept = &world.app.desk.settings.experience.computer_results;
        assert_eq!(*kept, ComputerResults::default());
    }
}

#[test]
fn a_game_that_is_over_can_be_analysed() {
    let mut world = after_a_blunder();
    world.press(TableAction::AskGiveUp);
    world.press(TableAction::Resign);
    world.review(ReviewAction::Table);
    world.requests();
    world.analyse(AnalysisAction::WholeGame);
    world.searched();
    assert!(world.reviewed().analysis.progress().is_some());
}

#[test]
fn the_review_says_why_a_move_is_a_mistake_unless_the_user_looks_for_it() {
    let mut world = analysed();
    world.review(ReviewAction::Step(Step::First));
    assert_eq!(world.reviewed().reason(), None);
    for _ in 0..3 {
        world.review(ReviewAction::Step(Step::Forward));
    }
    let (reason, position) = world.reviewed().reason().expect("the third move is a mistake");
    assert_eq!((reason.fault, reason.shown.to_string().as_str()), (Fault::Better, "h0g2"));
    assert_eq!(position.validate(reason.shown), Ok(()));
    world.analyse(AnalysisAction::Practise);
    assert_eq!(world.reviewed().reason(), None);
}
