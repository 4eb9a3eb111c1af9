//! Luzhanqi in English.

use super::refusals::illegal_formation;
use super::sides::color;
use crate::core::files::FileNotice;
use crate::core::game_choice::GameChoice;
use crate::core::luzhanqi::notation::TurnNotation;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, FormationFault, MineRule};

pub(super) const fn game_choice(game: GameChoice) -> &'static str {
    names(game).0
}

pub(super) const fn game_short(game: GameChoice) -> &'static str {
    names(game).1
}

/// The full and the short name of a game.
const fn names(game: GameChoice) -> (&'static str, &'static str) {
    match game {
        GameChoice::Xiangqi => ("Xiangqi", "Xiangqi"),
        GameChoice::LuzhanqiClassic => ("Luzhanqi (two arms)", "Luzhanqi (two arms)"),
        GameChoice::LuzhanqiCross => ("Luzhanqi (cross)", "Luzhanqi (cross)"),
    }
}

pub(super) const fn mine_rule(rule: MineRule) -> &'static str {
    match rule {
        MineRule::Stays => "The mine stays",
        MineRule::BothCaptured => "Both are removed",
    }
}

pub(super) fn turn_notation(written: &TurnNotation) -> String {
    match written {
        TurnNotation::Passed => "pass".to_owned(),
        TurnNotation::Moved { squares, battle: None } => squares.clone(),
        TurnNotation::Moved { squares, battle: Some(battle) } => {
            let ended = match battle {
                Battle::AttackerCaptured => "lost",
                Battle::DefenderCaptured => "won",
                Battle::BothCaptured => "both",
            };
            format!("{squares} {ended}")
        }
    }
}

pub(super) fn setup_left(seconds: u64) -> String {
    format!("{}:{:02} left; then the game begins with the current layouts", seconds / 60, seconds % 60)
}

pub(super) fn lost_count(count: usize) -> String {
    match count {
        1 => "1 piece".to_owned(),
        _ => format!("{count} pieces"),
    }
}

pub(super) fn quiet_steps(quiet: u16, of: u16) -> String {
    format!("{quiet} moves without a battle; a draw at {of}")
}

pub(super) fn passes(side: Color, passes: u8, of: u8) -> String {
    format!("{} passed {passes} of {of}", color(side))
}

pub(super) fn draw_near(steps: u16) -> String {
    format!("Draw after {steps} more moves without a battle")
}

pub(super) fn file_notice(notice: &FileNotice) -> String {
    match notice {
        FileNotice::Saved(path) => format!("Layout saved to {path}"),
        FileNotice::Loaded(name) => format!("Layout {name} loaded"),
        FileNotice::BadLayout { name, error } => {
            let why = formation_fault(error.fault);
            format!("{name} is not a valid layout: line {}, column {}: {why}", error.line, error.column)
        }
        FileNotice::BadName => {
            "Use 1 to 64 letters, digits, spaces, _, -, ·, ， and round brackets".to_owned()
        }
        FileNotice::NotAFile(path) => format!("{path} is not a file"),
        FileNotice::Failed(words) => format!("The file operation failed: {words}"),
    }
}

pub(super) fn formation_fault(fault: FormationFault) -> String {
    match fault {
        FormationFault::Heading => "the file must begin with luzhanqi layout 1".to_owned(),
        FormationFault::TooShort => "the file is too short".to_owned(),
        FormationFault::TooLong => "there is extra text".to_owned(),
        FormationFault::UnknownLetter(letter) => format!("{letter:?} is not a piece"),
        FormationFault::CampExpected => "a camp must be written as a dot".to_owned(),
        FormationFault::PieceExpected => "this station is not a camp".to_owned(),
        FormationFault::Illegal(illegal) => illegal_formation(illegal).to_owned(),
    }
}
