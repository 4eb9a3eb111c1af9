//! Formations: legal slots of each strength, swaps, and generated formations.

use crate::random::Random;
use chuhe_rules::luzhanqi::{
    Arm, BoardKind, Formation, IllegalFormation, PIECES, Position, Slot, Station, StationKind, Strength,
};
use chuhe_rules::{Color, PerColor};
use proptest::prelude::*;

fn slot(row: u8, column: u8) -> Slot {
    Slot::new(row, column).unwrap()
}

/// `MGDDB / B.R.R / TT.CC / C.P.P / PLXLX / EFLEE`.
fn plain() -> Formation {
    Formation::from_text("luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n").unwrap()
}

/// The plain formation with two pieces exchanged, checked as a whole.
fn forced(a: Slot, b: Slot) -> Result<Formation, IllegalFormation> {
    let mut strengths: [Strength; PIECES] = plain().into();
    let at = |slot: Slot| Slot::all().position(|other| other == slot).unwrap();
    strengths.swap(at(a), at(b));
    Formation::new(strengths)
}

/// Checks that a swap and the check of the whole formation agree.
fn check_swap(a: (u8, u8), b: (u8, u8), expected: Result<(), IllegalFormation>) {
    let (a, b) = (slot(a.0, a.1), slot(b.0, b.1));
    for (a, b) in [(a, b), (b, a)] {
        let mut formation = plain();
        assert_eq!(formation.swap(a, b), expected, "{a} and {b}");
        assert_eq!(forced(a, b).map(drop), expected, "{a} and {b}");
        if expected.is_ok() {
            assert_eq!((formation.at(a), formation.at(b)), (plain().at(b), plain().at(a)));
            assert_eq!(forced(a, b), Ok(formation));
        } else {
            assert_eq!(formation, plain(), "a refused swap changes nothing");
        }
    }
}

#[test]
fn the_25_slots_are_all_stations_of_an_arm_except_camps() {
    let slots: Vec<Slot> = Slot::all().collect();
    assert_eq!(slots.len(), PIECES);
    assert!(slots.is_sorted());
    for arm in Arm::ALL {
        for station in Station::all().filter(|station| station.arm() == Some(arm)) {
            match station.slot() {
                None => assert_eq!(station.kind(), StationKind::Camp),
                Some(slot) => {
                    assert_eq!(slot.on(arm), station);
                    assert!(slots.contains(&slot));
                    assert_eq!(slot.is_headquarters(), station.kind() == StationKind::Headquarters);
                }
            }
        }
    }
    assert_eq!(Station::in_centre(2, 2).unwrap().slot(), None);
    for (row, column) in [(0, 1), (7, 1), (1, 0), (1, 6), (3, 3)] {
        assert_eq!(Slot::new(row, column), None);
    }
}

#[test]
fn the_flag_may_stand_only_in_a_headquarters() {
    let refused = |row, column| Err(IllegalFormation::FlagOutsideHeadquarters(slot(row, column)));
    check_swap((6, 2), (1, 1), refused(1, 1));
    check_swap((6, 2), (6, 1), refused(6, 1));
    check_swap((6, 2), (6, 3), refused(6, 3));
    check_swap((6, 2), (6, 4), Ok(()));
    assert_eq!(plain().slot_of_flag(), slot(6, 2));
}

#[test]
fn mines_may_stand_only_in_rows_5_and_6() {
    let refused = |row, column| Err(IllegalFormation::MineTooFarForward(slot(row, column)));
    check_swap((5, 2), (4, 1), refused(4, 1));
    check_swap((5, 4), (1, 5), refused(1, 5));
    check_swap((5, 2), (5, 1), Ok(()));
    check_swap((5, 2), (6, 5), Ok(()));
    check_swap((6, 3), (6, 4), Ok(()));
}

#[test]
fn bombs_may_not_stand_in_row_1() {
    let refused = |row, column| Err(IllegalFormation::BombInFront(slot(row, column)));
    check_swap((5, 3), (1, 3), refused(1, 3));
    check_swap((5, 5), (1, 1), refused(1, 1));
    check_swap((5, 3), (2, 3), Ok(()));
    check_swap((5, 3), (6, 4), Ok(()));
}

#[test]
fn other_pieces_may_stand_anywhere() {
    check_swap((1, 1), (6, 4), Ok(()));
    check_swap((6, 5), (1, 5), Ok(()));
    check_swap((2, 1), (2, 1), Ok(()));
    for strength in Strength::ALL {
        let admitted = Slot::all().filter(|slot| slot.admits(strength)).count();
        let restricted = [(Strength::Flag, 2), (Strength::Mine, 10), (Strength::Bomb, 20)];
        let expected =
            restricted.into_iter().find(|(other, _)| *other == strength).map_or(25, |(_, count)| count);
        assert_eq!(admitted, expected, "{strength:?}");
    }
}

