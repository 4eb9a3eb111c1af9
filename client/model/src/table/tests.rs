//! Tests of a table built from events, without a window.

use super::*;
use crate::drawing::animation::Motion;
use crate::notices::denied::Denied;
use crate::notices::outbox::Outbox;
use crate::testing::{GAME, ME, OTHER, played, reading, started};
use chuhe_protocol::{EveningRefusal, Event, GameTerms, Refusal};
use chuhe_rules::clock::{ClockReading, SideReading, TimeControl, Timestamp};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::xiangqi::{Piece, PieceKind, RuleSet};
use chuhe_rules::{Color, Outcome, PerColor};

const USER: User = User { id: ME, role: Role::Player };

const fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms)
}

fn table(events: Vec<Event>) -> Table {
    Table::begin(GAME, events, USER, at(0), true, &mut Outbox::default()).unwrap()
}

/// Returns the events of a game with these moves, red first.
fn game(moves: &[&str]) -> Vec<Event> {
    let colors = Color::ALL.into_iter().cycle();
    let played = moves.iter().zip(colors).map(|(mv, color)| played(color, mv));
    std::iter::once(started(ME, OTHER)).chain(played).collect()
}

#[test]
fn events_that_begin_no_game_make_no_table() {
    let begin = |events, me| {
        Table::begin(GAME, events, User { id: me, role: Role::Player }, at(0), true, &mut Outbox::default())
            .is_some()
    };
    assert!(!begin(vec![], ME));
    assert!(!begin(vec![played(Color::Red, "h2e2")], ME));
    assert!(!begin(vec![started(OTHER, OTHER)], ME));
    assert!(!begin(vec![started(ME, OTHER), started(ME, OTHER)], ME));
    assert!(begin(vec![started(ME, OTHER)], ME));
}

#[test]
fn moves_have_both_notations_with_full_width_digits_for_black() {
    let table = table(game(&["h2e2", "h9g7"]));
    let written: Vec<(&str, &str)> =
        table.game().play().notations().iter().map(|mv| (mv.chinese.as_str(), mv.wxf.as_str())).collect();
    assert_eq!(written, [("炮二平五", "C2.5"), ("马８进７", "H8+7")]);
}

#[test]
fn captured_pieces_are_listed_by_side() {
    let table = table(game(&["b2b9", "a9b9", "h2e2", "h9g7", "e2e6"]));
    let pawn = Piece::new(Color::Black, PieceKind::Pawn);
    let horse = Piece::new(Color::Black, PieceKind::Horse);
    assert_eq!(table.board().lost(Color::Black), Lost::Pieces(vec![(horse, 1), (pawn, 1)]));
    let cannon = Piece::new(Color::Red, PieceKind::Cannon);
    assert_eq!(table.board().lost(Color::Red), Lost::Pieces(vec![(cannon, 1)]));
    let lead = Color::ALL.map(|color| table.board().lead(color).to_string());
    assert_eq!(lead, ["+½", "−½"], "a horse and a pawn for a cannon");
}

#[test]
fn a_game_may_begin_with_black() {
    let mut first = started(ME, OTHER);
    if let Event::Started(beginning) = &mut first {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
        beginning.terms.game = GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some(fen.into()) };
    }
    let table = table(vec![first, played(Color::Black, "h9g7")]);
    assert_eq!(table.game().situation().first, Color::Black);
    assert!(table.is_my_turn());
    let takeback = table.permits(at(0), true).offer(OfferKind::Takeback);
    assert_eq!(
        takeback,
        Err(Denied::Refused(chuhe_protocol::Refusal::Offer(OfferRefusal::NothingToTakeBack)))
    );
}

#[test]
fn a_takeback_glides_the_piece_back_and_restores_the_captured_one() {
    let mut table = table(game(&["h2e2", "h9g7", "e2e6"]));
    let back = Event::TakenBack { by: Color::Red, to_ply: 2, clocks: reading(Some(Color::Red)) };
    let applied = table.apply_events(4, vec![back], at(1_000), true, &mut Outbox::default());
    assert_eq!(applied, Applied::Complete);
    let board = table.board().xiangqi(at(1_050));
    let [Motion::Glide { path, .. }] = &board.motions[..] else {
        panic!("one piece glides: {:?}", board.motions)
    };
    assert_eq!(path.last(), Some(&"e2".parse().unwrap()));
    let pawn = Piece::new(Color::Black, PieceKind::Pawn);
    assert!(board.pieces.contains(&("e6".parse().unwrap(), pawn)));
    assert!(!table.animating(at(1_200)));
}

