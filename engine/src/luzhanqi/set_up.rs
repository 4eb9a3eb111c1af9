//! Sets up the pieces.

use super::random::Random;
use chuhe_rules::luzhanqi::{Formation, Slot, Strength};

/// How many exchanges of two pieces are tried.
const EXCHANGES: u32 = 2_000;

/// Returns a sensible formation; the same seed gives the same one.
///
/// Mines guard the flag, bombs and engineers stand behind the front, and strong pieces where the
/// railway lets them move. It climbs from a random formation by exchanging two pieces.
#[must_use]
pub fn set_up(seed: u64) -> Formation {
    let mut random = Random::new(seed);
    let mut formation = Formation::random(|n| random.below(n));
    let slots: Vec<Slot> = Slot::all().collect();
    // each seed has its own taste, so that formations differ
    let taste: Vec<i32> = slots.iter().map(|_| i32::try_from(random.below(12)).unwrap_or(0)).collect();
    let mut best = worth(&formation, &taste);
    for _ in 0..EXCHANGES {
        let mut draw = || slots[random.below(25) as usize];
        let (a, b) = (draw(), draw());
        let before = formation;
        if a == b || formation.swap(a, b).is_err() {
            continue;
        }
        let now = worth(&formation, &taste);
        if now < best {
            formation = before;
        } else {
            best = now;
        }
    }
    formation
}

/// How good a formation is.
fn worth(formation: &Formation, taste: &[i32]) -> i32 {
    let flag = formation.slot_of_flag();
    let pieces = formation.pieces().zip(taste);
    pieces.map(|((slot, strength), taste)| at_slot(slot, strength, flag) + taste * rank(strength)).sum()
}

/// A weight by strength, so that the taste of a seed orders the pieces.
const fn rank(strength: Strength) -> i32 {
    match strength {
        Strength::Marshal | Strength::General => 3,
        Strength::MajorGeneral | Strength::Brigadier => 2,
        Strength::Colonel | Strength::Major | Strength::Bomb => 1,
        Strength::Captain | Strength::Lieutenant | Strength::Engineer | Strength::Mine | Strength::Flag => 0,
    }
}

/// How well a piece stands on a slot, with the flag on another one.
fn at_slot(slot: Slot, strength: Strength, flag: Slot) -> i32 {
    let (row, column) = (i32::from(slot.row()), i32::from(slot.column()));
    let across = (i32::from(flag.column()) - column).abs();
    let beside_flag = row == 6 && across == 1 || row == 5 && across == 0;
    let on_side_rail = column == 1 || column == 5;
    match strength {
        Strength::Mine if beside_flag => 60,
        Strength::Mine if row == 6 => 25,
        Strength::Mine | Strength::Flag => 0,
        // whatever moves is lost in a headquarters and stuck in the back row
        _ if slot.is_headquarters() && strength != Strength::Lieutenant => -80,
        Strength::Lieutenant if slot.is_headquarters() => 10,
        Strength::Marshal => {
            if (2..=4).contains(&row) {
                40
            } else {
                0
            }
        }
        Strength::General => {
            if row <= 3 {
                35
            } else {
                0
            }
        }
        Strength::MajorGeneral => {
            if row <= 3 {
                25
            } else {
                0
            }
        }
        Strength::Brigadier | Strength::Colonel => {
            if row <= 2 {
                20
            } else {
                5
            }
        }
        Strength::Major | Strength::Captain => {
            if row <= 4 {
                10
            } else {
                0
            }
        }
        Strength::Bomb => {
            if (2..=4).contains(&row) {
                35
            } else {
                0
            }
        }
        Strength::Engineer => {
            let is_back = row >= 4;
            if is_back { 25 + if on_side_rail || row == 5 { 15 } else { 0 } } else { 0 }
        }
        Strength::Lieutenant => {
            if beside_flag {
                15
            } else {
                0
            }
        }
    }
}
