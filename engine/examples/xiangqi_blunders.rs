//! Counts blunders of people and of the levels of the computer in the same positions of real games, and what the coach
//! says of them.
//!
//! `xiangqi_blunders FILE [nodes=10000] [people=300] [levels=400] [seed=1]`, where `people` and `levels` are the seconds for
//! each. `reasons=400` explains so many blunders of people instead, as the client does. The file has a game a line, with tab-separated columns whose header names `red_elo`, `black_elo` and, at the end,
//! `moves` in UCI with ranks from 0. A move loses what a search of the position expects more than one of the position after
//! it; both have the same number of nodes. Decided positions and the first moves do not count.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use chuhe_engine::xiangqi::{
    Bound, Control, Fault, Level, Limits, Means, Options, Outlook, Score, Searcher, explain,
};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Moves before this ply are openings that people know.
const FIRST_PLY: usize = 8;
/// A position with a larger score, in centipawns, is decided.
const BALANCED: i32 = 500;
/// The most that a score counts, in centipawns; a mate counts as much.
const MOST: i32 = 1_500;
/// The losses, in centipawns, from which a move is a blunder.
const BLUNDERS: [i32; 2] = [200, 500];
/// The levels that are compared. The highest one sees more than the search that judges.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=9;
/// The nodes of a search that explains a move, as in the client.
const EXPLAINED: u64 = 200_000;
/// The upper ends of the bands of ratings, and what they are called. Ratings begin at 1000.
const BANDS: [(f64, &str); 4] = [
    (980.0, "people below 980"),
    (1_000.5, "people from 980 to 1000"),
    (1_020.0, "people from 1001 to 1019"),
    (f64::INFINITY, "people from 1020 on"),
];

/// A game of two people.
struct Played {
    moves: Vec<Move>,
    /// The ratings of red and black.
    ratings: [Option<f64>; 2],
}

/// What was counted of somebody's moves.
#[derive(Clone, Copy, Default)]
struct Count {
    moves: u32,
    blunders: [u32; 2],
    lost: i64,
}

impl Count {
    fn add(&mut self, loss: i32) {
        self.moves += 1;
        self.lost += i64::from(loss.max(0));
        for (count, least) in self.blunders.iter_mut().zip(BLUNDERS) {
            *count += u32::from(loss >= least);
        }
    }

    fn row(&self, name: &str) -> String {
        let moves = f64::from(self.moves.max(1));
        let share = |count: u32| {
            let share = f64::from(count) / moves;
            // the 95 % error of a share
            let error = 1.96 * (share * (1.0 - share) / moves).sqrt();
            format!("{:.1} ± {:.1}", 100.0 * share, 100.0 * error)
        };
        let [small, large] = self.blunders.map(share);
        format!("| {name} | {} | {small} | {large} | {:.0} |", self.moves, self.lost as f64 / moves)
    }
}

fn read(text: &str) -> Result<Vec<Played>, Box<dyn Error>> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().ok_or("the file is empty")?.split('\t').collect();
    let column = |name: &str| {
        header.iter().position(|it| it.starts_with(name)).ok_or(format!("there is no column {name}"))
    };
    let (red, black, moves) = (column("red_elo")?, column("black_elo")?, column("moves")?);
    let game = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let rating = |at: usize| fields.get(at).and_then(|it| it.parse().ok());
        let moves = fields.get(moves).into_iter().flat_map(|it| it.split_whitespace());
        Played {
            moves: moves.map_while(|mv| mv.parse().ok()).collect(),
            ratings: [rating(red), rating(black)],
        }
    };
    Ok(lines.map(game).collect())
}

/// Judges positions by searches of one size.
struct Judge {
    searcher: Searcher,
    nodes: u64,
    stop: AtomicBool,
}

impl Judge {
    /// The score for the side to move.
    fn score(&mut self, game: &Game) -> i32 {
        centipawns(self.search(game, self.nodes).0)
    }

