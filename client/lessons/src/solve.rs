//! Solves lessons, for the test that each can be solved.

use super::attempt::{Attempt, Outcome};
use super::lesson::{Goal, Lesson};
use chuhe_board::drawing::scene::Place;
use std::collections::HashSet;

/// The most positions among which the way to a star is searched.
const MOST_POSITIONS: usize = 20_000;

/// A step that cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} cannot be solved")]
pub struct Unsolvable {
    /// The number of the step, from 1.
    pub step: usize,
}

/// Solves a lesson from its first step to its last. Returns all states on the way.
///
/// # Errors
/// The first step without a solution.
pub fn solve(lesson: &'static Lesson) -> Result<Vec<Attempt>, Unsolvable> {
    let mut attempt = Attempt::new(lesson).ok_or(Unsolvable { step: 1 })?;
    let mut states = vec![attempt.clone()];
    loop {
        while !attempt.is_done() {
            let way = onward(&attempt).ok_or(Unsolvable { step: attempt.step_index() + 1 })?;
            attempt = way.last().unwrap_or(&attempt).clone();
            states.extend(way);
        }
        if attempt.step().answer.is_some() && attempt.answer().is_none() {
            return Err(Unsolvable { step: attempt.step_index() + 1 });
        }
        if !attempt.advance() {
            return Ok(states);
        }
        states.push(attempt.clone());
    }
}

/// The states on the way to one that is nearer to the end of the step: it is done, or has a star fewer.
fn onward(attempt: &Attempt) -> Option<Vec<Attempt>> {
    let mut next = attempt.clone();
    match &attempt.step().goal {
        Goal::Read => None,
        Goal::Place(_) => {
            attempt.board().places().into_iter().find(|&at| next.put(at) == Outcome::Done).map(|_| vec![next])
        }
        Goal::Mark { right, .. } => right.first().map(|&right| {
            next.choose(right);
            vec![next]
        }),
        Goal::Swap(one, other) => {
            let on = |slot: chuhe_rules::luzhanqi::Slot| {
                Place::Station(slot.on(chuhe_rules::luzhanqi::Arm::of(attempt.side())))
            };
            (next.try_move(on(*one), on(*other)) == Outcome::Done).then(|| vec![next])
        }
        Goal::Stars(_)
        | Goal::Moves(_)
        | Goal::Legal
        | Goal::Check
        | Goal::Mate
        | Goal::Stalemate
        | Goal::Lasting
        | Goal::Capture => search(attempt),
    }
}

/// Searches the shortest way to a state that is done or has a star fewer.
fn search(attempt: &Attempt) -> Option<Vec<Attempt>> {
    // each state with the index of the one before it
    let mut states = vec![(attempt.clone(), 0)];
    let (mut at, mut known) = (0, HashSet::new());
    while let Some((state, _)) = states.get(at).cloned() {
        for mv in state.board().legal_moves() {
            let mut next = state.clone();
            let [from, to] = Place::of_move(mv);
            if let Outcome::Wrong(_) = next.try_move(from, to) {
                continue;
            }
            if next.is_done() || next.stars().len() < attempt.stars().len() {
                let mut way = vec![next];
                let mut before = at;
                while before > 0 {
                    way.push(states[before].0.clone());
                    before = states[before].1;
                }
                way.reverse();
                return Some(way);
            }
            if known.len() < MOST_POSITIONS && known.insert(format!("{:?}", next.board())) {
                states.push((next, at));
            }
        }
        at += 1;
    }
    None
}
