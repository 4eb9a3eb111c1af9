//! Tests of external engines without their processes: the list, games and the analysis.

use super::testing::engine::*;
use super::testing::local::against_computer;
use super::testing::review::reviewing;
use super::testing::*;
use super::*;
use chuhe_bot::{Task, Thought};
use chuhe_model::actions::action::{Action, Field, JoinField, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::{AnalysisAction, AnalysisEvent, AnalysisOptions, AnalysisRequest, Finding};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, LocalKind};
use chuhe_model::choices::preset::Preset;
use chuhe_model::engines::engine_form::Check;
use chuhe_model::engines::{
    EngineAction, EngineFailure, EngineField, EngineId, ExternalEngine, MAX_ENGINES, MAX_SETTINGS_BYTES,
};
use chuhe_model::exchange::effect::{EngineEffect, StorageEffect};
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::Event;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome};

impl World {
    fn own_task(&mut self) -> Task {
        let task =
            |effect| if let Effect::Engine(EngineEffect::Think(task)) = effect { Some(*task) } else { None };
        self.effects.drain(..).rev().find_map(task).expect("the own engine thinks")
    }

    fn plays(&mut self, task: &Task, mv: &str) {
        let mv = Some(GameMove::Xiangqi(mv.parse().unwrap()));
        self.update(Event::Thought(task.id, Ok(Thought { mv, score: None, resigns: false })));
    }

    /// Lets an hour go by, while the connections in this program stay open.
    fn waits_an_hour(&mut self) {
        for _ in 0..720 {
            self.wait(5_000);
        }
    }

    fn failure(&self) -> Option<&EngineFailure> {
        self.app.sessions.local().unwrap().failure()
    }

    fn ply(&self) -> usize {
        self.table().game().ply()
    }
}

#[test]
fn an_engine_that_answers_is_kept_and_chosen() {
    let mut world = World::new();
    let check = world.describe(" /usr/games/fairy-stockfish ", "Hash=64");
    assert_eq!(check.engine.path, "/usr/games/fairy-stockfish");
    assert!(world.app.desk.settings.engines.list.is_empty(), "it has not answered yet");
    world.answer_check(check.number, Ok(report()));
    let [kept] = &world.app.desk.settings.engines.list[..] else { panic!("one engine is kept") };
    assert_eq!((kept.name.as_str(), &kept.options), ("Fairy-Stockfish 11", &check.engine.options));
    assert_eq!(world.app.desk.settings.start.computer.engine, Some(kept.id));
    assert!(
        world.effects.iter().any(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_))))
    );
    // a change of its options keeps its number
    let id = kept.id;
    world.act(Action::Edit(Field::Engine(EngineField::Options), String::new()));
    world.engines(EngineAction::AddOption(0));
    assert_eq!(world.app.engines.form().unwrap().options(), "Hash=16");
    world.engines(EngineAction::Check);
    let check = world.checked();
    world.answer_check(check.number, Ok(report()));
    assert_eq!(
        (world.app.desk.settings.engines.list.len(), world.app.desk.settings.engines.list[0].id),
        (1, id)
    );
}

#[test]
fn an_engine_is_kept_with_the_options_that_were_checked() {
    let mut world = World::new();
    let check = world.describe("/engine", "Hash=64");
    world.act(Action::Edit(Field::Engine(EngineField::Options), "Hash=many".to_owned()));
    world.answer_check(check.number, Ok(report()));
    assert_eq!(world.app.desk.settings.engines.list[0].options, check.engine.options);
    let form = world.app.engines.form().unwrap();
    assert_eq!(form.options(), "Hash=many", "the user goes on editing");
    world.act(Action::Edit(Field::Engine(EngineField::Options), "x".repeat(MAX_SETTINGS_BYTES + 1)));
    assert_eq!(world.app.engines.form().unwrap().options(), "Hash=many");
}

#[test]
fn an_engine_and_the_user_may_have_any_names() {
    for (engine_name, user, seats) in [
        ("Chuhe 0.1.0", "Bo", ["Bo", "Chuhe-0-1-0"]),
        ("Pikafish", "pikafish", ["Player", "Pikafish"]),
        ("Player", "Bo", ["Bo", "Engine"]),
        ("Player", "Player", ["Player", "Engine"]),
        ("", "admin", ["admin", "Engine"]),
    ] {
        let mut world = World::new().speaks(Lang::En);
        world.app.desk.settings.engines.list = vec![ExternalEngine { name: engine_name.into(), ..engine(1) }];
        world.app.desk.settings.start.computer =
            ComputerChoice { engine: Some(EngineId(1)), ..Default::default() };
        world.act(Action::Edit(Field::Join(JoinField::Name), user.to_owned()));
        world.act(Action::Start(StartAction::Play));
        world.wait(1_000);
        let game = world.app.sessions.shown().table().expect("the game begins").game();
        let names = [game.me(), game.me().opponent()].map(|side| game.seats()[side].name.to_string());
        assert_eq!(names, seats, "{engine_name} against {user}");
    }
}

