//! The data that a store returns when a server starts, and the values that the hub sets aside.
//!
//! Damage in one row or one journal never stops the server: a value that cannot be used is set
//! aside with its reason and stays in the store, and the hub runs with the others. Only challenges,
//! invitations and lasting seeks with invalid terms or a missing player are closed instead.

use super::evenings::row::StoredEvening;
use super::fair_play::FairPlayRow;
use super::hashes::TokenHash;
use super::rated_log::Correction;
use super::record::{ChallengeRow, InvitationRow, JournalEntry, LastingSeekRow, PlayerRow, SessionRow};
use super::report::ReportRow;
use super::room::{InvalidJournal, Room};
use super::sanction::Sanction;
use chuhe_protocol::{ChallengeId, GameId, GameSummary, PlayerId, RatingClass};
use chuhe_ratings::Standing;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use std::fmt;

/// The end of the numbers of players, challenges and games: all are below 2^53.
const NUMBERS_END: u64 = 1 << 53;

/// Everything a hub is restored from. The `u32` of a row is its revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// When the server last recorded that it was serving.
    pub alive_at: Option<Timestamp>,
    /// The players, in the order of their numbers.
    pub players: Vec<(PlayerId, u32, PlayerRow)>,
    /// The valid tokens.
    pub sessions: Vec<(TokenHash, u32, SessionRow)>,
    /// The open challenges.
    pub challenges: Vec<(ChallengeId, u32, ChallengeRow)>,
    /// The open invitations.
    pub invitations: Vec<(ChallengeId, u32, InvitationRow)>,
    /// The lasting seeks.
    pub lasting_seeks: Vec<(ChallengeId, u32, LastingSeekRow)>,
    /// The standings of players, each in one class.
    pub ratings: Vec<(PlayerId, RatingClass, u32, Standing)>,
    /// What players' counted games say of them.
    pub fair_play: Vec<(PlayerId, u32, FairPlayRow)>,
    /// The bans and silences, by number.
    pub sanctions: Vec<(u64, u32, Sanction)>,
    /// The reports, by number.
    pub reports: Vec<(u64, u32, ReportRow)>,
    /// The moderators.
    pub moderators: Vec<(PlayerId, u32)>,
    /// The evenings, by number.
    pub evenings: Vec<StoredEvening>,
    /// The games whose rooms are open.
    pub games: Vec<StoredGame>,
    /// What operators have made of those of these games that are rated and over.
    pub corrections: Vec<(GameId, Correction)>,
    /// The rows that the store could not decode. The hub does not reuse their numbers below 2^53.
    pub rejected: Vec<SetAside>,
}

/// A game whose room is open, with its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The number of the game.
    pub game: GameId,
    /// The revision of the room's row.
    pub revision: u32,
    /// The journal, up to the first entry that cannot be decoded.
    pub entries: Vec<JournalEntry>,
    /// Why the entry after `entries` cannot be decoded; `None` if the journal is whole.
    pub damage: Option<String>,
    /// The players who were notified that the game is set aside.
    pub notified: Vec<PlayerId>,
}

impl StoredGame {
    /// Replays the journal, as a restart does for a running game.
    ///
    /// # Errors
    /// Why a restart would set the game aside.
    pub fn replay(self) -> Result<(), Unusable> {
        match self.damage {
            Some(damage) => Err(Unusable::Damaged(damage)),
            None => Room::replay(self.game, self.revision, self.entries).map(drop).map_err(Unusable::Journal),
        }
    }

    /// Returns the entry of a finished game for the lists of its players, and these players.
    ///
    /// `None` for a game that is not over, has no entry, or cannot be replayed.
    #[must_use]
    pub fn listing(self) -> Option<([PlayerId; 2], GameSummary)> {
        let room =
            Room::replay(self.game, self.revision, self.entries).ok().filter(|_| self.damage.is_none())?;
        Some((Color::ALL.map(|color| room.player(color)), room.summary()?))
    }
}

/// A stored value that is left out of the hub, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The value.
    pub value: StoredValue,
    /// Why it cannot be used.
    pub why: Unusable,
}

/// The name of a stored value, as log lines show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredValue {
    /// The row of a player.
    Player(PlayerId),
    /// The row of a token.
    Session(TokenHash),
    /// The row of an open challenge, invitation or lasting seek.
    Challenge(ChallengeId),
    /// The room of a game, with its journal.
    Game(GameId),
    /// The standing of a player in one class.
    Rating(PlayerId),
    /// The row of a player's counted games.
    FairPlay(PlayerId),
    /// The row of a ban or silence.
    Sanction(u64),
    /// The row of a report.
    Report(u64),
    /// The rows of an evening.
    Evening(u64),
    /// A row whose key cannot be decoded, described by the store.
    Row(String),
    /// Players of whom nothing is left, not even their number. Their names are theirs still.
    LostPlayers,
}

