//! Players at wooden boards, pasted as lines: `name`, `name, club`, or `name, club, rating`.
//!
//! A tournament file (TRF) becomes such lines.

use super::entry_file::{EntryFile, is_of_file, lines_of};
use super::sending::{Sending, within};
use crate::actions::half_width::half_width;
use chuhe_protocol::{EveningCode, EveningCommand, EveningRequest, WoodenEntry, limits};
use chuhe_tournaments::{MAX_TEXT, PlayerId, Record, State};
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of pasted lines: enough for the largest tournament with names of the greatest length, and for
/// its tournament file if that is unreadable, with 200 bytes a player and ten for each of 127 rounds.
pub const MOST_BYTES: usize = 256 * 1024;

/// The lines of players at wooden boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntriesForm {
    /// The lines of those who are not entered yet.
    pub text: String,
    /// What became of it.
    pub sending: Sending,
    /// The tournament file that was put into the field last.
    file: Option<EntryFile>,
    /// Whether there were more lines than the field has room for.
    is_cut: bool,
    /// The lines as they were read last.
    read: ReadEntries,
    /// Of the players that were asked to be entered last, those who are not yet.
    sent: Vec<WoodenEntry>,
}

/// What is to be done after players were entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing: the answer is awaited, or the user writes.
    Wait,
    /// Ask for the next ones.
    Ask,
    /// No line is left.
    Close,
}

/// A line that is no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is in it.
    pub text: String,
    /// What is wrong.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// The name is missing.
    NoName,
    /// The name or the club is longer than [`MAX_TEXT`] bytes.
    TooLong,
    /// The third part is no rating.
    Rating,
    /// It has more than three parts.
    TooManyParts,
    /// This earlier line, from 1, has the same name and club.
    Doubled(usize),
    /// This player has entered with the same name and club.
    Entered(PlayerId),
}

/// The players and the bad lines of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadEntries {
    /// The players, in the order of the lines.
    pub entries: Vec<WoodenEntry>,
    /// The lines that are none.
    pub bad: Vec<BadLine>,
    /// The lines of players whose name somebody of another club has, or of none.
    pub alike: Vec<AlikeLine>,
    /// How many players are more than the tournament has room for.
    pub over: usize,
}

/// A line whose name somebody else has, who may be the same person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlikeLine {
    /// Its number, from 1.
    pub line: usize,
    /// The name in it.
    pub name: String,
    /// The club of the other one, who has entered or is in an earlier line.
    pub club: Option<String>,
}

impl EntriesForm {
    /// Changes the lines, as far as there may be so many. A tournament file becomes the lines of its players.
    pub fn edit(&mut self, text: &str, state: &State) {
        let text = match lines_of(text) {
            Some((lines, file)) => {
                self.file = Some(file);
                lines
            }
            None => {
                self.file.take_if(|file| matches!(file, EntryFile::Unreadable(_)) || text.is_empty());
                text.to_owned()
            }
        };
        let is_long = text.len() > MOST_BYTES;
        let begins_as_before = text.lines().next() == self.text.lines().next();
        // what was left out is missing until another list is there
        self.is_cut = is_long || self.is_cut && begins_as_before && !text.is_empty();
        self.text = if is_long { whole_lines(within(&text, MOST_BYTES)).to_owned() } else { text };
        self.sending = Sending::Writing;
        self.check(state);
    }

    /// Reads the lines again: others have entered.
    pub fn check(&mut self, state: &State) {
        let is_list = !matches!(self.file, Some(EntryFile::Unreadable(_)));
        self.read = if is_list { read_entries(&self.text, state) } else { ReadEntries::default() };
    }

    /// The tournament file that was put into the field last.
    #[must_use]
    pub const fn file(&self) -> Option<&EntryFile> {
        self.file.as_ref()
    }

    /// The lines that stay when a file is put into the field: all but those of a tournament file that could not be read.
    pub fn kept_lines(&self) -> impl Iterator<Item = &str> {
        let is_unreadable = matches!(self.file, Some(EntryFile::Unreadable(_)));
        self.text.lines().filter(move |line| !is_unreadable || !is_of_file(line))
    }

