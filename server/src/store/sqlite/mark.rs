//! The mark: a small file beside the database that says which commit was the last one.
//!
//! The write-ahead log protects itself against a torn end, but SQLite reads a log that was cut, replaced or
//! removed as a shorter one, and a database that was replaced is whole. The mark is written after each commit
//! and before anybody learns of it, so a database with an older commit has lost some.
//!
//! A mark is one short write into the memory of the system, which costs a commit about 2 µs; the disk is not
//! awaited. A loss of power can therefore take commits that the mark has. It names the boot of the system in
//! which it was written, and the last commit that was on the disk: after another boot only that one must be
//! there. A mark that is missing or damaged says nothing; the log itself is then looked at (`log.rs`).

use super::checksum::{Digest, LIVE, Sum, Sums};
use super::error::at;
use super::{file, log};
use chuhe_store::{Durability, StoreError};
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write as _};
use std::path::Path;

/// The first bytes of the file; the last one is the version of the format.
const MAGIC: &[u8; 8] = b"chuhemk1";
/// The numbers in the file.
const NUMBERS: usize = 8 + 2 * LIVE;
/// The length of the file, in bytes: the first bytes, the numbers, the boot and a checksum.
const BYTES: usize = MAGIC.len() + NUMBERS * 8 + BOOT_BYTES + 4;
const BOOT_BYTES: usize = 16;
/// The database was closed, so it has exactly the last commit.
const CLOSED: u64 = 1;
/// A commit met damage, so everything is to be checked when the database is opened.
const SUSPECT: u64 = 2;
/// The text for a log that is damaged in its middle.
pub(super) const BROKEN_LOG: &str = "the write-ahead log is damaged before the end of a commit";
/// Commits that opening a database can make before it writes the mark.
const COMMITS_OF_OPENING: u64 = 3;

/// What the file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The sums of the rows after the last commit, but those of the tables that only a full check reads.
    pub(super) sums: Sums,
    /// The last commit that a loss of power could not take.
    synced: u64,
    /// The number of the database file in its file system; 0 if the system has none.
    file: u64,
    flags: u64,
    /// The boot of the system in which it was written; zeros if the system does not say.
    boot: [u8; BOOT_BYTES],
}

/// What the mark says of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// It has the last commit, as far as the mark knows.
    Current,
    /// A loss of power took the last commits, which were not on the disk yet.
    PowerLoss { commits: u64 },
    /// It is the file that was written, without the last commits.
    Older { commits: u64 },
    /// It is another file, of another time or another store.
    Replaced,
}