#[test]
fn a_takeback_to_a_later_ply_is_out_of_sync() {
    let mut table = table(game(&["h2e2"]));
    let back = Event::TakenBack { by: Color::Red, to_ply: 2, clocks: reading(None) };
    let applied = table.apply_events(2, vec![back], at(0), true, &mut Outbox::default());
    assert_eq!(applied, Applied::OutOfSync);
}

/// A move after which the clock of its player shows this game time, if there is any.
fn timed(by: Color, mv: &str, game_ms: Option<u64>) -> Event {
    let Event::Played { by, mv, .. } = played(by, mv) else { unreachable!("it is a move") };
    Event::Played { by, mv, clocks: showing(game_ms, Some(by.opponent())) }
}

fn showing(game_ms: Option<u64>, running: Option<Color>) -> ClockReading {
    let side = SideReading { game_ms, ..SideReading::default() };
    ClockReading { sides: PerColor::splat(side), running }
}

/// A game that began with this game time on both clocks.
fn timed_table(game_ms: Option<u64>) -> Table {
    table(vec![timed_start(game_ms)])
}

/// The start of a game with this game time on both clocks.
fn timed_start(game_ms: Option<u64>) -> Event {
    let mut first = started(ME, OTHER);
    if let Event::Started(beginning) = &mut first {
        let game_ms = game_ms.unwrap_or_default() as u32;
        beginning.times = PerColor::splat(TimeControl { game_ms, ..TimeControl::UNTIMED });
    }
    first
}

fn apply(table: &mut Table, event: Event, ms: u64) {
    let next = table.game().next();
    let applied = table.apply_events(next, vec![event], at(ms), true, &mut Outbox::default());
    assert_eq!(applied, Applied::Complete);
}

#[test]
fn a_takeback_leaves_the_times_of_the_moves_that_stay() {
    for clock in [None, Some(600_000)] {
        let left = |spent_ms| clock.map(|ms: u64| ms - spent_ms);
        let mut table = timed_table(clock);
        apply(&mut table, timed(Color::Red, "h2e2", left(2_000)), 2_000);
        apply(&mut table, timed(Color::Black, "h9g7", left(5_000)), 7_000);
        let back = Event::TakenBack {
            by: Color::Black,
            to_ply: 1,
            clocks: showing(left(2_000), Some(Color::Black)),
        };
        apply(&mut table, back, 60_000);
        assert_eq!(table.game().spent_ms(1), Some(2_000));
        apply(&mut table, timed(Color::Black, "b9c7", left(5_000)), 63_000);
        assert_eq!(table.game().spent_ms(2), Some(3_000));
    }
}

#[test]
fn an_interruption_changes_the_time_of_no_move() {
    const CREDIT_MS: u64 = chuhe_protocol::limits::INTERRUPTION_CREDIT_MS;
    let mut table = timed_table(Some(600_000));
    apply(&mut table, timed(Color::Red, "h2e2", Some(573_000)), 27_000);
    let clocks = showing(Some(573_000 + CREDIT_MS), Some(Color::Black));
    apply(&mut table, Event::Interrupted { down_ms: 40_000, clocks }, 90_000);
    assert_eq!(table.game().spent_ms(1), Some(27_000));
    // black began with the red time here, and had thought before the interruption
    apply(&mut table, timed(Color::Black, "h9g7", Some(573_000 + CREDIT_MS - 8_000)), 95_000);
    assert_eq!(table.game().spent_ms(2), Some(8_000));
}

