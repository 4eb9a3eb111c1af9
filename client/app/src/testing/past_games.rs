//! The recent opponents, and the card of a player.

use crate::testing::*;
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{ArchiveMessage, ArchiveRequest, ClientMessage, DoorMessage, GameSummary, LobbyMessage};

/// Returns a user who comes back to the lobby, and has played these games.
pub fn back_in_lobby(games: Vec<GameSummary>) -> World {
    let mut world = World::new();
    world.act(Action::Join(chuhe_model::actions::action::JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.joined(true);
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(LobbyMessage::Players { players, first: true });
    world.receive(DoorMessage::Pong { nonce: 1 });
    assert!(world.take_sent().contains(&ClientMessage::Archive(ArchiveRequest::ListGames { before: None })));
    world.receive(ArchiveMessage::Games { games, more: false });
    world.effects.clear();
    world
}

/// Opens the card of the other player, with whom the user has played these games.
pub fn with_card(mut world: World, games: Vec<GameSummary>) -> World {
    world.act(Action::Lobby(LobbyAction::OpenCard(OTHER)));
    world.receive(ArchiveMessage::FoundGames { games, next: None });
    world
}
