//! The puzzle of a day: the same for all who have the same puzzles.

use crate::Puzzle;
use std::ops::RangeInclusive;

/// The difficulties of daily puzzles: in the middle, because it is the same puzzle for newcomers and for experts.
pub const DAILY: RangeInclusive<u16> = 900..=1_400;
/// The part of the puzzles by which the next day's is ahead: the golden ratio, so that easy and hard days alternate.
const STEP: f64 = 0.618_033_988_749_895;

/// The index of the puzzle of a day among these; `None` if none of them has a difficulty within [`DAILY`].
///
/// Each of those that have comes once before one comes again.
#[must_use]
pub fn daily(day: u32, puzzles: &[Puzzle]) -> Option<usize> {
    let is_middle = |(_, puzzle): &(usize, &Puzzle)| DAILY.contains(&puzzle.difficulty);
    let pool: Vec<usize> = puzzles.iter().enumerate().filter(is_middle).map(|(index, _)| index).collect();
    pool.get(place(day, pool.len())).copied()
}

/// The place of the puzzle of a day, among so many puzzles; 0 without any.
fn place(day: u32, puzzles: usize) -> usize {
    let count = puzzles.max(1) as u64;
    let least = (count as f64 * STEP) as u64;
    let step = (least..).find(|step| gcd(*step, count) == 1).unwrap_or(1);
    (u64::from(day) * (step % count) % count) as usize
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_puzzle_comes_once_before_one_comes_again() {
        for puzzles in [1_usize, 2, 3, 10, 250, 600] {
            for from in [0, 20_000, u32::MAX - 600] {
                let days = from..from + puzzles as u32;
                let all: BTreeSet<usize> = days.map(|day| place(day, puzzles)).collect();
                assert_eq!(all, (0..puzzles).collect(), "{puzzles} from day {from}");
            }
        }
        assert_eq!(place(20_000, 0), 0);
    }

    #[test]
    fn no_day_has_a_puzzle_that_is_very_easy_or_very_hard() {
        let puzzles = crate::collection();
        let year: BTreeSet<usize> = (20_000..20_365).filter_map(|day| daily(day, puzzles)).collect();
        assert_eq!(year.len(), 365, "no puzzle comes again within a year");
        assert!(year.iter().all(|index| DAILY.contains(&puzzles[*index].difficulty)));
        assert_eq!(daily(20_000, &[]), None);
    }

    #[test]
    fn the_next_day_is_far_away_in_the_order_of_difficulty() {
        for day in 20_000..20_250 {
            let [today, tomorrow] = [day, day + 1].map(|day| place(day, 250));
            assert!(today.abs_diff(tomorrow) >= 50, "{today} and {tomorrow}");
        }
    }
}
