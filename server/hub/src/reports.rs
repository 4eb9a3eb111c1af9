//! Reports of players, what was decided about them, and who are moderators.
//!
//! Everything here is stored. A decision stays until both have read it, and its report until newer ones need the room.

use super::record::Record;
use chuhe_protocol::{
    ChatLine, GameId, GameSummary, Judgement, Measure, OpenReport, PlayerId, PlayerName, ReportKind,
    ReportMessage, ReportRefusal, limits, text,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// The target of log lines for audits, which the server writes at every level.
pub(crate) const AUDIT_TARGET: &str = "chuhe_server::audit";
/// Maximum number of stored reports, each of up to 8 KB. The oldest decided one makes room for a new one.
const MAX_REPORTS: usize = 2_000;
/// Maximum number of attached lines of chat.
const REPORT_LINES: usize = 40;
/// Maximum number of bytes of the attached chat, as [`line_bytes`] counts: a stored value has at most 8 KiB, and the
/// words, reason and appeal take up to 3,600 bytes.
const REPORT_CHAT_BYTES: usize = 4_000;

/// The name of a player who was erased, as in the seats of their games.
const NAMELESS: &str = "_";

/// A stored report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// Who has filed it.
    pub by: PlayerId,
    /// Their name at the time.
    pub by_name: PlayerName,
    /// The reported player.
    pub about: PlayerId,
    /// Their name at the time.
    pub about_name: PlayerName,
    /// What it is about.
    pub kind: ReportKind,
    /// What the reporter says.
    pub words: String,
    /// The game in which it happened.
    pub game: Option<GameId>,
    /// When it was filed.
    pub at: Timestamp,
    /// The lines of chat that the reporter had received, oldest first.
    pub lines: Vec<ChatLine>,
    /// What was decided; `None` while the report is open.
    pub decision: Option<Decision>,
}

/// A decision about a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The measure with its reason.
    pub verdict: Verdict,
    /// When it was decided.
    pub at: Timestamp,
    /// The moderator who has decided; `None` for the operator.
    pub by: Option<PlayerId>,
    /// Whether the reporter has confirmed that they know it.
    pub read_by_reporter: bool,
    /// Whether the reported player has.
    pub read_by_reported: bool,
    /// What the reported player says against it.
    pub appeal: Option<String>,
}

/// What follows from a report, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What follows.
    pub measure: Measure,
    /// When a mute or ban ends; `None` if it has no end.
    pub until: Option<Timestamp>,
    /// The reason, which the reported player reads.
    pub reason: String,
}

impl ReportRow {
    /// Clears what was said by and about a player who is erased, and their names; returns whether there was any.
    pub fn scrub(
        &mut self,
        is_erased: impl Fn(PlayerId, &PlayerName) -> bool,
        nameless: &PlayerName,
    ) -> bool {
        let by = is_erased(self.by, &self.by_name);
        let about = is_erased(self.about, &self.about_name);
        let lines = self.lines.len();
        self.lines.retain(|line| !(by || about || is_erased(line.from, &line.name)));
        for (_, name) in
            [(by, &mut self.by_name), (about, &mut self.about_name)].into_iter().filter(|it| it.0)
        {
            name.clone_from(nameless);
        }
        if by || about {
            self.words.clear();
            if let Some(decision) = &mut self.decision {
                decision.verdict.reason.clear();
                decision.appeal = None;
            }
        }
        by || about || self.lines.len() != lines
    }

    /// What there is to tell a player, unless they have confirmed it.
    fn unread(&self, number: u64, player: PlayerId) -> Option<ReportMessage> {
        let Decision { verdict, read_by_reporter, read_by_reported, .. } = self.decision.as_ref()?;
        let Verdict { measure, until, reason } = verdict;
        let upheld = *measure != Measure::Dismiss;
        if player == self.by && !read_by_reporter {
            return Some(ReportMessage::Decided { report: number, name: self.about_name.clone(), upheld });
        }
        (player == self.about && upheld && !read_by_reported).then(|| {
            ReportMessage::Judged(Box::new(Judgement {
                report: number,
                kind: self.kind,
                measure: *measure,
                until_ms: until.map(Timestamp::as_ms),
                reason: reason.clone(),
            }))
        })
    }
}

