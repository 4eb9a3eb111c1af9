//! Games of evenings: how they begin, and what becomes of them.

use super::*;
use chuhe_hub::Input;
use chuhe_protocol::{EveningRefusal, LobbyMessage, LobbyRequest, Refusal, limits};
use chuhe_rules::offers::OfferRefusal;
use chuhe_tournaments::Absent;

#[test]
fn a_game_begins_when_both_are_there_and_play_no_other() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    let [an, bo] = [club.players[0], club.players[1]];
    let cy = registered(&mut club.world, "Cy");
    club.start();
    // one plays another game, and the other is away
    let terms = chuhe_protocol::Terms { takeback: TakebackPolicy::Off, ..timed(QUARTER) };
    club.world.received(an);
    let table = club.world.begin(an, cy, terms);
    club.lose(bo);
    club.organise(EveningCommand::PairNext);
    assert_eq!(club.game(board(1, 1)), None);
    let bo = club.resume(bo);
    assert_eq!(club.game(board(1, 1)), None, "the other plays still");
    assert!(club.round.as_ref().is_some_and(|round| round.boards[0].late_in_ms.is_some()));
    club.world.send(cy, TableRequest::Abort.at(table.game));
    let game = club.game(board(1, 1)).expect("both are free");
    assert_eq!(games_begun(&mut club.world, bo), [game]);
    assert_eq!(club.round.as_ref().and_then(|round| round.boards[0].late_in_ms), None);
    club.finish(board(1, 1), Some(Color::Black));
}

#[test]
fn a_game_takes_players_from_challenges_and_invitations() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    let [an, bo] = [club.players[0], club.players[1]];
    let cy = registered(&mut club.world, "Cy");
    club.start();
    club.world.received(bo);
    club.world.challenge(cy, bo, timed(QUARTER));
    club.world.send(an, LobbyRequest::Invite { terms: timed(QUARTER) });
    club.organise(EveningCommand::PairNext);
    let closed = |message: &ServerMessage| {
        matches!(message, ServerMessage::Lobby(LobbyMessage::ChallengeClosed { .. }))
    };
    assert!(club.world.received(cy).iter().any(closed));
    assert!(club.game(board(1, 1)).is_some());
}

#[test]
fn results_before_the_ply_of_the_plan_and_rematches_are_refused() {
    let mut club = Club::with(EveningPlan { no_result_before_ply: 3, ..swiss() }, 2);
    club.start();
    let game = club.both_move(board(1, 1));
    let seats = club.seats(board(1, 1));
    club.world.discard_received();
    let draw = TableRequest::Offer { kind: OfferKind::Draw };
    assert_eq!(club.world.refused(seats.red, TableRequest::Resign.at(game)), Refusal::ResignTooEarly);
    let early = Refusal::Evening(EveningRefusal::DrawTooEarly { plies: 1 });
    assert_eq!(club.world.refused(seats.red, draw.at(game)), early);
    club.world.send(seats.red, TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false }.at(game));
    club.world.send(seats.red, TableRequest::Resign.at(game));
    club.read();
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Won(Color::Black)));
    club.world.discard_received();
    let rematch = TableRequest::Offer { kind: OfferKind::Rematch }.at(game);
    assert_eq!(club.world.refused(seats.red, rematch), Refusal::Offer(OfferRefusal::GameOver));
}

#[test]
fn who_comes_back_to_a_table_hears_that_the_game_is_of_an_evening() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    let game = club.both_move(board(1, 1));
    let an = club.players[0];
    club.lose(an);
    let (_, received) = club.world.resume(an, []);
    let calls = received.into_iter().filter_map(|message| match message {
        ServerMessage::Evening(EveningMessage::Called { board, game, .. }) => Some((board, game)),
        _ => None,
    });
    assert_eq!(calls.collect::<Vec<_>>(), [(Some(board(1, 1)), Some(game))]);
}

