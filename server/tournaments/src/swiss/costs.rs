//! What each pair of a Swiss costs. `docs/tournaments.md` lists the criteria with their reasons.

use super::colours::Due;
use super::contender::{Contender, Float};
use crate::matching::{Costs, Criterion};

/// The rules of one round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundRules {
    /// The round, from 1.
    pub(crate) round: u16,
    /// Whether members of one club avoid each other.
    pub(crate) clubs_apart: bool,
    /// Whether players may meet again.
    pub(crate) second_meetings: bool,
    /// Whether a player may have the bye again.
    pub(crate) second_byes: bool,
}

/// The costs of two players, the one with the better place first.
pub(super) fn of_pair(rules: RoundRules, upper: &Contender, lower: &Contender) -> Costs {
    let met = upper.met.get(&lower.id).map_or(0, |met| met.count);
    let difference = upper.points - lower.points;
    let same_club = rules.clubs_apart && upper.club.is_some() && upper.club == lower.club;
    let costs = Costs::default()
        .with(Criterion::Forbidden, u32::from(met > 0 && !rules.second_meetings))
        .with(Criterion::SecondMeetings, if rules.second_meetings { met.min(SEVERAL) } else { 0 })
        .with(Criterion::PointsDifference, difference.saturating_mul(difference))
        .with(Criterion::RepeatedFloats, repeated_floats(upper, lower))
        .with(Criterion::SameClub, u32::from(same_club))
        .with(Criterion::Order, order(upper, lower));
    match unmet_due(upper, lower) {
        None => costs,
        Some(Due::Mild) => costs.with(Criterion::MildColours, 1),
        Some(Due::Strong) => costs.with(Criterion::StrongColours, 1),
        Some(Due::Absolute) => costs.with(Criterion::ThirdColours, 1),
    }
}

/// The most earlier meetings or byes that are told apart.
const SEVERAL: u32 = 255;

/// The costs of the bye for a player, who is so many places from the last.
pub(super) fn of_bye(rules: RoundRules, contender: &Contender, from_last: usize) -> Costs {
    Costs::default()
        .with(Criterion::Forbidden, u32::from(contender.byes > 0 && !rules.second_byes))
        .with(Criterion::SecondByes, if rules.second_byes { contender.byes.min(SEVERAL) } else { 0 })
        .with(Criterion::ByePoints, contender.points.min(1023))
        .with(Criterion::ByePlace, u32::try_from(from_last).expect("players are limited"))
}

/// The due that one of two players does not get, if both are due the same side: the weaker one.
fn unmet_due(upper: &Contender, lower: &Contender) -> Option<Due> {
    let (one, other) = (upper.colours.preference()?, lower.colours.preference()?);
    (one.side == other.side).then(|| one.due.min(other.due))
}

fn repeated_floats(upper: &Contender, lower: &Contender) -> u32 {
    if upper.points == lower.points {
        return 0;
    }
    let weight = |is: [bool; 2]| 2 * u32::from(is[0]) + u32::from(is[1]);
    weight(upper.floats.map(|float| float == Float::Down))
        + weight(lower.floats.map(|float| float == Float::Up))
}

