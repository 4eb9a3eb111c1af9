//! The numbers of a plan, as they are typed.

use crate::actions::evening_action::PlanNumber;
use crate::actions::half_width::half_width;
use chuhe_protocol::limits;
use chuhe_tournaments::{MAX_CYCLES, MAX_MATCH_GAMES, MAX_ROUNDS};
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
    /// It is none, or out of its range.
    pub fn read<T: TryFrom<u32>>(&self, number: PlanNumber) -> Result<T, NumberFault> {
        let (least, most) = range(number);
        self.read_within(number, least, most)
    }

    /// Reads a number that other numbers bound.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_within<T: TryFrom<u32>>(
        &self,
        number: PlanNumber,
        least: u32,
        most: u32,
    ) -> Result<T, NumberFault> {
        let fault = NumberFault { number, least, most };
        let value: u32 = half_width(self.text(number)).trim().parse().map_err(|_| fault)?;
        if !(least..=most).contains(&value) {
            return Err(fault);
        }
        T::try_from(value).map_err(|_| fault)
    }
}

/// A number that cannot be read, or is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFault {
    /// Which one.
    pub number: PlanNumber,
    /// The least that it may be.
    pub least: u32,
    /// The most.
    pub most: u32,
}

/// The least and the most that a plan allows of a number.
fn range(number: PlanNumber) -> (u32, u32) {
    const MINUTE_MS: u32 = 60_000;
    match number {
        PlanNumber::Rounds => (1, u32::from(MAX_ROUNDS)),
        PlanNumber::ClubsApart => (0, u32::from(MAX_ROUNDS)),
        PlanNumber::LastEntryRound => (0, u32::from(MAX_ROUNDS)),
        PlanNumber::MinGames => (0, u32::from(MAX_ROUNDS)),
        PlanNumber::MaxGames => (1, u32::from(MAX_ROUNDS)),
        PlanNumber::Cycles => (1, u32::from(MAX_CYCLES)),
        PlanNumber::Games => (1, u32::from(MAX_MATCH_GAMES)),
        PlanNumber::TieBreakGames => (0, u32::from(MAX_MATCH_GAMES)),
        PlanNumber::BreakMinutes => (1, limits::EVENING_BREAK_MS / MINUTE_MS),
        PlanNumber::SlotMinutes => (1, limits::EVENING_SLOT_MS / MINUTE_MS),
        PlanNumber::LateMinutes => (1, limits::EVENING_LATE_MS / MINUTE_MS),
        PlanNumber::Absences => (1, u32::from(u8::MAX)),
        // two half-moves each
        PlanNumber::NoResultBefore => (0, u32::from(limits::EVENING_LEAST_PLY) / 2),
    }
}
