//! Measures the player of luzhanqi: `luzhanqi GAMES [LEVEL] [random|greedy|1..10] [classic|cross]`.

#![expect(clippy::print_stdout, reason = "it prints its results")]

#[path = "../tests/luzhanqi/match_play.rs"]
mod match_play;

use chuhe_engine::luzhanqi::Budget;
use chuhe_rules::luzhanqi::BoardKind;
use match_play::{Player, play_many};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
    let games = number(0).unwrap_or(200);
    let level = number(1).unwrap_or(5);
    let opponent = arguments.get(2).map_or("greedy", String::as_str);
    let other = match opponent {
        "random" => Player::Random,
        "greedy" => Player::Greedy,
        level => Player::Engine(Budget::of_level(level.parse().unwrap_or(1))),
    };
    let is_cross = arguments.get(3).is_some_and(|board| board == "cross");
    let board = if is_cross { BoardKind::Cross } else { BoardKind::Classic };
    let own = Player::Engine(Budget::of_level(u8::try_from(level).unwrap_or(10)));
    let began = Instant::now();
    let results = play_many(board, own, other, 0..games);
    println!(
        "level {level} against {opponent}, {games} games: +{} ={} -{}, {:.1} % ± {:.1}, {:.1} s",
        results.won,
        results.drawn,
        results.lost,
        results.rate() * 100.0,
        results.error() * 100.0,
        began.elapsed().as_secs_f64(),
    );
}
