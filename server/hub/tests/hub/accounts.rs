//! Registered names: registration, login, passwords and login throttling.

use crate::oracle;
use crate::world::{Client, World, untimed};
use chuhe_hub::{Address, Answer, ConnectionId, Input, Limits, Query, SecurityEvent};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveRequest, ClientMessage, CloseReason, DoorMessage, DoorRequest,
    NameError, Password, PlayerName, PresenceChange, Refusal, ServerMessage, limits,
};
use chuhe_rules::clock::Timestamp;

pub(crate) const SECRET: &str = "correct horse";

pub(crate) fn password(text: &str) -> Password {
    Password(text.into())
}

fn register() -> ClientMessage {
    ClientMessage::Account(AccountRequest::Register { password: password(SECRET) })
}

pub(crate) fn login(name: &str, text: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Login { name: name.into(), password: password(text), hall: None })
}

fn join(name: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: name.into(), hall: None })
}

pub(crate) fn resume(client: Client) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Resume { token: client.token, seen: Vec::new(), hall: None })
}

/// A player who has joined under a name and registered it.
pub(crate) fn registered(world: &mut World, name: &str) -> Client {
    let client = world.join(name);
    world.send(client, register());
    world.expect(client, &[ServerMessage::Account(AccountMessage::Registered)]);
    client
}

/// The result of a login from an address: the client and whether it resumed, or the refusal.
pub(crate) fn enter(
    world: &mut World,
    address: Address,
    message: impl Into<ClientMessage>,
) -> Result<(Client, bool), Refusal> {
    let message = message.into();
    let connection = world.open_from(address);
    world.ask(connection, message);
    entered(world, connection)
}

pub(crate) fn entered(world: &mut World, connection: ConnectionId) -> Result<(Client, bool), Refusal> {
    let received = world.received_at(connection);
    match received.first() {
        Some(&ServerMessage::Door(DoorMessage::Joined { player, token, resumed, registered, .. })) => {
            assert!(registered);
            Ok((Client { connection, player, token }, resumed))
        }
        Some(&ServerMessage::Refused { reason, .. }) => Err(reason),
        _ => panic!("{received:?}"),
    }
}

fn log_in(world: &mut World, name: &str, text: &str) -> Result<(Client, bool), Refusal> {
    enter(world, Address(5), login(name, text))
}

#[test]
fn a_guest_registers_their_name_and_nobody_can_join_under_it() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    let (revision, row) = &world.stored.players[&bo.player];
    assert_eq!((*revision, row.password.is_some()), (2, true));
    assert_eq!(world.refused(bo, register()), Refusal::AlreadyRegistered);
    let other = world.open();
    for name in ["Bo", "BO", "bo", "В\u{43e}", "Ｂｏ"] {
        assert_eq!(world.refused_at(other, join(name)), Refusal::NameRegistered, "{name}");
    }
    let an = world.join("An");
    let (an, received) = world.resume(an, None);
    assert!(matches!(received[0], ServerMessage::Door(DoorMessage::Joined { registered: false, .. })));
    world.received(an);
}

#[test]
fn a_password_has_length_limits_and_is_normalised() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let short = "好".repeat(limits::PASSWORD_CHARS_MIN - 1);
    for bad in ["", "1234567", &short, &"x".repeat(limits::PASSWORD_BYTES + 1)] {
        let message = ClientMessage::Account(AccountRequest::Register { password: password(bad) });
        world.advance(60_000 / 4);
        world.send(bo, DoorRequest::Ping { nonce: 0, round_trip_ms: None });
        assert_eq!(world.refused(bo, message), Refusal::InvalidPassword, "{bad:?}");
        assert_eq!(log_in(&mut world, "Bo", bad).map(drop), Err(Refusal::InvalidPassword), "{bad:?}");
    }
    world.send(bo, AccountRequest::Register { password: password("caf\u{e9} caf\u{e9}") });
    world.expect(bo, &[ServerMessage::Account(AccountMessage::Registered)]);
    assert!(log_in(&mut world, "Bo", "cafe\u{301} cafe\u{301}").is_ok());
}

