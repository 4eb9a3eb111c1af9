//! The time of the browser, with the functions of `std::time::Instant`, which does not exist there.

use std::ops::Add;
use std::time::Duration;

/// A point in time. It does not depend on the clock of the system, which the user may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::shell) struct Instant(Duration);

impl Instant {
    /// Now.
    pub(in crate::shell) fn now() -> Self {
        Self(chuhe_page::now())
    }

    /// The time since then.
    pub(in crate::shell) fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    /// The time from another point in time to this one; zero if that is later.
    pub(in crate::shell) const fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span))
    }
}
