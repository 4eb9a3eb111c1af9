//! Scores, as the caller sees them and as the search computes with them.
//!
//! The search uses one integer for all scores of the side to move: evaluations in centipawns up to
//! [`EVALUATION_LIMIT`], wins by the arbiter's ruling around [`RULED`], and mates around [`MATE`]. The
//! latter two are less by one for each ply from the root, so that the shorter way is preferred.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The score of a position for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    /// Centipawns. Magnitudes of about 30,000 stand for a win by a ruling on a repetition.
    Cp(i32),
    /// The side mates in this many of its moves; if negative or zero, it is mated.
    Mate(i32),
}

/// A mate at once in centipawns: more than any evaluation or ruling.
const MATE_CENTIPAWNS: i32 = 100_000;
/// The longest line that the search follows, in plies.
pub(super) const MAX_PLY: usize = 128;
/// More than any score.
pub(super) const INFINITE: i32 = 32_000;
/// The score of a side that has mated.
pub(super) const MATE: i32 = 31_000;
/// The score of a side that wins by a ruling on a repetition.
pub(super) const RULED: i32 = 30_000;
/// The lowest score of a proven win.
pub(super) const DECISIVE: i32 = RULED - MAX_PLY as i32;
/// The largest magnitude of an evaluation.
pub(super) const EVALUATION_LIMIT: i32 = 20_000;
/// The score of a draw.
pub(super) const DRAW: i32 = 0;

/// The score of a side that is mated `ply` plies from the root.
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether `score` is a mate, for or against.
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() > MATE - MAX_PLY as i32 - 1
}

/// Whether `score` is a proven win or loss.
pub(super) const fn is_decisive(score: i32) -> bool {
    score.abs() >= DECISIVE
}

/// Turns a score relative to the root into one relative to the node at `ply`, for the table.
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= DECISIVE {
        score + ply as i32
    } else if score <= -DECISIVE {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`to_table`].
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= DECISIVE {
        score - ply as i32
    } else if score <= -DECISIVE {
        score + ply as i32
    } else {
        score
    }
}

impl Score {
    /// The score as one number, in centipawns: a mate is more than all else, and a near one more than
    /// a far one.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Cp(centipawns) => centipawns,
            Self::Mate(moves) if moves > 0 => MATE_CENTIPAWNS - moves,
            Self::Mate(moves) => -MATE_CENTIPAWNS - moves,
        }
    }

    /// Whether the score stands for a win or loss by a ruling on a repetition.
    #[must_use]
    pub const fn is_ruling(self) -> bool {
        matches!(self, Self::Cp(centipawns) if is_decisive(centipawns))
    }

    /// The score for the caller.
    pub(super) const fn from_value(value: i32) -> Self {
        if !is_mate(value) {
            Self::Cp(value)
        } else if value > 0 {
            Self::Mate((MATE - value + 1) / 2)
        } else {
            Self::Mate(-(MATE + value) / 2)
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_is_counted_in_moves_of_the_side() {
        assert_eq!(Score::from_value(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from_value(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from_value(-MATE + 2), Score::Mate(-1));
        assert_eq!(Score::from_value(-MATE), Score::Mate(0));
        assert_eq!(Score::from_value(RULED - 4), Score::Cp(RULED - 4));
    }

    #[test]
    fn centipawns_order_all_scores() {
        let scores = [
            Score::Mate(0),
            Score::Mate(-2),
            Score::Cp(-RULED),
            Score::Cp(-EVALUATION_LIMIT),
            Score::Cp(0),
            Score::Cp(EVALUATION_LIMIT),
            Score::Cp(RULED),
            Score::Mate(5),
            Score::Mate(1),
        ];
        assert!(scores.is_sorted_by_key(|score| score.centipawns()));
    }

    #[test]
    fn ruling_is_neither_an_evaluation_nor_a_mate() {
        let is_ruling = |value| Score::from_value(value).is_ruling();
        assert!(is_ruling(RULED - 4) && is_ruling(4 - RULED));
        assert!(![DRAW, EVALUATION_LIMIT, -EVALUATION_LIMIT, MATE - 1, -MATE].into_iter().any(is_ruling));
    }

    #[test]
    fn table_scores_are_relative_to_their_node() {
        for score in [-MATE + 7, -RULED + 5, -300, 0, 300, RULED - 9, MATE - 11] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(to_table(MATE - 11, 5), MATE - 6);
    }
}
