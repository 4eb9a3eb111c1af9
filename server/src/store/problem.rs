//! What is wrong with stored data: which game or player it concerns, and what is lost.

use super::sqlite::schema::table_name;
use chuhe_protocol::{ChallengeId, GameId, PlayerId};
use chuhe_store::{ACCOUNT_NAME, LOST_ROWS, RATED_GAME, Table, examined_of, rating_of};
use std::fmt;

/// A part of the stored data that is not what was committed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// The last commits are missing: the log that had them was cut, damaged or removed.
    Commits {
        /// How many, if the mark of the last commit says so.
        commits: Option<u64>,
    },
    /// The value of a key is damaged.
    Value {
        /// The table.
        table: Table,
        /// The key.
        key: Vec<u8>,
    },
    /// An entry of a journal is damaged or missing.
    Entry {
        /// The journal, which has the number of its game.
        journal: u64,
        /// The number of the entry.
        n: u32,
    },
    /// Events of a game may be missing behind its last one that can be read.
    End {
        /// The journal, which has the number of its game.
        journal: u64,
        /// The number of the first entry that may be missing.
        n: u32,
    },
    /// A row of the append buffer is damaged.
    Arrivals {
        /// The number of the row.
        row: u64,
    },
    /// A game whose events are whole cannot be replayed.
    Replay {
        /// The game.
        game: u64,
        /// Why.
        why: String,
    },
    /// A running game has no events.
    Empty {
        /// The game.
        game: u64,
    },
    /// Some rows of a table cannot be read.
    Unreadable {
        /// The name of the table.
        table: &'static str,
    },
    /// The file is damaged, but every row can be read.
    File {
        /// Why.
        why: String,
    },
    /// The sum over all rows is damaged.
    Sum,
    /// Rows are missing or older than the last commit, and nothing shows which.
    Missing,
}

impl Problem {
    /// Whether damage can be seen in the file; rows can also be missing without a trace.
    pub(super) const fn is_visible(&self) -> bool {
        !matches!(self, Self::Missing)
    }
}

/// A stored value that a repair sets aside although its row is whole.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Target {
    Key(Table, Vec<u8>),
    Entry(u64, u32),
}

/// Shows no keys, as those of sessions are the hashes of tokens.
impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(table, _) => write!(f, "Key({table:?})"),
            Self::Entry(journal, n) => write!(f, "Entry({journal:x}, {n})"),
        }
    }
}

/// Shows no keys of sessions, as [`fmt::Display`] does not.
impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Problem({self})")
    }
}

/// Says whom it concerns and what is lost, in one line.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { table, key } => value(f, *table, key),
            Self::Entry { journal, n } => {
                let game = GameId(*journal);
                write!(f, "game {game}: event {n} is damaged; the game cannot continue or be replayed beyond it")
            }
            Self::End { journal, n } => write!(
                f,
                "game {}: events from number {n} on may be missing; the game cannot continue",
                GameId(*journal)
            ),
            Self::Arrivals { row } => write!(
                f,
                "row {row} of the latest events is damaged; the games in it cannot continue or be replayed \
                 beyond it, and each is named if the row still names it"
            ),
            Self::Replay { game, why } => {
                write!(f, "game {}: it cannot be replayed: {why}; the game cannot continue", GameId(*game))
            }
            Self::Empty { game } => {
                write!(f, "game {}: it has no events; the game cannot continue", GameId(*game))
            }
            Self::Unreadable { table } => write!(f, "table {table}: some rows cannot be read; {}", lost_with(table)),
            Self::Commits { commits } => {
                let number = commits.map_or_else(String::new, |commits| format!(", {commits} of them"));
                write!(
                    f,
                    "the last commits are missing{number}: the write-ahead log was cut, damaged or removed; no \
                     running game can continue, no name can be registered, and what players did last is lost"
                )
            }
            Self::File { why } => write!(f, "the file is damaged, but every row can be read: {why}"),
            Self::Sum => f.write_str(
                "the sum of all rows is damaged; each row was checked by itself, but whether rows are missing \
                 cannot be known",
            ),
            Self::Missing => {
                f.write_str("rows are missing or older than the last commit; nothing shows which")
            }
        }
    }
}