#[test]
fn a_registered_name_survives_restarts_and_can_be_logged_in_to() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.send(bo, DoorRequest::Quit);
    world.advance(limits::GUEST_NAME_MS * 10);
    world.restart();
    world.advance(limits::GUEST_NAME_MS * 10);
    let other = world.open();
    assert_eq!(world.refused_at(other, join("bo")), Refusal::NameRegistered);
    // a look-alike of the name is enough; the player was not online, so this is a join
    let (bo, resumed) = log_in(&mut world, "BO", SECRET).unwrap();
    assert!(!resumed);
    let an = world.join("An");
    world.lose(bo);
    assert_eq!(world.presence(an), [PresenceChange::Gone(bo.player)]);
    world.advance(limits::GUEST_NAME_MS * 10);
    let (again, _) = enter(&mut world, Address(5), resume(bo)).unwrap();
    assert_eq!(again.player, bo.player);
}

#[test]
fn a_login_takes_over_the_seat_of_the_older_connection() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.send(table.red(), register());
    world.discard_received();
    let (red, resumed) = log_in(&mut world, "Bo", SECRET).unwrap();
    assert!(resumed);
    assert_eq!(
        (red.player, world.closed(table.red().connection)),
        (table.red().player, Some(CloseReason::Superseded))
    );
    assert_eq!(world.journal(red, table.game).len(), 3);
    assert_eq!(world.events(table.black()), [], "no absence is recorded");
    table.seats.red = red;
    world.play(&mut table, &["h0g2"]);
}

#[test]
fn a_wrong_password_and_an_unregistered_name_look_the_same() {
    let mut world = World::new();
    registered(&mut world, "Bo");
    world.join("Guest");
    world.answers_wait = true;
    for name in ["Bo", "Guest", "Nobody"] {
        let connection = world.open();
        world.ask(connection, login(name, "wrong horse"));
        let Some((_, Query::VerifyPassword { password: asked, hash })) = world.pending_queries.back() else {
            panic!("the password for {name} is not verified");
        };
        assert_eq!(asked.0, "wrong horse");
        assert!(!hash.0.is_empty());
        assert!(world.answer_next(oracle::answer));
        assert_eq!(entered(&mut world, connection).map(drop), Err(Refusal::WrongPassword), "{name}");
    }
    // even with the password of the hash that stands in for missing accounts
    let connection = world.open();
    world.ask(connection, login("Nobody", SECRET));
    world.answer_next(|_, _| Answer::Verified(true));
    assert_eq!(entered(&mut world, connection).map(drop), Err(Refusal::WrongPassword));
    let connection = world.open();
    assert_eq!(world.refused_at(connection, login("a b", SECRET)), Refusal::Name(NameError::Character(' ')));
}

#[test]
fn guesses_and_malformed_frames_are_reported_with_the_name_and_nothing_secret() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    let connection = world.open();
    for (name, secret) in [("Bo", "wrong horse"), ("Nobody", SECRET), ("a b", SECRET)] {
        world.ask(connection, login(name, secret));
    }
    let token = chuhe_protocol::SessionToken([7; 16]);
    world.ask(connection, DoorRequest::Resume { token, seen: Vec::new(), hall: None });
    world.send(bo, change("wrong horse", "another horse"));
    world.handle(Input::Broken(connection));
    world.handle(Input::Broken(connection));
    let failed = |name: &str| SecurityEvent::FailedLogin(PlayerName::parse(name).expect("a name"));
    let expected = [
        (connection, failed("Bo")),
        (connection, failed("Nobody")),
        (connection, SecurityEvent::UnknownToken),
        (bo.connection, failed("Bo")),
        (connection, SecurityEvent::BrokenFrame),
    ];
    assert_eq!(world.reports, expected);
}

