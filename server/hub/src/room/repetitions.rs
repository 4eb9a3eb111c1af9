//! The count of recorded repetitions.

/// The repetitions that the journal holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Repetitions {
    /// How many of them were warnings.
    pub(super) warnings: usize,
    /// Whether that of the current position is recorded.
    pub(super) is_recorded: bool,
}

impl Repetitions {
    /// Records that the position has changed.
    pub(super) const fn position_changed(&mut self) {
        self.is_recorded = false;
    }
}
