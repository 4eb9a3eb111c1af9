//! Ten published regulations as values, each run as a whole tournament.
//!
//! `docs/tournaments.md` has the sources. What concerns a single game, such as its clock or the least moves before a
//! draw, belongs to the terms of the game.

use crate::support::{Dice, Evening, assert_consistent};
use chuhe_rules::Color;
use chuhe_tournaments::{
    AbsenceRule, ArenaRules, Entry, Event, LateEntry, NoPairing, Numbering, PlayerId, Points, Refusal,
    Regulations, RoundRobinRules, SwissRules, System, TeamMatchRules, TieBreak, Unplayed, standings,
    team_points, teams,
};

fn swiss(rounds: u16, tie_breaks: &[TieBreak]) -> Regulations {
    Regulations {
        system: System::Swiss(SwissRules { rounds, clubs_apart_rounds: 0 }),
        points: Points::CHINESE,
        tie_breaks: tie_breaks.to_vec(),
        numbering: Numbering::Entry,
        check_in: false,
        absence: AbsenceRule::Never,
        late_entry: LateEntry { last_round: 1, points: 0 },
        unplayed: Unplayed::Lowest,
    }
}

/// Plays a Swiss for several seeds and fields, and checks it after each round.
fn run_swiss(regulations: &Regulations, fields: &[u16], absent_in: u32) {
    let System::Swiss(rules) = regulations.system else { panic!("this is no Swiss") };
    for players in fields {
        for seed in 0..4 {
            let mut evening = Evening::begun(regulations.clone(), *players);
            let mut dice = Dice::new(seed + u64::from(*players) * 100);
            for round in 1..=rules.rounds {
                match evening.pair() {
                    Ok(paired) => assert_eq!(paired, round),
                    Err(NoPairing::TooFewPlayers { .. }) => break,
                    // so many were out that those who are left have met
                    Err(NoPairing::DeadEnd(_)) if absent_in > 0 => break,
                    Err(other) => panic!("{players} players, seed {seed}, round {round}: {other:?}"),
                }
                evening.play(&mut dice, absent_in);
                assert_consistent(&evening.tournament);
            }
            evening.expect(Event::Ended);
        }
    }
}

use TieBreak::{
    Cumulative, DirectEncounter, DropRounds, EarlierFinish, Fouls, GamesAsSecond, OpponentsScore,
    SonnebornBerger, Wins, WinsAsSecond,
};

/// A children's group of 2015: seven rounds for up to 30 players, nine for up to 70.
#[test]
fn childrens_group_2015() {
    let order = [OpponentsScore, Wins, GamesAsSecond];
    run_swiss(&swiss(7, &order), &[12, 29, 30], 0);
    run_swiss(&swiss(9, &order), &[31, 70], 0);
}

/// The cup 群英杯 of 2020: seven rounds on one day, ten minutes late is a loss.
#[test]
fn qunying_cup_2020() {
    run_swiss(&swiss(7, &[OpponentsScore, WinsAsSecond, Cumulative]), &[23, 50], 15);
}

/// The cup 农贸杯 of 2022: numbers in the order of entry, and out after three absences in a row.
#[test]
fn nongmao_cup_2022() {
    let regulations = Regulations { absence: AbsenceRule::InARow(3), ..swiss(7, &[OpponentsScore, Wins]) };
    run_swiss(&regulations, &[40, 79], 5);
}

/// A group of 2017: ten players, round robin on nine evenings.
#[test]
fn ziyang_group_2017() {
    let system = System::RoundRobin(RoundRobinRules { cycles: 1, void_below_half: true });
    let order = [SonnebornBerger, DirectEncounter, Wins, Fouls, GamesAsSecond];
    let regulations = Regulations { system, ..swiss(1, &order) };
    for seed in 0..10 {
        let mut evening = Evening::begun(regulations.clone(), 10);
        let reason = evening.play_all(&mut Dice::new(seed), 12);
        assert_eq!(reason, NoPairing::NotNow(Refusal::NoRoundLeft(9)));
        assert_consistent(&evening.tournament);
        let state = evening.tournament.state();
        assert_eq!(state.boards().count(), 45);
        for one in 1..=10 {
            for other in one + 1..=10 {
                assert_eq!(state.meetings(PlayerId(one), PlayerId(other)).count, 1);
            }
        }
        // everyone's points are shared out: two a game, less what both forfeited
        let points: u32 = standings(&regulations, state).iter().map(|row| row.points).sum();
        let both = chuhe_tournaments::Outcome::Forfeited(chuhe_tournaments::Absent::Both);
        let empty = state.boards().filter(|(_, board)| board.outcome == Some(both)).count();
        assert_eq!(points as usize, 2 * (45 - empty));
    }
}

