//! The user's actions with reports.

use chuhe_protocol::{GameId, Measure, PlayerId, PlayerName, ReportKind};

/// With the report that is written, the decisions that are read, and the reports that a moderator decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportAction {
    /// Begin a report of this player, about a game if it is about one.
    Begin(PlayerId, PlayerName, Option<GameId>),
    /// Choose what it is about.
    Kind(ReportKind),
    /// Send it.
    Send,
    /// Close the report that is being written, or the list of open ones.
    Close,
    /// Confirm that the decision about the report with this number is read.
    Read(u64),
    /// Appeal against it.
    Appeal(u64),
    /// Show the open reports and the appeals, after the first so many of each.
    List(u32),
    /// Choose for how long a mute or ban holds.
    Term(ReportTerm),
    /// Decide the report with this number.
    Decide(u64, Measure),
    /// Compare the game of the report with this number with the engine.
    Examine(u64),
}

/// A text field about reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportField {
    /// What has happened.
    Words,
    /// Why a decision is wrong.
    Appeal,
    /// The reason of a decision.
    Reason,
}

/// For how long a mute or ban holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReportTerm {
    /// A day.
    #[default]
    Day,
    /// A week.
    Week,
    /// 30 days.
    Month,
    /// Until it is lifted.
    Unlimited,
}

impl ReportTerm {
    /// All terms, the shortest first.
    pub const ALL: [Self; 4] = [Self::Day, Self::Week, Self::Month, Self::Unlimited];

    /// Its length in milliseconds; `None` if it has no end.
    #[must_use]
    pub const fn ms(self) -> Option<u64> {
        const DAY_MS: u64 = 24 * 60 * 60_000;
        match self {
            Self::Day => Some(DAY_MS),
            Self::Week => Some(7 * DAY_MS),
            Self::Month => Some(30 * DAY_MS),
            Self::Unlimited => None,
        }
    }
}
