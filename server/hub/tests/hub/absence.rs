//! Absences: a player who disconnects during a game.

use crate::world::{Client, QUARTER, Table, World, cursor, outcome, timed, untimed};
use chuhe_hub::Input;
use chuhe_protocol::{
    Claim, ClientMessage, CloseReason, DoorRequest, Event, PresenceChange, Refusal, ServerMessage,
    TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};

fn started(terms: Terms) -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(terms);
    world.play(&mut table, &["h2e2", "h9g7"]);
    (world, table)
}

fn claim(table: &Table, claim: Claim) -> ClientMessage {
    TableRequest::ClaimAbsence { claim }.at(table.game)
}

fn away(color: Color, ms: u64) -> Event {
    Event::WentAway { color, claimable_in_ms: u32::try_from(ms).expect("the time is short") }
}

#[test]
fn an_absent_player_keeps_the_seat_and_their_clock_runs() {
    let (mut world, table) = started(timed(TimeControl { move_ms: 30_000, ..TimeControl::UNTIMED }));
    let cy = world.join("Cy");
    world.lose(table.red());
    assert_eq!(world.events(table.black()), [away(Color::Red, limits::ABSENCE_MS)]);
    let changes = world.presence(cy);
    let [PresenceChange::Here(player)] = &changes[..] else { panic!("{changes:?}") };
    assert!(!player.connected);
    world.advance_with(&[table.black(), cy], 30_000);
    assert_eq!(outcome(&world.events(table.black())), Outcome::won(Color::Black, WinReason::MoveTime));
}

#[test]
fn after_a_minute_the_present_player_may_claim_a_win_or_a_draw() {
    for (how, expected) in [
        (Claim::Win, Outcome::won(Color::Black, WinReason::Abandonment)),
        (Claim::Draw, Outcome::Drawn(DrawReason::Abandonment)),
    ] {
        let (mut world, table) = started(timed(QUARTER));
        world.lose(table.red());
        world.advance_with(&[table.black()], limits::ABSENCE_MS - 5_000);
        world.advance(4_999);
        let soon = Refusal::ClaimTooSoon { wait_ms: 1 };
        assert_eq!(world.refused(table.black(), claim(&table, how)), soon);
        world.advance(1);
        world.send(table.black(), claim(&table, how));
        assert_eq!(outcome(&world.events(table.black())), expected);
        assert_eq!(world.refused(table.black(), claim(&table, how)), Refusal::GameOver);
    }
}

#[test]
fn after_half_a_minute_if_the_player_quit() {
    let (mut world, table) = started(timed(QUARTER));
    world.send(table.red(), DoorRequest::Quit);
    assert_eq!(world.closed(table.red().connection), Some(CloseReason::Quit));
    assert_eq!(world.events(table.black()), [away(Color::Red, limits::QUIT_ABSENCE_MS)]);
    world.advance_with(&[table.black()], limits::QUIT_ABSENCE_MS);
    world.send(table.black(), claim(&table, Claim::Win));
    let expected = Outcome::won(Color::Black, WinReason::Abandonment);
    assert_eq!(outcome(&world.events(table.black())), expected);
}

#[test]
fn a_win_by_absence_must_be_claimed() {
    let (mut world, table) = started(untimed());
    world.lose(table.red());
    world.events(table.black());
    world.advance_with(&[table.black()], 24 * 3_600_000 / 4);
    assert_eq!(world.events(table.black()), []);
    world.resume(table.red(), None);
    assert_eq!(world.events(table.black()), [Event::CameBack { color: Color::Red }]);
}

#[test]
fn a_resuming_player_receives_the_remaining_wait_for_the_opponent() {
    let (mut world, table) = started(untimed());
    world.lose(table.red());
    world.lose(table.black());
    world.advance(20_000);
    let (_, received) = world.resume(table.black(), cursor(table.game, 3));
    let events = received.into_iter().find_map(|message| match message {
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => Some(events),
        _ => None,
    });
    let expected = [
        away(Color::Red, limits::ABSENCE_MS - 20_000),
        away(Color::Black, limits::ABSENCE_MS),
        Event::CameBack { color: Color::Black },
    ];
    assert_eq!(events.as_deref(), Some(&expected[..]));
}

