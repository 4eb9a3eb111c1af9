//! The static evaluation of positions, updated move by move.

mod tables;

use super::score::EVALUATION_LIMIT;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};
use tables::Sums;

/// Evaluates the positions along a path of moves.
///
/// It holds one accumulator for each position of the path. The caller announces each move before it
/// makes it on the position, and takes it back afterwards; a pass changes no accumulator and is not
/// announced.
#[derive(Clone, Debug)]
pub struct Evaluator {
    accumulators: Vec<Sums>,
}

impl Evaluator {
    /// Creates an evaluator of `position`.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let mut evaluator = Self { accumulators: Vec::with_capacity(256) };
        evaluator.refresh(position);
        evaluator
    }

    /// Forgets the path, and begins another at `position`.
    pub fn refresh(&mut self, position: &Position) {
        self.accumulators.clear();
        self.accumulators.push(Sums::of(position));
    }

    /// Appends the position after `mv`, which is legal in `before`.
    #[inline]
    pub fn make(&mut self, before: &Position, mv: Move) {
        let next = self.current().after(before, mv);
        self.accumulators.push(next);
    }

    /// Takes back the last move.
    #[inline]
    pub fn unmake(&mut self) {
        self.accumulators.pop();
        debug_assert!(!self.accumulators.is_empty(), "no move to take back");
    }

    /// The evaluation of `position`, which is at the end of the path, in centipawns for its side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let for_red = self.current().score();
        let score = match position.side_to_move() {
            Color::Red => for_red,
            Color::Black => -for_red,
        };
        score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    #[inline]
    fn current(&self) -> Sums {
        *self.accumulators.last().expect("a path has a first position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn incremental_evaluation_equals_that_from_scratch() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20 {
            let mut position = Position::start();
            let mut evaluator = Evaluator::new(&position);
            let mut undos = Vec::new();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.next_u64() as usize % moves.len()];
                evaluator.make(&position, mv);
                undos.push(position.make(mv));
                assert_eq!(evaluator.evaluate(&position), Evaluator::new(&position).evaluate(&position));
            }
            for undo in undos.into_iter().rev() {
                evaluator.unmake();
                position.unmake(undo);
            }
            assert_eq!(evaluator.evaluate(&position), Evaluator::new(&position).evaluate(&position));
        }
    }

    #[test]
    fn evaluation_is_the_same_for_both_sides() {
        let red = Position::from_fen("3ak4/9/4b4/p3n4/2P5c/9/4C3P/9/4A4/3K1R3 w").expect("it is legal");
        let black = Position::from_fen("3k1r3/4a4/9/4c3p/9/2p5C/P3N4/4B4/9/3AK4 b").expect("it is legal");
        assert_eq!(Evaluator::new(&red).evaluate(&red), Evaluator::new(&black).evaluate(&black));
    }
}
