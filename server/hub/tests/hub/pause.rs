//! Pauses: while the store cannot commit, games stand still and no records accumulate.

use crate::world::{Client, QUARTER, Table, World, mv, outcome, timed, untimed};
use chuhe_hub::Input;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveRequest, ChallengeEnd, ChatRoom, ClientMessage, CloseReason,
    DoorMessage, DoorRequest, Event, LobbyMessage, LobbyRequest, PresenceChange, Refusal, ServerMessage,
    TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{Color, Outcome, PerColor, WinReason};

const CREDIT_MS: u64 = limits::INTERRUPTION_CREDIT_MS;

const PING: ClientMessage = ClientMessage::Door(DoorRequest::Ping { nonce: 5, round_trip_ms: None });

fn paused(terms: Terms) -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(terms);
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.discard_received();
    world.handle(Input::StoreStalled(world.now()));
    for client in [table.red(), table.black()] {
        world.expect(client, &[ServerMessage::Door(DoorMessage::Paused)]);
    }
    (world, table)
}

/// The interruption in these events.
fn interruption(world: &mut World, client: Client) -> Event {
    world.handle(Input::StoreRecovered);
    let received = world.received(client);
    let [
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. },
        ServerMessage::Door(DoorMessage::Unpaused),
    ] = &received[..]
    else {
        panic!("{received:?}");
    };
    let [event @ Event::Interrupted { .. }] = &events[..] else { panic!("{events:?}") };
    event.clone()
}

#[test]
fn a_pause_stops_the_clocks_and_credits_each_side() {
    let time = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
    let (mut world, mut table) = paused(timed(time));
    let both = [table.red(), table.black()];
    world.advance_with(&both, 300_000);
    world.discard_received();
    let Event::Interrupted { down_ms, clocks } = interruption(&mut world, table.red()) else { panic!() };
    assert_eq!(down_ms, 300_000);
    assert_eq!((clocks.sides.red.game_ms, clocks.sides.red.move_ms), (Some(70_000), Some(30_000)));
    assert_eq!((clocks.sides.black.game_ms, clocks.sides.black.move_ms), (Some(70_000), Some(20_000)));
    world.discard_received();
    world.advance_with(&both, 29_999);
    assert_eq!(world.events(table.red()), []);
    world.play(&mut table, &["h0g2"]);
    world.advance_with(&both, 20_000);
    let expected = Outcome::won(Color::Red, WinReason::MoveTime);
    assert_eq!(outcome(&world.events(table.red())), expected);
}

#[test]
fn no_tick_is_sent_and_no_flag_falls_while_paused() {
    let (mut world, table) = paused(timed(TimeControl { move_ms: 9_000, ..TimeControl::UNTIMED }));
    world.ticks(table.red());
    let both = [table.red(), table.black()];
    world.advance_with(&both, 60_000);
    assert_eq!(world.ticks(table.red()), []);
    world.expect(table.red(), &[]);
    interruption(&mut world, table.red());
    world.advance_with(&both, 5_000);
    assert!(!world.ticks(table.red()).is_empty());
}

#[test]
fn while_paused_requests_are_refused_and_pings_answered() {
    let (mut world, table) = paused(untimed());
    let cy = world.open();
    let game = table.game;
    let asked = [
        ClientMessage::Table { game, request: TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false } },
        ClientMessage::Table { game, request: TableRequest::Resign },
        ClientMessage::Lobby(LobbyRequest::Challenge { opponent: table.black().player, terms: untimed() }),
        ClientMessage::Chat { room: ChatRoom::Lobby, text: "hm".into() },
        ClientMessage::Account(AccountRequest::SignOutEverywhere),
        ClientMessage::Archive(ArchiveRequest::ListGames { before: None }),
    ];
    for message in asked {
        assert_eq!(world.refused(table.red(), message), Refusal::Paused);
    }
    let resume =
        ClientMessage::Door(DoorRequest::Resume { token: table.red().token, seen: Vec::new(), hall: None });
    for message in [ClientMessage::Door(DoorRequest::Join { name: "Cy".into(), hall: None }), resume] {
        assert_eq!(world.refused_at(cy, message), Refusal::Paused);
    }
    world.send(table.red(), PING);
    world.expect(table.red(), &[ServerMessage::Door(DoorMessage::Pong { nonce: 5 })]);
    interruption(&mut world, table.red());
    let move_made = TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false }.at(game);
    world.send(table.red(), move_made);
    assert!(matches!(world.events(table.red())[..], [Event::Played { .. }]));
}

#[test]
fn while_paused_no_request_makes_a_record() {
    let (mut world, table) = paused(untimed());
    let before = world.saves;
    for n in 0..50 {
        world.send(table.red(), TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false }.at(table.game));
        world.send(table.black(), DoorRequest::Join { name: format!("N{n}"), hall: None });
        world.handle(Input::StoreStalled(world.now()));
        world.advance_with(&[table.red(), table.black()], 5_000);
    }
    world.lose(table.red());
    assert_eq!(world.saves, before);
}

