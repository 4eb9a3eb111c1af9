//! Proves that a side takes the flag for certain, whatever the hidden pieces are.
//!
//! A belief is the list of all positions that agree with what the player knows. The player chooses one move for all of
//! them. What they see of it, and of each reply that some position allows, narrows the belief; the flag must fall after
//! each. A battle tells what it tells in a game: who is gone, and the flag if a marshal is.

use super::flag_puzzle::FlagPuzzle;
use chuhe_rules::PerColor;
use chuhe_rules::luzhanqi::{Battle, Ending, MineRule, Move, Options, Position, Station, Strength};

/// What a player sees of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) mv: Move,
    pub(crate) battle: Option<Battle>,
    shown: PerColor<Option<Station>>,
    pub(crate) ending: Option<Ending>,
}

/// The positions after a move of which the player sees the same.
#[derive(Clone, Debug)]
pub(crate) struct Belief {
    pub(crate) sight: Sight,
    /// One of the positions before the move.
    pub(crate) before: Position,
    pub(crate) worlds: Vec<Position>,
}

/// An arrangement in which a move does not take the flag for certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagCounter {
    /// The position before the move, with all pieces.
    pub world: Position,
    /// Why the move fails.
    pub why: FlagWhy,
}

/// Why a move does not take the flag for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagWhy {
    /// The attacked piece may have this strength.
    Stands(Strength),
    /// This reply prevents it.
    Reply(Move),
    /// It attacks nothing, and it was the last move.
    Late,
    /// It would take the flag in each arrangement, but the user cannot know which it is.
    Unsure,
}

/// Tries moves, at most as many as its limit.
#[derive(Debug)]
pub struct FlagProver {
    left: u64,
}

impl FlagProver {
    /// Creates a prover that plays at most so many moves.
    #[must_use]
    pub const fn new(most: u64) -> Self {
        Self { left: most }
    }

    /// How many moves it may still play.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// The first moves with which the side to move takes the flag for certain within so many moves; `None` if this
    /// cannot be told within the limit.
    pub fn solutions(&mut self, worlds: &[Position], moves: u8) -> Option<Vec<Move>> {
        let mut found = Vec::new();
        for mv in worlds.first().map_or_else(Vec::new, Position::legal_moves) {
            if self.takes(worlds, mv, moves)? {
                found.push(mv);
            }
        }
        Some(found)
    }

    /// Whether some move takes the flag for certain within so many moves.
    pub(crate) fn is_certain(&mut self, worlds: &[Position], moves: u8) -> Option<bool> {
        for mv in worlds.first().map_or_else(Vec::new, Position::legal_moves) {
            if self.takes(worlds, mv, moves)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a move takes the flag for certain, itself or with the moves after it.
    pub fn takes(&mut self, worlds: &[Position], mv: Move, moves: u8) -> Option<bool> {
        let Some(user) = worlds.first().map(Position::side_to_move) else { return Some(false) };
        if moves <= 1 {
            for world in worlds {
                let (sight, _) = self.play(world, mv)?;
                if sight.ending.and_then(Ending::winner) != Some(user) {
                    return Some(false);
                }
            }
            return Some(true);
        }
        for belief in self.seen(worlds, mv)? {
            if belief.sight.ending.and_then(Ending::winner) == Some(user) {
                continue;
            }
            for reply in self.replies(&belief)? {
                if reply.sight.ending.is_some() || !self.is_certain(&reply.worlds, moves - 1)? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Why a move does not: the simplest reason first.
    pub fn counter(&mut self, worlds: &[Position], mv: Move, moves: u8) -> Option<FlagCounter> {
        for world in worlds {
            if !self.takes(std::slice::from_ref(world), mv, moves)? {
                let why = self.why(world, mv, moves)?;
                return Some(FlagCounter { world: world.clone(), why });
            }
        }
        worlds.first().map(|world| FlagCounter { world: world.clone(), why: FlagWhy::Unsure })
    }

    /// Why a move fails in a position that is known.
    fn why(&mut self, world: &Position, mv: Move, moves: u8) -> Option<FlagWhy> {
        let (sight, after) = self.play(world, mv)?;
        if let Some((target, battle)) = world.piece_at(mv.to).zip(sight.battle)
            && (battle.captures_attacker() || moves <= 1)
        {
            return Some(FlagWhy::Stands(target.strength));
        }
        if moves <= 1 {
            return Some(FlagWhy::Late);
        }
        for reply in after.legal_moves() {
            let (seen, next) = self.play(&after, reply)?;
            if seen.ending.is_some() || !self.is_certain(&[next], moves - 1)? {
                return Some(FlagWhy::Reply(reply));
            }
        }
        // a move that takes no flag fails by a reply
        Some(FlagWhy::Late)
    }

    /// What the player may see of their move, with the positions after it.
    pub(crate) fn seen(&mut self, worlds: &[Position], mv: Move) -> Option<Vec<Belief>> {
        let mut beliefs = Vec::new();
        for world in worlds {
            let (sight, after) = self.play(world, mv)?;
            add(&mut beliefs, sight, world, after);
        }
        Some(beliefs)
    }

    /// What the player may see of the replies, with the positions after them.
    pub(crate) fn replies(&mut self, belief: &Belief) -> Option<Vec<Belief>> {
        let mut beliefs = Vec::new();
        for world in &belief.worlds {
            for reply in world.legal_moves() {
                let (sight, after) = self.play(world, reply)?;
                add(&mut beliefs, sight, world, after);
            }
        }
        Some(beliefs)
    }

    /// Plays a legal move; `None` at the limit.
    fn play(&mut self, world: &Position, mv: Move) -> Option<(Sight, Position)> {
        self.left = self.left.checked_sub(1)?;
        let mut after = world.clone();
        let moved = after.play(mv, MineRule::default()).ok()?;
        let ending = after.ending(&Options::default());
        Some((Sight { mv, battle: moved.battle, shown: moved.revealed_flags, ending }, after))
    }
}

fn add(beliefs: &mut Vec<Belief>, sight: Sight, before: &Position, after: Position) {
    match beliefs.iter_mut().find(|belief| belief.sight == sight) {
        Some(belief) => belief.worlds.push(after),
        None => beliefs.push(Belief { sight, before: before.clone(), worlds: vec![after] }),
    }
}

/// What a puzzle says that is not so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlagRefuted {
    /// It cannot be told within the limit.
    #[error("not proved within the limit")]
    Limit,
    /// Another set of first moves takes the flag in so many moves.
    #[error("the first moves are {0:?}")]
    First(Vec<Move>),
    /// Fewer moves are enough.
    #[error("fewer moves are enough")]
    Shorter,
}

impl FlagPuzzle {
    /// Proves that the first move alone takes the flag for certain, and that fewer moves do not suffice.
    ///
    /// # Errors
    /// What is not so, or could not be proved by playing at most so many moves.
    pub fn verify(&self, most: u64) -> Result<(), FlagRefuted> {
        let (mut prover, worlds) = (FlagProver::new(most), self.worlds());
        if self.moves > 1 && prover.is_certain(&worlds, self.moves - 1).ok_or(FlagRefuted::Limit)? {
            return Err(FlagRefuted::Shorter);
        }
        let first = prover.solutions(&worlds, self.moves).ok_or(FlagRefuted::Limit)?;
        if first == [self.first] { Ok(()) } else { Err(FlagRefuted::First(first)) }
    }
}
