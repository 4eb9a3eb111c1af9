//! Restarts: from the stored rows everything goes on.

use super::*;
use chuhe_hub::{AccountAction, Input, OperatorAction, StoredValue, Unusable};
use chuhe_protocol::{DoorRequest, Request};

/// The stored evening, folded.
fn stored(club: &Club) -> Tournament {
    let (&number, _) = club.world.stored.evenings.first_key_value().expect("an evening is stored");
    let evening = club.world.stored.evening(number);
    let records = evening.records.into_iter().map(|(_, record)| record);
    Tournament::fold(evening.row.plan.regulations, records).expect("the rows give the tournament")
}

/// Everyone comes back after a restart.
pub(super) fn all_back(club: &mut Club) {
    for client in club.players.clone() {
        let (again, _) = club.world.resume(client, []);
        for known in &mut club.players {
            if known.player == again.player {
                *known = again;
            }
        }
    }
    let (organiser, _) = club.world.resume(club.organiser, []);
    club.organiser = organiser;
    club.follow();
}

#[test]
fn a_restart_in_a_round_gives_the_same_tables_and_pairs_nobody_twice() {
    let mut club = Club::with(swiss(), 8);
    club.start();
    club.finish(board(1, 1), Some(Color::Red));
    club.finish(board(1, 2), None);
    let games = club.round().boards;
    let before = club.tournament.clone();
    assert_eq!(stored(&club), before);
    club.world.crash(30_000);
    all_back(&mut club);
    assert_eq!(club.tournament, before);
    assert_eq!(club.round().boards, games, "the games go on");
    club.finish_round();
    club.advance(u64::from(BREAK_MS) + 1_000);
    assert_eq!(club.rounds(), 2);
    club.world.crash(30_000);
    all_back(&mut club);
    club.finish_round();
    club.world.crash(u64::from(BREAK_MS));
    all_back(&mut club);
    assert_eq!(club.rounds(), 2, "the break counts anew");
    club.advance(u64::from(BREAK_MS) + 1_000);
    club.finish_round();
    assert_eq!(club.rounds(), 3);
    club.check_meetings();
    assert_eq!(stored(&club), club.tournament);
}

#[test]
fn deadlines_count_anew_and_lost_games_begin_again() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    let game = club.game(board(1, 1)).expect("both are there");
    // the room is lost with its journal
    club.world.stored.rooms.remove(&game);
    club.world.crash(10 * u64::from(LATE_MS));
    assert_eq!(stored(&club).state().board(board(1, 1)).and_then(|it| it.outcome), None);
    all_back(&mut club);
    let again = club.game(board(1, 1)).expect("another game begins");
    assert_ne!(game, again);
    club.finish(board(1, 1), Some(Color::Red));
}

#[test]
fn the_end_of_a_game_and_its_result_are_stored_together() {
    let mut seen = std::collections::BTreeSet::new();
    for outputs in 0..12 {
        let mut club = Club::with(swiss(), 2);
        club.start();
        let game = club.both_move(board(1, 1));
        let red = club.seats(board(1, 1)).red;
        let request = Request { number: 1, message: TableRequest::Resign.at(game) };
        club.world.crash_in(Input::Received(red.connection, request), outputs, 1_000);
        let has_result = stored(&club).state().board(board(1, 1)).and_then(|it| it.outcome).is_some();
        let is_over = club.world.stored.games[&game].iter().any(|entry| entry.event.is_end());
        assert_eq!(has_result, is_over, "after {outputs} outputs");
        seen.insert(is_over);
    }
    assert_eq!(seen.len(), 2, "the crash came before and after");
}

