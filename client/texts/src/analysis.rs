//! Describes what the analysis of a record finds.

use super::generated::AnalysisText;
use chuhe_model::review::SearchState;

impl AnalysisText {
    /// Asks for a better move, with the place of the mistake among all.
    pub fn question_at(&self, (place, all): (usize, usize), played: &str) -> String {
        self.question(place, all, played)
    }

    /// How deep and how fast the engine searches, in thousands of positions a second.
    pub fn search(&self, search: SearchState) -> String {
        match search.nodes_per_s / 1_000 {
            0 => self.depth(search.depth),
            thousands => self.depth_and_speed(search.depth, thousands),
        }
    }

    /// Writes an amount of memory.
    pub fn memory_of(&self, mib: usize) -> String {
        if mib < 1_024 { self.mib(mib) } else { self.gib(mib / 1_024) }
    }
}
