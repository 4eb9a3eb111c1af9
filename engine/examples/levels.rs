//! Measures the levels of xiangqi: `levels [GAMES] [PLAYER...]`, each player against the next.
//!
//! A player is a level, `random`, which plays any move, or `greedy`, which takes the most valuable
//! piece that it can. Without players it measures all of them. Games begin with random moves, and
//! each opening is played with both colours.

#![expect(clippy::print_stdout, reason = "it prints its results")]

use chuhe_engine::xiangqi::{Control, Level, Options, Searcher};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Move, PieceKind, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The random plies of an opening.
const OPENING_PLIES: usize = 6;
/// The plies after which a game is drawn.
const MAX_PLIES: usize = 300;
/// The games at a time.
const THREADS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Random,
    Greedy,
    Level(Level),
}

impl Player {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => text.parse().ok().and_then(Level::new).map(Self::Level).ok_or(format!("no player: {text}")),
        }
    }

    fn choose(self, game: &Game, searcher: &mut Searcher, random: &mut ChaCha8Rng) -> Move {
        let moves = game.position().legal_moves();
        let any = random.next_u32() as usize % moves.len();
        match self {
            Self::Random => moves[any],
            Self::Greedy => {
                let value =
                    |mv: &Move| game.position().piece_at(mv.to).map_or(0, |piece| value_of(piece.kind));
                let best = moves.iter().copied().max_by_key(value).expect("there is a move");
                if value(&best) > 0 { best } else { moves[any] }
            }
            Self::Level(level) => {
                let stop = AtomicBool::new(false);
                let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
                let choice = level.choose(searcher, game, &[], None, &control, random.next_u64());
                choice.expect("the game is not over").mv
            }
        }
    }
}

const fn value_of(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::King => 100,
        PieceKind::Rook => 9,
        PieceKind::Cannon | PieceKind::Horse => 4,
        PieceKind::Advisor | PieceKind::Elephant => 2,
        PieceKind::Pawn => 1,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games = arguments.first().map_or(Ok(40), |text| text.parse())?;
    let named: Vec<Player> =
        arguments.iter().skip(1).map(|text| Player::parse(text)).collect::<Result<_, _>>()?;
    let all = [Player::Random, Player::Greedy].into_iter().chain(Level::ALL.map(Player::Level));
    let players: Vec<Player> = if named.is_empty() { all.collect() } else { named };
    for pair in players.windows(2) {
        let (lower, higher) = (pair[0], pair[1]);
        let [won, drawn, lost] = play_match(higher, lower, games);
        let score = (won as f64 + drawn as f64 / 2.0) / games as f64;
        let error = 196.0
            * ((won as f64 + drawn as f64 / 4.0) / games as f64 - score * score).max(0.0).sqrt()
            / (games as f64).sqrt();
        println!(
            "{higher:?} against {lower:?}: +{won} ={drawn} -{lost}, {:.1} % ± {error:.1}",
            score * 100.0
        );
    }
    Ok(())
}

/// Plays games; returns how many the first player won, drew and lost.
fn play_match(first: Player, second: Player, games: u64) -> [u64; 3] {
    let next = AtomicU64::new(0);
    let results = [(); 3].map(|()| AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                // as little memory as possible, since a level empties it for each move
                let mut searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    results[play(first, second, number, &mut searcher)].fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    results.map(AtomicU64::into_inner)
}

/// Plays a game; returns 0, 1 or 2 if the first player won, drew or lost.
fn play(first: Player, second: Player, number: u64, searcher: &mut Searcher) -> usize {
    let mut random = ChaCha8Rng::seed_from_u64(number / 2);
    let first_side = if number.is_multiple_of(2) { Color::Red } else { Color::Black };
    let mut game = Game::new(Position::start(), Rules::default());
    while let Some(side) = game.turn()
        && game.ply() < MAX_PLIES
    {
        let own = if side == first_side { first } else { second };
        let player = if game.ply() < OPENING_PLIES { Player::Random } else { own };
        let mv = player.choose(&game, searcher, &mut random);
        game.play(side, mv).expect("a chosen move is legal");
    }
    match game.outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) if winner == first_side => 0,
        Some(_) => 2,
        None => 1,
    }
}
