//! The list of the user's games.

use crate::testing::*;
use chuhe_model::actions::action::{Action, GamesAction, LobbyAction, LobbyTab};
use chuhe_model::testing::summary;
use chuhe_protocol::{ArchiveMessage, Event as GameEvent, GameId, GameSummary, PlayerResult, ServerMessage};
use chuhe_rules::{Color, Outcome, WinReason};

/// Returns a client that shows this list of the user's games.
pub fn in_list(games: Vec<GameSummary>, more: bool) -> World {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    world.receive(ArchiveMessage::Games { games, more });
    world
}

/// Searches the games that the user won, and finds none so far.
pub fn searched(mut world: World) -> World {
    world.act(Action::Games(GamesAction::Result(Some(PlayerResult::Won))));
    world.receive(ArchiveMessage::FoundGames { games: Vec::new(), next: Some(GameId(1)) });
    world
}

/// Returns a part of the events of a finished game, which happened one after the other in a second each.
pub(crate) fn page(first: u32, events: Vec<GameEvent>, more: bool) -> ServerMessage {
    let at_ms = (u64::from(first)..).map(|second| second * 1_000).take(events.len()).collect();
    ServerMessage::Archive(ArchiveMessage::FinishedGame {
        game: GAME,
        first,
        events,
        at_ms,
        more,
        correction: None,
    })
}

/// Returns a client that reviews a game of the list, which the user lost with black.
pub fn reading_a_game() -> World {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let moves = [(Color::Red, "h2e2"), (Color::Black, "h9g7"), (Color::Red, "e2e6")];
    let mut events = vec![started(OTHER, ME)];
    events.extend(moves.map(|(color, mv)| played(color, mv)));
    events.push(GameEvent::Ended { outcome, clocks: reading(None) });
    world.receive(page(0, events, false));
    world
}
