//! Plays two versions of the search against each other in one process, and estimates their difference.
//!
//! `xiangqi_match [games=400] [nodes=5000 | time=100] [threads=1] [seed=1] [elo0=0 elo1=10] [a.NAME=VALUE...]
//! [b.NAME=VALUE...]`: version A has the parameters of `a.`, B those of `b.`. Both play each opening
//! with both colours. With `elo1` it ends as soon as the sequential test decides.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use chuhe_engine::xiangqi::{Control, Limits, Options, Parameters, Searcher, TimeLimit};
use chuhe_matches::pairs::{self, Ended, side_of_first};
use chuhe_matches::report;
use chuhe_matches::statistics::{Sprt, Verdict};
use chuhe_matches::within::{self, Choice};
use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_rules::{Color, PerColor};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::convert::Infallible;
use std::error::Error;
use std::sync::atomic::AtomicBool;
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

#[derive(Clone)]
struct Setup {
    games: u64,
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
                "games" => setup.games = number as u64,
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

fn think(searcher: &mut Searcher, game: &Game, limits: &Limits) -> Option<Choice> {
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let control = Control { stop: &stop, elapsed: &|| begin.elapsed(), ponder: None };
    let answer = searcher.search(game, limits, &control, &mut |_| {});
    answer.best.map(|mv| Choice { mv, score: answer.score.centipawns() })
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
        let is_balanced = |choice: Choice| choice.score.abs() <= OPENING_BALANCE;
        if game.outcome().is_none() && think(judge, &game, &limits).is_some_and(is_balanced) {
            return game;
        }
    }
}

/// Plays the game to its end and returns the winner.
fn play(game: Game, players: &mut PerColor<&mut Searcher>, limits: &Limits) -> Option<Color> {
    players.red.clear();
    players.black.clear();
    // the side that is winning, by its sign, and for how many plies
    let mut decided = (0, 0);
    let judge = |score: i32| {
        let winning = if score.abs() >= DECIDED { score.signum() } else { 0 };
        decided = (winning, if winning == decided.0 { decided.1 + 1 } else { 1 });
        let winner = if winning > 0 { Color::Red } else { Color::Black };
        (winning != 0 && decided.1 >= DECIDED_PLIES).then_some(Some(winner))
    };
    within::play(game, MAX_PLIES, |side, game| think(players[side], game, limits), judge)
}

/// What plays the games of a thread.
fn worker(setup: &Setup) -> impl FnMut(u64, &AtomicBool) -> Ended<(), Infallible> {
    let options = Options { hash_mib: 8, ..Options::default() };
    let [mut a, mut b] = setup.versions.clone().map(|version| Searcher::with_parameters(options, version));
    let mut judge = Searcher::new(options);
    let mut start = None;
    move |number, _| {
        if number.is_multiple_of(2) {
            let mut random = ChaCha8Rng::seed_from_u64(setup.seed * 1_000_003 + number / 2);
            start = Some(opening(&mut random, &mut judge));
        }
        let game = start.clone().expect("the first game of a pair comes first");
        let mut players = match side_of_first(number) {
            Color::Red => PerColor::new(&mut a, &mut b),
            Color::Black => PerColor::new(&mut b, &mut a),
        };
        Ok(Some((play(game, &mut players, &setup.limits), ())))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let setup = Setup::parse(std::env::args().skip(1))?;
    let sprt = setup.elo.map(|(elo0, elo1)| Sprt { elo0, elo1 });
    let tally = pairs::play(
        setup.games,
        setup.threads,
        || worker(&setup),
        |played| {
            if (played.number + 1).is_multiple_of(100) {
                println!("{}", report::line(&played.tally, sprt.as_ref()));
            }
            sprt.is_none_or(|sprt| sprt.verdict(&played.tally) == Verdict::Undecided)
        },
    )?;
    println!("{}", report::table(["A", "B"], &tally, sprt.as_ref()));
    Ok(())
}
