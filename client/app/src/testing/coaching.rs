//! Games against the computer with a coach, without an engine.

use super::analysis::{end, line};
use super::local::against_computer;
use crate::testing::*;
use crate::*;
use chuhe_bot::Thought;
use chuhe_model::actions::action::TableAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::{AnalysisRequest, Search};
use chuhe_model::choices::local_choice::ComputerChoice;
use chuhe_model::coaching::CoachAction;
use chuhe_model::exchange::computer_results::ComputerResult;
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_protocol::PlayerResult;
use chuhe_rules::GameMove;

impl World {
    /// The user plays, and the computer answers.
    pub(crate) fn exchange_moves(&mut self, own: &str, reply: &str) {
        self.press(TableAction::Play(GameMove::Xiangqi(own.parse().unwrap())));
        self.wait(1_000);
        let task = |effect: &Effect| {
            if let Effect::Engine(EngineEffect::Think(task)) = effect { Some(task.id) } else { None }
        };
        let task = self.effects.iter().rev().find_map(task).expect("the computer thinks");
        let mv = Some(GameMove::Xiangqi(reply.parse().unwrap()));
        self.effects.clear();
        self.update(Event::Thought(task, Ok(Thought { mv, score: None, resigns: false })));
        // the piece comes to rest
        self.wait(1_000);
    }

    /// The search that the coach asks for.
    pub(crate) fn coached(&mut self) -> Search {
        let search = |request: AnalysisRequest| {
            if let AnalysisRequest::Search(search) = request { Some(*search) } else { None }
        };
        self.requests().into_iter().filter_map(search).next_back().expect("the coach asks the engine")
    }

    /// The engine answers the search that the coach asks for.
    pub(crate) fn advise(&mut self, score: i32, best: &str) {
        let search = self.coached();
        self.found(search.number, line(score, 1, best));
        self.found(search.number, end(score, best));
    }

    /// Asks the coach.
    pub fn ask_coach(&mut self, action: CoachAction) {
        self.start(StartAction::Coach(action));
    }
}

/// The user has put a cannon where a horse can take it, which the computer has not seen.
pub fn after_a_blunder() -> World {
    let mut world = against_computer(ComputerChoice::default());
    world.exchange_moves("a0a1", "g6g5");
    world.exchange_moves("a1a0", "h9g7");
    world.exchange_moves("h2h5", "a9a8");
    world
}

/// The same, which the coach remarks on.
pub fn remarked() -> World {
    let mut world = after_a_blunder();
    world.advise(30, "h2e2 a9a8");
    world.advise(700, "g7h5");
    world
}

/// The same, once the coach has explained it.
pub fn explained() -> World {
    let mut world = remarked();
    world.ask_coach(CoachAction::LastMove);
    world
}

/// The user has put a cannon and a rook where a horse can attack both, which the coach has explained.
pub fn forked() -> World {
    let mut world = against_computer(ComputerChoice::default());
    for (own, reply) in [("i0i1", "g6g5"), ("i1f1", "h9g7"), ("a3a4", "g7f5"), ("h2h5", "a9a8")] {
        world.exchange_moves(own, reply);
    }
    world.advise(30, "f1f2 a9a8");
    world.advise(700, "f5g3 f1f2 g3h5");
    world.ask_coach(CoachAction::LastMove);
    world
}

/// The same after a question for a hint.
pub fn asked_for_a_hint() -> World {
    let mut world = after_a_blunder();
    world.ask_coach(CoachAction::Ask);
    world
}

/// The same, once the coach has said that the cannon is threatened.
pub fn threatened() -> World {
    let mut world = asked_for_a_hint();
    world.ask_coach(CoachAction::Threat);
    world.advise(700, "g7h5");
    world
}

/// A user who has won eight of ten games at level 3.
pub fn ready_for_the_next_level() -> World {
    let mut world = World::new();
    for game in 0..10 {
        let result = if game < 2 { PlayerResult::Lost } else { PlayerResult::Won };
        world.app.desk.settings.experience.computer_results.add(ComputerResult { level: 3, result });
    }
    world
}
