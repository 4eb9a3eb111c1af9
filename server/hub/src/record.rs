//! Records that the hub stores, and queries that its owner answers.
//!
//! A record that replaces a row carries its revision: how often the row was written before, 0 if
//! it is new. The store refuses every other revision, so that two hubs never write the same row.

use super::evenings::row::{EveningBoardRow, EveningRow};
use super::fair_play::FairPlayRow;
use super::game_event::GameEvent;
use super::game_search::GameSearch;
use super::hashes::{PasswordHash, TokenHash};
use super::preferences::Preferences;
use super::rated_log::{Correction, LoggedGame};
use super::report::ReportRow;
use super::sanction::Sanction;
use super::shared_accounts::{AccountAnswer, AccountQuery};
use chuhe_protocol::{
    ChallengeId, Examination, GameId, GameSummary, InvitationCode, Password, PlayerId, PlayerName,
    RatingClass, Reach, Seq, Terms,
};
use chuhe_ratings::Standing;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;

/// A change for the store to commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// The `n`th event of a game, which must be the next one of its journal.
    Event {
        /// The game.
        game: GameId,
        /// The number of the event.
        n: Seq,
        /// The event, with its time.
        entry: JournalEntry,
    },
    /// The room of a game opens or closes. Its events stay stored.
    Room {
        /// The game.
        game: GameId,
        /// How often the row was written before.
        revision: u32,
        /// Whether the room is open.
        is_open: bool,
    },
    /// The players who were notified that their game is set aside. Replaces the row of its room.
    SetAsideNotified {
        /// The game.
        game: GameId,
        /// How often the row was written before.
        revision: u32,
        /// The players.
        players: Vec<PlayerId>,
    },
    /// A finished game for the list of a player.
    PlayerGame {
        /// The owner of the list.
        player: PlayerId,
        /// The game.
        summary: GameSummary,
    },
    /// The row of a player; `None` deletes it.
    Player {
        /// The player.
        player: PlayerId,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<PlayerRow>,
    },
    /// The row of a token; `None` deletes it.
    Session {
        /// The hash of the token.
        token: TokenHash,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<SessionRow>,
    },
    /// The row of an open challenge; `None` deletes it.
    Challenge {
        /// The challenge.
        challenge: ChallengeId,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<ChallengeRow>,
    },
    /// The row of an open invitation; `None` deletes it.
    Invitation {
        /// Its number, which it shares with no challenge.
        id: ChallengeId,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<InvitationRow>,
    },
    /// The row of a lasting seek; `None` deletes it.
    LastingSeek {
        /// Its number, which it shares with no challenge.
        id: ChallengeId,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<LastingSeekRow>,
    },
    /// The row of a ban or silence; `None` deletes it.
    Sanction {
        /// Its number.
        number: u64,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<Sanction>,
    },
    /// The row of a report; `None` deletes it.
    Report {
        /// Its number.
        number: u64,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<Box<ReportRow>>,
    },
    /// The head of an evening; `None` deletes it.
    Evening {
        /// Its number.
        number: u64,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<Box<EveningRow>>,
    },
    /// A record in the journal of an evening. It is written again only without a name; `None` deletes it.
    EveningRecord {
        /// The number of the evening.
        number: u64,
        /// The number of the record, from 0.
        n: u32,
        /// How often the row was written before.
        revision: u32,
        /// The record.
        row: Option<Box<tournaments::Record>>,
    },
    /// The row of a board of an evening; `None` deletes it.
    EveningBoard {
        /// The number of the evening.
        number: u64,
        /// The board.
        board: tournaments::BoardId,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<Box<EveningBoardRow>>,
    },
    /// The player is a moderator from now on, or no longer.
    Moderator {
        /// The player.
        player: PlayerId,
        /// How often the row was written before.
        revision: u32,
        /// Whether they are.
        moderates: bool,
    },
    /// The standing of a player in one class; `None` deletes it.
    Rating {
        /// The player.
        player: PlayerId,
        /// The class.
        class: RatingClass,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<Standing>,
    },
    /// A rated game in the log from which standings can be computed anew.
    RatedGame {
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: LoggedGame,
    },
    /// The games of a player from searches; `None` deletes the row.
    FairPlay {
        /// The player.
        player: PlayerId,
        /// How often the row was written before.
        revision: u32,
        /// The row.
        row: Option<FairPlayRow>,
    },
    /// The player is erased; what remains are their finished games, from which their name is to go.
    Erased {
        /// The player.
        player: PlayerId,
    },
}

/// An event of a journal with its time, with full information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// When it happened.
    pub at: Timestamp,
    /// The event.
    pub event: GameEvent,
    /// Whether it is a move that was charged as a premove; see
    /// [`Clock::press_premove`](chuhe_rules::clock::Clock::press_premove).
    pub premove: bool,
}

