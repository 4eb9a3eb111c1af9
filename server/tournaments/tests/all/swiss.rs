//! The Swiss: who meets whom and why, who does not and why not, and what is left where nobody may meet.

#![expect(clippy::wildcard_enum_match_arm, reason = "an answer that a test does not name fails it")]

use crate::support::{Dice, Evening, assert_consistent, entry, swiss};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    Absent, BoardId, ColourReason, Concession, Criterion, Entry, Event, LateEntry, Meeting, Meetings,
    NoPairing, Pairing, PlayerId, Proposal, Refusal, Regulations, Remedy, SwissRules, System, WhyNot,
    explain_round, next_pairing, why_not,
};

const RED: Option<Color> = Some(Color::Red);

fn pairs(evening: &Evening) -> Vec<(u16, u16)> {
    let pairing = next_pairing(&evening.tournament).expect("there is a pairing").pairing;
    pairing.boards.iter().map(|seats| (seats.red.0, seats.black.0)).collect()
}

fn unordered(evening: &Evening) -> Vec<(u16, u16)> {
    pairs(evening).into_iter().map(|(red, black)| (red.min(black), red.max(black))).collect()
}

#[test]
fn the_first_half_meets_the_second_with_alternating_colours() {
    let evening = Evening::begun(swiss(5), 8);
    assert_eq!(unordered(&evening), [(1, 5), (2, 6), (3, 7), (4, 8)]);
    let reds: Vec<bool> = pairs(&evening).iter().map(|(red, black)| red < black).collect();
    assert!(reds == [true, false, true, false] || reds == [false, true, false, true], "{reds:?}");
    let proposal = next_pairing(&evening.tournament).expect("there is a pairing");
    let first = &proposal.explanations[0];
    assert_eq!(first.meeting, Meeting::SamePoints { places: [1, 5], group: 8 });
    assert_eq!(first.colours, ColourReason::Boards);
    assert_eq!(proposal.costs.of(Criterion::Order), 0);
}

/// Round 2 of eight players after the favourites won: 1 to 4 have 2 points, and the first two were red and black in turn.
#[test]
fn the_second_round_pairs_by_points_and_balances_colours() {
    let mut evening = Evening::begun(swiss(5), 8);
    let winners: Vec<Option<Color>> = pairs(&evening)
        .iter()
        .map(|(red, black)| if red < black { RED } else { Some(Color::Black) })
        .collect();
    let reds_first: Vec<u16> = pairs(&evening).iter().map(|(red, _)| *red).collect();
    evening.round(&winners);
    // 1 and 3 were on the same side in round 1, and so were 2 and 4: in order they could not both change it
    for (red, black) in pairs(&evening) {
        assert!(!reds_first.contains(&red) && reds_first.contains(&black), "{red} against {black}");
    }
    assert_eq!(unordered(&evening), [(1, 4), (2, 3), (5, 8), (6, 7)]);
    let answer = why_not(&evening.tournament, PlayerId(1), Some(PlayerId(3)));
    let WhyNot::Costs { criterion, chosen, instead, changes } = answer else { panic!("{answer:?}") };
    assert_eq!((criterion, chosen), (Criterion::StrongColours, 0));
    assert!(instead >= 1);
    assert!(changes.contains(&[Some(PlayerId(1)), Some(PlayerId(3))]));
}

#[test]
fn every_why_not_has_an_answer() {
    let mut costs = 0;
    for (players, rounds) in [(7, 3), (6, 2), (8, 4), (8, 5)] {
        for seed in 0..6 {
            let mut evening = Evening::begun(swiss(7), players);
            let mut dice = Dice::new(seed);
            for _ in 0..rounds {
                if evening.pair().is_ok() {
                    evening.play(&mut dice, 0);
                }
            }
            let Ok(proposal) = next_pairing(&evening.tournament) else { continue };
            for one in (1..=players).map(PlayerId) {
                let others = (1..=players).map(|id| Some(PlayerId(id)));
                for other in others.chain([None]) {
                    let answer = check_why_not(&evening, &proposal, one, other);
                    costs += u32::from(matches!(answer, WhyNot::Costs { .. }));
                }
            }
            let stranger = PlayerId(players + 1);
            assert_eq!(
                why_not(&evening.tournament, PlayerId(1), Some(stranger)),
                WhyNot::NotTakingPart(stranger)
            );
        }
    }
    assert!(costs > 50, "{costs} answers compare costs");
}

