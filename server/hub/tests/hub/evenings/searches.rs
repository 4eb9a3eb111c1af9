//! Pairing while other things happen: the hub's owner searches, and the hub goes on.

use super::*;
use crate::oracle;
use chuhe_hub::{Answer, Input};
use chuhe_protocol::{EveningRefusal, Refusal};

/// An evening that has begun, whose searches wait until they are answered.
fn begun(players: usize, pace: Pace) -> Club {
    let mut club = Club::with(EveningPlan { pace, ..swiss() }, players);
    club.world.answers_wait = true;
    club.start();
    club
}

fn rounds(club: &mut Club) -> usize {
    club.read();
    club.tournament.state().rounds.len()
}

fn answer(club: &mut Club) -> bool {
    club.world.answer_next(oracle::answer)
}

/// What an organiser of the evening is refused.
fn refusals(club: &mut Club) -> Vec<Refusal> {
    let received = club.world.received(club.organiser);
    let refusal =
        |message| if let ServerMessage::Refused { reason, .. } = message { Some(reason) } else { None };
    received.into_iter().filter_map(refusal).collect()
}

#[test]
fn other_games_go_on_while_a_round_is_paired() {
    let mut club = begun(2, Pace::ByHand);
    let [cy, di] = ["Cy", "Di"].map(|name| club.world.join(name));
    let mut table = club.world.begin(cy, di, timed(QUARTER));
    club.organise(EveningCommand::PairNext);
    club.world.play(&mut table, &["h2e2", "h9g7"]);
    assert_eq!(rounds(&mut club), 0);
    assert!(answer(&mut club));
    assert_eq!(rounds(&mut club), 1);
    assert!(club.game(board(1, 1)).is_some());
}

#[test]
fn a_pairing_of_those_who_were_there_before_is_searched_anew() {
    let mut club = begun(4, Pace::ByHand);
    club.organise(EveningCommand::PairNext);
    club.record(Event::Withdrew(PlayerId(4)));
    assert!(answer(&mut club), "the search that is of no use now");
    assert_eq!(rounds(&mut club), 0);
    assert!(answer(&mut club), "the search of the three who are left");
    assert_eq!(rounds(&mut club), 1);
    assert!(club.tournament.state().board(board(1, 2)).is_none(), "one has the bye");
}

#[test]
fn two_presses_pair_one_round() {
    let mut club = begun(4, Pace::ByHand);
    club.organise(EveningCommand::PairNext);
    club.organise(EveningCommand::PairNext);
    assert!(answer(&mut club));
    assert_eq!(rounds(&mut club), 1);
    assert!(!answer(&mut club), "no second search");
}

#[test]
fn a_round_that_is_due_is_searched_once_and_again_after_a_kill() {
    let mut club = begun(2, Pace::AfterAll { break_ms: BREAK_MS });
    club.world.advance(1_000);
    assert_eq!(club.world.pending(), 1);
    club.world.restart();
    assert_eq!(club.world.pending(), 1, "the search that was lost");
    assert!(answer(&mut club));
    assert_eq!(club.world.pending(), 0);
    club.organiser = club.resume(club.organiser);
    club.follow();
    assert_eq!(rounds(&mut club), 1);
}

#[test]
fn a_search_that_fails_is_told_and_not_repeated_by_itself() {
    let mut club = begun(2, Pace::AfterAll { break_ms: BREAK_MS });
    let pair = EveningRequest::Organise { code: club.code, command: EveningCommand::PairNext };
    club.world.send(club.organiser, pair);
    assert!(club.world.answer_next(|_, _| Answer::Failed));
    assert_eq!(refusals(&mut club), [Refusal::Evening(EveningRefusal::NoPairing)]);
    club.world.advance(BREAK_MS.into());
    assert_eq!(club.world.pending(), 0);
}

#[test]
fn an_answer_to_no_search_changes_nothing_and_who_has_left_is_told_nothing() {
    let mut club = begun(2, Pace::ByHand);
    club.record(Event::Withdrew(PlayerId(2)));
    club.organise(EveningCommand::PairNext);
    club.world.handle(Input::Disconnected(club.organiser.connection));
    // it refuses the single player: nobody is there to read it
    assert!(answer(&mut club));
    let unknown = chuhe_hub::QueryId(u64::MAX);
    club.world.handle(Input::Answered(unknown, Answer::Failed));
    club.world.hub.check_invariants();
    club.organiser = club.resume(club.organiser);
    club.follow();
    assert_eq!(rounds(&mut club), 0);
}

#[test]
fn a_round_that_is_due_waits_for_a_pause_that_began_while_it_was_paired() {
    let mut club = begun(2, Pace::AfterAll { break_ms: BREAK_MS });
    club.organise(EveningCommand::Pause { board: None });
    assert!(answer(&mut club));
    assert_eq!(rounds(&mut club), 0);
    club.organise(EveningCommand::Continue { board: None });
    club.world.advance(1_000);
    assert!(answer(&mut club));
    assert_eq!(rounds(&mut club), 1);
}

#[test]
fn whoever_leaves_and_returns_does_not_hold_a_round_up() {
    let mut club = begun(4, Pace::ByHand);
    club.organise(EveningCommand::PairNext);
    for _ in 0..8 {
        club.record(Event::Withdrew(PlayerId(4)));
        club.record(Event::Returned(PlayerId(4)));
        if !answer(&mut club) {
            break;
        }
    }
    assert_eq!(rounds(&mut club), 1);
}
