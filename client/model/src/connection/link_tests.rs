//! Tests of the link without a socket.

use super::link::*;
use crate::exchange::effect::{ConnectionEffect, Effect};
use crate::exchange::event::{Closed, ConnectFailure};
use crate::exchange::servers::RecentServer;
use crate::exchange::trust::{Security, Trust};
use crate::notices::outbox::Outbox;
use chuhe_protocol::limits::{HEARTBEAT_MS, SILENCE_MS};
use chuhe_protocol::{
    ClientMessage, CloseReason, DoorMessage, DoorRequest, Password, PlayerId, PlayerName, Refusal,
    ReportMessage, ServerMessage, SessionToken,
};
use chuhe_rules::clock::Timestamp;

const fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms)
}

fn server() -> RecentServer {
    RecentServer { host: "h".into(), port: 1, name: "Bo".into() }
}

fn joined() -> ServerMessage {
    ServerMessage::Door(DoorMessage::Joined {
        player: PlayerId(1),
        name: PlayerName::parse("Bo").unwrap(),
        token: SessionToken([9; 16]),
        resumed: false,
        registered: false,
        hall: None,
    })
}

fn refused(reason: Refusal) -> ServerMessage {
    ServerMessage::Refused { request: 1, reason }
}

fn connecting(security: Security) -> Effect {
    Effect::Connection(ConnectionEffect::Connect { host: "h".into(), port: 1, security })
}

fn sent(out: &mut Outbox) -> Vec<ClientMessage> {
    let message = |effect| {
        let Effect::Connection(ConnectionEffect::Send(request)) = effect else { return None };
        Some(request.message)
    };
    out.take_effects().into_iter().filter_map(message).collect()
}

fn connected(token: Option<SessionToken>) -> (Link, Outbox) {
    let (mut link, mut out) = (Link::default(), Outbox::default());
    link.open(server(), token, Security::Plain, at(0), &mut out);
    assert_eq!(out.take_effects(), [connecting(Security::Plain)]);
    link.connected(Vec::new(), at(10), &mut out);
    (link, out)
}

fn in_session() -> (Link, Outbox) {
    let (mut link, mut out) = connected(None);
    link.received(&joined(), at(20), &mut out);
    link.received(&ServerMessage::Door(DoorMessage::Pong { nonce: 1 }), at(50), &mut out);
    out.take_effects();
    (link, out)
}

#[test]
fn a_newcomer_joins_and_pings() {
    let (mut link, mut out) = connected(None);
    assert_eq!(link.status(), Status::Connecting);
    assert_eq!(sent(&mut out), [ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: None })]);
    link.received(&joined(), at(20), &mut out);
    assert_eq!(link.status(), Status::Joined);
    assert_eq!(sent(&mut out), [ClientMessage::Door(DoorRequest::Ping { nonce: 1, round_trip_ms: None })]);
    link.received(&ServerMessage::Door(DoorMessage::Pong { nonce: 1 }), at(58), &mut out);
    assert_eq!(link.round_trip_ms(), Some(38));
    link.tick(at(20 + HEARTBEAT_MS), &mut out);
    assert_eq!(
        sent(&mut out),
        [ClientMessage::Door(DoorRequest::Ping { nonce: 2, round_trip_ms: Some(38) })]
    );
}

#[test]
fn an_unknown_token_leads_to_joining() {
    let token = SessionToken([3; 16]);
    let (mut link, mut out) = connected(Some(token));
    assert_eq!(
        sent(&mut out),
        [ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None })]
    );
    link.received(&refused(Refusal::UnknownToken), at(20), &mut out);
    assert_eq!(sent(&mut out), [ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: None })]);
    link.received(&refused(Refusal::NameTaken), at(30), &mut out);
    assert_eq!(out.take_effects(), [Effect::Connection(ConnectionEffect::Disconnect)]);
    assert_eq!(link.status(), Status::Off(Some(OfflineReason::Refused(Refusal::NameTaken))));
}

#[test]
fn a_failed_first_attempt_is_reported_and_not_retried() {
    let (mut link, mut out) = (Link::default(), Outbox::default());
    link.open(server(), None, Security::Plain, at(0), &mut out);
    link.connect_failed(ConnectFailure::Refused, at(5), &mut out);
    assert_eq!(link.status(), Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::Refused))));
    assert_eq!(link.next_wakeup(), None);
}

#[test]
fn a_lost_connection_is_retried_with_growing_waits_and_resumed() {
    let (mut link, mut out) = in_session();
    link.closed(Closed::ByServer, Trust::FirstUse, at(1_000), &mut out);
    let mut now = at(1_000);
    for (n, wait) in [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000].into_iter().enumerate() {
        let attempt = n as u32 + 1;
        let retry_at = now.plus_ms(wait);
        assert_eq!(link.status(), Status::Lost { attempt, retry_at: Some(retry_at) });
        link.tick(at(retry_at.as_ms() - 1), &mut out);
        assert_eq!(out.take_effects(), []);
        link.tick(retry_at, &mut out);
        assert_eq!(out.take_effects().len(), 1);
        assert_eq!(link.status(), Status::Lost { attempt, retry_at: None });
        now = retry_at;
        link.connect_failed(ConnectFailure::Unreachable, now, &mut out);
    }
    link.retry(now, &mut out);
    out.take_effects();
    link.connected(Vec::new(), now, &mut out);
    assert_eq!(
        sent(&mut out),
        [ClientMessage::Door(DoorRequest::Resume {
            token: SessionToken([9; 16]),
            seen: Vec::new(),
            hall: None
        })]
    );
    link.received(&joined(), now, &mut out);
    assert_eq!(link.status(), Status::Joined);
    link.closed(Closed::ByServer, Trust::FirstUse, now, &mut out);
    assert_eq!(link.status(), Status::Lost { attempt: 1, retry_at: Some(now.plus_ms(500)) });
}

