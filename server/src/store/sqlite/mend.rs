//! Reads a database whose first page is damaged, with the first page of a new one.
//!
//! The first page has the header and the schema, which are the same in every database that this version has
//! created, but for what only a writer needs. The rows behind it may be whole; their sums show whether they
//! are those of this database.

use super::error::at;
use super::file;
use chuhe_store::StoreError;
use std::fs::{self, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The suffix of the copy with another first page.
const MENDED: &str = ".mended";
/// The suffix of the new database whose first page it gets.
const TEMPLATE: &str = ".template";
/// Where the header has the number of pages.
const PAGES: std::ops::Range<usize> = 28..32;
/// Where the header has the first free page and the number of free pages.
const FREE: std::ops::Range<usize> = 32..40;

/// A copy of a database with another first page, which is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Mended(PathBuf);

impl Mended {
    /// Copies the database at `path` with its log; `None` if it has no second page, or SQLite was to undo changes in it.
    pub(super) fn create(path: &Path, steps: &[&str]) -> Result<Option<Self>, StoreError> {
        let page = usize::try_from(file::PAGE_BYTES).unwrap_or(usize::MAX);
        let bytes = match fs::metadata(path) {
            Ok(database) => database.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(at(path)(error)),
        };
        let pages = bytes / file::PAGE_BYTES.unsigned_abs();
        let Some(pages) = u32::try_from(pages).ok().filter(|pages| *pages > 1) else { return Ok(None) };
        if file::beside(path, "-journal").exists() {
            return Ok(None);
        }
        let mended = Self(file::beside(path, MENDED));
        file::remove_with_log(&mended.0)?;
        let mut first = first_page(path, steps, page)?;
        let fields = [(PAGES, pages.to_be_bytes().to_vec()), (FREE, vec![0; FREE.len()])];
        for (place, value) in fields {
            if let Some(field) = first.get_mut(place) {
                field.copy_from_slice(&value);
            }
        }
        fs::copy(path, &mended.0).map_err(at(&mended.0))?;
        let log = file::beside(path, "-wal");
        if log.exists() {
            fs::copy(&log, file::beside(&mended.0, "-wal")).map_err(at(&log))?;
        }
        let copy = OpenOptions::new().write(true).open(&mended.0);
        copy.and_then(|mut copy| copy.write_all(&first)).map_err(at(&mended.0))?;
        Ok(Some(mended))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Mended {
    fn drop(&mut self) {
        if let Err(error) = file::remove_with_log(&self.0) {
            tracing::warn!(%error, "a copy of the damaged database is left");
        }
    }
}

/// The first page of a new database.
fn first_page(path: &Path, steps: &[&str], page: usize) -> Result<Vec<u8>, StoreError> {
    let template = file::beside(path, TEMPLATE);
    file::remove_with_log(&template)?;
    let mut bytes = vec![0; page];
    let read = file::create(&template, steps).and_then(|()| {
        fs::File::open(&template).and_then(|mut new| new.read_exact(&mut bytes)).map_err(at(&template))
    });
    file::remove_with_log(&template)?;
    read.map(|()| bytes)
}
