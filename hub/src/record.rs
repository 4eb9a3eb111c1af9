//! What the hub asks to be kept, and what it is given back of it at a start.
//! How it is kept is the store's affair.
//!
//! A record that is written over carries its revision: how often it was written
//! before, 0 where it is new. The store refuses to write over any other, so that
//! two hubs can never keep the same thing.

use super::game_event::GameEvent;
use chuhe_protocol::{
    ChallengeId, GameId, GameSummary, Password, PlayerId, PlayerName, Seq, SessionToken, Terms,
};
use chuhe_rules::clock::Timestamp;
use sha2::{Digest, Sha256};
use std::fmt;

/// What is kept of a token: who reads it cannot resume with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The hash of a token.
    #[must_use]
    pub fn of(token: SessionToken) -> Self {
        Self(Sha256::digest(token.0).into())
    }
}

/// What is kept of a password: argon2id's usual text. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(hidden)")
    }
}

/// Something to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// An event of a game, the `n`th; it must be the first that is not kept yet.
    Event {
        /// Which game.
        game: GameId,
        /// Its number.
        n: Seq,
        /// What happened, and when.
        entry: JournalEntry,
    },
    /// That a game's room stands, or, by `false`, that it stands no longer. The
    /// events stay.
    Room {
        /// Which game.
        game: GameId,
        /// How often this was written.
        revision: u32,
        /// Whether it stands.
        stands: bool,
    },
    /// A finished game in the list of a player.
    PlayerGame {
        /// In whose list.
        player: PlayerId,
        /// The game.
        summary: GameSummary,
    },
    /// A player, or that he is forgotten.
    Player {
        /// Who.
        player: PlayerId,
        /// How often this was written.
        revision: u32,
        /// What is to be known of him.
        row: Option<PlayerRow>,
    },
    /// A token, or that it is void.
    Session {
        /// Its hash.
        token: TokenHash,
        /// How often this was written.
        revision: u32,
        /// Whose it is.
        row: Option<SessionRow>,
    },
    /// An open challenge, or that it is open no longer.
    Challenge {
        /// Which.
        challenge: ChallengeId,
        /// How often this was written.
        revision: u32,
        /// What it is.
        row: Option<ChallengeRow>,
    },
}

/// An event with the moment at which it happened. It is the truth, and how it is
/// kept is known to the store alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// When.
    pub at: Timestamp,
    /// What.
    pub event: GameEvent,
}

/// What is kept of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// His name.
    pub name: PlayerName,
    /// When he first joined.
    pub joined_at: Timestamp,
    /// The password of a registered name.
    pub password: Option<PasswordHash>,
}

/// What is kept of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Whose it is.
    pub player: PlayerId,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// The token whose place it takes as soon as the player is heard of.
    pub replaces: Option<TokenHash>,
}

/// What is kept of an open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// The challenger.
    pub from: PlayerId,
    /// The challenged.
    pub to: PlayerId,
    /// What is to be played.
    pub terms: Terms,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// A question of the hub, by which its answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryId(pub u64);

/// A question that takes too long, or reaches too far, for the hub itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// A player's finished games, the latest first: [`Answer::Games`].
    ListGames {
        /// Whose.
        player: PlayerId,
        /// Only those before this one.
        before: Option<GameId>,
        /// How many at most.
        most: usize,
    },
    /// Events of a game, with its first: [`Answer::Entries`].
    ReadGame {
        /// Which game.
        game: GameId,
        /// The number of the first that is wanted.
        from: Seq,
        /// How many at most.
        most: usize,
    },
    /// The hash of a password: [`Answer::Hashed`].
    HashPassword {
        /// The password.
        password: Password,
        /// Drawn anew for each.
        salt: [u8; 16],
    },
    /// Whether a password is the one of a hash: [`Answer::Verified`].
    VerifyPassword {
        /// The password.
        password: Password,
        /// The hash.
        hash: PasswordHash,
    },
}

/// The answer to an [`Query`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Finished games.
    Games {
        /// The games.
        games: Vec<GameSummary>,
        /// Whether there are more.
        more: bool,
    },
    /// Events of a game; without the first there is no such game.
    Entries {
        /// Its first event.
        first: Option<JournalEntry>,
        /// Those asked for.
        entries: Vec<JournalEntry>,
        /// Whether there are more.
        more: bool,
    },
    /// The hash.
    Hashed(PasswordHash),
    /// Whether it is the password.
    Verified(bool),
    /// It could not be found out; the log says why.
    Failed,
}
