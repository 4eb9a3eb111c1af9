//! Whether the user may challenge a player of the lobby now.

use super::App;
use super::visit::Visit;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{ChallengePolicy, Player, Refusal};
use chuhe_rules::clock::Timestamp;

impl App {
    /// Permits a challenge to a player of the lobby; the error says why it would be refused.
    pub fn may_challenge(&self, visit: &Visit, player: &Player, now: Timestamp) -> Result<(), Denied> {
        let challenged = visit.lobby().outgoing(visit.me()).any(|open| open.challenge.to == player.id);
        if !self.link.is_joined() {
            Err(Denied::Offline)
        } else if visit.lobby().is_shutting_down() {
            Err(Denied::Refused(Refusal::ShuttingDown))
        } else if visit.is_paused() {
            Err(Denied::Refused(Refusal::Paused))
        } else if player.activity.is_playing() {
            Err(Denied::Refused(Refusal::OpponentBusy))
        } else if challenged {
            Err(Denied::Refused(Refusal::AlreadyChallenged))
        } else {
            may_challenge_again(visit, player, now).map_err(Denied::Refused)
        }
    }
}

/// Permits a challenge as far as blocks, the opponent's policy and waits are concerned.
fn may_challenge_again(visit: &Visit, player: &Player, now: Timestamp) -> Result<(), Refusal> {
    let wait_ms = visit.lobby().wait_ms(player.id, now);
    if visit.preferences().blocks(player.id) {
        return Err(Refusal::PlayerBlocked);
    }
    match player.policy {
        ChallengePolicy::Nobody => Err(Refusal::NoChallenges),
        ChallengePolicy::Registered if !visit.is_registered() => Err(Refusal::RegisteredChallengersOnly),
        ChallengePolicy::Registered | ChallengePolicy::Everyone if wait_ms > 0 => {
            Err(Refusal::ChallengeTooSoon { wait_ms })
        }
        ChallengePolicy::Registered | ChallengePolicy::Everyone => Ok(()),
    }
}