#[test]
fn a_token_shown_while_paused_replaces_the_older_one_afterwards() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.send(bo, AccountRequest::SignOutEverywhere);
    let received = world.received(bo);
    let [ServerMessage::Account(AccountMessage::SignedOutEverywhere { token })] = received[..] else {
        panic!("{received:?}")
    };
    world.handle(Input::StoreStalled(world.now()));
    world.expect(bo, &[ServerMessage::Door(DoorMessage::Paused)]);
    let before = world.saves;
    world.send(bo, DoorRequest::Resume { token, seen: Vec::new(), hall: None });
    world.send(bo, PING);
    world.expect(bo, &[ServerMessage::Door(DoorMessage::Pong { nonce: 5 })]);
    assert_eq!((world.saves, world.stored.sessions.len()), (before, 2));
    world.handle(Input::StoreRecovered);
    world.send(bo, PING);
    world.expect(
        bo,
        &[ServerMessage::Door(DoorMessage::Unpaused), ServerMessage::Door(DoorMessage::Pong { nonce: 5 })],
    );
    assert_eq!(world.stored.sessions.len(), 1);
    let old = world.open();
    assert_eq!(
        world.refused_at(old, DoorRequest::Resume { token: bo.token, seen: Vec::new(), hall: None }),
        Refusal::UnknownToken
    );
    world.resume(Client { token, ..bo }, None);
}

#[test]
fn a_player_who_disconnects_while_paused_is_away_afterwards() {
    let mut world = World::new();
    let cy = world.join("Cy");
    let table = world.table(untimed());
    world.discard_received();
    world.handle(Input::StoreStalled(world.now()));
    world.expect(table.black(), &[ServerMessage::Door(DoorMessage::Paused)]);
    world.lose(table.red());
    world.expect(table.black(), &[]);
    world.advance_with(&[table.black(), cy], 400_000);
    assert_eq!(world.presence(cy), []);
    world.discard_received();
    world.handle(Input::StoreRecovered);
    let received = world.received(table.black());
    let [
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. },
        ServerMessage::Door(DoorMessage::Unpaused),
    ] = &received[..]
    else {
        panic!("{received:?}");
    };
    let claimable_in_ms = u32::try_from(limits::ABSENCE_MS).unwrap();
    let away = Event::WentAway { color: Color::Red, claimable_in_ms };
    assert!(matches!(&events[..], [Event::Interrupted { .. }, event] if *event == away), "{events:?}");
    let changes = world.presence(cy);
    assert!(matches!(&changes[..], [PresenceChange::Here(player)] if !player.connected), "{changes:?}");
    // and the player still has the name
    let (red, _) = world.resume(table.red(), None);
    assert_eq!(red.player, table.red().player);
}

#[test]
fn a_pause_does_not_shorten_the_wait_for_a_claim() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.lose(table.red());
    world.advance_with(&[table.black()], 40_000);
    world.handle(Input::StoreStalled(world.now()));
    world.advance_with(&[table.black()], 300_000);
    world.handle(Input::StoreRecovered);
    world.discard_received();
    let claim = TableRequest::ClaimAbsence { claim: chuhe_protocol::Claim::Win }.at(table.game);
    assert_eq!(world.refused(table.black(), claim), Refusal::ClaimTooSoon { wait_ms: 20_000 + CREDIT_MS });
}

#[test]
fn a_pause_prolongs_open_challenges() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let challenge = world.challenge(bo, an, untimed());
    world.advance_with(&[bo, an], 30_000);
    world.handle(Input::StoreStalled(world.now()));
    world.advance_with(&[bo, an], 90_000);
    world.discard_received();
    assert_eq!(world.refused(an, LobbyRequest::AcceptChallenge { challenge }), Refusal::Paused);
    world.handle(Input::StoreRecovered);
    world.discard_received();
    world.advance_with(&[bo, an], 30_000 + limits::INTERRUPTION_CREDIT_MS - 1);
    world.expect(an, &[]);
    world.advance(1);
    world.expect(
        an,
        &[ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how: ChallengeEnd::Expired })],
    );
}

#[test]
fn a_paused_server_can_stop_and_games_go_on_in_the_next_run() {
    for grace_ms in [0, 10_000] {
        let (mut world, table) = paused(timed(QUARTER));
        let before = world.saves;
        world.handle(Input::Shutdown { grace_ms });
        world.advance(grace_ms);
        for client in [table.red(), table.black()] {
            let received = world.received(client);
            assert_eq!(received.first(), Some(&ServerMessage::Door(DoorMessage::ShuttingDown)));
            assert_eq!(world.closed(client.connection), Some(CloseReason::ShuttingDown));
        }
        assert!(world.stopped);
        // too late
        world.handle(Input::StoreRecovered);
        assert_eq!(world.saves, before);
        world.crash(5_000);
        let (red, _) = world.resume(table.red(), None);
        let events = world.journal(red, table.game);
        assert!(!events.iter().any(|event| matches!(event, Event::Ended { .. })), "{events:?}");
    }
}

