//! How games end, in Simplified Chinese.

use super::sides::color;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};

pub(super) fn outcome(outcome: Outcome, own: Option<Color>) -> &'static str {
    match (outcome, own) {
        (Outcome::Won { winner, .. }, Some(own)) if winner == own => "你赢了",
        (Outcome::Won { .. }, Some(_)) => "你输了",
        (Outcome::Won { winner: Color::Red, .. }, None) => "红方胜",
        (Outcome::Won { winner: Color::Black, .. }, None) => "黑方胜",
        (Outcome::Drawn(_), _) => "和棋",
        (Outcome::Aborted(_), _) => "对局中止",
    }
}

pub(super) fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, reason } => win_reason(color(winner), color(winner.opponent()), reason),
        Outcome::Drawn(DrawReason::Agreement) => "双方同意和棋".to_owned(),
        Outcome::Drawn(DrawReason::TimeWithoutAttackers) => "一方超时，但对方已无进攻子力，判和".to_owned(),
        Outcome::Drawn(DrawReason::Abandonment) => "一方离开，判和".to_owned(),
        Outcome::Drawn(DrawReason::TooLong) => "达到步数上限，判和".to_owned(),
        Outcome::Drawn(DrawReason::QuietSteps) => "连续多步没有碰子，判和".to_owned(),
        Outcome::Drawn(DrawReason::Repetition) => "双方不变，判和".to_owned(),
        Outcome::Drawn(DrawReason::NaturalLimit) => "自然限着：六十回合未吃子，判和".to_owned(),
        Outcome::Drawn(DrawReason::NoAttackers) => "双方均无进攻子力，判和".to_owned(),
        Outcome::Aborted(AbortReason::Requested(side)) => format!("{}方中止，不计胜负", color(side)),
        Outcome::Aborted(AbortReason::NoFirstMove(side)) => {
            format!("{}方没有及时走出第一步，不计胜负", color(side))
        }
        Outcome::Aborted(AbortReason::Absent(side)) => {
            format!("{}方开局前掉线太久，不计胜负", color(side))
        }
        Outcome::Aborted(AbortReason::BothAway) => "双方离开太久，不计胜负".to_owned(),
        Outcome::Aborted(AbortReason::ServerShutdown) => "服务器关闭，不计胜负".to_owned(),
    }
}

fn win_reason(winner: &str, loser: &str, reason: WinReason) -> String {
    match reason {
        WinReason::Checkmate => format!("绝杀，{winner}方胜"),
        WinReason::Stalemate => format!("困毙，{winner}方胜"),
        WinReason::Resignation => format!("{loser}方认输，{winner}方胜"),
        WinReason::GameTime => format!("{loser}方超时，{winner}方胜"),
        WinReason::MoveTime => format!("{loser}方步时超时，{winner}方胜"),
        WinReason::Abandonment => format!("{loser}方离开，判{winner}方胜"),
        WinReason::FlagCaptured => format!("{loser}方军旗被扛，{winner}方胜"),
        WinReason::NoMovablePiece => format!("{loser}方无棋可走，{winner}方胜"),
        WinReason::PerpetualCheck => format!("{loser}方长将不变，{winner}方胜"),
        WinReason::PerpetualChase => format!("{loser}方长捉不变，{winner}方胜"),
        WinReason::PerpetualAttack => format!("{loser}方长打不变，{winner}方胜"),
    }
}