/// The square of the distance from the ideal: in a group, the first half meets the second in order; between groups, the
/// last of the upper meets the first of the lower.
///
/// Two of one half cost more than any two of both, so that the halves exchange nobody for the sake of the order.
fn order(upper: &Contender, lower: &Contender) -> u32 {
    let half = upper.group / 2;
    let cost = if upper.points != lower.points {
        (upper.group - 1 - upper.place + lower.place).pow(2)
    } else {
        let distance = (lower.place - upper.place).abs_diff(half);
        let is_same_half = (upper.place < half) == (lower.place < half);
        distance.pow(2) + if is_same_half { half.pow(2) } else { 0 }
    };
    u32::try_from(cost).expect("players are limited")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerId;
    use crate::swiss::Colours;
    use chuhe_rules::Color;

    const RULES: RoundRules =
        RoundRules { round: 3, clubs_apart: false, second_meetings: false, second_byes: false };

    fn contender(points: u32, place: usize, group: usize) -> Contender {
        let number = u16::try_from(place + 1).expect("it is small");
        Contender {
            id: PlayerId(number),
            number,
            points,
            colours: Colours::default(),
            met: std::collections::BTreeMap::new(),
            byes: 0,
            floats: [Float::Level; 2],
            club: None,
            place,
            group,
        }
    }

    #[test]
    fn a_repeated_float_costs_two_for_the_last_round_and_one_for_the_round_before() {
        let cost = |points: u32, upper: [Float; 2], lower: [Float; 2]| {
            let upper = Contender { floats: upper, ..contender(points, 0, 1) };
            let lower = Contender { floats: lower, ..contender(2, 0, 1) };
            of_pair(RULES, &upper, &lower).of(Criterion::RepeatedFloats)
        };
        use Float::{Down, Level, Up};
        assert_eq!(cost(3, [Down, Level], [Level, Level]), 2);
        assert_eq!(cost(3, [Level, Down], [Level, Level]), 1);
        assert_eq!(cost(3, [Level, Level], [Up, Up]), 3);
        assert_eq!(cost(3, [Down, Down], [Up, Up]), 6);
        assert_eq!(cost(3, [Up, Up], [Down, Down]), 0, "the other way is no repetition");
        assert_eq!(cost(2, [Down, Down], [Up, Up]), 0, "equal points are no float");
    }

    #[test]
    fn the_order_is_that_of_the_halves() {
        let cost = |one: usize, other: usize| {
            of_pair(RULES, &contender(2, one, 8), &contender(2, other, 8)).of(Criterion::Order)
        };
        assert_eq!([cost(0, 4), cost(0, 5), cost(0, 6), cost(1, 4)], [0, 1, 4, 1]);
        assert_eq!([cost(0, 3), cost(0, 1)], [1 + 16, 9 + 16], "two of one half");
        let float = |one: usize, other: usize| {
            of_pair(RULES, &contender(3, one, 5), &contender(2, other, 8)).of(Criterion::Order)
        };
        assert_eq!([float(4, 0), float(3, 0), float(4, 2)], [0, 1, 4]);
    }

    #[test]
    fn differences_are_squared_and_meetings_forbidden_or_counted() {
        let mut upper = contender(5, 0, 1);
        let lower = contender(2, 0, 1);
        assert_eq!(of_pair(RULES, &upper, &lower).of(Criterion::PointsDifference), 9);
        upper.met.insert(lower.id, crate::swiss::contender::Met { count: 2, last_round: 2 });
        assert_eq!(of_pair(RULES, &upper, &lower).of(Criterion::Forbidden), 1);
        let conceded = RoundRules { second_meetings: true, ..RULES };
        assert_eq!(of_pair(conceded, &upper, &lower).of(Criterion::Forbidden), 0);
        assert_eq!(of_pair(conceded, &upper, &lower).of(Criterion::SecondMeetings), 2);
    }

    #[test]
    fn a_bye_costs_points_and_the_distance_from_the_last_place() {
        let costs = of_bye(RULES, &contender(4, 0, 1), 7);
        assert_eq!([costs.of(Criterion::ByePoints), costs.of(Criterion::ByePlace)], [4, 7]);
        let again = Contender { byes: 1, ..contender(4, 0, 1) };
        assert_eq!(of_bye(RULES, &again, 7).of(Criterion::Forbidden), 1);
        let conceded = RoundRules { second_byes: true, ..RULES };
        assert_eq!(of_bye(conceded, &again, 7).of(Criterion::SecondByes), 1);
    }

    #[test]
    fn the_weaker_of_two_equal_dues_is_what_a_pair_costs() {
        use Color::{Black, Red};
        let cost = |one: &[Color], other: &[Color], criterion| {
            let upper = Contender { colours: Colours(one.to_vec()), ..contender(2, 0, 2) };
            let lower = Contender { colours: Colours(other.to_vec()), ..contender(2, 1, 2) };
            of_pair(RULES, &upper, &lower).of(criterion)
        };
        assert_eq!(cost(&[Red, Red], &[Red, Red], Criterion::ThirdColours), 1);
        assert_eq!(cost(&[Red, Red], &[Red], Criterion::ThirdColours), 0);
        assert_eq!(cost(&[Red, Red], &[Red], Criterion::StrongColours), 1);
        assert_eq!(cost(&[Red, Red], &[Black, Red], Criterion::MildColours), 1);
        assert_eq!(cost(&[Red, Red], &[Black], Criterion::StrongColours), 0);
        assert_eq!(cost(&[Red, Red], &[], Criterion::MildColours), 0);
    }
}
