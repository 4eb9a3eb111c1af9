//! Files of games that the user adds to the library: what is made of each, and how far it is.
//!
//! The app asks the shell for one file after another, so that the window answers meanwhile.

use super::{ImportFailure, ImportFile, Imported, MAX_RECORD_BYTES, NewGame, Summary, keys_of};
use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_records::formats::{self, Format, ReadError, ReadGame, WriteOptions};
use chuhe_records::{GameResult, GameTree, Start, tag};
use chuhe_rules::{Color, PerColor};
use std::collections::VecDeque;
use time::{Date, Month, PrimitiveDateTime, Time};

/// The most files that are added at once.
const MAX_FILES: usize = 10_000;
/// The games that are added in one step: the library waits for the disk once for all of them.
const GAMES_AT_ONCE: usize = 100;
/// The most refused files whose reasons are kept.
const MAX_REASONS: usize = 100;

/// How far the files are that the user adds to the library.
#[derive(Debug, Default)]
pub struct Import {
    waiting: VecDeque<ImportFile>,
    /// The number of files that the shell has still to pass.
    more: usize,
    is_reading: bool,
    done: usize,
    sum: Imported,
    /// The first files with notes on reading, and the games that have them.
    noted: Vec<(String, usize)>,
    refused: Vec<(String, ImportFailure)>,
    refused_files: usize,
}

impl Import {
    /// Adds files to those that wait, of which so many are to come; beyond the limit they are left out.
    pub fn add(&mut self, files: impl IntoIterator<Item = ImportFile>, more: usize) {
        let room = MAX_FILES - self.waiting.len();
        self.waiting.extend(files.into_iter().take(room));
        self.more = more;
    }

    /// Returns the file that is next, once the last one is done.
    pub fn next_file(&mut self) -> Option<ImportFile> {
        if self.is_reading {
            return None;
        }
        let next = self.waiting.pop_front();
        self.is_reading = next.is_some();
        next
    }

    /// Counts a file that is done.
    pub fn count(&mut self, file: String, result: Result<Imported, ImportFailure>) {
        self.done += 1;
        self.is_reading = false;
        match result {
            Ok(imported) => {
                self.sum.taken += imported.taken;
                self.sum.known += imported.known;
                self.sum.noted += imported.noted;
                if imported.noted > 0 && self.noted.len() < MAX_REASONS {
                    self.noted.push((file.clone(), imported.noted));
                }
                self.sum.refused.0 += imported.refused.0;
                if let Some(error) = imported.refused.1 {
                    self.refuse(file, ImportFailure::Unreadable(error));
                }
            }
            Err(failure) => {
                self.refused_files += 1;
                self.refuse(file, failure);
            }
        }
    }

    fn refuse(&mut self, file: String, failure: ImportFailure) {
        if self.refused.len() < MAX_REASONS {
            self.refused.push((file, failure));
        }
    }

    /// The number of files that are done, and of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.done + usize::from(self.is_reading) + self.waiting.len() + self.more)
    }

    /// Whether every file is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let (done, files) = self.progress();
        done == files
    }

    /// What was done so far.
    #[must_use]
    pub const fn sum(&self) -> &Imported {
        &self.sum
    }

    /// The number of files of which no game was taken.
    #[must_use]
    pub const fn refused_files(&self) -> usize {
        self.refused_files
    }

    /// The first files with games that were taken with notes on reading, each with how many.
    #[must_use]
    pub fn noted(&self) -> &[(String, usize)] {
        &self.noted
    }

    /// The files of which a game or all were refused, with the first reason.
    #[must_use]
    pub fn refused(&self) -> &[(String, ImportFailure)] {
        &self.refused
    }
}

/// Reads a file and passes its games to `add`, which returns of each whether it is new. Returns the first fault
/// if no game can be read.
///
/// # Errors
/// If `add` fails.
pub fn import<E>(
    name: &str,
    bytes: &[u8],
    mut add: impl FnMut(&[NewGame]) -> Result<Vec<bool>, E>,
) -> Result<Result<Imported, ReadError>, E> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let hint = extension.and_then(Format::from_extension);
    let reading = match formats::read(bytes, hint) {
        Ok(reading) => reading,
        Err(error) => return Ok(Err(error)),
    };
    let refused = (reading.refused.len(), reading.refused.first().copied());
    let mut imported = Imported { refused, ..Imported::default() };
    let mut games = reading.games.into_iter();
    loop {
        let (mut new, mut noted) = (Vec::new(), Vec::new());
        for game in games.by_ref().take(GAMES_AT_ONCE) {
            let has_notes = !game.notes.is_empty();
            match new_game(game) {
                Some(game) => {
                    new.push(game);
                    noted.push(has_notes);
                }
                None => imported.refused.0 += 1,
            }
        }
        if new.is_empty() && games.len() == 0 {
            return Ok(Ok(imported));
        }
        for (is_new, has_notes) in add(&new)?.into_iter().zip(noted) {
            imported.taken += usize::from(is_new);
            imported.known += usize::from(!is_new);
            imported.noted += usize::from(is_new && has_notes);
        }
    }
}

/// Writes a record in the first format that can hold the game; returns the format's extension, too.
pub fn record(tree: &GameTree) -> Option<(Vec<u8>, &'static str)> {
    let written = Format::ALL.into_iter().find_map(|format| {
        let written = formats::write(tree, format, &WriteOptions::default()).ok()?;
        Some((written.bytes, format.extension()))
    });
    written.filter(|(bytes, _)| bytes.len() <= MAX_RECORD_BYTES)
}

/// The game as the library keeps it; `None` if its record is too large.
fn new_game(game: ReadGame) -> Option<NewGame> {
    let (record, extension) = record(&game.tree)?;
    Some(entry("file", &game.tree, None, record, extension))
}

