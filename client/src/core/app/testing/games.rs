//! The list of the user's games.

use crate::core::actions::action::{Action, GamesAction, LobbyAction, LobbyTab};
use crate::core::app::testing::*;
use chuhe_protocol::{Event as GameEvent, GameId, GameSummary, PlayerResult, ServerMessage};
use chuhe_protocol::{GameKind, Seat};
use chuhe_rules::PerColor;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::{Color, Outcome, WinReason};

/// Returns a client that shows this list of the user's games.
pub fn in_list(games: Vec<GameSummary>, more: bool) -> World {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    world.receive(ServerMessage::Games { games, more });
    world
}

/// Searches the games that the user won, and finds none so far.
pub fn searched(mut world: World) -> World {
    world.act(Action::Games(GamesAction::Result(Some(PlayerResult::Won))));
    world.receive(ServerMessage::FoundGames { games: Vec::new(), next: Some(GameId(1)) });
    world
}

pub(crate) fn page(first: u32, events: Vec<GameEvent>, more: bool) -> ServerMessage {
    ServerMessage::FinishedGame { game: GAME, first, events, more }
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

/// The kinds of game in turn.
pub fn kind(n: u64) -> GameKind {
    let boards = BoardKind::ALL.map(GameKind::Luzhanqi);
    boards.get(n as usize % 3).copied().unwrap_or(GameKind::Xiangqi)
}

/// A game the user won with red.
pub fn summary(game: u64) -> GameSummary {
    GameSummary {
        game: GameId(game),
        seats: PerColor::new(
            Seat { player: ME, name: name("楚河客") },
            Seat { player: OTHER, name: name("云中鹤") },
        ),
        outcome: Outcome::won(Color::Red, WinReason::Checkmate),
        plies: 42,
        ended_at_ms: 1_763_600_000_000 + game,
        kind: GameKind::Xiangqi,
    }
}
