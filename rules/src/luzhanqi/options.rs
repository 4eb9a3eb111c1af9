//! What of the rules may be chosen, each choice with a name and a default.

use super::MineRule;
use serde::{Deserialize, Serialize};

/// The rules of one game. A step is a move of either side; a turn that passes is
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// What becomes of a mine that a piece runs into.
    pub mine: MineRule,
    /// A side may resign once so many steps have been made.
    pub resign_from_step: u16,
    /// So many consecutive steps without a battle make a draw.
    pub draw_after_quiet_steps: u16,
    /// The players are told so many steps before that draw.
    pub draw_notice_steps: u16,
    /// A side loses when its turn passes for the so-manieth time.
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

/// [`Options`] that make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum InvalidOptions {
    /// The step from which one may resign is beyond [`Options::MAX_STEPS`].
    #[error("one must be able to resign by step {}", Options::MAX_STEPS)]
    ResignTooLate,
    /// The steps to a draw are fewer than [`Options::MIN_QUIET_STEPS`] or
    /// more than [`Options::MAX_STEPS`].
    #[error("a draw comes after {} to {} steps", Options::MIN_QUIET_STEPS, Options::MAX_STEPS)]
    QuietSteps,
    /// The notice of the draw would come with the last battle or before.
    #[error("the notice of a draw comes after the first of its steps")]
    NoticeTooEarly,
    /// The turns that may pass are none, or more than [`Options::MAX_PASSES`].
    #[error("a side loses with its 1st to {}th pass", Options::MAX_PASSES)]
    Passes,
}

impl Options {
    /// The most steps any number here may be.
    pub const MAX_STEPS: u16 = 1_000;
    /// The fewest steps without a battle that may make a draw.
    pub const MIN_QUIET_STEPS: u16 = 10;
    /// The most turns that may have to pass until a side loses.
    pub const MAX_PASSES: u8 = 100;

    /// Checks that the numbers make a game.
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
