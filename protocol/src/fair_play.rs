//! Who plays fair: how many of the games from searches and public tournaments a player finishes, and who waits before the next search.

use crate::GameId;
use serde::{Deserialize, Serialize};

/// How many of a player's last counted games the player has finished.
///
/// They are the last [`crate::limits::FAIR_PLAY_GAMES`] at most, and a profile has it from
/// [`crate::limits::COMPLETION_GAMES`] on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Completion {
    /// The games that the player has finished, whatever their result.
    pub finished: u8,
    /// All of these games.
    pub games: u8,
}

/// What counts against a player, who alone receives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FairPlay {
    /// The games that count against the player, the latest at the end; at most [`crate::limits::FAIR_PLAY_GAMES`].
    pub against: Vec<UnfinishedGame>,
    /// The wait until the player may search again, if there is one.
    pub wait: Option<SearchWait>,
}

/// A game that counts against a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnfinishedGame {
    /// The game.
    pub game: GameId,
    /// When it ended, in milliseconds since the Unix epoch.
    pub ended_at_ms: u64,
    /// What the player did.
    pub how: Unfinished,
}

/// How a player did not finish a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unfinished {
    /// The player left the game, or let their time run out without playing on.
    Abandoned,
    /// The player aborted the game before both had moved, or did not make a first move.
    NeverBegun,
}

/// A wait until a player may search for an opponent again. Challenges and invitations stay possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SearchWait {
    /// How long it lasts from the sending of this message, in milliseconds.
    pub left_ms: u64,
    /// Why the player waits.
    pub why: WaitReason,
}

/// Why a player waits before the next search. Games before an earlier wait do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WaitReason {
    /// Too many of the last games count against the player.
    Share {
        /// How many count against the player.
        unfinished: u8,
        /// All of these games.
        games: u8,
    },
    /// Too many games in a row count against the player.
    Streak {
        /// How many in a row.
        games: u8,
    },
}
