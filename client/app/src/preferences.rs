//! Blocks, who may challenge the player, and the waits before challenges.

use super::App;
use chuhe_model::actions::action::PreferencesAction;
use chuhe_model::lobby::preferences::Preferences;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{BlockedPlayer, ChallengePolicy, ClientMessage, Refusal};
use chuhe_rules::clock::Timestamp;

impl App {
    pub(super) fn act_preferences(&mut self, action: PreferencesAction) {
        if !self.link.is_joined() {
            return self.out.notice(Notice::Denied(Denied::Offline));
        }
        self.out.send(match action {
            PreferencesAction::Block(player) => ClientMessage::Block { player },
            PreferencesAction::Unblock(player) => ClientMessage::Unblock { player },
            PreferencesAction::Policy(policy) => ClientMessage::SetChallengePolicy { policy },
        });
    }

    /// The server reports the preferences.
    pub(super) fn preferences(&mut self, policy: ChallengePolicy, blocked: Vec<BlockedPlayer>) {
        if let Some(visit) = &mut self.visit {
            visit.preferences = Preferences::new(policy, blocked);
        }
    }

    /// Records how long the user must wait before they challenge a player again.
    pub(super) fn challenge_refused(&mut self, request: u32, reason: Refusal, now: Timestamp) {
        let Some(visit) = &mut self.visit else { return };
        let challenged = visit.challenged.take_if(|(number, _)| *number == request);
        if let (Some((_, opponent)), Refusal::ChallengeTooSoon { wait_ms }) = (challenged, reason) {
            visit.lobby.wait_to_challenge(opponent, now.plus_ms(wait_ms), now);
        }
    }
}