#[test]
fn a_silent_connection_counts_as_lost() {
    let (mut link, mut out) = in_session();
    link.tick(at(50 + SILENCE_MS), &mut out);
    assert_eq!(out.take_effects(), [Effect::Connection(ConnectionEffect::Disconnect)]);
    assert!(matches!(link.status(), Status::Lost { attempt: 1, .. }));
}

#[test]
fn some_close_reasons_prevent_reconnecting() {
    for (reason, is_final) in [
        (CloseReason::Superseded, true),
        (CloseReason::Flood, true),
        (CloseReason::ShuttingDown, false),
        (CloseReason::Silent, false),
    ] {
        let (mut link, mut out) = in_session();
        link.received(&ServerMessage::Door(DoorMessage::Closing { reason }), at(60), &mut out);
        link.closed(Closed::ByServer, Trust::FirstUse, at(61), &mut out);
        assert_eq!(link.status() == Status::Off(Some(OfflineReason::Closed(reason))), is_final, "{reason:?}");
    }
}

#[test]
fn leaving_sends_a_last_request_and_disconnects() {
    let (mut link, mut out) = in_session();
    link.leave(&mut out);
    assert_eq!(link.status(), Status::Off(None));
    let effects = out.take_effects();
    assert!(
        matches!(
            &effects[..],
            [Effect::Connection(ConnectionEffect::Send(_)), Effect::Connection(ConnectionEffect::Disconnect)]
        ),
        "{effects:?}"
    );
}

#[test]
fn a_password_is_being_verified_until_the_answer() {
    let (mut link, mut out) = (Link::default(), Outbox::default());
    link.open(server(), None, Security::Plain, at(0), &mut out);
    link.use_password(Password("correct horse".into()));
    assert_eq!(link.status(), Status::Connecting);
    link.connected(Vec::new(), at(10), &mut out);
    assert_eq!(link.status(), Status::LoggingIn { since: at(10) });
    link.received(&refused(Refusal::WrongPassword), at(15_000), &mut out);
    assert_eq!(link.status(), Status::Off(Some(OfflineReason::Refused(Refusal::WrongPassword))));
}

/// The server turns the user away as banned.
fn ban(link: &mut Link, out: &mut Outbox) {
    let reason = CloseReason::Banned { wait_ms: None };
    link.received(&ServerMessage::Door(DoorMessage::Closing { reason }), at(20), out);
    link.closed(Closed::ByServer, Trust::FirstUse, at(20), out);
    assert!(link.is_banned());
    out.take_effects();
}

/// Appeals against report 3, and opens the connection for it.
fn appeal(link: &mut Link, out: &mut Outbox) -> Vec<ClientMessage> {
    link.appeal(3, "a quotation".into(), at(30), out);
    link.connected(Vec::new(), at(40), out);
    sent(out)
}

fn by_name(password: Option<Password>) -> ClientMessage {
    let (name, words) = ("Bo".into(), "a quotation".into());
    ClientMessage::Door(DoorRequest::AppealName { name, password, hall: None, report: 3, words })
}

#[test]
fn an_appeal_whose_token_has_lapsed_is_sent_with_the_name() {
    let token = SessionToken([3; 16]);
    let (mut link, mut out) = connected(Some(token));
    ban(&mut link, &mut out);
    let words = "a quotation".into();
    let with_token = DoorRequest::AppealBan { token, hall: None, report: 3, words };
    assert_eq!(appeal(&mut link, &mut out), [ClientMessage::Door(with_token)]);
    link.received(&refused(Refusal::UnknownToken), at(50), &mut out);
    assert_eq!(sent(&mut out), [by_name(None)]);
    assert!(link.is_appealing());
    // a server that knows no better does not hear it for ever
    link.received(&refused(Refusal::UnknownToken), at(60), &mut out);
    assert_eq!(out.take_effects(), [Effect::Connection(ConnectionEffect::Disconnect)]);
    assert!(link.is_banned());
    assert_eq!(appeal(&mut link, &mut out), [by_name(None)], "the token is forgotten");
}

#[test]
fn the_password_of_a_banned_user_is_kept_until_the_appeal_is_stored() {
    let (mut link, mut out) = (Link::default(), Outbox::default());
    link.open(server(), None, Security::Plain, at(0), &mut out);
    let password = Password("correct horse".into());
    link.use_password(password.clone());
    link.connected(Vec::new(), at(10), &mut out);
    ban(&mut link, &mut out);
    for answer in
        [refused(Refusal::TooManyAttempts { wait_ms: 5_000 }), ReportMessage::Appealed { report: 3 }.into()]
    {
        assert_eq!(appeal(&mut link, &mut out), [by_name(Some(password.clone()))]);
        link.received(&answer, at(50), &mut out);
        assert!(link.is_banned());
        out.take_effects();
    }
    assert_eq!(appeal(&mut link, &mut out), [by_name(None)]);
}
