//! `chuhe-server backup`: copies the database, also while a server uses it.
//!
//! A running server writes commits to a log beside the database file. During a backup it does not
//! copy that log into the file, so this process can copy the file as it was at the beginning,
//! however long that takes, and no commit waits for it.

use super::new_file::NewFile;
use crate::shell::operate::control::{ControlClient, ControlRequest, ControlResponse};
use crate::store::Sqlite;
use anyhow::{Context, bail, ensure};
use std::fs::File;
use std::io;
use std::path::Path;

/// Copies the database in `data` to the new file `to`, and checks the copy.
///
/// Returns the length of the copy, in bytes. It has everything that was committed before the call.
///
/// # Errors
/// If `to` exists, the database cannot be copied, or the copy is damaged. Nothing is created then.
pub fn back_up(data: &Path, to: &Path) -> anyhow::Result<u64> {
    ensure!(!to.exists(), "{} exists already", to.display());
    let database = Sqlite::database_in(data);
    let (copied, bytes) = match ControlClient::connect(data).context("cannot reach the running server")? {
        Some(mut server) => {
            let begun = server.request(&ControlRequest::BeginBackup)?;
            let ControlResponse::BackupBegun { bytes } = begun else {
                bail!("the server refuses: {begun:?}")
            };
            let copied = copy(&database, to, bytes)?;
            let ended = server.request(&ControlRequest::EndBackup)?;
            ensure!(ended == ControlResponse::Done, "the server has ended the backup: {ended:?}");
            (copied, bytes)
        }
        None => {
            // locked against a server that starts now
            let stopped = Sqlite::hold_stopped(data)?;
            (copy(&database, to, stopped.bytes())?, stopped.bytes())
        }
    };
    Sqlite::check_file(copied.path()).context("the copy is damaged, as the database may be; run check")?;
    copied.finish()?;
    Ok(bytes)
}

/// Copies the first `bytes` of a file to a new one, which is to become `to`.
fn copy(from: &Path, to: &Path, bytes: u64) -> anyhow::Result<NewFile> {
    let source = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    let mut target = NewFile::create(to)?;
    let copied = io::copy(&mut io::Read::take(source, bytes), target.file())?;
    ensure!(copied == bytes, "{} has only {copied} of {bytes} bytes", from.display());
    Ok(target)
}
