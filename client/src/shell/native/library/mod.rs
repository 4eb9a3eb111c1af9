//! Keeps the user's finished games in an SQLite file next to the settings.
//!
//! A thread of its own owns the file, so that the window never waits for the disk. A damaged file
//! is renamed and reported, and a new one begins.

mod database;
mod saving;
#[cfg(test)]
mod suite;
#[cfg(test)]
mod tests;

use super::mailbox::{Mailbox, Queue, Reporter};
use chuhe_model::exchange::files::{GAMES_FOLDER, file_name};
use chuhe_model::library::{
    ImportContent, ImportFailure, ImportFile, LibraryEvent, LibraryFailure, LibraryId, LibraryRequest,
    PgnCounts, import,
};
use chuhe_protocol::GameFilter;
use chuhe_records::formats::{Format, MAX_FILE_BYTES};
use database::{Database, DatabaseError};
use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The name of the file.
const FILE: &str = "library.db";
/// The most files of one name: damaged libraries, or exports.
const MAX_NUMBERED: usize = 1_000;

/// The library's thread, which starts with the first request.
#[derive(Debug)]
pub(super) struct LibraryThread {
    /// The folder of the settings, if the system has one.
    folder: Option<PathBuf>,
    requests: Option<Queue<LibraryRequest>>,
    events: Mailbox<LibraryEvent>,
}

impl LibraryThread {
    /// A library in this folder. The calling thread is unparked when there is an event to poll.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, requests: None, events: Mailbox::new() }
    }

    /// Queues a request.
    pub(super) fn request(&mut self, request: LibraryRequest) {
        let asked = request.asked();
        let queue = self.requests.take().map_or_else(|| self.start(), Ok);
        if let Err(error) = queue.and_then(|queue| self.requests.insert(queue).send(request)) {
            self.events.send(asked.failed(other(&error)));
        }
    }

    fn start(&self) -> io::Result<Queue<LibraryRequest>> {
        let none = || io::Error::new(io::ErrorKind::NotFound, "this system has no folder for user files");
        let folder = self.folder.clone().ok_or_else(none)?;
        let events = self.events.reporter();
        Queue::start("library", move |requests| {
            let mut library = Library { folder, database: None, events };
            requests.into_iter().for_each(|request| library.perform(request));
        })
    }

    /// Returns the next event.
    pub(super) fn poll(&mut self) -> Option<LibraryEvent> {
        self.events.poll()
    }

    /// Carries out what is queued, and closes the file.
    pub(super) fn close(&mut self) {
        self.requests = None;
    }
}

/// The state of the thread.
struct Library {
    folder: PathBuf,
    /// The file, once it is open.
    database: Option<Database>,
    events: Reporter<LibraryEvent>,
}

impl Library {
    fn perform(&mut self, request: LibraryRequest) {
        let asked = request.asked();
        let mut result = self.attempt(&request);
        if let Err(DatabaseError::Damaged(why)) = &result {
            tracing::warn!(%why, "the library is damaged; it is set aside");
            result =
                self.set_aside().map_err(|error| DatabaseError::Other(error.to_string())).and_then(|path| {
                    self.events.send(LibraryEvent::SetAside { path });
                    self.attempt(&request)
                });
        }
        match result {
            Ok(Some(event)) => self.events.send(event),
            Ok(None) => {}
            Err(error) => {
                let failure = match &error {
                    DatabaseError::TooNew => LibraryFailure::TooNew,
                    DatabaseError::Full => LibraryFailure::Full,
                    DatabaseError::Damaged(_) | DatabaseError::Other(_) => {
                        tracing::warn!(%error, "a request to the library failed");
                        other(&error)
                    }
                };
                self.events.send(asked.failed(failure));
            }
        }
    }

    fn database(&mut self) -> Result<&mut Database, DatabaseError> {
        let opened = match self.database.take() {
            Some(database) => database,
            None => {
                fs::create_dir_all(&self.folder).map_err(|error| DatabaseError::Other(error.to_string()))?;
                Database::open(&self.folder.join(FILE))?
            }
        };
        Ok(self.database.insert(opened))
    }

