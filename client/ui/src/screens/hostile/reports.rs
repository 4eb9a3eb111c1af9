//! Random messages about reports, and random actions with them.

use super::{Dice, name};
use chuhe_model::actions::report_action::{ReportAction, ReportTerm};
use chuhe_protocol::{
    Agreement, AppealedReport, ChatLine, Examination, ExaminedSide, GameId, Judgement, Measure, OpenReport,
    PlayerName, ReportKind, ReportMessage, ServerMessage, UsualAgreement,
};
use chuhe_rules::PerColor;

const LONG: &str = "最长的名字一共有十六个字都在这里";

fn some_name(dice: &mut Dice) -> PlayerName {
    name(dice.of(["Bo", LONG]))
}

fn judgement(dice: &mut Dice, reason: String) -> Judgement {
    Judgement {
        report: dice.of([0, 1, u64::MAX]),
        kind: dice.of(ReportKind::ALL),
        measure: dice.of(Measure::ALL),
        until_ms: dice.of([None, Some(0), Some(u64::MAX)]),
        reason,
    }
}

/// A random examination of a game.
fn examination(dice: &mut Dice) -> Option<Box<Examination>> {
    let number = dice.of([0, 1, u32::MAX]);
    let agreement = dice.of([None, Some(Agreement { percent: number, loss: number })]);
    let usual = dice.of([
        UsualAgreement::Unrated,
        UsualAgreement::TooFew { others: number, needed: 20 },
        UsualAgreement::MiddleHalf {
            lowest_rating: 0,
            highest_rating: u16::MAX,
            others: number,
            percent: [number, 0],
            loss: [0, number],
        },
    ]);
    let name = some_name(dice);
    let side = || ExaminedSide { name: name.clone(), judged: number, agreement, usual };
    let examination = Examination { sides: PerColor::new(side(), side()), waiting: number };
    dice.of([true, false]).then(|| Box::new(examination))
}

/// A random message about reports.
pub(super) fn message(dice: &mut Dice) -> ServerMessage {
    let report = dice.of([0, 1, u64::MAX]);
    let words = "很长".repeat(dice.of([0, 1, 150]));
    let message = match dice.below(9) {
        0 => ReportMessage::Filed { player: dice.player() },
        1 => ReportMessage::Decided { report, name: some_name(dice), upheld: dice.of([true, false]) },
        2 => ReportMessage::Judged(Box::new(judgement(dice, words))),
        3 => ReportMessage::Appealed { report },
        4 => ReportMessage::Moderator { moderates: dice.of([true, false]) },
        8 => ReportMessage::MayAppeal { report },
        7 => ReportMessage::Examined { report, examination: examination(dice) },
        n => {
            let line = ChatLine { at_ms: 0, from: dice.player(), name: some_name(dice), text: words.clone() };
            let open = OpenReport {
                report,
                at_ms: dice.of([0, u64::MAX]),
                by: some_name(dice),
                about: some_name(dice),
                kind: dice.of(ReportKind::ALL),
                words,
                game: dice.of([None, Some(GameId(u64::MAX))]),
                lines: vec![line; dice.below(40)],
            };
            let (count, more) = (dice.below(9), dice.of([0, 1, u32::MAX]));
            if n == 5 {
                let (judgement, appeal) = (judgement(dice, open.words.clone()), open.words.clone());
                let appealed = AppealedReport { report: open, judgement, appeal, proven: dice.below(2) == 0 };
                ReportMessage::Appeals { skipped: 0, appeals: vec![appealed; count], more }
            } else {
                ReportMessage::Open { skipped: 0, reports: vec![open; count], more }
            }
        }
    };
    message.into()
}

/// A random action with reports.
pub(super) fn action(dice: &mut Dice) -> ReportAction {
    let report = dice.of([0, 1, u64::MAX]);
    match dice.below(10) {
        0 => ReportAction::Begin(dice.player(), some_name(dice), dice.of([None, Some(GameId(7))])),
        1 => ReportAction::Kind(dice.of(ReportKind::ALL)),
        2 => ReportAction::Send,
        3 => ReportAction::Close,
        4 => ReportAction::Read(report),
        5 => ReportAction::Appeal(report),
        6 => ReportAction::List(dice.of([0, 6, u32::MAX])),
        7 => ReportAction::Term(dice.of(ReportTerm::ALL)),
        8 => ReportAction::Examine(report),
        _ => ReportAction::Decide(report, dice.of(Measure::ALL)),
    }
}
