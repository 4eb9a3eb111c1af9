//! Keeps the user's finished games in the browser: one text a game.
//!
//! The name of a text has the origin of its game, so that pages that run at the same time keep each
//! game once and share no list. The index is read with the first request. A game that cannot be read is
//! set aside.

use super::{MAX_SET_ASIDE, Refused, SET_ASIDE, Storage, rename};
use crate::shell::kept::files::Download;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chuhe_model::exchange::files::file_name;
use chuhe_model::library::{
    ImportContent, ImportFailure, ImportFile, LATEST_MS, LibraryEvent, LibraryFailure, LibraryGame,
    LibraryId, LibraryRequest, Matching, NewGame, PAGE, PgnCounts, StoredRecord, Summary, code_of_kind,
    code_of_result, code_of_user, import, keys_of, kind_of_code, result_of_code, user_of_code,
};
use chuhe_protocol::GameFilter;
use chuhe_records::formats::{self, Format};
use chuhe_rules::PerColor;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;

/// Where the names of all versions begin; the version and the origin of the game follow.
const ROOT: &str = "chuhe.library.";
/// The version of the names and texts.
const VERSION: u32 = 1;
/// The most games. The browser has no space for as many as a disk.
pub const MAX_KEPT_GAMES: usize = 2_000;
/// The most bytes of all games: the settings and the game without a server need space, too.
pub const MAX_KEPT_BYTES: usize = 3 << 20;

/// The library, which reads its games with the first request.
#[derive(Debug)]
pub struct Library<S> {
    storage: S,
    index: Index,
    /// The numbers, names and texts of the games that were deleted last.
    deleted: Vec<(i64, String, String)>,
    events: VecDeque<LibraryEvent>,
}

/// The games that were read.
#[derive(Debug, Default)]
struct Index {
    /// By end and number, which is the order of lists.
    games: BTreeMap<(u64, i64), Entry>,
    /// The names of the texts, with the places of their games; `None` if a text cannot be read.
    keys: BTreeMap<String, Option<(u64, i64)>>,
    /// The highest number.
    last: i64,
    /// The bytes of all texts and their names.
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    key: String,
    bytes: usize,
    /// Tells whether another page has replaced the text.
    hash: u64,
    summary: Summary,
    /// The keys of its positions, once they are needed.
    positions: Option<BTreeSet<u64>>,
}

/// What stands before the record of a game, in a line of its own.
#[derive(Serialize, Deserialize)]
struct Header {
    number: i64,
    kind: i64,
    red: String,
    black: String,
    user: i64,
    result: i64,
    plies: u16,
    ended_at_ms: u64,
    extension: String,
    /// The record is not text, but Base64 of its bytes.
    #[serde(default)]
    base64: bool,
}

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("a newer version of the program wrote the library")]
    TooNew,
    #[error("there is no space for another game")]
    Full,
    #[error("this is no name of a file")]
    BadName,
}

impl From<Failure> for LibraryFailure {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::TooNew => Self::TooNew,
            Failure::Full => Self::Full,
            Failure::BadName => Self::Other(failure.to_string()),
        }
    }
}

impl<S: Storage> Library<S> {
    /// The library in this storage.
    pub fn new(storage: S) -> Self {
        Self { storage, index: Index::default(), deleted: Vec::new(), events: VecDeque::new() }
    }

    /// Carries out a request, and returns the file that is to leave the page.
    pub fn request(&mut self, request: LibraryRequest) -> Option<Download> {
        let asked = request.asked();
        let (event, download) = match self.attempt(request) {
            Ok((event, download)) => (event, download),
            Err(error) => {
                tracing::warn!(%error, "a request to the library failed");
                (Some(asked.failed(error.into())), None)
            }
        };
        self.events.extend(event);
        download
    }

    /// Returns the next event.
    pub fn poll(&mut self) -> Option<LibraryEvent> {
        self.events.pop_front()
    }

