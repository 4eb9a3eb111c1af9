//! Steps with files that the store and the commands on stored data share.

use std::fs::File;
use std::io;
use std::path::Path;

/// The folder of the file at `path`.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the names in a file's folder safe from a loss of power.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder_of(path))?.sync_all()?;
    Ok(())
}