/// A report about to be filed.
#[derive(Clone, Debug)]
pub(crate) struct Filing {
    pub(crate) about: PlayerId,
    /// Their name, if they may be gone.
    pub(crate) about_name: Option<PlayerName>,
    pub(crate) kind: ReportKind,
    pub(crate) words: String,
    pub(crate) game: Option<GameId>,
}

#[derive(Debug)]
struct Entry {
    row: ReportRow,
    /// How often its row was written.
    revision: u32,
}

impl Entry {
    /// Writes the row.
    fn write(&mut self, number: u64) -> Record {
        self.revision += 1;
        Record::Report { number, revision: self.revision - 1, row: Some(Box::new(self.row.clone())) }
    }
}

/// All reports by number, and the moderators.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    entries: BTreeMap<u64, Entry>,
    /// The greatest number of a row that could not be decoded. That row is still stored.
    rejected_up_to: u64,
    /// The moderators.
    moderators: BTreeMap<PlayerId, u32>,
}

impl Reports {
    /// Adds stored reports and moderators. New reports get numbers above `rejected_up_to`.
    pub(crate) fn restore(
        &mut self,
        reports: Vec<(u64, u32, ReportRow)>,
        moderators: Vec<(PlayerId, u32)>,
        rejected_up_to: u64,
    ) {
        self.rejected_up_to = rejected_up_to;
        let entries = reports.into_iter().map(|(number, revision, row)| (number, Entry { row, revision }));
        self.entries.extend(entries);
        self.moderators.extend(moderators);
    }

