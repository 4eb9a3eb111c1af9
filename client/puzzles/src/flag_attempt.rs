//! One user's way through a puzzle of luzhanqi.

use super::flag_proof::{Belief, FlagCounter, FlagProver, Sight};
use super::flag_puzzle::FlagPuzzle;
use chuhe_engine::luzhanqi::Strengths;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, IllegalMove, MineRule, Move, Position, Station, Strength};
use std::collections::BTreeMap;

/// The moves that the proof of a puzzle may play, and the judgement of a move: some tenths of a second.
pub const FLAG_PLAYS: u64 = 200_000;

/// What became of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlagVerdict {
    /// It takes the flag for certain. The opponent has replied, so that as much as possible is left to find.
    Right {
        /// The opponent's move.
        reply: Move,
        /// A position before the reply.
        between: Box<Position>,
    },
    /// The flag has fallen, or the opponent has nothing to move.
    Solved,
    /// It does not take the flag for certain. It was not played.
    Wrong(Box<FlagCounter>),
    /// A rule forbids it.
    Illegal(IllegalMove),
    /// It could not be judged within the limit. It was not played.
    Undecided,
    /// The puzzle is solved already.
    Over,
}

/// One user's way through a puzzle of luzhanqi.
#[derive(Clone, Debug)]
pub struct FlagAttempt {
    puzzle: &'static FlagPuzzle,
    /// All positions that agree with what the user knows; there is one at least.
    worlds: Vec<Position>,
    /// What each hidden piece may be, by what is known of it alone.
    known: BTreeMap<Station, Strengths>,
    /// The moves that the user has left; 0 once the flag has fallen.
    left: u8,
    played: Vec<Move>,
}

impl FlagAttempt {
    /// Begins a puzzle; `None` if its pieces fit in no way.
    #[must_use]
    pub fn new(puzzle: &'static FlagPuzzle) -> Option<Self> {
        let (worlds, their) = (puzzle.worlds(), puzzle.user().opponent());
        let known = puzzle.hidden.iter().map(|piece| (piece.station, piece.may_be(their))).collect();
        let left = puzzle.moves;
        (!worlds.is_empty()).then_some(Self { puzzle, worlds, known, left, played: Vec::new() })
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &'static FlagPuzzle {
        self.puzzle
    }

