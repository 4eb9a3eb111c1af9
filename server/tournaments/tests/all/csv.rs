//! CSV of the tournament whose values `tie_breaks.rs` works out by hand.

use crate::support::{Evening, swiss};
use crate::tie_breaks::example;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{BoardId, Entry, Event, Record, TieBreak, Tournament, csv, next_pairing};

#[test]
fn standings_have_points_and_tie_breaks() {
    let order = [TieBreak::SonnebornBerger, TieBreak::Fouls, TieBreak::DirectEncounter];
    let mut evening = example(&order);
    evening.expect(Event::Fouled { board: BoardId { round: 3, board: 1 }, side: Color::Red });
    let lines = csv::standings_csv(&evening.tournament);
    let lines: Vec<&str> = lines.split("\r\n").collect();
    assert_eq!(lines[0], "place,number,name,club,rating,points,sonneborn_berger,fouls,direct_encounter");
    assert_eq!(lines[1], "1,2,Player 2,,2398,5,6,0,");
    assert_eq!(lines[2], "2,1,Player 1,,2399,5,4,1,");
    assert_eq!(lines[7], "");
}

#[test]
fn a_half_of_sonneborn_berger_is_written_as_such() {
    let mut evening = Evening::begun(crate::support::swiss(3), 4);
    evening.tournament = {
        let regulations =
            chuhe_tournaments::Regulations { tie_breaks: vec![TieBreak::SonnebornBerger], ..swiss(3) };
        let mut evening = Evening::begun(regulations, 4);
        evening.round(&[None, Some(Color::Red)]);
        evening.tournament
    };
    // a draw with a player who has 1 point: one half
    assert!(csv::standings_csv(&evening.tournament).contains(",1,0.5\r\n"));
}

#[test]
fn pairings_and_crosstable_have_sides_and_results() {
    let mut evening = example(&[]);
    let pairings = csv::pairings_csv(&evening.tournament, 1);
    let expected = "board,red,red_result,black_result,black\r\n\
        1,Player 1,1,0,Player 4\r\n2,Player 5,=,=,Player 2\r\n3,Player 3,0,1,Player 6\r\n";
    assert_eq!(pairings, expected);
    let crosstable = csv::crosstable_csv(&evening.tournament);
    let lines: Vec<&str> = crosstable.split("\r\n").collect();
    assert_eq!(lines[0], "row,name,round_1,round_2,round_3,points");
    assert_eq!(lines[1], "1,Player 1,6w1,5b1,3w=,5");
    assert_eq!(csv::pairings_csv(&evening.tournament, 9), "board,red,red_result,black_result,black\r\n");
    let mut odd = Evening::begun(swiss(3), 3);
    odd.pair().expect("there is a pairing");
    let pairings = csv::pairings_csv(&odd.tournament, 1);
    assert!(pairings.contains(",*,*,") && pairings.ends_with(",Player 3,U,,\r\n"), "{pairings}");
    evening.expect(Event::Ended);
}

#[test]
fn players_of_one_name_are_told_apart_by_their_clubs() {
    let mut tournament = Tournament::new(swiss(3)).expect("usable regulations");
    let record = |tournament: &mut Tournament, event| {
        let record = Record { at: Timestamp::from_ms(0), by: 1, event };
        tournament.record(record).expect("a possible event");
    };
    for (name, club) in [("Li", Some("Riverside")), ("LI", None)] {
        let entry = Entry { name: name.into(), club: club.map(str::to_owned), ..Entry::default() };
        record(&mut tournament, Event::Entered(entry));
    }
    record(&mut tournament, Event::Started { seed: 1 });
    let pairing = next_pairing(&tournament).expect("a pairing is possible").pairing;
    record(&mut tournament, Event::Paired(pairing));
    for table in [csv::pairings_csv(&tournament, 1), csv::crosstable_csv(&tournament)] {
        assert!(table.contains(",Li (Riverside),") || table.contains(",Li (Riverside)\r"), "{table}");
        assert!(table.contains(",LI,") || table.contains(",LI\r"), "{table}");
    }
}
