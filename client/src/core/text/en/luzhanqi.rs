//! What is said of luzhanqi, in English.

use super::color;
use super::refusals::illegal_formation;
use crate::core::files::{FileNotice, Saved};
use crate::core::game_choice::GameChoice;
use crate::core::luzhanqi::notation::TurnNotation;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, FormationFault, MineRule};

pub(super) const fn game_choice(game: GameChoice) -> &'static str {
    match game {
        GameChoice::Xiangqi => "Xiangqi, Asian rules",
        GameChoice::LuzhanqiClassic => "Luzhanqi (two arms)",
        GameChoice::LuzhanqiCross => "Luzhanqi (cross)",
    }
}

pub(super) const fn game_short(game: GameChoice) -> &'static str {
    match game {
        GameChoice::Xiangqi => "Xiangqi",
        GameChoice::LuzhanqiClassic => "Luzhanqi (two arms)",
        GameChoice::LuzhanqiCross => "Luzhanqi (cross)",
    }
}

pub(super) const fn mine_rule(rule: MineRule) -> &'static str {
    match rule {
        MineRule::Stays => "the mine stays",
        MineRule::BothGo => "both go",
    }
}

pub(super) fn turn(written: &TurnNotation) -> String {
    match written {
        TurnNotation::Passed => "passed".to_owned(),
        TurnNotation::Moved { squares, battle: None } => squares.clone(),
        TurnNotation::Moved { squares, battle: Some(battle) } => {
            let ended = match battle {
                Battle::AttackerWent => "lost",
                Battle::DefenderWent => "won",
                Battle::BothWent => "both",
            };
            format!("{squares} {ended}")
        }
    }
}

pub(super) fn setup_left(seconds: u64) -> String {
    format!("{}:{:02} left; then play begins with what stands", seconds / 60, seconds % 60)
}

pub(super) fn lost_count(count: usize) -> String {
    match count {
        1 => "1 piece".to_owned(),
        _ => format!("{count} pieces"),
    }
}

pub(super) fn quiet_steps(quiet: u16, of: u16) -> String {
    format!("{quiet} steps without a battle; {of} are a draw")
}

pub(super) fn passes(side: Color, passes: u8, of: u8) -> String {
    format!("{} passed {passes} of {of}", color(side))
}

pub(super) fn draw_near(steps: u16) -> String {
    format!("{steps} more steps without a battle are a draw")
}

pub(super) fn file_notice(notice: &FileNotice) -> String {
    match notice {
        FileNotice::Saved(Saved::Layout, path) => format!("The layout is saved in {path}"),
        FileNotice::Saved(Saved::Record, path) => format!("The record is saved in {path}"),
        FileNotice::Loaded(name) => format!("Layout {name} is set up"),
        FileNotice::BadLayout { name, error } => {
            let why = fault(error.fault);
            format!("{name} is no layout: line {}, column {}: {why}", error.line, error.column)
        }
        FileNotice::BadName => {
            "A name has 1 to 64 letters, digits, spaces, _, -, ·, ， and round brackets".to_owned()
        }
        FileNotice::Failed(words) => format!("That could not be done: {words}"),
    }
}

fn fault(fault: FormationFault) -> String {
    match fault {
        FormationFault::Heading => "it begins with luzhanqi layout 1".to_owned(),
        FormationFault::TooShort => "more is to follow".to_owned(),
        FormationFault::TooLong => "nothing is to follow".to_owned(),
        FormationFault::UnknownLetter(letter) => format!("{letter:?} is no piece"),
        FormationFault::CampExpected => "a camp is written as a dot".to_owned(),
        FormationFault::PieceExpected => "no camp is here".to_owned(),
        FormationFault::Illegal(illegal) => illegal_formation(illegal).to_owned(),
    }
}
