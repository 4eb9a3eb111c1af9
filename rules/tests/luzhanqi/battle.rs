//! The battle table.

use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, MineRule, PIECES, Piece, Strength};

/// The captured piece by attacker (row) and defender (column, then mine and flag).
///
/// `>` means that the defender is captured, `<` the attacker, `=` both.
const TABLE: [(char, &str); 10] = [
    ('M', "=>>>>>>>>=<>"),
    ('G', "<=>>>>>>>=<>"),
    ('D', "<<=>>>>>>=<>"),
    ('B', "<<<=>>>>>=<>"),
    ('R', "<<<<=>>>>=<>"),
    ('T', "<<<<<=>>>=<>"),
    ('C', "<<<<<<=>>=<>"),
    ('P', "<<<<<<<=>=<>"),
    ('E', "<<<<<<<<==>>"),
    ('X', "============"),
];

fn check_table(mine: MineRule, mines: &str) {
    for ((attacker, row), with_mine) in TABLE.iter().zip(mines.chars()) {
        let attacker = Strength::from_letter(*attacker).unwrap();
        for (defender, expected) in Strength::ALL.into_iter().zip(row.chars()) {
            let expected = match if defender == Strength::Mine { with_mine } else { expected } {
                '>' => Battle::DefenderCaptured,
                '<' => Battle::AttackerCaptured,
                _ => Battle::BothCaptured,
            };
            assert_eq!(Battle::of(attacker, defender, mine), expected, "{attacker:?} meets {defender:?}");
        }
    }
}

#[test]
fn battles_follow_the_table_when_mines_stay() {
    check_table(MineRule::Stays, "<<<<<<<<>=");
}

#[test]
fn battles_follow_the_table_when_mines_capture_and_are_captured() {
    check_table(MineRule::BothCaptured, "========>=");
}

#[test]
fn a_battle_reports_the_captured_pieces() {
    let captured = [Battle::AttackerCaptured, Battle::DefenderCaptured, Battle::BothCaptured]
        .map(|battle| (battle.captures_attacker(), battle.captures_defender()));
    assert_eq!(captured, [(true, false), (false, true), (true, true)]);
}

#[test]
fn a_set_has_the_pieces_of_the_game() {
    let counts =
        Strength::ALL.map(|strength| (strength.chinese(), strength.count_in_set(), strength.weight()));
    let expected = [
        ("司令", 1, Some(40)),
        ("军长", 1, Some(39)),
        ("师长", 2, Some(38)),
        ("旅长", 2, Some(37)),
        ("团长", 2, Some(36)),
        ("营长", 2, Some(35)),
        ("连长", 3, Some(34)),
        ("排长", 3, Some(33)),
        ("工兵", 3, Some(32)),
        ("炸弹", 2, None),
        ("地雷", 3, None),
        ("军旗", 1, None),
    ];
    assert_eq!(counts, expected);
    assert_eq!(Strength::ALL.iter().map(|strength| strength.count_in_set()).sum::<usize>(), PIECES);
    let still: Vec<Strength> = Strength::ALL.into_iter().filter(|strength| !strength.moves()).collect();
    assert_eq!(still, [Strength::Mine, Strength::Flag]);
}

#[test]
fn every_piece_has_its_letter() {
    for strength in Strength::ALL {
        assert_eq!(Strength::from_letter(strength.letter()), Some(strength));
        for color in Color::ALL {
            let piece = Piece::new(color, strength);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
    }
    assert_eq!(Piece::new(Color::Black, Strength::Mine).letter(), 'l');
    for bad in ['A', 'z', '.', '1', '司'] {
        assert_eq!(Piece::from_letter(bad), None);
    }
}