#[test]
fn nobody_aborts_a_game_and_a_missed_first_move_is_a_forfeit() {
    let mut club = Club::with(swiss(), 2);
    club.start();
    let game = club.game(board(1, 1)).expect("both are there");
    let seats = club.seats(board(1, 1));
    for client in [seats.red, seats.black] {
        club.world.discard_received();
        assert_eq!(club.world.refused(client, TableRequest::Abort.at(game)), Refusal::AbortTooLate);
    }
    club.advance(limits::OBJECTION_MS);
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::One(Color::Red))));
}

#[test]
fn both_who_leave_a_running_game_do_not_get_the_late_limit_again() {
    let quarter = 2 * limits::BOTH_AWAY_MS;
    let mut plan = EveningPlan { pace: Pace::ByHand, ..swiss() };
    for time in [&mut plan.terms.challenger_time, &mut plan.terms.opponent_time] {
        time.game_ms = u32::try_from(quarter).expect("an hour");
    }
    let mut club = Club::with(plan, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    club.both_move(board(1, 1));
    for client in club.players.clone() {
        club.lose(client);
    }
    club.advance(limits::BOTH_AWAY_MS + 1_000);
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::Both)));
}

#[test]
fn a_result_that_is_undone_is_played_anew_at_once_and_after_a_restart() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    club.finish(board(1, 1), Some(Color::Red));
    let first = club.game(board(1, 1)).expect("its game can be watched");
    club.advance(2 * u64::from(LATE_MS));
    club.world.discard_received();
    let event = u32::try_from(club.tournament.records().len() - 1).expect("few");
    club.record(Event::Undone { event, why: "看错了".into() });
    let second = club.game(board(1, 1)).expect("another game begins");
    assert_ne!(first, second);
    for client in club.players.clone() {
        assert_eq!(club.calls(client), [(Some(board(1, 1)), Some(second))], "they are told");
    }
    club.finish(board(1, 1), None);
}

#[test]
fn in_an_arena_a_result_that_is_typed_in_ends_the_game() {
    let rules = chuhe_tournaments::ArenaRules { min_games: 1, max_games: 9, streaks: false };
    let mut club = Club::with(plan(System::Arena(rules)), 2);
    club.start();
    let game = club.both_move(board(1, 1));
    club.record(Event::Finished { board: board(1, 1), winner: None });
    let open =
        |club: &Club, game| club.world.hub.operators().open_games().any(|it| it.game == game && !it.is_over);
    assert!(!open(&club, game), "it would go on for nothing");
    club.advance(limits::EVENING_WAVE_MS + 1_000);
    assert_eq!(club.rounds(), 2);
    club.finish(board(2, 1), Some(Color::Red));
}

#[test]
fn an_arena_pairs_only_who_is_there_and_ends_when_nobody_plays_any_more() {
    let rules = chuhe_tournaments::ArenaRules { min_games: 1, max_games: 9, streaks: false };
    let mut club = Club::with(plan(System::Arena(rules)), 4);
    club.start();
    club.finish_round();
    for client in club.players.clone() {
        club.lose(client);
    }
    let length = club.tournament.records().len();
    club.advance(20 * limits::EVENING_WAVE_MS);
    assert_eq!(club.tournament.records().len(), length, "nobody is paired");
    for n in [0, 1, 2] {
        let client = club.players[n];
        club.resume(client);
    }
    club.advance(limits::EVENING_WAVE_MS + 1_000);
    assert_eq!((club.rounds(), club.tournament.state().rounds[1].boards.len()), (2, 1));
    club.finish_round();
    let leaving = club.players[..3].to_vec();
    for client in leaving {
        club.lose(client);
    }
    club.advance(31 * 60_000);
    assert_eq!(club.tournament.state().phase, chuhe_tournaments::Phase::Ended);
    let event = u32::try_from(club.tournament.records().len() - 1).expect("few");
    club.record(Event::Undone { event, why: "他们回来了".into() });
    club.advance(limits::EVENING_WAVE_MS + 1_000);
    assert_eq!(club.tournament.state().phase, chuhe_tournaments::Phase::Running, "they have time to come");
}

