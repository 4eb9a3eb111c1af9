//! What every part of the hub works with in a step.

use crate::effects::Effects;
use crate::lifecycle::Lifecycle;
use crate::random::Random;
use chuhe_protocol::PlayerId;
use chuhe_rules::clock::Timestamp;

/// The time of a step, its effects so far, and what else does not belong to one part.
#[derive(Debug)]
pub(crate) struct Step {
    /// The time up to which the hub has run.
    pub(crate) now: Timestamp,
    pub(crate) random: Random,
    pub(crate) effects: Effects,
    pub(crate) lifecycle: Lifecycle,
    /// Players who no longer invite or hold a place: if they are absent, the hub schedules anew when
    /// their names are released.
    pub(crate) released: Vec<PlayerId>,
}
