//! The options of the rules, with their defaults.

use super::MineRule;

/// The rule options of one game.
///
/// A step is a move of either side; a pass is not a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Options {
    /// The result when a piece attacks a mine.
    pub mine: MineRule,
    /// The step from which a side may resign.
    pub resign_from_step: u16,
    /// The number of consecutive steps without a battle that makes a draw.
    pub draw_after_quiet_steps: u16,
    /// The players are warned this many steps before that draw.
    pub draw_notice_steps: u16,
    /// A side loses after this many passes.
    pub passes_to_lose: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mine: MineRule::Stays,
            resign_from_step: 20,
            draw_after_quiet_steps: 70,
            draw_notice_steps: 10,
            passes_to_lose: 5,
        }
    }
}

/// The reason why [`Options`] are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InvalidOptions {
    /// The step from which a side may resign exceeds [`Options::MAX_STEPS`].
    #[error("resigning must be allowed by step {}", Options::MAX_STEPS)]
    ResignTooLate,
    /// The number of steps to a draw is out of range.
    ///
    /// The range is [`Options::MIN_QUIET_STEPS`] to [`Options::MAX_STEPS`].
    #[error("a draw comes after {} to {} steps", Options::MIN_QUIET_STEPS, Options::MAX_STEPS)]
    QuietSteps,
    /// The warning of the draw would come with the last battle or before it.
    #[error("the warning of a draw must come after the last battle")]
    NoticeTooEarly,
    /// The number of passes is 0 or exceeds [`Options::MAX_PASSES`].
    #[error("a side must lose after 1 to {} passes", Options::MAX_PASSES)]
    Passes,
}

impl Options {
    /// The maximum of each number of steps.
    pub const MAX_STEPS: u16 = 1_000;
    /// The minimum of [`Options::draw_after_quiet_steps`].
    pub const MIN_QUIET_STEPS: u16 = 10;
    /// The maximum of [`Options::passes_to_lose`].
    pub const MAX_PASSES: u8 = 100;

    /// Checks the numbers against their limits and each other.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{InvalidOptions, Options};
    /// assert_eq!(Options::default().validate(), Ok(()));
    /// let endless = Options { draw_after_quiet_steps: 0, ..Options::default() };
    /// assert_eq!(endless.validate(), Err(InvalidOptions::QuietSteps));
    /// ```
    ///
    /// # Errors
    /// The first [`InvalidOptions`] that applies.
    pub fn validate(self) -> Result<(), InvalidOptions> {
        if self.resign_from_step > Self::MAX_STEPS {
            return Err(InvalidOptions::ResignTooLate);
        }
        if !(Self::MIN_QUIET_STEPS..=Self::MAX_STEPS).contains(&self.draw_after_quiet_steps) {
            return Err(InvalidOptions::QuietSteps);
        }
        if self.draw_notice_steps >= self.draw_after_quiet_steps {
            return Err(InvalidOptions::NoticeTooEarly);
        }
        if self.passes_to_lose == 0 || self.passes_to_lose > Self::MAX_PASSES {
            return Err(InvalidOptions::Passes);
        }
        Ok(())
    }
}
