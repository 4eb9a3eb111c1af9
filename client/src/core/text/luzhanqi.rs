//! Names the games, and explains what is wrong with layouts of luzhanqi.

use super::Text;
use crate::core::files::FileNotice;
use crate::core::game_choice::GameChoice;
use crate::core::luzhanqi::notation::PlyNotation;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, FormationFault};

impl Text {
    pub(crate) const fn game_choice(&self, game: GameChoice) -> &'static str {
        match game {
            GameChoice::Xiangqi => self.game_xiangqi,
            GameChoice::LuzhanqiClassic => self.game_luzhanqi_classic,
            GameChoice::LuzhanqiCross => self.game_luzhanqi_cross,
        }
    }

    pub(crate) const fn game_short(&self, game: GameChoice) -> &'static str {
        match game {
            GameChoice::Xiangqi => self.game_xiangqi,
            GameChoice::LuzhanqiClassic => self.game_luzhanqi_classic_short,
            GameChoice::LuzhanqiCross => self.game_luzhanqi_cross_short,
        }
    }

    pub(crate) fn ply_notation(&self, written: &PlyNotation) -> String {
        match written {
            PlyNotation::Passed => self.notation_passed.to_owned(),
            PlyNotation::Moved { squares, battle: None } => squares.clone(),
            PlyNotation::Moved { squares, battle: Some(battle) } => match battle {
                Battle::AttackerCaptured => self.notation_lost(squares),
                Battle::DefenderCaptured => self.notation_won(squares),
                Battle::BothCaptured => self.notation_both(squares),
            },
        }
    }

    pub(crate) fn setup_time(&self, seconds: u64) -> String {
        self.setup_left(&format!("{}:{:02}", seconds / 60, seconds % 60))
    }

    pub(crate) fn passes(&self, side: Color, passes: u8, of: u8) -> String {
        self.side_passed(self.color(side), passes, of)
    }

    pub(super) fn file_notice(&self, notice: &FileNotice) -> String {
        match notice {
            FileNotice::Saved(path) => self.layout_saved(path),
            FileNotice::Loaded(name) => self.layout_loaded(name),
            FileNotice::BadLayout { name, error } => {
                let why = self.formation_fault(error.fault);
                self.layout_bad_layout(name, error.line, error.column, &why)
            }
            FileNotice::BadName => self.layout_bad_name.to_owned(),
            FileNotice::NotAFile(path) => self.layout_not_a_file(path),
            FileNotice::Failed(words) => self.layout_failed(words),
        }
    }

    pub(super) fn formation_fault(&self, fault: FormationFault) -> String {
        match fault {
            FormationFault::Heading => self.layout_fault_heading.to_owned(),
            FormationFault::TooShort => self.layout_fault_too_short.to_owned(),
            FormationFault::TooLong => self.layout_fault_too_long.to_owned(),
            FormationFault::UnknownLetter(letter) => {
                self.layout_fault_unknown_letter(&format!("{:?}", letter))
            }
            FormationFault::CampExpected => self.layout_fault_camp_expected.to_owned(),
            FormationFault::PieceExpected => self.layout_fault_piece_expected.to_owned(),
            FormationFault::Illegal(illegal) => self.illegal_formation(illegal).to_owned(),
        }
    }
}
