//! External engines without their processes.

use crate::testing::*;
use crate::*;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::ComputerChoice;
use chuhe_model::choices::preset::Preset;
use chuhe_model::engines::{
    EngineAction, EngineCheck, EngineChecked, EngineFailure, EngineField, EngineId, EngineReport,
    EngineSetting, ExternalEngine, ExternalTask, MAX_ENGINES,
};
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::exchange::event::Event;
use chuhe_uci::{EngineOption, OptionKind, Protocol};

impl World {
    pub(crate) fn engines(&mut self, action: EngineAction) {
        self.act(Action::Engines(action));
    }

    /// Types a path into the form, and asks for the check.
    pub(crate) fn describe(&mut self, path: &str, options: &str) -> EngineCheck {
        self.engines(EngineAction::Open);
        self.act(Action::Edit(Field::Engine(EngineField::Path), path.to_owned()));
        self.act(Action::Edit(Field::Engine(EngineField::Options), options.to_owned()));
        self.engines(EngineAction::Check);
        self.checked()
    }

    pub(crate) fn checked(&mut self) -> EngineCheck {
        let check = |effect| {
            if let Effect::Engine(EngineEffect::Check(check)) = effect { Some(*check) } else { None }
        };
        self.effects.drain(..).find_map(check).expect("the engine is checked")
    }

    pub(crate) fn answer_check(&mut self, number: u32, result: Result<EngineReport, EngineFailure>) {
        self.update(Event::EngineChecked(Box::new(EngineChecked { number, result })));
    }

    /// The task that an external engine runs.
    pub(crate) fn external_task(&mut self) -> ExternalTask {
        let task = |effect| {
            if let Effect::Engine(EngineEffect::ThinkExternally(task)) = effect { Some(*task) } else { None }
        };
        self.effects.drain(..).rev().find_map(task).expect("the engine thinks")
    }

    pub(crate) fn fails(&mut self, task: &ExternalTask, failure: EngineFailure) {
        self.update(Event::Thought(task.task.id, Err(failure)));
    }
}

pub(crate) fn report() -> EngineReport {
    let kind = OptionKind::Spin { default: 16, min: 1, max: 1_024 };
    EngineReport {
        name: "Fairy-Stockfish 11".into(),
        protocol: Protocol::Uci,
        ranks_from_one: true,
        options: vec![EngineOption { name: "Hash".into(), kind }],
        rejected: Vec::new(),
    }
}

pub(crate) fn engine(id: u32) -> ExternalEngine {
    let options = EngineSetting::parse_list("Hash=64");
    ExternalEngine { id: EngineId(id), name: format!("Engine {id}"), path: format!("/engine/{id}"), options }
}

/// A game against an external engine, which is to answer the user's first move.
pub(crate) fn against_engine(time: Preset) -> World {
    let mut world = World::new();
    world.app.desk.settings.engines.list = vec![engine(1)];
    world.app.desk.settings.start.computer =
        ComputerChoice { time, engine: Some(EngineId(1)), ..Default::default() };
    world.act(Action::Start(StartAction::Play));
    world.click("h2");
    world.click("e2");
    world.wait(1_000);
    world
}

/// The same after the engine has failed.
pub fn with_failed_engine() -> World {
    let mut world = against_engine(Preset::Quick);
    let task = world.external_task();
    world.fails(&task, EngineFailure::IllegalMove("h9h0".into()));
    world
}

/// The list of engines, with one that has just been added.
pub fn adding_an_engine() -> World {
    let mut world = World::new();
    let check = world.describe("/usr/games/fairy-stockfish", "Threads=2");
    world.answer_check(check.number, Ok(EngineReport { rejected: vec!["Threads".into()], ..report() }));
    world
}

/// A full list of engines.
pub fn with_many_engines() -> World {
    let mut world = World::new();
    world.app.desk.settings.engines.list = (0..MAX_ENGINES as u32).map(engine).collect();
    world.engines(EngineAction::Open);
    world
}

/// The first screen, with engines to choose from.
pub fn choosing_an_engine() -> World {
    let mut world = adding_an_engine();
    world.app.desk.settings.engines.list.extend((8..11).map(engine));
    world.engines(EngineAction::Close);
    world
}
