//! The messages a client sends, by the area of the server that they are for.

use crate::{
    AccountRequest, ArchiveRequest, ChatRoom, DoorRequest, EveningRequest, GameId, LobbyRequest,
    ProfileRequest, ReportRequest, TableRequest,
};
use serde::{Deserialize, Serialize};

/// A client's message with a number that a refusal refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// A number that the client chooses; it need not be unique.
    pub number: u32,
    /// The message.
    pub message: ClientMessage,
}

/// A message from a client. New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClientMessage {
    /// Enters the server, or is about the connection.
    Door(DoorRequest),
    /// Is about the player's own account.
    Account(AccountRequest),
    /// Asks for something in the lobby.
    Lobby(LobbyRequest),
    /// Asks for something at the table of a game.
    Table {
        /// Which game.
        game: GameId,
        /// The request.
        request: TableRequest,
    },
    /// Sends a chat line.
    Chat {
        /// The room.
        room: ChatRoom,
        /// The line.
        text: String,
    },
    /// Asks for the player's finished games.
    Archive(ArchiveRequest),
    /// Asks for a profile or a leaderboard.
    Profile(ProfileRequest),
    /// Reports a player, or is about a report.
    Report(ReportRequest),
    /// Is about evenings.
    Evening(EveningRequest),
}

impl ClientMessage {
    /// Returns the name of the request, without its area: for example `Play`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Door(request) => request.into(),
            Self::Account(request) => request.into(),
            Self::Lobby(request) => request.into(),
            Self::Table { request, .. } => request.into(),
            Self::Chat { .. } => "Chat",
            Self::Archive(request) => request.into(),
            Self::Profile(request) => request.into(),
            Self::Report(request) => request.into(),
            Self::Evening(request) => request.into(),
        }
    }
}

impl TableRequest {
    /// Makes it a message about this game.
    #[must_use]
    pub const fn at(self, game: GameId) -> ClientMessage {
        ClientMessage::Table { game, request: self }
    }
}

from_areas!(
    ClientMessage: Door(DoorRequest), Account(AccountRequest), Lobby(LobbyRequest), Archive(ArchiveRequest),
    Profile(ProfileRequest), Report(ReportRequest), Evening(EveningRequest)
);
