//! Measures the levels of xiangqi: `levels [GAMES] [PLAYER...]`, each player against the next.
//!
//! A player is a level, `random`, which plays any move, or `greedy`, which takes the most valuable
//! piece that it can. Without players it measures all of them. Games begin with random moves, and
//! each opening is played with both colours.

#![expect(clippy::print_stdout, reason = "it prints its results")]

use chuhe_engine::xiangqi::{Control, Level, Options, Searcher};
use chuhe_matches::pairs::{self, Ended, side_of_first};
use chuhe_matches::statistics::{Estimate, Tally};
use chuhe_matches::within::{self, Choice};
use chuhe_rules::xiangqi::{Game, Move, PieceKind, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::convert::Infallible;
use std::error::Error;
use std::sync::atomic::AtomicBool;
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

    fn choose(self, game: &Game, searcher: &mut Searcher, random: &mut ChaCha8Rng) -> Option<Move> {
        let moves = game.position().legal_moves();
        let any = random.next_u32() as usize % moves.len();
        match self {
            Self::Random => Some(moves[any]),
            Self::Greedy => {
                let value =
                    |mv: &Move| game.position().piece_at(mv.to).map_or(0, |piece| value_of(piece.kind));
                let best = moves.iter().copied().max_by_key(value)?;
                Some(if value(&best) > 0 { best } else { moves[any] })
            }
            Self::Level(level) => {
                let stop = AtomicBool::new(false);
                let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
                let choice = level.choose(searcher, game, &[], None, &control, random.next_u64());
                choice.map(|choice| choice.mv)
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
        let tally = pairs::play(games, THREADS, || worker(higher, lower), |_| true)?;
        let Tally { won, drawn, lost, .. } = tally;
        let Estimate { value, low, high } = tally.estimate();
        let [value, low, high] = [value, low, high].map(|share| share * 100.0);
        println!(
            "{higher:?} against {lower:?}: +{won} ={drawn} -{lost}, {value:.1} % (95 %: {low:.1} to {high:.1})"
        );
    }
    Ok(())
}

/// What plays the games of a thread.
fn worker(first: Player, second: Player) -> impl FnMut(u64, &AtomicBool) -> Ended<(), Infallible> {
    // as little memory as possible, since a level empties it for each move
    let mut searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
    move |number, _| {
        let mut random = ChaCha8Rng::seed_from_u64(number / 2);
        let choose = |side, game: &Game| {
            let own = if side == side_of_first(number) { first } else { second };
            let player = if game.ply() < OPENING_PLIES { Player::Random } else { own };
            player.choose(game, &mut searcher, &mut random).map(|mv| Choice { mv, score: 0 })
        };
        let start = Game::new(Position::start(), Rules::default());
        Ok(Some((within::play(start, MAX_PLIES, choose, |_| None), ())))
    }
}
