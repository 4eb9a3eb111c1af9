//! A match between two evaluations with the same search.

use crate::generate::{adjudicated, opening};
use crate::random::Random;
use chuhe_engine::xiangqi::{Control, Limits, Searcher, TimeLimit};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Game;
use std::fmt;
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

/// The first player's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The difference in Elo, with half of its 95 % interval; infinite if all games went one way.
    #[must_use]
    pub fn elo(self) -> (f64, f64) {
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let (games, mean) = (f64::from(self.games().max(1)), self.share());
        let deviation = |points: f64, count: u32| (points - mean).powi(2) * f64::from(count);
        let variance =
            (deviation(1.0, self.wins) + deviation(0.5, self.draws) + deviation(0.0, self.losses)) / games;
        let error = 1.96 * (variance / games).sqrt();
        (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
    }

    fn add(&mut self, winner: Option<Color>, first: Color) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    /// Adds the results of other games.
    pub fn merge(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses } = self;
        let (elo, error) = self.elo();
        write!(f, "+{wins} ={draws} -{losses}, {:.1} %, {elo:+.0} ± {error:.0} Elo", self.share() * 100.0)
    }
}

/// Plays the opening `number` of `seed` twice, with both colours.
pub fn play_pair(players: [&mut Searcher; 2], seed: u64, number: u64, effort: Effort) -> Tally {
    let mut tally = Tally::default();
    let [first, second] = players;
    let Some(game) = opening(&mut Random::new(seed, number), 8) else { return tally };
    for color in Color::ALL {
        first.clear();
        second.clear();
        let winner = match color {
            Color::Red => finish(game.clone(), [&mut *first, &mut *second], effort),
            Color::Black => finish(game.clone(), [&mut *second, &mut *first], effort),
        };
        tally.add(winner, color);
    }
    tally
}

/// Plays `game` to its end, and returns the winner.
fn finish(mut game: Game, [red, black]: [&mut Searcher; 2], effort: Effort) -> Option<Color> {
    let mut scores = Vec::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.winner();
        }
        let mover = game.position().side_to_move();
        let searcher = if mover == Color::Red { &mut *red } else { &mut *black };
        let limits = match effort {
            Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Effort::Time(time) => Limits { time: Some(TimeLimit::PerMove(time)), ..Limits::default() },
        };
        let start = Instant::now();
        let stop = AtomicBool::new(false);
        let control = Control { stop: &stop, elapsed: &|| start.elapsed(), ponder: None };
        let answer = searcher.search(&game, &limits, &control, &mut |_| {});
        let best = answer.best?;
        let score = answer.score.centipawns();
        scores.push(if mover == Color::Red { score } else { -score });
        if let Some(winner) = adjudicated(&scores) {
            return winner;
        }
        game.play(mover, best).ok()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::xiangqi::Options;

    #[test]
    fn a_player_scores_half_against_itself() {
        let options = Options { hash_mib: 1, ..Options::default() };
        let [mut one, mut other] = [Searcher::new(options), Searcher::new(options)];
        let tally = play_pair([&mut one, &mut other], 1, 1, Effort::Nodes(100));
        assert_eq!((tally.games(), tally.share()), (2, 0.5));
    }

    #[test]
    fn elo_follows_from_the_share_of_points() {
        let tally = Tally { wins: 60, draws: 20, losses: 20 };
        let (elo, error) = tally.elo();
        assert_eq!(elo.round(), 147.0);
        assert!((50.0..80.0).contains(&error), "{error}");
        assert_eq!(Tally { wins: 5, draws: 9, losses: 5 }.elo().0, 0.0);
    }
}
