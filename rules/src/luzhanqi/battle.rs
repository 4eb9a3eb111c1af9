//! The result of a battle between two pieces.

use super::Strength;

/// The result when a piece other than an engineer or a bomb attacks a mine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MineRule {
    /// The piece is captured and the mine stays.
    #[default]
    Stays,
    /// Both are captured.
    #[cfg_attr(feature = "serde", serde(alias = "BothGo"))]
    BothCaptured,
}

/// The result of a battle. It is all that any viewer learns about the two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Battle {
    /// The piece that moved is captured.
    AttackerCaptured,
    /// The piece on the station is captured, and the attacker takes its place.
    DefenderCaptured,
    /// Both are captured.
    BothCaptured,
}

impl Battle {
    /// Returns the result when `attacker` moves onto `defender`.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{Battle, MineRule, Strength};
    /// let battle = Battle::of(Strength::General, Strength::Mine, MineRule::Stays);
    /// assert_eq!(battle, Battle::AttackerCaptured);
    /// ```
    ///
    /// Mines and flags never move, so the result for them as attackers has no meaning.
    #[must_use]
    pub fn of(attacker: Strength, defender: Strength, mine: MineRule) -> Self {
        use core::cmp::Ordering;
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

    /// Returns whether the piece that moved is captured.
    #[must_use]
    pub const fn captures_attacker(self) -> bool {
        matches!(self, Self::AttackerCaptured | Self::BothCaptured)
    }

    /// Returns whether the piece on the station is captured.
    #[must_use]
    pub const fn captures_defender(self) -> bool {
        matches!(self, Self::DefenderCaptured | Self::BothCaptured)
    }
}
