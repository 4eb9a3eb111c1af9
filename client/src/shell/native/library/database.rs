//! The library's SQLite file: games, and the positions by which they are found.

use chuhe_model::library::{
    LATEST_MS, LibraryGame, LibraryId, MAX_GAMES, Matching, NewGame, PAGE, StoredRecord, Summary,
    code_of_kind, code_of_result, code_of_user, keys_of, keys_version, kind_of_code, result_of_code,
    user_of_code,
};
use chuhe_protocol::{GameFilter, GameKind, PlayerResult};
use chuhe_records::formats::{self, Format};
use chuhe_rules::{Color, PerColor};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, Row, Statement, TransactionBehavior, params};
use std::path::Path;
use std::time::Duration;

/// The version of the tables, in SQLite's `user_version`.
const VERSION: i64 = 1;
/// `application_id` of the file: "chul" in ASCII.
const APPLICATION: i64 = 0x6368_756c;
/// How long to wait for another window of this user that writes to the library.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

const TABLES: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        origin TEXT NOT NULL UNIQUE,
        kind INTEGER NOT NULL,
        red TEXT NOT NULL,
        black TEXT NOT NULL,
        user INTEGER NOT NULL,
        result INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        ended_at_ms INTEGER NOT NULL,
        extension TEXT NOT NULL,
        record BLOB NOT NULL
    ) STRICT;
    CREATE INDEX games_by_end ON games (ended_at_ms, id);
    CREATE TABLE positions (
        key INTEGER NOT NULL,
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        PRIMARY KEY (key, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX positions_by_game ON positions (game);
    CREATE TABLE keys (version INTEGER NOT NULL) STRICT;
";

/// What the last request deleted, in memory, for as long as the file is open.
const DELETED: &str = "
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE deleted_games AS SELECT * FROM games WHERE FALSE;
    CREATE TEMP TABLE deleted_positions AS SELECT * FROM positions WHERE FALSE;
";

/// The games that match a filter, apart from the opponent, latest first.
const LIST: &str = "
    SELECT id, kind, red, black, user, result, plies, ended_at_ms, extension, record FROM games
    WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR result = ?2)
        AND ended_at_ms >= ?3 AND (?4 IS NULL OR ended_at_ms < ?4)
        AND (?5 IS NULL OR id IN (SELECT game FROM positions WHERE key = ?5))
        AND (ended_at_ms, id) < (?6, ?7)
    ORDER BY ended_at_ms DESC, id DESC";

/// An open library.
#[derive(Debug)]
pub(super) struct Database(pub(super) Connection);

/// Why the library cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum DatabaseError {
    /// The file is no library, or its content is damaged.
    #[error("the library is damaged: {0}")]
    Damaged(String),
    /// A newer version of the program wrote it.
    #[error("a newer version of the program wrote the library")]
    TooNew,
    /// There is no space for another game of a file.
    #[error("the library is full")]
    Full,
    /// Another error of SQLite or the system.
    #[error("{0}")]
    Other(String),
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as E;
        let text = error.to_string();
        let damaged = matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TypeMismatch)
        ) || matches!(
            error,
            E::InvalidColumnType(..) | E::IntegralValueOutOfRange(..) | E::FromSqlConversionFailure(..)
        );
        if damaged { Self::Damaged(text) } else { Self::Other(text) }
    }
}

