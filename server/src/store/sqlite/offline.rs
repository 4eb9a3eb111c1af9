//! Databases that no server uses: opened for reading as they are, or created whole.

use super::error::at;
use super::file::FolderLock;
use super::tail::Tail;
use super::{Sqlite, check, file, repair, schema};
use crate::store::problem::Problem;
use chuhe_store::StoreError;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The suffix of a database that is being filled.
const UNFINISHED: &str = ".importing";

/// The suffix of the folder with a copy of what can be read of a damaged database.
const READABLE: &str = ".readable";

/// A store that is open for reading, and what of it cannot be read.
#[derive(Debug)]
pub(crate) struct Readable {
    pub(crate) store: Sqlite,
    pub(crate) problems: Vec<Problem>,
    // dropped after the store
    _trace: Option<Trace>,
    _copy: Option<ReadableCopy>,
}

/// The store of a server that does not run, open for reading.
#[derive(Debug)]
pub(crate) struct OfflineStore(Readable);

impl OfflineStore {
    /// Opens the store in `folder`; of a damaged one, a copy of what can be read.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Damaged`] if no table can be read.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        Sqlite::open_readable(folder).map(Self)
    }

    /// Returns the store.
    pub(crate) const fn store(&mut self) -> &mut Sqlite {
        &mut self.0.store
    }

    /// Returns what cannot be read, one line each.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.0.problems.iter().map(ToString::to_string).collect()
    }
}

/// Removes the empty log that SQLite makes when it reads a database.
#[derive(Debug)]
struct Trace {
    database: PathBuf,
    had_log: bool,
}

impl Drop for Trace {
    fn drop(&mut self) {
        if let Err(error) = check::remove_empty_log(&self.database, self.had_log) {
            tracing::warn!(%error, "an empty log is left beside the database");
        }
    }
}

/// A folder for a copy of the data, in the data directory: nobody else can read that.
///
/// It is removed when it is dropped, or before the next one is created.
#[derive(Debug)]
struct ReadableCopy {
    folder: PathBuf,
    // no other command may use the folder
    _lock: FolderLock,
}

impl ReadableCopy {
    fn create(folder: PathBuf, lock: FolderLock) -> Result<Self, StoreError> {
        crate::files::private_folders().create(&folder).map_err(at(&folder))?;
        #[cfg(unix)]
        crate::files::give_folder_to_owner(&folder).map_err(at(&folder))?;
        Ok(Self { folder, _lock: lock })
    }
}

impl Drop for ReadableCopy {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, "a copy of the data is left in {}", self.folder.display());
        }
    }
}

fn remove_folder_if_present(folder: &Path) -> Result<(), StoreError> {
    if folder.exists() { fs::remove_dir_all(folder).map_err(at(folder)) } else { Ok(()) }
}

impl Sqlite {
    /// Opens the store in `folder` for reading; of a damaged one, a copy of what can be read.
    ///
    /// The copy takes as much room in `folder` as the data.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Damaged`] if no table can be read.
    pub(crate) fn open_readable(folder: &Path) -> Result<Readable, StoreError> {
        let database = Self::database_in(folder);
        if !repair::has_database(&database) {
            return Err(StoreError::Unavailable(format!("{} does not exist", database.display())));
        }
        let (lock, database) = repair::lock(folder)?;
        let readable = file::beside(&database, READABLE);
        // a command that was killed leaves it
        remove_folder_if_present(&readable)?;
        let had_log = file::beside(&database, "-wal").exists();
        // dropped after the connection
        let trace = Trace { database: database.clone(), had_log };
        match check::open_unchanging(&database, schema::STEPS) {
            Ok((connection, rows)) => {
                let (found, known) = (schema::version(&connection)?, schema::version_of(schema::STEPS));
                if found < known {
                    return Err(StoreError::Unavailable(format!(
                        "the data is of version {found}; a server of this version migrates it to {known}"
                    )));
                }
                let store = Self::new(connection, rows.tail, Some(lock))?;
                Ok(Readable { store, problems: Vec::new(), _trace: Some(trace), _copy: None })
            }
            Err(StoreError::Damaged(damage)) => {
                let copy = ReadableCopy::create(readable, lock)?;
                let to = Self::database_in(&copy.folder);
                let problems = repair::copy_readable(&database, &to, schema::STEPS, &[])
                    .map_err(|error| repair::name_damage(&damage, error))?;
                let problems = repair::problems_or_file(problems, damage);
                let store = Self::open(&copy.folder)?;
                Ok(Readable { store, problems, _trace: None, _copy: Some(copy) })
            }
            Err(error) => Err(error),
        }
    }

    /// The journals with entries.
    ///
    /// # Errors
    /// [`StoreError`] as its variants say.
    pub(crate) fn journals(&self) -> Result<Vec<u64>, StoreError> {
        let mut select = self.connection.prepare("SELECT DISTINCT journal FROM journal")?;
        let moved = select.query_map((), |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
        let all: BTreeSet<u64> =
            moved.into_iter().chain(self.tail.journals()).map(i64::cast_unsigned).collect();
        Ok(all.into_iter().collect())
    }

    /// Creates the database in `folder` and fills it. If that fails, there is none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if there is a database already; those of `fill`.
    pub(crate) fn create_with<T, E: From<StoreError>>(
        folder: &Path,
        fill: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let (_lock, path) = repair::lock(folder)?;
        for path in [&path, &file::beside(&path, "-wal"), &file::beside(&path, file::MARK)] {
            if path.exists() {
                return Err(StoreError::Unavailable(format!("{} exists already", path.display())).into());
            }
        }
        let unfinished = file::beside(&path, UNFINISHED);
        file::remove_with_log(&unfinished)?;
        let filled = file::create(&unfinished, schema::STEPS)
            .map_err(E::from)
            .and_then(|()| Self::fill(&unfinished, fill))
            .and_then(|filled| {
                fs::rename(&unfinished, &path).map_err(super::error::at(&path))?;
                Ok(filled)
            });
        let filled = file::remove_if_failed(&unfinished, filled)?;
        file::sync_folder_of(&path)?;
        Ok(filled)
    }

    fn fill<T, E: From<StoreError>>(
        path: &Path,
        fill: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut store = Self::new(file::connect(path)?, Tail::default(), None)?;
        let filled = fill(&mut store)?;
        file::close_whole(store.connection, path)?;
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_store::{Durability, Store, Table, Write};

    fn player(key: u8) -> Write {
        Write::Set { table: Table::Players, key: vec![key], expected: 0, value: Some(vec![key; 900]) }
    }

    #[test]
    fn created_database_is_whole_although_closing_it_copies_no_log() {
        let folder = tempfile::tempdir().unwrap();
        Sqlite::create_with(folder.path(), |store| {
            // as when the disk is full
            store.keep_log()?;
            (0..100).try_for_each(|key| store.commit(&[player(key)], Durability::Process))
        })
        .unwrap();
        Sqlite::check(folder.path()).unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        assert!(store.get(Table::Players, &[99]).unwrap().is_some());
    }

    #[test]
    fn database_whose_log_cannot_be_copied_is_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let created = Sqlite::create_with(folder.path(), |store| {
            store.commit(&[player(1)], Durability::Process)?;
            // nothing is copied during a transaction
            Ok::<_, StoreError>(store.connection.execute_batch("BEGIN IMMEDIATE")?)
        });
        assert!(created.is_err(), "{created:?}");
        let left: Vec<_> = folder.path().read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(left, ["chuhe.lock"]);
    }
}
