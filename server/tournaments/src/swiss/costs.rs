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
