//! Watching a game of two others.

use crate::testing::*;
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_protocol::{
    Activity, Event as GameEvent, GameId, GameKind, LobbyMessage, Player, PlayerId, PresenceChange, Seq,
    TableMessage,
};
use chuhe_rules::Color;

pub(crate) const THIRD: PlayerId = PlayerId(3);

pub(crate) fn moves(moves: &[&str]) -> Vec<GameEvent> {
    moves.iter().zip(Color::ALL.into_iter().cycle()).map(|(mv, color)| played(color, mv)).collect()
}

pub(crate) fn snapshot(world: &mut World, next: Seq, events: Vec<GameEvent>) {
    world.next = next;
    world.receive(TableMessage::Snapshot { next, events, first: true, last: true }.at(GAME));
}

/// The list says that the two players sit at this table, and whether their game runs.
pub fn list(world: &mut World, game: GameId, runs: bool) {
    let kind = GameKind::Xiangqi;
    for (id, name, opponent) in [(OTHER, "云中鹤", THIRD), (THIRD, "Bo", OTHER)] {
        let activity = match runs {
            true => Activity::Playing { game, opponent, kind },
            false => Activity::AtBoard { game, opponent, kind },
        };
        let listed = Player { activity, ..player(id, name) };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(listed)]));
    }
}

/// Returns a client that watches a game of two others after three moves.
pub fn watching(delay_plies: u8) -> World {
    let mut world = World::in_lobby();
    list(&mut world, GAME, true);
    world.act(Action::Lobby(LobbyAction::Watch(GAME)));
    world.receive(TableMessage::Watching { delay_plies }.at(GAME));
    let events = std::iter::once(started(OTHER, THIRD)).chain(moves(&["h2e2", "h9g7", "h0g2"])).collect();
    snapshot(&mut world, 10, events);
    let names = vec![name("楚河客"), name("Bo")];
    world.receive(TableMessage::Spectators { names, count: 2 }.at(GAME));
    world
}
