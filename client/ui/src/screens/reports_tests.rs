//! Tests of the widgets for reports in every form.

use super::crowd_tests::scroll;
use super::tests::{SIZES, click_widget, shown, trace, widget};
use chuhe_app::testing::banned::wanting_a_banned_name;
use chuhe_app::testing::computers::computer_worlds;
use chuhe_app::testing::past_games::with_card;
use chuhe_app::testing::{OTHER, World, name};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::report_action::ReportField;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{
    Agreement, AppealedReport, ChatLine, ClientMessage, DoorRequest, Examination, ExaminedSide, GameId,
    Judgement, Measure, OpenReport, ReportKind, ReportMessage, ReportRequest, UsualAgreement,
};
use chuhe_rules::PerColor;
use chuhe_view::Model;
use egui_kittest::Harness;
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
            // each kind with when it applies
            harness.run_steps(1);
            let when = widget(&harness, "report.when.cheating").label;
            assert!(
                when.ends_with(chuhe_texts::Text::of(lang).report().when(ReportKind::Cheating)),
                "{when}"
            );
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
fn a_decision_says_what_it_is_about_and_why_in_every_form() {
    for size in SIZES {
        let mut world = World::in_lobby();
        let judgement = Judgement {
            report: 2,
            kind: ReportKind::Communication,
            measure: Measure::Mute,
            until_ms: Some(1_800_000_000_000),
            reason: "insults".to_owned(),
        };
        world.receive(ReportMessage::Judged(Box::new(judgement)));
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::En, size);
        let widgets = trace(&harness).widgets;
        let says = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.label.clone());
        assert_eq!(says("report.reason").as_deref(), Some("insults"), "{size}");
        let about = chuhe_texts::Text::of(Lang::En).report().kind_of(ReportKind::Communication);
        assert_eq!(says("report.about").as_deref(), Some(about), "{size}");
    }
}

#[test]
fn whoever_had_a_banned_name_appeals_for_it_in_every_form() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(wanting_a_banned_name());
            let mut harness = shown(&world, lang, size);
            world.borrow_mut().take_sent();
            click_widget(&mut harness, "report.appeal.send");
            harness.run_steps(2);
            assert!(world.borrow().app.sessions().link().is_banned(), "no words yet, {lang:?} {size}");
            assert!(trace(&harness).widgets.iter().any(|it| it.id == "report.refused"), "{lang:?} {size}");
            let field = Field::Report(ReportField::Appeal);
            world.borrow_mut().act(Action::Edit(field, "a quotation".to_owned()));
            harness.run_steps(2);
            let close = widget(&harness, "report.close");
            assert!(close.rect.bottom() < size.y, "{lang:?} {size}");
            harness.run_steps(1);
            world.borrow_mut().take_sent();
            click_widget(&mut harness, "report.appeal.send");
            world.borrow_mut().network(NetworkEvent::Connected);
            let sent = world.borrow_mut().take_sent();
            let [ClientMessage::Door(DoorRequest::AppealName { report: 3, words, .. })] = &sent[..] else {
                panic!("{lang:?} {size}: {sent:?}")
            };
            assert_eq!(words, "a quotation");
        }
    }
}

/// What the engine makes of a game.
fn examination() -> Box<Examination> {
    let (percent, loss) = ([44, 61], [34, 70]);
    let usual =
        UsualAgreement::MiddleHalf { lowest_rating: 1412, highest_rating: 1612, others: 84, percent, loss };
    let agreement = Some(Agreement { percent: 71, loss: 21 });
    let red = ExaminedSide { name: name("云中鹤"), judged: 31, agreement, usual };
    let black = ExaminedSide { agreement: None, usual: UsualAgreement::Unrated, judged: 1, name: name("Bo") };
    Box::new(Examination { sides: PerColor::new(red, black), waiting: 3 })
}

