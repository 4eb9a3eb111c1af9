//! Plays games of the engine against itself, and collects samples.
//!
//! Each game begins with random moves. A sample is a position whose side to move is not in check and
//! whose best move captures nothing: what such a move changes belongs to the search, not to the
//! evaluation. A game ends by the rules, or earlier if its outcome is clear.

use crate::random::Random;
use crate::sample::{GameResult, Sample};
use chuhe_engine::xiangqi::{Answer, Control, Limits, Searcher};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of the openings.
    pub seed: u64,
    /// The number of positions that the search visits for each move.
    pub nodes: u64,
    /// The number of random moves at the beginning.
    pub random_plies: usize,
}

/// A game whose first score exceeds this is not played, in centipawns.
const MAX_FIRST_SCORE: i32 = 500;
/// A side wins if both sides' scores agree on this advantage for [`WIN_PLIES`] plies.
const WIN_SCORE: i32 = 1_500;
const WIN_PLIES: usize = 4;
/// A game is drawn if no score exceeds this for [`DRAW_PLIES`] plies, after [`DRAW_FROM`] plies.
const DRAW_SCORE: i32 = 15;
const DRAW_PLIES: usize = 12;
const DRAW_FROM: usize = 100;
/// A longer game is drawn.
const MAX_PLIES: usize = 240;

/// Plays the game `number` of `settings`, and returns its samples.
///
/// The game depends on the arguments alone, because the searcher forgets all before it. There are no
/// samples if the opening is decided.
pub fn play(searcher: &mut Searcher, settings: &Settings, number: u64) -> Vec<Sample> {
    searcher.clear();
    let mut random = Random::new(settings.seed, number);
    let Some(mut game) = opening(&mut random, settings.random_plies) else { return Vec::new() };
    let mut scores: Vec<i32> = Vec::new();
    let mut positions = Vec::new();
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner();
        }
        let position = game.position();
        let mover = position.side_to_move();
        let answer = search(searcher, &game, settings.nodes);
        let Some(best) = answer.best else { break None };
        let score = answer.score.centipawns();
        if scores.is_empty() && score.abs() > MAX_FIRST_SCORE {
            return Vec::new();
        }
        scores.push(if mover == Color::Red { score } else { -score });
        if let Some(winner) = adjudicated(&scores) {
            break winner;
        }
        let is_quiet = !position.in_check() && position.piece_at(best.to).is_none();
        if is_quiet && score.abs() < WIN_SCORE * 2 {
            positions.push((position.clone(), score as i16, game.ply() as u16));
        }
        if game.play(mover, best).is_err() {
            break None;
        }
    };
    let sample = |(position, score, ply): &(Position, i16, u16)| {
        Sample::new(position, *score, GameResult::of(winner, position.side_to_move()), *ply)
    };
    positions.iter().map(sample).collect()
}

/// A game of `plies` random moves; `None` if it is over.
#[must_use]
pub fn opening(random: &mut Random, plies: usize) -> Option<Game> {
    let mut game = Game::new(Position::start(), Rules::default());
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let mover = game.turn()?;
        game.play(mover, moves[random.below(moves.len())]).ok()?;
    }
    game.turn().map(|_| game)
}

/// Searches the current position of `game` to a number of nodes.
pub fn search(searcher: &mut Searcher, game: &Game, nodes: u64) -> Answer {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    searcher.search(game, &limits, &control, &mut |_| {})
}

/// The winner, or `None` for a draw, if the scores for red decide the game.
#[must_use]
pub fn adjudicated(scores: &[i32]) -> Option<Option<Color>> {
    let last = |plies: usize| scores.len().checked_sub(plies).map(|from| &scores[from..]);
    if let Some(last) = last(WIN_PLIES) {
        if last.iter().all(|&score| score >= WIN_SCORE) {
            return Some(Some(Color::Red));
        }
        if last.iter().all(|&score| score <= -WIN_SCORE) {
            return Some(Some(Color::Black));
        }
    }
    let is_level = |last: &[i32]| last.iter().all(|score| score.abs() <= DRAW_SCORE);
    let is_dead = scores.len() >= DRAW_FROM && last(DRAW_PLIES).is_some_and(is_level);
    (is_dead || scores.len() >= MAX_PLIES).then_some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::xiangqi::Options;

    const SETTINGS: Settings = Settings { seed: 1, nodes: 200, random_plies: 8 };

    fn searcher() -> Searcher {
        Searcher::new(Options { hash_mib: 1, ..Options::default() })
    }

    #[test]
    fn games_depend_on_the_seed_alone() {
        let mut first = searcher();
        let alone: Vec<Sample> = play(&mut searcher(), &SETTINGS, 3);
        for number in 0..3 {
            let _ = play(&mut first, &SETTINGS, number);
        }
        assert_eq!(play(&mut first, &SETTINGS, 3), alone);
    }

    #[test]
    fn samples_are_quiet_positions_of_the_game() {
        let mut searcher = searcher();
        let samples: Vec<Sample> = (0..4).flat_map(|number| play(&mut searcher, &SETTINGS, number)).collect();
        assert!(samples.len() > 50, "{}", samples.len());
        for sample in samples {
            assert!(!sample.position().unwrap().in_check());
            assert!(usize::from(sample.ply()) >= SETTINGS.random_plies);
        }
    }

    #[test]
    fn clear_games_are_adjudicated() {
        assert_eq!(adjudicated(&[1_600; 3]), None);
        assert_eq!(adjudicated(&[1_600; 4]), Some(Some(Color::Red)));
        assert_eq!(adjudicated(&[-1_600; 4]), Some(Some(Color::Black)));
        assert_eq!(adjudicated(&[1_600, 1_600, -1_600, 1_600]), None);
        assert_eq!(adjudicated(&[0; 99]), None);
        assert_eq!(adjudicated(&[0; 100]), Some(None));
        assert_eq!(adjudicated(&[100; 239]), None);
        assert_eq!(adjudicated(&[100; 240]), Some(None));
    }
}
