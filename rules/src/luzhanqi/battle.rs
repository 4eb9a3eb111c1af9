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
    #[serde(alias = "BothGo")]
    BothCaptured,
}

/// How a battle ended: which of the two went. It is all that anybody learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Battle {
    /// The piece that moved is gone.
    AttackerCaptured,
    /// The piece that stood there is gone, and the other has its station.
    DefenderCaptured,
    /// Both are gone.
    BothCaptured,
}

impl Battle {
    /// The battle of what moved with what stood there.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{Battle, MineRule, Strength};
    /// let battle = Battle::of(Strength::General, Strength::Mine, MineRule::Stays);
    /// assert_eq!(battle, Battle::AttackerCaptured);
    /// ```
    ///
    /// Mines and flags never move, so what it says of them as attackers means
    /// nothing.
    #[must_use]
    pub fn of(attacker: Strength, defender: Strength, mine: MineRule) -> Self {
        use std::cmp::Ordering;
        match (attacker, defender) {
            (Strength::Bomb, _) | (_, Strength::Bomb) => Self::BothCaptured,
            (Strength::Engineer, Strength::Mine) | (_, Strength::Flag) => Self::DefenderCaptured,
            (_, Strength::Mine) => match mine {
                MineRule::Stays => Self::AttackerCaptured,
                MineRule::BothCaptured => Self::BothCaptured,
            },
            _ => match attacker.weight().cmp(&defender.weight()) {
                Ordering::Greater => Self::DefenderCaptured,
                Ordering::Less => Self::AttackerCaptured,
                Ordering::Equal => Self::BothCaptured,
            },
        }
    }

    /// Whether the piece that moved is gone.
    #[must_use]
    pub const fn captures_attacker(self) -> bool {
        matches!(self, Self::AttackerCaptured | Self::BothCaptured)
    }

    /// Whether the piece that stood there is gone.
    #[must_use]
    pub const fn captures_defender(self) -> bool {
        matches!(self, Self::DefenderCaptured | Self::BothCaptured)
    }
}
