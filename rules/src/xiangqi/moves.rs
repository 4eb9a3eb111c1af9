//! Moves, as origin and target.

use super::{ParseSquareError, Square};
use core::fmt;
use core::str::FromStr;

/// A move from one point to another, such as `h2e2`.
///
/// ```
/// use chuhe_rules::xiangqi::Move;
/// let mv: Move = "h2e2".parse()?;
/// assert_eq!(mv.to_string(), "h2e2");
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
}

impl Move {
    /// Creates a move from `from` to `to`.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// Its mirror image by the middle file.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { from: self.from.mirrored(), to: self.to.mirrored() }
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let (from, to) = text.split_at_checked(2).ok_or(ParseSquareError)?;
        Ok(Self::new(from.parse()?, to.parse()?))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