#[test]
fn a_connection_has_at_most_one_pending_query() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    let an = world.join("An");
    world.answers_wait = true;
    let connection = world.open();
    world.ask(connection, login("Bo", SECRET));
    for message in [login("Bo", SECRET), join("Cy"), resume(bo)] {
        assert_eq!(world.refused_at(connection, message), Refusal::RequestPending);
    }
    world.send(an, register());
    assert_eq!(world.refused(an, ArchiveRequest::ListGames { before: None }), Refusal::RequestPending);
    while world.answer_next(oracle::answer) {}
    assert!(entered(&mut world, connection).is_ok());
    world.expect(an, &[ServerMessage::Account(AccountMessage::Registered)]);
}

#[test]
fn an_answer_for_a_closed_connection_is_dropped() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    let an = world.join("An");
    world.answers_wait = true;
    let gone = world.open();
    world.ask(gone, login("Bo", SECRET));
    world.handle(chuhe_hub::Input::Disconnected(gone));
    world.send(an, register());
    let (an, _) = world.resume(an, None);
    world.discard_received();
    while world.answer_next(oracle::answer) {}
    assert_eq!(world.received(bo), []);
    assert_eq!(world.closed(bo.connection), None);
    assert_eq!(world.received(an), []);
    assert!(world.stored.players[&an.player].1.password.is_none());
    // and an answer without a query
    world.handle(chuhe_hub::Input::Answered(chuhe_hub::QueryId(999), Answer::Failed));
}

#[test]
fn a_failed_password_check_asks_the_client_to_try_again_later() {
    let mut world = World::new();
    registered(&mut world, "Bo");
    let an = world.join("An");
    let overloaded = Refusal::TooManyAttempts { wait_ms: limits::OVERLOAD_WAIT_MS };
    world.answers_wait = true;
    for _ in 0..2 * Limits::default().login_free_attempts {
        let connection = world.open_from(Address(9));
        world.ask(connection, login("Bo", SECRET));
        world.answer_next(|_, _| Answer::Failed);
        assert_eq!(entered(&mut world, connection).map(drop), Err(overloaded), "none of these counts");
    }
    world.send(an, register());
    world.answer_next(|_, _| Answer::Failed);
    let received = world.received(an);
    assert!(
        matches!(received[..], [ServerMessage::Refused { reason, .. }] if reason == overloaded),
        "{received:?}"
    );
}

#[test]
fn repeated_guesses_wait_longer_and_only_at_the_guessing_address() {
    let mut world = World::new();
    registered(&mut world, "Bo");
    let thief = Address(66);
    let free = Limits::default().login_free_attempts;
    let guess = |world: &mut World| enter(world, thief, login("bO", "wrong horse")).map(drop);
    for _ in 0..free {
        assert_eq!(guess(&mut world), Err(Refusal::WrongPassword));
    }
    assert_eq!(guess(&mut world), Err(Refusal::TooManyAttempts { wait_ms: 2_000 }));
    assert_eq!(
        guess(&mut world),
        Err(Refusal::TooManyAttempts { wait_ms: 2_000 }),
        "an early attempt does not count"
    );
    world.advance(2_000);
    assert_eq!(guess(&mut world), Err(Refusal::WrongPassword));
    assert_eq!(guess(&mut world), Err(Refusal::TooManyAttempts { wait_ms: 4_000 }));
    // the right password waits at that address too, and nowhere else
    assert!(enter(&mut world, thief, login("Bo", SECRET)).is_err());
    assert!(log_in(&mut world, "Bo", SECRET).is_ok());
    // an unregistered name is throttled alike
    for _ in 0..free {
        assert_eq!(enter(&mut world, thief, login("Nobody", SECRET)).map(drop), Err(Refusal::WrongPassword));
    }
    let refused = enter(&mut world, thief, login("Nobody", SECRET)).map(drop);
    assert_eq!(refused, Err(Refusal::TooManyAttempts { wait_ms: 2_000 }));
}

#[test]
fn a_successful_login_resets_the_throttle() {
    let mut world = World::new();
    registered(&mut world, "Bo");
    for _ in 0..10 {
        assert_eq!(log_in(&mut world, "Bo", "wrong horse").map(drop), Err(Refusal::WrongPassword));
        assert!(log_in(&mut world, "Bo", SECRET).is_ok());
    }
}