#[test]
fn a_stopping_server_that_recovers_in_its_grace_closes_challenges_and_ends_games() {
    let (mut world, table) = paused(untimed());
    world.handle(Input::StoreRecovered);
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    let challenge = world.challenge(cy, di, untimed());
    world.handle(Input::StoreStalled(world.now()));
    world.handle(Input::Shutdown { grace_ms: 10_000 });
    world.discard_received();
    world.handle(Input::StoreRecovered);
    let closed =
        ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how: ChallengeEnd::ShuttingDown });
    world.expect(cy, &[closed, ServerMessage::Door(DoorMessage::Unpaused)]);
    world.discard_received();
    world.advance(10_000);
    assert!(world.stopped);
    assert!(matches!(outcome(&world.events(table.red())), Outcome::Aborted(_)));
}

#[test]
fn the_time_in_which_the_server_stood_still_is_charged_to_nobody() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { game_ms: 3_000, ..TimeControl::UNTIMED }));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.advance(1_000);
    let since = world.now();
    world.oversleep(4_000);
    world.handle(Input::StoodStill(since));
    let events = world.events(table.black());
    let [Event::Interrupted { down_ms: 4_000, clocks }] = events[..] else { panic!("{events:?}") };
    let left = clocks.sides.map(|side| side.game_ms);
    assert_eq!(left, PerColor::new(Some(2_000 + CREDIT_MS), Some(3_000 + CREDIT_MS)));
    world.discard_received();
    world.play(&mut table, &["b2c2"]);
    world.hub.check_invariants();
}

#[test]
fn a_flag_that_fell_before_the_server_stood_still_has_fallen() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { game_ms: 3_000, ..TimeControl::UNTIMED }));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.oversleep(3_000);
    let since = world.now();
    world.oversleep(4_000);
    world.handle(Input::StoodStill(since));
    let expected = Outcome::won(Color::Black, WinReason::GameTime);
    assert_eq!(outcome(&world.events(table.black())), expected);
}

#[test]
fn nobody_is_disconnected_or_absent_because_the_server_stood_still() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.lose(table.red());
    world.advance_with(&[table.black()], 5_000);
    let (joining, since) = (world.open(), world.now());
    world.oversleep(3_600_000);
    world.handle(Input::StoodStill(since));
    assert_eq!(world.closed(table.black().connection), None);
    assert_eq!(world.closed(joining), None);
    world.discard_received();
    let claim = TableRequest::ClaimAbsence { claim: chuhe_protocol::Claim::Win }.at(table.game);
    let refused = world.refused(table.black(), claim);
    assert_eq!(refused, Refusal::ClaimTooSoon { wait_ms: limits::ABSENCE_MS - 5_000 + CREDIT_MS });
    world.advance(limits::SILENCE_MS);
    assert_eq!(world.closed(table.black().connection), Some(CloseReason::Silent), "it is silent from now on");
}

#[test]
fn a_standstill_during_a_pause_is_a_part_of_it() {
    let (mut world, table) = paused(timed(QUARTER));
    world.discard_received();
    let since = world.now();
    world.oversleep(5_000);
    world.handle(Input::StoodStill(since));
    assert_eq!(world.received(table.black()), []);
    world.handle(Input::StoreRecovered);
    assert!(matches!(interruption(&mut world, table.black()), Event::Interrupted { down_ms: 5_000.., .. }));
}

#[test]
fn a_pause_counts_from_the_time_at_which_the_store_began_to_stall() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.advance(5_000);
    let since = world.now();
    world.advance(1_000);
    world.handle(Input::StoreStalled(since));
    world.advance(500);
    world.discard_received();
    let Event::Interrupted { down_ms, clocks } = interruption(&mut world, table.red()) else { panic!() };
    assert_eq!(down_ms, 1_500);
    assert_eq!(clocks.sides.red.game_ms, Some(55_000 + CREDIT_MS));
}

#[test]
fn a_pause_does_not_count_from_before_the_last_event_of_a_game() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
    let since = world.now();
    world.advance(400);
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.advance(600);
    world.handle(Input::StoreStalled(since));
    world.advance(500);
    world.discard_received();
    let Event::Interrupted { down_ms, clocks } = interruption(&mut world, table.red()) else { panic!() };
    assert_eq!(down_ms, 1_100, "black moved after the store began to stall");
    assert_eq!(clocks.sides.red.game_ms, Some(60_000 + CREDIT_MS));
    world.hub.check_invariants();
}
