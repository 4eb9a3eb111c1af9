//! Steps with files that the store and the commands on stored data share.

use std::fs::DirBuilder;
#[cfg(unix)]
use std::fs::{self, File};
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
    // elsewhere a folder cannot be opened
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Creates folders that only the current user may enter, where the system has such folders.
pub(crate) fn private_folders() -> DirBuilder {
    #[cfg(unix)]
    {
        let mut builder = DirBuilder::new();
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
    }
    #[cfg(not(unix))]
    DirBuilder::new()
}

/// The number of the only user who may give files away.
#[cfg(unix)]
const ROOT: u32 = 0;

/// Gives a file that root has just created in `folder` to the owner of the folder.
///
/// The server runs as that owner, and could not open the file otherwise. Other users keep what they
/// create, and a file system without owners ignores this.
#[cfg(unix)]
pub(crate) fn give_to_owner(file: &File, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let owner = fs::metadata(folder)?;
    if file.metadata()?.uid() != ROOT || owner.uid() == ROOT {
        return Ok(());
    }
    unless_not_permitted(fchown(file, Some(owner.uid()), Some(owner.gid())))
}

/// Gives a folder that root has just created to the owner of the folder around it.
#[cfg(unix)]
pub(crate) fn give_folder_to_owner(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, lchown};
    let owner = fs::metadata(folder_of(path))?;
    if fs::symlink_metadata(path)?.uid() != ROOT || owner.uid() == ROOT {
        return Ok(());
    }
    // does not follow a link that the owner has put in its place
    unless_not_permitted(lchown(path, Some(owner.uid()), Some(owner.gid())))
}

#[cfg(unix)]
fn unless_not_permitted(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == io::ErrorKind::PermissionDenied { Ok(()) } else { Err(error) })
}
