//! The tables of the database, by version, and their statements.

use super::checksum::Digest;
use chuhe_store::{StoreError, Table};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Marks a database as a Chuhe server's; SQLite keeps it in the file's header.
pub(super) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Chuh");

/// The migration steps that lead from an empty database to this version, in order.
///
/// A released step never changes, and leaves right checksums in the rows it changes.
pub(super) const STEPS: &[&str] = &[VERSION_4];

/// The version after the first step. Builds before the first release wrote the earlier ones, whose values
/// nothing reads any more.
const FIRST: i64 = 4;

/// The tables of the first version.
///
/// SQLite stores this text, and it is compared later. It is part of the source, because a separate
/// file could have different line endings on another system.
const VERSION_4: &str = "
-- entry n of a journal; the primary key makes an append a compare-and-set
CREATE TABLE journal (
    journal INTEGER NOT NULL,
    n INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (journal, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
    key BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
    key BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    key BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE player_games (
    key BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE challenges (
    key BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE meta (
    key BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- what commits appended to journals and has not moved into them yet
CREATE TABLE arrivals (
    id INTEGER NOT NULL PRIMARY KEY,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
-- one row: the sums of the rows that opening reads, and of the journals and finished games
CREATE TABLE state (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 0),
    commits INTEGER NOT NULL,
    live_rows INTEGER NOT NULL,
    live_sum INTEGER NOT NULL,
    archive_rows INTEGER NOT NULL,
    archive_sum INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
";

/// A table's name and its statements.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) name: &'static str,
    pub(super) one: &'static str,
    pub(super) all: &'static str,
    pub(super) up: &'static str,
    pub(super) down: &'static str,
    pub(super) put: &'static str,
    pub(super) delete: &'static str,
}

macro_rules! select {
    ($table:literal, $rest:literal) => {
        concat!("SELECT key, revision, value, checksum FROM ", $table, $rest)
    };
}

macro_rules! statements {
    ($table:literal) => {
        &Statements {
            name: $table,
            one: select!($table, " WHERE key = ?1"),
            all: select!($table, " ORDER BY key"),
            up: select!($table, " WHERE key >= ?1 AND key < ?2 ORDER BY key LIMIT ?3"),
            down: select!($table, " WHERE key >= ?1 AND key < ?2 ORDER BY key DESC LIMIT ?3"),
            put: concat!(
                "REPLACE INTO ",
                $table,
                " (key, revision, value, checksum) VALUES (?1, ?2, ?3, ?4)"
            ),
            delete: concat!("DELETE FROM ", $table, " WHERE key = ?1"),
        }
    };
}

/// The statements of `table`.
pub(super) const fn statements(table: Table) -> &'static Statements {
    match table {
        Table::Players => statements!("players"),
        Table::Sessions => statements!("sessions"),
        Table::Games => statements!("games"),
        Table::PlayerGames => statements!("player_games"),
        Table::Challenges => statements!("challenges"),
        Table::Meta => statements!("meta"),
    }
}

/// The name of `table`.
pub(crate) const fn table_name(table: Table) -> &'static str {
    statements(table).name
}

/// Returns the version to which `steps` lead.
pub(super) fn version_of(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).map_or(i64::MAX, |taken| FIRST - 1 + taken)
}

/// Returns the steps that a database of this version has taken; none if they do not lead to it.
pub(super) fn taken<'a>(version: i64, steps: &'a [&'a str]) -> &'a [&'a str] {
    let taken = usize::try_from(version.saturating_sub(FIRST - 1)).ok();
    taken.and_then(|taken| steps.get(..taken)).unwrap_or_default()
}

/// The version of a database, which may be any number.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The version of a database, if one that `steps` make can be reached from it.
///
/// # Errors
/// [`StoreError::TooNew`] or [`StoreError::Foreign`] if not; what SQLite reports.
pub(super) fn readable_version(connection: &Connection, steps: &[&str]) -> Result<i64, StoreError> {
    let (found, known) = (version(connection)?, version_of(steps));
    match found {
        1..FIRST => Err(StoreError::Foreign(
            "a build before the first release wrote it, in an encoding that is no longer read".to_owned(),
        )),
        found if found > known => Err(StoreError::TooNew { found, known }),
        found => Ok(found),
    }
}

/// Makes the tables of `steps` in a database that has none.
pub(super) fn create(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreError> {
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    take(&transaction, steps, &[])?;
    Digest::default().insert(&transaction)?;
    transaction.commit()?;
    Ok(())
}

/// Takes all steps after those that are `taken`.
pub(super) fn take(transaction: &Transaction<'_>, steps: &[&str], taken: &[&str]) -> Result<(), StoreError> {
    for step in steps.get(taken.len()..).unwrap_or_default() {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", version_of(steps))?;
    Ok(())
}

/// Whether a database has exactly the tables that `steps` make.
pub(super) fn is_that_of(connection: &Connection, steps: &[&str]) -> Result<bool, StoreError> {
    let expected = Connection::open_in_memory()?;
    for step in steps {
        expected.execute_batch(step)?;
    }
    Ok(objects(connection)? == objects(&expected)?)
}

/// A part of a schema: kind, name, table, text.
type Object = (String, String, String, Option<String>);

fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::super::Sqlite;
    use super::*;
    use chuhe_store::{Durability, Store, Write};
    use std::path::Path;

    /// A version after this one: a table and a column more.
    fn next_steps(last: &'static str) -> Vec<&'static str> {
        STEPS.iter().copied().chain([last]).collect()
    }

    fn append(n: u32) -> [Write; 1] {
        [Write::Append { journal: 1, n, value: b"move".to_vec() }]
    }

    #[test]
    fn a_database_of_an_older_version_is_migrated() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        store.commit(&append(0), Durability::Process).unwrap();
        drop(store);
        let steps = next_steps(
            "CREATE TABLE more (x BLOB) STRICT; ALTER TABLE journal ADD COLUMN at_ms INTEGER; DELETE FROM meta;",
        );
        for n in 1..3 {
            // the first pass migrates the database, the second opens it
            let mut store = Sqlite::open_with(folder.path(), &steps).unwrap();
            assert_eq!(version(&store.connection), Ok(version_of(&steps)));
            assert_eq!(store.read(1, 0, 9).unwrap().len(), usize::try_from(n).unwrap());
            store.commit(&append(n), Durability::Process).unwrap();
        }
        let (found, known) = (version_of(&steps), version_of(STEPS));
        assert_eq!(Sqlite::open(folder.path()).unwrap_err(), StoreError::TooNew { found, known });
    }

    #[test]
    fn a_database_in_an_encoding_before_the_first_release_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        store.commit(&append(0), Durability::Process).unwrap();
        let set = |version: i64| {
            let other = Connection::open(folder.path().join("chuhe.db")).unwrap();
            other.pragma_update(None, "user_version", version).unwrap();
        };
        drop(store);
        for version in 1..FIRST {
            set(version);
            assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::Foreign(_))));
            assert!(matches!(Sqlite::open_or_repair(folder.path()).map(drop), Err(StoreError::Foreign(_))));
        }
        set(version_of(STEPS));
        assert_eq!(Sqlite::open(folder.path()).unwrap().read(1, 0, 9).unwrap(), [b"move"]);
    }

    /// A copy of the database that an earlier build wrote, and its journals as they are read.
    fn earlier() -> (tempfile::TempDir, Vec<Vec<Vec<u8>>>) {
        let folder = tempfile::tempdir().unwrap();
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/fixtures/schema_4/chuhe.db");
        std::fs::copy(fixture, folder.path().join("chuhe.db")).unwrap();
        let journals = journals(&mut Sqlite::open(folder.path()).unwrap());
        assert_eq!(journals.iter().filter(|entries| !entries.is_empty()).count(), 5);
        (folder, journals)
    }

    fn journals(store: &mut Sqlite) -> Vec<Vec<Vec<u8>>> {
        let first = 1_838_412_174_489_600;
        (first..first + 20).map(|journal| store.read(journal, 0, 999).unwrap()).collect()
    }

    #[test]
    fn a_migration_that_is_killed_at_any_write_is_done_again_as_a_whole() {
        const HEADER: usize = 32;
        let (folder, expected) = earlier();
        let steps =
            next_steps("CREATE TABLE more (x BLOB) STRICT; ALTER TABLE journal ADD COLUMN at_ms INTEGER");
        let database = std::fs::read(folder.path().join("chuhe.db")).unwrap();
        let store = Sqlite::open_with(folder.path(), &steps).unwrap();
        let log = std::fs::read(folder.path().join("chuhe.db-wal")).unwrap();
        drop(store);
        // a frame of the log is a page with a header
        let frame = 1024 + 24;
        assert_eq!((log.len() - HEADER) % frame, 0);
        for end in (0..log.len()).step_by(frame / 2).chain([log.len()]) {
            let killed = tempfile::tempdir().unwrap();
            std::fs::write(killed.path().join("chuhe.db"), &database).unwrap();
            std::fs::write(killed.path().join("chuhe.db-wal"), &log[..end]).unwrap();
            let mut store = Sqlite::open_with(killed.path(), &steps).unwrap();
            assert_eq!(version(&store.connection), Ok(version_of(&steps)));
            assert_eq!(journals(&mut store), expected, "{end} bytes");
        }
    }

    #[test]
    fn damaged_rows_are_set_aside_before_a_step() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        let key = |key: &[u8]| (key.to_vec(), Some(b"right".to_vec()));
        let set = |table, (key, value)| Write::Set { table, key, expected: 0, value };
        let writes = [set(Table::Players, key(b"a")), set(Table::PlayerGames, key(b"b"))];
        store.commit(&[&append(0)[..], &writes].concat(), Durability::Process).unwrap();
        drop(store);
        let other = Connection::open(folder.path().join("chuhe.db")).unwrap();
        for table in ["players", "player_games"] {
            let sql = format!("UPDATE {table} SET checksum = checksum + 1");
            assert_eq!(other.execute(&sql, ()), Ok(1));
        }
        drop(other);
        let steps = next_steps("CREATE TABLE more (x BLOB) STRICT");
        let before = std::fs::read(folder.path().join("chuhe.db")).unwrap();
        let refused = Sqlite::open_with(folder.path(), &steps);
        assert!(matches!(refused, Err(StoreError::Damaged(_))), "a step needs whole rows");
        assert_eq!(std::fs::read(folder.path().join("chuhe.db")).unwrap(), before);
        let mut opened = Sqlite::open_or_repair_with(folder.path(), &steps).unwrap();
        assert_eq!((opened.problems.len(), version(&opened.store.connection)), (2, Ok(version_of(&steps))));
        assert_eq!(opened.store.read(1, 0, 9).unwrap(), [b"move"]);
        assert!(opened.store.get(Table::PlayerGames, b"b").unwrap().unwrap().1.ends_with(b"right"));
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        drop(Sqlite::open(folder.path()).unwrap());
        let steps = next_steps("CREATE TABLE more (x BLOB) STRICT; CREATE TABLE games (x BLOB) STRICT;");
        assert!(matches!(Sqlite::open_with(folder.path(), &steps), Err(StoreError::Failed(_))));
        let store = Sqlite::open(folder.path()).unwrap();
        assert!(is_that_of(&store.connection, STEPS).unwrap());
    }

    #[test]
    fn a_step_that_changes_rows_gives_them_new_sums() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        store.commit(&append(0), Durability::Process).unwrap();
        drop(store);
        let steps = next_steps("DELETE FROM journal; DELETE FROM arrivals");
        for _ in 0..2 {
            let mut store = Sqlite::open_with(folder.path(), &steps).unwrap();
            assert_eq!(store.read(1, 0, 9), Ok(vec![]));
        }
    }

    #[test]
    fn the_versions_stay_as_they_were_released() {
        // a changed step makes every database of its version unreadable
        assert_eq!(crc32fast::hash(VERSION_4.as_bytes()), 0x15e9_7662);
    }
}
