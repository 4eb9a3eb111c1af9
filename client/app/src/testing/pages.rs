//! A crowded lobby, whose list the server sends in pages.

use super::*;
use chuhe_protocol::PlayerId;

/// Receives a page of a list with 5,000 players: 50 of them, after as many as `skipped` says.
pub fn page(world: &mut World, skipped: u32) {
    world.receive(LobbyMessage::Page { skipped, matching: 5_000 });
    let listed = |n: u32| player(PlayerId(1_000 + u64::from(n)), &format!("p{n:04}"));
    let players = (skipped..skipped + 50).map(listed).collect();
    world.receive(LobbyMessage::Players { players, first: true });
    world.receive(LobbyMessage::Totals { online: 4_990, away: 10, games: 700 });
}

/// Returns a client in a crowded lobby, with its first page.
pub fn crowded() -> World {
    let mut world = World::in_lobby();
    page(&mut world, 0);
    world.effects.clear();
    world
}
