//! Move validation: each refusal, camps, headquarters, rails, curves and the 3 × 3 centre; and
//! move generation against validation.

use crate::random::Random;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{BoardKind, IllegalMove, MineRule, Move, Piece, Position, Station, Strength};
use proptest::prelude::*;

/// A position with these pieces, a flag of each side on a free slot, and red to move.
fn position(board: &str, pieces: &str) -> Position {
    let station = |piece: &str| piece[1..].parse::<Station>().unwrap();
    let mut pieces: Vec<&str> = pieces.split_whitespace().collect();
    pieces.extend(["Fs62", "fn62"]);
    pieces.sort_by_key(|piece| station(piece));
    Position::from_text(&format!("{board} red 0 0 {}", pieces.join(" "))).unwrap()
}

fn classic(pieces: &str) -> Position {
    position("classic", pieces)
}

fn cross(pieces: &str) -> Position {
    position("cross", pieces)
}

fn check(position: &Position, mv: &str, expected: Result<(), IllegalMove>) {
    assert_eq!(position.validate(mv.parse().unwrap()), expected, "{mv} in {}", position.text());
}

/// Checks the targets of the piece on `from`.
fn check_all(position: &Position, from: &str, expected: &[&str]) {
    let from: Station = from.parse().unwrap();
    let moves = position.legal_moves().into_iter().filter(|mv| mv.from == from);
    let mut targets: Vec<String> = moves.map(|mv| mv.to.to_string()).collect();
    let mut expected: Vec<String> = expected.iter().map(|name| (*name).to_owned()).collect();
    targets.sort();
    expected.sort();
    assert_eq!(targets, expected, "{from} in {}", position.text());
}

fn check_path(position: &Position, mv: &str, expected: Option<&str>) {
    let path = position.path(mv.parse().unwrap());
    let path = path.map(|path| path.iter().map(Station::to_string).collect::<Vec<_>>().join(" "));
    assert_eq!(path.as_deref(), expected, "{mv} in {}", position.text());
}

#[test]
fn the_origin_must_hold_a_piece_of_the_side_to_move() {
    let position = classic("Cs11 cn11");
    check(&position, "s13s14", Err(IllegalMove::NoPiece));
    check(&position, "n11n12", Err(IllegalMove::NotYourPiece));
    check(&position, "s11w11", Err(IllegalMove::OffTheBoard));
    check(&position, "c22s11", Err(IllegalMove::OffTheBoard));
}

#[test]
fn a_move_of_a_lone_piece_stays_on_its_board() {
    let captain = Piece::new(Color::Red, Strength::Captain);
    let check = |mv: &str, expected| {
        assert_eq!(BoardKind::Classic.validate_alone(captain, mv.parse().unwrap()), expected, "{mv}");
    };
    check("s11s21", Ok(()));
    // a railway, whatever stands on it
    check("s11s51", Ok(()));
    check("s11s33", Err(IllegalMove::NoPath));
    for off in ["s11w11", "w11s11", "w11w12", "c22s11"] {
        check(off, Err(IllegalMove::OffTheBoard));
    }
}

#[test]
fn mines_and_flags_never_move() {
    let position = classic("Ls51 Ls61");
    check(&position, "s51s41", Err(IllegalMove::NeverMoves));
    check(&position, "s61s62", Err(IllegalMove::NeverMoves));
    check(&position, "s62s63", Err(IllegalMove::NeverMoves));
}

#[test]
fn pieces_in_a_headquarters_never_move() {
    check(&classic("Ms64"), "s64s63", Err(IllegalMove::InHeadquarters));
    check(&classic("Mn64"), "n64n54", Err(IllegalMove::InHeadquarters));
    check(&cross("Mw62"), "w62w52", Err(IllegalMove::InHeadquarters));
    // Other pieces may enter headquarters, their own and the opponent's.
    check(&classic("Ms54"), "s54s64", Ok(()));
    check(&classic("Mn52"), "n52n62", Ok(()));
    check(&cross("Me54"), "e54e64", Ok(()));
}

#[test]
fn a_piece_may_not_attack_its_own_side() {
    let position = classic("Ms11 Gs12 Cs22");
    check(&position, "s11s12", Err(IllegalMove::OwnPieceThere));
    check(&position, "s11s22", Err(IllegalMove::OwnPieceThere));
    check(&position, "s11s11", Err(IllegalMove::OwnPieceThere));
    check(&position, "s11s62", Err(IllegalMove::OwnPieceThere));
}

