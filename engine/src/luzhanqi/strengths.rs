//! Sets of strengths.

use chuhe_rules::luzhanqi::Strength;
use serde::{Deserialize, Serialize};

/// A set of strengths that a hidden piece may have.
///
/// ```
/// use chuhe_engine::luzhanqi::Strengths;
/// use chuhe_rules::luzhanqi::Strength;
/// let movable = Strengths::ALL.retain(Strength::moves);
/// assert_eq!(movable.len(), 10);
/// assert!(!movable.contains(Strength::Mine));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strengths(u16);

impl Strengths {
    /// All twelve strengths.
    pub const ALL: Self = Self((1 << Strength::ALL.len()) - 1);

    /// The set of one strength.
    #[must_use]
    pub const fn only(strength: Strength) -> Self {
        Self(1 << strength as u16)
    }

    /// Whether the set has this strength.
    #[must_use]
    pub const fn contains(self, strength: Strength) -> bool {
        self.0 & 1 << strength as u16 != 0
    }

    /// The number of strengths.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its strengths, the highest first.
    pub fn iter(self) -> impl Iterator<Item = Strength> {
        Strength::ALL.into_iter().filter(move |&strength| self.contains(strength))
    }

    /// Returns the strengths that pass `test`.
    #[must_use]
    pub fn retain(self, test: impl Fn(Strength) -> bool) -> Self {
        self.iter()
            .filter(|&strength| test(strength))
            .fold(Self(0), |set, strength| Self(set.0 | 1 << strength as u16))
    }
}
