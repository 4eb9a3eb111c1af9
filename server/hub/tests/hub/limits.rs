//! Limits: late joins, floods, malformed frames, slow readers and rate limits.

use crate::long_game::long_game;
use crate::world::{World, outcome};
use chuhe_hub::{Address, ConnectionId, Input, Limits, Rate};
use chuhe_protocol::{
    AccountRequest, ArchiveRequest, ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, GameId,
    InvitationCode, LobbyRequest, Password, PlayerId, PresenceChange, Refusal, ServerMessage, SessionToken,
    TableRequest, Terms, WatchFrom, limits,
};
use chuhe_rules::{DrawReason, Outcome};

fn ping() -> ClientMessage {
    ClientMessage::Door(DoorRequest::Ping { nonce: 3, round_trip_ms: None })
}

#[test]
fn a_connection_must_join_within_ten_seconds_even_while_pinging() {
    let mut world = World::new();
    let connection = world.open();
    world.advance(limits::GREETING_MS - 1);
    world.ask(connection, ping());
    assert_eq!(world.received_at(connection), [ServerMessage::Door(DoorMessage::Pong { nonce: 3 })]);
    assert_eq!(world.closed(connection), None);
    world.advance(1);
    assert_eq!(world.closed(connection), Some(CloseReason::NoGreeting));
}

#[test]
fn the_time_spent_on_the_greeting_counts() {
    let mut world = World::new();
    let accepted = world.now();
    world.advance(6_000);
    let connection = world.open();
    world.handle(Input::Disconnected(connection));
    world.handle(Input::Connected(connection, Address::default(), accepted));
    world.advance(limits::GREETING_MS - 6_000);
    assert_eq!(world.closed(connection), Some(CloseReason::NoGreeting));
}

#[test]
fn heartbeats_keep_a_connection_open() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.advance_with(&[bo], 10 * limits::SILENCE_MS);
    assert_eq!(world.closed(bo.connection), None);
    world.advance(limits::SILENCE_MS - 1);
    assert_eq!(world.closed(bo.connection), None);
    world.advance(1);
    assert_eq!(world.closed(bo.connection), Some(CloseReason::Silent));
}

#[test]
fn a_flooding_connection_is_closed() {
    let mut world = World::new();
    let bo = world.join("Bo");
    for _ in 1..limits::FLOOD_REQUESTS {
        world.send(bo, ping());
    }
    assert_eq!(world.closed(bo.connection), None);
    world.send(bo, ping());
    assert_eq!(world.closed(bo.connection), Some(CloseReason::Flood));
}

#[test]
fn malformed_frames_and_slow_readers_are_closed() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.handle(Input::Broken(bo.connection));
    assert_eq!(world.closed(bo.connection), Some(CloseReason::BrokenFrame));
    assert_eq!(world.presence(an).last(), Some(&PresenceChange::Gone(bo.player)));
    world.handle(Input::Stalled(an.connection));
    assert_eq!(world.closed(an.connection), Some(CloseReason::SlowReader));
}

#[test]
fn held_names_of_absent_guests_are_limited() {
    let mut world = World::new();
    let first = world.join("First");
    world.lose(first);
    world.advance(1);
    for n in 0..limits::HELD_GUESTS {
        let guest = world.join(&format!("P{n}"));
        world.lose(guest);
    }
    let connection = world.open();
    world.ask(connection, DoorRequest::Resume { token: first.token, seen: Vec::new(), hall: None });
    let reason = chuhe_protocol::Refusal::UnknownToken;
    let received = world.received_at(connection);
    assert!(matches!(received[..], [ServerMessage::Refused { reason: sent, .. }] if sent == reason));
    world.join("First");
}

#[test]
fn a_guest_whose_name_expires_leaves_the_table() {
    let mut world = World::new();
    let mut table = world.table(crate::world::untimed());
    world.play(&mut table, &crate::world::MATE);
    world.lose(table.red());
    world.advance(1);
    for n in 0..limits::HELD_GUESTS {
        let guest = world.join(&format!("P{n}"));
        world.lose(guest);
    }
    let left = chuhe_protocol::Event::Left { color: chuhe_rules::Color::Red };
    assert_eq!(world.events(table.black()), [left]);
}

#[test]
fn a_game_of_too_many_plies_is_a_draw() {
    let mut world = World::new();
    let mut table = world.table(crate::world::untimed());
    world.play_long(&mut table, &[], limits::GAME_PLIES - 1, 1_000);
    world.discard_received();
    let moves = long_game(&[], limits::GAME_PLIES);
    let mv = crate::world::mv(moves.last().expect("a move"));
    let last = TableRequest::Play { ply: table.ply, mv, premove: false }.at(table.game);
    world.send(table.black(), last);
    assert_eq!(outcome(&world.events(table.red())), Outcome::Drawn(DrawReason::TooLong));
}

