//! What an operator asks about reports, and about the moderators who decide them.

use super::argument_parsers::{parse_reason, parse_time_ms};
use chuhe_protocol::Measure;
use clap::Subcommand;
use serde::{Deserialize, Serialize};

/// A request about one report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum ReportRequest {
    /// Show a report with its words, its chat, what was decided, and the appeal
    Show {
        /// The number of the report
        number: u64,
    },
    /// Decide an open report; both players are told
    Decide {
        /// The number of the report
        number: u64,
        /// What follows for the reported player
        decision: ReportDecision,
        /// For how long a mute or ban holds, as 30m, 12h or 7d; without it, until it is lifted
        #[arg(long = "for", value_name = "TERM", value_parser = parse_time_ms)]
        for_ms: Option<u64>,
        /// Why; the reported player reads it. Only a dismissal needs none
        #[arg(long, value_name = "TEXT", default_value_t, value_parser = parse_reason)]
        #[serde(default)]
        reason: String,
    },
}

/// What follows from a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ReportDecision {
    /// Nothing; the reported player does not learn of the report.
    Dismiss,
    /// They are told not to do it again.
    Warn,
    /// They cannot chat.
    Mute,
    /// They cannot connect.
    Ban,
}

impl From<ReportDecision> for Measure {
    fn from(decision: ReportDecision) -> Self {
        match decision {
            ReportDecision::Dismiss => Self::Dismiss,
            ReportDecision::Warn => Self::Warn,
            ReportDecision::Mute => Self::Mute,
            ReportDecision::Ban => Self::Ban,
        }
    }
}

/// A request about moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum ModeratorRequest {
    /// Let a registered player decide reports
    Add {
        /// The player
        name: String,
    },
    /// No longer let a player decide reports
    Remove {
        /// The player
        name: String,
    },
    /// List the moderators
    List,
}
