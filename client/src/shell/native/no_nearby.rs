//! Stands in for the search on the local network in a program built without the feature `nearby`.

use chuhe_model::exchange::nearby::NearbyEvent;

/// Finds nothing.
#[derive(Debug)]
pub(super) struct Nearby;

impl Nearby {
    /// Takes the same argument as the real one.
    #[must_use]
    pub(super) fn new(_allowed: bool) -> Self {
        Self
    }

    /// Does nothing.
    pub(super) fn search(&mut self, _wanted: bool) {}

    /// Returns nothing.
    pub(super) fn poll(&mut self) -> Option<NearbyEvent> {
        None
    }
}
