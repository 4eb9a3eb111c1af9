//! Takebacks and draws.

use crate::world::{QUARTER, Table, World, mv, outcome, timed, untimed};
use OfferKind::{Draw, Takeback};
use chuhe_protocol::{
    ClientMessage, Event, OfferEnd, Refusal, ServerMessage, TableRequest, TakebackPolicy, Terms, limits,
};
use chuhe_rules::offers::{OfferKind, OfferRefusal, WITHDRAWN_WAIT_MS};
use chuhe_rules::{Color, DrawReason, Outcome};

const OPENING: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];

fn offer(table: &Table, kind: OfferKind) -> ClientMessage {
    TableRequest::Offer { kind }.at(table.game)
}

fn withdraw(table: &Table, kind: OfferKind) -> ClientMessage {
    TableRequest::WithdrawOffer { kind }.at(table.game)
}

fn answer(table: &Table, kind: OfferKind, accept: bool) -> ClientMessage {
    TableRequest::AnswerOffer { kind, accept }.at(table.game)
}

fn refusal(why: OfferRefusal) -> Refusal {
    Refusal::Offer(why)
}

fn started(moves: &[&str]) -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, moves);
    (world, table)
}

/// The events that both players received; checks that they are the same.
fn events_of_both(world: &mut World, table: &Table) -> Vec<Event> {
    let events = world.events(table.red());
    assert_eq!(events, world.events(table.black()));
    events
}

#[test]
fn a_takeback_needs_a_move_of_the_player() {
    let (mut world, table) = started(&OPENING[..1]);
    let refused = world.refused(table.black(), offer(&table, Takeback));
    assert_eq!(refused, refusal(OfferRefusal::NothingToTakeBack));
    world.send(table.red(), offer(&table, Takeback));
    assert_eq!(events_of_both(&mut world, &table), [Event::Offered { by: Color::Red, kind: Takeback }]);
}

#[test]
fn a_takeback_takes_one_ply_on_the_opponents_turn_and_two_on_the_askers() {
    for (asker, to_ply) in [(Color::Red, 2), (Color::Black, 3)] {
        let (mut world, mut table) = started(&OPENING);
        world.send(table.seats[asker], offer(&table, Takeback));
        world.send(table.seats[asker.opponent()], answer(&table, Takeback, true));
        let events = events_of_both(&mut world, &table);
        let [Event::Offered { .. }, Event::TakenBack { by, to_ply: sent, .. }] = &events[..] else {
            panic!("{events:?}");
        };
        assert_eq!((*by, *sent), (asker, to_ply));
        table.ply = to_ply;
        let again = if asker == Color::Red { "b0c2" } else { "b9c7" };
        world.play(&mut table, &[again]);
    }
}

#[test]
fn a_takeback_ends_every_offer() {
    let (mut world, table) = started(&OPENING);
    world.send(table.red(), offer(&table, Draw));
    world.send(table.red(), offer(&table, Takeback));
    world.send(table.black(), answer(&table, Takeback, true));
    events_of_both(&mut world, &table);
    for kind in [Draw, Takeback] {
        let refused = world.refused(table.black(), answer(&table, kind, true));
        assert_eq!(refused, refusal(OfferRefusal::NoOpenOffer), "{kind:?}");
    }
}

#[test]
fn a_takeback_restores_the_clocks_exactly() {
    let (mut world, mut table) = started(&OPENING[..2]);
    world.advance(3_000);
    world.play(&mut table, &OPENING[2..3]);
    world.advance(4_000);
    world.play(&mut table, &OPENING[3..]);
    world.advance(5_000);
    world.send(table.black(), offer(&table, Takeback));
    world.advance(1_000);
    world.send(table.red(), answer(&table, Takeback, true));
    let events = events_of_both(&mut world, &table);
    let Some(Event::TakenBack { clocks, to_ply: 3, .. }) = events.last() else { panic!("{events:?}") };
    let full = u64::from(QUARTER.game_ms);
    assert_eq!(clocks.sides.red.game_ms, Some(full - 3_000));
    assert_eq!(clocks.sides.black.game_ms, Some(full));
    assert_eq!(clocks.running, Some(Color::Black));
}