    fn attempt(
        &mut self,
        request: LibraryRequest,
    ) -> Result<(Option<LibraryEvent>, Option<Download>), Failure> {
        self.refresh()?;
        match request {
            LibraryRequest::Add(game) => self.add(*game).map(|_| (None, None)),
            LibraryRequest::Import(file) => Ok((Some(self.import(*file)), None)),
            LibraryRequest::List { number, filter, after } => {
                let mut found = self.find(&filter, after, PAGE + 1);
                let more = found.len() > PAGE;
                found.truncate(PAGE);
                let games = found.into_iter().map(|place| self.listed(place)).collect();
                Ok((Some(LibraryEvent::Page { number, games, more }), None))
            }
            LibraryRequest::Open(id) => Ok((Some(self.open(id)), None)),
            LibraryRequest::Save(game) => Ok((Some(self.save(*game)?), None)),
            LibraryRequest::Export { filter, name } => self.export(&filter, &name),
            LibraryRequest::Delete(id) => {
                let place = self.index.games.keys().find(|(_, number)| *number == id.0).copied();
                let games = self.delete(place);
                Ok((Some(LibraryEvent::Deleted { game: Some(id), games }), None))
            }
            LibraryRequest::DeleteAll(filter) => {
                let found = self.find(&filter, None, usize::MAX);
                let games = self.delete(found);
                Ok((Some(LibraryEvent::Deleted { game: None, games }), None))
            }
            LibraryRequest::Undelete => {
                let games = self.undelete()?;
                Ok((Some(LibraryEvent::Undeleted { games }), None))
            }
        }
    }

    /// Reads the games that are new or replaced since the last request, all at first, and forgets those that are gone.
    fn refresh(&mut self) -> Result<(), Failure> {
        let current = format!("{ROOT}{VERSION}.");
        let (mut keys, mut new) = (BTreeSet::new(), Vec::new());
        for key in self.storage.keys(ROOT) {
            if key.starts_with(&current) {
                if !self.index.keys.contains_key(&key) {
                    new.push(key.clone());
                }
                keys.insert(key);
            } else if version_of(&key).is_some_and(|version| version > VERSION) {
                return Err(Failure::TooNew);
            }
        }
        new.extend(self.reread());
        let gone: Vec<String> = self.index.keys.keys().filter(|key| !keys.contains(*key)).cloned().collect();
        gone.iter().for_each(|key| self.index.forget(key));
        let (mut games, mut damaged) = (Vec::new(), Vec::new());
        for key in new {
            let Some(text) = self.storage.get(&key) else { continue };
            match parse(&text) {
                Some((number, summary, _)) => games.push((number, key, text, summary)),
                None => damaged.push(key),
            }
        }
        // pages that ran at the same time may have given a number twice
        games.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        for (number, key, text, summary) in games {
            self.index.insert(number, key, &text, summary, None);
        }
        self.set_aside(&damaged);
        Ok(())
    }

    /// Reads the games again that another page has replaced, under the numbers that they have here. Returns the names of
    /// those that cannot be read any more, and forgets them.
    fn reread(&mut self) -> Vec<String> {
        let (mut changed, mut unreadable) = (Vec::new(), Vec::new());
        for ((_, number), entry) in &self.index.games {
            let Some(text) = self.storage.get(&entry.key).filter(|text| hash_of(text) != entry.hash) else {
                continue;
            };
            match parse(&text) {
                Some((_, summary, _)) => changed.push((*number, entry.key.clone(), text, summary)),
                None => unreadable.push(entry.key.clone()),
            }
        }
        for (number, key, text, summary) in changed {
            self.index.forget(&key);
            self.index.put(number, key, &text, summary, None);
        }
        unreadable.iter().for_each(|key| self.index.forget(key));
        unreadable
    }

    /// Sets texts aside that cannot be read, and reports how many.
    fn set_aside(&mut self, damaged: &[String]) {
        if damaged.is_empty() {
            return;
        }
        let names = (1..=MAX_SET_ASIDE).map(|n| format!("{SET_ASIDE}library-{n}."));
        let aside = names.into_iter().find(|aside| self.storage.keys(aside).is_empty());
        for key in damaged {
            let renamed = aside.as_ref().ok_or(Refused).and_then(|aside| {
                let origin = key.splitn(4, '.').last().unwrap_or_default();
                rename(&self.storage, key, &format!("{aside}{origin}"))
            });
            if renamed.is_err() {
                // it stays, and is not reported again
                self.index.keys.insert(key.clone(), None);
            }
        }
        tracing::warn!(games = damaged.len(), "games of the library cannot be read");
        self.events.push_back(LibraryEvent::GamesSetAside { games: damaged.len() });
    }

    /// Adds the games of a file.
    fn import(&mut self, ImportFile { name, content }: ImportFile) -> LibraryEvent {
        let result = match content {
            ImportContent::Bytes(bytes) => {
                let add = |games: &[NewGame]| games.iter().map(|game| self.add(game.clone())).collect();
                match import(&name, &bytes, add) {
                    Ok(result) => result.map_err(ImportFailure::Unreadable),
                    Err(failure) => Err(ImportFailure::Library(failure.into())),
                }
            }
            // a page has no paths
            ImportContent::Path(_) => Err(ImportFailure::System(io::ErrorKind::Unsupported.to_string())),
        };
        LibraryEvent::Imported { file: name, result }
    }

