//! Reports: the one that the user writes, the decisions to read, and those that a moderator decides.

use crate::actions::report_action::{ReportField, ReportTerm};
use chuhe_protocol::limits::{REPORT_CHARS, REPORTS_PER_FRAME};
use chuhe_protocol::{
    AppealedReport, Examination, GameId, Judgement, Measure, OpenReport, PlayerId, PlayerName, Refusal,
    ReportKind, ReportMessage, ReportRequest,
};
use std::collections::BTreeMap;

/// The most decisions that are kept to be read; a server sends those left out again at the next visit.
const MOST_UNREAD: usize = 20;

/// What a visit knows of reports.
#[derive(Debug, Default)]
pub struct Reports {
    /// The report that the user writes.
    pub form: Option<ReportForm>,
    /// The decisions to read, the oldest first.
    unread: Vec<Unread>,
    /// The appeal that the user writes against the first of them.
    pub appeal: String,
    /// Whether the user is a moderator.
    pub is_moderator: bool,
    /// The open reports, if the user looks at them.
    pub open: Option<OpenReports>,
    /// The request that the server has not answered.
    pending: Option<Pending>,
    /// Why it has refused the last one.
    pub refused: Option<Refusal>,
}

/// A request whose answer is awaited: a report, an appeal, a decision or an examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    request: u32,
    /// The report that it decides.
    decides: Option<u64>,
}

/// A report that the user writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportForm {
    /// Whom it is about.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The game that it is about.
    pub game: Option<GameId>,
    /// What it is about, once that is chosen.
    pub kind: Option<ReportKind>,
    /// What has happened.
    pub words: String,
}

/// A decision to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// About a report by the user.
    Decided {
        /// The number of the report.
        report: u64,
        /// The name of the reported player.
        name: PlayerName,
        /// Whether something follows for them.
        upheld: bool,
    },
    /// About the user.
    Judged(Box<Judgement>),
    /// About whoever had the name that the user wants.
    MayAppeal {
        /// The number of the report.
        report: u64,
    },
}

impl Unread {
    /// The number of the report.
    #[must_use]
    pub const fn report(&self) -> u64 {
        match self {
            Self::Decided { report, .. } => *report,
            Self::Judged(judgement) => judgement.report,
            Self::MayAppeal { report } => *report,
        }
    }
}

/// The open reports that a moderator looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenReports {
    /// How many reports and appeals are left out before the first ones that are shown.
    pub skipped: u32,
    /// Whether the server has sent others than those that are shown, which may have changed.
    is_outdated: bool,
    /// The oldest ones after those; `None` until the server has sent them.
    pub reports: Option<Vec<OpenReport>>,
    /// How many more there are.
    pub more: u32,
    /// The appeals against decisions, the latest first.
    pub appeals: Vec<AppealedReport>,
    /// How many more of them there are.
    pub more_appeals: u32,
    /// What the engine makes of the games of reports; `None` while it examines one.
    examined: BTreeMap<u64, Option<Examination>>,
    /// The reason of the next decision.
    pub reason: String,
    /// How long the next mute or ban holds.
    pub term: ReportTerm,
}

impl OpenReports {
    /// What the engine makes of the game of a report, if the user has asked; the inner one while it examines the game.
    #[must_use]
    pub fn examined(&self, report: u64) -> Option<Option<&Examination>> {
        self.examined.get(&report).map(Option::as_ref)
    }

    /// Forgets what was said of reports that are not here any more.
    fn forget_others(&mut self) {
        let Self { reports, appeals, examined, .. } = self;
        let appeals = appeals.iter().map(|appealed| &appealed.report);
        let known: Vec<u64> = reports.iter().flatten().chain(appeals).map(|it| it.report).collect();
        examined.retain(|report, _| known.contains(report));
    }
}

impl Reports {
    /// Begins a report.
    pub fn begin(&mut self, player: PlayerId, name: PlayerName, game: Option<GameId>) {
        self.refused = None;
        self.form = Some(ReportForm { player, name, game, kind: None, words: String::new() });
    }

    /// Chooses what the report is about.
    pub const fn choose(&mut self, kind: ReportKind) {
        if let Some(form) = &mut self.form {
            form.kind = Some(kind);
        }
    }

    /// Chooses for how long the next mute or ban holds.
    pub const fn set_term(&mut self, term: ReportTerm) {
        if let Some(open) = &mut self.open {
            open.term = term;
        }
    }

    /// Changes a text, as far as a report may have one.
    pub fn edit(&mut self, field: ReportField, text: String) {
        let text = if text.chars().count() > REPORT_CHARS {
            text.chars().take(REPORT_CHARS).collect()
        } else {
            text
        };
        match field {
            ReportField::Words => self.form.iter_mut().for_each(|form| form.words.clone_from(&text)),
            ReportField::Appeal => self.appeal = text,
            ReportField::Reason => self.open.iter_mut().for_each(|open| open.reason.clone_from(&text)),
        }
    }