#[test]
fn the_engine_ends_with_its_game() {
    let ends = |world: &World| world.effects.contains(&EngineEffect::EndThinking.into());
    let mut world = against_engine(Preset::Quick);
    let task = world.external_task();
    world.plays(&task.task, "h9g7");
    assert!(!ends(&world));
    world.act(Action::Table(TableAction::AskGiveUp));
    world.act(Action::Table(TableAction::Resign));
    world.wait(10);
    assert!(world.table().game().is_over() && ends(&world));
    world.effects.clear();
    world.wait(1_000);
    assert!(!ends(&world), "it has ended");

    let mut world = against_engine(Preset::Quick);
    world.leave_after("h2e2");
    assert!(!ends(&world), "the game goes on later");
    world.act(Action::Start(StartAction::Play));
    world.act(Action::Start(StartAction::Play));
    assert!(ends(&world), "another game replaces it");
}

#[test]
fn an_engine_that_fails_is_not_kept() {
    let mut world = World::new();
    let check = world.describe("/no/engine", "");
    world.answer_check(check.number + 1, Ok(report()));
    assert!(world.app.desk.settings.engines.list.is_empty(), "that answer is about another request");
    world.answer_check(check.number, Err(EngineFailure::NotFound));
    assert_eq!(world.app.engines.form().unwrap().check(), &Check::Failed(EngineFailure::NotFound));
    assert!(world.app.desk.settings.engines.list.is_empty());
}

#[test]
fn the_list_of_engines_is_limited() {
    let mut world = World::new();
    world.app.desk.settings.engines.list = (0..MAX_ENGINES as u32).map(engine).collect();
    world.engines(EngineAction::Open);
    world.act(Action::Edit(Field::Engine(EngineField::Path), "/engine".into()));
    world.engines(EngineAction::Check);
    assert!(!world.effects.iter().any(|effect| matches!(effect, Effect::Engine(EngineEffect::Check(_)))));
}

#[test]
fn a_removed_engine_is_chosen_nowhere_and_its_number_not_used_again() {
    let mut world = World::new();
    let check = world.describe("/engine", "");
    world.answer_check(check.number, Ok(report()));
    let id = world.app.desk.settings.engines.list[0].id;
    world.app.desk.settings.analysis.engine = Some(id);
    world.engines(EngineAction::Remove(id));
    assert_eq!(
        (world.app.desk.settings.start.computer.engine, world.app.desk.settings.analysis.engine),
        (None, None)
    );
    assert_ne!(world.app.desk.settings.engines.next_id(), id);
}

#[test]
fn the_engine_moves_for_the_computer_in_its_time() {
    let mut world = against_engine(Preset::Untimed);
    let task = world.external_task();
    assert_eq!((task.engine, task.task.longest.as_millis()), (engine(1), 1_000));
    assert_eq!(world.table().game().seats()[Color::Black].name.as_str(), "Engine-1");
    world.plays(&task.task, "h9g7");
    assert_eq!(world.ply(), 2);
}

#[test]
fn luzhanqi_is_played_by_this_program() {
    let game = GameChoice::LuzhanqiClassic;
    let choice = ComputerChoice { game, engine: Some(EngineId(1)), ..Default::default() };
    let world = against_computer(choice);
    assert_eq!(world.app.sessions.local().unwrap().external_name(), None);
}

#[test]
fn a_game_stands_still_while_its_engine_has_failed() {
    let mut world = with_failed_engine();
    assert_eq!(world.failure(), Some(&EngineFailure::IllegalMove("h9h0".into())));
    world.waits_an_hour();
    assert_eq!((world.table().game().outcome(), world.ply()), (None, 1));
    world.act(Action::Start(StartAction::RetryEngine));
    assert_eq!(world.failure(), None);
    let task = world.external_task();
    world.plays(&task.task, "h9g7");
    assert_eq!(world.ply(), 2);
}

#[test]
fn this_program_plays_on_for_an_engine_that_failed() {
    let mut world = with_failed_engine();
    world.effects.clear();
    world.act(Action::Start(StartAction::UseOwnEngine));
    let task = world.own_task();
    world.plays(&task, "h9g7");
    assert_eq!((world.ply(), world.app.sessions.local().unwrap().external_name()), (2, None));
    let Some(LocalKind::Computer { external: None, .. }) =
        world.app.desk.settings.unfinished_game.as_ref().map(|it| it.kind)
    else {
        panic!("the game is kept as one against this program")
    };
}