/// How many of these requests are admitted before one is refused, and how long that one must wait.
fn admitted(mut ask: impl FnMut(u64) -> Option<Refusal>) -> (u64, u64) {
    for n in 0..100_000 {
        if let Some(Refusal::TooManyAttempts { wait_ms } | Refusal::ChatTooFast { wait_ms }) = ask(n) {
            return (n, wait_ms);
        }
    }
    panic!("no request was refused");
}

/// The refusal of a request, if there is one.
fn refusal(
    world: &mut World,
    connection: ConnectionId,
    message: impl Into<ClientMessage>,
) -> Option<Refusal> {
    let message = message.into();
    world.received_at(connection);
    world.ask(connection, message);
    world.received_at(connection).into_iter().find_map(|message| match message {
        ServerMessage::Refused { reason, .. } => Some(reason),
        _ => None,
    })
}

fn wait(rate: Rate) -> u64 {
    rate.within_ms.div_ceil(rate.limit)
}

/// A login that is refused before its password is checked.
fn change_password() -> ClientMessage {
    ClientMessage::Account(AccountRequest::ChangePassword {
        old: Password("long enough".into()),
        new: Password("short".into()),
    })
}

/// A limit, and a function that makes the `n`th request that counts towards it.
type Kind = (Rate, fn(u64) -> ClientMessage);

/// Sends each kind of request until it is refused, and checks that it is admitted again after
/// exactly the announced wait; other players are not affected.
#[test]
fn requests_are_limited_per_player() {
    let limits = Limits { connection_requests: Rate::new(1_000, 1), ..Limits::default() };
    let kinds: [Kind; 8] = [
        (limits.player_lines, |_| ClientMessage::Chat { room: ChatRoom::Lobby, text: "hi".into() }),
        (limits.player_challenges, |n| {
            ClientMessage::Lobby(LobbyRequest::Challenge {
                opponent: PlayerId(1_000 + n),
                terms: Terms::default(),
            })
        }),
        (limits.player_challenges, |n| {
            ClientMessage::Lobby(LobbyRequest::FindInvitation {
                code: InvitationCode::from_random(n << 8),
                hall: None,
            })
        }),
        (limits.player_challenges, |n| {
            ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code: InvitationCode::from_random(n << 8) })
        }),
        (limits.player_registrations, |_| {
            ClientMessage::Account(AccountRequest::Register { password: Password("short".into()) })
        }),
        (limits.player_registrations, |_| change_password()),
        (limits.player_watches, |n| ClientMessage::Table {
            game: GameId(1_000 + n),
            request: TableRequest::Watch { from: WatchFrom::Start },
        }),
        (limits.player_queries, |_| ClientMessage::Archive(ArchiveRequest::ListGames { before: None })),
    ];
    for (rate, message) in kinds {
        let mut world = World::limited(limits.clone());
        let (bo, an) = (world.join("Bo"), world.join("An"));
        let ask = |n| refusal(&mut world, bo.connection, message(n));
        assert_eq!(admitted(ask), (rate.limit, wait(rate)), "{:?}", message(0));
        // a new connection does not reset the limit
        let (bo, _) = world.resume(bo, None);
        let again = refusal(&mut world, bo.connection, message(0));
        let too_many =
            |refusal| matches!(refusal, Some(Refusal::TooManyAttempts { .. } | Refusal::ChatTooFast { .. }));
        assert!(too_many(again), "{again:?}");
        assert!(!too_many(refusal(&mut world, an.connection, message(0))), "another player is not affected");
        world.advance_with(&[bo, an], wait(rate));
        let again = refusal(&mut world, bo.connection, message(0));
        assert!(!too_many(again), "{again:?}");
    }
}

#[test]
fn attempts_to_join_are_limited_per_connection() {
    let limits = Limits::default();
    let kinds: [(Rate, fn() -> ClientMessage); 3] = [
        (limits.connection_entries, || {
            ClientMessage::Door(DoorRequest::Join { name: "a b".into(), hall: None })
        }),
        (limits.connection_entries, || {
            ClientMessage::Door(DoorRequest::Resume {
                token: SessionToken([7; 16]),
                seen: Vec::new(),
                hall: None,
            })
        }),
        (limits.connection_logins, || {
            ClientMessage::Door(DoorRequest::Login {
                name: "Bo".into(),
                password: Password("short".into()),
                hall: None,
            })
        }),
    ];
    for (rate, message) in kinds {
        let mut world = World::new();
        let connection = world.open();
        let admitted = admitted(|_| refusal(&mut world, connection, message()));
        assert_eq!(admitted, (rate.limit, wait(rate)), "{:?}", message());
        let other = world.open();
        assert!(!matches!(refusal(&mut world, other, message()), Some(Refusal::TooManyAttempts { .. })));
    }
}

