//! How the moves of a game agree with those that the engine would play.
//!
//! Somebody who plays the engine's moves agrees with them more often, and loses less by their own, than others of the same
//! strength. It is a hint, not a proof: simple positions and openings that are known by heart have the same effect, so that
//! the first moves, decided positions and those with little choice are left out.

use super::{Bound, Control, Limits, Options, Report, Searcher};
use chuhe_rules::PerColor;
use chuhe_rules::xiangqi::{Game, Move};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The version of [`agreement`], which is raised when the figures of the same game become others, as with a new evaluation.
pub const AGREEMENT_VERSION: u16 = 1;

/// How many half-moves at the beginning are left out: openings are known by heart.
const OPENING_PLIES: usize = 10;
/// How many legal moves there are at least where one is judged.
const LEAST_CHOICE: usize = 6;
/// Positions in which a side is ahead by more than this many centipawns are left out: many moves win, or none helps.
const DECIDED_CENTIPAWNS: i32 = 500;
/// The most that one move counts as lost, in centipawns, so that a single blunder does not hide the rest.
const MOST_LOST_CENTIPAWNS: i32 = 300;
/// How many of the engine's best moves agree with a move.
const BEST_MOVES: usize = 3;
/// How many positions the engine visits for a move, and again for one that is not among its best.
const NODES: u64 = 20_000;
const HASH_MIB: usize = 4;

/// How the moves of one side agree with those of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// How many moves were judged.
    pub judged: u32,
    /// How many of them are among the engine's three best.
    pub agreeing: u32,
    /// What the moves lost in comparison with the engine's best, in centipawns, in all.
    pub lost_centipawns: u32,
}

impl Agreement {
    /// How many of a hundred moves are among the engine's three best; `None` if none was judged.
    #[must_use]
    pub fn percent(self) -> Option<u32> {
        (self.agreeing * 100 + self.judged / 2).checked_div(self.judged)
    }

    /// What a move lost on average, in centipawns; `None` if none was judged.
    #[must_use]
    pub fn loss(self) -> Option<u32> {
        (self.lost_centipawns + self.judged / 2).checked_div(self.judged)
    }
}

/// Judges the moves of a game that begins from `start`.
///
/// The result is the same for the same game. It takes about 20,000 positions of the engine a move. `None` if `stop` was set.
#[must_use]
pub fn agreement(start: Game, moves: &[Move], stop: &AtomicBool) -> Option<PerColor<Agreement>> {
    let mut searcher = Searcher::new(Options { hash_mib: HASH_MIB, threads: 1, multi_pv: BEST_MOVES });
    let (mut game, mut agreements) = (start, PerColor::<Agreement>::default());
    for (ply, &mv) in moves.iter().enumerate() {
        let color = game.position().side_to_move();
        let has_choice = ply >= OPENING_PLIES && game.position().legal_moves().len() >= LEAST_CHOICE;
        if let Some(lost) = has_choice.then(|| judge(&mut searcher, &game, mv, stop)).flatten() {
            let agreement = &mut agreements[color];
            agreement.judged += 1;
            agreement.agreeing += u32::from(lost.agrees);
            agreement.lost_centipawns += lost.centipawns;
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if game.play(color, mv).is_err() {
            break;
        }
    }
    Some(agreements)
}

/// What a move lost.
struct Lost {
    agrees: bool,
    centipawns: u32,
}

/// Judges a move; `None` if the position is decided.
fn judge(searcher: &mut Searcher, game: &Game, mv: Move, stop: &AtomicBool) -> Option<Lost> {
    let best = best_moves(searcher, game, stop);
    let &(_, highest) = best.first()?;
    if highest.abs() > DECIDED_CENTIPAWNS {
        return None;
    }
    let found = best.iter().find(|(first, _)| *first == mv).map(|&(_, score)| score);
    let score = found.unwrap_or_else(|| {
        let limits = Limits { nodes: Some(NODES), moves: vec![mv], ..Limits::default() };
        searcher.search(game, &limits, &control(stop), &mut |_| {}).score.centipawns()
    });
    let lost = (highest - score).clamp(0, MOST_LOST_CENTIPAWNS);
    Some(Lost { agrees: found.is_some(), centipawns: lost.unsigned_abs() })
}

/// The best moves of the last finished iteration with their scores in centipawns, the best first.
fn best_moves(searcher: &mut Searcher, game: &Game, stop: &AtomicBool) -> Vec<(Move, i32)> {
    let count = searcher.options().multi_pv;
    let (mut finished, mut lines) = (Vec::new(), Vec::new());
    let mut report = |report: &Report| {
        if report.multi_pv == 1 {
            lines.clear();
        }
        // a bound is replaced by the exact score
        lines.truncate(report.multi_pv - 1);
        if let (Bound::Exact, Some(&first)) = (report.bound, report.line.first()) {
            lines.push((first, report.score.centipawns()));
        }
        if lines.len() == count {
            finished.clone_from(&lines);
        }
    };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    searcher.search(game, &limits, &control(stop), &mut report);
    finished
}

fn control(stop: &AtomicBool) -> Control<'_> {
    Control { stop, elapsed: &|| Duration::ZERO, ponder: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::Color;
    use chuhe_rules::xiangqi::{Position, Rules};

    fn start() -> Game {
        Game::new(Position::start(), Rules::default())
    }

    /// A game in which each side plays the move of this rank among the engine's best, from 0.
    fn played(ranks: PerColor<usize>, plies: usize) -> Vec<Move> {
        let multi_pv = ranks.red.max(ranks.black) + 1;
        let mut searcher = Searcher::new(Options { hash_mib: HASH_MIB, threads: 1, multi_pv });
        let (mut game, mut moves) = (start(), Vec::new());
        for _ in 0..plies {
            let color = game.position().side_to_move();
            let best = best_moves(&mut searcher, &game, &AtomicBool::new(false));
            let Some(&(mv, _)) = best.get(ranks[color]) else { break };
            game.play(color, mv).expect("the engine's moves are legal");
            moves.push(mv);
        }
        moves
    }

    #[test]
    fn the_engine_agrees_with_itself_and_loses_little() {
        let moves = played(PerColor::new(0, 0), 30);
        let agreements = agreement(start(), &moves, &AtomicBool::new(false)).expect("it is not stopped");
        for color in Color::ALL {
            let found = agreements[color];
            assert!(found.judged >= 5, "{found:?}");
            assert!(found.percent().is_some_and(|percent| percent >= 90), "{found:?}");
            assert!(found.loss().is_some_and(|loss| loss <= 30), "{found:?}");
        }
    }

    #[test]
    fn whoever_plays_other_moves_agrees_less_and_loses_more() {
        let moves = played(PerColor::new(0, 7), 24);
        let agreements = agreement(start(), &moves, &AtomicBool::new(false)).expect("it is not stopped");
        let (engine, other) = (agreements.red, agreements.black);
        assert!(other.judged > 0, "{agreements:?}");
        assert!(other.percent() < engine.percent() && other.loss() > engine.loss(), "{agreements:?}");
    }

    #[test]
    fn the_opening_and_a_stopped_search_are_not_judged() {
        let moves = played(PerColor::new(0, 0), OPENING_PLIES);
        let agreements = agreement(start(), &moves, &AtomicBool::new(false)).expect("it is not stopped");
        assert_eq!(agreements, PerColor::default());
        assert_eq!((agreements.red.percent(), agreements.red.loss()), (None, None));
        assert_eq!(agreement(start(), &moves, &AtomicBool::new(true)), None);
    }
}
