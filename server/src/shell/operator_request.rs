//! What an operator asks of a running server, with `chuhe-server ctl`.

use serde::{Deserialize, Serialize};

/// A request of an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperatorRequest {
    /// List something.
    List(Listing),
    /// Start no new games, and stop when the last one is over.
    Drain,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Open connections: number, address, player.
    Connections,
    /// Known players: number, name, guest or registered, connection, game.
    Players,
    /// Open games: number, kind, red, black, moves, running or over.
    Games,
}
