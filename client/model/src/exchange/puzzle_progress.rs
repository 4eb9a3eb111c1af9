//! What the user has done with puzzles: their rating, the puzzles tried, the days on which they solved the daily one, and
//! their own mistakes, the endgames that they have mastered, and the puzzles of luzhanqi that they have solved.
//!
//! No date takes anything back: a clock that was wrong adds days of its own, and those before and after stay.

use super::endgame_progress::EndgameProgress;
use super::own_mistakes::{OwnMistakes, REPEAT_DAYS};
use chuhe_puzzles::{FlagPuzzle, Puzzle};
use chuhe_ratings::{Played, Rating, Score};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The rating with which everybody begins: most puzzles are harder than the easiest of them.
const FIRST_RATING: f64 = 1_000.0;
/// How uncertain that is: less than for a new player, who would lose 300 points with the first mistake.
const FIRST_DEVIATION: f64 = 200.0;
/// How uncertain the difficulty of a puzzle is, as the deviation of its rating.
const PUZZLE_DEVIATION: f64 = 80.0;
/// The most runs of days that are kept. With as many, the oldest is forgotten.
const MOST_RUNS: usize = 400;

/// What the user has done with puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleProgress {
    rating: KeptRating,
    /// The puzzles tried, by their names.
    tried: BTreeMap<String, Tried>,
    /// The runs of days on which the daily puzzle was solved, in ascending order, with a day between them at least.
    days: Vec<Run>,
    mistakes: OwnMistakes,
    /// The endgames whose result the user has kept.
    pub endgames: EndgameProgress,
    /// The puzzles of luzhanqi that the user has solved, by their names.
    flags: BTreeSet<String>,
}

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tried {
    /// It was solved, and does not come back.
    Solved,
    /// It comes back.
    Repeats {
        /// How often it was solved since it was not.
        stage: u8,
        /// On which day it was tried last, in days since 1970.
        since: u32,
    },
}

/// Days in a row, in days since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Run {
    first: u32,
    last: u32,
}

/// A rating in whole numbers, which are equal where they look equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct KeptRating {
    /// In hundredths.
    rating: u32,
    /// In hundredths.
    deviation: u32,
    /// In millionths.
    volatility: u32,
}

impl Default for KeptRating {
    fn default() -> Self {
        Self::of(Rating { rating: FIRST_RATING, deviation: FIRST_DEVIATION, ..Rating::NEW })
    }
}

impl KeptRating {
    fn of(rating: Rating) -> Self {
        let Rating { rating, deviation, volatility } = rating.clamped();
        Self {
            rating: (rating * 100.0).round() as u32,
            deviation: (deviation * 100.0).round() as u32,
            volatility: (volatility * 1e6).round() as u32,
        }
    }

    /// The rating after what this window has made of `before`, and others of it since, `theirs`.
    fn after_both(self, before: Self, theirs: Self) -> Self {
        if self == before {
            return theirs;
        }
        let [mine, before, theirs] = [self, before, theirs].map(Self::rating);
        Self::of(Rating {
            rating: theirs.rating + mine.rating - before.rating,
            deviation: mine.deviation.min(theirs.deviation),
            volatility: mine.volatility,
        })
    }

    fn rating(self) -> Rating {
        let Self { rating, deviation, volatility } = self;
        let [rating, deviation] = [rating, deviation].map(|hundredths| f64::from(hundredths) / 100.0);
        Rating { rating, deviation, volatility: f64::from(volatility) / 1e6 }.clamped()
    }
}

/// In which order puzzles are offered.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Offer {
    Due,
    New,
    Later,
    Solved,
}

impl Tried {
    /// On which day it comes back. A clock that was ahead makes it due at once.
    fn is_due(self, today: u32) -> bool {
        let Self::Repeats { stage, since } = self else { return false };
        let days = REPEAT_DAYS.get(usize::from(stage)).copied().unwrap_or(0);
        today < since || today - since >= days
    }
}

impl PuzzleProgress {
    /// The user's own mistakes.
    #[must_use]
    pub const fn mistakes(&self) -> &OwnMistakes {
        &self.mistakes
    }

    /// The same, to change them.
    pub const fn mistakes_mut(&mut self) -> &mut OwnMistakes {
        &mut self.mistakes
    }

