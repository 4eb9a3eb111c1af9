//! Tests of the widgets for reports in every form.

use super::tests::{SIZES, click_widget, shown, trace, widget};
use chuhe_app::testing::past_games::with_card;
use chuhe_app::testing::{OTHER, World, name};
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{
    AppealedReport, ChatLine, Judgement, Measure, OpenReport, ReportKind, ReportMessage, ReportRequest,
};
use std::cell::RefCell;

#[test]
fn a_report_is_written_and_sent_in_every_form() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(with_card(World::in_lobby(), Vec::new()));
            let mut harness = shown(&world, lang, size);
            click_widget(&mut harness, "player.report");
            harness.run_steps(3);
            assert!(!widget(&harness, "report.send").enabled);
            harness.run_steps(1);
            click_widget(&mut harness, "report.kind.cheating");
            world.borrow_mut().take_sent();
            harness.run_steps(1);
            let close = widget(&harness, "report.close");
            assert!(close.rect.bottom() < size.y, "{lang:?} {size}");
            harness.run_steps(1);
            click_widget(&mut harness, "report.send");
            let (kind, words) = (ReportKind::Cheating, String::new());
            let expected = ReportRequest::File { player: OTHER, kind, words, game: None };
            assert_eq!(world.borrow_mut().take_sent(), [expected.into()], "{lang:?} {size}");
        }
    }
}

#[test]
fn a_moderator_dismisses_a_report_in_every_form() {
    for size in SIZES {
        let mut world = World::in_lobby();
        world.receive(ReportMessage::Moderator { moderates: true });
        world.act(chuhe_model::actions::report_action::ReportAction::List.into());
        let line = ChatLine { at_ms: 5, from: OTHER, name: name("云中鹤"), text: "you fool".to_owned() };
        let open = OpenReport {
            report: 3,
            at_ms: 5,
            by: name("Bo"),
            about: name("云中鹤"),
            kind: ReportKind::Communication,
            words: "rude".to_owned(),
            game: None,
            lines: vec![line],
        };
        world.receive(ReportMessage::Open { reports: vec![open.clone()], more: 1 });
        let judgement = Judgement {
            report: 2,
            kind: ReportKind::Communication,
            measure: Measure::Mute,
            until_ms: Some(1_800_000_000_000),
            reason: "insults".to_owned(),
        };
        let report = OpenReport { report: 2, ..open };
        let appeals = vec![AppealedReport { report, judgement, appeal: "a quotation".to_owned() }];
        world.receive(ReportMessage::Appeals { appeals, more: 0 });
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, size);
        let widgets = trace(&harness).widgets;
        assert!(widgets.iter().any(|widget| widget.id == "report.3.ban" && !widget.enabled), "no reason yet");
        world.borrow_mut().take_sent();
        harness.run_steps(1);
        click_widget(&mut harness, "report.3.dismiss");
        let decide = ReportRequest::Decide {
            report: 3,
            measure: Measure::Dismiss,
            for_ms: None,
            reason: String::new(),
        };
        assert_eq!(world.borrow_mut().take_sent(), [decide.into()], "{size}");
    }
}
