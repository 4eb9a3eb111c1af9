//! What events do, when they are refused, and that each can be undone.

use crate::support::{Dice, Evening, assert_consistent, entry, swiss};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    AbsenceRule, Absent, BadJournal, BadRegulations, BoardId, Concession, Entry, Event, LateEntry, MAX_TEXT,
    NoPairing, Outcome, Pairing, Phase, PlayerId, Points, Presence, Refusal, Regulations, RoundRobinRules,
    Score, SwissRules, System, TieBreak, Tournament, next_pairing, sheets,
};

const RED: Option<Color> = Some(Color::Red);

fn why() -> String {
    "the clock had stopped".to_owned()
}

fn board(round: u16, board: u16) -> BoardId {
    BoardId { round, board }
}

/// A journal with every kind of event but the undo, and two rounds with results.
fn everything() -> Evening {
    let late_entry = LateEntry { last_round: 3, points: 1 };
    let mut evening = Evening::new(Regulations { check_in: true, late_entry, ..swiss(5) });
    for name in ["Ada", "Bo", "Chen", "Dora", "Emil", "Fa"] {
        evening.expect(Event::Entered(entry(name)));
    }
    (1..=5).for_each(|id| evening.expect(Event::CheckedIn(PlayerId(id))));
    evening.expect(Event::Started { seed: 5 });
    evening.expect(Event::Excused { player: PlayerId(5), round: 2 });
    evening.pair().expect("four and a bye");
    evening.expect(Event::Fouled { board: board(1, 1), side: Color::Red });
    evening.expect(Event::Finished { board: board(1, 1), winner: RED });
    evening.expect(Event::Forfeited { board: board(1, 2), absent: Absent::One(Color::Black) });
    evening.expect(Event::Corrected { board: board(1, 1), outcome: Outcome::Drawn, why: why() });
    evening.expect(Event::EnteredLate(entry("Gao")));
    evening.expect(Event::Returned(PlayerId(6)));
    let proposal = next_pairing(&evening.tournament).expect("six without the one excused");
    evening.expect(Event::PairedByHand { pairing: proposal.pairing.clone(), why: why() });
    let mut repaired = proposal.pairing;
    let first = repaired.boards[0];
    repaired.boards[0] = PerColor::new(first.black, first.red);
    evening.expect(Event::Repaired { round: 2, pairing: repaired, why: why() });
    evening.expect(Event::Annulled { round: 2, why: why() });
    evening.expect(Event::Conceded { rule: Concession::SecondByes, why: why() });
    evening.pair().expect("the round is paired anew");
    evening.play(&mut Dice::new(1), 0);
    evening.expect(Event::Withdrew(PlayerId(2)));
    evening.expect(Event::Ended);
    evening
}

#[test]
fn every_event_can_be_undone_and_the_undo_as_well() {
    let evening = everything();
    let before = evening.tournament.clone();
    let regulations = before.regulations().clone();
    let (mut possible, mut needed) = (0, 0);
    for event in 0..before.records().len() as u32 {
        let mut changed = everything();
        let without = before.records().iter().enumerate().filter(|(at, _)| *at != event as usize);
        let expected = Tournament::fold(regulations.clone(), without.map(|(_, record)| record.clone()));
        let undone = changed.record(Event::Undone { event, why: why() });
        assert_eq!(before.check_undo(event), undone, "it is said before");
        match undone {
            Ok(()) => {
                possible += 1;
                assert_eq!(Ok(changed.tournament.state()), expected.as_ref().map(|it| it.state()));
                let undo = before.records().len() as u32;
                changed.expect(Event::Undone { event: undo, why: why() });
                assert_eq!(changed.tournament.state(), before.state());
                assert_eq!(changed.tournament.check_undo(undo), Err(Refusal::NothingToUndo(undo)));
                assert_eq!(
                    changed.record(Event::Undone { event: undo, why: why() }),
                    Err(Refusal::NothingToUndo(undo))
                );
            }
            Err(Refusal::StillNeeded { event: later }) => {
                needed += 1;
                let entered = |at: u32| before.records()[at as usize].event.entry().is_some();
                if entered(event) && entered(later) {
                    assert!(
                        (event + 1..later).all(|at| !entered(at)),
                        "the next player would have its number"
                    );
                    continue;
                }
                let BadJournal::Event { event: at, .. } = expected.expect_err("it is needed") else {
                    panic!("the regulations are usable");
                };
                // without the event, later ones have numbers one smaller
                assert_eq!(later as usize, at + 1);
                assert_eq!(changed.tournament, before, "a refused undo changes nothing");
            }
            Err(other) => panic!("event {event}: {other}"),
        }
    }
    assert!(possible >= 5 && needed >= 5, "{possible} can be undone, {needed} are needed");
}