impl Database {
    /// Opens the library at `path`, or creates it.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let mut database = Self(connection);
        match database.pragma("user_version")? {
            0 => database.create()?,
            VERSION if database.pragma("application_id")? == APPLICATION => database.check()?,
            VERSION => return Err(DatabaseError::Damaged("the file is not a library".to_owned())),
            _ => return Err(DatabaseError::TooNew),
        }
        database.update_positions()?;
        database.0.execute_batch(DELETED)?;
        Ok(database)
    }

    fn pragma(&self, name: &str) -> rusqlite::Result<i64> {
        self.0.pragma_query_value(None, name, |row| row.get(0))
    }

    fn create(&mut self) -> Result<(), DatabaseError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version == 0 {
            // another window may have created them meanwhile
            transaction.execute_batch(TABLES)?;
            transaction.execute("INSERT INTO keys VALUES (?1)", [keys_version().cast_signed()])?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        Ok(transaction.commit()?)
    }

    /// Finds damage now, rather than when a game is kept.
    fn check(&self) -> Result<(), DatabaseError> {
        let report: String = self.0.pragma_query_value(None, "quick_check", |row| row.get(0))?;
        if report == "ok" { Ok(()) } else { Err(DatabaseError::Damaged(report)) }
    }

    /// Computes the positions of all games again if this version has other keys.
    fn update_positions(&mut self) -> Result<(), DatabaseError> {
        let version = keys_version().cast_signed();
        let stored: i64 = self.0.query_row("SELECT version FROM keys", [], |row| row.get(0))?;
        if stored == version {
            return Ok(());
        }
        let transaction = self.0.transaction()?;
        transaction.execute("DELETE FROM positions", [])?;
        {
            let mut games = transaction.prepare("SELECT id, extension, record FROM games")?;
            let mut insert = transaction.prepare(INSERT_POSITION)?;
            let mut rows = games.query([])?;
            while let Some(row) = rows.next()? {
                let (id, extension, record): (i64, String, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let reading = formats::read(&record, Format::from_extension(&extension));
                let Some(game) = reading.ok().and_then(|reading| reading.games.into_iter().next()) else {
                    continue;
                };
                insert_positions(&mut insert, id, &keys_of(&game.tree))?;
            }
        }
        transaction.execute("UPDATE keys SET version = ?1", [version])?;
        Ok(transaction.commit()?)
    }

    /// Keeps a game, unless one of the same origin is kept.
    pub(super) fn add(&mut self, game: &NewGame) -> Result<(), DatabaseError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if insert(&transaction, game)? {
            transaction.execute(
                "DELETE FROM games WHERE id IN (
                    SELECT id FROM games ORDER BY ended_at_ms DESC, id DESC LIMIT -1 OFFSET ?1)",
                [most_games()],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// Keeps games of a file, all or none, and returns of each whether it is new. They replace no other game.
    pub(super) fn add_all(&mut self, games: &[NewGame]) -> Result<Vec<bool>, DatabaseError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let added = games.iter().map(|game| insert(&transaction, game)).collect::<Result<Vec<_>, _>>()?;
        let count: i64 = transaction.query_row("SELECT COUNT(*) FROM games", [], |row| row.get(0))?;
        if count > most_games() && added.contains(&true) {
            return Err(DatabaseError::Full);
        }
        transaction.commit()?;
        Ok(added)
    }

    /// Lists a page of the games after this one, latest first, and whether there are more.
    pub(super) fn list(
        &self,
        filter: &GameFilter,
        after: Option<(u64, LibraryId)>,
    ) -> Result<(Vec<LibraryGame>, bool), DatabaseError> {
        let mut games = Vec::new();
        self.for_each(filter, after, |row| {
            games.push(game_of(row)?);
            Ok(games.len() <= PAGE)
        })?;
        let more = games.len() > PAGE;
        games.truncate(PAGE);
        Ok((games, more))
    }

    /// Passes the record of each game that matches to `take`, latest first.
    pub(super) fn for_each_record(
        &self,
        filter: &GameFilter,
        mut take: impl FnMut(StoredRecord) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        self.for_each(filter, None, |row| {
            take(record_of(row)?)?;
            Ok(true)
        })
    }

    /// Returns all games that match.
    pub(super) fn matching(&self, filter: &GameFilter) -> Result<Vec<LibraryId>, DatabaseError> {
        let mut found = Vec::new();
        self.for_each(filter, None, |row| {
            found.push(LibraryId(row.get(0)?));
            Ok(true)
        })?;
        Ok(found)
    }

    /// Deletes these games, all or none, and returns how many there were. They can be brought back until games are deleted
    /// again.
    pub(super) fn delete(&mut self, games: &[LibraryId]) -> Result<usize, DatabaseError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch("DELETE FROM deleted_games; DELETE FROM deleted_positions")?;
        let mut deleted = 0;
        for LibraryId(id) in games {
            for keep in [
                "INSERT INTO deleted_games SELECT * FROM games WHERE id = ?1",
                "INSERT INTO deleted_positions SELECT * FROM positions WHERE game = ?1",
            ] {
                transaction.prepare_cached(keep)?.execute([id])?;
            }
            deleted += transaction.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])?;
        }
        transaction.commit()?;
        Ok(deleted)
    }

    /// Brings the games back that were deleted last, but those that have come again meanwhile; returns how many.
    pub(super) fn undelete(&mut self) -> Result<usize, DatabaseError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let games = transaction.execute("INSERT OR IGNORE INTO games SELECT * FROM deleted_games", [])?;
        transaction.execute_batch(
            "INSERT OR IGNORE INTO positions SELECT * FROM deleted_positions WHERE game IN (SELECT id FROM games);
            DELETE FROM deleted_games; DELETE FROM deleted_positions",
        )?;
        transaction.commit()?;
        Ok(games)
    }

    /// Passes the rows that match to `take`, until it returns false.
    fn for_each(
        &self,
        filter: &GameFilter,
        after: Option<(u64, LibraryId)>,
        mut take: impl FnMut(&Row<'_>) -> Result<bool, DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let Some(matching) = Matching::parse(filter) else { return Ok(()) };
        let (end, id) = after.map_or((i64::MAX, i64::MAX), |(end, id)| (time(end), id.0));
        let mut statement = self.0.prepare_cached(LIST)?;
        let mut rows = statement.query(params![
            matching.kind.map(code_of_kind),
            matching.result.map(code_of_result),
            time(matching.from_ms),
            matching.before_ms.map(time),
            matching.position.map(u64::cast_signed),
            end,
            id
        ])?;
        while let Some(row) = rows.next()? {
            let user = user_of(row)?;
            if !matching.has_opponent(&names_of(row)?, user) || !matching.has_result(result_of(row)?, user) {
                continue;
            }
            if !take(row)? {
                break;
            }
        }
        Ok(())
    }

    /// Returns the record of a game, if it is kept.
    pub(super) fn record(&self, id: LibraryId) -> Result<Option<StoredRecord>, DatabaseError> {
        let sql =
            "SELECT id, kind, red, black, user, result, plies, ended_at_ms, extension, record FROM games
            WHERE id = ?1";
        Ok(self.0.query_row(sql, [id.0], record_of).optional()?)
    }
}

