//! The rule sets of xiangqi.

use serde::{Deserialize, Serialize};

/// The rule set of a game. New variants are appended.
///
/// It selects the rules for repetitions. Repetitions have no effect yet, so the variants do
/// not differ in moves or endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RuleSet {
    /// The rule set of the Asian Xiangqi Federation (亚洲规则).
    Asian,
}
