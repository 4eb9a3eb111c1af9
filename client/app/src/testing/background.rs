//! Playing the computer while the user is in the lobby of a server.

use crate::testing::*;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::start_action::StartAction;
use chuhe_protocol::{Challenge, ChallengeId, LobbyMessage, Terms};

/// Returns a user who plays the computer while they are in the lobby of a server.
pub fn playing_meanwhile() -> World {
    let mut world = World::in_lobby();
    world.act(Action::Start(StartAction::PlayComputer));
    world
}

/// Somebody challenges the user.
pub fn challenged(world: &mut World, id: u64) {
    let terms = Terms::default();
    let challenge = Challenge { id: ChallengeId(id), from: OTHER, to: ME, terms, expires_in_ms: 60_000 };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
}