/// Why a stored value cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The store cannot decode it.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The journal does not replay to a valid game.
    #[error("{0}")]
    Journal(InvalidJournal),
    /// A player in one of the seats is missing.
    #[error("player {0} is missing")]
    NoSuchPlayer(PlayerId),
    /// A player in one of the seats sits at a newer table.
    #[error("player {0} sits at another table")]
    TwoTables(PlayerId),
}

impl Restored {
    /// The latest time in any row. Journals do not count: nothing has checked them yet.
    #[must_use]
    pub fn latest(&self) -> Timestamp {
        let joined = self.players.iter().map(|(_, _, row)| row.joined_at);
        let issued = self.sessions.iter().map(|(_, _, row)| row.issued_at);
        self.alive_at.into_iter().chain(joined).chain(issued).max().unwrap_or_default()
    }

    pub(super) fn greatest_id(&self) -> u64 {
        let players = self.players.iter().map(|(id, ..)| id.0);
        // a guest who is gone may be blocked still, and the block must not apply to a new player
        let blocked = self.players.iter().flat_map(|(_, _, row)| &row.preferences.blocked).map(|id| id.0);
        let challenges = self.challenges.iter().map(|(id, ..)| id.0);
        let invitations = self.invitations.iter().map(|(id, ..)| id.0);
        let games = self.games.iter().map(|stored| stored.game.0);
        // the key itself may be damaged, and one great number would use up all that follow
        let rejected = self.rejected.iter().filter_map(|set_aside| set_aside.value.number());
        let rejected = rejected.filter(|number| *number < NUMBERS_END);
        let seeks = self.lasting_seeks.iter().map(|(id, ..)| id.0);
        let challenges = challenges.chain(invitations).chain(seeks);
        // a guest who is gone stays in a journal
        let evenings = self.evenings.iter().flat_map(StoredEvening::ids).filter(|id| *id < NUMBERS_END);
        players
            .chain(blocked)
            .chain(evenings)
            .chain(challenges)
            .chain(games)
            .chain(rejected)
            .max()
            .unwrap_or(0)
    }

    /// Returns the greatest number of a ban or silence that could not be decoded; 0 without any.
    pub(super) fn greatest_rejected_sanction(&self) -> u64 {
        self.greatest_rejected(
            |value| {
                if let StoredValue::Sanction(number) = value { Some(*number) } else { None }
            },
        )
    }

    /// Returns the greatest number of a report that could not be decoded; 0 without any.
    pub(super) fn greatest_rejected_report(&self) -> u64 {
        self.greatest_rejected(
            |value| {
                if let StoredValue::Report(number) = value { Some(*number) } else { None }
            },
        )
    }

    /// Returns the greatest number of an evening that could not be decoded; 0 without any.
    pub(super) fn greatest_rejected_evening(&self) -> u64 {
        self.greatest_rejected(
            |value| {
                if let StoredValue::Evening(number) = value { Some(*number) } else { None }
            },
        )
    }

    fn greatest_rejected(&self, number: impl Fn(&StoredValue) -> Option<u64>) -> u64 {
        let numbers = self.rejected.iter().filter_map(|set_aside| number(&set_aside.value));
        numbers.filter(|number| *number < NUMBERS_END).max().unwrap_or(0)
    }
}

impl StoredValue {
    fn number(&self) -> Option<u64> {
        match self {
            Self::Player(id) | Self::Rating(id) | Self::FairPlay(id) => Some(id.0),
            Self::Challenge(id) => Some(id.0),
            Self::Game(id) => Some(id.0),
            // bans, silences, reports and evenings have numbers of their own
            Self::Session(_)
            | Self::Sanction(_)
            | Self::Report(_)
            | Self::Evening(_)
            | Self::Row(_)
            | Self::LostPlayers => None,
        }
    }
}

impl fmt::Display for StoredValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(id) => write!(f, "player {id}"),
            // hashes of tokens stay out of logs
            Self::Session(_) => f.write_str("a session"),
            Self::Challenge(id) => write!(f, "challenge {id}"),
            Self::Game(id) => write!(f, "game {id}"),
            Self::Rating(id) => write!(f, "a rating of player {id}"),
            Self::FairPlay(id) => write!(f, "the counted games of player {id}"),
            Self::Sanction(number) => write!(f, "ban or silence {number}"),
            Self::Report(number) => write!(f, "report {number}"),
            Self::Evening(number) => write!(f, "evening {number}"),
            Self::Row(described) => f.write_str(described),
            Self::LostPlayers => f.write_str("players whose rows cannot be read"),
        }
    }
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.value, self.why)
    }
}