impl Mark {
    /// Reads the mark of the database at `path`; `None` if it is missing or damaged.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, StoreError> {
        let beside = file::beside(path, file::MARK);
        let bytes = match fs::read(&beside) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(at(&beside)(error)),
        };
        let mark = Self::decode(&bytes);
        if mark.is_none() {
            tracing::warn!(file = %beside.display(), "the mark of the last commit is damaged; it is written anew");
        }
        Ok(mark)
    }

    /// Whether a commit met damage since the database was last checked.
    pub(super) const fn is_suspect(&self) -> bool {
        self.flags & SUSPECT != 0
    }

    /// Compares a database at `path` that has this digest.
    pub(super) fn age_of(&self, path: &Path, found: &Digest) -> Age {
        let is_same_file = self.file == 0 || self.file == file_number(path);
        let is_same_boot = self.boot != [0; BOOT_BYTES] && self.boot == boot();
        let is_exact = is_same_boot || self.flags & CLOSED != 0;
        let (last, required) =
            (self.sums.digest.commits, if is_exact { self.sums.digest.commits } else { self.synced });
        let missing = last.saturating_sub(found.commits);
        if found.commits < required {
            return if is_same_file { Age::Older { commits: missing } } else { Age::Replaced };
        }
        let is_another = found.commits == last && *found != self.sums.digest
            || is_exact && found.commits > last.saturating_add(COMMITS_OF_OPENING);
        match missing {
            _ if is_another => Age::Replaced,
            0 => Age::Current,
            commits => Age::PowerLoss { commits },
        }
    }

    /// Refuses the database at `path`, which has this digest, unless it has all commits that it must have.
    ///
    /// Without a mark, the log shows some of the commits that are missing.
    pub(super) fn check(mark: Option<&Self>, path: &Path, found: &Digest) -> Result<(), StoreError> {
        match mark.map(|mark| mark.age_of(path, found)) {
            Some(Age::Current) => Ok(()),
            Some(Age::PowerLoss { commits }) => {
                tracing::warn!(
                    commits,
                    "a loss of power has cost the last commits, which were not on the disk"
                );
                Ok(())
            }
            Some(Age::Older { commits }) => Err(StoreError::Damaged(missing(commits))),
            Some(Age::Replaced) => Err(replaced()),
            None if log::has_lost_commit(path)? => Err(StoreError::damaged(BROKEN_LOG)),
            None => Ok(()),
        }
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; BYTES] = bytes.try_into().ok()?;
        let (content, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let (numbers, boot) = content.strip_prefix(MAGIC)?.split_last_chunk()?;
        let mut parts = [0; NUMBERS];
        for (part, bytes) in parts.iter_mut().zip(numbers.chunks_exact(8)) {
            *part = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let ([commits, synced, file, flags, live_rows, live_sum, rows, sum], tables) =
            parts.split_first_chunk()?;
        let (live, archive) = (Sum { rows: *live_rows, sum: *live_sum }, Sum { rows: *rows, sum: *sum });
        let mut live_tables = [Sum::default(); LIVE];
        for (table, parts) in live_tables.iter_mut().zip(tables.as_chunks().0) {
            let [rows, sum] = *parts;
            *table = Sum { rows, sum };
        }
        let sums = Sums::from_live(Digest { commits: *commits, live, archive }, live_tables);
        Some(Self { sums, synced: *synced, file: *file, flags: *flags, boot: *boot })
    }

    fn encode(&self) -> Vec<u8> {
        let Self { sums, synced, file, flags, boot } = *self;
        let Digest { commits, live, archive } = sums.digest;
        let mut bytes = MAGIC.to_vec();
        for number in [commits, synced, file, flags] {
            bytes.extend(number.to_le_bytes());
        }
        for Sum { rows, sum } in [live, archive].into_iter().chain(sums.live()) {
            bytes.extend([rows.to_le_bytes(), sum.to_le_bytes()].concat());
        }
        bytes.extend(boot);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// The text for commits that are missing.
pub(super) fn missing(commits: u64) -> String {
    format!(
        "the last commits are missing, {commits} of them: the write-ahead log was cut, damaged or removed"
    )
}

/// The error for a database that is another file than the mark says.
pub(super) fn replaced() -> StoreError {
    StoreError::Replaced("chuhe.db is of another time, or of another server".to_owned())
}

/// The mark of an open database, which this program writes.
#[derive(Debug)]
pub(super) struct MarkFile {
    mark: Mark,
    file: File,
    /// Whether the last write failed, which was logged.
    has_failed: bool,
}

impl MarkFile {
    /// Creates or replaces the mark of the open database at `path`, whose rows have these sums.
    pub(super) fn begin(path: &Path, sums: &Sums) -> Result<Self, StoreError> {
        let beside = file::beside(path, file::MARK);
        let mark = Mark {
            sums: *sums,
            synced: sums.digest.commits,
            file: file_number(path),
            flags: 0,
            boot: boot(),
        };
        // what a killed server has committed may not be on the disk yet
        for written in [path.to_owned(), file::beside(path, "-wal")] {
            if written.exists() {
                File::open(&written).and_then(|file| file.sync_all()).map_err(at(&written))?;
            }
        }
        let file = file::create_or_open(&beside).map_err(at(&beside))?;
        let mut this = Self { mark, file, has_failed: false };
        // damage may have made it longer
        this.file.set_len(BYTES as u64).and_then(|()| this.try_write()).map_err(at(&beside))?;
        Ok(this)
    }

    /// Records a commit.
    pub(super) fn committed(&mut self, sums: &Sums, durability: Durability) {
        self.mark.sums = *sums;
        if durability == Durability::Power {
            self.mark.synced = sums.digest.commits;
        }
        self.write();
    }

    /// Records that a commit met damage.
    pub(super) fn suspect(&mut self) {
        if !self.mark.is_suspect() {
            self.mark.flags |= SUSPECT;
            self.write();
        }
    }

    /// Writes it. The commit is done, so that a failure is only logged: the mark is older than it could be.
    fn write(&mut self) {
        match self.try_write() {
            Ok(()) => self.has_failed = false,
            Err(error) if self.has_failed => tracing::debug!(%error, "the mark cannot be written"),
            Err(error) => {
                tracing::warn!(%error, "the mark of the last commit cannot be written: a lost log may go unnoticed");
                self.has_failed = true;
            }
        }
    }

    fn try_write(&mut self) -> std::io::Result<()> {
        let bytes = self.mark.encode();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&bytes)
    }
}

/// Dropped after the connection is closed, when the database has the last commit.
impl Drop for MarkFile {
    fn drop(&mut self) {
        self.mark.flags |= CLOSED;
        self.mark.synced = self.mark.sums.digest.commits;
        self.write();
    }
}

/// The number of a file in its file system; 0 if it has none.
fn file_number(path: &Path) -> u64 {
    #[cfg(unix)]
    return fs::metadata(path).map_or(0, |file| std::os::unix::fs::MetadataExt::ino(&file));
    #[cfg(not(unix))]
    {
        let _ = path;
        0
    }
}

/// The boot of the system; zeros if the system does not say.
fn boot() -> [u8; BOOT_BYTES] {
    let mut boot = [0; BOOT_BYTES];
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let digits: Vec<u8> =
        text.chars().filter_map(|c| c.to_digit(16)).filter_map(|d| u8::try_from(d).ok()).collect();
    for (byte, pair) in boot.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair.iter().fold(0, |byte, digit| byte << 4 | digit);
    }
    boot
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(commits: u64) -> Digest {
        Digest { commits, live: Sum { rows: 1, sum: commits }, archive: Sum { rows: 2, sum: 3 } }
    }

    fn sums(commits: u64) -> Sums {
        let table = |rows| Sum { rows, sum: 8 };
        Sums::from_live(digest(commits), [table(1), table(2), table(3), table(4), table(5), table(6)])
    }

    #[test]
    fn mark_is_read_as_it_was_written_and_a_damaged_one_is_none() {
        let mark = Mark { sums: sums(9), synced: 7, file: 5, flags: CLOSED, boot: boot() };
        let bytes = mark.encode();
        assert_eq!(Mark::decode(&bytes), Some(mark));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(Mark::decode(&damaged), None, "{at}");
            assert_eq!(Mark::decode(&bytes[..at]), None);
        }
    }

    #[test]
    fn age_of_a_database_follows_from_the_boot_and_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file::DATABASE);
        fs::write(&path, "").unwrap();
        let this = Mark { sums: sums(9), synced: 7, file: file_number(&path), flags: 0, boot: [1; 16] };
        let running = Mark { boot: boot(), ..this };
        let closed = Mark { flags: CLOSED, ..this };
        let age = |mark: Mark, commits| mark.age_of(&path, &digest(commits));
        // after another boot, what was not on the disk may be missing
        assert_eq!(
            [age(this, 9), age(this, 7), age(this, 99)],
            [Age::Current, Age::PowerLoss { commits: 2 }, Age::Current]
        );
        assert_eq!(age(this, 6), Age::Older { commits: 3 });
        for mark in [running, closed] {
            assert_eq!(
                [age(mark, 9), age(mark, 10), age(mark, 8)],
                [Age::Current, Age::Current, Age::Older { commits: 1 }]
            );
            assert_eq!(age(mark, 99), Age::Replaced, "another store");
            assert_eq!(age(Mark { file: mark.file + 1, ..mark }, 8), Age::Replaced, "an older copy");
        }
        let other = Digest { archive: Sum::default(), ..digest(9) };
        assert_eq!(this.age_of(&path, &other), Age::Replaced);
    }
}
