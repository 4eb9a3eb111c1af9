//! A match between two evaluations with the same search.

use crate::generate::{adjudicated, opening};
use crate::random::Random;
use chuhe_engine::xiangqi::{Control, Limits, Searcher, TimeLimit};
use chuhe_matches::pairs::side_of_first;
use chuhe_matches::within::{self, Choice};
use chuhe_rules::xiangqi::Game;
use chuhe_rules::{Color, PerColor};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What limits the search of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The number of visited positions.
    Nodes(u64),
    /// The time.
    Time(Duration),
}

/// Plays this game of a match, and returns the winner.
///
/// Both games of a pair have one opening; one that decides the game is a draw for both.
pub fn play_game(players: [&mut Searcher; 2], seed: u64, number: u64, effort: Effort) -> Option<Color> {
    let [first, second] = players;
    first.clear();
    second.clear();
    let mut players = match side_of_first(number) {
        Color::Red => PerColor::new(first, second),
        Color::Black => PerColor::new(second, first),
    };
    let limits = match effort {
        Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        Effort::Time(time) => Limits { time: Some(TimeLimit::PerMove(time)), ..Limits::default() },
    };
    let choose = |side: Color, game: &Game| {
        let start = Instant::now();
        let stop = AtomicBool::new(false);
        let control = Control { stop: &stop, elapsed: &|| start.elapsed(), ponder: None };
        let answer = players[side].search(game, &limits, &control, &mut |_| {});
        answer.best.map(|mv| Choice { mv, score: answer.score.centipawns() })
    };
    let mut scores = Vec::new();
    let judge = |score| {
        scores.push(score);
        adjudicated(&scores)
    };
    // the scores end a game that is too long
    within::play(opening(&mut Random::new(seed, number / 2), 8)?, usize::MAX, choose, judge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::xiangqi::Options;

    #[test]
    fn a_player_scores_half_against_itself() {
        let options = Options { hash_mib: 1, ..Options::default() };
        let [mut one, mut other] = [Searcher::new(options), Searcher::new(options)];
        let winners = [2, 3].map(|number| play_game([&mut one, &mut other], 1, number, Effort::Nodes(100)));
        assert_eq!(winners[0], winners[1], "the colour decides");
    }
}
