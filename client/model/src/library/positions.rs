//! The keys by which the library finds games that passed through a position.

use chuhe_protocol::limits::SEARCH_PLIES;
use chuhe_records::{GameTree, Ply, Start};
use chuhe_rules::xiangqi::{Move, Position};

/// The moves after which [`keys_version`] takes a key: they move and capture most kinds of pieces.
const SAMPLE: [&str; 10] = ["h2e2", "h9g7", "e2e6", "g7e6", "g3g4", "c9e7", "b0c2", "d9e8", "a0a2", "e9d9"];

/// The keys of a game of xiangqi: the start position and those after its first moves, each once.
///
/// Only the main line counts, and at most [`SEARCH_PLIES`] moves of it. Other games have none.
#[must_use]
pub fn keys_of(tree: &GameTree) -> Vec<u64> {
    let Start::Xiangqi(start) = tree.start() else { return Vec::new() };
    let moves = tree.main_line().filter_map(|node| tree.played(node).and_then(Ply::xiangqi));
    keys_along(start, moves.take(SEARCH_PLIES))
}

fn keys_along(start: &Position, moves: impl Iterator<Item = Move>) -> Vec<u64> {
    let mut position = start.clone();
    let mut keys = vec![position.key()];
    for mv in moves {
        if position.play(mv).is_err() {
            break;
        }
        keys.push(position.key());
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The key of a position, or `None` if the text is no legal position.
#[must_use]
pub fn key_of_fen(fen: &str) -> Option<u64> {
    Position::from_loose_fen(fen).ok().map(|position| position.key())
}

/// A number that changes when the keys do, so that stored keys are computed again.
///
/// The rules may change their keys in a later version.
#[must_use]
pub fn keys_version() -> u64 {
    let moves = SAMPLE.iter().filter_map(|text| text.parse().ok());
    let keys = keys_along(&Position::start(), moves);
    keys.into_iter().fold(0, |version: u64, key| version.rotate_left(7) ^ key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::NodeId;

    #[test]
    fn a_game_has_the_keys_of_its_start_and_first_moves() {
        let mut tree = GameTree::new(Start::xiangqi());
        let mut node = NodeId::ROOT;
        for _ in 0..20 {
            for text in ["h0g2", "h9g7", "g2h0", "g7h9"] {
                node = tree.play(node, text.parse::<Move>().unwrap()).unwrap();
            }
        }
        let keys = keys_of(&tree);
        assert_eq!(keys.len(), 4, "repeated positions have one key");
        assert!(keys.contains(&key_of_fen(&Position::start().fen()).unwrap()));
        let mut after = Position::start();
        after.play("h0g2".parse().unwrap()).unwrap();
        assert!(keys.contains(&key_of_fen(&after.fen().replace(" 1 1", " 9 9")).unwrap()));
        assert_eq!(key_of_fen("9/9"), None);
    }

    #[test]
    fn moves_after_the_limit_have_no_keys() {
        let rook = ["a0a1", "a1a2", "a2a1", "a1a0"];
        let horse = ["h9g7", "g7h9"];
        let mut tree = GameTree::new(Start::xiangqi());
        let mut node = NodeId::ROOT;
        for n in 0..SEARCH_PLIES {
            let text = if n % 2 == 0 { rook[n / 2 % 4] } else { horse[n / 2 % 2] };
            node = tree.play(node, text.parse::<Move>().unwrap()).unwrap();
        }
        let keys = keys_of(&tree);
        tree.play(node, "h2e2".parse::<Move>().unwrap()).unwrap();
        assert_eq!(keys_of(&tree), keys);
    }

    #[test]
    fn the_version_is_that_of_every_sample_move() {
        let moves = SAMPLE.iter().map(|text| text.parse().unwrap());
        assert_eq!(keys_along(&Position::start(), moves).len(), SAMPLE.len() + 1, "the moves are legal");
        assert_ne!(keys_version(), 0);
    }
}
