//! A lobby in which players look for an opponent.

use super::*;
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::testing::seeker;
use chuhe_protocol::{AccountMessage, Player, PlayerId, PresenceChange, SeekAnswer, Terms};

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

/// A player who is away and wants to be told who would play.
#[must_use]
pub fn away(id: PlayerId, name: &str) -> Player {
    let mut player = Player { connected: false, ..seeker(id, name, Terms::default(), 3_600) };
    player.seeking.iter_mut().for_each(|seek| seek.live = false);
    player
}

/// An answer between the user and a player.
#[must_use]
pub fn answer(player: PlayerId, name: &str, own: bool, here: bool) -> SeekAnswer {
    SeekAnswer { player, name: super::name(name), terms: Terms::default(), ago_s: 7_200, own, here }
}

/// Returns a client whose registered user is back: OTHER, who is here, and Zoe, who is not, would play them, and they
/// would play Yi, who is away.
pub fn answered() -> World {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    let me = Player { connected: true, ..away(ME, "楚河客") };
    let here = [me, away(PlayerId(4), "Yi")].map(PresenceChange::Here);
    world.receive(LobbyMessage::Presence(here.into()));
    let answers = [
        answer(OTHER, "云中鹤", false, true),
        answer(PlayerId(3), "Zoe", false, false),
        answer(PlayerId(4), "Yi", true, false),
    ];
    world.receive(LobbyMessage::SeekAnswers(answers.into()));
    world.take_sent();
    world
}
