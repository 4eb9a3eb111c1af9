//! The seeded random generator of a simulation.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random choices, all derived from one seed.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number from 0 to below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end.max(1)
    }

    /// Returns a number from `low` to below `end`.
    pub(crate) fn between(&mut self, low: u64, end: u64) -> u64 {
        low + self.below(end.saturating_sub(low))
    }

    /// Returns true with a probability of one in `times`.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Returns a random element, or `None` if there is none.
    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let index = self.below(from.len() as u64);
        from.get(usize::try_from(index).expect("a slice index fits usize")).cloned()
    }

    /// Returns a random element, each with a probability proportional to its weight.
    pub(crate) fn weighted<T: Copy>(&mut self, from: &[(u64, T)]) -> T {
        let mut left = self.below(from.iter().map(|(weight, _)| weight).sum());
        for &(weight, what) in from {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return what,
            }
        }
        unreachable!("the random number is below the sum of the weights")
    }

    /// Returns a seed for another generator.
    pub(crate) fn seed(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}
