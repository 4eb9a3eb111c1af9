//! Explains rulings on repetitions.

use super::Text;
use super::generated::RepetitionText;
use chuhe_model::table::repetition::Repetition;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Piece;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};

impl RepetitionText {
    /// What repeats, and what comes of it after these moves.
    pub fn ruling(&self, repetition: &Repetition, moves: &str) -> String {
        let Repetition { verdict, is_final, both, times, .. } = *repetition;
        match (verdict, both) {
            (Verdict::Loss { loser, offence }, _) => {
                let done = self.done(repetition, offence);
                let (loser, offence) = (Text::of(self.lang).color(loser), self.offence(offence));
                if is_final {
                    self.loss(loser, offence, moves, times, &done)
                } else {
                    self.loss_warning(loser, offence, moves, times, &done)
                }
            }
            (Verdict::Draw, Some(both)) if is_final => self.draw_both(self.offence(both), moves),
            (Verdict::Draw, Some(both)) => self.draw_both_warning(self.offence(both), moves),
            (Verdict::Draw, None) if is_final => self.draw(moves),
            (Verdict::Draw, None) => self.draw_warning(moves),
        }
    }

    const fn offence(&self, offence: Offence) -> &'static str {
        match offence {
            Offence::Check => self.offence_check,
            Offence::Chase | Offence::PinnedRookChase => self.offence_chase,
            Offence::Attack => self.offence_attack,
        }
    }

    /// Says what a side did with each of its moves.
    fn done(&self, repetition: &Repetition, offence: Offence) -> String {
        let times = repetition.times;
        match offence {
            Offence::Check => self.done_checks(times),
            Offence::Attack => self.done_attacks(times),
            Offence::PinnedRookChase => self.done_pinned_rook(times),
            Offence::Chase => {
                let mut victims: Vec<&str> = Vec::new();
                for &(_, victim) in &repetition.victims {
                    let named = self.victim(victim);
                    if !victims.contains(&named) {
                        victims.push(named);
                    }
                }
                self.done_chases(times, &victims.join(self.victims_separator))
            }
        }
    }

    /// Names a chased piece. A rook is chased even when it is protected.
    const fn victim(&self, piece: Piece) -> &'static str {
        match piece.color {
            Color::Red => self.red_victim(piece.kind),
            Color::Black => self.black_victim(piece.kind),
        }
    }
}