/// Everyone of 1, 2, 3 has met everyone of 4, 5, 6. Two newcomers must each take one of either three.
#[test]
fn a_pair_that_would_leave_the_others_stuck_is_answered_so() {
    let late_entry = LateEntry { last_round: 4, points: 0 };
    let mut evening = Evening::begun(Regulations { late_entry, ..swiss(5) }, 6);
    for turn in 0..3 {
        let boards = (0..3).map(|at| PerColor::new(PlayerId(1 + at), PlayerId(4 + (at + turn) % 3)));
        let pairing = Pairing { boards: boards.collect(), bye: None };
        evening.expect(Event::PairedByHand { pairing, why: "two teams".to_owned() });
        evening.play(&mut Dice::new(1), 0);
    }
    assert!(matches!(next_pairing(&evening.tournament), Err(NoPairing::DeadEnd(_))));
    evening.expect(Event::EnteredLate(entry("Gao")));
    evening.expect(Event::EnteredLate(entry("Hu")));
    next_pairing(&evening.tournament).expect("each newcomer takes one of three");
    let answer = why_not(&evening.tournament, PlayerId(7), Some(PlayerId(8)));
    assert_eq!(answer, WhyNot::OthersStuck);
}

/// Asks why two players do not meet, and checks the answer.
fn check_why_not(evening: &Evening, proposal: &Proposal, one: PlayerId, other: Option<PlayerId>) -> WhyNot {
    let answer = why_not(&evening.tournament, one, other);
    let state = evening.tournament.state();
    let meetings = other.map_or_else(Meetings::default, |other| state.meetings(one, other));
    match &answer {
        WhyNot::SamePlayer => assert_eq!(Some(one), other),
        WhyNot::TheyMeet => {
            let meet = proposal.pairing.boards.iter().any(|seats| {
                let both = [seats.red, seats.black];
                both.contains(&one) && other.is_some_and(|other| both.contains(&other))
            });
            assert!(meet || (other.is_none() && proposal.pairing.bye == Some(one)));
        }
        WhyNot::HaveMet { round } => assert_eq!((meetings.count, meetings.last_round), (1, *round)),
        WhyNot::HadBye => assert!(other.is_none() && state.had_bye(one)),
        WhyNot::NoBye => assert!(other.is_none() && proposal.pairing.bye.is_none()),
        WhyNot::Costs { criterion, chosen, instead, changes } => {
            assert!(instead > chosen && *criterion != Criterion::Forbidden && meetings.count == 0);
            assert!(changes.iter().any(|pair| pair.contains(&Some(one)) && pair.contains(&other)));
        }
        WhyNot::OthersStuck => assert_eq!(meetings.count, 0),
        WhyNot::EquallyGood => assert_eq!(meetings.count, 0),
        answer => panic!("{answer:?}"),
    }
    answer
}

#[test]
fn a_paired_round_is_explained_by_the_tournament_before_it() {
    let mut evening = Evening::begun(swiss(4), 6);
    let mut dice = Dice::new(4);
    let mut proposals = Vec::new();
    for _ in 0..3 {
        proposals.push(next_pairing(&evening.tournament).expect("there is a pairing"));
        evening.pair().expect("there is a pairing");
        evening.play(&mut dice, 0);
    }
    for (round, proposal) in (1..).zip(&proposals) {
        assert_eq!(explain_round(&evening.tournament, round).as_ref(), Some(&proposal.explanations));
    }
    // an annulled pairing is no round
    evening.pair().expect("there is a pairing");
    evening.expect(Event::Annulled { round: 4, why: "power cut".to_owned() });
    for (round, proposal) in (1..).zip(proposals) {
        let before = evening.tournament.before_round(round).expect("the round was paired");
        assert_eq!(next_pairing(&before), Ok(proposal));
    }
    assert_eq!(evening.tournament.before_round(4), None);
    assert_eq!(evening.tournament.before_round(0), None);
}

#[test]
fn a_pair_that_the_organiser_made_is_explained_as_such() {
    let mut evening = Evening::begun(swiss(4), 4);
    let mut pairing = next_pairing(&evening.tournament).expect("there is a pairing").pairing;
    (pairing.boards[0].red, pairing.boards[1].red) = (pairing.boards[1].red, pairing.boards[0].red);
    evening.expect(Event::PairedByHand { pairing, why: "brothers".to_owned() });
    let explanations = explain_round(&evening.tournament, 1).expect("the round was paired");
    assert!(explanations.iter().all(|it| it.meeting == Meeting::ByHand));
    assert_eq!(explain_round(&evening.tournament, 2), None);
}

