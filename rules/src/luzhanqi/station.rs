//! Stations and their places: in an arm, or in the centre of the cross.
//!
//! A station has the same index and name on both boards. A [`Board`](super::Board) determines
//! which stations exist, how they are linked and where they are drawn.

use crate::Color;
use core::fmt;
use core::str::FromStr;

/// One of the four arms of the cross; the classic board has south and north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arm {
    /// Red's arm.
    South,
    /// Black's arm.
    North,
    /// A neutral arm, on the left of south.
    West,
    /// A neutral arm, on the right of south.
    East,
}

impl Arm {
    /// Every arm, in the order of their stations.
    pub const ALL: [Self; 4] = [Self::South, Self::North, Self::West, Self::East];
    /// The number of rows of an arm; row 1 is the front, row 6 the back.
    pub const ROWS: u8 = 6;
    /// The number of columns of an arm; column 1 is on the left, seen from its back.
    pub const COLUMNS: u8 = 5;

    /// The arm in which `color` sets up.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        match color {
            Color::Red => Self::South,
            Color::Black => Self::North,
        }
    }

    /// The arm across the centre.
    #[must_use]
    pub const fn opposite(self) -> Self {
        // opposite arms are beside each other in this list
        Self::ALL[self as usize ^ 1]
    }

    /// The next arm clockwise, which is on the left, seen from the back of this one.
    #[must_use]
    pub const fn on_the_left(self) -> Self {
        match self {
            Self::South => Self::West,
            Self::West => Self::North,
            Self::North => Self::East,
            Self::East => Self::South,
        }
    }

    const fn letter(self) -> char {
        b"snwe"[self as usize] as char
    }
}

/// The kind of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StationKind {
    /// 兵站: an ordinary station.
    Post,
    /// 行营: a piece here cannot be attacked.
    Camp,
    /// 大本营: a piece here cannot move.
    Headquarters,
}

/// The place of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// In an arm.
    Arm {
        /// Which arm.
        arm: Arm,
        /// The row, 1 (the front) to 6.
        row: u8,
        /// The column, 1 (on the left, seen from the back of the arm) to 5.
        column: u8,
    },
    /// In the centre of the cross.
    Centre {
        /// The row, 1 (nearest to north) to 3.
        row: u8,
        /// The column, 1 (nearest to west) to 3.
        column: u8,
    },
}

/// A station of a board.
///
/// Its name is the letter of its arm (`s`, `n`, `w`, `e`, or `c` for the centre), its row and
/// its column. Its index is `arm * 30 + (row - 1) * 5 + (column - 1)` with the arms in this order,
/// and in the centre `120 + (row - 1) * 3 + (column - 1)`.
///
/// ```
/// use chuhe_rules::luzhanqi::{Arm, Station, StationKind};
/// let station: Station = "s62".parse()?;
/// assert_eq!(Station::in_arm(Arm::South, 6, 2), Some(station));
/// assert_eq!(station.kind(), StationKind::Headquarters);
/// assert_eq!(station.turned().to_string(), "n62");
/// # Ok::<(), chuhe_rules::luzhanqi::ParseStationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Station(u8);

const IN_ARM: u8 = Arm::ROWS * Arm::COLUMNS;
const CENTRE: u8 = 4 * IN_ARM;
/// The number of rows and columns of the centre.
const CENTRE_SIDE: u8 = 3;

impl Station {
    /// The number of stations of the cross, which include those of the classic board.
    pub const COUNT: usize = 129;

    /// The station in `row` (1 to 6) and `column` (1 to 5) of `arm`.
    #[must_use]
    pub const fn in_arm(arm: Arm, row: u8, column: u8) -> Option<Self> {
        if row == 0 || row > Arm::ROWS || column == 0 || column > Arm::COLUMNS {
            return None;
        }
        Some(Self(arm as u8 * IN_ARM + (row - 1) * Arm::COLUMNS + (column - 1)))
    }

    /// The station in `row` and `column` (1 to 3) of the centre of the cross.
    #[must_use]
    pub const fn in_centre(row: u8, column: u8) -> Option<Self> {
        if row == 0 || row > CENTRE_SIDE || column == 0 || column > CENTRE_SIDE {
            return None;
        }
        Some(Self(CENTRE + (row - 1) * CENTRE_SIDE + (column - 1)))
    }

    /// Its index, 0..129; south and north have the first sixty.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The station with this index, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// All stations in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Its place.
    #[must_use]
    pub const fn place(self) -> Spot {
        if self.0 >= CENTRE {
            let within = self.0 - CENTRE;
            return Spot::Centre { row: within / CENTRE_SIDE + 1, column: within % CENTRE_SIDE + 1 };
        }
        let within = self.0 % IN_ARM;
        Spot::Arm {
            arm: Arm::ALL[(self.0 / IN_ARM) as usize],
            row: within / Arm::COLUMNS + 1,
            column: within % Arm::COLUMNS + 1,
        }
    }

    /// Its arm; `None` in the centre.
    #[must_use]
    pub const fn arm(self) -> Option<Arm> {
        match self.place() {
            Spot::Arm { arm, .. } => Some(arm),
            Spot::Centre { .. } => None,
        }
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(self) -> StationKind {
        match self.place() {
            Spot::Arm { row: 2 | 4, column: 2 | 4, .. } | Spot::Arm { row: 3, column: 3, .. } => {
                StationKind::Camp
            }
            Spot::Arm { row: 6, column: 2 | 4, .. } => StationKind::Headquarters,
            Spot::Arm { .. } | Spot::Centre { .. } => StationKind::Post,
        }
    }

    /// The station in its place after half a turn of the board.
    ///
    /// It has the same row and column in the opposite arm.
    #[must_use]
    pub const fn turned(self) -> Self {
        let turned = match self.place() {
            Spot::Arm { arm, row, column } => Self::in_arm(arm.opposite(), row, column),
            Spot::Centre { row, column } => Self::in_centre(CENTRE_SIDE + 1 - row, CENTRE_SIDE + 1 - column),
        };
        turned.expect("half a turn maps the board onto itself")
    }
}

/// The text is not the name of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a station is a letter s, n, w, e or c, a row and a column")]
pub struct ParseStationError;

impl FromStr for Station {
    type Err = ParseStationError;

    fn from_str(text: &str) -> Result<Self, ParseStationError> {
        let [letter, row, column] = *text.as_bytes() else { return Err(ParseStationError) };
        let (row, column) = (row.wrapping_sub(b'0'), column.wrapping_sub(b'0'));
        let arm = Arm::ALL.into_iter().find(|arm| arm.letter() == char::from(letter));
        let station = match arm {
            Some(arm) => Self::in_arm(arm, row, column),
            None if letter == b'c' => Self::in_centre(row, column),
            None => None,
        };
        station.ok_or(ParseStationError)
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Spot::Arm { arm, row, column } => write!(f, "{}{row}{column}", arm.letter()),
            Spot::Centre { row, column } => write!(f, "c{row}{column}"),
        }
    }
}

impl fmt::Debug for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<u8> for Station {
    type Error = ParseStationError;

    fn try_from(index: u8) -> Result<Self, ParseStationError> {
        Self::from_index(usize::from(index)).ok_or(ParseStationError)
    }
}

impl From<Station> for u8 {
    fn from(station: Station) -> Self {
        station.0
    }
}