    /// Whether lines were left out, because there were more than [`MOST_BYTES`].
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether the players can be entered: there are some, not too many, and no line is bad or was left out.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        let ReadEntries { entries, bad, over, .. } = &self.read;
        !entries.is_empty() && bad.is_empty() && *over == 0 && !self.is_cut
    }

    /// The players and the bad lines, as they were read last.
    #[must_use]
    pub const fn read(&self) -> &ReadEntries {
        &self.read
    }

    /// The request that enters the first lines, as many as one may hold; none while a line is bad. The others are asked
    /// for once these are entered, so that nothing of them is lost where one is refused.
    pub fn request(&mut self, code: EveningCode) -> Option<EveningRequest> {
        if !self.is_ready() || self.sending.is_asked() {
            return None;
        }
        self.sent = self.read.entries.iter().take(limits::EVENING_ENTRIES).cloned().collect();
        Some(EveningRequest::Organise { code, command: EveningCommand::EnterAll(self.sent.clone()) })
    }

    /// Drops the lines of those whom these records enter, and says what is to be done then.
    pub(super) fn took(&mut self, records: &[Record]) -> Next {
        let entered = records
            .iter()
            .filter_map(|record| record.event.entry().map(|entry| key(&entry.name, entry.club.as_deref())));
        let entered: BTreeSet<[String; 2]> = entered.collect();
        let is_new = |it: &WoodenEntry| entered.contains(&key(&it.name, it.club.as_deref()));
        let before = self.sent.len();
        let (new, left): (Vec<WoodenEntry>, Vec<WoodenEntry>) =
            std::mem::take(&mut self.sent).into_iter().partition(is_new);
        self.sent = left;
        if self.sent.len() == before {
            return Next::Wait;
        }
        let is_left = |line: &&str| !read_line(line).is_ok_and(|it| new.iter().any(|new| same(new, &it)));
        self.text = self.text.lines().filter(is_left).collect::<Vec<_>>().join("\n");
        if self.text.trim().is_empty() {
            return Next::Close;
        }
        if self.sent.is_empty() && self.sending.is_asked() {
            self.sending = Sending::Writing;
            return Next::Ask;
        }
        Next::Wait
    }
}

/// Reads lines of players. Empty lines are left out.
#[must_use]
pub fn read_entries(text: &str, state: &State) -> ReadEntries {
    let entered = state.ids().filter_map(|id| {
        let entry = &state.player(id)?.entry;
        Some((key(&entry.name, entry.club.as_deref()), id))
    });
    let entered: BTreeMap<[String; 2], PlayerId> = entered.collect();
    let entries = state.players.iter().map(|player| &player.entry);
    let clubs = entries.map(|entry| (key(&entry.name, None), entry.club.clone()));
    let mut clubs: BTreeMap<[String; 2], Option<String>> = clubs.collect();
    let mut lines: BTreeMap<[String; 2], usize> = BTreeMap::new();
    let mut read = ReadEntries::default();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let found = read_line(text).and_then(|entry| {
            let key = key(&entry.name, entry.club.as_deref());
            if let Some(id) = entered.get(&key) {
                return Err(LineFault::Entered(*id));
            }
            match lines.get(&key) {
                Some(earlier) => Err(LineFault::Doubled(*earlier)),
                None => {
                    lines.insert(key, line);
                    Ok(entry)
                }
            }
        });
        match found {
            Ok(entry) => {
                let other = clubs.insert(key(&entry.name, None), entry.club.clone());
                let name = entry.name.clone();
                read.alike.extend(other.map(|club| AlikeLine { line, name, club }));
                read.entries.push(entry);
            }
            Err(fault) => read.bad.push(BadLine { line, text: text.trim().to_owned(), fault }),
        }
    }
    let players = state.players.len() + read.entries.len();
    read.over = players.saturating_sub(limits::EVENING_PLAYERS);
    read
}

/// The beginning of a text up to the end of its last whole line.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or(text, |end| &text[..end])
}

/// Reads a line. In one with tabs, as spreadsheets copy it, the name and the club may have commas.
fn read_line(text: &str) -> Result<WoodenEntry, LineFault> {
    let separators: &[char] = if text.contains('\t') { &['\t'] } else { &[',', '，', ';', '；'] };
    let parts: Vec<&str> = text.split(separators).map(str::trim).collect();
    let (name, club, rating) = match parts.as_slice() {
        [name] => (*name, "", ""),
        [name, club] => (*name, *club, ""),
        [name, club, rating] => (*name, *club, *rating),
        _ => return Err(LineFault::TooManyParts),
    };
    if name.is_empty() {
        return Err(LineFault::NoName);
    }
    if name.len() > MAX_TEXT || club.len() > MAX_TEXT {
        return Err(LineFault::TooLong);
    }
    let rating = match rating {
        "" => None,
        rating => Some(half_width(rating).parse().map_err(|_| LineFault::Rating)?),
    };
    let club = (!club.is_empty()).then(|| club.to_owned());
    Ok(WoodenEntry { name: name.to_owned(), club, rating })
}

fn same(one: &WoodenEntry, other: &WoodenEntry) -> bool {
    key(&one.name, one.club.as_deref()) == key(&other.name, other.club.as_deref())
}

/// What must differ between two players, as the tournament compares them.
fn key(name: &str, club: Option<&str>) -> [String; 2] {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    [plain(name), plain(club.unwrap_or_default())]
}