#[test]
fn an_entry_is_undone_only_while_nobody_entered_after_it() {
    let mut evening = Evening::new(swiss(3));
    evening.expect(Event::Entered(entry("Ada")));
    evening.expect(Event::Entered(entry("Bo")));
    let mut undo = |event| evening.record(Event::Undone { event, why: why() });
    assert_eq!(undo(0), Err(Refusal::StillNeeded { event: 1 }), "Bo would become the first");
    assert_eq!(undo(1), Ok(()));
    evening.expect(Event::Entered(entry("Chen")));
    let again = evening.record(Event::Undone { event: 2, why: why() });
    assert_eq!(again, Err(Refusal::StillNeeded { event: 3 }), "Chen is the second");
}

#[test]
fn all_events_can_be_undone_from_the_last_to_the_first() {
    let mut evening = everything();
    for event in (0..evening.tournament.records().len() as u32).rev() {
        evening.expect(Event::Undone { event, why: why() });
    }
    assert_eq!(evening.tournament.state(), &chuhe_tournaments::State::default());
    assert_consistent(&evening.tournament);
}

#[test]
fn an_entry_list_is_checked_line_by_line() {
    let mut evening = Evening::new(swiss(3));
    evening.expect(Event::Entered(Entry { account: Some(7), ..entry("Li Wei") }));
    let refused = |evening: &mut Evening, entry: Entry| evening.record(Event::Entered(entry));
    assert_eq!(refused(&mut evening, entry(" li  WEI ")), Err(Refusal::DoubledName(PlayerId(1))));
    let club = Entry { club: Some("Class 3".to_owned()), ..entry("Li Wei") };
    assert_eq!(refused(&mut evening, club.clone()), Ok(()), "the class tells them apart");
    assert_eq!(refused(&mut evening, club), Err(Refusal::DoubledName(PlayerId(2))));
    let account = Entry { account: Some(7), ..entry("Wang") };
    assert_eq!(refused(&mut evening, account), Err(Refusal::DoubledAccount(PlayerId(1))));
    assert_eq!(refused(&mut evening, entry(" \t")), Err(Refusal::Name));
    assert_eq!(refused(&mut evening, entry("x".repeat(MAX_TEXT + 1))), Err(Refusal::Name));
    let club = Entry { club: Some("x".repeat(MAX_TEXT + 1)), ..entry("Zhao") };
    assert_eq!(refused(&mut evening, club), Err(Refusal::TextTooLong));
    for number in 3..=chuhe_tournaments::MAX_PLAYERS {
        evening.expect(Event::Entered(entry(format!("Player {number}"))));
    }
    assert_eq!(refused(&mut evening, entry("one too many")), Err(Refusal::Full));
}

#[test]
fn who_withdrew_before_the_start_enters_again_with_another_club() {
    let mut evening = Evening::new(swiss(3));
    let of_club = |club: &str| Entry { account: Some(7), club: Some(club.to_owned()), ..entry("Li Wei") };
    evening.expect(Event::Entered(of_club("Clas 3")));
    evening.expect(Event::Entered(entry("Ada")));
    let again = Event::Entered(of_club("Class 3"));
    assert_eq!(evening.record(again.clone()), Err(Refusal::DoubledAccount(PlayerId(1))), "they are here");
    evening.expect(Event::Withdrew(PlayerId(1)));
    evening.expect(again);
    let players = &evening.tournament.state().players;
    assert_eq!(players.len(), 2);
    assert_eq!((players[0].entry.club.as_deref(), players[0].presence), (Some("Class 3"), Presence::Here));
    evening.expect(Event::Started { seed: 0 });
    evening.expect(Event::Withdrew(PlayerId(1)));
    let late = Event::EnteredLate(of_club("Class 4"));
    assert_eq!(evening.record(late), Err(Refusal::DoubledAccount(PlayerId(1))), "they have a number now");
    assert_consistent(&evening.tournament);
}

