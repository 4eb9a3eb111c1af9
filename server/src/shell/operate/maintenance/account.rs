//! `chuhe-server account`: what is stored of one player, as a file or erased.

use super::export::export_to;
use crate::halls;
use crate::shell::hall::accounts::stored_table::accounts_directory;
use crate::store::{Erased, ExportOptions, Exported, Sqlite, erase, find_players};
use anyhow::{Context, bail, ensure};
use chuhe_protocol::PlayerName;
use chuhe_store::Erasure;
use std::path::{Path, PathBuf};

/// Exports the account and the finished games of a player in `directory` to the new file `to`.
///
/// # Errors
/// If nobody has the name; those of [`export_to`].
pub fn export_account(directory: &Path, name: &PlayerName, to: &Path) -> anyhow::Result<Exported> {
    let mut erasure = Erasure::of(name);
    find_players(directory, &mut erasure)?;
    let players: Vec<_> = erasure.players().iter().copied().collect();
    let [player] = players[..] else { bail!("{} players have the name {name}", players.len()) };
    export_to(directory, to, ExportOptions { player: Some(player), ..ExportOptions::default() })
}

/// Erases a player from all data in `directory`: that of its halls, and the accounts that they share.
///
/// # Errors
/// If nobody has the name, a server uses the data, or the player sits at a table.
pub fn erase_account(directory: &Path, name: &PlayerName) -> anyhow::Result<Erased> {
    let folders = folders_in(directory)?;
    ensure!(!folders.is_empty(), "{} has no data", directory.display());
    let mut erasure = Erasure::of(name);
    // the shared accounts first: they say which names have changed
    for folder in folders.iter().rev() {
        find_players(folder, &mut erasure).with_context(|| folder.display().to_string())?;
    }
    let mut all = Erased::default();
    for folder in &folders {
        let Erased { deleted, changed } =
            erase(folder, &erasure).with_context(|| folder.display().to_string())?;
        all.deleted += deleted;
        all.changed += changed;
    }
    ensure!(all != Erased::default(), "nothing is stored of {name}");
    Ok(all)
}

/// The folders with databases, that of the shared accounts last: a command that was interrupted finds
/// the player's number there again.
fn folders_in(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = vec![directory.to_owned()];
    folders.extend(halls::directories_in(directory)?);
    folders.push(accounts_directory(directory));
    folders.retain(|folder| Sqlite::database_in(folder).exists());
    Ok(folders)
}
