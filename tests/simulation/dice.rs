//! What chance decides, all of it from one number.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end.max(1)
    }

    /// A number from `low` to below `end`.
    pub(super) fn between(&mut self, low: u64, end: u64) -> u64 {
        low + self.below(end.saturating_sub(low))
    }

    /// Whether something happens that happens once in `times`.
    pub(super) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these, if there is one.
    pub(super) fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let index = self.below(from.len() as u64);
        from.get(usize::try_from(index).expect("an index")).cloned()
    }

    /// One of these numbers, each as often as its weight says.
    pub(super) fn weighed<T: Copy>(&mut self, from: &[(u64, T)]) -> T {
        let mut left = self.below(from.iter().map(|(weight, _)| weight).sum());
        for &(weight, what) in from {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return what,
            }
        }
        unreachable!("the weights have a sum")
    }

    pub(super) fn seed(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}
