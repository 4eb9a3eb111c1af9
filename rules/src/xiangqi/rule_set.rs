//! The rule sets of xiangqi.

use crate::RulesVersion;
use core::str::FromStr;

/// The rule set of a game: how the arbiter rules on repetitions. New variants are appended.
///
/// Legal moves are the same in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RuleSet {
    /// The rules of the Asian Xiangqi Federation (亚洲规则).
    ///
    /// Perpetual check and perpetual chase lose; the graver offence counts.
    Asian,
    /// The competition rules of the Chinese Xiangqi Association (中国规则).
    ///
    /// A side loses that checks, threatens mate or chases with each of its moves (长打).
    Chinese,
    /// Perpetual check loses; every other repetition is a draw (简易规则).
    Simple,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [Self; 3] = [Self::Asian, Self::Chinese, Self::Simple];

    /// The name in records and on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asian => "Asian",
            Self::Chinese => "Chinese",
            Self::Simple => "Simple",
        }
    }
}

/// The text names no rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rule sets are asian, chinese and simple")]
pub struct ParseRuleSetError;

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    /// Reads a [`RuleSet::name`] in upper or lower case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(text));
        named.ok_or(ParseRuleSetError)
    }
}

/// The rules of one game: the rule set and its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// The rule set.
    pub set: RuleSet,
    /// The version of the rules under which the game began.
    pub version: RulesVersion,
}

impl Rules {
    /// The current version of a rule set.
    #[must_use]
    pub const fn current(set: RuleSet) -> Self {
        Self { set, version: RulesVersion::CURRENT }
    }
}

impl Default for Rules {
    /// The current Asian rules.
    fn default() -> Self {
        Self::current(RuleSet::Asian)
    }
}
