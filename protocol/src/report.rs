//! Reports of players, decisions about them, and appeals.

use crate::{ChatLine, GameId, PlayerId, PlayerName};
use chuhe_rules::PerColor;
use serde::{Deserialize, Serialize};

/// A request about reports.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ReportRequest {
    /// Reports a player with whom the requester plays, has played lately, or has read a line of chat of.
    ///
    /// The answer is [`ReportMessage::Filed`], or [`crate::Refusal::Report`]. The server attaches the lines of chat
    /// that the requester has received; a client cannot add any.
    File {
        /// The reported player; they need not be online.
        player: PlayerId,
        /// What the report is about.
        kind: ReportKind,
        /// What has happened, at most [`crate::limits::REPORT_CHARS`] characters. May be empty, unless the kind is
        /// [`ReportKind::Other`].
        words: String,
        /// The game in which it happened.
        game: Option<GameId>,
    },
    /// Confirms that the player has read a decision. It is not sent again.
    Read {
        /// The number of the report.
        report: u64,
    },
    /// Appeals against a decision, once. It counts as read then. A banned player appeals with
    /// [`crate::DoorRequest::AppealBan`], or [`crate::DoorRequest::AppealName`] without a token.
    ///
    /// The answer is [`ReportMessage::Appealed`].
    Appeal {
        /// The number of the report.
        report: u64,
        /// Why, 1 to [`crate::limits::REPORT_CHARS`] characters.
        words: String,
    },
    /// Requests the open reports, the oldest first, and the appeals. Only moderators may.
    ///
    /// The answer is [`ReportMessage::Open`], and then [`ReportMessage::Appeals`].
    ListOpen {
        /// How many of each are left out before the first one.
        skip: u32,
    },
    /// Decides an open report. Only moderators may.
    ///
    /// The answer is [`ReportMessage::Open`].
    Decide {
        /// The number of the report.
        report: u64,
        /// What follows for the reported player.
        measure: Measure,
        /// For how long a mute or ban holds, in milliseconds; absent if it has no end.
        for_ms: Option<u64>,
        /// The reason, which the reported player reads; at most [`crate::limits::REPORT_CHARS`] characters. Only a
        /// dismissal needs none.
        reason: String,
    },
    /// Requests how the moves of the game of a report agree with those of the engine. Only moderators may, and of
    /// reports neither by nor about themselves.
    ///
    /// The answer is [`ReportMessage::Examined`].
    Examine {
        /// The number of the report.
        report: u64,
    },
}

/// A message about reports.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum ReportMessage {
    /// The report is stored.
    Filed {
        /// The reported player.
        player: PlayerId,
    },
    /// A report of the player is decided; again at each visit until [`ReportRequest::Read`].
    Decided {
        /// The number of the report.
        report: u64,
        /// The name of the reported player.
        name: PlayerName,
        /// Whether something follows for them. What it is, the reporter does not learn.
        upheld: bool,
    },
    /// A report about the player has led to something; again at each visit until [`ReportRequest::Read`] or
    /// [`ReportRequest::Appeal`]. A banned player receives it before [`crate::CloseReason::Banned`].
    Judged(Box<Judgement>),
    /// The appeal is stored.
    Appealed {
        /// The number of the report.
        report: u64,
    },
    /// Whether the player is a moderator; after [`crate::DoorMessage::Joined`] to moderators, and to whom the operator
    /// makes one or no longer has as one.
    Moderator {
        /// Whether they are.
        moderates: bool,
    },
    /// The open reports that the moderator may decide: none by or about themselves.
    Open {
        /// How many older ones are left out: those of [`ReportRequest::ListOpen`], or none.
        skipped: u32,
        /// The next ones, at most [`crate::limits::REPORTS_PER_FRAME`].
        reports: Vec<OpenReport>,
        /// How many more follow.
        more: u32,
    },
    /// The appeals against decisions that the moderator may read: none in reports by or about themselves.
    Appeals {
        /// How many of later reports are left out: those of [`ReportRequest::ListOpen`], or none.
        skipped: u32,
        /// The next ones, the latest first, at most [`crate::limits::REPORTS_PER_FRAME`].
        appeals: Vec<AppealedReport>,
        /// How many more follow.
        more: u32,
    },
    /// How the moves of the game of a report agree with those of the engine.
    Examined {
        /// The number of the report.
        report: u64,
        /// What is known; absent while the engine examines the game. Ask again after a minute.
        examination: Option<Box<Examination>>,
    },
    /// The name is banned by a decision, nobody has it any more, and nobody has appealed yet: whoever had it may, with
    /// [`crate::DoorRequest::AppealName`]. It comes before [`crate::CloseReason::Banned`] to who wants to join with the name.
    MayAppeal {
        /// The number of the report.
        report: u64,
    },
}

