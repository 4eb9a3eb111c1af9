//! What the captures of a line win, until none is pending.

use super::see::{value, wins};
use chuhe_rules::xiangqi::{Move, Piece, Position, Square};

/// The plies of a line in which pieces and checks are counted: what happens later is a plan, not a threat.
pub(super) const PLIES: usize = 8;
/// A piece counts as won if it is worth at most so many centipawns more than the line wins: a pawn.
const SLACK: i32 = 100;

/// What a line wins for the side that begins it.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// What it wins until no capture is pending, in centipawns; negative if it loses.
    pub(super) balance: i32,
    /// What it takes until then.
    taken: Vec<Taken>,
}

/// A piece that a line takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) piece: Piece,
    /// Where it stood before the line.
    pub(super) from: Square,
    /// The moves of the line before the capture, of both sides.
    pub(super) ply: usize,
}

impl Course {
    pub(super) fn of(position: &Position, line: &[Move]) -> Self {
        let (mut position, first) = (position.clone(), position.side_to_move());
        let (mut settled, mut course) = (Self::default(), Self::default());
        // where each piece that has moved stands, and where it stood first
        let mut moved: Vec<(Square, Square)> = Vec::new();
        for (ply, &mv) in line.iter().enumerate().take(PLIES) {
            let by = position.side_to_move();
            let Ok(undo) = position.play(mv) else { break };
            let stood = |at| moved.iter().rev().find(|(to, _)| *to == at).map_or(at, |(_, from)| *from);
            let (mover, victim) = (stood(mv.from), stood(mv.to));
            moved.push((mv.to, mover));
            if let Some(piece) = undo.captured() {
                let worth = value(piece.kind);
                course.balance += if by == first { worth } else { -worth };
                course.taken.extend((by == first).then_some(Taken { piece, from: victim, ply }));
            }
            let is_pending = match line.get(ply + 1) {
                Some(next) => position.piece_at(next.to).is_some(),
                // a line may end before the capture is answered
                None => undo.captured().is_some() && is_retaken(&position, mv),
            };
            if !is_pending {
                settled.clone_from(&course);
            }
        }
        settled
    }

    /// The piece that the line is said to win: the most valuable one worth no more than `balance` and a pawn, or else the
    /// least valuable.
    pub(super) fn won(&self, balance: i32) -> Option<Taken> {
        let worth = |taken: &&Taken| value(taken.piece.kind);
        let is_won = |taken: &&Taken| worth(taken) <= balance + SLACK;
        let won = self.taken.iter().filter(is_won).max_by_key(worth);
        won.or_else(|| self.taken.iter().min_by_key(worth)).copied()
    }
}

/// Whether the side to move takes back on the target of the last move without loss.
fn is_retaken(position: &Position, last: Move) -> bool {
    position.legal_moves().iter().any(|mv| mv.to == last.to && wins(position, *mv, 0))
}
