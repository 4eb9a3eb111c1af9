//! A lobby in which players look for an opponent.

use super::*;
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::testing::seeker;
use chuhe_protocol::{PlayerId, PresenceChange, Terms};

/// Returns a client in whose lobby the user and another player look for an opponent.
pub fn seeking() -> World {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::Send));
    world.effects.clear();
    let here = [seeker(ME, "楚河客", Terms::default(), 40), seeker(PlayerId(3), "Zoe", Terms::default(), 5)];
    world.receive(LobbyMessage::Presence(here.map(PresenceChange::Here).into()));
    world
}
