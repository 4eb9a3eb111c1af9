//! Reports: the one that is written, a decision, and the open ones of a moderator.

use super::games::{OPPONENT, STARTED_AT_MS, Scene, USER};
use super::stages::{first, lobby, name};
use chuhe_model::actions::action::{Action, Field, JoinAction, JoinField};
use chuhe_model::actions::report_action::{ReportAction, ReportField};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_protocol::{
    AppealedReport, ChatLine, CloseReason, DoorMessage, GameId, Judgement, Measure, OpenReport, PlayerId,
    ReportKind, ReportMessage, ServerMessage,
};

/// A report of another player.
pub(super) fn report(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    let opponent = (PlayerId(70), name(OPPONENT));
    scene.act(ReportAction::Begin(opponent.0, opponent.1, Some(GameId(312))).into());
    scene.act(ReportAction::Kind(ReportKind::Cheating).into());
    scene.act(Action::Edit(Field::Report(ReportField::Words), "每一步都是引擎的第一选择".to_owned()));
    scene
}

/// A decision about the user.
pub(super) fn judged(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.receive(ReportMessage::Judged(Box::new(Judgement {
        report: 12,
        kind: ReportKind::Communication,
        measure: Measure::Mute,
        until_ms: Some(STARTED_AT_MS + 7 * 86_400_000),
        reason: "在大厅里多次辱骂他人".to_owned(),
    })));
    scene
}

/// The user wants a name that is banned and that nobody has any more.
pub(super) fn name_banned(lang: Lang) -> Scene {
    let mut scene = first(lang, StartEntry::Join);
    scene.world.cut(scene.user, false);
    scene.edit(Field::Join(JoinField::Host), "chuhe.example.org");
    scene.edit(Field::Join(JoinField::Name), USER);
    scene.act(Action::Join(JoinAction::Submit));
    let closing = DoorMessage::Closing { reason: CloseReason::Banned { wait_ms: None } };
    let received = [ReportMessage::MayAppeal { report: 12 }.into(), closing.into()];
    let received = received.map(|message: ServerMessage| NetworkEvent::Received(Box::new(message)));
    let closed = NetworkEvent::Closed(Closed::ByServer);
    for event in [NetworkEvent::Connected].into_iter().chain(received).chain([closed]) {
        scene.pass(Event::Network(event));
    }
    scene.edit(Field::Report(ReportField::Appeal), "我引用的是他的话");
    scene
}

/// The open reports of a moderator.
pub(super) fn open_reports(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.receive(ReportMessage::Moderator { moderates: true });
    scene.act(ReportAction::List(0).into());
    scene.world.advance(1_000);
    let line = |at_ms, called: &str, text: &str| ChatLine {
        at_ms,
        from: PlayerId(70),
        name: name(called),
        text: text.to_owned(),
    };
    let open = |report, about: &str, kind, words: &str, lines| OpenReport {
        report,
        at_ms: STARTED_AT_MS,
        by: name("MinhAnh"),
        about: name(about),
        kind,
        words: words.to_owned(),
        game: Some(GameId(312)),
        lines,
    };
    let said = vec![line(1, "LongestNickname1", "快点走"), line(2, "LongestNickname1", "输不起？")];
    let reports = vec![
        open(12, OPPONENT, ReportKind::Cheating, "每一步都是引擎的第一选择", Vec::new()),
        open(13, "LongestNickname1", ReportKind::Communication, "", said),
    ];
    scene.receive(ReportMessage::Open { skipped: 0, reports, more: 4 });
    let judgement = Judgement {
        report: 9,
        kind: ReportKind::Communication,
        measure: Measure::Mute,
        until_ms: Some(STARTED_AT_MS + 7 * 86_400_000),
        reason: "在大厅里多次辱骂他人".to_owned(),
    };
    let report = open(9, "LongestNickname1", ReportKind::Communication, "骂人", Vec::new());
    let appeals =
        vec![AppealedReport {
            report, judgement, appeal: "我引用的是他的话".to_owned(), proven: false
        }];
    scene.receive(ReportMessage::Appeals { skipped: 0, appeals, more: 1 });
    scene
}