    fn attempt(&mut self, request: &LibraryRequest) -> Result<Option<LibraryEvent>, DatabaseError> {
        let records = self.folder.join(GAMES_FOLDER);
        let database = self.database()?;
        match request {
            LibraryRequest::Add(game) => database.add(game).map(|_| None),
            LibraryRequest::Import(file) => import_file(database, file).map(Some),
            LibraryRequest::List { number, filter, after } => {
                let (games, more) = database.list(filter, *after)?;
                Ok(Some(LibraryEvent::Page { number: *number, games, more }))
            }
            LibraryRequest::Open(id) => open(database, *id).map(Some),
            LibraryRequest::Save(game) => {
                let (copy, is_new) = database.save(game)?;
                Ok(Some(LibraryEvent::Saved { copy, is_new }))
            }
            LibraryRequest::Export { filter, name } => export(database, filter, &records, name).map(Some),
            LibraryRequest::Delete(id) => {
                let games = database.delete(&[*id])?;
                Ok(Some(LibraryEvent::Deleted { game: Some(*id), games }))
            }
            LibraryRequest::DeleteAll(filter) => {
                let found = database.matching(filter)?;
                Ok(Some(LibraryEvent::Deleted { game: None, games: database.delete(&found)? }))
            }
            LibraryRequest::Undelete => Ok(Some(LibraryEvent::Undeleted { games: database.undelete()? })),
        }
    }

    /// Renames the damaged file; returns its new path.
    fn set_aside(&mut self) -> io::Result<String> {
        self.database = None;
        let path = self.folder.join(FILE);
        let free = (1..=MAX_NUMBERED).map(|n| self.folder.join(format!("library.damaged-{n}.db")));
        let aside = free.into_iter().find(|path| !path.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
        fs::rename(&path, &aside)?;
        // the journal of a transaction that was cut short belongs to the damaged file
        let journal = |path: &Path| path.with_extension("db-journal");
        match fs::rename(journal(&path), journal(&aside)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        Ok(aside.display().to_string())
    }
}

/// Adds the games of a file.
fn import_file(database: &mut Database, file: &ImportFile) -> Result<LibraryEvent, DatabaseError> {
    let bytes = match &file.content {
        ImportContent::Bytes(bytes) => Ok(Cow::Borrowed(&bytes[..])),
        ImportContent::Path(path) => read_whole(path).map(Cow::Owned),
    };
    let result = match bytes {
        Ok(bytes) => {
            import(&file.name, &bytes, |games| database.add_all(games))?.map_err(ImportFailure::Unreadable)
        }
        Err(error) => Err(ImportFailure::System(error.to_string())),
    };
    Ok(LibraryEvent::Imported { file: file.name.clone(), result })
}

/// Reads a file; of a longer one than is read, as much as shows it.
fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    // reading anything else, such as a pipe, may block or never end
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open(database: &Database, id: LibraryId) -> Result<LibraryEvent, DatabaseError> {
    Ok(match database.record(id)? {
        Some(stored) => {
            LibraryEvent::Opened { game: id, file: stored.file(), user: stored.user, record: stored.record }
        }
        None => LibraryEvent::Failed { list: None, failure: LibraryFailure::NoSuchGame },
    })
}

/// Writes the games into a new PGN file. A game that PGN cannot hold is left out.
fn export(
    database: &Database,
    filter: &GameFilter,
    folder: &Path,
    name: &str,
) -> Result<LibraryEvent, DatabaseError> {
    let system = |error: io::Error| DatabaseError::Other(error.to_string());
    // the core sends clean names; checked again so that no path leaves the folder
    let name = file_name(name).ok_or(io::ErrorKind::InvalidInput.into()).map_err(system)?;
    fs::create_dir_all(folder).map_err(system)?;
    let (path, file) = new_file(folder, &name).map_err(system)?;
    let mut output = BufWriter::new(file);
    let mut counts = PgnCounts::default();
    let written = database.for_each_record(filter, |stored| {
        let Some(record) = counts.take(stored) else { return Ok(()) };
        output.write_all(&record).and_then(|()| output.write_all(b"\n")).map_err(system)
    });
    let written = written.and_then(|()| output.flush().map_err(system));
    if written.is_err() || counts.games == 0 {
        // half a file would look like a whole one
        let _ = fs::remove_file(&path);
    }
    written?;
    if counts.are_none() {
        return Ok(LibraryEvent::Failed { list: None, failure: LibraryFailure::NothingToExport });
    }
    Ok(LibraryEvent::Exported { path: path.display().to_string(), counts })
}

/// Creates a file of this name, with a number if there is one already.
fn new_file(folder: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    for n in 1..=MAX_NUMBERED {
        let number = if n == 1 { String::new() } else { format!(" ({n})") };
        let path = folder.join(format!("{name}{number}.{}", Format::Pgn.extension()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn other(error: &dyn std::fmt::Display) -> LibraryFailure {
    LibraryFailure::Other(error.to_string())
}
