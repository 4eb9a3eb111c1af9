//! A report of a player, with what was said and decided in it.

use chuhe_protocol::{
    AppealedReport, ChatLine, GameId, GameSummary, Judgement, Measure, OpenReport, PlayerId, PlayerName,
    ReportKind, ReportMessage, ReportRefusal, limits, text,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// Maximum number of attached lines of chat.
const REPORT_LINES: usize = 40;
/// Maximum number of bytes of the attached chat, as [`line_bytes`] counts: a stored value has at most 8 KiB, and the
/// words, reason and appeal take up to 3,600 bytes.
const REPORT_CHAT_BYTES: usize = 4_000;

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
    /// Whether the reported player has, or has appealed; not once somebody has appealed who may be another.
    pub read_by_reported: bool,
    /// What the reported player says against it, or somebody who appeals for a name that nobody has any more.
    pub appeal: Option<String>,
}

impl Decision {
    /// Whether nothing showed that the appeal is the reported player's.
    #[must_use]
    pub const fn is_appeal_unproven(&self) -> bool {
        self.appeal.is_some() && !self.read_by_reported
    }
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
        }
        // what was decided stays for the reported player if the reporter is erased
        if let Some(decision) = self.decision.as_mut().filter(|_| about) {
            decision.verdict.reason.clear();
            decision.appeal = None;
        }
        by || about || self.lines.len() != lines
    }

    /// What there is to tell a player, unless they have confirmed it.
    pub(crate) fn unread(&self, number: u64, player: PlayerId) -> Option<ReportMessage> {
        let Decision { verdict, read_by_reporter, read_by_reported, .. } = self.decision.as_ref()?;
        let upheld = verdict.measure != Measure::Dismiss;
        if player == self.by && !read_by_reporter {
            return Some(ReportMessage::Decided { report: number, name: self.about_name.clone(), upheld });
        }
        (player == self.about && upheld && !read_by_reported)
            .then(|| ReportMessage::Judged(Box::new(self.judgement(number, verdict))))
    }

    fn judgement(&self, report: u64, Verdict { measure, until, reason }: &Verdict) -> Judgement {
        let (until_ms, reason) = (until.map(Timestamp::as_ms), reason.clone());
        Judgement { report, kind: self.kind, measure: *measure, until_ms, reason }
    }
}

impl ReportRow {
    /// Whether a moderator may decide it: it is neither by nor about them.
    pub(crate) fn is_for(&self, moderator: PlayerId) -> bool {
        self.by != moderator && self.about != moderator
    }

    /// Whether it has led to a ban whose term has not passed, and against which nobody has appealed.
    pub(crate) fn is_unappealed_ban(&self, now: Timestamp) -> bool {
        let decision = self.decision.as_ref().filter(|decision| decision.appeal.is_none());
        decision.is_some_and(|Decision { verdict: Verdict { measure, until, .. }, .. }| {
            *measure == Measure::Ban && until.is_none_or(|until| until > now)
        })
    }

    /// Whether its player has appealed.
    pub(crate) fn is_appealed(&self) -> bool {
        self.decision.as_ref().is_some_and(|decision| decision.appeal.is_some())
    }

    /// The report as moderators read it, if its player has appealed.
    pub(crate) fn appealed(&self, number: u64) -> Option<AppealedReport> {
        let decision = self.decision.as_ref()?;
        let (appeal, judgement) = (decision.appeal.clone()?, self.judgement(number, &decision.verdict));
        let proven = !decision.is_appeal_unproven();
        Some(AppealedReport { report: self.open(number), judgement, appeal, proven })
    }

    pub(crate) fn open(&self, report: u64) -> OpenReport {
        let Self { by_name, about_name, kind, words, game, at, lines, .. } = self.clone();
        OpenReport { report, at_ms: at.as_ms(), by: by_name, about: about_name, kind, words, game, lines }
    }
}

/// An appeal against a decision, at the door.
#[derive(Clone, Debug)]
pub(crate) struct Appeal {
    /// The number of the report.
    pub(crate) report: u64,
    /// What the reported player says.
    pub(crate) words: String,
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

/// Where a reporter has met a player.
#[derive(Debug)]
pub(crate) struct Met {
    /// The game, unless it was in the lobby.
    pub(crate) game: Option<GameId>,
    /// The chat that the reporter has received there.
    pub(crate) lines: Vec<ChatLine>,
    /// The name of the player, if it is known there.
    pub(crate) name: Option<PlayerName>,
}

/// Cleans the words of a report, of a reason or of an appeal; they may be empty.
///
/// # Errors
/// If they are too long.
pub(crate) fn clean(words: &str) -> Result<String, ReportRefusal> {
    let visible = text::visible(words);
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

    #[test]
    fn the_last_lines_are_attached_as_far_as_they_fit() {
        let line = |n: usize, text: &str| ChatLine {
            at_ms: n as u64,
            from: PlayerId(1),
            name: PlayerName::parse("Bo").expect("a name"),
            text: text.to_owned(),
        };
        let short = attached((0..50).map(|n| line(n, "hi")).collect());
        assert_eq!((short.len(), short[0].at_ms), (REPORT_LINES, 10));
        let long = attached((0..50).map(|n| line(n, &"象".repeat(limits::CHAT_CHARS))).collect());
        assert_eq!((long.len(), long[5].at_ms), (6, 49));
    }
}
