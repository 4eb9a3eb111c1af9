//! Samples of reports and of a moderator.

use super::{AN, AT, BO, GAME, name};
use chuhe_hub::{Decision, Record, ReportRow, Verdict};
use chuhe_protocol::{ChatLine, Measure, ReportKind};

/// A report of each kind, without a decision and with each one.
pub(crate) fn records() -> Vec<(String, Record)> {
    let decision = |measure| Decision {
        verdict: Verdict {
            measure,
            until: (measure == Measure::Mute).then_some(AT),
            reason: "骂人".to_owned(),
        },
        at: AT,
        by: (measure == Measure::Ban).then_some(BO),
        read_by_reporter: measure == Measure::Warn,
        read_by_reported: measure == Measure::Dismiss,
        appeal: (measure == Measure::Ban).then(|| "不是我".to_owned()),
    };
    let row = |kind, decision| ReportRow {
        by: BO,
        by_name: name("Bo"),
        about: AN,
        about_name: name("云中鹤"),
        kind,
        words: "棋太好".to_owned(),
        game: (kind == ReportKind::Cheating).then_some(GAME),
        at: AT,
        lines: vec![ChatLine {
            at_ms: AT.as_ms(), from: AN, name: name("云中鹤"), text: "笨".to_owned()
        }],
        decision,
    };
    let decisions = Measure::ALL.map(|measure| (ReportKind::Other, Some(decision(measure))));
    let reports = ReportKind::ALL.map(|kind| (kind, None)).into_iter().chain(decisions).zip(1..);
    let mut records: Vec<_> = reports
        .map(|((kind, decision), number)| {
            let what = format!("report {number}");
            (what, Record::Report { number, revision: 0, row: Some(Box::new(row(kind, decision))) })
        })
        .collect();
    records.push(("a moderator".to_owned(), Record::Moderator { player: BO, revision: 0, moderates: true }));
    records
}