#[test]
fn the_time_that_interruptions_add_is_known_from_them_and_from_a_snapshot_without_them() {
    const CREDIT_MS: u64 = chuhe_protocol::limits::INTERRUPTION_CREDIT_MS;
    let full = 600_000;
    let credits = |table: &Table| Color::ALL.map(|side| table.game().interruption_credit_ms(side));
    let clocks = |red: u64, black: u64, running| {
        let mut clocks = showing(Some(red), running);
        clocks.sides[Color::Black].game_ms = Some(black);
        clocks
    };
    let moved = |by: Color, mv: &str, red, black| Event::Played {
        by,
        mv: chuhe_rules::GameMove::Xiangqi(mv.parse().unwrap()),
        clocks: clocks(red, black, Some(by.opponent())),
    };
    let mut table = timed_table(Some(full));
    assert_eq!(credits(&table), [None; 2]);
    let (red, black) = (full - 9_000, full + CREDIT_MS);
    let down = Event::Interrupted { down_ms: 40_000, clocks: clocks(full + CREDIT_MS, black, None) };
    apply(&mut table, down.clone(), 50_000);
    apply(&mut table, moved(Color::Red, "h2e2", red + CREDIT_MS, black), 60_000);
    assert_eq!(credits(&table), [Some(CREDIT_MS); 2]);
    let down =
        Event::Interrupted { down_ms: 1, clocks: clocks(red + 2 * CREDIT_MS, black + CREDIT_MS, None) };
    apply(&mut table, down, 61_000);
    apply(&mut table, moved(Color::Black, "h9g7", red + 2 * CREDIT_MS, black + CREDIT_MS - 4_000), 70_000);
    assert_eq!(credits(&table), [Some(2 * CREDIT_MS); 2], "nothing is counted twice");
    let snapshot = vec![
        timed_start(Some(full)),
        moved(Color::Red, "h2e2", red + CREDIT_MS, black),
        moved(Color::Black, "h9g7", red + 2 * CREDIT_MS, black + CREDIT_MS - 4_000),
    ];
    let table = Table::begin(GAME, snapshot, USER, at(0), false, &mut Outbox::default()).expect("a table");
    assert_eq!(credits(&table), [Some(2 * CREDIT_MS); 2]);
    // of the interruptions of one turn, a snapshot has the last one
    let twice = clocks(full + 2 * CREDIT_MS, full + 2 * CREDIT_MS, None);
    let snapshot = vec![timed_start(Some(full)), Event::Interrupted { down_ms: 1, clocks: twice }];
    let mut table =
        Table::begin(GAME, snapshot, USER, at(0), false, &mut Outbox::default()).expect("a table");
    assert_eq!(credits(&table), [Some(2 * CREDIT_MS); 2]);
    apply(&mut table, moved(Color::Red, "h2e2", full + 2 * CREDIT_MS - 7_000, full + 2 * CREDIT_MS), 9_000);
    assert_eq!((credits(&table), table.game().spent_ms(1)), ([Some(2 * CREDIT_MS); 2], Some(7_000)));
    // without game time, nothing is added to it
    let mut table = timed_table(None);
    apply(&mut table, Event::Interrupted { down_ms: 1, clocks: showing(None, None) }, 9_000);
    assert_eq!(credits(&table), [None; 2]);
}

#[test]
fn what_the_server_tells_of_the_turns_stands_in_for_what_was_not_seen() {
    let events = vec![timed_start(None), timed(Color::Red, "h2e2", None), timed(Color::Black, "h9g7", None)];
    let mut table = Table::begin(GAME, events, USER, at(0), false, &mut Outbox::default()).expect("a table");
    assert_eq!([1, 2].map(|ply| table.game().spent_ms(ply)), [None; 2]);
    table.game_mut().turns.told(&[2_000, 70_000], Some(9_000), at(500));
    apply(&mut table, timed(Color::Red, "h0g2", None), 1_500);
    let spent = [1, 2, 3].map(|ply| table.game().spent_ms(ply));
    assert_eq!(spent, [2_000, 70_000, 10_000].map(Some));
    // an interruption leaves what was thought before it
    apply(&mut table, Event::Interrupted { down_ms: 40_000, clocks: ClockReading::default() }, 44_500);
    apply(&mut table, timed(Color::Black, "b9c7", None), 45_500);
    assert_eq!(table.game().spent_ms(4), Some(4_000));
    // a server that says too much does no harm
    table.game_mut().turns.told(&[u64::MAX; 9], Some(u64::MAX), at(46_000));
    apply(&mut table, timed(Color::Red, "b0c2", None), 47_000);
    assert_eq!(table.game().spent_ms(5), Some(u64::MAX));
}