#[test]
fn a_registered_player_has_one_token_per_device_and_tokens_expire() {
    let mut world = World::new();
    let first = registered(&mut world, "Bo");
    let mut others: Vec<Client> = Vec::new();
    for n in 0..limits::PLAYER_TOKENS {
        others.push(enter(&mut world, Address(n as u128), login("Bo", SECRET)).unwrap().0);
    }
    assert_eq!(world.stored.sessions.len(), limits::PLAYER_TOKENS);
    assert_eq!(
        enter(&mut world, Address(5), resume(first)).map(drop),
        Err(Refusal::UnknownToken),
        "the oldest"
    );
    // a device that resumes does not void the token of another
    let (again, _) = enter(&mut world, Address(5), resume(others[0])).unwrap();
    world.send(again, DoorRequest::Ping { nonce: 0, round_trip_ms: None });
    world.lose(again);
    world.advance(limits::TOKEN_MS - 1);
    let last = others[limits::PLAYER_TOKENS - 1];
    let (fresh, _) = enter(&mut world, Address(5), resume(last)).unwrap();
    world.lose(fresh);
    world.advance(1);
    assert_eq!(enter(&mut world, Address(5), resume(again)).map(drop), Err(Refusal::UnknownToken));
    world.restart();
    assert!(enter(&mut world, Address(5), resume(fresh)).is_ok());
}

/// Signs out everywhere; returns the client with its new token.
fn sign_out(world: &mut World, client: Client) -> Client {
    world.send(client, AccountRequest::SignOutEverywhere);
    let received = world.received(client);
    let [ServerMessage::Account(AccountMessage::SignedOutEverywhere { token })] = received[..] else {
        panic!("{received:?}")
    };
    Client { token, ..client }
}

#[test]
fn signing_out_everywhere_voids_every_token_but_the_one_it_brings() {
    let mut world = World::new();
    let first = registered(&mut world, "Bo");
    let (second, _) = log_in(&mut world, "Bo", SECRET).unwrap();
    let (third, _) = enter(&mut world, Address(5), resume(second)).unwrap();
    let only = sign_out(&mut world, third);
    for void in [first, second] {
        assert_eq!(enter(&mut world, Address(5), resume(void)).map(drop), Err(Refusal::UnknownToken));
    }
    assert_eq!(enter(&mut world, Address(5), resume(third)).map(drop), Err(Refusal::UnknownToken));
    assert_eq!(world.stored.sessions.len(), 1);
    assert_eq!(world.closed(third.connection), None);
    assert_eq!(world.refused(only, resume(only)), Refusal::AlreadyJoined, "nothing waits to be shown");
    let only = sign_out(&mut world, only);
    world.restart();
    assert!(enter(&mut world, Address(5), resume(only)).is_ok());
}

#[test]
fn a_guest_may_sign_out_everywhere_too() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let only = sign_out(&mut world, bo);
    world.lose(bo);
    let (only, _) = world.resume(only, None);
    let connection = world.open();
    assert_eq!(world.refused_at(connection, resume(bo)), Refusal::UnknownToken);
    assert_eq!(world.refused(only, resume(only)), Refusal::AlreadyJoined, "nothing waits to be shown");
}

#[test]
fn a_lost_answer_to_signing_out_everywhere_leaves_the_old_token_valid() {
    for restarts in [false, true] {
        let mut world = World::new();
        let bo = world.join("Bo");
        let lost = sign_out(&mut world, bo);
        // these requests were sent before the answer arrived
        world.send(bo, DoorRequest::Ping { nonce: 0, round_trip_ms: None });
        assert_eq!(world.refused(bo, AccountRequest::SignOutEverywhere), Refusal::RequestPending);
        assert_eq!(world.refused(bo, resume(bo)), Refusal::AlreadyJoined);
        if restarts {
            world.restart();
        } else {
            world.lose(bo);
        }
        let (again, _) = world.resume(bo, None);
        assert_eq!(again.player, bo.player);
        let connection = world.open();
        assert_eq!(world.refused_at(connection, resume(lost)), Refusal::UnknownToken);
    }
}

