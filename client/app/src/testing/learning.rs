//! Lessons.

use crate::testing::*;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::lessons::{Game, course};

/// A client with this step of a lesson on the board; both are counted from 0.
pub fn at_step(game: Game, lesson: usize, step: usize) -> World {
    let mut world = World::new();
    world.act(Action::Start(StartAction::Show(StartEntry::Learn)));
    world.app.desk.settings.experience.reach_step(&course(game)[lesson], step);
    world.act(LearnAction::Begin(game, lesson).into());
    world
}
