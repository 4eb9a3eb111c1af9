//! Repetitions: the warning before a ruling, and the ruling that ends the game.

use crate::watching::{spectator, watch};
use crate::world::{Client, Table, World, cursor, from_position, mv, outcome, untimed};
use chuhe_hub::{Input, InvalidEvent};
use chuhe_protocol::{
    Event, GameTerms, Request, ServerMessage, TableMessage, TableRequest, Terms, WatchFrom,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};
use chuhe_rules::{Color, DrawReason, Outcome, PerColor, RulesVersion, WinReason};

/// A red rook that can check without end.
const CHECKS: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
const CHECKING: [&str; 4] = ["a0a9", "d9d8", "a9a8", "d8d9"];
const CHECKING_AGAIN: [&str; 4] = ["a8a9", "d9d8", "a9a8", "d8d9"];
const BY_CHECK: Verdict = Verdict::Loss { loser: Color::Red, offence: Offence::Check };

/// The repetitions among these events: verdict, first and last ply, and whether it ends the game.
fn judged(events: &[Event]) -> Vec<(Verdict, u16, u16, bool)> {
    let judged = |event: &Event| match event {
        Event::RepetitionJudged { verdict, from_ply, to_ply, is_final } => {
            Some((*verdict, *from_ply, *to_ply, *is_final))
        }
        _ => None,
    };
    events.iter().filter_map(judged).collect()
}

/// A game in which red has checked in a circle once: a warning follows the next move.
fn checked_once() -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(from_position(CHECKS));
    world.play(&mut table, &CHECKING);
    (world, table)
}

/// Plays the moves, and returns all repetitions that both players were told of.
fn played(world: &mut World, table: &mut Table, moves: &[&str]) -> Vec<(Verdict, u16, u16, bool)> {
    world.play(table, moves);
    told_to_both(world, table)
}

fn told_to_both(world: &World, table: &Table) -> Vec<(Verdict, u16, u16, bool)> {
    let told = |client: Client| judged(&world.journal(client, table.game));
    assert_eq!(told(table.red()), told(table.black()));
    told(table.red())
}

fn take_back(world: &mut World, table: &mut Table, by: Color, plies: u16) {
    let (game, kind) = (table.game, OfferKind::Takeback);
    world.send(table.seats[by], TableRequest::Offer { kind }.at(game));
    world.send(table.seats[by.opponent()], TableRequest::AnswerOffer { kind, accept: true }.at(game));
    table.ply -= plies;
    world.discard_received();
}

#[test]
fn perpetual_check_loses_after_a_warning_one_repetition_before() {
    let (mut world, mut table) = checked_once();
    assert_eq!(told_to_both(&world, &table), []);
    assert_eq!(played(&mut world, &mut table, &CHECKING_AGAIN[..1]), [(BY_CHECK, 1, 5, false)]);
    let warned = played(&mut world, &mut table, &CHECKING_AGAIN[1..]);
    assert_eq!(warned.last(), Some(&(BY_CHECK, 4, 8, false)));
    assert_eq!(warned.len(), 4);
    let ruled = played(&mut world, &mut table, &CHECKING_AGAIN[..1]);
    assert_eq!(ruled.last(), Some(&(BY_CHECK, 1, 9, true)));
    let events = world.journal(table.red(), table.game);
    assert_eq!(outcome(&events), Outcome::won(Color::Black, WinReason::PerpetualCheck));
    let [.., Event::Played { .. }, Event::RepetitionJudged { .. }, Event::Ended { .. }] = &events[..] else {
        panic!("{events:?}");
    };
}

#[test]
fn perpetual_chase_loses() {
    let mut world = World::new();
    let mut table = world.table(from_position("3k5/9/9/9/c8/9/4R4/9/9/4K4 w - - 0 1"));
    let chase = ["e5e6", "a6a5", "e6e5", "a5a6"];
    world.play(&mut table, &["e3e5", "a5a6"]);
    let ruled = played(&mut world, &mut table, &[&chase[..], &chase[..3]].concat());
    let verdict = Verdict::Loss { loser: Color::Red, offence: Offence::Chase };
    assert_eq!(ruled.first(), Some(&(verdict, 1, 5, false)));
    assert_eq!(ruled.last(), Some(&(verdict, 1, 9, true)));
    let events = world.journal(table.red(), table.game);
    assert_eq!(outcome(&events), Outcome::won(Color::Black, WinReason::PerpetualChase));
}

