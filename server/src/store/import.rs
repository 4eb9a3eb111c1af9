//! Imports an export into an empty directory, whole or not at all.

use super::Sqlite;
use super::export::{ExportLine, VERSION};
use chuhe_hub::{PasswordHash, Record, StoredGame, UNMATCHABLE_HASH};
use chuhe_protocol::GameId;
use chuhe_store::values::text::TextValue;
use chuhe_store::{
    Durability, Store, StoreError, Table, Write, decode_entry, decode_listed, decode_player, write_of,
};
use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::path::Path;

/// The longest line, in bytes: more than the longest value takes as text.
const LINE_BYTES: u64 = 1 << 20;
/// Writes that are committed at once.
const BATCH: usize = 1_000;
/// The end of the numbers of players and games.
const NUMBERS_END: u64 = 1 << 53;

/// Why an import failed. Nothing is imported then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A line cannot be imported.
    #[error("line {line}: {why}")]
    Line {
        /// The number of the line, from 1 on.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// The text cannot be read.
    #[error("cannot read: {0}")]
    Input(#[from] io::Error),
    /// The store cannot be created.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of players.
    pub players: u64,
    /// The number of games.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// The number of entries in the lists of finished games.
    pub listed: u64,
}

/// Imports an export into `folder`, which must have no database.
///
/// Every value is decoded and every game is replayed.
///
/// # Errors
/// [`ImportError`]; `folder` has no database then.
pub fn import(folder: &Path, input: &mut dyn BufRead) -> Result<Imported, ImportError> {
    Sqlite::create_with(folder, |store| {
        let mut import = Import::default();
        let mut text = Vec::new();
        loop {
            import.line += 1;
            text.clear();
            io::Read::take(&mut *input, LINE_BYTES).read_until(b'\n', &mut text)?;
            if text.is_empty() {
                return import.finish();
            }
            import.take(store, &text).map_err(|why| ImportError::Line { line: import.line, why })?;
        }
    })
}

/// The progress of an import.
#[derive(Default)]
struct Import {
    line: u64,
    begun: bool,
    ended: bool,
    imported: Imported,
    /// The game whose events are being read.
    game: Option<StoredGame>,
    games: BTreeSet<u64>,
    writes: Vec<Write>,
}

impl Import {
    /// Imports a line.
    fn take(&mut self, store: &mut Sqlite, text: &[u8]) -> Result<(), String> {
        if !text.ends_with(b"\n") {
            return Err("the line is too long or has no end".to_owned());
        }
        let line: ExportLine = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if self.ended {
            return Err("there is more after the end".to_owned());
        }
        if matches!(line, ExportLine::ChuheExport { .. }) == self.begun {
            return Err("the version must be in the first line, and only there".to_owned());
        }
        if !matches!(line, ExportLine::Event { .. }) {
            self.finish_game()?;
        }
        match line {
            ExportLine::ChuheExport { version: VERSION } => self.begun = true,
            ExportLine::ChuheExport { version } => {
                return Err(format!("version {version} of the format is unknown; this is version {VERSION}"));
            }
            ExportLine::Player { id, registered, value } => {
                self.set(Table::Players, number(id)?, player(registered, value)?);
                self.imported.players += 1;
            }
            ExportLine::Game { id, running } => self.begin_game(id, running)?,
            ExportLine::Event { n, value } => self.event(n, value)?,
            ExportLine::Listed { player, game, value } => {
                let (value, summary) = checked(value, decode_listed)?;
                if summary.game.0 != game || !self.games.contains(&game) {
                    return Err(format!("game {game} is not in this export"));
                }
                self.set(Table::PlayerGames, [number(player)?, number(game)?].concat(), value);
                self.imported.listed += 1;
            }
            ExportLine::End { players, games, events, listed } => {
                if self.imported != (Imported { players, games, events, listed }) {
                    return Err("lines are missing: the counts differ".to_owned());
                }
                self.ended = true;
            }
        }
        if self.ended || self.writes.len() >= BATCH {
            let writes = std::mem::take(&mut self.writes);
            store.commit(&writes, Durability::Process).map_err(|error| {
                if matches!(error, StoreError::Conflict { .. }) {
                    "a player or game up to here is there twice".to_owned()
                } else {
                    error.to_string()
                }
            })?;
        }
        Ok(())
    }

    fn set(&mut self, table: Table, key: Vec<u8>, value: Vec<u8>) {
        self.writes.push(Write::Set { table, key, expected: 0, value: Some(value) });
    }

    fn begin_game(&mut self, id: u64, running: bool) -> Result<(), String> {
        number(id)?;
        if !self.games.insert(id) {
            return Err(format!("game {id} is there twice"));
        }
        if running {
            let room = Record::Room { game: GameId(id), revision: 0, is_open: true };
            self.writes.push(write_of(&room).map_err(|error| error.to_string())?);
        }
        let (game, entries, notified) = (GameId(id), Vec::new(), Vec::new());
        self.game = Some(StoredGame { game, revision: 0, entries, damage: None, notified });
        self.imported.games += 1;
        Ok(())
    }

    fn event(&mut self, n: u32, value: TextValue) -> Result<(), String> {
        let (value, entry) = checked(value, decode_entry)?;
        let game = self.game.as_mut().ok_or("an event without its game")?;
        if usize::try_from(n) != Ok(game.entries.len()) {
            return Err(format!("event {n} where {} is due", game.entries.len()));
        }
        game.entries.push(entry);
        self.writes.push(Write::Append { journal: game.game.0, n, value });
        self.imported.events += 1;
        Ok(())
    }

    /// Replays the game whose events have been read.
    fn finish_game(&mut self) -> Result<(), String> {
        let Some(game) = self.game.take() else { return Ok(()) };
        let id = game.game;
        game.replay().map_err(|why| format!("game {id}, which ends before this line, is not a game: {why}"))
    }

    fn finish(&self) -> Result<Imported, ImportError> {
        if self.ended {
            return Ok(self.imported);
        }
        Err(ImportError::Line { line: self.line, why: "the export ends before its last line".to_owned() })
    }
}

/// Encodes a value that must be of one kind, and decodes it.
fn checked<T>(
    value: TextValue,
    decode: impl FnOnce(&[u8]) -> Result<T, StoreError>,
) -> Result<(Vec<u8>, T), String> {
    let bytes = value.encode().map_err(|error| error.to_string())?;
    let decoded = decode(&bytes).map_err(|error| error.to_string())?;
    Ok((bytes, decoded))
}

/// Encodes a player. A name that is registered without a password gets a hash that no password
/// matches: without any hash, the player would be a guest, and the name soon be free.
fn player(registered: bool, value: TextValue) -> Result<Vec<u8>, String> {
    let (bytes, mut row) = checked(value, decode_player)?;
    match (registered, &row.password) {
        (true, Some(_)) | (false, None) => Ok(bytes),
        (true, None) => {
            row.password = Some(PasswordHash(UNMATCHABLE_HASH.to_owned()));
            TextValue::from(&row).encode().map_err(|error| error.to_string())
        }
        (false, Some(_)) => Err("a player with a password whose name is not registered".to_owned()),
    }
}

/// The key of a player or game.
fn number(number: u64) -> Result<Vec<u8>, String> {
    if number < NUMBERS_END {
        Ok(number.to_be_bytes().to_vec())
    } else {
        Err(format!("{number} is no number of a player or game"))
    }
}
