//! Each refusal of a move, with examples.

use chuhe_rules::xiangqi::{IllegalMove, Position};

fn check(fen: &str, mv: &str, expected: Result<(), IllegalMove>) {
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(position.validate(mv.parse().unwrap()), expected, "{mv} in {fen}");
}

fn check_start(mv: &str, expected: IllegalMove) {
    check("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", mv, Err(expected));
}

#[test]
fn the_origin_and_target_must_hold_the_right_pieces() {
    check_start("e4e5", IllegalMove::NoPiece);
    check_start("e6e5", IllegalMove::NotYourPiece);
    check_start("a0a3", IllegalMove::OwnPieceThere);
    check_start("a0a0", IllegalMove::SamePoint);
    check_start("e0e0", IllegalMove::SamePoint);
    check_start("e4e4", IllegalMove::NoPiece);
    check_start("e6e6", IllegalMove::NotYourPiece);
    // The move is also impossible for the piece, but its own piece there is the reported reason.
    check_start("a0b2", IllegalMove::OwnPieceThere);
}

#[test]
fn the_general_and_the_advisors_stay_in_the_palace() {
    let fen = "3a1k3/9/9/9/9/9/9/4K4/9/3A5 w";
    check(fen, "e2e3", Err(IllegalMove::OutsidePalace));
    check(fen, "e2e1", Ok(()));
    check(fen, "e2d1", Err(IllegalMove::NotItsMove));
    check(fen, "e2e0", Err(IllegalMove::NotItsMove));
    check(fen, "d0c1", Err(IllegalMove::OutsidePalace));
    check(fen, "d0e1", Ok(()));
    check(fen, "d0d1", Err(IllegalMove::NotItsMove));
    check(fen, "d0c0", Err(IllegalMove::NotItsMove));
    let black = "3a1k3/9/9/9/9/9/9/4K4/9/3A5 b";
    check(black, "f9g9", Err(IllegalMove::OutsidePalace));
    check(black, "d9c8", Err(IllegalMove::OutsidePalace));
    check(black, "f9f8", Ok(()));
}

#[test]
fn the_elephant_stays_at_home_and_needs_a_free_eye() {
    let fen = "3k5/9/9/9/9/6B2/9/8B/9/4K4 w";
    check(fen, "g4e6", Err(IllegalMove::ElephantMayNotCrossRiver));
    check(fen, "g4i6", Err(IllegalMove::ElephantMayNotCrossRiver));
    check(fen, "g4e2", Ok(()));
    check(fen, "g4g3", Err(IllegalMove::NotItsMove));
    check(fen, "g4f3", Err(IllegalMove::NotItsMove));
    let blocked = "3k5/9/9/9/9/2B6/3n5/9/9/4K4 w";
    check(blocked, "c4e2", Err(IllegalMove::ElephantEyeBlocked));
    check(blocked, "c4a2", Ok(()));
    let black = "3k5/9/4b4/5n3/9/9/9/9/9/4K4 b";
    check(black, "e7g5", Err(IllegalMove::ElephantEyeBlocked));
    check(black, "e7c5", Ok(()));
    check("3k5/9/9/9/2b6/9/9/9/9/4K4 b", "c5e3", Err(IllegalMove::ElephantMayNotCrossRiver));
}

#[test]
fn the_horse_needs_a_free_leg() {
    check_start("b0d1", IllegalMove::HorseLegBlocked);
    check_start("b0b2", IllegalMove::OwnPieceThere);
    check_start("b0b1", IllegalMove::NotItsMove);
    let fen = "3k5/9/9/4p4/4N4/9/9/9/9/4K4 w";
    check(fen, "e5f7", Err(IllegalMove::HorseLegBlocked));
    check(fen, "e5d7", Err(IllegalMove::HorseLegBlocked));
    check(fen, "e5g6", Ok(()));
    check(fen, "e5d3", Ok(()));
    check(fen, "e5g7", Err(IllegalMove::NotItsMove));
}

#[test]
fn the_rook_needs_a_free_path() {
    check_start("a0a4", IllegalMove::PathBlocked);
    check_start("a0a9", IllegalMove::PathBlocked);
    check_start("a0b1", IllegalMove::NotItsMove);
    check_start("a0g1", IllegalMove::NotItsMove);
}

