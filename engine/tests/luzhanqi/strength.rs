//! How well the engine plays. `cargo run --release -p chuhe-engine --example luzhanqi` measures more.

use crate::match_play::{Player, play_many};
use chuhe_engine::luzhanqi::Budget;
use chuhe_rules::luzhanqi::BoardKind;

/// Enough for its strength, and few enough for a test.
const BUDGET: Budget = Budget { nodes: 8_000, depth: 2, noise: 5 };

#[test]
fn the_engine_beats_a_random_player() {
    let results = play_many(BoardKind::Classic, Player::Engine(BUDGET), Player::Random, 0..24);
    assert!(results.rate() >= 0.95, "{results:?}, ± {:.2}", results.error());
}

#[test]
fn the_engine_beats_a_greedy_player() {
    let results = play_many(BoardKind::Classic, Player::Engine(BUDGET), Player::Greedy, 0..24);
    assert!(results.rate() >= 0.8, "{results:?}, ± {:.2}", results.error());
}

#[test]
fn the_engine_beats_a_greedy_player_on_the_cross() {
    let results = play_many(BoardKind::Cross, Player::Engine(BUDGET), Player::Greedy, 0..12);
    assert!(results.rate() >= 0.7, "{results:?}, ± {:.2}", results.error());
}
