//! Damages files at random.

use crate::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files by name.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

const DATABASE: &str = "chuhe.db";
const LOG: &str = "chuhe.db-wal";
const MARK: &str = "chuhe.db.mark";
/// Bytes of a page of the database.
const PAGE: usize = 1024;
/// Bytes of the header of the database.
const HEADER: usize = 100;

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    HeaderByte,
    Byte,
    ZeroedPage,
    NoisyPages,
    RepeatedPage,
    OlderPage,
    CutDatabase,
    LogByte,
    LogNoise,
    LogZeros,
    CutLog,
    NoLog,
    NoDatabase,
    NoMark,
    EmptyFile,
    OtherDatabase,
    OtherLog,
    OtherMark,
}

impl Kind {
    pub(super) const ALL: [(Self, &str); 18] = [
        (Self::HeaderByte, "a byte of the database's header"),
        (Self::LogByte, "a byte of the log"),
        (Self::ZeroedPage, "a page of zeros"),
        (Self::CutLog, "a log that is cut"),
        (Self::Byte, "a byte of the database"),
        (Self::NoLog, "a missing log"),
        (Self::NoisyPages, "pages of noise"),
        (Self::OtherDatabase, "the database of another time or server"),
        (Self::RepeatedPage, "a page in the place of another"),
        (Self::LogNoise, "noise in the log"),
        (Self::OlderPage, "a page of an earlier time"),
        (Self::CutDatabase, "a database that is cut"),
        (Self::LogZeros, "zeros in the log"),
        (Self::NoDatabase, "a missing database"),
        (Self::NoMark, "a missing mark"),
        (Self::EmptyFile, "an empty file"),
        (Self::OtherLog, "the log of another time or server"),
        (Self::OtherMark, "the mark of another time or server"),
    ];
}

/// A damage to be done.
pub(super) struct Harm<'a> {
    kind: Kind,
    /// The files of an earlier time, and of another server.
    others: [&'a Files; 2],
}

