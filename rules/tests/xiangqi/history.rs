//! The history of positions, against a list of all keys.

use crate::random::Random;
use chuhe_rules::xiangqi::History;

/// Compares the history with `keys`, the keys of all positions.
fn check(history: &History, keys: &[u64]) {
    let (last, earlier) = keys.split_last().unwrap();
    let plies: Vec<usize> = (0..earlier.len()).rev().filter(|&ply| earlier[ply] == *last).collect();
    assert_eq!(history.ply(), earlier.len());
    assert_eq!(history.occurrences(), plies.len() + 1);
    assert_eq!(history.previous_occurrence(), plies.first().copied());
    assert_eq!(history.earlier_occurrences().collect::<Vec<_>>(), plies);
}

#[test]
fn occurrences_agree_with_a_list_of_all_keys() {
    let mut random = Random::new(21);
    // keys that all begin their search in the same few slots, and random ones
    for spread in [1, 1 << 20, 0x9e37_79b9_7f4a_7c15] {
        let mut keys: Vec<u64> = vec![0];
        let mut history = History::new(0);
        for _ in 0..3_000 {
            if random.below(10) == 0 {
                let ply = random.below(keys.len());
                keys.truncate(ply + 1);
                history.truncate(ply);
            } else {
                for _ in 0..random.below(30) {
                    let key = (random.below(100) as u64).wrapping_mul(spread);
                    keys.push(key);
                    history.push(key);
                    check(&history, &keys);
                }
            }
            check(&history, &keys);
        }
    }
}

#[test]
fn histories_of_the_same_positions_are_equal() {
    let mut long = History::new(1);
    (2..500).for_each(|key| long.push(key));
    long.truncate(3);
    let mut short = History::new(1);
    (2..5).for_each(|key| short.push(key));
    assert_eq!(long, short);
    short.push(9);
    assert_ne!(long, short);
}
