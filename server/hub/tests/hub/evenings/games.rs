//! The games of an evening, for those who export them.

use super::*;
use chuhe_protocol::{ArchiveMessage, ArchiveRequest, Event as GameEvent, Refusal};

/// The games that gave results, as a client receives them.
fn games(club: &mut Club, client: Client) -> Vec<(BoardId, GameId)> {
    let code = club.code;
    club.world.received(client);
    club.world.send(client, EveningRequest::Games { code });
    let received = club.world.received(client);
    let [ServerMessage::Evening(EveningMessage::Games { games, more: false, .. })] = &received[..] else {
        panic!("{received:?}")
    };
    games.clone()
}

fn fetch(club: &mut Club, client: Client, game: GameId) -> Result<Vec<GameEvent>, Refusal> {
    club.world.received(client);
    club.world.send(client, ArchiveRequest::FetchGame { game, from: 0 });
    match &club.world.received(client)[..] {
        [ServerMessage::Archive(ArchiveMessage::FinishedGame { events, more: false, .. })] => {
            Ok(events.clone())
        }
        [ServerMessage::Refused { reason, .. }] => Err(*reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_games_of_all_rounds_are_listed_and_read_until_the_end_and_after_a_restart() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 4);
    club.start();
    let mut played = Vec::new();
    for round in 1..=2 {
        club.organise(EveningCommand::PairNext);
        for n in 1..=2 {
            played.push((board(round, n), club.game(board(round, n)).expect("both are there")));
        }
        let running = played.last().expect("there are games").1;
        let organiser = club.organiser;
        assert_eq!(fetch(&mut club, organiser, running), Err(Refusal::NoSuchGame), "it is not over");
        club.finish_round();
    }
    let stranger = club.world.join("Stranger");
    assert_eq!(games(&mut club, stranger), played);
    let events = fetch(&mut club, stranger, played[0].1).expect("the evening is public");
    assert!(events.iter().any(|event| matches!(event, GameEvent::Ended { .. })));
    // a game of the requester has an own view, and one of nobody's is none
    let red = club.seats(played[0].0).red;
    assert!(fetch(&mut club, red, played[0].1).is_ok());
    assert_eq!(fetch(&mut club, stranger, GameId(1)), Err(Refusal::NoSuchGame));
    club.world.crash(1_000);
    let (organiser, _) = club.world.resume(club.organiser, []);
    club.organiser = organiser;
    club.follow();
    assert_eq!(games(&mut club, organiser), played);
    assert!(fetch(&mut club, organiser, played[1].1).is_ok());
}

#[test]
fn games_of_an_evening_that_is_not_public_are_read_by_who_has_its_code() {
    let plan = EveningPlan { is_public: false, pace: Pace::ByHand, ..swiss() };
    let mut club = Club::with(plan, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    let game = club.game(board(1, 1)).expect("both are there");
    club.finish(board(1, 1), None);
    let stranger = club.world.join("Stranger");
    assert_eq!(fetch(&mut club, stranger, game), Err(Refusal::NoSuchGame));
    let code = club.code;
    club.world.send(stranger, EveningRequest::Follow { code });
    assert!(fetch(&mut club, stranger, game).is_ok());
    assert_eq!(games(&mut club, stranger), [(board(1, 1), game)]);
}

#[test]
fn a_game_that_an_organiser_stops_says_so_and_is_none_of_the_evening() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    let game = club.both_move(board(1, 1));
    let red = club.seats(board(1, 1)).red;
    club.record(Event::Finished { board: board(1, 1), winner: None });
    let stopped = chuhe_rules::Outcome::Aborted(chuhe_rules::AbortReason::Organiser);
    let is_stopped =
        |event: &GameEvent| matches!(event, GameEvent::Ended { outcome, .. } if *outcome == stopped);
    assert!(club.world.journal(red, game).iter().any(is_stopped));
    let organiser = club.organiser;
    assert_eq!(games(&mut club, organiser), []);
}
