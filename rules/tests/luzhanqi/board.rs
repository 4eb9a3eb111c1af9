//! The two boards: counts of stations and links, and drawing coordinates.

use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{
    Arm, BoardKind, Link, LinkKind, ParseStationError, Point, Spot, Station, StationKind,
};
use std::collections::BTreeSet;

fn station(name: &str) -> Station {
    name.parse().unwrap()
}

fn point(x: u8, y: u8) -> Point {
    Point { x, y }
}

struct Counts {
    stations: usize,
    posts: usize,
    camps: usize,
    headquarters: usize,
    roads: usize,
    rails: usize,
    curves: usize,
    lines: usize,
}

fn check_counts(kind: BoardKind, expected: &Counts) {
    let board = kind.board();
    let stations = |kind| board.stations().filter(|station| station.kind() == kind).count();
    let links = |kind| board.links().iter().filter(|link| link.kind == kind).count();
    assert_eq!(board.kind(), kind);
    assert_eq!(board.stations().count(), expected.stations);
    assert_eq!(stations(StationKind::Post), expected.posts);
    assert_eq!(stations(StationKind::Camp), expected.camps);
    assert_eq!(stations(StationKind::Headquarters), expected.headquarters);
    assert_eq!(links(LinkKind::Road), expected.roads);
    assert_eq!(links(LinkKind::Rail), expected.rails);
    assert_eq!(links(LinkKind::Curve), expected.curves);
    assert_eq!(board.lines().len(), expected.lines);
    let pairs: BTreeSet<(Station, Station)> = board.links().iter().map(|link| (link.a, link.b)).collect();
    assert_eq!(pairs.len(), board.links().len(), "a pair is linked twice");
    assert!(pairs.iter().all(|(a, b)| a < b && kind.has(*a) && kind.has(*b)));
    for station in board.stations() {
        let (all, rails) = (board.neighbours(station), board.rail_neighbours(station));
        assert!(all.is_sorted() && rails.is_sorted() && rails.iter().all(|rail| all.contains(rail)));
    }
}

#[test]
fn the_classic_board_has_60_stations_and_133_links() {
    let expected = Counts {
        stations: 60,
        posts: 46,
        camps: 10,
        headquarters: 4,
        roads: 98,
        rails: 35,
        curves: 0,
        lines: 7,
    };
    check_counts(BoardKind::Classic, &expected);
    assert_eq!(BoardKind::Classic.board().links().len(), 133);
}

#[test]
fn the_cross_has_129_stations_288_links_20_camps_and_8_headquarters() {
    let expected = Counts {
        stations: 129,
        posts: 101,
        camps: 20,
        headquarters: 8,
        roads: 196,
        rails: 88,
        curves: 4,
        lines: 18,
    };
    check_counts(BoardKind::Cross, &expected);
    assert_eq!(BoardKind::Cross.board().links().len(), 288);
}

#[test]
fn an_arm_has_65_links_and_its_camps_join_all_eight_neighbours() {
    for kind in BoardKind::ALL {
        for &arm in kind.arms() {
            let within = |link: &&Link| link.a.arm() == Some(arm) && link.b.arm() == Some(arm);
            let links: Vec<&Link> = kind.board().links().iter().filter(within).collect();
            assert_eq!(links.len(), 65, "{arm:?}");
            assert_eq!(links.iter().filter(|link| link.kind == LinkKind::Rail).count(), 16, "{arm:?}");
            for (row, column) in [(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)] {
                let camp = Station::in_arm(arm, row, column).unwrap();
                assert_eq!(camp.kind(), StationKind::Camp);
                assert_eq!(kind.board().neighbours(camp).len(), 8, "{camp}");
                assert!(!kind.board().has_rail(camp));
            }
            for column in [2, 4] {
                let headquarters = Station::in_arm(arm, 6, column).unwrap();
                assert_eq!(headquarters.kind(), StationKind::Headquarters);
                assert_eq!(kind.board().neighbours(headquarters).len(), 3, "{headquarters}");
                assert!(!kind.board().has_rail(headquarters));
            }
        }
    }
}

