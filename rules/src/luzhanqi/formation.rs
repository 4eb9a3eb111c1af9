//! A formation: how one side has set up, always by the rules. Its text and how
//! one is made stand in files of their own.

use super::{PIECES, Slot, Strength};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The rule that makes a formation illegal. The slots are those of the player's own arm.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum IllegalFormation {
    /// There are more of its strength than the set has, so others are missing.
    #[error("the piece on {0} is more than the set has")]
    TooMany(Slot),
    /// The flag stands in a headquarters.
    #[error("the flag on {0} is to stand in a headquarters")]
    FlagOutsideHeadquarters(Slot),
    /// Mines stand in the two rows at the back.
    #[error("the mine on {0} is to stand in row 5 or 6")]
    MineTooFarForward(Slot),
    /// No bomb stands in the front row.
    #[error("the bomb on {0} may not stand in row 1")]
    BombInFront(Slot),
}

impl IllegalFormation {
    /// The slot it names.
    #[must_use]
    pub const fn slot(self) -> Slot {
        match self {
            Self::TooMany(slot)
            | Self::FlagOutsideHeadquarters(slot)
            | Self::MineTooFarForward(slot)
            | Self::BombInFront(slot) => slot,
        }
    }
}

/// The 25 pieces of a side on the 25 slots of its arm, legally.
///
/// It is what its owner knows and sends. The server puts another's into a
/// message only at the end, through [`Event::seen_by`](super::Event::seen_by);
/// it is not shown by `Debug`.
///
/// ```
/// use chuhe_rules::luzhanqi::{Formation, IllegalFormation, Slot, Strength};
/// let mut formation = Formation::nearest_legal([Strength::Captain; 25]);
/// let flag = formation.slot_of_flag();
/// assert!(flag.is_headquarters());
/// let front = Slot::new(1, 3).expect("a slot");
/// let refused = formation.swap(flag, front);
/// assert_eq!(refused, Err(IllegalFormation::FlagOutsideHeadquarters(front)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[Strength; PIECES]", into = "[Strength; PIECES]")]
pub struct Formation([Strength; PIECES]);

impl Formation {
    /// Checks a formation, given in the order of [`Slot::all`].
    ///
    /// # Errors
    /// The first [`IllegalFormation`] in the order of the slots; that a strength
    /// is there too often comes before all others.
    pub fn new(strengths: [Strength; PIECES]) -> Result<Self, IllegalFormation> {
        if let Some(slot) = first_too_many(&strengths) {
            return Err(IllegalFormation::TooMany(slot));
        }
        for (slot, strength) in Slot::all().zip(strengths) {
            check(slot, strength)?;
        }
        Ok(Self(strengths))
    }

    /// Makes a formation without a check, from strengths that are known to be legal.
    pub(super) fn trusted(strengths: [Strength; PIECES]) -> Self {
        debug_assert!(Self::new(strengths).is_ok(), "an illegal formation was made");
        Self(strengths)
    }

    /// What stands on the slot.
    #[must_use]
    pub fn at(&self, slot: Slot) -> Strength {
        self.0[slot.index()]
    }

    /// Every slot with what stands there, from the front to the back.
    pub fn pieces(&self) -> impl Iterator<Item = (Slot, Strength)> {
        Slot::all().zip(self.0)
    }

    /// Where the flag stands.
    #[must_use]
    pub fn slot_of_flag(&self) -> Slot {
        let mut pieces = self.pieces();
        let (slot, _) =
            pieces.find(|&(_, strength)| strength == Strength::Flag).expect("every set has a flag");
        slot
    }

    /// Lets the pieces on two slots change places. Nothing changes if they may
    /// not.
    ///
    /// # Errors
    /// Which of the two may not stand where it would.
    pub fn swap(&mut self, a: Slot, b: Slot) -> Result<(), IllegalFormation> {
        check(b, self.at(a))?;
        check(a, self.at(b))?;
        self.0.swap(a.index(), b.index());
        Ok(())
    }
}

/// The rule by which a strength may not be set up on a slot.
fn check(slot: Slot, strength: Strength) -> Result<(), IllegalFormation> {
    if strength == Strength::Flag && !slot.is_headquarters() {
        return Err(IllegalFormation::FlagOutsideHeadquarters(slot));
    }
    if strength == Strength::Mine && slot.row() < 5 {
        return Err(IllegalFormation::MineTooFarForward(slot));
    }
    if strength == Strength::Bomb && slot.row() == 1 {
        return Err(IllegalFormation::BombInFront(slot));
    }
    Ok(())
}

impl Slot {
    /// Whether a strength may be set up here.
    #[must_use]
    pub fn admits(self, strength: Strength) -> bool {
        check(self, strength).is_ok()
    }
}

/// The first slot whose strength has been there as often as in a full set.
fn first_too_many(strengths: &[Strength; PIECES]) -> Option<Slot> {
    let mut left = Strength::ALL.map(Strength::count_in_set);
    let mut slots = Slot::all().zip(strengths);
    let found = slots.find(|&(_, &strength)| {
        let left = &mut left[strength as usize];
        let more = *left == 0;
        *left = left.saturating_sub(1);
        more
    });
    found.map(|(slot, _)| slot)
}

impl fmt::Debug for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Formation(..)")
    }
}

impl TryFrom<[Strength; PIECES]> for Formation {
    type Error = IllegalFormation;

    fn try_from(strengths: [Strength; PIECES]) -> Result<Self, IllegalFormation> {
        Self::new(strengths)
    }
}

impl From<Formation> for [Strength; PIECES] {
    fn from(formation: Formation) -> Self {
        formation.0
    }
}
