//! No password, token or hash appears in `Debug` output or in the log.

use crate::world::World;
use chuhe_hub::{Input, Query, TokenHash};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ClientMessage, DoorRequest, Password, Request, ServerMessage,
    SessionToken, wire,
};
use std::fmt::{Debug, Write};
use std::io;
use std::sync::{Arc, Mutex, Once};
use tracing_subscriber::fmt::MakeWriter;

const SECRET: &str = "correct horse battery";

/// A buffer with everything that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("nobody panicked with it").clone()).expect("text")
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Runs `act`, and returns everything that was logged meanwhile.
pub(crate) fn logging<T>(what: impl FnOnce() -> T) -> (String, T) {
    static EVERYWHERE: Once = Once::new();
    // tracing caches whether a call site has a subscriber: one that a parallel test without a
    // subscriber reached first would stay silent here too
    EVERYWHERE.call_once(|| {
        let nowhere = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(io::sink);
        tracing::subscriber::set_global_default(nowhere.finish()).expect("no subscriber is set yet");
    });
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone());
    let done = tracing::subscriber::with_default(subscriber.finish(), what);
    (log.text(), done)
}

/// The texts in which these secret bytes could appear.
fn faces(bytes: &[u8]) -> Vec<String> {
    let listed = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = String::from_utf8(bytes.to_vec()).ok();
    [Some(listed), Some(hex.to_uppercase()), Some(hex), text].into_iter().flatten().collect()
}

#[test]
fn debug_output_shows_no_secrets() {
    let mut shown = String::new();
    let mut show = |what: &dyn Debug| writeln!(shown, "{what:?} {what:#?}").unwrap();
    let (logged, tokens) = logging(|| {
        let mut world = World::new();
        let password = || Password(SECRET.into());
        let bo = world.join("Bo");
        let mut inputs = vec![ClientMessage::Account(AccountRequest::Register { password: password() })];
        inputs.push(ClientMessage::Account(AccountRequest::Register { password: password() }));
        for message in inputs {
            let request = Request { number: 1, message };
            show(&request);
            show(&Input::Received(bo.connection, request.clone()));
            world.handle(Input::Received(bo.connection, request));
        }
        let (newer, received) = world.resume(bo, None);
        show(&received);
        for text in [SECRET, "a wrong horse"] {
            let connection = world.open();
            world.ask(
                connection,
                DoorRequest::Login { name: "Bo".into(), password: Password(text.into()), hall: None },
            );
            show(&world.received_at(connection));
        }
        let unknown =
            ClientMessage::Door(DoorRequest::Resume { token: newer.token, seen: Vec::new(), hall: None });
        show(&unknown);
        let connection = world.open();
        world.ask(connection, unknown);
        show(&world.hub);
        show(&world.stored.players);
        let salt = [0xab; 16];
        show(&Query::HashPassword { password: password(), salt });
        let hash = world.stored.players[&bo.player].1.password.clone().unwrap();
        assert!(
            hash.0.contains(SECRET),
            "the test's hash contains the password, so printing it would be noticed"
        );
        show(&Query::VerifyPassword { password: password(), hash });
        show(&ServerMessage::Account(AccountMessage::SignedOutEverywhere { token: newer.token }));
        show(&wire::decode::<Request>(&[0xff; 9]));
        [bo.token, newer.token]
    });
    assert!(
        logged.contains("registered") && logged.contains("logged in") && logged.contains("refused"),
        "{logged}"
    );
    let secrets = tokens.iter().flat_map(|SessionToken(bytes)| faces(bytes)).chain(faces(SECRET.as_bytes()));
    for secret in secrets.chain(["horse".to_owned()]) {
        assert!(!shown.contains(&secret), "{secret} is shown");
        assert!(!logged.contains(&secret), "{secret} is logged");
    }
    let hashes = tokens.map(TokenHash::of);
    for TokenHash(bytes) in hashes {
        assert!(faces(&bytes).iter().all(|face| !logged.contains(face)));
    }
}