#[test]
fn a_takeback_to_the_first_move_makes_it_untimed_again() {
    let (mut world, table) = started(&OPENING[..2]);
    world.send(table.black(), offer(&table, Takeback));
    world.send(table.red(), answer(&table, Takeback, true));
    let events = events_of_both(&mut world, &table);
    let Some(Event::TakenBack { clocks, to_ply: 1, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(clocks.running, None);
    world.advance_with(&[table.red(), table.black()], limits::FIRST_MOVE_MS);
    assert!(matches!(outcome(&events_of_both(&mut world, &table)), Outcome::Aborted(_)));
}

#[test]
fn a_move_of_the_asker_cancels_a_takeback_request() {
    let (mut world, mut table) = started(&OPENING);
    world.send(table.red(), offer(&table, Takeback));
    events_of_both(&mut world, &table);
    world.play(&mut table, &["b0c2"]);
    let refused = world.refused(table.black(), answer(&table, Takeback, true));
    assert_eq!(refused, refusal(OfferRefusal::NoOpenOffer));
    world.send(table.red(), offer(&table, Takeback));
    assert_eq!(events_of_both(&mut world, &table).len(), 1, "a takeback cancelled by a move causes no wait");
}

#[test]
fn a_move_of_the_opponent_declines_a_takeback_request() {
    let (mut world, mut table) = started(&OPENING[..3]);
    world.send(table.red(), offer(&table, Takeback));
    events_of_both(&mut world, &table);
    world.play(&mut table, &OPENING[3..]);
    let refused = world.refused(table.red(), offer(&table, Takeback));
    assert_eq!(refused, refusal(OfferRefusal::TooSoon { wait_ms: 10_000 }));
}

#[test]
fn only_one_takeback_request_may_be_pending() {
    let (mut world, table) = started(&OPENING);
    world.send(table.red(), offer(&table, Takeback));
    for client in [table.red(), table.black()] {
        assert_eq!(world.refused(client, offer(&table, Takeback)), refusal(OfferRefusal::Pending));
    }
}

#[test]
fn after_n_refusals_the_next_takeback_waits_ten_n_squared_seconds() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &OPENING);
    for n in 1..=3 {
        world.send(table.red(), offer(&table, Takeback));
        world.send(table.black(), answer(&table, Takeback, false));
        let declined = Event::OfferClosed { by: Color::Red, kind: Takeback, how: OfferEnd::Declined };
        assert_eq!(events_of_both(&mut world, &table)[1], declined);
        let wait_ms = 10_000 * n * n;
        let refused = world.refused(table.red(), offer(&table, Takeback));
        assert_eq!(refused, refusal(OfferRefusal::TooSoon { wait_ms }));
        world.advance_with(&[table.red(), table.black()], wait_ms);
    }
}

#[test]
fn the_terms_may_forbid_takebacks() {
    let mut world = World::new();
    let mut table = world.table(Terms { takeback: TakebackPolicy::Off, ..untimed() });
    world.play(&mut table, &OPENING);
    let refused = world.refused(table.red(), offer(&table, Takeback));
    assert_eq!(refused, refusal(OfferRefusal::TakebackOff));
}

#[test]
fn an_offer_may_be_withdrawn_and_then_not_accepted() {
    let (mut world, table) = started(&OPENING);
    world.send(table.red(), offer(&table, Draw));
    world.send(table.red(), withdraw(&table, Draw));
    let closed = Event::OfferClosed { by: Color::Red, kind: Draw, how: OfferEnd::Withdrawn };
    assert_eq!(events_of_both(&mut world, &table)[1], closed);
    let none = refusal(OfferRefusal::NoOpenOffer);
    assert_eq!(world.refused(table.black(), answer(&table, Draw, true)), none);
    assert_eq!(world.refused(table.red(), withdraw(&table, Draw)), none);
}

#[test]
fn a_draw_may_be_offered_once_both_have_moved() {
    let (mut world, table) = started(&OPENING[..1]);
    let refused = world.refused(table.red(), offer(&table, Draw));
    assert_eq!(refused, refusal(OfferRefusal::BeforeBothMoved));
}

#[test]
fn a_draw_may_be_offered_once_in_twenty_plies_a_side() {
    let (mut world, mut table) = started(&OPENING);
    world.send(table.red(), offer(&table, Draw));
    world.send(table.black(), answer(&table, Draw, false));
    events_of_both(&mut world, &table);
    let refused = world.refused(table.red(), offer(&table, Draw));
    assert_eq!(refused, refusal(OfferRefusal::DrawTooOften { plies: 20 }));
    let files: Vec<char> = "abcdefedcba".chars().collect();
    world.play(&mut table, &["a0a1", "a9a8"]);
    for files in files.windows(2).take(9) {
        let [red, black] = [1, 8].map(|rank| format!("{}{rank}{}{rank}", files[0], files[1]));
        world.play(&mut table, &[&red, &black]);
    }
    world.send(table.red(), offer(&table, Draw));
    assert_eq!(events_of_both(&mut world, &table), [Event::Offered { by: Color::Red, kind: Draw }]);
}