#[test]
fn a_new_token_of_a_guest_survives_a_restart_before_it_is_used() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let only = sign_out(&mut world, bo);
    world.restart();
    let (again, _) = world.resume(only, None);
    assert_eq!(again.player, bo.player);
    let connection = world.open();
    assert_eq!(world.refused_at(connection, resume(bo)), Refusal::UnknownToken);
}

const OTHER_SECRET: &str = "battery staple";

fn change(old: &str, new: &str) -> ClientMessage {
    ClientMessage::Account(AccountRequest::ChangePassword { old: password(old), new: password(new) })
}

#[test]
fn changing_the_password_needs_the_old_one_and_signs_out_other_devices() {
    let mut world = World::new();
    let first = registered(&mut world, "Bo");
    let (bo, _) = log_in(&mut world, "Bo", SECRET).unwrap();
    world.send(bo, change(SECRET, OTHER_SECRET));
    let received = world.received(bo);
    let [
        ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }),
        ServerMessage::Account(AccountMessage::Registered),
    ] = received[..]
    else {
        panic!("{received:?}")
    };
    for restarts in [false, true] {
        if restarts {
            world.restart();
        }
        for void in [first, bo] {
            assert_eq!(enter(&mut world, Address(5), resume(void)).map(drop), Err(Refusal::UnknownToken));
        }
        assert_eq!(log_in(&mut world, "Bo", SECRET).map(drop), Err(Refusal::WrongPassword));
        let (other, _) = log_in(&mut world, "Bo", OTHER_SECRET).unwrap();
        world.lose(other);
    }
    assert!(enter(&mut world, Address(5), resume(Client { token, ..bo })).is_ok());
}

#[test]
fn a_change_with_a_wrong_password_is_refused_and_throttled() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    let long = "x".repeat(limits::PASSWORD_BYTES + 1);
    for bad in ["short", &long] {
        assert_eq!(world.refused(bo, change(SECRET, bad)), Refusal::InvalidPassword);
        assert_eq!(world.refused(bo, change(bad, OTHER_SECRET)), Refusal::WrongPassword);
    }
    world.lose(bo);
    world.advance(60_000);
    let (bo, _) = world.resume(bo, None);
    let mut wrong = 0;
    let refused = loop {
        match world.refused(bo, change("anything else", OTHER_SECRET)) {
            Refusal::WrongPassword => wrong += 1,
            other => break other,
        }
    };
    assert_eq!(wrong, Limits::default().login_free_attempts);
    assert_eq!(refused, Refusal::TooManyAttempts { wait_ms: Limits::default().login_first_wait_ms });
    // a guest has no password
    let an = world.join("An");
    assert_eq!(world.refused(an, change(SECRET, OTHER_SECRET)), Refusal::WrongPassword);
    assert!(enter(&mut world, Address(5), resume(bo)).is_ok());
    world.advance(60_000);
    assert!(log_in(&mut world, "Bo", SECRET).is_ok());
}

#[test]
fn reserved_names_can_be_neither_taken_nor_registered() {
    let mut world = World::new();
    for name in ["Admin", "аdmin", "管理員_1"] {
        let connection = world.open();
        assert_eq!(world.refused_at(connection, join(name)), Refusal::NameReserved, "{name}");
    }
    // a name that is reserved later stays its guest's, who cannot register it, and its registered player's
    let bo = registered(&mut world, "Bo");
    let an = world.join("An");
    let limits = Limits { reserved_names: "Bo,An".parse().expect("names"), ..Limits::default() };
    world.handle(Input::SetLimits(Box::new(limits)));
    assert_eq!(world.refused(an, register()), Refusal::NameReserved);
    world.lose(bo);
    assert!(log_in(&mut world, "Bo", SECRET).is_ok());
    let connection = world.open();
    assert_eq!(world.refused_at(connection, join("bo")), Refusal::NameRegistered);
    world.join("Admin");
}

