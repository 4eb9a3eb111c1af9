//! Tests of the coach and of the suggested level in the text mode.

use super::tests::Console;
use chuhe_app::coaching::coach;
use chuhe_app::testing::analysis::analysed;
use chuhe_app::testing::coaching::{
    after_a_blunder, explained, forked, ready_for_the_next_level, remarked, threatened,
};
use chuhe_app::testing::local::against_computer;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{ComputerChoice, StartEntry};
use chuhe_model::coaching::{Found, Topic};
use chuhe_view::Model;
use chuhe_view::table::TableView;

#[test]
fn a_costly_move_is_remarked_on_and_explained() {
    let mut console = Console::new(remarked());
    assert!(console.hear().contains(&"Your last move cost a lot.".to_owned()));
    let said = console.say("why");
    assert!(said.contains(&"The red cannon is unprotected: H7+8.".to_owned()), "{said:?}");
}

#[test]
fn how_a_piece_is_lost_is_said() {
    let said = Console::new(forked()).hear();
    let fork = "A fork wins the red cannon: H6+7.".to_owned();
    assert!(said.contains(&fork), "{said:?}");
}

#[test]
fn what_was_wrong_is_asked_for_at_once() {
    let mut console = Console::new(after_a_blunder());
    console.say("why");
    let coach = coach(console.world.app.sessions()).expect("the level has a coach");
    assert_eq!(coach.topic(), Some(Topic::LastMove));
    assert_eq!(coach.danger(), Found::Unknown, "no threat is searched");
}

#[test]
fn without_a_coach_nothing_is_recommended_in_its_place() {
    let high = ComputerChoice { level: 7, ..ComputerChoice::default() };
    let luzhanqi = ComputerChoice { game: GameChoice::LuzhanqiClassic, ..ComputerChoice::default() };
    for choice in [high, luzhanqi] {
        let mut console = Console::new(against_computer(choice));
        for verb in ["why", "threat"] {
            let said = console.say(verb);
            let not_here = console.world.app.desk().text().console().not_here;
            assert!(said.iter().any(|line| line == not_here), "{said:?}");
            assert!(!console.world.app.sessions().local().unwrap().seeks_hint());
        }
    }
}

#[test]
fn a_threat_is_said() {
    let mut console = Console::new(after_a_blunder());
    console.hear();
    assert_eq!(console.say("threat"), ["Thinking…"]);
    let mut console = Console::new(threatened());
    let said = console.hear();
    assert!(said.contains(&"The threat is H7+8, winning the red cannon.".to_owned()), "{said:?}");
}

#[test]
fn the_form_says_which_level_is_suggested_and_a_press_chooses_it() {
    let mut console = Console::new(ready_for_the_next_level());
    console.world.start(StartAction::Show(StartEntry::Computer));
    let menu = console.say("menu");
    let suggested =
        menu.iter().find(|line| line.ends_with("Suggested: level 4 (you won 8 of 10 at level 3)"));
    let number = suggested.and_then(|line| line.split('.').next()).expect("it is suggested").to_owned();
    console.say(&format!("menu {number}"));
    assert_eq!(console.world.app.desk().settings.start.computer.level, 4);
    assert!(!console.say("menu").iter().any(|line| line.contains("Suggested")), "it is chosen");
}

#[test]
fn the_review_says_why_the_shown_move_is_a_mistake() {
    let mut world = analysed();
    world.review(ReviewAction::Step(Step::First));
    let mut console = Console::new(world);
    console.hear();
    for _ in 0..2 {
        console.world.review(ReviewAction::Step(Step::Forward));
    }
    let reason = "There was a better move: H2+3.".to_owned();
    assert!(!console.hear().contains(&reason));
    console.world.review(ReviewAction::Step(Step::Forward));
    let said = console.hear();
    assert!(said.contains(&reason), "{said:?}");
}

#[test]
fn a_question_comes_after_which_position_the_board_shows() {
    let mut console = Console::new(explained());
    let world = &console.world;
    let ply = world.table().interaction.review().expect("the coach shows an earlier position");
    let shown = world.app.desk().text().reviewing(ply, world.table().game().ply());
    let question =
        TableView::of(&Model::of(&world.app, world.now)).and_then(|it| it.questions.first().cloned());
    let message = question.expect("the coach says something").message;
    let menu = console.say("menu");
    let at = |words: &str| menu.iter().position(|line| line.ends_with(words));
    assert!(at(&shown).is_some_and(|shown| at(&message) == Some(shown + 1)), "{shown}, {message}: {menu:?}");
}