#[test]
fn the_railway_of_an_arm_is_rows_1_and_5_and_the_sides() {
    for kind in BoardKind::ALL {
        for place in kind.board().stations().filter(|&station| kind.board().has_rail(station)) {
            let Spot::Arm { row, column, .. } = place.place() else { continue };
            assert!(matches!((row, column), (1 | 5, _) | (1..=5, 1 | 5)), "{place}");
        }
        for &arm in kind.arms() {
            for number in 1..=5 {
                for (row, column) in [(1, number), (5, number), (number, 1), (number, 5)] {
                    let station = Station::in_arm(arm, row, column).unwrap();
                    assert!(kind.board().has_rail(station), "{station}");
                }
            }
        }
    }
}

/// The links between arms or with the centre: the points of both ends, and the kind.
fn links_between_arms(kind: BoardKind) -> BTreeSet<(Point, Point, LinkKind)> {
    let between = |link: &&Link| link.a.arm() != link.b.arm();
    let ends = |link: &Link| (kind.point(link.a).unwrap(), kind.point(link.b).unwrap(), link.kind);
    kind.board().links().iter().filter(between).map(ends).collect()
}

#[test]
fn the_fronts_of_the_classic_board_are_joined_at_columns_1_3_and_5() {
    let expected = [1, 3, 5].map(|x| (point(x, 7), point(x, 6), LinkKind::Rail));
    assert_eq!(links_between_arms(BoardKind::Classic), BTreeSet::from(expected));
}

#[test]
fn the_arms_of_the_cross_are_joined_by_the_centre_and_by_four_curves() {
    let (rail, curve) = (LinkKind::Rail, LinkKind::Curve);
    let mut expected = BTreeSet::from([
        // The end in south or north comes first.
        (point(7, 12), point(6, 11), curve),
        (point(11, 12), point(12, 11), curve),
        (point(7, 6), point(6, 7), curve),
        (point(11, 6), point(12, 7), curve),
    ]);
    for along in [7, 9, 11] {
        expected.insert((point(along, 12), point(along, 11), rail));
        expected.insert((point(along, 6), point(along, 7), rail));
        expected.insert((point(6, along), point(7, along), rail));
        expected.insert((point(12, along), point(11, along), rail));
    }
    assert_eq!(links_between_arms(BoardKind::Cross), expected);
}

#[test]
fn the_centre_is_a_grid_of_rails() {
    let board = BoardKind::Cross.board();
    let grid = |link: &&Link| link.a.arm().is_none() && link.b.arm().is_none();
    let links: Vec<&Link> = board.links().iter().filter(grid).collect();
    assert_eq!(links.len(), 12);
    for link in links {
        let (a, b) = (BoardKind::Cross.point(link.a).unwrap(), BoardKind::Cross.point(link.b).unwrap());
        assert_eq!(link.kind, LinkKind::Rail);
        assert_eq!(a.x.abs_diff(b.x) + a.y.abs_diff(b.y), 2, "{link:?}");
    }
    let middle = station("c22");
    assert_eq!(board.neighbours(middle), ["c12", "c21", "c23", "c32"].map(station));
    assert_eq!(board.neighbours(station("c11")), ["n15", "w11", "c12", "c21"].map(station));
}

#[test]
fn the_cross_has_the_coordinates_of_the_original() {
    let kind = BoardKind::Cross;
    assert_eq!(kind.size(), (17, 17));
    let south: BTreeSet<Point> = (7..=11).flat_map(|x| (12..=17).map(move |y| point(x, y))).collect();
    let of = |arm| {
        let stations = kind.board().stations().filter(move |station| station.arm() == arm);
        stations.map(|station| kind.point(station).unwrap()).collect::<BTreeSet<Point>>()
    };
    assert_eq!(of(Some(Arm::South)), south);
    assert_eq!(kind.station_at(point(8, 17)), Some(station("s62")));
    assert_eq!(kind.station_at(point(10, 17)), Some(station("s64")));
    assert_eq!(kind.point(station("s11")), Some(point(7, 12)));
    assert_eq!(kind.point(station("n11")), Some(point(11, 6)));
    assert_eq!(kind.point(station("w11")), Some(point(6, 7)));
    assert_eq!(kind.point(station("w15")), Some(point(6, 11)));
    assert_eq!(kind.point(station("e11")), Some(point(12, 11)));
    assert_eq!(kind.point(station("e64")), Some(point(17, 8)));
    let centre: BTreeSet<Point> =
        [7, 9, 11].into_iter().flat_map(|x| [7, 9, 11].map(|y| point(x, y))).collect();
    assert_eq!(of(None), centre);
    assert_eq!(kind.point(station("c13")), Some(point(11, 7)));
    assert_eq!(kind.station_at(point(8, 8)), None);
}

