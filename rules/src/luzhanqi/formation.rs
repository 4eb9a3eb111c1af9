//! Formations: legal set-ups of one side.
//!
//! Text and generation are in modules of their own.

use super::{PIECES, Slot, Strength};
use core::fmt;

/// The rule that makes a formation illegal. The slots are those of the player's own arm.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum IllegalFormation {
    /// The set has fewer pieces of its strength, so others are missing.
    #[error("the piece on {0} exceeds the set")]
    TooMany(Slot),
    /// The flag is outside the headquarters.
    #[error("the flag on {0} must stand in a headquarters")]
    FlagOutsideHeadquarters(Slot),
    /// A mine is outside the two back rows.
    #[error("the mine on {0} must stand in row 5 or 6")]
    MineTooFarForward(Slot),
    /// A bomb is in the front row.
    #[error("the bomb on {0} may not stand in row 1")]
    BombInFront(Slot),
}

impl IllegalFormation {
    /// The slot of the illegal piece.
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

/// A legal set-up of the 25 pieces of a side on the 25 slots of its arm.
///
/// It is the strengths in the order of [`Slot::all`]: from the front to the back, from left to
/// right, without the camps. Only its owner sees it. The server sends it to other viewers only
/// after the game, through [`Event::seen_by`](super::Event::seen_by), and `Debug` hides it.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[Strength; PIECES]", into = "[Strength; PIECES]"))]
pub struct Formation([Strength; PIECES]);

impl Formation {
    /// Creates a formation from strengths in the order of [`Slot::all`].
    ///
    /// # Errors
    /// [`IllegalFormation::TooMany`] if there is one, else the first error in slot order.
    pub fn new(strengths: [Strength; PIECES]) -> Result<Self, IllegalFormation> {
        if let Some(slot) = first_too_many(&strengths) {
            return Err(IllegalFormation::TooMany(slot));
        }
        for (slot, strength) in Slot::all().zip(strengths) {
            check(slot, strength)?;
        }
        Ok(Self(strengths))
    }

    /// Creates a formation without a check, from strengths that must be legal.
    pub(super) fn new_unchecked(strengths: [Strength; PIECES]) -> Self {
        debug_assert!(Self::new(strengths).is_ok(), "the strengths are a legal formation");
        Self(strengths)
    }

    /// The strength of the piece on `slot`.
    #[must_use]
    pub fn at(&self, slot: Slot) -> Strength {
        self.0[slot.index()]
    }

    /// Every slot with the strength of its piece, from front to back.
    pub fn pieces(&self) -> impl Iterator<Item = (Slot, Strength)> {
        Slot::all().zip(self.0)
    }

    /// The slot of the flag.
    #[must_use]
    pub fn slot_of_flag(&self) -> Slot {
        let mut pieces = self.pieces();
        let (slot, _) =
            pieces.find(|&(_, strength)| strength == Strength::Flag).expect("every set has a flag");
        slot
    }

    /// Swaps the pieces on two slots, or changes nothing if that is illegal.
    ///
    /// # Errors
    /// The rule that one of the two pieces would break on its new slot.
    pub fn swap(&mut self, a: Slot, b: Slot) -> Result<(), IllegalFormation> {
        check(b, self.at(a))?;
        check(a, self.at(b))?;
        self.0.swap(a.index(), b.index());
        Ok(())
    }
}

/// Checks whether a piece of `strength` may be set up on `slot`.
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
    /// Whether a piece of `strength` may be set up here.
    #[must_use]
    pub fn admits(self, strength: Strength) -> bool {
        check(self, strength).is_ok()
    }
}

/// The first slot whose piece exceeds the full set.
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