    /// Returns all reports by number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &ReportRow)> {
        self.entries.iter().map(|(&number, entry)| (number, &entry.row))
    }

    pub(crate) fn get(&self, number: u64) -> Option<&ReportRow> {
        self.entries.get(&number).map(|entry| &entry.row)
    }

    /// Checks that a player may report another, whom they have met.
    ///
    /// # Errors
    /// If it is themselves, if they have an open report of that player, or if there is no room.
    pub(crate) fn check(&self, by: PlayerId, about: PlayerId) -> Result<(), ReportRefusal> {
        if by == about {
            return Err(ReportRefusal::Yourself);
        }
        let mut open = self.iter().filter(|(_, row)| row.decision.is_none()).map(|(_, row)| row);
        if open.by_ref().any(|row| row.by == by && row.about == about) {
            return Err(ReportRefusal::AlreadyReported);
        }
        let is_full = self.entries.len() >= MAX_REPORTS && self.oldest_decided().is_none();
        if is_full { Err(ReportRefusal::Full) } else { Ok(()) }
    }

    fn oldest_decided(&self) -> Option<u64> {
        self.iter().find(|(_, row)| row.decision.is_some()).map(|(number, _)| number)
    }

    /// Adds a report that [`Self::check`] allows.
    #[must_use = "the records must be saved"]
    pub(crate) fn add(&mut self, row: ReportRow) -> Vec<Record> {
        let last = self.entries.keys().next_back().copied().unwrap_or(0);
        let number = last.max(self.rejected_up_to) + 1;
        let dropped = (self.entries.len() >= MAX_REPORTS).then(|| self.oldest_decided()).flatten();
        let dropped = dropped.and_then(|dropped| Some((dropped, self.entries.remove(&dropped)?)));
        let mut records: Vec<Record> = dropped
            .map(|(number, entry)| Record::Report { number, revision: entry.revision, row: None })
            .into_iter()
            .collect();
        let ReportRow { by, about, kind, game, .. } = &row;
        tracing::info!(target: AUDIT_TARGET, report = number, %by, %about, ?kind, ?game, "reported");
        let mut entry = Entry { row, revision: 0 };
        records.push(entry.write(number));
        self.entries.insert(number, entry);
        records
    }

    /// Decides an open report.
    #[must_use = "the record must be saved"]
    pub(crate) fn decide(
        &mut self,
        number: u64,
        verdict: Verdict,
        by: Option<PlayerId>,
        at: Timestamp,
    ) -> Option<Record> {
        let entry = self.entries.get_mut(&number).filter(|entry| entry.row.decision.is_none())?;
        let Verdict { measure, until, .. } = &verdict;
        tracing::info!(target: AUDIT_TARGET, report = number, moderator = ?by, ?measure, ?until, "decided");
        let unread = Decision {
            read_by_reported: verdict.measure == Measure::Dismiss,
            verdict,
            at,
            by,
            read_by_reporter: false,
            appeal: None,
        };
        entry.row.decision = Some(unread);
        Some(entry.write(number))
    }

    /// Records that a player has read a decision; `None` if they have already, or it is not theirs.
    #[must_use = "the record must be saved"]
    pub(crate) fn read(&mut self, number: u64, player: PlayerId) -> Option<Record> {
        let entry = self.entries.get_mut(&number)?;
        entry.row.unread(number, player)?;
        let is_reporter = player == entry.row.by;
        let decision = entry.row.decision.as_mut()?;
        decision.read_by_reporter |= is_reporter;
        decision.read_by_reported |= !is_reporter;
        Some(entry.write(number))
    }

    /// Adds the appeal of the reported player.
    ///
    /// # Errors
    /// If the player has no such decision, or has appealed against it already.
    pub(crate) fn appeal(
        &mut self,
        number: u64,
        player: PlayerId,
        words: String,
    ) -> Result<Record, ReportRefusal> {
        let entry = self.entries.get_mut(&number).filter(|entry| entry.row.about == player);
        let entry = entry.ok_or(ReportRefusal::Unknown)?;
        let may_appeal = |decision: &&mut Decision| {
            decision.appeal.is_none() && decision.verdict.measure != Measure::Dismiss
        };
        let decision = entry.row.decision.as_mut().filter(may_appeal).ok_or(ReportRefusal::Unknown)?;
        tracing::info!(target: AUDIT_TARGET, report = number, %player, "appealed");
        decision.appeal = Some(words);
        decision.read_by_reported = true;
        Ok(entry.write(number))
    }

    /// Returns what there is to tell a player.
    pub(crate) fn unread(&self, player: PlayerId) -> impl Iterator<Item = ReportMessage> {
        let judged = self.iter().filter_map(move |(number, row)| row.unread(number, player));
        let moderates = self.is_moderator(player).then_some(ReportMessage::Moderator { moderates: true });
        moderates.into_iter().chain(judged)
    }

    /// Returns both players of a report.
    pub(crate) fn players(&self, number: u64) -> Option<[PlayerId; 2]> {
        self.get(number).map(|row| [row.by, row.about])
    }

    /// Erases what was said by and about a player, and their names.
    #[must_use = "the records must be saved"]
    pub(crate) fn erase(&mut self, player: PlayerId) -> Vec<Record> {
        let Ok(nameless) = PlayerName::parse(NAMELESS) else { return Vec::new() };
        let mut records: Vec<Record> = self.set_moderator(player, false).into_iter().collect();
        for (&number, entry) in &mut self.entries {
            if entry.row.scrub(|id, _| id == player, &nameless) {
                records.push(entry.write(number));
            }
        }
        records
    }

    pub(crate) fn is_moderator(&self, player: PlayerId) -> bool {
        self.moderators.contains_key(&player)
    }

    pub(crate) fn moderators(&self) -> impl Iterator<Item = PlayerId> {
        self.moderators.keys().copied()
    }

    /// Makes a player a moderator, or no longer has them as one; `None` if that changes nothing.
    #[must_use = "the record must be saved"]
    pub(crate) fn set_moderator(&mut self, player: PlayerId, moderates: bool) -> Option<Record> {
        if moderates == self.is_moderator(player) {
            return None;
        }
        let revision = if moderates {
            self.moderators.insert(player, 1);
            0
        } else {
            self.moderators.remove(&player)?
        };
        Some(Record::Moderator { player, revision, moderates })
    }

    /// Returns the open reports that a moderator may decide.
    ///
    /// # Errors
    /// If the player is no moderator.
    pub(crate) fn open_for(&self, moderator: PlayerId) -> Result<ReportMessage, ReportRefusal> {
        if !self.is_moderator(moderator) {
            return Err(ReportRefusal::NotModerator);
        }
        let is_theirs = |(_, row): &(u64, &ReportRow)| row.decision.is_none() && row.is_for(moderator);
        let mut open = self.iter().filter(is_theirs);
        let reports = open.by_ref().take(limits::REPORTS_PER_FRAME).map(|(number, row)| row.open(number));
        let reports = reports.collect();
        Ok(ReportMessage::Open { reports, more: open.next().is_some() })
    }
}

impl ReportRow {
    /// Whether a moderator may decide it: it is neither by nor about them.
    pub(crate) fn is_for(&self, moderator: PlayerId) -> bool {
        self.by != moderator && self.about != moderator
    }