#[test]
fn an_accepted_draw_ends_the_game() {
    let (mut world, table) = started(&OPENING);
    world.send(table.red(), offer(&table, Draw));
    world.send(table.black(), answer(&table, Draw, true));
    assert_eq!(outcome(&events_of_both(&mut world, &table)), Outcome::Drawn(DrawReason::Agreement));
    let refused = world.refused(table.black(), offer(&table, Draw));
    assert_eq!(refused, refusal(OfferRefusal::GameOver));
}

#[test]
fn a_draw_offer_accepts_a_standing_one() {
    let (mut world, table) = started(&OPENING);
    world.send(table.red(), offer(&table, Draw));
    world.send(table.black(), offer(&table, Draw));
    assert_eq!(outcome(&events_of_both(&mut world, &table)), Outcome::Drawn(DrawReason::Agreement));
}

#[test]
fn an_offer_outlives_a_lost_connection_of_either_player() {
    for kind in [Draw, Takeback] {
        for gone in Color::ALL {
            let (mut world, mut table) = started(&OPENING);
            world.send(table.red(), offer(&table, kind));
            world.advance(500);
            world.lose(table.seats[gone]);
            world.advance(3_000);
            (table.seats[gone], _) = world.resume(table.seats[gone], None);
            let journal = world.journal(table.seats[gone], table.game);
            let is_closed = |event: &Event| matches!(event, Event::OfferClosed { .. });
            assert!(!journal.iter().any(is_closed), "{journal:?}");
            world.discard_received();
            world.send(table.black(), answer(&table, kind, true));
            let events = events_of_both(&mut world, &table);
            let is_accepted = |event: &Event| match kind {
                Takeback => matches!(event, Event::TakenBack { by: Color::Red, .. }),
                _ => matches!(event, Event::Ended { outcome: Outcome::Drawn(DrawReason::Agreement), .. }),
            };
            assert!(events.iter().any(is_accepted), "{kind:?} {gone:?}: {events:?}");
        }
    }
}

#[test]
fn draw_offer_lapses_when_the_opponent_moves() {
    let (mut world, mut table) = started(&OPENING);
    world.send(table.red(), offer(&table, Draw));
    events_of_both(&mut world, &table);
    world.play(&mut table, &["b0c2"]);
    assert_eq!(world.refused(table.red(), offer(&table, Draw)), refusal(OfferRefusal::Pending));
    world.play(&mut table, &["b9c7"]);
    let refused = world.refused(table.black(), answer(&table, Draw, true));
    assert_eq!(refused, refusal(OfferRefusal::NoOpenOffer));
}

#[test]
fn a_rematch_cannot_be_offered_in_a_running_game() {
    let (mut world, table) = started(&OPENING);
    let refused = world.refused(table.red(), offer(&table, OfferKind::Rematch));
    assert_eq!(refused, refusal(OfferRefusal::GameRunning));
}

#[test]
fn offers_are_limited_so_that_the_journal_has_room_for_moves() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &OPENING);
    let mut is_full = false;
    for _ in 0..limits::GAME_EVENTS {
        // as often as the limit allows
        world.advance_with(&[table.red(), table.black()], WITHDRAWN_WAIT_MS);
        world.send(table.red(), offer(&table, Takeback));
        is_full = matches!(
            world.received(table.red())[..],
            [ServerMessage::Refused { reason: Refusal::TooManyOffers, .. }]
        );
        world.send(table.red(), withdraw(&table, Takeback));
        world.discard_received();
        if is_full {
            break;
        }
    }
    assert!(is_full);
    world.send(table.black(), offer(&table, Draw));
    let offered = Event::Offered { by: Color::Black, kind: Draw };
    assert_eq!(events_of_both(&mut world, &table), [offered], "the limit on offers counts per player");
    world.send(table.red(), TableRequest::Play { ply: 4, mv: mv("b0c2"), premove: false }.at(table.game));
    assert!(matches!(events_of_both(&mut world, &table)[..], [Event::Played { .. }]));
    table.ply = 5;
    world.play(&mut table, &["b9c7"]);
}