/// Adds a game, unless one of the same origin is kept; returns whether it is new.
pub(super) fn insert(connection: &Connection, game: &NewGame) -> Result<bool, DatabaseError> {
    let NewGame { origin, summary, record, extension, positions } = game;
    let Summary { kind, names, user, result, plies, ended_at_ms } = summary;
    let added = connection
        .prepare_cached(
            "INSERT INTO games (origin, kind, red, black, user, result, plies, ended_at_ms, extension, record)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (origin) DO NOTHING",
        )?
        .execute(params![
            origin,
            code_of_kind(*kind),
            names.red,
            names.black,
            code_of_user(*user),
            code_of_result(*result),
            plies,
            time(*ended_at_ms),
            extension,
            record
        ])?;
    if added > 0 {
        let id = connection.last_insert_rowid();
        insert_positions(&mut *connection.prepare_cached(INSERT_POSITION)?, id, positions)?;
    }
    Ok(added > 0)
}

pub(super) const INSERT_POSITION: &str =
    "INSERT INTO positions (key, game) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

pub(super) fn insert_positions(insert: &mut Statement<'_>, game: i64, keys: &[u64]) -> rusqlite::Result<()> {
    for key in keys {
        insert.execute([key.cast_signed(), game])?;
    }
    Ok(())
}

pub(super) fn game_of(row: &Row<'_>) -> rusqlite::Result<LibraryGame> {
    let summary = Summary {
        kind: kind_of(row)?,
        names: names_of(row)?,
        user: user_of(row)?,
        result: result_of(row)?,
        plies: row.get(6)?,
        ended_at_ms: row.get::<_, i64>(7)?.max(0).cast_unsigned(),
    };
    Ok(LibraryGame { id: LibraryId(row.get(0)?), summary })
}

pub(super) fn record_of(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let (names, user) = (names_of(row)?, user_of(row)?);
    Ok(StoredRecord { names, user, extension: row.get(8)?, record: row.get(9)? })
}

fn names_of(row: &Row<'_>) -> rusqlite::Result<PerColor<String>> {
    Ok(PerColor::new(row.get(2)?, row.get(3)?))
}

fn user_of(row: &Row<'_>) -> rusqlite::Result<Option<Color>> {
    let code: i64 = row.get(4)?;
    user_of_code(code).ok_or(out_of_range(4, code))
}

fn kind_of(row: &Row<'_>) -> rusqlite::Result<GameKind> {
    let code: i64 = row.get(1)?;
    kind_of_code(code).ok_or(out_of_range(1, code))
}

fn result_of(row: &Row<'_>) -> rusqlite::Result<PlayerResult> {
    let code: i64 = row.get(5)?;
    result_of_code(code).ok_or(out_of_range(5, code))
}

pub(super) fn most_games() -> i64 {
    i64::try_from(MAX_GAMES).unwrap_or(i64::MAX)
}

/// The time as SQLite stores it.
fn time(ms: u64) -> i64 {
    ms.min(LATEST_MS).cast_signed()
}

const fn out_of_range(column: usize, code: i64) -> rusqlite::Error {
    rusqlite::Error::IntegralValueOutOfRange(column, code)
}
