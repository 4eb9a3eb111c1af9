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
fn all_back(club: &mut Club) {
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
    }
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
