//! Chooses the next step from a seed and what people see.

use super::driver::Driver;
use super::step::{Incident, Step};
use crate::simulation::random::Random;

/// Chooses steps.
pub(crate) struct Chooser {
    random: Random,
}

impl Chooser {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// The next step.
    pub(crate) fn next(&mut self, _driver: &impl Driver) -> Step {
        Step::World(Incident::Wait(self.random.below(1_000)))
    }
}
