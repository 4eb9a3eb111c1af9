//! Whole evenings.

use super::*;
use chuhe_protocol::{EveningStage, Refusal, limits};
use chuhe_tournaments::{Absent, ArenaRules, Phase, standings};

#[test]
fn a_club_plays_a_swiss_of_three_rounds() {
    let mut club = Club::with(swiss(), 8);
    let opened = club.opened.clone().expect("it was opened");
    assert!(opened.part.organises && opened.part.player.is_none());
    assert_eq!(club.tournament.state().players.len(), 8);
    club.start();
    assert!(matches!(club.tournament.records()[8].event, Event::Started { seed } if seed != 0));
    assert_eq!((club.rounds(), club.last().by), (1, 0), "the server pairs the first round at once");
    let red = club.seats(board(1, 1)).red;
    let calls = club.calls(red);
    assert!(matches!(calls[..], [(Some(_), Some(_))]), "one call for a game that begins at once: {calls:?}");

    // wins, a draw, a correction and its undo
    club.finish(board(1, 1), Some(Color::Red));
    club.finish(board(1, 2), Some(Color::Black));
    club.finish(board(1, 3), None);
    let why = "报错了".to_owned();
    club.record(Event::Corrected { board: board(1, 3), outcome: Outcome::Won(Color::Red), why: why.clone() });
    assert_eq!(club.outcome(board(1, 3)), Some(Outcome::Won(Color::Red)));
    let event = u32::try_from(club.tournament.records().len() - 1).expect("few");
    club.record(Event::Undone { event, why });
    assert_eq!(club.outcome(board(1, 3)), Some(Outcome::Drawn));
    assert_eq!(club.last().by, club.organiser.player.0);

    // an objection, which only those whom it concerns read
    let code = club.code;
    let loser = club.seats(board(1, 2)).red;
    let words = "他走了两步".to_owned();
    club.world.send(loser, EveningRequest::Object { code, board: board(1, 2), words: words.clone() });
    let objections = club.round().objections;
    assert!(
        matches!(&objections[..], [it] if it.board == board(1, 2) && it.words == words),
        "{objections:?}"
    );
    club.organise(EveningCommand::Overrule { board: board(1, 2) });
    assert_eq!(club.round().objections, []);
    club.finish(board(1, 4), Some(Color::Red));

    // one player leaves for good, and another is late
    let gone = club.seats(board(1, 4)).black;
    club.world.send(gone, EveningRequest::Withdraw { code });
    club.read();
    let late = club.seats(board(1, 1)).red;
    club.lose(late);
    club.advance(u64::from(BREAK_MS));
    assert_eq!(club.rounds(), 2, "the server pairs the next round after the break");
    let state = club.tournament.state();
    assert!(state.rounds[1].bye.is_some() && state.rounds[1].boards.len() == 3);
    let of_late = state.boards().filter(|(id, _)| id.round == 2).find_map(|(id, it)| {
        let side = Color::ALL.into_iter().find(|side| club.client(it.seats[*side]).player == late.player)?;
        Some((id, side))
    });
    let (waiting, side) = of_late.expect("the late player is paired");
    assert_eq!(club.game(waiting), None);
    club.advance(u64::from(LATE_MS));
    assert_eq!(club.outcome(waiting), Some(Outcome::Forfeited(Absent::One(side))));
    club.resume(late);
    club.finish_round();
    club.advance(u64::from(BREAK_MS) + 1_000);
    assert_eq!(club.rounds(), 3);
    club.finish_round();

    // the end
    assert_eq!(club.tournament.state().phase, Phase::Running);
    club.advance(limits::OBJECTION_MS - 10_000);
    assert_eq!(club.tournament.state().phase, Phase::Running);
    club.advance(20_000);
    assert_eq!(club.tournament.state().phase, Phase::Ended);
    club.check_meetings();
    let rows = standings(club.tournament.regulations(), club.tournament.state());
    assert_eq!(rows.len(), 8);
    club.world.send(club.organiser, EveningRequest::List);
    let Some(ServerMessage::Evening(EveningMessage::List { evenings })) =
        club.world.received(club.organiser).pop()
    else {
        panic!("no list");
    };
    assert_eq!(evenings.iter().map(|it| it.stage).collect::<Vec<_>>(), [EveningStage::Ended]);

    // it goes after some time
    club.world.advance_with(&[club.organiser], 10_000);
    club.world.lose(club.organiser);
    club.world.advance(limits::EVENING_KEPT_MS);
    assert!(club.world.stored.evenings.is_empty() && club.world.stored.evening_records.is_empty());
    assert!(club.world.stored.evening_boards.is_empty());
}

