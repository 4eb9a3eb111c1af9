//! The slots of an arm: the places where pieces are set up.

use super::{Arm, Spot, Station, StationKind};
use core::fmt;

/// One of the 25 places of an arm that are not camps.
///
/// It has a row and a column as its owner sees them; its name is these two digits.
///
/// ```
/// use chuhe_rules::luzhanqi::{Arm, Slot};
/// let slot = Slot::new(6, 2).expect("a headquarters");
/// assert_eq!(slot.on(Arm::North).to_string(), "n62");
/// assert_eq!(slot.on(Arm::North).slot(), Some(slot));
/// assert_eq!(Slot::new(2, 2), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(u8, u8)", into = "(u8, u8)"))]
pub struct Slot {
    row: u8,
    column: u8,
}

impl Slot {
    /// The slot in `row` (1 to 6) and `column` (1 to 5); `None` for a camp.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        match Station::in_arm(Arm::South, row, column) {
            Some(station) if !matches!(station.kind(), StationKind::Camp) => Some(Self { row, column }),
            Some(_) | None => None,
        }
    }

    /// All slots, from the front to the back and from left to right.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = 1..=Arm::ROWS;
        rows.flat_map(|row| (1..=Arm::COLUMNS).filter_map(move |column| Self::new(row, column)))
    }

    /// Its index in [`Slot::all`], 0..25.
    pub(super) fn index(self) -> usize {
        Self::all().position(|slot| slot == self).expect("all slots include this one")
    }

    /// Its row, 1 (the front) to 6.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Its column, 1 (left) to 5.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Its station in `arm`.
    #[must_use]
    pub const fn on(self, arm: Arm) -> Station {
        Station::in_arm(arm, self.row, self.column).expect("every arm has every slot")
    }

    /// Whether it is a headquarters.
    #[must_use]
    pub const fn is_headquarters(self) -> bool {
        matches!(self.on(Arm::South).kind(), StationKind::Headquarters)
    }
}

impl Station {
    /// Its slot in its arm; `None` for camps and in the centre.
    #[must_use]
    pub const fn slot(self) -> Option<Slot> {
        match self.place() {
            Spot::Arm { row, column, .. } => Slot::new(row, column),
            Spot::Centre { .. } => None,
        }
    }
}

/// No slot has this row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an arm has no such slot")]
pub struct NoSuchSlot;

impl TryFrom<(u8, u8)> for Slot {
    type Error = NoSuchSlot;

    fn try_from((row, column): (u8, u8)) -> Result<Self, NoSuchSlot> {
        Self::new(row, column).ok_or(NoSuchSlot)
    }
}

impl From<Slot> for (u8, u8) {
    fn from(slot: Slot) -> Self {
        (slot.row, slot.column)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row, self.column)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
