//! Pauses by organisers, of one board and of the whole evening.

use super::storing::all_back;
use super::*;
use chuhe_hub::{Input, OperatorAction};
use chuhe_protocol::{DoorRequest, EveningRefusal as Why, Refusal, Request, WatchFrom, limits};
use chuhe_rules::WinReason;
use chuhe_tournaments::{self as tournaments, Absent};

/// More than the game time of each side.
const HALF_AN_HOUR: u64 = 30 * 60_000;

const fn pause(board: Option<BoardId>) -> EveningCommand {
    EveningCommand::Pause { board }
}

const fn go_on(board: Option<BoardId>) -> EveningCommand {
    EveningCommand::Continue { board }
}

fn by_hand(players: usize) -> Club {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, players);
    club.start();
    club.organise(EveningCommand::PairNext);
    club
}

/// The events of a game that a client has received since it was last read.
fn events(club: &mut Club, client: Client) -> Vec<chuhe_protocol::Event> {
    let events = |message| match message {
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => events,
        _ => Vec::new(),
    };
    club.world.received(client).into_iter().flat_map(events).collect()
}

/// What organisers are refused.
fn refused(club: &mut Club, command: EveningCommand) -> Why {
    let code = club.code;
    let why = club.world.refused(club.organiser, EveningRequest::Organise { code, command });
    let Refusal::Evening(why) = why else { panic!("{why:?}") };
    why
}

/// Undoes the last event of the journal.
fn undo_last(club: &mut Club) {
    let event = u32::try_from(club.tournament.records().len() - 1).expect("few");
    club.record(Event::Undone { event, why: "看错了".into() });
}

#[test]
fn a_paused_game_stands_for_players_and_spectators() {
    use chuhe_protocol::Event as E;
    let mut club = by_hand(2);
    let game = club.both_move(board(1, 1));
    let seats = club.seats(board(1, 1));
    let watcher = club.world.join("Watcher");
    club.world.send(watcher, TableRequest::Watch { from: WatchFrom::Start }.at(game));
    club.world.discard_received();
    club.advance(10_000);
    club.world.discard_received();
    club.organise(pause(None));
    for client in [seats.red, seats.black, watcher] {
        let events = events(&mut club, client);
        let [E::Paused { clocks }] = events[..] else { panic!("{events:?}") };
        assert_eq!((clocks.running, clocks.sides.red.game_ms), (None, Some(QUARTER_MS - 10_000)));
    }
    let by = club.round().pause.and_then(|pause| pause.by);
    assert_eq!(by.as_ref().map(chuhe_protocol::PlayerName::as_str), Some("Zhang"));
    let play = TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false };
    let draw = TableRequest::Offer { kind: OfferKind::Draw };
    for request in [play.clone(), draw, TableRequest::Resign] {
        club.world.received(seats.red);
        assert_eq!(club.world.refused(seats.red, request.at(game)), Refusal::Evening(Why::Paused));
    }
    club.advance(HALF_AN_HOUR);
    club.organise(pause(None));
    assert_eq!(club.outcome(board(1, 1)), None, "no flag falls");
    // who comes back sees it, and a tick with clocks that stand
    club.lose(seats.black);
    club.advance(HALF_AN_HOUR);
    let black = club.resume(seats.black);
    let journal = club.world.journal(black, game);
    assert!(journal.iter().any(|event| matches!(event, E::Paused { .. })));
    let tick = club.world.last_tick(black);
    assert_eq!((tick.clocks.running, tick.clocks.sides.red.game_ms), (None, Some(QUARTER_MS - 10_000)));
    assert_eq!(tick.absence_left_ms, PerColor::splat(90_000), "nobody is absent in a pause");
    club.world.discard_received();
    club.organise(go_on(None));
    let events = events(&mut club, seats.red);
    let [E::Interrupted { down_ms, clocks }] = events[..] else { panic!("{events:?}") };
    assert!(down_ms > 2 * HALF_AN_HOUR);
    assert_eq!((clocks.running, clocks.sides.red.game_ms), (Some(Color::Red), Some(QUARTER_MS)));
    assert_eq!(club.round().pause, None);
    club.world.send(seats.red, play.at(game));
    club.world.send(seats.red, TableRequest::Resign.at(game));
    club.read();
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Won(Color::Black)));
}

/// The game time of each side.
const QUARTER_MS: u64 = 15 * 60_000;

#[test]
fn a_pause_survives_restarts_and_what_was_down_counts_once() {
    let mut club = by_hand(4);
    let game = club.both_move(board(1, 1));
    club.advance(5_000);
    club.organise(pause(Some(board(1, 1))));
    for _ in 0..2 {
        club.world.crash(HALF_AN_HOUR);
        for client in club.players.clone() {
            club.resume(client);
        }
        let (organiser, _) = club.world.resume(club.organiser, []);
        club.organiser = organiser;
        club.follow();
        assert_eq!(club.round().boards.iter().map(|it| it.is_paused).collect::<Vec<_>>(), [true, false]);
    }
    let seats = club.seats(board(1, 1));
    club.world.discard_received();
    let play = TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false };
    assert_eq!(club.world.refused(seats.red, play.clone().at(game)), Refusal::Evening(Why::Paused));
    club.organise(go_on(Some(board(1, 1))));
    club.world.send(seats.red, play.at(game));
    club.advance(6_000);
    let left = club.world.last_tick(seats.black).clocks.sides.red.game_ms;
    assert!(left.is_some_and(|left| (QUARTER_MS - 1_000..=QUARTER_MS + 10_000).contains(&left)), "{left:?}");
    club.world.send(club.seats(board(1, 1)).black, TableRequest::Resign.at(game));
    club.finish(board(1, 2), None);
}

