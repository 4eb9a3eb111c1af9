//! Stands for [`exporter`](super) in a server that was built without the feature `ops`: it records nothing.

use crate::missing_feature::MissingFeature;

/// Whether this program has an exporter.
pub(crate) const fn is_built_in() -> Result<(), MissingFeature> {
    Err(MissingFeature::Ops)
}

/// The recorder of the metrics; there is none.
pub(super) enum Exporter {}

impl Exporter {
    pub(super) const fn start() -> Option<Self> {
        None
    }

    pub(super) fn record<T>(&self, _: impl FnOnce() -> T) -> T {
        match *self {}
    }

    pub(super) const fn collect_process(&self) {
        match *self {}
    }

    pub(super) const fn render(&self) -> String {
        match *self {}
    }

    pub(super) const fn run_upkeep(&self) {
        match *self {}
    }
}
