//! The value of a tie-break with its parts, and what tie-breaks are computed from.

use crate::sheet::Sheet;
use crate::{PlayerId, TieBreak, Unplayed};

/// What one round contributes to a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round, from 1.
    pub round: u16,
    /// The opponent, if the value depends on one.
    pub opponent: Option<PlayerId>,
    /// The contribution, in the unit of the [`Breakdown`].
    pub value: i64,
}

/// The value of a tie-break for one player, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Which tie-break.
    pub tie_break: TieBreak,
    /// The value, of which more is better: fouls and times are negative. `None` if the tie-break does not apply.
    pub value: Option<i64>,
    /// How many make one point: 2 for Sonneborn-Berger, which has halves, and 1 otherwise.
    pub scale: u8,
    /// The rounds that contribute. The value is their sum.
    pub parts: Vec<Part>,
}

/// What tie-breaks are computed from: the sheets of all players, and what an unplayed round counts.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The sheets, in the order of the players' ids.
    pub sheets: &'a [Sheet],
    /// What an unplayed round counts in the opponents' score.
    pub unplayed: Unplayed,
}
