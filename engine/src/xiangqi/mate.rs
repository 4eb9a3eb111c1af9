//! Proves mates by exhaustive search: every move of the class for the attacker, every legal move for the defender.
//!
//! Both ways to win on the board count: checkmate (将死), and a side without a legal move that is not in check (困毙).
//!
//! **Repetitions.** A proof holds under every rule set. A mate of the shortest length comes nearer with each move of
//! the attacker, whatever the defender replies, so no position of it occurs twice: neither side can repeat, and
//! perpetual check and perpetual chase cannot arise. The search therefore ignores the path to a position, and its
//! table is sound. The halfmove clock is ignored, too: a caller who continues a game compares the length of the mate
//! with what the natural limit leaves.
//!
//! **Lengths** are exact within the class of moves that the solver was made for. A quiet move may mate sooner than
//! all checks do; [`MateMoves::Checks`] claims nothing about it.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};

/// The moves of the attacker that a solver tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MateMoves {
    /// Every legal move. It takes about 50 times as long for each move more.
    All,
    /// Only moves that give check (连将杀).
    Checks,
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateProof {
    /// There is a mate against every defence.
    Mate {
        /// The plies of the shortest mate against the longest defence.
        plies: u8,
        /// The moves of the side to move that lead to just this length, in ascending order.
        moves: Vec<Move>,
    },
    /// There is no mate within this number of plies.
    NoMateWithin(u8),
    /// The search visited as many positions as it may, and proved nothing.
    OutOfBudget,
}

/// Proves mates. What it learns about a position, it keeps for later searches.
///
/// ```
/// use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
/// let position = "3k5/1R7/9/9/8p/9/9/9/R8/5K3 w".parse()?;
/// let proof = MateSolver::new(MateMoves::All).attack(&position, 3, 100_000);
/// assert_eq!(proof, MateProof::Mate { plies: 1, moves: vec!["a1a9".parse()?] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateSolver {
    class: MateMoves,
    table: Vec<Entry>,
    nodes: u64,
    budget: u64,
}

/// What is known of a position: bounds of the plies until the defender is mated.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// A second key, so that no two positions of a search are confused.
    check: u32,
    /// The mate is within this number of plies; [`UNKNOWN`] without one.
    mate: u8,
    /// No mate is within fewer plies than this.
    least: u8,
    /// The move that decided.
    best: Option<Move>,
}

const UNKNOWN: u8 = u8::MAX;
const EMPTY: Entry = Entry { key: 0, check: 0, mate: UNKNOWN, least: 0, best: None };
/// The number of entries, as a power of two: 4 MiB.
const TABLE_BITS: u32 = 17;

/// The budget is spent.
struct Spent;

impl MateSolver {
    /// The longest mate that a solver looks for, in plies.
    pub const MAX_PLIES: u8 = 63;

    /// Makes a solver for a class of moves.
    #[must_use]
    pub fn new(class: MateMoves) -> Self {
        Self { class, table: vec![EMPTY; 1 << TABLE_BITS], nodes: 0, budget: 0 }
    }

    /// The class of moves.
    #[must_use]
    pub const fn class(&self) -> MateMoves {
        self.class
    }

    /// The positions that the last search visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds the shortest mate by the side to move, within `plies` and `nodes` positions.
    pub fn attack(&mut self, position: &Position, plies: u8, nodes: u64) -> MateProof {
        let attacker = position.side_to_move();
        self.prove(position, attacker, 1, plies, nodes)
    }

    /// Finds how long the side to move can delay the mate, within `plies` and `nodes` positions.
    ///
    /// A mate in 0 plies is on the board; it has no moves.
    pub fn defend(&mut self, position: &Position, plies: u8, nodes: u64) -> MateProof {
        let attacker = position.side_to_move().opponent();
        self.prove(position, attacker, 0, plies, nodes)
    }

    fn prove(&mut self, position: &Position, attacker: Color, from: u8, to: u8, nodes: u64) -> MateProof {
        (self.nodes, self.budget) = (0, nodes);
        let mut search = Search { position: position.clone(), attacker, solver: self };
        let to = to.min(Self::MAX_PLIES);
        for plies in (from..=to).step_by(2) {
            match search.is_mate(plies) {
                Err(Spent) => return MateProof::OutOfBudget,
                Ok(false) => {}
                Ok(true) => match search.exact_moves(plies) {
                    Err(Spent) => return MateProof::OutOfBudget,
                    Ok(moves) => return MateProof::Mate { plies, moves },
                },
            }
        }
        MateProof::NoMateWithin(to)
    }
}

struct Search<'a> {
    solver: &'a mut MateSolver,
    position: Position,
    attacker: Color,
}