#[test]
fn the_cannon_moves_like_a_rook_and_captures_over_one_screen() {
    check_start("b2b8", IllegalMove::PathBlocked);
    check_start("b2b7", IllegalMove::CannonNoScreen);
    check_start("b2c3", IllegalMove::OwnPieceThere);
    check_start("b2d3", IllegalMove::NotItsMove);
    check("3k5/9/r8/9/p8/p8/9/9/C8/4K4 w", "a1a7", Err(IllegalMove::CannonTooManyScreens));
    check("3k5/9/r8/9/p8/9/9/9/C8/4K4 w", "a1a7", Ok(()));
    check("3k5/9/9/9/p8/9/9/9/C8/4K4 w", "a1a7", Err(IllegalMove::PathBlocked));
}

#[test]
fn the_pawn_moves_ahead_and_beyond_the_river_aside() {
    check_start("e3e2", IllegalMove::PawnMayNotRetreat);
    check_start("e3d2", IllegalMove::NotItsMove);
    check_start("e3e1", IllegalMove::NotItsMove);
    check_start("e3d3", IllegalMove::PawnMayNotStepAsideYet);
    check_start("e3e5", IllegalMove::NotItsMove);
    check_start("e3d4", IllegalMove::NotItsMove);
    check_start("e3b3", IllegalMove::NotItsMove);
    check("3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4d4", Err(IllegalMove::PawnMayNotStepAsideYet));
    let crossed = "3k5/9/9/9/4P4/9/9/9/9/4K4 w";
    check(crossed, "e5d5", Ok(()));
    check(crossed, "e5c5", Err(IllegalMove::NotItsMove));
    check(crossed, "e5e4", Err(IllegalMove::PawnMayNotRetreat));
    let black = "3k5/9/9/9/4p4/4p4/9/9/9/4K4 b";
    check(black, "e5d5", Err(IllegalMove::PawnMayNotStepAsideYet));
    check(black, "e4d4", Ok(()));
    check(black, "e4f5", Err(IllegalMove::NotItsMove));
    check(black, "e5e6", Err(IllegalMove::PawnMayNotRetreat));
}

#[test]
fn the_generals_may_not_face_each_other() {
    check("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", Err(IllegalMove::GeneralsWouldFace));
    let cannon_between = "4k4/9/9/9/4C4/9/9/9/9/4K4 w";
    check(cannon_between, "e5d5", Err(IllegalMove::GeneralsWouldFace));
    check(cannon_between, "e5e7", Ok(()));
    check("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5d7", Err(IllegalMove::GeneralsWouldFace));
    // Facing generals are the reported reason even if another piece gives check.
    check("3k5/9/9/9/9/9/9/9/9/r3K4 w", "e0d0", Err(IllegalMove::GeneralsWouldFace));
    // With a piece left between the generals the reason is the check.
    check("4k4/9/9/9/4C4/4r4/9/9/9/4K4 w", "e5d5", Err(IllegalMove::GeneralInCheck));
    // A general never captures the other one along the file.
    check(cannon_between, "e0e9", Err(IllegalMove::NotItsMove));
}

#[test]
fn a_move_may_not_leave_the_general_in_check() {
    let rook = "3k5/9/9/9/9/9/9/4r4/9/2B1K4 w";
    check(rook, "c0a2", Err(IllegalMove::GeneralInCheck));
    check(rook, "c0e2", Ok(()));
    check(rook, "e0e1", Err(IllegalMove::GeneralInCheck));
    check(rook, "e0f0", Ok(()));
    // One of two pieces in front of a cannon may neither leave nor capture the other.
    let cannon = "3k5/9/9/4c4/9/4n4/9/4R4/9/4K4 w";
    check(cannon, "e2d2", Err(IllegalMove::GeneralInCheck));
    check(cannon, "e2e4", Err(IllegalMove::GeneralInCheck));
    check(cannon, "e2e3", Ok(()));
    // No piece may become the screen of a cannon.
    let open = "3k5/9/9/4c4/9/9/9/2N6/9/4K4 w";
    check(open, "c2e3", Err(IllegalMove::GeneralInCheck));
    check(open, "c2e1", Err(IllegalMove::GeneralInCheck));
    check(open, "c2d4", Ok(()));
    // A piece may not leave the leg of a horse, except to capture the horse.
    let horse = "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w";
    check(horse, "d1c1", Err(IllegalMove::GeneralInCheck));
    check(horse, "d1d2", Ok(()));
    check("3k5/9/9/9/9/9/9/9/2p1p4/4K4 w", "e0d0", Err(IllegalMove::GeneralsWouldFace));
    check("5k3/9/9/9/9/9/9/9/2p1p4/3K5 w", "d0d1", Err(IllegalMove::GeneralInCheck));
}