/// A site's tournament of 2013: up to 100 players and eleven rounds.
#[test]
fn dashiwang_2013() {
    run_swiss(&swiss(11, &[Cumulative, OpponentsScore, Wins, Fouls]), &[99], 30);
}

/// A tournament at wooden boards of 2021: one unexcused absence is the last.
#[test]
fn chongqing_2021() {
    let order = [Cumulative, Wins, Fouls, GamesAsSecond, DropRounds];
    let regulations = Regulations { absence: AbsenceRule::InAll(1), ..swiss(9, &order) };
    run_swiss(&regulations, &[41, 100], 40);
}

/// A tournament at wooden boards of 2014: nine rounds, and numbers by lot.
#[test]
fn zhoushan_2014() {
    let regulations = Regulations { numbering: Numbering::Lot, ..swiss(9, &[OpponentsScore, Wins]) };
    run_swiss(&regulations, &[32, 57], 25);
    let evening = Evening::begun(regulations, 20);
    let seeded = evening.tournament.state().seeded();
    assert_ne!(seeded, (1..=20).map(PlayerId).collect::<Vec<_>>(), "a lot gives the numbers");
}

fn two_clubs(system: System, boards: u16) -> Evening {
    let regulations = Regulations { system, ..swiss(1, &[Wins]) };
    let mut evening = Evening::new(regulations);
    for club in ["Home", "Guests"] {
        for board in 1..=boards {
            let entry =
                Entry { name: format!("{club} {board}"), club: Some(club.to_owned()), ..Entry::default() };
            evening.expect(Event::Entered(entry));
        }
    }
    evening.expect(Event::Started { seed: 3 });
    evening
}

/// A match of two clubs of 2013: ten boards, two games each.
#[test]
fn club_against_club_2013() {
    let mut evening = two_clubs(System::TeamMatch(TeamMatchRules { games: 2, decider: None }), 10);
    let reason = evening.play_all(&mut Dice::new(4), 0);
    assert_eq!(reason, NoPairing::NotNow(Refusal::NoRoundLeft(2)));
    assert_consistent(&evening.tournament);
    let (regulations, state) = (evening.tournament.regulations(), evening.tournament.state());
    assert_eq!(teams(state).len(), 2);
    assert_eq!(team_points(regulations, state).iter().sum::<u32>(), 40);
    for (one, other) in state.rounds[0].boards.iter().zip(&state.rounds[1].boards) {
        assert_eq!((one.seats.red, one.seats.black), (other.seats.black, other.seats.red));
    }
}

/// An open tournament that lasts days: everyone plays 3 to 50 games.
#[test]
fn open_for_days() {
    let system = System::Arena(ArenaRules { min_games: 3, max_games: 50, streaks: false });
    let order = [OpponentsScore, Wins, GamesAsSecond, WinsAsSecond, EarlierFinish];
    let mut evening = Evening::begun(Regulations { system, ..swiss(1, &order) }, 21);
    let mut dice = Dice::new(8);
    for _ in 0..200 {
        if evening.pair().is_err() {
            evening.play(&mut dice, 30);
        }
        for board in evening.running() {
            if dice.below(3) == 0 {
                evening.play_one(board, &mut dice, 30);
            }
        }
    }
    evening.play(&mut dice, 0);
    evening.expect(Event::Ended);
    assert_consistent(&evening.tournament);
    let state = evening.tournament.state();
    for player in state.ids() {
        let mut opponents = Vec::new();
        for (_, board) in state.boards() {
            if let Some(side) = board.side_of(player) {
                opponents.push(board.seats[side.opponent()]);
            }
        }
        assert!(opponents.len() <= 50);
        assert!(opponents.windows(2).all(|pair| pair[0] != pair[1]), "{player:?} met one twice in a row");
    }
}

/// The team match 南北对抗: after a draw a blitz game, in which a draw is a win of black.
#[test]
fn north_against_south() {
    let rules = TeamMatchRules { games: 1, decider: Some(Color::Black) };
    let mut evening = two_clubs(System::TeamMatch(rules), 5);
    let red = Some(Color::Red);
    evening.round(&[red, None, Some(Color::Black), None, red]);
    let boards = &chuhe_tournaments::next_pairing(&evening.tournament).expect("two are level").pairing.boards;
    assert_eq!(boards.len(), 2);
    evening.round(&[None, red]);
    let (regulations, state) = (evening.tournament.regulations(), evening.tournament.state());
    assert_consistent(&evening.tournament);
    assert_eq!(state.round_count(), 2);
    // the first team is red on boards 1, 3 and 5 and wins 1 and 5. It draws boards 2 and 4, of which it is red in the
    // deciding games: black has the first, after a draw, and red the second
    assert_eq!(team_points(regulations, state), [2 + 1 + (1 + 2) + 2, (1 + 2) + 2 + 1]);
    assert!(evening.pair().is_err());
}