#[test]
fn absences_beyond_the_limit_are_not_sent() {
    let (mut world, table) = started(untimed());
    let (mut red, mut goings, mut sent) = (table.red(), 0, 1);
    while sent > 0 {
        goings += 1;
        assert!(goings <= limits::GAME_EVENTS, "the journal is bounded");
        world.lose(red);
        let seen = u32::try_from(3 + 2 * (goings - 1)).unwrap();
        (red, _) = world.resume(red, cursor(table.game, seen));
        world.advance_with(&[table.black()], 100);
        let events = world.events(table.black());
        sent = events.len();
        let both = [away(Color::Red, limits::ABSENCE_MS), Event::CameBack { color: Color::Red }];
        assert!(sent == 0 || events == both, "{events:?}");
        world.discard_received();
    }
    // the opponent's absences are still sent
    world.lose(table.black());
    let (_, received) = world.resume(red, None);
    let sent = received.iter().any(|message| match message {
        ServerMessage::Table { message: TableMessage::Snapshot { events, .. }, .. } => {
            events.contains(&away(Color::Black, limits::ABSENCE_MS))
        }
        _ => false,
    });
    assert!(sent, "{received:?}");
}

#[test]
fn a_returning_player_cannot_be_claimed_against() {
    let (mut world, table) = started(timed(QUARTER));
    world.lose(table.red());
    world.advance_with(&[table.black()], limits::ABSENCE_MS);
    world.resume(table.red(), None);
    let refused = world.refused(table.black(), claim(&table, Claim::Win));
    assert_eq!(refused, Refusal::OpponentNotAway);
}

#[test]
fn a_present_player_cannot_be_claimed_against() {
    let (mut world, table) = started(timed(QUARTER));
    let refused = world.refused(table.black(), claim(&table, Claim::Win));
    assert_eq!(refused, Refusal::OpponentNotAway);
}

#[test]
fn a_game_ends_when_both_players_stay_away() {
    let (mut world, table) = started(untimed());
    world.lose(table.red());
    world.advance_with(&[table.black()], 100_000);
    world.lose(table.black());
    world.advance(limits::BOTH_AWAY_MS - 1);
    // a return restarts the wait
    let (red, _) = world.resume(table.red(), None);
    world.lose(red);
    world.advance(limits::BOTH_AWAY_MS);
    let (red, _) = world.resume(red, None);
    let journal = world.journal(red, table.game);
    assert_eq!(outcome(&journal), Outcome::Aborted(AbortReason::BothAway));
}

#[test]
fn a_silent_connection_is_closed_after_twenty_seconds() {
    let (mut world, table) = started(timed(QUARTER));
    world.discard_received();
    for _ in 0..4 {
        world.advance(limits::SILENCE_MS / 4);
        world.send(table.black(), DoorRequest::Ping { nonce: 7, round_trip_ms: None });
    }
    assert_eq!(world.closed(table.red().connection), Some(CloseReason::Silent));
    assert_eq!(world.closed(table.black().connection), None);
    let received = world.received(table.black());
    assert!(received.iter().any(|message| matches!(message,
        chuhe_protocol::ServerMessage::Table { message: chuhe_protocol::TableMessage::Events { events, .. }, .. } if events[..] == [away(Color::Red, limits::ABSENCE_MS)])));
}

#[test]
fn a_game_is_aborted_when_a_player_leaves_before_both_have_moved() {
    for (played, quits) in [(0, true), (1, true), (0, false), (1, false)] {
        for gone in Color::ALL {
            let mut world = World::new();
            let mut table = world.table(untimed());
            world.play(&mut table, &["h2e2", "h9g7"][..played]);
            let wait_ms = if quits {
                world.send(table.seats[gone], DoorRequest::Quit);
                limits::QUIT_ABSENCE_MS
            } else {
                world.lose(table.seats[gone]);
                limits::ABSENCE_MS
            };
            let stays = table.seats[gone.opponent()];
            for how in [Claim::Win, Claim::Draw] {
                assert_eq!(world.refused(stays, claim(&table, how)), Refusal::NothingToClaim);
            }
            world.advance_with(&[stays], wait_ms - 1);
            world.discard_received();
            assert_eq!(world.refused(stays, claim(&table, Claim::Win)), Refusal::NothingToClaim);
            world.advance(1);
            let expected = Outcome::Aborted(AbortReason::Absent(gone));
            assert_eq!(outcome(&world.events(stays)), expected);
            assert!(world.stored.lists.is_empty(), "the game counts for nothing");
        }
    }
}

#[test]
fn an_early_absence_of_both_aborts_the_game_when_one_returns() {
    let mut world = World::new();
    let table = world.table(untimed());
    world.lose(table.red());
    world.lose(table.black());
    world.advance(limits::ABSENCE_MS + 5_000);
    let (red, _) = world.resume(table.red(), None);
    world.advance(0);
    let expected = Outcome::Aborted(AbortReason::Absent(Color::Black));
    assert_eq!(outcome(&world.journal(red, table.game)), expected);
}

