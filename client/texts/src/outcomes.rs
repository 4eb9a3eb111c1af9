//! Explains how games end.

use super::Text;
use chuhe_protocol::CountsAs;
use chuhe_rules::{AbortReason, Color, Outcome};

impl Text {
    /// Who won, from the view of the player `own` if the user is one.
    pub fn outcome(&self, outcome: Outcome, own: Option<Color>) -> &'static str {
        match (outcome, own) {
            (Outcome::Won { winner, .. }, Some(own)) if winner == own => self.outcome_you_won,
            (Outcome::Won { .. }, Some(_)) => self.outcome_you_lost,
            (Outcome::Won { winner: Color::Red, .. }, None) => self.outcome_red_won,
            (Outcome::Won { winner: Color::Black, .. }, None) => self.outcome_black_won,
            (Outcome::Drawn(_), _) => self.outcome_drawn,
            (Outcome::Aborted(_), _) => self.outcome_aborted,
        }
    }

    /// What an operator has made of a rated game, and why if they said it.
    pub fn correction(&self, counts_as: CountsAs, reason: &str) -> String {
        let correction = match counts_as {
            CountsAs::Nothing => self.correction_annulled,
            CountsAs::Won(Color::Red) => self.correction_red,
            CountsAs::Won(Color::Black) => self.correction_black,
            CountsAs::Drawn => self.correction_draw,
        };
        if reason.is_empty() {
            return correction.to_owned();
        }
        self.labelled(correction, reason)
    }

    /// Why a game ended.
    pub fn reason(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Won { winner, reason } => self.win_reason(reason, self.color(winner.opponent())),
            Outcome::Drawn(reason) => self.draw_reason(reason).to_owned(),
            Outcome::Aborted(AbortReason::Requested(side)) => self.reason_requested(self.color(side)),
            Outcome::Aborted(AbortReason::NoFirstMove(side)) => self.reason_no_first_move(self.color(side)),
            Outcome::Aborted(AbortReason::Absent(side)) => self.reason_absent(self.color(side)),
            Outcome::Aborted(AbortReason::Organiser) => self.reason_organiser.to_owned(),
            Outcome::Aborted(AbortReason::BothAway) => self.reason_both_away.to_owned(),
            Outcome::Aborted(AbortReason::ServerShutdown) => self.reason_server_shutdown.to_owned(),
        }
    }
}
