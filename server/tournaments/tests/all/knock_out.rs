//! Knock-out: byes, matches of several games, level matches, and players who leave.

use crate::support::{Dice, Evening, assert_consistent};
use chuhe_rules::Color;
use chuhe_tournaments::{
    Absent, Below, BoardId, Event, KnockOutRules, LevelMatch, NoPairing, Outcome, PlayerId, Refusal,
    Regulations, System, next_pairing, standings,
};

const RED: Option<Color> = Some(Color::Red);
const BLACK: Option<Color> = Some(Color::Black);

fn knock_out(games: u8, tie_break_games: u8, level: LevelMatch) -> Regulations {
    Regulations::of(System::KnockOut(KnockOutRules { games, tie_break_games, level }))
}

fn pairs(evening: &Evening) -> Vec<(u16, u16)> {
    let pairing = next_pairing(&evening.tournament).expect("there is a pairing").pairing;
    pairing.boards.iter().map(|seats| (seats.red.0, seats.black.0)).collect()
}

/// The better player of a board wins.
fn favourites(evening: &Evening) -> Vec<Option<Color>> {
    pairs(evening).iter().map(|(red, black)| if red < black { RED } else { BLACK }).collect()
}

#[test]
fn the_best_numbers_have_the_byes_and_meet_last() {
    let mut evening = Evening::begun(knock_out(1, 0, LevelMatch::BetterSeed), 6);
    assert_eq!(pairs(&evening).len(), 2, "1 and 2 have byes");
    evening.round(&favourites(&evening).clone());
    let mut second = pairs(&evening);
    second.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
    assert_eq!(second, [(1, 4), (2, 3)]);
    evening.round(&favourites(&evening).clone());
    evening.round(&favourites(&evening).clone());
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::Decided));
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!((rows[0].player, rows[1].player), (PlayerId(1), PlayerId(2)));
    assert_eq!(rows[1].below, Below::Stage);
    assert_consistent(&evening.tournament);
}

#[test]
fn colours_alternate_and_level_matches_go_on() {
    let mut evening = Evening::begun(knock_out(2, 2, LevelMatch::Black), 2);
    let first = pairs(&evening);
    evening.round(&[RED]);
    let second = pairs(&evening);
    assert_eq!((first[0].0, first[0].1), (second[0].1, second[0].0));
    evening.round(&[RED]);
    // two wins of red each: a tie-break game, drawn, and the last one, drawn as well
    evening.round(&[None]);
    let last = pairs(&evening);
    evening.round(&[None]);
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::Decided));
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!(rows[0].player, PlayerId(last[0].1), "black of the last game advances");
}

#[test]
fn a_tie_break_game_with_a_winner_is_the_last() {
    let mut evening = Evening::begun(knock_out(1, 5, LevelMatch::BetterSeed), 2);
    evening.round(&[None]);
    evening.round(&[None]);
    let last = pairs(&evening);
    evening.round(&[BLACK]);
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::Decided));
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!(rows[0].player, PlayerId(last[0].1));
}

#[test]
fn a_lot_is_the_same_on_every_replay() {
    let winner = |seed: u64| {
        let mut evening = Evening::new(knock_out(1, 0, LevelMatch::Lot));
        evening.expect(Event::Entered(crate::support::entry("Ada")));
        evening.expect(Event::Entered(crate::support::entry("Bo")));
        evening.expect(Event::Started { seed });
        evening.round(&[None]);
        assert_consistent(&evening.tournament);
        standings(evening.tournament.regulations(), evening.tournament.state())[0].player
    };
    let winners: Vec<PlayerId> = (0..40).map(winner).collect();
    assert_eq!(winners, (0..40).map(winner).collect::<Vec<_>>());
    let first = winners.iter().filter(|id| **id == PlayerId(1)).count();
    assert!((8..=32).contains(&first), "{first} of 40");
}

#[test]
fn whoever_leaves_forfeits_the_next_match() {
    let mut evening = Evening::begun(knock_out(1, 0, LevelMatch::BetterSeed), 4);
    evening.round(&favourites(&evening).clone());
    evening.expect(Event::Withdrew(PlayerId(1)));
    evening.pair().expect("the final is in the table");
    let state = evening.tournament.state();
    let board = state.board(BoardId { round: 2, board: 1 }).expect("there is a final");
    let absent = board.side_of(PlayerId(1)).expect("1 has a seat");
    assert_eq!(board.outcome, Some(Outcome::Forfeited(Absent::One(absent))));
    let rows = standings(evening.tournament.regulations(), state);
    assert_eq!(rows[0].player, PlayerId(2));
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::Decided));
}

#[test]
fn whoever_still_plays_stands_above_those_who_are_out() {
    let mut evening = Evening::begun(knock_out(1, 0, LevelMatch::BetterSeed), 4);
    let first = pairs(&evening)[0];
    evening.pair().expect("there is a pairing");
    evening.expect(Event::Finished { board: BoardId { round: 1, board: 1 }, winner: RED });
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!((rows[0].player, rows[3].player), (PlayerId(first.0), PlayerId(first.1)));
    assert_eq!(rows[3].below, Below::Stage);
}

#[test]
fn nobody_advances_where_nobody_appears() {
    let mut evening = Evening::begun(knock_out(1, 1, LevelMatch::BetterSeed), 4);
    evening.pair().expect("there is a pairing");
    let [one, other] = [1, 2].map(|board| BoardId { round: 1, board });
    evening.expect(Event::Forfeited { board: one, absent: Absent::Both });
    evening.expect(Event::Finished { board: other, winner: RED });
    assert_eq!(next_pairing(&evening.tournament), Err(NoPairing::Decided), "the other finalist has won");
}

#[test]
fn results_of_earlier_rounds_stay_once_the_next_is_paired() {
    let mut evening = Evening::begun(knock_out(1, 0, LevelMatch::BetterSeed), 4);
    evening.round(&favourites(&evening).clone());
    evening.pair().expect("there is a final");
    let correction = Event::Corrected {
        board: BoardId { round: 1, board: 1 },
        outcome: Outcome::Drawn,
        why: "misread".to_owned(),
    };
    assert_eq!(evening.record(correction), Err(Refusal::NotTheLastRound(1)));
}

#[test]
fn brackets_of_every_size_end_with_one_winner() {
    for players in 2..=33 {
        for games in 1..=2 {
            let mut evening = Evening::begun(knock_out(games, 1, LevelMatch::Lot), players);
            let reason = evening.play_all(&mut Dice::new(u64::from(players)), 9);
            assert_eq!(reason, NoPairing::Decided);
            assert_consistent(&evening.tournament);
        }
    }
}