#[test]
fn the_first_move_deadline_is_known_if_the_game_begins_with_a_resume_or_from_a_tick() {
    let table = table(vec![started(ME, OTHER)]);
    assert_eq!(table.game().first_move_by(), Some(at(30_000)));
    let resuming = |role| {
        let user = User { id: ME, role };
        Table::begin(GAME, vec![started(ME, OTHER)], user, at(0), false, &mut Outbox::default()).unwrap()
    };
    assert_eq!(resuming(Role::Spectator).game().first_move_by(), None);
    // an invitation was accepted while the program slept
    let mut resumed = resuming(Role::Player);
    assert_eq!(resumed.game().first_move_by(), Some(at(30_000)));
    let mv = vec![played(Color::Red, "h2e2")];
    resumed.apply_events(1, mv, at(1_000), false, &mut Outbox::default());
    assert_eq!(resumed.game().first_move_by(), Some(at(31_000)));
    resumed.game_mut().set_first_move_left(Some(9_000), at(500));
    assert_eq!(resumed.game().first_move_by(), Some(at(9_500)));
    let later = self::table(game(&["h2e2", "h9g7"]));
    assert_eq!(later.game().first_move_by(), None);
}

#[test]
fn a_huge_clock_reading_is_capped() {
    let side = SideReading { game_ms: Some(u64::MAX), read_ms: Some(u64::MAX), move_ms: Some(u64::MAX) };
    let clocks = ClockReading { sides: PerColor::splat(side), running: Some(Color::Red) };
    let mut table = table(vec![started(ME, OTHER)]);
    table.game_mut().shown_clocks.set(clocks, at(0));
    let shown = table.game().clocks(at(1_000)).sides.red;
    assert_eq!(ClockFace::of(shown, TimeControl::UNTIMED, true).digits, "999:59:58");
    assert!(table.game().next_wakeup(at(1_000)).is_some());
}

#[test]
fn clocks_run_between_readings() {
    let table = table(game(&["h2e2"]));
    let clocks = table.game().clocks(at(2_000));
    assert_eq!(clocks.sides.black.game_ms, Some(765_000));
    assert_eq!(clocks.sides.red.game_ms, Some(767_000));
}

#[test]
fn a_pause_of_the_organiser_stops_everything_and_gives_back_its_length() {
    let mut table = table(vec![started(ME, OTHER)]);
    assert_eq!(table.game().first_move_by(), Some(at(30_000)));
    let clocks = |running| ClockReading { running, ..ClockReading::default() };
    apply(&mut table, Event::WentAway { color: Color::Black, claimable_in_ms: 60_000 }, 5_000);
    apply(&mut table, Event::Paused { clocks: clocks(None) }, 10_000);
    assert!(table.game().shown_clocks.are_halted());
    assert_eq!(table.game().clocks(at(40_000)).running, None);
    assert_eq!((table.game().first_move_by(), table.game().next_wakeup(at(11_000))), (None, None));
    let denied = Err(Denied::Refused(Refusal::Evening(EveningRefusal::Paused)));
    let permits = table.permits(at(11_000), true);
    assert_eq!((permits.play(), permits.offer(OfferKind::Draw), permits.give_up()), (denied, denied, denied));
    assert!(permits.chat().is_ok());
    apply(&mut table, Event::Interrupted { down_ms: 100_000, clocks: clocks(Some(Color::Red)) }, 110_000);
    assert!(!table.game().shown_clocks.are_halted() && table.permits(at(110_000), true).play().is_ok());
    // 100 s of the pause, and 10 s more
    assert_eq!(table.game().first_move_by(), Some(at(140_000)));
    assert_eq!(table.game().claimable_at(Color::Black), Some(at(175_000)));
}

#[test]
fn what_is_told_during_a_pause_counts_from_then() {
    let mut table = table(vec![started(ME, OTHER)]);
    apply(&mut table, Event::Paused { clocks: ClockReading::default() }, 10_000);
    table.game_mut().set_first_move_left(Some(20_000), at(60_000));
    apply(&mut table, Event::Interrupted { down_ms: 100_000, clocks: ClockReading::default() }, 110_000);
    assert_eq!(table.game().first_move_by(), Some(at(140_000)));
}

#[test]
fn the_end_of_a_paused_game_ends_its_pause() {
    let mut table = table(game(&["h2e2", "h9g7"]));
    apply(&mut table, Event::Paused { clocks: ClockReading::default() }, 10_000);
    let outcome = Outcome::Aborted(chuhe_rules::AbortReason::Organiser);
    apply(&mut table, Event::Ended { outcome, clocks: ClockReading::default() }, 20_000);
    assert!(!table.game().shown_clocks.are_halted() && table.game().is_over());
}