impl Search<'_> {
    /// The moves that keep a mate of exactly `plies`.
    fn exact_moves(&mut self, plies: u8) -> Result<Vec<Move>, Spent> {
        let attacks = self.position.side_to_move() == self.attacker;
        let mut exact = Vec::new();
        for mv in self.position.legal_moves() {
            // the attacker's mate is within the rest; the defender's is not within less than the rest
            let keeps = if attacks {
                self.is_tried(mv) && self.after(mv, plies - 1)?
            } else {
                plies == 2 || !self.after(mv, plies - 3)?
            };
            if keeps {
                exact.push(mv);
            }
        }
        exact.sort_unstable();
        Ok(exact)
    }

    fn is_tried(&self, mv: Move) -> bool {
        match self.solver.class {
            MateMoves::All => true,
            MateMoves::Checks => self.position.gives_check(mv),
        }
    }

    /// Whether the defender is mated within `plies` after `mv`. After an error the position is another one.
    fn after(&mut self, mv: Move, plies: u8) -> Result<bool, Spent> {
        let undo = self.position.make(mv);
        let is_mate = self.is_mate(plies)?;
        self.position.unmake(undo);
        Ok(is_mate)
    }

    /// Whether the defender is mated within `plies`, which are odd if the attacker is to move.
    fn is_mate(&mut self, plies: u8) -> Result<bool, Spent> {
        if self.solver.nodes >= self.solver.budget {
            return Err(Spent);
        }
        self.solver.nodes += 1;
        if plies == 0 {
            return Ok(!self.position.has_legal_move());
        }
        let known = self.entry();
        if plies >= known.mate || plies < known.least {
            return Ok(plies >= known.mate);
        }
        let attacks = self.position.side_to_move() == self.attacker;
        let decided = match (attacks, plies) {
            (true, 1) => self.mating_move(),
            (true, _) => self.winning_move(plies, known.best)?,
            (false, _) => self.saving_move(plies, known.best)?,
        };
        let is_mate = decided.is_some() == attacks;
        self.keep(is_mate, plies, decided.or(known.best));
        Ok(is_mate)
    }

    /// A move that mates at once.
    fn mating_move(&mut self) -> Option<Move> {
        let checks = self.position.checks();
        for mv in self.position.legal_moves() {
            if self.solver.class == MateMoves::Checks && !checks.gives_check(&self.position, mv) {
                continue;
            }
            let undo = self.position.make(mv);
            let mates = !self.position.has_legal_move();
            self.position.unmake(undo);
            if mates {
                return Some(mv);
            }
        }
        None
    }

    /// A move of the attacker after which there is a mate within the other plies.
    fn winning_move(&mut self, plies: u8, first: Option<Move>) -> Result<Option<Move>, Spent> {
        let checks = self.position.checks();
        let mut ordered = Vec::with_capacity(48);
        for mv in self.position.legal_moves() {
            let gives_check = checks.gives_check(&self.position, mv);
            if Some(mv) == first {
                ordered.push((0, mv));
            } else if gives_check {
                // the fewer replies, the nearer the mate
                let undo = self.position.make(mv);
                let replies = self.position.count_legal_moves();
                self.position.unmake(undo);
                ordered.push((1 + replies, mv));
            } else if self.solver.class == MateMoves::All {
                let is_quiet = self.position.piece_at(mv.to).is_none();
                ordered.push((1_000 + usize::from(is_quiet), mv));
            }
        }
        ordered.sort_by_key(|(order, _)| *order);
        for (_, mv) in ordered {
            if self.after(mv, plies - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// A move of the defender after which there is no mate within the other plies.
    fn saving_move(&mut self, plies: u8, first: Option<Move>) -> Result<Option<Move>, Spent> {
        let mut moves = self.position.legal_moves().to_vec();
        moves.sort_by_key(|&mv| (Some(mv) != first, self.position.piece_at(mv.to).is_none()));
        for mv in moves {
            if !self.after(mv, plies - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The keys of the position, and the index of its entry.
    fn keys(&self) -> (u64, u32, usize) {
        let side = if self.attacker == Color::Red { 0 } else { 0x9e37_79b9_7f4a_7c15 };
        let key = self.position.key() ^ side;
        let board = self.position.board();
        let bits = board.occupied().bits() ^ board.color(Color::Red).bits().rotate_left(37);
        let folded = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (key, (folded >> 32) as u32, (key >> (64 - TABLE_BITS)) as usize)
    }

    fn entry(&self) -> Entry {
        let (key, check, at) = self.keys();
        let entry = self.solver.table[at];
        if entry.key == key && entry.check == check { entry } else { EMPTY }
    }

    fn keep(&mut self, is_mate: bool, plies: u8, best: Option<Move>) {
        let (key, check, at) = self.keys();
        let known = self.entry();
        let (mate, least) = if is_mate {
            (known.mate.min(plies), known.least)
        } else {
            (known.mate, known.least.max(plies + 1))
        };
        self.solver.table[at] = Entry { key, check, mate, least, best };
    }
}
