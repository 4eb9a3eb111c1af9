//! Plays two versions of the search against each other in one process, and estimates their difference.
//!
//! `xiangqi_match [games=400] [nodes=5000 | time=100] [threads=1] [seed=1] [elo0=0 elo1=10] [a.NAME=VALUE...]
//! [b.NAME=VALUE...]`: version A has the parameters of `a.`, B those of `b.`. Both play each opening
//! with both colours. With `elo1` it ends as soon as the sequential test decides.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use chuhe_engine::xiangqi::{Control, Limits, Options, Parameters, Searcher, TimeLimit};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use chuhe_rules::{Color, PerColor};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Random plies at the start of a game.
const OPENING_PLIES: usize = 8;
/// An opening is used if neither side is ahead by more centipawns.
const OPENING_BALANCE: i32 = 100;
/// A game is decided once both sides agree on this score for this many plies.
const DECIDED: i32 = 1_000;
const DECIDED_PLIES: usize = 5;
/// Longer games are draws.
const MAX_PLIES: usize = 320;
/// The sequential test ends at this log-likelihood ratio: errors of 5 %.
const LLR_LIMIT: f64 = 2.94;

#[derive(Clone)]
struct Setup {
    games: usize,
    threads: usize,
    seed: u64,
    limits: Limits,
    elo: Option<(f64, f64)>,
    versions: [Parameters; 2],
}

impl Setup {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let versions = [Parameters::default(), Parameters::default()];
        let mut setup = Self { games: 400, threads: 1, seed: 1, limits, elo: None, versions };
        for argument in arguments {
            let (name, value) = argument.split_once('=').ok_or("an argument is NAME=VALUE")?;
            let number: i64 = value.parse()?;
            let elo = setup.elo.unwrap_or((0.0, 10.0));
            match name {
                "games" => setup.games = number as usize,
                "threads" => setup.threads = number as usize,
                "seed" => setup.seed = number as u64,
                "nodes" => setup.limits = Limits { nodes: Some(number as u64), ..Limits::default() },
                "time" => {
                    let time = Some(TimeLimit::PerMove(Duration::from_millis(number as u64)));
                    setup.limits = Limits { time, ..Limits::default() };
                }
                "elo0" => setup.elo = Some((number as f64, elo.1)),
                "elo1" => setup.elo = Some((elo.0, number as f64)),
                _ => {
                    let (version, name) = name.split_once('.').ok_or_else(|| format!("what is {name}?"))?;
                    let index = usize::from(version == "b");
                    setup.versions[index]
                        .set(name, number as i32)
                        .map_err(|_| format!("no parameter {name}"))?;
                }
            }
        }
        Ok(setup)
    }
}

/// The pairs of games by the points of version A in half points, 0 to 4.
#[derive(Clone, Copy, Default)]
struct Tally {
    pairs: [u32; 5],
    results: [u32; 3],
}

impl Tally {
    /// Mean and variance of the points of a pair, as a share.
    fn moments(&self) -> (f64, f64, f64) {
        let count: f64 = self.pairs.iter().map(|&pairs| f64::from(pairs)).sum();
        let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
            self.pairs
                .iter()
                .enumerate()
                .map(|(points, &pairs)| f(points as f64 / 4.0) * f64::from(pairs))
                .sum()
        };
        let mean = weighted(&|share| share) / count;
        let variance = (weighted(&|share| share * share) / count - mean * mean).max(1e-4);
        (count, mean, variance)
    }

    /// The log-likelihood ratio of the two hypotheses, by the normal approximation.
    fn llr(&self, elo: (f64, f64)) -> f64 {
        let (count, mean, variance) = self.moments();
        let (low, high) = (share_of(elo.0), share_of(elo.1));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    fn print(&self, elo: Option<(f64, f64)>) {
        let (count, mean, variance) = self.moments();
        let error = 1.96 * (variance / count).sqrt();
        let [losses, draws, wins] = self.results;
        let (elo_mean, low, high) = (elo_of(mean), elo_of(mean - error), elo_of(mean + error));
        let llr = elo.map_or(String::new(), |elo| format!(", LLR {:.2}", self.llr(elo)));
        println!("+{wins} ={draws} -{losses}: {elo_mean:+.1} Elo [{low:+.1}, {high:+.1}]{llr}");
    }
}

fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
}

fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn think(searcher: &mut Searcher, game: &Game, limits: &Limits) -> (Option<Move>, i32) {
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let control = Control { stop: &stop, elapsed: &|| begin.elapsed(), ponder: None };
    let answer = searcher.search(game, limits, &control, &mut |_| {});
    (answer.best, answer.score.centipawns())
}

/// A game after random moves in which neither side is ahead.
fn opening(random: &mut ChaCha8Rng, judge: &mut Searcher) -> Game {
    loop {
        let mut game = Game::new(Position::start(), Rules::default());
        for _ in 0..OPENING_PLIES {
            let moves = game.position().legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            let mv = moves[random.next_u64() as usize % moves.len()];
            let _ = game.play(game.position().side_to_move(), mv);
        }
        judge.clear();
        let limits = Limits { nodes: Some(8_000), ..Limits::default() };
        if game.outcome().is_none() && think(judge, &game, &limits).1.abs() <= OPENING_BALANCE {
            return game;
        }
    }
}

/// Plays the game to its end and returns the winner.
fn play(mut game: Game, players: &mut PerColor<&mut Searcher>, limits: &Limits) -> Option<Color> {
    players.red.clear();
    players.black.clear();
    let mut decided = 0;
    while game.outcome().is_none() && game.ply() < MAX_PLIES {
        let side = game.position().side_to_move();
        let (best, score) = think(players[side], &game, limits);
        let Some(mv) = best else { break };
        let for_red = if side == Color::Red { score } else { -score };
        decided = match for_red {
            DECIDED.. => {
                if decided > 0 {
                    decided + 1
                } else {
                    1
                }
            }
            ..=-1_000 => {
                if decided < 0 {
                    decided - 1
                } else {
                    -1
                }
            }
            _ => 0,
        };
        if decided >= DECIDED_PLIES as i32 {
            return Some(Color::Red);
        } else if decided <= -(DECIDED_PLIES as i32) {
            return Some(Color::Black);
        }
        if game.play(side, mv).is_err() {
            return Some(side.opponent());
        }
    }
    game.outcome().and_then(|outcome| outcome.winner())
}

/// Plays pairs of games until enough are played.
fn run(setup: &Setup, next: &AtomicUsize, done: &AtomicBool, tally: &Mutex<Tally>) {
    let options = Options { hash_mib: 8, ..Options::default() };
    let [mut a, mut b] = setup.versions.clone().map(|version| Searcher::with_parameters(options, version));
    let mut judge = Searcher::new(options);
    while !done.load(Ordering::Relaxed) {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair * 2 >= setup.games {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(setup.seed * 1_000_003 + pair as u64);
        let game = opening(&mut random, &mut judge);
        let points = |winner: Option<Color>, color: Color| match winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        };
        let first = play(game.clone(), &mut PerColor::new(&mut a, &mut b), &setup.limits);
        let second = play(game, &mut PerColor::new(&mut b, &mut a), &setup.limits);
        let (first, second) = (points(first, Color::Red), points(second, Color::Black));
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.results[first] += 1;
        tally.results[second] += 1;
        tally.pairs[first + second] += 1;
        if (pair + 1).is_multiple_of(50) {
            tally.print(setup.elo);
        }
        if setup.elo.is_some_and(|elo| tally.llr(elo).abs() > LLR_LIMIT) && pair > 20 {
            done.store(true, Ordering::Relaxed);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let setup = Setup::parse(std::env::args().skip(1))?;
    let (next, done) = (AtomicUsize::new(0), AtomicBool::new(false));
    let tally = Mutex::new(Tally::default());
    thread::scope(|scope| {
        for _ in 0..setup.threads.max(1) {
            scope.spawn(|| run(&setup, &next, &done, &tally));
        }
    });
    let tally = *tally.lock().unwrap_or_else(PoisonError::into_inner);
    tally.print(setup.elo);
    println!("pairs by half points of A: {:?}", tally.pairs);
    Ok(())
}
