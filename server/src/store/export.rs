//! Exports players and games as text: one JSON object a line.
//!
//! The first line has the version of the format, the last one counts what is between them. Values
//! are those of [`chuhe_store::values`], by the names of their types, so an import stores the same bytes again.

use super::Sqlite;
use super::verify::for_each_key;
use chuhe_protocol::{GameSummary, PlayerId, limits};
use chuhe_store::values::text::TextValue;
use chuhe_store::{Store, StoreError, Table, decode_entry, decode_listed, decode_player};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

/// The version of the format.
pub(super) const VERSION: u32 = 3;

/// A line of an export.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ExportLine {
    /// The first line.
    #[serde(rename = "chuhe-export")]
    ChuheExport { version: u32 },
    /// A player. `registered`: the name is registered, also if the value has no password.
    Player { id: u64, registered: bool, value: TextValue },
    /// A game, whose events follow. `running`: its players may continue it.
    Game { id: u64, running: bool },
    /// An event of the game before it.
    Event { n: u32, value: TextValue },
    /// A finished game in the list of a player.
    Listed { player: u64, game: u64, value: TextValue },
    /// The last line.
    End { players: u64, games: u64, events: u64, listed: u64 },
}

/// What an export contains besides players and finished games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// The hashes of passwords. Without them, nobody can log in to an imported account, and its name
    /// stays registered.
    pub passwords: bool,
    /// All other games: running ones, and those that ended before both players had moved. They have
    /// formations that no opponent may see.
    pub all_games: bool,
    /// When a game must have ended, if not at any time.
    pub ended: Option<EndedRange>,
    /// The player whose account and finished games are exported, if not all.
    pub player: Option<PlayerId>,
}

/// A range of times at which games ended, in milliseconds since the Unix epoch.
///
/// With one, an export has only games in the lists of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedRange {
    /// The first moment of the range.
    pub from_ms: u64,
    /// The first moment after the range.
    pub before_ms: u64,
}

/// What an export contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The number of players.
    pub players: u64,
    /// The number of games.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// The number of entries in the lists of finished games.
    pub listed: u64,
    /// What cannot be read and is left out, one line each.
    pub left_out: Vec<String>,
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The text cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// Writes the players and games of the store in `folder`, which no server uses, to `output`. `progress` receives the number of games that
/// were written, and that there are.
///
/// # Errors
/// Those of the store and of `output`. A value that cannot be decoded is left out.
pub fn export(
    folder: &Path,
    options: ExportOptions,
    output: &mut dyn Write,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    let mut readable = Sqlite::open_readable(folder)?;
    let left_out = readable.problems.iter().map(ToString::to_string).collect();
    let mut exported = Exported { left_out, ..Exported::default() };
    let store = &mut readable.store;
    write_line(output, &ExportLine::ChuheExport { version: VERSION })?;
    export_players(store, options, output, &mut exported)?;
    let mut listed = listed_games(store, options.ended, &mut exported)?;
    listed.retain(|(owner, ..)| options.player.is_none_or(|player| player.0 == *owner));
    let running = running_games(store)?;
    let games: BTreeSet<u64> = listed.iter().map(|(_, game, _)| *game).collect();
    let journals = store.journals()?;
    let chosen: Vec<u64> = journals
        .into_iter()
        .filter(|game| {
            options.all_games && options.ended.is_none() && options.player.is_none()
                || games.contains(game) && !running.contains(game)
        })
        .collect();
    let mut written = BTreeSet::new();
    for (done, game) in (1..).zip(&chosen) {
        if export_game(store, (*game, running.contains(game)), output, &mut exported)? {
            written.insert(*game);
        }
        progress(done, chosen.len() as u64);
    }
    for (player, game, value) in listed {
        if written.contains(&game) {
            write_line(output, &ExportLine::Listed { player, game, value })?;
            exported.listed += 1;
        }
    }
    let Exported { players, games, events, listed, left_out: _ } = exported;
    write_line(output, &ExportLine::End { players, games, events, listed })?;
    Ok(exported)
}

fn write_line(output: &mut dyn Write, line: &ExportLine) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")
}

fn export_players(
    store: &mut Sqlite,
    options: ExportOptions,
    output: &mut dyn Write,
    exported: &mut Exported,
) -> Result<(), ExportError> {
    let mut players = Vec::new();
    for_each_key(store, Table::Players, |key, value| {
        match (number(key), decode_player(value)) {
            (Some(id), Ok(row)) => players.push((id, row)),
            (Some(id), Err(why)) => exported.left_out.push(format!("player {id}: {why}")),
            (None, _) => exported.left_out.push("a player whose number cannot be read".to_owned()),
        }
        Ok(())
    })?;
    let is_chosen = |id: u64| options.player.is_none_or(|player| player.0 == id);
    for (id, mut row) in players.into_iter().filter(|(id, _)| is_chosen(*id)) {
        let registered = row.password.is_some();
        row.password = row.password.filter(|_| options.passwords);
        write_line(output, &ExportLine::Player { id, registered, value: TextValue::from(&row) })?;
        exported.players += 1;
    }
    Ok(())
}

/// The entries of the lists of finished games in a range of time: player, game and value.
fn listed_games(
    store: &mut Sqlite,
    ended: Option<EndedRange>,
    exported: &mut Exported,
) -> Result<Vec<(u64, u64, TextValue)>, StoreError> {
    let is_in_range = |summary: &GameSummary| {
        ended.is_none_or(|range| (range.from_ms..range.before_ms).contains(&summary.ended_at_ms))
    };
    let mut listed = Vec::new();
    for_each_key(store, Table::PlayerGames, |key, value| {
        let numbers =
            key.split_at_checked(8).and_then(|(player, game)| Some((number(player)?, number(game)?)));
        match (numbers, decode_listed(value)) {
            (_, Ok(summary)) if !is_in_range(&summary) => {}
            (Some((player, game)), Ok(summary)) => listed.push((player, game, TextValue::from(&summary))),
            (_, Err(why)) => exported.left_out.push(format!("a finished game in a list: {why}")),
            (None, Ok(summary)) => exported.left_out.push(format!("game {} in a list", summary.game)),
        }
        Ok(())
    })?;
    Ok(listed)
}

fn running_games(store: &mut Sqlite) -> Result<BTreeSet<u64>, StoreError> {
    let mut running = BTreeSet::new();
    for_each_key(store, Table::Games, |key, _| {
        running.extend(number(key));
        Ok(())
    })?;
    Ok(running)
}

/// Writes a game with its events, unless one of them cannot be read.
fn export_game(
    store: &mut Sqlite,
    (id, running): (u64, bool),
    output: &mut dyn Write,
    exported: &mut Exported,
) -> Result<bool, ExportError> {
    let events: Result<Vec<TextValue>, StoreError> = store
        .read(id, 0, limits::GAME_EVENTS + 1)?
        .iter()
        .map(|value| decode_entry(value).map(|entry| TextValue::from(&entry)))
        .collect();
    let events = match events {
        Ok(events) => events,
        Err(why) => {
            exported.left_out.push(format!("game {id}: {why}"));
            return Ok(false);
        }
    };
    write_line(output, &ExportLine::Game { id, running })?;
    exported.games += 1;
    for (n, value) in (0..).zip(events) {
        write_line(output, &ExportLine::Event { n, value })?;
        exported.events += 1;
    }
    Ok(true)
}

fn number(key: &[u8]) -> Option<u64> {
    key.try_into().map(u64::from_be_bytes).ok()
}
