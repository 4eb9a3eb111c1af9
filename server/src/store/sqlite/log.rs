//! Looks at the write-ahead log itself, as a file.
//!
//! SQLite reads the log up to the first frame whose checksum is wrong, and takes what follows for the rest of
//! an earlier log. A frame that belongs to this log, by its salt and by the checksum that follows from the
//! frame before it, shows that the frames in between were damaged.

use super::error::reading;
use super::file;
use chuhe_store::StoreError;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

/// Bytes of the database that name the length of its pages.
const HEADER_OF_DATABASE: u64 = 100;
const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// The first four bytes of a log whose checksums add little-endian words; with the next number, big-endian ones.
const MAGIC: u32 = 0x377f_0682;

/// A running checksum of the log.
type Checksum = (u32, u32);

/// How the words of a log are added up.
#[derive(Clone, Copy)]
enum Words {
    Little,
    Big,
}

/// Whether the log beside the database at `path` has lost a commit: a frame of it that cannot be read comes
/// before one that ends a commit.
pub(super) fn has_lost_commit(path: &Path) -> Result<bool, StoreError> {
    let log = file::beside(path, "-wal");
    if !log.exists() {
        return Ok(false);
    }
    let bytes = fs::read(&log).map_err(reading(&log))?;
    let mut header = Vec::new();
    let database = File::open(path).map_err(reading(path))?;
    database.take(HEADER_OF_DATABASE).read_to_end(&mut header).map_err(reading(path))?;
    Ok(loses_commit(&bytes, &header))
}

/// `database` is its header at least.
fn loses_commit(log: &[u8], database: &[u8]) -> bool {
    let Some((header, frames)) = log.split_at_checked(HEADER_BYTES) else { return false };
    let words = if number(header, 0) & 1 == 0 { Words::Little } else { Words::Big };
    let stored: Checksum = (number(header, 24), number(header, 28));
    let is_header_whole = number(header, 0) & !1 == MAGIC && add(words, (0, 0), &header[..24]) == stored;
    // the header of the log may be what is damaged
    let page_bytes = if is_header_whole { number(header, 8) as usize } else { page_bytes(database) };
    let frames = frames.chunks_exact(FRAME_HEADER_BYTES + page_bytes);
    if is_header_whole {
        return is_cut_before_a_commit(frames, words, (stored, &header[16..24]));
    }
    [Words::Little, Words::Big].into_iter().any(|words| {
        let mut frames = frames.clone();
        let Some(first) = frames.next() else { return false };
        // whether the first frame is whole cannot be known, so any commit behind it counts
        is_commit(first)
            || frames
                .scan(first, |before, frame| Some((std::mem::replace(before, frame), frame)))
                .any(|(before, frame)| is_commit(frame) && follows(words, checksum_of(before), frame))
    })
}

/// Whether a frame that ends a commit comes after one that is damaged. `first` has the checksum and the salt
/// of the header.
fn is_cut_before_a_commit<'a>(
    frames: impl Iterator<Item = &'a [u8]>,
    words: Words,
    (mut before, salt): (Checksum, &[u8]),
) -> bool {
    let mut is_whole = true;
    for frame in frames {
        let is_of_this_log = frame.get(8..16) == Some(salt);
        let is_good = is_of_this_log && follows(words, before, frame);
        if is_good && !is_whole && is_commit(frame) {
            return true;
        }
        is_whole &= is_good;
        before = checksum_of(frame);
    }
    false
}

/// Whether a frame ends a commit: it names the length of the database then.
fn is_commit(frame: &[u8]) -> bool {
    number(frame, 4) != 0
}

fn checksum_of(frame: &[u8]) -> Checksum {
    (number(frame, 16), number(frame, 20))
}

/// Whether a frame is whole and comes after one with the checksum `before`.
fn follows(words: Words, before: Checksum, frame: &[u8]) -> bool {
    let (Some(head), Some(page)) = (frame.get(..8), frame.get(FRAME_HEADER_BYTES..)) else { return false };
    add(words, add(words, before, head), page) == checksum_of(frame)
}

/// Adds bytes to a checksum, as the format of the log says.
fn add(words: Words, (mut one, mut two): Checksum, bytes: &[u8]) -> Checksum {
    for pair in bytes.chunks_exact(8) {
        let word = |at: usize| {
            let word = number(pair, at);
            if matches!(words, Words::Little) { word.swap_bytes() } else { word }
        };
        one = one.wrapping_add(word(0)).wrapping_add(two);
        two = two.wrapping_add(word(4)).wrapping_add(one);
    }
    (one, two)
}

/// The big-endian number at `at`; 0 if the bytes end before.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_be_bytes)
}

/// The bytes of a page of a database, from its header.
fn page_bytes(database: &[u8]) -> usize {
    let bytes = database.get(16..18).and_then(|bytes| bytes.try_into().ok()).map_or(0, u16::from_be_bytes);
    // 1 stands for the longest page, which does not fit
    if bytes == 1 { 1 << 16 } else { bytes.into() }
}

#[cfg(test)]
mod tests {
    use super::super::Sqlite;
    use super::*;
    use chuhe_store::{Durability, Store, Write};

    /// A database and its log of a few commits, as a killed server leaves them.
    fn killed() -> (Vec<u8>, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        for n in 0..6 {
            let append = Write::Append { journal: 1, n, value: vec![7; 700] };
            store.commit(&[append], Durability::Process).unwrap();
        }
        let path = folder.path().join(file::DATABASE);
        (fs::read(file::beside(&path, "-wal")).unwrap(), fs::read(path).unwrap())
    }

    #[test]
    fn damage_before_a_whole_commit_is_seen_and_a_torn_end_is_none() {
        let (log, database) = killed();
        let frame = FRAME_HEADER_BYTES + usize::try_from(file::PAGE_BYTES).unwrap();
        assert!(!loses_commit(&log, &database));
        assert!(!loses_commit(&[], &database) && !loses_commit(&log[..20], &database));
        for cut in [log.len() - 1, log.len() - frame, HEADER_BYTES] {
            assert!(!loses_commit(&log[..cut], &database), "{cut}: nothing follows");
        }
        let last = log.len() - frame;
        for at in (0..log.len()).step_by(97) {
            let mut damaged = log.clone();
            damaged[at] ^= 0x10;
            let is_in_last_frame = at >= last;
            assert_eq!(loses_commit(&damaged, &database), !is_in_last_frame, "{at} of {}", log.len());
        }
    }

    #[test]
    fn frames_of_an_earlier_log_are_no_damage() {
        let (log, database) = killed();
        let mut later = log;
        // as after a restart of the log: another salt in the header and in the first frames
        let frame = FRAME_HEADER_BYTES + usize::try_from(file::PAGE_BYTES).unwrap();
        let (header, frames) = later.split_at_mut(HEADER_BYTES);
        header[16] ^= 1;
        let mut sum = add(Words::Little, (0, 0), &header[..24]);
        header[24..28].copy_from_slice(&sum.0.to_be_bytes());
        header[28..32].copy_from_slice(&sum.1.to_be_bytes());
        let first = &mut frames[..frame];
        first[8] ^= 1;
        sum = add(Words::Little, add(Words::Little, sum, &first[..8]), &first[FRAME_HEADER_BYTES..]);
        first[16..20].copy_from_slice(&sum.0.to_be_bytes());
        first[20..24].copy_from_slice(&sum.1.to_be_bytes());
        assert!(!loses_commit(&later, &database));
    }
}
