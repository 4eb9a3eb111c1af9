//! The messages a server sends, by the area of the server that they come from.

use crate::{
    AccountMessage, ArchiveMessage, ChatMessage, DoorMessage, EveningMessage, GameId, LobbyMessage,
    ProfileMessage, Refusal, ReportMessage, TableMessage,
};
use serde::{Deserialize, Serialize};

/// A message from a server. New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServerMessage {
    /// The server refuses a request; nothing has changed.
    Refused {
        /// The request's number.
        request: u32,
        /// The reason.
        reason: Refusal,
    },
    /// Is about entering, the connection or the whole server.
    Door(DoorMessage),
    /// Is about the player's own account.
    Account(AccountMessage),
    /// Comes from the lobby.
    Lobby(LobbyMessage),
    /// Is about a game that the client plays or watches.
    Table {
        /// Which game.
        game: GameId,
        /// The message.
        message: TableMessage,
    },
    /// Has chat lines.
    Chat(ChatMessage),
    /// Has finished games.
    Archive(ArchiveMessage),
    /// Has a profile or a leaderboard.
    Profile(ProfileMessage),
    /// Is about a report.
    Report(ReportMessage),
    /// Is about evenings.
    Evening(EveningMessage),
}

// a queue of messages moves each of them several times
const _: () = assert!(size_of::<ServerMessage>() <= 96);

impl ServerMessage {
    /// Returns the name of the message, without its area: for example `Events`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "Refused",
            Self::Door(message) => message.into(),
            Self::Account(message) => message.into(),
            Self::Lobby(message) => message.into(),
            Self::Table { message, .. } => message.into(),
            Self::Chat(message) => message.into(),
            Self::Archive(message) => message.into(),
            Self::Profile(message) => message.into(),
            Self::Report(message) => message.into(),
            Self::Evening(message) => message.into(),
        }
    }
}

impl TableMessage {
    /// Makes it a message about this game.
    #[must_use]
    pub const fn at(self, game: GameId) -> ServerMessage {
        ServerMessage::Table { game, message: self }
    }
}

from_areas!(
    ServerMessage: Door(DoorMessage), Account(AccountMessage), Lobby(LobbyMessage), Chat(ChatMessage),
    Archive(ArchiveMessage), Profile(ProfileMessage), Report(ReportMessage), Evening(EveningMessage)
);
