//! Trust in servers reached over TLS.

use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, JoinAction, JoinField, TrustAction};
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::effect::{ConnectionEffect, StorageEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Closed, ConnectFailure, HostEvent, NetworkEvent};
use chuhe_model::exchange::servers::{RecentServer, Servers};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::exchange::trust::{Certificate, CertificateMismatch, Security, Trust, TrustPrompt};
use chuhe_protocol::{ClientMessage, CloseReason, DoorMessage, DoorRequest, Fingerprint};
use chuhe_rules::Color;

fn fingerprint(of: &str) -> Fingerprint {
    Fingerprint::of(of.as_bytes())
}

fn pinned(of: &str) -> Trust {
    Trust::Pinned(fingerprint(of))
}

impl World {
    /// Removes all effects; returns the security of the last connection attempt among them.
    fn connecting(&mut self) -> Option<Security> {
        let security = |effect| {
            let Effect::Connection(ConnectionEffect::Connect { security, .. }) = effect else { return None };
            Some(security)
        };
        self.effects.drain(..).filter_map(security).next_back()
    }

    fn secured(&mut self, of: &str, known: Trust) {
        self.network(NetworkEvent::Secured { shown: fingerprint(of), trust: known });
    }

    fn submit(&mut self) -> Option<Security> {
        self.act(Action::Join(JoinAction::Submit));
        self.connecting()
    }

    /// Returns a client that has joined over TLS and pinned certificate `a`.
    pub(crate) fn encrypted() -> Self {
        let mut world = Self::new();
        world.act(Action::Join(JoinAction::Tls(true)));
        assert_eq!(world.submit(), Some(Security::Tls(Trust::FirstUse)));
        world.secured("a", pinned("a"));
        world.network(NetworkEvent::Connected);
        world.joined(false);
        world
    }

    /// Makes the connection attempt fail, because the server now presents certificate `b`.
    fn changed(&mut self, vouched_for: bool) -> CertificateMismatch {
        let shown = Certificate { fingerprint: fingerprint("b"), vouched_for };
        let mismatch = CertificateMismatch { expected: pinned("a"), shown };
        self.network(NetworkEvent::ConnectFailed(ConnectFailure::CertificateChanged(mismatch)));
        mismatch
    }

    fn trust(&mut self, action: TrustAction) {
        self.act(Action::Trust(action));
    }

    /// Restarts the client with the same settings.
    fn again(&self) -> Self {
        let mut world = Self::new();
        world.app = App::new(Environment::default(), self.app.desk.settings.clone());
        world
    }
}

#[test]
fn plain_connections_are_refused_after_the_first_tls_connection() {
    let mut world = World::encrypted();
    assert_eq!(world.notice(), Some(&Notice::CertificatePinned(fingerprint("a"))));
    assert_eq!(world.app.sessions.link().certificate(), Some(fingerprint("a")));
    assert!(world.effects.iter().any(
        |effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(new)) if new.servers.trust("127.0.0.1", 9899) == pinned("a"))
    ));
    // TLS stays required after a lost connection
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert_eq!(
        world.app.sessions.link().certificate(),
        Some(fingerprint("a")),
        "the certificate is shown until the next one"
    );
    world.wait(500);
    assert_eq!(world.connecting(), Some(Security::Tls(pinned("a"))));
    // and after a restart, in every way to join
    let mut world = world.again();
    assert!(world.app.entrance.is_tls_required(&world.app.desk));
    world.act(Action::Join(JoinAction::Tls(false)));
    assert_eq!(world.submit(), Some(Security::Tls(pinned("a"))));
    world.act(Action::Join(JoinAction::Recent(0)));
    assert_eq!(world.connecting(), Some(Security::Tls(pinned("a"))));
    let to = |host: &str| {
        let name = Some("Other".to_owned());
        Action::Join(JoinAction::To { host: host.into(), port: 9899, name, tls: false, hall: None })
    };
    world.act(to(" 127.0.0.1. "));
    assert_eq!(world.connecting(), Some(Security::Tls(pinned("a"))), "under another name too");
    world.act(to("127.0.0.2"));
    assert_eq!(world.connecting(), Some(Security::Plain));
}

#[test]
fn only_a_newly_pinned_certificate_is_announced() {
    let mut world = World::encrypted().again();
    world.submit();
    world.secured("a", pinned("a"));
    assert_eq!(world.notice(), None);
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Tls(true)));
    world.submit();
    world.secured("a", Trust::Authority);
    assert_eq!(world.notice(), None);
    assert_eq!(world.again().submit(), Some(Security::Tls(Trust::Authority)));
}

#[test]
fn a_server_that_requires_tls_is_retried_once_over_tls() {
    let mut world = World::new();
    assert_eq!(world.submit(), Some(Security::Plain));
    let refused = |world: &mut World| {
        world.network(NetworkEvent::Connected);
        world.receive(DoorMessage::Closing { reason: CloseReason::TlsRequired });
        world.network(NetworkEvent::Closed(Closed::ByServer));
    };
    refused(&mut world);
    assert_eq!(world.connecting(), Some(Security::Tls(Trust::FirstUse)));
    assert_eq!(world.app.sessions.link().status(), Status::Connecting);
    // a server that requires TLS over TLS is not retried
    world.secured("a", pinned("a"));
    refused(&mut world);
    assert_eq!(world.connecting(), None);
    assert_eq!(
        world.app.sessions.link().status(),
        Status::Off(Some(OfflineReason::Closed(CloseReason::TlsRequired)))
    );
}