/// What is lost with rows of a table that cannot be read.
fn lost_with(table: &str) -> &'static str {
    match table {
        "players" => {
            "nobody can use the accounts in them, and no name can be registered, because one of them may have it"
        }
        "sessions" => "their players have to log in again, and guests cannot come back",
        "games" => "the games in them are found by their events",
        "player_games" => "the entries of games whose events can be read are made again",
        "challenges" => "the challenges and invitations in them are closed",
        "meta" => "bans and silences in them do not apply; impose them again",
        _ => "each game that may have events in them cannot continue, and is named",
    }
}

fn value(f: &mut fmt::Formatter<'_>, table: Table, key: &[u8]) -> fmt::Result {
    if key == LOST_ROWS {
        let name = table_name(table);
        return write!(f, "table {name}: some rows were lost with their keys; {}", lost_with(name));
    }
    let number = key.try_into().map(u64::from_be_bytes).ok();
    match (table, number) {
        (Table::Players, Some(player)) => {
            let player = PlayerId(player);
            write!(f, "player {player}: name and password are damaged; nobody can use that account")
        }
        (Table::Games, Some(game)) => {
            let game = GameId(game);
            write!(f, "game {game}: the mark that it is running is damaged; its events are not affected")
        }
        (Table::Challenges, Some(challenge)) => {
            let challenge = ChallengeId(challenge);
            write!(f, "challenge or invitation {challenge}: its terms are damaged; it is closed")
        }
        (Table::PlayerGames, _) if key.len() == 16 => {
            let halves = key.split_at(8);
            let number = |half: &[u8]| half.try_into().map_or(0, u64::from_be_bytes);
            let (player, game) = (PlayerId(number(halves.0)), GameId(number(halves.1)));
            write!(f, "player {player}: game {game} is missing in their list; its events are not affected")
        }
        // its key is the hash of a token
        (Table::Sessions, _) => f.write_str("a session: it is damaged; its player has to log in again"),
        (Table::Meta, _) if key.starts_with(b"sanction") => {
            f.write_str("a ban or silence: it is damaged and does not apply; impose it again")
        }
        (Table::Meta, _) if key.starts_with(b"report") => {
            f.write_str("a report of a player: it is damaged; what was said and decided in it is lost")
        }
        (Table::Meta, _) if key.starts_with(b"evening") => {
            f.write_str("a row of an evening: it is damaged, and the tournament cannot go on")
        }
        (Table::Meta, _) if let Some((player, _)) = rating_of(key) => {
            write!(
                f,
                "player {player}: a rating is damaged; their next game in that class is rated as the first one, \
                 unless `chuhe-server ratings recompute` restores it"
            )
        }
        (Table::Meta, _) if key.starts_with(ACCOUNT_NAME) => {
            f.write_str("the owner of a registered name: it is damaged; nobody can log in under that name")
        }
        (Table::Meta, _) if key.starts_with(RATED_GAME) => f.write_str(
            "a game in the log of rated games: it is damaged; `chuhe-server ratings recompute` restores it from its journal",
        ),
        (Table::Meta, _) if key.starts_with(b"moderator") => {
            f.write_str("a moderator: it is damaged, and the player stays one")
        }
        (Table::Meta, _) if let Some(game) = examined_of(key) => {
            write!(f, "game {game}: what its examination has found is damaged; it is examined again when needed")
        }
        (Table::Meta, _) if key.starts_with(b"fair play") => {
            f.write_str("what a player's counted games say: it is damaged, and begins anew")
        }
        (Table::Meta, _) => {
            f.write_str("a ban, a silence or the time at which the server last served: it is damaged")
        }
        (Table::Players | Table::Games | Table::Challenges | Table::PlayerGames, _) => {
            write!(f, "a row of {table:?}: its key of {} bytes is damaged", key.len())
        }
    }
}