#[test]
fn a_tournament_needs_two_who_are_here() {
    let mut evening = Evening::new(Regulations { check_in: true, ..swiss(3) });
    let started = Event::Started { seed: 0 };
    assert_eq!(evening.record(started.clone()), Err(Refusal::TooFewPlayers { present: 0 }));
    ["Ada", "Bo"].into_iter().for_each(|name| evening.expect(Event::Entered(entry(name))));
    evening.expect(Event::CheckedIn(PlayerId(1)));
    assert_eq!(evening.record(Event::CheckedIn(PlayerId(1))), Err(Refusal::AlreadySo(PlayerId(1))));
    assert_eq!(evening.record(Event::CheckedIn(PlayerId(3))), Err(Refusal::NoSuchPlayer(PlayerId(3))));
    assert_eq!(evening.record(started.clone()), Err(Refusal::TooFewPlayers { present: 1 }));
    evening.expect(Event::CheckedIn(PlayerId(2)));
    evening.expect(started.clone());
    assert_eq!(evening.record(started), Err(Refusal::HasBegun));
    assert_eq!(evening.record(Event::Entered(entry("Chen"))), Err(Refusal::HasBegun));
}

#[test]
fn who_is_missing_at_the_start_may_come_later() {
    let late_entry = LateEntry { last_round: 2, points: 1 };
    let mut evening = Evening::new(Regulations { check_in: true, late_entry, ..swiss(3) });
    for name in ["Ada", "Bo", "Chen"] {
        evening.expect(Event::Entered(entry(name)));
    }
    [1, 2].into_iter().for_each(|id| evening.expect(Event::CheckedIn(PlayerId(id))));
    evening.expect(Event::Started { seed: 0 });
    let state = evening.tournament.state();
    assert_eq!(state.players[2].presence, Presence::Missing);
    evening.round(&[RED]);
    evening.expect(Event::Returned(PlayerId(3)));
    evening.expect(Event::EnteredLate(entry("Dora")));
    evening.pair().expect("four take part");
    evening.play(&mut Dice::new(2), 0);
    let sheets = sheets(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!((sheets[2].lines[0].score, sheets[2].lines[0].points), (Score::Late, 1));
    assert_eq!(evening.record(Event::EnteredLate(entry("Emil"))), Err(Refusal::EntryClosed));
}

#[test]
fn results_are_checked() {
    let mut evening = Evening::begun(swiss(3), 4);
    let finished = |id| Event::Finished { board: id, winner: RED };
    assert_eq!(evening.record(finished(board(1, 1))), Err(Refusal::NoSuchBoard(board(1, 1))));
    evening.pair().expect("four take part");
    let correction = Event::Corrected { board: board(1, 1), outcome: Outcome::Drawn, why: why() };
    assert_eq!(evening.record(correction), Err(Refusal::NoResult(board(1, 1))));
    for id in [board(0, 1), board(1, 0), board(1, 3), board(2, 1)] {
        assert_eq!(evening.record(finished(id)), Err(Refusal::NoSuchBoard(id)));
    }
    evening.expect(finished(board(1, 1)));
    assert_eq!(evening.record(finished(board(1, 1))), Err(Refusal::HasResult(board(1, 1))));
    let forfeited = Event::Forfeited { board: board(1, 1), absent: Absent::Both };
    assert_eq!(evening.record(forfeited), Err(Refusal::HasResult(board(1, 1))));
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::NotNow(Refusal::GamesRunning(1))));
    assert_eq!(evening.record(Event::Ended), Err(Refusal::GamesRunning(1)));
    let silent = Event::Corrected { board: board(1, 1), outcome: Outcome::Drawn, why: " ".to_owned() };
    assert_eq!(evening.record(silent), Err(Refusal::ReasonMissing));
    evening.expect(finished(board(1, 2)));
    evening.expect(Event::Ended);
    assert_eq!(evening.tournament.state().phase, Phase::Ended);
    assert_eq!(evening.record(finished(board(1, 2))), Err(Refusal::HasEnded));
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::NotNow(Refusal::HasEnded)));
}