#[test]
fn idle_repetition_is_a_draw() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let round = ["i0i1", "a9a8", "i1i0", "a8a9"];
    assert_eq!(played(&mut world, &mut table, &round), [(Verdict::Draw, 0, 4, false)]);
    let ruled = played(&mut world, &mut table, &round);
    assert_eq!(ruled.last(), Some(&(Verdict::Draw, 0, 8, true)));
    let events = world.journal(table.red(), table.game);
    assert_eq!(outcome(&events), Outcome::Drawn(DrawReason::Repetition));
}

#[test]
fn the_rule_set_of_the_terms_decides() {
    let mut world = World::new();
    let fen = Some("3k5/9/9/9/c8/9/4R4/9/9/4K4 w - - 0 1".into());
    let terms = Terms { game: GameTerms::Xiangqi { rules: RuleSet::Simple, start: fen }, ..untimed() };
    let mut table = world.table(terms);
    let warned = played(&mut world, &mut table, &["e3e5", "a5a6", "e5e6", "a6a5", "e6e5"]);
    assert_eq!(warned, [(Verdict::Draw, 1, 5, false)]);
}

#[test]
fn a_takeback_withdraws_the_warning_and_one_to_a_repeated_position_repeats_it() {
    let (mut world, mut table) = checked_once();
    assert_eq!(played(&mut world, &mut table, &CHECKING_AGAIN[..2]).len(), 2);
    take_back(&mut world, &mut table, Color::Black, 1);
    let warning = (BY_CHECK, 1, 5, false);
    assert_eq!(told_to_both(&world, &table)[2..], [warning]);
    take_back(&mut world, &mut table, Color::Red, 1);
    assert_eq!(told_to_both(&world, &table).len(), 3, "the position before was not repeated");
    assert_eq!(played(&mut world, &mut table, &["a8b8"]).len(), 3);
    take_back(&mut world, &mut table, Color::Red, 1);
    assert_eq!(played(&mut world, &mut table, &CHECKING_AGAIN[..1])[3..], [warning]);
}

#[test]
fn a_warning_and_a_ruling_are_resumed_and_in_snapshots() {
    let (mut world, mut table) = checked_once();
    world.play(&mut table, &CHECKING_AGAIN);
    let known = world.known(table.red(), table.game);
    world.lose(table.red());
    world.discard_received();
    let (red, received) = world.resume(table.red(), cursor(table.game, known - 1));
    let sent = received.iter().find_map(|message| match message {
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => Some(judged(events)),
        _ => None,
    });
    assert_eq!(sent, Some(vec![(BY_CHECK, 4, 8, false)]));
    table.seats.red = red;
    world.discard_received();
    let snapshot = |world: &mut World, name: &str| {
        let client = world.join(name);
        watch(world, client, table.game, WatchFrom::Current);
        let received = world.received(client);
        let sent = received.into_iter().find_map(|message| match message {
            ServerMessage::Table { message: TableMessage::Snapshot { events, .. }, .. } => {
                Some(judged(&events))
            }
            _ => None,
        });
        sent.expect("a snapshot")
    };
    assert_eq!(snapshot(&mut world, "Cy"), [(BY_CHECK, 4, 8, false)]);
    world.discard_received();
    let message = TableRequest::Play { ply: 8, mv: mv("a8a9"), premove: false }.at(table.game);
    world.send(table.red(), message);
    assert_eq!(snapshot(&mut world, "Di"), [(BY_CHECK, 1, 9, true)]);
}