#[test]
fn late_limits_wait_for_as_long_as_the_pause_takes() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    let absent = club.players[1];
    club.lose(absent);
    club.organise(EveningCommand::PairNext);
    let half = u64::from(LATE_MS) / 2;
    club.advance(half);
    club.organise(pause(Some(board(1, 1))));
    club.advance(half / 2);
    club.organise(pause(None));
    club.advance(u64::from(LATE_MS));
    assert_eq!(club.round().boards[0].late_in_ms, None);
    club.organise(go_on(Some(board(1, 1))));
    club.advance(u64::from(LATE_MS));
    assert_eq!(club.outcome(board(1, 1)), None, "all stand still");
    club.resume(absent);
    assert_eq!(club.game(board(1, 1)), None, "no game begins");
    let absent = club.players[1];
    club.lose(absent);
    club.organise(go_on(None));
    let left = club.round().boards[0].late_in_ms.expect("it waits again");
    assert!((half - 5_000..=half).contains(&u64::from(left)), "{left}");
    club.advance(half + 1_000);
    let absent = club.tournament.state().board(board(1, 1)).map(|it| it.outcome);
    assert!(matches!(absent, Some(Some(Outcome::Forfeited(Absent::One(_))))), "{absent:?}");
}

#[test]
fn the_next_round_and_the_planned_start_wait() {
    let starts_at_ms = Some(World::new().now().as_ms() + 60_000);
    let mut club = Club::with(EveningPlan { starts_at_ms, ..swiss() }, 4);
    club.organise(pause(None));
    club.advance(120_000);
    assert_eq!(club.tournament.state().phase, tournaments::Phase::Entry);
    club.organise(go_on(None));
    club.advance(1_000);
    assert_eq!(club.rounds(), 1);
    club.finish_round();
    let half = u64::from(BREAK_MS) / 2;
    club.advance(half);
    club.organise(pause(None));
    assert_eq!(club.round().next_in_ms, None);
    club.advance(HALF_AN_HOUR);
    assert_eq!(club.rounds(), 1);
    club.organise(go_on(None));
    let left = club.round().next_in_ms.expect("it is planned again");
    assert!((half - 5_000..=half).contains(&u64::from(left)), "{left}");
    club.advance(half + 1_000);
    assert_eq!(club.rounds(), 2);
}

#[test]
fn a_planned_start_waits_for_the_end_of_a_pause_over_a_restart_too() {
    let starts_at_ms = Some(World::new().now().as_ms() + 60_000);
    let mut club = Club::with(EveningPlan { starts_at_ms, ..swiss() }, 4);
    club.organise(pause(None));
    club.advance(120_000);
    club.world.crash(10_000);
    all_back(&mut club);
    club.advance(10_000);
    assert_eq!(club.tournament.state().phase, tournaments::Phase::Entry);
    club.organise(go_on(None));
    club.advance(1_000);
    assert_eq!(club.rounds(), 1);
}

#[test]
fn what_is_decided_and_then_undone_is_paused_no_more() {
    let mut club = by_hand(2);
    club.both_move(board(1, 1));
    club.organise(pause(Some(board(1, 1))));
    club.record(Event::Finished { board: board(1, 1), winner: None });
    club.advance(HALF_AN_HOUR);
    undo_last(&mut club);
    assert!(!club.round().boards[0].is_paused);
    club.finish(board(1, 1), Some(Color::Red));
    club.organise(pause(None));
    club.record(Event::Ended);
    assert_eq!(club.world.stored.evening(1).row.pause, None);
    club.advance(HALF_AN_HOUR);
    undo_last(&mut club);
    assert_eq!(club.tournament.state().phase, tournaments::Phase::Running);
    assert_eq!(club.round().pause, None);
}

#[test]
fn a_result_that_is_typed_in_ends_the_pause_of_its_board_over_a_crash_too() {
    let mut seen = std::collections::BTreeSet::new();
    for outputs in 0..12 {
        let mut club = by_hand(2);
        let game = club.both_move(board(1, 1));
        club.organise(pause(Some(board(1, 1))));
        let command = EveningCommand::Record(Event::Finished { board: board(1, 1), winner: None });
        let message = EveningRequest::Organise { code: club.code, command }.into();
        let request = Request { number: 1, message };
        club.world.crash_in(Input::Received(club.organiser.connection, request), outputs, 1_000);
        all_back(&mut club);
        let has_result = club.outcome(board(1, 1)).is_some();
        let is_over = club.world.stored.games[&game].iter().any(|entry| entry.event.is_end());
        assert_eq!(is_over, has_result, "after {outputs} outputs");
        seen.insert(has_result);
        if has_result {
            undo_last(&mut club);
        }
        assert_eq!(club.round().boards[0].is_paused, !has_result, "after {outputs} outputs");
    }
    assert_eq!(seen.len(), 2, "the crash came before and after");
}