    /// Whether the user has solved this puzzle of luzhanqi.
    #[must_use]
    pub fn has_taken(&self, puzzle: &FlagPuzzle) -> bool {
        self.flags.contains(&puzzle.id)
    }

    /// Records that the user has solved it. Returns whether that is new.
    pub fn take(&mut self, puzzle: &FlagPuzzle) -> bool {
        self.flags.insert(puzzle.id.clone())
    }

    /// The user's rating as a whole number.
    #[must_use]
    pub fn rating(&self) -> u32 {
        self.rating.rating().rating.round() as u32
    }

    /// Whether the user has tried no puzzle.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.tried.is_empty()
    }

    /// Whether the user has tried this puzzle.
    #[must_use]
    pub fn has_tried(&self, puzzle: &Puzzle) -> bool {
        self.tried.contains_key(&puzzle.id)
    }

    /// How many of these puzzles the user has solved.
    #[must_use]
    pub fn solved(&self, puzzles: &[Puzzle]) -> usize {
        let tried = puzzles.iter().filter_map(|puzzle| self.tried.get(&puzzle.id));
        tried.filter(|tried| !matches!(tried, Tried::Repeats { stage: 0, .. })).count()
    }

    /// How many of these puzzles come back today. Without a date none does before all others.
    #[must_use]
    pub fn due(&self, puzzles: &[Puzzle], today: Option<u32>) -> usize {
        let tried = puzzles.iter().filter_map(|puzzle| self.tried.get(&puzzle.id));
        today.map_or(0, |today| tried.filter(|tried| tried.is_due(today)).count())
    }

    /// Records how an attempt at a puzzle ended. Returns the rating before and after it, if it was the first.
    pub fn finish(&mut self, puzzle: &Puzzle, is_solved: bool, today: Option<u32>) -> Option<[u32; 2]> {
        let before = self.rating();
        let since = today.unwrap_or(0);
        let known = self.tried.get(&puzzle.id).copied();
        let now = match (known, is_solved) {
            (_, false) => Tried::Repeats { stage: 0, since },
            (None | Some(Tried::Solved), true) => Tried::Solved,
            (Some(tried @ Tried::Repeats { stage, .. }), true) => match usize::from(stage) + 1 {
                _ if today.is_some_and(|today| !tried.is_due(today)) => tried,
                next if next < REPEAT_DAYS.len() => Tried::Repeats { stage: stage + 1, since },
                _ => Tried::Solved,
            },
        };
        self.tried.insert(puzzle.id.clone(), now);
        if known.is_some() {
            return None;
        }
        let puzzle =
            Rating { rating: f64::from(puzzle.difficulty), deviation: PUZZLE_DEVIATION, ..Rating::NEW };
        let score = if is_solved { Score::Win } else { Score::Loss };
        let rating = self.rating.rating().after_period(&[Played { opponent: puzzle.clamped(), score }], 1.0);
        self.rating = KeptRating::of(rating);
        Some([before, self.rating()])
    }

    /// The puzzle to offer next: first those that come back today, then the new one that is nearest to the user's
    /// rating. Those `seen` already that are not due come after all others.
    #[must_use]
    pub fn next(&self, puzzles: &[Puzzle], today: Option<u32>, seen: &BTreeSet<usize>) -> Option<usize> {
        let order = |index: usize, puzzle: &Puzzle| {
            let (offer, by) = match self.tried.get(&puzzle.id) {
                None => (Offer::New, self.rating().abs_diff(u32::from(puzzle.difficulty))),
                Some(Tried::Solved) => (Offer::Solved, self.rating().abs_diff(u32::from(puzzle.difficulty))),
                Some(tried @ Tried::Repeats { since, .. }) => {
                    let is_due = today.is_some_and(|today| tried.is_due(today));
                    (if is_due { Offer::Due } else { Offer::Later }, *since)
                }
            };
            // once tried again, it is not due
            (offer != Offer::Due && seen.contains(&index), offer, by)
        };
        let puzzles = puzzles.iter().enumerate();
        puzzles.min_by_key(|(index, puzzle)| order(*index, puzzle)).map(|(index, _)| index)
    }

    /// Records that the user has solved the puzzle of a day. Returns whether that is new.
    pub fn solve_daily(&mut self, day: u32) -> bool {
        if self.run_of(day).is_some() {
            return false;
        }
        self.days.push(Run { first: day, last: day });
        self.join_runs();
        true
    }

    /// Whether the user has solved the puzzle of a day.
    #[must_use]
    pub fn has_solved_daily(&self, day: u32) -> bool {
        self.run_of(day).is_some()
    }

    /// On how many days in a row the user has solved the daily puzzle, up to today or yesterday.
    #[must_use]
    pub fn streak(&self, today: u32) -> u32 {
        let run = self.run_of(today).or_else(|| self.run_of(today.checked_sub(1)?));
        run.map_or(0, |run| (run.last - run.first).saturating_add(1))
    }

    fn run_of(&self, day: u32) -> Option<Run> {
        self.days.iter().copied().find(|run| (run.first..=run.last).contains(&day))
    }

    fn join_runs(&mut self) {
        self.days.sort_unstable();
        let mut joined: Vec<Run> = Vec::new();
        for &run in self.days.iter().filter(|run| run.first <= run.last) {
            match joined.last_mut() {
                Some(before) if run.first <= before.last.saturating_add(1) => {
                    before.last = before.last.max(run.last)
                }
                Some(_) | None => joined.push(run),
            }
        }
        joined.drain(..joined.len().saturating_sub(MOST_RUNS));
        self.days = joined;
    }

    /// What to keep when this window has changed `before`, and other windows have kept `theirs` since.
    #[must_use]
    pub(super) fn merged(&self, before: &Self, theirs: &Self) -> Self {
        let mut merged = theirs.clone();
        merged.rating = self.rating.after_both(before.rating, theirs.rating);
        let changed = self.tried.iter().filter(|(id, tried)| before.tried.get(*id) != Some(tried));
        merged.tried.extend(changed.map(|(id, tried)| (id.clone(), *tried)));
        merged.days.extend(&self.days);
        merged.join_runs();
        merged.mistakes = self.mistakes.merged(&before.mistakes, &theirs.mistakes);
        merged.endgames.add(&self.endgames);
        merged.flags.extend(self.flags.iter().cloned());
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_puzzles::collection;

    const TODAY: u32 = 20_000;

    fn next(progress: &PuzzleProgress, today: u32) -> &'static Puzzle {
        let index = progress.next(collection(), Some(today), &BTreeSet::new()).unwrap();
        &collection()[index]
    }

    #[test]
    fn only_the_first_attempt_at_a_puzzle_is_rated() {
        let mut progress = PuzzleProgress::default();
        let [easy, .., hard] = collection() else { panic!("there are puzzles") };
        assert_eq!(progress.finish(hard, false, Some(TODAY)), Some([1_000, 1_000]), "it costs nothing");
        let near = collection().iter().find(|puzzle| puzzle.difficulty >= 1_000).unwrap();
        let [before, after] = progress.finish(near, false, Some(TODAY)).unwrap();
        assert!(after < before - 50, "{after}");
        assert_eq!(progress.finish(near, true, Some(TODAY + 1)), None);
        assert_eq!(progress.rating(), after);
        let [_, after] = progress.finish(easy, true, Some(TODAY)).unwrap();
        assert!(after > before - 150);
        for puzzle in &collection()[1..60] {
            progress.finish(puzzle, true, Some(TODAY));
        }
        assert!(progress.rating() > 1_000, "{}", progress.rating());
        assert_eq!(progress.solved(collection()), 61);
    }

    #[test]
    fn a_puzzle_that_was_not_solved_comes_back_after_more_and_more_days() {
        let mut progress = PuzzleProgress::default();
        let puzzle = &collection()[40];
        progress.finish(puzzle, false, Some(TODAY));
        assert_eq!((progress.due(collection(), Some(TODAY)), progress.solved(collection())), (0, 0));
        assert_ne!(next(&progress, TODAY).id, puzzle.id);
        let mut day = TODAY;
        for days in REPEAT_DAYS {
            assert_ne!(next(&progress, day + days - 1).id, puzzle.id);
            // too early, it does not count
            progress.finish(puzzle, true, Some(day));
            day += days;
            assert_eq!(progress.due(collection(), Some(day)), 1);
            assert_eq!(next(&progress, day).id, puzzle.id);
            progress.finish(puzzle, true, Some(day));
        }
        assert_eq!(progress.due(collection(), Some(u32::MAX)), 0);
        progress.finish(puzzle, false, Some(day));
        assert_eq!(next(&progress, day + 1).id, puzzle.id, "it begins anew");
    }

    #[test]
    fn the_next_puzzle_is_the_new_one_nearest_to_the_rating() {
        let mut progress = PuzzleProgress::default();
        let nearest = next(&progress, TODAY);
        let gap = |puzzle: &Puzzle| progress.rating().abs_diff(u32::from(puzzle.difficulty));
        assert!(collection().iter().all(|puzzle| gap(puzzle) >= gap(nearest)));
        let mut seen = BTreeSet::new();
        for _ in collection() {
            let index = progress.next(collection(), Some(TODAY), &seen).unwrap();
            assert!(seen.insert(index), "each puzzle comes once");
        }
        assert!(progress.next(collection(), Some(TODAY), &seen).is_some());
        for puzzle in collection() {
            progress.finish(puzzle, true, None);
        }
        assert!(progress.next(collection(), None, &BTreeSet::new()).is_some(), "also where all are solved");
        assert_eq!(progress.next(&[], Some(TODAY), &BTreeSet::new()), None);
    }

    #[test]
    fn a_wrong_date_loses_neither_the_streak_nor_a_repetition() {
        let mut progress = PuzzleProgress::default();
        for day in TODAY..TODAY + 5 {
            assert!(progress.solve_daily(day));
            assert!(!progress.solve_daily(day));
        }
        assert_eq!([4, 5, 6].map(|days| progress.streak(TODAY + days)), [5, 5, 0]);
        // the clock is years ahead for a day, and then a week behind
        progress.solve_daily(TODAY + 3_000);
        progress.finish(&collection()[0], false, Some(TODAY + 3_000));
        assert_eq!(progress.streak(TODAY + 3_000), 1);
        assert_eq!(progress.due(collection(), Some(TODAY + 5)), 1);
        progress.solve_daily(TODAY - 7);
        assert_eq!(progress.streak(TODAY - 7), 1);
        progress.solve_daily(TODAY + 5);
        assert_eq!(progress.streak(TODAY + 5), 6);
        for day in [0, u32::MAX] {
            progress.solve_daily(day);
            assert_eq!(progress.streak(day), 1);
        }
    }

    #[test]
    fn windows_that_share_the_settings_keep_what_each_other_solved() {
        let [a, b, c, ..] = collection() else { panic!("there are puzzles") };
        let mut before = PuzzleProgress::default();
        before.finish(a, false, Some(TODAY));
        before.solve_daily(TODAY);
        let (mut mine, mut theirs) = (before.clone(), before.clone());
        mine.finish(b, true, Some(TODAY));
        theirs.finish(a, true, Some(TODAY + 1));
        theirs.finish(c, false, Some(TODAY + 1));
        theirs.solve_daily(TODAY + 1);
        let merged = mine.merged(&before, &theirs);
        assert_eq!(merged.solved(collection()), 2);
        assert_eq!(merged.streak(TODAY + 1), 2);
        let both = i64::from(mine.rating()) + i64::from(theirs.rating()) - i64::from(before.rating());
        assert!((i64::from(merged.rating()) - both).abs() <= 1, "what each has won or lost counts");
        assert!([a, b, c].iter().all(|puzzle| merged.has_tried(puzzle)));
        assert_eq!(mine.merged(&before, &before), mine);
    }

    #[test]
    fn what_a_file_says_is_taken_within_its_limits() {
        let text = r#"{"rating":{"rating":4294967295,"deviation":0},"days":[{"first":9,"last":3}]}"#;
        let mut read: PuzzleProgress = serde_json::from_str(text).unwrap();
        assert_eq!(read.streak(5), 0);
        read.solve_daily(4);
        read.finish(&collection()[0], true, Some(4));
        assert!((400..=4_000).contains(&read.rating()), "{}", read.rating());
        let text = serde_json::to_string(&read).unwrap();
        assert_eq!(serde_json::from_str::<PuzzleProgress>(&text).unwrap(), read);
        assert_eq!(serde_json::from_str::<PuzzleProgress>("{}").unwrap(), PuzzleProgress::default());
    }
}