    /// The first decision to read.
    #[must_use]
    pub fn unread(&self) -> Option<&Unread> {
        self.unread.first()
    }

    /// Whether the server has not answered the last request.
    #[must_use]
    pub const fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// The request that sends the report, if it says what it is about.
    #[must_use]
    pub fn filing(&self) -> Option<ReportRequest> {
        let ReportForm { player, name: _, game, kind, words } = self.form.clone()?;
        Some(ReportRequest::File { player, kind: kind?, words, game })
    }

    /// The request that decides a report.
    #[must_use]
    pub fn decision(&self, report: u64, measure: Measure) -> Option<ReportRequest> {
        let open = self.open.as_ref()?;
        let is_timed = matches!(measure, Measure::Mute | Measure::Ban);
        let for_ms = open.term.ms().filter(|_| is_timed);
        Some(ReportRequest::Decide { report, measure, for_ms, reason: open.reason.clone() })
    }

    /// Notes a request whose answer is awaited, and its number.
    pub const fn sent(&mut self, request: u32, sent: &ReportRequest) {
        let decides = if let ReportRequest::Decide { report, .. } = *sent { Some(report) } else { None };
        (self.pending, self.refused) = (Some(Pending { request, decides }), None);
    }

    /// Forgets a decision that the user has read.
    pub fn read(&mut self, report: u64) {
        self.unread.retain(|unread| unread.report() != report);
        self.appeal.clear();
        self.refused = None;
    }

    /// Closes the report that is being written, or the list of open ones; returns whether one was open.
    pub fn close(&mut self) -> bool {
        self.refused = None;
        self.form.take().is_some() || self.open.take().is_some()
    }

    /// Shows the open reports after the first so many; returns the request for them.
    pub fn list(&mut self, skip: u32) -> ReportRequest {
        self.open.get_or_insert_default().skipped = skip;
        ReportRequest::ListOpen { skip }
    }

    /// Returns the request for the reports that are shown, if they may have changed.
    pub fn relist(&mut self) -> Option<ReportRequest> {
        let open = self.open.as_mut().filter(|open| open.is_outdated)?;
        open.is_outdated = false;
        Some(ReportRequest::ListOpen { skip: open.skipped })
    }

    /// Takes a message of the server; returns whether it says that the report is stored.
    pub fn received(&mut self, message: ReportMessage) -> bool {
        match message {
            ReportMessage::Filed { player } => {
                self.pending = None;
                self.form.take_if(|form| form.player == player);
                return true;
            }
            ReportMessage::Decided { report, name, upheld } => {
                self.add(Unread::Decided { report, name, upheld });
            }
            ReportMessage::Judged(judgement) => self.add(Unread::Judged(judgement)),
            ReportMessage::MayAppeal { report } => self.add(Unread::MayAppeal { report }),
            ReportMessage::Appealed { report } => {
                self.pending = None;
                self.read(report);
            }
            ReportMessage::Moderator { moderates } => {
                self.is_moderator = moderates;
                if !moderates {
                    self.open = None;
                }
            }
            ReportMessage::Open { skipped, mut reports, more } => {
                reports.truncate(REPORTS_PER_FRAME);
                if let Some(open) = &mut self.open {
                    // a decision is not that of the next report; others file reports while one is written
                    let is_open = |decided| reports.iter().any(|it| it.report == decided);
                    let is_done = |pending: &mut Pending| pending.decides.is_some_and(|it| !is_open(it));
                    if self.pending.take_if(is_done).is_some() {
                        open.reason.clear();
                    }
                    if skipped != open.skipped {
                        open.is_outdated = true;
                        return false;
                    }
                    (open.reports, open.more) = (Some(reports), more);
                    open.forget_others();
                }
            }
            ReportMessage::Appeals { skipped, mut appeals, more } => {
                appeals.truncate(REPORTS_PER_FRAME);
                if let Some(open) = &mut self.open {
                    if skipped != open.skipped {
                        open.is_outdated = true;
                        return false;
                    }
                    (open.appeals, open.more_appeals) = (appeals, more);
                    open.forget_others();
                }
            }
            ReportMessage::Examined { report, examination } => {
                self.pending = None;
                if let Some(open) = &mut self.open {
                    open.examined.insert(report, examination.map(|examination| *examination));
                    open.forget_others();
                }
            }
        }
        false
    }

    /// Adds a decision, unless it is here already.
    fn add(&mut self, unread: Unread) {
        let is_new = self.unread.iter().all(|known| known.report() != unread.report());
        if is_new && self.unread.len() < MOST_UNREAD {
            self.unread.push(unread);
        }
    }

    /// Takes a refusal if it is of a request from here; returns whether it was.
    pub fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        let is_own = self.pending.take_if(|pending| pending.request == request).is_some();
        if is_own {
            self.refused = Some(reason);
        }
        is_own
    }

    /// Forgets what the server says again on a new connection, or answers on none but the old one.
    pub const fn reset(&mut self) {
        (self.pending, self.is_moderator) = (None, false);
    }
}
