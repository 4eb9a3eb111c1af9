//! How long to think about a move.

use super::TimeLimit;
use std::time::Duration;

/// Moves that the rest of a game is expected to take.
const EXPECTED_MOVES: u32 = 38;
/// The part of the time left that one move may use at most, in hundredths.
const LARGEST_SHARE: u32 = 40;
/// Kept for the way of the move to the clock.
const OVERHEAD: Duration = Duration::from_millis(12);

/// The budget of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No further iteration begins after this time, which the course of the search scales.
    soft: Option<Duration>,
    /// The search ends at this time.
    pub(super) hard: Duration,
}

impl Budget {
    pub(super) fn new(limit: TimeLimit) -> Self {
        match limit {
            TimeLimit::PerMove(time) => Self { soft: None, hard: time },
            TimeLimit::Clock { left, increment, moves_to_go } => {
                let usable = left.saturating_sub(OVERHEAD).max(left / 10);
                let moves =
                    moves_to_go.map_or(EXPECTED_MOVES, |moves| u32::from(moves).clamp(1, EXPECTED_MOVES));
                let share = (usable / (moves + 1)).saturating_add(increment.saturating_mul(3) / 4);
                let most = if moves == 1 { usable } else { usable.saturating_mul(LARGEST_SHARE) / 100 };
                Self { soft: Some(share.min(most)), hard: share.saturating_mul(4).min(most) }
            }
        }
    }

    /// Whether time that is not used is saved.
    pub(super) fn is_flexible(&self) -> bool {
        self.soft.is_some()
    }

    /// Whether another iteration may begin at `elapsed`.
    ///
    /// `stability` counts the iterations since the best move changed, `drop` is the loss of score in
    /// centipawns since the last iteration, `effort` the part of the nodes spent on the best move.
    pub(super) fn allows_iteration(&self, elapsed: Duration, stability: u32, drop: i32, effort: f64) -> bool {
        let Some(soft) = self.soft else { return elapsed < self.hard };
        let stable = 1.35 - 0.08 * f64::from(stability.min(8));
        let falling = 1.0 + f64::from(drop.clamp(-20, 80)) / 120.0;
        let focused = 1.45 - effort.clamp(0.0, 1.0) * 0.75;
        elapsed.as_secs_f64() < soft.as_secs_f64() * stable * falling * focused && elapsed < self.hard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u16>) -> Budget {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        Budget::new(TimeLimit::Clock { left, increment, moves_to_go })
    }

    #[test]
    fn a_move_never_uses_all_the_time_left() {
        for left in [1, 10, 50, 1_000, 60_000] {
            for increment in [0, 100, 5_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let budget = clock(left, increment, moves_to_go);
                    assert!(budget.hard < Duration::from_millis(left), "{left} {increment} {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn the_longest_times_give_a_budget() {
        for moves_to_go in [None, Some(1), Some(40)] {
            let (left, increment) = (Duration::MAX, Duration::MAX);
            let budget = Budget::new(TimeLimit::Clock { left, increment, moves_to_go });
            assert!(budget.hard > Duration::from_secs(1_000_000), "{moves_to_go:?}");
        }
    }

    #[test]
    fn unstable_searches_think_longer() {
        let budget = clock(60_000, 0, None);
        let elapsed = Duration::from_millis(1_600);
        assert!(budget.allows_iteration(elapsed, 0, 60, 0.3));
        assert!(!budget.allows_iteration(elapsed, 8, 0, 0.9));
    }
}