#[test]
fn the_bye_goes_to_the_last_with_the_least_points_and_once() {
    let mut evening = Evening::begun(swiss(5), 5);
    let mut byes = Vec::new();
    for _ in 0..4 {
        let proposal = next_pairing(&evening.tournament).expect("there is a pairing");
        let bye = proposal.pairing.bye.expect("five is odd");
        assert!(!byes.contains(&bye));
        let explained = proposal.explanations.last().expect("the bye is explained");
        assert_eq!((explained.meeting, explained.players), (Meeting::Bye, [Some(bye), None]));
        // nobody else who may have it has fewer points
        let points = |id: PlayerId| evening.points(id.0);
        let eligible = (1..=5).map(PlayerId).filter(|id| !byes.contains(id));
        if byes.len() < 2 {
            assert_eq!(Some(points(bye)), eligible.map(points).min());
        }
        byes.push(bye);
        evening.pair().expect("there is a pairing");
        evening.play(&mut Dice::new(2), 0);
    }
    assert_eq!(byes[0], PlayerId(5));
}

#[test]
fn a_win_by_forfeit_counts_as_a_bye() {
    let mut evening = Evening::begun(swiss(3), 3);
    let seats = |red, black| vec![PerColor::new(PlayerId(red), PlayerId(black))];
    evening.expect(Event::Paired(Pairing { boards: seats(1, 2), bye: Some(PlayerId(3)) }));
    let board = BoardId { round: 1, board: 1 };
    evening.expect(Event::Forfeited { board, absent: Absent::One(Color::Black) });
    assert_eq!(why_not(&evening.tournament, PlayerId(1), None), WhyNot::HadBye);
    let pairing = Pairing { boards: seats(2, 3), bye: Some(PlayerId(1)) };
    assert_eq!(evening.record(Event::Paired(pairing)), Err(Refusal::HadBye(PlayerId(1))));
    let proposal = next_pairing(&evening.tournament).expect("2 has the bye");
    assert_eq!(proposal.pairing.bye, Some(PlayerId(2)));
}

#[test]
fn nobody_has_a_side_three_times_in_a_row_where_it_can_be_avoided() {
    let mut avoided = 0;
    for seed in 0..12 {
        let mut evening = Evening::begun(swiss(9), 24);
        let mut dice = Dice::new(seed);
        for _ in 0..9 {
            let proposal = next_pairing(&evening.tournament).expect("there is a pairing");
            assert_eq!(proposal.costs.of(Criterion::ThirdColours), 0, "24 players leave enough choice");
            evening.pair().expect("there is a pairing");
            evening.play(&mut dice, 0);
        }
        let state = evening.tournament.state();
        for id in state.ids() {
            let sides: Vec<Color> = state.boards().filter_map(|(_, board)| board.side_of(id)).collect();
            assert!(sides.windows(3).all(|three| three.iter().any(|side| *side != three[0])), "{sides:?}");
            let reds = sides.iter().filter(|side| **side == Color::Red).count();
            assert!((3..=6).contains(&reds), "{reds} of nine");
            avoided += 1;
        }
    }
    assert_eq!(avoided, 12 * 24);
}

#[test]
fn clubs_stay_apart_in_the_first_rounds() {
    let system = System::Swiss(SwissRules { rounds: 3, clubs_apart_rounds: 1 });
    let mut evening = Evening::new(Regulations::of(system));
    for number in 1..=8 {
        // without the rule, 1 to 4 would meet 5 to 8 of their own club
        let club = Some(if number % 4 < 2 { "North" } else { "South" }.to_owned());
        evening.expect(Event::Entered(Entry { club, ..entry(format!("Player {number}")) }));
    }
    evening.expect(Event::Started { seed: 0 });
    let club = |id: PlayerId| evening.tournament.state().player(id).and_then(|it| it.entry.club.clone());
    let proposal = next_pairing(&evening.tournament).expect("there is a pairing");
    assert!(proposal.pairing.boards.iter().all(|seats| club(seats.red) != club(seats.black)));
    let answer = why_not(&evening.tournament, PlayerId(1), Some(PlayerId(5)));
    assert!(matches!(answer, WhyNot::Costs { criterion: Criterion::SameClub, .. }), "{answer:?}");
}