/// The game of a record, in which the user played this side, as the library keeps it.
pub(super) fn entry(
    source: &str,
    tree: &GameTree,
    user: Option<Color>,
    record: Vec<u8>,
    extension: &str,
) -> NewGame {
    let name = |name| tree.tag(name).unwrap_or_default().trim().to_owned();
    let summary = Summary {
        kind: match tree.start() {
            Start::Xiangqi(_) => GameKind::Xiangqi,
            Start::Luzhanqi(start) => GameKind::Luzhanqi(start.board),
        },
        names: PerColor::new(name(tag::RED), name(tag::BLACK)),
        user,
        result: match tree.result() {
            GameResult::Won { winner, .. } if winner == user.unwrap_or(Color::Red) => PlayerResult::Won,
            GameResult::Won { .. } => PlayerResult::Lost,
            GameResult::Drawn(_) => PlayerResult::Drawn,
            GameResult::Aborted(_) | GameResult::Unknown => PlayerResult::Aborted,
        },
        plies: u16::try_from(tree.main_line().count()).unwrap_or(u16::MAX),
        ended_at_ms: tree.tag(tag::DATE).and_then(noon).unwrap_or(0),
    };
    let origin = format!("{source}-{:032x}", fingerprint(&record));
    NewGame { origin, summary, positions: keys_of(tree), record, extension: extension.to_owned() }
}

/// Noon of a date such as `2026.11.22`, `2026-11-22` or `2026年11月22日`, in UTC: nearly everywhere the same day.
///
/// An unknown month or day is the first.
fn noon(date: &str) -> Option<u64> {
    let mut parts = date.split(['.', '-', '/', ' ', '年', '月', '日']);
    let year = parts.next()?.parse().ok()?;
    let mut part = || parts.next().and_then(|part| part.parse::<u8>().ok()).filter(|&part| part > 0);
    let (month, day) = (part().unwrap_or(1), part().unwrap_or(1));
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    let noon = PrimitiveDateTime::new(date, Time::from_hms(12, 0, 0).ok()?).assume_utc();
    u64::try_from(noon.unix_timestamp()).ok()?.checked_mul(1_000)
}

/// The FNV-1a hash of a record: the same game is kept once.
pub(super) fn fingerprint(record: &[u8]) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    record.iter().fold(OFFSET, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::super::ImportContent;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_game_of_a_file_is_taken_once_and_counted() {
        let game = |red: &str| format!("[Red \"{red}\"]\n[Date \"1960.11.02\"]\n\n1. h2e2 h9g7 1-0\n\n");
        let bad = "[FEN \"nonsense\"]\n\n1. h2e2 *\n\n";
        let noted = "[Black B]\n\n1. h2e2 *\n\n";
        let file = [game("a"), game("b"), bad.to_owned(), game("a"), noted.to_owned()].concat();
        let mut kept = BTreeSet::new();
        let mut games = Vec::new();
        let mut add = |new: &[NewGame]| {
            games.extend(new.iter().cloned());
            Ok::<_, ()>(new.iter().map(|game| kept.insert(game.origin.clone())).collect::<Vec<_>>())
        };
        let imported = import("all.pgn", file.as_bytes(), &mut add).expect("added").expect("four games");
        assert_eq!((imported.taken, imported.known, imported.noted, imported.refused.0), (3, 1, 1, 1));
        let again = import("all.pgn", file.as_bytes(), &mut add).expect("added").expect("four games");
        assert_eq!((again.taken, again.known), (0, 4));
        let Summary { user, result, plies, ended_at_ms, .. } = games[0].summary;
        assert_eq!((user, result, plies, ended_at_ms), (None, PlayerResult::Won, 2, 0), "before 1970");
        assert_eq!(games[3].summary.names.black, "B");
        assert!(import("a.pgn", b"hello", |_| Ok::<_, ()>(Vec::new())).expect("nothing is added").is_err());
    }

    #[test]
    fn dates_are_read_as_records_write_them() {
        let day = 86_400_000;
        assert_eq!(noon("1970.01.02"), Some(day * 3 / 2));
        assert_eq!(noon("1970-01-02 20:15:00"), Some(day * 3 / 2));
        assert_eq!(noon("1970年1月2日 晚"), Some(day * 3 / 2));
        assert_eq!(noon("1971.??.??"), Some(365 * day + day / 2));
        for unknown in ["????.??.??", "", "1971.13.01", "1971.02.30", "-5"] {
            assert_eq!(noon(unknown), None, "{unknown}");
        }
        assert_eq!(noon("1960.11.02"), None, "the library has no time before 1970");
    }

    #[test]
    fn progress_and_reasons_are_counted_file_by_file() {
        let file = |name: &str| ImportFile { name: name.into(), content: ImportContent::Bytes(Vec::new()) };
        let mut import = Import::default();
        import.add([file("a"), file("b")], 0);
        assert_eq!((import.progress(), import.is_done()), ((0, 2), false));
        let first = import.next_file().expect("a file");
        import.count(first.name, Ok(Imported { taken: 2, noted: 1, ..Imported::default() }));
        assert_eq!(import.noted(), [("a".to_owned(), 1)]);
        import.add([file("c")], 1);
        assert_eq!(import.progress(), (1, 4), "one is still to come");
        import.add([], 0);
        while let Some(file) = import.next_file() {
            assert!(import.next_file().is_none(), "one file at a time");
            import.count(file.name, Err(ImportFailure::System("gone".into())));
        }
        assert!(import.is_done());
        assert_eq!((import.sum().taken, import.refused_files(), import.refused().len()), (2, 2, 2));
        assert_eq!(import.noted().len(), 1, "the others have no game");
    }
}
