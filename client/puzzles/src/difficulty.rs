//! How hard a puzzle looks, from its position and main line, until people have tried it.

use chuhe_rules::xiangqi::{Move, Position};

/// The difficulty of the easiest puzzle.
const BASE: u32 = 600;
/// What each move of the user after the first adds.
const MOVE: u32 = 180;
/// What a move that gives no check adds.
const QUIET: u32 = 150;
/// What a move to a point where the piece can be taken adds.
const OFFER: u32 = 60;
/// What each check among which the first move is chosen adds, and the most that are counted.
const CHECK: u32 = 15;
const MOST_CHECKS: usize = 12;
/// The greatest difficulty.
const MOST: u32 = 2_800;

/// The difficulty of a mate with this main line, on the scale of ratings.
#[must_use]
pub fn difficulty(start: &Position, line: &[Move]) -> u16 {
    let checks = start.legal_moves().iter().filter(|&&mv| start.gives_check(mv)).count();
    let mut sum = BASE + CHECK * checks.min(MOST_CHECKS) as u32;
    let mut position = start.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if position.play(mv).is_err() {
            break;
        }
        if ply % 2 == 0 {
            let is_offered = position.legal_moves().iter().any(|reply| reply.to == mv.to);
            sum += if ply == 0 { 0 } else { MOVE };
            sum += if position.in_check() { 0 } else { QUIET };
            sum += if is_offered { OFFER } else { 0 };
        }
    }
    u16::try_from(sum.min(MOST)).unwrap_or(u16::MAX)
}