#[test]
fn an_occupied_camp_cannot_be_entered() {
    check(&classic("Ms11 cs22"), "s11s22", Err(IllegalMove::CampOccupied));
    check(&classic("Xs11 cs22"), "s11s22", Err(IllegalMove::CampOccupied));
    check(&classic("Ms11 cs21"), "s11s21", Ok(()));
    check(&classic("Ms11"), "s11s22", Ok(()));
    // The camp is the reported reason even without a path.
    check(&classic("Ms11 cn22"), "s11n22", Err(IllegalMove::CampOccupied));
}

#[test]
fn a_move_by_road_is_one_step() {
    let position = classic("Ms32");
    check_all(&position, "s32", &["s22", "s31", "s33", "s42"]);
    check(&position, "s32s34", Err(IllegalMove::NoPath));
    check(&position, "s32s21", Err(IllegalMove::NoPath));
    check(&position, "s32s52", Err(IllegalMove::NoPath));
}

#[test]
fn pieces_leave_a_camp_in_all_eight_directions() {
    check_all(&classic("Ms33"), "s33", &["s22", "s23", "s24", "s32", "s34", "s42", "s43", "s44"]);
    // No diagonal move between two stations that are not camps.
    check(&classic("Ms32"), "s32s23", Err(IllegalMove::NoPath));
    check(&classic("Ms61"), "s61s52", Err(IllegalMove::NoPath));
}

#[test]
fn no_path_crosses_the_mountains() {
    check(&classic("Ms12"), "s12n14", Err(IllegalMove::OnlyEngineersTurn));
    check(&classic("Ms13"), "s13n13", Ok(()));
    check(&classic("Ms23"), "s23n13", Err(IllegalMove::NoPath));
    check(&classic("Ms13"), "s13n23", Err(IllegalMove::NoPath));
    // The middle column has no railway behind the front rows.
    check_all(&classic("Ms13"), "s13", &["s11", "s12", "s14", "s15", "s22", "s23", "s24", "n13"]);
}

#[test]
fn a_piece_moves_along_a_rail_over_empty_stations() {
    let position = classic("Ms51 cn35");
    let along = ["s11", "s21", "s31", "s41", "n15", "n25", "n35", "s52", "s53", "s54", "s55", "s61", "s42"];
    check_all(&position, "s51", &along);
    check(&position, "s51n45", Err(IllegalMove::PathBlocked));
    let own = classic("Cs21 Ms51");
    check_all(&own, "s51", &["s31", "s41", "s52", "s53", "s54", "s55", "s61", "s42"]);
    check(&own, "s51n15", Err(IllegalMove::PathBlocked));
    // Row 6 has no railway, and none leads to it.
    check(&classic("Ms51"), "s51s62", Err(IllegalMove::OwnPieceThere));
    check(&classic("Ms51"), "s51s63", Err(IllegalMove::NoPath));
    check(&classic("Ms61"), "s61s63", Err(IllegalMove::NoPath));
}

#[test]
fn only_an_engineer_turns_a_corner() {
    check(&classic("Ms52"), "s52s41", Err(IllegalMove::OnlyEngineersTurn));
    check(&classic("Xs52"), "s52s11", Err(IllegalMove::OnlyEngineersTurn));
    check(&classic("Es52"), "s52s41", Ok(()));
    check(&classic("Es52"), "s52n53", Ok(()));
    check_path(&classic("Es52"), "s52s31", Some("s52 s51 s41 s31"));
}

#[test]
fn an_engineer_goes_around_obstacles() {
    // The left side is blocked; the path is row 5 and the right side.
    let position = classic("Ps21 Es31");
    check(&position, "s31s11", Ok(()));
    check_path(&position, "s31s11", Some("s31 s41 s51 s52 s53 s54 s55 s45 s35 s25 s15 s14 s13 s12 s11"));
    let shut = classic("Ps21 Ps25 Es31");
    check(&shut, "s31s11", Err(IllegalMove::PathBlocked));
    check(&shut, "s31s12", Err(IllegalMove::PathBlocked));
    check(&shut, "s31s35", Ok(()));
    // It reaches an enemy but does not pass it, and enters no camp from a distance.
    let enemy = classic("ps21 ps25 Es31");
    check(&enemy, "s31s25", Ok(()));
    check(&enemy, "s31s11", Err(IllegalMove::PathBlocked));
    check(&enemy, "s31s24", Err(IllegalMove::NoPath));
    // Off the rails it moves like other pieces.
    check(&classic("Es23"), "s23s11", Err(IllegalMove::NoPath));
    check_all(&classic("Es23"), "s23", &["s13", "s22", "s24", "s33"]);
}

