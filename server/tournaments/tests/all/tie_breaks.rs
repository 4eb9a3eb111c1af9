//! Each tie-break on a tournament whose values are worked out by hand.
//!
//! Three rounds of six players; `r` wins as red, `b` as black, `d` is a draw. The points run as follows:
//!
//! | | round 1 | round 2 | round 3 | points after each |
//! |---|---|---|---|---|
//! | 1 | red, beats 4 | black, beats 6 | red, draws 5 | 2, 4, 5 |
//! | 2 | black, draws 5 | red, beats 3 | black, beats 6 | 1, 3, 5 |
//! | 3 | red, loses to 6 | black, loses to 2 | red, beats 4 | 0, 0, 2 |
//! | 4 | black, loses to 1 | red, loses to 5 | black, loses to 3 | 0, 0, 0 |
//! | 5 | red, draws 2 | black, beats 4 | black, draws 1 | 1, 3, 4 |
//! | 6 | black, beats 3 | red, loses to 1 | red, loses to 2 | 2, 2, 2 |

use crate::support::{Evening, assert_consistent, swiss};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    Absent, Below, BoardId, Event, Field, Pairing, Part, PlayerId, Regulations, RoundRobinRules, System,
    TieBreak, Unplayed, sheets, standings, tie_break,
};

const RED: Option<Color> = Some(Color::Red);
const BLACK: Option<Color> = Some(Color::Black);

fn seats(red: u16, black: u16) -> PerColor<PlayerId> {
    PerColor::new(PlayerId(red), PlayerId(black))
}

/// Plays a round with these boards and winners.
fn round(evening: &mut Evening, boards: &[(u16, u16, Option<Color>)], bye: Option<u16>) {
    let pairs = boards.iter().map(|(red, black, _)| seats(*red, *black)).collect();
    let pairing = Pairing { boards: pairs, bye: bye.map(PlayerId) };
    evening.expect(Event::PairedByHand { pairing, why: "as in the table".to_owned() });
    let round = evening.tournament.state().round_count();
    for (board, (_, _, winner)) in (1..).zip(boards) {
        evening.expect(Event::Finished { board: BoardId { round, board }, winner: *winner });
    }
}

pub(crate) fn example(tie_breaks: &[TieBreak]) -> Evening {
    let regulations = Regulations { tie_breaks: tie_breaks.to_vec(), ..swiss(3) };
    let mut evening = Evening::begun(regulations, 6);
    round(&mut evening, &[(1, 4, RED), (5, 2, None), (3, 6, BLACK)], None);
    round(&mut evening, &[(6, 1, BLACK), (2, 3, RED), (4, 5, BLACK)], None);
    round(&mut evening, &[(1, 5, None), (6, 2, BLACK), (3, 4, RED)], None);
    evening
}

/// The values of players 1 to 6, each among players 1 to 6.
fn values(evening: &Evening, which: TieBreak, level: &[u16]) -> Vec<Option<i64>> {
    let sheets = sheets(evening.tournament.regulations(), evening.tournament.state());
    let field = Field { sheets: &sheets, unplayed: evening.tournament.regulations().unplayed };
    let ids: Vec<PlayerId> = level.iter().copied().map(PlayerId).collect();
    ids.iter().map(|id| tie_break(field, which, *id, &ids).value).collect()
}

fn some(values: &[i64]) -> Vec<Option<i64>> {
    values.iter().copied().map(Some).collect()
}

const ALL: [u16; 6] = [1, 2, 3, 4, 5, 6];

#[test]
fn opponents_score_adds_the_final_points_of_all_opponents() {
    let evening = example(&[TieBreak::OpponentsScore]);
    // 1: 0 + 2 + 4; 2: 4 + 2 + 2; 3: 2 + 5 + 0; 4: 5 + 4 + 2; 5: 5 + 0 + 5; 6: 2 + 5 + 5
    assert_eq!(values(&evening, TieBreak::OpponentsScore, &ALL), some(&[6, 8, 7, 11, 10, 12]));
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!((rows[0].player, rows[1].player), (PlayerId(2), PlayerId(1)));
    assert_eq!(rows[1].below, Below::TieBreak(TieBreak::OpponentsScore));
    let part = |round, opponent, value| Part { round, opponent: Some(PlayerId(opponent)), value };
    assert_eq!(rows[0].tie_breaks[0].parts, [part(1, 5, 4), part(2, 3, 2), part(3, 6, 2)]);
    assert_consistent(&evening.tournament);
}