    fn open(&self, report: u64) -> OpenReport {
        let Self { by_name, about_name, kind, words, game, at, lines, .. } = self.clone();
        OpenReport { report, at_ms: at.as_ms(), by: by_name, about: about_name, kind, words, game, lines }
    }
}

/// Cleans the words of a report, of a reason or of an appeal; they may be empty.
///
/// # Errors
/// If they are too long.
pub(crate) fn clean(words: &str) -> Result<String, ReportRefusal> {
    let visible: String = words.chars().filter(|&c| !text::is_invisible(c)).collect();
    let words = visible.trim();
    if words.chars().count() > limits::REPORT_CHARS {
        return Err(ReportRefusal::TooLong);
    }
    Ok(words.to_owned())
}

/// Cleans words that may not be empty.
///
/// # Errors
/// If they are empty or too long.
pub(crate) fn clean_some(words: &str) -> Result<String, ReportRefusal> {
    clean(words).and_then(|words| if words.is_empty() { Err(ReportRefusal::Empty) } else { Ok(words) })
}

/// Returns the name that a player had in a game, if they have played it.
pub(crate) fn name_in(game: &GameSummary, player: PlayerId) -> Option<PlayerName> {
    let seats = Color::ALL.map(|color| &game.seats[color]);
    seats.into_iter().find(|seat| seat.player == player).map(|seat| seat.name.clone())
}

/// Returns the last lines that a report has room for.
pub(crate) fn attached(lines: Vec<ChatLine>) -> Vec<ChatLine> {
    let mut bytes = 0;
    let fits = |line: &&ChatLine| {
        bytes += line_bytes(line);
        bytes <= REPORT_CHAT_BYTES
    };
    let count = lines.iter().rev().take(REPORT_LINES).take_while(fits).count();
    let first = lines.len() - count;
    lines.into_iter().skip(first).collect()
}

/// An upper bound of the bytes that a stored line takes.
fn line_bytes(line: &ChatLine) -> usize {
    const NUMBERS: usize = 9 + 9 + 1 + 3;
    line.name.as_str().len() + line.text.len() + NUMBERS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PlayerName {
        PlayerName::parse(text).expect("a name")
    }

    fn row(by: u64, about: u64) -> ReportRow {
        ReportRow {
            by: PlayerId(by),
            by_name: name("Bo"),
            about: PlayerId(about),
            about_name: name("An"),
            kind: ReportKind::Other,
            words: "words".to_owned(),
            game: None,
            at: Timestamp::from_ms(5),
            lines: Vec::new(),
            decision: None,
        }
    }

    fn dismiss() -> Verdict {
        Verdict { measure: Measure::Dismiss, until: None, reason: String::new() }
    }

    #[test]
    fn the_oldest_decided_report_makes_room_and_open_ones_stay() {
        let mut reports = Reports::default();
        for n in 0..MAX_REPORTS as u64 {
            assert_eq!(reports.check(PlayerId(n), PlayerId(9_999)), Ok(()));
            assert_eq!(reports.add(row(n, 9_999)).len(), 1);
        }
        assert_eq!(reports.check(PlayerId(5_000), PlayerId(9_999)), Err(ReportRefusal::Full));
        assert!(reports.decide(7, dismiss(), None, Timestamp::from_ms(9)).is_some());
        assert_eq!(reports.check(PlayerId(5_000), PlayerId(9_999)), Ok(()));
        let records = reports.add(row(5_000, 9_999));
        assert_eq!(records[0], Record::Report { number: 7, revision: 2, row: None });
        assert_eq!((records.len(), reports.entries.len()), (2, MAX_REPORTS));
    }

    #[test]
    fn the_last_lines_are_attached_as_far_as_they_fit() {
        let line = |n: usize, text: &str| ChatLine {
            at_ms: n as u64,
            from: PlayerId(1),
            name: name("Bo"),
            text: text.to_owned(),
        };
        let short = attached((0..50).map(|n| line(n, "hi")).collect());
        assert_eq!((short.len(), short[0].at_ms), (REPORT_LINES, 10));
        let long = attached((0..50).map(|n| line(n, &"象".repeat(limits::CHAT_CHARS))).collect());
        assert_eq!((long.len(), long[5].at_ms), (6, 49));
    }
}