#[test]
fn a_failed_tls_connection_does_not_fall_back_to_plain() {
    let mut world = World::encrypted();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    world.connecting();
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::NoTls));
    world.wait(60_000);
    assert_eq!(world.connecting(), None);
    assert_eq!(
        world.app.sessions.link().status(),
        Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::NoTls)))
    );
    world.act(Action::Join(JoinAction::Retry));
    assert_eq!(world.connecting(), Some(Security::Tls(pinned("a"))));
}

#[test]
fn a_changed_certificate_must_be_accepted_and_no_token_is_sent() {
    for (vouched_for, then) in [(false, pinned("b")), (true, Trust::Authority)] {
        let mut world = World::encrypted().again();
        assert_eq!(world.submit(), Some(Security::Tls(pinned("a"))));
        let mismatch = world.changed(vouched_for);
        assert_eq!(world.app.entrance.trust_prompt(), Some(&TrustPrompt { mismatch, compared: false }));
        world.wait(60_000);
        world.trust(TrustAction::Trust);
        assert_eq!(world.effects, [], "one click is not enough");
        assert_eq!(world.app.desk.settings.servers.trust("127.0.0.1", 9899), pinned("a"));
        world.trust(TrustAction::Compared(true));
        world.trust(TrustAction::Trust);
        assert_eq!(
            (world.app.entrance.trust_prompt().copied(), world.connecting()),
            (None, Some(Security::Tls(then)))
        );
        assert_eq!(world.app.desk.settings.servers.trust("127.0.0.1", 9899), then);
        assert_eq!(world.app.desk.settings.servers.seats, []);
        world.secured("b", then);
        world.network(NetworkEvent::Connected);
        assert_eq!(
            world.take_sent(),
            [ClientMessage::Door(DoorRequest::Join { name: "楚河客".into(), hall: None })]
        );
    }
}

#[test]
fn a_certificate_change_during_a_visit_stops_reconnecting_and_keeps_the_table() {
    let mut world = World::at_board(Color::Red);
    let server = world.app.sessions.link().server().cloned().unwrap();
    world.app.desk.settings.servers.set_trust(&server.host, server.port, pinned("a"));
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    world.changed(false);
    world.effects.clear();
    world.trust(TrustAction::Refuse);
    world.wait(60_000);
    assert_eq!((world.app.entrance.trust_prompt().copied(), world.connecting()), (None, None));
    assert_eq!((world.app.screen(), world.app.desk.settings.servers.seats.len()), (Screen::Table, 1));
    // a retry shows the prompt again
    world.act(Action::Join(JoinAction::Retry));
    world.connecting();
    world.changed(false);
    world.trust(TrustAction::Compared(true));
    world.trust(TrustAction::Trust);
    assert_eq!(world.connecting(), Some(Security::Tls(pinned("b"))));
    world.network(NetworkEvent::Connected);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Join { name: "楚河客".into(), hall: None })],
        "the old token is forgotten"
    );
}

#[test]
fn leaving_or_joining_another_server_closes_the_trust_dialog() {
    for action in [JoinAction::Leave, JoinAction::Submit] {
        let mut world = World::encrypted().again();
        world.submit();
        world.changed(false);
        world.act(Action::Join(action));
        assert_eq!(world.app.entrance.trust_prompt(), None);
        world.effects.clear();
        world.trust(TrustAction::Compared(true));
        world.trust(TrustAction::Trust);
        assert_eq!(world.effects, []);
    }
}

#[test]
fn the_hosted_server_is_joined_without_tls_and_without_foreign_tokens() {
    let mut world = World::encrypted().again();
    world.update(Event::Host(HostEvent::Started { port: 9899, addresses: Vec::new() }));
    world.effects.clear();
    world.act(Action::Join(JoinAction::JoinHosted));
    assert_eq!(world.connecting(), Some(Security::Plain));
    world.network(NetworkEvent::Connected);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Join { name: "楚河客".into(), hall: None })]
    );
    // joining the hosted server does not bypass the pinned certificate of its address
    world.receive(DoorMessage::Closing { reason: CloseReason::TlsRequired });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert_eq!(world.connecting(), Some(Security::Tls(pinned("a"))));
}

#[test]
fn the_tls_checkbox_follows_the_server_in_the_form() {
    let mut settings =
        Settings { servers: Servers { name: "Bo".into(), ..Servers::default() }, ..Settings::default() };
    settings.servers.set_trust("h", 7, Trust::Authority);
    settings.servers.recent = vec![RecentServer { host: "plain".into(), port: 1, name: "Bo".into() }];
    let mut world = World::new();
    world.app = App::new(Environment::default(), settings);
    assert!(!world.app.entrance.is_tls_required(&world.app.desk));
    world.act(Action::Edit(Field::Join(JoinField::Host), "H:7".into()));
    assert!(world.app.entrance.is_tls_required(&world.app.desk));
    world.act(Action::Edit(Field::Join(JoinField::Host), "h".into()));
    world.act(Action::Edit(Field::Join(JoinField::Port), "8".into()));
    assert!(!world.app.entrance.is_tls_required(&world.app.desk));
    world.act(Action::Join(JoinAction::Tls(true)));
    world.act(Action::Join(JoinAction::Recent(0)));
    assert_eq!(world.connecting(), Some(Security::Plain), "the earlier connection was plain");
}
