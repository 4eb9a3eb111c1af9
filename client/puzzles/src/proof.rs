//! Makes puzzles from positions, and proves those of a text.

use super::difficulty::difficulty;
use super::puzzle::{Puzzle, identity};
use super::theme::themes;
use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
use chuhe_rules::xiangqi::{Move, Position};

/// The longest mate by any moves that is looked for, in plies.
const ALL_PLIES: u8 = 7;
/// The positions that the search for one visits, at most: most positions have none, and take all of them.
const ALL_NODES: u64 = 100_000;
/// The longest mate by checks that is looked for, in plies.
const CHECKS_PLIES: u8 = 19;

/// Why a puzzle is not what its text says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refuted {
    /// The proof has another result.
    #[error("the proof says {0:?}")]
    Proof(MateProof),
    /// The themes or the difficulty are others.
    #[error("the themes and the difficulty are {0}")]
    Features(String),
}

impl Puzzle {
    /// Proves its mate, length and first moves within so many positions, and checks its features.
    ///
    /// # Errors
    /// What is wrong.
    pub fn verify(&self, nodes: u64) -> Result<(), Refuted> {
        let mut solver = MateSolver::new(self.class);
        let proof = solver.attack(&self.position, self.plies, nodes);
        let claimed = MateProof::Mate { plies: self.plies, moves: self.first.clone() };
        if proof != claimed {
            return Err(Refuted::Proof(proof));
        }
        let line = solution(&mut solver, &self.position, self.plies, nodes);
        let line = line.ok_or(Refuted::Proof(MateProof::OutOfBudget))?;
        let (themes, difficulty) = (themes(&self.position, &line), difficulty(&self.position, &line));
        if (&themes, difficulty) == (&self.themes, self.difficulty) {
            Ok(())
        } else {
            Err(Refuted::Features(format!("{themes:?}, {difficulty}")))
        }
    }
}

/// The main line of a mate in `plies`: the first of the shortest moves, and the first of the longest replies.
#[must_use]
pub fn solution(solver: &mut MateSolver, start: &Position, plies: u8, nodes: u64) -> Option<Vec<Move>> {
    let (mut position, mut line) = (start.clone(), Vec::new());
    for left in (0..=plies).rev() {
        let attacks = line.len() % 2 == 0;
        let proof = if attacks {
            solver.attack(&position, left, nodes)
        } else {
            solver.defend(&position, left, nodes)
        };
        let MateProof::Mate { plies, moves } = proof else { return None };
        if plies != left {
            return None;
        }
        let Some(&mv) = moves.first() else { break };
        position.play(mv).ok()?;
        line.push(mv);
    }
    Some(line)
}

/// Makes a puzzle of a position if a mate of at least two moves is proved within so many positions for each class.
///
/// A mate by any moves is preferred, because no move can then be better than a right one. Without an identifier
/// the puzzle is named after its position.
#[must_use]
pub fn prove(id: Option<String>, title: Option<String>, position: &Position, nodes: u64) -> Option<Puzzle> {
    let position = Position::from_board(position.board().clone(), position.side_to_move(), 0, 1).ok()?;
    let mut all = MateSolver::new(MateMoves::All);
    let any = all.attack(&position, ALL_PLIES, nodes.min(ALL_NODES));
    let (mut solver, proof) = if let MateProof::Mate { .. } = any {
        (all, any)
    } else {
        let mut checks = MateSolver::new(MateMoves::Checks);
        let proof = checks.attack(&position, CHECKS_PLIES, nodes);
        (checks, proof)
    };
    let MateProof::Mate { plies: plies @ 3.., moves: first } = proof else { return None };
    let line = solution(&mut solver, &position, plies, nodes)?;
    let id = id.unwrap_or_else(|| format!("p{:016x}", identity(&position)));
    let (themes, difficulty) = (themes(&position, &line), difficulty(&position, &line));
    let class = solver.class();
    let puzzle = Puzzle { id, title, position, plies, class, first, themes, difficulty };
    // what a fresh solver proves within the limit is proved on every machine
    puzzle.verify(nodes).ok().map(|()| puzzle)
}
