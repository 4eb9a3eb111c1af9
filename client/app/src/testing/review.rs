//! Reviews of records.

use crate::testing::*;
use crate::*;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::testing::large;

impl World {
    /// Acts in the review.
    pub fn review(&mut self, action: ReviewAction) {
        self.act(Action::Review(action));
    }

    /// The shell has read a file with this text.
    pub fn opens(&mut self, text: &str) {
        self.update(Event::Files(FilesEvent::Game {
            file: "game.txt".into(),
            path: "/home/game.txt".into(),
            bytes: text.into(),
        }));
    }
}

/// Returns a client that reviews a record with these moves, at its end.
pub fn reviewing(moves: &[&str]) -> World {
    let mut world = World::new();
    world.opens(&moves.join(" "));
    world.review(ReviewAction::Step(Step::Last));
    world
}

/// Returns a client that reviews a record whose third move is illegal.
pub fn reviewing_fault() -> World {
    reviewing(&["h2e2", "h9g7", "a0a9", "h0g2"])
}

/// Returns a client that reviews a record of 500 moves with 1,000 variations.
pub fn reviewing_large() -> World {
    let mut world = World::new();
    world.app.study.reviewing = chuhe_model::review::reviewing::Reviewing::of(large().into());
    world.review(ReviewAction::Step(Step::Last));
    world
}