#[test]
fn pairings_by_hand_keep_the_rules() {
    let mut evening = Evening::begun(swiss(3), 5);
    let seats = |red, black| PerColor::new(PlayerId(red), PlayerId(black));
    let by_hand = |boards: Vec<PerColor<PlayerId>>, bye: Option<u16>| Event::PairedByHand {
        pairing: Pairing { boards, bye: bye.map(PlayerId) },
        why: why(),
    };
    let mut refusal = |event| evening.record(event).expect_err("the pairing is impossible");
    assert_eq!(refusal(by_hand(vec![], Some(1))), Refusal::NoBoard);
    assert_eq!(refusal(by_hand(vec![seats(1, 1)], None)), Refusal::PairedTwice(PlayerId(1)));
    assert_eq!(refusal(by_hand(vec![seats(1, 2), seats(3, 4)], None)), Refusal::LeftOut(PlayerId(5)));
    let stranger = by_hand(vec![seats(1, 2), seats(3, 4), seats(5, 6)], None);
    assert_eq!(refusal(stranger), Refusal::NotTakingPart(PlayerId(6)));
    evening.expect(by_hand(vec![seats(1, 2), seats(3, 4)], Some(5)));
    evening.play(&mut Dice::new(0), 0);
    let again = by_hand(vec![seats(2, 1), seats(3, 5)], Some(4));
    let met = Refusal::HaveMet { players: [PlayerId(2), PlayerId(1)], round: 1 };
    assert_eq!(evening.record(again.clone()), Err(met));
    let bye = by_hand(vec![seats(1, 3), seats(2, 4)], Some(5));
    assert_eq!(evening.record(bye), Err(Refusal::HadBye(PlayerId(5))));
    evening.expect(Event::Conceded { rule: Concession::SecondMeetings, why: why() });
    let twice = Event::Conceded { rule: Concession::SecondMeetings, why: why() };
    assert_eq!(evening.record(twice), Err(Refusal::ConcededBefore(Concession::SecondMeetings)));
    evening.expect(again);
}

#[test]
fn a_repair_exchanges_players_without_a_result_only() {
    let mut evening = Evening::begun(swiss(3), 6);
    evening.pair().expect("six take part");
    evening.expect(Event::Finished { board: board(1, 1), winner: RED });
    let round = &evening.tournament.state().rounds[0];
    let pairing = Pairing { boards: round.boards.iter().map(|it| it.seats).collect(), bye: None };
    let repair = |pairing, round| Event::Repaired { round, pairing, why: why() };
    let mut touched = pairing.clone();
    (touched.boards[0].red, touched.boards[1].red) = (pairing.boards[1].red, pairing.boards[0].red);
    assert_eq!(evening.record(repair(touched, 1)), Err(Refusal::NotARepair));
    let mut smaller = pairing.clone();
    smaller.boards.pop();
    assert_eq!(evening.record(repair(smaller, 1)), Err(Refusal::NotARepair));
    let mut exchanged = pairing.clone();
    (exchanged.boards[1].red, exchanged.boards[2].red) = (pairing.boards[2].red, pairing.boards[1].red);
    assert_eq!(evening.record(repair(exchanged.clone(), 2)), Err(Refusal::NotTheLastRound(2)));
    evening.expect(repair(exchanged.clone(), 1));
    let mut second = Evening::begun(swiss(3), 4);
    second.round(&[RED, RED]);
    second.pair().expect("all may meet others");
    let met = second.tournament.state().rounds[0].boards.iter().map(|board| board.seats).collect();
    let refusal = second.record(repair(Pairing { boards: met, bye: None }, 2));
    assert!(matches!(refusal, Err(Refusal::HaveMet { round: 1, .. })), "{refusal:?}");
    let state = evening.tournament.state();
    assert_eq!(state.rounds[0].boards[0].outcome, Some(Outcome::Won(Color::Red)), "its result stays");
    assert_eq!(state.rounds[0].boards[1].seats, exchanged.boards[1]);
}

