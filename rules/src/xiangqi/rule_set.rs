//! The rule sets of xiangqi.

use serde::{Deserialize, Serialize};

/// The rule set a game is played under. Variants are only appended.
///
/// It selects how repetitions are to be judged. No repetition is judged yet, so every game is
/// played by the same moves and endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RuleSet {
    /// The rule set of the Asian Xiangqi Federation (亚洲规则).
    Asian,
}
