//! The file that a command makes: it has its name only once it is whole.

use crate::files;
use anyhow::Context;
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The suffix of a file that is not whole yet.
const UNFINISHED: &str = ".partial";

/// A new file under a random name beside its own, readable for this user only.
///
/// It is removed when it is dropped.
#[derive(Debug)]
pub(super) struct NewFile {
    file: NamedTempFile,
    to: PathBuf,
}

impl NewFile {
    /// Creates the file that is to become `to`.
    ///
    /// # Errors
    /// If its folder cannot be written.
    pub(super) fn create(to: &Path) -> anyhow::Result<Self> {
        let mut prefix = to.file_name().unwrap_or(OsStr::new("chuhe")).to_owned();
        prefix.push(".");
        let file = Builder::new()
            .prefix(&prefix)
            .suffix(UNFINISHED)
            .tempfile_in(files::folder_of(to))
            .with_context(|| format!("cannot create {}", to.display()))?;
        Ok(Self { file, to: to.to_owned() })
    }

    /// The file, open for writing.
    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Its path until it is finished.
    #[cfg(unix)]
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Writes the file to the disk and gives it its name.
    ///
    /// # Errors
    /// If the disk is full, or there is a file of that name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.file.as_file().sync_all()?;
        let named = self.file.persist_noclobber(&self.to).map_err(|failed| failed.error);
        named.with_context(|| format!("cannot create {}", self.to.display()))?;
        files::sync_folder_of(&self.to)?;
        Ok(())
    }
}
