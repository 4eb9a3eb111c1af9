//! How games end, in English.

use super::sides::color;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};

pub(super) fn outcome(outcome: Outcome, own: Option<Color>) -> &'static str {
    match (outcome, own) {
        (Outcome::Won { winner, .. }, Some(own)) if winner == own => "You won",
        (Outcome::Won { .. }, Some(_)) => "You lost",
        (Outcome::Won { winner: Color::Red, .. }, None) => "Red won",
        (Outcome::Won { winner: Color::Black, .. }, None) => "Black won",
        (Outcome::Drawn(_), _) => "Draw",
        (Outcome::Aborted(_), _) => "No result",
    }
}

pub(super) fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, reason } => win_reason(color(winner), color(winner.opponent()), reason),
        Outcome::Drawn(DrawReason::Agreement) => "By agreement".to_owned(),
        Outcome::Drawn(DrawReason::TimeWithoutAttackers) => {
            "Time ran out, but the opponent has no attacking pieces left".to_owned()
        }
        Outcome::Drawn(DrawReason::Abandonment) => "A player left the game".to_owned(),
        Outcome::Drawn(DrawReason::TooLong) => "The game reached the maximum length".to_owned(),
        Outcome::Drawn(DrawReason::QuietSteps) => "Too many moves without a battle".to_owned(),
        Outcome::Drawn(DrawReason::Repetition) => "The position was repeated three times".to_owned(),
        Outcome::Drawn(DrawReason::NaturalLimit) => "60 rounds without a capture".to_owned(),
        Outcome::Drawn(DrawReason::NoAttackers) => "Neither side has attacking pieces left".to_owned(),
        Outcome::Aborted(AbortReason::Requested(side)) => format!("{} aborted the game", color(side)),
        Outcome::Aborted(AbortReason::NoFirstMove(side)) => {
            format!("{} did not make the first move in time", color(side))
        }
        Outcome::Aborted(AbortReason::Absent(side)) => {
            format!("{} was offline too long before the first moves", color(side))
        }
        Outcome::Aborted(AbortReason::BothAway) => "Both players were away too long".to_owned(),
        Outcome::Aborted(AbortReason::ServerShutdown) => "The server was shut down".to_owned(),
    }
}

fn win_reason(winner: &str, loser: &str, reason: WinReason) -> String {
    match reason {
        WinReason::Checkmate => format!("{winner} wins by checkmate"),
        WinReason::Stalemate => format!("{winner} wins by stalemate"),
        WinReason::Resignation => format!("{loser} resigned: {winner} wins"),
        WinReason::GameTime => format!("{loser} ran out of time: {winner} wins"),
        WinReason::MoveTime => format!("{loser} ran out of move time: {winner} wins"),
        WinReason::Abandonment => format!("{loser} left the game: {winner} wins"),
        WinReason::FlagCaptured => format!("{winner} captured the flag and wins"),
        WinReason::NoMovablePiece => format!("{loser} has no piece left to move: {winner} wins"),
        WinReason::PerpetualCheck => format!("Perpetual check by {loser}: {winner} wins"),
        WinReason::PerpetualChase => format!("Perpetual chase by {loser}: {winner} wins"),
        WinReason::PerpetualAttack => format!("Perpetual attack by {loser}: {winner} wins"),
    }
}