    /// The score for the side to move and the expected moves.
    fn search(&mut self, game: &Game, nodes: u64) -> (Score, Vec<Move>) {
        let control = Control { stop: &self.stop, elapsed: &|| Duration::ZERO, ponder: None };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut last = None;
        self.searcher.clear();
        let answer = self.searcher.search(game, &limits, &control, &mut |report| {
            last =
                (report.bound == Bound::Exact).then(|| (report.score, report.line.clone())).or(last.take());
        });
        let last = last.filter(|(_, line)| line.first() == answer.best.as_ref());
        last.unwrap_or_else(|| (answer.score, answer.best.into_iter().collect()))
    }

    /// What the coach says of a move in this game; `None` if longer searches think better of it.
    fn fault(&mut self, game: &Game, mv: Move) -> Option<Fault> {
        let mut after = game.clone();
        after.play(game.turn()?, mv).ok()?;
        let (expected, best) = self.search(game, EXPLAINED);
        let (answer, reply) = self.search(&after, EXPLAINED);
        if centipawns(expected) + centipawns(answer) < BLUNDERS[0] {
            return None;
        }
        let (expected, answer) =
            (Outlook { score: expected, line: &best }, Outlook { score: answer, line: &reply });
        explain(game.position(), mv, expected, answer).map(|reason| reason.fault)
    }
}

/// A score within bounds, in centipawns.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(score) => score.clamp(-MOST, MOST),
        Score::Mate(moves) if moves > 0 => MOST,
        Score::Mate(_) => -MOST,
    }
}

/// The kind of sentence that the coach says.
const fn sentence(fault: Fault) -> &'static str {
    match fault {
        Fault::AllowsMate { .. } => "allows mate",
        Fault::MissesMate { .. } => "misses mate",
        Fault::Hangs(_) => "leaves a piece unprotected",
        Fault::LosesExchange(_) => "loses an exchange",
        Fault::Loses(_, Means::Unprotected) => "takes the protection from a piece",
        Fault::Loses(_, Means::Opened) => "opens the way to a piece",
        Fault::Loses(_, Means::Check) => "loses a piece to a check",
        Fault::Loses(_, Means::Fork) => "loses a piece to a double attack",
        Fault::Loses(_, Means::Pin) => "loses a pinned piece",
        Fault::Loses(_, Means::Trap) => "loses a trapped piece",
        Fault::Loses(_, Means::Moves(_)) => "loses a piece within some moves",
        Fault::MissesPiece(_) => "misses a piece",
        Fault::ExposesGeneral => "exposes the general to checks",
        Fault::LosesTempo(_) => "lets a piece be attacked",
        Fault::Blocks(_) => "blocks an own piece",
        Fault::MissesCheck => "misses a check",
        Fault::MissesAttack(_) => "misses an attack on a piece",
        Fault::MissesExchange(_) => "misses an exchange",
        Fault::MissesActivity(_) => "leaves a piece inactive",
        Fault::Better => "there was a better move",
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut nodes, mut people, mut levels, mut seed, mut reasons) = (10_000, 300, 400, 1, 0);
    let mut file = None;
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("nodes", value)) => nodes = value.parse()?,
            Some(("people", value)) => people = value.parse()?,
            Some(("levels", value)) => levels = value.parse()?,
            Some(("seed", value)) => seed = value.parse()?,
            Some(("reasons", value)) => reasons = value.parse()?,
            Some(_) => return Err(format!("what is {argument}?").into()),
            None => file = Some(argument),
        }
    }
    let mut games = read(&std::fs::read_to_string(file.ok_or("which file of games?")?)?)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    shuffle(&mut games, &mut random);
    let searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
    let mut judge = Judge { searcher, nodes, stop: AtomicBool::new(false) };
    if reasons > 0 {
        count_reasons(&mut judge, &games, reasons);
        return Ok(());
    }
    let (mut bands, mut all) = ([Count::default(); BANDS.len()], Count::default());
    let mut positions = Vec::new();
    let (begin, mut judged) = (Instant::now(), 0);
    for played in &games {
        if begin.elapsed() > Duration::from_secs(people) {
            break;
        }
        judged += 1;
        for Judged { game, rating, expected, loss, .. } in judge_game(&mut judge, played) {
            all.add(loss);
            let band = rating.and_then(|rating| BANDS.iter().position(|&(end, _)| rating < end));
            if let Some(band) = band {
                bands[band].add(loss);
            }
            positions.push((game, expected));
        }
    }
    println!("{judged} of {} games, {} positions, {nodes} nodes\n", games.len(), positions.len());
    println!("| who | moves | loss ≥ 200 | loss ≥ 500 | mean loss |\n|---|---|---|---|---|");
    println!("{}", all.row("all people"));
    for (count, (_, name)) in bands.iter().zip(BANDS) {
        println!("{}", count.row(name));
    }
    shuffle(&mut positions, &mut random);
    for (number, count) in LEVELS.zip(judge_levels(&mut judge, &positions, Duration::from_secs(levels), seed))
    {
        println!("{}", count.row(&format!("level {number}")));
    }
    Ok(())
}

