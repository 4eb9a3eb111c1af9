//! The options of a searcher.

/// Memory, threads and the number of lines of a [`Searcher`](super::Searcher).
///
/// The rule set is that of the searched game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in MiB, at least 1.
    pub hash_mib: usize,
    /// The number of threads that search, at least 1.
    pub threads: usize,
    /// The number of best lines to find, at least 1.
    pub multi_pv: usize,
}

impl Options {
    /// The maximum of [`Options::hash_mib`].
    pub const MAX_HASH_MIB: usize = 65_536;
    /// The maximum of [`Options::threads`].
    pub const MAX_THREADS: usize = 256;
    /// The maximum of [`Options::multi_pv`].
    pub const MAX_MULTI_PV: usize = 120;

    /// The nearest options within the limits.
    #[must_use]
    pub fn clamped(self) -> Self {
        Self {
            hash_mib: self.hash_mib.clamp(1, Self::MAX_HASH_MIB),
            threads: self.threads.clamp(1, Self::MAX_THREADS),
            multi_pv: self.multi_pv.clamp(1, Self::MAX_MULTI_PV),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { hash_mib: 16, threads: 1, multi_pv: 1 }
    }
}