#[test]
fn a_formation_has_exactly_the_pieces_of_a_set() {
    let mut strengths: [Strength; PIECES] = plain().into();
    // The second slot has a second marshal instead of the general.
    strengths[1] = Strength::Marshal;
    assert_eq!(Formation::new(strengths), Err(IllegalFormation::TooMany(slot(1, 2))));
    let all_engineers = Formation::new([Strength::Engineer; PIECES]);
    assert_eq!(all_engineers, Err(IllegalFormation::TooMany(slot(1, 4))));
}

#[test]
fn each_side_sets_up_in_its_own_arm() {
    let formations = PerColor::splat(plain());
    for board in BoardKind::ALL {
        let start = Position::start(board, &formations);
        assert_eq!(start.pieces().count(), 2 * PIECES);
        for (station, piece) in start.pieces() {
            assert_eq!(station.arm(), Some(Arm::of(piece.color)));
            assert_eq!(plain().at(station.slot().unwrap()), piece.strength);
        }
        assert_eq!((start.side_to_move(), start.steps(), start.quiet_steps()), (Color::Red, 0, 0));
    }
}

#[test]
fn nearest_legal_moves_only_illegal_pieces() {
    let plain = plain();
    // A flag in front swaps with the piece in the first headquarters.
    let mut strengths: [Strength; PIECES] = plain.into();
    strengths.swap(0, 21);
    let made = Formation::nearest_legal(strengths);
    assert_eq!(made, plain);
    // A mine in front swaps with the first piece of the back rows that is not a mine.
    let mut strengths: [Strength; PIECES] = plain.into();
    strengths.swap(0, 16);
    let made = Formation::nearest_legal(strengths);
    assert_eq!((made.at(slot(1, 1)), made.at(slot(5, 1))), (Strength::Lieutenant, Strength::Mine));
    assert_eq!(made.at(slot(5, 2)), Strength::Marshal);
    // Missing pieces replace surplus ones.
    let mut strengths: [Strength; PIECES] = plain.into();
    strengths[20] = Strength::Marshal;
    let made = Formation::nearest_legal(strengths);
    assert_eq!(made, plain);
}

#[test]
fn random_formations_reach_every_slot_with_every_strength_it_admits() {
    let mut random = Random::new(1);
    let mut seen = [[false; 12]; PIECES];
    for _ in 0..2_000 {
        for (number, (_, strength)) in random.formation().pieces().enumerate() {
            seen[number][strength as usize] = true;
        }
    }
    for (slot, seen) in Slot::all().zip(seen) {
        for strength in Strength::ALL {
            assert_eq!(seen[strength as usize], slot.admits(strength), "{strength:?} on {slot}");
        }
    }
}

#[test]
fn debug_hides_the_pieces_of_a_formation() {
    assert_eq!(format!("{:?}", plain()), "Formation(..)");
}

proptest! {
    #[test]
    fn nearest_legal_accepts_any_strengths_and_keeps_legal_formations(seed: u64) {
        let heap = Random::new(seed).heap();
        let made = Formation::nearest_legal(heap);
        let strengths: [Strength; PIECES] = made.into();
        prop_assert_eq!(Formation::new(strengths), Ok(made));
        prop_assert_eq!(Formation::nearest_legal(strengths), made);
        prop_assert_eq!(Formation::nearest_legal(heap), made);
    }

    #[test]
    fn nearest_legal_moves_few_pieces_of_a_shuffled_set(seed: u64) {
        let mut random = Random::new(seed);
        let mut strengths: [Strength; PIECES] = random.formation().into();
        for last in (1..PIECES).rev() {
            strengths.swap(last, random.below(last + 1));
        }
        let made: [Strength; PIECES] = Formation::nearest_legal(strengths).into();
        let moved = (0..PIECES).filter(|&at| made[at] != strengths[at]).count();
        // A flag, three mines and two bombs swap with at most one piece each.
        prop_assert!(moved <= 12, "{} pieces moved", moved);
    }

    #[test]
    fn random_formations_are_legal(seed: u64) {
        let formation = Random::new(seed).formation();
        let strengths: [Strength; PIECES] = formation.into();
        prop_assert_eq!(Formation::new(strengths), Ok(formation));
    }
}