/// A move of a person in a balanced position.
struct Judged {
    /// The game before the move.
    game: Game,
    mv: Move,
    /// The rating of who played it.
    rating: Option<f64>,
    /// The score of the position for them.
    expected: i32,
    loss: i32,
}

/// Judges the moves of a game in its balanced positions.
fn judge_game(judge: &mut Judge, played: &Played) -> Vec<Judged> {
    let mut judged = Vec::new();
    let mut game = Game::new(Position::start(), Rules::default());
    let mut before: Option<i32> = None;
    for &mv in &played.moves {
        let Some(side) = game.turn() else { break };
        let counts = game.ply() >= FIRST_PLY;
        let expected = if counts { before.take().unwrap_or_else(|| judge.score(&game)) } else { 0 };
        let position = game.clone();
        if game.play(side, mv).is_err() {
            break;
        }
        if counts {
            let after = judge.score(&game);
            if expected.abs() <= BALANCED {
                let (rating, loss) = (played.ratings[side as usize], expected + after);
                judged.push(Judged { game: position, mv, rating, expected, loss });
            }
            before = Some(after);
        }
    }
    judged
}

/// Counts what the coach says of so many blunders of people.
fn count_reasons(judge: &mut Judge, games: &[Played], reasons: u32) {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut all = 0;
    'games: for played in games {
        for Judged { game, mv, loss, .. } in judge_game(judge, played) {
            let fault = if loss >= BLUNDERS[0] { judge.fault(&game, mv) } else { None };
            if let Some(fault) = fault {
                *counts.entry(sentence(fault)).or_default() += 1;
                all += 1;
            }
            if all == reasons {
                break 'games;
            }
        }
    }
    let mut counts: Vec<(&str, u32)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("| what the coach says of {all} moves | share |\n|---|---|");
    for (sentence, count) in counts {
        println!("| {sentence} | {:.1} % |", 100.0 * f64::from(count) / f64::from(all.max(1)));
    }
}

/// Lets each level choose a move in the same positions until the time is up.
fn judge_levels(judge: &mut Judge, positions: &[(Game, i32)], time: Duration, seed: u64) -> Vec<Count> {
    let mut player = Searcher::new(Options { hash_mib: 4, ..Options::default() });
    let begin = Instant::now();
    let mut counts = vec![Count::default(); LEVELS.count()];
    for (place, (game, expected)) in (0..).zip(positions) {
        if begin.elapsed() > time {
            break;
        }
        for (count, level) in counts.iter_mut().zip(LEVELS.filter_map(Level::new)) {
            let stop = AtomicBool::new(false);
            let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
            let choice = level.choose(&mut player, game, &[], None, &control, seed.wrapping_add(place));
            let (Some(choice), Some(side)) = (choice, game.turn()) else { continue };
            let mut after = game.clone();
            if after.play(side, choice.mv).is_ok() {
                count.add(expected + judge.score(&after));
            }
        }
    }
    counts
}

fn shuffle<T>(items: &mut [T], random: &mut ChaCha8Rng) {
    for end in (1..items.len()).rev() {
        items.swap(end, random.next_u64() as usize % (end + 1));
    }
}
