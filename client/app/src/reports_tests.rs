//! Tests of reports, decisions and appeals, without a window.

use super::testing::banned::wanting_a_banned_name;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, JoinAction, SecretField};
use chuhe_model::actions::report_action::{ReportAction, ReportField, ReportTerm};
use chuhe_model::exchange::event::{Closed, ConnectFailure, NetworkEvent};
use chuhe_model::lobby::reports::Reports;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    AppealedReport, ChatLine, ClientMessage, CloseReason, DoorMessage, DoorRequest, GameId, Judgement,
    Measure, OpenReport, Password, Refusal, ReportKind, ReportMessage, ReportRefusal, ReportRequest,
    ServerMessage, limits,
};

fn reports(world: &World) -> &Reports {
    world.app.sessions.reports()
}

fn edit(world: &mut World, field: ReportField, text: &str) {
    world.act(Action::Edit(Field::Report(field), text.to_owned()));
}

fn begin(world: &mut World) {
    world.act(ReportAction::Begin(OTHER, name("云中鹤"), None).into());
}

#[test]
fn a_report_is_sent_once_it_says_what_it_is_about() {
    let mut world = World::in_lobby();
    begin(&mut world);
    world.take_sent();
    world.act(ReportAction::Send.into());
    assert_eq!(world.take_sent(), []);
    world.act(ReportAction::Kind(ReportKind::Communication).into());
    edit(&mut world, ReportField::Words, &"长".repeat(limits::REPORT_CHARS + 1));
    edit(&mut world, ReportField::Words, "rude");
    world.act(ReportAction::Send.into());
    let (kind, words) = (ReportKind::Communication, "rude".to_owned());
    assert_eq!(world.take_sent(), [ReportRequest::File { player: OTHER, kind, words, game: None }.into()]);
    world.act(ReportAction::Send.into());
    assert_eq!(world.take_sent(), [], "the answer is awaited");
    world.receive(ReportMessage::Filed { player: OTHER });
    assert_eq!(reports(&world).form, None);
    assert_eq!(world.notice(), Some(&Notice::Reported));
}

#[test]
fn a_refused_report_stays_open_with_the_reason() {
    let mut world = World::in_lobby();
    begin(&mut world);
    world.act(ReportAction::Kind(ReportKind::Cheating).into());
    world.act(ReportAction::Send.into());
    let (request, reason) = (world.last_request(), Refusal::Report(ReportRefusal::NotMet));
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!((reports(&world).refused, world.notice()), (Some(reason), None));
    assert!(reports(&world).form.is_some());
    world.act(Action::Back);
    assert_eq!((reports(&world).form.as_ref(), world.app.screen()), (None, Screen::Lobby));
}

fn judged(report: u64) -> ReportMessage {
    ReportMessage::Judged(Box::new(Judgement {
        report,
        kind: ReportKind::Communication,
        measure: Measure::Mute,
        until_ms: Some(1_800_000_000_000),
        reason: "insults".to_owned(),
    }))
}

#[test]
fn decisions_are_read_one_after_another_and_appealed_against() {
    let mut world = World::in_lobby();
    world.take_sent();
    for report in [3, 3, 4] {
        world.receive(judged(report));
    }
    assert_eq!(reports(&world).unread().map(|unread| unread.report()), Some(3));
    edit(&mut world, ReportField::Appeal, "a quotation");
    world.act(ReportAction::Appeal(3).into());
    let words = "a quotation".to_owned();
    assert_eq!(world.take_sent(), [ReportRequest::Appeal { report: 3, words }.into()]);
    world.receive(ReportMessage::Appealed { report: 3 });
    assert_eq!(reports(&world).unread().map(|unread| unread.report()), Some(4));
    assert_eq!(reports(&world).appeal, "");
    world.act(ReportAction::Read(4).into());
    assert_eq!(world.take_sent(), [ReportRequest::Read { report: 4 }.into()]);
    assert_eq!(reports(&world).unread(), None);
}

/// The server bans the user: it says why, and closes the connection.
fn ban(world: &mut World) {
    world.receive(judged(3));
    world.receive(DoorMessage::Closing { reason: CloseReason::Banned { wait_ms: None } });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert!(world.app.sessions.link().is_banned());
}

