//! `chuhe-server export` and `import`: players and games as text.

use super::new_file::NewFile;
use super::progress::Progress;
use crate::store::{ExportOptions, Exported, Imported, export, import};
use anyhow::{Context, ensure};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Exports the data in `directory` to the new file `to`, readable for this user only.
///
/// # Errors
/// If `to` exists or cannot be written, or the data cannot be read at all. Nothing is created then.
pub fn export_to(directory: &Path, to: &Path, options: ExportOptions) -> anyhow::Result<Exported> {
    ensure!(!to.exists(), "{} exists already", to.display());
    let mut file = NewFile::create(to)?;
    let mut output = BufWriter::new(file.file());
    let mut progress = Progress::new("games exported");
    let exported = export(directory, options, &mut output, &mut |done, count| progress.report(done, count))?;
    output.flush()?;
    drop(output);
    file.finish()?;
    Ok(exported)
}

/// Imports an export into `directory`, which must have no database.
///
/// # Errors
/// With the number of the line that cannot be imported; `directory` has no database then.
pub fn import_from(directory: &Path, from: &Path) -> anyhow::Result<Imported> {
    let file = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    import(directory, &mut BufReader::new(file)).with_context(|| format!("cannot import {}", from.display()))
}
