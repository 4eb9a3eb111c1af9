//! Records whose moves are guessed.

use crate::testing::analysis::{end, line};
use crate::testing::review::reviewing;
use crate::testing::*;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_rules::Color;

/// The moves of the record.
pub(crate) const MOVES: [&str; 6] = ["h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "g6g5"];

impl World {
    /// Ends the search that runs, of the position after so many moves, with this score for red.
    pub(crate) fn measure(&mut self, ply: usize, score: i32, best: &str) {
        let search = self.searched();
        assert_eq!((search.game.ply(), search.nodes.is_some()), (ply, true));
        let by_red = search.game.position().side_to_move() == Color::Red;
        let score = if by_red { score } else { -score };
        self.found(search.number, line(score, 1, best));
        self.found(search.number, end(score, best));
    }

    /// Guesses a move, which gets this score for red.
    fn guess(&mut self, ply: usize, mv: &str, score: i32) {
        self.measure(ply, 30, "b0c2");
        self.measure(ply + 1, 30, "h9g7");
        self.act(Action::Edit(Field::Move, mv.to_owned()));
        self.act(GuessAction::PlayTyped.into());
        self.measure(ply + 1, score, "h9g7");
    }
}

/// A client that guesses red's moves of a record from its start.
pub fn guessing() -> World {
    let mut world = reviewing(&MOVES);
    world.review(ReviewAction::Step(Step::First));
    world.act(GuessAction::Begin.into());
    world
}

/// The same after a mistake.
pub fn guessed() -> World {
    let mut world = guessing();
    world.guess(0, "b0a2", -600);
    world
}

/// The same after the last move, with three poor guesses of which the worst is looked at.
pub fn guessed_all() -> World {
    let mut world = guessing();
    for (number, (mv, score)) in [("b0a2", -100), ("a0a1", -900), ("i0i1", -60)].into_iter().enumerate() {
        world.guess(2 * number, mv, score);
        world.act(GuessAction::Next.into());
    }
    world.act(GuessAction::Look(1).into());
    world
}