    /// One of the positions that agree with what the user knows. What is hidden in it is for the end only.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.worlds.first().unwrap_or(&self.puzzle.own)
    }

    /// What a hidden piece may be, by its place and by what is known of it alone; `None` where there is none.
    #[must_use]
    pub fn may_be(&self, station: Station) -> Option<Strengths> {
        self.known.get(&station).copied()
    }

    /// The moves that the user has left.
    #[must_use]
    pub const fn left(&self) -> u8 {
        self.left
    }

    /// The moves of both sides so far.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Whether the flag has fallen.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.left == 0
    }

    /// The station of the piece to move; `None` once the puzzle is solved.
    #[must_use]
    pub fn hint(&self) -> Option<Station> {
        if self.is_solved() {
            return None;
        }
        if self.played.is_empty() {
            return Some(self.puzzle.first.from);
        }
        self.right_move(FlagProver::new(FLAG_PLAYS)).map(|mv| mv.from)
    }

    /// A move that takes the flag for certain. The proof of the user's move before has found it within the same limit.
    fn right_move(&self, mut prover: FlagProver) -> Option<Move> {
        let mut moves = self.position().legal_moves().into_iter();
        moves.find(|&mv| prover.takes(&self.worlds, mv, self.left) == Some(true))
    }

    /// Handles a move of the user: a right one is played, together with the opponent's reply.
    pub fn try_move(&mut self, mv: Move) -> FlagVerdict {
        if self.is_solved() {
            return FlagVerdict::Over;
        }
        if let Err(rule) = self.position().validate(mv) {
            return FlagVerdict::Illegal(rule);
        }
        let mut prover = FlagProver::new(FLAG_PLAYS);
        let verdict = match prover.takes(&self.worlds, mv, self.left) {
            Some(true) => self.play(mv, FlagProver::new(FLAG_PLAYS)),
            Some(false) => {
                let counter = FlagProver::new(FLAG_PLAYS).counter(&self.worlds, mv, self.left);
                counter.map(|counter| FlagVerdict::Wrong(Box::new(counter)))
            }
            None => None,
        };
        verdict.unwrap_or(FlagVerdict::Undecided)
    }

    /// Plays a right move and the reply after which most is left to find, as far as that is found within the limit. `None`
    /// if not even the replies are, which the proof of the move has found.
    fn play(&mut self, mv: Move, mut prover: FlagProver) -> Option<FlagVerdict> {
        let (mut solved, mut replies) = (None, Vec::new());
        for seen in prover.seen(&self.worlds, mv)? {
            if seen.sight.ending.is_some() {
                solved.get_or_insert(seen);
                continue;
            }
            replies.extend(prover.replies(&seen)?.into_iter().map(|reply| (seen.sight, reply)));
        }
        let mut hardest = None;
        for (sight, reply) in replies {
            // what cannot be told within the limit counts least
            let hard = (self.fewest_moves(&reply.worlds, &mut prover), reply.worlds.len());
            if hardest.as_ref().is_none_or(|(most, _, _)| hard > *most) {
                hardest = Some((hard, sight, reply));
            }
        }
        let before = self.position().clone();
        let Some((_, sight, reply)) = hardest else {
            let Belief { sight, worlds, .. } = solved?;
            self.observe(&before, sight);
            (self.worlds, self.left) = (worlds, 0);
            self.played.push(mv);
            return Some(FlagVerdict::Solved);
        };
        self.observe(&before, sight);
        self.observe(&reply.before, reply.sight);
        (self.worlds, self.left) = (reply.worlds, self.left - 1);
        self.played.extend([mv, reply.sight.mv]);
        Some(FlagVerdict::Right { reply: reply.sight.mv, between: Box::new(reply.before) })
    }

    /// Within how few of the user's moves the flag falls for certain; `None` if this is not found within the limit.
    fn fewest_moves(&self, worlds: &[Position], prover: &mut FlagProver) -> Option<u8> {
        for moves in 1..self.left {
            if prover.is_certain(worlds, moves)? {
                return Some(moves);
            }
        }
        None
    }

    /// Narrows what the hidden pieces may be after a move.
    fn observe(&mut self, before: &Position, Sight { mv, battle, .. }: Sight) {
        let mine = MineRule::default();
        let own = |at: Station| before.piece_at(at).filter(|piece| piece.color == self.puzzle.user());
        if let Some(piece) = own(mv.from) {
            let (Some(set), Some(battle)) = (self.known.remove(&mv.to), battle) else { return };
            if !battle.captures_defender() {
                let fits = |strength: Strength| Battle::of(piece.strength, strength, mine) == battle;
                self.known.insert(mv.to, set.retain(fits));
            }
            return;
        }
        let target = own(mv.to).map(|piece| piece.strength);
        let Some(set) = self.known.remove(&mv.from) else { return };
        if battle.is_some_and(Battle::captures_attacker) {
            return;
        }
        let fits = |strength: Strength| {
            let won = target.is_none_or(|own| Some(Battle::of(strength, own, mine)) == battle);
            strength.moves() && won
        };
        self.known.insert(mv.to, set.retain(fits));
    }

    /// The user's side.
    #[must_use]
    pub const fn user(&self) -> Color {
        self.puzzle.user()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flag_puzzles;

    /// The puzzles of several moves with their right first moves.
    fn attempts() -> impl Iterator<Item = (FlagAttempt, Move)> {
        let long = flag_puzzles().iter().filter(|puzzle| puzzle.moves > 1);
        long.map(|puzzle| (FlagAttempt::new(puzzle).unwrap(), puzzle.first))
    }

    #[test]
    fn a_right_move_is_played_even_if_the_hardest_reply_is_not_found_within_the_limit() {
        for (mut attempt, mv) in attempts() {
            let mut prover = FlagProver::new(FLAG_PLAYS);
            for seen in prover.seen(&attempt.worlds, mv).unwrap() {
                if seen.sight.ending.is_none() {
                    prover.replies(&seen).unwrap();
                }
            }
            let replies_only = FlagProver::new(FLAG_PLAYS - prover.left());
            let verdict = attempt.play(mv, replies_only);
            assert!(matches!(verdict, Some(FlagVerdict::Right { .. })), "{}", attempt.puzzle.id);
        }
    }

    #[test]
    fn the_proof_of_a_move_leaves_enough_to_find_the_hint_after_it() {
        for (mut attempt, mv) in attempts() {
            let mut prover = FlagProver::new(FLAG_PLAYS);
            assert_eq!(prover.takes(&attempt.worlds, mv, attempt.left), Some(true));
            let proof = FLAG_PLAYS - prover.left();
            attempt.try_move(mv);
            assert!(attempt.right_move(FlagProver::new(proof)).is_some(), "{}", attempt.puzzle.id);
        }
    }
}
