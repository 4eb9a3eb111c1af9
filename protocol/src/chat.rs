//! Chat, the same in the lobby, at tables and among spectators.

use crate::{GameId, PlayerId, PlayerName};
use serde::{Deserialize, Serialize};

/// A message with chat lines.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ChatMessage {
    /// A chat line.
    Line {
        /// The room it was sent to.
        room: ChatRoom,
        /// The sender.
        from: PlayerId,
        /// The sender's name.
        name: PlayerName,
        /// The text, cleaned for display.
        text: String,
        /// When it was said, in milliseconds since the Unix epoch. No two lines of a server have the
        /// same time, and later ones have later times.
        at_ms: u64,
    },
    /// The last chat lines of a room, in one frame or several.
    ///
    /// The server sends them to a player who comes back and to a spectator who begins to watch. The
    /// client may have some of them already. Lines that the player does not receive because of a
    /// block are left out, also those that were withheld by an earlier one.
    History {
        /// The room.
        room: ChatRoom,
        /// The lines, oldest first, at most [`crate::limits::CHAT_LINES_PER_FRAME`].
        lines: Vec<ChatLine>,
    },
    /// Some lines of a room have phrases of the operator's list; before these lines, also to who said them.
    ///
    /// A client hides such lines of others if its player wants that.
    Marked {
        /// The room.
        room: ChatRoom,
        /// When the lines were said, at most [`crate::limits::CHAT_LINES_PER_FRAME`].
        at_ms: Vec<u64>,
    },
}

/// The recipients of a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChatRoom {
    /// Everyone online, including players at a table.
    Lobby,
    /// The two players of a game.
    Table(GameId),
    /// The spectators of a game.
    ///
    /// After the game its players receive the last lines and may write here too.
    Spectators(GameId),
}

/// A line of chat that was said before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// When it was said, as in [`ChatMessage::Line`].
    pub at_ms: u64,
    /// The sender.
    pub from: PlayerId,
    /// The sender's name.
    pub name: PlayerName,
    /// The text, cleaned for display.
    pub text: String,
}