#[test]
fn a_player_who_returns_in_time_may_still_make_the_first_move() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.send(table.red(), DoorRequest::Quit);
    world.advance_with(&[table.black()], limits::QUIT_ABSENCE_MS - 1);
    table.seats.red = world.resume(table.red(), None).0;
    world.advance_with(&[table.red(), table.black()], limits::ABSENCE_MS);
    world.discard_received();
    world.play(&mut table, &["h2e2"]);
}

/// How much longer each player may be absent, from the last tick to a client.
fn absence_left(world: &World, client: Client) -> PerColor<u32> {
    world.last_tick(client).absence_left_ms
}

/// Makes red absent for `ms`, and returns the wait for a claim as black received it.
fn absent(world: &mut World, table: &mut Table, ms: u64) -> u64 {
    world.discard_received();
    world.lose(table.red());
    let events = world.events(table.black());
    let [Event::WentAway { color: Color::Red, claimable_in_ms }] = events[..] else { panic!("{events:?}") };
    world.advance_with(&[table.black()], ms);
    table.seats.red = world.resume(table.red(), None).0;
    u64::from(claimable_in_ms)
}

#[test]
fn absences_count_over_the_whole_game() {
    let (mut world, mut table) = started(untimed());
    assert_eq!(absent(&mut world, &mut table, 50_000), limits::ABSENCE_MS);
    assert_eq!(absence_left(&world, table.red()), PerColor::new(40_000, 90_000));
    world.advance_with(&[table.red(), table.black()], 3_600_000);
    assert_eq!(absence_left(&world, table.black()), PerColor::new(40_000, 90_000), "nothing refills it");
    assert_eq!(absent(&mut world, &mut table, 30_000), 40_000);
    assert_eq!(absent(&mut world, &mut table, 5_000), 10_000);
    world.discard_received();
    world.send(table.red(), DoorRequest::Quit);
    assert_eq!(world.events(table.black()), [away(Color::Red, 5_000)], "less than after quitting");
    table.seats.red = world.resume(table.red(), None).0;
    assert_eq!(absent(&mut world, &mut table, 20_000), 5_000);
    assert_eq!(absence_left(&world, table.red()), PerColor::new(0, 90_000));
    world.lose(table.red());
    world.send(table.black(), claim(&table, Claim::Win));
    let expected = Outcome::won(Color::Black, WinReason::Abandonment);
    assert_eq!(outcome(&world.events(table.black())), expected, "a further absence is claimed at once");
}

#[test]
fn a_restart_neither_refills_nor_uses_up_the_time_to_be_absent() {
    let (mut world, mut table) = started(untimed());
    absent(&mut world, &mut table, 50_000);
    for color in Color::ALL {
        for (back_after_ms, used_ms) in [(8_000, 0), (12_000, 2_000)] {
            world.advance_with(&[table.red(), table.black()], limits::TICK_MS);
            let before = absence_left(&world, table.seats[color]);
            world.crash(600_000);
            let other = color.opponent();
            table.seats[other] = world.resume(table.seats[other], None).0;
            world.advance_with(&[table.seats[other]], back_after_ms);
            table.seats[color] = world.resume(table.seats[color], None).0;
            let mut expected = before;
            expected[color] -= used_ms;
            assert_eq!(absence_left(&world, table.seats[color]), expected);
        }
    }
    absent(&mut world, &mut table, 50_000);
    world.crash(1_000);
    table.seats.black = world.resume(table.black(), None).0;
    let refused = world.refused(table.black(), claim(&table, Claim::Win));
    assert_eq!(refused, Refusal::ClaimTooSoon { wait_ms: limits::INTERRUPTION_CREDIT_MS });
}

#[test]
fn an_absence_that_begins_shortly_after_an_interruption_counts_from_the_end_of_the_grace() {
    let cases = [(5, 11_995, 2_000), (9_000, 3_000, 2_000), (10_000, 2_000, 2_000), (11_000, 3_000, 3_000)];
    for (lost_after_ms, back_after_ms, used_ms) in cases {
        let (mut world, table) = started(untimed());
        let since = world.now();
        world.oversleep(4_000);
        world.handle(Input::StoodStill(since));
        let both = [table.red(), table.black()];
        world.advance_with(&both, lost_after_ms);
        world.lose(table.red());
        world.advance_with(&[table.black()], back_after_ms);
        world.resume(table.red(), None);
        world.advance_with(&[table.black()], limits::TICK_MS);
        let left = absence_left(&world, table.black());
        assert_eq!(left, PerColor::new(90_000 - used_ms, 90_000), "lost after {lost_after_ms} ms");
    }
}

