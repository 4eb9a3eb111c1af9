//! The numbers of a plan, as they are typed.

use crate::actions::evening_action::PlanNumber;
use crate::actions::half_width::half_width;
use strum::VariantArray as _;

/// The most characters of a number.
const MOST_CHARS: usize = 6;

/// The numbers of a plan, as they are typed, in the order of [`PlanNumber::VARIANTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanNumbers([String; PlanNumber::VARIANTS.len()]);

impl Default for PlanNumbers {
    fn default() -> Self {
        let usual = |number: &PlanNumber| match number {
            PlanNumber::Rounds => 5,
            PlanNumber::ClubsApart => 1,
            PlanNumber::Cycles => 1,
            PlanNumber::Games => 1,
            PlanNumber::TieBreakGames => 1,
            PlanNumber::MinGames => 3,
            PlanNumber::MaxGames => 50,
            PlanNumber::BreakMinutes => 2,
            PlanNumber::SlotMinutes => 40,
            PlanNumber::LateMinutes => 5,
            PlanNumber::Absences => 2,
            PlanNumber::LastEntryRound => 3,
            PlanNumber::NoResultBefore => 0,
        };
        let mut numbers = [const { String::new() }; PlanNumber::VARIANTS.len()];
        for (text, number) in numbers.iter_mut().zip(PlanNumber::VARIANTS) {
            *text = usual(number).to_string();
        }
        Self(numbers)
    }
}

impl PlanNumbers {
    /// The text of a number.
    #[must_use]
    pub fn text(&self, number: PlanNumber) -> &str {
        self.0.get(number as usize).map_or("", String::as_str)
    }

    /// Changes the text of a number.
    pub fn edit(&mut self, number: PlanNumber, text: &str) {
        if let Some(place) = self.0.get_mut(number as usize) {
            *place = text.chars().take(MOST_CHARS).collect();
        }
    }

    /// Reads a number.
    ///
    /// # Errors
    /// Which one is none, or more than the type holds.
    pub fn read<T: TryFrom<u32>>(&self, number: PlanNumber) -> Result<T, PlanNumber> {
        let text = half_width(self.text(number));
        let value: u32 = text.trim().parse().map_err(|_| number)?;
        T::try_from(value).map_err(|_| number)
    }
}