#[test]
fn cumulative_adds_the_points_after_each_round() {
    let evening = example(&[TieBreak::Cumulative]);
    // 1: 2 + 4 + 5; 2: 1 + 3 + 5; 3: 0 + 0 + 2; 4: 0; 5: 1 + 3 + 4; 6: 2 + 2 + 2
    assert_eq!(values(&evening, TieBreak::Cumulative, &ALL), some(&[11, 9, 2, 0, 8, 6]));
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    let order: Vec<u16> = rows.iter().map(|row| row.player.0).collect();
    assert_eq!(order, [1, 2, 5, 6, 3, 4]);
    assert_eq!(rows[2].below, Below::Points);
}

#[test]
fn wins_count_games_as_either_side() {
    assert_eq!(values(&example(&[]), TieBreak::Wins, &ALL), some(&[2, 2, 1, 0, 1, 1]));
}

#[test]
fn wins_as_second_count_games_as_black() {
    assert_eq!(values(&example(&[]), TieBreak::WinsAsSecond, &ALL), some(&[1, 1, 0, 0, 1, 1]));
}

#[test]
fn games_as_second_count_games_as_black() {
    assert_eq!(values(&example(&[]), TieBreak::GamesAsSecond, &ALL), some(&[1, 2, 1, 2, 2, 1]));
}

#[test]
fn sonneborn_berger_adds_the_beaten_and_half_the_drawn() {
    // in halves. 1: 2·0 + 2·2 + 4; 2: 4 + 2·2 + 2·2; 3: 2·0; 5: 5 + 2·0 + 5; 6: 2·2
    assert_eq!(values(&example(&[]), TieBreak::SonnebornBerger, &ALL), some(&[8, 12, 0, 0, 10, 4]));
}

#[test]
fn direct_encounter_needs_that_all_have_met() {
    let evening = example(&[TieBreak::DirectEncounter]);
    assert_eq!(values(&evening, TieBreak::DirectEncounter, &[1, 2]), [None, None], "they have not met");
    assert_eq!(values(&evening, TieBreak::DirectEncounter, &[3, 6]), some(&[0, 2]), "6 beat 3");
    assert_eq!(values(&evening, TieBreak::DirectEncounter, &[1, 5]), some(&[1, 1]), "they drew");
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!((rows[0].place, rows[1].place, rows[1].below), (1, 1, Below::Nothing));
    assert_eq!((rows[3].player, rows[4].player), (PlayerId(6), PlayerId(3)));
}

#[test]
fn drop_rounds_leaves_out_as_many_as_it_takes() {
    let evening = example(&[TieBreak::DropRounds]);
    assert_eq!(values(&evening, TieBreak::DropRounds, &[1, 2]), some(&[4, 3]), "without round 3");
    assert_eq!(values(&evening, TieBreak::DropRounds, &[2, 5]), some(&[0, 0]), "nothing separates them");
    assert_eq!(values(&evening, TieBreak::DropRounds, &[2, 5, 6]), some(&[3, 3, 2]));
}

#[test]
fn fewer_fouls_are_better() {
    let mut evening = example(&[TieBreak::Fouls]);
    let foul = |round, board, side| Event::Fouled { board: BoardId { round, board }, side };
    evening.expect(foul(1, 1, Color::Red));
    evening.expect(foul(3, 1, Color::Red));
    assert_eq!(values(&evening, TieBreak::Fouls, &ALL), some(&[-2, 0, 0, 0, 0, 0]));
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    assert_eq!((rows[0].player, rows[1].below), (PlayerId(2), Below::TieBreak(TieBreak::Fouls)));
}

#[test]
fn an_earlier_finish_is_better() {
    let evening = example(&[TieBreak::EarlierFinish]);
    let values = values(&evening, TieBreak::EarlierFinish, &[1, 2]);
    assert!(values[0] > values[1], "board 1 of the last round ended first");
}