#[test]
fn an_engineer_on_an_empty_board_reaches_every_rail() {
    for (text, rails) in [("classic red 0 0 Es11 Fs62", 32), ("cross red 0 0 Es11 Fs62", 73)] {
        let position = Position::from_text(text).unwrap();
        let by_road = 1;
        assert_eq!(position.legal_moves().len(), rails - 1 + by_road, "{text}");
    }
}

#[test]
fn a_piece_on_the_side_of_an_arm_moves_around_the_curve() {
    let position = cross("Ms31");
    for to in ["s21", "s11", "w15", "w25", "w55"] {
        check(&position, &format!("s31{to}"), Ok(()));
    }
    check_path(&position, "s31w25", Some("s31 s21 s11 w15 w25"));
    check_path(&cross("Mw35"), "w35s51", Some("w35 w25 w15 s11 s21 s31 s41 s51"));
    // The line ends at row 5 and does not turn there.
    check(&position, "s31w65", Err(IllegalMove::NoPath));
    check(&position, "s31w54", Err(IllegalMove::OnlyEngineersTurn));
    // An obstacle at the corner or beyond.
    check(&cross("Cs11 Ms31"), "s31w15", Err(IllegalMove::PathBlocked));
    check(&cross("Ms31 cw15"), "s31w15", Ok(()));
    check(&cross("Ms31 cw15"), "s31w25", Err(IllegalMove::PathBlocked));
}

#[test]
fn a_piece_on_the_front_row_does_not_enter_the_curve() {
    // The line along row 1 crosses the curve at the corner.
    check(&cross("Ms13"), "s13s11", Ok(()));
    check(&cross("Ms13"), "s13w15", Err(IllegalMove::OnlyEngineersTurn));
    check(&cross("Es13"), "s13w15", Ok(()));
    // From the corner itself the curve is one step, and part of a line.
    check(&cross("Ms11"), "s11w15", Ok(()));
    check(&cross("Ms11"), "s11w35", Ok(()));
    check(&cross("Ms11"), "s11w14", Err(IllegalMove::OnlyEngineersTurn));
}

#[test]
fn every_corner_of_the_cross_has_a_curve() {
    for (from, to) in [("s51", "w55"), ("w51", "n55"), ("n51", "e55"), ("e51", "s55")] {
        for (from, to) in [(from, to), (to, from)] {
            let position = cross(&format!("M{from}"));
            check(&position, &format!("{from}{to}"), Ok(()));
        }
    }
}

#[test]
fn columns_1_3_and_5_run_through_the_centre() {
    let position = cross("Ms11 Gs13 Ds15");
    check_path(&position, "s11n55", Some("s11 c31 c21 c11 n15 n25 n35 n45 n55"));
    check_path(&position, "s13n13", Some("s13 c32 c22 c12 n13"));
    check_path(&position, "s15n51", Some("s15 c33 c23 c13 n11 n21 n31 n41 n51"));
    for mv in ["s11n55", "s13n13", "s15n51"] {
        check(&position, mv, Ok(()));
    }
    check(&position, "s13n23", Err(IllegalMove::NoPath));
    check(&cross("Ms12"), "s12c31", Err(IllegalMove::OnlyEngineersTurn));
    // Also from west to east.
    check_path(&cross("Mw53 Gw13"), "w13e13", Some("w13 c21 c22 c23 e13"));
    check(&cross("Mw51"), "w51e55", Ok(()));
    check(&cross("Mw51"), "w51e51", Err(IllegalMove::OnlyEngineersTurn));
}