#[test]
fn a_snapshot_carries_the_true_wait_for_a_claim() {
    let (mut world, mut table) = started(untimed());
    absent(&mut world, &mut table, 50_000);
    world.lose(table.red());
    world.advance_with(&[table.black()], 15_000);
    let (_, received) = world.resume(table.black(), cursor(table.game, 9_999));
    let events = received.into_iter().find_map(|message| match message {
        ServerMessage::Table { message: TableMessage::Snapshot { events, .. }, .. } => Some(events),
        _ => None,
    });
    assert!(events.expect("a snapshot").contains(&away(Color::Red, 25_000)));
}

fn asleep(color: Color, ms: u64) -> Event {
    Event::FellAsleep { color, claimable_in_ms: u32::try_from(ms).expect("the time is short") }
}

#[test]
fn a_program_that_went_to_sleep_has_three_minutes_once_a_game() {
    let (mut world, mut table) = started(untimed());
    world.send(table.red(), DoorRequest::Sleep { asleep: true });
    world.lose(table.red());
    assert_eq!(world.events(table.black()), [asleep(Color::Red, limits::SLEEP_MS + limits::ABSENCE_MS)]);
    world.advance_with(&[table.black()], limits::SLEEP_MS - 1_000);
    assert_eq!(absence_left(&world, table.black()), PerColor::new(90_000, 90_000), "it does not count yet");
    let soon = Refusal::ClaimTooSoon { wait_ms: limits::ABSENCE_MS + 1_000 };
    assert_eq!(world.refused(table.black(), claim(&table, Claim::Win)), soon);
    table.seats.red = world.resume(table.red(), None).0;
    assert_eq!(absence_left(&world, table.red()), PerColor::new(90_000, 90_000));
    world.discard_received();
    // the second time it counts at once
    world.send(table.red(), DoorRequest::Sleep { asleep: true });
    world.lose(table.red());
    assert_eq!(world.events(table.black()), [away(Color::Red, limits::ABSENCE_MS)]);
    world.advance_with(&[table.black()], limits::ABSENCE_MS);
    world.send(table.black(), claim(&table, Claim::Win));
    assert_eq!(outcome(&world.events(table.black())), Outcome::won(Color::Black, WinReason::Abandonment));
}

#[test]
fn the_absence_after_a_sleep_counts_from_its_end() {
    let (mut world, mut table) = started(untimed());
    world.send(table.red(), DoorRequest::Sleep { asleep: true });
    world.lose(table.red());
    world.advance_with(&[table.black()], limits::SLEEP_MS + 20_000);
    assert_eq!(absence_left(&world, table.black()), PerColor::new(70_000, 90_000));
    table.seats.red = world.resume(table.red(), None).0;
    assert_eq!(absent(&mut world, &mut table, 10_000), limits::ABSENCE_MS);
    assert_eq!(absence_left(&world, table.red()), PerColor::new(60_000, 90_000));
}

#[test]
fn a_program_that_woke_up_or_quit_has_no_such_time() {
    for last in
        [ClientMessage::Door(DoorRequest::Sleep { asleep: false }), ClientMessage::Door(DoorRequest::Quit)]
    {
        let (mut world, mut table) = started(untimed());
        world.send(table.red(), DoorRequest::Sleep { asleep: true });
        let quits = last == ClientMessage::Door(DoorRequest::Quit);
        world.send(table.red(), last);
        if !quits {
            world.lose(table.red());
        }
        let ms = if quits { limits::QUIT_ABSENCE_MS } else { limits::ABSENCE_MS };
        assert_eq!(world.events(table.black()), [away(Color::Red, ms)]);
        // a new connection is awake
        table.seats.red = world.resume(table.red(), None).0;
        absent(&mut world, &mut table, 1_000);
    }
}

#[test]
fn a_sleep_is_the_same_after_a_restart() {
    let (mut world, mut table) = started(untimed());
    world.send(table.red(), DoorRequest::Sleep { asleep: true });
    world.lose(table.red());
    world.advance_with(&[table.black()], 60_000);
    world.restart();
    world.hub.check_invariants();
    table.seats.black = world.resume(table.black(), None).0;
    // the restart gives a little more time
    let wait_ms = limits::SLEEP_MS + limits::ABSENCE_MS - 60_000 + limits::INTERRUPTION_CREDIT_MS;
    let soon = Refusal::ClaimTooSoon { wait_ms };
    assert_eq!(world.refused(table.black(), claim(&table, Claim::Win)), soon);
}

#[test]
fn a_silent_connection_that_went_to_sleep_falls_asleep() {
    let (mut world, table) = started(untimed());
    world.send(table.red(), DoorRequest::Sleep { asleep: true });
    world.discard_received();
    world.advance_with(&[table.black()], limits::SILENCE_MS);
    assert_eq!(world.events(table.black()), [asleep(Color::Red, limits::SLEEP_MS + limits::ABSENCE_MS)]);
}