#[test]
fn one_address_registers_a_few_names_a_day() {
    const DAY_MS: u64 = Timestamp::DAY_MS;
    let most = Limits::default().address_names.limit;
    let mut world = World::new();
    for n in 0..=most {
        let connection = world.open_from(Address(7));
        world.ask(connection, join(&format!("P{n}")));
        let received = world.received_at(connection);
        let Some(&ServerMessage::Door(DoorMessage::Joined { player, token, .. })) = received.first() else {
            panic!("{received:?}")
        };
        let client = Client { connection, player, token };
        if n < most {
            world.send(client, register());
            world.expect(client, &[ServerMessage::Account(AccountMessage::Registered)]);
        } else {
            let wait_ms = DAY_MS / most;
            assert_eq!(world.refused(client, register()), Refusal::TooManyAttempts { wait_ms });
        }
        world.lose(client);
    }
    // other addresses register on
    registered(&mut world, "Bo");
}

#[test]
fn registered_names_are_limited() {
    let limits = Limits { registered_names: 2, ..Limits::default() };
    let mut world = World::limited(limits);
    let bo = registered(&mut world, "Bo");
    let an = world.join("An");
    let cy = world.join("Cy");
    world.answers_wait = true;
    world.send(an, register());
    world.send(cy, register());
    while world.answer_next(oracle::answer) {}
    world.expect(an, &[ServerMessage::Account(AccountMessage::Registered)]);
    let received = world.received(cy);
    let full = Refusal::RegistryFull;
    assert!(
        matches!(received[..], [ServerMessage::Refused { reason, .. }] if reason == full),
        "{received:?}"
    );
    world.restart();
    let (cy, _) = world.resume(cy, None);
    assert_eq!(world.refused(cy, register()), full);
    assert!(enter(&mut world, Address(5), resume(bo)).is_ok());
}

#[test]
fn a_registered_player_who_stays_away_leaves_the_table_and_keeps_the_name() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.send(table.red(), register());
    world.discard_received();
    world.play(&mut table, &crate::world::MATE);
    world.lose(table.red());
    world.advance_with(&[table.black()], limits::GUEST_NAME_MS);
    let left = chuhe_protocol::Event::Left { color: chuhe_rules::Color::Red };
    assert_eq!(world.events(table.black()), [left]);
    let (red, resumed) = enter(&mut world, Address(5), resume(table.red())).unwrap();
    assert!(resumed);
    assert_eq!(red.player, table.red().player);
    assert_eq!(world.received(red), []);
}

/// Fails the next query, and returns whether `bo` is asked to try again later.
fn overloaded_at(world: &mut World, bo: Client) -> bool {
    let overloaded = Refusal::TooManyAttempts { wait_ms: limits::OVERLOAD_WAIT_MS };
    assert!(world.answer_next(|_, _| Answer::Failed));
    let received = world.received(bo);
    matches!(received[..], [ServerMessage::Refused { reason, .. }] if reason == overloaded)
}

#[test]
fn the_old_password_stays_valid_until_the_new_one_is_stored() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.answers_wait = true;
    world.send(bo, change(SECRET, OTHER_SECRET));
    assert!(overloaded_at(&mut world, bo), "at the first query");
    world.send(bo, change(SECRET, OTHER_SECRET));
    assert!(world.answer_next(oracle::answer));
    assert_eq!(world.refused(bo, change(SECRET, OTHER_SECRET)), Refusal::RequestPending);
    assert!(overloaded_at(&mut world, bo), "at the second query");
    world.answers_wait = false;
    assert_eq!(log_in(&mut world, "Bo", OTHER_SECRET).map(drop), Err(Refusal::WrongPassword));
    assert!(log_in(&mut world, "Bo", SECRET).is_ok());
}

