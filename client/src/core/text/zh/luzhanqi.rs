//! Luzhanqi in Simplified Chinese, in the words players use.

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
        GameChoice::Xiangqi => ("象棋", "象棋"),
        GameChoice::LuzhanqiClassic => ("军旗 · 二人棋盘", "军旗"),
        GameChoice::LuzhanqiCross => ("军旗 · 四国棋盘", "四国军旗"),
    }
}

pub(super) const fn mine_rule(rule: MineRule) -> &'static str {
    match rule {
        MineRule::Stays => "触雷的子阵亡，雷还在",
        MineRule::BothCaptured => "同归于尽",
    }
}

pub(super) fn turn_notation(written: &TurnNotation) -> String {
    match written {
        TurnNotation::Passed => "轮空".to_owned(),
        TurnNotation::Moved { squares, battle: None } => squares.clone(),
        TurnNotation::Moved { squares, battle: Some(battle) } => {
            let ended = match battle {
                Battle::AttackerCaptured => "负",
                Battle::DefenderCaptured => "胜",
                Battle::BothCaptured => "兑",
            };
            format!("{squares} {ended}")
        }
    }
}

pub(super) fn setup_left(seconds: u64) -> String {
    format!("还有 {}:{:02}，到时按当前阵形开始", seconds / 60, seconds % 60)
}

pub(super) fn lost_count(count: usize) -> String {
    format!("{count} 子")
}

pub(super) fn quiet_steps(quiet: u16, of: u16) -> String {
    format!("已有 {quiet} 步没有碰子，满 {of} 步判和")
}

pub(super) fn passes(side: Color, passes: u8, of: u8) -> String {
    format!("{}方轮空 {passes}/{of}", color(side))
}

pub(super) fn draw_near(steps: u16) -> String {
    format!("再走 {steps} 步还没有碰子就判和")
}

pub(super) fn file_notice(notice: &FileNotice) -> String {
    match notice {
        FileNotice::Saved(path) => format!("阵形已保存到 {path}"),
        FileNotice::Loaded(name) => format!("已载入阵形“{name}”"),
        FileNotice::BadLayout { name, error } => {
            let why = formation_fault(error.fault);
            format!("“{name}”不是有效的阵形：第 {} 行第 {} 个字符，{why}", error.line, error.column)
        }
        FileNotice::BadName => "请用 1 到 64 个文字、数字、空格、_ - · ， 或括号".to_owned(),
        FileNotice::NotAFile(path) => format!("{path} 不是文件"),
        FileNotice::Failed(words) => format!("文件操作失败：{words}"),
    }
}

pub(super) fn formation_fault(fault: FormationFault) -> String {
    match fault {
        FormationFault::Heading => "开头应是 luzhanqi layout 1".to_owned(),
        FormationFault::TooShort => "内容不完整".to_owned(),
        FormationFault::TooLong => "这里有多余内容".to_owned(),
        FormationFault::UnknownLetter(letter) => format!("{letter:?} 不是棋子"),
        FormationFault::CampExpected => "行营处应写英文句点“.”".to_owned(),
        FormationFault::PieceExpected => "这里不是行营，应写棋子".to_owned(),
        FormationFault::Illegal(illegal) => illegal_formation(illegal).to_owned(),
    }
}
