//! The user's actions on the first screen, and in a game without a server.

use crate::choices::game_choice::GameChoice;
use crate::choices::local_choice::{Handicap, StartEntry};
use crate::choices::preset::Preset;
use crate::coaching::CoachAction;
use crate::engines::EngineId;
use chuhe_protocol::ColorChoice;

/// On the first screen, and in a game that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartAction {
    /// Show this entry.
    Show(StartEntry),
    /// Choose the game of the shown entry.
    Game(GameChoice),
    /// Choose the times of the shown entry.
    Time(Preset),
    /// Choose the level of the computer.
    Level(u8),
    /// Choose the engine that plays for the computer; `None` for that of this program.
    Engine(Option<EngineId>),
    /// Choose the time for each move of an external engine, in milliseconds.
    MoveTime(u32),
    /// Choose the user's side against the computer.
    Side(ColorChoice),
    /// Choose the odds that the computer gives.
    Handicap(Handicap),
    /// Whether the board turns to the side to move.
    TurnBoard(bool),
    /// Start a game as the shown entry says. If a game was left, the first press only asks, and the
    /// second drops that game.
    Play,
    /// Open or close the form of a game against the computer in a lobby.
    ChooseComputer(bool),
    /// Start a game against the computer from a lobby, or go on with the game that was left.
    PlayComputer,
    /// Go on with the game that was left.
    Continue,
    /// Leave the game for the first screen, or for the lobby of the server in the background. It goes on when the user continues it.
    Leave,
    /// Cover the board, so that the other player can sit down.
    HandOver,
    /// Uncover the board: the other player sits at the screen.
    SitDown,
    /// Ask the computer for the best move.
    Hint,
    /// Ask the coach, in a game against a low level of the computer.
    Coach(CoachAction),
    /// Let the engine that failed try again.
    RetryEngine,
    /// Let the engine of this program play on for one that failed.
    UseOwnEngine,
}
