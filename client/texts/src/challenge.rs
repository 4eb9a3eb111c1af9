//! Names what players agree on before a game.

use super::Text;
use chuhe_protocol::{ColorChoice, GameTerms, TakebackPolicy, Terms};
use chuhe_rules::xiangqi::RuleSet;

impl Text {
    /// Lists the terms as the challenged player sees them.
    ///
    /// Each entry has a label, a text, and whether the text is clear without the label.
    pub fn challenge_terms(&self, terms: &Terms) -> Vec<(&'static str, String, bool)> {
        let mirrored = terms.mirrored();
        let (mine, theirs) = (mirrored.challenger_time, mirrored.opponent_time);
        let mut lines = vec![(
            self.your_colors,
            self.color_choice(mirrored.color).to_owned(),
            mirrored.color == ColorChoice::Random,
        )];
        if mine == theirs {
            lines.push((self.time, self.time_control(mine), true));
        } else {
            lines.push((self.your_time, self.time_control(mine), false));
            lines.push((self.opponents_time, self.time_control(theirs), false));
        }
        match &terms.game {
            GameTerms::Xiangqi { rules, .. } => {
                if *rules != RuleSet::Asian {
                    lines.push((self.repetitions, self.rule_set(*rules).to_owned(), true));
                }
                let policy = mirrored.takeback;
                let bare = policy == TakebackPolicy::Off;
                lines.push((self.takebacks, self.takeback_policy(policy).to_owned(), bare));
            }
            GameTerms::Luzhanqi { options, .. } => {
                lines.push((self.mines, self.mine_rule(options.mine).to_owned(), false));
            }
        }
        if terms.rated {
            lines.push((self.rating_label, self.rating_rated.to_owned(), true));
        }
        if mirrored.watch_delay_plies > 0 {
            lines.push((self.watch_delay, self.plies(mirrored.watch_delay_plies), false));
        }
        if let GameTerms::Xiangqi { start: Some(_), .. } = &terms.game {
            lines.push((self.start, self.custom_start.to_owned(), true));
        }
        lines
    }
}
