//! What several screens offer on the same condition.

use super::Model;
use chuhe_app::visit::Visit;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{Player, Refusal};

/// Permits a challenge to a player of the list; the error says why it is not possible.
pub(crate) fn may_challenge(model: &Model<'_>, visit: &Visit, player: &Player) -> Result<(), String> {
    match model.app.sessions().shown().may_challenge(visit, player, model.now) {
        // at a board somebody who is away is waited for
        Err(Denied::Refused(Refusal::OpponentAway)) => Err(model.text.challenge_away.to_owned()),
        permit => model.permit(permit),
    }
}
