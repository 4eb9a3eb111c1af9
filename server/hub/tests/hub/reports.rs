//! Reports: who may file one, what is attached, what both are told, appeals, moderators, and erasures.

use crate::accounts::{SECRET, login, password, registered};
use crate::managing::act;
use crate::world::{Client, MATE, World, untimed};
use chuhe_hub::{
    AccountAction, ActionRefusal, Address, Input, Limits, OperatorAction, Rate, ReportRow, Sanction,
    SanctionKind, SanctionTarget, Verdict,
};
use chuhe_protocol::{
    AppealedReport, ChatRoom, ClientMessage, CloseReason, DoorRequest, GameId, Judgement, Measure, PlayerId,
    PlayerName, Refusal, ReportKind, ReportMessage, ReportRefusal, ReportRequest, ServerMessage,
    SessionToken, TableRequest, limits,
};
use chuhe_rules::clock::Timestamp;

fn file(about: Client, kind: ReportKind, words: &str, game: Option<GameId>) -> ReportRequest {
    ReportRequest::File { player: about.player, kind, words: words.to_owned(), game }
}

/// A report of chat, without a game.
fn rude(about: Client) -> ReportRequest {
    file(about, ReportKind::Communication, "rude", None)
}

fn say(room: ChatRoom, text: &str) -> ClientMessage {
    ClientMessage::Chat { room, text: text.to_owned() }
}

/// What a client has received about reports.
fn told(world: &mut World, client: Client) -> Vec<ReportMessage> {
    let report = |message| if let ServerMessage::Report(report) = message { Some(report) } else { None };
    world.received(client).into_iter().filter_map(report).collect()
}

fn row(world: &World, number: u64) -> ReportRow {
    world.stored.reports[&number].1.clone()
}

fn decide(world: &mut World, number: u64, measure: Measure, reason: &str) -> Result<(), ActionRefusal> {
    let until = (measure != Measure::Warn).then(|| world.now().plus_ms(60_000));
    decide_until(world, number, measure, reason, until)
}

fn decide_until(
    world: &mut World,
    number: u64,
    measure: Measure,
    reason: &str,
    until: Option<Timestamp>,
) -> Result<(), ActionRefusal> {
    let action = OperatorAction::Decide(number, Verdict { measure, until, reason: reason.to_owned() });
    world.hub.operators().check_action(&action)?;
    world.handle(Input::Operate(Box::new(action)));
    Ok(())
}

const UNKNOWN: Refusal = Refusal::Report(ReportRefusal::Unknown);

fn refused(world: &mut World, by: Client, request: ReportRequest) -> ReportRefusal {
    match world.refused(by, request) {
        Refusal::Report(reason) => reason,
        other => panic!("{other:?}"),
    }
}

/// Bo and An, of whom An has said something in the lobby, and Bo has reported it.
fn reported() -> (World, Client, Client) {
    let mut world = World::new();
    let (bo, an) = (registered(&mut world, "Bo"), registered(&mut world, "An"));
    world.send(an, say(ChatRoom::Lobby, "you fool"));
    world.discard_received();
    world.send(bo, rude(an));
    assert_eq!(told(&mut world, bo), [ReportMessage::Filed { player: an.player }]);
    world.discard_received();
    (world, bo, an)
}

#[test]
fn a_report_has_the_chat_that_the_reporter_has_read() {
    let (world, bo, an) = reported();
    let report = row(&world, 1);
    assert_eq!((report.by, report.about, report.game), (bo.player, an.player, None));
    assert_eq!(report.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["you fool"]);
    let mut world = World::new();
    let table = world.table(untimed());
    let (red, black) = (table.red(), table.black());
    world.send(black, say(ChatRoom::Lobby, "good evening"));
    world.send(black, say(ChatRoom::Table(table.game), "too slow"));
    world.send(red, file(black, ReportKind::Cheating, "", Some(table.game)));
    let report = row(&world, 1);
    assert_eq!(report.game, Some(table.game));
    assert_eq!(report.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["too slow"]);
}

