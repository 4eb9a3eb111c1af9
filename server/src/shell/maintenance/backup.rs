//! `chuhe-server backup`: copies the database, also while a server uses it.
//!
//! A running server writes commits to a log beside the database file. During a backup it does not
//! copy that log into the file, so this process can copy the file as it was at the beginning,
//! however long that takes, and no commit waits for it.

use crate::shell::control::{ControlClient, ControlRequest, ControlResponse};
use crate::store::Sqlite;
use anyhow::{Context, bail, ensure};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The suffix of a backup that is not whole yet.
const UNFINISHED: &str = ".partial";

/// Copies the database in `data` to the new file `to`, and checks the copy.
///
/// Returns the length of the copy, in bytes. It has everything that was committed before the call.
///
/// # Errors
/// If `to` exists, the database cannot be copied, or the copy is damaged; `to` does not exist then.
pub fn back_up(data: &Path, to: &Path) -> anyhow::Result<u64> {
    ensure!(!to.exists(), "{} exists already", to.display());
    let partial = Partial(beside(to, UNFINISHED));
    let database = Sqlite::database_in(data);
    let bytes = match ControlClient::connect(data).context("cannot reach the running server")? {
        Some(mut server) => {
            let begun = server.request(&ControlRequest::BeginBackup)?;
            let ControlResponse::BackupBegun { bytes } = begun else {
                bail!("the server refuses: {begun:?}")
            };
            copy(&database, &partial.0, bytes)?;
            let ended = server.request(&ControlRequest::EndBackup)?;
            ensure!(ended == ControlResponse::Done, "the server has ended the backup: {ended:?}");
            bytes
        }
        None => {
            // locked against a server that starts now
            let stopped = Sqlite::hold_stopped(data)?;
            copy(&database, &partial.0, stopped.bytes())?;
            stopped.bytes()
        }
    };
    Sqlite::check_file(&partial.0).context("the copy is damaged, as the database may be; run check")?;
    ensure!(!to.exists(), "{} exists already", to.display());
    fs::rename(&partial.0, to).with_context(|| format!("cannot create {}", to.display()))?;
    sync_folder_of(to)?;
    Ok(bytes)
}

/// Copies the first `bytes` of a file to a new one, readable for this user only.
fn copy(from: &Path, to: &Path, bytes: u64) -> anyhow::Result<()> {
    let source = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    let mut target = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(to)
        .with_context(|| format!("cannot create {}", to.display()))?;
    let copied = io::copy(&mut io::Read::take(source, bytes), &mut target)?;
    ensure!(copied == bytes, "{} has only {copied} of {bytes} bytes", from.display());
    target.sync_all()?;
    Ok(())
}

fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A file that is removed when it is dropped.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        // it may not have been created, or renamed
        let _ = fs::remove_file(&self.0);
    }
}
