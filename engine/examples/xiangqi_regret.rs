//! Compares versions of the search by the worth of the moves that they choose with few nodes.
//!
//! `xiangqi_regret [positions=600] [nodes=5000] [reference=60000] [seed=1] [cache=FILE] [VERSION...]`, where a
//! version is `NAME=VALUE,NAME=VALUE...` in quotes. Each version searches the same positions of
//! games it did not play. The worth of a chosen move is the share of points that a longer search of the
//! default version expects after it. Far fewer nodes are needed than for games, because versions that
//! choose the same move do not differ.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Parameters, Score, Searcher};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Centipawns that change the expected share of points from 50 to 73 %.
const SCALE: f64 = 250.0;
/// Positions with a larger score are decided.
const BALANCED: i32 = 500;

fn think(searcher: &mut Searcher, game: &Game, nodes: u64) -> Answer {
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(game, &limits, &control, &mut |_| {})
}

fn share(score: Score) -> f64 {
    let centipawns = match score {
        Score::Cp(score) => score.clamp(-2_000, 2_000),
        Score::Mate(moves) => {
            if moves > 0 {
                2_500
            } else {
                -2_500
            }
        }
    };
    1.0 / (1.0 + (-f64::from(centipawns) / SCALE).exp())
}

/// Positions of games between quick searches, after random openings.
fn positions(count: usize, seed: u64) -> Vec<Game> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut searcher = Searcher::new(Options::default());
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new(Position::start(), Rules::default());
        searcher.clear();
        let spacing = 5 + random.next_u64() as usize % 5;
        while game.outcome().is_none() && game.ply() < 160 && positions.len() < count {
            let side = game.position().side_to_move();
            let moves = game.position().legal_moves();
            let (mv, score) = if game.ply() < 8 {
                (Some(moves[random.next_u64() as usize % moves.len()]), Score::Cp(0))
            } else {
                let answer = think(&mut searcher, &game, 1_500);
                (answer.best, answer.score)
            };
            let balanced = matches!(score, Score::Cp(score) if score.abs() < BALANCED);
            if !balanced {
                break;
            }
            if game.ply() > 8 && game.ply().is_multiple_of(spacing) {
                positions.push(game.clone());
            }
            let Some(mv) = mv else { break };
            if game.play(side, mv).is_err() {
                break;
            }
        }
    }
    positions
}

/// The worth of moves, by position and move.
struct Worths {
    known: BTreeMap<(String, Move), f64>,
    searcher: Searcher,
    nodes: u64,
    searched: usize,
}

impl Worths {
    fn of(&mut self, game: &Game, mv: Move) -> f64 {
        let fen = game.position().fen();
        if let Some(&worth) = self.known.get(&(fen.clone(), mv)) {
            return worth;
        }
        let mut after = game.clone();
        if after.play(game.position().side_to_move(), mv).is_err() {
            return 0.0;
        }
        self.searcher.clear();
        self.searched += 1;
        let worth = 1.0 - share(think(&mut self.searcher, &after, self.nodes).score);
        self.known.insert((fen, mv), worth);
        worth
    }
}

fn version(text: &str) -> Result<Parameters, Box<dyn Error>> {
    let mut parameters = Parameters::default();
    for setting in text.split(',').filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').ok_or("a setting is NAME=VALUE")?;
        parameters.set(name, value.parse()?).map_err(|_| format!("no parameter {name}"))?;
    }
    Ok(parameters)
}

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, (variance / count).sqrt())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut count, mut nodes, mut reference, mut seed) = (600, 5_000, 60_000, 1);
    let (mut cache, mut versions) = (None, vec![String::new()]);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("positions", value)) => count = value.parse()?,
            Some(("nodes", value)) => nodes = value.parse()?,
            Some(("reference", value)) => reference = value.parse()?,
            Some(("seed", value)) => seed = value.parse()?,
            Some(("cache", value)) => cache = Some(value.to_owned()),
            Some(_) => versions.push(argument),
            None => return Err(format!("what is {argument}?").into()),
        }
    }
    let mut known = BTreeMap::new();
    for line in cache.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect::<String>().lines()
    {
        let mut fields = line.split('\t');
        if let (Some(fen), Some(mv), Some(worth)) = (fields.next(), fields.next(), fields.next()) {
            known.insert((fen.to_owned(), mv.parse()?), worth.parse()?);
        }
    }
    let games = positions(count, seed);
    let mut worths =
        Worths { known, searcher: Searcher::new(Options::default()), nodes: reference, searched: 0 };
    let mut base: Option<Vec<f64>> = None;
    for text in &versions {
        let begin = Instant::now();
        let mut searcher =
            Searcher::with_parameters(Options { hash_mib: 4, ..Options::default() }, version(text)?);
        let mut values = Vec::new();
        let mut depth = 0.0;
        for game in &games {
            searcher.clear();
            let answer = think(&mut searcher, game, nodes);
            depth += f64::from(answer.depth) / games.len() as f64;
            values.push(answer.best.map_or(0.0, |mv| worths.of(game, mv)));
        }
        let base = base.get_or_insert_with(|| values.clone());
        let differences: Vec<f64> =
            values.iter().zip(base.iter()).map(|(value, base)| value - base).collect();
        let changed = differences.iter().filter(|difference| difference.abs() > 1e-9).count();
        let (difference, error) = mean(&differences);
        println!(
            "{:+7.2} ±{:.2} permille, {changed:>4} changed, depth {depth:.2}, {:.1} s: {text}",
            difference * 1_000.0,
            error * 1_000.0,
            begin.elapsed().as_secs_f64()
        );
    }
    if let Some(path) = cache {
        let mut lines = String::new();
        for ((fen, mv), worth) in &worths.known {
            writeln!(lines, "{fen}\t{mv}\t{worth}")?;
        }
        std::fs::write(path, lines)?;
    }
    println!("{} moves searched", worths.searched);
    Ok(())
}
