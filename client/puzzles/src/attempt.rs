//! One user's way through a puzzle.

use super::puzzle::Puzzle;
use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
use chuhe_rules::xiangqi::{IllegalMove, Move, Position};

/// The positions that the judgement of one move may visit: a second or less.
const NODES: u64 = 1_000_000;
/// The positions that may be visited to tell whether a move wins more slowly.
const LONGER_NODES: u64 = 200_000;
/// How many plies longer such a mate may be.
const LONGER_PLIES: u8 = 6;

/// What became of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It keeps the shortest mate. The opponent has played this reply, one of those that last longest.
    Right {
        /// The opponent's move.
        reply: Move,
    },
    /// It mates, and the puzzle is solved.
    Solved,
    /// It also wins, and there is a shorter way: it mates in so many plies. It was not played.
    Longer {
        /// The plies of the mate from this move on.
        plies: u8,
    },
    /// It does not mate in time, and no longer mate by checks was found. It was not played.
    Wrong {
        /// A reply that prevents the mate.
        reply: Option<Move>,
    },
    /// The puzzle asks for checks alone, and this is none.
    NotCheck,
    /// A rule forbids it.
    Illegal(IllegalMove),
    /// It could not be judged within the limit. It was not played.
    Undecided,
    /// The puzzle is solved already.
    Over,
}

/// One user's way through a puzzle.
#[derive(Clone, Debug)]
pub struct Attempt {
    start: Position,
    start_plies: u8,
    position: Position,
    /// The plies of the mate that is left; 0 once it is on the board.
    left: u8,
    played: Vec<Move>,
    solver: MateSolver,
}

impl Attempt {
    /// Begins a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            start: puzzle.position.clone(),
            start_plies: puzzle.plies,
            position: puzzle.position.clone(),
            left: puzzle.plies,
            played: Vec::new(),
            solver: MateSolver::new(puzzle.class),
        }
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of both sides so far.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// The plies of the mate that is left.
    #[must_use]
    pub const fn left(&self) -> u8 {
        self.left
    }

    /// Whether the puzzle is solved.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.left == 0
    }

    /// Begins again.
    pub fn again(&mut self) {
        (self.position, self.left) = (self.start.clone(), self.start_plies);
        self.played.clear();
    }

    /// A move that keeps the shortest mate.
    pub fn hint(&mut self) -> Option<Move> {
        let MateProof::Mate { moves, .. } = self.solver.attack(&self.position, self.left, NODES) else {
            return None;
        };
        moves.first().copied()
    }

    /// Handles a move of the user: a right one is played, together with the opponent's reply.
    pub fn try_move(&mut self, mv: Move) -> Verdict {
        if self.is_solved() {
            return Verdict::Over;
        }
        let mut after = self.position.clone();
        if let Err(illegal) = after.play(mv) {
            return Verdict::Illegal(illegal);
        }
        if self.solver.class() == MateMoves::Checks && !after.in_check() {
            return Verdict::NotCheck;
        }
        match self.solver.defend(&after, self.left - 1, NODES) {
            MateProof::OutOfBudget => Verdict::Undecided,
            MateProof::NoMateWithin(_) => self.judge_slow(&after),
            MateProof::Mate { plies, moves } => {
                (self.position, self.left) = (after, plies);
                self.played.push(mv);
                let Some(&reply) = moves.first() else { return Verdict::Solved };
                // a proved reply is legal
                self.position.make(reply);
                self.left -= 1;
                self.played.push(reply);
                Verdict::Right { reply }
            }
        }
    }

    /// Judges a move that does not keep the shortest mate.
    fn judge_slow(&mut self, after: &Position) -> Verdict {
        let longest = self.left - 1 + LONGER_PLIES;
        let mut checks = MateSolver::new(MateMoves::Checks);
        match checks.defend(after, longest, LONGER_NODES) {
            MateProof::Mate { plies, .. } => Verdict::Longer { plies: plies + 1 },
            MateProof::OutOfBudget => Verdict::Undecided,
            MateProof::NoMateWithin(_) => {
                let replies = after.legal_moves();
                let reply = replies.into_iter().find(|&reply| self.prevents(after, reply));
                Verdict::Wrong { reply }
            }
        }
    }

    /// Whether no mate is left in time after the opponent's reply.
    fn prevents(&mut self, after: &Position, reply: Move) -> bool {
        let Some(left) = self.left.checked_sub(2) else { return true };
        let mut position = after.clone();
        position.make(reply);
        matches!(self.solver.attack(&position, left, NODES), MateProof::NoMateWithin(_))
    }
}