#[test]
fn spectators_receive_a_warning_with_their_delay() {
    let mut world = World::new();
    let terms = Terms { watch_delay_plies: 2, ..from_position(CHECKS) };
    let mut table = world.table(terms);
    let cy = spectator(&mut world, "Cy", table.game);
    world.play(&mut table, &CHECKING);
    world.play(&mut table, &CHECKING_AGAIN[..2]);
    let told = |world: &World| judged(&world.journal(cy, table.game));
    assert_eq!(told(&world), []);
    let (mut both, warning) = (table, (BY_CHECK, 1, 5, false));
    world.play(&mut both, &CHECKING_AGAIN[2..3]);
    assert_eq!(told(&world), [], "the warning follows the last visible move");
    world.play(&mut both, &CHECKING_AGAIN[3..]);
    assert_eq!(told(&world), [warning]);
    world.play(&mut both, &CHECKING_AGAIN[..1]);
    assert_eq!(told(&world).last(), Some(&(BY_CHECK, 1, 9, true)), "the end shows everything");
}

#[test]
fn a_restart_repeats_no_warning_and_makes_up_for_a_missing_one() {
    for stored in [0, 1] {
        let (mut world, mut table) = checked_once();
        world.play(&mut table, &CHECKING_AGAIN[..1]);
        let entries = world.stored.games.get_mut(&table.game).expect("the game is stored");
        entries.truncate(entries.len() - 1 + stored);
        world.crash(1_000);
        table.seats = PerColor::new(world.resume(table.red(), None).0, world.resume(table.black(), None).0);
        world.discard_received();
        assert_eq!(told_to_both(&world, &table), [(BY_CHECK, 1, 5, false)]);
        world.play(&mut table, &CHECKING_AGAIN[1..]);
        assert_eq!(played(&mut world, &mut table, &CHECKING_AGAIN[..1]).len(), 5);
    }
}

#[test]
fn a_crash_during_the_last_move_loses_no_ruling() {
    for outputs in 0..8 {
        let (mut world, mut table) = checked_once();
        world.play(&mut table, &CHECKING_AGAIN);
        let message = TableRequest::Play { ply: 8, mv: mv("a8a9"), premove: false }.at(table.game);
        let request = Request { number: 1, message: message.clone() };
        world.crash_in(Input::Received(table.red().connection, request), outputs, 1_000);
        table.seats = PerColor::new(world.resume(table.red(), None).0, world.resume(table.black(), None).0);
        world.send(table.red(), message);
        world.discard_received();
        assert_eq!(told_to_both(&world, &table).last(), Some(&(BY_CHECK, 1, 9, true)), "{outputs}");
        assert_eq!(told_to_both(&world, &table).len(), 5, "{outputs}");
    }
}

#[test]
fn a_journal_with_another_verdict_is_set_aside() {
    type Change = fn(&mut Event);
    let changes: [Change; 3] = [
        |event| {
            if let Event::RepetitionJudged { verdict, .. } = event {
                *verdict = Verdict::Draw;
            }
        },
        |event| {
            if let Event::RepetitionJudged { is_final, .. } = event {
                *is_final = true;
            }
        },
        |event| {
            if let Event::RepetitionJudged { from_ply, .. } = event {
                *from_ply = 0;
            }
        },
    ];
    for change in changes {
        let (mut world, mut table) = checked_once();
        world.play(&mut table, &CHECKING_AGAIN[..1]);
        let why = world.reason_set_aside(table.game, |entries| {
            let last = entries.last_mut().expect("a journal");
            let mut event = last.event.public().expect("a public event").clone();
            change(&mut event);
            last.event = event.into();
        });
        assert_eq!(why, InvalidEvent::Repetition);
    }
}

#[test]
fn repetitions_end_no_game_that_began_under_the_first_rules() {
    let (mut world, mut table) = checked_once();
    let entries = world.stored.games.get_mut(&table.game).expect("the game is stored");
    let Some(Event::Started(start)) = entries[0].event.public() else { panic!("a start") };
    let mut start = start.clone();
    start.rules = RulesVersion::V1;
    entries[0].event = Event::Started(start).into();
    world.crash(1_000);
    table.seats = PerColor::new(world.resume(table.red(), None).0, world.resume(table.black(), None).0);
    world.discard_received();
    for _ in 0..3 {
        assert_eq!(played(&mut world, &mut table, &CHECKING_AGAIN), []);
    }
}