#[test]
fn a_change_of_password_completes_without_its_connection() {
    for answers in 0..2 {
        let mut world = World::new();
        let bo = registered(&mut world, "Bo");
        world.answers_wait = true;
        world.send(bo, change(SECRET, OTHER_SECRET));
        for _ in 0..answers {
            assert!(world.answer_next(oracle::answer));
        }
        world.lose(bo);
        while world.answer_next(oracle::answer) {}
        world.answers_wait = false;
        let resumed = enter(&mut world, Address(5), resume(bo)).map(drop);
        assert_eq!(resumed, Err(Refusal::UnknownToken), "after {answers} answers");
        assert_eq!(log_in(&mut world, "Bo", SECRET).map(drop), Err(Refusal::WrongPassword));
        assert!(log_in(&mut world, "Bo", OTHER_SECRET).is_ok());
    }
}

#[test]
fn a_login_with_the_old_password_cancels_no_change_of_it() {
    for answers in 0..2 {
        let mut world = World::new();
        let bo = registered(&mut world, "Bo");
        world.answers_wait = true;
        world.send(bo, change(SECRET, OTHER_SECRET));
        for _ in 0..answers {
            assert!(world.answer_next(oracle::answer));
        }
        // the login is verified before the change goes on
        let thief = world.open_from(Address(6));
        world.ask(thief, login("Bo", SECRET));
        let verified = world.pending_queries.pop_back().expect("the query of the login");
        world.handle(Input::Answered(verified.0, Answer::Verified(true)));
        assert_eq!(world.closed(bo.connection), Some(CloseReason::Superseded));
        let (inside, _) = entered(&mut world, thief).expect("the old password is right still");
        while world.answer_next(oracle::answer) {}
        world.answers_wait = false;
        assert_eq!(world.closed(thief), Some(CloseReason::SignedOut), "after {answers} answers");
        assert_eq!(enter(&mut world, Address(6), resume(inside)).map(drop), Err(Refusal::UnknownToken));
        assert_eq!(log_in(&mut world, "Bo", SECRET).map(drop), Err(Refusal::WrongPassword));
        assert!(log_in(&mut world, "Bo", OTHER_SECRET).is_ok());
    }
}

#[test]
fn a_wrong_old_password_changes_nothing_without_its_connection() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.answers_wait = true;
    world.send(bo, change("anything else", OTHER_SECRET));
    world.lose(bo);
    while world.answer_next(oracle::answer) {}
    world.answers_wait = false;
    assert!(enter(&mut world, Address(5), resume(bo)).is_ok());
    assert!(log_in(&mut world, "Bo", SECRET).is_ok());
}

#[test]
fn signing_out_while_a_password_is_hashed_leaves_the_latest_token_valid() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.answers_wait = true;
    world.send(bo, change(SECRET, OTHER_SECRET));
    let between = sign_out(&mut world, bo);
    while world.answer_next(oracle::answer) {}
    let received = world.received(bo);
    let [
        ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }),
        ServerMessage::Account(AccountMessage::Registered),
    ] = received[..]
    else {
        panic!("{received:?}")
    };
    for void in [bo, between] {
        assert_eq!(enter(&mut world, Address(5), resume(void)).map(drop), Err(Refusal::UnknownToken));
    }
    assert!(enter(&mut world, Address(5), resume(Client { token, ..bo })).is_ok());
}

#[test]
fn a_login_in_flight_fails_when_the_password_changes() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.answers_wait = true;
    let change = ClientMessage::Account(AccountRequest::ChangePassword {
        old: password(SECRET),
        new: password("battery staple"),
    });
    world.send(bo, change);
    assert!(world.answer_next(oracle::answer), "the old password");
    let thief = world.open_from(Address(6));
    world.ask(thief, login("Bo", SECRET));
    assert!(world.answer_next(oracle::answer), "the new password is hashed");
    assert!(world.answer_next(|_, _| Answer::Verified(true)), "verified against the old hash");
    assert_eq!(entered(&mut world, thief).map(drop), Err(Refusal::WrongPassword));
    assert_eq!(world.closed(bo.connection), None);
    world.ask(thief, login("Bo", "battery staple"));
    assert!(world.answer_next(oracle::answer));
    assert!(entered(&mut world, thief).is_ok());
}