/// Each player stays below the limit, but all players at the address exceed its limit; another
/// address is not affected.
#[test]
fn requests_are_limited_per_address() {
    let (one, other) = (Address(1), Address(2));
    let few = Rate::new(20, 20_000);
    let limits = Limits {
        address_entries: few,
        address_logins: few,
        address_lines: few,
        address_challenges: few,
        address_registrations: few,
        address_watches: few,
        address_queries: few,
        name_logins: Rate::new(1_000, 1),
        ..Limits::default()
    };
    let message = |kind: usize, n: u64| match kind {
        0 => ClientMessage::Door(DoorRequest::Join { name: format!("a {n}"), hall: None }),
        1 => ClientMessage::Door(DoorRequest::Login {
            name: format!("N{n}"),
            password: Password("long enough".into()),
            hall: None,
        }),
        2 => ClientMessage::Chat { room: ChatRoom::Lobby, text: "hi".into() },
        3 => ClientMessage::Lobby(LobbyRequest::Challenge {
            opponent: PlayerId(1_000 + n),
            terms: Terms::default(),
        }),
        4 => ClientMessage::Account(AccountRequest::Register { password: Password("short".into()) }),
        5 => change_password(),
        6 => TableRequest::Watch { from: WatchFrom::Start }.at(GameId(1_000 + n)),
        _ => ClientMessage::Archive(ArchiveRequest::ListGames { before: None }),
    };
    for kind in 0..8 {
        let mut world = World::limited(limits.clone());
        let enter = |world: &mut World, address, n: u64| {
            let connection = world.open_from(address);
            if kind >= 2 {
                // they joined from another address, as far as this limit counts
                assert_eq!(
                    refusal(world, connection, DoorRequest::Join { name: format!("P{n}"), hall: None }),
                    None
                );
            }
            connection
        };
        let crowd: Vec<ConnectionId> = (0..12).map(|n| enter(&mut world, one, n)).collect();
        let ask = |n| {
            let connection = crowd[usize::try_from(n).unwrap() % crowd.len()];
            refusal(&mut world, connection, message(kind, n))
        };
        assert_eq!(admitted(ask), (few.limit, wait(few)), "{:?}", message(kind, 0));
        let stranger = enter(&mut world, other, 100);
        let refused = refusal(&mut world, stranger, message(kind, 999));
        assert!(!matches!(refused, Some(Refusal::TooManyAttempts { .. } | Refusal::ChatTooFast { .. })));
        // reconnecting does not help, as an address is remembered for a while
        for connection in crowd {
            world.handle(Input::Disconnected(connection));
        }
        if kind < 2 {
            let again = world.open_from(one);
            let refused = refusal(&mut world, again, message(kind, 0));
            assert_eq!(refused, Some(Refusal::TooManyAttempts { wait_ms: wait(few) }));
        }
    }
}

#[test]
fn an_address_over_its_limit_loses_the_connections_that_send_most() {
    let address = Address(1);
    let address_requests = Rate::new(300, 10_000);
    let mut world = World::limited(Limits { address_requests, ..Limits::default() });
    let (quiet, loud) = (world.open_from(address), world.open_from(address));
    for (connection, name) in [(quiet, "Quiet"), (loud, "Loud")] {
        world.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
    }
    for _ in 0..limits::FLOOD_REQUESTS - 1 {
        world.ask(loud, ping());
    }
    assert_eq!(world.closed(loud), None);
    let third = world.open_from(address);
    let mut sent = 0;
    while world.closed(third).is_none() {
        world.ask(third, DoorRequest::Ping { nonce: 3, round_trip_ms: None });
        sent += 1;
        if sent % 4 == 0 {
            world.ask(quiet, ping());
            assert_eq!(world.closed(quiet), None);
        }
    }
    assert_eq!(world.closed(third), Some(CloseReason::Flood));
    assert_eq!(
        sent,
        limits::FLOOD_REQUESTS / 2,
        "more than half of its own limit, while the address exceeds its limit"
    );
    world.ask(quiet, ping());
    assert_eq!(world.received_at(quiet).last(), Some(&ServerMessage::Door(DoorMessage::Pong { nonce: 3 })));
}
