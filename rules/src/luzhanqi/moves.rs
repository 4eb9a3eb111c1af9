//! Moves, as origin and target.

use super::{ParseStationError, Station};
use core::fmt;
use core::str::FromStr;

/// A move from one station to another, such as `s11n15`.
///
/// Its path depends on the occupied stations; see [`View::path`](super::View::path).
///
/// ```
/// use chuhe_rules::luzhanqi::Move;
/// let mv: Move = "s11n15".parse()?;
/// assert_eq!(mv.to_string(), "s11n15");
/// # Ok::<(), chuhe_rules::luzhanqi::ParseStationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The origin.
    pub from: Station,
    /// The target.
    pub to: Station,
}

impl Move {
    /// Creates a move from `from` to `to`.
    #[must_use]
    pub const fn new(from: Station, to: Station) -> Self {
        Self { from, to }
    }
}

impl FromStr for Move {
    type Err = ParseStationError;

    fn from_str(text: &str) -> Result<Self, ParseStationError> {
        let (from, to) = text.split_at_checked(3).ok_or(ParseStationError)?;
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