#[test]
fn those_who_are_late_together_lose_in_one_message() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 6);
    club.start();
    for client in club.players.clone() {
        club.lose(client);
    }
    club.organise(EveningCommand::PairNext);
    club.advance(u64::from(LATE_MS) - 5_000);
    club.world.advance(6_000);
    let records = |message: &ServerMessage| match message {
        ServerMessage::Evening(EveningMessage::Records { records, .. }) => Some(records.len()),
        _ => None,
    };
    let received = club.world.received(club.organiser);
    assert_eq!(received.iter().filter_map(records).collect::<Vec<_>>(), [3]);
}

#[test]
fn players_whom_the_organiser_pairs_by_hand_are_called() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 3);
    club.start();
    club.world.discard_received();
    let pairing = chuhe_tournaments::Pairing {
        boards: vec![PerColor::new(PlayerId(3), PlayerId(1))],
        bye: Some(PlayerId(2)),
    };
    club.record(Event::PairedByHand { pairing, why: "请假".into() });
    let game = club.game(board(1, 1));
    assert!(game.is_some());
    for (n, calls) in [(0, vec![(Some(board(1, 1)), game)]), (1, vec![(None, None)])] {
        let client = club.players[n];
        assert_eq!(club.calls(client), calls);
    }
}

#[test]
fn whose_game_does_not_begin_at_once_are_called_once_without_it() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    let away = club.players[1];
    club.lose(away);
    club.organise(EveningCommand::PairNext);
    club.advance(1_000);
    let here = club.players[0];
    assert_eq!(club.calls(here), [(Some(board(1, 1)), None)]);
    club.resume(away);
    let game = club.game(board(1, 1));
    assert!(game.is_some());
    assert_eq!(club.calls(here), [(Some(board(1, 1)), game)]);
}

#[test]
fn players_are_called_to_boards_that_are_paused() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::Pause { board: None });
    club.world.discard_received();
    club.organise(EveningCommand::PairNext);
    let client = club.players[0];
    assert_eq!(club.calls(client), [(Some(board(1, 1)), None)]);
    club.organise(EveningCommand::Continue { board: None });
    let game = club.game(board(1, 1));
    assert_eq!(club.calls(client), [(Some(board(1, 1)), game)]);
}

#[test]
fn who_waits_to_begin_is_called_if_the_opponent_leaves_meanwhile() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 4);
    club.start();
    club.world.discard_received();
    // the first board begins in this step, the second one in a later one
    club.organise(EveningCommand::PairNext);
    let seats = club.seats(board(1, 2));
    assert_eq!(club.calls(seats.red), []);
    club.lose(seats.black);
    assert_eq!(club.calls(seats.red), [(Some(board(1, 2)), None)]);
}

#[test]
fn who_withdraws_loses_the_running_game_and_may_return() {
    let mut club = Club::with(swiss(), 4);
    club.start();
    club.both_move(board(1, 1));
    let code = club.code;
    let red = club.seats(board(1, 1)).red;
    club.world.send(red, EveningRequest::Withdraw { code });
    club.read();
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Won(Color::Black)));
    // before both have moved it is no game
    let black = club.seats(board(1, 2)).black;
    club.world.send(black, EveningRequest::Withdraw { code });
    club.read();
    assert_eq!(club.outcome(board(1, 2)), Some(Outcome::Forfeited(Absent::One(Color::Black))));
    club.world.send(red, EveningRequest::Return { code });
    club.world.send(black, EveningRequest::Return { code });
    club.advance(u64::from(BREAK_MS) + 1_000);
    assert_eq!(club.tournament.state().rounds[1].boards.len(), 2);
}

#[test]
fn both_lose_if_neither_is_there() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    for client in club.players.clone() {
        club.lose(client);
    }
    club.organise(EveningCommand::PairNext);
    club.advance(u64::from(LATE_MS) + 1_000);
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::Both)));
}