#[test]
fn every_station_has_its_own_point_near_the_stations_it_is_linked_to() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        let points: BTreeSet<Point> = board.stations().map(|station| kind.point(station).unwrap()).collect();
        assert_eq!(points.len(), board.stations().count());
        let (width, height) = kind.size();
        let inside = |point: &Point| (1..=width).contains(&point.x) && (1..=height).contains(&point.y);
        assert!(points.iter().all(inside));
        for station in board.stations() {
            assert_eq!(kind.station_at(kind.point(station).unwrap()), Some(station));
        }
        for link in board.links().iter().filter(|link| link.a.arm().is_some() && link.b.arm().is_some()) {
            let (a, b) = (kind.point(link.a).unwrap(), kind.point(link.b).unwrap());
            assert!(a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1, "{link:?}");
        }
    }
}

#[test]
fn each_player_sees_their_own_arm_at_the_bottom() {
    for kind in BoardKind::ALL {
        let (_, height) = kind.size();
        for own in Color::ALL {
            let last_row = (1..=5).map(|column| Station::in_arm(Arm::of(own), 6, column).unwrap());
            let points: Vec<Point> = last_row.map(|station| kind.point_for(own, station).unwrap()).collect();
            assert!(points.iter().all(|point| point.y == height), "{own:?} {points:?}");
            assert!(points.is_sorted(), "column 1 is on the left of {own:?}");
        }
        for station in kind.board().stations() {
            let (width, height) = kind.size();
            let red = kind.point_for(Color::Red, station).unwrap();
            let turned = point(width + 1 - red.x, height + 1 - red.y);
            assert_eq!(kind.point_for(Color::Black, station), Some(turned), "{station}");
        }
    }
}

#[test]
fn half_a_turn_maps_the_board_onto_itself() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        for station in board.stations() {
            assert_eq!(station.turned().turned(), station);
            assert_eq!(station.turned().kind(), station.kind());
        }
        for link in board.links() {
            let (a, b) = (link.a.turned(), link.b.turned());
            let turned = Link { a: a.min(b), b: a.max(b), kind: link.kind };
            assert!(board.links().contains(&turned), "{link:?}");
        }
    }
}

#[test]
fn the_classic_board_has_no_stations_of_the_other_arms_and_the_centre() {
    let kind = BoardKind::Classic;
    for name in ["w11", "e64", "c22"] {
        assert!(!kind.has(station(name)));
        assert_eq!(kind.point(station(name)), None);
        assert_eq!(kind.point_for(Color::Black, station(name)), None);
        assert!(kind.board().neighbours(station(name)).is_empty());
    }
}

#[test]
fn station_names_round_trip_and_other_names_are_rejected() {
    let names: BTreeSet<String> = Station::all().map(|station| station.to_string()).collect();
    assert_eq!(names.len(), Station::COUNT);
    for station in Station::all() {
        assert_eq!(station.to_string().parse(), Ok(station));
        assert_eq!(Station::from_index(station.index()), Some(station));
    }
    assert_eq!(Station::from_index(Station::COUNT), None);
    for bad in [
        "", "s", "s1", "s111", "s01", "s10", "s71", "s16", "c14", "c41", "c01", "S11", "a11", " s11", "s１",
        "军",
    ] {
        assert_eq!(bad.parse::<Station>(), Err(ParseStationError), "{bad}");
    }
}
