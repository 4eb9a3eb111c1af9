//! Names what players agree on before a game.

use super::Text;
use chuhe_protocol::{GameTerms, TakebackPolicy, Terms};
use chuhe_rules::xiangqi::RuleSet;

impl Text {
    /// Lists the terms as the challenged player sees them.
    ///
    /// Each entry has a label, a text, and what says both inside a sentence.
    pub fn challenge_terms(&self, terms: &Terms) -> Vec<(&'static str, String, String)> {
        let mirrored = terms.mirrored();
        let labelled = |label: &'static str, text: String| {
            let both = self.labelled(label, &text);
            (label, text, both)
        };
        let (mine, theirs) = (mirrored.challenger_time, mirrored.opponent_time);
        let color = (self.color_choice(mirrored.color).to_owned(), self.you_play(mirrored.color).to_owned());
        let mut lines = vec![(self.your_colors, color.0, color.1)];
        if mine == theirs {
            lines.push(clear(self.time, self.clock.control(mine)));
        } else {
            lines.push(labelled(self.your_time, self.clock.control(mine)));
            lines.push(labelled(self.opponents_time, self.clock.control(theirs)));
        }
        match &terms.game {
            GameTerms::Xiangqi { rules, .. } => {
                if *rules != RuleSet::Asian {
                    lines.push(clear(self.repetitions, self.rule_set(*rules).to_owned()));
                }
                let policy = self.takeback_policy(mirrored.takeback).to_owned();
                lines.push(match mirrored.takeback {
                    TakebackPolicy::Off => clear(self.takebacks, policy),
                    TakebackPolicy::Ask => labelled(self.takebacks, policy),
                });
            }
            GameTerms::Luzhanqi { options, .. } => {
                lines.push(labelled(self.mines, self.mine_rule(options.mine).to_owned()));
            }
        }
        if terms.rated {
            lines.push(clear(self.rating_label, self.rating_rated.to_owned()));
        }
        if mirrored.watch_delay_plies > 0 {
            lines.push(labelled(self.watch_delay, self.plies(mirrored.watch_delay_plies)));
        }
        if let GameTerms::Xiangqi { start: Some(_), .. } = &terms.game {
            lines.push(clear(self.start, self.custom_start.to_owned()));
        }
        lines
    }
}

/// A term whose text is clear without its label.
fn clear(label: &'static str, text: String) -> (&'static str, String, String) {
    (label, text.clone(), text)
}