/// How the moves of a finished game of xiangqi agree with those of the engine: a hint, never a verdict.
///
/// Simple positions, long known lines and good days look the same as help by an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examination {
    /// Both sides.
    pub sides: PerColor<ExaminedSide>,
    /// How many other games are still to be examined, after which there is more to compare with.
    pub waiting: u32,
}

/// How the moves of one side agree with those of the engine, and what is usual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExaminedSide {
    /// The name of the player at that time.
    pub name: PlayerName,
    /// How many of their moves could be judged: not those of the opening, of decided positions, and without a choice.
    pub judged: u32,
    /// What they say; absent if too few could be judged.
    pub agreement: Option<Agreement>,
    /// What is usual among other players of such a rating.
    pub usual: UsualAgreement,
}

/// How the moves of one side agree with those of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// How many of a hundred judged moves are among the engine's best three.
    pub percent: u32,
    /// What a move loses on average, in centipawns.
    pub loss: u32,
}

/// What is usual among other players of such a rating, in the last rated games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UsualAgreement {
    /// The game was not rated, so there is nobody to compare with.
    Unrated,
    /// There are too few others to call anything usual.
    TooFew {
        /// How many there are.
        others: u32,
        /// How many it takes.
        needed: u32,
    },
    /// The middle half of the others.
    MiddleHalf {
        /// The lowest rating of the others.
        lowest_rating: u16,
        /// The highest one.
        highest_rating: u16,
        /// How many others there are.
        others: u32,
        /// The least and the most agreement of the middle half, in hundredths of the judged moves.
        percent: [u32; 2],
        /// The least and the greatest average loss of the middle half, in centipawns.
        loss: [u32; 2],
    },
}

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReportKind {
    /// Help by a computer or by another person.
    Cheating,
    /// Insults, threats, advertising, or other words in the chat or in a name.
    Communication,
    /// Games that were lost on purpose, or played with oneself, to move a rating.
    Boosting,
    /// Something else.
    Other,
}

impl ReportKind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Cheating, Self::Communication, Self::Boosting, Self::Other];
}

/// What follows from a report for the reported player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Measure {
    /// Nothing. They do not learn of the report.
    Dismiss,
    /// They are told not to do it again.
    Warn,
    /// They cannot chat.
    Mute,
    /// They cannot connect.
    Ban,
}

impl Measure {
    /// All measures, the mildest first.
    pub const ALL: [Self; 4] = [Self::Dismiss, Self::Warn, Self::Mute, Self::Ban];
}

/// What has followed from a report, as the reported player reads it. It does not say who has reported them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The number of the report.
    pub report: u64,
    /// What the report was about.
    pub kind: ReportKind,
    /// What follows.
    pub measure: Measure,
    /// When it ends, in milliseconds since the Unix epoch; absent if it has no end, or is a warning.
    pub until_ms: Option<u64>,
    /// The reason.
    pub reason: String,
}

/// A report, as moderators read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenReport {
    /// The number of the report.
    pub report: u64,
    /// When it was filed, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// The name of the reporter at that time.
    pub by: PlayerName,
    /// The name of the reported player at that time.
    pub about: PlayerName,
    /// What it is about.
    pub kind: ReportKind,
    /// What the reporter says; may be empty.
    pub words: String,
    /// The game in which it happened.
    pub game: Option<GameId>,
    /// The chat that the server has attached, the oldest line first.
    pub lines: Vec<ChatLine>,
}

/// A decided report against which the reported player has appealed, as moderators read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealedReport {
    /// The report.
    pub report: OpenReport,
    /// What was decided.
    pub judgement: Judgement,
    /// What the reported player says against it.
    pub appeal: String,
    /// Whether something showed that the appeal is theirs; not with [`crate::DoorRequest::AppealName`] without a password.
    pub proven: bool,
}

/// Why a request about reports is refused. New variants are appended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error, strum::VariantNames,
)]
pub enum ReportRefusal {
    /// A player cannot report themselves.
    #[error("a player cannot report themselves")]
    Yourself,
    /// The requester has neither played with that player lately nor read a line of chat of theirs.
    #[error("the requester has not met that player")]
    NotMet,
    /// The requester has reported that player, and the report is not decided.
    #[error("a report of that player is open already")]
    AlreadyReported,
    /// The text is longer than [`crate::limits::REPORT_CHARS`].
    #[error("the text is too long")]
    TooLong,
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
    /// There are too many open reports on the server, or too many by guests.
    #[error("there are too many open reports")]
    Full,
    /// The requester has no such report or decision, or it is decided or was appealed against already.
    #[error("there is no such report")]
    Unknown,
    /// Only moderators may do this.
    #[error("only moderators may do this")]
    NotModerator,
    /// The reported player is gone, so that only a dismissal or a warning is possible.
    #[error("the reported player is gone")]
    Gone,
    /// There are too many bans and silences on the server.
    #[error("there are too many bans and silences")]
    TooManySanctions,
    /// The report has no finished game of xiangqi that can be examined, or too many wait.
    #[error("the game cannot be examined")]
    NotExamined,
}