#[test]
fn a_damaged_evening_is_set_aside_and_the_others_go_on() {
    let mut club = Club::with(swiss(), 2);
    let other = planned(&mut club.world, club.organiser, swiss());
    let set_aside = club.world.restore(0, |restored| {
        restored.evenings[0].damage = Some("a record".to_owned());
    });
    assert!(
        matches!(&set_aside[..], [it] if it.value == StoredValue::Evening(1)
            && matches!(it.why, Unusable::Damaged(_))),
        "{set_aside:?}"
    );
    let (organiser, _) = club.world.resume(club.organiser, []);
    let code = other;
    club.world.send(organiser, EveningRequest::Follow { code });
    assert!(matches!(club.world.received(organiser)[0], ServerMessage::Evening(EveningMessage::Opened(_))));
    // its rows are there still, so that no other evening gets its number
    planned(&mut club.world, organiser, swiss());
    assert_eq!(club.world.stored.evenings.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn an_erased_player_has_no_name_in_the_journal() {
    let mut club = Club::with(swiss(), 4);
    club.start();
    let [first, second] = [club.players[1], club.players[2]];
    for client in [first, second] {
        club.world.send(client, DoorRequest::Quit);
    }
    // their games end
    club.advance(15 * 60_000);
    for client in [first, second] {
        let erase = OperatorAction::Account(client.player, AccountAction::Erase);
        assert_eq!(club.world.hub.operators().check_action(&erase), Ok(()));
        club.world.handle(Input::Operate(Box::new(erase)));
    }
    let stored = stored(&club);
    let names: Vec<&str> = stored.state().players.iter().map(|it| it.entry.name.as_str()).collect();
    assert_eq!(names, ["P0", "_", "_", "P3"]);
    club.world.crash(1_000);
}

#[test]
fn an_operator_closes_an_evening() {
    let mut club = Club::with(swiss(), 2);
    club.start();
    club.both_move(board(1, 1));
    let listed = club.world.hub.operators().evenings();
    assert_eq!(listed.iter().map(|it| (it.code, it.players)).collect::<Vec<_>>(), [(club.code, 2)]);
    let close = OperatorAction::CloseEvening(club.code);
    assert_eq!(club.world.hub.operators().check_action(&close), Ok(()));
    club.world.handle(Input::Operate(Box::new(close.clone())));
    let code = club.code;
    club.world.expect(club.organiser, &[ServerMessage::Evening(EveningMessage::Closed { code })]);
    assert!(club.world.hub.operators().check_action(&close).is_err());
    assert!(club.world.stored.evenings.is_empty() && club.world.stored.evening_records.is_empty());
    assert!(club.world.stored.evening_boards.is_empty());
    club.world.hub.check_invariants();
    club.world.crash(1_000);
}

#[test]
fn an_objection_is_kept_over_a_restart_until_the_result_is_corrected() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    club.finish(board(1, 1), Some(Color::Red));
    let black = club.seats(board(1, 1)).black;
    let (code, words) = (club.code, "不对".to_owned());
    club.world.send(black, EveningRequest::Object { code, board: board(1, 1), words });
    club.world.crash(1_000);
    all_back(&mut club);
    assert_eq!(club.round().objections.len(), 1);
    club.record(Event::Corrected { board: board(1, 1), outcome: Outcome::Drawn, why: "复盘".into() });
    assert_eq!(club.round().objections, []);
    club.world.crash(1_000);
    all_back(&mut club);
    assert_eq!(club.round().objections, []);
}

#[test]
fn games_whose_boards_count_no_more_end_though_the_server_was_killed_in_between() {
    let mut seen = std::collections::BTreeSet::new();
    for outputs in 0..40 {
        let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 4);
        club.start();
        club.organise(EveningCommand::PairNext);
        let games = [board(1, 1), board(1, 2)].map(|board| club.both_move(board));
        let command = EveningCommand::Record(Event::Annulled { round: 1, why: "重排".into() });
        let message = EveningRequest::Organise { code: club.code, command }.into();
        let request = Request { number: 1, message };
        club.world.crash_in(Input::Received(club.organiser.connection, request), outputs, 1_000);
        let is_annulled = stored(&club).state().rounds.is_empty();
        let is_over = |game| club.world.stored.games[game].iter().any(|entry| entry.event.is_end());
        assert_eq!(games.each_ref().map(is_over), [is_annulled; 2], "after {outputs} outputs");
        seen.insert(is_annulled);
    }
    assert_eq!(seen.len(), 2, "the crash came before and after");
}

#[test]
fn a_clock_that_was_set_back_holds_no_round_up() {
    let mut club = Club::with(swiss(), 4);
    club.start();
    club.finish_round();
    club.world.restore(0, |restored| {
        for (_, record) in &mut restored.evenings[0].records {
            record.at = record.at.plus_ms(99 * 3_600_000);
        }
    });
    all_back(&mut club);
    club.advance(u64::from(BREAK_MS) + 1_000);
    assert_eq!(club.rounds(), 2);
}

#[test]
fn a_start_that_was_undone_is_not_tried_again_after_a_restart() {
    let plan = EveningPlan { pace: Pace::ByHand, starts_at_ms: Some(60_000), ..swiss() };
    let mut club = Club::with(plan, 2);
    club.advance(61_000);
    let is_start = |record: &chuhe_tournaments::Record| matches!(record.event, Event::Started { .. });
    let start = club.tournament.records().iter().position(is_start).expect("it has begun");
    let event = u32::try_from(start).expect("few");
    club.record(Event::Undone { event, why: "等人".into() });
    assert_eq!(club.tournament.state().phase, chuhe_tournaments::Phase::Entry);
    club.world.crash(10_000);
    all_back(&mut club);
    club.advance(10_000);
    assert_eq!(club.tournament.state().phase, chuhe_tournaments::Phase::Entry, "the organiser begins it");
}

#[test]
fn what_an_erased_player_said_against_a_result_is_gone() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    let seats = club.seats(board(1, 1));
    let (loser, winner) =
        if seats.red == club.players[1] { (seats.red, Color::Black) } else { (seats.black, Color::Red) };
    club.finish(board(1, 1), Some(winner));
    let (code, words) = (club.code, "不对".to_owned());
    club.world.send(loser, EveningRequest::Object { code, board: board(1, 1), words });
    assert_eq!(club.round().objections.len(), 1);
    club.world.send(loser, DoorRequest::Quit);
    club.advance(15 * 60_000);
    club.world.discard_received();
    let erase = OperatorAction::Account(loser.player, AccountAction::Erase);
    assert_eq!(club.world.hub.operators().check_action(&erase), Ok(()));
    club.world.handle(Input::Operate(Box::new(erase)));
    // followers receive everything anew, without the name
    let all = club.world.received(club.organiser);
    assert!(
        all.iter().any(|message| matches!(message,
        ServerMessage::Evening(EveningMessage::Records { first: 0, records, .. }) if records.len() > 3)),
        "{all:?}"
    );
    let rows = club.world.stored.evening(1).boards;
    assert!(rows.iter().all(|(_, _, row)| row.objections.is_empty()), "{rows:?}");
    club.world.crash(1_000);
    all_back_without(&mut club, loser);
    assert_eq!(club.round().objections, []);
}

fn all_back_without(club: &mut Club, gone: Client) {
    club.players.retain(|it| it.player != gone.player);
    all_back(club);
}
