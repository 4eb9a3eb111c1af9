//! Games of evenings: how they begin, and what becomes of them.

use super::*;
use chuhe_hub::Input;
use chuhe_protocol::{LobbyMessage, LobbyRequest, Refusal, limits};
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
    let early = Refusal::Offer(OfferRefusal::DrawTooOften { plies: 1 });
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
fn a_board_waits_again_after_an_abort_and_is_forfeited_for_a_missed_first_move() {
    let mut club = Club::with(swiss(), 2);
    club.start();
    let first = club.game(board(1, 1)).expect("both are there");
    let seats = club.seats(board(1, 1));
    club.world.send(seats.black, TableRequest::Abort.at(first));
    let second = club.game(board(1, 1)).expect("both are there still");
    assert_ne!(first, second);
    assert_eq!(club.outcome(board(1, 1)), None);
    club.advance(limits::OBJECTION_MS);
    assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Forfeited(Absent::One(Color::Red))));
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
    club.advance(1_000);
    let sent = club.world.sent;
    club.start();
    let rounds = club.world.frames.len();
    assert!(club.world.sent > sent && rounds > 0);
    // each begun game touches the evening, and the state of the round is sent once
    club.world.discard_received();
    for n in 1..=4 {
        let game = club.round.as_ref().expect("a round").boards[n - 1].game;
        let seats = club.seats(board(1, u16::try_from(n).expect("few")));
        if let Some(game) = game {
            club.world.send(seats.red, TableRequest::Abort.at(game));
        }
    }
    let received = club.world.received(club.organiser);
    let is_round =
        |message: &&ServerMessage| matches!(message, ServerMessage::Evening(EveningMessage::Round(_)));
    assert!(received.iter().filter(is_round).count() <= 1, "{received:?}");
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
