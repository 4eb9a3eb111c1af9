//! How the user's last games of xiangqi against the computer ended, and the level that this suggests.

use crate::choices::local_choice::LEVELS;
use chuhe_protocol::PlayerResult;
use serde::{Deserialize, Serialize};

/// The games that are kept.
const KEPT: usize = 10;
/// Fewer games than this at a level say nothing.
const FEWEST: usize = 5;
/// The share of the points, in per cent, from which a level is too easy, and down to which it is too hard.
const EASY: usize = 70;
const HARD: usize = 30;

/// The user's last games of xiangqi against levels of the computer without odds, the last one at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ComputerResults(Vec<ComputerResult>);

/// A game against a level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerResult {
    /// The level.
    pub level: u8,
    /// How it ended for the user.
    pub result: PlayerResult,
}

/// A level that fits the user better than that of their last game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The level.
    pub level: u8,
    /// The level of the games that suggest it.
    pub played: u8,
    /// How many of them the user won.
    pub won: usize,
    /// How many they are.
    pub games: usize,
}

impl ComputerResults {
    /// Adds a game that has ended, unless it has no result, and forgets the oldest. Returns whether it was added.
    pub fn add(&mut self, game: ComputerResult) -> bool {
        let counts = game.result != PlayerResult::Aborted;
        if counts {
            self.0.push(game);
            let oldest = self.0.len().saturating_sub(KEPT);
            self.0.drain(..oldest);
        }
        counts
    }

    /// The level that the last ten games suggest: the next one if the user wins most games at the level that they played
    /// last, or the one below if they lose most. `None` if it fits, or if they have played too few games at it.
    #[must_use]
    pub fn suggestion(&self) -> Option<Suggestion> {
        let recent = &self.0[self.0.len().saturating_sub(KEPT)..];
        let played = recent.last()?.level;
        let at_level = || recent.iter().filter(|game| game.level == played);
        let of = |result| at_level().filter(|game| game.result == result).count();
        let (won, drawn, games) = (of(PlayerResult::Won), of(PlayerResult::Drawn), at_level().count());
        // a draw is half a point
        let share = (100 * won + 50 * drawn).checked_div(games)?;
        let level = match share {
            EASY.. => played.checked_add(1)?,
            ..=HARD => played.checked_sub(1)?,
            _ => return None,
        };
        let is_one = games >= FEWEST && LEVELS.contains(&level);
        is_one.then_some(Suggestion { level, played, won, games })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of games: a level each, with `+`, `=` or `-`.
    fn results(games: &str) -> ComputerResults {
        let mut results = ComputerResults::default();
        for game in games.split_whitespace() {
            let (level, result) = game.split_at(game.len() - 1);
            let result = match result {
                "+" => PlayerResult::Won,
                "=" => PlayerResult::Drawn,
                "-" => PlayerResult::Lost,
                _ => PlayerResult::Aborted,
            };
            results.add(ComputerResult { level: level.parse().unwrap(), result });
        }
        results
    }

    fn suggested(games: &str) -> Option<(u8, u8, usize, usize)> {
        let found = results(games).suggestion()?;
        Some((found.level, found.played, found.won, found.games))
    }

    #[test]
    fn who_wins_most_games_is_ready_for_the_next_level() {
        assert_eq!(suggested("3+ 3- 3+ 3+ 3+ 3- 3+ 3+ 3+ 3+"), Some((4, 3, 8, 10)));
        assert_eq!(suggested("3+ 3+ 3+ 3= 3-"), Some((4, 3, 3, 5)), "a draw is half a point");
    }

    #[test]
    fn who_loses_most_games_tries_the_level_below() {
        assert_eq!(suggested("4- 4- 4+ 4- 4-"), Some((3, 4, 1, 5)));
    }

    #[test]
    fn a_level_that_fits_stays() {
        assert_eq!(suggested("3+ 3- 3+ 3- 3+ 3-"), None);
    }

    #[test]
    fn too_few_games_say_nothing() {
        assert_eq!(suggested(""), None);
        assert_eq!(suggested("3+ 3+ 3+ 3+"), None);
        assert_eq!(suggested("3+ 3+ 3+ 3+ 3+ 4-"), None, "the last level counts");
    }

    #[test]
    fn only_the_last_ten_games_count() {
        assert_eq!(suggested("3- 3- 3- 3- 3- 3- 3+ 3+ 3+ 3+ 3+ 3+ 3+ 3+ 3+ 3+"), Some((4, 3, 10, 10)));
    }

    #[test]
    fn there_is_no_level_beyond_the_last() {
        assert_eq!(suggested("10+ 10+ 10+ 10+ 10+"), None);
        assert_eq!(suggested("1- 1- 1- 1- 1-"), None);
    }

    #[test]
    fn a_game_without_a_result_does_not_count() {
        assert_eq!(results("3?"), ComputerResults::default());
    }
}
