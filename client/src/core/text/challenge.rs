//! Names what players agree on before a game.

use super::Text;
use crate::core::choices::preset::Preset;
use chuhe_protocol::{ChallengePolicy, ColorChoice, DeclineReason, TakebackPolicy};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;

impl Text {
    pub(crate) const fn policy(&self, policy: ChallengePolicy) -> &'static str {
        match policy {
            ChallengePolicy::Everyone => self.policy_everyone,
            ChallengePolicy::Registered => self.policy_registered,
            ChallengePolicy::Nobody => self.policy_nobody,
        }
    }

    pub(crate) const fn preset(&self, preset: Preset) -> &'static str {
        match preset {
            Preset::Quick => self.preset_quick,
            Preset::Standard => self.preset_standard,
            Preset::Slow => self.preset_slow,
            Preset::Tournament => self.preset_tournament,
            Preset::MoveOnly => self.preset_move_only,
            Preset::Untimed => self.preset_untimed,
        }
    }

    pub(crate) const fn color_choice(&self, choice: ColorChoice) -> &'static str {
        match choice {
            ColorChoice::Red => self.color_choice_red,
            ColorChoice::Black => self.color_choice_black,
            ColorChoice::Random => self.color_choice_random,
        }
    }

    pub(crate) const fn takeback_policy(&self, policy: TakebackPolicy) -> &'static str {
        match policy {
            TakebackPolicy::Off => self.takeback_policy_off,
            TakebackPolicy::Ask => self.takeback_policy_ask,
        }
    }

    pub(crate) const fn rule_set(&self, set: RuleSet) -> &'static str {
        match set {
            RuleSet::Asian => self.rule_set_asian,
            RuleSet::Chinese => self.rule_set_chinese,
            RuleSet::Simple => self.rule_set_simple,
        }
    }

    pub(crate) const fn mine_rule(&self, rule: MineRule) -> &'static str {
        match rule {
            MineRule::Stays => self.mine_rule_stays,
            MineRule::BothCaptured => self.mine_rule_both_captured,
        }
    }

    pub(crate) const fn decline_reason(&self, reason: DeclineReason) -> &'static str {
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
