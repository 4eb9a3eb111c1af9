//! Formations.

use chuhe_engine::luzhanqi::set_up;
use chuhe_rules::luzhanqi::{Formation, PIECES, Slot, Strength};

#[test]
fn formations_are_legal_guard_the_flag_and_differ() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let formation = set_up(seed);
        let strengths: [Strength; PIECES] = formation.into();
        assert_eq!(Formation::new(strengths), Ok(formation));
        let flag = formation.slot_of_flag();
        let beside = [(6, flag.column() - 1), (6, flag.column() + 1), (5, flag.column())];
        let mines = beside.into_iter().filter(|&(row, column)| {
            Slot::new(row, column).is_some_and(|slot| formation.at(slot) == Strength::Mine)
        });
        assert!(mines.count() >= 2, "seed {seed}: {}", formation.text());
        seen.insert(formation.text());
    }
    assert!(seen.len() > 150, "{} of 200 formations differ", seen.len());
}

#[test]
fn the_same_seed_gives_the_same_formation() {
    assert_eq!(set_up(7), set_up(7));
}
