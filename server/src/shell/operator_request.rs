//! What an operator asks of a running server, with `chuhe-server ctl`.

use serde::{Deserialize, Serialize};

/// A request of an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperatorRequest {
    /// List something.
    List(Listing),
    /// Close a player's connection.
    Kick {
        /// The player's name.
        name: String,
    },
    /// Ban a name, an address or a network.
    Ban {
        /// The name, address or network.
        target: String,
        /// For how long, in milliseconds; `None` for ever.
        for_ms: Option<u64>,
    },
    /// Refuse the chat of a name, an address or a network.
    Silence {
        /// The name, address or network.
        target: String,
        /// For how long, in milliseconds; `None` for ever.
        for_ms: Option<u64>,
    },
    /// End a ban or silence.
    Lift {
        /// Its number.
        number: u64,
    },
    /// Send a message to all players.
    Announce {
        /// The message.
        text: String,
    },
    /// Start no new games, and stop when the last one is over.
    Drain,
}

impl OperatorRequest {
    /// Returns whether the request changes what is stored.
    pub(super) const fn is_stored(&self) -> bool {
        match self {
            Self::Ban { .. } | Self::Silence { .. } | Self::Lift { .. } => true,
            Self::List(_) | Self::Kick { .. } | Self::Announce { .. } | Self::Drain => false,
        }
    }
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
    /// Bans and silences: number, kind, target, remaining time.
    Bans,
}
