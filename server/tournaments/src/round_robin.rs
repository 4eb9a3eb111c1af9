//! The Berger tables: which players meet in which round of a round robin.
//!
//! Source: FIDE Handbook C.05, annex 1. Numbers are starting numbers. With an odd number of players, whoever meets the
//! number that nobody has rests.

use crate::{PlayerId, RoundRobinRules, State};
use chuhe_rules::PerColor;

/// The boards of a round of the Berger tables, as starting numbers.
///
/// `players` is rounded up to an even number; `round` counts from 1. Red stands for the white of the published tables.
///
/// ```
/// use chuhe_rules::PerColor;
/// let round = chuhe_tournaments::berger(6, 2);
/// assert_eq!(round, [PerColor::new(6, 4), PerColor::new(5, 3), PerColor::new(1, 2)]);
/// ```
#[must_use]
pub fn berger(players: u16, round: u16) -> Vec<PerColor<u16>> {
    let size = players.next_multiple_of(2);
    if size < 2 || round == 0 {
        return Vec::new();
    }
    // all but the last number turn in a circle, half of it each round
    let circle = size - 1;
    let turned =
        |place: u16| (u32::from(round - 1) * u32::from(size / 2) + u32::from(place)) % u32::from(circle);
    let number = |place: u16| u16::try_from(turned(place)).expect("it is below the size") + 1;
    let first = number(0);
    let last = if round % 2 == 1 { PerColor::new(first, size) } else { PerColor::new(size, first) };
    let others = (1..size / 2).map(|place| PerColor::new(number(place), number(circle - place)));
    std::iter::once(last).chain(others).collect()
}

/// How many rounds a round robin of the players with a starting number has.
pub(crate) fn rounds(rules: RoundRobinRules, state: &State) -> u16 {
    let players = u16::try_from(state.seeded().len()).expect("players are limited");
    cycle_length(players) * u16::from(rules.cycles)
}

fn cycle_length(players: u16) -> u16 {
    players.next_multiple_of(2).saturating_sub(1)
}

/// The boards of a round. In every second cycle the colours are exchanged.
///
/// Boards of players who have left are among them, so that the forfeit stands in the table.
pub(crate) fn due(state: &State, round: u16) -> Vec<PerColor<PlayerId>> {
    let seeded = state.seeded();
    let players = u16::try_from(seeded.len()).expect("players are limited");
    let length = cycle_length(players);
    if length == 0 || round == 0 {
        return Vec::new();
    }
    let cycle = (round - 1) / length;
    let boards = berger(players, (round - 1) % length + 1);
    let seat = |number: u16| seeded.get(usize::from(number) - 1).copied();
    boards
        .into_iter()
        .filter_map(|numbers| {
            let seats = PerColor::new(seat(numbers.red)?, seat(numbers.black)?);
            Some(if cycle % 2 == 1 { PerColor::new(seats.black, seats.red) } else { seats })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(players: u16) -> Vec<Vec<(u16, u16)>> {
        let round = |round| berger(players, round).iter().map(|it| (it.red, it.black)).collect();
        (1..players.next_multiple_of(2)).map(round).collect()
    }

    /// FIDE Handbook C.05, annex 1: the tables for 3 or 4, 5 or 6, and 7 or 8 players.
    #[test]
    fn tables_equal_the_published_ones() {
        assert_eq!(table(4), [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]);
        let six = [
            [(1, 6), (2, 5), (3, 4)],
            [(6, 4), (5, 3), (1, 2)],
            [(2, 6), (3, 1), (4, 5)],
            [(6, 5), (1, 4), (2, 3)],
            [(3, 6), (4, 2), (5, 1)],
        ];
        assert_eq!(table(6), six);
        assert_eq!(table(5), six);
        let eight = [
            [(1, 8), (2, 7), (3, 6), (4, 5)],
            [(8, 5), (6, 4), (7, 3), (1, 2)],
            [(2, 8), (3, 1), (4, 7), (5, 6)],
            [(8, 6), (7, 5), (1, 4), (2, 3)],
            [(3, 8), (4, 2), (5, 1), (6, 7)],
            [(8, 7), (1, 6), (2, 5), (3, 4)],
            [(4, 8), (5, 3), (6, 2), (7, 1)],
        ];
        assert_eq!(table(8), eight);
    }

    #[test]
    fn everyone_meets_everyone_once_with_balanced_colours() {
        for players in 2..40 {
            let mut met = std::collections::BTreeSet::new();
            let mut reds = vec![0_i32; usize::from(players) + 2];
            for board in table(players).into_iter().flatten() {
                assert!(met.insert((board.0.min(board.1), board.0.max(board.1))), "{players}: {board:?}");
                reds[usize::from(board.0)] += 1;
            }
            let size = usize::from(players.next_multiple_of(2));
            assert_eq!(met.len(), size * (size - 1) / 2);
            let half = i32::try_from(size / 2).expect("it is small");
            assert!(
                reds[1..=size].iter().all(|reds| (half - 1..=half).contains(reds)),
                "{players}: {reds:?}"
            );
        }
    }

    #[test]
    fn degenerate_sizes_have_no_boards() {
        assert!(berger(0, 1).is_empty());
        assert!(berger(6, 0).is_empty());
        assert_eq!(berger(1, 1), [PerColor::new(1, 2)]);
    }
}
