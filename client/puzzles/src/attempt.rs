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

/// What a search for a right move has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// This move keeps the shortest mate.
    Move(Move),
    /// The search goes on with the next call.
    Searching,
    /// There is nothing to find, or it cannot be found within the limit.
    Unknown,
}

/// A move that is being judged.
#[derive(Clone, Debug)]
struct Judging {
    mv: Move,
    after: Position,
    stage: Stage,
    /// The positions visited in this stage.
    spent: u64,
}

/// What is asked about the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Whether it keeps the shortest mate.
    Shortest,
    /// Whether it mates by checks more slowly.
    Longer,
    /// Whether the reply at this index prevents the mate.
    Refuting(usize),
}

/// One user's way through a puzzle.
#[derive(Clone, Debug)]
pub struct Attempt {
    start: Position,
    start_plies: u8,
    /// A first move of the shortest mate.
    first: Option<Move>,
    position: Position,
    /// The plies of the mate that is left; 0 once it is on the board.
    left: u8,
    played: Vec<Move>,
    solver: MateSolver,
    /// Finds longer mates by checks, where the puzzle has moves of all classes.
    checks: Option<MateSolver>,
    judging: Option<Judging>,
    /// The positions visited for a hint in this position.
    spent: u64,
}

impl Attempt {
    /// Begins a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            start: puzzle.position.clone(),
            start_plies: puzzle.plies,
            first: puzzle.first.first().copied(),
            position: puzzle.position.clone(),
            left: puzzle.plies,
            played: Vec::new(),
            solver: MateSolver::new(puzzle.class),
            checks: None,
            judging: None,
            spent: 0,
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

    /// The move that is being judged, and the position after it.
    #[must_use]
    pub fn judged(&self) -> Option<(Move, &Position)> {
        self.judging.as_ref().map(|judging| (judging.mv, &judging.after))
    }

    /// Begins again.
    pub fn again(&mut self) {
        (self.position, self.left) = (self.start.clone(), self.start_plies);
        self.played.clear();
        (self.judging, self.spent) = (None, 0);
    }

    /// Searches a move that keeps the shortest mate, and visits about `nodes` positions.
    pub fn hint(&mut self, nodes: u64) -> Hint {
        if self.is_solved() || self.spent >= NODES {
            return Hint::Unknown;
        }
        if let Some(first) = self.first.filter(|_| self.played.is_empty()) {
            return Hint::Move(first);
        }
        match self.solver.attack(&self.position, self.left, nodes) {
            MateProof::Mate { moves, .. } => moves.first().map_or(Hint::Unknown, |mv| Hint::Move(*mv)),
            MateProof::NoMateWithin(_) => Hint::Unknown,
            MateProof::OutOfBudget => {
                self.spent += nodes;
                Hint::Searching
            }
        }
    }

    /// Handles a move of the user: a right one is played, together with the opponent's reply.
    ///
    /// It may take a second. [`Self::begin`] and [`Self::judge`] do the same in small steps.
    pub fn try_move(&mut self, mv: Move) -> Verdict {
        if let Some(verdict) = self.begin(mv) {
            return verdict;
        }
        loop {
            if let Some(verdict) = self.judge(NODES) {
                return verdict;
            }
        }
    }

    /// Begins to judge a move of the user. Returns the verdict if that takes no search.
    pub fn begin(&mut self, mv: Move) -> Option<Verdict> {
        self.judging = None;
        if self.is_solved() {
            return Some(Verdict::Over);
        }
        let mut after = self.position.clone();
        if let Err(illegal) = after.play(mv) {
            return Some(Verdict::Illegal(illegal));
        }
        if self.solver.class() == MateMoves::Checks && !after.in_check() {
            return Some(Verdict::NotCheck);
        }
        self.judging = Some(Judging { mv, after, stage: Stage::Shortest, spent: 0 });
        None
    }

    /// Goes on to judge the move, and visits about `nodes` positions. Returns the verdict once it is found.
    ///
    /// The solver remembers what it has proved, so each call begins where the one before ended. Without a move to
    /// judge, the puzzle is [`Verdict::Over`].
    pub fn judge(&mut self, nodes: u64) -> Option<Verdict> {
        let Some(mut judging) = self.judging.take() else { return Some(Verdict::Over) };
        let verdict = match judging.stage {
            Stage::Shortest => self.judge_shortest(&mut judging, nodes),
            Stage::Longer => self.judge_longer(&mut judging, nodes),
            Stage::Refuting(at) => self.refute(&mut judging, at, nodes),
        };
        if verdict.is_none() {
            self.judging = Some(judging);
        }
        verdict
    }

    fn judge_shortest(&mut self, judging: &mut Judging, nodes: u64) -> Option<Verdict> {
        match self.solver.defend(&judging.after, self.left - 1, nodes) {
            MateProof::OutOfBudget => judging.spend(nodes, NODES).then_some(Verdict::Undecided),
            MateProof::NoMateWithin(_) => {
                judging.enter(Stage::Longer);
                None
            }
            MateProof::Mate { plies, moves } => {
                (self.position, self.left) = (judging.after.clone(), plies);
                self.played.push(judging.mv);
                let Some(&reply) = moves.first() else { return Some(Verdict::Solved) };
                // a proved reply is legal
                self.position.make(reply);
                self.left -= 1;
                self.spent = 0;
                self.played.push(reply);
                Some(Verdict::Right { reply })
            }
        }
    }

    /// Judges a move that does not keep the shortest mate.
    fn judge_longer(&mut self, judging: &mut Judging, nodes: u64) -> Option<Verdict> {
        let longest = self.left - 1 + LONGER_PLIES;
        let checks = match self.solver.class() {
            MateMoves::Checks => &mut self.solver,
            MateMoves::All => self.checks.get_or_insert_with(|| MateSolver::new(MateMoves::Checks)),
        };
        match checks.defend(&judging.after, longest, nodes) {
            MateProof::Mate { plies, .. } => Some(Verdict::Longer { plies: plies + 1 }),
            MateProof::OutOfBudget => judging.spend(nodes, LONGER_NODES).then_some(Verdict::Undecided),
            MateProof::NoMateWithin(_) => {
                judging.enter(Stage::Refuting(0));
                None
            }
        }
    }

    /// Looks whether no mate is left in time after the opponent's reply at this index.
    fn refute(&mut self, judging: &mut Judging, at: usize, nodes: u64) -> Option<Verdict> {
        let Some(&reply) = judging.after.legal_moves().get(at) else {
            return Some(Verdict::Wrong { reply: None });
        };
        let prevents = Some(Verdict::Wrong { reply: Some(reply) });
        let Some(left) = self.left.checked_sub(2) else { return prevents };
        let mut position = judging.after.clone();
        position.make(reply);
        match self.solver.attack(&position, left, nodes) {
            MateProof::NoMateWithin(_) => prevents,
            MateProof::OutOfBudget => judging.spend(nodes, NODES).then_some(Verdict::Wrong { reply: None }),
            MateProof::Mate { .. } => {
                judging.enter(Stage::Refuting(at + 1));
                None
            }
        }
    }
}

impl Judging {
    /// Counts the positions visited. Returns whether they are as many as may be.
    const fn spend(&mut self, nodes: u64, most: u64) -> bool {
        self.spent = self.spent.saturating_add(nodes);
        self.spent >= most
    }

    const fn enter(&mut self, stage: Stage) {
        (self.stage, self.spent) = (stage, 0);
    }
}
