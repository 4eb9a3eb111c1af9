//! The railway lines, checked against the geometry of the drawn board.
//!
//! A straight line keeps its direction, and a curve continues the side of an arm.

use chuhe_rules::luzhanqi::{Board, BoardKind, LinkKind, Spot, Station};

/// The direction from one point of the plane to another.
fn direction(kind: BoardKind, from: Station, to: Station) -> (i8, i8) {
    let (from, to) = (kind.point(from).unwrap(), kind.point(to).unwrap());
    let sign = |from: u8, to: u8| (to as i8 - from as i8).signum();
    (sign(from.x, to.x), sign(from.y, to.y))
}

fn link(board: &Board, a: Station, b: Station) -> Option<LinkKind> {
    let found = board.links().iter().find(|link| (link.a, link.b) == (a.min(b), a.max(b)));
    found.map(|link| link.kind)
}

/// Whether a line through `a` and `b` continues to `c`.
fn runs_on(board: &Board, a: Station, b: Station, c: Station) -> bool {
    let along_side = |from: Station, to: Station| match (from.place(), to.place()) {
        (Spot::Arm { arm, column, .. }, Spot::Arm { arm: other, column: same, .. }) => {
            arm == other && column == same
        }
        _ => false,
    };
    match (link(board, a, b), link(board, b, c)) {
        (Some(LinkKind::Rail), Some(LinkKind::Rail)) => {
            direction(board.kind(), a, b) == direction(board.kind(), b, c)
        }
        (Some(LinkKind::Rail), Some(LinkKind::Curve)) => along_side(a, b),
        (Some(LinkKind::Curve), Some(LinkKind::Rail)) => along_side(b, c),
        _ => false,
    }
}

#[test]
fn lines_continue_exactly_straight_or_around_a_curve() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        let on_a_line = |a: Station, b: Station, c: Station| {
            let windows = board.lines().iter().flat_map(|line| line.windows(3));
            windows.into_iter().any(|window| window == [a, b, c] || window == [c, b, a])
        };
        for b in board.stations() {
            for &a in board.rail_neighbours(b) {
                for &c in board.rail_neighbours(b).iter().filter(|&&c| c != a) {
                    assert_eq!(on_a_line(a, b, c), runs_on(board, a, b, c), "{kind:?} {a} {b} {c}");
                }
            }
        }
    }
}

#[test]
fn rails_are_exactly_the_steps_of_the_lines() {
    for kind in BoardKind::ALL {
        let board = kind.board();
        for pair in board.lines().iter().flat_map(|line| line.windows(2)) {
            assert!(board.rail_neighbours(pair[0]).contains(&pair[1]), "{pair:?}");
            assert!(matches!(link(board, pair[0], pair[1]), Some(LinkKind::Rail | LinkKind::Curve)));
        }
        for link in board.links() {
            let mut pairs = board.lines().iter().flat_map(|line| line.windows(2));
            let on_a_line = pairs.any(|pair| pair == [link.a, link.b] || pair == [link.b, link.a]);
            assert_eq!(on_a_line, link.kind != LinkKind::Road, "{link:?}");
        }
    }
}

#[test]
fn lines_that_share_two_stations_agree_between_them() {
    for kind in BoardKind::ALL {
        let lines = kind.board().lines();
        for a in lines {
            for b in lines {
                let shared: Vec<usize> = (0..a.len()).filter(|&at| b.contains(&a[at])).collect();
                let (Some(&first), Some(&last)) = (shared.first(), shared.last()) else { continue };
                let mut segment = a[first..=last].to_vec();
                let found = |segment: &[Station]| b.windows(segment.len()).any(|window| window == segment);
                let forwards = found(&segment);
                segment.reverse();
                assert!(forwards || found(&segment), "{a:?} and {b:?}");
            }
        }
    }
}

#[test]
fn the_longest_lines_cross_the_centre_and_the_corners() {
    let lengths = |kind: BoardKind| {
        let mut lengths: Vec<usize> = kind.board().lines().iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    };
    assert_eq!(lengths(BoardKind::Classic), [2, 5, 5, 5, 5, 10, 10]);
    let cross = [[5; 10].as_slice(), &[10; 4], &[13; 4]].concat();
    assert_eq!(lengths(BoardKind::Cross), cross);
}