#[test]
fn a_banned_player_appeals_without_joining() {
    let mut world = World::in_lobby();
    ban(&mut world);
    edit(&mut world, ReportField::Appeal, "a quotation");
    let appeal = |world: &mut World| {
        world.act(ReportAction::Appeal(3).into());
        world.take_sent();
        world.network(NetworkEvent::Connected);
        let request = world.last_request();
        let sent = world.take_sent();
        let [ClientMessage::Door(DoorRequest::AppealBan { report: 3, words, .. })] = &sent[..] else {
            panic!("{sent:?}")
        };
        assert_eq!(words, "a quotation");
        request
    };
    let request = appeal(&mut world);
    let reason = Refusal::TooManyAttempts { wait_ms: 5_000 };
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!(reports(&world).refused, Some(reason));
    assert!(world.app.sessions.link().is_banned(), "another attempt is possible");
    appeal(&mut world);
    world.receive(ReportMessage::Appealed { report: 3 });
    assert_eq!((reports(&world).unread(), reports(&world).refused), (None, None));
    assert!(world.app.sessions.link().is_banned());
}

/// Appeals against the decision that is shown; returns what the client sends, with its number.
fn appeal_by_name(world: &mut World) -> (u32, DoorRequest) {
    edit(world, ReportField::Appeal, "a quotation");
    world.act(ReportAction::Appeal(3).into());
    world.take_sent();
    world.network(NetworkEvent::Connected);
    let number = world.last_request();
    let [ClientMessage::Door(request)] = &world.take_sent()[..] else { panic!("one request at the door") };
    (number, request.clone())
}

#[test]
fn whoever_had_a_banned_name_appeals_for_it_before_joining() {
    let mut world = wanting_a_banned_name();
    world.act(ReportAction::Appeal(3).into());
    assert_eq!(reports(&world).refused, Some(Refusal::Report(ReportRefusal::Empty)), "no words yet");
    let sent = world.take_sent();
    let [ClientMessage::Door(DoorRequest::Join { name, hall: None })] = &sent[..] else { panic!("{sent:?}") };
    let name = name.clone();
    let words = "a quotation".to_owned();
    let expected = DoorRequest::AppealName { name, password: None, hall: None, report: 3, words };
    let (request, sent) = appeal_by_name(&mut world);
    assert_eq!(sent, expected);
    let reason = Refusal::Report(ReportRefusal::Unknown);
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!((reports(&world).refused, reports(&world).unread().is_some()), (Some(reason), true));
    assert_eq!(appeal_by_name(&mut world).1, expected);
    world.receive(ReportMessage::Appealed { report: 3 });
    assert_eq!(reports(&world).unread(), None);
    assert!(world.app.sessions.link().is_banned());
}

#[test]
fn a_banned_player_without_a_token_appeals_with_the_password_that_they_have_typed() {
    let mut world = World::new();
    let password = Password("opensesame".to_owned());
    world.act(JoinAction::Submit.into());
    world.network(NetworkEvent::Connected);
    let (request, reason) = (world.last_request(), Refusal::NameRegistered);
    world.receive(ServerMessage::Refused { request, reason });
    world.act(Action::EditSecret(SecretField::Join, password.clone()));
    world.act(JoinAction::Submit.into());
    world.network(NetworkEvent::Connected);
    ban(&mut world);
    let (_, appealed) = appeal_by_name(&mut world);
    assert!(
        matches!(&appealed, DoorRequest::AppealName { password: Some(shown), report: 3, .. } if *shown == password),
        "{appealed:?}",
    );
    world.receive(ReportMessage::Appealed { report: 3 });
    assert_eq!(reports(&world).unread(), None);
    assert!(!format!("{:?}", world.app).contains("opensesame"));
}

#[test]
fn an_appeal_whose_connection_breaks_can_be_sent_again() {
    let mut world = World::in_lobby();
    ban(&mut world);
    edit(&mut world, ReportField::Appeal, "a quotation");
    let failures = [
        (NetworkEvent::ConnectFailed(ConnectFailure::Unreachable), false),
        (NetworkEvent::Closed(Closed::Broken), true),
        (NetworkEvent::Closed(Closed::ByServer), true),
    ];
    for (failure, once_connected) in failures {
        world.act(ReportAction::Appeal(3).into());
        assert_eq!(world.app.sessions.link().appeal_failure(), None);
        if once_connected {
            world.network(NetworkEvent::Connected);
        }
        world.network(failure);
        let link = world.app.sessions.link();
        assert!(link.is_banned() && link.appeal_failure().is_some(), "{:?}", link.status());
        assert_eq!(reports(&world).appeal, "a quotation");
    }
    world.act(ReportAction::Appeal(3).into());
    world.network(NetworkEvent::Connected);
    world.receive(ReportMessage::Appealed { report: 3 });
    assert_eq!(world.app.sessions.link().appeal_failure(), None);
    assert!(world.app.sessions.link().is_banned());
}

