//! Arena: who is paired with whom, who waits, and how points add up.

use crate::support::{Dice, Evening, assert_consistent};
use chuhe_rules::Color;
use chuhe_tournaments::{
    ArenaRules, BoardId, Criterion, Event, NoPairing, PlayerId, Regulations, Score, System, WhyNot,
    next_pairing, sheet_of, sheets, why_not,
};

fn arena(streaks: bool) -> Regulations {
    Regulations::of(System::Arena(ArenaRules { min_games: 0, max_games: 100, streaks }))
}

#[test]
fn two_alone_may_meet_again_and_three_may_not() {
    let mut two = Evening::begun(arena(false), 2);
    two.round(&[None]);
    two.round(&[None]);
    let mut three = Evening::begun(arena(false), 3);
    three.pair().expect("two of three are paired");
    let first = three.tournament.state().rounds[0].boards[0].seats;
    three.play(&mut Dice::new(1), 0);
    let next = next_pairing(&three.tournament).expect("the one who waited plays").pairing.boards[0];
    let left_out = (1..=3).map(PlayerId).find(|id| first.red != *id && first.black != *id);
    assert!([next.red, next.black].contains(&left_out.expect("three less two is one")));
}

#[test]
fn an_arena_ends_while_games_run_and_these_count_for_nobody() {
    let mut evening = Evening::begun(arena(false), 4);
    evening.pair().expect("all are paired");
    let boards = [1, 2].map(|board| BoardId { round: 1, board });
    evening.expect(Event::Finished { board: boards[0], winner: Some(Color::Red) });
    let seats = evening.tournament.state().board(boards[1]).expect("it is paired").seats;
    evening.expect(Event::Ended);
    let sheets = sheets(evening.tournament.regulations(), evening.tournament.state());
    let lines = &sheet_of(&sheets, seats.red).expect("they play").lines;
    assert_eq!((lines[0].score, lines[0].points), (Score::Void, 0));
    assert!(evening.record(Event::Finished { board: boards[1], winner: None }).is_err());
}

#[test]
fn players_at_a_board_are_left_alone_and_the_others_are_paired() {
    let mut evening = Evening::begun(arena(false), 5);
    evening.pair().expect("four of five are paired");
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::WaitForOthers));
    evening.expect(Event::Finished { board: BoardId { round: 1, board: 1 }, winner: None });
    let wave = next_pairing(&evening.tournament).expect("three wait");
    assert_eq!(wave.pairing.boards.len(), 1);
    let seats = evening.tournament.state().rounds[0].boards[0].seats;
    let answer = why_not(&evening.tournament, seats.red, Some(seats.black));
    assert!(matches!(answer, WhyNot::HaveMet { round: 1 }), "{answer:?}");
}

#[test]
fn another_pair_would_be_worse_by_a_criterion() {
    let mut evening = Evening::begun(arena(false), 8);
    evening.round(&[Some(Color::Red); 4]);
    let state = evening.tournament.state();
    let winners: Vec<PlayerId> = state.rounds[0].boards.iter().map(|board| board.seats.red).collect();
    let losers: Vec<PlayerId> = state.rounds[0].boards.iter().map(|board| board.seats.black).collect();
    let answer = why_not(&evening.tournament, winners[0], Some(losers[1]));
    assert!(
        matches!(answer, WhyNot::Costs { criterion: Criterion::PointsDifference, chosen: 0, .. }),
        "{answer:?}"
    );
    assert_eq!(why_not(&evening.tournament, winners[0], Some(losers[0])), WhyNot::HaveMet { round: 1 });
    assert_eq!(why_not(&evening.tournament, winners[0], None), WhyNot::NoBye);
}

#[test]
fn nearest_points_meet() {
    let mut evening = Evening::begun(arena(false), 8);
    evening.round(&[Some(Color::Red); 4]);
    let points = |id: PlayerId| evening.points(id.0);
    for seats in next_pairing(&evening.tournament).expect("all wait").pairing.boards {
        assert_eq!(points(seats.red), points(seats.black));
    }
}

#[test]
fn the_third_win_in_a_row_counts_twice() {
    let mut evening = Evening::begun(arena(true), 2);
    let winner_is_one = |evening: &Evening| {
        let board = next_pairing(&evening.tournament).expect("both wait").pairing.boards[0];
        if board.red == PlayerId(1) { Color::Red } else { Color::Black }
    };
    let mut points = Vec::new();
    for winner in [true, true, true, false, true] {
        let side = winner_is_one(&evening);
        evening.round(&[winner.then_some(side)]);
        points.push(evening.points(1));
    }
    // the draw on a streak counts twice and ends it
    assert_eq!(points, [2, 4, 8, 10, 12]);
    assert_consistent(&evening.tournament);
}

#[test]
fn whoever_has_played_enough_is_not_paired() {
    let system = System::Arena(ArenaRules { min_games: 0, max_games: 1, streaks: false });
    let mut evening = Evening::begun(Regulations::of(system), 4);
    evening.round(&[None, None]);
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::WaitForOthers));
}

#[test]
fn nobody_waits_twice_as_long_as_needed() {
    let mut evening = Evening::begun(arena(false), 7);
    let mut dice = Dice::new(3);
    let mut waited = [0; 8];
    for _ in 0..40 {
        evening.pair().expect("most wait");
        let wave = evening.tournament.state().rounds.last().expect("it was paired").clone();
        for id in 1..=7_u16 {
            let is_playing = wave.boards.iter().any(|board| board.side_of(PlayerId(id)).is_some());
            let waits = &mut waited[usize::from(id)];
            *waits = if is_playing { 0 } else { *waits + 1 };
            assert!(*waits <= 2, "{id} waits for the third time in a row");
        }
        evening.play(&mut dice, 0);
    }
}