#[test]
fn a_moderator_compares_a_game_with_the_engine_and_dismisses_the_report_in_every_form() {
    for size in SIZES {
        let mut world = World::in_lobby();
        world.receive(ReportMessage::Moderator { moderates: true });
        world.act(chuhe_model::actions::report_action::ReportAction::List(0).into());
        let line = ChatLine { at_ms: 5, from: OTHER, name: name("云中鹤"), text: "you fool".to_owned() };
        let open = OpenReport {
            report: 3,
            at_ms: 5,
            by: name("Bo"),
            about: name("云中鹤"),
            kind: ReportKind::Communication,
            words: "rude".to_owned(),
            game: Some(GameId(312)),
            lines: vec![line],
        };
        world.receive(ReportMessage::Open { skipped: 0, reports: vec![open.clone()], more: 1 });
        let judgement = Judgement {
            report: 2,
            kind: ReportKind::Communication,
            measure: Measure::Mute,
            until_ms: Some(1_800_000_000_000),
            reason: "insults".to_owned(),
        };
        let report = OpenReport { report: 2, ..open };
        let appeals =
            vec![AppealedReport { report, judgement, appeal: "a quotation".to_owned(), proven: false }];
        world.receive(ReportMessage::Appeals { skipped: 0, appeals, more: 0 });
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, size);
        world.borrow_mut().take_sent();
        click_widget(&mut harness, "report.3.examine");
        assert_eq!(world.borrow_mut().take_sent(), [ReportRequest::Examine { report: 3 }.into()], "{size}");
        world.borrow_mut().receive(ReportMessage::Examined { report: 3, examination: Some(examination()) });
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        for id in ["report.3.red", "report.3.black"] {
            assert!(widgets.iter().any(|widget| widget.id == id), "{id} {size}");
        }
        assert!(widgets.iter().any(|widget| widget.label.contains("you fool")), "the chat is read, {size}");
        harness.run_steps(1);
        let is_whole = |harness: &mut Harness<'_>| {
            harness.run_steps(1);
            let widgets = trace(harness).widgets;
            ["report.3.ban", "report.3.dismiss"]
                .iter()
                .all(|id| widgets.iter().any(|widget| widget.id == *id && widget.whole))
        };
        while !is_whole(&mut harness) {
            scroll(&mut harness, "report.3.", 40.0);
        }
        harness.run_steps(1);
        assert!(!widget(&harness, "report.3.ban").enabled, "no reason yet, {size}");
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

#[test]
fn a_computer_player_in_a_report_is_called_as_the_language_has_it() {
    let computer = || name("computer-3");
    let mut read = World::in_lobby();
    read.receive(ReportMessage::Moderator { moderates: true });
    read.act(chuhe_model::actions::report_action::ReportAction::List(0).into());
    let line = ChatLine { at_ms: 5, from: OTHER, name: computer(), text: "a word".to_owned() };
    let open = OpenReport {
        report: 3,
        at_ms: 5,
        by: computer(),
        about: computer(),
        kind: ReportKind::Cheating,
        words: String::new(),
        game: Some(GameId(312)),
        lines: vec![line],
    };
    read.receive(ReportMessage::Open { skipped: 0, reports: vec![open], more: 0 });
    let mut examination = examination();
    examination.sides.red.name = computer();
    read.receive(ReportMessage::Examined { report: 3, examination: Some(examination) });
    let mut worlds = vec![(read, 4)];
    for upheld in [false, true] {
        let mut decided = World::in_lobby();
        decided.receive(ReportMessage::Decided { report: 3, name: computer(), upheld });
        worlds.push((decided, 1));
    }
    for (world, times) in &worlds {
        for lang in Lang::ALL {
            let text = chuhe_texts::Text::of(lang);
            let model = Model { app: &world.app, text, now: world.now };
            let dialog = format!("{:?}", chuhe_view::report::dialog(&model).expect("it is open"));
            assert!(!dialog.contains("computer-3"), "{lang:?}: {dialog}");
            // the reported player, the reporter, the line of chat and the side of the game
            assert_eq!(dialog.matches(&*text.called("computer-3")).count(), *times, "{lang:?}: {dialog}");
        }
    }
}

#[test]
fn no_report_of_a_computer_player_is_offered_after_a_game() {
    let over = computer_worlds().into_iter().find(|(name, _)| *name == "over");
    let (_, world) = over.expect("a game that is over");
    let world = RefCell::new(world);
    let widgets = trace(&shown(&world, Lang::En, SIZES[1])).widgets;
    assert!(widgets.iter().any(|it| it.id == "table.rematch"), "the game is over");
    assert!(!widgets.iter().any(|it| it.id == "table.report"));
}

#[test]
fn a_moderator_reads_which_appeals_came_without_proof() {
    for (proven, expected) in [(false, true), (true, false)] {
        let mut world = World::in_lobby();
        world.receive(ReportMessage::Moderator { moderates: true });
        world.act(chuhe_model::actions::report_action::ReportAction::List(0).into());
        let report = OpenReport {
            report: 2,
            at_ms: 5,
            by: name("Bo"),
            about: name("云中鹤"),
            kind: ReportKind::Communication,
            words: String::new(),
            game: None,
            lines: Vec::new(),
        };
        let judgement = Judgement {
            report: 2,
            kind: ReportKind::Communication,
            measure: Measure::Ban,
            until_ms: None,
            reason: "threats".to_owned(),
        };
        let appeals = vec![AppealedReport { report, judgement, appeal: "not me".to_owned(), proven }];
        world.receive(ReportMessage::Open { skipped: 0, reports: Vec::new(), more: 0 });
        world.receive(ReportMessage::Appeals { skipped: 0, appeals, more: 0 });
        let dialog = chuhe_view::report::dialog(&Model::of(&world.app, world.now)).expect("it is open");
        let is_said = dialog
            .parts
            .iter()
            .any(|part| matches!(part, chuhe_view::Part::Fact(fact) if fact.id == "report.2.unproven"));
        assert_eq!(is_said, expected);
    }
}