#[test]
fn only_a_player_whom_one_has_met_can_be_reported() {
    let mut world = World::new();
    let (bo, an) = (registered(&mut world, "Bo"), registered(&mut world, "An"));
    assert_eq!(refused(&mut world, bo, rude(an)), ReportRefusal::NotMet);
    assert_eq!(refused(&mut world, bo, rude(bo)), ReportRefusal::Yourself);
    let stranger = Client { player: PlayerId(999_999), ..an };
    assert_eq!(refused(&mut world, bo, rude(stranger)), ReportRefusal::NotMet);
    let mut table = world.begin(bo, an, untimed());
    world.play(&mut table, &MATE);
    for client in [bo, an] {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    world.discard_received();
    let other_game = file(an, ReportKind::Boosting, "", Some(GameId(999_999)));
    assert_eq!(refused(&mut world, bo, other_game), ReportRefusal::NotMet);
    world.send(bo, file(an, ReportKind::Boosting, "", None));
    assert_eq!(row(&world, 1).game, Some(table.game), "the server finds the game in the list");
    assert_eq!(refused(&mut world, bo, rude(an)), ReportRefusal::AlreadyReported);
}

#[test]
fn words_have_a_limit_and_another_reason_needs_some() {
    let (mut world, bo, an) = reported();
    world.send(bo, say(ChatRoom::Lobby, "calm down"));
    world.discard_received();
    let long = "长".repeat(limits::REPORT_CHARS + 1);
    assert_eq!(refused(&mut world, an, file(bo, ReportKind::Cheating, &long, None)), ReportRefusal::TooLong);
    assert_eq!(refused(&mut world, an, file(bo, ReportKind::Other, " \u{200b}", None)), ReportRefusal::Empty);
    let longest = "长".repeat(limits::REPORT_CHARS);
    world.send(an, file(bo, ReportKind::Other, &longest, None));
    assert_eq!(row(&world, 2).words, longest);
}

#[test]
fn a_player_files_a_few_reports_a_day() {
    let limits = Limits { player_reports: Rate::new(1, 86_400_000), ..Limits::default() };
    let mut world = World::limited(limits);
    let [bo, an, cy] = ["Bo", "An", "Cy"].map(|name| registered(&mut world, name));
    for client in [an, cy] {
        world.send(client, say(ChatRoom::Lobby, "fool"));
    }
    world.discard_received();
    world.send(bo, rude(an));
    assert!(matches!(world.refused(bo, rude(cy)), Refusal::TooManyAttempts { .. }));
    world.advance_with(&[bo, an, cy], 86_400_000);
    world.discard_received();
    world.send(bo, rude(cy));
    assert_eq!(world.stored.reports.len(), 2);
}

#[test]
fn a_decision_is_told_until_it_is_read_also_after_a_restart() {
    let (mut world, bo, an) = reported();
    world.lose(an);
    assert_eq!(decide(&mut world, 1, Measure::Mute, "insults"), Ok(()));
    let decided = ReportMessage::Decided { report: 1, name: row(&world, 1).about_name, upheld: true };
    assert_eq!(told(&mut world, bo), std::slice::from_ref(&decided));
    let until_ms = Some(world.now().as_ms() + 60_000);
    world.restart();
    let judged = ReportMessage::Judged(Box::new(Judgement {
        report: 1,
        kind: ReportKind::Communication,
        measure: Measure::Mute,
        until_ms,
        reason: "insults".to_owned(),
    }));
    let report = |message| if let ServerMessage::Report(report) = message { Some(report) } else { None };
    let (an, received) = world.resume(an, []);
    assert_eq!(received.into_iter().filter_map(report).collect::<Vec<_>>(), [judged]);
    assert!(matches!(world.refused(an, say(ChatRoom::Lobby, "hm")), Refusal::Silenced { .. }));
    let (bo, received) = world.resume(bo, []);
    assert_eq!(received.into_iter().filter_map(report).collect::<Vec<_>>(), [decided]);
    for client in [an, bo] {
        world.send(client, ReportRequest::Read { report: 1 });
    }
    let saves = world.saves;
    world.send(bo, ReportRequest::Read { report: 1 });
    assert_eq!(world.saves, saves, "it is read already");
    let (_, received) = world.resume(bo, []);
    assert_eq!(received.into_iter().find_map(report), None);
}

#[test]
fn a_dismissed_report_is_told_to_the_reporter_only() {
    let (mut world, bo, an) = reported();
    assert_eq!(decide(&mut world, 1, Measure::Dismiss, ""), Ok(()));
    let decided = ReportMessage::Decided { report: 1, name: row(&world, 1).about_name, upheld: false };
    assert_eq!(told(&mut world, bo), [decided]);
    assert_eq!(told(&mut world, an), []);
    let again = decide(&mut world, 1, Measure::Warn, "insults");
    assert_eq!(again, Err(ActionRefusal::Report(ReportRefusal::Unknown)));
    let appeal = ReportRequest::Appeal { report: 1, words: "why".to_owned() };
    assert_eq!(refused(&mut world, an, appeal), ReportRefusal::Unknown);
    world.send(bo, rude(an));
    assert_eq!(world.stored.reports.len(), 2, "a decided report does not keep from another one");
}

#[test]
fn a_banned_player_reads_why_before_the_connection_closes() {
    let (mut world, _, an) = reported();
    let without_reason = decide(&mut world, 1, Measure::Ban, " ");
    assert_eq!(without_reason, Err(ActionRefusal::Report(ReportRefusal::Empty)));
    assert_eq!(decide(&mut world, 1, Measure::Ban, "threats"), Ok(()));
    let told = told(&mut world, an);
    assert!(matches!(&told[..], [ReportMessage::Judged(judged)] if judged.reason == "threats"), "{told:?}");
    assert_eq!(world.closed(an.connection), Some(CloseReason::Banned { wait_ms: Some(60_000) }));
    let sanctions: Vec<_> = world.stored.sanctions.values().map(|(_, row)| row.kind).collect();
    assert_eq!(sanctions, [SanctionKind::Ban]);
}

#[test]
fn the_reported_player_appeals_once() {
    let (mut world, bo, an) = reported();
    let appeal = |words: &str| ReportRequest::Appeal { report: 1, words: words.to_owned() };
    assert_eq!(refused(&mut world, an, appeal("too early")), ReportRefusal::Unknown);
    assert_eq!(decide(&mut world, 1, Measure::Warn, "insults"), Ok(()));
    world.discard_received();
    assert_eq!(refused(&mut world, bo, appeal("not mine")), ReportRefusal::Unknown);
    assert_eq!(refused(&mut world, an, appeal("")), ReportRefusal::Empty);
    world.send(an, appeal("it was a quotation"));
    assert_eq!(told(&mut world, an), [ReportMessage::Appealed { report: 1 }]);
    let decision = row(&world, 1).decision.expect("it is decided");
    assert_eq!(decision.appeal.as_deref(), Some("it was a quotation"));
    assert_eq!(refused(&mut world, an, appeal("again")), ReportRefusal::Unknown);
}

#[test]
fn a_banned_player_appeals_without_joining() {
    let (mut world, _, an) = reported();
    assert_eq!(decide(&mut world, 1, Measure::Ban, "threats"), Ok(()));
    world.restart();
    let connection = world.open();
    world.ask(connection, DoorRequest::Resume { token: an.token, seen: Vec::new(), hall: None });
    let received = world.received_at(connection);
    let [ServerMessage::Report(ReportMessage::Judged(judged))] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!((judged.report, judged.measure, judged.reason.as_str()), (1, Measure::Ban, "threats"));
    assert!(matches!(world.closed(connection), Some(CloseReason::Banned { .. })));

    let connection = world.open();
    let appeal =
        |token, words: &str| DoorRequest::AppealBan { token, hall: None, report: 1, words: words.to_owned() };
    let unknown = SessionToken([7; 16]);
    assert_eq!(world.refused_at(connection, appeal(unknown, "let me in")), Refusal::UnknownToken);
    let empty = world.refused_at(connection, appeal(an.token, " "));
    assert_eq!(empty, Refusal::Report(ReportRefusal::Empty));
    world.ask(connection, appeal(an.token, "it was a quotation"));
    assert_eq!(world.received_at(connection), [ReportMessage::Appealed { report: 1 }.into()]);
    let decision = row(&world, 1).decision.expect("it is decided");
    assert_eq!(decision.appeal.as_deref(), Some("it was a quotation"));
    assert!(!decision.is_appeal_unproven(), "the token is An's");
    let again = world.refused_at(connection, appeal(an.token, "again"));
    assert_eq!(again, Refusal::Report(ReportRefusal::Unknown));
    world.ask(connection, DoorRequest::Resume { token: an.token, seen: Vec::new(), hall: None });
    assert_eq!(world.received_at(connection), [], "they know the decision, and stay banned");
    assert!(matches!(world.closed(connection), Some(CloseReason::Banned { .. })));
}

/// An appeal without a token.
fn by_name(name: &str, with: Option<&str>, words: &str) -> DoorRequest {
    let (name, password) = (name.to_owned(), with.map(password));
    DoorRequest::AppealName { name, password, hall: None, report: 1, words: words.to_owned() }
}

#[test]
fn a_banned_player_without_a_token_appeals_with_their_password() {
    let (mut world, _, _) = reported();
    let connection = world.open();
    let words = "it was a quotation";
    assert_eq!(
        world.refused_at(connection, by_name("An", Some(SECRET), words)),
        UNKNOWN,
        "nothing is decided"
    );
    assert_eq!(decide(&mut world, 1, Measure::Ban, "threats"), Ok(()));
    let joining = world.open();
    let join = DoorRequest::Join { name: "An".to_owned(), hall: None };
    assert_eq!(world.refused_at(joining, join), Refusal::NameRegistered, "they may have the password");
    world.ask(joining, login("An", SECRET));
    let received = world.received_at(joining);
    assert!(matches!(&received[..], [ServerMessage::Report(ReportMessage::Judged(_))]), "{received:?}");
    assert!(matches!(world.closed(joining), Some(CloseReason::Banned { .. })));

    let connection = world.open();
    let refused =
        |world: &mut World, with, words: &str| world.refused_at(connection, by_name("An", with, words));
    assert_eq!(refused(&mut world, None, words), Refusal::NameRegistered);
    assert_eq!(refused(&mut world, Some("wrong horse"), words), Refusal::WrongPassword);
    let too_long = "长".repeat(limits::REPORT_CHARS + 1);
    let reason = refused(&mut world, Some(SECRET), &too_long);
    assert_eq!(reason, Refusal::Report(ReportRefusal::TooLong));
    assert_eq!(row(&world, 1).decision.expect("it is decided").appeal, None);
    world.ask(connection, by_name("An", Some(SECRET), words));
    assert_eq!(world.received_at(connection), [ReportMessage::Appealed { report: 1 }.into()]);
    assert_eq!(row(&world, 1).decision.expect("it is decided").appeal.as_deref(), Some(words));
    assert_eq!(refused(&mut world, Some(SECRET), "again"), UNKNOWN);
    let join = DoorRequest::Join { name: "Di".to_owned(), hall: None };
    world.ask(connection, join);
    assert_ne!(world.received_at(connection), [], "an appeal does not enter");
}

#[test]
fn only_a_banned_player_appeals_with_a_password_at_the_door() {
    let (mut world, _, _) = reported();
    assert_eq!(decide(&mut world, 1, Measure::Mute, "insults"), Ok(()));
    let connection = world.open();
    assert_eq!(world.refused_at(connection, by_name("An", Some(SECRET), "why")), UNKNOWN, "An can enter");
    assert_eq!(world.refused_at(connection, by_name("Bo", Some(SECRET), "why")), UNKNOWN);
    assert_eq!(row(&world, 1).decision.expect("it is decided").appeal, None);
}

/// The guest An, whom a decision has banned, and Cy, a moderator.
fn banned_guest(limits: Limits) -> (World, Client) {
    let mut world = World::limited(limits);
    let (bo, cy, an) = (registered(&mut world, "Bo"), registered(&mut world, "Cy"), world.join("An"));
    world.handle(Input::Operate(Box::new(OperatorAction::SetModerator(cy.player, true))));
    world.send(an, say(ChatRoom::Lobby, "you fool"));
    world.send(bo, rude(an));
    assert_eq!(decide_until(&mut world, 1, Measure::Ban, "threats", None), Ok(()),);
    world.discard_received();
    (world, cy)
}

#[test]
fn a_guest_whose_name_is_banned_appeals_once_nobody_has_it() {
    let (mut world, cy) = banned_guest(Limits::default());
    let words = "it was a quotation";
    let connection = world.open();
    assert_eq!(
        world.refused_at(connection, by_name("An", None, words)),
        Refusal::NameTaken,
        "An has a token"
    );
    let join = |world: &mut World, name: &str| {
        let connection = world.open();
        world.ask(connection, DoorRequest::Join { name: name.to_owned(), hall: None });
        (world.received_at(connection), world.closed(connection))
    };
    let banned = Some(CloseReason::Banned { wait_ms: None });
    assert_eq!(join(&mut world, "An"), (Vec::new(), banned));
    world.advance_with(&[cy], limits::GUEST_NAME_MS);
    world.discard_received();
    let may_appeal = vec![ReportMessage::MayAppeal { report: 1 }.into()];
    assert_eq!(join(&mut world, "an"), (may_appeal, banned));

    let connection = world.open();
    let refused =
        |world: &mut World, name, words: &str| world.refused_at(connection, by_name(name, None, words));
    assert_eq!(refused(&mut world, "Di", words), UNKNOWN, "Di is not banned");
    let too_long = "长".repeat(limits::REPORT_CHARS + 1);
    let reason = refused(&mut world, "An", &too_long);
    assert_eq!(reason, Refusal::Report(ReportRefusal::TooLong));
    world.ask(connection, by_name("An", None, words));
    assert_eq!(world.received_at(connection), [ReportMessage::Appealed { report: 1 }.into()]);
    assert!(row(&world, 1).decision.expect("it is decided").is_appeal_unproven());
    let shown = told(&mut world, cy);
    let [ReportMessage::Appeals { appeals, .. }] = &shown[..] else { panic!("{shown:?}") };
    let appeals: Vec<_> = appeals.iter().map(|it| (it.appeal.as_str(), it.proven)).collect();
    assert_eq!(appeals, [(words, false)], "moderators know that nothing shows whose it is");
    assert_eq!(refused(&mut world, "An", "again"), UNKNOWN);
    assert_eq!(join(&mut world, "An"), (Vec::new(), banned));
}

#[test]
fn the_newest_decision_that_still_bans_a_name_is_the_one_to_appeal_against() {
    let mut world = World::new();
    let [bo, cy] = ["Bo", "Cy"].map(|name| registered(&mut world, name));
    let an = world.join("An");
    world.send(an, say(ChatRoom::Lobby, "you fool"));
    for reporter in [bo, cy] {
        world.send(reporter, rude(an));
    }
    let ends = [3, 2].map(|times| Some(world.now().plus_ms(times * limits::GUEST_NAME_MS)));
    for (report, until) in [1, 2].into_iter().zip(ends) {
        assert_eq!(decide_until(&mut world, report, Measure::Ban, "threats", until), Ok(()));
    }
    // the name stays banned when both terms have passed
    let target = SanctionTarget::Name(PlayerName::parse("An").expect("a name"));
    let ban = Sanction { kind: SanctionKind::Ban, target, until: None };
    world.handle(Input::Operate(Box::new(OperatorAction::Impose(ban))));
    for offered in [Some(2), Some(1), None] {
        world.advance_with(&[bo, cy], limits::GUEST_NAME_MS);
        let connection = world.open();
        world.ask(connection, DoorRequest::Join { name: "An".to_owned(), hall: None });
        let offers: Vec<ServerMessage> =
            offered.map(|report| ReportMessage::MayAppeal { report }.into()).into_iter().collect();
        assert_eq!(world.received_at(connection), offers);
        assert_eq!(world.closed(connection), Some(CloseReason::Banned { wait_ms: None }));
    }
    let connection = world.open();
    let reason = world.refused_at(connection, by_name("An", None, "why"));
    assert_eq!(reason, UNKNOWN, "the term of the decision has passed");
}

#[test]
fn appeals_for_names_that_nobody_has_are_as_rare_as_reports() {
    let limits = Limits { address_reports: Rate::new(1, 86_400_000), ..Limits::default() };
    let (mut world, cy) = banned_guest(limits);
    world.advance_with(&[cy], limits::GUEST_NAME_MS);
    let [connection, same_address] = [(); 2].map(|()| world.open_from(Address(7)));
    world.ask(same_address, DoorRequest::Join { name: "Ed".to_owned(), hall: None });
    world.send(cy, say(ChatRoom::Lobby, "welcome"));
    world.ask(same_address, rude(cy));
    assert_eq!(world.stored.reports.len(), 2);
    let reason = world.refused_at(connection, by_name("An", None, "why"));
    assert!(matches!(reason, Refusal::TooManyAttempts { .. }), "{reason:?}");
}

#[test]
fn moderators_read_the_appeals_of_others() {
    let (mut world, bo, an) = reported();
    let cy = registered(&mut world, "Cy");
    for client in [bo, cy] {
        let action = OperatorAction::SetModerator(client.player, true);
        world.handle(Input::Operate(Box::new(action)));
    }
    assert_eq!(decide(&mut world, 1, Measure::Mute, "insults"), Ok(()));
    world.discard_received();
    world.send(an, ReportRequest::Appeal { report: 1, words: "it was a quotation".to_owned() });
    let none = ReportMessage::Appeals { skipped: 0, appeals: Vec::new(), more: 0 };
    assert_eq!(told(&mut world, bo), [none], "nobody reads an appeal in a report by themselves");
    let first = told(&mut world, cy);
    let [ReportMessage::Appeals { skipped: 0, appeals, more: 0 }] = &first[..] else { panic!("{first:?}") };
    let [AppealedReport { report, judgement, appeal, proven }] = &appeals[..] else { panic!("{appeals:?}") };
    assert_eq!((report.report, report.about.as_str(), report.lines.len()), (1, "An", 1));
    assert_eq!((judgement.measure, judgement.reason.as_str()), (Measure::Mute, "insults"));
    assert_eq!((appeal.as_str(), *proven), ("it was a quotation", true));
    world.send(cy, ReportRequest::ListOpen { skip: 0 });
    let listed = told(&mut world, cy);
    assert_eq!(listed[0], ReportMessage::Open { skipped: 0, reports: Vec::new(), more: 0 });
    assert_eq!(listed[1..], first);
}

#[test]
fn moderators_decide_reports_of_others() {
    let (mut world, bo, an) = reported();
    let (cy, guest) = (registered(&mut world, "Cy"), world.join("Di"));
    world.discard_received();
    assert_eq!(refused(&mut world, cy, ReportRequest::ListOpen { skip: 0 }), ReportRefusal::NotModerator);
    let set = |world: &mut World, client: Client, moderates| {
        let action = OperatorAction::SetModerator(client.player, moderates);
        world.hub.operators().check_action(&action)?;
        world.handle(Input::Operate(Box::new(action)));
        Ok(())
    };
    assert_eq!(set(&mut world, guest, true), Err(ActionRefusal::NotRegistered));
    for client in [bo, an, cy] {
        assert_eq!(set(&mut world, client, true), Ok(()));
        assert_eq!(told(&mut world, client), [ReportMessage::Moderator { moderates: true }]);
    }
    assert_eq!(set(&mut world, cy, true), Err(ActionRefusal::NoChange));
    let dismiss =
        ReportRequest::Decide { report: 1, measure: Measure::Dismiss, for_ms: None, reason: String::new() };
    for (moderator, count) in [(bo, 0), (an, 0), (cy, 1)] {
        world.send(moderator, ReportRequest::ListOpen { skip: 0 });
        let told = told(&mut world, moderator);
        let [ReportMessage::Open { skipped: 0, reports, more: 0 }, ReportMessage::Appeals { .. }] = &told[..]
        else {
            panic!("{told:?}")
        };
        assert_eq!(reports.len(), count, "nobody judges a report by or about themselves");
        if count == 0 {
            assert_eq!(refused(&mut world, moderator, dismiss.clone()), ReportRefusal::Unknown);
        }
    }
    world.restart();
    let (cy, received) = world.resume(cy, []);
    let moderates = ServerMessage::Report(ReportMessage::Moderator { moderates: true });
    assert!(received.contains(&moderates), "{received:?}");
    world.send(cy, dismiss);
    let told = told(&mut world, cy);
    assert_eq!(told, [ReportMessage::Open { skipped: 0, reports: Vec::new(), more: 0 }]);
    assert_eq!(row(&world, 1).decision.expect("it is decided").by, Some(cy.player));
    assert_eq!(set(&mut world, cy, false), Ok(()));
    assert_eq!(world.stored.moderators.len(), 2);
}

#[test]
fn a_moderator_of_others_asks_how_the_game_of_a_report_agrees_with_the_engine() {
    let (mut world, bo, an) = reported();
    let cy = registered(&mut world, "Cy");
    world.discard_received();
    let examine = |report| ReportRequest::Examine { report };
    assert_eq!(refused(&mut world, cy, examine(1)), ReportRefusal::NotModerator);
    for client in [bo, cy] {
        let action = OperatorAction::SetModerator(client.player, true);
        world.handle(Input::Operate(Box::new(action)));
    }
    world.discard_received();
    assert_eq!(refused(&mut world, bo, examine(1)), ReportRefusal::Unknown);
    assert_eq!(refused(&mut world, cy, examine(2)), ReportRefusal::Unknown);
    assert_eq!(refused(&mut world, cy, examine(1)), ReportRefusal::NotExamined, "it has no game");
    let table = world.begin(bo, an, untimed());
    world.send(an, file(bo, ReportKind::Cheating, "", Some(table.game)));
    assert_eq!(row(&world, 2).game, Some(table.game));
    world.discard_received();
    world.send(cy, examine(2));
    assert_eq!(told(&mut world, cy), [ReportMessage::Examined { report: 2, examination: None }]);
}

#[test]
fn a_moderator_reads_all_open_reports_in_parts() {
    let mut world = World::new();
    let (an, cy) = (registered(&mut world, "An"), registered(&mut world, "Cy"));
    let readers: Vec<Client> = (0..8).map(|n| world.join(&format!("Reader{n}"))).collect();
    world.send(an, say(ChatRoom::Lobby, "you fool"));
    for reader in readers {
        world.send(reader, rude(an));
    }
    world.handle(Input::Operate(Box::new(OperatorAction::SetModerator(cy.player, true))));
    let mut read = Vec::new();
    for (skip, expected) in [(0, 2), (6, 0), (u32::MAX, 0)] {
        world.discard_received();
        world.send(cy, ReportRequest::ListOpen { skip });
        let told = told(&mut world, cy);
        let [ReportMessage::Open { skipped, reports, more }, ReportMessage::Appeals { .. }] = &told[..]
        else {
            panic!("{told:?}")
        };
        assert_eq!((*skipped, *more), (skip, expected));
        read.extend(reports.iter().map(|report| report.report));
    }
    assert_eq!(read, (1..=8).collect::<Vec<_>>());
}

#[test]
fn an_erased_player_leaves_no_words_in_reports() {
    let (mut world, _, an) = reported();
    assert_eq!(act(&mut world, an.player, AccountAction::Erase), Ok(()));
    let report = row(&world, 1);
    assert_eq!((report.words.as_str(), report.about_name.as_str()), ("", "_"));
    assert_eq!(report.lines, []);
    let mute = decide(&mut world, 1, Measure::Mute, "insults");
    assert_eq!(mute, Err(ActionRefusal::Report(ReportRefusal::Gone)));
    assert_eq!(decide(&mut world, 1, Measure::Dismiss, ""), Ok(()));
}