    /// Keeps a game, unless one of the same origin is kept; returns whether it is new.
    fn add(&mut self, game: NewGame) -> Result<bool, Failure> {
        let NewGame { origin, mut summary, record, extension, positions } = game;
        let key = format!("{ROOT}{VERSION}.{origin}");
        if self.index.keys.contains_key(&key) {
            return Ok(false);
        }
        summary.ended_at_ms = summary.ended_at_ms.min(LATEST_MS);
        let number = self.index.last + 1;
        let text = text_of(number, &summary, &record, extension);
        // the oldest game stays: nobody would know that it is gone
        if self.index.games.len() >= MAX_KEPT_GAMES
            || self.index.bytes + key.len() + text.len() > MAX_KEPT_BYTES
        {
            return Err(Failure::Full);
        }
        self.storage.set(&key, &text).map_err(|Refused| Failure::Full)?;
        self.index.insert(number, key, &text, summary, Some(positions.into_iter().collect()));
        Ok(true)
    }

    /// The places of the games that match after this one, latest first, at most `most`.
    fn find(&mut self, filter: &GameFilter, after: Option<(u64, LibraryId)>, most: usize) -> Vec<(u64, i64)> {
        let Some(matching) = Matching::parse(filter) else { return Vec::new() };
        let end = after.map_or((LATEST_MS, i64::MAX), |(end, id)| (end.min(LATEST_MS), id.0));
        let storage = &self.storage;
        let games = self.index.games.range_mut(..end).rev();
        let found = games.filter(|(_, entry)| matching.is_met_by(&entry.summary));
        let found = found.filter_map(|(place, entry)| {
            let has = matching.position.is_none_or(|key| entry.positions(storage).contains(&key));
            has.then_some(*place)
        });
        found.take(most).collect()
    }

    fn listed(&self, place: (u64, i64)) -> LibraryGame {
        LibraryGame { id: LibraryId(place.1), summary: self.index.games[&place].summary.clone() }
    }

    fn open(&self, id: LibraryId) -> LibraryEvent {
        let entry = self.index.games.iter().find(|((_, number), _)| *number == id.0).map(|(_, entry)| entry);
        match entry.and_then(|entry| record_of(&self.storage, &entry.key)) {
            Some(stored) => LibraryEvent::Opened {
                game: id,
                file: stored.file(),
                user: stored.user,
                record: stored.record,
            },
            None => LibraryEvent::Failed { list: None, failure: LibraryFailure::NoSuchGame },
        }
    }

    /// Deletes the games of these places, and returns how many there were. This needs no space. They can be brought back
    /// until games are deleted again.
    fn delete(&mut self, places: impl IntoIterator<Item = (u64, i64)>) -> usize {
        self.deleted.clear();
        let mut deleted = 0;
        for place in places {
            let Some(entry) = self.index.games.get(&place) else { continue };
            let key = entry.key.clone();
            let text = self.storage.get(&key);
            self.storage.remove(&key);
            self.index.forget(&key);
            self.deleted.extend(text.map(|text| (place.1, key, text)));
            deleted += 1;
        }
        deleted
    }

    /// Brings the games back that were deleted last, but those that have come again meanwhile; returns how many.
    ///
    /// # Errors
    /// [`Failure::Full`] if there is no space for any of them; of those for which there is none later, the rest can be brought
    /// back afterwards.
    fn undelete(&mut self) -> Result<usize, Failure> {
        let mut games = 0;
        while let Some((number, key, text)) = self.deleted.pop() {
            let Some((_, summary, _)) = parse(&text).filter(|_| !self.index.keys.contains_key(&key)) else {
                continue;
            };
            let is_full = self.index.games.len() >= MAX_KEPT_GAMES
                || self.index.bytes + key.len() + text.len() > MAX_KEPT_BYTES;
            if is_full || self.storage.set(&key, &text).is_err() {
                self.deleted.push((number, key, text));
                return if games > 0 { Ok(games) } else { Err(Failure::Full) };
            }
            self.index.put(number, key, &text, summary, None);
            games += 1;
        }
        Ok(games)
    }