#[test]
fn two_players_meet_once_and_then_the_organiser_has_a_choice() {
    let mut evening = Evening::begun(swiss(3), 2);
    evening.round(&[RED]);
    let Err(NoPairing::DeadEnd(dead_end)) = next_pairing(&evening.tournament) else {
        panic!("they have met")
    };
    let table = if evening.points(1) > 0 { [1, 2] } else { [2, 1] }.map(PlayerId);
    assert_eq!(dead_end.met_everyone, table);
    assert_eq!(dead_end.repeated, [table.map(Some)]);
    assert_eq!(dead_end.remedies, [Remedy::Concede(Concession::SecondMeetings), Remedy::EndNow]);
    assert!(matches!(why_not(&evening.tournament, PlayerId(1), Some(PlayerId(2))), WhyNot::NoPairing(_)));
    let why = "they want to".to_owned();
    evening.expect(Event::Conceded { rule: Concession::SecondMeetings, why });
    let proposal = next_pairing(&evening.tournament).expect("they may meet again");
    assert_eq!(proposal.explanations[0].costs.first(), Some(&Criterion::SecondMeetings));
    evening.round(&[RED]);
    evening.round(&[None]);
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::NotNow(Refusal::NoRoundLeft(3))));
}

#[test]
fn three_players_have_three_rounds_and_then_a_choice() {
    let mut evening = Evening::begun(swiss(9), 3);
    for _ in 0..3 {
        evening.round(&[RED]);
    }
    let Err(NoPairing::DeadEnd(dead_end)) = next_pairing(&evening.tournament) else { panic!("all have met") };
    assert!(dead_end.everyone_had_bye);
    assert_eq!(dead_end.met_everyone.len(), 3);
    let concessions = [Concession::SecondMeetings, Concession::SecondByes].map(Remedy::Concede);
    assert_eq!(dead_end.remedies[..2], concessions, "one alone is not enough");
    assert_eq!(dead_end.remedies.last(), Some(&Remedy::EndNow));
}

/// Each remedy that a dead end offers leads to a pairing.
#[test]
fn offered_remedies_work() {
    let mut seen = 0;
    for players in 4..=9 {
        for seed in 0..10 {
            let mut evening = Evening::begun(swiss(30), players);
            let mut dice = Dice::new(seed);
            let mut guard = 0;
            while guard < 20 {
                guard += 1;
                match evening.pair() {
                    Ok(_) => evening.play(&mut dice, 0),
                    Err(NoPairing::DeadEnd(dead_end)) => {
                        seen += 1;
                        assert!(!dead_end.repeated.is_empty());
                        for remedy in &dead_end.remedies {
                            let mut tried = Evening::begun(swiss(30), 2);
                            tried.tournament = evening.tournament.clone();
                            if let Remedy::Excuse(player) = remedy {
                                let round = tried.tournament.state().round_count() + 1;
                                tried.expect(Event::Excused { player: *player, round });
                                tried.pair().expect("the others can be paired");
                            }
                        }
                        for remedy in dead_end.remedies {
                            if let Remedy::Concede(rule) = remedy {
                                evening.expect(Event::Conceded { rule, why: "few are left".to_owned() });
                                if evening.pair().is_ok() {
                                    break;
                                }
                            }
                        }
                        evening.play(&mut dice, 0);
                    }
                    Err(other) => panic!("{other:?}"),
                }
            }
            assert_consistent(&evening.tournament);
            assert!(evening.tournament.state().round_count() >= 18);
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn one_player_alone_is_told_so() {
    let mut evening = Evening::begun(swiss(3), 4);
    (1..=3).for_each(|id| evening.expect(Event::Withdrew(PlayerId(id))));
    let few =
        |players| NoPairing::TooFewPlayers { players, remedies: vec![Remedy::AdmitPlayers, Remedy::EndNow] };
    assert_eq!(next_pairing(&evening.tournament), Err(few(1)));
    evening.expect(Event::Withdrew(PlayerId(4)));
    assert_eq!(next_pairing(&evening.tournament), Err(few(0)));
    evening.expect(Event::Ended);
    assert_consistent(&evening.tournament);
}
