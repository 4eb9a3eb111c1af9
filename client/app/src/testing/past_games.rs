//! The recent opponents, and the card of a player.

use crate::testing::*;
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{ClientMessage, GameSummary, ServerMessage};

/// Returns a user who comes back to the lobby, and has played these games.
pub fn back_in_lobby(games: Vec<GameSummary>) -> World {
    let mut world = World::new();
    world.act(Action::Join(chuhe_model::actions::action::JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.joined(true);
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(ServerMessage::Players { players, first: true });
    world.receive(ServerMessage::Pong { nonce: 1 });
    assert!(world.take_sent().contains(&ClientMessage::ListGames { before: None }));
    world.receive(ServerMessage::Games { games, more: false });
    world.effects.clear();
    world
}

/// Opens the card of the other player, with whom the user has played these games.
pub fn with_card(mut world: World, games: Vec<GameSummary>) -> World {
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    world.receive(ServerMessage::FoundGames { games, next: None });
    world
}