    /// Puts the games into one PGN file. A game that PGN cannot hold is left out.
    fn export(
        &mut self,
        filter: &GameFilter,
        name: &str,
    ) -> Result<(Option<LibraryEvent>, Option<Download>), Failure> {
        let name = file_name(name).ok_or(Failure::BadName)?;
        let (mut bytes, mut counts) = (Vec::new(), PgnCounts::default());
        for place in self.find(filter, None, usize::MAX) {
            let Some(stored) = record_of(&self.storage, &self.index.games[&place].key) else { continue };
            if let Some(record) = counts.take(stored) {
                bytes.extend(record);
                bytes.push(b'\n');
            }
        }
        if counts.are_none() {
            let failure = LibraryFailure::NothingToExport;
            return Ok((Some(LibraryEvent::Failed { list: None, failure }), None));
        }
        let file = format!("{name}.{}", Format::Pgn.extension());
        let exported = LibraryEvent::Exported { path: file.clone(), counts };
        Ok((Some(exported), (counts.games > 0).then(|| Download::file(file, bytes))))
    }
}

impl Index {
    /// Adds a game under its number, or the next one if that is taken.
    fn insert(
        &mut self,
        number: i64,
        key: String,
        text: &str,
        summary: Summary,
        positions: Option<BTreeSet<u64>>,
    ) {
        let number = number.max(self.last + 1);
        self.last = number;
        self.put(number, key, text, summary, positions);
    }

    /// Adds a game under this number, which no other has.
    fn put(
        &mut self,
        number: i64,
        key: String,
        text: &str,
        summary: Summary,
        positions: Option<BTreeSet<u64>>,
    ) {
        let (place, bytes) = ((summary.ended_at_ms, number), key.len() + text.len());
        self.bytes += bytes;
        self.keys.insert(key.clone(), Some(place));
        self.games.insert(place, Entry { key, bytes, hash: hash_of(text), summary, positions });
    }

    fn forget(&mut self, key: &str) {
        let place = self.keys.remove(key).flatten();
        if let Some(entry) = place.and_then(|place| self.games.remove(&place)) {
            self.bytes -= entry.bytes;
        }
    }
}

impl Entry {
    fn positions(&mut self, storage: &impl Storage) -> &BTreeSet<u64> {
        self.positions.get_or_insert_with(|| {
            let stored = record_of(storage, &self.key);
            let reading = stored.and_then(|stored| formats::read(&stored.record, stored.format()).ok());
            let game = reading.and_then(|reading| reading.games.into_iter().next());
            game.map(|game| keys_of(&game.tree).into_iter().collect()).unwrap_or_default()
        })
    }
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The version in the name of a text.
fn version_of(key: &str) -> Option<u32> {
    key.strip_prefix(ROOT)?.split_once('.')?.0.parse().ok()
}

fn text_of(number: i64, summary: &Summary, record: &[u8], extension: String) -> String {
    let text = std::str::from_utf8(record);
    let header = Header {
        number,
        kind: code_of_kind(summary.kind),
        red: summary.names.red.clone(),
        black: summary.names.black.clone(),
        user: code_of_user(summary.user),
        result: code_of_result(summary.result),
        plies: summary.plies,
        ended_at_ms: summary.ended_at_ms,
        extension,
        base64: text.is_err(),
    };
    let header = serde_json::to_string(&header).expect("numbers and texts are JSON");
    let record = text.map_or_else(|_| STANDARD_NO_PAD.encode(record), ToOwned::to_owned);
    format!("{header}\n{record}")
}

/// The number, the summary and the record of a text.
fn parse(text: &str) -> Option<(i64, Summary, StoredRecord)> {
    let (header, record) = text.split_once('\n')?;
    let header: Header = serde_json::from_str(header).ok()?;
    let record =
        if header.base64 { STANDARD_NO_PAD.decode(record).ok()? } else { record.as_bytes().to_vec() };
    let names = PerColor::new(header.red, header.black);
    let summary = Summary {
        kind: kind_of_code(header.kind)?,
        names: names.clone(),
        user: user_of_code(header.user)?,
        result: result_of_code(header.result)?,
        plies: header.plies,
        ended_at_ms: header.ended_at_ms.min(LATEST_MS),
    };
    let is_number = (1..i64::MAX).contains(&header.number);
    let stored = StoredRecord { names, user: summary.user, extension: header.extension, record };
    is_number.then_some((header.number, summary, stored))
}

fn record_of(storage: &impl Storage, key: &str) -> Option<StoredRecord> {
    storage.get(key).and_then(|text| parse(&text)).map(|(_, _, stored)| stored)
}

mod saving;
#[cfg(test)]
mod tests;