/// The stored row of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The player's name.
    pub name: PlayerName,
    /// When the player first joined.
    pub joined_at: Timestamp,
    /// The password of a registered name.
    pub password: Option<PasswordHash>,
    /// Whether the player has finished a game; otherwise a registered name may lapse.
    pub has_played: bool,
    /// The player's preferences.
    pub preferences: Preferences,
    /// The level of a computer player of the server, 1 to 10.
    pub computer_level: Option<u8>,
    /// For an account that several hubs share: how often the player had signed out everywhere, as
    /// far as this hub knows.
    pub shared: Option<u32>,
}

/// The stored row of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The player that it resumes.
    pub player: PlayerId,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// The token that it replaces as soon as the player uses it.
    pub replaces: Option<TokenHash>,
}

/// The stored row of an open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// The challenger.
    pub from: PlayerId,
    /// The challenged.
    pub to: PlayerId,
    /// The terms of the game.
    pub terms: Terms,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// The stored row of an open invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRow {
    /// Its code.
    pub code: InvitationCode,
    /// The inviting player.
    pub from: PlayerId,
    /// The terms of the game.
    pub terms: Terms,
    /// When it expires unless its place is held.
    pub expires_at: Timestamp,
    /// Who has accepted it and waits.
    pub held: Option<HeldPlace>,
}

/// The place of an invitation that a player holds until both are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPlace {
    /// The player who has accepted.
    pub by: PlayerId,
    /// When the wait ends.
    pub until: Timestamp,
}

/// The stored row of a seek that outlives the connection of its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastingSeekRow {
    /// The player.
    pub from: PlayerId,
    /// The terms, the preferred ones first.
    pub terms: Vec<Terms>,
    /// How far the rating of the opponent may be from the player's own.
    pub reach: Reach,
    /// When the player has sought last.
    pub since: Timestamp,
    /// Who has taken it, one answer a player.
    pub answers: Vec<KeptAnswer>,
}

/// What is kept of a player who has taken a lasting seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The player.
    pub by: PlayerId,
    /// The place of the terms among those of the seek.
    pub terms: u8,
    /// When the player has taken it.
    pub at: Timestamp,
}

/// The number of a query, which its answer carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryId(pub u64);

/// A query to the hub's owner, for stored data or a long computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Lists a player's finished games, latest first; answered by [`Answer::Games`].
    ListGames {
        /// The player.
        player: PlayerId,
        /// Only games before this one.
        before: Option<GameId>,
        /// The maximum number.
        limit: usize,
    },
    /// Searches a player's finished games, latest first; answered by [`Answer::Found`].
    FindGames {
        /// The player, and what the games must match.
        search: Box<GameSearch>,
        /// Only games before this one.
        before: Option<GameId>,
        /// The maximum number.
        limit: usize,
    },
    /// Reads events of a game in a player's list, and its first one; answered by
    /// [`Answer::Entries`].
    ReadGame {
        /// The player.
        player: PlayerId,
        /// The game.
        game: GameId,
        /// The number of the first event to read.
        from: Seq,
        /// The maximum number.
        limit: usize,
    },
    /// Asks how the moves of a game agree with those of the engine; answered by [`Answer::Examined`].
    Examine {
        /// The game.
        game: GameId,
    },
    /// Hashes a password; answered by [`Answer::Hashed`].
    HashPassword {
        /// The password.
        password: Password,
        /// A random salt, different for each hash.
        salt: [u8; 16],
    },
    /// Compares a password with a hash; answered by [`Answer::Verified`].
    VerifyPassword {
        /// The password.
        password: Password,
        /// The hash.
        hash: PasswordHash,
    },
    /// Finds, claims or changes an account that several hubs share; answered by
    /// [`Answer::Accounts`].
    Accounts(AccountQuery),
    /// Pairs the next round of a tournament; answered by [`Answer::Paired`], with
    /// [`find_pairing`](crate::find_pairing).
    Pair(Box<tournaments::Tournament>),
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Finished games.
    Games {
        /// The games.
        games: Vec<GameSummary>,
        /// Whether there are more.
        more: bool,
    },
    /// Finished games that match a search.
    Found {
        /// The games.
        games: Vec<GameSummary>,
        /// The earliest game searched so far, if another search can go on there.
        next: Option<GameId>,
    },
    /// Events of a game.
    Entries {
        /// The first event; `None` if the player's list has no such game.
        first: Option<JournalEntry>,
        /// The requested events.
        entries: Vec<JournalEntry>,
        /// Whether there are more.
        more: bool,
        /// What an operator has made of the game since.
        correction: Option<Correction>,
    },
    /// How the moves of the game agree with those of the engine; `None` while it is examined.
    Examined(Option<Box<Examination>>),
    /// The game cannot be examined.
    NotExamined,
    /// The hash of the password.
    Hashed(PasswordHash),
    /// Whether the password matches.
    Verified(bool),
    /// What the shared accounts answer.
    Accounts(AccountAnswer),
    /// The pairing of the next round, or why there is none.
    Paired(Box<Result<tournaments::Pairing, tournaments::NoPairing>>),
    /// The query failed; the log has the reason.
    Failed,
}