impl<'a> Harm<'a> {
    pub(super) const fn new(kind: Kind, others: [&'a Files; 2]) -> Self {
        Self { kind, others }
    }

    /// Damages the files in `folder`; returns what was done.
    pub(super) fn apply(&self, folder: &Path, random: &mut Random) -> String {
        match self.kind {
            Kind::HeaderByte => byte(&folder.join(DATABASE), HEADER, random),
            Kind::Byte => byte(&folder.join(DATABASE), usize::MAX, random),
            Kind::LogByte => byte(&folder.join(LOG), usize::MAX, random),
            Kind::ZeroedPage => self.pages(folder, random, 1, |page, _| page.fill(0)),
            Kind::NoisyPages => {
                let count = 1 + random.below(3);
                self.pages(folder, random, count, noise)
            }
            Kind::RepeatedPage | Kind::OlderPage => self.other_page(folder, random),
            Kind::CutDatabase => cut(&folder.join(DATABASE), random),
            Kind::CutLog => cut(&folder.join(LOG), random),
            Kind::LogNoise => range(&folder.join(LOG), random, noise),
            Kind::LogZeros => range(&folder.join(LOG), random, |bytes, _| bytes.fill(0)),
            Kind::NoLog => remove(folder, LOG),
            Kind::NoDatabase => remove(folder, DATABASE),
            Kind::NoMark => remove(folder, MARK),
            Kind::EmptyFile => {
                let name = [DATABASE, LOG, MARK][random.below(3)];
                change(&folder.join(name), |bytes| bytes.clear());
                format!("{name} emptied")
            }
            Kind::OtherDatabase => self.exchange(folder, DATABASE, random),
            Kind::OtherLog => self.exchange(folder, LOG, random),
            Kind::OtherMark => self.exchange(folder, MARK, random),
        }
    }

    /// Changes some pages of the database, but not the first: that is the header's.
    fn pages(
        &self,
        folder: &Path,
        random: &mut Random,
        count: usize,
        mut damage: impl FnMut(&mut [u8], &mut Random),
    ) -> String {
        let mut done = String::new();
        change(&folder.join(DATABASE), |bytes| {
            let pages = bytes.len() / PAGE;
            let first = 1 + random.below(pages.saturating_sub(1).max(1));
            for page in bytes.chunks_exact_mut(PAGE).skip(first).take(count) {
                damage(page, random);
            }
            done = format!("{count} pages from number {} of {pages} damaged", first + 1);
        });
        done
    }

    /// Puts a page of the database, of now or of an earlier time, in the place of another one or of itself.
    fn other_page(&self, folder: &Path, random: &mut Random) -> String {
        let mut done = String::new();
        change(&folder.join(DATABASE), |bytes| {
            let pages = bytes.len() / PAGE;
            let to = 1 + random.below(pages.saturating_sub(1).max(1));
            let (from, source) = if self.kind == Kind::RepeatedPage {
                (1 + random.below(pages.saturating_sub(1).max(1)), bytes.clone())
            } else {
                (to, self.others[0].get(DATABASE).cloned().unwrap_or_default())
            };
            let page = source.get(from * PAGE..(from + 1) * PAGE);
            if let (Some(page), Some(place)) = (page, bytes.get_mut(to * PAGE..(to + 1) * PAGE)) {
                place.copy_from_slice(page);
            }
            done = format!("page {} of {pages} replaced by page {}", to + 1, from + 1);
        });
        done
    }

    /// Puts the file of another time or server in the place of this one, over it or beside it.
    fn exchange(&self, folder: &Path, name: &str, random: &mut Random) -> String {
        let which = random.below(self.others.len());
        let Some(bytes) = self.others[which].get(name) else { return remove(folder, name) };
        let place = folder.join(name);
        let is_new = random.one_in(2);
        if is_new && place.exists() {
            // the old file keeps its number, so that the new one has another
            fs::rename(&place, folder.join("moved-away")).expect("the file is there");
        }
        fs::write(&place, bytes).expect("room");
        format!(
            "{name} of {} {}",
            ["an earlier time", "another server"][which],
            if is_new { "in its place" } else { "over it" }
        )
    }
}

fn noise(bytes: &mut [u8], random: &mut Random) {
    bytes.iter_mut().for_each(|byte| *byte = random.below(256) as u8);
}

/// Rewrites a file in its place; a missing one is left alone.
fn change(path: &Path, damage: impl FnOnce(&mut Vec<u8>)) {
    if let Ok(mut bytes) = fs::read(path) {
        damage(&mut bytes);
        fs::write(path, bytes).expect("room");
    }
}

fn name_of(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Gives one of the first `end` bytes of a file another value.
fn byte(path: &Path, end: usize, random: &mut Random) -> String {
    let mut done = format!("{} is not there", name_of(path));
    change(path, |bytes| {
        let at = random.below(bytes.len().min(end).max(1));
        let Some(byte) = bytes.get_mut(at) else { return };
        let before = *byte;
        *byte ^= 1 + random.below(255) as u8;
        done = format!("byte {at} of {} from {before:02x} to {byte:02x}", name_of(path));
    });
    done
}

fn cut(path: &Path, random: &mut Random) -> String {
    let mut done = format!("{} is not there", name_of(path));
    change(path, |bytes| {
        let (before, length) = (bytes.len(), random.below(bytes.len().max(1)));
        bytes.truncate(length);
        done = format!("{} cut from {before} to {length}", name_of(path));
    });
    done
}

fn range(path: &Path, random: &mut Random, damage: impl FnOnce(&mut [u8], &mut Random)) -> String {
    let mut done = format!("{} is not there", name_of(path));
    change(path, |bytes| {
        let at = random.below(bytes.len().max(1));
        let end = bytes.len().min(at + 1 + random.below(5_000));
        done = format!("bytes {at} to {end} of {} of {}", bytes.len(), name_of(path));
        damage(&mut bytes[at..end], random);
    });
    done
}

fn remove(folder: &Path, name: &str) -> String {
    if fs::remove_file(folder.join(name)).is_ok() {
        format!("{name} removed")
    } else {
        format!("{name} is not there")
    }
}
