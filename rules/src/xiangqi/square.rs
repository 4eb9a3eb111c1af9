//! The points of the board.

use core::fmt;
use core::str::FromStr;

/// A point of the 9 × 10 board.
///
/// Files are a–i from red's left, ranks 0–9 from red's back rank. The index of a point is
/// `rank * 9 + file`, 0..90.
///
/// ```
/// use chuhe_rules::xiangqi::Square;
/// let square: Square = "h2".parse()?;
/// assert_eq!((square.file(), square.rank()), (7, 2));
/// assert_eq!(square.to_string(), "h2");
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Square(u8);

impl Square {
    /// The number of files.
    pub const FILES: u8 = 9;
    /// The number of ranks.
    pub const RANKS: u8 = 10;
    /// The number of points.
    pub const COUNT: usize = 90;

    /// The point on `file` (0..9) and `rank` (0..10), if there is one.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS { Some(Self(rank * Self::FILES + file)) } else { None }
    }

    /// The point with this index (0..90), if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Its index, 0..90.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file, 0 (a, red's left) to 8 (i).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Self::FILES
    }

    /// Its rank, 0 (red's back rank) to 9 (black's).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Self::FILES
    }

    /// Its mirror image by the middle file.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 - self.file() + (Self::FILES - 1 - self.file()))
    }

    /// All points in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

/// The text is not a file a–i followed by a rank 0–9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a point is a file a-i and a rank 0-9")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let [file, rank] = *text.as_bytes() else { return Err(ParseSquareError) };
        Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'0')).ok_or(ParseSquareError)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<u8> for Square {
    type Error = ParseSquareError;

    fn try_from(index: u8) -> Result<Self, ParseSquareError> {
        Self::from_index(usize::from(index)).ok_or(ParseSquareError)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}
