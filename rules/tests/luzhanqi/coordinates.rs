//! Coordinates: letters from red's left, numbers from red's side.

use chuhe_rules::luzhanqi::{BoardKind, Station};
use std::collections::BTreeSet;

fn station(name: &str) -> Station {
    name.parse().unwrap()
}

#[test]
fn the_corners_of_the_classic_board_have_their_coordinates() {
    // each side's own left is the other's right
    for (name, coordinates) in [("s61", ('a', 1)), ("s65", ('e', 1)), ("n61", ('e', 12)), ("n65", ('a', 12))]
    {
        let station = station(name);
        assert_eq!(BoardKind::Classic.coordinates(station), Some(coordinates), "{name}");
        let (column, row) = coordinates;
        assert_eq!(BoardKind::Classic.name_of(station), Some(format!("{column}{row}")));
    }
    for elsewhere in ["w11", "e63", "c22"] {
        assert_eq!(BoardKind::Classic.coordinates(station(elsewhere)), None);
        assert_eq!(BoardKind::Classic.name_of(station(elsewhere)), None);
    }
}

#[test]
fn each_station_is_found_by_its_own_name() {
    for (board, columns, rows) in [(BoardKind::Classic, 'e', 12), (BoardKind::Cross, 'q', 17)] {
        let stations: Vec<Station> = board.board().stations().collect();
        let names: BTreeSet<String> = stations.iter().filter_map(|&station| board.name_of(station)).collect();
        assert_eq!(names.len(), stations.len());
        for station in stations {
            let name = board.name_of(station).unwrap();
            assert_eq!(board.station_named(&name), Some(station), "{name}");
            let (column, row) = board.coordinates(station).unwrap();
            assert!(('a'..=columns).contains(&column) && (1..=rows).contains(&row), "{name}");
        }
    }
    assert_eq!(BoardKind::Cross.station_named("a1"), None, "no station stands in a corner");
}

#[test]
fn other_texts_name_no_station() {
    for text in ["", "a", "6", "A6", "a0", "a06", "a+6", "a-6", "a13", "f1", "z1", "a256", "a6 ", "`1", "å6"]
    {
        assert_eq!(BoardKind::Classic.station_named(text), None, "{text:?}");
    }
}
