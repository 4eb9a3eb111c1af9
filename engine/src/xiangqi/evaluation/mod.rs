//! The static evaluation of positions, updated move by move.

pub mod net;
mod tables;

use super::score::EVALUATION_LIMIT;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};
use net::{Accumulator, Net};
use std::sync::Arc;
use tables::Sums;

/// The function that evaluates positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Piece-square tables.
    Tables,
    /// A net.
    Net(Arc<Net>),
}

impl Default for Evaluation {
    /// The net of the engine.
    fn default() -> Self {
        Self::Net(Net::embedded())
    }
}

/// Evaluates the positions along a path of moves.
///
/// It holds one accumulator for each position of the path. The caller announces each move before it
/// makes it on the position, and takes it back afterwards; a pass changes no accumulator and is not
/// announced.
#[derive(Clone, Debug)]
pub struct Evaluator(Path);

#[derive(Clone, Debug)]
enum Path {
    Tables(Vec<Sums>),
    Net(Arc<Net>, Vec<Accumulator>),
}

/// The plies for which a new path reserves memory.
const FIRST_PLIES: usize = 256;

impl Evaluator {
    /// Creates an evaluator of `position`.
    #[must_use]
    pub fn new(evaluation: &Evaluation, position: &Position) -> Self {
        let mut evaluator = Self(match evaluation {
            Evaluation::Tables => Path::Tables(Vec::with_capacity(FIRST_PLIES)),
            Evaluation::Net(net) => Path::Net(Arc::clone(net), Vec::with_capacity(FIRST_PLIES)),
        });
        evaluator.refresh(position);
        evaluator
    }

    /// Forgets the path, and begins another at `position`.
    pub fn refresh(&mut self, position: &Position) {
        match &mut self.0 {
            Path::Tables(path) => {
                path.clear();
                path.push(Sums::of(position));
            }
            Path::Net(net, path) => {
                path.clear();
                path.push(Accumulator::new(net, position.board()));
            }
        }
    }

    /// Appends the position after `mv`, which is legal in `before`.
    #[inline]
    pub fn make(&mut self, before: &Position, mv: Move) {
        match &mut self.0 {
            Path::Tables(path) => path.push(last(path).after(before, mv)),
            Path::Net(net, path) => path.push(last(path).after(net, before, mv)),
        }
    }

    /// Takes back the last move.
    #[inline]
    pub fn unmake(&mut self) {
        match &mut self.0 {
            Path::Tables(path) => drop(path.pop()),
            Path::Net(_, path) => drop(path.pop()),
        }
    }

    /// The evaluation of `position`, which is at the end of the path, in centipawns for its side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let score = match &self.0 {
            Path::Tables(path) => {
                let for_red = last(path).score();
                if position.side_to_move() == Color::Red { for_red } else { -for_red }
            }
            Path::Net(net, path) => {
                let pieces = position.board().occupied().count();
                net.evaluate(last(path), position.side_to_move(), pieces)
            }
        };
        score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

#[inline]
fn last<T>(path: &[T]) -> &T {
    path.last().expect("a path has a first position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn evaluations() -> [Evaluation; 2] {
        [Evaluation::Tables, Evaluation::default()]
    }

    #[test]
    fn incremental_evaluation_equals_that_from_scratch() {
        for evaluation in evaluations() {
            compare_with_evaluation_from_scratch(&evaluation);
        }
    }

    fn compare_with_evaluation_from_scratch(evaluation: &Evaluation) {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20 {
            let mut position = Position::start();
            let mut evaluator = Evaluator::new(evaluation, &position);
            let mut undos = Vec::new();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.next_u64() as usize % moves.len()];
                evaluator.make(&position, mv);
                undos.push(position.make(mv));
                assert_eq!(
                    evaluator.evaluate(&position),
                    Evaluator::new(evaluation, &position).evaluate(&position)
                );
            }
            for undo in undos.into_iter().rev() {
                evaluator.unmake();
                position.unmake(undo);
            }
            assert_eq!(
                evaluator.evaluate(&position),
                Evaluator::new(evaluation, &position).evaluate(&position)
            );
        }
    }

    #[test]
    fn evaluation_is_the_same_for_both_sides() {
        let red = Position::from_fen("3ak4/9/4b4/p3n4/2P5c/9/4C3P/9/4A4/3K1R3 w").expect("it is legal");
        let black = Position::from_fen("3k1r3/4a4/9/4c3p/9/2p5C/P3N4/4B4/9/3AK4 b").expect("it is legal");
        for evaluation in &evaluations() {
            let evaluate = |position: &Position| Evaluator::new(evaluation, position).evaluate(position);
            assert_eq!(evaluate(&red), evaluate(&black));
        }
    }
}