#[test]
fn a_takeback_ends_the_failure() {
    let mut world = with_failed_engine();
    world.press(TableAction::Offer(OfferKind::Takeback));
    world.wait(100);
    assert_eq!((world.failure(), world.ply()), (None, 0));
}

#[test]
fn an_engine_that_was_removed_fails_until_another_plays() {
    let mut world = against_engine(Preset::Untimed);
    let task = world.external_task();
    world.app.desk.settings.engines.list.clear();
    world.fails(&task, EngineFailure::Ended);
    world.act(Action::Start(StartAction::RetryEngine));
    assert_eq!(world.failure(), Some(&EngineFailure::Removed));
    world.act(Action::Start(StartAction::UseOwnEngine));
    assert_eq!(world.failure(), None);
}

#[test]
fn an_engine_that_resigns_loses() {
    let mut world = against_engine(Preset::Untimed);
    let task = world.external_task();
    world.plays(&task.task, "h9g7");
    world.click("b0");
    world.click("c2");
    world.wait(1_000);
    let task = world.external_task();
    let thought = Thought { mv: None, score: None, resigns: true };
    world.update(Event::Thought(task.task.id, Ok(thought)));
    let outcome = world.table().game().outcome();
    assert!(matches!(outcome, Some(Outcome::Won { winner: Color::Red, .. })), "{outcome:?}");
}

#[test]
fn a_fault_of_this_program_is_said_and_the_game_stays() {
    let mut world = against_computer(ComputerChoice { time: Preset::Quick, ..Default::default() });
    world.click("h2");
    world.click("e2");
    world.wait(1_000);
    let task = world.own_task();
    world.update(Event::Thought(task.id, Err(EngineFailure::Own)));
    world.waits_an_hour();
    assert_eq!((world.failure(), world.table().game().outcome()), (Some(&EngineFailure::Own), None));
    assert!(
        !world.effects.iter().any(|effect| matches!(effect, Effect::Engine(EngineEffect::Think(_)))),
        "it is not asked again"
    );
}

#[test]
fn the_analysis_uses_the_chosen_engine_and_stops_when_it_fails() {
    let mut world = reviewing(&["h2e2"]);
    world.app.desk.settings.engines.list = vec![engine(1)];
    world.app.desk.settings.analysis = AnalysisOptions { engine: Some(EngineId(1)), ..Default::default() };
    world.effects.clear();
    world.act(Action::Review(ReviewAction::Analysis(AnalysisAction::Toggle)));
    let search = |effect| {
        let Effect::Engine(EngineEffect::Analyse(AnalysisRequest::Search(search))) = effect else {
            return None;
        };
        Some(search)
    };
    let search = world.effects.drain(..).find_map(search).expect("the position is searched");
    assert_eq!(search.external, Some(engine(1)));
    let finding = Finding::Failed(EngineFailure::Ended);
    world.update(Event::Analysis(AnalysisEvent { number: search.number, finding }));
    let notice = Notice::Engine { name: "Engine 1".into(), failure: EngineFailure::Ended };
    assert_eq!(world.notice(), Some(&notice));
    assert!(!world.app.study.reviewing().unwrap().review.analysis.is_on());
    assert!(world.effects.contains(&EngineEffect::Analyse(AnalysisRequest::Stop).into()));
}

#[test]
fn a_page_offers_no_external_engine() {
    let mut settings = Settings::default();
    settings.engines.list.push(ExternalEngine {
        id: EngineId(1),
        name: "engine".to_owned(),
        path: "/engine".to_owned(),
        options: Vec::new(),
    });
    settings.start.computer.engine = Some(EngineId(1));
    settings.analysis.engine = Some(EngineId(1));
    for (surface, offers) in
        [(Surface::Desktop, true), (Surface::Page { server: PageServer::Answers }, false)]
    {
        let mut world = reviewing(&["h2e2"]);
        world.app = App::new(Environment { surface, ..Environment::default() }, settings.clone());
        world.engines(EngineAction::Open);
        assert_eq!(world.app.engines.form().is_some(), offers);
        let kept = &world.app.desk.settings;
        assert_eq!(
            (kept.engines.list.len(), kept.start.computer.engine.is_some()),
            if offers { (1, true) } else { (0, false) }
        );
        world.opens("h2e2");
        world.review(ReviewAction::Analysis(AnalysisAction::Toggle));
        let search = world.effects.iter().find_map(|effect| {
            let Effect::Engine(EngineEffect::Analyse(AnalysisRequest::Search(search))) = effect else {
                return None;
            };
            Some(search)
        });
        assert_eq!(search.expect("it searches").external.is_some(), offers);
    }
}
