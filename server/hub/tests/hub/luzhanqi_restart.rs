//! Restarts of the server during luzhanqi: in each phase, and between the outputs of a request.

use crate::luzhanqi_table::{Dice, follow, luzhanqi, luzhanqi_in, plain, seen, whole_game};
use crate::world::{Table, World, outcome};
use chuhe_hub::Input;
use chuhe_protocol::{ClientMessage, DoorRequest, Event, Refusal, Request, TableRequest, limits};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, EventView, GameView, SetupRefusal};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, DrawReason, Outcome, PerColor, Viewer, WinReason};

/// Resumes both players after a restart; returns what each receives of the game.
fn come_back(world: &mut World, table: &mut Table) -> PerColor<Vec<Event>> {
    let sent = PerColor::from_fn(|color| {
        let (client, received) = world.resume(table.seats[color], None);
        table.seats[color] = client;
        whole_game(&received)
    });
    world.discard_received();
    sent
}

/// Restarts the server and checks that both players resume with the same view.
fn restart(world: &mut World, table: &mut Table, before: &PerColor<GameView>, phase: &str) {
    world.crash(60_000);
    let sent = come_back(world, table);
    for color in Color::ALL {
        let view = follow(Viewer::Player(color), &sent[color]);
        assert_eq!(view, before[color], "{phase}");
    }
    world.hub.check_invariants();
}

fn views(world: &World, table: &Table) -> PerColor<GameView> {
    PerColor::from_fn(|color| world.view(table, color))
}

#[test]
fn a_game_goes_on_after_a_restart_in_any_phase() {
    for board in BoardKind::ALL {
        let mut world = World::new();
        let mut table = world.table(luzhanqi(board));
        let before = views(&world, &table);
        restart(&mut world, &mut table, &before, "nobody has set up");
        world.arm(&table, Color::Red, plain());
        let before = views(&world, &table);
        restart(&mut world, &mut table, &before, "red has confirmed");
        let confirmed = Refusal::Setup(SetupRefusal::AlreadyConfirmed);
        assert_eq!(world.refused(table.red(), table.confirm()), confirmed);
        world.send(table.red(), table.withdraw());
        let before = views(&world, &table);
        restart(&mut world, &mut table, &before, "red has withdrawn");
        world.send(table.red(), table.confirm());
        let placed = seen(&world.events(table.red()));
        assert_eq!(
            placed[0],
            EventView::Placed { formation: plain() },
            "the formation confirmed before the restart counts"
        );
        world.arm(&table, Color::Black, plain());
        let before = views(&world, &table);
        restart(&mut world, &mut table, &before, "play has begun");
        if board == BoardKind::Classic {
            world.march(&mut table, &["s15n11", "n12n11", "s13n13"]);
        }
        let before = views(&world, &table);
        restart(&mut world, &mut table, &before, "they play");
        let mut dice = Dice::new(3);
        world.play_out(&mut table, &mut dice, &[]);
        let before = views(&world, &table);
        restart(&mut world, &mut table, &before, "it is over");
        assert!(before.black.is_revealed());
        restart(&mut world, &mut table, &before, "a snapshot replaces the events");
    }
}

#[test]
fn a_restart_costs_no_time_to_set_up_or_move() {
    let mut world = World::new();
    let time = TimeControl { move_ms: 5_000, ..TimeControl::UNTIMED };
    let mut table = world.table(luzhanqi_in(time));
    world.advance_with(&[table.red(), table.black()], 100_000);
    world.crash(3_600_000);
    come_back(&mut world, &mut table);
    let left = limits::SETUP_MS - 100_000 + limits::INTERRUPTION_CREDIT_MS;
    world.advance_with(&[table.red(), table.black()], left - 1);
    assert_eq!(world.events(table.red()), []);
    world.advance(1);
    assert!(world.view(&table, Color::Red).position().is_some());

    let mut world = World::new();
    let mut table = world.armed(luzhanqi_in(time), PerColor::splat(plain()));
    world.march(&mut table, &["s15n11", "n12n11"]);
    world.advance_with(&[table.red(), table.black()], 4_000);
    world.crash(3_600_000);
    come_back(&mut world, &mut table);
    world.advance_with(&[table.red(), table.black()], 1_000 + limits::INTERRUPTION_CREDIT_MS - 1);
    assert_eq!(seen(&world.events(table.red())), []);
    world.advance(1);
    assert_eq!(seen(&world.events(table.red())), [EventView::Passed { by: Color::Red }]);
}

/// A table, the last request at it, and the outcome that follows, if any.
type Scene = (World, Table, Color, ClientMessage, Option<Outcome>);

fn second_confirmation() -> Scene {
    let mut world = World::new();
    let table = world.table(luzhanqi(BoardKind::Classic));
    world.arm(&table, Color::Red, plain());
    world.send(table.black(), table.set_up(plain()));
    (world, table, Color::Black, table.confirm(), None)
}

fn agreed_draw() -> Scene {
    let mut world = World::new();
    let mut table = world.armed(luzhanqi(BoardKind::Classic), PerColor::splat(plain()));
    world.march(&mut table, &["s15n11", "n12n11"]);
    let offer = TableRequest::Offer { kind: OfferKind::Draw }.at(table.game);
    world.send(table.red(), offer.clone());
    (world, table, Color::Black, offer, Some(Outcome::Drawn(DrawReason::Agreement)))
}

/// Red has passed four times, and the time for the fifth turn ends with the request.
fn last_pass() -> Scene {
    let mut world = World::new();
    let time = TimeControl { move_ms: 5_000, ..TimeControl::UNTIMED };
    let mut table = world.armed(luzhanqi_in(time), PerColor::splat(plain()));
    let players = [table.red(), table.black()];
    world.march(&mut table, &["s15n11", "n12n11"]);
    for n in 0..4 {
        world.advance_with(&players, 5_000);
        world.discard_received();
        table.ply += 1;
        world.march(&mut table, &[if n % 2 == 0 { "n21n22" } else { "n22n21" }]);
    }
    world.advance_with(&players, 4_000);
    world.oversleep(1_000);
    let ping = ClientMessage::Door(DoorRequest::Ping { nonce: 1, round_trip_ms: None });
    (world, table, Color::Red, ping, Some(Outcome::won(Color::Black, WinReason::MoveTime)))
}

#[test]
fn a_crash_between_outputs_leaves_a_running_or_a_revealed_game() {
    for scene in [second_confirmation, agreed_draw, last_pass] {
        for outputs in 0..8 {
            let (mut world, mut table, color, message, expected) = scene();
            world.discard_received();
            let asker = table.seats[color].connection;
            let again = message.clone();
            world.crash_in(Input::Received(asker, Request { number: 1, message }), outputs, 1_000);
            world.hub.check_invariants();
            come_back(&mut world, &mut table);
            let journal = world.journal(table.red(), table.game);
            let ended = journal.iter().any(|event| matches!(event, Event::Ended { .. }));
            if ended {
                assert_eq!(Some(outcome(&journal)), expected);
                assert!(world.view(&table, Color::Red).is_revealed(), "{outputs}: what ended is shown");
                continue;
            }
            // a request that was not stored is sent again, or its timeout awaited
            // the client first sends its draft, which the server does not store
            world.send(table.seats[color], table.set_up(plain()));
            world.send(table.seats[color], again);
            if expected == Some(Outcome::won(Color::Black, WinReason::MoveTime)) {
                world.advance_with(&[table.red(), table.black()], 20_000);
            }
            let view = world.view(&table, Color::Red);
            assert_eq!(view.is_revealed(), expected.is_some(), "{outputs}");
            assert!(view.position().is_some());
        }
    }
}