#[test]
fn only_boards_on_the_server_without_a_result_can_be_paused() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 3);
    let wooden = chuhe_protocol::WoodenEntry { name: "Wood".into(), club: None, rating: None };
    club.organise(EveningCommand::EnterAll(vec![wooden]));
    club.start();
    club.organise(EveningCommand::PairNext);
    let boards: Vec<BoardId> = club.tournament.state().boards().map(|(id, _)| id).collect();
    let is_wooden = |club: &Club, id: &BoardId| {
        let seats = club.tournament.state().board(*id).expect("it is paired").seats;
        seats.red == PlayerId(4) || seats.black == PlayerId(4)
    };
    let wooden = *boards.iter().find(|id| is_wooden(&club, id)).expect("one is wooden");
    let other = *boards.iter().find(|id| !is_wooden(&club, id)).expect("one is not");
    assert_eq!(refused(&mut club, pause(Some(wooden))), Why::Wooden);
    let missing = board(1, 9);
    let no_such = Why::Event(tournaments::Refusal::NoSuchBoard(missing));
    assert_eq!(refused(&mut club, pause(Some(missing))), no_such);
    club.finish(other, None);
    let has_result = Why::Event(tournaments::Refusal::HasResult(other));
    assert_eq!(refused(&mut club, pause(Some(other))), has_result);
    let (player, code) = (club.players[0], club.code);
    club.world.received(player);
    let request = EveningRequest::Organise { code, command: pause(None) };
    assert_eq!(club.world.refused(player, request), Refusal::Evening(Why::NotOrganiser));
}

#[test]
fn who_withdraws_loses_a_paused_game() {
    let mut club = by_hand(2);
    club.both_move(board(1, 1));
    let red = club.seats(board(1, 1)).red;
    club.organise(pause(Some(board(1, 1))));
    let code = club.code;
    club.world.send(red, EveningRequest::Withdraw { code });
    club.read();
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Won(Color::Black)));
    // before both have moved by forfeit
    let mut club = by_hand(2);
    let red = club.seats(board(1, 1)).red;
    club.organise(pause(Some(board(1, 1))));
    let code = club.code;
    club.world.send(red, EveningRequest::Withdraw { code });
    club.read();
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::One(Color::Red))));
}

#[test]
fn a_pause_that_nobody_ends_ends_by_itself() {
    let mut club = by_hand(2);
    let game = club.both_move(board(1, 1));
    club.organise(pause(None));
    club.world.crash(limits::EVENING_PAUSE_MS);
    let red = club.seats(board(1, 1)).red;
    let red = club.resume(red);
    let resumed = club.world.journal(red, game);
    let is_over = |event: &chuhe_protocol::Event| matches!(event, chuhe_protocol::Event::Interrupted { down_ms, .. } if *down_ms >= limits::EVENING_PAUSE_MS);
    assert!(resumed.iter().any(is_over), "{resumed:?}");
    // who was away in the pause is absent from its end on
    let wait_ms = resumed.iter().find_map(|event| match event {
        chuhe_protocol::Event::WentAway { color: Color::Black, claimable_in_ms } => Some(*claimable_in_ms),
        _ => None,
    });
    assert_eq!(wait_ms, Some(70_000));
}

#[test]
fn games_of_an_evening_that_is_gone_are_not_paused() {
    let mut club = by_hand(2);
    let game = club.both_move(board(1, 1));
    club.organise(pause(None));
    let close = OperatorAction::CloseEvening(club.code);
    club.world.handle(Input::Operate(Box::new(close)));
    club.world.discard_received();
    let seats = club.seats(board(1, 1));
    club.world.send(seats.red, TableRequest::Resign.at(game));
    let ended = events(&mut club, seats.black);
    let resigned = chuhe_rules::Outcome::won(Color::Black, WinReason::Resignation);
    assert!(
        ended.iter().any(
            |event| matches!(event, chuhe_protocol::Event::Ended { outcome, .. } if *outcome == resigned)
        )
    );
}

#[test]
fn a_first_move_and_a_claim_wait_too() {
    let mut club = by_hand(2);
    let game = club.game(board(1, 1)).expect("both are there");
    club.organise(pause(Some(board(1, 1))));
    club.advance(HALF_AN_HOUR);
    assert_eq!(club.outcome(board(1, 1)), None, "the first move is not missed");
    let seats = club.seats(board(1, 1));
    club.world.send(seats.black, DoorRequest::Quit);
    club.world.lose(seats.black);
    club.advance(HALF_AN_HOUR);
    assert_eq!(club.game(board(1, 1)), Some(game), "an absent player loses nothing");
    club.organise(go_on(Some(board(1, 1))));
    club.advance(HALF_AN_HOUR);
    assert_ne!(club.outcome(board(1, 1)), None);
}