#[test]
fn a_player_who_cannot_join_reads_why_they_are_banned() {
    let mut world = World::in_lobby();
    ban(&mut world);
    world.act(ReportAction::Read(3).into());
    assert_eq!(world.take_sent(), [], "the server tells it again at the next attempt");
    world.act(JoinAction::Retry.into());
    world.network(NetworkEvent::Connected);
    ban(&mut world);
    assert_eq!(reports(&world).unread().map(|unread| unread.report()), Some(3));
    world.act(JoinAction::Leave.into());
    assert_eq!((reports(&world).unread(), world.app.screen()), (None, Screen::Join));
}

#[test]
fn a_moderator_decides_open_reports() {
    let mut world = World::in_lobby();
    world.receive(ReportMessage::Moderator { moderates: true });
    assert!(reports(&world).is_moderator);
    world.take_sent();
    world.act(ReportAction::List(0).into());
    assert_eq!(world.take_sent(), [ReportRequest::ListOpen { skip: 0 }.into()]);
    let line = ChatLine { at_ms: 5, from: OTHER, name: name("云中鹤"), text: "you fool".to_owned() };
    let open = OpenReport {
        report: 3,
        at_ms: 5,
        by: name("Bo"),
        about: name("云中鹤"),
        kind: ReportKind::Communication,
        words: String::new(),
        game: Some(GameId(7)),
        lines: vec![line],
    };
    world.receive(ReportMessage::Open { skipped: 0, reports: vec![open.clone()], more: 2 });
    world.act(ReportAction::Examine(3).into());
    assert_eq!(world.take_sent(), [ReportRequest::Examine { report: 3 }.into()]);
    world.act(ReportAction::Examine(3).into());
    assert_eq!(world.take_sent(), [], "the first request is not answered");
    for report in [3, 4] {
        world.receive(ReportMessage::Examined { report, examination: None });
    }
    let examined = |world: &World, report| reports(world).open.as_ref().unwrap().examined(report).is_some();
    assert!(examined(&world, 3) && !examined(&world, 4), "only of a report that is shown");
    let ReportMessage::Judged(judgement) = judged(2) else { panic!("another message") };
    let appealed = AppealedReport {
        report: open,
        judgement: *judgement,
        appeal: "a quotation".to_owned(),
        proven: true,
    };
    world.receive(ReportMessage::Appeals {
        skipped: 0,
        appeals: vec![appealed; limits::REPORTS_PER_FRAME + 1],
        more: 3,
    });
    let open = reports(&world).open.as_ref().unwrap();
    assert_eq!((open.more, open.appeals.len(), open.more_appeals), (2, limits::REPORTS_PER_FRAME, 3));
    edit(&mut world, ReportField::Reason, "insults");
    world.act(ReportAction::Term(ReportTerm::Week).into());
    world.act(ReportAction::Decide(3, Measure::Mute).into());
    let decide =
        |measure, for_ms| ReportRequest::Decide { report: 3, measure, for_ms, reason: "insults".to_owned() };
    assert_eq!(world.take_sent(), [decide(Measure::Mute, Some(7 * 86_400_000)).into()]);
    world.receive(ReportMessage::Open { skipped: 0, reports: Vec::new(), more: 0 });
    assert_eq!(reports(&world).open.as_ref().map(|open| open.reason.as_str()), Some(""));
    world.receive(ReportMessage::Moderator { moderates: false });
    assert_eq!(reports(&world).open, None);
}

#[test]
fn the_next_reports_stay_on_the_screen_when_the_server_sends_the_first_ones() {
    let mut world = World::in_lobby();
    world.receive(ReportMessage::Moderator { moderates: true });
    world.act(ReportAction::List(0).into());
    world.receive(ReportMessage::Open { skipped: 0, reports: Vec::new(), more: 2 });
    world.take_sent();
    world.act(ReportAction::List(6).into());
    let next = || [ReportRequest::ListOpen { skip: 6 }.into()];
    assert_eq!(world.take_sent(), next());
    world.receive(ReportMessage::Open { skipped: 6, reports: Vec::new(), more: 0 });
    world.receive(ReportMessage::Appeals { skipped: 6, appeals: Vec::new(), more: 1 });
    assert_eq!(world.take_sent(), []);
    // somebody has filed another one
    world.receive(ReportMessage::Open { skipped: 0, reports: Vec::new(), more: 9 });
    assert_eq!(world.take_sent(), next(), "those that are shown are requested again");
    let open = reports(&world).open.as_ref().unwrap();
    assert_eq!((open.skipped, open.more, open.more_appeals), (6, 0, 1));
}
