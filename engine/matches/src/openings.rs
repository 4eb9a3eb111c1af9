//! Random openings that are about equal.

use chuhe_engine::xiangqi::{Control, Limits, Options, Score, Searcher};
use chuhe_rules::xiangqi::{Game, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The greatest score in centipawns, for either side, of an opening.
const MAX_SCORE: i32 = 100;
/// The nodes by which the score is found.
const NODES: u64 = 20_000;
/// The random games among which an opening is looked for: with many plies few of them are level.
const ATTEMPTS: u32 = 2_000;

/// Makes openings: random moves after which neither side is much better.
#[derive(Debug)]
pub struct Openings {
    seed: u64,
    plies: usize,
    rules: Rules,
    searcher: Searcher,
}

impl Openings {
    /// Makes openings of so many plies; the same seed makes the same ones.
    #[must_use]
    pub fn new(seed: u64, plies: usize, rules: Rules) -> Self {
        Self { seed, plies, rules, searcher: Searcher::new(Options { hash_mib: 4, ..Options::default() }) }
    }

    /// The opening with this number, as a game; `None` if none is found, because so many plies
    /// decide nearly every game.
    pub fn opening(&mut self, number: u64) -> Option<Game> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        for _ in 0..ATTEMPTS {
            let game = self.random_game(&mut random);
            if game.outcome().is_none() && self.is_balanced(&game) {
                return Some(game);
            }
        }
        None
    }

    fn random_game(&self, random: &mut ChaCha8Rng) -> Game {
        let mut game = Game::new(Position::start(), self.rules);
        for _ in 0..self.plies {
            let moves = game.position().legal_moves();
            let Some(side) = game.turn() else { break };
            let mv = moves[random.next_u32() as usize % moves.len()];
            game.play(side, mv).expect("a generated move is legal");
        }
        game
    }

    fn is_balanced(&mut self, game: &Game) -> bool {
        let stop = AtomicBool::new(false);
        let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.searcher.clear();
        let answer = self.searcher.search(game, &limits, &control, &mut |_| {});
        matches!(answer.score, Score::Cp(score) if score.abs() <= MAX_SCORE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_repeat_by_seed_and_differ_by_number() {
        let mut openings = Openings::new(7, 8, Rules::default());
        let (first, second) = (openings.opening(0).unwrap(), openings.opening(1).unwrap());
        assert_eq!((first.ply(), second.ply()), (8, 8));
        assert_ne!(first.moves(), second.moves());
        assert_eq!(Openings::new(7, 8, Rules::default()).opening(1), Some(second));
    }

    #[test]
    fn openings_that_decide_the_game_are_given_up() {
        assert_eq!(Openings::new(7, 5_000, Rules::default()).opening(0), None);
    }
}