#[test]
fn a_game_whose_board_is_annulled_or_decided_by_hand_ends() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 4);
    club.start();
    club.organise(EveningCommand::PairNext);
    club.both_move(board(1, 1));
    club.record(Event::Forfeited { board: board(1, 2), absent: Absent::Both });
    let running = |club: &Club| club.world.hub.operators().open_games().filter(|game| !game.is_over).count();
    assert_eq!(running(&club), 1);
    club.record(Event::Annulled { round: 1, why: "重排".into() });
    assert_eq!((running(&club), club.rounds()), (0, 0));
    club.organise(EveningCommand::PairNext);
    assert_eq!(running(&club), 1, "one game begins in a step");
    club.advance(1_000);
    assert_eq!(running(&club), 2, "everyone is free at once");
}

#[test]
fn the_name_of_a_guest_is_held_until_the_evening_ends() {
    let mut club = Club::with(swiss(), 2);
    let guest = club.players[0];
    let is_known =
        |club: &Club| club.world.hub.operators().known_players().any(|it| it.player == guest.player);
    club.world.send(guest, chuhe_protocol::DoorRequest::Quit);
    club.advance(3 * limits::GUEST_NAME_MS);
    assert!(is_known(&club));
    let guest = club.resume(guest);
    let code = club.code;
    club.world.send(guest, EveningRequest::Withdraw { code });
    club.lose(guest);
    club.advance(2 * limits::GUEST_NAME_MS);
    assert!(!is_known(&club));
}

#[test]
fn rounds_are_told_rarely_and_records_at_once() {
    let mut club = Club::with(swiss(), 8);
    club.start();
    for n in 1..=4 {
        club.both_move(board(1, n));
    }
    club.advance(1_000);
    club.world.discard_received();
    for (n, message) in club.round.clone().expect("a round").boards.into_iter().enumerate() {
        let seats = club.seats(board(1, u16::try_from(n + 1).expect("few")));
        club.world.send(seats.red, TableRequest::Resign.at(message.game.expect("it has begun")));
    }
    let count = |received: &[ServerMessage], is_wanted: fn(&EveningMessage) -> bool| {
        let is_it = |message: &&ServerMessage| matches!(message, ServerMessage::Evening(it) if is_wanted(it));
        received.iter().filter(is_it).count()
    };
    let is_round = |message: &EveningMessage| matches!(message, EveningMessage::Round(_));
    let received = club.world.received(club.organiser);
    assert_eq!(count(&received, |message| matches!(message, EveningMessage::Records { .. })), 4);
    assert_eq!(count(&received, is_round), 1, "{received:?}");
    club.world.advance(limits::EVENING_ROUND_MS);
    let received = club.world.received(club.organiser);
    assert_eq!(count(&received, is_round), 1, "{received:?}");
}

#[test]
fn players_who_come_and_go_do_not_delay_the_next_round() {
    let mut club = Club::with(swiss(), 4);
    club.start();
    club.finish_round();
    let (code, player) = (club.code, club.players[1]);
    for request in [EveningRequest::Withdraw { code }, EveningRequest::Return { code }] {
        club.advance(u64::from(BREAK_MS) / 3);
        club.world.send(player, request);
        club.read();
    }
    club.advance(u64::from(BREAK_MS) / 3 + 1_000);
    assert_eq!(club.rounds(), 2);
}

#[test]
fn late_limits_count_anew_after_a_pause() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    let away = club.players[0];
    club.lose(away);
    club.organise(EveningCommand::PairNext);
    let since = club.world.now();
    club.world.handle(Input::StoreStalled(since));
    club.world.received(club.organiser);
    // everyone stays connected
    let here = [club.players[1], club.organiser];
    club.world.advance_with(&here, 2 * u64::from(LATE_MS));
    club.world.handle(Input::StoreRecovered);
    club.world.received(club.organiser);
    club.advance(u64::from(LATE_MS) - 10_000);
    assert_eq!(club.outcome(board(1, 1)), None);
    club.advance(20_000);
    assert!(matches!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::One(_)))));
}
