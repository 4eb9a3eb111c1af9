//! The value of a report.

use super::rows::parse_name;
use crate::StoreError;
use chuhe_hub::{Decision, ReportRow, Verdict};
use chuhe_protocol::{ChatLine, GameId, Measure, PlayerId, ReportKind};
use chuhe_rules::clock::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct ReportV1 {
    by: u64,
    by_name: String,
    about: u64,
    about_name: String,
    kind: ReportKindV1,
    words: String,
    game: Option<u64>,
    at: Timestamp,
    lines: Vec<LineV1>,
    decision: Option<DecisionV1>,
}

#[derive(Serialize, Deserialize)]
enum ReportKindV1 {
    Cheating,
    Communication,
    Boosting,
    Other,
}

#[derive(Serialize, Deserialize)]
struct LineV1 {
    at_ms: u64,
    from: u64,
    name: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct DecisionV1 {
    measure: MeasureV1,
    until: Option<Timestamp>,
    reason: String,
    at: Timestamp,
    by: Option<u64>,
    read_by_reporter: bool,
    read_by_reported: bool,
    appeal: Option<String>,
}

#[derive(Serialize, Deserialize)]
enum MeasureV1 {
    Dismiss,
    Warn,
    Mute,
    Ban,
}

impl From<&ReportRow> for ReportV1 {
    fn from(row: &ReportRow) -> Self {
        let kind = match row.kind {
            ReportKind::Cheating => ReportKindV1::Cheating,
            ReportKind::Communication => ReportKindV1::Communication,
            ReportKind::Boosting => ReportKindV1::Boosting,
            ReportKind::Other => ReportKindV1::Other,
        };
        let line = |ChatLine { at_ms, from, name, text }: &ChatLine| LineV1 {
            at_ms: *at_ms,
            from: from.0,
            name: name.as_str().to_owned(),
            text: text.clone(),
        };
        Self {
            by: row.by.0,
            by_name: row.by_name.as_str().to_owned(),
            about: row.about.0,
            about_name: row.about_name.as_str().to_owned(),
            kind,
            words: row.words.clone(),
            game: row.game.map(|game| game.0),
            at: row.at,
            lines: row.lines.iter().map(line).collect(),
            decision: row.decision.as_ref().map(Into::into),
        }
    }
}

impl TryFrom<ReportV1> for ReportRow {
    type Error = StoreError;

    fn try_from(row: ReportV1) -> Result<Self, StoreError> {
        let kind = match row.kind {
            ReportKindV1::Cheating => ReportKind::Cheating,
            ReportKindV1::Communication => ReportKind::Communication,
            ReportKindV1::Boosting => ReportKind::Boosting,
            ReportKindV1::Other => ReportKind::Other,
        };
        let line = |LineV1 { at_ms, from, name, text }: LineV1| {
            Ok::<_, StoreError>(ChatLine { at_ms, from: PlayerId(from), name: parse_name(name)?, text })
        };
        Ok(Self {
            by: PlayerId(row.by),
            by_name: parse_name(row.by_name)?,
            about: PlayerId(row.about),
            about_name: parse_name(row.about_name)?,
            kind,
            words: row.words,
            game: row.game.map(GameId),
            at: row.at,
            lines: row.lines.into_iter().map(line).collect::<Result<_, _>>()?,
            decision: row.decision.map(Into::into),
        })
    }
}

impl From<&Decision> for DecisionV1 {
    fn from(decision: &Decision) -> Self {
        let Verdict { measure, until, reason } = &decision.verdict;
        let measure = match measure {
            Measure::Dismiss => MeasureV1::Dismiss,
            Measure::Warn => MeasureV1::Warn,
            Measure::Mute => MeasureV1::Mute,
            Measure::Ban => MeasureV1::Ban,
        };
        Self {
            measure,
            until: *until,
            reason: reason.clone(),
            at: decision.at,
            by: decision.by.map(|by| by.0),
            read_by_reporter: decision.read_by_reporter,
            read_by_reported: decision.read_by_reported,
            appeal: decision.appeal.clone(),
        }
    }
}

impl From<DecisionV1> for Decision {
    fn from(decision: DecisionV1) -> Self {
        let DecisionV1 { measure, until, reason, at, by, read_by_reporter, read_by_reported, appeal } =
            decision;
        let measure = match measure {
            MeasureV1::Dismiss => Measure::Dismiss,
            MeasureV1::Warn => Measure::Warn,
            MeasureV1::Mute => Measure::Mute,
            MeasureV1::Ban => Measure::Ban,
        };
        let (verdict, by) = (Verdict { measure, until, reason }, by.map(PlayerId));
        Self { verdict, at, by, read_by_reporter, read_by_reported, appeal }
    }
}
