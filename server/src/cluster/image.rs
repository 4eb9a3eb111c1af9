//! The bytes of a snapshot: a hall's database, compressed.

use super::copy::HallCopy;
use crate::store::Sqlite;
use chuhe_cluster::Reach;
use chuhe_store::StoreError;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The file in which a snapshot is checked, beside the database.
const UNCHECKED: &str = "snapshot.db";

fn unchecked_in(folder: &Path) -> PathBuf {
    folder.join(UNCHECKED)
}

fn failed(error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("a snapshot cannot be read or written: {error}"))
}

/// Copies the first bytes of the database in a folder, which does not change meanwhile, checks the copy,
/// and compresses it. Blocks on the disk.
pub(super) fn take_image(folder: &Path, bytes: u64) -> Result<Vec<u8>, StoreError> {
    let file = unchecked_in(folder);
    let result = copy_database(folder, &file, bytes).map_err(|error| failed(&error)).and_then(|()| {
        Sqlite::check_file(&file)?;
        compress(&file).map_err(|error| failed(&error))
    });
    remove(&file)?;
    result
}

fn copy_database(folder: &Path, to: &Path, bytes: u64) -> io::Result<()> {
    let mut database = File::open(Sqlite::database_in(folder))?.take(bytes);
    let copied = io::copy(&mut database, &mut File::create(to)?)?;
    if copied == bytes { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn compress(file: &Path) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    io::copy(&mut File::open(file)?, &mut encoder)?;
    encoder.finish()
}

/// Puts the database of a snapshot in the place of the one in a folder, which nobody uses. Blocks on the disk.
///
/// # Errors
/// [`StoreError::Damaged`] if the snapshot is not whole, or not of this place; nothing is changed then.
pub(super) fn install_image(folder: &Path, image: &[u8], place: Reach) -> Result<HallCopy, StoreError> {
    let file = unchecked_in(folder);
    let installed = decompress(image, &file).and_then(|()| {
        Sqlite::check_file(&file)?;
        Sqlite::replace(folder, &file)
    });
    remove(&file)?;
    installed?;
    let copy = HallCopy::open(folder)?;
    if copy.place() == place {
        return Ok(copy);
    }
    let (found, wanted) = (copy.place().sequence, place.sequence);
    Err(StoreError::Damaged(format!("the snapshot is of place {found}, not {wanted}")))
}

fn decompress(image: &[u8], to: &Path) -> Result<(), StoreError> {
    let mut target = File::create(to).map_err(|error| failed(&error))?;
    io::copy(&mut GzDecoder::new(image), &mut target)
        .map(|_| ())
        .map_err(|error| StoreError::Damaged(format!("the snapshot cannot be unpacked: {error}")))
}

fn remove(file: &Path) -> Result<(), StoreError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_cluster::{Epoch, Hash, Sequence};
    use chuhe_store::{Durability, Store as _, Table, Write, place_at};

    #[test]
    fn an_image_becomes_the_copy_that_it_was_taken_of() {
        let place = Reach { sequence: Sequence(9), hash: Hash([1; 32]), epoch: Epoch(2) };
        let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let mut store = Sqlite::open(from.path()).expect("it opens");
        let set = Write::Set { table: Table::Players, key: vec![1], expected: 0, value: Some(vec![2]) };
        store.commit(&[set, place_at(place, 0)], Durability::Process).expect("it commits");
        let bytes = store.begin_backup().expect("a backup begins");
        let image = take_image(from.path(), bytes).expect("an image is taken");
        drop(HallCopy::open(to.path()).expect("an older copy"));
        let wrong = install_image(to.path(), &image, Reach::default());
        assert!(matches!(wrong, Err(StoreError::Damaged(_))), "{wrong:?}");
        let damaged = install_image(to.path(), &image[..image.len() / 2], place);
        assert!(matches!(damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
        let mut copy = install_image(to.path(), &image, place).expect("it is installed");
        let row = copy.store().get(Table::Players, &[1]).expect("the copy can be read");
        assert_eq!(row, Some((1, vec![2])));
        assert!(!unchecked_in(to.path()).exists() && !unchecked_in(from.path()).exists());
    }
}
