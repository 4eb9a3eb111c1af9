//! What becomes of two pieces that meet.

use super::Strength;
use serde::{Deserialize, Serialize};

/// What becomes of a mine that something other than an engineer or a bomb runs
/// into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MineRule {
    /// The piece goes, the mine stays.
    #[default]
    Stays,
    /// Both go.
    BothGo,
}

/// How a battle ended: which of the two went. It is all that anybody learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Battle {
    /// The piece that moved is gone.
    AttackerWent,
    /// The piece that stood there is gone, and the other has its station.
    DefenderWent,
    /// Both are gone.
    BothWent,
}

impl Battle {
    /// The battle of what moved with what stood there.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{Battle, MineRule, Strength};
    /// let battle = Battle::of(Strength::General, Strength::Mine, MineRule::Stays);
    /// assert_eq!(battle, Battle::AttackerWent);
    /// ```
    ///
    /// Mines and flags never move, so what it says of them as attackers means
    /// nothing.
    #[must_use]
    pub fn of(attacker: Strength, defender: Strength, mine: MineRule) -> Self {
        use std::cmp::Ordering;
        match (attacker, defender) {
            (Strength::Bomb, _) | (_, Strength::Bomb) => Self::BothWent,
            (Strength::Engineer, Strength::Mine) | (_, Strength::Flag) => Self::DefenderWent,
            (_, Strength::Mine) => match mine {
                MineRule::Stays => Self::AttackerWent,
                MineRule::BothGo => Self::BothWent,
            },
            _ => match attacker.weight().cmp(&defender.weight()) {
                Ordering::Greater => Self::DefenderWent,
                Ordering::Less => Self::AttackerWent,
                Ordering::Equal => Self::BothWent,
            },
        }
    }

    /// Whether the piece that moved is gone.
    #[must_use]
    pub const fn attacker_went(self) -> bool {
        matches!(self, Self::AttackerWent | Self::BothWent)
    }

    /// Whether the piece that stood there is gone.
    #[must_use]
    pub const fn defender_went(self) -> bool {
        matches!(self, Self::DefenderWent | Self::BothWent)
    }
}
