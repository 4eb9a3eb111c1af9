//! Describes what the analysis of a record finds.

use super::generated::AnalysisText;
use chuhe_model::analysis::Judgement;
use chuhe_rules::Color;

impl AnalysisText {
    /// What would have been better than a move of this judgement.
    pub fn better(&self, judgement: Judgement, line: &str) -> String {
        match judgement {
            Judgement::Inaccuracy => self.inaccuracy(line),
            Judgement::Mistake => self.mistake(line),
            Judgement::Blunder => self.blunder(line),
        }
    }

    /// Who mates in so many moves.
    pub fn mate(&self, winner: Color, moves: u32) -> String {
        match winner {
            Color::Red => self.mate_red(moves),
            Color::Black => self.mate_black(moves),
        }
    }

    /// Who wins by the rules on repetition.
    pub const fn ruling(&self, winner: Color) -> &'static str {
        match winner {
            Color::Red => self.ruling_red,
            Color::Black => self.ruling_black,
        }
    }

    /// Asks for a better move, with the place of the mistake among all.
    pub fn question_at(&self, (place, all): (usize, usize), played: &str) -> String {
        self.question(place, all, played)
    }

    /// Writes an amount of memory.
    pub fn memory_of(&self, mib: usize) -> String {
        if mib < 1_024 { self.mib(mib) } else { self.gib(mib / 1_024) }
    }
}
