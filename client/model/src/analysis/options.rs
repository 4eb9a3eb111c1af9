//! What the user chooses for the analysis.

use crate::engines::EngineId;
use serde::{Deserialize, Serialize};

/// The threads and the memory of the engine, and the number of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalysisOptions {
    /// The number of threads that search.
    pub threads: usize,
    /// The memory for what the search remembers, in MiB.
    pub memory_mib: usize,
    /// The number of best lines.
    pub lines: usize,
    /// The external engine; `None` for that of this program.
    pub engine: Option<EngineId>,
}

impl AnalysisOptions {
    /// The numbers of threads that can be chosen, on a machine with enough cores.
    pub const THREADS: [usize; 5] = [1, 2, 4, 8, 16];
    /// The amounts of memory that can be chosen, in MiB.
    pub const MEMORY_MIB: [usize; 5] = [16, 64, 256, 1_024, 4_096];
    /// The most memory in a page of a browser, in MiB.
    pub const PAGE_MEMORY_MIB: usize = 64;
    /// The most lines.
    pub const MAX_LINES: usize = 5;

    /// The options of a search of a fixed size, which are those of every machine, so that it finds the same on each.
    #[must_use]
    pub const fn measuring(self) -> Self {
        Self { threads: 1, memory_mib: Self::MEMORY_MIB[0], lines: 1, engine: self.engine }
    }

    /// The nearest options that this machine allows.
    #[must_use]
    pub fn clamped(self, cores: usize) -> Self {
        let most = Self::MEMORY_MIB[Self::MEMORY_MIB.len() - 1];
        Self {
            threads: self.threads.clamp(1, cores.clamp(1, Self::THREADS[Self::THREADS.len() - 1])),
            memory_mib: self.memory_mib.clamp(1, most),
            lines: self.lines.clamp(1, Self::MAX_LINES),
            engine: self.engine,
        }
    }
}

impl Default for AnalysisOptions {
    /// One thread, so that the window keeps a core.
    fn default() -> Self {
        Self { threads: 1, memory_mib: 64, lines: 3, engine: None }
    }
}
