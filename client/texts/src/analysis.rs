//! Describes what the analysis of a record finds.

use super::generated::AnalysisText;

impl AnalysisText {
    /// Asks for a better move, with the place of the mistake among all.
    pub fn question_at(&self, (place, all): (usize, usize), played: &str) -> String {
        self.question(place, all, played)
    }

    /// Writes an amount of memory.
    pub fn memory_of(&self, mib: usize) -> String {
        if mib < 1_024 { self.mib(mib) } else { self.gib(mib / 1_024) }
    }
}
