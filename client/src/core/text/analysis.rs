//! Describes what the analysis of a record finds.

use super::generated::AnalysisText;
use crate::core::analysis::Judgement;
use chuhe_rules::Color;

impl AnalysisText {
    pub(crate) fn better(&self, judgement: Judgement, line: &str) -> String {
        match judgement {
            Judgement::Inaccuracy => self.inaccuracy(line),
            Judgement::Mistake => self.mistake(line),
            Judgement::Blunder => self.blunder(line),
        }
    }

    pub(crate) fn mate(&self, winner: Color, moves: u32) -> String {
        match winner {
            Color::Red => self.mate_red(moves),
            Color::Black => self.mate_black(moves),
        }
    }

    pub(crate) const fn ruling(&self, winner: Color) -> &'static str {
        match winner {
            Color::Red => self.ruling_red,
            Color::Black => self.ruling_black,
        }
    }

    /// Asks for a better move, with the place of the mistake among all.
    pub(crate) fn question_at(&self, (place, all): (usize, usize), played: &str) -> String {
        self.question(place, all, played)
    }

    /// Writes an amount of memory.
    pub(crate) fn memory_of(&self, mib: usize) -> String {
        if mib < 1_024 { self.mib(mib) } else { self.gib(mib / 1_024) }
    }
}
