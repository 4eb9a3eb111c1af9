//! Names what players agree on before a game.

use super::Text;
use chuhe_model::choices::preset::Preset;
use chuhe_protocol::{ChallengePolicy, ColorChoice, DeclineReason, GameTerms, TakebackPolicy, Terms};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;

impl Text {
    /// Lists the terms as the challenged player sees them.
    ///
    /// Each entry has a label, a text, and whether the text is clear without the label.
    pub fn challenge_terms(&self, terms: &Terms) -> Vec<(&'static str, String, bool)> {
        let mirrored = terms.mirrored();
        let (mine, theirs) = (mirrored.challenger_time, mirrored.opponent_time);
        let mut lines = vec![(self.colors, self.color_choice(mirrored.color).to_owned(), true)];
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
        if mirrored.watch_delay_plies > 0 {
            lines.push((self.watch_delay, self.plies(mirrored.watch_delay_plies), false));
        }
        if let GameTerms::Xiangqi { start: Some(_), .. } = &terms.game {
            lines.push((self.start, self.custom_start.to_owned(), true));
        }
        lines
    }

    /// Who may challenge the user.
    pub const fn policy(&self, policy: ChallengePolicy) -> &'static str {
        match policy {
            ChallengePolicy::Everyone => self.policy_everyone,
            ChallengePolicy::Registered => self.policy_registered,
            ChallengePolicy::Nobody => self.policy_nobody,
        }
    }

    /// The name of a usual time control.
    pub const fn preset(&self, preset: Preset) -> &'static str {
        match preset {
            Preset::Quick => self.preset_quick,
            Preset::Standard => self.preset_standard,
            Preset::Slow => self.preset_slow,
            Preset::Tournament => self.preset_tournament,
            Preset::MoveOnly => self.preset_move_only,
            Preset::Untimed => self.preset_untimed,
        }
    }

    /// The choice of a colour in a challenge.
    pub const fn color_choice(&self, choice: ColorChoice) -> &'static str {
        match choice {
            ColorChoice::Red => self.color_choice_red,
            ColorChoice::Black => self.color_choice_black,
            ColorChoice::Random => self.color_choice_random,
        }
    }

    /// Whether moves may be taken back.
    pub const fn takeback_policy(&self, policy: TakebackPolicy) -> &'static str {
        match policy {
            TakebackPolicy::Off => self.takeback_policy_off,
            TakebackPolicy::Ask => self.takeback_policy_ask,
        }
    }

    /// The name of a set of rules on repetition.
    pub const fn rule_set(&self, set: RuleSet) -> &'static str {
        match set {
            RuleSet::Asian => self.rule_set_asian,
            RuleSet::Chinese => self.rule_set_chinese,
            RuleSet::Simple => self.rule_set_simple,
        }
    }

    /// What a mine does to the piece that hits it.
    pub const fn mine_rule(&self, rule: MineRule) -> &'static str {
        match rule {
            MineRule::Stays => self.mine_rule_stays,
            MineRule::BothCaptured => self.mine_rule_both_captured,
        }
    }

    /// Why a challenge was declined.
    pub const fn decline_reason(&self, reason: DeclineReason) -> &'static str {
        match reason {
            DeclineReason::Unspecified => self.decline_unspecified,
            DeclineReason::Busy => self.decline_busy,
            DeclineReason::Later => self.decline_later,
            DeclineReason::TooFast => self.decline_too_fast,
            DeclineReason::TooSlow => self.decline_too_slow,
            DeclineReason::OtherTerms => self.decline_other_terms,
        }
    }
}
