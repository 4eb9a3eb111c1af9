//! Tests of guessing the moves of a watched game.

use super::live_guessing::guesses;
use super::testing::watch::*;
use super::testing::*;
use chuhe_engine::xiangqi::{Answer, Score};
use chuhe_model::actions::action::{Action, Field, TableAction};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::analysis::{AnalysisEvent, AnalysisRequest, Finding};
use chuhe_model::exchange::effect::{Effect, EngineEffect};
use chuhe_model::exchange::event::Event;
use chuhe_model::guessing::{Grade, LiveGuessing, Summary};
use chuhe_protocol::{Event as GameEvent, TableMessage, WatchEnd};
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, Outcome, WinReason};

fn live(world: &World) -> Option<&LiveGuessing> {
    let visit = world.app.sessions.visit()?;
    guesses(visit, visit.table()?)
}

fn guess(world: &mut World, mv: &str) {
    world.act(Action::Edit(Field::Move, mv.into()));
    world.act(GuessAction::PlayTyped.into());
}

/// The number of the last search that the engine was asked for, unless that was stopped.
fn search(world: &World) -> Option<u32> {
    let request = world.effects.iter().rev().find_map(|effect| {
        let Effect::Engine(EngineEffect::Analyse(request)) = effect else { return None };
        Some(request)
    });
    match request {
        Some(AnalysisRequest::Search(search)) => Some(search.number),
        Some(AnalysisRequest::Stop) | None => None,
    }
}

fn find(world: &mut World, score: i32, best: &str) {
    let number = search(world).expect("the engine searches");
    let best: Option<Move> = best.parse().ok();
    let answer = Answer { best, ponder: None, score: Score::Cp(score), nodes: 1, depth: 5 };
    world.update(Event::Analysis(AnalysisEvent { number, finding: Finding::End(answer) }));
}

#[test]
fn a_guess_is_made_before_the_move_and_judged_after_it() {
    let mut world = watching(0);
    world.act(GuessAction::ToggleLive.into());
    assert!(live(&world).is_some_and(LiveGuessing::asks));
    world.effects.clear();
    assert_eq!(search(&world), None, "the engine says nothing of what the user has not guessed");
    guess(&mut world, "b9c7");
    world.effects.clear();
    assert_eq!(world.take_sent(), [], "nobody else sees a guess");
    world.receive_event(played(Color::Black, "b9c7"));
    assert_eq!(live(&world).unwrap().summary(), Summary { guesses: 1, hits: 1, points: 10, most: 10 });
    guess(&mut world, "b0c2");
    world.receive_event(played(Color::Red, "i0h0"));
    for (score, best) in [(40, "g3g4"), (-35, "h7h3"), (-30, "h7h3")] {
        find(&mut world, score, best);
    }
    let (guess, _) = live(&world).unwrap().answered().unwrap();
    assert_eq!(guess.grade, Grade::Good);
    assert_eq!(live(&world).unwrap().summary(), Summary { guesses: 2, hits: 1, points: 18, most: 20 });
}

#[test]
fn a_move_is_chosen_on_the_board_while_it_shows_the_game_as_it_is() {
    let mut world = watching(0);
    world.take_sent();
    world.act(GuessAction::ToggleLive.into());
    world.click("a9");
    world.click("c7");
    assert!(live(&world).unwrap().refused().is_some());
    assert_eq!(live(&world).unwrap().guess(), None, "no chariot goes there");
    world.click("b9");
    world.click("c7");
    assert_eq!(live(&world).unwrap().guess(), "b9c7".parse().ok());
    world.press(TableAction::Review(Some(1)));
    world.click("a9");
    world.click("a8");
    assert_eq!(live(&world).unwrap().guess(), "b9c7".parse().ok());
    assert_eq!(world.take_sent(), []);
}

#[test]
fn guesses_end_with_the_table_and_are_off_for_players() {
    let mut world = watching(2);
    world.act(GuessAction::ToggleLive.into());
    guess(&mut world, "b9c7");
    world.receive_event(played(Color::Black, "b9c7"));
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Closed }.at(GAME));
    assert_eq!(live(&world).map(|it| (it.asks(), it.summary().points)), Some((false, 10)));
    world.act(GuessAction::ToggleLive.into());
    world.act(GuessAction::ToggleLive.into());
    assert!(live(&world).is_none(), "there is no next move");
    let mut world = World::at_board(Color::Red);
    world.act(GuessAction::ToggleLive.into());
    assert!(live(&world).is_none());
}
