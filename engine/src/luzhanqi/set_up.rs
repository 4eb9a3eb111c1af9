//! Sets up the pieces.

use super::random::Random;
use chuhe_rules::luzhanqi::Formation;

/// Returns a formation; the same seed gives the same one.
#[must_use]
pub fn set_up(seed: u64) -> Formation {
    let mut random = Random::new(seed);
    Formation::random(|n| random.below(n))
}