#[test]
fn an_evening_starts_by_itself_if_two_can_play() {
    for players in [1, 2] {
        let mut plan = swiss();
        plan.starts_at_ms = Some(60_000);
        plan.regulations.check_in = true;
        let mut club = Club::with(plan, 3);
        let code = club.code;
        for client in club.players[..players].iter().copied() {
            club.world.send(client, EveningRequest::CheckIn { code });
        }
        let left = club.round().next_in_ms.expect("the start is planned");
        club.advance(u64::from(left) - 1_000);
        assert_eq!(club.tournament.state().phase, Phase::Entry);
        club.advance(2_000);
        let phase = if players == 2 { Phase::Running } else { Phase::Entry };
        assert_eq!(club.tournament.state().phase, phase);
        assert_eq!(usize::from(club.rounds()), players - 1);
    }
}

#[test]
fn an_arena_pairs_who_waits_in_waves_until_the_organiser_ends_it() {
    let rules = ArenaRules { min_games: 1, max_games: 9, streaks: false };
    // its pace means nothing
    let arena = EveningPlan { pace: Pace::ByHand, ..plan(System::Arena(rules)) };
    let mut club = Club::with(arena, 4);
    club.start();
    assert_eq!(club.rounds(), 1);
    club.finish(board(1, 1), Some(Color::Red));
    club.advance(limits::EVENING_WAVE_MS);
    assert_eq!(club.rounds(), 1, "the two have just met");
    club.finish(board(1, 2), Some(Color::Black));
    club.advance(limits::EVENING_WAVE_MS);
    assert_eq!(club.rounds(), 2);
    club.finish_round();
    club.advance(5_000);
    club.record(Event::Ended);
    assert_eq!(club.tournament.state().phase, Phase::Ended);
}

#[test]
fn an_arena_ends_while_games_run_and_stops_them() {
    let rules = ArenaRules { min_games: 1, max_games: 9, streaks: false };
    let mut club = Club::with(plan(System::Arena(rules)), 4);
    club.start();
    let game = club.game(board(1, 1)).expect("both are there");
    club.finish(board(1, 2), Some(Color::Black));
    let red = club.seats(board(1, 1)).red;
    club.record(Event::Ended);
    assert_eq!((club.tournament.state().phase, club.outcome(board(1, 1))), (Phase::Ended, None));
    assert_eq!(club.round().boards, [], "no board waits");
    club.world.discard_received();
    assert_eq!(club.world.refused(red, TableRequest::Resign.at(game)), Refusal::GameOver);
    club.advance(limits::EVENING_WAVE_MS);
    assert_eq!(club.rounds(), 1);
}

#[test]
fn what_an_arena_left_at_its_end_waits_anew_once_that_is_undone() {
    let rules = ArenaRules { min_games: 1, max_games: 9, streaks: false };
    let mut club = Club::with(plan(System::Arena(rules)), 2);
    club.start();
    assert!(club.game(board(1, 1)).is_some(), "both are there");
    let red = club.seats(board(1, 1)).red;
    club.record(Event::Ended);
    club.lose(red);
    club.advance(2 * u64::from(LATE_MS));
    let event = u32::try_from(club.tournament.records().len() - 1).expect("few");
    club.record(Event::Undone { event, why: "一场未完".into() });
    club.advance(u64::from(LATE_MS) / 2);
    assert_eq!(club.outcome(board(1, 1)), None, "the late limit counts from the undo on");
    club.advance(u64::from(LATE_MS));
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::One(Color::Red))));
}

#[test]
fn an_organiser_who_pairs_by_hand_begins_each_round_and_ends_it() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 4);
    club.start();
    club.advance(300_000);
    assert_eq!(club.rounds(), 0);
    for round in 1..=3 {
        club.organise(EveningCommand::PairNext);
        assert_eq!((club.rounds(), club.last().by), (round, club.organiser.player.0));
        club.finish_round();
        club.advance(400_000);
    }
    assert_eq!(club.tournament.state().phase, Phase::Running);
    club.record(Event::Ended);
    assert_eq!(club.tournament.state().phase, Phase::Ended);
}

#[test]
fn wooden_boards_wait_for_their_organiser() {
    let mut club = Club::with(swiss(), 1);
    let wooden = |name: &str| chuhe_protocol::WoodenEntry { name: name.into(), club: None, rating: None };
    club.organise(EveningCommand::EnterAll(vec![wooden("老王"), wooden("老李"), wooden("老赵")]));
    assert_eq!(club.tournament.state().players.len(), 4);
    let code = club.code;
    let doubled = EveningCommand::EnterAll(vec![wooden("老刘"), wooden("老王")]);
    let refusal = club.world.refused(club.organiser, EveningRequest::Organise { code, command: doubled });
    assert!(matches!(refusal, Refusal::Evening(_)), "{refusal:?}");
    assert_eq!(club.tournament.state().players.len(), 4, "all or none");
    club.start();
    club.advance(u64::from(LATE_MS) + 10_000);
    assert_eq!(club.round().boards, [], "no board is on the server");
    for n in [1, 2] {
        assert_eq!(club.outcome(board(1, n)), None);
        club.record(Event::Finished { board: board(1, n), winner: None });
    }
    club.advance(u64::from(BREAK_MS));
    assert_eq!(club.rounds(), 2);
}
