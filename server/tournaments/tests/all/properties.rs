//! What holds for any sequence of events: nothing panics, refusals change nothing, and the table is consistent.

use crate::support::{Dice, Evening, assert_consistent, entry, swiss};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    Absent, ArenaRules, BoardId, Concession, Event, KnockOutRules, LevelMatch, NoPairing, Outcome, Pairing,
    PlayerId, Regulations, RoundRobinRules, System, TeamMatchRules, TieBreak, csv, next_pairing,
};
use proptest::prelude::*;

const WHY: &str = "by chance";

fn system() -> impl Strategy<Value = System> {
    prop_oneof![
        4 => (1..8_u16).prop_map(|rounds| swiss(rounds).system),
        1 => (1..=2_u8, any::<bool>())
            .prop_map(|(cycles, void_below_half)| System::RoundRobin(RoundRobinRules { cycles, void_below_half })),
        1 => (1..=2_u8, 0..=1_u8).prop_map(|(games, tie_break_games)| {
            System::KnockOut(KnockOutRules { games, tie_break_games, level: LevelMatch::Black })
        }),
        1 => (1..9_u16, any::<bool>())
            .prop_map(|(max_games, streaks)| System::Arena(ArenaRules { min_games: 1, max_games, streaks })),
        1 => (1..=2_u8).prop_map(|games| System::TeamMatch(TeamMatchRules { games, decider: Some(Color::Black) })),
    ]
}

const TIE_BREAKS: [TieBreak; 10] = [
    TieBreak::DirectEncounter,
    TieBreak::DropRounds,
    TieBreak::OpponentsScore,
    TieBreak::SonnebornBerger,
    TieBreak::Cumulative,
    TieBreak::Wins,
    TieBreak::WinsAsSecond,
    TieBreak::GamesAsSecond,
    TieBreak::Fouls,
    TieBreak::EarlierFinish,
];

/// An event that is sometimes possible.
fn random_event(evening: &Evening, dice: &mut Dice) -> Event {
    let state = evening.tournament.state();
    let mut small = |end: u32| u16::try_from(dice.below(end)).expect("it is small");
    let player = PlayerId(small(u32::try_from(state.players.len()).expect("it is small") + 2));
    let board = BoardId { round: small(u32::from(state.round_count()) + 2), board: small(6) };
    let side = if small(2) == 0 { Color::Red } else { Color::Black };
    let why = WHY.to_owned();
    match small(17) {
        0 => Event::Entered(entry(format!("Player {}", small(40)))),
        1 => Event::EnteredLate(entry(format!("Player {}", small(40)))),
        2 => Event::CheckedIn(player),
        3 => Event::Withdrew(player),
        4 => Event::Returned(player),
        5 => Event::Excused { player, round: state.round_count() + small(3) },
        6 => Event::Started { seed: u64::from(small(9)) },
        7 => Event::Finished { board, winner: Some(side).filter(|_| small(3) > 0) },
        8 => Event::Forfeited { board, absent: Absent::One(side) },
        9 => Event::Corrected { board, outcome: Outcome::Forfeited(Absent::Both), why },
        10 => Event::Annulled { round: state.round_count(), why },
        11 => Event::Conceded { rule: Concession::SecondMeetings, why },
        12 if small(8) == 0 => Event::Ended,
        13 => Event::Fouled { board, side },
        14 => {
            let records = u32::try_from(evening.tournament.records().len()).expect("it is small");
            Event::Undone { event: u32::from(small(records + 1)), why }
        }
        15 => {
            let boards = vec![
                PerColor::new(player, PlayerId(small(9))),
                PerColor::new(PlayerId(small(9)), PlayerId(1)),
            ];
            Event::PairedByHand { pairing: Pairing { boards, bye: Some(PlayerId(small(9))) }, why }
        }
        _ => {
            let last = state.rounds.last();
            let mut boards: Vec<PerColor<PlayerId>> =
                last.iter().flat_map(|round| &round.boards).map(|board| board.seats).collect();
            if boards.len() > 1 {
                (boards[0].red, boards[1].red) = (boards[1].red, boards[0].red);
            }
            let pairing = Pairing { boards, bye: last.and_then(|round| round.bye) };
            Event::Repaired { round: state.round_count(), pairing, why }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_events_leave_a_consistent_tournament(
        system in system(),
        players in 0..12_u16,
        seed in any::<u64>(),
        check_in in any::<bool>(),
    ) {
        let regulations = Regulations { check_in, tie_breaks: TIE_BREAKS.to_vec(), ..Regulations::of(system) };
        let mut evening = Evening::new(regulations);
        for number in 0..players {
            let club = Some(if number % 2 == 0 { "North" } else { "South" }.to_owned());
            evening.expect(Event::Entered(chuhe_tournaments::Entry { club, ..entry(format!("P {number}")) }));
        }
        let mut dice = Dice::new(seed);
        for _ in 0..60 {
            let before = evening.tournament.clone();
            match dice.below(6) {
                0 => {
                    if let Ok(proposal) = next_pairing(&evening.tournament) {
                        evening.expect(Event::Paired(proposal.pairing));
                    }
                }
                1 => evening.play(&mut dice, 5),
                _ => {
                    let event = random_event(&evening, &mut dice);
                    if evening.record(event).is_err() {
                        prop_assert_eq!(&evening.tournament, &before);
                    }
                }
            }
        }
        assert_consistent(&evening.tournament);
        prop_assert!(csv::standings_csv(&evening.tournament).starts_with("place,number,name"));
        let cells = |text: &str| text.lines().map(|line| line.split(',').count()).collect::<std::collections::BTreeSet<_>>();
        prop_assert_eq!(cells(&csv::crosstable_csv(&evening.tournament)).len(), 1);
        prop_assert_eq!(cells(&csv::pairings_csv(&evening.tournament, 1)).len(), 1);
    }

    #[test]
    fn a_swiss_never_repeats_a_meeting_or_a_bye(players in 2..40_u16, rounds in 1..12_u16, seed in any::<u64>()) {
        let mut evening = Evening::begun(swiss(rounds), players);
        let reason = evening.play_all(&mut Dice::new(seed), 25);
        assert_consistent(&evening.tournament);
        // while nobody leaves, fewer rounds than half the players can always be paired
        if !matches!(reason, NoPairing::NotNow(_)) {
            let played = evening.tournament.state().round_count();
            let is_told = matches!(reason, NoPairing::DeadEnd(_) | NoPairing::TooFewPlayers { .. });
            prop_assert!(is_told, "{:?}", reason);
            let left = evening.tournament.state().next_players(evening.tournament.regulations()).len();
            prop_assert!(played * 2 + 2 >= players || left < usize::from(players));
        }
    }
}