#[test]
fn who_is_absent_too_often_is_out_until_they_return() {
    for (rule, rounds) in [(AbsenceRule::InARow(2), 2), (AbsenceRule::InAll(1), 1)] {
        let mut evening = Evening::begun(Regulations { absence: rule, ..swiss(5) }, 6);
        for _ in 0..rounds {
            evening.pair().expect("there is a pairing");
            for id in evening.running() {
                let seats = evening.tournament.state().board(id).expect("it exists").seats;
                let absent = Color::ALL.into_iter().find(|side| seats[*side] == PlayerId(1));
                evening.expect(match absent {
                    Some(side) => Event::Forfeited { board: id, absent: Absent::One(side) },
                    None => Event::Finished { board: id, winner: None },
                });
            }
        }
        let (regulations, state) = (evening.tournament.regulations(), evening.tournament.state());
        assert!(state.is_out(regulations, PlayerId(1)));
        assert_eq!(state.next_players(regulations).len(), 5);
        evening.expect(Event::Returned(PlayerId(1)));
        let (regulations, state) = (evening.tournament.regulations(), evening.tournament.state());
        assert!(!state.is_out(regulations, PlayerId(1)));
        assert_eq!(state.next_players(regulations).len(), 6);
        assert_eq!(evening.record(Event::Returned(PlayerId(1))), Err(Refusal::AlreadySo(PlayerId(1))));
    }
}

#[test]
fn an_excuse_is_no_absence_and_concerns_future_rounds() {
    let points = Points { excused: 1, ..Points::CHINESE };
    let mut evening = Evening::begun(Regulations { points, absence: AbsenceRule::InAll(1), ..swiss(3) }, 5);
    evening.expect(Event::Excused { player: PlayerId(1), round: 1 });
    let again = Event::Excused { player: PlayerId(1), round: 1 };
    assert_eq!(evening.record(again), Err(Refusal::AlreadySo(PlayerId(1))));
    assert_eq!(
        evening.record(Event::Excused { player: PlayerId(1), round: 4 }),
        Err(Refusal::RoundPassed(4))
    );
    evening.pair().expect("four take part");
    assert_eq!(evening.tournament.state().rounds[0].bye, None);
    evening.play(&mut Dice::new(0), 0);
    assert_eq!(evening.points(1), 1);
    assert_eq!(
        evening.record(Event::Excused { player: PlayerId(2), round: 1 }),
        Err(Refusal::RoundPassed(1))
    );
    assert_eq!(evening.tournament.state().next_players(evening.tournament.regulations()).len(), 5);
}

#[test]
fn games_of_a_player_who_leaves_a_round_robin_early_count_for_nobody() {
    let system = System::RoundRobin(RoundRobinRules { cycles: 1, void_below_half: true });
    let played = |rounds: usize| {
        let mut evening = Evening::begun(Regulations::of(system), 6);
        for _ in 0..rounds {
            evening.round(&[RED, RED, RED]);
        }
        evening.expect(Event::Withdrew(PlayerId(1)));
        evening.play_all(&mut Dice::new(3), 0);
        assert_consistent(&evening.tournament);
        let sheets = sheets(evening.tournament.regulations(), evening.tournament.state());
        sheets[0].lines.iter().map(|line| line.score).collect::<Vec<_>>()
    };
    assert_eq!(played(2), [Score::Void; 5]);
    assert_eq!(played(3)[3..], [Score::ForfeitLoss; 2]);
    // two of four games are half of them: with five players, 1 rests in round 1
    let mut evening = Evening::begun(Regulations::of(system), 5);
    for _ in 0..3 {
        evening.round(&[RED, RED]);
    }
    evening.expect(Event::Withdrew(PlayerId(1)));
    let sheets = sheets(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!(sheets[0].played().count(), 2);
}

#[test]
fn usable_regulations_are_within_their_limits() {
    let bad = |change: fn(&mut Regulations)| {
        let mut regulations = swiss(3);
        change(&mut regulations);
        Tournament::new(regulations).expect_err("the regulations are unusable")
    };
    assert_eq!(
        bad(|it| it.system = System::Swiss(SwissRules { rounds: 0, clubs_apart_rounds: 0 })),
        BadRegulations::Length
    );
    assert_eq!(bad(|it| it.points.win = 101), BadRegulations::Points);
    assert_eq!(bad(|it| it.points.draw = 3), BadRegulations::Points);
    assert_eq!(bad(|it| it.absence = AbsenceRule::InARow(0)), BadRegulations::Absence);
    assert_eq!(
        bad(|it| it.tie_breaks = vec![TieBreak::Wins, TieBreak::Wins]),
        BadRegulations::DoubledTieBreak(TieBreak::Wins)
    );
}
