//! Reviews of records.

use crate::core::actions::action::Action;
use crate::core::actions::review_action::{ReviewAction, Step};
use crate::core::app::testing::*;
use crate::core::app::*;
use crate::core::exchange::files::FilesEvent;
use chuhe_records::{GameTree, NodeId, Start};
use chuhe_rules::xiangqi::Move;

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
    world.app.reviewing = crate::core::review::reviewing::Reviewing::of(large().into());
    world.review(ReviewAction::Step(Step::Last));
    world
}

/// A review of 500 moves with 1,000 variations of two moves.
pub(crate) fn large() -> GameTree {
    let mv = |text: &str| -> Move { text.parse().unwrap() };
    let mut tree = GameTree::new(Start::xiangqi());
    let mut replay = tree.replay();
    let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let line: Vec<NodeId> = there_and_back
        .into_iter()
        .cycle()
        .take(500)
        .map(|text| replay.play(&mut tree, mv(text)).unwrap())
        .collect();
    let others = [["i0i1", "h0g2"], ["i9i8", "h9g7"]];
    for (index, &node) in line.iter().enumerate() {
        let parent = tree.parent(node).unwrap();
        for text in others[index % 2] {
            replay.go_to(&tree, parent);
            replay.play(&mut tree, mv(text)).unwrap();
            let reply = others[(index + 1) % 2][0];
            replay.play(&mut tree, mv(reply)).unwrap();
        }
    }
    tree
}
