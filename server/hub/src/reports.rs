//! All reports of players, and who are the moderators.
//!
//! Everything here is stored. A decision stays until both have read it, and its report until newer ones need the room.

use super::names::NAMELESS;
use super::record::Record;
use super::report::{Decision, ReportRow, Verdict};
use chuhe_protocol::{GameId, Measure, PlayerId, PlayerName, ReportMessage, ReportRefusal, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// The target of log lines for audits, which the server writes at every level.
pub(crate) const AUDIT_TARGET: &str = "chuhe_server::audit";
/// Maximum number of stored reports, each of up to 8 KB. The oldest decided one makes room for a new one.
const MAX_REPORTS: usize = 2_000;
/// Maximum number of open reports by guests, so that those of registered players have room.
const MAX_GUEST_REPORTS: usize = MAX_REPORTS / 10;

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
    pub(crate) fn check(
        &self,
        by: PlayerId,
        about: PlayerId,
        is_guest: impl Fn(PlayerId) -> bool,
    ) -> Result<(), ReportRefusal> {
        if by == about {
            return Err(ReportRefusal::Yourself);
        }
        let open = || self.iter().filter(|(_, row)| row.decision.is_none()).map(|(_, row)| row);
        if open().any(|row| row.by == by && row.about == about) {
            return Err(ReportRefusal::AlreadyReported);
        }
        let by_guests = || open().filter(|row| is_guest(row.by)).count();
        let is_full = self.entries.len() >= MAX_REPORTS && self.oldest_decided().is_none();
        if is_full || is_guest(by) && by_guests() >= MAX_GUEST_REPORTS {
            Err(ReportRefusal::Full)
        } else {
            Ok(())
        }
    }

    /// The oldest report that was decided; those first that nobody waits for any more.
    fn oldest_decided(&self) -> Option<u64> {
        let decided = self.iter().filter_map(|(number, row)| Some((number, row.decision.as_ref()?)));
        let is_awaited = |decision: &Decision| {
            !decision.read_by_reporter || !decision.read_by_reported || decision.appeal.is_some()
        };
        decided.min_by_key(|(number, decision)| (is_awaited(decision), *number)).map(|(number, _)| number)
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

    /// Adds an appeal for the reported player, who has read the decision then. If nothing shows that it is theirs, it counts
    /// as unread: nobody is left to read it.
    ///
    /// # Errors
    /// If the player has no such decision, or has appealed against it already.
    pub(crate) fn appeal(
        &mut self,
        number: u64,
        player: PlayerId,
        words: String,
        is_theirs: bool,
    ) -> Result<Record, ReportRefusal> {
        let entry = self.entries.get_mut(&number).filter(|entry| entry.row.about == player);
        let entry = entry.ok_or(ReportRefusal::Unknown)?;
        let may_appeal = |decision: &&mut Decision| {
            decision.appeal.is_none() && decision.verdict.measure != Measure::Dismiss
        };
        let decision = entry.row.decision.as_mut().filter(may_appeal).ok_or(ReportRefusal::Unknown)?;
        decision.appeal = Some(words);
        decision.read_by_reported = is_theirs;
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

    /// Returns the open reports that a moderator may decide, after the first `skipped`.
    ///
    /// # Errors
    /// If the player is no moderator.
    pub(crate) fn open_for(&self, moderator: PlayerId, skipped: u32) -> Result<ReportMessage, ReportRefusal> {
        if !self.is_moderator(moderator) {
            return Err(ReportRefusal::NotModerator);
        }
        let is_theirs = |(_, row): &(u64, &ReportRow)| row.decision.is_none() && row.is_for(moderator);
        let (reports, more) =
            page(self.iter().filter(is_theirs), skipped, |(number, row)| Some(row.open(number)));
        Ok(ReportMessage::Open { skipped, reports, more })
    }

    /// Returns the game of a report that a moderator may have examined.
    ///
    /// # Errors
    /// If the player is no moderator, or there is no such report, or no game in it.
    pub(crate) fn examinable(&self, report: u64, moderator: PlayerId) -> Result<GameId, ReportRefusal> {
        if !self.is_moderator(moderator) {
            return Err(ReportRefusal::NotModerator);
        }
        let row = self.get(report).filter(|row| row.is_for(moderator)).ok_or(ReportRefusal::Unknown)?;
        row.game.ok_or(ReportRefusal::NotExamined)
    }

    /// Returns the appeals that a player may read who is known as a moderator, after the first `skipped`, those of the latest
    /// reports first.
    pub(crate) fn appeals_for(&self, moderator: PlayerId, skipped: u32) -> ReportMessage {
        let is_theirs = |row: &ReportRow| row.is_appealed() && row.is_for(moderator);
        let theirs = self.entries.iter().rev().filter(|(_, entry)| is_theirs(&entry.row));
        let (appeals, more) = page(theirs, skipped, |(&number, entry)| entry.row.appealed(number));
        ReportMessage::Appeals { skipped, appeals, more }
    }
}

/// Reads as many rows as a frame holds, after the first `skipped`, and counts how many more follow: a row has up to 8 KB to copy.
fn page<R, T>(
    rows: impl Iterator<Item = R>,
    skipped: u32,
    read: impl FnMut(R) -> Option<T>,
) -> (Vec<T>, u32) {
    let mut rows = rows.skip(usize::try_from(skipped).unwrap_or(usize::MAX));
    let first = rows.by_ref().take(limits::REPORTS_PER_FRAME).filter_map(read).collect();
    (first, u32::try_from(rows.count()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::ReportKind;

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
            assert_eq!(reports.check(PlayerId(n), PlayerId(9_999), |_| false), Ok(()));
            assert_eq!(reports.add(row(n, 9_999)).len(), 1);
        }
        assert_eq!(reports.check(PlayerId(5_000), PlayerId(9_999), |_| false), Err(ReportRefusal::Full));
        assert!(reports.decide(7, dismiss(), None, Timestamp::from_ms(9)).is_some());
        assert_eq!(reports.check(PlayerId(5_000), PlayerId(9_999), |_| false), Ok(()));
        let records = reports.add(row(5_000, 9_999));
        assert_eq!(records[0], Record::Report { number: 7, revision: 2, row: None });
        assert_eq!((records.len(), reports.entries.len()), (2, MAX_REPORTS));
    }

    #[test]
    fn guests_leave_room_for_the_reports_of_registered_players() {
        let mut reports = Reports::default();
        let is_guest = |player: PlayerId| player.0 < 9_000;
        for n in 0..MAX_GUEST_REPORTS as u64 {
            assert_eq!(reports.check(PlayerId(n), PlayerId(9_999), is_guest), Ok(()));
            assert_eq!(reports.add(row(n, 9_999)).len(), 1);
        }
        let check = |by| reports.check(PlayerId(by), PlayerId(9_999), is_guest);
        assert_eq!((check(5_000), check(9_000)), (Err(ReportRefusal::Full), Ok(())));
        assert!(reports.decide(7, dismiss(), None, Timestamp::from_ms(9)).is_some());
        assert_eq!(reports.check(PlayerId(5_000), PlayerId(9_999), is_guest), Ok(()));
    }
}
