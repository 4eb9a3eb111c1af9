//! Versions of the rules, so that a stored game replays under the rules it was played by.

/// The version of the rules under which a game began. New variants are appended.
///
/// A change after which a game could replay differently is a new version; the older ones keep
/// their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RulesVersion {
    /// Repetitions and moves without capture end no game of xiangqi. Its positions are checked by the current rules.
    V1,
    /// An arbiter rules on repetitions, and the natural limit applies.
    V2,
}

impl RulesVersion {
    /// The version under which new games begin.
    pub const CURRENT: Self = Self::V2;

    /// The number that stands for the version in stored games.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    /// The version with this number; `None` if this build has no such rules.
    ///
    /// ```
    /// use chuhe_rules::RulesVersion;
    /// let current = RulesVersion::CURRENT;
    /// assert_eq!(RulesVersion::from_number(current.number()), Some(current));
    /// assert_eq!(RulesVersion::from_number(current.number() + 1), None);
    /// ```
    #[must_use]
    pub const fn from_number(number: u16) -> Option<Self> {
        match number {
            1 => Some(Self::V1),
            2 => Some(Self::V2),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_the_number_under_which_it_is_stored() {
        for (number, version) in [(1, RulesVersion::V1), (2, RulesVersion::V2)] {
            assert_eq!((version.number(), RulesVersion::from_number(number)), (number, Some(version)));
        }
        assert_eq!([0, 3].map(RulesVersion::from_number), [None, None]);
    }
}