/// The order of the rules: opponents' score separates first, and what follows orders those whom it leaves level.
#[test]
fn tie_breaks_apply_in_their_order() {
    let system = System::RoundRobin(RoundRobinRules { cycles: 1, void_below_half: false });
    let order = [TieBreak::DirectEncounter, TieBreak::Wins, TieBreak::GamesAsSecond];
    let mut evening =
        Evening::begun(Regulations { tie_breaks: order.to_vec(), ..Regulations::of(system) }, 4);
    // 1 beats 2, 2 beats 3, 3 beats 1, and all beat 4: the direct encounters are level, and so are the wins
    evening.round(&[RED, RED]);
    evening.round(&[BLACK, RED]);
    evening.round(&[RED, RED]);
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    let points: Vec<u32> = rows.iter().map(|row| row.points).collect();
    assert_eq!(points, [4, 4, 4, 0]);
    let encounters: Vec<Option<i64>> = rows.iter().map(|row| row.tie_breaks[0].value).collect();
    assert_eq!(encounters, [Some(2), Some(2), Some(2), None]);
    // black: 1 against 3; 2 against 1; 3 against 2 and 4
    assert_eq!(rows[0].player, PlayerId(3));
    assert_eq!(rows[1].below, Below::TieBreak(TieBreak::GamesAsSecond));
    assert_eq!((rows[1].place, rows[2].place, rows[2].below), (2, 2, Below::Nothing));
}

/// Four are level; among them 1 has 5 points, 2 and 3 have 3, and 4 has 1. Then 3 has beaten 2.
#[test]
fn direct_encounter_is_evaluated_again_for_a_smaller_group() {
    let system = System::RoundRobin(RoundRobinRules { cycles: 1, void_below_half: false });
    let order = vec![TieBreak::DirectEncounter];
    let mut evening = Evening::begun(Regulations { tie_breaks: order, ..Regulations::of(system) }, 6);
    // 1-6, 2-5, 3-4
    evening.round(&[BLACK, RED, None]);
    // 6-4, 5-3, 1-2
    evening.round(&[BLACK, BLACK, None]);
    // 2-6, 3-1, 4-5
    evening.round(&[BLACK, BLACK, RED]);
    // 6-5, 1-4, 2-3
    evening.round(&[BLACK, RED, BLACK]);
    // 3-6, 4-2, 5-1
    evening.round(&[BLACK, BLACK, RED]);
    let rows = standings(evening.tournament.regulations(), evening.tournament.state());
    let order: Vec<(u16, u32)> = rows.iter().map(|row| (row.player.0, row.points)).collect();
    assert_eq!(order, [(6, 6), (1, 5), (3, 5), (2, 5), (4, 5), (5, 4)]);
    let encounters: Vec<Option<i64>> = rows[1..5].iter().map(|row| row.tie_breaks[0].value).collect();
    assert_eq!(encounters, some(&[5, 3, 3, 1]), "the rows show the values among all four");
    assert_eq!(rows[3].below, Below::TieBreak(TieBreak::DirectEncounter));
    assert_consistent(&evening.tournament);
}

/// 14th World Xiangqi Championship, supplement: the bye counts as a win against the least points of all.
#[test]
fn an_unplayed_round_counts_as_the_regulations_say() {
    // round 1: 1 beats 2, 3 has the bye; round 2: 3 draws 1, 2 has the bye. Points: 1 has 3, 2 has 2, 3 has 3
    let score = |unplayed, which| {
        let mut evening = Evening::begun(Regulations { unplayed, ..swiss(3) }, 3);
        round(&mut evening, &[(1, 2, RED)], Some(3));
        round(&mut evening, &[(3, 1, None)], Some(2));
        assert_consistent(&evening.tournament);
        values(&evening, which, &[1, 2, 3])
    };
    assert_eq!(score(Unplayed::Zero, TieBreak::OpponentsScore), some(&[2 + 3, 3, 3]));
    assert_eq!(score(Unplayed::Lowest, TieBreak::OpponentsScore), some(&[2 + 3, 3 + 2, 2 + 3]));
    assert_eq!(score(Unplayed::Own, TieBreak::OpponentsScore), some(&[2 + 3, 3 + 2, 3 + 3]));
    // 1: 2·2 + 3; 2: the bye, 2·2; 3: the bye, 2·2, and 3
    assert_eq!(score(Unplayed::Lowest, TieBreak::SonnebornBerger), some(&[7, 4, 7]));
}

#[test]
fn forfeits_count_as_wins_but_not_as_games_of_a_side() {
    let mut evening = Evening::begun(swiss(3), 2);
    let pairing = Pairing { boards: vec![seats(1, 2)], bye: None };
    evening.expect(Event::Paired(pairing));
    let board = BoardId { round: 1, board: 1 };
    evening.expect(Event::Forfeited { board, absent: Absent::One(Color::Red) });
    assert_eq!(values(&evening, TieBreak::Wins, &[1, 2]), some(&[0, 1]));
    assert_eq!(values(&evening, TieBreak::WinsAsSecond, &[1, 2]), some(&[0, 0]));
    assert_eq!(values(&evening, TieBreak::GamesAsSecond, &[1, 2]), some(&[0, 0]));
}