#[test]
fn only_engineers_turn_in_the_centre() {
    let marshal = cross("Mc22");
    check_all(&marshal, "c22", &["c12", "n13", "c32", "s13", "c21", "w13", "c23", "e13"]);
    check(&marshal, "c22c11", Err(IllegalMove::OnlyEngineersTurn));
    check(&marshal, "c22s23", Err(IllegalMove::NoPath));
    let corner = cross("Mc31");
    check(&corner, "c31s51", Ok(()));
    check(&corner, "c31w55", Ok(()));
    check(&corner, "c31c13", Err(IllegalMove::OnlyEngineersTurn));
    let engineer = cross("Ec22");
    check(&engineer, "c22c11", Ok(()));
    check(&engineer, "c22w52", Ok(()));
    // If the middle is blocked, other pieces do not pass, and an engineer goes around.
    check(&cross("Ms13 cc22"), "s13c12", Err(IllegalMove::PathBlocked));
    check(&cross("Ms13 cc22"), "s13c22", Ok(()));
    let round = cross("Es13 cc22");
    check(&round, "s13c12", Ok(()));
    check_path(&round, "s13c12", Some("s13 c32 c31 c21 c11 c12"));
}

#[test]
fn an_engineer_prefers_a_path_open_to_any_piece() {
    // The path through the centre is as short, but the path along the front reveals less.
    check_path(&cross("Es11"), "s11s15", Some("s11 s12 s13 s14 s15"));
    check_path(&cross("Ew15"), "w15w11", Some("w15 w14 w13 w12 w11"));
    // If the front is blocked, the turn reveals the engineer.
    check_path(&cross("Es11 Ps13"), "s11s15", Some("s11 c31 c32 c33 s15"));
    check_path(&classic("Es11 Ps12"), "s11s23", None);
    check_path(&classic("Es11"), "s11s11", None);
}

#[test]
fn a_move_round_trips_through_text() {
    let mv: Move = "w15c31".parse().unwrap();
    assert_eq!(
        (mv.from.to_string(), mv.to.to_string(), mv.to_string()),
        ("w15".into(), "c31".into(), "w15c31".into())
    );
    for bad in ["", "w15", "w15c3", "w15c311", "w15 c31", "w15-c31", "军军"] {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
}

#[test]
fn a_battle_removes_the_pieces_of_the_battle_table() {
    let play = |pieces: &str, mv: &str, mine| {
        let mut position = classic(pieces);
        position.play(mv.parse().unwrap(), mine).unwrap();
        position.text()
    };
    let stays = MineRule::Stays;
    assert_eq!(play("Gs11 bn15", "s11n15", stays), "classic black 1 0 Fs62 Gn15 fn62");
    assert_eq!(play("Bs11 gn15", "s11n15", stays), "classic black 1 0 Fs62 gn15 fn62");
    assert_eq!(play("Bs11 bn15", "s11n15", stays), "classic black 1 0 Fs62 fn62");
    assert_eq!(play("Gn51 ln61", "n51n61", stays), "classic black 1 0 Fs62 ln61 fn62");
    assert_eq!(play("Gn51 ln61", "n51n61", MineRule::BothCaptured), "classic black 1 0 Fs62 fn62");
    assert_eq!(play("En51 ln61", "n51n61", stays), "classic black 1 0 Fs62 En61 fn62");
    assert_eq!(play("Xn52", "n52n62", stays), "classic black 1 0 Fs62");
    assert_eq!(play("Gs11", "s11n15", stays), "classic black 1 1 Fs62 Gn15 fn62");
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = classic("Cs11 cn22");
    let before = position.clone();
    let refused = position.play("s11n22".parse().unwrap(), MineRule::Stays);
    assert_eq!((refused, position), (Err(IllegalMove::CampOccupied), before));
}

fn check_generation(position: &Position) {
    let mut all = Vec::new();
    let stations: Vec<Station> = position.board().board().stations().collect();
    for &from in &stations {
        for &to in &stations {
            let mv = Move::new(from, to);
            if position.validate(mv).is_ok() {
                let path = position.path(mv).expect("a legal move has a path");
                assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
                assert!(
                    path.windows(2).all(|step| position
                        .board()
                        .board()
                        .neighbours(step[0])
                        .contains(&step[1]))
                );
                assert!(path[1..path.len() - 1].iter().all(|&station| position.piece_at(station).is_none()));
                all.push(mv);
            }
        }
    }
    assert_eq!(position.legal_moves(), all, "{}", position.text());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn generation_agrees_with_validation_and_each_move_has_a_path(seed: u64) {
        let mut random = Random::new(seed);
        for board in BoardKind::ALL {
            check_generation(&random.position(board));
        }
    }
}
